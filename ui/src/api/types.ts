/**
 * The words of the API, from the server's own description. Percentages are numbers in percent
 * (1.5 = 1.5 %), prices US dollars, times ISO 8601 in UTC; null means unknown, never zero.
 */
import type { components } from './generated/schema';

/** The server writes every field; the generator calls one that may be null optional. */
type Whole<T> = T extends (infer Item)[]
  ? Whole<Item>[]
  : T extends object
    ? { [Key in keyof T]-?: Whole<T[Key]> }
    : T;
type Word<Name extends keyof components['schemas']> = Whole<components['schemas'][Name]>;

export type TickerType = Word<'TickerType'>;
export type TradingSession = Word<'SessionPhase'>;
export type ImportedBars = Word<'Imported'>;
export type Ticker = Word<'Ticker'>;
/** With seven days of prices, at most 42, oldest first; ETFs carry their fund facts. */
export type TickerRow = Word<'TickerRow'>;
export type TickerDetail = Word<'TickerDetail'>;
export type EtfRow = TickerRow;
export type FundFacts = Word<'FundFacts'>;
export type TickerHit = Word<'Found'>;
export type OverviewItem = Word<'OverviewRow'>;
export type MarketSession = Word<'MarketSession'>;

export type Timeframe = '1D' | '1W' | '7D' | '1M' | '3M' | 'YTD' | '1Y' | '5Y' | 'MAX';
export type Interval = '5m' | '1h' | '1d';
export type PricePoint = Word<'PricePoint'>;
export type Bar = Word<'BarPoint'>;
export type SessionLine = Word<'SessionLine'>;

export type Dividend = Word<'DividendRow'>;
export type DividendFrequency = Word<'DividendFrequency'>;
export type Sentiment = Word<'ArticleSentiment'>;
export type NewsItem = Word<'Article'>;
export type Ico = Word<'Offering'>;
export type IcoStatus = Word<'OfferingStatus'>;
export type FearGreed = Word<'Reading'>;
export type FearGreedIndicators = Word<'Indicators'>;
export type EarningsEvent = Word<'Announcement'>;

export type Watchlist = Word<'WatchlistSummary'>;
export type WatchlistEntry = Word<'WatchlistRow'>;
export type WatchlistTickers = Word<'WatchlistContents'>;
export type ImportReport = Word<'ImportReport'>;
export type Alert = Word<'AlertRow'>;
export type AlertReport = Word<'AlertReport'>;
export type AlertChannel = Word<'AlertChannel'>;
export type ProviderHealth = Word<'Provider'>;
export type AppConfig = Word<'UiConfig'>;
