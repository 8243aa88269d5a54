/** Color of the bar and the badge (HOME-03). */
export type GaugeTone = 'red' | 'orange' | 'yellow' | 'amber' | 'green';

export interface GaugeBand {
  title: string;
  from: number;
  /** Inclusive. */
  to: number;
  tone: GaugeTone;
}

/** HOME-03: the bands of the scale, as in `domain/fear_greed`. Segments, labels, colors and the named band all come from here. */
export const GAUGE_BANDS: readonly GaugeBand[] = [
  { title: 'Extreme Fear', from: 0, to: 25, tone: 'red' },
  { title: 'Fear', from: 25, to: 45, tone: 'orange' },
  { title: 'Neutral', from: 45, to: 55, tone: 'yellow' },
  { title: 'Greed', from: 55, to: 75, tone: 'amber' },
  { title: 'Extreme Greed', from: 75, to: 100, tone: 'green' },
];

/** The limits between two bands. */
export const GAUGE_LIMITS: readonly number[] = GAUGE_BANDS.slice(1).map((band) => band.from);

/** The numbers below the bar. */
export const GAUGE_MARKS = [20, 40, 60, 80] as const;

const LAST_BAND = GAUGE_BANDS[GAUGE_BANDS.length - 1] as GaugeBand;

/**
 * Returns the band that contains a value. A provider's own word may differ by a few points; the screen names the band in which
 * the needle is.
 */
export const gaugeBand = (value: number): GaugeBand =>
  GAUGE_BANDS.find((band) => value <= band.to) ?? LAST_BAND;

const WEEK_MS = 7 * 86_400_000;

/** Returns true if a reading is older than a week. Such a reading is shown small and gray, with its date. */
export const isOldReading = ({ asOf }: { asOf: string }, now: number): boolean =>
  now - Date.parse(asOf) > WEEK_MS;

/** HOME-03: returns the position of the bar, from 0 to 100; 50 if there is no reading. */
export function gaugeValue(value: number | null | undefined): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 50;
  return Math.min(100, Math.max(0, value));
}

const MARKETS: Readonly<Record<string, { long: string; short: string }>> = {
  stocks: { long: 'the US stock market', short: 'US stocks' },
  crypto: { long: 'the crypto market', short: 'Crypto' },
};

/** Returns the name of a reading's market: long 'the US stock market', short 'US stocks'. */
export const marketName = (market: string, length: 'long' | 'short' = 'long'): string =>
  MARKETS[market]?.[length] ?? market;
