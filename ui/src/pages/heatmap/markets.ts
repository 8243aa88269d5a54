import type { TickerRow, TickerType } from '~/api/types';
import { traded, worth } from '~/market/measure';
import { sqrtMarketCap } from '~/widgets/Heatmap/sqrtMarketCap';

export const MARKETS = ['stocks', 'etfs', 'crypto', 'commodities'] as const;
export type HeatMarket = (typeof MARKETS)[number];

/** The measure shown by a tile's area. */
export type SizeKey = 'cap' | 'balanced' | 'traded' | 'volume' | 'equal';
/** How tiles are grouped. */
export type GroupKey = 'sector' | 'country' | 'none';

interface Option<Key> {
  value: Key;
  label: string;
}

interface HeatMarketFacts {
  label: string;
  /** 'stocks', within a sentence. */
  noun: string;
  type: TickerType;
  sizes: readonly [Option<SizeKey>, ...Option<SizeKey>[]];
  groups: readonly [Option<GroupKey>, ...Option<GroupKey>[]];
}

const CAP = { value: 'cap', label: 'Market cap' } as const;
/** The default for crypto: by market cap alone, one coin would take most of the area. */
const BALANCED = { value: 'balanced', label: 'Balanced' } as const;
const TRADED = { value: 'traded', label: 'Value traded' } as const;
const EQUAL = { value: 'equal', label: 'Equal' } as const;
const NONE = { value: 'none', label: 'None' } as const;

export const MARKET_OF: Readonly<Record<HeatMarket, HeatMarketFacts>> = {
  stocks: {
    label: 'Stocks',
    noun: 'stocks',
    type: 'stock',
    sizes: [CAP, TRADED, EQUAL],
    groups: [{ value: 'sector', label: 'Sector' }, { value: 'country', label: 'Country' }, NONE],
  },
  etfs: {
    label: 'ETFs',
    noun: 'ETFs',
    type: 'etf',
    sizes: [{ value: 'cap', label: 'Fund size' }, TRADED, EQUAL],
    groups: [{ value: 'sector', label: 'Category' }, NONE],
  },
  crypto: {
    label: 'Crypto',
    noun: 'coins',
    type: 'crypto',
    sizes: [BALANCED, CAP, TRADED, EQUAL],
    groups: [{ value: 'sector', label: 'Category' }, NONE],
  },
  // Futures have no market cap: their size is the traded volume in contracts.
  commodities: {
    label: 'Commodities',
    noun: 'commodities',
    type: 'commodity',
    sizes: [{ value: 'volume', label: 'Volume' }, EQUAL],
    groups: [{ value: 'sector', label: 'Sector' }, NONE],
  },
};

/** The size of a tile: money in one currency, its square root, or contracts; null if unknown. */
export function sizeOf(row: TickerRow, key: SizeKey): number | null {
  if (key === 'equal') return 1;
  if (key === 'volume') return row.volume24h;
  if (key === 'cap') return worth(row);
  return key === 'balanced' ? sqrtMarketCap(row) : traded(row);
}

/** The group of a tile; empty if tiles are not grouped. */
export function groupOf(row: TickerRow, key: GroupKey): string {
  if (key === 'none') return '';
  return (key === 'sector' ? row.sector : row.country) ?? 'Other';
}
