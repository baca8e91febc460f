// Tells that it is your turn when you look elsewhere: title, icon, and a notification if you allowed it.

import { settings } from './settings.svelte';

const icon = (): HTMLLinkElement => document.querySelector<HTMLLinkElement>('link[rel=icon]')!;

export function showTurn(title: string, due: boolean): void {
  document.title = due ? `● ${title}` : title;
  const picture = due ? '/icon-due.svg' : '/icon.svg';
  // The browser loads an icon that is set anew, also where it is the same.
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

/** Ask the browser; true when notifications may be shown. */
export async function allowNotices(): Promise<boolean> {
  if (!('Notification' in window)) return false;
  return (await Notification.requestPermission()) === 'granted';
}
