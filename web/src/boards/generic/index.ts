import type { BoardTab, PlayerSummary, TrackStep } from '../../lib/boards';
import type { Session } from '../../lib/session/session.svelte';
import { t } from '../../lib/words.svelte';
import { belongings, capital, label, points } from './fields';

export { default } from './Board.svelte';
export { default as Snapshot } from './Snapshot.svelte';

export const dock = '400px';

export function tabs(session: Session): BoardTab[] {
  return [
    { id: 'choices', label: t('tab.choices'), due: session.acting },
    { id: 'board', label: t('tab.board'), due: false },
    { id: 'players', label: t('tab.players'), due: false },
    { id: 'log', label: t('tab.log'), due: session.unread > 0 },
  ];
}

export function opening(session: Session): string {
  return session.acting || session.plan.active ? 'choices' : 'board';
}

export function track(session: Session): TrackStep[] {
  const phase = session.words.text(`phase.${session.phase}`);
  const round = session.view?.['round'];
  const steps: TrackStep[] = [];
  if (typeof round === 'number') steps.push({ label: `${label(session.words, 'round')} ${round}`, state: 'done' });
  steps.push({ label: capital(phase), state: 'now' });
  const progress = session.past.moment?.progress ?? session.shown?.progress ?? 0;
  steps.push({ label: t('tables.progress', { n: Math.round(progress / 10) }), state: 'next' });
  return steps;
}

const MOST = 4;

export function summary(session: Session, seat: number): PlayerSummary {
  const view = session.view ?? {};
  const chips = belongings(view, seat)
    .slice(0, 1)
    .flatMap((things) => Object.entries(things))
    .filter(([key, value]) => typeof value === 'number' && !['points', 'score', 'player'].includes(key))
    .slice(0, MOST)
    .map(([key, value]) => ({ id: key, label: label(session.words, key), value: value as number }));
  return { points: points(view, seat), chips };
}
