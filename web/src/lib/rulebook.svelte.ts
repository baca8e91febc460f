// The rules of a game as the server writes them for one edition: fetched when somebody reads, never with the page.

import type { Component } from 'svelte';
import type { RuleBlock, RulebookInfo, RuleLine, RuleSection } from '../generated/protocol';
import { knownFetch } from './api';
import { route } from './router.svelte';

export type Picture = NonNullable<RuleLine['picture']>;

const books = $state<Record<string, RulebookInfo>>({});
const underway = new Set<string>();

/** The rules in the language of the page, of the components with that fingerprint; null until they are here. */
export function rulebook(game: string, material = ''): RulebookInfo | null {
  const address = `/api/games/${encodeURIComponent(game)}/rules/${route.now.language ?? 'en'}`;
  const key = material ? `${address}?material=${encodeURIComponent(material)}` : address;
  const found = books[key];
  if (!found && game && !underway.has(key)) {
    underway.add(key);
    void load(key);
  }
  return found ?? null;
}

async function load(key: string): Promise<void> {
  try {
    const answer = await knownFetch(key);
    if (answer.ok) books[key] = (await answer.json()) as RulebookInfo;
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

/** A text as one searches it: small letters, without accents and narrow spaces. Each letter stays one letter. */
export function plain(text: string): string {
  return [...text].map((letter) => letter.normalize('NFKD')[0]!.toLowerCase()).join('');
}

function texts(block: RuleBlock): string[] {
  return [block.text, ...block.head, ...block.lines.flatMap((line) => line.cells)];
}

/** The sections of which something speaks of it, cut down to what does. */
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

/** What draws the parts of a game, where it has drawings. */
export async function drawingOf(game: string): Promise<Component<{ picture: Picture }> | null> {
  const load = drawings[`../boards/${game}/RulesArt.svelte`];
  return load ? (await load()).default : null;
}
