// The HTTP client. Every error response is thrown as `Refused`, with the server's code and localized message.

import type {
  Account,
  AskAnalysis,
  AskCoach,
  AskHint,
  BannerShown,
  Block,
  BlockWhom,
  Branch,
  ChannelChange,
  ChannelList,
  Coached,
  Cup,
  CupList,
  CupName,
  GameInfo,
  Invitation,
  Job,
  JoinByCode,
  Leaderboard,
  LessonInfo,
  LevelInfo,
  MaterialInfo,
  Me,
  MeChange,
  Link,
  NewChannel,
  NewCup,
  NewLesson,
  NewPasskey,
  NewRematch,
  NewTable,
  OpenNonce,
  PasskeyName,
  PasskeyOptions,
  PlayedGames,
  Profile,
  RecoveryCode,
  Redeem,
  ReplayPosition,
  Report,
  SeatSetup,
  SessionInfo,
  SignedIn,
  SignIn,
  SignInByCode,
  Silence,
  SitDown,
  TableChange,
  TableInfo,
  TableList,
  UploadRecord,
  Whom,
} from '../generated/protocol';
import { route } from './router.svelte';

export class Refused extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly params: Record<string, unknown> = {},
    readonly status = 0,
  ) {
    super(text);
  }
}

// The first request obtains the device cookie, and all others wait for it: concurrent first requests would create
// several devices, and a table could belong to one whose cookie is overwritten.
const known: Promise<Me | null> = fetch('/api/me').then(
  (answer) => (answer.ok ? (answer.json() as Promise<Me>) : null),
  () => null,
);

/** The version of the games' texts, a cache-busting part of their URL. */
export async function wordsTag(): Promise<string> {
  return (await known)?.words ?? '';
}

/** Like `fetch`, once the server knows this device. */
export async function knownFetch(address: string, request?: RequestInit): Promise<Response> {
  await known;
  return fetch(address, request);
}

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  const glue = path.includes('?') ? '&' : '?';
  let answer: Response;
  try {
    answer = await knownFetch(`/api/${path}${glue}lang=${route.now.language ?? 'en'}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
  } catch {
    throw new Refused('offline', '');
  }
  if (answer.ok) return answer;
  throw await refusalOf(answer);
}

/** What an error response says. */
export async function refusalOf(answer: Response): Promise<Refused> {
  const problem = (await answer.json().catch(() => null)) as { code?: string; text?: string; params?: object } | null;
  return new Refused(problem?.code ?? 'unavailable', problem?.text ?? '', { ...problem?.params }, answer.status);
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await (await call(method, path, body)).json()) as T;
}

async function tell(method: string, path: string, body?: unknown): Promise<void> {
  await call(method, path, body);
}

const at = (table: string, rest = ''): string => `tables/${encodeURIComponent(table)}${rest}`;

export const api = {
  games: () => ask<GameInfo[]>('GET', 'games'),
  lessons: (game: string) => ask<LessonInfo[]>('GET', `games/${encodeURIComponent(game)}/lessons`),
  learn: (lesson: NewLesson) => ask<TableInfo>('POST', 'lessons', lesson),
  levels: () => ask<LevelInfo[]>('GET', 'levels'),
  material: (game: string) => ask<MaterialInfo>('GET', `games/${encodeURIComponent(game)}/material`),

  tables: (which: 'mine' | 'open' | 'watch' | 'archive', after = '') =>
    ask<TableList>('GET', `tables?which=${which}${after ? `&after=${encodeURIComponent(after)}` : ''}`),
  create: (table: NewTable) => ask<TableInfo>('POST', 'tables', table),
  table: (id: string) => ask<TableInfo>('GET', at(id)),
  change: (id: string, change: TableChange) => tell('PATCH', at(id), change),
  close: (id: string) => tell('POST', at(id, '/close')),
  start: (id: string) => tell('POST', at(id, '/start')),
  open: (id: string, nonce: OpenNonce) => ask<TableInfo>('POST', at(id, '/nonce'), nonce),
  join: (code: JoinByCode) => ask<TableInfo>('POST', 'join', code),
  lookAtLink: (token: string) => ask<Invitation>('POST', 'links/look', { token }),
  redeem: (link: Redeem) => ask<TableInfo>('POST', 'links', link),

  seat: (id: string, seat: number, setup: SeatSetup) => tell('PUT', at(id, `/seats/${seat}`), setup),
  take: (id: string, seat: number, who: SitDown) => ask<TableInfo>('POST', at(id, `/seats/${seat}/take`), who),
  leave: (id: string, seat: number) => tell('POST', at(id, `/seats/${seat}/leave`)),
  invitation: (id: string, seat: number) => ask<Link>('POST', at(id, `/seats/${seat}/invitation`)),
  device: (id: string, seat: number) => ask<Link>('POST', at(id, `/seats/${seat}/device`)),

  remove: (id: string, whom: Whom) => ask<TableInfo>('POST', at(id, '/remove'), whom),
  silence: (id: string, whom: Silence) => ask<TableInfo>('POST', at(id, '/silence'), whom),
  report: (id: string, about: Report) => tell('POST', at(id, '/report'), about),
  sessions: () => ask<SessionInfo[]>('GET', 'me/sessions'),
  endSession: (id: string) => ask<SessionInfo[]>('DELETE', `me/sessions/${encodeURIComponent(id)}`),
  account: () => ask<Account>('GET', 'me/account'),
  rename: (me: MeChange) => tell('PATCH', 'me', me),
  passkeyOptions: () => ask<PasskeyOptions>('POST', 'me/passkeys/options'),
  addPasskey: (passkey: NewPasskey) => ask<Account>('POST', 'me/passkeys', passkey),
  renamePasskey: (id: string, name: PasskeyName) =>
    ask<Account>('PATCH', `me/passkeys/${encodeURIComponent(id)}`, name),
  removePasskey: (id: string) => ask<Account>('DELETE', `me/passkeys/${encodeURIComponent(id)}`),
  recoveryCode: () => ask<RecoveryCode>('POST', 'me/recovery'),
  removeCode: () => ask<Account>('DELETE', 'me/recovery'),
  signInOptions: () => ask<PasskeyOptions>('POST', 'sign-in/options'),
  signIn: (answer: SignIn) => ask<SignedIn>('POST', 'sign-in', answer),
  signInByCode: (code: SignInByCode) => ask<SignedIn>('POST', 'sign-in/code', code),
  signOut: () => tell('POST', 'sign-out'),
  person: (person: string) => ask<Profile>('GET', `people/${encodeURIComponent(person)}`),
  played: (person: string, before: number | null) =>
    ask<PlayedGames>('GET', `people/${encodeURIComponent(person)}/games${before === null ? '' : `?before=${before}`}`),
  cups: () => ask<CupList>('GET', 'cups'),
  cup: (id: string) => ask<Cup>('GET', `cups/${encodeURIComponent(id)}`),
  newCup: (cup: NewCup) => ask<Cup>('POST', 'cups', cup),
  joinCup: (id: string, name: CupName) => ask<Cup>('POST', `cups/${encodeURIComponent(id)}/join`, name),
  leaveCup: (id: string) => ask<Cup>('POST', `cups/${encodeURIComponent(id)}/leave`),
  startCup: (id: string) => ask<Cup>('POST', `cups/${encodeURIComponent(id)}/start`),
  endCup: (id: string) => ask<Cup>('POST', `cups/${encodeURIComponent(id)}/end`),
  banner: () => ask<BannerShown>('GET', 'banner'),
  leaderboard: (game: string) => ask<Leaderboard>('GET', `leaderboard/${encodeURIComponent(game)}`),
  deleteMe: () => tell('DELETE', 'me'),
  blocks: () => ask<Block[]>('GET', 'me/blocks'),
  block: (whom: BlockWhom) => ask<Block[]>('POST', 'me/blocks', whom),
  unblock: (id: string) => ask<Block[]>('DELETE', `me/blocks/${encodeURIComponent(id)}`),

  channels: () => ask<ChannelList>('GET', 'me/channels'),
  addChannel: (channel: NewChannel) => ask<ChannelList>('POST', 'me/channels', channel),
  changeChannel: (id: string, change: ChannelChange) =>
    ask<ChannelList>('PATCH', `me/channels/${encodeURIComponent(id)}`, change),
  removeChannel: (id: string) => ask<ChannelList>('DELETE', `me/channels/${encodeURIComponent(id)}`),
  tryChannel: (id: string) => tell('POST', `me/channels/${encodeURIComponent(id)}/trial`),
  keepQuiet: (id: string, quiet: boolean) => tell('PUT', at(id, '/quiet'), { quiet }),
  confirmChannel: (token: string) => tell('POST', 'channels/confirm', { token }),
  stopChannel: (token: string) => tell('POST', 'channels/stop', { token }),

  rematch: (id: string, how: NewRematch) => ask<TableInfo>('POST', at(id, '/rematch'), how),
  upload: (record: UploadRecord) => ask<TableInfo>('POST', 'records', record),
  branch: (id: string, branch: Branch) => ask<TableInfo>('POST', at(id, '/branch'), branch),
  hint: (id: string, hint: AskHint) => ask<Job>('POST', at(id, '/hint'), hint),
  coach: (id: string, about: AskCoach) => ask<Coached>('POST', at(id, '/coach'), about),
  analyse: (id: string, how: AskAnalysis) => ask<Job>('POST', at(id, '/analysis'), how),
  cancel: (id: string) => tell('DELETE', `jobs/${encodeURIComponent(id)}`),

  recordAddress: (id: string) => `/api/${at(id, '/record')}`,

  /** Stream the positions visible to a seat (NDJSON); leaving the loop cancels the request. */
  async *positions(id: string, seat: number | null, from: number): AsyncGenerator<ReplayPosition> {
    const range = `from=${from}${seat === null ? '' : `&seat=${seat}`}`;
    yield* lines<ReplayPosition>(await call('GET', at(id, `/positions?${range}`)));
  },

  /** Stream the states of a job until it is done. */
  async *follow(job: string): AsyncGenerator<Job> {
    yield* lines<Job>(await call('GET', `jobs/${encodeURIComponent(job)}/stream`));
  },
};

/** Parse a streamed NDJSON response line by line. */
async function* lines<T>(answer: Response): AsyncGenerator<T> {
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += value ?? '';
      const parts = rest.split('\n');
      rest = parts.pop()!;
      for (const part of parts) if (part) yield JSON.parse(part) as T;
      if (done) break;
    }
    if (rest) yield JSON.parse(rest) as T;
  } finally {
    // Cancels the body if the consumer left the loop early; after a network error `read` has rejected already.
    await reader.cancel().catch(() => undefined);
  }
}
