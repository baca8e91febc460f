// Formats why one decision is better than another; the same sentences as in `analysis/reasons.py`.

import type { Texts } from './messages';

interface Gain {
  /** The message `gain.<term>` of the game. */
  term: string;
  /** The difference; 0 for terms without a count. */
  amount: number;
}

export interface Reason {
  gains: Gain[];
  lacks: Gain[];
  /** By the end of the turn it is not ahead: it pays off afterwards. */
  later: boolean;
}

export function reasonText(words: Texts, { gains, lacks, later }: Reason): string {
  const said = (list: Gain[]): string => {
    const [first = '', second] = list.map((gain) => words.text(`gain.${gain.term}`, { n: gain.amount }));
    return second === undefined ? first : words.text('analysis.why.and', { first, second });
  };
  const found: string[] = [];
  if (gains.length) found.push(words.text('analysis.why.better', { gains: said(gains) }));
  if (lacks.length)
    found.push(words.text(gains.length ? 'analysis.why.other' : 'analysis.why.other_only', { gains: said(lacks) }));
  if (later) found.push(words.text('analysis.why.better_later'));
  return found.join(' ');
}
