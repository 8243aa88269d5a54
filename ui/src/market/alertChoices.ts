import { DOLLARS, formatNumber, type Quoted } from './format';
import { currencyName, fieldDigits } from './locale';
import { parseAmount } from './parseAmount';

/** ALRT-02: labels of the conditions of an alert. */
export const CONDITIONS = [
  { value: 'above', label: 'Rises Above' },
  { value: 'below', label: 'Falls Below' },
  { value: 'crosses', label: 'Crosses' },
  { value: 'percent_change', label: 'Percent Change' },
] as const;
export type AlertCondition = (typeof CONDITIONS)[number]['value'];

export const FREQUENCIES = [
  { value: 'once', label: 'Once Only' },
  { value: 'always', label: 'Every Time' },
  { value: 'daily', label: 'Daily Summary' },
] as const;
export const WINDOWS = [
  { value: '1', label: '1 hour' },
  { value: '4', label: '4 hours' },
  { value: '24', label: '24 hours' },
  { value: '72', label: '3 days' },
  { value: '168', label: '7 days' },
] as const;

export const PERCENT_FIELD = ['Value (percent)', '5'] as const;

/** The label of a field for a price of a ticker, and an example. */
export function priceField(ticker: Quoted | undefined): [string, string] {
  // Index levels, exchange rates and prices in percent of par are not money.
  if (ticker?.type === 'currency') return ['Value (rate)', formatNumber(1.1, 4)];
  if (ticker?.priceUnit === 'percent') return ['Value (percent of par)', formatNumber(98.5)];
  if (ticker?.type === 'index') return ['Value (points)', formatNumber(5000, 0)];
  return [`Value (${currencyName(ticker?.currency ?? DOLLARS)})`, formatNumber(100)];
}

export const MISSING = 'Please fill in this field.';

/** The error of a number that is required. */
export function amountError(text: string): string | undefined {
  if (!text.trim()) return MISSING;
  if (parseAmount(text) !== null) return undefined;
  return `Enter a number such as ${fieldDigits('1250.50')} or ${formatNumber(1250.5)}.`;
}
