import { formatNumber } from '~/market/format';
import { fieldDigits } from '~/market/locale';
import { parseAmount } from '~/market/parseAmount';
import { CONDITIONS } from './labels';
import { momentOf, PAST } from './lifetime';

/** One condition as it is being filled in. */
export interface ConditionDraft {
  type: string;
  condition: string;
  value: string;
  windowHours: string;
  indicator: string;
  interval: string;
}

/** One that must hold at the same time; its number is its own as long as the form is open. */
export interface JoinedDraft extends ConditionDraft {
  key: number;
}

/** The form as it is being filled in. */
export interface Draft extends ConditionDraft {
  symbol: string;
  /** The number of the list that it is over in place of a ticker; empty for none. */
  list: string;
  /** What is waited for where no price is. */
  event: string;
  words: string;
  and: readonly JoinedDraft[];
  frequency: string;
  delivery: readonly string[];
  whenMet: string;
  /** The last moment in the browser's own zone, as a field for date and time has it: '2026-11-30T09:00'; empty for none. */
  watchedUntil: string;
  note: string;
}

/** A condition besides the first, as the server is asked for it. */
type JoinedCondition = Pick<NewAlert, 'type' | 'value' | 'windowHours' | 'indicator' | 'interval'> & {
  condition: string;
};

/** What the server is asked to make. */
export interface NewAlert {
  type: string;
  symbol?: string;
  list?: number;
  frequency: string;
  delivery: readonly string[];
  condition?: string;
  value?: number;
  windowHours?: number;
  indicator?: string;
  words?: string;
  interval?: string;
  and?: readonly JoinedCondition[];
  whenMet?: string;
  expiresAt?: string;
  note?: string;
}

/** What belongs to one alert alone: the form keeps the rest for the next. */
export const CLEARED = {
  symbol: '',
  list: '',
  value: '',
  words: '',
  and: [],
  whenMet: 'wait_for_crossing',
  watchedUntil: '',
  note: '',
} as const satisfies Partial<Draft>;

/** A condition that nobody has described yet. */
const EMPTY_CONDITION = {
  type: 'price',
  condition: 'above',
  value: '',
  windowHours: '24',
  indicator: 'rsi',
  interval: '1d',
} as const satisfies ConditionDraft;

/** ALRT-02: the defaults, filled in from the address when a ticker's page sent us (TICK-10). */
export function firstDraft(params: URLSearchParams): Draft {
  const condition = params.get('condition');
  return {
    ...EMPTY_CONDITION,
    ...CLEARED,
    symbol: params.get('symbol') ?? '',
    condition: CONDITIONS.find(({ value }) => value === condition)?.value ?? 'above',
    value: fieldDigits(params.get('value') ?? ''),
    event: 'articles',
    frequency: 'once',
    delivery: ['in_app'],
  };
}

/** What an address asks the form that is open already for: another asset, and a price where it names one. */
export function requestedSymbol(params: URLSearchParams): Partial<Draft> {
  const { symbol, condition, value } = firstDraft(params);
  if (symbol === '') return {};
  const named = params.has('value') || params.has('condition');
  return { symbol, list: '', ...(named && { type: 'price', condition, value }) };
}

/** News and events have no line to come to, and averages are each other's line. */
export const hasCondition = (draft: ConditionDraft) => draft.type !== 'news';
/** Something that comes, and is no article. */
export const isEvent = (draft: Draft) => draft.type === 'news' && draft.event !== 'articles';
export const hasValue = (draft: ConditionDraft) =>
  draft.type === 'price' ||
  draft.type === 'volume' ||
  (draft.type === 'technical' && draft.indicator !== 'sma_cross');
export const isPercent = (draft: ConditionDraft) =>
  draft.type !== 'technical' && draft.condition === 'percent_change';
export const isGap = (draft: ConditionDraft) => draft.type === 'technical' && draft.indicator === 'gap';
/** What counts up and down has no side to come to. */
export const hasSide = (draft: ConditionDraft) => hasCondition(draft) && !isGap(draft);
/** The change of a price is measured over hours; that of a volume from one day to the next. */
export const hasWindow = (draft: ConditionDraft) => draft.type === 'price' && isPercent(draft);
/** How far the price is from an end of its range of 52 weeks. */
export const isDistance = (draft: ConditionDraft) =>
  draft.type === 'technical' && (draft.indicator === 'year_high' || draft.indicator === 'year_low');
/** Based on bars that are over. */
export const hasBars = (draft: ConditionDraft) =>
  draft.type === 'technical' && !isDistance(draft) && !isGap(draft);

/** Conditions of an alert at most. */
const MAX_CONDITIONS = 4;
/** What holds for some time can be joined: no news, no crossing, and no gap, which are moments. */
export const isJoinable = (draft: ConditionDraft) =>
  hasCondition(draft) && !isGap(draft) && draft.condition !== 'crosses';
export const mayHaveMore = ({ and, ...draft }: Draft) =>
  (and.length > 0 || isJoinable(draft)) && and.length + 1 < MAX_CONDITIONS;

/** The conditions with one more: an indicator beside a price, a price beside all else. */
export function withOneMore({ and, type }: Draft): readonly JoinedDraft[] {
  const key = 1 + Math.max(0, ...and.map((each) => each.key));
  return [...and, { ...EMPTY_CONDITION, type: type === 'price' ? 'technical' : 'price', key }];
}

/** What is wrong with the form, by field. */
export type DraftErrors = Partial<Record<'symbol' | 'value' | 'and' | 'delivery' | 'watchedUntil', string>>;

const MISSING = 'Please fill in this field.';
const ambiguous = () => `Enter a number such as ${fieldDigits('1250.50')} or ${formatNumber(1250.5)}.`;

const lacksSubject = ({ symbol, list }: Draft) => !symbol.trim() && !list;

/** What is wrong with the value of a condition. */
export function valueError(draft: ConditionDraft): string | undefined {
  if (!hasValue(draft)) return undefined;
  if (!draft.value.trim()) return MISSING;
  return parseAmount(draft.value) === null ? ambiguous() : undefined;
}

/** ALRT-03: what is missing, and a value that is no number. */
export function draftErrors(draft: Draft, now: number): DraftErrors {
  const errors: DraftErrors = {};
  if (lacksSubject(draft)) errors.symbol = MISSING;
  const ofValue = valueError(draft);
  if (ofValue) errors.value = ofValue;
  const ofJoined = draft.and.map(valueError).find((error) => error !== undefined);
  if (ofJoined) errors.and = ofJoined;
  const end = momentOf(draft.watchedUntil);
  if (end !== null && end.getTime() <= now) errors.watchedUntil = PAST;
  if (draft.delivery.length === 0) errors.delivery = 'Choose at least one delivery method.';
  return errors;
}

/** Whether something has not been filled in at all. */
export const hasMissing = (draft: Draft) =>
  lacksSubject(draft) ||
  draft.delivery.length === 0 ||
  [draft, ...draft.and].some((each) => hasValue(each) && !each.value.trim());

/** A condition as the server is asked for it. */
export function toCondition(draft: ConditionDraft): JoinedCondition {
  const value = parseAmount(draft.value);
  return {
    type: draft.type,
    condition: isGap(draft) ? 'percent_change' : draft.condition,
    ...(hasValue(draft) && value !== null && { value }),
    ...(hasWindow(draft) && { windowHours: Number(draft.windowHours) }),
    ...(draft.type === 'technical' && { indicator: draft.indicator }),
    ...(hasBars(draft) && { interval: draft.interval }),
  };
}

/** The alert that the form describes; null while something is wrong with it. */
export function toAlert(draft: Draft, now: number): NewAlert | null {
  if (Object.keys(draftErrors(draft, now)).length > 0) return null;
  const end = momentOf(draft.watchedUntil);
  return {
    ...(hasCondition(draft) ? toCondition(draft) : { type: isEvent(draft) ? 'event' : draft.type }),
    ...(draft.list ? { list: Number(draft.list) } : { symbol: draft.symbol.trim() }),
    frequency: draft.frequency,
    delivery: draft.delivery,
    ...(isEvent(draft) && { indicator: draft.event }),
    ...(hasCondition(draft) && draft.and.length > 0 && { and: draft.and.map(toCondition) }),
    ...(!hasCondition(draft) && !isEvent(draft) && draft.words.trim() && { words: draft.words.trim() }),
    ...(hasCondition(draft) && draft.whenMet === 'tell_now' && { whenMet: draft.whenMet }),
    ...(end && { expiresAt: end.toISOString() }),
    ...(draft.note.trim() && { note: draft.note.trim() }),
  };
}

/** What of an alert decides when it fires. */
export type BacktestConditions = Pick<
  NewAlert,
  'type' | 'condition' | 'value' | 'windowHours' | 'indicator' | 'interval'
> & {
  /** Further conditions, as JSON. */
  and?: string;
};
export type BacktestQuery = BacktestConditions & { symbol: string };

/** What can be tried on the past; null while something of it is missing or wrong, and for news. */
export function backtestConditions(draft: Draft): BacktestConditions | null {
  const alert = toAlert({ ...draft, symbol: 'any', list: '', delivery: ['in_app'], watchedUntil: '' }, 0);
  if (!alert || !hasCondition(draft)) return null;
  const { type, condition, value, windowHours, indicator, interval, and } = alert;
  return {
    type,
    ...(condition && { condition }),
    ...(value !== undefined && { value }),
    ...(windowHours && { windowHours }),
    ...(indicator && { indicator }),
    ...(interval && { interval }),
    ...(and && { and: JSON.stringify(and) }),
  };
}

/** The same of one ticker. */
export function backtestOf(draft: Draft, symbol: string): BacktestQuery | null {
  const conditions = backtestConditions(draft);
  return conditions && { symbol, ...conditions };
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
  // Of several the server tells when the alert is made.
  if (draft.and.length > 0) return null;
  const line = parseAmount(draft.value);
  const value = draft.type === 'price' ? now.price : draft.type === 'volume' ? now.volume24h : null;
  if (!line || value === null || value === undefined) return null;
  const by = (value / line - 1) * 100;
  if (draft.condition === 'above') return by > 0 ? by : null;
  return draft.condition === 'below' && by < 0 ? -by : null;
}
