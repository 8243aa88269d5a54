//! Prices by address, as the configuration's `[[sources]]` name them: for what no provider has. Each has
//! a pace of its own; one that fails stops none of the others.

mod extract;

use jiff::Timestamp;

use crate::{
    domain::{
        currency::PriceUnit,
        price::in_whole_units,
        quote::{QuoteUpdate, is_from_the_future},
        ticker::Profile,
    },
    providers::{
        core::{
            addresses::{Address, Addresses},
            capability::{Capability, Offer, Provider, TRADED},
            client::{Client, Outcome, Tags},
        },
        settings::Custom,
    },
    source::{Context, Refresh, Source, SourceError, Update},
};

/// Seconds between two requests for one price, at least.
const SHORTEST: i64 = 10;

/// See the module.
pub struct CustomSources {
    prices: Addresses<Price>,
}

struct Price {
    settings: Custom,
    every: i64,
    tags: Tags,
}

impl CustomSources {
    /// Asks with `client` for the prices that `sources` name.
    pub fn new(sources: &[Custom], client: Client) -> Self {
        let price = |settings: &Custom| Price {
            every: i64::try_from(settings.every_seconds)
                .unwrap_or(i64::MAX)
                .max(SHORTEST),
            settings: settings.clone(),
            tags: Tags::default(),
        };
        Self {
            prices: Addresses::new(client, sources.iter().map(price)),
        }
    }
}

impl Price {
    /// Makes the ticker known where it is not; one that is known keeps its currency.
    async fn introduce(&self, context: &Context, quoted: PriceUnit) -> Result<(), SourceError> {
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
}

impl Address for Price {
    fn named(&self, error: SourceError) -> SourceError {
        SourceError::Price(self.settings.symbol.clone(), Box::new(error))
    }

    fn every(&self) -> i64 {
        self.every
    }

    async fn read(&mut self, client: &Client, context: &Context) -> Result<(), SourceError> {
        let settings = &self.settings;
        let quoted = PriceUnit::parse(&settings.currency).ok_or_else(|| {
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
            price: in_whole_units(price, quoted.parts),
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

    fn answered(&self, context: &Context, _: u32) {
        context.health.symbol_answered(&self.settings.symbol);
    }

    fn failed(&self, context: &Context, error: &SourceError, _: u32, next: Option<Timestamp>) {
        let now = context.clock.now();
        let symbol = &self.settings.symbol;
        context.health.symbol_unknown(symbol, now, error, next);
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
        Box::pin(self.prices.read(context))
    }
}
