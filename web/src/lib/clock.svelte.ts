// The current time as a reactive value.

import { numberFormat } from './formats';

let now = $state(Date.now());
let watchers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** Milliseconds of the epoch, renewed four times a second while a component uses it. */
export function useNow(): { readonly ms: number } {
  $effect(() => {
    watchers += 1;
    timer ??= setInterval(() => (now = Date.now()), 250);
    return () => {
      watchers -= 1;
      if (watchers === 0) {
        clearInterval(timer);
        timer = undefined;
      }
    };
  });
  return {
    get ms() {
      return now;
    },
  };
}

/** Format a duration: 11:42, or hours and days for long ones. */
export function clockText(ms: number, language: string): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds >= 48 * 3600) return unit(Math.floor(seconds / 86_400), 'day', language);
  if (seconds >= 2 * 3600) return unit(Math.floor(seconds / 3600), 'hour', language);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function unit(value: number, name: 'day' | 'hour', language: string): string {
  return numberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value);
}

/** Debounce: whether a condition has held for so many milliseconds. */
export function lasting(of: () => boolean, ms: number): { readonly now: boolean } {
  let now = $state(false);
  $effect(() => {
    if (!of()) return;
    const timer = setTimeout(() => (now = true), ms);
    return () => {
      clearTimeout(timer);
      now = false;
    };
  });
  return {
    get now() {
      return now;
    },
  };
}
