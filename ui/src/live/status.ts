/** LIVE-03. `message` is what the user may read while the connection is down. */
export interface LiveStatus {
  state: 'connecting' | 'connected' | 'closed' | 'error';
  message: string | null;
  /** Tickers of this page that the server does not send live, for it sends only so many to a page. */
  refused: ReadonlySet<number>;
}

export const MESSAGES = {
  error: 'Error connecting to WebSocket server',
  closed: 'WebSocket connection closed unexpectedly. Attempting to reconnect...',
  reconnecting: 'Reconnecting...',
} as const;
