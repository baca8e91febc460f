// Written by `make types` from the server's models: do not edit.
// schema 6d873263a7d54c49a101f34bd35767ce6c900c295e29ef305a94995ca10d239f

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
