// Names and numbers of MINE!'s view as the drawings need them.

import type { EventData } from '../../generated/protocol';
import type { Board, View } from '../../generated/view-mine';
import type { Session } from '../../lib/session/session.svelte';
import { viewAs } from '../../lib/views';
import { signed, t } from '../../lib/words.svelte';

/** The locations in the order in which they are resolved. */
export const PLACES = ['events', 'shelter', 'watchtower', 'expedition', 'mine', 'recruitment'] as const;
export type Place = (typeof PLACES)[number];

/** The four locations where a profession counts helmets. */
export const POSTS = ['shelter', 'watchtower', 'mine', 'recruitment'] as const;

export function viewOf(session: Session): View {
  return viewAs('mine', session.view);
}

/** The board of the seat looked from; a spectator has none. */
export function ownBoard(session: Session): Board | undefined {
  return session.seat === null ? undefined : viewOf(session).boards[session.seat];
}

/** Who plays a seat of the table; the dummy has a seat, but no player. */
export function who(session: Session, seat: number): string {
  return viewOf(session).boards[seat]?.player === null ? session.words.name('dummy') : session.name(seat);
}

export const capital = (word: string): string => word.charAt(0).toLocaleUpperCase() + word.slice(1);

/** A location in one word: there is little room in a sector. */
export function placeName(session: Session, place: string): string {
  return place === 'shelter' ? t('mine.shelter') : capital(session.words.name(place));
}

/** Cards of one owner at one location, as they lie there. */
export interface Lying {
  seat: number;
  count: number;
  /** Whether the seat looked from may read them. */
  open: boolean;
  /** What they count for, if that is known. */
  worth: number | null;
  /** Whom they are sent against, if that may be known. */
  aim: number | null;
}

// More stacks than this are put together by owner.
const STACKS = 6;

export function lying(view: View, place: Place): Lying[] {
  if (place === 'expedition') return [];
  if (place !== 'shelter') {
    return view.boards
      .map((board, seat) => ({
        seat,
        count: board[place].count,
        open: board[place].cards !== null,
        worth: board[place].helmets,
        aim: null,
      }))
      .filter((heap) => heap.count > 0);
  }
  const stacks = view.boards.flatMap((board, seat) =>
    board.shelter.map((stack) => ({
      seat,
      count: stack.count,
      open: stack.cards !== null,
      worth: stack.strength,
      aim: stack.target,
    })),
  );
  if (stacks.length <= STACKS) return stacks;
  return view.boards
    .map((board, seat) => ({
      seat,
      count: board.shelter.reduce((sum, stack) => sum + stack.count, 0),
      open: false,
      worth: null,
      aim: null,
    }))
    .filter((heap) => heap.count > 0);
}

/** What is resolved while somebody decides. */
export function placeNow(view: View): Place | null {
  return view.step === 'sell' ? 'expedition' : view.step === 'draw' ? 'recruitment' : null;
}

/** What an event card says. */
export function eventLines(session: Session, id: string): string[] {
  const card = viewOf(session).event_cards.find((one) => one.id === id);
  if (!card) return [];
  const changes = (found: Record<string, number>): string =>
    Object.entries(found)
      .map(([what, amount]) => `${session.words.name(`change_${what}`)} ${signed(amount)}`)
      .join(', ');
  return [
    ...(card.firedamp ? [t('mine.effect_firedamp', { n: card.firedamp })] : []),
    ...(Object.keys(card.for_owner).length ? [t('mine.effect_owner', { changes: changes(card.for_owner) })] : []),
    ...(Object.keys(card.for_others).length ? [t('mine.effect_others', { changes: changes(card.for_others) })] : []),
  ];
}

/** What a card of either kind says in words. */
export function cardLines(session: Session, id: string): string[] {
  const card = viewOf(session).professions.find((one) => one.id === id);
  if (!card) return eventLines(session, id);
  const helmets = POSTS.map((post) => `${placeName(session, post)} ${card.helmets[post] ?? 0}`).join(' · ');
  return [t('mine.helmets_at', { helmets }), ...(card.firedamp_proof ? [t('mine.firedamp_proof')] : [])];
}

/** Points on circles round the middle of the gear, in degrees from the top clockwise. */
export const MIDDLE = 320;
export function at(radius: number, degrees: number): { x: number; y: number } {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return {
    x: Math.round((MIDDLE + radius * Math.cos(angle)) * 10) / 10,
    y: Math.round((MIDDLE + radius * Math.sin(angle)) * 10) / 10,
  };
}

/** The seat an event tells about; the dummy is named by a word. */
export function seatOf(session: Session, event: EventData, who = 'player'): number | null {
  const player = event.params[who];
  if (player === 'dummy') return viewOf(session).boards.findIndex((board) => board.player === null);
  return typeof player === 'number' ? player : null;
}

// At which location something is told; looting takes the shelter and the watchtower together.
const TOLD_AT: Record<string, string> = {
  event_shown: 'events',
  firedamp: 'events',
  attacked: 'looting',
  repelled: 'looting',
  looted: 'looting',
  shared: 'looting',
  sold: 'expedition',
  gassed: 'mine',
  mined: 'mine',
  drew: 'recruitment',
};

export const toldAt = (event: EventData): string | undefined => TOLD_AT[event.name];

/** Whether events are shown place by place; a sale alone is a turn, told by the pawn. */
export const isShow = (events: EventData[]): boolean => events.some((event) => event.name !== 'sold' && toldAt(event));

/** What the round that was resolved last has brought: the present one as soon as its cards are turned over. */
export function lastRound(session: Session): { round: number; events: EventData[] } {
  const seen = session.events.filter((event) => event.decision < (session.shown?.settled ?? 0));
  // The round that the game begins with is not told.
  const starts = [0, ...seen.flatMap((event, i) => (event.name === 'round' && i > 0 ? [i] : []))];
  for (let i = starts.length - 1; i >= 0; i -= 1) {
    const events = seen.slice(starts[i], starts[i + 1]).filter(toldAt);
    if (events.length) return { round: i + 1, events };
  }
  return { round: 0, events: [] };
}
