// One socket to a table: reconnects by itself, gives every message an idempotency key, resends what was not acknowledged.

import type { ChangesFrame, ClientMessage, PositionFrame, ServerFrame } from '../generated/protocol';
import { wholePosition } from './changes';

export type LinkState = 'connecting' | 'live' | 'reconnecting' | 'gone';

/** A message before it gets its key. */
export type Outgoing = ClientMessage extends infer M ? (M extends ClientMessage ? Omit<M, 'key'> : never) : never;

interface Waiting {
  message: ClientMessage;
  resolve: (seq: number) => void;
  reject: (problem: { code: string; text: string; params: Record<string, unknown> }) => void;
}

/** What a listener gets: positions are always whole. */
export type WholeFrame = Exclude<ServerFrame, ChangesFrame>;

export interface Listener {
  frame(frame: WholeFrame): void;
  state(state: LinkState): void;
  /** Where to resume: the highest sequence number seen, the seat to look from, the language of errors. */
  resume(): { seat: number | null; since: number; language: 'en' | 'fr' | 'de' };
}

const DELAYS = [1000, 2000, 4000, 8000];
// An idle connection is pinged after so many milliseconds.
const SILENCE = 2000;
// One that does not answer for this long is closed: a dead network is detected within SILENCE + PATIENCE.
const PATIENCE = 3000;
// The interval of the check where no timeout is pending.
const AGAIN = 500;
// The numbering of `seq` that this client resumes with.
const NUMBERING = 2;

export class Connection {
  private socket: WebSocket | null = null;
  private attempts = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private heartbeat: ReturnType<typeof setTimeout> | undefined;
  private heard = 0;
  /** When the oldest unanswered message or ping was sent; null without one. */
  private owing: number | null = null;
  private last = 0;
  private position: PositionFrame | null = null;
  private welcomed = false;
  private closed = false;
  private wait: number | null | undefined;
  private readonly waiting = new Map<string, Waiting>();
  private counter = 0;
  private readonly prefix = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(36)).join('');

  constructor(
    private readonly table: string,
    private readonly listener: Listener,
  ) {
    for (const name of ['online', 'offline', 'pageshow'] as const) window.addEventListener(name, this.hurry);
    document.addEventListener('visibilitychange', this.hurry);
    this.open();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.heartbeat);
    for (const name of ['online', 'offline', 'pageshow'] as const) window.removeEventListener(name, this.hurry);
    document.removeEventListener('visibilitychange', this.hurry);
    const socket = this.socket;
    // A socket that is closed before its handshake is done has browsers log a failure.
    if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket?.close();
  }

  /** Send; resolves with the place in the log, rejects with the refusal. A message is resent after a reconnect. */
  send(message: Outgoing): Promise<number> {
    const full = { ...message, key: `${this.prefix}-${++this.counter}` } as ClientMessage;
    return new Promise((resolve, reject) => {
      this.waiting.set(full.key, { message: full, resolve, reject });
      if (this.welcomed) this.write(full);
    });
  }

  /** Ask for everything anew on the same socket. */
  resubscribe(): void {
    this.welcomed = false;
    this.subscribe();
  }

  private open(): void {
    clearTimeout(this.timer);
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.table)}/socket`);
    this.socket = socket;
    this.welcomed = false;
    this.last = 0;
    this.position = null;
    this.heard = Date.now();
    // The handshake has the same timeout as an answer.
    this.owing = this.heard;
    socket.onopen = () => this.subscribe();
    socket.onmessage = (event) => {
      if (socket === this.socket) this.receive(JSON.parse(event.data as string) as ServerFrame);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lost();
    };
    this.schedule();
  }

  private subscribe(): void {
    const { seat, since, language } = this.listener.resume();
    const key = `${this.prefix}-s${++this.counter}`;
    this.write({ type: 'subscribe', key, seat, since, numbering: NUMBERING, language, changes: true });
  }

  private receive(frame: ServerFrame): void {
    this.heard = Date.now();
    this.owing = null;
    this.schedule();
    if (frame.n !== this.last + 1 && this.last > 0) {
      this.last = frame.n;
      this.resubscribe();
      return;
    }
    this.last = frame.n;
    const whole = frame.type === 'changes' ? wholePosition(this.position, frame) : frame;
    if (whole) this.take(whole);
    else this.resubscribe();
  }

  private take(frame: WholeFrame): void {
    if (frame.type === 'position') this.position = frame;
    if (frame.type === 'welcome') {
      this.attempts = 0;
      this.welcomed = true;
      this.listener.state('live');
    }
    if (frame.type === 'bye') this.wait = frame.retry;
    if (frame.type === 'ack' || (frame.type === 'error' && frame.key)) {
      const waiting = this.waiting.get(frame.key!);
      this.waiting.delete(frame.key!);
      if (frame.type === 'ack') waiting?.resolve(frame.seq);
      else waiting?.reject(frame);
    }
    this.listener.frame(frame);
    // Resend after the new position has arrived; the server refuses a message that is stale by then.
    if (frame.type === 'welcome') for (const { message } of [...this.waiting.values()]) this.write(message);
  }

  private lost(delay?: number): void {
    this.socket = null;
    this.welcomed = false;
    clearTimeout(this.heartbeat);
    if (this.closed) return;
    if (this.wait === null) {
      this.listener.state('gone');
      return;
    }
    this.listener.state('reconnecting');
    const pause = this.wait ? this.wait * 1000 : (delay ?? DELAYS[Math.min(this.attempts, DELAYS.length - 1)]!);
    this.wait = undefined;
    this.attempts += 1;
    this.timer = setTimeout(() => this.open(), pause);
  }

  /** Drop a socket that does not answer, without its closing handshake, which would time out as well. */
  private abandon(): void {
    const socket = this.socket;
    // The first attempt to reconnect is immediate: the route may have changed.
    this.lost(this.attempts === 0 ? 0 : undefined);
    socket?.close();
  }

  /** Schedule the next check for the earliest timeout: of an answer, or of the idle ping. */
  private schedule(): void {
    clearTimeout(this.heartbeat);
    const left = (this.owing === null ? this.heard + SILENCE : this.owing + PATIENCE) - Date.now();
    this.heartbeat = setTimeout(() => this.watch(), left > 0 ? left : AGAIN);
  }

  private watch(): void {
    const now = Date.now();
    if (this.owing !== null && now - this.owing >= PATIENCE) {
      this.abandon();
      return;
    }
    if (!document.hidden && now - this.heard >= SILENCE) this.probe();
    this.schedule();
  }

  /** Ping, unless an answer is pending. */
  private probe(): void {
    if (this.welcomed && this.owing === null) this.write({ type: 'ping', key: `${this.prefix}-p${++this.counter}` });
  }

  /** Online, offline, visible again or back from the history: reconnect or ping at once. */
  private readonly hurry = (): void => {
    if (this.closed || document.hidden) return;
    if (this.socket) {
      this.probe();
    } else if (this.wait !== null) {
      this.attempts = 0;
      this.open();
    }
  };

  private write(message: ClientMessage): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify(message));
    if (this.owing !== null) return;
    this.owing = Date.now();
    this.schedule();
  }
}
