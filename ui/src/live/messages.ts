import type { AlertReport, Ticker } from '~/api/types';

/** What the server says over the live connection. */
export type ServerMessage =
  | { type: 'ticker_update'; data: Ticker }
  /** What came to several tickers at once, of which each message would be a task of its own. */
  | { type: 'ticker_updates'; data: Ticker[] }
  | { type: 'alert_fired'; data: AlertReport }
  /** Something of a kind was changed, here or elsewhere: what is shown of it is to be asked for again. */
  | { type: 'changed'; what: string }
  /** A subscription was one too many: this ticker is not sent. */
  | { type: 'subscription_limit'; tickerId: number; limit: number }
  | { type: 'pong' };

/** What a page says. */
export type ClientMessage =
  | { type: 'subscribe'; tickerId: number }
  | { type: 'unsubscribe'; tickerId: number }
  /** Several tickers may come in one message. */
  | { type: 'batch' }
  | { type: 'ping' };

/** A message of the server; undefined for a type that is not ours. Throws where nothing can be read (LIVE-02). */
export function parseMessage(text: unknown): ServerMessage | undefined {
  const message = JSON.parse(String(text));
  switch (message.type) {
    case 'ticker_update':
    case 'ticker_updates':
      for (const { id } of [message.data].flat())
        if (typeof id !== 'number') throw new TypeError('a ticker update without an id');
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
