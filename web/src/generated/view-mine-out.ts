// Written by `make types` from the server's models: do not edit.
// schema ba99bee1415725402798c5d075fd6526418b96eeb1474e947beab42f13e81aa6

/**
 * The town of Mine Out from one seat.
 */
export interface View {
  mode: string;
  phase: string;
  round: number;
  round_limit: number;
  ends_above: number;
  first: number;
  active: number;
  turn: TurnView;
  mines: MineView[];
  market: RowView[];
  bank: BankView;
  hire: (string | null)[];
  waiting: string[];
  community: string[];
  community_slots: number;
  hand_limit: number;
  deck: number;
  discard: {
    [k: string]: number;
  };
  unseen: {
    [k: string]: number;
  };
  players: number[];
  teams: number[];
  seats: SeatView[];
  places: PlaceView[];
  rails: string[][];
  kinds: KindView[];
}
/**
 * How far the turn is.
 */
export interface TurnView {
  action_points: number;
  of: number;
  hires: number;
  digs: number;
  sales: number;
  limits: {
    [k: string]: number;
  };
  deeds: number;
  costs: {
    [k: string]: number;
  };
  wilds_left: number;
  wilds: {
    [k: string]: number;
  };
  best: {
    [k: string]: number;
  } | null;
  digger: string | null;
  draws_left: number;
}
/**
 * A mine, and what every seat would score if it ran out now.
 */
export interface MineView {
  mineral: string;
  place: string;
  left: number;
  of: number;
  dig: number;
  minimum: number;
  out: number[];
}
/**
 * A row of the market.
 */
export interface RowView {
  ore: string;
  cubes: string[];
  prices: number[];
  next_price: number;
}
/**
 * The bank, the expense box, and what every seat would score if the bank ran out now.
 */
export interface BankView {
  rupees: number;
  expenses: number;
  out: number[];
}
/**
 * One pawn and what belongs to it.
 */
export interface SeatView {
  player: number;
  role: string;
  colour: string;
  joined: boolean;
  score: number | null;
  ends_next: boolean;
  rupees: number;
  place: string;
  cards: number;
  hand: string[] | null;
  remembered: string[];
  in_play: {
    [k: string]: number;
  };
  cubes: {
    [k: string]: number;
  };
  wilds: number;
  dig_bonus: {
    [k: string]: number;
  };
  price_bonus: {
    [k: string]: number;
  };
  smith_points: {
    [k: string]: number;
  };
  payout: number;
  mafia: number;
  draws: number;
  next_points: number;
}
/**
 * A place of the town, and where it is drawn.
 */
export interface PlaceView {
  place: string;
  kind: string;
  column: number;
  row: number;
}
/**
 * What is printed on a kind of card.
 */
export interface KindView {
  card: string;
  type: string;
  frame: string;
  place: string;
  dig: number;
  wage: number;
  fame: number;
  effect: {
    [k: string]: number | string;
  };
}
