//! Prices by address, as the configuration's `[[sources]]` name them: for what no provider has. Each has
//! a pace of its own; one that fails stops none of the others.

mod extract;

use std::time::Duration;

use crate::{
    domain::{
        currency::QuotedIn,
        quote::{QuoteUpdate, is_from_the_future},
        ticker::Profile,
    },
    providers::{
        core::{
            capability::{Capability, Offer, Provider, TRADED},
            client::{Client, Outcome, Tags},
            pace::Pace,
        },
        settings::Custom,
    },
    source::{Context, Refresh, Source, SourceError, Update},
};

/// Seconds between two requests for one price, at least.
const SHORTEST: i64 = 10;

/// See the module.
pub struct CustomSources {
    client: Client,
    entries: Vec<Entry>,
}

struct Entry {
    settings: Custom,
    every: i64,
    tags: Tags,
    pace: Pace,
}

impl CustomSources {
    /// Asks with `client` for the prices that `sources` name.
    pub fn new(sources: &[Custom], client: Client) -> Self {
        let entry = |settings: &Custom| Entry {
            every: i64::try_from(settings.every_seconds)
                .unwrap_or(i64::MAX)
                .max(SHORTEST),
            settings: settings.clone(),
            tags: Tags::default(),
            pace: Pace::default(),
        };
        Self {
            client,
            entries: sources.iter().map(entry).collect(),
        }
    }

    /// Asks for every price that is due. The refresh fails only when every source is failing.
    async fn read(&mut self, context: &Context) -> Result<Duration, SourceError> {
        self.wait_for_work(context).await;
        while !self.read_due(context).await? {
            self.wait_for_work(context).await;
        }
        let now = context.clock.now().as_second();
        let rest = self.next_due(now) - now;
        Ok(Duration::from_secs(rest.max(1).unsigned_abs()))
    }

    /// Asks for the prices that are due; whether any came.
    async fn read_due(&mut self, context: &Context) -> Result<bool, SourceError> {
        let started = context.clock.now().as_second();
        let (mut came, mut last) = (false, None);
        let due = self
            .entries
            .iter_mut()
            .filter(|entry| entry.pace.due(started) <= started);
        for entry in due {
            match entry.read(&self.client, context).await {
                Ok(()) => {
                    entry.succeeded(context);
                    came = true;
                }
                Err(SourceError::Stopping) => return Err(SourceError::Stopping),
                Err(error) => last = Some(entry.failed(context, error)),
            }
        }
        match last.filter(|_| self.entries.iter().all(Entry::is_failing)) {
            Some(error) => Err(error),
            None => Ok(came),
        }
    }

    /// A refresh that asks nobody must not count as a success. The clock is read again and again, for it
    /// may jump.
    async fn wait_for_work(&self, context: &Context) {
        loop {
            let now = context.clock.now().as_second();
            if self.next_due(now) <= now {
                return;
            }
            tokio::time::sleep(Duration::from_secs(5)).await;
        }
    }

    fn next_due(&self, now: i64) -> i64 {
        let due = self.entries.iter().map(|entry| entry.pace.due(now));
        due.min().unwrap_or(i64::MAX)
    }
}

impl Entry {
    async fn read(&mut self, client: &Client, context: &Context) -> Result<(), SourceError> {
        let settings = &self.settings;
        let quoted = QuotedIn::parse(&settings.currency).ok_or_else(|| {
            SourceError::Refused(format!("'{}' is no currency", settings.currency))
        })?;
        self.introduce(context, quoted).await?;
        let headers: Vec<(&str, &str)> = settings
            .headers
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        let answer = match client.fetch(&settings.url, &headers, &self.tags).await? {
            Outcome::Answer(answer) if answer.unchanged => return Ok(()),
            Outcome::Answer(answer) => answer,
            Outcome::Refused(status, _) => return Err(SourceError::Status(status.as_u16())),
        };
        let now = context.clock.now();
        let (price, told) = extract::read(&answer.body, &settings.price, settings.time.as_deref())?;
        let as_of = told.unwrap_or(now);
        if is_from_the_future(as_of, now) {
            return Err(SourceError::Shape(format!("its price is dated {as_of}")));
        }
        let quote = QuoteUpdate {
            symbol: settings.symbol.clone(),
            price: price / quoted.parts,
            as_of,
            ..QuoteUpdate::default()
        };
        context.sink.send(Update::Quotes(vec![quote])).await?;
        // Only an answer that was understood need not come again. Without a time of its own a price is as
        // old as the answer, and has to come again to be of now.
        if told.is_some() {
            self.tags = answer.tags;
        }
        Ok(())
    }

    /// Makes the ticker known where it is not; one that is known keeps its currency.
    async fn introduce(&self, context: &Context, quoted: QuotedIn) -> Result<(), SourceError> {
        let settings = &self.settings;
        let tickers = context.known.tickers();
        let Some(known) = tickers
            .iter()
            .find(|ticker| ticker.symbol == settings.symbol)
        else {
            let name = settings.name.as_ref().unwrap_or(&settings.symbol);
            let profile = Profile {
                currency: quoted.currency,
                ..Profile::new(&settings.symbol, name, settings.kind)
            };
            return context.sink.send(Update::Profiles(vec![profile])).await;
        };
        if known.currency != quoted.currency {
            return Err(SourceError::Refused(format!(
                "{} is kept in {}, and is told in {}",
                known.symbol, known.currency, quoted.currency
            )));
        }
        Ok(())
    }

    fn is_failing(&self) -> bool {
        self.pace.failures() > 0
    }

    fn succeeded(&mut self, context: &Context) {
        let now = context.clock.now().as_second();
        self.pace.succeeded(now, self.every);
        context.health.symbol_answered(&self.settings.symbol);
    }

    /// Notes the failure, and says whose it is.
    fn failed(&mut self, context: &Context, error: SourceError) -> SourceError {
        let now = context.clock.now();
        self.pace.failed(now.as_second(), self.every, &error);
        let symbol = &self.settings.symbol;
        let next = jiff::Timestamp::from_second(self.pace.due(now.as_second())).ok();
        context.health.symbol_failed(symbol, now, &error, next);
        SourceError::Feed(symbol.clone(), Box::new(error))
    }
}

impl Provider for CustomSources {
    const NAME: &'static str = "sources";
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::Quotes, TRADED)];
}

impl Source for CustomSources {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.read(context))
    }
}
