import type { TileContent } from '~/api/types';
import type { IconName } from '~/components/Icon';

export type TileKind = TileContent['kind'];

interface TileKindFacts {
  name: string;
  icon: IconName;
  /** Columns and rows that a new one takes. */
  size: readonly [number, number];
  /** The least that the server takes. */
  least: readonly [number, number];
  /** What a new one shows. */
  content: TileContent;
}

/** Every kind of tile, in the order in which the editor offers them. */
export const TILE_KINDS: Readonly<Record<TileKind, TileKindFacts>> = {
  quote: {
    name: 'Big quote',
    icon: 'bolt',
    size: [4, 3],
    least: [3, 2],
    content: { kind: 'quote', symbol: '^GSPC', range: '1D', sessionLine: true, dayRange: true },
  },
  chart: {
    name: 'Chart',
    icon: 'chart',
    size: [6, 4],
    least: [3, 2],
    content: { kind: 'chart', symbol: '^GSPC', range: '1M' },
  },
  heatmap: {
    name: 'Heatmap',
    icon: 'grid',
    size: [5, 4],
    least: [3, 3],
    content: { kind: 'heatmap', market: 'stocks' },
  },
  list: {
    name: 'List',
    icon: 'menu',
    size: [4, 4],
    least: [3, 2],
    content: { kind: 'list', title: 'To watch', symbols: ['AAPL', 'MSFT', 'BTC'], watchlist: null },
  },
  movers: {
    name: 'Movers',
    icon: 'candles',
    size: [3, 2],
    least: [3, 2],
    content: { kind: 'movers', market: 'stocks' },
  },
  news: { name: 'News ticker', icon: 'table', size: [8, 1], least: [4, 1], content: { kind: 'news' } },
  calendar: {
    name: 'Calendar',
    icon: 'calendar',
    size: [4, 2],
    least: [4, 2],
    content: { kind: 'calendar' },
  },
  fearGreed: {
    name: 'Fear & Greed',
    icon: 'info',
    size: [3, 2],
    least: [3, 2],
    content: { kind: 'fearGreed', market: 'stocks' },
  },
  sessions: {
    name: 'Session clock',
    icon: 'clock',
    size: [4, 2],
    least: [4, 2],
    content: { kind: 'sessions' },
  },
  alerts: { name: 'Alerts', icon: 'bell', size: [3, 2], least: [3, 2], content: { kind: 'alerts' } },
};

/** Every ticker that a board names, once, in the order of its tiles. */
export function symbolsOf(tiles: readonly { content: TileContent }[]): string[] {
  const named = tiles.flatMap(({ content }) => {
    if (content.kind === 'quote' || content.kind === 'chart') return [content.symbol];
    return content.kind === 'list' ? content.symbols : [];
  });
  return [...new Set(named)];
}
