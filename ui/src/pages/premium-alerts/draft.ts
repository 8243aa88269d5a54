import { parseAmount } from '~/components/form/parseAmount';
import { momentOf, PAST } from './lifetime';
import { CONDITIONS } from './words';

/** The form as it is being filled in. */
export interface Draft {
  type: string;
  symbol: string;
  condition: string;
  value: string;
  windowHours: string;
  indicator: string;
  /** What is waited for where no price is. */
  event: string;
  words: string;
  interval: string;
  frequency: string;
  delivery: readonly string[];
  whenMet: string;
  /** The last moment in the browser's own zone, as a field for date and time has it: '2026-11-30T09:00'; empty for none. */
  watchedUntil: string;
  note: string;
}

/** What the server is asked to make. */
export interface NewAlert {
  type: string;
  symbol: string;
  frequency: string;
  delivery: readonly string[];
  condition?: string;
  value?: number;
  windowHours?: number;
  indicator?: string;
  words?: string;
  interval?: string;
  whenMet?: string;
  expiresAt?: string;
  note?: string;
}

/** What belongs to one alert alone: the form keeps the rest for the next. */
export const CLEARED = {
  symbol: '',
  value: '',
  words: '',
  whenMet: 'wait_for_crossing',
  watchedUntil: '',
  note: '',
} as const satisfies Partial<Draft>;

/** ALRT-02: the defaults, filled in from the address when a ticker's page sent us (TICK-10). */
export function firstDraft(params: URLSearchParams): Draft {
  const condition = params.get('condition');
  return {
    ...CLEARED,
    type: 'price',
    symbol: params.get('symbol') ?? '',
    condition: CONDITIONS.find(({ value }) => value === condition)?.value ?? 'above',
    value: params.get('value') ?? '',
    windowHours: '24',
    indicator: 'rsi',
    event: 'articles',
    interval: '1d',
    frequency: 'once',
    delivery: ['in_app'],
  };
}

/** News and events have no line to come to, and averages are each other's line. */
export const hasCondition = (draft: Draft) => draft.type !== 'news';
/** Something that comes, and is no article. */
export const isEvent = (draft: Draft) => draft.type === 'news' && draft.event !== 'articles';
export const hasValue = (draft: Draft) =>
  draft.type === 'price' ||
  draft.type === 'volume' ||
  (draft.type === 'technical' && draft.indicator !== 'sma_cross');
export const isPercent = (draft: Draft) => draft.type !== 'technical' && draft.condition === 'percent_change';
export const isGap = (draft: Draft) => draft.type === 'technical' && draft.indicator === 'gap';
/** What counts up and down has no side to come to. */
export const hasSide = (draft: Draft) => hasCondition(draft) && !isGap(draft);
/** The change of a price is measured over hours; that of a volume from one day to the next. */
export const hasWindow = (draft: Draft) => draft.type === 'price' && isPercent(draft);
/** How far the price is from an end of its range of 52 weeks. */
export const isDistance = (draft: Draft) =>
  draft.type === 'technical' && (draft.indicator === 'year_high' || draft.indicator === 'year_low');
/** Computed of bars that are over. */
export const hasBars = (draft: Draft) => draft.type === 'technical' && !isDistance(draft) && !isGap(draft);

/** What is wrong with the form, by field. */
export type DraftErrors = Partial<Record<'symbol' | 'value' | 'delivery' | 'watchedUntil', string>>;

const MISSING = 'Please fill in this field.';
const AMBIGUOUS = 'Please write a number such as 1250.50 or 1,250.50.';

/** ALRT-03: what is missing, and a value that is no number. */
export function draftErrors(draft: Draft, now: number): DraftErrors {
  const errors: DraftErrors = {};
  if (!draft.symbol.trim()) errors.symbol = MISSING;
  if (hasValue(draft)) {
    if (!draft.value.trim()) errors.value = MISSING;
    else if (parseAmount(draft.value) === null) errors.value = AMBIGUOUS;
  }
  const end = momentOf(draft.watchedUntil);
  if (end !== null && end.getTime() <= now) errors.watchedUntil = PAST;
  if (draft.delivery.length === 0) errors.delivery = 'Please choose at least one way.';
  return errors;
}

/** Whether something has not been filled in at all. */
export const hasMissing = (draft: Draft) =>
  !draft.symbol.trim() || draft.delivery.length === 0 || (hasValue(draft) && !draft.value.trim());

/** The alert that the form describes; null while something is wrong with it. */
export function toAlert(draft: Draft, now: number): NewAlert | null {
  if (Object.keys(draftErrors(draft, now)).length > 0) return null;
  const end = momentOf(draft.watchedUntil);
  const value = parseAmount(draft.value);
  return {
    type: isEvent(draft) ? 'event' : draft.type,
    symbol: draft.symbol.trim(),
    frequency: draft.frequency,
    delivery: draft.delivery,
    ...(hasCondition(draft) && { condition: isGap(draft) ? 'percent_change' : draft.condition }),
    ...(hasValue(draft) && value !== null && { value }),
    ...(hasWindow(draft) && { windowHours: Number(draft.windowHours) }),
    ...(draft.type === 'technical' && { indicator: draft.indicator }),
    ...(isEvent(draft) && { indicator: draft.event }),
    ...(hasBars(draft) && { interval: draft.interval }),
    ...(!hasCondition(draft) && !isEvent(draft) && draft.words.trim() && { words: draft.words.trim() }),
    ...(hasCondition(draft) && draft.whenMet === 'tell_now' && { whenMet: draft.whenMet }),
    ...(end && { expiresAt: end.toISOString() }),
    ...(draft.note.trim() && { note: draft.note.trim() }),
  };
}

/** What of an alert decides when it fires. */
export type Tried = Pick<
  NewAlert,
  'type' | 'symbol' | 'condition' | 'value' | 'windowHours' | 'indicator' | 'interval'
>;

/** What can be tried on the past of `symbol`; null while something of it is missing or wrong, and for news. */
export function triedBy(draft: Draft, symbol: string): Tried | null {
  const alert = toAlert({ ...draft, symbol, delivery: ['in_app'], watchedUntil: '' }, 0);
  if (!alert || !hasCondition(draft)) return null;
  const { type, condition, value, windowHours, indicator, interval } = alert;
  return {
    type,
    symbol,
    ...(condition && { condition }),
    ...(value !== undefined && { value }),
    ...(windowHours && { windowHours }),
    ...(indicator && { indicator }),
    ...(interval && { interval }),
  };
}

/** What a ticker has now, as far as it decides whether a condition holds. */
interface Now {
  price: number | null;
  volume24h?: number | null;
}

/**
 * By how many percent 'above' or 'below' holds already; null where it does not. Such an alert waits until the value has been on the
 * other side, unless it is to be told now.
 */
export function alreadyMetBy(draft: Draft, now: Now): number | null {
  const line = parseAmount(draft.value);
  const value = draft.type === 'price' ? now.price : draft.type === 'volume' ? now.volume24h : null;
  if (!line || value === null || value === undefined) return null;
  const by = (value / line - 1) * 100;
  if (draft.condition === 'above') return by > 0 ? by : null;
  return draft.condition === 'below' && by < 0 ? -by : null;
}
