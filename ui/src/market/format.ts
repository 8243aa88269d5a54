import type { TickerType } from '~/api/types';
import { moneyStyle, numberFormat, plainDigits } from './locale';

/** How numbers read. An unknown number is an em dash unless the specification says 'N/A'. */
export const UNKNOWN = '—';
/** Keeps the height of a line whose text is not known yet. */
export const BLANK = '\u00a0';

type Figure = number | null | undefined;

/** Typographic minus: as wide as a plus, so that columns of changes line up. */
const MINUS = '\u2212';
const withMinus = (text: string) => text.replace('-', MINUS);
const known = (value: Figure): value is number => typeof value === 'number' && Number.isFinite(value);

/** What money is in where nothing is said: an ISO code. */
export const DOLLARS = 'USD';
/** Money of these is not divided: a fraction shows only where a price has one. */
const UNDIVIDED = new Set(['JPY', 'KRW', 'VND', 'CLP', 'ISK', 'HUF', 'IDR']);

/** What is quoted, and in which money (ISO code). */
export interface Quoted {
  type: string;
  currency?: string;
}

/** What an amount is in: an ISO code; null or nothing where nobody says, and the amount has no sign. */
interface Money {
  currency?: string | null | undefined;
}

/** Digits after the point at most. */
const MAX_DECIMALS = 12;
/** A price below this one keeps so many digits that are not leading zeros. */
const SMALL_PRICE = 0.1;
const SMALL_DIGITS = 3;

/**
 * How many decimals a price is written with: those that it is quoted in, and more where they would hide what a small price
 * is, as far as it has digits. A price is never written as 0.
 */
export function priceDecimals(value: number, quoted = 2): number {
  const size = Math.abs(value);
  const usual = Math.max(2, Math.min(quoted, MAX_DECIMALS));
  if (size === 0 || size >= SMALL_PRICE) return usual;
  const leading = -Math.floor(Math.log10(size)) - 1;
  return Math.max(usual, Math.min(leading + SMALL_DIGITS, decimalsOf(value), 20));
}

/**
 * API-04: money with 2 decimals, in the currency of `of`; more where the instrument is quoted in more, or where it takes more
 * to tell a small price. Yen and their like without decimals, unless a price has some.
 */
export const formatPrice = (value: Figure, decimals: number, of: Money): string =>
  formatAmount(value, known(value) ? priceDecimals(value, decimals) : decimals, of);

/** Money with as many decimals as it is asked for. */
function formatAmount(value: Figure, decimals: number, { currency }: Money): string {
  if (!known(value)) return UNKNOWN;
  if (!currency) return formatNumber(value, Math.max(2, decimals));
  const undivided = UNDIVIDED.has(currency);
  const digits = undivided && Math.abs(value) >= 1000 ? 1 : Math.max(2, decimals);
  const options = {
    ...moneyStyle(currency),
    minimumFractionDigits: undivided ? 0 : digits,
    maximumFractionDigits: digits,
    signDisplay: 'negative',
  } as const;
  return withMinus(numberFormat(options).format(value));
}

/** A plain figure with thousands separators: an index level, a volume. */
export function formatNumber(value: Figure, decimals = 2): string {
  if (!known(value)) return UNKNOWN;
  const options = {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'negative',
  } as const;
  return withMinus(numberFormat(options).format(value));
}

/** A price as its kind is quoted: money of its currency, or a level of an index or a rate, which are no amounts. */
export function formatQuote(of: Quoted, value: Figure, decimals = 2): string {
  if (!known(value)) return UNKNOWN;
  // An index has two decimals, whatever it is quoted in.
  return quoted(of, value, priceDecimals(value, of.type === 'index' ? 2 : decimals));
}

function quoted(of: Quoted, value: number, decimals: number): string {
  if (of.type === 'index' || of.type === 'currency') return formatNumber(value, Math.max(2, decimals));
  return formatAmount(value, decimals, of);
}

/** A price without the sign of its currency, where a column or an axis says what it is in. */
export function formatPlainPrice(
  value: Figure,
  { currency, decimals }: Money & { decimals: number },
): string {
  if (!known(value)) return UNKNOWN;
  const isWhole = UNDIVIDED.has(currency ?? '') && Number.isInteger(value);
  return formatNumber(value, isWhole ? 0 : priceDecimals(value, decimals));
}

/** How many decimals a scale of these prices takes: none where money is not divided and no price has any. */
export const shownDecimals = (
  of: { currency: string; decimals: number },
  prices: readonly number[],
): number => (UNDIVIDED.has(of.currency) && prices.every(Number.isInteger) ? 0 : Math.max(2, of.decimals));

/** How many digits after the point it takes to write a number down, 8 digits in all at most. */
export function decimalsOf(value: number): number {
  const [mantissa = '', exponent] = value.toExponential(7).split('e');
  const digits = mantissa.replace(/\.?0+$/, '').replace(/^-?\d\.?/, '');
  return Math.max(0, digits.length - Number(exponent));
}

/** API-04: compact money with 1 decimal, '$3.5T', in the currency of `of`; 'N/A' when unknown (TICK-02). */
export function formatMarketCap(value: Figure, { currency }: Money): string {
  if (!known(value)) return 'N/A';
  const options = {
    ...(currency ? moneyStyle(currency) : {}),
    notation: 'compact',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  } as const;
  return withMinus(numberFormat(options).format(value));
}

/** Three significant digits; what is under a thousand is counted in whole units. */
function compact(value: number): string {
  const digits =
    value < 999.5
      ? { maximumFractionDigits: 0 }
      : { minimumSignificantDigits: 3, maximumSignificantDigits: 3 };
  return numberFormat({ notation: 'compact', ...digits }).format(value);
}

/** Units traded: '47.6M', '1.25B', '812'; 'N/A' when unknown. */
export const formatVolume = (value: Figure): string => (known(value) ? compact(value) : 'N/A');

/** Compact US dollars, for what is told in them alone: offerings, and what is locked in a protocol. */
export const formatDollars = (value: Figure): string => formatMarketCap(value, { currency: DOLLARS });

/**
 * What was traded in a day: of a coin its value, written as the market cap that it stands beside ('$1.3B'); of a future
 * contracts in millions, as its table has them; of all others units.
 */
export function formatVolumeOf(of: Quoted, value: Figure): string {
  if (of.type === 'crypto') return formatMarketCap(value, of);
  return of.type === 'commodity' ? formatMillions(value) : formatVolume(value);
}

/** API-04: '+1.50%'; what rounds to zero carries a plus, for it is not negative. */
export function formatPercent(value: Figure, decimals = 2): string {
  if (!known(value)) return UNKNOWN;
  const negative = value < 0 && directionOf(value, decimals) !== 'flat';
  return `${negative ? MINUS : '+'}${formatRate(Math.abs(value), decimals)}`;
}

/**
 * A share or a level in percent, which has no sign: a yield, a fee, how far away something is. With `most`
 * further decimals where there are some: '0.0945%'.
 */
export function formatRate(percent: Figure, decimals = 2, most = decimals): string {
  if (!known(percent)) return UNKNOWN;
  return `${withMinus(numberFormat(fractions(decimals, most)).format(percent))}%`;
}

const fractions = (least: number, most = least) =>
  ({
    minimumFractionDigits: least,
    maximumFractionDigits: most,
    signDisplay: 'negative',
    useGrouping: false,
  }) as const;

/** HOME-04: BTC and ETH in whole dollars, everything else with 2 decimals, or with those that it is quoted in. */
export function formatOverviewPrice(
  of: Quoted & { symbol: string; decimals?: number },
  price: Figure,
): string {
  if (!known(price)) return UNKNOWN;
  if (of.symbol !== 'BTC' && of.symbol !== 'ETH') return formatQuote(of, price, of.decimals);
  const whole = { ...moneyStyle(of.currency ?? ''), maximumFractionDigits: 0 } as const;
  return withMinus(numberFormat(whole).format(price));
}

/** A price that somebody set, as an alert's limit: with all of its digits. */
export function formatLevel(of: Quoted & { symbol: string }, level: Figure): string {
  if (!known(level)) return UNKNOWN;
  const decimals = decimalsOf(level);
  return decimals === 0 ? formatOverviewPrice(of, level) : formatQuote(of, level, decimals);
}

/** COMM-01: volume in millions with 2 decimals, '1.25M', or 'N/A'. */
export function formatMillions(value: Figure): string {
  return known(value) ? `${formatNumber(value / 1e6)}M` : 'N/A';
}

/** '+$1.20', '\u2212$1.20': an amount that moved, as its kind is quoted; what rounds to zero carries a plus. */
export function formatMove(of: Quoted, value: Figure, decimals = 2): string {
  if (!known(value)) return UNKNOWN;
  const text = quoted(of, value, of.type === 'index' ? 2 : Math.min(decimals, MAX_DECIMALS));
  return text.startsWith(MINUS) ? text : `+${text}`;
}

export type Direction = 'up' | 'down' | 'flat';

/** Which way a change points, after rounding to what is shown. */
export function directionOf(change: Figure, decimals = 2): Direction {
  if (!known(change) || Number(plainDigits(Math.abs(change), decimals)) === 0) return 'flat';
  return change > 0 ? 'up' : 'down';
}

const TYPE_NAMES: Readonly<Record<TickerType, string>> = {
  stock: 'Stock',
  etf: 'ETF',
  fund: 'Fund',
  crypto: 'Crypto',
  currency: 'Currency',
  commodity: 'Commodity',
  index: 'Index',
  ico: 'ICO',
};

/** 'ETF', 'Stock', … */
export const typeName = (type: TickerType): string => TYPE_NAMES[type];
