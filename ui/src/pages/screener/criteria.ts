/** A number that a screen can compare. */
export interface NumberCriterion {
  /** Its name in the URL and in the API. */
  name: string;
  label: string;
  /** After the label: the unit of the limits. */
  unit: string;
  /** The limits in the fields are in units of this size; 1 by default. */
  scale?: number;
  /** Always shown; the others only while they are used or after 'More criteria'. */
  isMain?: true;
}

export const BILLION = 1e9;

export const NUMBERS: readonly NumberCriterion[] = [
  { name: 'marketCap', label: 'Market cap', unit: '$ billions', scale: BILLION, isMain: true },
  { name: 'pe', label: 'P/E', unit: 'times earnings', isMain: true },
  { name: 'dividendYield', label: 'Dividend yield', unit: '%', isMain: true },
  { name: 'revenueGrowth', label: 'Revenue growth', unit: '% in 12 months', isMain: true },
  { name: 'change1Y', label: '1-year change', unit: '%', isMain: true },
  { name: 'belowHigh', label: 'Below 52-week high', unit: '%', isMain: true },
  { name: 'rsi', label: '14-day RSI', unit: '0 to 100', isMain: true },
  { name: 'price', label: 'Price', unit: 'own currency' },
  { name: 'volume', label: 'Volume', unit: 'units today' },
  { name: 'change1D', label: '1-day change', unit: '%' },
  { name: 'change1W', label: '1-week change', unit: '%' },
  { name: 'change1M', label: '1-month change', unit: '%' },
  { name: 'change3M', label: '3-month change', unit: '%' },
  { name: 'change6M', label: '6-month change', unit: '%' },
  { name: 'changeYTD', label: 'Change this year', unit: '%' },
  { name: 'change3Y', label: '3-year change', unit: '%' },
  { name: 'change5Y', label: '5-year change', unit: '%' },
];

/** Words that a screen can compare. */
export const WORDS = [
  { name: 'sector', label: 'Sector', values: 'sectors' },
  { name: 'country', label: 'Country', values: 'countries' },
  { name: 'currency', label: 'Currency', values: 'currencies' },
] as const;
export type WordName = (typeof WORDS)[number]['name'];

/** The URL parameters that describe a screen; the API has the same ones. */
const SCREEN_PARAMETERS: readonly string[] = [
  'universe',
  'list',
  ...NUMBERS.map(({ name }) => name),
  ...WORDS.map(({ name }) => name),
  'sort',
  'dir',
];

/** The built-in screens. */
export const PRESETS: readonly { name: string; query: string }[] = [
  { name: 'All stocks', query: '' },
  { name: 'Near 52-week high', query: 'belowHigh=..5&sort=belowHigh&dir=asc' },
  { name: 'Oversold', query: 'rsi=..30&sort=rsi&dir=asc' },
  { name: 'Dividend payers', query: 'dividendYield=2..&sort=dividendYield' },
  { name: 'Large caps growing', query: 'marketCap=100000000000..&revenueGrowth=10..&sort=revenueGrowth' },
];

/** The part of a URL's query that describes the screen, in one order, so that equal screens have equal queries. */
export function screenQuery(params: URLSearchParams): string {
  const screen = new URLSearchParams();
  for (const name of SCREEN_PARAMETERS) {
    const values = params.getAll(name).filter((value) => value !== '');
    if (name === 'sort' && values[0] === 'marketCap') continue;
    if (name === 'universe' && values[0] === 'stocks') continue;
    for (const value of values) screen.append(name, value);
  }
  // The direction that the API would choose anyway; the table writes it with every sort order.
  const isWord = ['symbol', 'name', ...WORDS.map((word) => word.name as string)].includes(
    screen.get('sort') ?? '',
  );
  if (screen.get('dir') === (isWord ? 'asc' : 'desc')) screen.delete('dir');
  return screen.toString();
}

/** Returns true if two queries describe the same screen. */
export const isSameScreen = (one: string, other: string): boolean =>
  screenQuery(new URLSearchParams(one)) === screenQuery(new URLSearchParams(other));

/** Returns true if two queries have the same criteria, in whatever order their results are. */
export function hasSameCriteria(one: string, other: string): boolean {
  const unsorted = (query: string) => {
    const params = new URLSearchParams(query);
    for (const name of ['sort', 'dir']) params.delete(name);
    return screenQuery(params);
  };
  return unsorted(one) === unsorted(other);
}

/** A criterion in use: its parameter, and its text, such as '14-day RSI ≤ 40' or 'Technology'. */
export interface AppliedCriterion {
  name: string;
  text: string;
  /** The values that remain if it is removed. */
  rest: readonly string[];
}

/** The criteria in use, in the order of the form: each range, and each word. */
export function appliedCriteria(params: URLSearchParams): AppliedCriterion[] {
  const ranges = NUMBERS.flatMap(({ name, label, unit, scale }) => {
    const { min, max } = limitsOf(params.get(name) ?? '', scale);
    if (min === '' && max === '') return [];
    const amount = (limit: string) => {
      const text = limit.replace('-', '−');
      return scale === BILLION ? `$${text}B` : unit.startsWith('%') ? `${text}%` : text;
    };
    const limits =
      min === '' ? `≤ ${amount(max)}` : max === '' ? `≥ ${amount(min)}` : `${amount(min)} to ${amount(max)}`;
    return [{ name, text: `${label} ${limits}`, rest: [] }];
  });
  const words = WORDS.flatMap(({ name }) => {
    const values = params.getAll(name).filter((value) => value !== '');
    return values.map((text) => ({ name, text, rest: values.filter((value) => value !== text) }));
  });
  return [...ranges, ...words];
}

/** The number of criteria of a screen. */
export const criteriaCount = (params: URLSearchParams): number =>
  [...NUMBERS, ...WORDS].filter(({ name }) => params.getAll(name).some((value) => value !== '')).length;

/** The limits of a range as typed into its two fields. */
export interface Limits {
  min: string;
  max: string;
}

/** Converts a range in the URL (`5..20`) to the texts of its fields; an invalid range to empty texts. */
export function limitsOf(range: string, scale = 1): Limits {
  const [, min = '', max = ''] = /^(-?[\d.]*?)\.\.(-?[\d.]*)$/.exec(range) ?? [];
  const text = (limit: string) =>
    limit === '' || Number.isNaN(Number(limit)) ? '' : plain(Number(limit) / scale);
  return { min: text(min), max: text(max) };
}

/** Converts the texts of the fields to a range; empty without limits, and null if they are invalid. */
export function rangeOf({ min, max }: Limits, scale = 1): string | null {
  const [from, to] = [parseLimit(min), parseLimit(max)];
  if (from === null || to === null) return null;
  if (from === undefined && to === undefined) return '';
  if (from !== undefined && to !== undefined && from > to) return null;
  const text = (limit: number | undefined) => (limit === undefined ? '' : plain(limit * scale));
  return `${text(from)}..${text(to)}`;
}

/** Parses a limit with a decimal point or comma; undefined if it is empty, null if it is not a number. */
function parseLimit(text: string): number | null | undefined {
  const digits = text.trim().replace('−', '-').replace(',', '.');
  if (digits === '') return undefined;
  return /^-?(\d+\.?\d*|\.\d+)$/.test(digits) ? Number(digits) : null;
}

/** Formats a number without grouping, and without the rounding error of a division. */
const plain = (value: number) => String(Math.round(value * 1e9) / 1e9);
