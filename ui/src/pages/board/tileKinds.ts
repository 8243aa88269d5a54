import type { TileContent } from '~/api/types';

export type TileKind = TileContent['kind'];

interface TileKindFacts {
  name: string;
  /** Path of its icon, on a 24-unit grid. */
  icon: string;
  /** Size of a new tile in columns and rows. */
  size: readonly [number, number];
  /** Minimum size in columns and rows; the server rejects smaller tiles. */
  minSize: readonly [number, number];
  /** Content of a new tile. */
  content: TileContent;
}

/** All kinds of tiles, in the order of the palette. */
export const TILE_KINDS: Readonly<Record<TileKind, TileKindFacts>> = {
  quote: {
    name: 'Large price',
    icon: 'M5 9l3-2.5V17.5M13 9a2.5 2.5 0 1 1 5 0c0 2.5-5 5-5 8.5h5',
    size: [4, 3],
    minSize: [3, 2],
    content: { kind: 'quote', symbol: '^GSPC', range: '1D', sessionLine: true, dayRange: true },
  },
  chart: {
    name: 'Chart',
    icon: 'M4 19h16M5 14l4-4 3 3 6-7',
    size: [6, 4],
    minSize: [3, 2],
    content: { kind: 'chart', symbol: '^GSPC', range: '1M' },
  },
  heatmap: {
    name: 'Heatmap',
    icon: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
    size: [5, 4],
    minSize: [3, 3],
    content: { kind: 'heatmap', market: 'stocks' },
  },
  list: {
    name: 'List',
    icon: 'M4 7h16M4 12h16M4 17h16',
    size: [4, 4],
    minSize: [3, 2],
    content: { kind: 'list', title: 'To watch', symbols: ['AAPL', 'MSFT', 'BTC'], watchlist: null },
  },
  movers: {
    name: 'Movers',
    icon: 'M8 19V5M4.5 8.5 8 5l3.5 3.5M16 5v14M12.5 15.5 16 19l3.5-3.5',
    size: [3, 2],
    minSize: [3, 2],
    content: { kind: 'movers', market: 'stocks' },
  },
  news: {
    name: 'News ticker',
    icon: 'M4 5h13v14H6a2 2 0 0 1-2-2V5ZM17 9h3v8a2 2 0 0 1-2 2M7 9h7M7 12.5h7M7 16h4',
    size: [8, 1],
    minSize: [4, 1],
    content: { kind: 'news' },
  },
  calendar: {
    name: 'Calendar',
    icon: 'M5 6h14v14H5zM5 10h14M9 3.5V7M15 3.5V7',
    size: [4, 2],
    minSize: [4, 2],
    content: { kind: 'calendar' },
  },
  fearGreed: {
    name: 'Fear & Greed',
    icon: 'M4 17a8 8 0 1 1 16 0M12 17l4-5M4 17h2M18 17h2',
    size: [3, 2],
    minSize: [3, 2],
    content: { kind: 'fearGreed', market: 'stocks' },
  },
  yieldCurve: {
    name: 'Yield curve',
    icon: 'M4 4v16h16M7 16c2-6 6-8 13-9',
    size: [4, 3],
    minSize: [3, 2],
    content: { kind: 'yieldCurve' },
  },
  sessions: {
    name: 'Session clock',
    icon: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7.5V12l3 2',
    size: [4, 2],
    minSize: [4, 2],
    content: { kind: 'sessions' },
  },
  alerts: {
    name: 'Alerts',
    icon: 'M6 10a6 6 0 1 1 12 0c0 5 2 6 2 7H4c0-1 2-2 2-7ZM10 20.5a2.3 2.3 0 0 0 4 0',
    size: [3, 2],
    minSize: [3, 2],
    content: { kind: 'alerts' },
  },
  holdings: {
    name: 'Holdings',
    icon: 'M4 8h16v11H4zM9 8V5h6v3M4 13h16',
    size: [3, 2],
    minSize: [3, 2],
    content: { kind: 'holdings', watchlist: null, amounts: false },
  },
};

/** All tickers of a board without duplicates, in the order of its tiles. */
export function symbolsOf(tiles: readonly { content: TileContent }[]): string[] {
  const named = tiles.flatMap(({ content }) => {
    if (content.kind === 'quote' || content.kind === 'chart') return [content.symbol];
    return content.kind === 'list' ? content.symbols : [];
  });
  return [...new Set(named)];
}
