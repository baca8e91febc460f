// How the parts of a view are called and which of them are what: the generic board knows no game.

import type { Texts } from '../../lib/messages';
import type { Session } from '../../lib/session/session.svelte';
import { hasText, t } from '../../lib/words.svelte';

export type Scalar = string | number | boolean | null;
export type Data = Scalar | Data[] | { [key: string]: Data };

// Types of fields that are no kinds of things.
const SHAPES = new Set(['seat', 'by_seat', 'partners', 'printed']);
// Words that are said elsewhere.
const SAID_ELSEWHERE = new Set(['phase', 'step', 'question', 'active']);

export const isScalar = (value: Data | undefined): value is Scalar => value === null || typeof value !== 'object';
export const isRecord = (value: Data | undefined): value is { [key: string]: Data } =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** What a field is called, by the game's own word first; inside a part of what somebody has, cards are those that lie there. */
export function label(texts: Texts, key: string, inside = false): string {
  if (inside && hasText(`field.inside_${key}`)) return t(`field.inside_${key}`);
  if (texts.has(`field.${key}`)) return texts.text(`field.${key}`);
  if (hasText(`field.${key}`)) return t(`field.${key}`);
  if (texts.has(`amount.${key}`)) return capital(texts.text(`amount.${key}`));
  const name = texts.name(key);
  return capital(name === key || name.includes('{') ? key.replaceAll('_', ' ') : name);
}

/** What an entry of a part is called: by the kind of things that are counted there, or as a field. */
export function labelIn(session: Session, part: string, counted: boolean, key: string, inside = false): string {
  const kind = kindOf(session, part);
  const name = counted && kind && named(session, kind, key);
  return name ? capital(name) : label(session.words, key, inside);
}

export function kindOf(session: Session, field: string): string | undefined {
  const type = session.words.fieldType(field);
  return type && !SHAPES.has(type) ? type : undefined;
}

/** What a thing of a kind is called: a player, something with a name of its own in the view, or by a word of the game. */
export function named(session: Session, kind: string, id: string | number): string | null {
  const seat = /^player_(\d+)$/.exec(String(id));
  if (seat) return session.name(Number(seat[1]));
  const list = (session.view as { [key: string]: Data } | null)?.[`${kind}s`];
  const own =
    Array.isArray(list) && list.find((one) => isRecord(one) && String(one['number'] ?? one['id']) === String(id));
  if (own && isRecord(own) && typeof own['name'] === 'string') return own['name'];
  const { words } = session;
  if (words.has(`name.${kind}_${id}`)) return words.text(`name.${kind}_${id}`);
  return words.has(`name.${kind}`) ? words.text(`name.${kind}`, { id }) : null;
}

/** What a target of options and refusals is called. */
export function nameOf(session: Session, id: string): string {
  const { words } = session;
  const [kind, ...rest] = id.split(':');
  // A slot of a card: `tech:ironworks.E`.
  const [card, slot] = rest.join(':').split('.');
  const name = slot ? words.name(`${kind}_${card}:${slot}`) : (named(session, kind!, rest.join(':')) ?? words.name(id));
  if (name !== id) return capital(name);
  if (rest.length === 0) return capital(label(words, id));
  // A thing on another: `square:12:Y`.
  const [on, of] = rest;
  if (of && words.has(`name.${kind}_on`)) return capital(words.text(`name.${kind}_on`, { id: on!, of }));
  const thing = rest.join(' ');
  const known = [`${kind}_${thing}`, thing].find((word) => words.has(`name.${word}`));
  if (known) return capital(words.name(known));
  const plain = thing.replaceAll('_', ' ');
  return /\p{L}{3}/u.test(plain) ? capital(plain) : `${label(words, kind!)} ${plain}`;
}

export const isNumbers = (value: { [key: string]: Data }): boolean =>
  Object.values(value).every((part) => typeof part === 'number');

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** A single value in words. */
export function shown(session: Session, key: string, value: Scalar): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return session.words.text(value ? 'name.yes' : 'name.no');
  const kind = kindOf(session, key);
  const name = kind && named(session, kind, value);
  if (name) return name;
  if (typeof value === 'number')
    return session.words.fieldType(key) === 'seat' ? session.name(value) : String(value).replace('-', '−');
  if (value.includes(':')) return nameOf(session, value);
  const known = [value, `${key}_${value}`, `${key.replace(/s$/, '')}_${value}`, `${key.split('_')[0]}_${value}`];
  const names = known
    .map((word) => session.words.name(word))
    .filter((name, i) => name !== known[i] && !name.includes('{'));
  // What is named by its number is named without it where it stands for its kind.
  return (
    names[0] ??
    session.words
      .name(value)
      .replaceAll('_', ' ')
      .replace(/\{\w+\}/, '')
      .trim()
  );
}

/** One number for every player, in words: whoever has none is left out, and partners have the same. */
export function byPlayer(session: Session, key: string, value: Data): string | null {
  const type = session.words.fieldType(key);
  if (!Array.isArray(value) || (type !== 'by_seat' && type !== 'partners')) return null;
  const players = [...Array(session.info?.seats.length ?? 0).keys()];
  // Somebody may have several pawns.
  const pawns = (session.view?.['seats'] ?? []) as { player: number }[];
  const owner = (i: number): number => (value.length === pawns.length ? pawns[i]!.player : i);
  if (type === 'partners')
    return [...new Set(value)]
      .map((team) => players.filter((seat) => value[seat] === team).map((seat) => session.name(seat)))
      .map((team) => team.join(' + '))
      .join(', ');
  const sum = (seat: number): number =>
    value.reduce<number>((all, part, i) => all + (owner(i) === seat ? Number(part) : 0), 0);
  const parts = players.flatMap((seat) => (sum(seat) ? [`${session.name(seat)} ${sum(seat)}`] : []));
  return parts.join(', ') || '–';
}

/** A cell of a table: a value, a few values, or what players have there. */
export function cell(session: Session, key: string, value: Data): string {
  if (isScalar(value)) return shown(session, key, value);
  const numbers = byPlayer(session, key, value);
  if (numbers !== null) return numbers;
  const parts = (value as Data[]).map((item) => {
    if (isScalar(item)) return shown(session, key, item);
    const { player, ...rest } = item as { [key: string]: Data };
    const own = Object.entries(rest).filter(([, part]) => part !== 0 && part !== null);
    return [session.name(player as number), ...own.map(([name, part]) => shown(session, name, part as Scalar))].join(
      ' ',
    );
  });
  return parts.join(', ') || '–';
}

/**
 * The top of a view: single facts, areas with things in them, and the players. What is printed on boards and cards is
 * the same in every position: only boards of their own draw it.
 */
export function divide(
  texts: Texts,
  view: Record<string, unknown>,
): { facts: [string, Scalar][]; areas: [string, Data][] } {
  const facts: [string, Scalar][] = [];
  const areas: [string, Data][] = [];
  for (const [key, value] of Object.entries(view as { [key: string]: Data })) {
    if (SAID_ELSEWHERE.has(key) || texts.fieldType(key) === 'printed' || isPlayerList(key, value)) continue;
    if (isScalar(value)) {
      if (value !== null) facts.push([key, value]);
    } else if (!isEmpty(value)) {
      areas.push([key, value]);
    }
  }
  return { facts, areas };
}

export function isEmpty(value: Data): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isRecord(value)) return Object.values(value).every((part) => part === null || (!isScalar(part) && isEmpty(part)));
  return false;
}

/** Whether a part of a view lists what players have: `players`, or records that name their player. */
function isPlayerList(key: string, value: Data): value is Data[] {
  if (!Array.isArray(value) || value.length === 0) return false;
  return key === 'players' || value.every((item) => isRecord(item) && 'player' in item);
}

/** What belongs to a player: a record of `players`, or all records that name the player. */
export function belongings(view: Record<string, unknown>, player: number): { [key: string]: Data }[] {
  const found: { [key: string]: Data }[] = [];
  for (const [key, value] of Object.entries(view as { [key: string]: Data })) {
    if (!isPlayerList(key, value)) continue;
    const own =
      key === 'players' ? [value[player]] : value.filter((item) => isRecord(item) && item['player'] === player);
    found.push(...own.filter((item): item is { [key: string]: Data } => isRecord(item)));
  }
  return found;
}

/** Records of the same list that belong to nobody at the table: a dummy, an automaton. */
export function strays(view: Record<string, unknown>): { [key: string]: Data }[] {
  return Object.entries(view as { [key: string]: Data })
    .filter(([key, value]) => key !== 'players' && isPlayerList(key, value))
    .flatMap(([, value]) =>
      (value as Data[]).filter((item): item is { [key: string]: Data } => isRecord(item) && item['player'] === null),
    );
}

export function points(view: Record<string, unknown>, player: number): number | null {
  const { players } = view as { players?: Data };
  const own = Array.isArray(players) ? players[player] : undefined;
  if (typeof own === 'number') return own;
  for (const part of belongings(view, player)) {
    for (const key of ['points', 'score']) if (typeof part[key] === 'number') return part[key];
  }
  return null;
}

/**
 * Ids under which options may name a thing: `lamp:oil` for the word `oil` in the field `lamps`, `hire:2` for the second
 * thing of `hire`. A hand holds cards, whatever they are called.
 */
export function candidates(
  session: Session,
  path: readonly string[],
  value: string | number,
  index?: number,
): string[] {
  const text = String(value);
  const fields = path.flatMap((field) => [field, field.replace(/ies$/, 'y'), field.replace(/s$/, '')]);
  const means = (prefix: string): boolean =>
    fields.some((field) => field === prefix || field.startsWith(`${prefix}_`) || field.endsWith(`_${prefix}`)) ||
    (prefix === 'card' && path.includes('hand'));
  return session.targetIds.filter((id) => {
    if (id === text) return true;
    const colon = id.indexOf(':');
    if (colon < 0 || !means(id.slice(0, colon))) return false;
    const name = id.slice(colon + 1);
    return name === text || (index !== undefined && name === String(index + 1));
  });
}

/** Lists of records that read best as a table: the same few single values in each. */
export function isTable(list: Data[]): list is { [key: string]: Data }[] {
  const [first] = list;
  if (list.length < 2 || !isRecord(first)) return false;
  const columns = Object.keys(first).length;
  if (columns < 2 || columns > 8) return false;
  return list.every(
    (item) =>
      isRecord(item) &&
      Object.values(item).every(
        (part) => isScalar(part) || (Array.isArray(part) && part.length <= 8 && part.every(fitsCell)),
      ),
  );
}

/** A single value, or what one player has at a place. */
function fitsCell(value: Data): boolean {
  if (isScalar(value)) return true;
  return (
    isRecord(value) &&
    typeof value['player'] === 'number' &&
    Object.keys(value).length <= 3 &&
    Object.values(value).every(isScalar)
  );
}

/** Whether all have a name beside their id: then the name says it. */
export function namedById(list: { [key: string]: Data }[]): boolean {
  return list.every((row) => row['id'] !== undefined && typeof row['name'] === 'string');
}

/** Rows without what is not in this game, and the columns that say something: a name stands for its id. */
export function tableOf(list: { [key: string]: Data }[]): { rows: { [key: string]: Data }[]; columns: string[] } {
  const rows = list.filter((row) => row['in_play'] !== false);
  const used = rows.length ? rows : list;
  const columns = Object.keys(list[0]!).filter(
    (name) => name !== 'in_play' && !(name === 'name' && namedById(used)) && used.some((row) => row[name] !== null),
  );
  return { rows: used, columns };
}

export interface Matrix {
  columns: string[];
  rows: [string, { [key: string]: Data }][];
}

/** Entries that count the same things are one table: cubes, bonuses and prices by mineral. */
export function matrices(entries: [string, Data][]): (Matrix | [string, Data])[] {
  const bySignature = new Map<string, [string, { [key: string]: Data }][]>();
  const signature = (value: Data): string | null => {
    if (!isRecord(value)) return null;
    const parts = Object.entries(value);
    return parts.length > 1 && parts.every(([, part]) => isScalar(part)) ? parts.map(([key]) => key).join(' ') : null;
  };
  for (const [key, value] of entries) {
    const found = signature(value);
    if (found) bySignature.set(found, [...(bySignature.get(found) ?? []), [key, value as { [key: string]: Data }]]);
  }
  const done = new Set<string>();
  const result: (Matrix | [string, Data])[] = [];
  for (const [key, value] of entries) {
    const rows = bySignature.get(signature(value) ?? '');
    if (!rows || rows.length < 2) result.push([key, value]);
    else if (!done.has(rows[0]![0])) {
      done.add(rows[0]![0]);
      result.push({ columns: Object.keys(rows[0]![1]), rows });
    }
  }
  return result;
}
