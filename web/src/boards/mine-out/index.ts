import type { BoardTab, PlayerSummary, TrackStep } from '../../lib/boards';
import { changedIds } from '../../lib/differences';
import type { Session } from '../../lib/session/session.svelte';
import { viewAs } from '../../lib/views';
import { t } from '../../lib/words.svelte';
import { kindOf, ORE_COLOURS, seatsOf, viewOf } from './model';

export { default } from './Board.svelte';
export { default as Snapshot } from './Snapshot.svelte';
export { default as Meter } from './Meter.svelte';
export { default as PlayerRow } from './PlayerRow.svelte';
export { default as Thing } from './Thing.svelte';

export const pictured = (session: Session, id: string): boolean =>
  id in ORE_COLOURS || kindOf(viewOf(session), id) !== undefined;
export const telling = ['dug', 'sold', 'hired', 'played_community', 'played_own', 'refreshed', 'moved'];

export function changed(before: object, now: object): string[] {
  const [old, fresh] = [viewAs('mine-out', before), viewAs('mine-out', now)];
  return [
    // Where somebody went, and what was dug there.
    ...fresh.seats.flatMap((seat, i) => (seat.place === old.seats[i]?.place ? [] : [`place:${seat.place}`])),
    ...changedIds(
      old.mines.map(({ left }) => left),
      fresh.mines.map(({ left }) => left),
      (_, i) => `place:${fresh.mines[i]!.place}`,
    ),
    ...changedIds(old.market, fresh.market, (row) => `row:${row.ore}`),
    ...changedIds(old.hire, fresh.hire, (_, i) => `hire:${i + 1}`),
    ...changedIds(old.community, fresh.community, (_, i) => `community:${i + 1}`),
  ];
}

export const dock = '424px';
/** A click on a player shows those cards. */
export const looks = 'board';

const IN_DOCK = /^(hire|row|refresh|community)\b/;

export function tabs(session: Session): BoardTab[] {
  const lit = session.options.flatMap((option) => option.targets);
  return [
    { id: 'board', label: t('town.tab_town'), due: lit.some((id) => !IN_DOCK.test(id)) },
    { id: 'market', label: t('town.tab_market'), due: lit.some((id) => IN_DOCK.test(id)) },
    { id: 'log', label: t('tab.players_log'), due: session.unread > 0 },
  ];
}

export function opening(): string {
  return 'board';
}

export function track(session: Session): TrackStep[] {
  const view = viewOf(session);
  const counting = view.phase === 'points';
  const now = t('town.track_actions', { n: view.turn.action_points, of: view.turn.of });
  return [
    { label: t('town.round', { n: view.round }), state: 'done' },
    { label: t('town.track_points'), state: counting ? 'now' : 'done' },
    { label: now, state: counting || view.phase === 'over' ? 'next' : 'now' },
  ];
}

export function summary(session: Session, player: number): PlayerSummary {
  const view = viewOf(session);
  const seats = seatsOf(view, player).filter(({ seat }) => seat.joined);
  const sum = (of: 'rupees' | 'cards'): number => seats.reduce((total, { seat }) => total + seat[of], 0);
  return {
    points: view.players[player] ?? null,
    short: [
      { label: session.words.text('amount.rupees'), value: sum('rupees'), icon: 'rupee' },
      { label: session.words.text('amount.cards'), value: sum('cards'), icon: 'cards' },
    ],
    chips: [],
  };
}

export function help(session: Session): string {
  if (session.phase !== 'act') return '';
  const view = viewOf(session);
  const [refusal] = session.target('turn').refusals;
  const why = refusal ? session.refusalText(refusal) : t('town.help_act');
  return view.seats[view.active]?.role === 'apprentice' ? `${t('town.help_apprentice')} ${why}` : why;
}
