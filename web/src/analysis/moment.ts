// Decisions and turns of an analysis, in the words of the game.

import type { Session } from '../lib/session/session.svelte';
import { language, number, t } from '../lib/words.svelte';
import { momentPoints, type Said, type TurnVerdict } from './report';

export const isMistake = ({ mark }: TurnVerdict): boolean => mark === 'mistake' || mark === 'inaccuracy';

/** A decision in the words of the game. */
export function decisionText(session: Session, said: Said): string {
  const { words } = session;
  const id = `action.${said.kind}`;
  const text = words.has(id) ? words.text(id, session.shownParams(said.params)) : said.action;
  return capital(text);
}

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);
}

/** What made a turn matter. */
export function momentText(session: Session, moment: TurnVerdict): string {
  const action = decisionText(session, moment.main);
  const better = moment.main.alternatives[0];
  if (isMistake(moment) && better) return t('replay.better', { action, better: decisionText(session, better) });
  if (moment.mark !== 'luck') return action;
  const { news, seq } = moment.main;
  const struck = news ? session.toldText({ decision: seq, ...news }) : action;
  return t(moment.size > 0 ? 'analysis.lucky' : 'analysis.unlucky', { action: struck });
}

export function momentSize(moment: TurnVerdict): string {
  const share = momentPoints(moment) / 100;
  return number(share, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' });
}
