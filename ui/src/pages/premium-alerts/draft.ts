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

/** The alert that the form describes; null while a required field is missing (ALRT-03). */
export function toAlert(draft: Draft): NewAlert | null {
  const symbol = draft.symbol.trim();
  // People write thousands apart, and copy prices with their sign.
  const digits = draft.value.replace(/[,$\s]/g, '');
  const value = digits === '' ? Number.NaN : Number(digits);
  if (!symbol || draft.delivery.length === 0) return null;
  if (hasValue(draft) && Number.isNaN(value)) return null;
  return {
    type: draft.type,
    symbol,
    frequency: draft.frequency,
    delivery: draft.delivery,
    ...(hasCondition(draft) && { condition: draft.condition }),
    ...(hasValue(draft) && { value }),
    ...(isPercent(draft) && { windowHours: Number(draft.windowHours) }),
    ...(draft.type === 'technical' && { indicator: draft.indicator, interval: draft.interval }),
  };
}
