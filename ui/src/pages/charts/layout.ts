import type { ChartLayout } from '~/api/types';
import { withParameters } from '~/hooks/useUrlChoice';
import { MARKETS_TODAY, SP500 } from '~/market/marketTickers';

/** A chart of a layout: its ticker and the parameters of a ticker page, 'range=1Y&mode=candles'. */
export interface LayoutChart {
  symbol: string;
  settings: string;
}

/** What the charts of a layout share. */
export interface Links {
  symbol: boolean;
  range: boolean;
  crosshair: boolean;
}

export interface Layout {
  title: string;
  charts: readonly LayoutChart[];
  links: Links;
}

/** The possible numbers of charts. */
export const COUNTS = [1, 2, 4] as const;
export type Count = (typeof COUNTS)[number];

const LINKS = ['symbol', 'range', 'crosshair'] as const;
const NO_LINKS: Links = { symbol: false, range: false, crosshair: false };
/** Parameters in the URL, one for each chart. */
const CHARTS = ['chart1', 'chart2', 'chart3', 'chart4'] as const;
/** Settings of a chart that linked ranges share. */
const RANGE_SETTINGS = ['range', 'from', 'to'];
/** Settings of a chart that belong to its ticker: the compared tickers, and a backtested alert. */
const TICKER_SETTINGS = ['vs', 'tried'];
/** The ranges that new charts of the same ticker get; '' is the default, a week. */
const SAME_TICKER_RANGES = ['', '1D', '1Y', '5Y'];

/** The layout of a server, with values for missing fields. */
export const layoutOf = ({ title, charts, links }: ChartLayout): Layout => ({
  title,
  charts: charts.map(({ symbol, settings = '' }) => ({ symbol, settings })),
  links: { ...NO_LINKS, ...links },
});

/** Two charts: the S&P 500 and another ticker. */
export const firstLayout = (other: string): Layout => ({
  title: 'Charts',
  charts: [SP500, other].map((symbol) => ({ symbol, settings: '' })),
  links: { ...NO_LINKS, crosshair: true },
});

/** The parameters of a page's URL with a layout. */
export function parametersOf({ charts, links }: Layout): Record<string, string> {
  const texts = CHARTS.map((name, index) => [name, chartText(charts[index])]);
  return { ...Object.fromEntries(texts), links: LINKS.filter((link) => links[link]).join() };
}

const chartText = (chart: LayoutChart | undefined): string =>
  chart ? [chart.symbol, chart.settings].filter(Boolean).join('?') : '';

/** Parses charts and links from a page's URL; null if it has none. */
export function layoutOfParameters(parameters: URLSearchParams): Pick<Layout, 'charts' | 'links'> | null {
  const charts = CHARTS.flatMap((name) => {
    const [symbol = '', ...settings] = (parameters.get(name) ?? '').split('?');
    return symbol ? [{ symbol, settings: settings.join('?') }] : [];
  });
  const count = COUNTS.findLast((each) => each <= charts.length);
  if (!count) return null;
  const linked = (parameters.get('links') ?? '').split(',');
  const links = Object.fromEntries(LINKS.map((link) => [link, linked.includes(link)]));
  return { charts: charts.slice(0, count), links: links as unknown as Links };
}

/** Changes settings of a chart; with linked ranges, the range of all charts. */
export function withSettings(
  layout: Layout,
  index: number,
  changes: Readonly<Record<string, string>>,
): Layout {
  const shared = Object.fromEntries(
    Object.entries(changes).filter(([name]) => layout.links.range && RANGE_SETTINGS.includes(name)),
  );
  return withCharts(layout, (chart, eachIndex) => changed(chart, eachIndex === index ? changes : shared));
}

/** Changes the ticker of a chart; with linked tickers, of all charts. */
export const withSymbol = (layout: Layout, index: number, symbol: string): Layout =>
  withCharts(layout, (chart, eachIndex) =>
    eachIndex === index || layout.links.symbol ? withTicker(chart, symbol) : chart,
  );

/** Turns a link on or off. The linked charts follow the chart at `active`. */
export function withLink(layout: Layout, link: keyof Links, isOn: boolean, active: number): Layout {
  const next = { ...layout, links: { ...layout.links, [link]: isOn } };
  const chart = layout.charts[active];
  if (!isOn || !chart) return next;
  if (link === 'symbol') return withSymbol(next, active, chart.symbol);
  return link === 'range' ? withSettings(next, active, rangeOf(chart)) : next;
}

/**
 * Changes the number of charts. An added chart is the one at its index in `former`, which has the charts that were removed before.
 * Otherwise it shows the next of the `offered` tickers or, with linked tickers, another range of the same ticker.
 */
export function withCount(
  layout: Layout,
  count: Count,
  former: readonly LayoutChart[],
  offered: readonly string[],
): Layout {
  const charts = [...layout.charts.slice(0, count)];
  const [first] = charts;
  if (!first) return layout;
  const { links } = layout;
  while (charts.length < count) {
    const index = charts.length;
    const next = former[index] ?? nextChart(charts, first, links, offered);
    const added = links.symbol ? withTicker(next, first.symbol) : next;
    charts.push(links.range ? changed(added, rangeOf(first)) : added);
  }
  return { ...layout, charts };
}

function nextChart(
  charts: readonly LayoutChart[],
  { symbol }: LayoutChart,
  links: Links,
  offered: readonly string[],
): LayoutChart {
  if (links.symbol) {
    const used = charts.map((chart) => rangeOf(chart).range ?? '');
    const range = SAME_TICKER_RANGES.find((each) => !used.includes(each));
    return changed({ symbol, settings: '' }, { range: range ?? '' });
  }
  const used = charts.map((chart) => chart.symbol);
  const choices = [...offered, ...MARKETS_TODAY.map((market) => market.symbol)];
  return { symbol: choices.find((each) => !used.includes(each)) ?? symbol, settings: '' };
}

/** The range of a chart and the visible part of it; '' for the default. */
function rangeOf({ settings }: LayoutChart): Record<string, string> {
  const parameters = new URLSearchParams(settings);
  return Object.fromEntries(RANGE_SETTINGS.map((name) => [name, parameters.get(name) ?? '']));
}

/** Changes the ticker of a chart, and removes the settings that belong to the previous ticker. */
const withTicker = (chart: LayoutChart, symbol: string): LayoutChart =>
  chart.symbol === symbol
    ? chart
    : { ...changed(chart, Object.fromEntries(TICKER_SETTINGS.map((name) => [name, '']))), symbol };

/** Returns the same object if nothing changes, so that the chart is not rendered again. */
function changed(chart: LayoutChart, changes: Readonly<Record<string, string>>): LayoutChart {
  const settings = withParameters(new URLSearchParams(chart.settings), changes).toString();
  return settings === chart.settings ? chart : { ...chart, settings };
}

const withCharts = (layout: Layout, change: (chart: LayoutChart, index: number) => LayoutChart): Layout => ({
  ...layout,
  charts: layout.charts.map(change),
});
