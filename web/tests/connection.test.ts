import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PositionFrame, ServerFrame } from '../src/generated/protocol';
import { Connection, type LinkState } from '../src/lib/connection';
import { FakeSocket } from './socket';

let states: LinkState[];
let frames: ServerFrame[];
let connection: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.all = [];
  [states, frames] = [[], []];
  connection = new Connection('t 1', {
    frame: (frame) => frames.push(frame),
    state: (state) => states.push(state),
    resume: () => ({ seat: 2, since: 7, language: 'fr' }),
  });
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('it subscribes with the seat, the place in the log and the language', () => {
  FakeSocket.last.open();
  expect(FakeSocket.last.url).toMatch(/\/api\/tables\/t%201\/socket$/);
  const subscribed = { type: 'subscribe', seat: 2, since: 7, numbering: 2, language: 'fr', changes: true };
  expect(FakeSocket.last.sent).toMatchObject([subscribed]);
});

test('what is said before the welcome waits for it', async () => {
  const answer = connection.send({ type: 'undo', seat: 2, expect: 7 });
  FakeSocket.last.open();
  expect(FakeSocket.last.sent).toHaveLength(1);
  FakeSocket.last.tell({ type: 'welcome', seq: 0, table: {} });
  const [, undo] = FakeSocket.last.sent;
  expect(undo).toMatchObject({ type: 'undo', expect: 7 });
  FakeSocket.last.tell({ type: 'ack', key: undo!.key, seq: 8 });
  await expect(answer).resolves.toBe(8);
});

test('a refusal reaches whoever asked', async () => {
  FakeSocket.last.greet();
  const answer = connection.send({ type: 'undo', seat: 2, expect: 7 });
  const { key } = FakeSocket.last.sent.at(-1)!;
  FakeSocket.last.tell({ type: 'error', key, code: 'stale', text: 'Too late.', params: {} });
  await expect(answer).rejects.toMatchObject({ code: 'stale', text: 'Too late.' });
});

test('a message without an answer is sent again with the same key on the next socket', () => {
  FakeSocket.last.greet();
  void connection.send({ type: 'undo', seat: 2, expect: 7 });
  const { key } = FakeSocket.last.sent.at(-1)!;
  FakeSocket.last.close();
  expect(states.at(-1)).toBe('reconnecting');
  vi.advanceTimersByTime(1000);
  expect(FakeSocket.all).toHaveLength(2);
  FakeSocket.last.greet();
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'undo', key });
  expect(states.at(-1)).toBe('live');
});

test('it tries again after 1, 2, 4, 8 and 8 seconds', () => {
  for (const seconds of [1, 2, 4, 8, 8]) {
    const before = FakeSocket.all.length;
    FakeSocket.last.close();
    vi.advanceTimersByTime(seconds * 1000 - 1);
    expect(FakeSocket.all).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.all).toHaveLength(before + 1);
  }
});

test('a gap in the numbers of the frames asks for everything anew', () => {
  FakeSocket.last.greet();
  FakeSocket.last.tell({ type: 'presence', online: [], away: {}, spectators: 0 }, 5);
  expect(FakeSocket.last.sent.filter((one) => one.type === 'subscribe')).toHaveLength(2);
  expect(frames.map((frame) => frame.type)).toEqual(['welcome']);
});

const position = { at: 7, phase: 'mining', view: { players: [{ francs: 3 }, { francs: 5 }], moves: 2 } };

test('changes become whole positions, and leave what did not change as it was', () => {
  FakeSocket.last.greet();
  FakeSocket.last.tell({ type: 'position', seq: 7, position });
  const changes = [
    { path: ['view', 'players', 1], value: { francs: 6 } },
    { path: ['phase'], value: 'delivery' },
  ];
  FakeSocket.last.tell({ type: 'changes', seq: 8, base: 2, position: { at: 8, changes } });
  const [before, after] = frames.slice(1) as PositionFrame[];
  expect(after).toMatchObject({ type: 'position', seq: 8, n: 3 });
  expect(after!.position).toEqual({
    at: 8,
    phase: 'delivery',
    view: { players: [{ francs: 3 }, { francs: 6 }], moves: 2 },
  });
  const [old, now] = [before!, after!].map((frame) => frame.position.view.players as unknown[]);
  expect(old![1]).toEqual({ francs: 5 });
  expect(now![0]).toBe(old![0]);
});

test('changes to a position that never came ask for everything anew', () => {
  FakeSocket.last.greet();
  FakeSocket.last.tell({ type: 'position', seq: 7, position });
  FakeSocket.last.tell({ type: 'changes', seq: 8, base: 1, position: { at: 8, changes: [] } });
  expect(FakeSocket.last.sent.filter((one) => one.type === 'subscribe')).toHaveLength(2);
  expect(frames.map((frame) => frame.type)).toEqual(['welcome', 'position']);
});

test('a server that says goodbye for good is not asked again', () => {
  FakeSocket.last.greet();
  FakeSocket.last.tell({ type: 'bye', retry: null });
  FakeSocket.last.close();
  expect(states.at(-1)).toBe('gone');
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});

/** Let time pass while the other end answers nothing. */
const wait = (seconds: number): void => void vi.advanceTimersByTime(seconds * 1000);

test('a socket that falls silent is asked after 2 seconds, and given up after 5 without waiting for its close', () => {
  FakeSocket.last.greet();
  const silent = FakeSocket.last;
  silent.close = () => undefined;
  wait(2);
  expect(silent.sent.at(-1)).toMatchObject({ type: 'ping' });
  wait(2.9);
  expect(states.at(-1)).toBe('live');
  wait(0.1);
  expect(states.at(-1)).toBe('reconnecting');
  wait(0.001);
  expect(FakeSocket.all).toHaveLength(2);
  // What the old one says now is nobody's any more.
  silent.tell({ type: 'presence', online: [], away: {}, spectators: 0 });
  expect(frames.map((frame) => frame.type)).toEqual(['welcome']);
});

test('five seconds count from the last sign of life, whenever it came', () => {
  FakeSocket.last.greet();
  wait(0.3);
  FakeSocket.last.tell({ type: 'presence', online: [], away: {}, spectators: 0 });
  wait(4.999);
  expect(states.at(-1)).toBe('live');
  wait(0.001);
  expect(states.at(-1)).toBe('reconnecting');
});

test('a message without an answer gives the socket up after 3 seconds, and goes with the next one', () => {
  FakeSocket.last.greet();
  void connection.send({ type: 'undo', seat: 2, expect: 7 });
  const { key } = FakeSocket.last.sent.at(-1)!;
  wait(3);
  expect(states.at(-1)).toBe('reconnecting');
  wait(0.001);
  FakeSocket.last.greet();
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'undo', key });
});

test('a socket that answers is kept for as long as it does', () => {
  FakeSocket.last.greet();
  for (let i = 0; i < 20; i += 1) {
    wait(2.5);
    const { key } = FakeSocket.last.sent.at(-1)!;
    FakeSocket.last.tell({ type: 'ack', key, seq: 8 });
  }
  expect(FakeSocket.all).toHaveLength(1);
  expect(states).toEqual(['live']);
});

test('a connection that never comes about is tried again', () => {
  wait(3);
  expect(states.at(-1)).toBe('reconnecting');
  wait(0.001);
  expect(FakeSocket.all).toHaveLength(2);
});

test.each(['online', 'offline', 'pageshow'])(
  '%s asks a living socket at once, and opens a new one where there is none',
  (name) => {
    FakeSocket.last.greet();
    window.dispatchEvent(new Event(name));
    expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'ping' });
    FakeSocket.last.close();
    window.dispatchEvent(new Event(name));
    expect(FakeSocket.all).toHaveLength(2);
  },
);

test('a socket that is left while it connects is closed once it has, without a word', () => {
  const socket = FakeSocket.last;
  connection.close();
  expect(socket.readyState).toBe(FakeSocket.CONNECTING);
  socket.open();
  expect(socket.readyState).toBe(FakeSocket.CLOSED);
  expect(socket.sent).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});
