// A table as this browser knows it: what the server told last, what is on the screen, what was asked for.
// It knows no rules: targets are lit because options name them, and closed because refusals do.

import type {
  EventData,
  LineFrame,
  OptionData,
  PlanData,
  PlanFrame,
  Position,
  RefusalData,
  ReplayPosition,
  SeatInfo,
  ServerFrame,
  TableInfo,
} from '../generated/protocol';
import { api, Refused } from './api';
import { Connection, type LinkState, type Outgoing } from './connection';
import { openNonce } from './deal';
import type { Params, Texts } from './messages';
import { route } from './router.svelte';
import { duration, settings } from './settings.svelte';
import { t, words } from './words.svelte';

export interface ShownProblem {
  code: string;
  text: string;
  /** The object of the board that the move was about. */
  target?: string;
}

/** What one board object offers now. */
export interface Target {
  options: OptionData[];
  refusals: RefusalData[];
  plans: PlanData[];
}

export const END = 0;
const NOTHING: Target = { options: [], refusals: [], plans: [] };
// How long a settled turn of somebody else stays on the screen before the next one is shown.
const TURN_SHOWN = 650;

export class Session {
  link: LinkState = $state('connecting');
  /** Why the table cannot be shown at all. */
  refused = $state.raw<Refused | null>(null);
  info = $state.raw<TableInfo | null>(null);
  /** The seat looked from; null for a spectator. */
  seat: number | null = $state(null);
  /** The newest position, and the one on the screen while others' turns are shown one after the other. */
  latest = $state.raw<Position | null>(null);
  shown = $state.raw<Position | null>(null);
  /** The position at the end of my last turn: what changed is told against it. */
  baseline = $state.raw<Position | null>(null);
  events = $state.raw<EventData[]>([]);
  lines = $state.raw<LineFrame[]>([]);
  online = $state.raw<number[]>([]);
  away = $state.raw<Record<string, number>>({});
  spectators = $state(0);
  /** When the bots of this game are expected to have their compiled search. */
  warmAt = $state<number | null>(null);
  ahead = $state.raw<PlanFrame | null>(null);
  problem = $state.raw<ShownProblem | null>(null);
  /** Moves that were missed while the connection was lost; null when it was not. */
  caughtUp: number | null = $state(null);
  busy = $state(false);
  /** The decision that was clicked last and is not answered yet. */
  chosen: number | null = $state(null);
  /** A moment of the past on the screen. */
  travel = $state.raw<ReplayPosition | null>(null);
  unread = $state(0);
  /** Whose things are looked at instead of one's own. */
  viewed: number | null = $state(null);
  /** A scoring is being shown; the result waits for it. */
  showing = $state(false);
  /** Server time minus ours, in milliseconds. */
  skew = $state(0);

  private connection: Connection | null = null;
  private seq = 0;
  private queue: Position[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private tail: Promise<void> = Promise.resolve();
  private waitingFor: { seq: number; done: () => void } | null = null;
  private cut: number | null = null;
  private closed = false;

  /** At a table, or (not `live`) over a finished game whose positions are set from outside. */
  constructor(
    readonly id: string,
    live = true,
  ) {
    if (live) void this.begin();
    else this.link = 'live';
  }

  private async begin(): Promise<void> {
    try {
      const info = await api.table(this.id);
      // Whoever left in the meantime needs no connection.
      if (this.closed) return;
      this.info = info;
      const mine = info.seats.filter((seat) => seat.yours);
      this.seat = (mine.find((seat) => seat.seat === info.to_move) ?? mine[0])?.seat ?? null;
      this.connect();
    } catch (problem) {
      this.refused = problem as Refused;
    }
  }

  private connect(): void {
    this.connection = new Connection(this.id, {
      frame: (frame) => this.receive(frame),
      state: (state) => this.linked(state),
      resume: () => ({ seat: this.seat, since: this.seq, language: route.now.language ?? 'en' }),
    });
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.connection?.close();
  }

  // -- reading ---------------------------------------------------------------------------------------------------------

  get game(): string {
    return this.info?.game ?? '';
  }

  get words(): Texts {
    return words(this.game);
  }

  get mine(): number[] {
    return this.info?.seats.filter((seat) => seat.yours).map((seat) => seat.seat) ?? [];
  }

  /** The view on the screen: of the past, of a plan, or of now. */
  get view(): Record<string, unknown> | null {
    return this.travel?.view ?? (this.planning ? this.ahead!.view : null) ?? this.shown?.view ?? null;
  }

  get phase(): string {
    return this.travel?.phase ?? (this.planning ? this.ahead!.phase : null) ?? this.shown?.phase ?? '';
  }

  /** Whose turn it is in the position on the screen. */
  get toMove(): number | null {
    return this.travel ? this.travel.to_move : (this.shown?.to_move ?? null);
  }

  /** Whether the board shows a plan for the next turn instead of the position. */
  get planning(): boolean {
    return this.ahead !== null && this.ahead.guess && this.ahead.view !== null && !this.myTurn;
  }

  /** Whether the seat looked from is to move, and no bot plays for it. */
  get myTurn(): boolean {
    return (
      this.latest !== null && this.seat !== null && this.latest.to_move === this.seat && !this.standin && !this.timedOut
    );
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

  private get ownSeat(): SeatInfo | undefined {
    return this.info?.seats.find((seat) => seat.seat === this.seat);
  }

  /** Whether clicks on targets have an effect now. */
  get acting(): boolean {
    return this.myTurn && this.link === 'live' && !this.travel && !this.info?.paused && this.latest === this.shown;
  }

  /** A seat of mine that is to move but not looked from: cover the screen and pass the device on. */
  get passTo(): number | null {
    const next = this.latest?.to_move ?? null;
    if (next === null || next === this.seat || this.mine.length < 2 || !this.mine.includes(next)) return null;
    return this.shown === this.latest ? next : null;
  }

  get options(): OptionData[] {
    if (this.planning) return this.ahead!.options;
    return this.acting ? this.latest!.options : [];
  }

  get refusals(): RefusalData[] {
    if (this.planning) return this.ahead!.refusals;
    return this.acting ? this.latest!.refusals : [];
  }

  get plans(): PlanData[] {
    if (this.planning) return this.ahead!.plans;
    return this.acting ? this.latest!.plans : [];
  }

  get end(): OptionData | undefined {
    return this.options.find((option) => option.id === END);
  }

  private readonly targets = $derived.by(() => {
    const found = new Map<string, Target>();
    const of = (id: string): Target => {
      let target = found.get(id);
      if (!target) found.set(id, (target = { options: [], refusals: [], plans: [] }));
      return target;
    };
    for (const option of this.options) for (const id of option.targets) of(id).options.push(option);
    for (const refusal of this.refusals) of(refusal.target).refusals.push(refusal);
    for (const plan of this.plans) of(plan.target).plans.push(plan);
    return found;
  });

  target(id: string): Target {
    return this.targets.get(id) ?? NOTHING;
  }

  /** All targets of now, in the order of the options. */
  get targetIds(): string[] {
    return [...this.targets.keys()];
  }

  name(seat: number | null | undefined): string {
    if (seat === null || seat === undefined) return t('seat.spectator');
    const found = this.info?.seats.find((one) => one.seat === seat);
    return found?.name || t('seat.number', { n: seat + 1 });
  }

  /** The colour and shape of a seat: 1 … 6. Whoever chose one for himself changes places with its seat. */
  token(seat: number): number {
    return tokenOf(seat, this.mine[0]);
  }

  /** Params of an event with seats as names. */
  shownParams(params: Record<string, unknown>): Params {
    const shown: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(params)) {
      shown[key] = SEAT_PARAMS.test(key) && typeof value === 'number' ? (value < 0 ? '–' : this.name(value)) : value;
    }
    return shown as Params;
  }

  eventText(event: EventData): string {
    return this.words.text(`event.${event.name}`, this.shownParams(event.params));
  }

  optionText(option: OptionData): string {
    return this.words.text(`action.${option.kind}`, this.shownParams(option.params));
  }

  refusalText(refusal: RefusalData): string {
    return this.words.text(`refusal.${refusal.code}`, this.shownParams(refusal.params));
  }

  planText(plan: PlanData): string {
    return this.words.text(`plan.${plan.kind}`, this.shownParams(plan.params));
  }

  // -- acting ----------------------------------------------------------------------------------------------------------

  /** Play one decision of the turn; clicks while an answer is under way are not counted. */
  play(decision: number): void {
    if (this.planning) {
      this.planAhead([...this.ahead!.decisions.slice(0, this.ahead!.legal), decision]);
      return;
    }
    if (this.busy || !this.acting) return;
    this.chosen = decision;
    this.act((seat, expect) => ({ type: 'play', seat, expect, decision }));
  }

  /** Play the steps of a plan, but leave the end of the turn to the player. */
  follow(decisions: readonly number[]): void {
    const steps = decisions.filter((decision) => decision !== END);
    if (this.planning) {
      this.planAhead([...this.ahead!.decisions.slice(0, this.ahead!.legal), ...steps]);
      return;
    }
    if (this.busy || !this.acting || steps.length === 0) return;
    this.act((seat, expect) => ({ type: 'sequence', seat, expect, decisions: steps }));
  }

  undo(): void {
    if (this.planning) this.planAhead(this.ahead!.decisions.slice(0, Math.max(0, this.ahead!.legal - 1)));
    else if (this.latest?.draft?.undo) this.act((seat, expect) => ({ type: 'undo', seat, expect }));
  }

  /** Take back decisions until `count` of the draft are left. */
  undoTo(count: number): void {
    const steps = (this.latest?.draft?.actions.length ?? 0) - count;
    for (let step = 0; step < steps; step += 1) this.undo();
  }

  restart(): void {
    if (this.planning) this.planAhead([]);
    else if (this.latest?.draft?.undo) this.act((seat, expect) => ({ type: 'restart', seat, expect }));
  }

  confirm(): void {
    if (!this.end || this.busy || this.planning) return;
    this.chosen = END;
    this.act((seat, expect) => ({ type: 'confirm', seat, expect }));
  }

  planAhead(decisions: number[]): void {
    if (this.seat === null) return;
    void this.say({ type: 'plan', seat: this.seat, decisions });
    if (decisions.length === 0 && this.ahead && !this.ahead.guess) this.ahead = null;
  }

  /** Play what was planned for this turn; a plan is for one turn. */
  usePlan(): void {
    if (!this.ahead || this.planning || this.busy || !this.acting) return;
    const steps = this.ahead.decisions.slice(0, this.ahead.legal);
    this.ahead = null;
    this.follow(steps);
    void this.say({ type: 'plan', seat: this.seat!, decisions: null });
  }

  /** Look at the board as it may be when my turn comes. */
  startPlanning(): void {
    this.planAhead([]);
  }

  stopPlanning(): void {
    this.ahead = null;
  }

  /** Send something that is no decision. */
  async say(message: Outgoing): Promise<boolean> {
    try {
      await this.connection?.send(message);
      return true;
    } catch (problem) {
      const { code, text } = problem as ShownProblem;
      this.problem = { code, text };
      return false;
    }
  }

  look(seat: number | null): void {
    this.seat = seat;
    this.travel = null;
    this.ahead = null;
    void this.say({ type: 'look', seat });
  }

  private act(make: (seat: number, expect: number) => Outgoing): void {
    this.problem = null;
    this.skip();
    this.busy = true;
    this.tail = this.tail.then(async () => {
      const position = this.latest;
      if (!position || this.seat === null || !this.connection) return;
      try {
        const seq = await this.connection.send(make(this.seat, position.at));
        await this.reached(seq);
      } catch (problem) {
        this.explain(problem as { code: string; text: string; params: Record<string, unknown> });
      }
    });
    const mine = this.tail;
    void mine.then(() => {
      if (mine !== this.tail) return;
      this.busy = false;
      this.chosen = null;
    });
  }

  private explain(problem: { code: string; text: string; params: Record<string, unknown> }): void {
    const refusal = problem.params?.['refusal'] as RefusalData | null | undefined;
    this.problem = {
      code: problem.code,
      text: refusal ? this.refusalText(refusal) : problem.text,
      ...(refusal ? { target: refusal.target } : {}),
    };
  }

  private reached(seq: number): Promise<void> {
    if (this.latest && this.latest.at >= seq) return Promise.resolve();
    return new Promise((done) => (this.waitingFor = { seq, done }));
  }

  // -- the past --------------------------------------------------------------------------------------------------------

  /** Show the board as it was after a decision, or when the turn of somebody else with that decision was over. */
  async visit(decision: number): Promise<void> {
    try {
      for await (const position of api.positions(this.id, this.seat, decision)) {
        this.travel = position;
        return;
      }
    } catch (problem) {
      const refused = problem as Refused;
      this.problem = { code: refused.code, text: refused.message };
    }
  }

  backToNow(): void {
    this.travel = null;
  }

  // -- hearing ---------------------------------------------------------------------------------------------------------

  private linked(state: LinkState): void {
    if (state === 'reconnecting' && this.link === 'live') this.cut = this.latest?.settled ?? null;
    this.link = state;
  }

  private receive(frame: ServerFrame): void {
    if ('seq' in frame && frame.type !== 'ack') this.seq = Math.max(this.seq, frame.seq);
    switch (frame.type) {
      case 'welcome':
        this.info = frame.table;
        void openNonce(frame.table);
        break;
      case 'table':
        this.info = frame.table;
        void openNonce(frame.table);
        // Whoever has just sat down plays, and no longer only watches.
        if (this.seat === null && this.mine.length > 0) this.look(this.mine[0]!);
        break;
      case 'position':
        this.position(frame.position);
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
      case 'plan':
        this.ahead = frame;
        break;
      case 'error':
        if (!frame.key) this.problem = { code: frame.code, text: frame.text };
        break;
      case 'ack':
      case 'bye':
        break;
    }
  }

  private position(position: Position): void {
    const kept = this.events.filter((event) => event.decision < position.events_from);
    this.events = [...kept, ...position.events];
    if (position.clock) this.skew = position.clock.now * 1000 - Date.now();
    const before = this.latest;
    this.latest = position;
    this.seat = position.seat;
    // Once the turn has begun, what was planned for it is past.
    if (this.ahead && !this.ahead.guess && (position.draft?.undo || position.draft?.why === 'revealed'))
      this.ahead = null;
    if (this.waitingFor && position.at >= this.waitingFor.seq) {
      this.waitingFor.done();
      this.waitingFor = null;
    }
    if (this.cut !== null) {
      this.caughtUp = Math.max(0, position.settled - this.cut);
      this.cut = null;
    }
    const own = before === null || before.seat !== position.seat || before.to_move === position.seat;
    if (before && before.to_move === position.seat && position.to_move !== position.seat) this.baseline = position;
    if (own || duration(TURN_SHOWN) === 0 || document.hidden) {
      this.skip();
    } else {
      this.queue.push(position);
      if (this.timer === undefined) this.next();
    }
  }

  private next(): void {
    this.timer = undefined;
    const position = this.queue.shift();
    if (!position) return;
    this.shown = position;
    // A long absence is not replayed at leisure.
    const pace = this.queue.length > 6 ? 0.25 : 1;
    if (this.queue.length > 0) this.timer = setTimeout(() => this.next(), duration(TURN_SHOWN) * pace);
    else this.timer = setTimeout(() => this.next(), duration(TURN_SHOWN) * 0.4);
  }

  /** Show the newest position at once. */
  skip(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.queue = [];
    this.shown = this.latest;
  }

  /** Milliseconds a seat has left in this turn and in its bank; null without a clock. */
  left(seat: number, now: number): { total: number; running: boolean } | null {
    const clock = this.latest?.clock;
    if (!clock || clock.kind === 'none') return null;
    const own = clock.seats[seat];
    if (!own) return null;
    if (clock.running === seat && clock.deadline !== null) {
      return { total: Math.max(0, clock.deadline * 1000 - (now + this.skew)), running: true };
    }
    return { total: own.turn + own.bank, running: false };
  }
}

/** Seats have the colours in order; the own seat has the colour that its user likes best, on this screen. */
export function tokenOf(seat: number, own: number | undefined): number {
  const plain = (seat % 6) + 1;
  if (!settings.ownToken || own === undefined) return plain;
  if (seat === own) return settings.ownToken;
  return plain === settings.ownToken ? (own % 6) + 1 : plain;
}

// Params of events that are seat numbers.
const SEAT_PARAMS = /(^|_)(player|seat|victim|owner|winner|loser|attacker|defender|leader|bidder)$/;
