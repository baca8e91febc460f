// Written by `make types` from the server's models: do not edit.
// schema 4a2f984eab52262648d7f06fd301100d2a358ef274ae92a4de164cc6a6b059ea

/**
 * The table of MINE! from one seat; `boards` are all seats, a dummy last.
 */
export interface View {
  round: number;
  rounds: number;
  step: string;
  holder: number;
  seats: number;
  reserve: number | null;
  deck: number;
  discard: {
    [k: string]: number;
  };
  sale_limit: number;
  mine_limit: number | null;
  die_card: DieCard | null;
  die_cards_left: DieCard[];
  firedamp: number | null;
  most_to_sell: number | null;
  track_end: number;
  hand_limit: number;
  base_draw: number;
  cards_per_round: number;
  boards: Board[];
  professions: Card[];
  event_cards: EventCard[];
}
/**
 * The limits of a die card.
 */
export interface DieCard {
  sale: number;
  mine: number;
}
/**
 * One seat's board, hand and pawn.
 */
export interface Board {
  player: number | null;
  town: string;
  points: number;
  coal: number;
  cards: number;
  hand: string[] | null;
  colour_cards: string[] | null;
  placed: number;
  passed: boolean;
  done: boolean;
  has_die: boolean;
  events: Heap;
  shelter: Attack[];
  watchtower: Heap;
  mine: Heap;
  recruitment: Heap;
  changes: {
    [k: string]: number;
  };
  gain: number;
  loss: number;
}
/**
 * Cards at one location: how many, and which if the seat may know.
 */
export interface Heap {
  count: number;
  cards: string[] | null;
  helmets: number | null;
}
/**
 * One stack at the looters' shelter.
 */
export interface Attack {
  count: number;
  target: number | null;
  town: string | null;
  cards: string[] | null;
  strength: number | null;
}
/**
 * A profession with its helmets at each location, for the help panel.
 */
export interface Card {
  id: string;
  helmets: {
    [k: string]: number;
  };
  firedamp_proof: boolean;
}
/**
 * An event: how much firedamp it is, and what it changes for its owner and for everybody else.
 */
export interface EventCard {
  id: string;
  firedamp: number;
  for_owner: {
    [k: string]: number;
  };
  for_others: {
    [k: string]: number;
  };
}
