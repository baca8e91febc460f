// The state of a lesson: its current step, the targets that step highlights, and progress stored on this device.

import type { LessonInfo, StepInfo } from '../generated/protocol';
import { api } from './api';
import type { Session } from './session/session.svelte';
import { set, settings } from './settings.svelte';

export const DONE = 'done';
const keyOf = (game: string, lesson: string): string => `${game}/${lesson}`;

/** Stored progress: the id of the table, `DONE`, or undefined. */
export const progressOf = (game: string, lesson: string): string | undefined => settings.lessons[keyOf(game, lesson)];

export function remember(game: string, lesson: string, progress: string): void {
  if (progressOf(game, lesson) !== progress) set({ lessons: { ...settings.lessons, [keyOf(game, lesson)]: progress } });
}

/** Create a table for a lesson. */
export async function begin(game: string, lesson: string): Promise<string> {
  const { id } = await api.learn({ game, lesson, ...(settings.name ? { name: settings.name } : {}) });
  remember(game, lesson, id);
  return id;
}

export class Lesson {
  course = $state.raw<LessonInfo[]>([]);
  /** Indices of read steps, among those without a decision. */
  private read = $state.raw<ReadonlySet<number>>(new Set());
  /** Dismissed: the game goes on without the lesson. */
  left = $state(false);

  constructor(private readonly session: Session) {}

  async load(): Promise<void> {
    this.course = await api.lessons(this.session.game);
  }

  get info(): LessonInfo | undefined {
    const known = this.course.find((one) => one.name === this.session.info?.lesson?.name);
    // The lesson was edited after this table began: the table's own script goes on, without texts.
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

  /** The index of the current step; the number of steps when the lesson is over, -1 when the game has left it. */
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

  /** The highlighted targets, and the decision where a target offers several. */
  get light(): readonly string[] {
    const { step, session } = this;
    if (!step) return [];
    const place = step.decisions.length ? session.latest!.decisions - step.at : 0;
    return [
      ...(step.light[place] ?? []),
      ...step.decisions.slice(place, place + 1).map((decision) => `option:${decision}`),
    ];
  }

  /** Whether the current step has no decision. */
  get reading(): boolean {
    return this.step?.decisions.length === 0;
  }

  /** Mark the current step as read. */
  turn(): void {
    this.read = new Set([...this.read, this.at]);
  }
}
