// The state of a table as received from the server, and the seat that it is looked at from.

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
  /** The object of the board that the move was about. */
  target?: string;
}

export class Received {
  link: LinkState = $state('connecting');
  /** Why the table cannot be shown at all. */
  refused = $state.raw<Refused | null>(null);
  info = $state.raw<TableInfo | null>(null);
  /** The seat looked from; null for a spectator. */
  seat: number | null = $state(null);
  /** The newest position. */
  latest = $state.raw<Position | null>(null);
  events = $state.raw<EventData[]>([]);
  turns = $state.raw<TurnData[]>([]);
  lines = $state.raw<LineFrame[]>([]);
  /** Lines of the chat that were not looked at. */
  unread = $state(0);
  online = $state.raw<number[]>([]);
  away = $state.raw<Record<string, number>>({});
  spectators = $state(0);
  /** When the bots of this game are expected to have their compiled search. */
  warmAt = $state<number | null>(null);
  /** Why the last thing that was asked for did not happen. */
  problem = $state.raw<ShownProblem | null>(null);
  /** Moves that were missed while the connection was lost; null when it was not. */
  caughtUp: number | null = $state(null);
  /** Server time minus ours, in milliseconds. */
  skew = $state(0);

  /** How many decisions were settled when the connection was lost. */
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

  /** Whether a bot plays this turn of the seat looked from, because its time was up. */
  get timedOut(): boolean {
    return this.ownSeat?.timed_out ?? false;
  }

  /** Whether the player of the seat looked from gave up: it does not come back. */
  get conceded(): boolean {
    return this.ownSeat?.conceded ?? false;
  }

  /** Whether the seat looked from is to move, and no bot plays for it. */
  get myTurn(): boolean {
    return (
      this.latest !== null && this.seat !== null && this.latest.to_move === this.seat && !this.standin && !this.timedOut
    );
  }

  /** Whether the table is a lesson that is not over. */
  get learning(): boolean {
    return this.latest !== null && this.latest.decisions < (this.info?.lesson?.decisions ?? 0);
  }

  protected linked(state: LinkState): void {
    if (state === 'reconnecting' && this.link === 'live') this.cut = this.latest?.settled ?? null;
    this.link = state;
  }

  /** Apply a frame other than a position or a plan. */
  protected hear(frame: ServerFrame): void {
    switch (frame.type) {
      case 'welcome':
      case 'table':
        // A lower number than we resumed from: the server sends the lines after it again.
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
