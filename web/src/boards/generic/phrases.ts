// A part of a view as a sentence: what "Describe the table" reads out, without ids.

import type { Session } from '../../lib/session/session.svelte';
import { t } from '../../lib/words.svelte';
import { byPlayer, capital, isRecord, isScalar, label, shown, type Data, type Scalar } from './fields';

type Entry = [string, Data];

const isNumbers = (value: { [key: string]: Data }): boolean =>
  Object.values(value).every((part) => typeof part === 'number');

/** Whether a part says nothing: none, no, an empty list, or a count of nothing among counts. */
function isSilent(value: Data, counted: boolean): boolean {
  if (value === null || value === false || (counted && value === 0)) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && Object.values(value).every((part) => isSilent(part, isNumbers(value)));
}

/** The entry that tells which thing a record is: its name, its number, or the first word in it. */
function titleOf(session: Session, key: string, value: { [key: string]: Data }): [string, string] | null {
  for (const name of ['name', 'id', 'card', 'code', 'number']) {
    const found = value[name];
    if (typeof found !== 'string' && typeof found !== 'number') continue;
    if (name === 'name') return [name, String(found)];
    const kind = `name.${key.replace(/s$/, '')}`;
    const known = session.words.has(kind) && session.words.text(kind, { id: found });
    if (known && known !== session.words.text(kind)) return [name, known];
    return [name, typeof found === 'number' ? `${label(session.words, name)} ${found}` : shown(session, name, found)];
  }
  const word = Object.entries(value).find(([, part]) => typeof part === 'string');
  return word ? [word[0], shown(session, word[0], word[1] as string)] : null;
}

/** What a record says, part by part. */
export function facts(session: Session, value: { [key: string]: Data }, without: readonly string[] = []): string[] {
  const counted = isNumbers(value);
  return Object.entries(value)
    .filter(([name, part]) => !without.includes(name) && !isSilent(part, counted))
    .map((entry) => phrase(session, entry));
}

/** A record as its title and the rest of what it says. */
function told(session: Session, key: string, value: { [key: string]: Data }): { title: string; rest: string[] } {
  const [field, title] = titleOf(session, key, value) ?? ['', ''];
  return { title, rest: facts(session, value, field === 'name' ? [field, 'id'] : [field]) };
}

/** A thing of a list. */
export function line(session: Session, key: string, value: { [key: string]: Data }): string {
  const { title, rest } = told(session, key, value);
  return [title, rest.join(t('describe.semicolon'))].filter(Boolean).join(t('describe.colon'));
}

/** "Points: 3", "Secured", "Squares: brown, black (Cubes: black)". */
export function phrase(session: Session, [key, value]: Entry): string {
  if (value === true) return label(session.words, key);
  return `${label(session.words, key)}${t('describe.colon')}${inline(session, key, value)}`;
}

function inline(session: Session, key: string, value: Data): string {
  if (isScalar(value)) return shown(session, key, value as Scalar);
  if (Array.isArray(value)) {
    const numbers = byPlayer(session, key, value);
    if (numbers !== null) return numbers;
    return value.map((item) => inline(session, key, item)).join(', ') || t('describe.nothing');
  }
  const { title, rest } = told(session, key, value);
  const more = rest.join(', ');
  return title && more ? `${title} (${more})` : title || more || t('describe.nothing');
}

/** Things in lists are told one by one; everything else in one line. */
export function isList(value: Data): value is { [key: string]: Data }[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord);
}

/** What a target of options and refusals is called. */
export function nameOf(session: Session, id: string): string {
  const { words } = session;
  const name = words.name(id);
  if (name !== id) return capital(name);
  const [kind, ...rest] = id.split(':');
  if (rest.length === 0) return capital(label(words, id));
  const thing = rest.join(' ');
  const known = [`${kind}_${thing}`, thing].find((word) => words.has(`name.${word}`));
  if (known) return capital(words.name(known));
  const plain = thing.replaceAll('_', ' ');
  return /\p{L}{3}/u.test(plain) ? capital(plain) : `${label(words, kind!)} ${plain}`;
}
