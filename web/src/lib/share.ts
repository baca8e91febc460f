// Links for others: by the share sheet of the system, by the clipboard, or by a selection that is copied.

/** Whether the system offers a sheet for sharing: phones do, and only over a secure connection. */
export const canShare = (): boolean => typeof navigator.share === 'function';

/** Offer a link through the system's share sheet; a cancelled sheet is no error. */
export async function share(title: string, url: string): Promise<void> {
  await navigator.share({ title, url }).catch(() => undefined);
}

/** Copy a text; false where no way of this browser does it. */
export async function copy(text: string): Promise<boolean> {
  // Without a secure connection, as in a home network, there is no clipboard.
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
