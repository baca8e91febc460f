// Your-turn notices for a hidden page: document title, favicon, and a notification if permitted.

import { settings } from './settings.svelte';

const icon = (): HTMLLinkElement => document.querySelector<HTMLLinkElement>('link[rel=icon]')!;

export function showTurn(title: string, due: boolean): void {
  document.title = due ? `● ${title}` : title;
  const picture = due ? '/icon-due.svg' : '/icon.svg';
  // Setting the same icon again would make the browser fetch it again.
  if (icon().getAttribute('href') !== picture) icon().href = picture;
}

export function notify(title: string, body: string): void {
  if (!settings.notices || !document.hidden || !('Notification' in window)) return;
  if (Notification.permission !== 'granted') return;
  const notice = new Notification(title, { body, icon: '/icon.svg', tag: 'pithead-turn' });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}

/** Request permission; true when granted. */
export async function allowNotices(): Promise<boolean> {
  if (!('Notification' in window)) return false;
  return (await Notification.requestPermission()) === 'granted';
}
