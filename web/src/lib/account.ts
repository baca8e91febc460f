// Accounts: passkeys, the recovery code, export and deletion of one's data.

import type { Account, SignedIn } from '../generated/protocol';
import { api, Refused } from './api';
import { address } from './router.svelte';
import { set, settings } from './settings.svelte';

/** WebAuthn feature detection: needs a secure context and a domain name (not an IP address) as relying-party id. */
export const canPasskey = (): boolean =>
  window.isSecureContext &&
  !/^[\d.]+$|:/.test(location.hostname) &&
  'parseCreationOptionsFromJSON' in (window.PublicKeyCredential ?? {});

type Answer = Record<string, unknown>;

/** Ask the browser for a credential; null where the person cancelled. */
async function asked(dialogue: () => Promise<Credential | null>): Promise<Answer | null> {
  try {
    const found = (await dialogue()) as PublicKeyCredential | null;
    return found && (found.toJSON() as Answer);
  } catch (problem) {
    const name = (problem as DOMException).name;
    if (name === 'NotAllowedError' || name === 'AbortError') return null;
    throw new Refused(name, (problem as DOMException).message);
  }
}

/** Create and register a passkey with a user-visible name; null where the person cancelled. */
export async function makePasskey(name: string): Promise<Account | null> {
  if (settings.name) await api.rename({ name: settings.name });
  const { options } = await api.passkeyOptions();
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never);
  const credential = await asked(() => navigator.credentials.create({ publicKey }));
  return credential && api.addPasskey({ credential, name });
}

/** Sign in with a passkey; false where the person cancelled. */
export async function signIn(bring: boolean): Promise<boolean> {
  const { options } = await api.signInOptions();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never);
  const credential = await asked(() => navigator.credentials.get({ publicKey }));
  if (credential) welcome(await api.signIn({ credential, bring }));
  return credential !== null;
}

export async function signInByCode(code: string, bring: boolean): Promise<void> {
  welcome(await api.signInByCode({ code, bring }));
}

function welcome({ account }: SignedIn): void {
  if (account.name) set({ name: account.name });
  begin();
}

export async function signOut(): Promise<void> {
  await api.signOut();
  begin();
}

export async function deleteAll(): Promise<void> {
  await api.deleteMe();
  localStorage.clear();
  begin();
}

/** Reload: the page shows data of the previous identity. */
function begin(): void {
  location.assign(address(''));
}

/** A default name for a passkey, from the user agent. */
export function deviceName(): string {
  const { userAgentData } = navigator as Navigator & { userAgentData?: { platform?: string } };
  return userAgentData?.platform || /Android|iPhone|iPad|Mac|Windows|Linux/.exec(navigator.userAgent)?.[0] || '';
}
