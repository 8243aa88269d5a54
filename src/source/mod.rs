//! Sources of market data: the [`Source`] trait that providers and the simulator implement, the [`Update`]s they send, the schedule
//! that runs them, and their health records.

pub(crate) mod clock_sleep;
mod error;
pub(crate) mod generated_history;
pub mod health;
pub mod lookup;
pub(crate) mod rank;
pub mod schedule;
mod secrets;
pub(crate) mod streams;
mod text;

use std::{future::Future, ops::Range, pin::Pin, sync::Arc, time::Duration};

use jiff::civil::Date;
use tokio::sync::{Notify, mpsc};

pub use self::error::SourceError;
use self::health::HealthRecord;
use crate::domain::{
    Clock, Timestamp,
    bar::{Bar, Close, Interval},
    cross_check::CrossCheck,
    currency::Currency,
    dividend::{Dividend, Payment},
    earnings::EarningsEvent,
    economy::EconomicEvent,
    facts::{ListedMembers, TickerFacts},
    fear_greed::FearGreed,
    fixing::{Fixing, Series},
    fund::FundFacts,
    fundamentals::{Fundamentals, filing::Filing},
    ico::Ico,
    identity::Isin,
    logo::{LogoImage, LogoStatus},
    news::NewsUpdate,
    quotation::Quotation,
    quote::{ExtendedUpdate, QuoteUpdate, RejectedPrice},
    session::Calendar,
    split::Split,
    ticker::{FetchTimes, FollowInfo, Profile, Ticker, TickerId, TickerKind, Venue, is_yield},
};

/// An update from a source. Updates refer to tickers by symbol; `ingest` drops and counts updates with unknown symbols.
#[derive(Debug, Clone)]
pub enum Update {
    /// Ticker profiles, upserted by symbol. New tickers get ids in this order.
    Profiles(Vec<Profile>),
    /// Quotes. `ingest` drops and counts invalid prices (not finite or not positive). An older quote only fills in missing fields of the
    /// stored one.
    Quotes(Vec<QuoteUpdate>),
    /// Extended-hours prices.
    Extended(Vec<ExtendedUpdate>),
    /// Invalid prices, with the reasons for rejecting them, which pages show.
    RejectedPrices(Vec<RejectedPrice>),
    /// Past extended-hours prices, for the chart of the day.
    ExtendedHours {
        /// The ticker.
        symbol: String,
        /// Pairs of a time (Unix seconds) and a price, in any order.
        points: Vec<Close>,
    },
    /// Bars, merged by start.
    Bars {
        /// The ticker.
        symbol: String,
        /// The length of the bars.
        interval: Interval,
        /// Ascending by start.
        bars: Vec<Bar>,
    },
    /// The requested history of a ticker, which may be empty. It is not requested again after a restart.
    Fetched {
        /// The ticker.
        symbol: String,
        /// The length of the bars.
        interval: Interval,
        /// Ascending by start.
        bars: Vec<Bar>,
        /// True if years of history were requested, with dividends and splits.
        over_years: bool,
    },
    /// Recent daily bars of a ticker from a source that is not the preferred one. They are compared with those of the preferred source
    /// and replace only sessions that it lacks. An empty list means that the source does not have the ticker.
    ComparedBars {
        /// The ticker.
        symbol: String,
        /// Daily bars of completed sessions, ascending by start.
        bars: Vec<Bar>,
    },
    /// Dividends of a ticker from a source that is not the preferred one. They are only compared.
    ComparedPayments {
        /// The ticker.
        symbol: String,
        /// In any order.
        payments: Vec<Payment>,
    },
    /// Implausible bars of a ticker that the source did not send.
    ExcludedBars {
        /// The ticker.
        symbol: String,
        /// The length of the bars.
        interval: Interval,
        /// The range of bar starts that were checked (Unix seconds). Earlier exclusions within the range are replaced.
        checked: Range<i64>,
        /// The starts of the excluded bars (Unix seconds).
        starts: Vec<i64>,
    },
    /// The exchange of a ticker.
    Venue {
        /// The ticker.
        symbol: String,
        /// The known fields; others stay unchanged.
        venue: Venue,
    },
    /// A newly followed ticker.
    Follow(Box<Profile>, FollowInfo),
    /// When followed tickers were last used.
    Used(Vec<(TickerId, Timestamp)>),
    /// A ticker to unfollow and remove.
    Unfollow(TickerId),
    /// All dividends of a ticker, which replace the stored ones.
    Dividends {
        /// The ticker.
        symbol: String,
        /// Newest first.
        dividends: Vec<Dividend>,
    },
    /// Some dividends of a ticker, which are added to the stored ones. They replace stored dividends of the same date.
    Payments {
        /// The ticker.
        symbol: String,
        /// In any order.
        payments: Vec<Payment>,
    },
    /// Splits of a ticker, which are added to the stored ones. They replace stored splits of the same date.
    Splits {
        /// The ticker.
        symbol: String,
        /// In any order.
        splits: Vec<Split>,
    },
    /// Articles.
    News(Vec<NewsUpdate>),
    /// Token offerings, upserted by symbol.
    Icos(Vec<Ico>),
    /// Earnings announcements, upserted by (symbol, date).
    Earnings(Vec<EarningsEvent>),
    /// All earnings announcements of a date in a source's calendar. They replace the source's earlier announcements for the date, except
    /// those with results.
    EarningsOfDay {
        /// The date.
        date: Date,
        /// The announcements of the date, which may be none.
        events: Vec<EarningsEvent>,
    },
    /// Economic events, upserted by (name, period).
    Economy(Vec<EconomicEvent>),
    /// Announced economic events (name, period) that their agency cancelled. They are removed.
    CancelledEvents(Vec<(String, String)>),
    /// Fund facts, upserted by symbol.
    Funds(Vec<FundFacts>),
    /// The result of a request for a logo.
    Logo {
        /// The ticker.
        symbol: String,
        /// The image; `None` keeps the stored one.
        image: Option<LogoImage>,
    },
    /// Figures from the financial reports of a company.
    Fundamentals {
        /// The ticker.
        symbol: String,
        /// The figures, which replace the stored ones; `None` if the source has nothing newer.
        fundamentals: Option<Box<Fundamentals>>,
    },
    /// The newest filings of a company.
    Filings {
        /// The ticker.
        symbol: String,
        /// Newest first. They replace the stored ones; `None` if the source has nothing newer.
        filings: Option<Vec<Filing>>,
    },
    /// Facts about tickers.
    Facts(Vec<TickerFacts>),
    /// Figures of the members of an index from a list of stocks. They replace the earlier ones, and are in memory only.
    ListedMembers(ListedMembers),
    /// A reading of a fear and greed index.
    FearGreed(FearGreed),
    /// Currency rates or yields that an authority publishes daily. A fixing replaces the stored one of its series and day.
    Fixings(Vec<Fixing>),
    /// The number of requests that the source completed in a day or month (`2026-11-22` or `2026-11`). It is stored, so that quotas
    /// survive a restart.
    Requests {
        /// The day or month.
        period: String,
        /// The number of requests in the period so far.
        count: u64,
    },
    /// The initial market was sent completely. The server accepts requests once it is merged.
    MarketComplete,
    /// All price histories of the initial market were sent.
    HistoriesComplete,
    /// Notifies a waiter when all earlier updates are merged.
    Barrier(Arc<Notify>),
    /// Requests a commit of all earlier updates of this source. The channel receives true once they are on disk, and false if they could
    /// not be saved and must be sent again.
    Save(mpsc::Sender<bool>),
}

/// An update with its source.
#[derive(Debug)]
pub struct Envelope {
    /// The name of the source, as in the configuration.
    pub source: &'static str,
    /// The update.
    pub update: Update,
}

/// Sends the updates of a source to `ingest` through a bounded queue. If the queue is full, sending waits.
#[derive(Clone)]
pub struct Sink {
    source: &'static str,
    queue: mpsc::Sender<Envelope>,
}

impl Sink {
    /// Creates a sink for updates of `source`.
    pub fn new(source: &'static str, queue: mpsc::Sender<Envelope>) -> Self {
        Self { source, queue }
    }

    /// Sends `update` to `ingest`; an error means that the program is shutting down.
    pub async fn send(&self, update: Update) -> Result<(), SourceError> {
        self.queue
            .send(Envelope {
                source: self.source,
                update,
            })
            .await
            .map_err(|_| SourceError::Stopping)
    }

    /// Waits until all earlier updates are on disk. Returns false if they could not be saved and must be sent again. An error means that
    /// the program is shutting down.
    pub async fn save(&self) -> Result<bool, SourceError> {
        let (sender, mut result) = mpsc::channel(1);
        self.send(Update::Save(sender)).await?;
        result.recv().await.ok_or(SourceError::Stopping)
    }
}

/// The tickers and their data, as sources see them.
pub trait MarketView: Send + Sync + 'static {
    /// Returns all tickers.
    fn tickers(&self) -> Vec<TickerInfo>;
    /// Returns a version that changes whenever the profiles in [`MarketView::tickers`] or the symbols in [`MarketView::watched`] may have
    /// changed; `None` if changes are not tracked.
    fn version(&self) -> Option<(u64, u64)> {
        None
    }
    /// Returns the start (Unix seconds) of the newest stored bar.
    fn last_bar(&self, symbol: &str, interval: Interval) -> Option<i64>;
    /// Returns the newest regular-hours price of a ticker.
    fn price(&self, symbol: &str) -> Option<f64>;
    /// Returns the 52-week low and high that the source of the newest price reports.
    fn year_range(&self, _symbol: &str) -> (Option<f64>, Option<f64>) {
        (None, None)
    }
    /// Returns the close of the recent daily bar that starts at `start` (Unix seconds).
    fn day_close(&self, _symbol: &str, _start: i64) -> Option<f64> {
        None
    }
    /// Returns the known splits of a ticker.
    fn splits(&self, _symbol: &str) -> Vec<Split> {
        Vec::new()
    }
    /// Returns the days of the oldest and the newest stored fixing of a series.
    fn fixing_days(&self, _series: Series) -> Option<(Date, Date)> {
        None
    }
    /// Returns the events of the economic calendar, ascending by time.
    fn economic_events(&self) -> Vec<EconomicEvent> {
        Vec::new()
    }
    /// Returns the euro reference rates of a currency pair since a day, ascending.
    fn reference_rates(&self, _from: Currency, _to: Currency, _since: Date) -> Vec<(Date, f64)> {
        Vec::new()
    }
    /// Returns the figures of a ticker that were compared across sources; `None` if no source has sent any.
    fn cross_check(&self, _symbol: &str) -> Option<Arc<CrossCheck>> {
        None
    }
    /// Returns the symbols with daily bars that their preferred source lacks, with the start of the newest one (Unix seconds). That
    /// source requests them again.
    fn missing_sessions(&self) -> Vec<(String, i64)> {
        vec![]
    }
    /// Returns the number of requests that `source` sent in a day or month, from [`Update::Requests`].
    fn requests(&self, source: &str, period: &str) -> u64;
    /// Returns the symbols of the tickers that clients currently watch.
    fn watched(&self) -> Vec<String>;
    /// Returns the symbols of the tickers for which an alert waits for new filings.
    fn symbols_awaiting_filings(&self) -> Vec<String> {
        vec![]
    }
    /// Returns the symbols whose opening price was far from the last close, which may be due to a split, with the time of the opening
    /// price. The source of their daily bars requests these bars again. New bars remove a symbol from this list.
    fn possible_splits(&self) -> Vec<(String, Timestamp)> {
        vec![]
    }
    /// Returns the symbols whose newest price needs confirmation by a second one, with the time since which it waits. Their source is
    /// polled soon, because the stream may not send another price for a while.
    fn unconfirmed(&self) -> Vec<(String, Timestamp)> {
        vec![]
    }
}

/// A ticker in [`MarketView::tickers`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TickerInfo {
    /// The id, which changes if the ticker is followed again.
    pub id: TickerId,
    /// The symbol.
    pub symbol: String,
    /// The kind of the ticker.
    pub kind: TickerKind,
    /// True if the bars were imported, so that sources must not update the ticker.
    pub imported: bool,
    /// The currency of the stored prices.
    pub currency: Currency,
    /// The unit of the stored prices.
    pub quotation: Quotation,
    /// The ISIN; `None` if it is unknown.
    pub isin: Option<Isin>,
    /// The trading calendar.
    pub calendar: Calendar,
    /// The symbol at the provider, for a followed ticker. The catalogue contains the provider symbols of its tickers.
    pub followed: Option<String>,
    /// When the history was last received.
    pub fetched: FetchTimes,
    /// When the logo was requested.
    pub logo: Option<LogoStatus>,
}

impl TickerInfo {
    /// Returns the symbol of a coin and its quote currency, from which exchanges form the names of pairs. A symbol of the catalogue means
    /// the same coin at all exchanges. A followed coin has the symbol of its provider, which may mean another coin at an exchange.
    pub(crate) fn coin_pair(&self) -> Option<(&str, &str)> {
        let quote_currency = self.currency.as_str();
        if self.kind != TickerKind::Crypto {
            return None;
        }
        if self.followed.is_none() {
            return (self.currency == Currency::USD).then_some((&*self.symbol, quote_currency));
        }
        let (coin, pair_currency) = self.symbol.split_once('-').unwrap_or((&self.symbol, "USD"));
        // Yahoo appends a number if several coins have the same symbol.
        let plain = coin.trim_end_matches(|c: char| c.is_ascii_digit());
        let has_number = !plain.is_empty() && coin.len() - plain.len() > 2;
        let coin = if has_number { plain } else { coin };
        let is_coin = !coin.is_empty() && coin.bytes().all(|byte| byte.is_ascii_alphanumeric());
        (is_coin && pair_currency == quote_currency).then_some((coin, quote_currency))
    }

    /// Returns the symbol of a stock or ETF in US dollars as US providers write it, with a dot before the share class (`BRK.B`);
    /// `None` for other tickers.
    pub(crate) fn us_symbol(&self) -> Option<String> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let is_us = matches!(self.kind, TickerKind::Stock | TickerKind::Etf)
            && self.currency == Currency::USD
            && self.symbol.chars().all(is_plain);
        is_us.then(|| self.symbol.replace('-', "."))
    }

    /// See [`is_yield`].
    pub(crate) fn is_yield(&self) -> bool {
        is_yield(&self.symbol)
    }

    /// Creates the view of a ticker.
    pub fn of(ticker: &Ticker) -> Self {
        let profile = &ticker.profile;
        Self {
            id: ticker.id,
            symbol: profile.symbol.clone(),
            kind: profile.kind,
            imported: ticker.imported.is_some(),
            currency: profile.currency,
            quotation: profile.quotation,
            isin: profile.isin,
            calendar: profile.calendar(),
            followed: ticker
                .followed
                .as_ref()
                .map(|followed| followed.symbol.clone()),
            fetched: ticker.fetched,
            logo: ticker.logo,
        }
    }
}

/// The context of a source.
#[derive(Clone)]
pub struct Context {
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// Receives updates.
    pub sink: Sink,
    /// The tickers and their data.
    pub market: Arc<dyn MarketView>,
    /// The health record of the source.
    pub health: HealthRecord,
}

/// The future of one refresh.
pub type Refresh<'a> = Pin<Box<dyn Future<Output = Result<Duration, SourceError>> + Send + 'a>>;

/// A source of market data.
pub trait Source: Send + 'static {
    /// The name in the configuration, in the health record and in quotes.
    fn name(&self) -> &'static str;

    /// Requests the data that is due and returns the delay until the next refresh. After errors, the schedule retries with increasing
    /// delays. The future may be dropped at any time; the next refresh must then send the lost data.
    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a>;
}

/// A function that creates a source with a health record.
type Build = Box<dyn Fn(HealthRecord) -> Box<dyn Source> + Send + Sync>;

/// Creates a source at startup, and again after a panic. Creation may take a while.
pub struct SourceSpec {
    /// The name of the source.
    pub name: &'static str,
    /// The health record, which each created source gets.
    pub health: HealthRecord,
    /// Creates the source.
    pub build: Build,
}

impl SourceSpec {
    /// Creates a specification.
    pub(crate) fn new(
        name: &'static str,
        health: HealthRecord,
        build: impl Fn(HealthRecord) -> Box<dyn Source> + Send + Sync + 'static,
    ) -> Self {
        Self {
            name,
            health,
            build: Box::new(build),
        }
    }
}
