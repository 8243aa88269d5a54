import type { PriceUnit, TickerType } from '~/api/types';
import { moneyStyle, numberFormat, plainDigits } from './locale';

/** Shown for unknown numbers, unless the specification says 'N/A'. */
export const UNKNOWN = '—';
/** A non-breaking space, which keeps the height of a line whose text is not known yet. */
export const BLANK = '\u00a0';

type MaybeNumber = number | null | undefined;

/** The typographic minus, which is as wide as a plus, so that columns of changes line up. */
const MINUS = '\u2212';
const withMinus = (text: string) => text.replace('-', MINUS);
const isKnown = (value: MaybeNumber): value is number => typeof value === 'number' && Number.isFinite(value);

/** The default currency, an ISO code. */
export const DOLLARS = 'USD';
/** Currencies without decimals. A fraction is shown only if the price has one. */
const WITHOUT_DECIMALS = new Set(['JPY', 'KRW', 'VND', 'CLP', 'ISK', 'HUF', 'IDR']);

/** A quoted instrument and its currency (ISO code). */
export interface Quoted {
  type: string;
  currency?: string;
  /** `percent`: the price is in percent of par, and the currency is that of the par value. */
  priceUnit?: PriceUnit | null | undefined;
}

/** Returns true if a ticker's price is an amount of money. Index levels, exchange rates and prices in percent of par are not. */
export const isMoney = ({ type, priceUnit }: Quoted): boolean =>
  type !== 'index' && type !== 'currency' && priceUnit !== 'percent';

/** The currency of an amount as an ISO code; null or undefined if unknown, which shows no currency sign. */
interface Money {
  currency?: string | null | undefined;
}

/** Maximum number of decimals. */
const MAX_DECIMALS = 12;
/** A price below this keeps this many significant digits. */
const SMALL_PRICE = 0.1;
const SMALL_DIGITS = 3;

/** Returns the number of decimals of a price: `quoted`, or more for a small price, so that a price is never shown as 0. */
export function priceDecimals(value: number, quoted = 2): number {
  const size = Math.abs(value);
  const defaultDecimals = Math.max(2, Math.min(quoted, MAX_DECIMALS));
  if (size === 0 || size >= SMALL_PRICE) return defaultDecimals;
  const leading = -Math.floor(Math.log10(size)) - 1;
  return Math.max(defaultDecimals, Math.min(leading + SMALL_DIGITS, decimalsOf(value), 20));
}

/**
 * API-04: formats money with 2 decimals in the currency of `ticker`, or with more if the ticker is quoted in more or the price is
 * small. Yen and similar currencies have no decimals, unless a price has some.
 */
export const formatPrice = (value: MaybeNumber, decimals: number, ticker: Money): string =>
  formatAmount(value, isKnown(value) ? priceDecimals(value, decimals) : decimals, ticker);

/** Formats money with exactly this many decimals. */
function formatAmount(value: MaybeNumber, decimals: number, { currency }: Money): string {
  if (!isKnown(value)) return UNKNOWN;
  if (!currency) return formatNumber(value, Math.max(2, decimals));
  const hasNoDecimals = WITHOUT_DECIMALS.has(currency);
  const digits = hasNoDecimals && Math.abs(value) >= 1000 ? 1 : Math.max(2, decimals);
  const options = {
    ...moneyStyle(currency),
    minimumFractionDigits: hasNoDecimals ? 0 : digits,
    maximumFractionDigits: digits,
    signDisplay: 'negative',
  } as const;
  return withMinus(numberFormat(options).format(value));
}

/** Formats a plain number with thousands separators: an index level, a volume. */
export function formatNumber(value: MaybeNumber, decimals = 2): string {
  if (!isKnown(value)) return UNKNOWN;
  const options = {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'negative',
  } as const;
  return withMinus(numberFormat(options).format(value));
}

/** Formats a price by its kind: money in its currency, percent of par ('98.45 %'), or an index level or rate. */
export function formatQuote(ticker: Quoted, value: MaybeNumber, decimals = 2): string {
  if (!isKnown(value)) return UNKNOWN;
  // An index always has two decimals.
  return formatByType(ticker, value, priceDecimals(value, ticker.type === 'index' ? 2 : decimals));
}

function formatByType(ticker: Quoted, value: number, decimals: number): string {
  if (isMoney(ticker)) return formatAmount(value, decimals, ticker);
  const text = formatNumber(value, Math.max(2, decimals));
  return ticker.priceUnit === 'percent' ? `${text}${BLANK}%` : text;
}

/** Formats a price without a currency sign, for columns and axes that name the currency elsewhere. */
export function formatPlainPrice(
  value: MaybeNumber,
  { currency, decimals }: Money & { decimals: number },
): string {
  if (!isKnown(value)) return UNKNOWN;
  const isWhole = WITHOUT_DECIMALS.has(currency ?? '') && Number.isInteger(value);
  return formatNumber(value, isWhole ? 0 : priceDecimals(value, decimals));
}

/** Returns the number of decimals for a scale of prices: none if the currency has none and no price has a fraction. */
export const shownDecimals = (
  ticker: { currency: string; decimals: number },
  prices: readonly number[],
): number =>
  WITHOUT_DECIMALS.has(ticker.currency) && prices.every(Number.isInteger) ? 0 : Math.max(2, ticker.decimals);

/** Returns the number of decimals that a number needs, with at most 8 digits in total. */
export function decimalsOf(value: number): number {
  const [mantissa = '', exponent] = value.toExponential(7).split('e');
  const digits = mantissa.replace(/\.?0+$/, '').replace(/^-?\d\.?/, '');
  return Math.max(0, digits.length - Number(exponent));
}

/** API-04: formats money in compact notation with 1 decimal: '$3.5T', but '$0'; 'N/A' if unknown (TICK-02). */
export function formatMarketCap(value: MaybeNumber, { currency }: Money): string {
  if (!isKnown(value)) return 'N/A';
  const options = {
    ...(currency ? moneyStyle(currency) : {}),
    notation: 'compact',
    minimumFractionDigits: value === 0 ? 0 : 1,
    maximumFractionDigits: 1,
  } as const;
  return withMinus(numberFormat(options).format(value));
}

/** Formats money with three digits and the short sign of its currency, which fits above a bar: '$102B', '−€3.21B'. */
export function formatShortMoney(value: number, currency: string): string {
  const options = {
    ...moneyStyle(currency),
    currencyDisplay: 'narrowSymbol',
    notation: 'compact',
    maximumSignificantDigits: 3,
  } as const;
  return withMinus(numberFormat(options).format(value));
}

/** Formats a number with three significant digits, or whole units below a thousand. */
function compact(value: number): string {
  const digits =
    value < 999.5
      ? { maximumFractionDigits: 0 }
      : { minimumSignificantDigits: 3, maximumSignificantDigits: 3 };
  return numberFormat({ notation: 'compact', ...digits }).format(value);
}

/** Formats a number of traded units: '47.6M', '1.25B', '812'; 'N/A' if unknown. */
export const formatVolume = (value: MaybeNumber): string => (isKnown(value) ? compact(value) : 'N/A');

/** Formats compact US dollars, for token offerings and total value locked, which are always in dollars. */
export const formatDollars = (value: MaybeNumber): string => formatMarketCap(value, { currency: DOLLARS });

/** Formats a daily volume: the traded value for a coin ('$1.3B'), and units for all other types. */
export const formatVolumeOf = (ticker: Quoted, value: MaybeNumber): string =>
  ticker.type === 'crypto' ? formatMarketCap(value, ticker) : formatVolume(value);

/** API-04: formats a change: '+1.50%'. A value that rounds to zero has a plus, because it is not negative. */
export const formatPercent = (value: MaybeNumber, decimals = 2): string =>
  isKnown(value) ? formatSigned(value, (size) => formatRate(size, decimals)) : UNKNOWN;

/** Formats a change with its sign: '+$1.20', '\u2212$1.20', and a plus if it rounds to zero. */
export function formatSigned(value: number, sizeText: (size: number) => string): string {
  const text = sizeText(Math.abs(value));
  return `${value < 0 && text !== sizeText(0) ? MINUS : '+'}${text}`;
}

/** Formats a percentage that is shown next to its amount, with the sign of the amount: '\u22120.01 (\u22120.00%)'. */
export const formatPercentOf = (amountText: string, percentage: number): string =>
  `${amountText.startsWith(MINUS) ? MINUS : '+'}${formatRate(Math.abs(percentage))}`;

/**
 * Formats an unsigned percentage, such as a yield, a fee or a distance. `maxDecimals` adds decimals if the value has some:
 * '0.0945%'.
 */
export function formatRate(percent: MaybeNumber, decimals = 2, maxDecimals = decimals): string {
  if (!isKnown(percent)) return UNKNOWN;
  return `${withMinus(numberFormat(fractions(decimals, maxDecimals)).format(percent))}%`;
}

const fractions = (min: number, maxDecimals = min) =>
  ({
    minimumFractionDigits: min,
    maximumFractionDigits: maxDecimals,
    signDisplay: 'negative',
    useGrouping: false,
  }) as const;

/** Formats an end of a range: whole numbers from 10,000 up, because both ends share a line. */
export function rangeEnd(quote: Quoted, value: number, decimals: number): string {
  if (value < 10_000) return formatQuote(quote, value, decimals);
  return formatQuote(quote, Math.round(value)).replace(/\.00$/, '');
}

/** HOME-04: formats BTC and ETH in whole dollars, all other tickers with 2 decimals or as many as they are quoted with. */
export function formatOverviewPrice(
  ticker: Quoted & { symbol: string; decimals?: number },
  price: MaybeNumber,
): string {
  if (!isKnown(price)) return UNKNOWN;
  if (ticker.symbol !== 'BTC' && ticker.symbol !== 'ETH') return formatQuote(ticker, price, ticker.decimals);
  const whole = { ...moneyStyle(ticker.currency ?? ''), maximumFractionDigits: 0 } as const;
  return withMinus(numberFormat(whole).format(price));
}

/** Formats a price that the user entered, such as an alert level, with all of its digits. */
export function formatLevel(ticker: Quoted & { symbol: string }, level: MaybeNumber): string {
  if (!isKnown(level)) return UNKNOWN;
  const decimals = decimalsOf(level);
  return decimals === 0 ? formatOverviewPrice(ticker, level) : formatQuote(ticker, level, decimals);
}

/** COMM-01: formats a volume in millions with 2 decimals: '1.25M'; 'N/A' if unknown. */
export function formatMillions(value: MaybeNumber): string {
  return isKnown(value) ? `${formatNumber(value / 1e6)}M` : 'N/A';
}

/**
 * Formats a change in the ticker's unit: '+$1.20', '\u2212$1.20'. A value that rounds to zero has a plus. A change of a price in percent
 * has no sign of a unit, because it is no change in percent.
 */
export function formatMove(ticker: Quoted, value: MaybeNumber, decimals = 2): string {
  if (!isKnown(value)) return UNKNOWN;
  const shownDecimals = ticker.type === 'index' ? 2 : Math.min(decimals, MAX_DECIMALS);
  const unit = ticker.priceUnit === 'percent' ? { type: 'index' } : ticker;
  return formatSigned(value, (size) => formatByType(unit, size, shownDecimals));
}

export type Direction = 'up' | 'down' | 'flat';

/** Returns the direction of a change after rounding to the displayed decimals. */
export function directionOf(change: MaybeNumber, decimals = 2): Direction {
  if (!isKnown(change) || Number(plainDigits(Math.abs(change), decimals)) === 0) return 'flat';
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
  bond: 'Bond',
};

/** Returns the name of a ticker type: 'ETF', 'Stock', … */
export const typeName = (type: TickerType): string => TYPE_NAMES[type];
