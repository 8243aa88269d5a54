//! Symbol lookup: the chart of one symbol with all its years, and search.
//!
//! Both use the source's client and its rate limit; at most one request of the source waits before
//! them.

use std::{sync::Arc, time::Duration};

use jiff::SignedDuration;

use super::{
    Yahoo,
    chart::{self, NoData, ParsedChart, Reading},
    profile,
    recent_cache::RecentCache,
    spark,
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
        symbol::other_class_sign,
        ticker::{Profile, TickerKind},
    },
    providers::core::{
        capability::Provider as _,
        client::{Client, Outcome},
        lenient,
    },
    source::{
        SourceError, Update,
        health::HealthRecord,
        lookup::{Answer, FoundPrice, FoundTicker, Lookup, LookupError, SymbolHit},
    },
};

/// Longest time for a lookup, all requests together.
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(20);
/// How long search results are cached.
const SEARCH_CACHE_TTL: SignedDuration = SignedDuration::from_mins(10);
/// How long prices of search results are cached.
const PRICE_CACHE_TTL: SignedDuration = SignedDuration::from_mins(1);
/// Maximum number of search results.
const MAX_HITS: usize = 10;

/// Looks symbols up at Yahoo.
pub(crate) struct YahooLookup {
    client: Client,
    health: HealthRecord,
    clock: Arc<dyn Clock>,
    /// By query.
    searched: RecentCache<Vec<Hit>>,
    /// By query.
    priced: RecentCache<Vec<FoundPrice>>,
}

/// A search result.
#[derive(Debug, Clone)]
struct Hit {
    hit: SymbolHit,
    /// Yahoo's symbol.
    yahoo: String,
}

impl YahooLookup {
    /// Creates a lookup; `health` is that of the source.
    pub(crate) fn new(client: Client, health: HealthRecord, clock: Arc<dyn Clock>) -> Self {
        Self {
            client,
            health,
            clock,
            searched: RecentCache::new(SEARCH_CACHE_TTL),
            priced: RecentCache::new(PRICE_CACHE_TTL),
        }
    }

    /// Requests `path`, unless the source is known to be down. A source that answered something unusable, such as an
    /// error about other symbols, may still know this one.
    async fn get(&self, path: &str) -> Result<Outcome, LookupError> {
        let health = self.health.read();
        let rests = health.next_attempt.is_some_and(|at| at > self.clock.now());
        if health.state == ProviderState::Failing && rests && !health.answered {
            let why = health.last_error.unwrap_or_default();
            return Err(LookupError::Unavailable(format!(
                "Yahoo is not available: it is failing. {why}"
            )));
        }
        self.client
            .get_outcome(path, &[])
            .await
            .map_err(|error| self.unavailable(&error))
    }

    /// Converts an error to a message for users.
    fn unavailable(&self, error: &SourceError) -> LookupError {
        not_available(&self.health.sanitize(error))
    }

    fn no_prices(&self, symbol: &str, no_data: &NoData) -> LookupError {
        let why = self.health.sanitize(no_data);
        LookupError::Unknown(format!("Yahoo has no prices for {symbol}: {why}."))
    }

    /// Returns the first of the possible spellings of a symbol that Yahoo knows.
    async fn first_known(&self, symbol: &str) -> Result<FoundTicker, LookupError> {
        let mut unknown = None;
        for yahoo in forms(symbol) {
            match self.chart(&yahoo).await {
                Ok(found) => return Ok(found),
                Err(error @ LookupError::Unavailable(_)) => return Err(error),
                // The error about the symbol as typed is the most helpful.
                Err(error) => unknown = unknown.or(Some(error)),
            }
        }
        Err(unknown.unwrap_or_else(|| not_known(symbol)))
    }

    async fn chart(&self, yahoo: &str) -> Result<FoundTicker, LookupError> {
        let body = match self.get(&everything_of(yahoo)).await? {
            Outcome::Success(answer) => answer.body,
            Outcome::Refused(status, body) if matches!(status.as_u16(), 400 | 404 | 422) => body,
            Outcome::Refused(status, _) => {
                return Err(self.unavailable(&SourceError::Status(status.as_u16())));
            }
        };
        let result = match chart::result(&body) {
            Ok(Ok(result)) => result,
            Ok(Err(_)) => return Err(not_known(yahoo)),
            Err(error) => return Err(self.unavailable(&error)),
        };
        let profile = profile::profile(yahoo, &result.meta).map_err(LookupError::Unknown)?;
        let symbol = result.meta.symbol.as_deref().unwrap_or(yahoo).to_owned();
        let target = Target::of_profile(&profile, &symbol);
        let parsed = chart::parsed(&target, result, &Reading::at(self.clock.now()))
            .map_err(|no_data| self.no_prices(yahoo, &no_data))?;
        Ok(FoundTicker {
            updates: updates(&profile, parsed),
            profile,
            symbol,
            source: Yahoo::NAME,
        })
    }

    async fn found(&self, query: &str) -> Result<Vec<Hit>, LookupError> {
        if let Some(hits) = self.searched.get(query, self.clock.now()) {
            return Ok(hits);
        }
        let hits = self.search_uncached(query).await?;
        self.searched.put(query, self.clock.now(), hits.clone());
        Ok(hits)
    }

    async fn search_uncached(&self, query: &str) -> Result<Vec<Hit>, LookupError> {
        let path = format!(
            "/v1/finance/search?q={}&quotesCount={MAX_HITS}&newsCount=0",
            encode(query)
        );
        match self.get(&path).await? {
            Outcome::Success(answer) => {
                hits(&answer.body).map_err(|error| self.unavailable(&error))
            }
            Outcome::Refused(status, _) => {
                Err(self.unavailable(&SourceError::Status(status.as_u16())))
            }
        }
    }

    async fn found_prices(&self, query: &str) -> Result<Vec<FoundPrice>, LookupError> {
        if let Some(prices) = self.priced.get(query, self.clock.now()) {
            return Ok(prices);
        }
        let (coins, others): (Vec<_>, Vec<_>) = self
            .found(query)
            .await?
            .into_iter()
            .partition(|hit| hit.hit.kind == TickerKind::Crypto);
        let mut prices = self.spark(&others, false).await?;
        prices.extend(self.spark(&coins, true).await?);
        let now = self.clock.now();
        prices.retain(|price| !is_from_the_future(price.as_of, now));
        self.priced.put(query, now, prices.clone());
        Ok(prices)
    }

    /// Requests the prices of `hits`, which must be all coins or no coins, in one request.
    async fn spark(&self, hits: &[Hit], coins: bool) -> Result<Vec<FoundPrice>, LookupError> {
        if hits.is_empty() {
            return Ok(Vec::new());
        }
        let symbols: Vec<&str> = hits.iter().map(|hit| &*hit.yahoo).collect();
        let path = spark::path_of(symbols.iter().copied(), coins);
        match self.get(&path).await? {
            Outcome::Success(answer) => spark::read_found(&symbols, &answer.body, self.clock.now())
                .map_err(|error| self.unavailable(&error)),
            Outcome::Refused(status, _) => {
                Err(self.unavailable(&SourceError::Status(status.as_u16())))
            }
        }
    }
}

/// Limits a lookup to [`LOOKUP_TIMEOUT`].
async fn with_timeout<T>(
    answer: impl Future<Output = Result<T, LookupError>>,
) -> Result<T, LookupError> {
    tokio::time::timeout(LOOKUP_TIMEOUT, answer)
        .await
        .unwrap_or_else(|_| {
            Err(not_available(
                &SourceError::Timeout(LOOKUP_TIMEOUT).to_string(),
            ))
        })
}

impl Lookup for YahooLookup {
    fn find<'a>(&'a self, symbol: &'a str) -> Answer<'a, FoundTicker, LookupError> {
        Box::pin(with_timeout(self.first_known(symbol)))
    }

    fn search<'a>(&'a self, query: &'a str) -> Answer<'a, Vec<SymbolHit>, LookupError> {
        Box::pin(async move {
            let found = with_timeout(self.found(&spelled(query))).await?;
            Ok(found.into_iter().map(|found| found.hit).collect())
        })
    }

    fn prices<'a>(&'a self, query: &'a str) -> Answer<'a, Vec<FoundPrice>, LookupError> {
        Box::pin(async move { with_timeout(self.found_prices(&spelled(query))).await })
    }
}

/// Normalizes a query for caching: case and surrounding space do not matter.
fn spelled(query: &str) -> String {
    query.trim().to_lowercase()
}

/// Returns the possible spellings of a symbol at Yahoo: as typed, with the other class separator,
/// and as a coin in dollars.
fn forms(symbol: &str) -> Vec<String> {
    let is_plain = symbol.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let coin = is_plain.then(|| format!("{symbol}-USD"));
    [Some(symbol.to_owned()), other_class_sign(symbol), coin]
        .into_iter()
        .flatten()
        .collect()
}

/// Returns the path for all years of a symbol, with dividends and splits.
fn everything_of(yahoo: &str) -> String {
    format!(
        "/v8/finance/chart/{}?interval=1d&period1=0&period2=9999999999&includePrePost=false&events=div%2Csplits%2CcapitalGains",
        encode(yahoo)
    )
}

/// Returns everything but the profile: bars, dividends and price.
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
            dividends: dividend::dividends(parsed.payments),
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

/// Reads the search results that can be followed.
fn hits(body: &[u8]) -> Result<Vec<Hit>, SourceError> {
    let answer: wire::SearchAnswer = lenient::json_with_nan(body)?;
    let quotes = answer
        .quotes
        .ok_or_else(|| SourceError::Shape("no search results in the response".to_owned()))?;
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

fn not_known(symbol: &str) -> LookupError {
    LookupError::Unknown(format!("No provider knows {symbol}."))
}

fn not_available(why: &str) -> LookupError {
    LookupError::Unavailable(format!("Yahoo is not available: {why}."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ticker::TickerKind;
    use crate::testing::fuzz::fuzz;

    #[test]
    fn a_symbol_is_tried_as_typed_then_as_a_share_class_or_a_coin() {
        assert_eq!(forms("BRK.B"), ["BRK.B", "BRK-B"]);
        assert_eq!(forms("SHIB"), ["SHIB", "SHIB-USD"]);
        assert_eq!(forms("SAP.DE"), ["SAP.DE"]);
        assert_eq!(forms("M&M.NS"), ["M&M.NS"]);
    }

    #[test]
    fn a_search_omits_unsupported_and_invalid_results() {
        let body = br#"{"quotes":[
            {"symbol":"SAP.DE","longname":"SAP SE","shortname":"SAP","quoteType":"EQUITY","exchange":"GER","exchDisp":"XETRA"},
            {"symbol":"AAPL251219C00120000","quoteType":"OPTION","exchange":"OPR"},
            {"symbol":"DOGE-USD","shortname":"Dogecoin USD","quoteType":"CRYPTOCURRENCY","exchange":"CCC"},
            {"index":"news"}, null, 7]}"#;
        let hits = hits(body).unwrap();
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
        assert!(super::hits(br#"{"quotes":[]}"#).unwrap().is_empty());
        assert!(super::hits(b"<html>").is_err() && super::hits(b"{}").is_err());
    }

    #[test]
    fn broken_responses_cause_no_panic() {
        let samples =
            [&include_bytes!("../../../tests/fixtures/recordings/yahoo/search-SAP.json")[..]];
        fuzz("yahoo-search", &samples, |body| {
            let _ = hits(body);
        });
    }
}
