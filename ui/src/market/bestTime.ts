import { NO_PERCENT } from './negativePrices';

/** TICK-07: a fixed text by the signs of two changes, and a support level computed from the price. */
export interface BestTime {
  headline: string;
  advice: string;
  /** Null unless the price is above zero, because a fraction of a negative price is above it. */
  support: number | null;
}

type Change = number | null;
type Trend = 'rising' | 'pullback' | 'rebound' | 'falling' | 'unknown';
type Audience = 'stock' | 'crypto' | 'other';

function trendOf(day: Change, week: Change): Trend {
  if (day === null || week === null) return 'unknown';
  if (day > 0) return week > 0 ? 'rising' : 'rebound';
  return week > 0 ? 'pullback' : 'falling';
}

/** Headlines that describe the two changes. They give no verdict, because the summary has one. */
const HEADLINES: Record<Trend, string> = {
  rising: 'Up on the day and over 7 days',
  pullback: 'Down on the day, up over 7 days',
  rebound: 'Up on the day, but not over 7 days',
  falling: 'No gain on the day or over 7 days',
  unknown: 'Not enough price history',
};

const ADVICE: Record<Audience, Record<Trend, string>> = {
  stock: {
    rising: 'Consider adding on pullbacks towards support rather than chasing strength.',
    pullback: 'A stop near support keeps the risk of an entry small.',
    rebound: 'Let a second rising session confirm the turn before entering.',
    falling: 'Look for a session that closes higher above support first.',
    unknown: 'Read the latest results before taking a position.',
  },
  crypto: {
    rising: 'Crypto moves fast: buying in installments averages your entry price.',
    pullback: 'Dips in a rising week can be deep: place orders near support.',
    rebound: 'Rebounds often fade within hours: wait for one full day above support.',
    falling: 'Crypto moves fast: look for a base above support first.',
    unknown: 'New coins swing widely: keep a first position small.',
  },
  other: {
    rising: 'Regular purchases average out your entry price.',
    pullback: 'Regular purchases buy more on days like this.',
    rebound: 'Spread your purchases over several weeks.',
    falling: 'Keep to a plan of small, regular purchases.',
    unknown: 'A plan of small, regular purchases needs no forecast.',
  },
};

/** The price from which levels are in whole units. For lower prices, one unit would be a large part of the price. */
export const WHOLE_UNITS_FROM = 10;

/** Rounds down to whole units, or to `decimals` digits for low prices and exchange rates. */
function roundDown(value: number, decimals: number, isRate: boolean): number {
  if (value >= WHOLE_UNITS_FROM && !isRate) return Math.floor(value);
  const unit = 10 ** Math.max(2, decimals);
  return Math.floor(value * unit) / unit;
}

/** Returns 94% of the price if both changes are positive, else 90%, rounded down. An exchange rate keeps its decimals. */
export function supportLevel(
  price: number | null,
  day: Change,
  week: Change,
  decimals = 2,
  isRate = false,
): number | null {
  if (price === null || price <= 0) return null;
  // Uses whole percents, so that 94% of 100 is 94 and not 93.99….
  const percent = trendOf(day, week) === 'rising' ? 94 : 90;
  return roundDown((price * percent) / 100, decimals, isRate);
}

const BELOW_ZERO: BestTime = {
  headline: NO_PERCENT,
  advice: 'A price below zero has no support level and no percent trend.',
  support: null,
};

export function bestTime(
  type: string,
  quote: { price: number | null; change24h: Change; change7d: Change; decimals: number },
): BestTime {
  const { price, change24h, change7d, decimals } = quote;
  if (price !== null && price <= 0) return BELOW_ZERO;
  const trend = trendOf(change24h, change7d);
  const audience: Audience = type === 'stock' || type === 'crypto' ? type : 'other';
  return {
    headline: HEADLINES[trend],
    advice: ADVICE[audience][trend],
    support: supportLevel(price, change24h, change7d, decimals, type === 'currency'),
  };
}
