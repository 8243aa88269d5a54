import type { TickerType } from '~/api/types';
import { moneyStyle, numberFormat, plainDigits } from './locale';

/** Shown for unknown numbers, unless the specification says 'N/A'. */
export const UNKNOWN = '—';
/** Keeps the height of a line whose text is not known yet. */
export const BLANK = '\u00a0';

type Figure = number | null | undefined;

/** Typographic minus: as wide as a plus, so that columns of changes line up. */
const MINUS = '\u2212';
const withMinus = (text: string) => text.replace('-', MINUS);
const known = (value: Figure): value is number => typeof value === 'number' && Number.isFinite(value);

/** The default currency, an ISO code. */
export const DOLLARS = 'USD';
/** Currencies without decimals: a fraction shows only if the price has one. */
const UNDIVIDED = new Set(['JPY', 'KRW', 'VND', 'CLP', 'ISK', 'HUF', 'IDR']);

/** A quoted instrument and its currency (ISO code). */
export interface Quoted {
  type: string;
  currency?: string;
}

/** The currency of an amount as an ISO code; null or undefined if unknown, which shows no currency sign. */
interface Money {
  currency?: string | null | undefined;
}

/** Maximum number of decimals. */
const MAX_DECIMALS = 12;
/** A price below this keeps this many significant digits. */
const SMALL_PRICE = 0.1;
const SMALL_DIGITS = 3;

/** The number of decimals of a price: those it is quoted in, or more for a small price. A price is never shown as 0. */
export function priceDecimals(value: number, quoted = 2): number {
  const size = Math.abs(value);
  const usual = Math.max(2, Math.min(quoted, MAX_DECIMALS));
  if (size === 0 || size >= SMALL_PRICE) return usual;
  const leading = -Math.floor(Math.log10(size)) - 1;
  return Math.max(usual, Math.min(leading + SMALL_DIGITS, decimalsOf(value), 20));
}

/**
 * API-04: money with 2 decimals in the currency of `of`; more if the instrument is quoted in more or the price is
 * small. Yen and similar currencies have no decimals, unless a price has some.
 */
export const formatPrice = (value: Figure, decimals: number, of: Money): string =>
  formatAmount(value, known(value) ? priceDecimals(value, decimals) : decimals, of);

/** Formats money with exactly this many decimals. */
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

/** Formats a plain number with thousands separators: an index level, a volume. */
export function formatNumber(value: Figure, decimals = 2): string {
  if (!known(value)) return UNKNOWN;
  const options = {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'negative',
  } as const;
  return withMinus(numberFormat(options).format(value));
}

/** Formats a price by its kind: money in its currency, or an index level or rate, which are not amounts. */
export function formatQuote(of: Quoted, value: Figure, decimals = 2): string {
  if (!known(value)) return UNKNOWN;
  // An index has two decimals, whatever it is quoted in.
  return quoted(of, value, priceDecimals(value, of.type === 'index' ? 2 : decimals));
}

function quoted(of: Quoted, value: number, decimals: number): string {
  if (of.type === 'index' || of.type === 'currency') return formatNumber(value, Math.max(2, decimals));
  return formatAmount(value, decimals, of);
}

/** Formats a price without a currency sign, where a column or an axis names the currency. */
export function formatPlainPrice(
  value: Figure,
  { currency, decimals }: Money & { decimals: number },
): string {
  if (!known(value)) return UNKNOWN;
  const isWhole = UNDIVIDED.has(currency ?? '') && Number.isInteger(value);
  return formatNumber(value, isWhole ? 0 : priceDecimals(value, decimals));
}

/** The number of decimals for a scale of these prices: none if the currency has none and no price has a fraction. */
export const shownDecimals = (
  of: { currency: string; decimals: number },
  prices: readonly number[],
): number => (UNDIVIDED.has(of.currency) && prices.every(Number.isInteger) ? 0 : Math.max(2, of.decimals));

/** The number of decimals that a number needs, with at most 8 digits in total. */
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

/** Three significant digits; whole units below a thousand. */
function compact(value: number): string {
  const digits =
    value < 999.5
      ? { maximumFractionDigits: 0 }
      : { minimumSignificantDigits: 3, maximumSignificantDigits: 3 };
  return numberFormat({ notation: 'compact', ...digits }).format(value);
}

/** Units traded: '47.6M', '1.25B', '812'; 'N/A' when unknown. */
export const formatVolume = (value: Figure): string => (known(value) ? compact(value) : 'N/A');

/** Compact US dollars, for figures that only exist in dollars: token offerings and total value locked. */
export const formatDollars = (value: Figure): string => formatMarketCap(value, { currency: DOLLARS });

/**
 * Formats a daily volume: the value for a coin, like the market cap next to it ('$1.3B'); millions of contracts for a
 * future, like its table; units for everything else.
 */
export function formatVolumeOf(of: Quoted, value: Figure): string {
  if (of.type === 'crypto') return formatMarketCap(value, of);
  return of.type === 'commodity' ? formatMillions(value) : formatVolume(value);
}

/** API-04: '+1.50%'; a value that rounds to zero has a plus, because it is not negative. */
export function formatPercent(value: Figure, decimals = 2): string {
  if (!known(value)) return UNKNOWN;
  const negative = value < 0 && directionOf(value, decimals) !== 'flat';
  return `${negative ? MINUS : '+'}${formatRate(Math.abs(value), decimals)}`;
}

/**
 * Formats an unsigned percentage: a yield, a fee, a distance. With `most`, adds decimals where there are some:
 * '0.0945%'.
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

/** HOME-04: BTC and ETH in whole dollars, everything else with 2 decimals or those it is quoted in. */
export function formatOverviewPrice(
  of: Quoted & { symbol: string; decimals?: number },
  price: Figure,
): string {
  if (!known(price)) return UNKNOWN;
  if (of.symbol !== 'BTC' && of.symbol !== 'ETH') return formatQuote(of, price, of.decimals);
  const whole = { ...moneyStyle(of.currency ?? ''), maximumFractionDigits: 0 } as const;
  return withMinus(numberFormat(whole).format(price));
}

/** Formats a price that the user entered, such as an alert level, with all of its digits. */
export function formatLevel(of: Quoted & { symbol: string }, level: Figure): string {
  if (!known(level)) return UNKNOWN;
  const decimals = decimalsOf(level);
  return decimals === 0 ? formatOverviewPrice(of, level) : formatQuote(of, level, decimals);
}

/** COMM-01: volume in millions with 2 decimals, '1.25M', or 'N/A'. */
export function formatMillions(value: Figure): string {
  return known(value) ? `${formatNumber(value / 1e6)}M` : 'N/A';
}

/** '+$1.20', '\u2212$1.20': formats a change in the ticker's unit; a value that rounds to zero has a plus. */
export function formatMove(of: Quoted, value: Figure, decimals = 2): string {
  if (!known(value)) return UNKNOWN;
  const text = quoted(of, value, of.type === 'index' ? 2 : Math.min(decimals, MAX_DECIMALS));
  return text.startsWith(MINUS) ? text : `+${text}`;
}

export type Direction = 'up' | 'down' | 'flat';

/** The direction of a change after rounding to the displayed decimals. */
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
