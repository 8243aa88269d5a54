/** Color of the bar by value (HOME-03). */
export type GaugeTone = 'red' | 'orange' | 'yellow' | 'amber' | 'green';

export function gaugeTone(value: number): GaugeTone {
  if (value <= 25) return 'red';
  if (value <= 45) return 'orange';
  if (value <= 55) return 'yellow';
  if (value <= 75) return 'amber';
  return 'green';
}

const WORD_TONES: Readonly<Record<string, GaugeTone>> = {
  'extreme fear': 'red',
  fear: 'orange',
  neutral: 'yellow',
  greed: 'amber',
  'extreme greed': 'green',
};

/** Returns the color of the classification word. The word comes from the index provider, whose thresholds may differ from ours. */
export const wordTone = (classification: string, value: number): GaugeTone =>
  WORD_TONES[classification] ?? gaugeTone(value);

const WEEK_MS = 7 * 86_400_000;

/** Returns true if a reading is older than a week. Such a reading is shown small and gray, with its date. */
export const isOldReading = ({ asOf }: { asOf: string }, now: number): boolean =>
  now - Date.parse(asOf) > WEEK_MS;

/** HOME-03: returns the position of the bar, from 0 to 100; 50 if there is no reading. */
export function gaugeValue(value: number | null | undefined): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 50;
  return Math.min(100, Math.max(0, value));
}

export const GAUGE_MARKS = [20, 40, 60, 80] as const;
export const GAUGE_LABELS = ['Extreme Fear', 'Fear', 'Neutral', 'Greed', 'Extreme Greed'] as const;

/** Capitalizes a classification: 'extreme greed' becomes 'Extreme Greed'. */
export function gaugeTitle(classification: string): string {
  return classification.replace(/\b\w/g, (letter) => letter.toUpperCase());
}

const MARKETS: Readonly<Record<string, { long: string; short: string }>> = {
  stocks: { long: 'the US stock market', short: 'US stocks' },
  crypto: { long: 'the crypto market', short: 'Crypto' },
};

/** Returns the name of a reading's market: long 'the US stock market', short 'US stocks'. */
export const marketName = (market: string, length: 'long' | 'short' = 'long'): string =>
  MARKETS[market]?.[length] ?? market;
