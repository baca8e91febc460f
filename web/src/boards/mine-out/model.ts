// Names and numbers of Mine Out's view as the drawings need them.

import type { OptionData } from '../../generated/protocol';
import type { KindView, SeatView, View } from '../../generated/view-mine-out';
import type { Session } from '../../lib/session/session.svelte';
import { viewAs } from '../../lib/views';
import { t } from '../../lib/words.svelte';

export type Mineral = 'copper' | 'silver' | 'gold' | 'jewel';
export const MINERALS: readonly Mineral[] = ['copper', 'silver', 'gold', 'jewel'];
export const ORE_COLOURS: Record<Mineral, string> = {
  copper: 'var(--ore-cu)',
  silver: 'var(--ore-ag)',
  gold: 'var(--ore-au)',
  jewel: 'var(--ore-je)',
};
// A card's frame has the colour of the cubes of its mineral.
const FRAMES: Record<string, Mineral> = { red: 'copper', white: 'silver', yellow: 'gold', blue: 'jewel' };

export function viewOf(session: Session): View {
  return viewAs('mine-out', session.view);
}

/** What is printed on a card. */
export function kindOf(view: View, card: string): KindView | undefined {
  return view.kinds.find((kind) => kind.card === card);
}

export function frameOf(kind: KindView | undefined): Mineral | undefined {
  return FRAMES[kind?.frame ?? ''];
}

/** The frame of a card on paper and on steel. */
export function frameColour(kind: KindView | undefined): string {
  const mineral = frameOf(kind);
  return mineral ? ORE_COLOURS[mineral] : 'var(--sand-37)';
}

/** A card's name without what its frame says already: "Miner (copper)" is a Miner. */
export function shortName(session: Session, card: string): string {
  return session.words.name(card).replace(/\s*\(.*\)$/, '');
}

function effectWords(session: Session, kind: KindView): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(kind.effect).map(([name, value]) => [
      name,
      typeof value === 'string' ? session.words.name(value) : value,
    ]),
  );
}

/** The ability in a few words, for the card itself. */
export function brief(session: Session, kind: KindView): string {
  return t(`town.brief.${kind.type}`, effectWords(session, kind));
}

/** Everything that a card says, in sentences. */
export function cardLines(session: Session, kind: KindView): string[] {
  return [
    session.words.text(`ability.${kind.type}`, effectWords(session, kind)),
    t('town.card_numbers', { dig: kind.dig, wage: kind.wage, fame: kind.fame }),
    t('town.hired_at', { place: session.words.name(kind.place) }),
  ];
}

/** Seats of a player: one, or with two players a Master and an Apprentice. */
export function seatsOf(view: View, player: number | null): { seat: SeatView; index: number }[] {
  return view.seats.map((seat, index) => ({ seat, index })).filter(({ seat }) => seat.player === player);
}

/** Whether the options of now are those of this seat. */
export function isActing(session: Session, index: number): boolean {
  const view = viewOf(session);
  return view.active === index && view.seats[index]?.player === session.seat && (session.acting || session.plan.active);
}

export function seatName(session: Session, seat: SeatView): string {
  return session.name(seat.player) + (seat.role === 'player' ? '' : session.words.name(`role_${seat.role}`));
}

/** Master or Apprentice, as a word of its own: the game writes it in brackets behind a name. */
export function roleName(session: Session, role: string): string {
  return session.words.name(`role_${role}`).trim().replace(/[()]/g, '');
}

/** Equal cards as one, with their number. */
export function counted(cards: Record<string, number> | readonly string[]): { card: string; count: number }[] {
  if (!Array.isArray(cards)) return Object.entries(cards).map(([card, count]) => ({ card, count }));
  const found = new Map<string, number>();
  for (const card of cards as readonly string[]) found.set(card, (found.get(card) ?? 0) + 1);
  return [...found].map(([card, count]) => ({ card, count }));
}

/** The action points that the options of an object cost, if they all cost the same. */
export function price(options: readonly OptionData[]): number | null {
  const costs = new Set(options.map((option) => option.cost['action_points'] ?? 0));
  const [only] = costs;
  return costs.size === 1 && only ? only : null;
}

/** What every seat would score if something ran out now, in words. */
export function outLines(session: Session, out: readonly number[]): string[] {
  const parts = viewOf(session).seats.flatMap((seat, index) =>
    out[index] ? [`${seatName(session, seat)} +${out[index]}`] : [],
  );
  return parts.length ? [t('town.if_out', { points: parts.join(', ') })] : [];
}
