// Our part of the deal: a nonce that is kept back until everybody has committed to his, and the check at the end.

import type { Pledge, TableInfo } from '../generated/protocol';
import { api } from './api';

/** What is stored of a deal, by the own commitment. */
interface Kept {
  nonce: string;
  /** The hash of the server's secret as it was when we sat down. */
  server?: string;
  /** What everybody had committed to before we opened ours. */
  commitments?: (string | null)[];
}

export interface DealCheck {
  /** `fair`: all fits. `partly`: without the nonces of others. `missing`: without ours. `wrong`: changed afterwards. */
  verdict: 'fair' | 'partly' | 'missing' | 'wrong';
  /** How many people's nonces are in the deal, of how many. */
  there: number;
  people: number;
}

const STORED = 'pithead.deals';
const REMEMBERED = 60;
const opened = new Set<string>();

function read(): Record<string, Kept> {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? '{}') as Record<string, Kept>;
  } catch {
    return {};
  }
}

function keep(commitment: string, more: Partial<Kept>): void {
  const all = read();
  const kept = { ...all[commitment], ...more } as Kept;
  delete all[commitment];
  const newest = [...Object.entries(all), [commitment, kept] as const].slice(-REMEMBERED);
  try {
    localStorage.setItem(STORED, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // A browser that remembers nothing opens nothing: it is dealt without us, and the others see it.
  }
}

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

async function hashOf(text: string): Promise<string> {
  const bytes = Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** Sit down with a nonce of our own; the answer is the table as it is then. */
export async function sitDown(sit: (pledge: Pledge) => Promise<TableInfo>): Promise<TableInfo> {
  const nonce = hex(crypto.getRandomValues(new Uint8Array(16)));
  // Browsers hash only where nobody on the way can change this page: elsewhere keeping it back would prove nothing.
  if (!crypto.subtle) return sit({ nonce });
  const commitment = await hashOf(nonce);
  // Before anybody can ask for it.
  keep(commitment, { nonce });
  const table = await sit({ commitment });
  keep(commitment, { server: table.deal.commitment ?? '' });
  return openNonce(table);
}

/** While the table waits for nonces: note what everybody has committed to, then open ours. */
export async function openNonce(table: TableInfo): Promise<TableInfo> {
  if (!table.deal.opening) return table;
  const all = read();
  for (const seat of table.seats) {
    const commitment = table.deal.commitments?.[seat.seat];
    const kept = seat.yours && commitment ? all[commitment] : undefined;
    if (!commitment || !kept || opened.has(commitment)) continue;
    // A server that has changed its secret since we sat down learns nothing from us.
    if (kept.server && kept.server !== table.deal.commitment) continue;
    opened.add(commitment);
    keep(commitment, { server: table.deal.commitment ?? '', commitments: table.deal.commitments ?? [] });
    try {
      table = await api.open(table.id, { nonce: kept.nonce });
    } catch {
      opened.delete(commitment);
    }
  }
  return table;
}

/** Whether the cards came from what was fixed before the start; null where this browser cannot tell. */
export async function checkDeal(table: TableInfo): Promise<DealCheck | null> {
  const { secret, nonces, commitments } = table.deal;
  const all = read();
  const own = table.seats.filter((seat) => seat.yours).map((seat) => commitments?.[seat.seat] ?? '');
  const kept = own.map((commitment) => all[commitment]).find((one) => one !== undefined);
  if (!secret || !kept?.server || !crypto.subtle) return null;
  const hashes = await Promise.all(nonces.map(hashOf));
  const before = kept.commitments;
  const people = (before ?? commitments ?? []).filter((one) => one !== null).length;
  const changed = before !== undefined && hashes.some((hash) => !before.includes(hash));
  const wrong = (await hashOf(secret)) !== kept.server || changed;
  const there = nonces.length;
  if (wrong) return { verdict: 'wrong', there, people };
  if (!nonces.includes(kept.nonce)) return { verdict: 'missing', there, people };
  return { verdict: there < people ? 'partly' : 'fair', there, people };
}
