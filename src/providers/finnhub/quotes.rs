//! Quotes, one symbol per request, while no preferred provider supplies them.

use std::time::Duration;

use jiff::SignedDuration;

use super::wire;
use crate::{
    domain::{figure::Figure, quote::is_from_the_future, source_directory::SourceDescription},
    providers::{
        core::{
            capability::{Capability, DataKind, Offer, Provider, Registry, STOCKS_AND_ETFS},
            client::{Client, Outcome},
            due_times::{DueTimes, next_price},
            probe::{Probe, ProbeKey},
        },
        settings,
    },
    source::{Context, Refresh, Source, SourceError, TickerInfo, Update, health::HealthRecord},
};

/// The interval at which the source checks whether a symbol is due.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// The delay after the opening of a market until its prices are available.
const OPENING_DELAY: SignedDuration = SignedDuration::from_secs(10);

/// The source of Finnhub's quotes.
pub struct Finnhub {
    client: Client,
    key: String,
    poll_interval: SignedDuration,
    registry: Registry,
    /// When each symbol is due.
    due_times: DueTimes<(String, ())>,
}

impl Finnhub {
    /// Creates a source. `registry` decides which provider is active.
    pub fn new(settings: &settings::Finnhub, registry: Registry, health: HealthRecord) -> Self {
        let client = Client::new(settings.http_options(), health);
        Self::with_client(settings, registry, client)
    }

    /// Like [`Self::new`], with a shared client.
    pub(crate) fn with_client(
        settings: &settings::Finnhub,
        registry: Registry,
        client: Client,
    ) -> Self {
        let poll_interval = i64::try_from(settings.every_seconds.max(10)).unwrap_or(i64::MAX);
        Self {
            client,
            key: settings.api_key.clone(),
            poll_interval: SignedDuration::from_secs(poll_interval),
            registry,
            due_times: DueTimes::default(),
        }
    }

    /// Waits until a symbol is due and requests it. A refresh that returned without a request would count as a success.
    async fn poll(&mut self, context: &Context) -> Result<Duration, SourceError> {
        let ticker = loop {
            match self.next(context) {
                Some(ticker) => break ticker,
                None => tokio::time::sleep(POLL_INTERVAL).await,
            }
        };
        let now = context.clock.now();
        let next = next_price(ticker.calendar, self.poll_interval, OPENING_DELAY, now);
        self.due_times.set((ticker.symbol.clone(), ()), next, now);
        let name = ticker.us_symbol().unwrap_or_default();
        let path = format!("/api/v1/quote?symbol={name}");
        let key = [("x-finnhub-token", self.key.as_str())];
        let mut reason = None;
        let quote = match self.client.get_outcome(&path, &key).await? {
            Outcome::Success(response) => wire::quote(&ticker.symbol, &response.body)?,
            Outcome::Refused(status, _) if status.as_u16() == 401 => {
                return Err(SourceError::Refused("unknown API key".to_owned()));
            }
            // The plan does not include this symbol.
            Outcome::Refused(status, body) if matches!(status.as_u16(), 403 | 404) => {
                reason = wire::error(&body);
                None
            }
            Outcome::Refused(status, _) => return Err(SourceError::Status(status.as_u16())),
        };
        match quote {
            Some(quote) if is_from_the_future(quote.as_of, now) => {
                return Err(SourceError::ClockBehind(quote.as_of));
            }
            Some(quote) => {
                self.due_times.record_response(context, &ticker.symbol);
                self.registry
                    .record_presence(Self::NAME, DataKind::Prices, &ticker.symbol);
                context.sink.send(Update::Quotes(vec![quote])).await?;
            }
            None => {
                let absent = [DataKind::Prices];
                self.registry
                    .record_absence(Self::NAME, &absent, &ticker.symbol);
                let tickers = context.market.tickers();
                let symbol = (
                    &*ticker.symbol,
                    tickers.iter().filter(|one| is_supported(one)).count(),
                );
                let keys = [(ticker.symbol.clone(), ())];
                self.due_times
                    .skip_symbol(context, symbol, keys, reason.as_deref(), now)?;
            }
        }
        Ok(Duration::ZERO)
    }

    /// Returns the ticker to request next.
    fn next(&self, context: &Context) -> Option<TickerInfo> {
        let now = context.clock.now();
        let is_wanted = |ticker: &TickerInfo, ()| {
            is_supported(ticker)
                && !self.registry.is_streamed(&ticker.symbol, now)
                && self
                    .registry
                    .is_active_for(Self::NAME, DataKind::Prices, ticker)
        };
        let next = self.due_times.next_request(context, &[()], is_wanted);
        next.map(|(ticker, ())| ticker)
    }
}

/// Returns true if Finnhub may have a quote of the ticker.
fn is_supported(ticker: &TickerInfo) -> bool {
    !ticker.imported && ticker.us_symbol().is_some()
}

/// Returns a probe of Finnhub: the price of a stock.
pub(crate) fn probe(settings: &settings::Finnhub) -> Probe {
    let key = ProbeKey {
        config_table: "finnhub",
        header: ("x-finnhub-token", settings.api_key.clone()),
    };
    let path = "/api/v1/quote?symbol=AAPL";
    Probe::get_with_key(Finnhub::NAME, settings.http_options(), path, key, |body| {
        let quote = wire::quote("AAPL", body)?;
        let quote = quote.ok_or_else(|| SourceError::InvalidResponse("no price".to_owned()))?;
        Ok(format!("AAPL {} USD", quote.price))
    })
}

/// The description of this source on the page 'Where the numbers come from'.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: Finnhub::NAME,
    config_table: Some("finnhub"),
    title: "Finnhub",
    figures: &[Figure::UsPrices],
    delay: "None",
    limit: Finnhub::LIMIT,
    terms: "Needs your own key; the free plan is for personal use.",
    terms_url: "https://finnhub.io/terms-of-service",
};

impl Provider for Finnhub {
    const NAME: &'static str = "finnhub";
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::Quotes, STOCKS_AND_ETFS)];
    const LIMIT: Option<&'static str> = Some("60 a minute");

    fn covers(ticker: &TickerInfo) -> bool {
        is_supported(ticker)
    }
}

impl Source for Finnhub {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.poll(context))
    }
}
