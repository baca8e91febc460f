// A subset of ICU MessageFormat: {name}, {n, plural, one {# cart} other {# carts}} and {word, select, a {…} other {…}},
// nested to any depth; a plural may have a form `minus` for numbers below zero, inside it without their sign.
// `pithead.engine.message_format` implements the same subset.

interface Argument {
  name: string;
  kind: '' | 'plural' | 'select';
  forms: Map<string, Text>;
}

/** The AST: literal text, arguments, and null for the `#` of a plural. */
type Text = (string | Argument | null)[];

const ARGUMENT = /\{\s*(\w+)\s*(?:,\s*(plural|select)\s*,\s*|\})/y;
const FORM = /\s*(=\d+|\w+)\s*\{/y;
const LETTERS = /[^{}#]+/y;

const parsed = new Map<string, Text>();
const rules = new Map<string, Intl.PluralRules>();

function match(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

class Parser {
  at = 0;
  source: string;

  constructor(source: string) {
    this.source = source;
  }

  parts(inside: boolean, plural: boolean): Text {
    const parts: Text = [];
    while (this.at < this.source.length) {
      const sign = this.source[this.at];
      if (inside && sign === '}') {
        this.at += 1;
        return parts;
      }
      if (sign === '{') parts.push(this.argument(plural));
      else if (sign === '#') {
        parts.push(plural ? null : '#');
        this.at += 1;
      } else {
        const letters = match(LETTERS, this.source, this.at);
        if (!letters) throw new Error(`a brace too many: ${this.source}`);
        parts.push(letters[0]);
        this.at = LETTERS.lastIndex;
      }
    }
    if (inside) throw new Error(`a brace is missing: ${this.source}`);
    return parts;
  }

  private argument(plural: boolean): Argument {
    const found = match(ARGUMENT, this.source, this.at);
    if (!found) throw new Error(`no parameter at ${this.at}: ${this.source}`);
    this.at = ARGUMENT.lastIndex;
    const kind = (found[2] ?? '') as Argument['kind'];
    const argument: Argument = { name: found[1]!, kind, forms: new Map() };
    if (!kind) return argument;
    for (let form = match(FORM, this.source, this.at); form; form = match(FORM, this.source, this.at)) {
      this.at = FORM.lastIndex;
      argument.forms.set(form[1]!, this.parts(true, plural || kind === 'plural'));
    }
    if (!argument.forms.has('other') || this.source[this.at] !== '}') throw new Error(`not closed: ${this.source}`);
    this.at += 1;
    return argument;
  }
}

function parse(source: string): Text {
  let text = parsed.get(source);
  if (!text) parsed.set(source, (text = new Parser(source).parts(false, false)));
  return text;
}

function pluralForm(language: string, n: number): string {
  let found = rules.get(language);
  if (!found) rules.set(language, (found = new Intl.PluralRules(language)));
  return found.select(Math.abs(n));
}

function formOf(argument: Argument, language: string, value: unknown): Text {
  const { kind, forms } = argument;
  const exact = kind === 'select' ? forms.get(String(value)) : forms.get(`=${String(value)}`);
  return (
    exact ?? (kind === 'plural' ? forms.get(pluralForm(language, Number(value))) : undefined) ?? forms.get('other')!
  );
}

// No elision before h: whether it is aspirated cannot be told from the spelling.
const DE = /(^|\P{L})de $/iu;
const VOWEL = /^(?:[aeiouàâäéèêëîïôöùûüœ]|y[^aeiouàâäéèêëîïôöùûüœ])/iu;

/** French elision of the text before a name: “de ” becomes “d’” before a vowel. */
export function elided(language: string, before: string, name: string): string {
  return language === 'fr' && DE.test(before) && VOWEL.test(name) ? `${before.slice(0, -2)}’` : before;
}

/** Format a message; `shown` formats the parameters' values. */
export function render<P>(
  source: string,
  language: string,
  params: Readonly<Record<string, P>>,
  shown: (value: P | number) => string,
): string {
  type Given = Readonly<Record<string, P | number>>;
  const write = (text: Text, params: Given, number: P | number): string =>
    text.reduce<string>((before, part) => {
      if (typeof part === 'string') return before + part;
      if (part === null) return before + shown(number);
      const given = part.name in params;
      if (!part.kind) {
        const word = given ? shown(params[part.name]!) : `{${part.name}}`;
        return elided(language, before, word) + word;
      }
      const value = given ? params[part.name]! : 0;
      const minus = part.kind === 'plural' && Number(value) < 0 ? part.forms.get('minus') : undefined;
      if (minus) return before + write(minus, { ...params, [part.name]: -Number(value) }, -Number(value));
      return before + write(formOf(part, language, value), params, part.kind === 'plural' ? value : number);
    }, '');
  return write(parse(source), params, 0);
}
