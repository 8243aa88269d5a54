//! Nasdaq's quotes of US stocks and funds while no preferred provider has them, one symbol per request. Nasdaq serves the last trade of
//! its own and other exchanges without a delay, with the time to the minute.

mod wire;

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use crate::{
    domain::{
        figure::Figure,
        quote::is_from_the_future,
        source_directory::{SourceDescription, UNOFFICIAL_API_TERMS},
        ticker::{Profile, Ticker, TickerId, TickerKind},
    },
    providers::{
        core::{
            capability::{Capability, DataKind, Offer, Provider, Registry, STOCKS_AND_ETFS},
            client::Client,
            due_times::{DueTimes, next_price},
            probe::Probe,
        },
        nasdaq::requests::{asset_class, get_known, is_covered, owned_headers},
        settings,
    },
    source::{Context, Refresh, Source, SourceError, TickerInfo, Update},
};

/// How often to check whether a request is due.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// Interval between requests for a ticker while the market is open.
const QUOTE_INTERVAL: SignedDuration = SignedDuration::from_mins(5);
/// How long after the open, and after the close, a price is requested: the closing auction takes some minutes.
const PRICE_DELAY: SignedDuration = SignedDuration::from_mins(6);

/// Polls quotes.
pub struct NasdaqQuotes {
    client: Client,
    registry: Registry,
    due_times: DueTimes<(String, RequestKind)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum RequestKind {
    Quote,
}

impl NasdaqQuotes {
    /// Creates a source. `client` is the client of the earnings calendar, with which it shares the rate limit.
    pub fn new(registry: Registry, client: Client) -> Self {
        Self {
            client,
            registry,
            due_times: DueTimes::default(),
        }
    }

    /// Sends the next request, waiting until one is due: a refresh without a request must not count as a success.
    async fn poll(&mut self, context: &Context) -> Result<Duration, SourceError> {
        let ticker = loop {
            match self.next_ticker(context) {
                Some(ticker) => break ticker,
                None => tokio::time::sleep(POLL_INTERVAL).await,
            }
        };
        let now = context.clock.now();
        let key = (ticker.symbol.clone(), RequestKind::Quote);
        let due = next_price(ticker.calendar, QUOTE_INTERVAL, PRICE_DELAY, now);
        self.due_times.set(key.clone(), due, now);
        let outcome = self.request(context, &ticker, now).await;
        let outcome = self.due_times.retry_after_outage(key, outcome, now);
        outcome.map(|()| Duration::ZERO)
    }

    fn next_ticker(&self, context: &Context) -> Option<TickerInfo> {
        let now = context.clock.now();
        let next = self
            .due_times
            .next_request(context, &[RequestKind::Quote], |ticker, _| {
                is_covered(ticker)
                    && !self.registry.is_streamed(&ticker.symbol, now)
                    && self
                        .registry
                        .is_active_for(Self::NAME, DataKind::Prices, ticker)
            });
        next.map(|(ticker, _)| ticker)
    }

    async fn request(
        &mut self,
        context: &Context,
        ticker: &TickerInfo,
        now: Timestamp,
    ) -> Result<(), SourceError> {
        let name = ticker.us_symbol().unwrap_or_default();
        let body = get_known(&self.client, &path(&name, asset_class(ticker))).await?;
        let quote = match body {
            Some(body) => wire::quote(ticker, &name, &body)?,
            None => None,
        };
        let Some(quote) = quote else {
            self.registry
                .record_absence(Self::NAME, &[DataKind::Prices], &ticker.symbol);
            return self.skip(context, ticker, now);
        };
        if is_from_the_future(quote.as_of, now) {
            return Err(SourceError::ClockBehind(quote.as_of));
        }
        self.due_times.record_response(context, &ticker.symbol);
        self.registry
            .record_presence(Self::NAME, DataKind::Prices, &ticker.symbol);
        context.sink.send(Update::Quotes(vec![quote])).await
    }

    /// Delays the requests of a ticker that Nasdaq does not know.
    fn skip(
        &mut self,
        context: &Context,
        ticker: &TickerInfo,
        now: Timestamp,
    ) -> Result<(), SourceError> {
        let key = (ticker.symbol.clone(), RequestKind::Quote);
        let tickers = context.market.tickers();
        let count = tickers.iter().filter(|one| is_covered(one)).count();
        self.due_times
            .skip_symbol(context, (&ticker.symbol, count), [key], None, now)
    }
}

fn path(name: &str, class: &str) -> String {
    format!("/api/quote/{name}/info?assetclass={class}")
}

/// Returns a probe of Nasdaq's quotes: the price of a fund.
pub(crate) fn probe(settings: &settings::Nasdaq) -> Probe {
    let options = settings.http_options();
    let url = format!("{}{}", options.base_url, path("SPY", "etf"));
    let name = NasdaqQuotes::NAME;
    Probe::fetch(name, options, url, owned_headers(), None, |body| {
        let profile = Profile::new("SPY", "SPY", TickerKind::Etf);
        let ticker = TickerInfo::of(&Ticker::new(TickerId(1), profile));
        let quote = wire::quote(&ticker, "SPY", body)?;
        let quote =
            quote.ok_or_else(|| SourceError::InvalidResponse("no quote of SPY".to_owned()))?;
        Ok(format!("SPY {} USD", quote.price))
    })
}

/// What the page 'Where the numbers come from' says about this source.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: NasdaqQuotes::NAME,
    config_table: Some("nasdaq"),
    title: "Nasdaq (quotes)",
    figures: &[Figure::UsPrices],
    delay: "About a minute",
    limit: NasdaqQuotes::LIMIT,
    terms: UNOFFICIAL_API_TERMS,
    terms_url: "https://www.nasdaq.com/legal",
};

impl Provider for NasdaqQuotes {
    const NAME: &'static str = "nasdaq_quotes";
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::Quotes, STOCKS_AND_ETFS)];

    fn covers(ticker: &TickerInfo) -> bool {
        is_covered(ticker)
    }
}

impl Source for NasdaqQuotes {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.poll(context))
    }
}
