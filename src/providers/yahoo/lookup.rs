//! Symbol lookup: search, and the chart of a symbol with its whole history.
//!
//! Lookups share the client and the rate limit of the source, and wait for at most one of its requests.

use std::{sync::Arc, time::Duration};

use jiff::SignedDuration;

use super::{
    Yahoo,
    chart::{self, NoData, ParsedChart, ReadContext},
    profile, spark,
    target::{Target, encode},
    wire,
};
use crate::{
    domain::{
        Clock,
        bar::Interval,
        dividend,
        provider::ProviderState,
        quote::is_from_the_future,
        symbol::with_other_class_separator,
        ticker::{Profile, TickerKind},
    },
    providers::core::{
        capability::Provider as _,
        client::{Client, Outcome},
        lenient,
        recent_cache::RecentCache,
    },
    source::{
        SourceError, Update,
        health::HealthRecord,
        lookup::{FoundPrice, FoundTicker, Lookup, LookupError, LookupFuture, SymbolHit},
    },
};

/// The timeout of a lookup with all its requests.
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(20);
/// How long search results are cached.
const SEARCH_CACHE_TTL: SignedDuration = SignedDuration::from_mins(10);
/// How long the prices of search results are cached.
const PRICE_CACHE_TTL: SignedDuration = SignedDuration::from_mins(1);
/// The maximum number of search results.
const MAX_HITS: usize = 10;

/// Looks symbols up at Yahoo.
pub(crate) struct YahooLookup {
    client: Client,
    health: HealthRecord,
    clock: Arc<dyn Clock>,
    /// Search results by query.
    searches: RecentCache<Vec<Hit>>,
    /// Prices of search results by query.
    prices: RecentCache<Vec<FoundPrice>>,
}

/// A search result.
#[derive(Debug, Clone)]
struct Hit {
    hit: SymbolHit,
    /// Yahoo's symbol.
    yahoo: String,
}

impl YahooLookup {
    /// Creates a lookup; `health` is the health record of the source.
    pub(crate) fn new(client: Client, health: HealthRecord, clock: Arc<dyn Clock>) -> Self {
        Self {
            client,
            health,
            clock,
            searches: RecentCache::new(SEARCH_CACHE_TTL),
            prices: RecentCache::new(PRICE_CACHE_TTL),
        }
    }

    /// Requests `path` unless the source is unreachable. A source that responds with errors may still have data for this symbol.
    async fn get(&self, path: &str) -> Result<Outcome, LookupError> {
        let health = self.health.read();
        let is_pausing = health.next_attempt.is_some_and(|at| at > self.clock.now());
        if health.state == ProviderState::Failing && is_pausing && !health.answered {
            let reason = health.last_error.unwrap_or_default();
            return Err(LookupError::Unavailable(format!(
                "Yahoo is not available: it is failing. {reason}"
            )));
        }
        self.client
            .get_outcome(path, &[])
            .await
            .map_err(|error| self.unavailable_error(&error))
    }

    /// Converts an error to a message for users.
    fn unavailable_error(&self, error: &SourceError) -> LookupError {
        unavailable(&self.health.sanitize(error))
    }

    fn no_prices(&self, symbol: &str, no_data: &NoData) -> LookupError {
        let reason = self.health.sanitize(no_data);
        LookupError::Unknown(format!("Yahoo has no prices for {symbol}: {reason}."))
    }

    /// Looks up the possible spellings of a symbol and returns the first one that Yahoo knows.
    async fn find_first(&self, symbol: &str) -> Result<FoundTicker, LookupError> {
        let mut unknown = None;
        for yahoo in spellings(symbol) {
            match self.chart(&yahoo).await {
                Ok(found) => return Ok(found),
                Err(error @ LookupError::Unavailable(_)) => return Err(error),
                // The error about the first spelling, which the user entered, is the most helpful one.
                Err(error) => unknown = unknown.or(Some(error)),
            }
        }
        Err(unknown.unwrap_or_else(|| unknown_symbol(symbol)))
    }

    async fn chart(&self, yahoo: &str) -> Result<FoundTicker, LookupError> {
        let body = match self.get(&full_history_path(yahoo)).await? {
            Outcome::Success(response) => response.body,
            Outcome::Refused(status, body) if matches!(status.as_u16(), 400 | 404 | 422) => body,
            Outcome::Refused(status, _) => {
                return Err(self.unavailable_error(&SourceError::Status(status.as_u16())));
            }
        };
        let result = match chart::result(&body) {
            Ok(Ok(result)) => result,
            Ok(Err(_)) => return Err(unknown_symbol(yahoo)),
            Err(error) => return Err(self.unavailable_error(&error)),
        };
        let profile = profile::profile(yahoo, &result.meta).map_err(LookupError::Unknown)?;
        let symbol = result.meta.symbol.as_deref().unwrap_or(yahoo).to_owned();
        let target = Target::of_profile(&profile, &symbol);
        let parsed = chart::parse_result(&target, result, &ReadContext::at(self.clock.now()))
            .map_err(|no_data| self.no_prices(yahoo, &no_data))?;
        Ok(FoundTicker {
            updates: updates(&profile, parsed),
            profile,
            symbol,
            source: Yahoo::NAME,
        })
    }

    async fn search_cached(&self, query: &str) -> Result<Vec<Hit>, LookupError> {
        if let Some(hits) = self.searches.get(query, self.clock.now()) {
            return Ok(hits);
        }
        let hits = self.search_uncached(query).await?;
        self.searches.insert(query, self.clock.now(), hits.clone());
        Ok(hits)
    }

    async fn search_uncached(&self, query: &str) -> Result<Vec<Hit>, LookupError> {
        let path = format!(
            "/v1/finance/search?q={}&quotesCount={MAX_HITS}&newsCount=0",
            encode(query)
        );
        match self.get(&path).await? {
            Outcome::Success(response) => {
                parse_hits(&response.body).map_err(|error| self.unavailable_error(&error))
            }
            Outcome::Refused(status, _) => {
                Err(self.unavailable_error(&SourceError::Status(status.as_u16())))
            }
        }
    }

    async fn prices_cached(&self, query: &str) -> Result<Vec<FoundPrice>, LookupError> {
        if let Some(prices) = self.prices.get(query, self.clock.now()) {
            return Ok(prices);
        }
        let (coins, others): (Vec<_>, Vec<_>) = self
            .search_cached(query)
            .await?
            .into_iter()
            .partition(|hit| hit.hit.kind == TickerKind::Crypto);
        let mut prices = self.spark(&others, false).await?;
        prices.extend(self.spark(&coins, true).await?);
        let now = self.clock.now();
        prices.retain(|price| !is_from_the_future(price.as_of, now));
        self.prices.insert(query, now, prices.clone());
        Ok(prices)
    }

    /// Requests the prices of `hits` in one request. `hits` must contain only coins or no coins.
    async fn spark(&self, hits: &[Hit], are_coins: bool) -> Result<Vec<FoundPrice>, LookupError> {
        if hits.is_empty() {
            return Ok(Vec::new());
        }
        let symbols: Vec<&str> = hits.iter().map(|hit| &*hit.yahoo).collect();
        let path = spark::path_of(symbols.iter().copied(), are_coins);
        match self.get(&path).await? {
            Outcome::Success(response) => {
                spark::read_found(&symbols, &response.body, self.clock.now())
                    .map_err(|error| self.unavailable_error(&error))
            }
            Outcome::Refused(status, _) => {
                Err(self.unavailable_error(&SourceError::Status(status.as_u16())))
            }
        }
    }
}

/// Limits a lookup to [`LOOKUP_TIMEOUT`].
async fn with_timeout<T>(
    lookup: impl Future<Output = Result<T, LookupError>>,
) -> Result<T, LookupError> {
    tokio::time::timeout(LOOKUP_TIMEOUT, lookup)
        .await
        .unwrap_or_else(|_| {
            Err(unavailable(
                &SourceError::Timeout(LOOKUP_TIMEOUT).to_string(),
            ))
        })
}

impl Lookup for YahooLookup {
    fn find<'a>(&'a self, symbol: &'a str) -> LookupFuture<'a, FoundTicker, LookupError> {
        Box::pin(with_timeout(self.find_first(symbol)))
    }

    fn search<'a>(&'a self, query: &'a str) -> LookupFuture<'a, Vec<SymbolHit>, LookupError> {
        Box::pin(async move {
            let found = with_timeout(self.search_cached(&normalize(query))).await?;
            Ok(found.into_iter().map(|found| found.hit).collect())
        })
    }

    fn prices<'a>(&'a self, query: &'a str) -> LookupFuture<'a, Vec<FoundPrice>, LookupError> {
        Box::pin(async move { with_timeout(self.prices_cached(&normalize(query))).await })
    }

    fn provider(&self) -> &'static str {
        "Yahoo"
    }

    fn searches_isins(&self) -> bool {
        true
    }
}

/// Normalizes a query for the cache: ignores case and surrounding white space.
fn normalize(query: &str) -> String {
    query.trim().to_lowercase()
}

/// Returns the possible spellings of a symbol at Yahoo: unchanged, with the other class separator, and as a coin in dollars.
fn spellings(symbol: &str) -> Vec<String> {
    let is_plain = symbol.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let coin = is_plain.then(|| format!("{symbol}-USD"));
    [
        Some(symbol.to_owned()),
        with_other_class_separator(symbol),
        coin,
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Returns the path of a request for the whole history of a symbol, with dividends and splits.
fn full_history_path(yahoo: &str) -> String {
    format!(
        "/v8/finance/chart/{}?interval=1d&period1=0&period2=9999999999&includePrePost=false&events=div%2Csplits%2CcapitalGains",
        encode(yahoo)
    )
}

/// Returns the updates of a chart: bars, dividends, splits and price.
fn updates(profile: &Profile, parsed: ParsedChart) -> Vec<Update> {
    let symbol = &profile.symbol;
    let mut updates = Vec::new();
    if parsed.interval == Some(Interval::Day) {
        updates.push(Update::Fetched {
            symbol: symbol.clone(),
            interval: Interval::Day,
            bars: parsed.bars,
            over_years: true,
        });
    }
    if !parsed.payments.is_empty() {
        updates.push(Update::Dividends {
            symbol: symbol.clone(),
            dividends: dividend::classify_payments(parsed.payments),
        });
    }
    if !parsed.splits.is_empty() {
        updates.push(Update::Splits {
            symbol: symbol.clone(),
            splits: parsed.splits,
        });
    }
    updates.extend(parsed.quote.map(|quote| Update::Quotes(vec![quote])));
    updates
}

/// Parses the search results that can be followed.
fn parse_hits(body: &[u8]) -> Result<Vec<Hit>, SourceError> {
    let response: wire::SearchResponse = lenient::json_with_nan(body)?;
    let quotes = response.quotes.ok_or_else(|| {
        SourceError::InvalidResponse("no search results in the response".to_owned())
    })?;
    let hit = |hit: wire::SearchHit| {
        let kind = profile::kind(hit.quote_type.as_deref()?)?;
        let yahoo = hit.symbol.0?;
        let name = hit.longname.0.or(hit.shortname.0);
        let hit = SymbolHit {
            symbol: profile::symbol(&yahoo, kind),
            name: name.unwrap_or_else(|| yahoo.clone()),
            kind,
            exchange: hit.exchange_name.0.or(hit.exchange.0),
        };
        Some(Hit { hit, yahoo })
    };
    let hits = quotes.into_iter().filter_map(|one| one.0).filter_map(hit);
    Ok(hits.take(MAX_HITS).collect())
}

fn unknown_symbol(symbol: &str) -> LookupError {
    LookupError::Unknown(format!("No provider knows {symbol}."))
}

fn unavailable(reason: &str) -> LookupError {
    LookupError::Unavailable(format!("Yahoo is not available: {reason}."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ticker::TickerKind;
    use crate::testing::fuzz::fuzz;

    #[test]
    fn a_symbol_is_looked_up_unchanged_then_as_a_share_class_or_a_coin() {
        assert_eq!(spellings("BRK.B"), ["BRK.B", "BRK-B"]);
        assert_eq!(spellings("SHIB"), ["SHIB", "SHIB-USD"]);
        assert_eq!(spellings("SAP.DE"), ["SAP.DE"]);
        assert_eq!(spellings("M&M.NS"), ["M&M.NS"]);
    }

    #[test]
    fn a_search_omits_unsupported_and_invalid_results() {
        let body = br#"{"quotes":[
            {"symbol":"SAP.DE","longname":"SAP SE","shortname":"SAP","quoteType":"EQUITY","exchange":"GER","exchDisp":"XETRA"},
            {"symbol":"AAPL251219C00120000","quoteType":"OPTION","exchange":"OPR"},
            {"symbol":"DOGE-USD","shortname":"Dogecoin USD","quoteType":"CRYPTOCURRENCY","exchange":"CCC"},
            {"index":"news"}, null, 7]}"#;
        let hits = parse_hits(body).unwrap();
        let found: Vec<_> = hits
            .iter()
            .map(|Hit { hit, .. }| (&*hit.symbol, &*hit.name, hit.kind))
            .collect();
        assert_eq!(
            found,
            [
                ("SAP.DE", "SAP SE", TickerKind::Stock),
                ("DOGE", "Dogecoin USD", TickerKind::Crypto)
            ]
        );
        assert_eq!(hits[0].hit.exchange.as_deref(), Some("XETRA"));
        assert_eq!(hits[1].yahoo, "DOGE-USD");
        assert!(super::parse_hits(br#"{"quotes":[]}"#).unwrap().is_empty());
        assert!(super::parse_hits(b"<html>").is_err() && super::parse_hits(b"{}").is_err());
    }

    #[test]
    fn broken_responses_cause_no_panic() {
        let samples =
            [&include_bytes!("../../../tests/fixtures/recordings/yahoo/search-SAP.json")[..]];
        fuzz("yahoo-search", &samples, |body| {
            let _ = parse_hits(body);
        });
    }
}
