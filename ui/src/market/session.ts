import type { Extended, MarketSession, Ticker, TickerDetail, TradingSession } from '~/api/types';
import { formatWhen } from './time';

const PHASE_TEXTS = {
  always: 'Market open',
  pre: 'US pre-market',
  regular: 'US open',
  post: 'US after hours',
  closed: 'US closed',
  unknown: 'US hours unknown',
};

/** Describes the US session: 'US open, closes in 18 min', 'US closed (Thanksgiving Day), opens in 14 h'. */
export function sessionSentence(session: MarketSession, now: number): string {
  if (session.state === 'always') return PHASE_TEXTS.always;
  const next = Date.parse(session.nextChange);
  // The phase after the next one is not known yet.
  if (next <= now) return PHASE_TEXTS[session.nextState];
  const holiday = session.state === 'closed' && session.holiday ? ` (${session.holiday})` : '';
  return `${PHASE_TEXTS[session.state]}${holiday}, ${verb(session.state, session.nextState)} ${formatWhen(next, now)}`;
}

/** A phase of a market, or the extended-hours phase of a price. */
type NamedPhase = TradingSession | Extended['session'];

const PHASES: Record<NamedPhase, string> = {
  always: 'Trades around the clock',
  pre: 'Pre-market',
  regular: 'Open',
  post: 'After hours',
  closed: 'Closed',
  unknown: 'Hours unknown',
  overnight: 'Overnight',
};

export const phaseName = (phase: NamedPhase): string => PHASES[phase];

/** The state of mutual funds, which have one price a day and no trading hours. */
export const PRICED_DAILY = 'Priced once a day';

/** Returns the state of a ticker's market in two or three words. */
export const phaseOf = ({ type, session }: Pick<Ticker, 'type' | 'session'>): string =>
  type === 'fund' ? PRICED_DAILY : phaseName(session);

type Schedule = Pick<NonNullable<TickerDetail['schedule']>, 'middayBreak' | 'holidaysKnown'>;

/** Returns true during an exchange's midday break. */
function isOnBreak(schedule: Pick<Schedule, 'middayBreak'> | null, now: number): boolean {
  const middayBreak = schedule?.middayBreak;
  return !!middayBreak && Date.parse(middayBreak.startsAt) <= now && now < Date.parse(middayBreak.endsAt);
}

/** Returns the state of an exchange in two or three words, including a midday break. */
export const exchangeState = (session: TradingSession, schedule: Schedule | null, now: number): string =>
  session === 'closed' && isOnBreak(schedule, now) ? 'Lunch break' : PHASES[session];

/**
 * Describes the state of a ticker's exchange, including a midday break if the schedule is known: 'Open, closes in 2 h 10 min'.
 */
export function hoursSentence(
  { session, nextSession, sessionEndsAt }: Pick<Ticker, 'session' | 'nextSession' | 'sessionEndsAt'>,
  now: number,
  schedule: Schedule | null = null,
): string {
  const state = exchangeState(session, schedule, now);
  const end = sessionEndsAt === null ? now : Date.parse(sessionEndsAt);
  return end > now && nextSession !== 'unknown'
    ? `${state}, ${verb(session, nextSession)} ${formatWhen(end, now)}`
    : state;
}

/** Returns the text for the next state, such as 'opens' or 'closes'. */
function verb(state: TradingSession, nextState: TradingSession): string {
  if (nextState === 'regular') return 'opens';
  if (nextState === 'pre') return 'pre-market opens';
  return state === 'regular' ? 'closes' : 'ends';
}
