// Rematches: the first request opens the table, the others join it.

import { api } from './api';
import { sitDown } from './deal';
import { go } from './router.svelte';

/** Ask for a rematch of a game, or take the seat that is kept in it. */
export async function rematch(game: string): Promise<void> {
  const table = await sitDown((pledge) => api.rematch(game, { rotate: true, ...pledge }));
  go(`table/${table.id}`);
}
