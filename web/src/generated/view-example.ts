// Written by `make types` from the server's models: do not edit.
// schema 002a4756284f2c1bdcaf7ba1228caaa6f8abec1ae0e58d11a12550b271f982a9

/**
 * The table of Lamp Room from one seat.
 */
export interface View {
  round: number;
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
