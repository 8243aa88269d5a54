//! Custom sources: prices from single URLs, configured as `[[sources]]`. Each URL has its own schedule, and a failing one does
//! not stop the others.

mod extract;

use jiff::Timestamp;

use crate::{
    domain::{
        currency::PriceUnit,
        figure::Figure,
        price::in_whole_units,
        quote::{QuoteUpdate, is_from_the_future},
        source_directory::SourceDescription,
        ticker::Profile,
    },
    providers::{
        core::{
            capability::{Capability, Offer, Provider, TRADED},
            client::{Client, Outcome, Validators},
            endpoints::{Endpoint, EndpointPoller},
            probe::Probe,
        },
        settings::Custom,
    },
    source::{Context, Refresh, Source, SourceError, Update},
};

/// The minimum interval between two requests for one price, in seconds.
const MIN_INTERVAL: i64 = 10;

/// The source of prices from single URLs.
pub struct CustomSources {
    prices: EndpointPoller<Price>,
}

struct Price {
    settings: Custom,
    poll_interval: i64,
    validators: Validators,
}

impl CustomSources {
    /// Creates a source for the prices in `sources`.
    pub fn new(sources: &[Custom], client: Client) -> Self {
        let price = |settings: &Custom| Price {
            poll_interval: i64::try_from(settings.every_seconds)
                .unwrap_or(i64::MAX)
                .max(MIN_INTERVAL),
            settings: settings.clone(),
            validators: Validators::default(),
        };
        Self {
            prices: EndpointPoller::new(client, sources.iter().map(price)),
        }
    }
}

impl Price {
    /// Creates the ticker if it does not exist. Returns an error if the stored prices are in another currency.
    async fn ensure_ticker(&self, context: &Context, unit: PriceUnit) -> Result<(), SourceError> {
        let settings = &self.settings;
        let tickers = context.market.tickers();
        let Some(existing) = tickers
            .iter()
            .find(|ticker| ticker.symbol == settings.symbol)
        else {
            let name = settings.name.as_ref().unwrap_or(&settings.symbol);
            let profile = Profile {
                currency: unit.currency,
                ..Profile::new(&settings.symbol, name, settings.kind)
            };
            return context.sink.send(Update::Profiles(vec![profile])).await;
        };
        if existing.currency != unit.currency {
            return Err(SourceError::Refused(format!(
                "the stored prices of {} are in {}, but this source is in {}",
                existing.symbol, existing.currency, unit.currency
            )));
        }
        Ok(())
    }
}

impl Endpoint for Price {
    fn with_name(&self, error: SourceError) -> SourceError {
        SourceError::Price(self.settings.symbol.clone(), Box::new(error))
    }

    fn interval_seconds(&self) -> i64 {
        self.poll_interval
    }

    async fn fetch(&mut self, client: &Client, context: &Context) -> Result<(), SourceError> {
        let settings = &self.settings;
        let unit = PriceUnit::parse(&settings.currency).ok_or_else(|| {
            SourceError::Refused(format!("'{}' is not a currency", settings.currency))
        })?;
        self.ensure_ticker(context, unit).await?;
        let headers: Vec<(&str, &str)> = settings
            .headers
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        let response = match client
            .fetch(&settings.url, &headers, &self.validators)
            .await?
        {
            Outcome::Success(response) if response.unchanged => return Ok(()),
            Outcome::Success(response) => response,
            Outcome::Refused(status, _) => return Err(SourceError::Status(status.as_u16())),
        };
        let now = context.clock.now();
        let (price, stated_time) =
            extract::read(&response.body, &settings.price, settings.time.as_deref())?;
        let as_of = stated_time.unwrap_or(now);
        if is_from_the_future(as_of, now) {
            return Err(SourceError::InvalidResponse(format!(
                "the price is dated {as_of}"
            )));
        }
        let quote = QuoteUpdate {
            symbol: settings.symbol.clone(),
            price: in_whole_units(price, unit.parts),
            as_of,
            ..QuoteUpdate::default()
        };
        context.sink.send(Update::Quotes(vec![quote])).await?;
        // Saved only after the response was processed. A price without a time counts as of the response, so it must be
        // requested in full each time.
        if stated_time.is_some() {
            self.validators = response.validators;
        }
        Ok(())
    }

    fn on_success(&self, context: &Context, _: u32) {
        context.health.symbol_succeeded(&self.settings.symbol);
    }

    fn on_failure(&self, context: &Context, error: &SourceError, _: u32, next: Option<Timestamp>) {
        let now = context.clock.now();
        let symbol = &self.settings.symbol;
        context.health.symbol_unknown(symbol, now, error, next);
    }
}

/// Returns a probe of each price.
pub(crate) fn probes(sources: &[Custom]) -> Vec<Probe> {
    let probe = |source: &Custom| {
        let name = format!("{} {}", CustomSources::NAME, source.symbol);
        let headers = source.headers.clone().into_iter().collect();
        let (price, time) = (source.price.clone(), source.time.clone());
        let currency = source.currency.clone();
        let options = Custom::http_options();
        Probe::fetch(
            name,
            options,
            source.url.clone(),
            headers,
            None,
            move |body| {
                let (value, _) = extract::read(body, &price, time.as_deref())?;
                Ok(format!("{value} {currency}"))
            },
        )
    };
    sources.iter().map(probe).collect()
}

/// The description of this source on the page 'Where the numbers come from'.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: CustomSources::NAME,
    config_table: None,
    title: "Your own sources",
    figures: &[
        Figure::UsPrices,
        Figure::OtherPrices,
        Figure::IndexPrices,
        Figure::FundPrices,
        Figure::CoinPrices,
        Figure::CommodityPrices,
    ],
    delay: "As configured",
    limit: CustomSources::LIMIT,
    terms: "The terms of the pages that you configured.",
    terms_url: "",
};

impl Provider for CustomSources {
    const NAME: &'static str = "sources";
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::Quotes, TRADED)];
}

impl Source for CustomSources {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.prices.fetch(context))
    }
}
