// Notification channels (web push, …) for when no window shows the table.

import type { ChannelInfo, ChannelList, NewChannel } from '../generated/protocol';
import { api } from './api';
import { route } from './router.svelte';

export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window;

/** Register the service worker after the page has loaded. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const register = (): void => void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));

const equal = (a: ArrayBuffer | null, b: Uint8Array): boolean =>
  a !== null && a.byteLength === b.length && new Uint8Array(a).every((byte, index) => byte === b[index]);

const about = (): Pick<NewChannel, 'language'> => ({ language: route.now.language ?? 'en' });

/** Ask the browser, subscribe with the server's key, and register it at the server; null if the person declined. */
export async function subscribe(list: ChannelList): Promise<ChannelList | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const worker = await navigator.serviceWorker.ready;
  const key = bytes(list.push_key);
  let found = await worker.pushManager.getSubscription();
  // The server's VAPID key may have changed: such a subscription is invalid.
  if (found && !equal(found.options.applicationServerKey, key)) {
    await found.unsubscribe();
    found = null;
  }
  found ??= await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = found.toJSON();
  return api.addChannel({
    kind: 'push',
    endpoint: endpoint!,
    keys: { p256dh: keys!.p256dh!, auth: keys!.auth! },
    format: 'json',
    ...about(),
  });
}

export const addHook = (url: string, format: NonNullable<NewChannel['format']>): Promise<ChannelList> =>
  api.addChannel({ kind: 'webhook', url: url.trim(), format, ...about() });

export const addMail = (address: string): Promise<ChannelList> =>
  api.addChannel({ kind: 'email', address: address.trim(), format: 'json', ...about() });

/** Parse “22:30” to minutes after midnight. */
export const minutes = (time: string): number => {
  const [hours, rest] = time.split(':').map(Number);
  return hours! * 60 + rest!;
};

export const time = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

export function setQuiet(channel: ChannelInfo, from: string, to: string): Promise<ChannelList> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
  return api.changeChannel(channel.id, { quiet: { start: minutes(from), end: minutes(to), zone } });
}
