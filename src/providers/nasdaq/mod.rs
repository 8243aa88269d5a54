//! Nasdaq's earnings calendar: one date per request, each date once a day. A date whose response is invalid is
//! requested again after the others.

mod amount;
mod daily_requests;
mod wire;

use std::{collections::HashSet, time::Duration};

use jiff::{ToSpan as _, civil::Date};

use self::daily_requests::DailyRequests;
use crate::{
    domain::{
        currency::Currency,
        session::{Calendar, exchange_date, next_new_york_time},
        ticker::TickerKind,
    },
    providers::{
        core::{
            capability::{Capability, Offer, Provider, Registry},
            client::Client,
        },
        settings,
    },
    source::{Context, Refresh, Source, SourceError, TickerInfo, Update, health::HealthRecord},
};

/// Number of past days to request: results arrive for a few days.
const PAST_DAYS: i32 = 5;
/// Number of future days to request: dates further ahead are mostly guesses.
const FUTURE_DAYS: i32 = 35;
/// Hour in New York at which a new day's requests start.
const START_HOUR: i64 = 5;

/// How often to check whether another provider has taken over.
const POLL_INTERVAL: Duration = Duration::from_secs(10);

/// The source of Nasdaq's earnings calendar.
pub struct Nasdaq {
    client: Client,
    registry: Registry,
    /// Delay between two dates.
    pause: Duration,
    /// The requests of the current day.
    daily: Option<DailyRequests>,
    /// Number of days that were read without any company, since the last one with companies.
    is_empty_of: Option<usize>,
}

impl Nasdaq {
    /// Creates a source. `registry` knows whether a preferred provider is active.
    pub fn new(settings: &settings::Nasdaq, registry: Registry, health: HealthRecord) -> Self {
        Self {
            registry,
            client: Client::new(settings.http_options(), health),
            pause: Duration::from_secs(settings.every_seconds.max(1)),
            daily: None,
            is_empty_of: None,
        }
    }

    /// Returns the requests of `today`, some of which may have been answered before a restart.
    fn daily(&mut self, context: &Context, today: Date) -> &mut DailyRequests {
        let daily = self.daily.take().filter(|daily| daily.day() == today);
        let daily = daily.unwrap_or_else(|| {
            let stored = context.market.requests(Self::NAME, &today.to_string());
            let answered = usize::try_from(stored).unwrap_or(usize::MAX);
            DailyRequests::new(today, dates(today).collect(), answered)
        });
        self.daily.insert(daily)
    }

    /// Returns true if no preferred provider is active.
    fn is_wanted(&self) -> bool {
        self.registry
            .is_active(Self::NAME, Capability::Earnings, TickerKind::Stock)
    }

    /// Waits for a date to request: a refresh without a request must not count as a success.
    async fn next(&mut self, context: &Context) -> Date {
        loop {
            let today = exchange_date(Calendar::NewYork, context.clock.now());
            let is_wanted = self.is_wanted();
            let date = self.daily(context, today).next();
            if let Some(date) = date.filter(|_| is_wanted) {
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
        let known: HashSet<String> = companies.collect();
        let answer = self.client.get(&path, &[]).await;
        let day = answer.and_then(|body| wire::read(&body, date, |symbol| known.contains(symbol)));
        let day = match day {
            Ok(day) => day,
            Err(error) => {
                // A problem of one date must not delay the others.
                let is_of_date = matches!(
                    error,
                    SourceError::Shape(_) | SourceError::Refused(_) | SourceError::Status(_)
                );
                if let Some(daily) = self.daily.as_mut().filter(|_| is_of_date) {
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
        daily.answered(date, day.companies);
        // After the events: a date counts as answered only once they are stored.
        let update = Update::Requests {
            period: daily.day().to_string(),
            count: u64::try_from(daily.count()).unwrap_or(u64::MAX),
        };
        let is_over = daily.is_over();
        self.is_empty_of = daily.is_empty().or(self.is_empty_of);
        if day.companies > 0 {
            self.is_empty_of = None;
        }
        context.sink.send(update).await?;
        let now = context.clock.now();
        if let Some(days) = self.is_empty_of {
            let error = SourceError::OutOfDate(format!("no reports on any of {days} days"));
            context.health.out_of_date(now, &error);
        }
        if !is_over {
            return Ok(self.pause);
        }
        let wait = next_new_york_time(now, START_HOUR).duration_since(now);
        Ok(Duration::from_secs(wait.as_secs().max(60).unsigned_abs()))
    }
}

/// Returns true if a ticker may be in the calendar: the symbol of a coin, a fund or a foreign share
/// is another company there.
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
