/**
 * Types of the API, from its OpenAPI document. Percentages are in percent (1.5 is 1.5%), prices in the ticker's currency, and times in
 * ISO 8601 and UTC. Null means unknown, never zero.
 */
import type { AllRequired } from './allRequired';
import type { components } from './generated/schema';

type Schema<Name extends keyof components['schemas']> = AllRequired<components['schemas'][Name]>;

export type TickerType = Schema<'TickerType'>;
export type PriceUnit = Schema<'PriceUnit'>;
export type TradingSession = Schema<'SessionPhase'>;
export type ImportedBars = Schema<'BarImport'>;
export type Ticker = Schema<'Ticker'>;
export type Extended = Schema<'ExtendedPrice'>;
/** A ticker with up to 42 prices of the last seven days, oldest first. ETFs include their fund facts. */
export type TickerRow = Schema<'TickerRow'>;
export type PeriodCloses = Schema<'PeriodCloses'>;
export type Replay = Schema<'Replay'>;
export type TickerDetail = Schema<'TickerDetail'>;
/** The reason why a ticker gets no new price. */
export type PriceProblem = Schema<'Trouble'>;
/** Trading hours of a ticker's market. */
export type Schedule = Schema<'Schedule'>;
export type EtfRow = TickerRow;
export type FundFacts = Schema<'FundFacts'>;
export type TickerHit = Schema<'SearchResult'>;
/** A listing found at a provider. */
export type FoundSymbol = Schema<'FoundSymbol'>;
export type SymbolPrice = Schema<'SymbolPrice'>;
export type OverviewItem = Schema<'OverviewRow'>;
export type MarketSession = Schema<'MarketSession'>;
export type MarketBreadth = Schema<'Breadth'>;
export type ExchangeSessions = Schema<'ExchangeSessions'>;

export type Timeframe = '1D' | '1W' | '7D' | '1M' | '3M' | '6M' | 'YTD' | '1Y' | '5Y' | 'MAX';
export type Interval = '5m' | '1h' | '1d';
export type PricePoint = Schema<'PricePoint'>;
/** A price with the bar that ends with this price, if any. */
export type HistoryPoint = PricePoint &
  Partial<Record<Exclude<keyof Schema<'HistoryPoint'>, keyof PricePoint | 'base' | 'source'>, number>> & {
    /** The base price, to which the timeframe's change is relative; only at the first point, if requested and known. */
    base?: PricePoint;
    /** Source of a daily bar, if it differs from the source of the other bars. */
    source?: string;
  };
export type Bar = Schema<'BarPoint'>;
export type SessionLine = Schema<'SessionLine'>;
export type ExtendedLine = Schema<'ExtendedLine'>;

export type Dividend = Schema<'DividendRow'>;
export type Split = Schema<'SplitRow'>;
export type CompanyFundamentals = Schema<'CompanyFundamentals'>;
export type ReportedPeriod = Schema<'ReportedPeriod'>;
export type Filing = Schema<'FilingRow'>;
export type OtherListing = Schema<'ListingRow'>;
export type DividendFrequency = Schema<'DividendFrequency'>;
export type Sentiment = Schema<'ArticleSentiment'>;
export type NewsItem = Schema<'Article'>;
export type YieldCurve = Schema<'YieldCurve'>;
export type Ico = Schema<'Offering'>;
export type IcoStatus = Schema<'OfferingStatus'>;
export type FearGreed = Schema<'Reading'>;
export type FearGreedIndicators = Schema<'Indicators'>;
export type CalendarDividend = Schema<'CalendarDividend'>;
export type EconomicDate = Schema<'EconomicDate'>;
export type EconomicFigure = Schema<'EconomicFigure'>;
export type Holiday = Schema<'Holiday'>;
export type EarningsEvent = Schema<'EarningsReport'>;

export type Board = Schema<'BoardView'>;
export type ChartLayout = Schema<'ChartLayout'>;
export type BoardTile = Schema<'Tile'>;
export type TileContent = Schema<'TileContent'>;

export type SharedSettings = Schema<'Settings'>;
/** An export file; only the server interprets its content. */
export type Export = components['schemas']['Export'];
export type ImportPlan = Schema<'ImportPlan'>;

export type ScreenerResult = Schema<'ScreenerResult'>;
export type ScreenerRow = ScreenerResult['rows'][number];
export type SavedScreen = Schema<'ScreenRow'>;
export type Note = Schema<'NoteRow'>;
/** A user's drawing on the price charts of a ticker. */
export type UserDrawing = Schema<'DrawingRow'>;
export type DrawingTool = UserDrawing['tool'];
export type DrawingPoint = UserDrawing['points'][number];
export type PriceRange = Schema<'PriceRangeRow'>;

export type Watchlist = Schema<'WatchlistSummary'>;
export type WatchlistEntry = Schema<'WatchlistRow'>;
export type HeldFields = Schema<'HeldFields'>;
export type Holdings = Schema<'Holdings'>;
export type Position = Schema<'PositionRow'>;
export type HoldingsHistory = Schema<'HoldingsHistory'>;
/** Dividends expected in the next 12 months. */
export type ExpectedIncome = Schema<'ExpectedIncome'>;
export type PortfolioReport = Schema<'PortfolioReport'>;
export type Lot = Schema<'LotFields'>;
export type WatchlistTickers = Schema<'WatchlistContents'>;
export type ImportReport = Schema<'ImportReport'>;
export type Alert = Schema<'AlertRow'>;
export type AlertReport = Schema<'AlertReport'>;
export type AlertChannel = Schema<'AlertChannel'>;
export type ChannelPreview = Schema<'ChannelPreview'>;
export type ChannelTest = Schema<'ChannelTest'>;
/** A channel created on the settings page, without its secrets. */
export type PageChannel = Schema<'PageChannel'>;
export type ServerSettings = Schema<'ServerSettings'>;
export type SettingOrigin = Schema<'SettingOrigin'>;
/** New values of the server's settings; a missing one stays unchanged. */
export type SettingsChange = components['schemas']['SettingsChange'];
export type SymbolMatches = Schema<'SymbolMatches'>;
export type AccessToken = Schema<'AccessToken'>;
export type NewAccessToken = Schema<'NewToken'>;
export type BrowserSession = Schema<'BrowserSession'>;
export type Passkey = Schema<'PasskeyRow'>;
export type PasskeyCreation = Schema<'PasskeyCreation'>;
export type NewPasskey = Schema<'NewPasskey'>;
export type PasskeyRequest = Schema<'PasskeyRequest'>;
export type PasskeySignIn = Schema<'PasskeySignIn'>;
export type AlertBacktest = Schema<'BacktestResult'>;
export type AlertDelivery = Schema<'AlertDelivery'>;
export type ProviderHealth = Schema<'Provider'>;
export type FigureRow = Schema<'FigureRow'>;
export type SourceRow = Schema<'SourceRow'>;
export type ServerStatus = Schema<'Status'>;
export type ClusterStatus = Schema<'ClusterStatus'>;
/** Another process of the cluster. */
export type ClusterMember = Schema<'Member'>;
export type StreamStatus = Schema<'StreamStatus'>;
export type Disagreement = Schema<'Disagreement'>;
export type TickerStatus = Schema<'TickerStatus'>;
export type AppConfig = Schema<'UiConfig'>;
/** A person who uses this server; only the owner gets their role, origin and times. */
export type Person = Schema<'PersonRow'>;
export type NewPerson = Schema<'NewPerson'>;
export type PersonChange = components['schemas']['PersonChange'];
export type Role = NewPerson['role'];
/** With whom a list is shared: a person, or everybody (null). */
export type PersonShare = Schema<'PersonShare'>;
