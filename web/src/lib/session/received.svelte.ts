// The table state as received from the server, for one viewing seat.

import type {
  EventData,
  LineFrame,
  Position,
  SeatInfo,
  ServerFrame,
  TableInfo,
  TurnData,
} from '../../generated/protocol';
import type { Refused } from '../api';
import type { LinkState } from '../connection';
import { openNonce } from '../deal';

export interface ShownProblem {
  code: string;
  text: string;
  /** The target of the move. */
  target?: string;
}

export class Received {
  link: LinkState = $state('connecting');
  /** A fatal error: the table cannot be shown. */
  refused = $state.raw<Refused | null>(null);
  info = $state.raw<TableInfo | null>(null);
  /** The viewing seat; null for a spectator. */
  seat: number | null = $state(null);
  /** The newest position. */
  latest = $state.raw<Position | null>(null);
  events = $state.raw<EventData[]>([]);
  turns = $state.raw<TurnData[]>([]);
  lines = $state.raw<LineFrame[]>([]);
  /** The number of unread chat lines. */
  unread = $state(0);
  online = $state.raw<number[]>([]);
  away = $state.raw<Record<string, number>>({});
  spectators = $state(0);
  /** When the game's compiled search is expected to be ready. */
  warmAt = $state<number | null>(null);
  /** The error of the last request. */
  problem = $state.raw<ShownProblem | null>(null);
  /** The number of moves missed during a disconnect; null without one. */
  caughtUp: number | null = $state(null);
  /** Clock offset: server time minus local time, in milliseconds. */
  skew = $state(0);

  /** The number of committed decisions when the connection was lost. */
  private cut: number | null = null;

  get game(): string {
    return this.info?.game ?? '';
  }

  get mine(): number[] {
    return this.info?.seats.filter((seat) => seat.yours).map((seat) => seat.seat) ?? [];
  }

  private get ownSeat(): SeatInfo | undefined {
    return this.info?.seats.find((seat) => seat.seat === this.seat);
  }

  get standin(): boolean {
    return this.ownSeat?.standin ?? false;
  }

  /** Whether a bot substitutes for the viewing seat in this turn, after a timeout. */
  get timedOut(): boolean {
    return this.ownSeat?.timed_out ?? false;
  }

  /** Whether the player of the viewing seat has conceded (permanent). */
  get conceded(): boolean {
    return this.ownSeat?.conceded ?? false;
  }

  /** Whether the viewing seat is to move, without a substitute. */
  get myTurn(): boolean {
    return (
      this.latest !== null && this.seat !== null && this.latest.to_move === this.seat && !this.standin && !this.timedOut
    );
  }

  /** Whether the table is an unfinished lesson. */
  get learning(): boolean {
    return this.latest !== null && this.latest.decisions < (this.info?.lesson?.decisions ?? 0);
  }

  protected linked(state: LinkState): void {
    if (state === 'reconnecting' && this.link === 'live') this.cut = this.latest?.settled ?? null;
    this.link = state;
  }

  /** Reduce a frame other than a position or a plan into the state. */
  protected hear(frame: ServerFrame): void {
    switch (frame.type) {
      case 'welcome':
      case 'table':
        // A lower `seq` than we resumed from: the server resends the later lines.
        if (frame.type === 'welcome') this.lines = this.lines.filter((line) => line.seq <= frame.seq);
        this.info = frame.table;
        void openNonce(frame.table);
        break;
      case 'line':
        this.lines = [...this.lines.filter((line) => line.seq !== frame.seq), frame];
        if (frame.line === 'chat' && !this.mine.includes(frame.seat ?? -1)) this.unread += 1;
        break;
      case 'presence':
        this.online = frame.online;
        this.away = frame.away;
        this.spectators = frame.spectators;
        this.warmAt = frame.warming == null ? null : Date.now() + 1000 * frame.warming;
        break;
      case 'error':
        if (!frame.key) this.problem = { code: frame.code, text: frame.text };
        break;
    }
  }

  /** The newest position, with the events that led there. */
  protected keep(position: Position): void {
    const kept = this.events.filter((event) => event.decision < position.events_from);
    this.events = [...kept, ...position.events];
    const from = position.turns[0]?.turn ?? Infinity;
    this.turns = [...this.turns.filter((turn) => turn.turn < from), ...position.turns];
    if (position.clock) this.skew = position.clock.now * 1000 - Date.now();
    this.latest = position;
    this.seat = position.seat;
    if (this.cut !== null) {
      this.caughtUp = Math.max(0, position.settled - this.cut);
      this.cut = null;
    }
  }
}
