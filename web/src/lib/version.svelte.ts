// Whether the server ships a newer client than the one that runs here.

const PATIENCE = 60_000;
let asked = 0;
let newer = $state(false);

const scriptOf = (html: Document): string =>
  html.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? '';

export const version = {
  get newer(): boolean {
    return newer;
  },
};

/** Fetch the server's page, at most once a minute, and compare its script with the running one. */
export async function checkVersion(): Promise<void> {
  if (newer || Date.now() - asked < PATIENCE) return;
  asked = Date.now();
  try {
    const answer = await fetch('/', { cache: 'no-store' });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const [here, there] = [scriptOf(document), scriptOf(page)];
    newer = answer.ok && there !== '' && new URL(there, location.origin).pathname !== new URL(here).pathname;
  } catch {
    // Server unreachable: the next poll retries.
  }
}
