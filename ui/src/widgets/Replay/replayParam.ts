/** The URL parameter of a replay: `start` plays the day from its start, a time (ISO 8601) shows the prices of that time. */
export const REPLAY_PARAM = 'replay';
export const REPLAY_START = 'start';
