import type { ScreenerRow } from '~/api/types';
import { Link } from '~/components/Link';
import { formatDollars, formatNumber, formatPercent, formatRate, UNKNOWN } from '~/market/format';
import { paths } from '~/paths';
import { Change } from '~/widgets/Change';
import { TickerLogo } from '~/widgets/TickerLogo';
import { type Column, columns } from '~/widgets/TickerTable';

type ScreenerColumn = Column<ScreenerRow>;
type ValueName = keyof ScreenerRow['values'];

/** A change over a longer range, which the live feed doesn't have. */
const change = (name: ValueName, title: string): ScreenerColumn => ({
  key: name,
  title,
  short: title,
  value: ({ values }) => values[name],
  render: ({ values }) => <Change value={values[name]} />,
});

/** Another number of the screener. */
const number = (
  name: ValueName,
  title: string,
  format: (value: number) => string,
  tip?: string,
): ScreenerColumn => ({
  key: name,
  title,
  short: title,
  value: ({ values }) => values[name],
  render: ({ values }) => {
    const value = values[name];
    return value === null ? UNKNOWN : format(value);
  },
  ...(tip && { tip }),
});

/** The name of a stock that the server doesn't follow. The link leads to the page that looks it up and offers to follow it. */
function UnfollowedName({ row }: { row: ScreenerRow }) {
  return (
    <Link to={paths.ticker(row.symbol)} className="row-name">
      <TickerLogo of={row} />
      <span className="two-lines">
        <strong>{row.symbol}</strong>
        <span>{row.name} · not followed</span>
      </span>
    </Link>
  );
}

/** All columns by key, which is the name of the value in the URL and in the API. */
const ALL: readonly ScreenerColumn[] = [
  {
    ...columns.name,
    sortTitle: 'Name',
    render: (row) => (row.isFollowed ? columns.name.render(row) : <UnfollowedName row={row} />),
  },
  { ...columns.sparkIfRoom, figureIn: 'change1W' },
  columns.price,
  { ...columns.change24h, key: 'change1D', title: '1D', short: '1D' },
  { ...columns.change7d, key: 'change1W', title: '1W', short: '1W', inCard: false },
  change('change1M', '1M'),
  change('change3M', '3M'),
  change('change6M', '6M'),
  change('changeYTD', 'YTD'),
  { ...change('change1Y', '1Y'), inCard: true },
  change('change3Y', '3Y'),
  change('change5Y', '5Y'),
  {
    ...number('marketCap', 'Market Cap', formatDollars, 'Value of all shares, in US dollars'),
    short: 'Cap',
    inCard: true,
  },
  {
    ...number(
      'pe',
      'P/E',
      (value) => formatNumber(value, 1),
      'Price ÷ diluted earnings per share of twelve months',
    ),
    inCard: true,
  },
  {
    ...number(
      'dividendYield',
      'Yield',
      (value) => formatRate(value),
      'Regular dividends of the last twelve months, as a percentage of the price',
    ),
    inCard: true,
  },
  number(
    'revenueGrowth',
    'Growth',
    (value) => formatPercent(value),
    'Revenue of the last twelve months against the twelve months before',
  ),
  number(
    'belowHigh',
    'Below High',
    (value) => formatRate(value),
    'Distance of the price below its 52-week high',
  ),
  number('rsi', 'RSI', (value) => formatNumber(value, 0), 'Relative strength index over 14 daily closes'),
  { ...columns.sessionVolume, inCard: false },
  columns.sector as ScreenerColumn,
  {
    key: 'country',
    title: 'Country',
    align: 'left',
    value: (row) => row.country,
    render: (row) => row.country ?? UNKNOWN,
  },
  {
    key: 'currency',
    title: 'Currency',
    align: 'left',
    value: (row) => row.currency,
    render: (row) => row.currency,
  },
];

/** The columns that are shown by default, with the window width below which a column is hidden. */
const DEFAULTS: Readonly<Record<string, ScreenerColumn['hideBelow'] | 0>> = {
  name: 0,
  week: 1240,
  price: 0,
  change1D: 0,
  changeYTD: 1640,
  change1Y: 0,
  marketCap: 0,
  pe: 0,
  dividendYield: 1100,
  revenueGrowth: 1640,
  belowHigh: 1640,
  rsi: 1240,
};

/** Number of figures on a card if a criterion or the order brings others than the default ones. */
const CHOSEN_FIGURES = 3;

/** The head of a card has these values. */
const IN_CARD_HEAD: readonly string[] = ['name', 'week', 'price', 'change1D'];

/** Columns for cards: the figure that sorts and those of the criteria come first, before the default ones. */
function cardColumns(shown: readonly ScreenerColumn[], chosen: readonly string[]): readonly ScreenerColumn[] {
  const wanted = chosen.flatMap((key) => shown.filter((column) => column.key === key));
  const first = new Set(wanted.filter(({ key, inCard }) => !inCard && !IN_CARD_HEAD.includes(key)));
  if (first.size === 0) return shown;
  const rest = shown.filter((column) => column.inCard === true).slice(0, CHOSEN_FIGURES - first.size);
  const figures = [...first, ...rest].slice(0, CHOSEN_FIGURES);
  return [
    ...figures.map((column) => ({ ...column, inCard: true })),
    ...shown
      .filter((column) => !figures.includes(column))
      .map((column) => (column.inCard === true ? { ...column, inCard: false } : column)),
  ];
}

/**
 * The default columns, a column for each criterion in use, and the columns that can be added; and those of a phone's cards,
 * which depend on the order, too.
 */
export function screenerColumns(
  inUse: readonly string[],
  sortKey: string,
): {
  shown: readonly ScreenerColumn[];
  cards: readonly ScreenerColumn[];
  extras: readonly ScreenerColumn[];
} {
  const isShown = ({ key }: ScreenerColumn) => key in DEFAULTS || inUse.includes(key);
  const width = (column: ScreenerColumn): ScreenerColumn => {
    const { hideBelow: _, ...rest } = column;
    const hideBelow = inUse.includes(column.key) ? 0 : DEFAULTS[column.key];
    return hideBelow ? { ...rest, hideBelow } : rest;
  };
  const shown = ALL.filter(isShown).map(width);
  return {
    shown,
    cards: cardColumns(shown, [sortKey, ...inUse]),
    extras: ALL.filter((column) => !isShown(column)).map(width),
  };
}
