//! Quotes, one symbol a request, while nobody who is preferred brings them.

use std::{collections::HashMap, time::Duration};

use jiff::{SignedDuration, Timestamp};

use super::{name_of, wire};
use crate::{
    domain::{
        quote::is_from_the_future,
        session::{Calendar, Phase},
    },
    providers::{
        core::{
            capability::{Capability, Offer, PAYERS, Provider, Registry},
            client::{Client, Outcome},
        },
        settings,
    },
    source::{Context, KnownTicker, Refresh, Source, SourceError, Update, health::HealthRecord},
};

/// How often it is looked whether somebody must be asked about.
const LOOK: Duration = Duration::from_secs(2);
/// Pause before a symbol that is not known is asked for again.
const UNKNOWN: SignedDuration = SignedDuration::from_hours(24);

/// See the module.
pub struct Finnhub {
    client: Client,
    key: String,
    every: SignedDuration,
    registry: Registry,
    /// When a symbol may be asked for again, and when that was reckoned.
    due: HashMap<String, (Timestamp, Timestamp)>,
}

impl Finnhub {
    /// `registry` knows whether somebody who is preferred brings the prices.
    pub fn new(settings: &settings::Finnhub, registry: Registry, health: HealthRecord) -> Self {
        let client = Client::new(settings.access(), health);
        Self::with_client(settings, registry, client)
    }

    /// [`Self::new`] with a client that others have as well.
    pub(crate) fn with_client(
        settings: &settings::Finnhub,
        registry: Registry,
        client: Client,
    ) -> Self {
        let every = i64::try_from(settings.every_seconds.max(10)).unwrap_or(i64::MAX);
        Self {
            client,
            key: settings.api_key.clone(),
            every: SignedDuration::from_secs(every),
            registry,
            due: HashMap::new(),
        }
    }

    /// Asks about the next symbol. Waits for one: a refresh that asks nothing must not count as a
    /// success.
    async fn ask(&mut self, context: &Context) -> Result<Duration, SourceError> {
        let ticker = loop {
            match self.next(context) {
                Some(ticker) => break ticker,
                None => tokio::time::sleep(LOOK).await,
            }
        };
        let now = context.clock.now();
        self.due
            .insert(ticker.symbol.clone(), (self.after(&ticker, now), now));
        let name = name_of(&ticker).unwrap_or_default();
        let path = format!("/api/v1/quote?symbol={name}");
        let key = [("x-finnhub-token", self.key.as_str())];
        let quote = match self.client.ask(&path, &key).await? {
            Outcome::Answer(answer) => wire::quote(&ticker.symbol, &answer.body)?,
            Outcome::Refused(status, _) if status.as_u16() == 401 => {
                return Err(SourceError::Refused("it does not know the key".to_owned()));
            }
            // Of what the plan does not have.
            Outcome::Refused(status, _) if matches!(status.as_u16(), 403 | 404) => None,
            Outcome::Refused(status, _) => return Err(SourceError::Status(status.as_u16())),
        };
        match quote {
            Some(quote) if is_from_the_future(quote.as_of, now) => {
                return Err(SourceError::ClockBehind(quote.as_of));
            }
            Some(quote) => {
                context.health.symbol_answered(&ticker.symbol);
                context.sink.send(Update::Quotes(vec![quote])).await?;
            }
            None => self.leave_out(context, &ticker.symbol, now),
        }
        Ok(Duration::ZERO)
    }

    /// Whom to ask about: those first that somebody looks at, then whoever waits longest.
    fn next(&self, context: &Context) -> Option<KnownTicker> {
        let now = context.clock.now();
        let watched = context.known.watched();
        let is_wanted = |ticker: &KnownTicker| {
            !ticker.imported
                && name_of(ticker).is_some()
                && self.due(&ticker.symbol, now) <= now
                && !self.registry.is_streamed(&ticker.symbol, now)
                && self
                    .registry
                    .is_active(Self::NAME, Capability::Quotes, ticker.kind)
        };
        let tickers = context.known.tickers().into_iter();
        tickers.filter(is_wanted).min_by_key(|ticker| {
            let is_watched = watched.contains(&ticker.symbol);
            (!is_watched, self.due(&ticker.symbol, now))
        })
    }

    fn due(&self, symbol: &str, now: Timestamp) -> Timestamp {
        match self.due.get(symbol) {
            // What was reckoned in our future was, before the clock was set back.
            Some((due, set)) if *set <= now => *due,
            _ => Timestamp::MIN,
        }
    }

    /// When to ask about a ticker again: while its market rests, after its next opening.
    fn after(&self, ticker: &KnownTicker, now: Timestamp) -> Timestamp {
        let calendar: Calendar = ticker.calendar;
        let next = match calendar.phase(now) {
            Phase::Regular | Phase::Always => now.checked_add(self.every).ok(),
            _ => Timestamp::from_second(calendar.next_session(now).open + 10).ok(),
        };
        next.unwrap_or(Timestamp::MAX)
    }

    fn leave_out(&mut self, context: &Context, symbol: &str, now: Timestamp) {
        let until = now.saturating_add(UNKNOWN).unwrap_or(Timestamp::MAX);
        self.due.insert(symbol.to_owned(), (until, now));
        let error = SourceError::Refused(format!("{symbol}: it has nothing for it"));
        context
            .health
            .symbol_unknown(symbol, now, &error, Some(until));
    }
}

impl Provider for Finnhub {
    const NAME: &'static str = "finnhub";
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::Quotes, PAYERS)];
    const LIMIT: Option<&'static str> = Some("60 a minute");
}

impl Source for Finnhub {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.ask(context))
    }
}
