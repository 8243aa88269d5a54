//! What the providers and the simulator share: the [`Source`] trait, the [`Update`]s that a source
//! sends, the schedule that runs it, and its health record.

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

/// One piece of news from a source. Everything refers to tickers by symbol; `ingest` drops, and
/// counts, what refers to a symbol that no profile announced.
#[derive(Debug, Clone)]
pub enum Update {
    /// Tickers to know; upserted by symbol, ids given in this order.
    Profiles(Vec<Profile>),
    /// Prices. Invalid ones (not finite, not positive) are dropped and counted by `ingest`; an older
    /// one than what is known only completes it.
    Quotes(Vec<QuoteUpdate>),
    /// Prices outside of regular hours, to stand beside the regular ones.
    Extended(Vec<ExtendedUpdate>),
    /// Prices that a source's own words rule out, to be shown with the reason.
    Refused(Vec<RefusedPrice>),
    /// Prices outside of regular hours of a time that is over, for the line of the day: the moment in Unix seconds, and the price.
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
        /// Their length.
        interval: Interval,
        /// Ascending by start.
        bars: Vec<Bar>,
    },
    /// All bars of a ticker that were asked for, which are then not asked for again after a start.
    /// They may be none.
    Fetched {
        /// The ticker.
        symbol: String,
        /// Their length.
        interval: Interval,
        /// Ascending by start.
        bars: Vec<Bar>,
        /// They were asked for over years, with dividends and splits.
        over_years: bool,
    },
    /// Bars of a ticker that cannot be true and were left out of what was sent.
    ExcludedBars {
        /// The ticker.
        symbol: String,
        /// Their length.
        interval: Interval,
        /// The starts that were judged, in Unix seconds: what was left out of them before counts no more.
        checked: Range<i64>,
        /// When those that were left out start, in Unix seconds.
        starts: Vec<i64>,
    },
    /// Where a ticker is traded.
    Venue {
        /// The ticker.
        symbol: String,
        /// What is told; the rest stays.
        venue: Venue,
    },
    /// A ticker that somebody follows from now on.
    Follow(Box<Profile>, FollowInfo),
    /// When followed tickers were last used.
    Used(Vec<(TickerId, Timestamp)>),
    /// A ticker that nobody follows any more: it is forgotten.
    Unfollow(TickerId),
    /// All known dividends of a ticker, replacing those before; newest first.
    Dividends {
        /// The ticker.
        symbol: String,
        /// Newest first.
        dividends: Vec<Dividend>,
    },
    /// Single dividends of a ticker, beside those that are known; those of a day replace what was known
    /// of that day.
    Payments {
        /// The ticker.
        symbol: String,
        /// In any order.
        payments: Vec<Payment>,
    },
    /// Splits of a ticker, beside those that are known; those of a day replace what was known of that day.
    Splits {
        /// The ticker.
        symbol: String,
        /// In any order.
        splits: Vec<Split>,
    },
    /// Articles.
    News(Vec<NewsUpdate>),
    /// Offerings, upserted by symbol.
    Icos(Vec<Ico>),
    /// Announcements, upserted by (symbol, date).
    Earnings(Vec<EarningsEvent>),
    /// All announcements of a day in a source's calendar, replacing those that the same source listed for
    /// that day before; what was reported stays.
    EarningsOfDay {
        /// The day.
        date: Date,
        /// Its announcements; there may be none.
        events: Vec<EarningsEvent>,
    },
    /// Dates of the economy, upserted by (name, period).
    Economy(Vec<EconomicEvent>),
    /// Fund facts, upserted by symbol.
    Funds(Vec<FundFacts>),
    /// The logo of a ticker was asked for.
    Logo {
        /// The ticker.
        symbol: String,
        /// What came; `None` leaves what is kept.
        image: Option<LogoImage>,
    },
    /// Facts about tickers.
    Facts(Vec<TickerFacts>),
    /// A sentiment reading.
    FearGreed(FearGreed),
    /// How many requests its source sent, or had answered, in a day or month (`2026-11-22`, `2026-11`), so
    /// that a quota survives a restart and no question is asked again after it.
    Requests {
        /// Which day or month.
        period: String,
        /// So many in it until now.
        count: u64,
    },
    /// Everything that the first market consists of was sent: once it is merged, requests for it are answered.
    MarketComplete,
    /// All price histories of the first market were sent.
    HistoriesComplete,
    /// Wakes who waits until everything that was sent before is merged.
    Barrier(Arc<Notify>),
    /// Asks for everything that this source sent before to be written. Answered with true once it is on disk, or
    /// with false where it could not be written or was refused; it is to be sent again then.
    Save(mpsc::Sender<bool>),
}

/// An update with the name of who brought it.
#[derive(Debug)]
pub struct Envelope {
    /// Provider name, as in the configuration.
    pub source: &'static str,
    /// What it brought.
    pub update: Update,
}

/// The way in: a bounded queue to `ingest`, so that a burst waits instead of piling up.
#[derive(Clone)]
pub struct Sink {
    source: &'static str,
    queue: mpsc::Sender<Envelope>,
}

impl Sink {
    /// A sink that signs with `source`.
    pub fn new(source: &'static str, queue: mpsc::Sender<Envelope>) -> Self {
        Self { source, queue }
    }

    /// Hands `update` to `ingest`; an error means the program is stopping.
    pub async fn send(&self, update: Update) -> Result<(), SourceError> {
        self.queue
            .send(Envelope {
                source: self.source,
                update,
            })
            .await
            .map_err(|_| SourceError::Stopping)
    }

    /// Returns true once everything sent before is on disk; false where it is to be sent again. An error means the
    /// program is stopping.
    pub async fn save(&self) -> Result<bool, SourceError> {
        let (saved, mut answer) = mpsc::channel(1);
        self.send(Update::Save(saved)).await?;
        answer.recv().await.ok_or(SourceError::Stopping)
    }
}

/// What a source may ask about what is stored already.
pub trait MarketView: Send + Sync + 'static {
    /// Every known ticker.
    fn tickers(&self) -> Vec<TickerInfo>;
    /// Changes whenever profiles in [`MarketView::tickers`] or [`MarketView::watched`] may have changed; `None` where that is unknown.
    fn version(&self) -> Option<(u64, u64)> {
        None
    }
    /// Start (Unix seconds) of the newest stored bar.
    fn last_bar(&self, symbol: &str, interval: Interval) -> Option<i64>;
    /// The newest price of a ticker in regular hours.
    fn price(&self, symbol: &str) -> Option<f64>;
    /// The lowest and the highest price of 52 weeks, as the source of its newest price tells them.
    fn year(&self, _symbol: &str) -> (Option<f64>, Option<f64>) {
        (None, None)
    }
    /// The stored close of the daily bar that starts at `start` (Unix seconds), of the last days.
    fn day_close(&self, _symbol: &str, _start: i64) -> Option<f64> {
        None
    }
    /// The splits of a ticker that are known.
    fn splits(&self, _symbol: &str) -> Vec<Split> {
        Vec::new()
    }
    /// How many requests `source` sent in a day or month, as [`Update::Requests`] told.
    fn requests(&self, source: &str, period: &str) -> u64;
    /// Symbols of the tickers that somebody looks at now.
    fn watched(&self) -> Vec<String>;
    /// Symbols whose price opened far from the last close, and since when: the source of their daily bars is asked whether
    /// they were split. Those of which bars came since are not among them.
    fn perhaps_split(&self) -> Vec<(String, Timestamp)> {
        vec![]
    }
    /// Symbols whose newest price waits for a second one, and since when: their source is asked soon, for a price that really
    /// moved far may be the only one for a while.
    fn unconfirmed(&self) -> Vec<(String, Timestamp)> {
        vec![]
    }
}

/// One answer of [`MarketView::tickers`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TickerInfo {
    /// Its number, which is another one when it is followed again.
    pub id: TickerId,
    /// As stored.
    pub symbol: String,
    /// What it is.
    pub kind: TickerKind,
    /// Its bars came from a file: leave it alone.
    pub imported: bool,
    /// What its prices are kept in.
    pub currency: Currency,
    /// When it trades.
    pub calendar: Calendar,
    /// Its symbol at the provider, where somebody follows it who found it there; the tickers of the
    /// catalogue have theirs in it.
    pub followed: Option<String>,
    /// When its history was last fetched.
    pub fetched: FetchTimes,
    /// When its logo was asked for.
    pub logo: Option<LogoStatus>,
}

impl TickerInfo {
    /// The symbols of a coin and of what it is priced in, as exchanges write the two in their pairs. The
    /// symbol of a coin of the catalogue means the same coin everywhere; one that was found at a provider
    /// bears that provider's symbol, which may be another coin's elsewhere.
    pub(crate) fn coin_pair(&self) -> Option<(&str, &str)> {
        let priced_in = self.currency.as_str();
        if self.kind != TickerKind::Crypto {
            return None;
        }
        if self.followed.is_none() {
            return (self.currency == Currency::USD).then_some((&*self.symbol, priced_in));
        }
        let (coin, written) = self.symbol.split_once('-').unwrap_or((&self.symbol, "USD"));
        // Where several coins have one symbol, Yahoo writes a number of its own after it.
        let plain = coin.trim_end_matches(|c: char| c.is_ascii_digit());
        let has_number = !plain.is_empty() && coin.len() - plain.len() > 2;
        let coin = if has_number { plain } else { coin };
        let is_coin = !coin.is_empty() && coin.bytes().all(|byte| byte.is_ascii_alphanumeric());
        (is_coin && written == priced_in).then_some((coin, priced_in))
    }

    /// What sources may know of a ticker.
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

/// What a source works with: time, the way in, and what is known.
#[derive(Clone)]
pub struct Context {
    /// Tells the time.
    pub clock: Arc<dyn Clock>,
    /// The way in.
    pub sink: Sink,
    /// What is stored.
    pub known: Arc<dyn MarketView>,
    /// This source's health record.
    pub health: HealthRecord,
}

/// The future of one refresh.
pub type Refresh<'a> = Pin<Box<dyn Future<Output = Result<Duration, SourceError>> + Send + 'a>>;

/// A source of market data.
pub trait Source: Send + 'static {
    /// Its name in configuration, health record and quotes.
    fn name(&self) -> &'static str;

    /// Does what is due and says how long to rest. The schedule calls it again after that pause,
    /// or after a longer one when it failed. Dropping the future must lose nothing that the next
    /// refresh does not bring again.
    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a>;
}

/// Makes a source that keeps this health record.
type Build = Box<dyn Fn(HealthRecord) -> Box<dyn Source> + Send + Sync>;

/// How a source is made: at the start, and anew after a panic. Making one may take a while.
pub struct SourceSpec {
    /// The source's name.
    pub name: &'static str,
    /// Its health record, kept by whichever source is made.
    pub health: HealthRecord,
    /// Makes it.
    pub build: Build,
}

impl SourceSpec {
    /// A source of this name.
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
