// Sharing links: Web Share API, clipboard API, or execCommand('copy') as a fallback.

/** Feature detection of the Web Share API: mobile, in secure contexts only. */
export const canShare = (): boolean => typeof navigator.share === 'function';

/** Offer a link through the system's share sheet; a cancelled sheet is no error. */
export async function share(title: string, url: string): Promise<void> {
  await navigator.share({ title, url }).catch(() => undefined);
}

/** Copy a text; false where the browser allows no way. */
export async function copy(text: string): Promise<boolean> {
  // No clipboard API outside secure contexts, as in a home network over http.
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'sr';
  // An open modal dialog makes everything outside it inert.
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
