import { formatMarketCap, formatRate } from '~/market/format';
import { plainDigits } from '~/market/locale';
import { BILLION, CATEGORIES, type Category, type Filters, MAX_AUM, MAX_EXPENSE } from './screener';

/** Converts filters to URL parameters and back. An invalid parameter means no filter. */

/** '10-80' in billions; '' for the whole range. */
export function aumText(from: number, to: number): string {
  return from === 0 && to === MAX_AUM ? '' : `${from}-${to}`;
}

export function parseAum(text: string): { from: number; to: number } {
  const [, from, to] = /^(\d{1,3})-(\d{1,3})$/.exec(text)?.map(Number) ?? [];
  const valid = from !== undefined && to !== undefined && from <= to && to <= MAX_AUM;
  return valid ? { from, to } : { from: 0, to: MAX_AUM };
}

/** '0.35' in percent; '' for any. */
export const expenseText = (percent: number): string =>
  percent >= MAX_EXPENSE ? '' : plainDigits(percent, 2);

export function parseExpense(text: string): number {
  const percent = /^\d(\.\d{1,2})?$/.test(text) ? Number(text) : MAX_EXPENSE;
  return Math.min(percent, MAX_EXPENSE);
}

/** 'Equity,Sector', in the order of the checkboxes. */
export const categoriesText = (categories: readonly Category[]): string =>
  CATEGORIES.filter((category) => categories.includes(category)).join(',');

export function parseCategories(text: string): readonly Category[] {
  const names = text.split(',');
  return CATEGORIES.filter((category) => names.includes(category));
}

/** '$10B': billions of a currency, '$0' for none. */
export const billions = (amount: number, currency: string): string =>
  formatMarketCap(amount * BILLION, { currency }).replace('.0', '');

/** 'Any', 'At least $10B', 'At most $80B', '$10B to $80B'. */
export function aumLabel(from: number, to: number, currency: string): string {
  if (to === MAX_AUM) return from === 0 ? 'Any' : `At least ${billions(from, currency)}`;
  if (from === 0) return `At most ${billions(to, currency)}`;
  return `${billions(from, currency)} to ${billions(to, currency)}`;
}

/** 'Any', 'At most 0.35%'. */
export const expenseLabel = (percent: number): string =>
  percent >= MAX_EXPENSE ? 'Any' : `At most ${formatRate(percent)}`;

/** The number of active filters, not counting the tab. */
export function activeCount({ text, aumFrom, aumTo, expense, categories }: Filters): number {
  return [
    text.trim() !== '',
    aumFrom > 0 || aumTo < MAX_AUM,
    expense < MAX_EXPENSE,
    categories.length > 0,
  ].filter(Boolean).length;
}
