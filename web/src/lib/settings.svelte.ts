// User settings: reactive, persisted in local storage.

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
  /** Single-character shortcuts: letters, numbers, “?”. */
  shortcuts: boolean;
  /** The preferred colour and shape on this screen: 1 … 6; 0 is that of the seat. */
  ownToken: number;
  name: string;
  lastGame: string;
  lastLevel: string;
  lastPlayers: Record<string, number>;
  seenGames: string[];
  /** Finished tables hidden from the list of own tables. */
  archived: string[];
  /** Progress by game and lesson: the table's id, or done. */
  lessons: Record<string, string>;
  /** Games finished here at least once: playback runs at full speed for these. */
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

// Sync across windows: a later write here must not overwrite another window's change.
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

/** The effective theme: the user's choice; by default dark at a table, elsewhere the system preference. */
export function themeFor(atTable: boolean): 'dark' | 'light' {
  if (settings.theme !== 'auto') return settings.theme;
  return day && !atTable ? 'light' : 'dark';
}

const calm = window.matchMedia('(prefers-reduced-motion: reduce)');

/** Reading time in milliseconds at the user's speed; applies with reduced motion too. */
export function readingTime(ms: number): number {
  return settings.speed === 'instant' ? 0 : ms / settings.speed;
}

/** The playback rate of others' turns: half speed in the first game of a title. */
export function paceOf(game: string): number {
  return settings.knownGames.includes(game) ? 1 : 0.5;
}

/** Animation duration at the user's speed; 0 with reduced motion. */
export function duration(ms: number): number {
  return calm.matches ? 0 : readingTime(ms);
}
