// The host page: every request sends the host token, which is kept for this tab only.

import type { BackupList, BannerShown, HostLink, HostStatus, NewBanner } from '../generated/protocol';
import { knownFetch, Refused } from './api';
import { route } from './router.svelte';

const KEPT = 'pithead.host';

/** The token from the fragment of the link, kept in the session storage and removed from the address. */
export function hostToken(): string {
  const shown = location.hash.slice(1);
  if (shown) {
    sessionStorage.setItem(KEPT, shown);
    history.replaceState(null, '', location.pathname + location.search);
  }
  return sessionStorage.getItem(KEPT) ?? '';
}

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  let answer: Response;
  try {
    answer = await knownFetch(`/api/host${path}?lang=${route.now.language ?? 'en'}`, {
      method,
      headers: {
        'X-Pithead-Host': sessionStorage.getItem(KEPT) ?? '',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refused('offline', '');
  }
  if (answer.ok) return answer;
  const problem = (await answer.json().catch(() => null)) as { code?: string; text?: string } | null;
  throw new Refused(problem?.code ?? 'unavailable', problem?.text ?? '', {}, answer.status);
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await (await call(method, path, body)).json()) as T;
}

export const host = {
  status: () => ask<HostStatus>('GET', ''),
  backUp: () => ask<BackupList>('POST', '/backups'),
  showBanner: (banner: NewBanner) => ask<BannerShown>('PUT', '/banner', banner),
  hideBanner: () => ask<BannerShown>('DELETE', '/banner'),

  async renew(): Promise<string> {
    const { path } = await ask<HostLink>('POST', '/link');
    sessionStorage.setItem(KEPT, path.split('#')[1]!);
    return path;
  },

  /** Fetch a backup and hand it to the browser's downloads. */
  async fetch(name: string): Promise<void> {
    const file = URL.createObjectURL(await (await call('GET', `/backups/${encodeURIComponent(name)}`)).blob());
    const link = Object.assign(document.createElement('a'), { href: file, download: name });
    link.click();
    URL.revokeObjectURL(file);
  },
};
