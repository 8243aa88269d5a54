//! Quotes, one symbol per request, while no preferred provider has them.

use std::time::Duration;

use jiff::SignedDuration;

use super::{name_of, wire};
use crate::{
    domain::quote::is_from_the_future,
    providers::{
        core::{
            capability::{Capability, Offer, PAYERS, Provider, Registry},
            client::{Client, Outcome},
            due_times::{DueTimes, next_price},
        },
        settings,
    },
    source::{Context, Refresh, Source, SourceError, TickerInfo, Update, health::HealthRecord},
};

/// How often to check whether a symbol is due.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// Delay after an opening until its price is available.
const OPENING_DELAY: SignedDuration = SignedDuration::from_secs(10);

/// The source of Finnhub's quotes.
pub struct Finnhub {
    client: Client,
    key: String,
    every: SignedDuration,
    registry: Registry,
    /// When each symbol is due.
    due_times: DueTimes<String>,
}

impl Finnhub {
    /// Creates a source. `registry` knows whether a preferred provider is active.
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
        let every = i64::try_from(settings.every_seconds.max(10)).unwrap_or(i64::MAX);
        Self {
            client,
            key: settings.api_key.clone(),
            every: SignedDuration::from_secs(every),
            registry,
            due_times: DueTimes::default(),
        }
    }

    /// Requests the next symbol, waiting until one is due: a refresh without a request must not
    /// count as a success.
    async fn poll(&mut self, context: &Context) -> Result<Duration, SourceError> {
        let ticker = loop {
            match self.next(context) {
                Some(ticker) => break ticker,
                None => tokio::time::sleep(POLL_INTERVAL).await,
            }
        };
        let now = context.clock.now();
        let next = next_price(ticker.calendar, self.every, OPENING_DELAY, now);
        self.due_times.put(ticker.symbol.clone(), next, now);
        let name = name_of(&ticker).unwrap_or_default();
        let path = format!("/api/v1/quote?symbol={name}");
        let key = [("x-finnhub-token", self.key.as_str())];
        let mut why = None;
        let quote = match self.client.get_outcome(&path, &key).await? {
            Outcome::Success(answer) => wire::quote(&ticker.symbol, &answer.body)?,
            Outcome::Refused(status, _) if status.as_u16() == 401 => {
                return Err(SourceError::Refused("unknown API key".to_owned()));
            }
            // The plan does not include this symbol.
            Outcome::Refused(status, body) if matches!(status.as_u16(), 403 | 404) => {
                why = wire::error(&body);
                None
            }
            Outcome::Refused(status, _) => return Err(SourceError::Status(status.as_u16())),
        };
        match quote {
            Some(quote) if is_from_the_future(quote.as_of, now) => {
                return Err(SourceError::ClockBehind(quote.as_of));
            }
            Some(quote) => {
                self.due_times.answered(context, &ticker.symbol);
                context.sink.send(Update::Quotes(vec![quote])).await?;
            }
            None => {
                let tickers = context.market.tickers();
                let symbol = (
                    &*ticker.symbol,
                    tickers.iter().filter(|one| is_ours(one)).count(),
                );
                let keys = [ticker.symbol.clone()];
                self.due_times
                    .skip_symbol(context, symbol, keys, why.as_deref(), now)?;
            }
        }
        Ok(Duration::ZERO)
    }

    /// Returns the ticker that is due: watched ones first, then the longest ago.
    fn next(&self, context: &Context) -> Option<TickerInfo> {
        let now = context.clock.now();
        let watched = context.market.watched();
        let is_wanted = |ticker: &TickerInfo| {
            is_ours(ticker)
                && self.due_times.of(&ticker.symbol, now) <= now
                && !self.registry.is_streamed(&ticker.symbol, now)
                && self
                    .registry
                    .is_active(Self::NAME, Capability::Quotes, ticker.kind)
        };
        let tickers = context.market.tickers().into_iter();
        tickers.filter(is_wanted).min_by_key(|ticker| {
            let is_watched = watched.contains(&ticker.symbol);
            (!is_watched, self.due_times.of(&ticker.symbol, now))
        })
    }
}

/// Returns true if Finnhub may have a ticker.
fn is_ours(ticker: &TickerInfo) -> bool {
    !ticker.imported && name_of(ticker).is_some()
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
        Box::pin(self.poll(context))
    }
}
