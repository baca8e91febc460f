// The registry of board components, loaded lazily per game. A game without its own board uses the generic one.

import type { Component } from 'svelte';
import type { IconName } from '../art/icons';
import type { Session } from './session/session.svelte';
import { learn } from './words.svelte';

export interface BoardTab {
  id: string;
  label: string;
  /** Something to do here. */
  due: boolean;
}

export interface TrackStep {
  label: string;
  state: 'done' | 'now' | 'next';
}

export interface PlayerSummary {
  points: number | null;
  /** The one or two numbers that fit the phone's strip. */
  short?: { label: string; value: number | string; icon?: 'worker' | IconName }[];
  /** Public numbers for the panel: the icon or the word, and the number. */
  chips: { id: string; label: string; value: number | string; icon?: 'worker' | 'cube' | IconName }[];
}

export interface BoardModule {
  default: Component<{ session: Session; tab: string }>;
  /** Rows of a player panel that only this game has. */
  PlayerRow?: Component<{ session: Session; seat: number }>;
  /** The turn's meter in the action bar. */
  Meter?: Component<{ session: Session }>;
  /** The position in a replay, without the shell. */
  Snapshot: Component<{ session: Session }>;
  tabs(session: Session): BoardTab[];
  /** The tab that belongs to the present question. */
  opening(session: Session): string;
  track(session: Session): TrackStep[];
  summary(session: Session, seat: number): PlayerSummary;
  /** Width of the dock in the three columns of the desktop. */
  dock: string;
  /** The tab that shows what another player has, where the board can show it. */
  looks?: string;
  help?(session: Session): string;
  /** The picture of an object that events name, such as `order:9`, and which objects have one. */
  Thing?: Component<{ session: Session; id: string }>;
  pictured?(session: Session, id: string): boolean;
  /** The events that summarise a turn, most significant first. */
  telling?: readonly string[];
  /** The board objects that differ between two views (for highlighting). */
  changed?(before: object, now: object): string[];
}

const boards = import.meta.glob<BoardModule>('../boards/*/index.ts');

/** Load a game's board and its messages; `generic` forces the generic board. */
export async function boardOf(game: string, generic = false): Promise<BoardModule> {
  const name = !generic && `../boards/${game}/index.ts` in boards ? game : 'generic';
  const [board] = await Promise.all([boards[`../boards/${name}/index.ts`]!(), learn(name)]);
  return board;
}
