import { numberFormat } from './locale';

/** How numbers read. An unknown number is an em dash unless the specification says 'N/A'. */
export const UNKNOWN = '—';

type Figure = number | null | undefined;

/** Typographic minus: as wide as a plus, so that columns of changes line up. */
const MINUS = '\u2212';
const withMinus = (text: string) => text.replace('-', MINUS);
const known = (value: Figure): value is number => typeof value === 'number' && Number.isFinite(value);

/** API-04: US dollars with 2 decimals; more only where the instrument is quoted in more. */
export function formatPrice(value: Figure, decimals = 2): string {
  if (!known(value)) return UNKNOWN;
  const digits = Math.max(2, Math.min(decimals, 12));
  const options = {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
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

/** A price as its kind is quoted: dollars, or the level of an index, which is no amount of money. */
export function formatQuote(type: string, value: Figure, decimals = 2): string {
  return type === 'index' ? formatNumber(value, 2) : formatPrice(value, decimals);
}

/** How many digits after the point it takes to write a number down, 8 digits in all at most. */
export function decimalsOf(value: number): number {
  const [mantissa = '', exponent] = value.toExponential(7).split('e');
  const digits = mantissa.replace(/\.?0+$/, '').replace(/^-?\d\.?/, '');
  return Math.max(0, digits.length - Number(exponent));
}

/** API-04: compact dollars with 1 decimal, '$3.5T'; 'N/A' when unknown (TICK-02). */
export function formatMarketCap(value: Figure): string {
  if (!known(value)) return 'N/A';
  const options = {
    style: 'currency',
    currency: 'USD',
    notation: 'compact',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  } as const;
  return withMinus(numberFormat(options).format(value));
}

/** Compact count with 1 decimal, '47.6M'. */
export function formatCompact(value: Figure): string {
  if (!known(value)) return 'N/A';
  return withMinus(numberFormat({ notation: 'compact', maximumFractionDigits: 1 }).format(value));
}

/** API-04: '+1.50%'; what rounds to zero carries a plus, for it is not negative. */
export function formatPercent(value: Figure, decimals = 2): string {
  if (!known(value)) return UNKNOWN;
  const text = Math.abs(value).toFixed(decimals);
  const negative = value < 0 && Number(text) !== 0;
  return `${negative ? MINUS : '+'}${text}%`;
}

/** HOME-04: BTC and ETH in whole dollars, everything else with 2 decimals. */
export function formatOverviewPrice(of: { symbol: string; type: string }, price: Figure): string {
  if (!known(price)) return UNKNOWN;
  if (of.symbol !== 'BTC' && of.symbol !== 'ETH') return formatQuote(of.type, price);
  const whole = { style: 'currency', currency: 'USD', maximumFractionDigits: 0 } as const;
  return withMinus(numberFormat(whole).format(price));
}

/** COMM-01: volume in millions with 2 decimals, '1.25M', or 'N/A'. */
export function formatMillions(value: Figure): string {
  return known(value) ? `${(value / 1e6).toFixed(2)}M` : 'N/A';
}

/** '+$1.20', '\u2212$1.20': an amount that moved, as its kind is quoted; what rounds to zero carries a plus. */
export function formatMove(type: string, value: Figure, decimals = 2): string {
  if (!known(value)) return UNKNOWN;
  const text = formatQuote(type, value, decimals);
  return text.startsWith(MINUS) ? text : `+${text}`;
}

export type Direction = 'up' | 'down' | 'flat';

/** Which way a change points, after rounding to what is shown. */
export function directionOf(change: Figure, decimals = 2): Direction {
  if (!known(change) || Number(Math.abs(change).toFixed(decimals)) === 0) return 'flat';
  return change > 0 ? 'up' : 'down';
}

const TYPE_NAMES = {
  stock: 'Stock',
  etf: 'ETF',
  crypto: 'Crypto',
  commodity: 'Commodity',
  index: 'Index',
  ico: 'ICO',
};

/** 'ETF', 'Stock', … */
export function typeName(type: keyof typeof TYPE_NAMES): string {
  return TYPE_NAMES[type];
}
