/** An exchange, and when it is open: the server's word, holidays and breaks included. */
export interface ExchangeSessions {
  name: string;
  sessions: readonly { opensAt: string; closesAt: string }[];
}

const DAY_MS = 86_400_000;

/** A stretch of a day, from 0 (its midnight) to 1 (the next). */
export interface Stretch {
  from: number;
  to: number;
}

/** When an exchange is open in the day that begins at `midnight`. */
export function stretchesOf({ sessions }: ExchangeSessions, midnight: number): Stretch[] {
  const place = (time: string) => Math.min(1, Math.max(0, (Date.parse(time) - midnight) / DAY_MS));
  return sessions
    .map(({ opensAt, closesAt }) => ({ from: place(opensAt), to: place(closesAt) }))
    .filter(({ from, to }) => to > from);
}

export interface ExchangeState {
  open: boolean;
  /** What happens next, or what happened last: when, in milliseconds. */
  change: { kind: 'opens' | 'closes' | 'closed'; at: number } | null;
}

/** What closed within this time is told as closed; before that, when it opens next. */
const LATELY_MS = 4 * 3_600_000;

/** How an exchange is at `now`. A break at noon is closed, and opens soon. */
export function stateOf({ sessions }: ExchangeSessions, now: number): ExchangeState {
  const times = sessions.map(({ opensAt, closesAt }) => [Date.parse(opensAt), Date.parse(closesAt)] as const);
  const current = times.find(([open, close]) => open <= now && now < close);
  if (current) return { open: true, change: { kind: 'closes', at: current[1] } };
  const next = times.find(([open]) => open > now);
  const last = times.findLast(([, close]) => close <= now);
  const opensSoon = next !== undefined && next[0] - now < LATELY_MS;
  if (last && now - last[1] < LATELY_MS && !opensSoon)
    return { open: false, change: { kind: 'closed', at: last[1] } };
  return { open: false, change: next ? { kind: 'opens', at: next[0] } : null };
}
