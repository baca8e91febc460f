// Written by `make types` from the server's models: do not edit.
// schema a97310aa8228c7c6b0474696b504954c7203edcc3840c6a486a668fd5b8e8f01

/**
 * The table from one seat.
 */
export interface View {
  round: number;
  rounds: number;
  phase: number;
  question: string;
  to_move: number | null;
  turn_order: number[];
  choosers: number[];
  bonus_track: (string | null)[];
  markers: (number | null)[];
  blocked_bonus: string[];
  prices: {
    [k: string]: number;
  };
  raised: string[];
  bank_workers: number;
  bank_coins: number;
  bank_engines: number;
  syndicate: SyndicateView;
  disasters: (string | null)[];
  damage_active: boolean;
  bag: {
    [k: string]: number;
  } | null;
  discs_drawn: number | null;
  rail_tokens_unseen: {
    [k: string]: number;
  };
  lots_left: string[];
  auction: AuctionView | null;
  turn: TurnView;
  fields: FieldView[];
  mines: MineView[];
  villages: VillageView[];
  stations: StationView[];
  players: PlayerView[];
  printed: PrintedView;
}
/**
 * The Coal Syndicate.
 */
export interface SyndicateView {
  track: boolean[];
  coins: number;
  purchases: number;
  extra_coin: boolean;
  next_mines: number[];
}
/**
 * The consolidation that is going on.
 */
export interface AuctionView {
  field: string;
  syndicate: number | null;
  top: number;
  bidders: BidderView[];
}
/**
 * A bidder in a consolidation.
 */
export interface BidderView {
  player: number;
  base: number;
  value: number;
  active: boolean;
  maximum: number | null;
}
/**
 * What the player to move has done and can still do.
 */
export interface TurnView {
  main_done: boolean;
  by_token: boolean;
  places_left: number | null;
  moves_left: number | null;
  engineer_moves_left: number | null;
  lifted: string | null;
  mine: string | null;
  second_worker: boolean | null;
  village: string | null;
  card: string | null;
  miners: number | null;
  afterwards: string | null;
  purchases: number;
  sales: number;
  defended: number;
  bid: number | null;
  loading: boolean;
  wagons: number;
}
/**
 * A field and its large mine.
 */
export interface FieldView {
  id: string;
  name: string;
  in_play: boolean;
  marks: number;
  consolidates: number | null;
  status: string;
  owner: number | null;
  token: string | null;
}
/**
 * A small or single mine on the map.
 */
export interface MineView {
  number: number;
  name: string;
  field: string;
  round: number;
  status: string;
  owner: number | null;
  token: string | null;
}
/**
 * A village.
 */
export interface VillageView {
  id: string;
  name: string;
  in_play: boolean;
  workers: number;
  spots: number;
  free: number;
  settlements: SettlementView[];
}
/**
 * A settlement with its miners.
 */
export interface SettlementView {
  player: number;
  miners: number;
}
/**
 * A station; `token`: one still lies there, face down.
 */
export interface StationView {
  id: string;
  name: string;
  line: string;
  in_play: boolean;
  token: boolean;
  miners: number[];
}
/**
 * One player; `coins` is None where the table plays with hidden money.
 */
export interface PlayerView {
  points: number;
  coins: number | null;
  workers: number;
  reserve: number;
  settlements: number;
  engineers: number;
  extra_actions: number;
  engines: number;
  engines_aside: number;
  coking_steps: number;
  lost_miners: number;
  hit: boolean;
  held: string | null;
  tokens: {
    [k: string]: number;
  };
  fresh_tokens: {
    [k: string]: number;
  };
  slots: SlotView[];
  technology: TechnologyView[];
  complete_lines: string[];
  forecast: ForecastView;
}
/**
 * A slot of the mat with its card.
 */
export interface SlotView {
  id: string;
  card: string | null;
  name: string | null;
  engine: boolean;
  guard_space: boolean;
  guard: boolean;
  needs_protection: boolean;
  secured: boolean;
}
/**
 * A technology card.
 */
export interface TechnologyView {
  card: string;
  flipped: boolean;
  slots: TechSlotView[];
}
/**
 * A slot of a technology card on the side that shows.
 */
export interface TechSlotView {
  id: string;
  room: number;
  pieces: number;
}
/**
 * What the scorings would bring as things stand.
 */
export interface ForecastView {
  income: number;
  board: number;
  technology_coins: number;
  technology_points: number;
  wagons: number;
  administration: number;
  discs: number;
  stations: number;
  lines: number;
  final: number | null;
}
/**
 * What the board and the cards of this game say: the same in every position.
 */
export interface PrintedView {
  fields: FieldsPrint;
  mines: MinesPrint;
  villages: VillagesPrint;
  stations: StationsPrint;
  lines: {
    [k: string]: number;
  };
  technology: SidePrint[];
  bonus_costs: {
    [k: string]: number;
  };
  arrows: string[][];
}
/**
 * What is printed on the fields, in the order of `fields`; 0 where there is no large mine.
 */
export interface FieldsPrint {
  city: string[];
  outline: number[][];
  points: number[];
  income: number[];
  wagons: number[];
}
/**
 * What is printed on small and single mines, in the order of `mines`.
 */
export interface MinesPrint {
  cost: number[];
  income: number[];
  points: number[];
  wagons: number[];
  second_miner: boolean[];
}
/**
 * Where the villages lie, in the order of `villages`, and the fields they touch.
 */
export interface VillagesPrint {
  x: number[];
  y: number[];
  touches: string[][];
}
/**
 * Where the stations lie, in the order of `stations`, and the villages on both sides of them.
 */
export interface StationsPrint {
  x: number[];
  y: number[];
  villages: string[][];
}
/**
 * One side of a technology card, and what turning to it costs and brings.
 */
export interface SidePrint {
  card: string;
  flipped: boolean;
  places: number;
  moves: number;
  slots: SlotPrint[];
  flip: FlipPrint[];
  points: number;
}
/**
 * A slot of one side of a technology card: its piece, and what it brings when it is full.
 */
export interface SlotPrint {
  id: string;
  piece: string;
  coins: number;
  points: number;
  bid: number;
  wagons: number;
}
/**
 * One price for turning a card.
 */
export interface FlipPrint {
  workers: number;
  coins: number;
}
/**
 * What the board and the cards of this game say: the same in every position.
 */
export interface PrintedView1 {
  fields: FieldsPrint;
  mines: MinesPrint;
  villages: VillagesPrint;
  stations: StationsPrint;
  lines: {
    [k: string]: number;
  };
  technology: SidePrint[];
  bonus_costs: {
    [k: string]: number;
  };
  arrows: string[][];
}
