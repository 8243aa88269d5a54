import { parseAmount } from '~/components/form/parseAmount';
import { CONDITIONS } from './words';

/** The form as it is being filled in. */
export interface Draft {
  type: string;
  symbol: string;
  condition: string;
  value: string;
  windowHours: string;
  indicator: string;
  interval: string;
  frequency: string;
  delivery: readonly string[];
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
  interval?: string;
}

/** ALRT-02: the defaults, filled in from the address when a ticker's page sent us (TICK-10). */
export function firstDraft(params: URLSearchParams): Draft {
  const condition = params.get('condition');
  return {
    type: 'price',
    symbol: params.get('symbol') ?? '',
    condition: CONDITIONS.find(({ value }) => value === condition)?.value ?? 'above',
    value: params.get('value') ?? '',
    windowHours: '24',
    indicator: 'rsi',
    interval: '1d',
    frequency: 'once',
    delivery: ['in_app'],
  };
}

/** News have no line to come to, and averages are each other's line. */
export const hasCondition = (draft: Draft) => draft.type !== 'news';
export const hasValue = (draft: Draft) =>
  draft.type === 'price' ||
  draft.type === 'volume' ||
  (draft.type === 'technical' && draft.indicator === 'rsi');
export const isPercent = (draft: Draft) => draft.type === 'price' && draft.condition === 'percent_change';

/** What is wrong with the form, by field. */
export type DraftErrors = Partial<Record<'symbol' | 'value' | 'delivery', string>>;

const MISSING = 'Please fill in this field.';
const AMBIGUOUS = 'Please write a number such as 1250.50 or 1,250.50.';

/** ALRT-03: what is missing, and a value that is no number. */
export function draftErrors(draft: Draft): DraftErrors {
  const errors: DraftErrors = {};
  if (!draft.symbol.trim()) errors.symbol = MISSING;
  if (hasValue(draft)) {
    if (!draft.value.trim()) errors.value = MISSING;
    else if (parseAmount(draft.value) === null) errors.value = AMBIGUOUS;
  }
  if (draft.delivery.length === 0) errors.delivery = 'Please choose at least one way.';
  return errors;
}

/** Whether something has not been filled in at all. */
export const hasMissing = (draft: Draft) =>
  !draft.symbol.trim() || draft.delivery.length === 0 || (hasValue(draft) && !draft.value.trim());

/** The alert that the form describes; null while something is wrong with it. */
export function toAlert(draft: Draft): NewAlert | null {
  if (Object.keys(draftErrors(draft)).length > 0) return null;
  const value = parseAmount(draft.value);
  return {
    type: draft.type,
    symbol: draft.symbol.trim(),
    frequency: draft.frequency,
    delivery: draft.delivery,
    ...(hasCondition(draft) && { condition: draft.condition }),
    ...(hasValue(draft) && value !== null && { value }),
    ...(isPercent(draft) && { windowHours: Number(draft.windowHours) }),
    ...(draft.type === 'technical' && { indicator: draft.indicator, interval: draft.interval }),
  };
}

/** What a ticker has now, as far as it decides whether a condition holds. */
interface Now {
  price: number | null;
  volume24h?: number | null;
}

/**
 * Whether 'above' or 'below' holds already. Such an alert waits until the value has been on the other side:
 * it fires when the line is passed the next time.
 */
export function alreadyHolds(draft: Draft, now: Now): boolean {
  const line = parseAmount(draft.value);
  const value = draft.type === 'price' ? now.price : draft.type === 'volume' ? now.volume24h : null;
  if (line === null || value === null || value === undefined) return false;
  return draft.condition === 'above' ? value > line : draft.condition === 'below' && value < line;
}
