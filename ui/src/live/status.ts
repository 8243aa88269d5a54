/** LIVE-03. `message` is what the user may read while the connection is down. */
export interface LiveStatus {
  state: 'connecting' | 'connected' | 'closed' | 'error';
  message: string | null;
}

export const MESSAGES = {
  error: 'Error connecting to WebSocket server',
  closed: 'WebSocket connection closed unexpectedly. Attempting to reconnect...',
  reconnecting: 'Reconnecting...',
} as const;
