// A server at the other end of the socket that does only what a test says.

import type { ClientMessage, ServerFrame } from '../src/generated/protocol';

export class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  /** All that were opened, the newest last. */
  static all: FakeSocket[] = [];

  readyState = FakeSocket.CONNECTING;
  readonly sent: ClientMessage[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  private frames = 0;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  static get last(): FakeSocket {
    return FakeSocket.all[FakeSocket.all.length - 1]!;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }

  close(): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.();
  }

  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  /** Numbered as the server numbers its frames, unless the test names a number. */
  tell(frame: Record<string, unknown>, n = ++this.frames): void {
    this.frames = n;
    this.onmessage?.({ data: JSON.stringify({ n, ...frame } as unknown as ServerFrame) });
  }

  /** Open and greet, as a server does. */
  greet(): void {
    this.open();
    this.tell({ type: 'welcome', seq: 0, table: {} });
  }
}
