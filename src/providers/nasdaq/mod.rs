//! Nasdaq's earnings calendar: one day of it at a time, each day asked for once a day.

mod wire;

use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

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
    /// By date of the calendar: on which day it was answered last.
    answered: HashMap<Date, Date>,
}

impl Nasdaq {
    /// Asks as `settings` say. `registry` knows whether somebody who is preferred brings the same.
    pub fn new(settings: &settings::Nasdaq, registry: Registry, health: HealthRecord) -> Self {
        Self {
            registry,
            client: Client::new(settings.access(), health),
            pause: Duration::from_secs(settings.every_seconds.max(1)),
            answered: HashMap::new(),
        }
    }

    /// The dates that are not answered today: today first, then those ahead, then those before.
    fn due(&self, today: Date) -> impl Iterator<Item = Date> {
        let ahead = today.saturating_add(AHEAD.days());
        let back = today.saturating_sub(BACK.days());
        Calendar::NewYork
            .trading_days(today..ahead)
            .chain(Calendar::NewYork.trading_days(back..today))
            .filter(move |date| self.answered.get(date) != Some(&today))
    }

    /// Nobody who is preferred brings the days at present.
    fn is_wanted(&self) -> bool {
        self.registry
            .is_active(Self::NAME, Capability::Earnings, TickerKind::Stock)
    }

    async fn read(&mut self, context: &Context) -> Result<Duration, SourceError> {
        while !self.is_wanted() {
            tokio::time::sleep(LOOK).await;
        }
        let now = context.clock.now();
        let today = exchange_date(Calendar::NewYork, now);
        self.answered.retain(|_, on| *on == today);
        let date = self.due(today).next();
        if let Some(date) = date {
            let path = format!("/api/calendar/earnings?date={date}");
            let body = self.client.get(&path, &[]).await?;
            let known: HashSet<String> = context
                .known
                .tickers()
                .into_iter()
                .map(|ticker| ticker.symbol)
                .collect();
            let events = wire::read(&body, date, |symbol| known.contains(symbol))?;
            if !events.is_empty() {
                context.sink.send(Update::Earnings(events)).await?;
            }
            self.answered.insert(date, today);
        }
        if self.due(today).next().is_some() {
            return Ok(self.pause);
        }
        let wait = next_new_york_time(now, MORNING).duration_since(now);
        Ok(Duration::from_secs(wait.as_secs().max(60).unsigned_abs()))
    }
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
