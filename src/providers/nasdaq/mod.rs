//! Nasdaq's earnings calendar. `history` has its price histories, dividends and splits, `quotes` its quotes, and `screener` its list of
//! all stocks. The calendar requests each date once a
//! day, one date per request. A date whose response is invalid is requested again after the others.

mod amount;
mod daily_requests;
mod history;
mod quotes;
mod requests;
mod screener;
mod wire;

use std::{collections::HashSet, time::Duration};

use jiff::{Timestamp, ToSpan as _, civil::Date};

use self::daily_requests::DailyRequests;
pub use self::{history::NasdaqHistory, quotes::NasdaqQuotes, screener::NasdaqScreener};
pub(crate) use self::{
    history::{DESCRIPTION as HISTORY_DESCRIPTION, probe as history_probe},
    quotes::{DESCRIPTION as QUOTES_DESCRIPTION, probe as quotes_probe},
    screener::{DESCRIPTION as SCREENER_DESCRIPTION, probe as screener_probe},
};
use crate::{
    domain::{
        currency::Currency,
        figure::Figure,
        session::{Calendar, exchange_date, next_new_york_time},
        source_directory::{SourceDescription, UNOFFICIAL_API_TERMS},
        ticker::TickerKind,
    },
    providers::{
        core::{
            capability::{Capability, Offer, Provider, Registry},
            client::Client,
            probe::Probe,
        },
        settings,
    },
    source::{Context, Refresh, Source, SourceError, TickerInfo, Update, health::HealthRecord},
};

/// The number of past days to request. Results are added for a few days.
const PAST_DAYS: i32 = 5;
/// The number of future days to request. Most later dates are guesses.
const FUTURE_DAYS: i32 = 35;
/// The New York hour at which the requests of a new day start.
const START_HOUR: i64 = 5;

/// The interval at which the source checks whether it is the active provider.
const POLL_INTERVAL: Duration = Duration::from_secs(10);

/// The source of Nasdaq's earnings calendar.
pub struct Nasdaq {
    client: Client,
    registry: Registry,
    /// The delay between two requests.
    pause: Duration,
    /// The requests of the current day.
    daily: Option<DailyRequests>,
    /// The number of dates of a calendar without any company, until a date with companies is read.
    empty_dates: Option<usize>,
}

impl Nasdaq {
    /// Creates a source. `registry` decides which provider is active.
    pub fn new(settings: &settings::Nasdaq, registry: Registry, health: HealthRecord) -> Self {
        let client = Client::new(settings.http_options(), health);
        Self::with_client(settings, registry, client)
    }

    /// Creates a source with a client that it shares.
    pub fn with_client(settings: &settings::Nasdaq, registry: Registry, client: Client) -> Self {
        Self {
            registry,
            client,
            pause: Duration::from_secs(settings.every_seconds.max(1)),
            daily: None,
            empty_dates: None,
        }
    }

    /// Returns the requests of `today`, some of which may have been completed before a restart.
    fn daily(&mut self, context: &Context, today: Date) -> &mut DailyRequests {
        let daily = self.daily.take().filter(|daily| daily.day() == today);
        let daily = daily.unwrap_or_else(|| {
            let stored = context.market.requests(Self::NAME, &today.to_string());
            let completed = usize::try_from(stored).unwrap_or(usize::MAX);
            DailyRequests::new(today, dates(today).collect(), completed)
        });
        self.daily.insert(daily)
    }

    /// Returns true if this is the active provider of earnings dates.
    fn is_active(&self) -> bool {
        self.registry
            .is_active(Self::NAME, Capability::Earnings, TickerKind::Stock)
    }

    /// Waits for a date to request. A refresh that returned without a request would count as a success.
    async fn next(&mut self, context: &Context) -> Date {
        loop {
            let today = exchange_date(Calendar::NewYork, context.clock.now());
            let is_active = self.is_active();
            let date = self.daily(context, today).next();
            if let Some(date) = date.filter(|_| is_active) {
                return date;
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    async fn read(&mut self, context: &Context) -> Result<Duration, SourceError> {
        let date = self.next(context).await;
        let path = format!("/api/calendar/earnings?date={date}");
        let tickers = context.market.tickers().into_iter();
        let companies = tickers.filter(is_company).map(|ticker| ticker.symbol);
        let symbols: HashSet<String> = companies.collect();
        let response = self.client.get(&path, &[]).await;
        let day =
            response.and_then(|body| wire::read(&body, date, |symbol| symbols.contains(symbol)));
        let day = match day {
            Ok(day) => day,
            Err(error) => {
                // A problem of one date must not delay the others.
                let concerns_date = matches!(
                    error,
                    SourceError::InvalidResponse(_)
                        | SourceError::Refused(_)
                        | SourceError::Status(_)
                );
                if let Some(daily) = self.daily.as_mut().filter(|_| concerns_date) {
                    daily.failed(date);
                }
                return Err(error);
            }
        };
        let update = Update::EarningsOfDay {
            date,
            events: day.reports,
        };
        context.sink.send(update).await?;
        let Some(daily) = &mut self.daily else {
            return Ok(self.pause);
        };
        daily.record_response(date, day.companies);
        // Sent after the events, so that a date counts as completed only after its events are stored.
        let update = Update::Requests {
            period: daily.day().to_string(),
            count: u64::try_from(daily.completed_count()).unwrap_or(u64::MAX),
        };
        let is_complete = daily.is_complete();
        self.empty_dates = daily.empty_dates().or(self.empty_dates);
        if day.companies > 0 {
            self.empty_dates = None;
        }
        context.sink.send(update).await?;
        let now = context.clock.now();
        if let Some(days) = self.empty_dates {
            let error = SourceError::OutOfDate(format!("no reports on any of {days} days"));
            context.health.out_of_date(now, &error);
        }
        if !is_complete {
            return Ok(self.pause);
        }
        let wait = next_new_york_time(now, START_HOUR).duration_since(now);
        Ok(Duration::from_secs(wait.as_secs().max(60).unsigned_abs()))
    }
}

/// Returns true if the calendar may contain a ticker. The symbol of a coin, a fund or a foreign stock may be that of another company in
/// the calendar.
fn is_company(ticker: &TickerInfo) -> bool {
    ticker.kind == TickerKind::Stock && ticker.currency == Currency::USD
}

/// Returns the dates requested on a day: today, then future ones, then past ones.
fn dates(today: Date) -> impl Iterator<Item = Date> {
    let ahead = today.saturating_add(FUTURE_DAYS.days());
    let back = today.saturating_sub(PAST_DAYS.days());
    Calendar::NewYork
        .trading_days(today..ahead)
        .chain(Calendar::NewYork.trading_days(back..today))
}

/// Returns a probe of Nasdaq: the earnings of today.
pub(crate) fn probe(settings: &settings::Nasdaq, now: Timestamp) -> Probe {
    let date = exchange_date(Calendar::NewYork, now);
    let path = format!("/api/calendar/earnings?date={date}");
    Probe::get(Nasdaq::NAME, settings.http_options(), &path, move |body| {
        let day = wire::read(body, date, |_| false)?;
        Ok(format!("{} earnings on {date}", day.companies))
    })
}

/// The description of this source on the page 'Where the numbers come from'.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: Nasdaq::NAME,
    config_table: Some("nasdaq"),
    title: "Nasdaq",
    figures: &[Figure::Earnings],
    delay: "About a day",
    limit: Nasdaq::LIMIT,
    terms: UNOFFICIAL_API_TERMS,
    terms_url: "https://www.nasdaq.com/legal",
};

impl Provider for Nasdaq {
    const NAME: &'static str = "nasdaq";
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::Earnings, &[TickerKind::Stock])];
}

impl Source for Nasdaq {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.read(context))
    }
}
