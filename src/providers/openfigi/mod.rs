//! `OpenFIGI`: the listings of an instrument by ISIN, WKN, CUSIP or FIGI. It has no prices.
//!
//! A request is sent only when a user searches or follows an identifier, or opens the page of a ticker with a known one.
//! Responses are cached for a day.

mod exchanges;
mod wire;

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use hyper::StatusCode;
use jiff::{SignedDuration, Timestamp};

use self::wire::{Job, JobResult, Preference, Row};
use super::{
    core::{
        client::{Client, Outcome},
        probe::{Probe, with_short_timeout},
        recent_cache::RecentCache,
    },
    settings,
};
use crate::{
    domain::{
        Clock,
        currency::Currency,
        figure::Figure,
        identity::{Figi, Identifier, Isin},
        provider::Feed,
        source_directory::SourceDescription,
        ticker::TickerKind,
    },
    source::{
        SourceError,
        health::HealthRecord,
        lookup::{Instrument, InstrumentListing, LookupError},
    },
};

/// The path of the endpoint.
const PATH: &str = "/v3/mapping";
/// The type of a FIGI that belongs to all listings of an instrument.
const SHARE_CLASS: &str = "ID_BB_GLOBAL_SHARE_CLASS_LEVEL";
/// The maximum length of a symbol in the United States, with a share class.
const MAX_US_SYMBOL: usize = 8;
/// The timeout of a lookup with all its requests.
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(20);
/// How long responses are cached. Listings change rarely.
const CACHE_TTL: SignedDuration = SignedDuration::from_hours(24);
/// The currencies in which European exchanges quote funds.
const FUND_CURRENCIES: [&str; 6] = ["EUR", "USD", "GBP", "CHF", "NOK", "SEK"];
/// The pause after a failed request, unless the response contains another one.
const FAILURE_PAUSE: Duration = Duration::from_secs(60);

/// Looks up identifiers at `OpenFIGI`.
pub(crate) struct OpenFigi {
    client: Client,
    health: HealthRecord,
    clock: Arc<dyn Clock>,
    api_key: String,
    /// Results by identifier.
    cache: RecentCache<Result<Instrument, NoListings>>,
    /// The listings of instruments with an ISIN, by symbol.
    listings: RecentCache<(InstrumentListing, Isin)>,
    /// The currencies of listings, by symbol.
    currencies: RecentCache<Option<Currency>>,
    /// The end of the pause after a failed request.
    paused_until: Mutex<Option<Timestamp>>,
}

/// Why an identifier has no listings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NoListings {
    /// `OpenFIGI` does not know it.
    Unknown,
    /// It is a security of this type, such as a bond, which has no symbol.
    OtherType(String),
}

impl OpenFigi {
    /// The name in the configuration.
    pub(crate) const NAME: &'static str = "openfigi";

    /// Creates a lookup.
    pub(crate) fn new(
        settings: &settings::OpenFigi,
        health: HealthRecord,
        clock: Arc<dyn Clock>,
    ) -> Self {
        let kinds = vec![TickerKind::Stock, TickerKind::Etf, TickerKind::Fund];
        health.set_feeds(vec![Feed {
            what: "identifiers",
            kinds,
        }]);
        health.set_limit(Some(if settings.api_key.is_empty() {
            "25 requests a minute"
        } else {
            "25 requests in 6 seconds"
        }));
        Self {
            client: Client::new(settings.lookup_options(), health.clone()),
            health,
            clock,
            api_key: settings.api_key.clone(),
            cache: RecentCache::new(CACHE_TTL),
            listings: RecentCache::new(CACHE_TTL),
            currencies: RecentCache::new(CACHE_TTL),
            paused_until: Mutex::default(),
        }
    }

    /// Returns the listings of an instrument.
    pub(crate) async fn resolve(
        &self,
        identifier: &Identifier,
    ) -> Result<Result<Instrument, NoListings>, LookupError> {
        let found = self
            .cached(identifier.as_str(), self.request(identifier))
            .await?;
        if let Ok(Instrument {
            isin: Some(isin),
            listings,
        }) = &found
        {
            let now = self.clock.now();
            for listing in listings {
                let symbol = &listing.hit.symbol;
                self.listings.insert(symbol, now, (listing.clone(), *isin));
            }
        }
        Ok(found)
    }

    /// Returns the listing of a symbol and the ISIN of its instrument, if [`OpenFigi::resolve`] found it recently.
    pub(crate) fn known_listing(&self, symbol: &str) -> Option<(InstrumentListing, Isin)> {
        self.listings.get(symbol, self.clock.now())
    }

    /// Returns the listing of a symbol such as `BRK-B` in the United States; `None` if there is none.
    pub(crate) async fn us_listing(
        &self,
        symbol: &str,
    ) -> Result<Option<InstrumentListing>, LookupError> {
        let is_plain = |c: char| c.is_ascii_uppercase() || c == '-';
        if symbol.is_empty() || symbol.len() > MAX_US_SYMBOL || !symbol.chars().all(is_plain) {
            return Ok(None);
        }
        let request = async {
            let job = Job::us_ticker(&symbol.replace('-', "/"));
            let result = self.send(&[job]).await?.pop().unwrap_or_default();
            let shares = result.data.into_iter();
            let shares: Vec<Row> = shares.filter(|row| row.other_type().is_none()).collect();
            Ok(Ok(Instrument {
                isin: None,
                listings: wire::listings(&shares, Preference::default()),
            }))
        };
        let found = self.cached(&format!("US {symbol}"), request).await?;
        let listings = found.map(|instrument| instrument.listings);
        let mut listings = listings.unwrap_or_default().into_iter();
        Ok(listings.find(|listing| listing.hit.symbol == symbol))
    }

    /// Returns the currency of the listing `symbol` of an instrument; `None` if it is unknown or not the only one. `OpenFIGI` does not
    /// send currencies, but confirms them.
    pub(crate) async fn currency(
        &self,
        isin: &Isin,
        symbol: &str,
    ) -> Result<Option<Currency>, LookupError> {
        if let Some(known) = self.currencies.get(symbol, self.clock.now()) {
            return Ok(known);
        }
        let job = |currency| Job::in_currency(isin, symbol, currency);
        let jobs: Vec<Job> = FUND_CURRENCIES.into_iter().filter_map(job).collect();
        if jobs.is_empty() {
            return Ok(None);
        }
        self.check_pause()?;
        let request = tokio::time::timeout(LOOKUP_TIMEOUT, self.send(&jobs)).await;
        let results = request.unwrap_or(Err(SourceError::Timeout(LOOKUP_TIMEOUT)));
        let results = results.map_err(|error| self.pause(&error))?;
        self.health.answered(self.clock.now());
        let has_listing = |result: &JobResult| {
            let listings = wire::listings(&result.data, Preference::default());
            listings.iter().any(|listing| listing.hit.symbol == symbol)
        };
        let pairs = FUND_CURRENCIES.into_iter().zip(&results);
        let mut confirmed = pairs.filter(|(_, result)| has_listing(result));
        let first = confirmed.next().filter(|_| confirmed.next().is_none());
        let currency = first.and_then(|(code, _)| Currency::parse(code));
        self.currencies.insert(symbol, self.clock.now(), currency);
        Ok(currency)
    }

    /// Returns the cached result of `key`, or else that of a request.
    async fn cached(
        &self,
        key: &str,
        request: impl Future<Output = Result<Result<Instrument, NoListings>, SourceError>>,
    ) -> Result<Result<Instrument, NoListings>, LookupError> {
        if let Some(known) = self.cache.get(key, self.clock.now()) {
            return Ok(known);
        }
        self.check_pause()?;
        let request = tokio::time::timeout(LOOKUP_TIMEOUT, request);
        let result = request
            .await
            .unwrap_or(Err(SourceError::Timeout(LOOKUP_TIMEOUT)));
        match result {
            Ok(found) => {
                self.health.answered(self.clock.now());
                let now = self.clock.now();
                self.cache.insert(key, now, found.clone());
                Ok(found)
            }
            Err(error) => Err(self.pause(&error)),
        }
    }

    /// Fails during the pause after a failed request.
    fn check_pause(&self) -> Result<(), LookupError> {
        let until = *self.lock_pause();
        match until.filter(|until| *until > self.clock.now()) {
            Some(until) => Err(LookupError::Unavailable(format!(
                "OpenFIGI is not available until {}.",
                until.strftime("%H:%M:%S UTC")
            ))),
            None => Ok(()),
        }
    }

    /// Records a failed request and starts a pause. Returns the error for the user.
    fn pause(&self, error: &SourceError) -> LookupError {
        let now = self.clock.now();
        self.health.failed_in_part(now, error);
        let pause = match error {
            SourceError::Throttled {
                retry_after: Some(delay),
                ..
            } => *delay,
            _ => FAILURE_PAUSE,
        };
        let pause = SignedDuration::try_from(pause).unwrap_or(SignedDuration::MAX);
        *self.lock_pause() = now.checked_add(pause).ok();
        let reason = self.health.sanitize(error);
        LookupError::Unavailable(format!("OpenFIGI is not available: {reason}."))
    }

    fn lock_pause(&self) -> std::sync::MutexGuard<'_, Option<Timestamp>> {
        self.paused_until
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    async fn request(
        &self,
        identifier: &Identifier,
    ) -> Result<Result<Instrument, NoListings>, SourceError> {
        let candidates = isins(identifier);
        let mut jobs = vec![Job::new(id_type(identifier), identifier)];
        jobs.extend(candidates.iter().map(|isin| Job::new("ID_ISIN", isin)));
        if let Identifier::Figi(figi) = identifier {
            jobs.push(Job::new(SHARE_CLASS, figi));
        }
        let mut results = self.send(&jobs).await?;
        let mut rows = std::mem::take(&mut results[0].data);
        let isin = match identifier {
            Identifier::Isin(isin) => Some(*isin),
            _ => confirmed_isin(&candidates, &results[1..]),
        };
        let figi: Option<Figi> = match identifier {
            Identifier::Figi(figi) => Some(*figi),
            _ => None,
        };
        if figi.is_some() {
            rows = self.all_listings(rows, results.pop()).await?;
        }
        let country = isin.as_ref().map(Isin::country);
        let listings = wire::listings(&rows, Preference { figi, country });
        let other_type = rows.iter().find_map(Row::other_type);
        Ok(match other_type.filter(|_| listings.is_empty()) {
            Some(other) => Err(NoListings::OtherType(other.to_owned())),
            None if rows.is_empty() => Err(NoListings::Unknown),
            None => Ok(Instrument { isin, listings }),
        })
    }

    /// Returns the listings of the instrument that a FIGI belongs to. `rows` is the listing with the FIGI, and `share_class` the
    /// result for a FIGI of a whole instrument.
    async fn all_listings(
        &self,
        rows: Vec<Row>,
        share_class: Option<JobResult>,
    ) -> Result<Vec<Row>, SourceError> {
        let found = match rows.iter().find_map(Row::share_class) {
            Some(figi) => {
                let job = Job::new(SHARE_CLASS, &figi);
                self.send(&[job]).await?.pop()
            }
            None => share_class,
        };
        let found = found.map(|result| result.data).unwrap_or_default();
        Ok(if found.is_empty() { rows } else { found })
    }

    /// Sends a request. Returns one result per job.
    async fn send(&self, jobs: &[Job]) -> Result<Vec<JobResult>, SourceError> {
        send(&self.client, &self.api_key, jobs).await
    }
}

async fn send(client: &Client, api_key: &str, jobs: &[Job]) -> Result<Vec<JobResult>, SourceError> {
    let body = serde_json::to_vec(jobs)
        .map_err(|error| SourceError::InvalidResponse(error.to_string()))?;
    let headers = [("X-OPENFIGI-APIKEY", api_key)];
    match client.post_json(PATH, &headers, body).await? {
        Outcome::Success(response) => wire::results(&response.body, jobs.len()),
        Outcome::Refused(StatusCode::UNAUTHORIZED, _) => Err(SourceError::Refused(
            "the key in [providers.openfigi] is not accepted (HTTP 401)".to_owned(),
        )),
        Outcome::Refused(status, _) => Err(SourceError::Status(status.as_u16())),
    }
}

/// Returns a probe of `OpenFIGI`: the listings of a well-known stock.
pub(crate) fn probe(settings: &settings::OpenFigi) -> Probe {
    let options = with_short_timeout(settings.lookup_options());
    let api_key = settings.api_key.clone();
    let url = format!("{}{PATH}", options.base_url);
    Probe::new(OpenFigi::NAME, &url, move |health| async move {
        let client = Client::new(options, health);
        let job = Job::new("ID_ISIN", &"US0378331005");
        let results = send(&client, &api_key, &[job]).await?;
        let count: usize = results.iter().map(|result| result.data.len()).sum();
        Ok(format!("US0378331005: listings: {count}"))
    })
}

/// The description of this source on the page 'Where the numbers come from'.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: OpenFigi::NAME,
    config_table: Some("openfigi"),
    title: "OpenFIGI",
    figures: &[Figure::Symbols],
    delay: "About a day",
    limit: Some("25 requests a minute, or in 6 seconds with a key"),
    terms: "Free, also for commercial use. Identifiers may be stored and passed on.",
    terms_url: "https://www.openfigi.com/docs/terms-of-service",
};

/// Returns `OpenFIGI`'s name for the kind of identifier.
fn id_type(identifier: &Identifier) -> &'static str {
    match identifier {
        Identifier::Isin(_) => "ID_ISIN",
        Identifier::Cusip(cusip) if cusip.is_international() => "ID_CINS",
        Identifier::Cusip(_) => "ID_CUSIP",
        Identifier::Wkn(_) => "ID_WERTPAPIER",
        Identifier::Figi(_) => "ID_BB_GLOBAL",
    }
}

/// Returns the ISINs that an instrument with this national number may have. `OpenFIGI` does not send ISINs, but confirms them.
fn isins(identifier: &Identifier) -> Vec<Isin> {
    match identifier {
        Identifier::Cusip(cusip) if !cusip.is_international() => ["US", "CA"]
            .iter()
            .filter_map(|country| Isin::from_cusip(country, *cusip))
            .collect(),
        Identifier::Wkn(wkn) => Isin::from_wkn(*wkn).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// Returns the only ISIN with listings.
fn confirmed_isin(candidates: &[Isin], results: &[JobResult]) -> Option<Isin> {
    let pairs = candidates.iter().zip(results);
    let mut with_listings = pairs.filter(|(_, result)| !result.data.is_empty());
    let (isin, _) = with_listings.next()?;
    with_listings.next().is_none().then_some(*isin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::identity::identifier;

    #[test]
    fn national_numbers_are_requested_together_with_their_possible_isins() {
        for (typed, kind, expected) in [
            ("US0378331005", "ID_ISIN", &[][..]),
            ("037833100", "ID_CUSIP", &["US0378331005", "CA0378331007"]),
            ("H1467J104", "ID_CINS", &[]),
            ("716460", "ID_WERTPAPIER", &["DE0007164600"]),
            ("BBG000B9XRY4", "ID_BB_GLOBAL", &[]),
        ] {
            let identifier = identifier(typed).unwrap();
            let isins: Vec<String> = isins(&identifier).iter().map(Isin::to_string).collect();
            assert_eq!(id_type(&identifier), kind);
            assert_eq!(isins, expected);
        }
    }
}
