import { amountError, CONDITIONS, MISSING } from '~/market/alertChoices';
import { fieldDigits } from '~/market/locale';
import { parseAmount } from '~/market/parseAmount';
import { momentOf, PAST } from './lifetime';

/** A condition in the form. */
export interface ConditionDraft {
  type: string;
  condition: string;
  value: string;
  windowHours: string;
  indicator: string;
  interval: string;
}

/** A further condition that must be true at the same time; its key is unique while the form is open. */
export interface JoinedDraft extends ConditionDraft {
  key: number;
}

/** The state of the form. */
export interface Draft extends ConditionDraft {
  symbol: string;
  /** The id of the list that replaces the ticker; empty for none. */
  list: string;
  /** The id of the saved screen, for alerts of the type 'screen'; empty for none. */
  screen: string;
  /** The change of the screen that is reported: 'enter' or 'leave'. */
  screenEvent: string;
  /** The event, for alerts without a price condition. */
  event: string;
  words: string;
  /** The forms to report, if the event is 'filing'. */
  forms: readonly string[];
  and: readonly JoinedDraft[];
  frequency: string;
  delivery: readonly string[];
  whenMet: string;
  /** The end time in the browser's zone, in `datetime-local` format: '2026-11-30T09:00'; empty for none. */
  watchedUntil: string;
  note: string;
}

/** A further condition in the API format. */
type JoinedCondition = Pick<NewAlert, 'type' | 'value' | 'windowHours' | 'indicator' | 'interval'> & {
  condition: string;
};

/** The request body for a new alert. */
export interface NewAlert {
  type: string;
  symbol?: string;
  list?: number;
  screen?: number;
  screenEvent?: string;
  frequency: string;
  delivery: readonly string[];
  condition?: string;
  value?: number;
  windowHours?: number;
  indicator?: string;
  words?: string;
  forms?: readonly string[];
  interval?: string;
  and?: readonly JoinedCondition[];
  whenMet?: string;
  expiresAt?: string;
  note?: string;
}

/** Fields reset after an alert is created; the form keeps the others. */
export const CLEARED = {
  symbol: '',
  list: '',
  screen: '',
  value: '',
  words: '',
  and: [],
  whenMet: 'wait_for_crossing',
  watchedUntil: '',
  note: '',
} as const satisfies Partial<Draft>;

/** A condition without values. */
const EMPTY_CONDITION = {
  type: 'price',
  condition: 'above',
  value: '',
  windowHours: '24',
  indicator: 'rsi',
  interval: '1d',
} as const satisfies ConditionDraft;

/** ALRT-02: the defaults, overridden by the URL after a link from a ticker page (TICK-10). */
export function firstDraft(params: URLSearchParams): Draft {
  const condition = params.get('condition');
  const screen = params.get('screen') ?? '';
  return {
    ...EMPTY_CONDITION,
    ...CLEARED,
    ...(screen && { type: 'screen', screen }),
    screenEvent: 'enter',
    symbol: params.get('symbol') ?? '',
    condition: CONDITIONS.find(({ value }) => value === condition)?.value ?? 'above',
    value: fieldDigits(params.get('value') ?? ''),
    event: 'articles',
    forms: ['8-K'],
    frequency: screen ? 'always' : 'once',
    delivery: ['in_app'],
  };
}

/** The changes that a URL makes to an open form: the asset, with the condition if the URL has one, or the screen. */
export function requestedSymbol(params: URLSearchParams): Partial<Draft> {
  const { symbol, condition, value, screen } = firstDraft(params);
  if (screen !== '') return { type: 'screen', screen, symbol: '', list: '', and: [], frequency: 'always' };
  if (symbol === '') return {};
  const hasCondition = params.has('value') || params.has('condition');
  return { symbol, list: '', ...(hasCondition && { type: 'price', condition, value }) };
}

/** Returns false for news, events and screens, which have no value to reach. */
export const hasCondition = (draft: ConditionDraft) => draft.type !== 'news' && draft.type !== 'screen';
/** Returns true for an event other than news articles. */
export const isEvent = (draft: Draft) => draft.type === 'news' && draft.event !== 'articles';
/** Returns true for new filings with the SEC. */
export const isFiling = (draft: Draft) => draft.type === 'news' && draft.event === 'filing';
/** Returns true for an alert on the user's cost of a ticker, or on all holdings. */
export const isOnHoldings = ({ type }: ConditionDraft) => type === 'cost' || type === 'holdings';
export const hasValue = (draft: ConditionDraft) =>
  draft.type === 'price' ||
  draft.type === 'volume' ||
  isOnHoldings(draft) ||
  (draft.type === 'technical' && draft.indicator !== 'sma_cross');
export const isPercent = (draft: ConditionDraft) =>
  isOnHoldings(draft) || (draft.type !== 'technical' && draft.condition === 'percent_change');
export const isGap = (draft: ConditionDraft) => draft.type === 'technical' && draft.indicator === 'gap';
/** Returns true if the alert has a field for its condition. Gaps and changes of holdings fire in both directions, so they have none. */
export const hasSide = (draft: ConditionDraft) =>
  hasCondition(draft) && !isGap(draft) && draft.type !== 'holdings';
/** Returns true for price changes, which are measured over hours; volume changes are measured from day to day. */
export const hasWindow = (draft: ConditionDraft) => draft.type === 'price' && isPercent(draft);
/** Returns true for the distance of the price from its 52-week high or low. */
export const isDistance = (draft: ConditionDraft) =>
  draft.type === 'technical' && (draft.indicator === 'year_high' || draft.indicator === 'year_low');
/** Returns true for indicators that are evaluated at the close of a bar. */
export const hasBars = (draft: ConditionDraft) =>
  draft.type === 'technical' && !isDistance(draft) && !isGap(draft);

/** Maximum number of conditions of an alert. */
const MAX_CONDITIONS = 4;
/** Returns true for conditions that can hold at the same time as others. News, crossings and gaps are instantaneous. */
export const isJoinable = (draft: ConditionDraft) =>
  hasCondition(draft) && !isGap(draft) && !isOnHoldings(draft) && draft.condition !== 'crosses';
/** Returns true if the alert can have another condition. */
export const canAddCondition = ({ and, ...draft }: Draft) =>
  (and.length > 0 || isJoinable(draft)) && and.length + 1 < MAX_CONDITIONS;

/** Returns the further conditions and a new one: an indicator next to a price, a price next to anything else. */
export function conditionsWithOneMore({ and, type }: Draft): readonly JoinedDraft[] {
  const key = 1 + Math.max(0, ...and.map((each) => each.key));
  return [...and, { ...EMPTY_CONDITION, type: type === 'price' ? 'technical' : 'price', key }];
}

/** Error texts by field. */
export type DraftErrors = Partial<
  Record<'symbol' | 'value' | 'forms' | 'and' | 'delivery' | 'watchedUntil', string>
>;

function lacksSubject({ type, symbol, list, screen }: Draft): boolean {
  if (type === 'screen') return !screen;
  return type !== 'holdings' && !symbol.trim() && !list;
}

/** What the alert watches: a screen, a list, all holdings or a ticker. */
function subjectIn({ type, symbol, list, screen, screenEvent }: Draft) {
  if (type === 'screen') return { screen: Number(screen), screenEvent };
  if (type === 'holdings') return list ? { list: Number(list) } : {};
  return list ? { list: Number(list) } : { symbol: symbol.trim() };
}

/** The error of a condition's value. */
export const valueError = (draft: ConditionDraft): string | undefined =>
  hasValue(draft) ? amountError(draft.value) : undefined;

/** ALRT-03: missing fields, and values that are not numbers. */
export function draftErrors(draft: Draft, now: number): DraftErrors {
  const errors: DraftErrors = {};
  if (lacksSubject(draft)) errors.symbol = MISSING;
  const ofValue = valueError(draft);
  if (ofValue) errors.value = ofValue;
  if (isFiling(draft) && draft.forms.length === 0) errors.forms = 'Choose at least one SEC form.';
  const ofJoined = draft.and.map(valueError).find((error) => error !== undefined);
  if (ofJoined) errors.and = ofJoined;
  const end = momentOf(draft.watchedUntil);
  if (end !== null && end.getTime() <= now) errors.watchedUntil = PAST;
  if (draft.delivery.length === 0) errors.delivery = 'Choose at least one delivery method.';
  return errors;
}

/** Returns true if a required field is empty. */
export const hasMissing = (draft: Draft) =>
  lacksSubject(draft) ||
  draft.delivery.length === 0 ||
  [draft, ...draft.and].some((each) => hasValue(each) && !each.value.trim());

/** A condition in the API format. */
export function toCondition(draft: ConditionDraft): JoinedCondition {
  const value = parseAmount(draft.value);
  return {
    type: draft.type,
    condition: isGap(draft) || draft.type === 'holdings' ? 'percent_change' : draft.condition,
    ...(hasValue(draft) && value !== null && { value }),
    ...(hasWindow(draft) && { windowHours: Number(draft.windowHours) }),
    ...(draft.type === 'technical' && { indicator: draft.indicator }),
    ...(hasBars(draft) && { interval: draft.interval }),
  };
}

/** The alert described by the form; null if the form has errors. */
export function toAlert(draft: Draft, now: number): NewAlert | null {
  if (Object.keys(draftErrors(draft, now)).length > 0) return null;
  const end = momentOf(draft.watchedUntil);
  return {
    ...(hasCondition(draft) ? toCondition(draft) : { type: isEvent(draft) ? 'event' : draft.type }),
    ...subjectIn(draft),
    frequency: draft.frequency,
    delivery: draft.delivery,
    ...(isEvent(draft) && { indicator: draft.event }),
    ...(isFiling(draft) && { forms: draft.forms }),
    ...(hasCondition(draft) && draft.and.length > 0 && { and: draft.and.map(toCondition) }),
    ...(draft.type === 'news' && !isEvent(draft) && draft.words.trim() && { words: draft.words.trim() }),
    ...(hasCondition(draft) && draft.whenMet === 'tell_now' && { whenMet: draft.whenMet }),
    ...(end && { expiresAt: end.toISOString() }),
    ...(draft.note.trim() && { note: draft.note.trim() }),
  };
}

/** The fields of an alert that determine when it fires. */
export type BacktestConditions = Pick<
  NewAlert,
  'type' | 'condition' | 'value' | 'windowHours' | 'indicator' | 'interval'
> & {
  /** Further conditions, as JSON. */
  and?: string;
};
export type BacktestQuery = BacktestConditions & { symbol: string };

/** The conditions to backtest; null for news, for holdings, and for incomplete forms. */
export function backtestConditions(draft: Draft): BacktestConditions | null {
  const alert = toAlert({ ...draft, symbol: 'any', list: '', delivery: ['in_app'], watchedUntil: '' }, 0);
  if (!alert || !hasCondition(draft) || isOnHoldings(draft)) return null;
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

/** The backtest query for one ticker. */
export function backtestOf(draft: Draft, symbol: string): BacktestQuery | null {
  const conditions = backtestConditions(draft);
  return conditions && { symbol, ...conditions };
}

/** The current values of a ticker that determine whether a condition is true. */
interface Now {
  price: number | null;
  volume24h?: number | null;
}

/**
 * The percentage by which the value is already above (or below) the target; null if the condition isn't true yet. An alert whose
 * condition is true waits until the value has been on the other side, unless immediate notification is chosen.
 */
export function percentPastTarget(draft: Draft, now: Now): number | null {
  // For joined conditions, the server reports it when the alert is created.
  if (draft.and.length > 0) return null;
  const target = parseAmount(draft.value);
  const value = draft.type === 'price' ? now.price : draft.type === 'volume' ? now.volume24h : null;
  if (!target || value === null || value === undefined) return null;
  const percent = (value / target - 1) * 100;
  if (draft.condition === 'above') return percent > 0 ? percent : null;
  return draft.condition === 'below' && percent < 0 ? -percent : null;
}
