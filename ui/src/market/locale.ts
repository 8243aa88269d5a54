import type { Timeframe } from '~/api/types';

/**
 * The one place that turns numbers and times into text: how they are written, and formatters, which are expensive to make
 * and kept. `format.ts` (figures), `time.ts` and `day.ts` are made of them; everything that shows something
 * asks those.
 *
 * Words stay English, like all texts: a language gives numbers their separators, dates their order and times their clock.
 */
const ENGLISH = 'en-US';

/** How numbers and times are written. */
interface Formats {
  /** A language tag; one that the browser does not understand reads as American English. */
  language: string;
  /** 12 or 24 hours, or as the language has it. */
  hourCycle: 'auto' | 'h12' | 'h23';
}

/** What a language has: found out by formatters, of which each takes milliseconds of a start. */
interface Habits {
  hourCycle: Intl.DateTimeFormatOptions['hourCycle'];
  /** An English with the language's order of day and month. */
  dates: string;
  /** An English that counts in the language's groups: 12,345,678 or 1,23,45,678. */
  numbers: string;
  group: string;
  decimal: string;
}

/** What the formatters would say of the language that is asked for most. */
const AMERICAN: Habits = { hourCycle: 'h12', dates: ENGLISH, numbers: ENGLISH, group: ',', decimal: '.' };

let current = formatsOf({ language: ENGLISH, hourCycle: 'auto' });
const caches = new Set<Map<string, unknown>>();

/** From now on numbers and times are written so. What shows some already must be drawn again. */
export function setFormats(formats: Formats): void {
  try {
    current = formatsOf(formats);
  } catch {
    current = formatsOf({ ...formats, language: ENGLISH });
  }
  for (const made of caches) made.clear();
}

/** Whose way of writing is in use. */
export const formatLanguage = (): string => current.language;

/** What parts a number's digits from its fraction. */
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

/** What every button, table and sentence calls a range of time: in English by the API's own names, but for MAX. */
export const rangeLabel = (range: Timeframe): string => (range === 'MAX' ? 'Max' : range);
/** CTRK-02: what the specification calls them for coins, which trade around the clock. */
export const COIN_RANGE_LABELS = { '1D': '24h', '1W': '7d', '1M': '30d', '3M': '90d', '1Y': '1y' } as const;

/** Choices of ranges for a row of buttons, each with its label. */
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

/** Numbers as English has them ('$3.5T', '−1,234.50'), with the separators of the language. */
export const numberFormat = remember((options: Intl.NumberFormatOptions) => {
  const { numbers, group, decimal } = current;
  // Short forms are letters, which in India would be others.
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

/** Money of a currency (ISO code) with its symbol or code; a plain number where the code is none. */
export const moneyStyle = (currency: string): Intl.NumberFormatOptions =>
  /^[A-Z]{3}$/.test(currency) ? { style: 'currency', currency } : {};

/** 'US dollars', 'euros', 'Japanese yen': what an amount is in. */
export function currencyName(currency: string): string {
  const names = new Intl.NumberFormat(ENGLISH, { ...moneyStyle(currency), currencyDisplay: 'name' });
  return names.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? currency;
}

/** 'German (Switzerland)': a language tag in words. */
export const languageName = (tag: string): string =>
  new Intl.DisplayNames(ENGLISH, { type: 'language' }).of(tag) ?? tag;

/** Without `timeZone` in the viewer's zone. */
export const dateFormat = remember((options: Intl.DateTimeFormatOptions) => {
  const { dates, hourCycle } = current;
  if (!options.hour) return new Intl.DateTimeFormat(dates, options);
  // '09:05', and no bare '16', which is no time of day.
  const full = hourCycle === 'h23' ? ({ hour: '2-digit', minute: '2-digit' } as const) : {};
  return new Intl.DateTimeFormat(dates, { ...options, hourCycle, ...full });
});

/** What the language sets thousands apart by, and its decimal point. */
export const separators = (): { group: string; decimal: string } => current;

/** Digits of an address as a field has them, '1250,50' in German: see `parseAmount`. */
export const fieldDigits = (plain: string): string => plain.replace('.', current.decimal);

/** Digits that are parsed again, in an address: the same in every language. */
export const plainDigits = (value: number, decimals: number): string => value.toFixed(decimals);

export const relativeTimeFormat = remember(
  (options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(ENGLISH, options),
);
