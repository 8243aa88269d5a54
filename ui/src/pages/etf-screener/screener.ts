import type { EtfRow } from '~/api/types';
import { inDisplayCurrency } from '~/market/displayCurrency';

/** SCRN-01: the eight values of `FundFacts.category`. */
export const CATEGORIES = [
  'Equity',
  'Fixed Income',
  'Commodity',
  'Currency',
  'Multi-Asset',
  'Specialty',
  'Sector',
  'International',
] as const;
export type Category = (typeof CATEGORIES)[number];

export type Tab = 'all' | 'equity' | 'bond' | 'specialty';
/** Each tab shows the funds of one category; 'all' shows all. */
export const TAB_CATEGORY: Record<Exclude<Tab, 'all'>, Category> = {
  equity: 'Equity',
  bond: 'Fixed Income',
  specialty: 'Specialty',
};

/** SCRN-01: billions of the display currency. The maximum means 'or more': the largest funds are far larger. */
export const MAX_AUM = 100;
/** SCRN-01: percent. The maximum means any: some funds cost more. */
export const MAX_EXPENSE = 1;
export const BILLION = 1e9;

export interface Filters {
  text: string;
  tab: Tab;
  /** Billions of the display currency; 0 means no minimum. */
  aumFrom: number;
  /** Billions of the display currency; `MAX_AUM` means no maximum. */
  aumTo: number;
  /** Percent; `MAX_EXPENSE` means no maximum. */
  expense: number;
  /** Empty means all categories. */
  categories: readonly Category[];
}

/** Returns true if a fund passes a filter; undefined if the needed fact is unknown. */
type Test = (row: EtfRow) => boolean | undefined;

/** The tests of the active filters. Without inactive ones, a fund is never excluded by a fact that no filter uses. */
function testsOf(filters: Filters): Test[] {
  const { text, tab, aumFrom, aumTo, expense, categories } = filters;
  const tests: Test[] = [];
  const query = text.trim().toLowerCase();
  if (query) tests.push((row) => `${row.symbol} ${row.name}`.toLowerCase().includes(query));
  if (tab !== 'all') tests.push(isInCategory([TAB_CATEGORY[tab]]));
  if (categories.length > 0) tests.push(isInCategory(categories));
  if (aumFrom > 0)
    tests.push((row) =>
      checkIfKnown(inDisplayCurrency(row, row.fund?.aum), (aum) => aum >= aumFrom * BILLION),
    );
  if (aumTo < MAX_AUM)
    tests.push((row) => checkIfKnown(inDisplayCurrency(row, row.fund?.aum), (aum) => aum <= aumTo * BILLION));
  if (expense < MAX_EXPENSE) {
    tests.push(({ fund }) => checkIfKnown(fund?.expenseRatio, (ratio) => ratio <= expense));
  }
  return tests;
}

const isInCategory =
  (categories: readonly string[]): Test =>
  ({ fund }) =>
    fund ? categories.includes(fund.category) : undefined;

function checkIfKnown(
  value: number | null | undefined,
  test: (value: number) => boolean,
): boolean | undefined {
  return value === null || value === undefined ? undefined : test(value);
}

export interface ScreenResult {
  rows: readonly EtfRow[];
  /** Funds that fail no filter but lack a fact that a filter needs. */
  unknown: number;
}

/** SCRN-01: the funds that pass every filter. */
export function screen(funds: readonly EtfRow[], filters: Filters): ScreenResult {
  const tests = testsOf(filters);
  const rows: EtfRow[] = [];
  let unknown = 0;
  for (const fund of funds) {
    const results = tests.map((test) => test(fund));
    if (results.includes(false)) continue;
    if (results.includes(undefined)) unknown += 1;
    else rows.push(fund);
  }
  return { rows, unknown };
}

/** The median of the known values; null if there are none. */
export function median(values: readonly (number | null | undefined)[]): number | null {
  const sorted = values.filter((value) => typeof value === 'number').sort((a, b) => a - b);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
