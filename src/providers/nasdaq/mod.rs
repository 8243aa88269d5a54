//! Nasdaq's earnings calendar: one day of it at a time, each day asked for once a day.

mod wire;

use std::{collections::HashSet, time::Duration};

use jiff::{ToSpan as _, civil::Date};

use crate::{
    domain::{
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
    source::{Context, Refresh, Source, SourceError, Update, health::HealthRecord},
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
    /// How many of the dates of a day were answered on it, in their order.
    answered: Option<(Date, usize)>,
}

impl Nasdaq {
    /// Asks as `settings` say. `registry` knows whether somebody who is preferred brings the same.
    pub fn new(settings: &settings::Nasdaq, registry: Registry, health: HealthRecord) -> Self {
        Self {
            registry,
            client: Client::new(settings.access(), health),
            pause: Duration::from_secs(settings.every_seconds.max(1)),
            answered: None,
        }
    }

    /// How many dates were answered today, also before a restart.
    fn answered(&self, context: &Context, today: Date) -> usize {
        let here = self.answered.filter(|(day, _)| *day == today);
        here.map_or_else(
            || {
                let stored = context.known.requests(Self::NAME, &today.to_string());
                usize::try_from(stored).unwrap_or(usize::MAX)
            },
            |(_, answered)| answered,
        )
    }

    /// Nobody who is preferred brings the days at present.
    fn is_wanted(&self) -> bool {
        self.registry
            .is_active(Self::NAME, Capability::Earnings, TickerKind::Stock)
    }

    /// Waits for a date to ask for: today, the date, and how many of today's came before it. A refresh that
    /// asks nobody must not count as a success.
    async fn next(&self, context: &Context) -> (Date, Date, usize) {
        loop {
            let today = exchange_date(Calendar::NewYork, context.clock.now());
            let answered = self.answered(context, today);
            let date = dates(today).nth(answered);
            if let Some(date) = date.filter(|_| self.is_wanted()) {
                return (today, date, answered);
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    async fn read(&mut self, context: &Context) -> Result<Duration, SourceError> {
        let (today, date, before) = self.next(context).await;
        let path = format!("/api/calendar/earnings?date={date}");
        let body = self.client.get(&path, &[]).await?;
        let tickers = context.known.tickers().into_iter();
        let known: HashSet<String> = tickers.map(|ticker| ticker.symbol).collect();
        let events = wire::read(&body, date, |symbol| known.contains(symbol))?;
        if !events.is_empty() {
            context.sink.send(Update::Earnings(events)).await?;
        }
        let answered = before + 1;
        self.answered = Some((today, answered));
        // After the events: of what is counted, they are stored.
        let update = Update::Requests {
            period: today.to_string(),
            count: u64::try_from(answered).unwrap_or(u64::MAX),
        };
        context.sink.send(update).await?;
        if dates(today).nth(answered).is_some() {
            return Ok(self.pause);
        }
        let now = context.clock.now();
        let wait = next_new_york_time(now, MORNING).duration_since(now);
        Ok(Duration::from_secs(wait.as_secs().max(60).unsigned_abs()))
    }
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
