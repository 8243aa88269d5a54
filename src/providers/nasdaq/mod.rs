//! Nasdaq's earnings calendar: one day of it at a time, each day asked for once a day. A day whose answer
//! is no calendar is asked for again after the others.

mod amount;
mod round;
mod wire;

use std::{collections::HashSet, time::Duration};

use jiff::{ToSpan as _, civil::Date};

use self::round::Round;
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

/// Days back that are asked for: results come in for a few days.
const BACK: i32 = 5;
/// Days ahead: what is known further ahead is mostly a guess.
const AHEAD: i32 = 35;
/// The hour in New York at which a new day's questions begin.
const MORNING: i64 = 5;

/// How often it is looked whether somebody else brings the days.
const LOOK: Duration = Duration::from_secs(10);

/// See the module.
pub struct Nasdaq {
    client: Client,
    registry: Registry,
    /// Pause between two dates.
    pause: Duration,
    /// The questions of a day, and how far they are.
    round: Option<Round>,
    /// So many days were read and none listed a company, nor did any since.
    is_empty_of: Option<usize>,
}

impl Nasdaq {
    /// Asks as `settings` say. `registry` knows whether somebody who is preferred brings the same.
    pub fn new(settings: &settings::Nasdaq, registry: Registry, health: HealthRecord) -> Self {
        Self {
            registry,
            client: Client::new(settings.access(), health),
            pause: Duration::from_secs(settings.every_seconds.max(1)),
            round: None,
            is_empty_of: None,
        }
    }

    /// The questions of `today`, of which some may have been answered before a restart.
    fn round(&mut self, context: &Context, today: Date) -> &mut Round {
        let round = self.round.take().filter(|round| round.day() == today);
        let round = round.unwrap_or_else(|| {
            let stored = context.known.requests(Self::NAME, &today.to_string());
            let answered = usize::try_from(stored).unwrap_or(usize::MAX);
            Round::new(today, dates(today).collect(), answered)
        });
        self.round.insert(round)
    }

    /// Nobody who is preferred brings the days at present.
    fn is_wanted(&self) -> bool {
        self.registry
            .is_active(Self::NAME, Capability::Earnings, TickerKind::Stock)
    }

    /// Waits for a date to ask for. A refresh that asks nobody must not count as a success.
    async fn next(&mut self, context: &Context) -> Date {
        loop {
            let today = exchange_date(Calendar::NewYork, context.clock.now());
            let is_wanted = self.is_wanted();
            let date = self.round(context, today).next();
            if let Some(date) = date.filter(|_| is_wanted) {
                return date;
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    async fn read(&mut self, context: &Context) -> Result<Duration, SourceError> {
        let date = self.next(context).await;
        let path = format!("/api/calendar/earnings?date={date}");
        let tickers = context.known.tickers().into_iter();
        let companies = tickers.filter(is_company).map(|ticker| ticker.symbol);
        let known: HashSet<String> = companies.collect();
        let answer = self.client.get(&path, &[]).await;
        let day = answer.and_then(|body| wire::read(&body, date, |symbol| known.contains(symbol)));
        let day = match day {
            Ok(day) => day,
            Err(error) => {
                // The other dates do not wait for one that alone is in trouble.
                let is_of_date = matches!(
                    error,
                    SourceError::Shape(_) | SourceError::Refused(_) | SourceError::Status(_)
                );
                if let Some(round) = self.round.as_mut().filter(|_| is_of_date) {
                    round.failed(date);
                }
                return Err(error);
            }
        };
        let update = Update::EarningsOfDay {
            date,
            events: day.reports,
        };
        context.sink.send(update).await?;
        let Some(round) = &mut self.round else {
            return Ok(self.pause);
        };
        round.answered(date, day.companies);
        // After the events: of what is counted, they are stored.
        let update = Update::Requests {
            period: round.day().to_string(),
            count: u64::try_from(round.count()).unwrap_or(u64::MAX),
        };
        let is_over = round.is_over();
        self.is_empty_of = round.is_empty().or(self.is_empty_of);
        if day.companies > 0 {
            self.is_empty_of = None;
        }
        context.sink.send(update).await?;
        let now = context.clock.now();
        if let Some(days) = self.is_empty_of {
            let error = SourceError::OutOfDate(format!("it lists no report on any of {days} days"));
            context.health.out_of_date(now, &error);
        }
        if !is_over {
            return Ok(self.pause);
        }
        let wait = next_new_york_time(now, MORNING).duration_since(now);
        Ok(Duration::from_secs(wait.as_secs().max(60).unsigned_abs()))
    }
}

/// Whether a ticker is a company that the calendar may list: the letters of a coin, a fund or a share
/// that trades elsewhere are those of another company there.
fn is_company(ticker: &TickerInfo) -> bool {
    ticker.kind == TickerKind::Stock && ticker.currency == Currency::USD
}

/// The dates that are asked for on a day: that one first, then those ahead, then those before.
fn dates(today: Date) -> impl Iterator<Item = Date> {
    let ahead = today.saturating_add(AHEAD.days());
    let back = today.saturating_sub(BACK.days());
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
