//! Quotes, one symbol a request, while nobody who is preferred brings them.

use std::time::Duration;

use jiff::SignedDuration;

use super::{name_of, wire};
use crate::{
    domain::quote::is_from_the_future,
    providers::{
        core::{
            capability::{Capability, Offer, PAYERS, Provider, Registry},
            client::{Client, Outcome},
            dues::{Dues, next_price},
        },
        settings,
    },
    source::{Context, Refresh, Source, SourceError, TickerInfo, Update, health::HealthRecord},
};

/// How often it is looked whether somebody must be asked about.
const LOOK: Duration = Duration::from_secs(2);
/// So long after an opening there is a price of it.
const OPENING: SignedDuration = SignedDuration::from_secs(10);

/// See the module.
pub struct Finnhub {
    client: Client,
    key: String,
    every: SignedDuration,
    registry: Registry,
    /// By symbol.
    dues: Dues<String>,
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
            dues: Dues::default(),
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
        let next = next_price(ticker.calendar, self.every, OPENING, now);
        self.dues.put(ticker.symbol.clone(), next, now);
        let name = name_of(&ticker).unwrap_or_default();
        let path = format!("/api/v1/quote?symbol={name}");
        let key = [("x-finnhub-token", self.key.as_str())];
        let mut why = None;
        let quote = match self.client.ask(&path, &key).await? {
            Outcome::Answer(answer) => wire::quote(&ticker.symbol, &answer.body)?,
            Outcome::Refused(status, _) if status.as_u16() == 401 => {
                return Err(SourceError::Refused("it does not know the key".to_owned()));
            }
            // Of what the plan does not have.
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
                self.dues.answered(context, &ticker.symbol);
                context.sink.send(Update::Quotes(vec![quote])).await?;
            }
            None => {
                let tickers = context.known.tickers();
                let symbol = (
                    &*ticker.symbol,
                    tickers.iter().filter(|one| is_ours(one)).count(),
                );
                let keys = [ticker.symbol.clone()];
                self.dues
                    .exclude_bars(context, symbol, keys, why.as_deref(), now)?;
            }
        }
        Ok(Duration::ZERO)
    }

    /// Whom to ask about: those first that somebody looks at, then whoever waits longest.
    fn next(&self, context: &Context) -> Option<TickerInfo> {
        let now = context.clock.now();
        let watched = context.known.watched();
        let is_wanted = |ticker: &TickerInfo| {
            is_ours(ticker)
                && self.dues.of(&ticker.symbol, now) <= now
                && !self.registry.is_streamed(&ticker.symbol, now)
                && self
                    .registry
                    .is_active(Self::NAME, Capability::Quotes, ticker.kind)
        };
        let tickers = context.known.tickers().into_iter();
        tickers.filter(is_wanted).min_by_key(|ticker| {
            let is_watched = watched.contains(&ticker.symbol);
            (!is_watched, self.dues.of(&ticker.symbol, now))
        })
    }
}

/// Whether it can be asked about a ticker.
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
        Box::pin(self.ask(context))
    }
}
