// Turns of others come faster than one can follow: they are shown one after the other.

import type { Position } from '../../generated/protocol';
import { duration } from '../settings.svelte';

// How long a settled turn of somebody else stays on the screen before the next one is shown.
export const TURN_SHOWN = 650;
// With more turns than this waiting, a long absence is not shown at leisure.
const MANY = 6;

export class TurnQueue {
  /** The position on the screen. */
  shown = $state.raw<Position | null>(null);
  /** Whose turn led to it, while it is shown in its order. */
  mover: number | null = $state(null);

  private waiting: { position: Position; mover: number | null }[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `pace` is 1, or less where turns are to be shown for longer. */
  constructor(private readonly pace: () => number = () => 1) {}

  /** Show the position when those before it have been shown. */
  push(position: Position, mover: number | null = null): void {
    if (duration(TURN_SHOWN) === 0 || document.hidden) {
      this.jump(position);
      return;
    }
    this.waiting.push({ position, mover });
    if (this.timer === undefined) this.next();
  }

  /** Show the position at once, and none of those that waited. */
  jump(position: Position | null): void {
    this.close();
    this.waiting = [];
    this.mover = null;
    this.shown = position;
  }

  close(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private next(): void {
    this.timer = undefined;
    const next = this.waiting.shift();
    this.mover = next?.mover ?? null;
    if (!next) return;
    this.shown = next.position;
    const pace = this.waiting.length > MANY ? 4 : this.pace();
    this.timer = setTimeout(() => this.next(), duration(TURN_SHOWN) / pace);
  }
}
