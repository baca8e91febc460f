// Settings in the browser's local storage.

import { untrack } from 'svelte';

export type Theme = 'dark' | 'light' | 'auto';
export type Speed = 0.5 | 1 | 2 | 'instant';

export interface Settings {
  language: string;
  theme: Theme;
  speed: Speed;
  sound: boolean;
  volume: number;
  onlyMyTurn: boolean;
  notices: boolean;
  quickConfirm: boolean;
  /** Keys of one sign: letters, numbers, “?”. */
  shortcuts: boolean;
  /** The colour and shape I play with on my screen: 1 … 6; 0 takes that of the seat. */
  ownToken: number;
  name: string;
  lastGame: string;
  lastLevel: string;
  lastPlayers: Record<string, number>;
  seenGames: string[];
  /** Finished tables that are no longer wanted among the own ones. */
  archived: string[];
  /** By game and lesson: the table where it was left, or that it is done. */
  lessons: Record<string, string>;
  /** Games that were played to their end here: whoever knows one needs less time to follow it. */
  knownGames: string[];
}

const KEY = 'pithead.settings';
const DEFAULTS: Settings = {
  language: '',
  theme: 'auto',
  speed: 1,
  sound: false,
  volume: 0.6,
  onlyMyTurn: false,
  notices: false,
  quickConfirm: false,
  shortcuts: true,
  ownToken: 0,
  name: '',
  lastGame: '',
  lastLevel: 'hewer',
  lastPlayers: {},
  seenGames: [],
  archived: [],
  lessons: {},
  knownGames: [],
};

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>;
  } catch {
    return {}; // storage is unavailable, or the value is not ours
  }
}

export const settings: Settings = $state({ ...DEFAULTS, ...stored() });

// Another window of this browser has changed them: what is remembered next must not take that back.
window.addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) Object.assign(settings, DEFAULTS, stored());
});

/** Change and persist. */
export function set(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(
      KEY,
      untrack(() => JSON.stringify(settings)),
    );
  } catch {
    // Storage is unavailable: the setting lasts until the page is closed.
  }
}

const daylight = window.matchMedia('(prefers-color-scheme: light)');
let day = $state(daylight.matches);
daylight.addEventListener('change', (event) => (day = event.matches));

/** The theme in force: at a table the night shift unless the user chose, elsewhere what the system prefers. */
export function themeFor(atTable: boolean): 'dark' | 'light' {
  if (settings.theme !== 'auto') return settings.theme;
  return day && !atTable ? 'light' : 'dark';
}

const calm = window.matchMedia('(prefers-reduced-motion: reduce)');

/** Milliseconds to read what is told, at the user's speed: also where nothing moves. */
export function readingTime(ms: number): number {
  return settings.speed === 'instant' ? 0 : ms / settings.speed;
}

/** How fast others' turns follow each other: at half the speed in the first game of a title. */
export function paceOf(game: string): number {
  return settings.knownGames.includes(game) ? 1 : 0.5;
}

/** Milliseconds for a movement of this length at the user's speed; 0 without motion. */
export function duration(ms: number): number {
  return calm.matches ? 0 : readingTime(ms);
}
