// Our part of the commit–reveal protocol of the deal: a nonce, revealed once all have committed, and the check.

import type { Pledge, TableInfo } from '../generated/protocol';
import { api } from './api';

/** What is stored of a deal, keyed by the own commitment. */
interface Kept {
  nonce: string;
  /** The server's commitment (the hash of its secret) at the time of our own. */
  server?: string;
  /** Everybody's commitments before we revealed our nonce. */
  commitments?: (string | null)[];
}

export interface DealCheck {
  /** `fair`: verified. `partly`: others' nonces are missing. `missing`: ours is. `wrong`: a commitment was broken. */
  verdict: 'fair' | 'partly' | 'missing' | 'wrong';
  /** How many of the people's nonces went into the deal. */
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
    // Without storage the nonce is never revealed: the deal goes on without it, which the others can see.
  }
}

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

async function hashOf(text: string): Promise<string> {
  const bytes = Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** Take a seat with a commitment to a new nonce; returns the table. */
export async function sitDown(sit: (pledge: Pledge) => Promise<TableInfo>): Promise<TableInfo> {
  const nonce = hex(crypto.getRandomValues(new Uint8Array(16)));
  // crypto.subtle needs a secure context; without one this page could be tampered with, and a commitment proves nothing.
  if (!crypto.subtle) return sit({ nonce });
  const commitment = await hashOf(nonce);
  // Persist before the server can ask for it.
  keep(commitment, { nonce });
  const table = await sit({ commitment });
  keep(commitment, { server: table.deal.commitment ?? '' });
  return openNonce(table);
}

/** While the table waits for nonces: store everybody's commitments, then reveal ours. */
export async function openNonce(table: TableInfo): Promise<TableInfo> {
  if (!table.deal.opening) return table;
  const all = read();
  for (const seat of table.seats) {
    const commitment = table.deal.commitments?.[seat.seat];
    const kept = seat.yours && commitment ? all[commitment] : undefined;
    if (!commitment || !kept || opened.has(commitment)) continue;
    // Never reveal to a server that has changed its commitment since ours.
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

/** Verify the deal against the commitments; null where this browser lacks the data. */
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
