// A lesson at a table: which step it is in, what that step lights, and where it was left on this device.

import type { LessonInfo, StepInfo } from '../generated/protocol';
import { api } from './api';
import type { Session } from './session/session.svelte';
import { set, settings } from './settings.svelte';

export const DONE = 'done';
const keyOf = (game: string, lesson: string): string => `${game}/${lesson}`;

/** The table where a lesson was left, `DONE`, or nothing. */
export const progressOf = (game: string, lesson: string): string | undefined => settings.lessons[keyOf(game, lesson)];

export function remember(game: string, lesson: string, progress: string): void {
  if (progressOf(game, lesson) !== progress) set({ lessons: { ...settings.lessons, [keyOf(game, lesson)]: progress } });
}

/** Open a table for a lesson. */
export async function begin(game: string, lesson: string): Promise<string> {
  const { id } = await api.learn({ game, lesson, ...(settings.name ? { name: settings.name } : {}) });
  remember(game, lesson, id);
  return id;
}

export class Lesson {
  course = $state.raw<LessonInfo[]>([]);
  /** Steps without a decision that have been read. */
  private read = $state.raw<ReadonlySet<number>>(new Set());
  /** Put away: the game goes on. */
  left = $state(false);

  constructor(private readonly session: Session) {}

  async load(): Promise<void> {
    this.course = await api.lessons(this.session.game);
  }

  get info(): LessonInfo | undefined {
    const known = this.course.find((one) => one.name === this.session.info?.lesson?.name);
    // A lesson that was begun before it was written anew goes on by its own script, without words.
    return known?.decisions === this.session.info?.lesson?.decisions ? known : undefined;
  }

  get next(): LessonInfo | undefined {
    return this.course[this.course.findIndex((one) => one === this.info) + 1];
  }

  private passed(step: StepInfo, index: number, decisions: number): boolean {
    return step.decisions.length > 0
      ? decisions >= step.at + step.decisions.length
      : decisions > step.at || this.read.has(index);
  }

  /** The number of the current step; that of all steps when the lesson is over, -1 when the game has gone on. */
  get at(): number {
    const { info, session } = this;
    const decisions = session.latest?.decisions;
    if (!info || decisions === undefined || this.left || decisions > info.decisions) return -1;
    const found = info.steps.findIndex((step, index) => !this.passed(step, index, decisions));
    return found < 0 ? info.steps.length : found;
  }

  get step(): StepInfo | undefined {
    return this.info?.steps[this.at];
  }

  /** What is lit now: objects of the board, and the decision where one of them asks which. */
  get light(): readonly string[] {
    const { step, session } = this;
    if (!step) return [];
    const place = step.decisions.length ? session.latest!.decisions - step.at : 0;
    return [
      ...(step.light[place] ?? []),
      ...step.decisions.slice(place, place + 1).map((decision) => `option:${decision}`),
    ];
  }

  /** Whether the step is only read. */
  get reading(): boolean {
    return this.step?.decisions.length === 0;
  }

  /** The step has been read. */
  turn(): void {
    this.read = new Set([...this.read, this.at]);
  }
}
