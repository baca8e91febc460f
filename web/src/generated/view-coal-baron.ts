// Written by `make types` from the server's models: do not edit.
// schema d5d5d2ddc9ba97e13a70c10a899773eb73db9ec1455954e8ca70e968fbf11b8d

/**
 * The table of Coal Baron from one seat.
 */
export interface View {
  phase: string;
  shift: number;
  drafting: boolean;
  first: number;
  current: number;
  moves: number;
  moves_given: number;
  cage_slots: number;
  spaces: SpaceView[];
  supply: {
    [k: string]: number;
  };
  tiles: PileView;
  orders: PileView;
  draft: OrderView[];
  drawn: DrawnView | null;
  swap: SwapView | null;
  unfilled: string | null;
  to_fill: number;
  players: PlayerView[];
  majorities: MajorityView[];
}
/**
 * A worker space with what lies on it; `need` is its price in workers.
 */
export interface SpaceView {
  id: string;
  kind: string;
  open: boolean;
  workers: number;
  owner: number | null;
  need: number;
  moves: number | null;
  francs: number | null;
  vehicle: string | null;
  tile: TileView | null;
  order: OrderView | null;
}
/**
 * A tunnel tile, face up.
 */
export interface TileView {
  id: number;
  colour: string;
  carts: number;
  side: string;
  price: number;
}
/**
 * An order card, face up.
 */
export interface OrderView {
  id: number;
  vehicle: string;
  points: number;
  squares: SquareView[];
  complete: boolean;
}
/**
 * A square of an order: empty, or with one cube of its colour, or with two of any.
 */
export interface SquareView {
  colour: string;
  cubes: string[];
}
/**
 * A face-down pile: its size, and the items that the seat knows, by depth (1 = top).
 */
export interface PileView {
  size: number;
  known: {
    [k: string]: number;
  };
}
/**
 * Items in the hands of the player to move; only that player sees which (`items` not yet put back).
 */
export interface DrawnView {
  pile: string;
  count: number;
  items: number[] | null;
  tiles: TileView[] | null;
  orders: OrderView[] | null;
  end: string | null;
  arranged: number[] | null;
}
/**
 * A two for one under way.
 */
export interface SwapView {
  order: number;
  colour: string;
  first: string | null;
}
/**
 * One mine and its owner.
 */
export interface PlayerView {
  points: number;
  francs: number;
  workers: number;
  canteen: number;
  bank: number;
  factory_workers: number;
  level: number;
  cage: string[];
  storage: string[];
  mine: LevelView[];
  light: number;
  dark: number;
  balance: number;
  orders: OrderView[];
  delivered: number;
  delivered_orders: OrderView[] | null;
  sources: {
    [k: string]: number;
  };
}
/**
 * One gallery.
 */
export interface LevelView {
  level: number;
  colour: string;
  tunnels: TunnelView[];
  empty: number;
}
/**
 * A tile in a mine, or the printed cart (no id); an empty cart holds None.
 */
export interface TunnelView {
  id: number | null;
  side: string;
  carts: (string | null)[];
}
/**
 * One element of the scoring wheel, with what the seat knows of the counts and who would get the prizes by them.
 */
export interface MajorityView {
  id: string;
  type: string;
  key: string;
  first_prize: number;
  second_prize: number;
  scored: boolean;
  counts: number[];
  winners: number[];
  runners_up: number[];
}
