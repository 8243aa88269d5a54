//! Sources of market data: the [`Source`] trait that providers and the simulator implement, the [`Update`]s they send, the schedule
//! that runs them, and their health records.

pub(crate) mod clock_sleep;
mod error;
pub(crate) mod generated_history;
pub mod health;
pub(crate) mod lookup;
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
    currency::Currency,
    dividend::{Dividend, Payment},
    earnings::EarningsEvent,
    economy::EconomicEvent,
    facts::TickerFacts,
    fear_greed::FearGreed,
    fund::FundFacts,
    ico::Ico,
    logo::{LogoImage, LogoStatus},
    news::NewsUpdate,
    quote::{ExtendedUpdate, QuoteUpdate, RefusedPrice},
    session::Calendar,
    split::Split,
    ticker::{FetchTimes, FollowInfo, Profile, Ticker, TickerId, TickerKind, Venue},
};

/// An update from a source. Updates refer to tickers by symbol; `ingest` drops and counts updates with unknown symbols.
#[derive(Debug, Clone)]
pub enum Update {
    /// Ticker profiles, upserted by symbol; new ids are assigned in this order.
    Profiles(Vec<Profile>),
    /// Quotes. `ingest` drops and counts invalid prices (not finite, not positive); an older quote only fills in missing fields of the
    /// known one.
    Quotes(Vec<QuoteUpdate>),
    /// Extended-hours prices.
    Extended(Vec<ExtendedUpdate>),
    /// Prices that their own source contradicts; the reason is shown.
    Refused(Vec<RefusedPrice>),
    /// Past extended-hours prices, for the line of the day: time in Unix seconds and price.
    ExtendedHours {
        /// The ticker.
        symbol: String,
        /// In any order.
        points: Vec<Close>,
    },
    /// Bars, merged by start.
    Bars {
        /// The ticker.
        symbol: String,
        /// Length of the bars.
        interval: Interval,
        /// Ascending by start.
        bars: Vec<Bar>,
    },
    /// The requested history of a ticker, which may be empty. It is not requested again after a restart.
    Fetched {
        /// The ticker.
        symbol: String,
        /// Length of the bars.
        interval: Interval,
        /// Ascending by start.
        bars: Vec<Bar>,
        /// True if years of history were requested, with dividends and splits.
        over_years: bool,
    },
    /// Implausible bars of a ticker that the source did not send.
    ExcludedBars {
        /// The ticker.
        symbol: String,
        /// Length of the bars.
        interval: Interval,
        /// The range of checked starts in Unix seconds; earlier exclusions within it are replaced.
        checked: Range<i64>,
        /// Starts of the excluded bars, in Unix seconds.
        starts: Vec<i64>,
    },
    /// Where a ticker is traded.
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
    /// All dividends of a ticker, which replace the known ones.
    Dividends {
        /// The ticker.
        symbol: String,
        /// Newest first.
        dividends: Vec<Dividend>,
    },
    /// Single dividends of a ticker, added to the known ones; those of a date replace the known ones of that date.
    Payments {
        /// The ticker.
        symbol: String,
        /// In any order.
        payments: Vec<Payment>,
    },
    /// Splits of a ticker, added to the known ones; those of a date replace the known ones of that date.
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
    /// All announcements of a date in a source's calendar. They replace those that the source listed for the date before, except ones
    /// with results.
    EarningsOfDay {
        /// The day.
        date: Date,
        /// Its announcements; may be empty.
        events: Vec<EarningsEvent>,
    },
    /// Economic events, upserted by (name, period).
    Economy(Vec<EconomicEvent>),
    /// Fund facts, upserted by symbol.
    Funds(Vec<FundFacts>),
    /// The result of a request for a logo.
    Logo {
        /// The ticker.
        symbol: String,
        /// The image; `None` keeps the known one.
        image: Option<LogoImage>,
    },
    /// Facts about tickers.
    Facts(Vec<TickerFacts>),
    /// A reading of a fear and greed index.
    FearGreed(FearGreed),
    /// Number of requests that the source sent, or got answered, in a day or month (`2026-11-22`, `2026-11`), so that a quota survives
    /// a restart.
    Requests {
        /// The day or month.
        period: String,
        /// Number of requests in it so far.
        count: u64,
    },
    /// The initial market was sent completely; requests are answered once it is merged.
    MarketComplete,
    /// All price histories of the initial market were sent.
    HistoriesComplete,
    /// Notifies a waiter when everything sent before is merged.
    Barrier(Arc<Notify>),
    /// Requests a commit of everything that this source sent before. The answer is true once it is on disk, and false if it could not
    /// be written or was refused; it must be sent again then.
    Save(mpsc::Sender<bool>),
}

/// An update with its source.
#[derive(Debug)]
pub struct Envelope {
    /// Provider name, as in the configuration.
    pub source: &'static str,
    /// The update.
    pub update: Update,
}

/// Sends updates of a source to `ingest` through a bounded queue, so that bursts wait instead of filling memory.
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

    /// Returns true once everything sent before is on disk; false if it must be sent again. An error means that the program is shutting
    /// down.
    pub async fn save(&self) -> Result<bool, SourceError> {
        let (saved, mut answer) = mpsc::channel(1);
        self.send(Update::Save(saved)).await?;
        answer.recv().await.ok_or(SourceError::Stopping)
    }
}

/// The view of sources on known tickers and their data.
pub trait MarketView: Send + Sync + 'static {
    /// All known tickers.
    fn tickers(&self) -> Vec<TickerInfo>;
    /// Changes whenever profiles in [`MarketView::tickers`] or [`MarketView::watched`] may have changed; `None` if unknown.
    fn version(&self) -> Option<(u64, u64)> {
        None
    }
    /// Start (Unix seconds) of the newest stored bar.
    fn last_bar(&self, symbol: &str, interval: Interval) -> Option<i64>;
    /// The newest regular-hours price of a ticker.
    fn price(&self, symbol: &str) -> Option<f64>;
    /// The lowest and the highest price of 52 weeks, from the source of the newest price.
    fn year(&self, _symbol: &str) -> (Option<f64>, Option<f64>) {
        (None, None)
    }
    /// The close of a recent daily bar that starts at `start` (Unix seconds).
    fn day_close(&self, _symbol: &str, _start: i64) -> Option<f64> {
        None
    }
    /// The known splits of a ticker.
    fn splits(&self, _symbol: &str) -> Vec<Split> {
        Vec::new()
    }
    /// Number of requests that `source` sent in a day or month, from [`Update::Requests`].
    fn requests(&self, source: &str, period: &str) -> u64;
    /// Symbols of tickers that clients watch now.
    fn watched(&self) -> Vec<String>;
    /// Symbols whose price opened far from the last close, and since when. The source of their daily bars checks them for a split; new
    /// bars remove them from this list.
    fn perhaps_split(&self) -> Vec<(String, Timestamp)> {
        vec![]
    }
    /// Symbols whose newest price needs confirmation by a second one, and since when. Their source is polled soon, because a correct
    /// price that moved far may be the only one for a while.
    fn unconfirmed(&self) -> Vec<(String, Timestamp)> {
        vec![]
    }
}

/// A ticker in [`MarketView::tickers`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TickerInfo {
    /// Id, which changes if the ticker is followed again.
    pub id: TickerId,
    /// Symbol.
    pub symbol: String,
    /// Kind of ticker.
    pub kind: TickerKind,
    /// True if its bars were imported: sources must not update it.
    pub imported: bool,
    /// Currency of its stored prices.
    pub currency: Currency,
    /// Trading calendar.
    pub calendar: Calendar,
    /// Symbol at the provider, for followed tickers. Provider symbols of catalogue tickers are in the catalogue.
    pub followed: Option<String>,
    /// When its history was last fetched.
    pub fetched: FetchTimes,
    /// When its logo was requested.
    pub logo: Option<LogoStatus>,
}

impl TickerInfo {
    /// The symbols of a coin and its quote currency, as in pairs of exchanges. A symbol of the catalogue means the same coin at all
    /// exchanges; a followed coin has its provider's symbol, which may mean another coin elsewhere.
    pub(crate) fn coin_pair(&self) -> Option<(&str, &str)> {
        let priced_in = self.currency.as_str();
        if self.kind != TickerKind::Crypto {
            return None;
        }
        if self.followed.is_none() {
            return (self.currency == Currency::USD).then_some((&*self.symbol, priced_in));
        }
        let (coin, written) = self.symbol.split_once('-').unwrap_or((&self.symbol, "USD"));
        // Yahoo appends a number if several coins have the same symbol.
        let plain = coin.trim_end_matches(|c: char| c.is_ascii_digit());
        let has_number = !plain.is_empty() && coin.len() - plain.len() > 2;
        let coin = if has_number { plain } else { coin };
        let is_coin = !coin.is_empty() && coin.bytes().all(|byte| byte.is_ascii_alphanumeric());
        (is_coin && written == priced_in).then_some((coin, priced_in))
    }

    /// The view of sources on a ticker.
    pub fn of(ticker: &Ticker) -> Self {
        let profile = &ticker.profile;
        Self {
            id: ticker.id,
            symbol: profile.symbol.clone(),
            kind: profile.kind,
            imported: ticker.imported.is_some(),
            currency: profile.currency,
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

/// What a source gets to work with.
#[derive(Clone)]
pub struct Context {
    /// Current time.
    pub clock: Arc<dyn Clock>,
    /// Receives updates.
    pub sink: Sink,
    /// Known tickers and their data.
    pub market: Arc<dyn MarketView>,
    /// This source's health record.
    pub health: HealthRecord,
}

/// The future of one refresh.
pub type Refresh<'a> = Pin<Box<dyn Future<Output = Result<Duration, SourceError>> + Send + 'a>>;

/// A source of market data.
pub trait Source: Send + 'static {
    /// Name in configuration, health record and quotes.
    fn name(&self) -> &'static str;

    /// Fetches what is due and returns the delay until the next call. The schedule calls it again after that delay, or after a longer
    /// one if it failed. The future may be dropped at any time; the next refresh must then send what was lost.
    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a>;
}

/// Creates a source with a health record.
type Build = Box<dyn Fn(HealthRecord) -> Box<dyn Source> + Send + Sync>;

/// Creates a source at startup, and again after a panic. Creation may take a while.
pub struct SourceSpec {
    /// Name of the source.
    pub name: &'static str,
    /// Health record, passed to each created source.
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
