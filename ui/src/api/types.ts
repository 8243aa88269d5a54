/**
 * The words of the API. Percentages are numbers in percent (1.5 = 1.5 %), prices US dollars, times
 * ISO 8601 in UTC; null means unknown, never zero.
 */
export type TickerType = 'stock' | 'etf' | 'crypto' | 'commodity' | 'index' | 'ico';
export type TradingSession = 'pre' | 'regular' | 'post' | 'closed' | 'always';

export interface Ticker {
  id: number;
  symbol: string;
  name: string;
  type: TickerType;
  sector: string | null;
  country: string | null;
  logo: string | null;
  price: number | null;
  change24h: number | null;
  change7d: number | null;
  marketCap: number | null;
  /** Units traded; US dollars for crypto. */
  volume24h: number | null;
  updatedAt: string | null;
  /** Name of the provider the price came from. */
  source: string | null;
  isSample: boolean;
  /** Digits the price is quoted in. */
  decimals: number;
  session: TradingSession;
  /** Older than its source's usual interval. */
  stale: boolean;
}

export interface TickerRow extends Ticker {
  /** Seven days of prices, at most 42, oldest first. */
  spark: number[];
}

export interface FundFacts {
  symbol: string;
  tickerId: number | null;
  issuer: string | null;
  category: string | null;
  /** Assets under management, US dollars. */
  aum: number | null;
  expenseRatio: number | null;
  distributionYield: number | null;
  inception: string | null;
  source: string | null;
  isSample: boolean;
}

export interface EtfRow extends TickerRow {
  fund: FundFacts | null;
}

export interface ImportedBars {
  file: string;
  at: string;
  bars: number;
  lastBar: string | null;
}

export interface TickerDetail extends TickerRow {
  previousClose: number | null;
  dayHigh: number | null;
  dayLow: number | null;
  weekHigh: number | null;
  weekLow: number | null;
  yearHigh: number | null;
  yearLow: number | null;
  allTimeHigh: number | null;
  average50d: number | null;
  /** Standard deviation of daily returns, percent a day. */
  volatility30d: number | null;
  imported: ImportedBars | null;
  fund: FundFacts | null;
}

export type TickerHit = Pick<Ticker, 'id' | 'symbol' | 'name' | 'type' | 'change24h'>;

export type Timeframe = '1D' | '1W' | '7D' | '1M' | '3M' | 'YTD' | '1Y' | '5Y' | 'MAX';
export type Interval = '5m' | '1h' | '1d';

export interface PricePoint {
  timestamp: string;
  price: number;
}

export interface Bar {
  timestamp: string;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

export interface SessionLine {
  tickerId: number;
  symbol: string;
  name: string;
  price: number | null;
  change24h: number | null;
  previousClose: number | null;
  sessionStart: string;
  sessionEnd: string;
  points: PricePoint[];
}

export type DividendFrequency = 'monthly' | 'quarterly' | 'semi-annually' | 'annually';

export interface Dividend {
  id: number;
  /** YYYY-MM-DD. */
  exDate: string;
  amount: number;
  yield: number | null;
  frequency: DividendFrequency;
  isProjected: boolean;
}

export type Sentiment = 'positive' | 'neutral' | 'negative';

export interface NewsItem {
  id: number;
  tickerId: number | null;
  symbol: string | null;
  tickerType: TickerType | null;
  source: string;
  title: string;
  content: string;
  url: string | null;
  sentiment: Sentiment;
  publishedAt: string;
  isSample: boolean;
}

export type IcoStatus = 'upcoming' | 'active' | 'ended';

export interface Ico {
  id: number;
  name: string;
  symbol: string;
  category: string;
  logo: string | null;
  description: string;
  tags: string[];
  status: IcoStatus;
  targetAmount: number | null;
  raisedAmount: number | null;
  startDate: string;
  endDate: string;
  isSample: boolean;
}

export interface FearGreedIndicators {
  marketMomentum: string;
  volatility: string;
  marketBreadth: string;
  putCallRatio: string;
}

export interface FearGreed {
  /** 0 to 100. */
  value: number;
  classification: 'extreme fear' | 'fear' | 'neutral' | 'greed' | 'extreme greed';
  indicators: FearGreedIndicators | null;
  market: 'stocks' | 'crypto';
  asOf: string;
  source: string | null;
  isSample: boolean;
}

export interface OverviewItem {
  id: number;
  name: string;
  symbol: string;
  price: number | null;
  change: number | null;
  type: TickerType;
}

export interface MarketSession {
  market: 'US';
  state: 'pre' | 'regular' | 'post' | 'closed';
  now: string;
  nextChange: string;
  nextState: 'pre' | 'regular' | 'post' | 'closed';
  holiday: string | null;
  timeZone: string;
}

export interface EarningsEvent {
  id: number;
  tickerId: number;
  symbol: string;
  name: string;
  /** YYYY-MM-DD. */
  date: string;
  time: 'before' | 'after' | 'during' | null;
  estimatedEPS: number | null;
  actualEPS: number | null;
  surprise: number | null;
  isSample: boolean;
}

export interface Watchlist {
  id: number;
  name: string;
  userId: number;
  count: number;
}

export interface WatchlistEntry extends TickerRow {
  watchlistItemId: number;
  note: string | null;
}

export interface WatchlistTickers {
  id: number;
  name: string;
  tickers: WatchlistEntry[];
}

export interface ProviderHealth {
  name: string;
  state: 'waiting' | 'ok' | 'ill';
  requests: number;
  failures: number;
  consecutiveFailures: number;
  lastSuccess: string | null;
  lastFailure: string | null;
  lastError: string | null;
  nextAttempt: string | null;
}

export interface AppConfig {
  market: 'sample' | 'live';
  readOnly: boolean;
  contactEmail: string | null;
  version: string;
}
