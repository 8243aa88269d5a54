import type { MarketSession, Ticker, TradingSession } from '~/api/types';
import { formatSpan } from './time';

const NOW = {
  always: 'Market open',
  pre: 'US pre-market',
  regular: 'US open',
  post: 'US after hours',
  closed: 'US closed',
};

/** 'US open, closes in 18 min', 'US closed (Thanksgiving Day), opens in 14 h'. */
export function sessionSentence(session: MarketSession, now: number): string {
  if (session.state === 'always') return NOW.always;
  const left = Date.parse(session.nextChange) - now;
  // Nobody has said yet what comes after that.
  if (left <= 0) return NOW[session.nextState];
  const holiday = session.state === 'closed' && session.holiday ? ` (${session.holiday})` : '';
  return `${NOW[session.state]}${holiday}, ${verb(session.state, session.nextState)} in ${formatSpan(left)}`;
}

const PHASES: Record<TradingSession, string> = {
  always: 'Trades around the clock',
  pre: 'Pre-market',
  regular: 'Open',
  post: 'After hours',
  closed: 'Closed',
};

export const phaseName = (phase: TradingSession): string => PHASES[phase];

/** How often a mutual fund has a price: hours would say nothing about it. */
export const PRICED_DAILY = 'Priced once a day';

/** The state of a ticker's own market in two or three words. */
export const phaseOf = ({ type, session }: Pick<Ticker, 'type' | 'session'>): string =>
  type === 'fund' ? PRICED_DAILY : phaseName(session);

/** 'Open, closes in 2 h 10 min': how a ticker's own exchange is. */
export function hoursSentence(
  { session, nextSession, sessionEndsAt }: Pick<Ticker, 'session' | 'nextSession' | 'sessionEndsAt'>,
  now: number,
): string {
  const left = sessionEndsAt === null ? 0 : Date.parse(sessionEndsAt) - now;
  return left > 0
    ? `${PHASES[session]}, ${verb(session, nextSession)} in ${formatSpan(left)}`
    : PHASES[session];
}

/** What comes next. */
function verb(state: TradingSession, nextState: TradingSession): string {
  if (nextState === 'regular') return 'opens';
  if (nextState === 'pre') return 'pre-market';
  return state === 'regular' ? 'closes' : 'ends';
}
