//! Yahoo's data other than prices. The quote endpoint supplies market caps of many symbols per request; the summary endpoint supplies
//! the sector, fund data and upcoming dates of one symbol. Both are unofficial and require a cookie and a crumb, which not every
//! client gets. Without them, this data is missing.
//!
//! The source sends one request every half minute and shares the rate limit of the prices.

mod category;
mod quote;
mod summary;
mod target;

use std::{collections::HashMap, time::Duration};

use jiff::{SignedDuration, Timestamp};

use self::target::Target;
use super::yahoo::{REJECTED_DELAY, Session, encode};
use crate::{
    catalogue::Catalogue,
    domain::{
        facts::TickerFacts,
        figure::Figure,
        source_directory::{SourceDescription, UNOFFICIAL_API_TERMS},
        ticker::TickerKind::{Crypto, Etf, Fund, Stock},
    },
    providers::{
        core::{
            capability::{Capability, Offer, Provider},
            client::{Client, Outcome},
            probe::{Probe, with_short_timeout},
        },
        settings,
    },
    source::{Context, Refresh, Source, SourceError, TickerInfo, Update},
};

/// The interval between two requests.
pub(super) const REQUEST_INTERVAL: Duration = Duration::from_secs(30);
/// The interval at which the source checks whether a symbol is due.
const POLL_INTERVAL: Duration = Duration::from_secs(10);
/// The time after which a summary is requested again.
const SUMMARY_TTL: SignedDuration = SignedDuration::from_hours(36);
/// The time after which a market cap is requested again.
const QUOTE_TTL: SignedDuration = SignedDuration::from_hours(24);
/// The maximum number of symbols per request for market caps.
const MAX_SYMBOLS: usize = 50;
const MODULES: &str = "price,summaryDetail,defaultKeyStatistics,summaryProfile,fundProfile,calendarEvents,earnings,earningsTrend";

/// The source of Yahoo's facts.
pub struct YahooFacts {
    client: Client,
    session: Session,
    /// Yahoo's symbols of the catalogue's tickers, by Marketdeck's symbol.
    names: HashMap<String, String>,
    /// When each market cap was last requested, by symbol.
    requested: HashMap<String, Timestamp>,
}

impl YahooFacts {
    /// Creates a source for the catalogue's tickers (limited to the symbols in `settings`, if any) and all followed tickers.
    pub fn new(settings: &settings::Yahoo, catalogue: &Catalogue, client: Client) -> Self {
        let names = catalogue.instruments.iter().filter_map(|instrument| {
            let yahoo = instrument.yahoo.clone()?;
            Some((instrument.profile.symbol.clone(), yahoo))
        });
        Self {
            session: Session::new(settings.cookie_page()),
            client,
            names: names
                .filter(|(symbol, _)| settings.includes(symbol))
                .collect(),
            requested: HashMap::new(),
        }
    }

    /// Waits until a request is due and sends the most urgent one. A refresh that returned without a request would count as a success.
    async fn poll(&mut self, context: &Context) -> Result<Duration, SourceError> {
        loop {
            let targets = self.targets(context);
            let now = context.clock.now();
            let due_market_caps = self.due_market_caps(&targets, now);
            if !due_market_caps.is_empty() {
                self.request_market_caps(context, &due_market_caps).await?;
                return Ok(REQUEST_INTERVAL);
            }
            if let Some(target) = next(&targets, now) {
                self.request_summary(context, target).await?;
                return Ok(REQUEST_INTERVAL);
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Returns the tickers for which Yahoo may have data. They must have a price, because the number of units is stored instead of the
    /// market cap.
    fn targets(&self, context: &Context) -> Vec<Target> {
        let watched = context.market.watched();
        let target = |ticker: TickerInfo| {
            let is_supported = match ticker.kind {
                Stock | Etf | Fund => true,
                // Other providers supply more data for the coins of the catalogue.
                Crypto => ticker.followed.is_some(),
                _ => false,
            };
            let has_price = context.market.price(&ticker.symbol).is_some();
            let yahoo = ticker
                .followed
                .or_else(|| self.names.get(&ticker.symbol).cloned())?;
            (is_supported && has_price && !ticker.imported).then(|| Target {
                is_watched: watched.contains(&ticker.symbol),
                symbol: ticker.symbol,
                yahoo,
                kind: ticker.kind,
                currency: ticker.currency,
                calendar: ticker.calendar,
                fetched: ticker.fetched.facts,
            })
        };
        context
            .market
            .tickers()
            .into_iter()
            .filter_map(target)
            .collect()
    }

    /// Returns the tickers whose market cap is due.
    fn due_market_caps(&self, targets: &[Target], now: Timestamp) -> Vec<Target> {
        let is_due = |target: &&Target| {
            is_expired(self.requested.get(&target.symbol).copied(), QUOTE_TTL, now)
        };
        let mut due: Vec<Target> = targets.iter().filter(is_due).cloned().collect();
        due.sort_by_key(|target| !target.is_watched);
        due.truncate(MAX_SYMBOLS);
        due
    }

    async fn request_market_caps(
        &mut self,
        context: &Context,
        targets: &[Target],
    ) -> Result<(), SourceError> {
        let symbols: Vec<String> = targets.iter().map(|one| encode(&one.yahoo)).collect();
        let path = format!("/v7/finance/quote?symbols={}", symbols.join(","));
        let now = context.clock.now();
        let body = self.get(&path).await?;
        let facts = quote::read(&body, targets)?;
        for target in targets {
            self.requested.insert(target.symbol.clone(), now);
        }
        context.sink.send(Update::Facts(facts)).await
    }

    async fn request_summary(
        &mut self,
        context: &Context,
        target: &Target,
    ) -> Result<(), SourceError> {
        let symbol = encode(&target.yahoo);
        let path = format!("/v10/finance/quoteSummary/{symbol}?formatted=false&modules={MODULES}");
        let facts = match self.get(&path).await {
            Ok(body) => summary::read(&body, target, context.clock.now())?,
            // The symbol is unknown. It is requested again after the usual time.
            Err(SourceError::Status(404)) => None,
            Err(error) => return Err(error),
        };
        let facts = facts.unwrap_or_else(|| TickerFacts {
            symbol: target.symbol.clone(),
            ..TickerFacts::default()
        });
        let facts = TickerFacts {
            is_complete: true,
            ..facts
        };
        context.sink.send(Update::Facts(vec![facts])).await
    }

    /// Sends a request with a crumb, which is requested first if necessary. If the crumb is rejected, sends the request once more with a
    /// new crumb.
    async fn get(&mut self, path: &str) -> Result<bytes::Bytes, SourceError> {
        for _ in 0..2 {
            let (path, cookie) = self
                .session
                .sign(&self.client, path)
                .await
                .map_err(to_access_denied)?;
            let headers = [("cookie", cookie.as_str())];
            match self
                .client
                .get_outcome(&path, &headers)
                .await
                .map_err(to_access_denied)?
            {
                Outcome::Success(response) => return Ok(response.body),
                Outcome::Refused(status, _) if matches!(status.as_u16(), 401 | 403) => {
                    self.session.clear();
                }
                Outcome::Refused(status, _) => return Err(SourceError::Status(status.as_u16())),
            }
        }
        Err(SourceError::AccessDenied {
            reason: "every crumb was refused".to_owned(),
            delay: REJECTED_DELAY,
        })
    }
}

/// Converts throttling to an error that pauses the source for hours, even if the response asks for minutes.
fn to_access_denied(error: SourceError) -> SourceError {
    match error {
        SourceError::Throttled { retry_after, .. } => SourceError::AccessDenied {
            reason: error.to_string(),
            delay: retry_after.unwrap_or_default().max(REJECTED_DELAY),
        },
        other => other,
    }
}

/// Returns the ticker whose summary to request next. Watched tickers come first, then those whose summary is oldest.
fn next(targets: &[Target], now: Timestamp) -> Option<&Target> {
    let due = targets
        .iter()
        .filter(|target| is_expired(target.fetched, SUMMARY_TTL, now));
    due.min_by_key(|target| (!target.is_watched, target.fetched))
}

/// Returns true if data that was received at `fetched` has expired after `ttl`. A time in the future, from before the clock was set
/// back, also counts as expired.
fn is_expired(fetched: Option<Timestamp>, ttl: SignedDuration, now: Timestamp) -> bool {
    fetched.is_none_or(|at| at > now || now.duration_since(at) >= ttl)
}

/// Returns a probe of Yahoo's facts: the cookie and crumb that they require.
pub(crate) fn probe(settings: &settings::Yahoo) -> Probe {
    let (options, cookie_page) = (settings.http_options(), settings.cookie_page());
    let url = options.base_url.clone();
    Probe::new(YahooFacts::NAME, &url, move |health| async move {
        let client = Client::new(with_short_timeout(options), health);
        Session::new(cookie_page).sign(&client, "/?").await?;
        Ok("session opened".to_owned())
    })
}

/// The description of this source on the page 'Where the numbers come from'.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: YahooFacts::NAME,
    config_table: Some("yahoo"),
    title: "Yahoo company facts",
    figures: &[Figure::Facts, Figure::Earnings],
    delay: "About a day",
    limit: YahooFacts::LIMIT,
    terms: UNOFFICIAL_API_TERMS,
    terms_url: "https://legal.yahoo.com/us/en/yahoo/terms/otos/index.html",
};

impl Provider for YahooFacts {
    const NAME: &'static str = "yahoo_facts";
    const OFFERS: &'static [Offer] = &[
        Offer::new(Capability::Facts, &[Stock, Etf, Fund, Crypto]),
        Offer::new(Capability::Earnings, &[Stock]),
    ];
}

impl Source for YahooFacts {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.poll(context))
    }
}
