// Written by `make types` from the server's models: do not edit.
// schema 30d6efd8c6112f1cbbbad0ae9704c1433e9e974ddbe2a184cec0cacb57b220ca

/**
 * The table of Lamp Room from one seat.
 */
export interface View {
  round: number;
  first: number;
  glow: number;
  deck: number;
  hung: {
    [k: string]: number;
  };
  keeper_points: number | null;
  players: PlayerView[];
}
/**
 * One player as everybody, or only the owner, sees him.
 */
export interface PlayerView {
  points: number;
  matches: number;
  cards: number;
  hand: string[] | null;
}
