// The store of a table: received state, what the screen shows, pending requests.
// It knows no rules: targets are highlighted because options name them, and disabled because refusals do.

import type { ServerFrame } from '../../generated/protocol';
import { api, type Refused } from '../api';
import { Coach } from '../coach.svelte';
import { Connection, type Outgoing } from '../connection';
import { route } from '../router.svelte';
import { Acting } from './acting.svelte';
import { END, Screen } from './screen.svelte';
import type { ShownProblem } from './received.svelte';

export class Session extends Screen {
  private readonly acts = new Acting(
    this,
    (message) => this.connection!.send(message),
    (refusal) => this.refusalText(refusal),
  );
  readonly coach = new Coach(this);
  private connection: Connection | null = null;
  private seq = 0;
  private closed = false;

  /** `live`: connected to a table. Otherwise a viewer of a finished game, whose positions are set from outside. */
  constructor(id: string, live = true) {
    super(id);
    if (live) void this.begin();
    else this.link = 'live';
  }

  private async begin(): Promise<void> {
    try {
      const info = await api.table(this.id);
      // The component may have been destroyed meanwhile.
      if (this.closed) return;
      this.info = info;
      const mine = info.seats.filter((seat) => seat.yours);
      this.seat = (mine.find((seat) => seat.seat === info.to_move) ?? mine[0])?.seat ?? null;
      this.connection = new Connection(this.id, {
        frame: (frame) => this.receive(frame),
        state: (state) => this.linked(state),
        resume: () => ({ seat: this.seat, since: this.seq, language: route.now.language ?? 'en' }),
      });
    } catch (problem) {
      this.refused = problem as Refused;
    }
  }

  close(): void {
    this.closed = true;
    this.queue.close();
    this.past.close();
    this.connection?.close();
  }

  private receive(frame: ServerFrame): void {
    if ('seq' in frame && frame.type !== 'ack') this.seq = Math.max(this.seq, frame.seq);
    this.hear(frame);
    if (frame.type === 'position') {
      this.arrive(frame.position);
      this.acts.reached(frame.position.at);
    } else if (frame.type === 'plan') this.plan.ahead = frame;
    // After taking a seat switch from spectator to that seat.
    else if (frame.type === 'table' && this.seat === null && this.mine.length > 0) this.look(this.mine[0]!);
  }

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
    this.past.leave();
    this.plan.stop();
    void this.say({ type: 'look', seat });
  }

  get busy(): boolean {
    return this.acts.busy || this.coach.asking;
  }

  /** The pending decision: clicked, but not acknowledged. */
  get chosen(): number | null {
    return this.acts.chosen;
  }

  /** Play one decision of the turn; clicks are ignored while one is pending. */
  play(decision: number): void {
    if (this.plan.active) this.plan.add([decision]);
    else if (!this.busy && this.acting) {
      const go = (): void => this.act((seat, expect) => ({ type: 'play', seat, expect, decision }), decision);
      // Irreversible options have a note that says so.
      if (this.options.find((option) => option.id === decision)?.notes.length) this.coach.before(decision, go);
      else go();
    }
  }

  /** Play the steps of a plan, without the end of the turn. */
  follow(decisions: readonly number[]): void {
    const steps = decisions.filter((decision) => decision !== END);
    if (this.plan.active) this.plan.add(steps);
    else if (!this.busy && this.acting && steps.length > 0) {
      this.act((seat, expect) => ({ type: 'sequence', seat, expect, decisions: steps }));
    }
  }

  /** Play the premoves of this turn. */
  usePlan(): void {
    if (this.plan.ahead && !this.plan.active && !this.busy && this.acting) this.follow(this.plan.use());
  }

  undo(): void {
    if (this.plan.active) this.plan.takeBack();
    else if (this.latest?.draft?.undo) this.act((seat, expect) => ({ type: 'undo', seat, expect }));
  }

  /** Undo decisions until `count` of the draft are left. */
  undoTo(count: number): void {
    const steps = (this.latest?.draft?.actions.length ?? 0) - count;
    for (let step = 0; step < steps; step += 1) this.undo();
  }

  restart(): void {
    if (this.plan.active) this.plan.start();
    else if (this.latest?.draft?.undo) this.act((seat, expect) => ({ type: 'restart', seat, expect }));
  }

  confirm(): void {
    if (!this.end || this.busy || this.plan.active) return;
    this.coach.before(END, () => this.act((seat, expect) => ({ type: 'confirm', seat, expect }), END));
  }

  private act(make: (seat: number, expect: number) => Outgoing, decision?: number): void {
    this.skip();
    this.acts.act(make, decision);
  }
}
