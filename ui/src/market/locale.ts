import type { Timeframe } from '~/api/types';

/**
 * The one place that turns numbers and times into text: the language, and formatters, which are expensive to make
 * and kept. `format.ts` (figures), `time.ts` and `day.ts` are made of them; everything that shows something
 * asks those, so that a language can be chosen later.
 */
const LOCALE = 'en-US';

/** What every button, table and sentence calls a range of time: in English by the API's own names, but for MAX. */
export const rangeLabel = (range: Timeframe): string => (range === 'MAX' ? 'Max' : range);
/** CTRK-02: what the specification calls them for coins, which trade around the clock. */
export const COIN_RANGE_LABELS = { '1D': '24h', '1W': '7d', '1M': '30d', '3M': '90d', '1Y': '1y' } as const;

/** Choices of ranges for a row of buttons, each with its label. */
export const rangeChoices = <T extends Timeframe>(ranges: readonly T[], labels?: Record<T, string>) =>
  ranges.map((value) => ({ value, label: labels?.[value] ?? rangeLabel(value) }));

function remember<Options, Made>(make: (options: Options) => Made): (options: Options) => Made {
  const made = new Map<string, Made>();
  return (options) => {
    const key = JSON.stringify(options);
    const found = made.get(key) ?? make(options);
    made.set(key, found);
    return found;
  };
}

export const numberFormat = remember(
  (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(LOCALE, options),
);

/** Money of a currency (ISO code) with its symbol or code; a plain number where the code is none. */
export const moneyStyle = (currency: string): Intl.NumberFormatOptions =>
  /^[A-Z]{3}$/.test(currency) ? { style: 'currency', currency } : {};

/** 'US dollars', 'euros', 'Japanese yen': what an amount is in. */
export function currencyName(currency: string): string {
  const parts = numberFormat({ ...moneyStyle(currency), currencyDisplay: 'name' }).formatToParts(2);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}

/** Without `timeZone` in the viewer's zone. */
export const dateFormat = remember(
  (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(LOCALE, options),
);

/** Digits that are parsed again, in an address or a field: the same in every language. */
export const plainDigits = (value: number, decimals: number): string => value.toFixed(decimals);

export const relativeTimeFormat = remember(
  (options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(LOCALE, options),
);
