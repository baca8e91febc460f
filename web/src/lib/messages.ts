// Texts by message id: the same format as the game's own message files.
//
// A message is a sentence with {parameters}, plural forms and choices (messageFormat.ts).
// A parameter that is a word is an id itself: `money_4` is shown as `name.money_4`, `order:42` as `name.order` with {id}.

import { render } from './messageFormat';

export type Param = string | number | boolean | null | readonly Param[];
export type Params = Record<string, Param>;
export type TextTable = Record<string, string>;

/** The texts of one language. */
export class Texts {
  constructor(
    readonly language: string,
    readonly texts: TextTable,
  ) {}

  has(id: string): boolean {
    return id in this.texts;
  }

  /** The sentence for an id; the id itself where it is missing. */
  text(id: string, params: Params = {}): string {
    const found = this.texts[id];
    if (found === undefined) return id;
    return render(found, this.language, params, (value) => this.shown(value));
  }

  /** The declared type of a message parameter: `seat`, `tile`, …; undefined for plain numbers. */
  typeOf(param: string): string | undefined {
    return this.texts[`param.${param}`];
  }

  /** The declared type of a view field: `seat`, `by_seat`, `partners`, `printed`, a kind of object, or undefined. */
  fieldType(field: string): string | undefined {
    return this.texts[`view.${field}`];
  }

  /** The localized name of an id. */
  name(word: string): string {
    return this.shown(word);
  }

  private shown(value: Param): string {
    if (typeof value === 'boolean') return this.text(value ? 'name.yes' : 'name.no');
    if (Array.isArray(value)) return value.map((item) => this.shown(item as Param)).join(', ');
    if (typeof value !== 'string') return String(value);
    if (this.has(`name.${value}`)) return this.text(`name.${value}`);
    const colon = value.indexOf(':');
    if (colon > 0 && this.has(`name.${value.slice(0, colon)}`)) {
      return this.text(`name.${value.slice(0, colon)}`, { id: value.slice(colon + 1) });
    }
    return value;
  }
}
