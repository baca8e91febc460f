// The message catalogues: the client's own, and each game's from the server.

import { knownFetch, wordsTag } from './api';
import { numberFormat, timeFormat } from './formats';
import { Texts, type Params, type TextTable } from './messages';
import { LANGUAGES, route, type Language } from './router.svelte';
import { settings } from './settings.svelte';

type Words = { default: TextTable };
const shell = import.meta.glob<Words>('../locales/*.json');
const boards = import.meta.glob<Words>('../boards/*/locales/*.json');
/** Boards whose messages are loaded in addition to the shell's. */
const learned = new Set<string>();

let own = $state.raw(new Texts('en', {}));
const games = $state<Record<string, Texts>>({});

/** The default language, where the URL has none. */
export function preferred(): Language {
  const wishes = [settings.language, ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return (wishes.find((wish) => LANGUAGES.includes(wish as Language)) as Language | undefined) ?? 'en';
}

/** Load the client's catalogue of a language and activate it. */
export async function speak(language: Language): Promise<void> {
  if (own.language === language && own.has('app.name')) return;
  await load(language);
}

/** Load a board's messages, now and after every change of language. */
export async function learn(board: string): Promise<void> {
  if (learned.has(board)) return;
  learned.add(board);
  await load(route.now.language ?? own.language);
}

// Against races: the last request wins, whichever response arrives first.
let asked = 0;

async function load(language: string): Promise<void> {
  const mine = ++asked;
  const files = [
    shell[`../locales/${language}.json`],
    ...[...learned].map((board) => boards[`../boards/${board}/locales/${language}.json`]),
  ];
  const tables = await Promise.all(files.map((file) => file?.()));
  if (mine !== asked) return;
  own = new Texts(language, Object.assign({}, ...tables.map((table) => table?.default)) as TextTable);
  document.documentElement.lang = language;
}

/** Format a message of the client. */
export function t(id: string, params: Params = {}): string {
  return own.text(id, params);
}

export function hasText(id: string): boolean {
  return own.has(id);
}

export function language(): string {
  return own.language;
}

const underway = new Set<string>();

/** A game's messages in the current language; while loading, its ids. */
export function words(game: string): Texts {
  const spoken = route.now.language ?? own.language;
  const key = `${game}/${spoken}`;
  const found = games[key];
  if (found) return found;
  if (game && !underway.has(key)) {
    underway.add(key);
    void loadWords(game, spoken);
  }
  return LANGUAGES.map((other) => games[`${game}/${other}`]).find(Boolean) ?? EMPTY;
}

const EMPTY = new Texts('en', {});

export async function loadWords(game: string, spoken: string): Promise<void> {
  const key = `${game}/${spoken}`;
  try {
    const tag = await wordsTag();
    const answer = await knownFetch(`/api/games/${encodeURIComponent(game)}/messages/${spoken}?v=${tag}`);
    if (answer.ok) games[key] = new Texts(spoken, (await answer.json()) as TextTable);
  } finally {
    underway.delete(key);
  }
}

/** Format a number in the current language, with a typographic minus: 1,234 and −5. */
export function number(value: number, options?: Intl.NumberFormatOptions): string {
  return numberFormat(own.language, options).format(value).replace('-', '−');
}

/** Format a signed difference: +3 and −2. */
export function signed(value: number): string {
  return number(value, { signDisplay: 'exceptZero' });
}

export function timeOfDay(value: number): string {
  return timeFormat(own.language, { timeStyle: 'short' }).format(new Date(value));
}

export function date(value: string | number | Date): string {
  return timeFormat(own.language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(value));
}
