// A playback queue for other players' turns, which may arrive faster than a person can follow.

import type { Position } from '../../generated/protocol';
import { duration } from '../settings.svelte';

// Milliseconds that another player's committed turn is shown before the next one.
export const TURN_SHOWN = 650;
// With a longer queue, as after a reconnect, playback is accelerated.
const MANY = 6;

export class TurnQueue {
  /** The position on the screen. */
  shown = $state.raw<Position | null>(null);
  /** The seat whose turn led to it, during playback. */
  mover: number | null = $state(null);

  private waiting: { position: Position; mover: number | null }[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `pace` is the playback rate: below 1 turns are shown for longer. */
  constructor(private readonly pace: () => number = () => 1) {}

  /** Enqueue a position. */
  push(position: Position, mover: number | null = null): void {
    if (duration(TURN_SHOWN) === 0 || document.hidden) {
      this.jump(position);
      return;
    }
    this.waiting.push({ position, mover });
    if (this.timer === undefined) this.next();
  }

  /** Show a position immediately and clear the queue. */
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
