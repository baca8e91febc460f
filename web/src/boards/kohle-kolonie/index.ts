import type { BoardTab, PlayerSummary, TrackStep } from '../../lib/boards';
import { changedIds } from '../../lib/differences';
import { roman } from '../../lib/roman';
import type { Session } from '../../lib/session/session.svelte';
import { viewAs } from '../../lib/views';
import { t } from '../../lib/words.svelte';
import { filter } from './filter.svelte';
import { places, playerOf, viewOf } from './model';

export { default } from './Board.svelte';
export { default as Snapshot } from './Snapshot.svelte';
export { default as Meter } from './Meter.svelte';
export { default as PlayerRow } from './PlayerRow.svelte';
export { default as Thing } from './Thing.svelte';

export const pictured = (_: Session, id: string): boolean => /^(mine|field):|^bonus_/.test(id);
export const telling = [
  ...['won', 'bought', 'settled', 'put_engine', 'put_engineer', 'moves_miners', 'chose', 'bade', 'flipped', 'loaded'],
  ...['used_bonus', 'protected', 'traded', 'passed'],
];

export function changed(before: object, now: object): string[] {
  const [old, fresh] = [viewAs('kohle-kolonie', before), viewAs('kohle-kolonie', now)];
  return [
    ...changedIds(old.mines, fresh.mines, (mine) => `mine:${mine.number}`),
    ...changedIds(old.villages, fresh.villages, (village) => `village:${village.id}`),
    ...changedIds(old.stations, fresh.stations, (station) => `station:${station.id}`),
  ];
}

export const dock = '344px';
/** A click on a player shows that board. */
export const looks = 'mine';

export function tabs(session: Session): BoardTab[] {
  const { map, mat } = places(session);
  const first = viewOf(session).auction ? t('kolonie.tab_auction') : t('kolonie.tab_actions');
  return [
    { id: 'board', label: first, due: map },
    { id: 'mine', label: t('kolonie.tab_mine'), due: mat },
    { id: 'log', label: t('tab.players_log'), due: session.unread > 0 },
  ];
}

export function opening(session: Session): string {
  // Steam engines and engineers go to the own board; other questions are answered there only if nowhere else.
  const picked = filter.of(session);
  if (picked === 'engine' || picked === 'engineer') return 'mine';
  const { map, mat } = places(session);
  return mat && !map ? 'mine' : 'board';
}

const PHASES = 10;

export function track(session: Session): TrackStep[] {
  const view = viewOf(session);
  return Array.from({ length: PHASES }, (_, i) => {
    const phase = i + 1;
    if (phase !== view.phase)
      return { label: String(phase), state: phase < view.phase ? ('done' as const) : ('next' as const) };
    const name = session.words.name(`phase_${phase}`);
    return { label: t('kolonie.track', { round: roman(view.round), phase, name }), state: 'now' as const };
  });
}

export function summary(session: Session, seat: number): PlayerSummary {
  const player = playerOf(session, seat);
  if (!player) return { points: null, chips: [] };
  const coins = player.coins ?? '?';
  return {
    points: player.points,
    short: [
      { label: t('kolonie.thing_workers'), value: player.workers, icon: 'worker' },
      { label: t('kolonie.thing_coins'), value: coins, icon: 'mark' },
    ],
    chips: [
      { id: 'coins', label: t('kolonie.thing_coins'), value: coins, icon: 'mark' },
      { id: 'workers', label: t('kolonie.thing_workers'), value: player.workers, icon: 'user' },
      {
        id: 'mines',
        label: t('kolonie.thing_mines'),
        value: player.slots.filter((slot) => slot.card).length,
        icon: 'pick',
      },
      { id: 'engines', label: t('kolonie.thing_engines'), value: player.engines, icon: 'steam' },
    ],
  };
}

export function help(session: Session): string {
  if (session.phase === 'act') return t('kolonie.help_act');
  if (session.phase === 'step') return t('kolonie.help_step');
  if (session.phase === 'bid') return t('kolonie.help_bid');
  return '';
}
