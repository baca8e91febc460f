// The rulebook of a game and edition, fetched lazily from the server.

import type { Component } from 'svelte';
import type { RuleBlock, RulebookInfo, RuleLine, RuleSection } from '../generated/protocol';
import { knownFetch, refusalOf, Refused } from './api';
import { route } from './router.svelte';

export type Picture = NonNullable<RuleLine['picture']>;

const books = $state<Record<string, RulebookInfo>>({});
const refusals = $state<Record<string, Refused>>({});
const underway = new Set<string>();

/** The localized rulebook for an edition's fingerprint; null while loading. */
export function rulebook(game: string, material = ''): RulebookInfo | null {
  const key = addressOf(game, material);
  const found = books[key];
  if (!found && game && !underway.has(key)) {
    underway.add(key);
    void load(key);
  }
  return found ?? null;
}

/** Why there is no rulebook, if the server said so or does not answer. */
export function rulebookRefused(game: string, material = ''): Refused | null {
  return refusals[addressOf(game, material)] ?? null;
}

/** Ask once more for a rulebook that did not come. */
export function askAgain(game: string, material = ''): void {
  void load(addressOf(game, material));
}

function addressOf(game: string, material: string): string {
  const address = `/api/games/${encodeURIComponent(game)}/rules/${route.now.language ?? 'en'}`;
  return material ? `${address}?material=${encodeURIComponent(material)}` : address;
}

async function load(key: string): Promise<void> {
  try {
    const answer = await knownFetch(key);
    if (!answer.ok) throw await refusalOf(answer);
    books[key] = (await answer.json()) as RulebookInfo;
    delete refusals[key];
  } catch (refused) {
    refusals[key] = refused instanceof Refused ? refused : new Refused('offline', '');
  } finally {
    underway.delete(key);
  }
}

/** The panel beside the board: whether it is open, and at which ruling. */
class RulesPanelState {
  open = $state(false);
  at = $state('');

  show(ruling: string): void {
    this.at = ruling;
    this.open = true;
  }

  toggle(): void {
    this.at = '';
    this.open = !this.open;
  }

  close(): void {
    this.open = false;
  }
}

export const rulesPanel = new RulesPanelState();

/** Normalise for search: lower case, no accents, plain spaces. Length-preserving, so that match offsets stay valid. */
export function plain(text: string): string {
  return [...text].map((letter) => letter.normalize('NFKD')[0]!.toLowerCase()).join('');
}

function texts(block: RuleBlock): string[] {
  return [block.text, ...block.head, ...block.lines.flatMap((line) => line.cells)];
}

/** Full-text search: the matching sections, filtered to their matching blocks. */
export function found(book: RulebookInfo, wanted: string): RulebookInfo {
  const find = plain(wanted.trim());
  if (!find) return book;
  const fits = (...said: string[]): boolean => said.some((text) => plain(text).includes(find));
  const sections = book.sections
    .map((section): RuleSection => {
      const blocks = section.blocks.filter((block) => fits(...texts(block)));
      return { ...section, blocks: blocks.length || !fits(section.title) ? blocks : section.blocks };
    })
    .filter((section) => section.blocks.length);
  return {
    ...book,
    sections,
    rulings: book.rulings.filter((ruling) => fits(ruling.id, ruling.text)),
    glossary: book.glossary.filter((term) => fits(term.word, term.meaning)),
  };
}

const drawings = import.meta.glob<{ default: Component<{ picture: Picture }> }>('../boards/*/RulesArt.svelte');

/** The component that draws a game's objects in rule texts, if it has one. */
export async function drawingOf(game: string): Promise<Component<{ picture: Picture }> | null> {
  const load = drawings[`../boards/${game}/RulesArt.svelte`];
  return load ? (await load()).default : null;
}
