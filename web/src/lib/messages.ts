// Texts by message id, with plural forms: the same format as the game's own message files.
//
// A message is a sentence with {parameters}, or plural forms of one: {"by": "need", "one": "…", "other": "…"}.
// A parameter that is a word is an id itself: `money_4` is shown as `name.money_4`, `order:42` as `name.order` with {id}.

export type Param = string | number | boolean | null | readonly Param[];
export type Params = Record<string, Param>;
export type Plural = { by: string; other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;
export type TextTable = Record<string, string | Plural>;

const rules = new Map<string, Intl.PluralRules>();

function pluralForm(language: string, n: number): Intl.LDMLPluralRule {
  let found = rules.get(language);
  if (!found) rules.set(language, (found = new Intl.PluralRules(language)));
  return found.select(n);
}

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
    const sentence =
      typeof found === 'string'
        ? found
        : (found[pluralForm(this.language, Math.abs(Number(params[found.by] ?? 0)))] ?? found.other);
    return sentence.replace(/\{(\w+)\}/g, (place, name: string) => (name in params ? this.shown(params[name]!) : place));
  }

  /** What an id is called. */
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
