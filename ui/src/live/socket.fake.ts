import { vi } from 'vitest';

/** A WebSocket controlled by the test. */
export class FakeSocket {
  readyState = 0;
  isAccepted = false;
  isClosed = false;
  /** Sent messages without the first one, which is always the same. */
  sent: { type: string; tickerId?: number }[] = [];
  firstMessage: { type: string } | undefined;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: (() => void) | null = null;
  onclose: ((event: { wasClean: boolean }) => void) | null = null;

  constructor(readonly url: string) {}

  send(text: string) {
    if (this.firstMessage) this.sent.push(JSON.parse(text));
    else this.firstMessage = JSON.parse(text);
  }
  close() {
    this.isClosed = true;
    this.readyState = 3;
  }
  accept() {
    this.isAccepted = true;
    this.readyState = 1;
    this.onopen?.();
  }
  receive(data: unknown) {
    this.onmessage?.({ data });
  }
  end(wasClean: boolean) {
    this.readyState = 3;
    this.onclose?.({ wasClean });
  }
  /** Fires error, then close, as browsers do for a refused connection. */
  fail() {
    this.onerror?.();
    this.end(false);
  }
}

/** Replaces the browser's WebSocket. Returns a list that each opened socket is added to. */
export function fakeSockets(): FakeSocket[] {
  const sockets: FakeSocket[] = [];
  vi.stubGlobal(
    'WebSocket',
    class extends FakeSocket {
      constructor(url: string) {
        super(url);
        sockets.push(this);
      }
    },
  );
  return sockets;
}
