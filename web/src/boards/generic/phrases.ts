// A part of a view as a sentence: what "Describe the table" reads out, without ids.

import type { Session } from '../../lib/session/session.svelte';
import { t } from '../../lib/words.svelte';
import {
  byPlayer,
  capital,
  isNumbers,
  isRecord,
  isScalar,
  kindOf,
  label,
  labelIn,
  named,
  shown,
  type Data,
  type Scalar,
} from './fields';

type Entry = [string, Data];

/** Whether a part says nothing: none, no, an empty list, or a count of nothing among counts. */
function isSilent(value: Data, counted: boolean): boolean {
  if (value === null || value === false || (counted && value === 0)) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && Object.values(value).every((part) => isSilent(part, isNumbers(value)));
}

const singular = (key: string): string => key.replace(/s$/, '');

/** What a thing of a list is called by its id, where the game has more than the id to say. */
function numbered(session: Session, key: string, id: Data | undefined): string | null {
  const { words } = session;
  const kind = `name.${kindOf(session, key) ?? singular(key)}`;
  if ((typeof id !== 'string' && typeof id !== 'number') || words.has(`name.${id}`) || !words.has(kind)) return null;
  const known = words.text(kind, { id });
  return known === String(id) || known === words.text(kind) ? null : known;
}

/** The entry that tells which thing a record is: its owner, its name, its number, or the first word in it. */
function titleOf(session: Session, key: string, value: { [key: string]: Data }): [string, string] | null {
  for (const name of ['player', 'name', 'id', 'card', 'code', 'number']) {
    const found = value[name];
    if (typeof found !== 'string' && typeof found !== 'number') continue;
    if (name === 'player') return [name, shown(session, name, found)];
    const known = numbered(session, key, name === 'name' ? value['id'] : found);
    if (name === 'name') return [name, known ? `${known}, ${found}` : String(found)];
    if (known) return [name, known];
    return [name, typeof found === 'number' ? `${label(session.words, name)} ${found}` : shown(session, name, found)];
  }
  const word = Object.entries(value).find(([, part]) => typeof part === 'string');
  return word ? [word[0], shown(session, word[0], word[1] as string)] : null;
}

/** What a record says, part by part; `part`: the field in which it is told. */
export function facts(
  session: Session,
  value: { [key: string]: Data },
  without: readonly string[] = [],
  part?: string,
): string[] {
  const counted = isNumbers(value);
  // What was drawn from a pile is called like what lies there.
  const drawn = typeof value['pile'] === 'string' ? singular(value['pile']) : null;
  return Object.entries(value)
    .filter(([name, one]) => !without.includes(name) && !isSilent(one, counted))
    .map(([name, one]) => {
      const ids = drawn && Array.isArray(one) ? one.filter((id) => typeof id === 'number') : [];
      const things = ids.length ? ids.map((id) => named(session, drawn!, id) ?? String(id)).join(', ') : null;
      const title = labelIn(session, part ?? '', counted, name, part !== undefined);
      if (one === true) return title;
      return `${title}${t('describe.colon')}${things ?? inline(session, name, one, part)}`;
    });
}

/** A record as its title and the rest of what it says. */
function told(session: Session, key: string, value: { [key: string]: Data }): { title: string; rest: string[] } {
  const [field, title] = titleOf(session, key, value) ?? ['', ''];
  return { title, rest: facts(session, value, field === 'name' ? [field, 'id', 'card'] : [field], key) };
}

/** A thing of a list. */
export function line(session: Session, key: string, value: { [key: string]: Data }): string {
  const { title, rest } = told(session, key, value);
  return [capital(title), rest.join(t('describe.semicolon'))].filter(Boolean).join(t('describe.colon'));
}

/** "Points: 3", "Squares: brown, black (Cubes: black)". */
export function phrase(session: Session, [key, value]: Entry): string {
  return `${label(session.words, key)}${t('describe.colon')}${inline(session, key, value)}`;
}

function inline(session: Session, key: string, value: Data, part = ''): string {
  if (isScalar(value)) return shown(session, key, value as Scalar);
  if (Array.isArray(value)) {
    const numbers = byPlayer(session, key, value);
    if (numbers !== null) return numbers;
    // Places of a row that are taken, or not.
    if (value.length && value.every((item) => typeof item === 'boolean'))
      return t('describe.of', { n: value.filter(Boolean).length, of: value.length });
    return value.map((item) => inline(session, key, item)).join(', ') || t('describe.nothing');
  }
  // What is known of a pile, by depth.
  const depths = Object.entries(value);
  if (depths.length && depths.every(([depth]) => /^\d+$/.test(depth))) {
    const thing = (id: Data): string => named(session, singular(part), id as number) ?? String(id);
    return depths.map(([n, id]) => t('describe.depth', { n, thing: thing(id) })).join(', ');
  }
  const { title, rest } = told(session, key, value);
  const more = rest.join(', ');
  return title && more ? `${title} (${more})` : title || more || t('describe.nothing');
}

/** Things in lists are told one by one; everything else in one line. */
export function isList(value: Data): value is { [key: string]: Data }[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord);
}
