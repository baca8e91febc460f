// Formats frames as sentences: ids and seat numbers become players' names and colours.

import type { EventData, OptionData, PlanData, RefusalData } from '../../generated/protocol';
import { elided } from '../messageFormat';
import type { Params, Texts } from '../messages';
import { t, words } from '../words.svelte';
import { timeLeft } from './clocks';
import { tokenOf } from './colours';
import { Received } from './received.svelte';

/** A segment of a sentence: text, a player's name, or an object with a picture. */
export type Part = string | { seat: number } | { thing: string };

// Delimiters around special segments; control characters that occur in no text.
const [OPEN, CLOSE] = ['\u0001', '\u0002'];
const APART = new RegExp(`${OPEN}(\\w+)=([^${CLOSE}]*)${CLOSE}`);

export class Wording extends Received {
  get words(): Texts {
    return words(this.game);
  }

  name(seat: number | null | undefined): string {
    if (seat === null || seat === undefined) return t('seat.spectator');
    const found = this.info?.seats.find((one) => one.seat === seat);
    return found?.name || t('seat.number', { n: seat + 1 });
  }

  /** The colour and shape of a seat: 1 … 6; the user's preferred colour is swapped with the seat that has it. */
  token(seat: number): number {
    return tokenOf(seat, this.mine[0]);
  }

  /** Substitute names for parameters that the game declares as seats. */
  shownParams(params: Record<string, unknown>): Params {
    const shown: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(params)) {
      shown[key] = typeof value === 'number' && this.words.typeOf(key) === 'seat' ? this.name(value) : value;
    }
    return shown as Params;
  }

  eventText(event: EventData): string {
    return this.words.text(`event.${event.name}`, this.shownParams(event.params));
  }

  /** As `eventText` for third parties, since a private event addresses its player in the second person. */
  toldText(event: EventData): string {
    const told = `${event.name}.told`;
    return this.eventText(this.words.has(`event.${told}`) ? { ...event, name: told } : event);
  }

  /** An event's sentence, split into segments. */
  eventParts(event: EventData, pictured: (thing: string) => boolean): Part[] {
    const params = this.shownParams(event.params);
    const apart = (kind: string, value: unknown): string => `${OPEN}${kind}=${String(value)}${CLOSE}`;
    for (const [key, value] of Object.entries(event.params)) {
      const seat = typeof value === 'number' && value >= 0 && this.words.typeOf(key) === 'seat';
      if (seat) params[key] = apart('seat', value);
      else if (typeof value === 'string' && pictured(value)) params[key] = apart('thing', value);
    }
    // The split yields triples: text, then kind and value of a special segment.
    const pieces = this.words.text(`event.${event.name}`, params).split(APART);
    const parts: Part[] = [];
    for (let i = 0; i < pieces.length; i += 3) {
      const [text, kind, value] = pieces.slice(i, i + 3) as [string, string?, string?];
      const seat = kind === 'seat' ? Number(value) : null;
      const name = seat === null ? this.words.name(value ?? '') : this.name(seat);
      if (text) parts.push(elided(this.words.language, text, name));
      if (value !== undefined) parts.push(seat === null ? { thing: value } : { seat });
    }
    return parts;
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

  /** Milliseconds a seat has left in this turn and in its bank; null without a clock. */
  left(seat: number, now: number): { total: number; running: boolean } | null {
    return timeLeft(this.latest?.clock, seat, now + this.skew);
  }
}
