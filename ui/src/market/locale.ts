import type { Timeframe } from '~/api/types';

/**
 * Locale settings and formatters for numbers and times. Creating `Intl` formatters is expensive, so they are cached.
 * `format.ts` (figures), `time.ts` and `day.ts` build on this file; everything shown on screen uses those. Words stay
 * English: a language only affects separators, the order of dates and the clock.
 */
const ENGLISH = 'en-US';

/** How numbers and times are written. */
interface Formats {
  /** A language tag; an unsupported one falls back to American English. */
  language: string;
  /** 12 or 24 hours, or the language's default. */
  hourCycle: 'auto' | 'h12' | 'h23';
}

/** A language's conventions, read from formatters, each of which takes milliseconds at startup. */
interface Habits {
  hourCycle: Intl.DateTimeFormatOptions['hourCycle'];
  /** An English locale with the language's order of day and month. */
  dates: string;
  /** An English locale with the language's digit grouping: 12,345,678 or 1,23,45,678. */
  numbers: string;
  group: string;
  decimal: string;
}

/** The conventions of the most common language, to avoid creating formatters. */
const AMERICAN: Habits = { hourCycle: 'h12', dates: ENGLISH, numbers: ENGLISH, group: ',', decimal: '.' };

let current = formatsOf({ language: ENGLISH, hourCycle: 'auto' });
const caches = new Set<Map<string, unknown>>();

/** Sets the formats of numbers and times. Components that already show some must re-render. */
export function setFormats(formats: Formats): void {
  try {
    current = formatsOf(formats);
  } catch {
    current = formatsOf({ ...formats, language: ENGLISH });
  }
  for (const made of caches) made.clear();
}

/** The language of the formats in use. */
export const formatLanguage = (): string => current.language;

/** The decimal mark. */
export const decimalMark = (): string => current.decimal;

function formatsOf({ language, hourCycle }: Formats) {
  const habits = language === ENGLISH ? AMERICAN : habitsOf(language);
  return { language, ...habits, hourCycle: hourCycle === 'auto' ? habits.hourCycle : hourCycle };
}

function habitsOf(language: string): Habits {
  const { hourCycle = 'h12' } = new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions();
  const parts = new Intl.NumberFormat(language, { numberingSystem: 'latn' }).formatToParts(12_345_678.5);
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
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

/** The label of a range everywhere: the API's name, except for MAX. */
export const rangeLabel = (range: Timeframe): string => (range === 'MAX' ? 'Max' : range);
/** CTRK-02: labels specified for coins, which trade around the clock. */
export const COIN_RANGE_LABELS = { '1D': '24h', '1W': '7d', '1M': '30d', '3M': '90d', '1Y': '1y' } as const;

/** Ranges with their labels, for a row of buttons. */
export const rangeChoices = <T extends Timeframe>(ranges: readonly T[], labels?: Record<T, string>) =>
  ranges.map((value) => ({ value, label: labels?.[value] ?? rangeLabel(value) }));

function remember<Options, Made>(make: (options: Options) => Made): (options: Options) => Made {
  const made = new Map<string, Made>();
  caches.add(made);
  return (options) => {
    const key = JSON.stringify(options);
    const found = made.get(key) ?? make(options);
    made.set(key, found);
    return found;
  };
}

/** Formats numbers in English ('$3.5T', '−1,234.50') with the language's separators. */
export const numberFormat = remember((options: Intl.NumberFormatOptions) => {
  const { numbers, group, decimal } = current;
  // Compact suffixes stay English letters; in India they would differ.
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

/** Currency style for an ISO code; a plain number if the code is invalid. */
export const moneyStyle = (currency: string): Intl.NumberFormatOptions =>
  /^[A-Z]{3}$/.test(currency) ? { style: 'currency', currency } : {};

/** 'US dollars', 'euros', 'Japanese yen': what an amount is in. */
export function currencyName(currency: string): string {
  const names = new Intl.NumberFormat(ENGLISH, { ...moneyStyle(currency), currencyDisplay: 'name' });
  return names.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? currency;
}

/** The name of a language tag: 'German (Switzerland)'. */
export const languageName = (tag: string): string =>
  new Intl.DisplayNames(ENGLISH, { type: 'language' }).of(tag) ?? tag;

/** In the viewer's zone without `timeZone`. */
export const dateFormat = remember((options: Intl.DateTimeFormatOptions) => {
  const { dates, hourCycle } = current;
  if (!options.hour) return new Intl.DateTimeFormat(dates, options);
  // '09:05' and not a bare '16', which doesn't read as a time.
  const full = hourCycle === 'h23' ? ({ hour: '2-digit', minute: '2-digit' } as const) : {};
  return new Intl.DateTimeFormat(dates, { ...options, hourCycle, ...full });
});

/** The language's thousands separator and decimal mark. */
export const separators = (): { group: string; decimal: string } => current;

/** Converts digits from a URL to the notation of an input field, '1250,50' in German; see `parseAmount`. */
export const fieldDigits = (plain: string): string => plain.replace('.', current.decimal);

/** Digits for a URL, which are parsed again: the same in every language. */
export const plainDigits = (value: number, decimals: number): string => value.toFixed(decimals);

export const relativeTimeFormat = remember(
  (options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(ENGLISH, options),
);
