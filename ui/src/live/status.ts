/** LIVE-03. `message` is shown to the user while the connection is down. */
export interface LiveStatus {
  state: 'connecting' | 'connected' | 'closed' | 'error';
  message: string | null;
  /** Tickers of this page over the server's subscription limit: they are not live. */
  refused: ReadonlySet<number>;
}

export const MESSAGES = {
  error: 'Error connecting to WebSocket server',
  closed: 'WebSocket connection closed unexpectedly. Attempting to reconnect...',
  reconnecting: 'Reconnecting...',
} as const;
