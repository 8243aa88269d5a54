import type { Alert } from '~/api/types';
import { formatPrice } from '~/market/format';

/** ALRT-02: the words for each choice. What the server cannot judge yet is not offered. */
export const TYPES = [
  { value: 'price', label: 'Price' },
  { value: 'volume', label: 'Volume' },
] as const;
export const CONDITIONS = [
  { value: 'above', label: 'Rises Above' },
  { value: 'below', label: 'Falls Below' },
  { value: 'crosses', label: 'Crosses' },
  { value: 'percent_change', label: 'Percent Change' },
] as const;
export const FREQUENCIES = [
  { value: 'once', label: 'Once Only' },
  { value: 'always', label: 'Every Time' },
  { value: 'daily', label: 'At most daily' },
] as const;

type Choice = readonly { value: string; label: string }[];
export const labelOf = (choices: Choice, value: string) =>
  choices.find((choice) => choice.value === value)?.label ?? value;

/** 'Price rises above $100.00'. */
export function sentence({ type, condition, value }: Pick<Alert, 'type' | 'condition' | 'value'>): string {
  const what = labelOf(TYPES, type);
  if (condition === 'percent_change') return `${what} changes by ${value}% in 24 hours`;
  const figure = type === 'price' ? formatPrice(value) : value.toLocaleString('en-US');
  return `${what} ${labelOf(CONDITIONS, condition).toLowerCase()} ${figure}`;
}
