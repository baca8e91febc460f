// Intl formatters, memoized: constructing one is slow, and a log formats a time in every line.

const numbers = new Map<string, Intl.NumberFormat>();
const times = new Map<string, Intl.DateTimeFormat>();

function kept<Format>(formats: Map<string, Format>, key: string, make: () => Format): Format {
  let found = formats.get(key);
  if (!found) formats.set(key, (found = make()));
  return found;
}

export function numberFormat(language: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return kept(numbers, language + JSON.stringify(options), () => new Intl.NumberFormat(language, options));
}

export function timeFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return kept(times, language + JSON.stringify(options), () => new Intl.DateTimeFormat(language, options));
}

/** Join sentences, adding a full stop where one is missing. */
export function sentences(parts: (string | undefined)[]): string {
  return parts.filter(Boolean).reduce<string>((text, part) => {
    const stop = /[.!?…]$/.test(text) ? ' ' : '. ';
    return text ? text + stop + part : part!;
  }, '');
}
