import type { AlertReport, Ticker } from '~/api/types';

/** Messages from the server. */
export type ServerMessage =
  | { type: 'ticker_update'; data: Ticker }
  /** Several tickers in one message, which the browser handles in one task. */
  | { type: 'ticker_updates'; data: Ticker[] }
  | { type: 'alert_fired'; data: AlertReport }
  /** Data of the kind `what` changed, on any device, and must be refetched. */
  | { type: 'changed'; what: string }
  /** The subscription limit was reached, so the server doesn't send this ticker. */
  | { type: 'subscription_limit'; tickerId: number; limit: number }
  | { type: 'pong' };

/** Messages to the server. */
export type ClientMessage =
  | { type: 'subscribe'; tickerId: number }
  | { type: 'unsubscribe'; tickerId: number }
  /** Allows several tickers in one message. */
  | { type: 'batch' }
  | { type: 'ping' };

/** Parses a message of the server; undefined for unknown types. Throws on invalid JSON (LIVE-02). */
export function parseMessage(text: unknown): ServerMessage | undefined {
  const message = JSON.parse(String(text));
  switch (message.type) {
    case 'ticker_update':
    case 'ticker_updates':
      for (const { id } of [message.data].flat())
        if (typeof id !== 'number') throw new TypeError('ticker update without an id');
      return message;
    case 'alert_fired':
    case 'changed':
    case 'subscription_limit':
    case 'pong':
      return message;
    default:
      return undefined;
  }
}
