import { formatRate } from '~/market/format';
import { plainDigits } from '~/market/locale';
import { AUM_TOP, CATEGORIES, type Category, EXPENSE_TOP, type Filters } from './screen';

/** How the filters stand in the address, and back. A text that is none of theirs asks for nothing. */

/** '10-80' in billions of dollars; '' for the whole scale. */
export function aumText(from: number, to: number): string {
  return from === 0 && to === AUM_TOP ? '' : `${from}-${to}`;
}

export function parseAum(text: string): { from: number; to: number } {
  const [, from, to] = /^(\d{1,3})-(\d{1,3})$/.exec(text)?.map(Number) ?? [];
  const valid = from !== undefined && to !== undefined && from <= to && to <= AUM_TOP;
  return valid ? { from, to } : { from: 0, to: AUM_TOP };
}

/** '0.35' in percent; '' for any. */
export const expenseText = (percent: number): string =>
  percent >= EXPENSE_TOP ? '' : plainDigits(percent, 2);

export function parseExpense(text: string): number {
  const percent = /^\d(\.\d{1,2})?$/.test(text) ? Number(text) : EXPENSE_TOP;
  return Math.min(percent, EXPENSE_TOP);
}

/** 'Equity,Sector', in the order of the boxes. */
export const categoriesText = (categories: readonly Category[]): string =>
  CATEGORIES.filter((category) => categories.includes(category)).join(',');

export function parseCategories(text: string): readonly Category[] {
  const named = text.split(',');
  return CATEGORIES.filter((category) => named.includes(category));
}

/** 'Any', 'At least $10B', 'At most $80B', '$10B to $80B'. */
export function aumWords(from: number, to: number): string {
  if (to === AUM_TOP) return from === 0 ? 'Any' : `At least $${from}B`;
  return from === 0 ? `At most $${to}B` : `$${from}B to $${to}B`;
}

/** 'Any', 'At most 0.35%'. */
export const expenseWords = (percent: number): string =>
  percent >= EXPENSE_TOP ? 'Any' : `At most ${formatRate(percent)}`;

/** How many of the filters beside the tabs ask for something. */
export function activeCount({ text, aumFrom, aumTo, expense, categories }: Filters): number {
  return [
    text.trim() !== '',
    aumFrom > 0 || aumTo < AUM_TOP,
    expense < EXPENSE_TOP,
    categories.length > 0,
  ].filter(Boolean).length;
}
