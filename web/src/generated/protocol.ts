// Written by `make types` from the server's models: do not edit.
// schema 2973010de13a01e31e1d279d262f339e2cc116b48522de57f5cc642afd4dcdcd

export type ClientMessage =
  | Chat
  | Concede
  | Confirm
  | Look
  | Mute
  | Ping
  | PlanAhead
  | Play
  | PlaySequence
  | Reclaim
  | Restart
  | Subscribe
  | Undo
  | Vote;
export type ServerFrame =
  | AckFrame
  | ByeFrame
  | ChangesFrame
  | ErrorFrame
  | LineFrame
  | PlanFrame
  | PositionFrame
  | PresenceFrame
  | TableFrame
  | WelcomeFrame;

export interface Protocol {
  [k: string]: unknown;
}
/**
 * What leads back to this person; a guest has none of it.
 */
export interface Account {
  name: string | null;
  guest: boolean;
  passkeys: PasskeyInfo[];
  recovery_code_made_at: number | null;
}
/**
 * A passkey by its name.
 */
export interface PasskeyInfo {
  id: string;
  name: string;
  created_at: number;
  used_at: number | null;
}
/**
 * The command was executed and is durable; `seq` is its place in the log (the last one of several).
 */
export interface AckFrame {
  n: number;
  type: 'ack';
  key: string;
  seq: number;
  again: boolean;
}
/**
 * Analyse a finished game.
 */
export interface AskAnalysis {
  think?: number;
}
/**
 * Ask what speaks against a decision of a seat of yours that is to move, before it is taken.
 */
export interface AskCoach {
  seat: number;
  decision: number;
}
/**
 * Ask for the best decision of a seat of yours that is to move.
 */
export interface AskHint {
  seat: number;
  think?: number;
}
/**
 * A backup that can be fetched.
 */
export interface BackupInfo {
  name: string;
  size: number;
  made_at: number;
}
/**
 * Backups, the newest first.
 */
export interface BackupList {
  backups: BackupInfo[];
}
/**
 * What the host has to say to all, in one language or in several; until some time, or until it is taken away.
 */
export interface BannerInfo {
  texts: {
    [k: string]: string;
  };
  until: number | null;
  id: string;
}
/**
 * The banner that stands now, if any.
 */
export interface BannerShown {
  banner: BannerInfo | null;
}
/**
 * Somebody you have blocked, by the name he had then.
 */
export interface Block {
  id: string;
  name: string;
  at: number;
}
/**
 * Somebody at a table who shall not come to yours.
 */
export interface BlockWhom {
  seat?: number | null;
  line?: number | null;
  table: string;
}
/**
 * Play on from a position of a finished game or of an uploaded record.
 */
export interface Branch {
  decision: number;
  seats: SeatSetup[];
  nonce?: string | null;
}
/**
 * Who sits where: `you`, another person on your device, somebody invited, anybody, a bot, or nobody.
 */
export interface SeatSetup {
  kind: 'you' | 'hotseat' | 'invite' | 'open' | 'bot' | 'closed';
  name?: string | null;
  level?: string | null;
}
/**
 * The server closes the connection; come back after `retry` seconds, or not at all (None).
 */
export interface ByeFrame {
  n: number;
  type: 'bye';
  reason: 'stopping' | 'revoked' | 'slow' | 'gone' | 'damaged';
  retry: number | null;
}
/**
 * A part of a `GamePosition` that is not as before, where `path` leads: field names, and places in lists.
 */
export interface Change {
  path: (string | number)[];
  value: unknown;
}
/**
 * A position by what changed: the part of the table whole, of the part of the game only these values.
 */
export interface ChangedPosition {
  seat: number | null;
  at: number;
  decisions: number;
  settled: number;
  turn: number;
  to_move: number | null;
  draft: Draft | null;
  events_from: number;
  events: EventData[];
  turns: TurnData[];
  clock: ClockState | null;
  result: ResultInfo | null;
  changes: Change[];
}
/**
 * The unconfirmed part of the turn of the seat to move; only that seat gets one.
 */
export interface Draft {
  actions: number[];
  undo: boolean;
  why: '' | 'new_turn' | 'revealed';
}
/**
 * What happened because of decision number `decision`: the sentence `event.<name>`; `player` is a seat number.
 */
export interface EventData {
  decision: number;
  name: string;
  params: {
    [k: string]: unknown;
  };
}
/**
 * Turn number `turn` of a game: whose it is, its first decision, and when everybody saw it last (none: a draft).
 */
export interface TurnData {
  turn: number;
  player: number;
  first: number;
  time: number | null;
}
/**
 * The clocks at `now` (server time, seconds of the epoch).
 */
export interface ClockState {
  kind: 'none' | 'live' | 'correspondence';
  now: number;
  running: number | null;
  deadline: number | null;
  seats: SeatClock[];
}
/**
 * What a seat has left, in milliseconds: of this turn, and of its bank.
 */
export interface SeatClock {
  turn: number;
  bank: number;
}
/**
 * How a game ended. `how` is `played` where the rules ended it; `reason` is then `reason.<reason>` of the game.
 */
export interface ResultInfo {
  how: 'played' | 'conceded' | 'aborted' | 'closed';
  reason: string;
  scores: number[];
  ranks: number[];
  teams: number[];
  breakdown: {
    [k: string]: number;
  }[];
  conceded: number[];
  replaced: number[];
}
/**
 * What changed since the last position of this connection; only for those who subscribed with `changes`.
 */
export interface ChangesFrame {
  n: number;
  type: 'changes';
  seq: number;
  base: number;
  position: ChangedPosition;
}
/**
 * Other quiet hours, or another language; what is left out stays.
 */
export interface ChannelChange {
  language?: ('en' | 'fr' | 'de') | null;
  quiet?: QuietHours | null;
}
/**
 * From when to when (minutes after midnight in `zone`) nothing is told; the same twice: never quiet.
 */
export interface QuietHours {
  start: number;
  end: number;
  zone: string;
}
/**
 * A channel; `hint` identifies it without the full address.
 */
export interface ChannelInfo {
  id: string;
  kind: 'push' | 'webhook' | 'email';
  format: 'json' | 'discord' | 'slack' | 'ntfy';
  hint: string;
  language: string;
  quiet: QuietHours | null;
  confirmed: boolean;
  failing: boolean;
}
/**
 * All ways, what the host offers, and the tables that are kept quiet.
 */
export interface ChannelList {
  push_key: string;
  mail: boolean;
  channels: ChannelInfo[];
  quiet_tables: string[];
}
/**
 * A token from a message: confirms an address, or ends its messages.
 */
export interface ChannelToken {
  token: string;
}
/**
 * Say something; from `seat`, or as a spectator with `seat` None.
 */
export interface Chat {
  key: string;
  type: 'chat';
  seat?: number | null;
  text: string;
}
/**
 * How much time a seat has: `turn` seconds for every turn and a `bank` of seconds for the whole game.
 *
 * `timeout` says what happens when both are used up: a bot plays this one turn (`move`), or the seat has conceded
 * (`concede`).
 */
export interface ClockSetup {
  kind?: 'none' | 'live' | 'correspondence';
  turn?: number;
  bank?: number;
  timeout?: 'move' | 'concede';
}
/**
 * What the coach says about a decision: None for nothing, also where there was no time to find out.
 */
export interface Coached {
  objection: Objection | null;
}
/**
 * What speaks against a decision that cannot be taken back.
 *
 * `loss` is a part of a win; `decision` would be better, after `back` decisions of the draft were taken back. The
 * sentence asks about it, `why` is the reason in words.
 */
export interface Objection {
  loss: number;
  back: number;
  decision: number;
  text: string;
  sentence: string;
  why: string;
}
/**
 * Give up; a bot plays on while people are left.
 */
export interface Concede {
  key: string;
  type: 'concede';
  seat: number;
}
/**
 * End the turn: the decision 0.
 */
export interface Confirm {
  key: string;
  seat: number;
  expect: number;
  type: 'confirm';
}
/**
 * A cup with its people, its tables and its results.
 */
export interface Cup {
  id: string;
  name: string;
  game: string;
  options: {
    [k: string]: boolean | number | string;
  };
  clock: ClockSetup;
  size: number;
  format: 'round_robin' | 'swiss';
  duplicate: boolean;
  rated: boolean;
  substitute: string;
  visibility: 'private' | 'public';
  status: 'open' | 'running' | 'finished' | 'cancelled';
  round: number;
  rounds: number;
  owner: boolean;
  created_at: number;
  joined: boolean;
  standings: CupStanding[];
  tables: CupTable[];
}
/**
 * A line of the table of results: points, then the tie-breaks in their order.
 */
export interface CupStanding {
  place: number;
  name: string;
  person: string | null;
  you: boolean;
  left: boolean;
  points: number;
  duplicate: number;
  opponents: number;
  wins: number;
  share: number;
  games: number;
}
/**
 * A table of a round; `table` where you may look.
 */
export interface CupTable {
  round: number;
  number: number;
  table: string | null;
  done: boolean;
  seats: CupSeat[];
}
/**
 * A seat at a table of a cup; without a name it is a bot's.
 */
export interface CupSeat {
  name: string | null;
  you: boolean;
  rank: number | null;
  score: number | null;
}
/**
 * Your cups and public ones.
 */
export interface CupList {
  cups: CupSummary[];
}
/**
 * A cup in a list; `round` is 0 until it starts.
 */
export interface CupSummary {
  id: string;
  name: string;
  game: string;
  options: {
    [k: string]: boolean | number | string;
  };
  clock: ClockSetup;
  size: number;
  format: 'round_robin' | 'swiss';
  duplicate: boolean;
  rated: boolean;
  substitute: string;
  visibility: 'private' | 'public';
  status: 'open' | 'running' | 'finished' | 'cancelled';
  round: number;
  rounds: number;
  owner: boolean;
  created_at: number;
}
/**
 * The name under which you take part.
 */
export interface CupName {
  name: string;
}
/**
 * How the cards were dealt: the hash before the game, the secret after it.
 */
export interface DealInfo {
  commitment: string | null;
  scheme: string | null;
  commitments: (string | null)[];
  opening: boolean;
  nonces: string[];
  secret: string | null;
  seed: string | null;
}
/**
 * Other components that are shipped with a game: the words are `edition.<name>` and `edition.<name>.why`.
 */
export interface EditionInfo {
  name: string;
  fingerprint: string;
}
/**
 * The message was refused; nothing changed. `key` is None where the message could not be read.
 */
export interface ErrorFrame {
  n: number;
  type: 'error';
  key: string | null;
  code: string;
  text: string;
  params: {
    [k: string]: unknown;
  };
}
/**
 * All that is kept about you.
 */
export interface Export {
  name: string | null;
  language: ('en' | 'fr' | 'de') | null;
  sessions: SessionInfo[];
  passkeys: PasskeyInfo[];
  recovery_code_made_at: number | null;
  channels: ExportedChannel[];
  quiet_tables: string[];
  blocks: Block[];
  reports: ExportedReport[];
  cups: CupSummary[];
  ratings: Rated[];
  games: PlayedGame[];
  tables: ExportedTable[];
}
/**
 * A cookie or token by which a device is known; `agent` is what its program calls itself.
 */
export interface SessionInfo {
  id: string;
  agent: string;
  created_at: number;
  seen_at: number;
  current: boolean;
}
/**
 * Your channels of notification, with their addresses.
 */
export interface ExportedChannel {
  kind: string;
  format: string;
  language: string;
  to: string;
}
/**
 * What you told the operator about somebody.
 */
export interface ExportedReport {
  at: number;
  board: string;
  reason: string;
  text: string;
}
/**
 * How strong somebody is in a title: everybody begins at 1000; `deviation` is how far off it may be.
 */
export interface Rated {
  game: string;
  name: string;
  rating: number;
  deviation: number;
  games: number;
  provisional: boolean;
}
/**
 * A finished game; `table` where it can be replayed, `change` of the person's rating where it counts.
 */
export interface PlayedGame {
  table: string | null;
  game: string;
  ended_at: number;
  how: 'played' | 'conceded';
  verdict: 'waiting' | 'counted' | 'casual' | 'two_seats' | 'bots' | 'alone' | 'short';
  seat: number;
  change: number | null;
  seats: PlayedSeat[];
}
/**
 * A seat of a finished game.
 */
export interface PlayedSeat {
  person: string | null;
  name: string;
  level: string | null;
  rank: number;
  score: number;
  conceded: boolean;
  helped: boolean;
}
/**
 * A table of yours; `record` when its game has ended.
 */
export interface ExportedTable {
  id: string;
  table: TableInfo | null;
  said: ExportedLine[];
  record: string | null;
}
/**
 * A table as a visitor sees it.
 */
export interface TableInfo {
  id: string;
  seq: number;
  code: string | null;
  game: string;
  material: string;
  edition: string | null;
  rules: number;
  options: {
    [k: string]: boolean | number | string;
  };
  clock: ClockSetup;
  visibility: 'private' | 'public';
  hints: boolean;
  coach: number;
  rated: boolean;
  cup: string | null;
  sealed: boolean;
  substitute: string;
  status: 'lobby' | 'running' | 'finished' | 'aborted' | 'closed' | 'damaged';
  owner: boolean;
  seats: SeatInfo[];
  ready: boolean;
  paused: boolean;
  decisions: number;
  turn: number;
  to_move: number | null;
  progress: number;
  motions: Motion[];
  deal: DealInfo;
  result: ResultInfo | null;
  rematch: string | null;
  origin: string | null;
  lesson: TableLesson | null;
  deadline: number | null;
  created_at: number;
  changed_at: number;
}
/**
 * A seat as everybody sees it.
 */
export interface SeatInfo {
  seat: number;
  kind: 'human' | 'bot' | 'invited' | 'open' | 'closed';
  name: string;
  level: string | null;
  hotseat: boolean;
  yours: boolean;
  reserved: boolean;
  conceded: boolean;
  muted: boolean;
  silenced: boolean;
  standin: boolean;
  timed_out: boolean;
  online: boolean;
  away_since: number | null;
}
/**
 * Something the people at the table vote about; it carries as soon as `need` of them are for it.
 */
export interface Motion {
  motion: 'pause' | 'resume' | 'abort' | 'replace';
  seat: number | null;
  level: string | null;
  by: number;
  votes: {
    [k: string]: boolean;
  };
  need: number;
}
/**
 * The lesson that a table begins with (`GET /games/{game}/lessons`); behind so many decisions all is free.
 */
export interface TableLesson {
  name: string;
  decisions: number;
}
/**
 * What you said.
 */
export interface ExportedLine {
  at: number;
  text: string;
}
/**
 * The facts of a title; `title` and `tagline` are in the language asked for.
 */
export interface GameInfo {
  id: string;
  title: string;
  tagline: string;
  rules: number;
  players: number[];
  minutes: number;
  weight: number;
  authors: string[];
  year: number;
  options: OptionInfo[];
  variants: VariantInfo[];
  editions: EditionInfo[];
  reconstructed: string[];
  sources: {
    [k: string]: string;
  };
  provenance: {
    [k: string]: string;
  };
}
/**
 * A table option: one of `values`; words are `option.<name>` and `option.<name>.<value>`.
 */
export interface OptionInfo {
  name: string;
  values: (boolean | number | string)[];
  default: boolean | number | string;
}
/**
 * A named way to play: `variant.<name>`.
 */
export interface VariantInfo {
  name: string;
  players: number[];
  options: {
    [k: string]: boolean | number | string;
  };
}
/**
 * Result of the health check.
 */
export interface Health {
  status: 'ok' | 'stopping';
  version: string;
  protocol: number;
  database: 'sqlite' | 'postgresql';
  schema_version: string;
  durable: {
    [k: string]: string;
  };
  uptime: number;
  write: number;
  drawing: number;
  sweep: number;
  damaged: number;
}
/**
 * Bytes.
 */
export interface HostDisk {
  free: number;
  total: number;
  database: number;
}
/**
 * A setting that is a number, or yes or no.
 */
export interface HostLimit {
  name: string;
  value: string;
}
/**
 * The host link; earlier ones are worthless.
 */
export interface HostLink {
  path: string;
}
/**
 * How busy the machine and this worker are; answers are those to messages of sockets since the start.
 */
export interface HostLoad {
  cores: number;
  load: number | null;
  memory: number | null;
  answers: number;
  answer_seconds: number | null;
  stalled_seconds: number;
  failed_commits: number;
}
/**
 * A background loop, with the seconds since it last succeeded.
 */
export interface HostLoop {
  name: string;
  age: number;
  late: boolean;
}
/**
 * Messages to people that wait or were given up, and reports that people have sent.
 */
export interface HostOutbox {
  waiting: number;
  failed: number;
  reports: number;
}
/**
 * People at their seats, people who watch, connections of this worker; who was signed in within a day.
 */
export interface HostPeople {
  at_tables: number;
  watching: number;
  connections: number;
  signed_in_today: number;
}
/**
 * Seconds that a write and a drawing have just taken, and since overdue bots and clocks were looked for.
 */
export interface HostProof {
  write: number;
  drawing: number;
  sweep: number;
  damaged: number;
}
/**
 * How the server is, as of the worker that answers; `problem` where it is not healthy.
 */
export interface HostStatus {
  worker: string;
  workers: number;
  uptime: number;
  problem: Problem | null;
  proof: HostProof | null;
  loops: HostLoop[];
  versions: HostVersions;
  tables: HostTables;
  people: HostPeople;
  load: HostLoad;
  disk: HostDisk;
  outbox: HostOutbox;
  limits: HostLimit[];
  backups: BackupInfo[];
  banner: BannerInfo | null;
}
/**
 * An error: a stable `code`, its `params`, and one sentence in the requested language.
 */
export interface Problem {
  code: string;
  text: string;
  params: {
    [k: string]: unknown;
  };
}
/**
 * What runs here.
 */
export interface HostVersions {
  pithead: string;
  protocol: number;
  schema_version: string;
  python: string;
  system: string;
  database: string;
}
/**
 * Tables by status, and how many of them this worker has in memory.
 */
export interface HostTables {
  by_status: {
    [k: string]: number;
  };
  in_memory: number;
  bots_thinking: number;
}
/**
 * What a link is for: the table, and who invites (None: somebody who does not play).
 */
export interface Invitation {
  kind: 'invitation' | 'device' | 'owner';
  host: string | null;
  table: TableInfo;
}
/**
 * A background job: `progress` 0 … 1, `result` when done.
 */
export interface Job {
  id: string;
  kind: 'hint' | 'analysis';
  table: string;
  state: 'waiting' | 'working' | 'done' | 'failed' | 'cancelled';
  progress: number;
  ahead: number;
  result: {
    [k: string]: unknown;
  } | null;
  error: Problem | null;
}
/**
 * Take the first seat that waits at the table with this code, open ones before those of invited friends.
 */
export interface JoinByCode {
  nonce?: string | null;
  commitment?: string | null;
  name: string;
  code: string;
}
/**
 * The strongest in a title, by what each is at least.
 */
export interface Leaderboard {
  game: string;
  ranked: Ranked[];
  enough_games: number;
  enough_rivals: number;
}
/**
 * A line of the leaderboard: a person, or a level of bots.
 */
export interface Ranked {
  game: string;
  name: string;
  rating: number;
  deviation: number;
  games: number;
  provisional: boolean;
  place: number;
  person: string | null;
  level: string | null;
  you: boolean;
}
/**
 * A lesson of a game's course, in the language asked for.
 */
export interface LessonInfo {
  name: string;
  title: string;
  about: string;
  minutes: number;
  decisions: number;
  steps: StepInfo[];
}
/**
 * A step of a lesson: what it says, and where it stands in the game.
 */
export interface StepInfo {
  text: string;
  rule: string;
  at: number;
  decisions: number[];
  light: string[][];
}
/**
 * A strength of bots: the words are `bots.level.<level>`.
 */
export interface LevelInfo {
  level: string;
  name: string;
}
/**
 * A line of the table's log that is no event of the game: `chat`, or the notice `table.notice.<line>`.
 */
export interface LineFrame {
  n: number;
  type: 'line';
  seq: number;
  line: string;
  seat: number | null;
  name: string;
  params: {
    [k: string]: unknown;
  };
  time: number;
  decision: number;
}
/**
 * A signed link; `path` opens it in the browser client, `token` redeems it.
 */
export interface Link {
  kind: 'invitation' | 'device' | 'owner';
  token: string;
  path: string;
}
/**
 * Look from another seat of yours (hot-seat), or as a spectator.
 */
export interface Look {
  key: string;
  type: 'look';
  seat: number | null;
}
/**
 * Ask what a link is for, before it is used.
 */
export interface LookAtLink {
  token: string;
}
/**
 * The components of a game as data, for clients that draw from data.
 */
export interface MaterialInfo {
  fingerprint: string;
  data: {
    [k: string]: unknown;
  };
}
/**
 * Who this device is.
 */
export interface Me {
  name: string | null;
  language: ('en' | 'fr' | 'de') | null;
  due: number;
  words: string;
}
/**
 * Set the name and the language of this device.
 */
export interface MeChange {
  name?: string | null;
  language?: ('en' | 'fr' | 'de') | null;
}
/**
 * Hear no more (or again) from a seat (None: from all spectators); only for you.
 */
export interface Mute {
  key: string;
  type: 'mute';
  seat: number;
  whom: number | null;
  on: boolean;
}
/**
 * A banner to show, for so many seconds if given.
 */
export interface NewBanner {
  texts: {
    [k: string]: string;
  };
  seconds?: number | null;
}
/**
 * A new channel: the fields of one kind.
 */
export interface NewChannel {
  kind: 'push' | 'webhook' | 'email';
  endpoint?: string | null;
  keys?: PushKeys | null;
  url?: string | null;
  format?: 'json' | 'discord' | 'slack' | 'ntfy';
  address?: string | null;
  language?: 'en' | 'fr' | 'de';
  quiet?: QuietHours | null;
}
/**
 * What a browser gives to be written to in secret.
 */
export interface PushKeys {
  p256dh: string;
  auth: string;
}
/**
 * A cup to open. `size` play at a table; a round robin in pairs ends when everybody has met everybody.
 */
export interface NewCup {
  name: string;
  game: string;
  options?: {
    [k: string]: boolean | number | string;
  };
  size: number;
  rounds?: number;
  format?: 'round_robin' | 'swiss';
  clock: ClockSetup;
  duplicate?: boolean;
  rated?: boolean;
  substitute?: string;
  visibility?: 'private' | 'public';
}
/**
 * A lesson to begin, under a name of yours.
 */
export interface NewLesson {
  game: string;
  lesson: string;
  name?: string | null;
}
/**
 * A passkey that was just made, and what to call it.
 */
export interface NewPasskey {
  credential: {
    [k: string]: unknown;
  };
  name: string;
}
/**
 * The same people and options again; without `rotate` on the same seats.
 */
export interface NewRematch {
  nonce?: string | null;
  commitment?: string | null;
  rotate?: boolean;
}
/**
 * A table to create; seats that are not listed are `open`.
 */
export interface NewTable {
  nonce?: string | null;
  commitment?: string | null;
  game: string;
  seats: SeatSetup[];
  options?: {
    [k: string]: boolean | number | string;
  };
  clock?: ClockSetup1;
  visibility?: 'private' | 'public';
  hints?: boolean;
  coach?: number;
  rated?: boolean;
  substitute?: string;
  material?: string | null;
  edition?: string | null;
  start?: boolean;
}
/**
 * How much time a seat has: `turn` seconds for every turn and a `bank` of seconds for the whole game.
 *
 * `timeout` says what happens when both are used up: a bot plays this one turn (`move`), or the seat has conceded
 * (`concede`).
 */
export interface ClockSetup1 {
  kind?: 'none' | 'live' | 'correspondence';
  turn?: number;
  bank?: number;
  timeout?: 'move' | 'concede';
}
/**
 * A sentence by message id.
 */
export interface NoteData {
  message: string;
  params: {
    [k: string]: number | string;
  };
}
/**
 * What a seat sees as numbers, as the environments have it (docs/observations.md).
 */
export interface Observation {
  observation: number[];
}
/**
 * Open a commitment: only while the table waits for it (`deal.opening`).
 */
export interface OpenNonce {
  nonce: string;
}
/**
 * Somebody met on another side; `ahead` counts the games in which the person of the page came before them.
 *
 * `person` is None for bots and for people who have deleted everything.
 */
export interface Opponent {
  person: string | null;
  name: string;
  level: string | null;
  games: number;
  ahead: number;
}
/**
 * A legal decision: `action.<kind>` with `params`; `targets` are the board objects to light.
 */
export interface OptionData {
  id: number;
  text: string;
  kind: string;
  params: {
    [k: string]: number | string;
  };
  targets: string[];
  cost: {
    [k: string]: number;
  };
  preview: {
    [k: string]: number;
  };
  notes: NoteData[];
}
/**
 * What to call a passkey.
 */
export interface PasskeyName {
  name: string;
}
/**
 * What `navigator.credentials` is asked, in the form of `parseCreationOptionsFromJSON` and its like.
 */
export interface PasskeyOptions {
  options: {
    [k: string]: unknown;
  };
}
/**
 * Keep-alive; answered by an `ack`.
 */
export interface Ping {
  key: string;
  type: 'ping';
}
/**
 * Keep a private plan for the next turn of a seat of yours, and try it out; None drops it.
 */
export interface PlanAhead {
  key: string;
  type: 'plan';
  seat: number;
  decisions: number[] | null;
}
/**
 * The shortest sequence of decisions that reaches a target: `plan.<kind>`.
 */
export interface PlanData {
  target: string;
  kind: string;
  params: {
    [k: string]: number | string;
  };
  actions: number[];
}
/**
 * The private plan of a seat: the beginning that is possible (`legal` decisions), and the board it leads to.
 *
 * While the seat is not to move the board is a guess: what the seat cannot know is re-dealt, and bots play the turns
 * in between (`guess`).
 */
export interface PlanFrame {
  n: number;
  type: 'plan';
  seat: number;
  decisions: number[];
  legal: number;
  guess: boolean;
  phase: string;
  view: {
    [k: string]: unknown;
  } | null;
  options: OptionData[];
  refusals: RefusalData[];
  plans: PlanData[];
}
/**
 * Why a visible target is closed: `refusal.<code>` with `params`, ruling `rule.<rule>`.
 */
export interface RefusalData {
  target: string;
  code: string;
  params: {
    [k: string]: number | string;
  };
  rule: string;
  action: number;
}
/**
 * Play a decision of the draft.
 */
export interface Play {
  key: string;
  seat: number;
  expect: number;
  type: 'play';
  decision: number;
}
/**
 * Play several decisions, all or nothing: a plan of the game, or what was planned ahead.
 */
export interface PlaySequence {
  key: string;
  seat: number;
  expect: number;
  type: 'sequence';
  decisions: number[];
}
/**
 * Finished games, the last first; `next` pages on.
 */
export interface PlayedGames {
  games: PlayedGame[];
  next: number | null;
}
/**
 * Your part of the deal: 16 random bytes (hex), or their SHA-256, which are opened when everybody has committed.
 *
 * The nonce alone protects against the other players; kept back behind its commitment, also against the host.
 */
export interface Pledge {
  nonce?: string | null;
  commitment?: string | null;
}
/**
 * The mean points by source in the last games of a title.
 */
export interface PointsBySource {
  game: string;
  games: number;
  sources: {
    [k: string]: number;
  };
}
/**
 * A position as a seat (None: a spectator) may see it.
 */
export interface Position {
  seat: number | null;
  at: number;
  decisions: number;
  settled: number;
  turn: number;
  to_move: number | null;
  draft: Draft | null;
  events_from: number;
  events: EventData[];
  turns: TurnData[];
  clock: ClockState | null;
  result: ResultInfo | null;
  phase: string;
  progress: number;
  options: OptionData[];
  refusals: RefusalData[];
  plans: PlanData[];
  view: {
    [k: string]: unknown;
  };
}
/**
 * What this connection may see of the game, complete; `events` are what is new.
 */
export interface PositionFrame {
  n: number;
  type: 'position';
  seq: number;
  position: Position;
}
/**
 * Who is connected, and how ready the bots are.
 */
export interface PresenceFrame {
  n: number;
  type: 'presence';
  online: number[];
  away: {
    [k: string]: number;
  };
  spectators: number;
  warming: number | null;
}
/**
 * The page of a person. Nothing of it is about games that run.
 */
export interface Profile {
  person: string;
  name: string | null;
  you: boolean;
  ratings: RatedPerson[];
  results: Results[];
  opponents: Opponent[];
  bots: Opponent[];
  points: PointsBySource[];
}
/**
 * The rating of a person; `equal` is the level of the bot that is nearest to it, once bots are rated.
 */
export interface RatedPerson {
  game: string;
  name: string;
  rating: number;
  deviation: number;
  games: number;
  provisional: boolean;
  equal: string | null;
}
/**
 * The results of a person in a title with so many players; ranks and points are means.
 */
export interface Results {
  game: string;
  players: number;
  games: number;
  wins: number;
  rank: number;
  score: number;
  best: number;
}
/**
 * Whether notifications are sent about a table.
 */
export interface QuietTable {
  quiet: boolean;
}
/**
 * Take a seat back from the bot that plays for you.
 */
export interface Reclaim {
  key: string;
  type: 'reclaim';
  seat: number;
}
/**
 * Shown once.
 */
export interface RecoveryCode {
  code: string;
}
/**
 * Redeem a link: an invitation needs a name, the other kinds do not.
 */
export interface Redeem {
  nonce?: string | null;
  commitment?: string | null;
  token: string;
  name?: string | null;
}
/**
 * The sessions left after all others were revoked; `token` for a program that had sent one.
 */
export interface Renewed {
  token: string | null;
  sessions: SessionInfo[];
}
/**
 * Let a bot play for a seat; without a level the table's substitute.
 */
export interface Replace {
  level?: string | null;
}
/**
 * One position of a replay; `action` is the decision that led to it (none for the set-up).
 */
export interface ReplayPosition {
  decision: number;
  turn: number;
  player: number | null;
  action: number | null;
  text: string | null;
  settles: boolean;
  to_move: number | null;
  phase: string;
  progress: number;
  view: {
    [k: string]: unknown;
  };
  events: EventData[];
  scores: number[] | null;
}
/**
 * Report somebody to the operator.
 */
export interface Report {
  seat?: number | null;
  line?: number | null;
  reason: 'chat' | 'name' | 'play' | 'other';
  text?: string;
}
/**
 * Take back the whole draft.
 */
export interface Restart {
  key: string;
  seat: number;
  expect: number;
  type: 'restart';
}
/**
 * A part of a section.
 */
export interface RuleBlock {
  kind: 'text' | 'list' | 'steps' | 'example' | 'trap' | 'parts' | 'table';
  text: string;
  head: string[];
  lines: RuleLine[];
}
/**
 * A line of a table or a list; `picture` names a drawing (`art`) and what it shows.
 */
export interface RuleLine {
  cells: string[];
  picture: {
    [k: string]: unknown;
  } | null;
}
/**
 * A chapter of the page.
 */
export interface RuleSection {
  id: string;
  title: string;
  blocks: RuleBlock[];
}
/**
 * The rules of a game with the components of one edition, in one language.
 */
export interface RulebookInfo {
  game: string;
  language: string;
  fingerprint: string;
  title: string;
  tagline: string;
  sections: RuleSection[];
  rulings: RulingInfo[];
  glossary: TermInfo[];
  events: {
    [k: string]: string[];
  };
}
/**
 * A numbered ruling with all that cites it: the ids of sections, and sentences of refusals and of the log.
 */
export interface RulingInfo {
  id: string;
  text: string;
  sections: string[];
  refusals: string[];
  events: string[];
}
/**
 * A word of the table, and what it means.
 */
export interface TermInfo {
  word: string;
  meaning: string;
}
/**
 * The answer of a passkey; with `bring`, the tables of this guest come along.
 */
export interface SignIn {
  credential: {
    [k: string]: unknown;
  };
  bring?: boolean;
}
/**
 * A recovery code, as it was written down.
 */
export interface SignInByCode {
  code: string;
  bring?: boolean;
}
/**
 * Who is signed in now; `token` for a program that showed one.
 */
export interface SignedIn {
  token: string | null;
  account: Account;
  brought: number;
}
/**
 * Silence somebody at this table, or lift that.
 */
export interface Silence {
  seat?: number | null;
  line?: number | null;
  on?: boolean;
}
/**
 * Take a seat: your name and your part of the deal.
 */
export interface SitDown {
  nonce?: string | null;
  commitment?: string | null;
  name: string;
}
/**
 * The first message: look from `seat` (None: spectator), as of the last `seq` that arrived (0: nothing yet).
 */
export interface Subscribe {
  key: string;
  type: 'subscribe';
  seat?: number | null;
  since?: number;
  numbering?: number;
  language?: 'en' | 'fr' | 'de';
  changes?: boolean;
}
/**
 * What the owner may change before the start; fields left out stay as they are.
 */
export interface TableChange {
  options?: {
    [k: string]: boolean | number | string;
  } | null;
  clock?: ClockSetup | null;
  visibility?: ('private' | 'public') | null;
  hints?: boolean | null;
  coach?: number | null;
  rated?: boolean | null;
  substitute?: string | null;
}
/**
 * Something about the table itself changed: seats, status, motions, pause, result.
 */
export interface TableFrame {
  n: number;
  type: 'table';
  seq: number;
  table: TableInfo;
}
/**
 * Tables, the last changed first; `next` pages on.
 */
export interface TableList {
  tables: TableInfo[];
  next: string | null;
}
/**
 * A bearer token, for programs without cookies.
 */
export interface Token {
  token: string;
}
/**
 * Take back the last decision of the draft.
 */
export interface Undo {
  key: string;
  seat: number;
  expect: number;
  type: 'undo';
}
/**
 * A record to replay; the answer is a finished (or stopped) table.
 */
export interface UploadRecord {
  text: string;
  material?: string | null;
}
/**
 * Propose a motion or vote on it; `whom` and `level` only for `replace`.
 */
export interface Vote {
  key: string;
  type: 'vote';
  seat: number;
  motion: 'pause' | 'resume' | 'abort' | 'replace';
  whom?: number | null;
  level?: string | null;
  yes?: boolean;
}
/**
 * The answer to `subscribe`, before anything else.
 */
export interface WelcomeFrame {
  n: number;
  type: 'welcome';
  key: string;
  protocol: number;
  seq: number;
  seat: number | null;
  table: TableInfo;
}
/**
 * Somebody at a table: whoever holds a seat, or whoever said a line of the chat (its `seq`).
 */
export interface Whom {
  seat?: number | null;
  line?: number | null;
}
