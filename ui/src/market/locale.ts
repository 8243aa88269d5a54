import type { Timeframe } from '~/api/types';

/**
 * Locale settings and formatters for numbers and times. Creating `Intl` formatters is expensive, so they are cached. Code that shows
 * numbers or times uses `format.ts`, `time.ts` and `day.ts`, which build on this file. Words stay English: a language only affects
 * separators, the order of dates and the hour cycle.
 */
const ENGLISH = 'en-US';

/** The chosen formats of numbers and times. */
interface Formats {
  /** A language tag; an unsupported one falls back to American English. */
  language: string;
  /** 12 or 24 hours, or the language's default. */
  hourCycle: 'auto' | 'h12' | 'h23';
}

/** The conventions of a language. Reading them requires formatters, each of which takes milliseconds at startup. */
interface Conventions {
  hourCycle: Intl.DateTimeFormatOptions['hourCycle'];
  /** An English locale with the language's order of day and month. */
  dates: string;
  /** An English locale with the language's digit grouping: 12,345,678 or 1,23,45,678. */
  numbers: string;
  group: string;
  decimal: string;
}

/** The conventions of the most common language, to avoid creating formatters. */
const AMERICAN: Conventions = {
  hourCycle: 'h12',
  dates: ENGLISH,
  numbers: ENGLISH,
  group: ',',
  decimal: '.',
};

let current = formatsOf({ language: ENGLISH, hourCycle: 'auto' });
const caches = new Set<Map<string, unknown>>();

/** Sets the formats of numbers and times. Components that show numbers or times must then render again. */
export function setFormats(formats: Formats): void {
  try {
    current = formatsOf(formats);
  } catch {
    current = formatsOf({ ...formats, language: ENGLISH });
  }
  for (const cache of caches) cache.clear();
}

/** Returns the language of the current formats. */
export const formatLanguage = (): string => current.language;

/** Returns the decimal separator of the current formats. */
export const decimalMark = (): string => current.decimal;

function formatsOf({ language, hourCycle }: Formats) {
  const conventions = language === ENGLISH ? AMERICAN : conventionsOf(language);
  return { language, ...conventions, hourCycle: hourCycle === 'auto' ? conventions.hourCycle : hourCycle };
}

function conventionsOf(language: string): Conventions {
  const { hourCycle = 'h12' } = new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions();
  const parts = new Intl.NumberFormat(language, { numberingSystem: 'latn' }).formatToParts(12_345_678.5);
  const part = (searchedType: string) => parts.find(({ type }) => type === searchedType)?.value ?? '';
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).formatToParts(0);
  const isDayFirst = date.find(({ type }) => type === 'day' || type === 'month')?.type === 'day';
  const english = isDayFirst ? 'en-GB' : ENGLISH;
  return {
    hourCycle,
    dates: /^en\b/.test(language) ? language : english,
    numbers: part('integer') === '1' ? 'en-IN' : ENGLISH,
    group: part('group'),
    decimal: part('decimal'),
  };
}

/** Returns the label of a range: the API's name, except for MAX. */
export const rangeLabel = (range: Timeframe): string => (range === 'MAX' ? 'Max' : range);
/** CTRK-02: labels specified for coins, which trade around the clock. */
export const COIN_RANGE_LABELS = { '1D': '24h', '1W': '7d', '1M': '30d', '3M': '90d', '1Y': '1y' } as const;

/** Returns ranges with their labels, for a row of buttons. */
export const rangeChoices = <T extends Timeframe>(ranges: readonly T[], labels?: Record<T, string>) =>
  ranges.map((value) => ({ value, label: labels?.[value] ?? rangeLabel(value) }));

function memoize<Options, Result>(create: (options: Options) => Result): (options: Options) => Result {
  const cache = new Map<string, Result>();
  caches.add(cache);
  return (options) => {
    const key = JSON.stringify(options);
    const result = cache.get(key) ?? create(options);
    cache.set(key, result);
    return result;
  };
}

/** Formats numbers in English ('$3.5T', '−1,234.50') with the language's separators. */
export const numberFormat = memoize((options: Intl.NumberFormatOptions) => {
  const { numbers, group, decimal } = current;
  // Compact notation always uses English, because its suffixes would differ in India.
  const english = new Intl.NumberFormat(options.notation ? ENGLISH : numbers, options);
  if (group === ',' && decimal === '.') return english;
  const separators: Partial<Record<Intl.NumberFormatPartTypes, string>> = { group, decimal };
  const format = (value: number) =>
    english
      .formatToParts(value)
      .map(({ type, value: text }) => separators[type] ?? text)
      .join('');
  return { format };
});

/** Returns the currency style for an ISO code; for an invalid code, the style of a plain number. */
export const moneyStyle = (currency: string): Intl.NumberFormatOptions =>
  /^[A-Z]{3}$/.test(currency) ? { style: 'currency', currency } : {};

/** Returns the plural name of a currency: 'US dollars', 'euros', 'Japanese yen'. */
export function currencyName(currency: string): string {
  const names = new Intl.NumberFormat(ENGLISH, { ...moneyStyle(currency), currencyDisplay: 'name' });
  return names.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? currency;
}

/** Returns the name of a language tag: 'German (Switzerland)'. */
export const languageName = (tag: string): string =>
  new Intl.DisplayNames(ENGLISH, { type: 'language' }).of(tag) ?? tag;

/** Returns a formatter for dates and times; in the user's time zone and hour cycle unless `timeZone` and `hourCycle` are set. */
export const dateFormat = memoize((options: Intl.DateTimeFormatOptions) => {
  const { dates, hourCycle } = current;
  if (!options.hour) return new Intl.DateTimeFormat(dates, options);
  // Adds minutes to a 24-hour time, because a bare '16' doesn't look like a time.
  const full = hourCycle === 'h23' ? ({ hour: '2-digit', minute: '2-digit' } as const) : {};
  return new Intl.DateTimeFormat(dates, { hourCycle, ...options, ...full });
});

/** Returns the language's thousands separator and decimal separator. */
export const separators = (): { group: string; decimal: string } => current;

/** Converts digits from a URL to the notation of an input field, '1250,50' in German; see `parseAmount`. */
export const fieldDigits = (plain: string): string => plain.replace('.', current.decimal);

/** Formats a number for a URL, which is the same in every language. */
export const plainDigits = (value: number, decimals: number): string => value.toFixed(decimals);

export const relativeTimeFormat = memoize(
  (options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(ENGLISH, options),
);
