import type { BoardTab, PlayerSummary, TrackStep } from '../../lib/boards';
import { changedIds } from '../../lib/differences';
import { PHONE } from '../../lib/phone';
import { roman } from '../../lib/roman';
import type { Session } from '../../lib/session/session.svelte';
import { viewAs } from '../../lib/views';
import { t } from '../../lib/words.svelte';
import { MINING_PHASES, playerOf, viewOf } from './model';

export { default } from './Board.svelte';
export { default as Snapshot } from './Snapshot.svelte';
export { default as Meter } from './Meter.svelte';
export { default as PlayerRow } from './PlayerRow.svelte';
export { default as Thing } from './Thing.svelte';

export const pictured = (_: Session, id: string): boolean => /^(order:\d+|tile:\d+|[YBGK])$/.test(id);
export const telling = ['delivered', 'bought', 'took_order', 'drafted', 'earned', 'completed', 'placed'];
export const changed = (before: object, now: object): string[] =>
  changedIds(viewAs('coal-baron', before).spaces, viewAs('coal-baron', now).spaces, (space) => `space:${space.id}`);

export const dock = '548px';
/** A click on a player shows that mine. */
export const looks = 'mine';

export function tabs(session: Session): BoardTab[] {
  const mining = MINING_PHASES.includes(session.phase);
  return [
    { id: 'board', label: t('tab.board'), due: session.acting && !mining },
    { id: 'mine', label: t('coal.tab_mine'), due: session.acting && mining },
    { id: 'log', label: t('coal.tab_log'), due: session.unread > 0 },
  ];
}

export function opening(session: Session): string {
  // Where one view is on the screen at a time, a scoring is shown where the wheel is.
  if (session.showing && PHONE.matches) return 'log';
  return session.acting && MINING_PHASES.includes(session.phase) ? 'mine' : 'board';
}

const SHIFTS = 3;

export function track(session: Session): TrackStep[] {
  const view = viewOf(session);
  const left = view.players.reduce((sum, player) => sum + player.workers, 0);
  return Array.from({ length: SHIFTS }, (_, i) => {
    const shift = i + 1;
    const name = t('coal.shift_n', { n: roman(shift) });
    if (shift === view.shift) {
      const now = view.drafting ? t('coal.draft') : t('coal.workers_left', { n: left });
      return { label: `${name} · ${now}`, state: 'now' as const };
    }
    return { label: name, state: shift < view.shift ? ('done' as const) : ('next' as const) };
  });
}

export function summary(session: Session, seat: number): PlayerSummary {
  const player = playerOf(session, seat);
  if (!player) return { points: null, chips: [] };
  return {
    points: player.points,
    short: [
      { label: session.words.text('amount.workers'), value: player.workers, icon: 'worker' },
      { label: session.words.text('amount.francs'), value: player.francs, icon: 'coin' },
    ],
    chips: [
      { id: 'workers', label: session.words.text('amount.workers'), value: player.workers, icon: 'worker' },
      { id: 'francs', label: session.words.text('amount.francs'), value: player.francs, icon: 'coin' },
      { id: 'orders', label: t('coal.outstanding'), value: player.orders.length, icon: 'sheet' },
      { id: 'storage', label: t('coal.storage'), value: player.storage.length, icon: 'cube' },
    ],
  };
}

export function help(session: Session): string {
  const view = viewOf(session);
  if (view.phase === 'place') return t('coal.help_place');
  if (view.phase === 'mine') return t('coal.help_mine');
  return '';
}
