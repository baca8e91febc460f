// The state of the home page: games, bot levels, my tables. Polled while the page is visible.

import type { GameInfo, LevelInfo, TableInfo } from '../generated/protocol';
import { api, type Refused } from './api';
import { route } from './router.svelte';
import { words } from './words.svelte';

class Lobby {
  games = $state.raw<GameInfo[]>([]);
  levels = $state.raw<LevelInfo[]>([]);
  tables = $state.raw<TableInfo[]>([]);
  /** Games of mine that ended lately. */
  ended = $state.raw<TableInfo[]>([]);
  /** Tables of others with a free seat. */
  open = $state.raw<TableInfo[]>([]);
  problem = $state.raw<Refused | null>(null);
  loaded = $state(false);
  /** The language of the loaded game titles. */
  private language: string | null = $state(null);

  get due(): number {
    return this.tables.filter((table) => isDue(table)).length;
  }

  async load(): Promise<void> {
    try {
      this.language = route.now.language;
      [this.games, this.levels] = await Promise.all([api.games(), api.levels(), this.ask()]);
      this.problem = null;
      this.loaded = true;
    } catch (problem) {
      this.problem = problem as Refused;
    }
  }

  /** A game's title and description: from the list, or after a change of language from the game's messages. */
  about(game: string): { title: string; tagline: string } {
    // While the list is loading, do not request the game's messages as well.
    if (!this.loaded && this.language !== null) return { title: '', tagline: '' };
    const told = this.language === route.now.language ? this.games.find((one) => one.id === game) : undefined;
    const own = (id: string): string => words(game).text(id);
    return told ?? { title: own('game.title'), tagline: own('game.tagline') };
  }

  private async ask(): Promise<void> {
    const [mine, open, ended] = await Promise.all([api.tables('mine'), api.tables('open'), api.tables('archive')]);
    this.tables = mine.tables;
    this.open = open.tables.filter((table) => !isMine(table));
    this.ended = ended.tables.filter(isMine);
  }

  /** Fetch only the tables that wait for me: all that a table page needs. */
  async lookForDue(): Promise<void> {
    // Ignore failures: the next poll retries.
    this.tables = await api.tables('mine').then(
      (found) => found.tables,
      () => this.tables,
    );
  }

  /** Refetch only what changes by itself: the tables. */
  async refresh(): Promise<void> {
    if (!this.loaded) return this.load();
    try {
      await this.ask();
      this.problem = null;
    } catch (problem) {
      this.problem = problem as Refused;
    }
  }
}

export const lobby = new Lobby();

function isMine(table: TableInfo): boolean {
  return table.owner || table.seats.some((seat) => seat.yours);
}

/** Whether a table waits for this device. */
export function isDue(table: TableInfo): boolean {
  if (table.status !== 'running') return false;
  return table.seats.some((seat) => seat.yours && seat.seat === table.to_move && !seat.standin && !seat.timed_out);
}

/** Load, and poll every `seconds` while the page is visible; returns the function that stops it. */
export function keepFresh(seconds = 10): () => void {
  void lobby.refresh();
  const timer = setInterval(() => {
    if (!document.hidden) void lobby.refresh();
  }, seconds * 1000);
  return () => clearInterval(timer);
}
