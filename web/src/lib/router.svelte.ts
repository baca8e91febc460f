// Client-side router: /{language}/{page}/{…}.

export const LANGUAGES = ['en', 'fr', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Route {
  language: Language | null;
  page: string;
  rest: string[];
  query: URLSearchParams;
}

export function parse(path: string, search: string): Route {
  const parts = path.split('/').filter(Boolean).map(decodeURIComponent);
  const first = parts[0] as Language | undefined;
  const language = first && LANGUAGES.includes(first) ? first : null;
  if (language) parts.shift();
  return { language, page: parts[0] ?? '', rest: parts.slice(1), query: new URLSearchParams(search) };
}

let here = $state.raw(parse(location.pathname, location.search));

export const route = {
  get now(): Route {
    return here;
  },
};

window.addEventListener('popstate', () => (here = parse(location.pathname, location.search)));

/** The address of a page in the current language. */
export function address(page: string): string {
  return `/${here.language ?? 'en'}/${page}`;
}

export function go(page: string, { replace = false }: { replace?: boolean } = {}): void {
  const target = page.startsWith('/') ? page : address(page);
  if (replace) history.replaceState(null, '', target);
  else history.pushState(null, '', target);
  here = parse(location.pathname, location.search);
  if (!replace) window.scrollTo(0, 0);
}

/** The same page in another language. */
export function switchLanguage(language: Language): void {
  const path = [language, here.page, ...here.rest].filter(Boolean).map(encodeURIComponent).join('/');
  history.replaceState(null, '', `/${path}${here.page ? '' : '/'}${location.search}${location.hash}`);
  here = parse(location.pathname, location.search);
}

/** Intercept clicks on internal links; clicks with modifier keys keep the browser's behaviour. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = (event.target as Element).closest('a');
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (link.pathname.startsWith('/api/')) return;
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
