/** LIVE-03: the state of the live connection. `message` is shown to the user while the connection is down. */
export interface LiveStatus {
  state: 'connecting' | 'connected' | 'closed' | 'error';
  message: string | null;
  /** Tickers of this page that are over the server's subscription limit and therefore not live. */
  rejected: ReadonlySet<number>;
}

export const MESSAGES = {
  error: 'Error connecting to WebSocket server',
  closed: 'WebSocket connection closed unexpectedly. Attempting to reconnect...',
  reconnecting: 'Reconnecting...',
} as const;
