import type { BoardTab, PlayerSummary, TrackStep } from '../../lib/boards';
import { changedIds } from '../../lib/differences';
import type { Session } from '../../lib/session/session.svelte';
import { viewAs } from '../../lib/views';
import { t } from '../../lib/words.svelte';
import { viewOf } from './model';

export { default } from './Board.svelte';
export { default as Snapshot } from './Snapshot.svelte';
export { default as Meter } from './Meter.svelte';
export { default as PlayerRow } from './PlayerRow.svelte';
export { default as Thing } from './Thing.svelte';

export const pictured = (session: Session, id: string): boolean => {
  const { professions, event_cards } = viewOf(session);
  return [...professions, ...event_cards].some((card) => card.id === id);
};
export const telling = ['sold', 'looted', 'mined', 'event_shown', 'laid_own', 'aimed_own', 'laid', 'passed'];

/** The locations where cards were laid or taken away. */
export function changed(before: object, now: object): string[] {
  const counts = (view: object): string[] =>
    PLACES.map((place) =>
      JSON.stringify(
        viewAs('mine', view).boards.map((board) =>
          place === 'shelter' ? board.shelter.map((attack) => attack.count) : board[place].count,
        ),
      ),
    );
  return changedIds(counts(before), counts(now), (_, i) => `place:${PLACES[i]!}`);
}
const PLACES = ['events', 'shelter', 'watchtower', 'mine', 'recruitment'] as const;

export const dock = '320px';

export function tabs(session: Session): BoardTab[] {
  return [
    { id: 'board', label: t('tab.board'), due: session.acting },
    { id: 'order', label: t('mine.reveal_order'), due: false },
    { id: 'log', label: t('tab.players_log'), due: session.unread > 0 },
  ];
}

export function opening(): string {
  return 'board';
}

export function track(session: Session): TrackStep[] {
  const view = viewOf(session);
  return Array.from({ length: view.rounds }, (_, i) => {
    const round = i + 1;
    if (round === view.round)
      return { label: t('mine.round_now', { n: round, limit: view.sale_limit }), state: 'now' as const };
    return { label: String(round), state: round < view.round ? ('done' as const) : ('next' as const) };
  });
}

export function summary(session: Session, seat: number): PlayerSummary {
  const board = viewOf(session).boards[seat];
  if (!board) return { points: null, chips: [] };
  return {
    points: board.points,
    chips: [
      { id: 'coal', label: session.words.text('amount.coal'), value: board.coal, icon: 'cube' },
      { id: 'cards', label: session.words.text('amount.cards'), value: board.cards, icon: 'cards' },
    ],
  };
}

const DEEDS = ['laid_own', 'aimed_own', 'passed', 'sold', 'discarded'];

export function help(session: Session): string {
  const { phase } = session;
  if (phase === 'place') return t('mine.help_place');
  if (phase === 'sell') return t('mine.help_sell');
  // What the turn has done, before it is confirmed.
  const done = session.events.findLast(
    (event) => event.decision >= (session.latest?.settled ?? 0) && DEEDS.includes(event.name),
  );
  if (done && session.end) return session.eventText(done);
  const shut = session.refusals.find((refusal) => refusal.target === 'turn');
  return shut ? session.refusalText(shut) : '';
}
