//! SEC EDGAR: figures from the financial reports of companies with a listing in the United States, and their filings. Official
//! and free of charge. The SEC requires an e-mail address in the user agent and allows ten requests per second
//! (<https://www.sec.gov/os/accessing-edgar-data>); one every half second at most is sent.
//!
//! A company's filings are requested every hour while its ticker is watched or an alert waits for them, otherwise once a day. Its figures
//! are requested after a new report and once a week.

mod wire;

use std::{collections::HashMap, sync::Arc, time::Duration};

use hyper::StatusCode;
use jiff::{SignedDuration, Timestamp};

use self::wire::TickerList;
use crate::{
    domain::{
        currency::Currency,
        figure::Figure,
        fundamentals::{Fundamentals, filing::Filing, filing_form::has_statements},
        source_directory::SourceDescription,
        ticker::TickerKind::{self, Stock},
    },
    providers::{
        core::{
            capability::{Capability, Offer, Provider},
            client::{Client, Validators, streamed::Streamed},
            due_times::DueTimes,
            probe::{Probe, with_short_timeout},
        },
        settings,
    },
    source::{Context, Refresh, Source, SourceError, TickerInfo, Update, health::HealthRecord},
};

/// How often to check whether a request is due.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// Interval between requests for the list of tickers.
const TICKERS_INTERVAL: SignedDuration = SignedDuration::from_hours(24);
/// Interval between requests for the filings of a company whose ticker is not watched.
const FILINGS_INTERVAL: SignedDuration = SignedDuration::from_hours(24);
/// Interval between requests for the figures of a company without a new report.
const STATEMENTS_INTERVAL: SignedDuration = SignedDuration::from_hours(7 * 24);
/// Delay after which the figures of an accepted report are certainly available.
const PUBLICATION_DELAY: SignedDuration = SignedDuration::from_hours(1);
/// Delay before a failed request of a company is repeated.
const RETRY_DELAY: SignedDuration = SignedDuration::from_mins(15);
/// Delay before a company is requested again that the SEC no longer knows.
const MISSING_DELAY: SignedDuration = SignedDuration::from_hours(6);
/// Delay after the SEC denied access; it does so for ten minutes.
const DENIED_DELAY: Duration = Duration::from_secs(15 * 60);

const KINDS: &[TickerKind] = &[Stock];

/// Requests filings and figures, one company per request.
pub struct Sec {
    client: Client,
    files_host: String,
    data_host: String,
    watched_interval: SignedDuration,
    tickers: Arc<TickerList>,
    tickers_validators: Validators,
    /// When the list of tickers was last requested.
    tickers_at: Option<Timestamp>,
    due_times: DueTimes<(String, RequestKind)>,
    /// The validators of responses, with the time of the response.
    validators: HashMap<(String, RequestKind), (Validators, Timestamp)>,
    /// The newest report with figures of each company.
    newest_statements: HashMap<String, NewestReport>,
}

/// The newest report with figures.
struct NewestReport {
    accession: String,
    /// The latest time at which the SEC can have accepted it.
    accepted_by: Timestamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum RequestKind {
    Filings,
    Statements,
}

/// All kinds of requests, the most important first.
const REQUEST_KINDS: [RequestKind; 2] = [RequestKind::Statements, RequestKind::Filings];

impl RequestKind {
    fn path(self, cik: u32) -> String {
        match self {
            Self::Filings => format!("/submissions/CIK{cik:010}.json"),
            Self::Statements => format!("/api/xbrl/companyfacts/CIK{cik:010}.json"),
        }
    }

    /// Returns when the data of a ticker was last received.
    fn fetched(self, ticker: &TickerInfo) -> Option<Timestamp> {
        match self {
            Self::Filings => ticker.fetched.filings,
            Self::Statements => ticker.fetched.statements,
        }
    }
}

/// Data of a company.
enum Response {
    Filings(Vec<Filing>),
    Statements(Box<Fundamentals>),
}

impl Sec {
    /// Creates a source. Its contact must be valid: see [`contact_problem`].
    pub fn new(settings: &settings::Sec, health: HealthRecord) -> Self {
        let interval = i64::try_from(settings.every_seconds.max(300)).unwrap_or(i64::MAX);
        let options = settings.contact_options();
        Self {
            data_host: options.base_url.clone(),
            client: Client::new(options, health),
            files_host: settings.files_host(),
            watched_interval: SignedDuration::from_secs(interval),
            tickers: Arc::default(),
            tickers_validators: Validators::default(),
            tickers_at: None,
            due_times: DueTimes::default(),
            validators: HashMap::new(),
            newest_statements: HashMap::new(),
        }
    }

    /// Sends the next request, waiting until one is due: a refresh without a request must not count as a success.
    async fn poll(&mut self, context: &Context) -> Result<Duration, SourceError> {
        loop {
            let now = context.clock.now();
            if is_expired(self.tickers_at, TICKERS_INTERVAL, now) {
                self.request_tickers(context).await?;
                return Ok(Duration::ZERO);
            }
            if let Some((ticker, kind)) = self.next_request(context) {
                self.request(context, &ticker, kind).await?;
                return Ok(Duration::ZERO);
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    async fn request_tickers(&mut self, context: &Context) -> Result<(), SourceError> {
        let url = format!("{}/files/company_tickers.json", self.files_host);
        let validators = &self.tickers_validators;
        match self
            .client
            .read_if_changed(&url, validators, wire::read_tickers)
            .await?
        {
            Streamed::Read(tickers, validators) => {
                self.tickers = Arc::new(tickers);
                self.tickers_validators = validators;
            }
            Streamed::Unchanged => {}
            Streamed::Refused(status) => return Err(refused(status)),
        }
        self.tickers_at = Some(context.clock.now());
        Ok(())
    }

    fn next_request(&self, context: &Context) -> Option<(TickerInfo, RequestKind)> {
        let now = context.clock.now();
        let mut watched = context.market.watched();
        watched.extend(context.market.symbols_awaiting_filings());
        self.due_times
            .next_request(context, &REQUEST_KINDS, |ticker, kind| {
                let is_watched = || watched.contains(&ticker.symbol);
                self.cik(ticker).is_some() && self.is_due(ticker, kind, is_watched, now)
            })
    }

    /// Returns the number of the filer of a ticker; `None` for tickers that are not stocks in the United States. The symbol of a stock
    /// at another exchange may belong to another company in the United States.
    fn cik(&self, ticker: &TickerInfo) -> Option<u32> {
        let is_supported =
            ticker.kind == Stock && ticker.currency == Currency::USD && !ticker.imported;
        let symbol = ticker.us_symbol().filter(|_| is_supported)?;
        self.tickers.cik(&symbol.replace('.', "-"))
    }

    fn is_due(
        &self,
        ticker: &TickerInfo,
        kind: RequestKind,
        is_watched: impl Fn() -> bool,
        now: Timestamp,
    ) -> bool {
        let fetched = kind.fetched(ticker);
        match kind {
            RequestKind::Filings => {
                is_expired(fetched, FILINGS_INTERVAL, now)
                    || (is_expired(fetched, self.watched_interval, now) && is_watched())
            }
            RequestKind::Statements => {
                let newest = self.newest_statements.get(&ticker.symbol);
                let is_missing = |report: &NewestReport| {
                    let available = report.accepted_by.saturating_add(PUBLICATION_DELAY);
                    fetched.is_none_or(|at| available.is_ok_and(|available| at < available))
                };
                is_expired(fetched, STATEMENTS_INTERVAL, now) || newest.is_some_and(is_missing)
            }
        }
    }

    async fn request(
        &mut self,
        context: &Context,
        ticker: &TickerInfo,
        kind: RequestKind,
    ) -> Result<(), SourceError> {
        let Some(cik) = self.cik(ticker) else {
            return Ok(());
        };
        let key = (ticker.symbol.clone(), kind);
        // A failure of one company must not delay the others.
        self.set_due(key.clone(), RETRY_DELAY, context.clock.now());
        let url = format!("{}{}", self.data_host, kind.path(cik));
        // The validators are used only if the data of their response was stored; otherwise the data is requested in full.
        let known = self.validators.get(&key);
        let known = known.filter(|(_, at)| kind.fetched(ticker).is_some_and(|saved| saved >= *at));
        let validators = known.map(|(known, _)| known.clone()).unwrap_or_default();
        let has_share_classes = self.tickers.has_share_classes(cik);
        let read = self
            .client
            .read_if_changed(&url, &validators, move |reader| {
                Ok(match kind {
                    RequestKind::Filings => Response::Filings(wire::read_submissions(cik, reader)?),
                    RequestKind::Statements => {
                        let company = wire::read_company_facts(reader)?;
                        Response::Statements(Box::new(Fundamentals {
                            has_share_classes,
                            ..Fundamentals::from_facts(&company)
                        }))
                    }
                })
            });
        let (response, validators) = match read.await? {
            Streamed::Read(response, validators) => (Some(response), validators),
            Streamed::Unchanged => (None, validators),
            // A filer without reports in XBRL, or without filings; or an error that passes, which must not delete what is stored.
            Streamed::Refused(StatusCode::NOT_FOUND) if kind.fetched(ticker).is_some() => {
                self.validators.remove(&key);
                self.set_due(key, MISSING_DELAY, context.clock.now());
                return Ok(());
            }
            Streamed::Refused(StatusCode::NOT_FOUND) => {
                (Some(empty_response(kind, cik)), Validators::default())
            }
            Streamed::Refused(status) => return Err(refused(status)),
        };
        let now = context.clock.now();
        if let Some(Response::Filings(filings)) = &response {
            self.note_statements(&ticker.symbol, filings, now);
        }
        context
            .sink
            .send(update(&ticker.symbol, kind, response))
            .await?;
        context.health.symbol_succeeded(&ticker.symbol);
        self.set_due(key.clone(), self.watched_interval, now);
        self.validators.insert(key, (validators, now));
        Ok(())
    }

    /// Notes the newest report with figures, if it was not known before. `filings` are newest first.
    fn note_statements(&mut self, symbol: &str, filings: &[Filing], now: Timestamp) {
        let mut reports = filings.iter().filter(|filing| has_statements(&filing.form));
        let Some(newest) = reports.next() else { return };
        let known = self.newest_statements.get(symbol);
        if known.is_none_or(|known| known.accession != newest.accession) {
            let report = NewestReport {
                accession: newest.accession.clone(),
                accepted_by: newest.accepted_by(now),
            };
            self.newest_statements.insert(symbol.to_owned(), report);
        }
    }

    fn set_due(&mut self, key: (String, RequestKind), delay: SignedDuration, now: Timestamp) {
        let due = now.saturating_add(delay).unwrap_or(Timestamp::MAX);
        self.due_times.set(key, due, now);
    }
}

/// Returns the response for a company that the SEC has no data for.
fn empty_response(kind: RequestKind, cik: u32) -> Response {
    match kind {
        RequestKind::Filings => Response::Filings(Vec::new()),
        RequestKind::Statements => Response::Statements(Box::new(Fundamentals::empty(cik))),
    }
}

/// Returns the update with a response; a `response` of `None` means that the data is unchanged.
fn update(symbol: &str, kind: RequestKind, response: Option<Response>) -> Update {
    let symbol = symbol.to_owned();
    match (kind, response) {
        (_, Some(Response::Filings(filings))) => Update::Filings {
            symbol,
            filings: Some(filings),
        },
        (_, Some(Response::Statements(fundamentals))) => Update::Fundamentals {
            symbol,
            fundamentals: Some(fundamentals),
        },
        (RequestKind::Filings, None) => Update::Filings {
            symbol,
            filings: None,
        },
        (RequestKind::Statements, None) => Update::Fundamentals {
            symbol,
            fundamentals: None,
        },
    }
}

/// Returns the error of a refused request. The SEC answers 403 to requests without a real address and to too many requests.
fn refused(status: StatusCode) -> SourceError {
    if status != StatusCode::FORBIDDEN {
        return SourceError::Status(status.as_u16());
    }
    SourceError::AccessDenied {
        reason: "the SEC denies access (HTTP 403): check that 'contact' is a real e-mail address"
            .to_owned(),
        delay: DENIED_DELAY,
    }
}

/// Returns true if data that was received at `fetched` is older than `max_age`. A time in the future, from before the clock
/// was set back, also counts as expired.
fn is_expired(fetched: Option<Timestamp>, max_age: SignedDuration, now: Timestamp) -> bool {
    fetched.is_none_or(|at| at > now || now.duration_since(at) >= max_age)
}

/// Returns why the provider cannot be used; `None` if the contact is an e-mail address.
pub(super) fn contact_problem(contact: &str) -> Option<String> {
    let contact = contact.trim();
    if contact.is_empty() {
        return Some(
            "Set 'contact' in [providers.sec] to your e-mail address: the SEC requires one in every request."
                .to_owned(),
        );
    }
    let is_text = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
    let is_address = contact.split_once('@').is_some_and(|(name, host)| {
        is_text(name) && is_text(host) && host.contains('.') && !host.contains('@')
    });
    (!is_address).then(|| {
        let shown: String = contact.chars().take(80).collect();
        format!("Invalid contact '{shown}' in [providers.sec]; expected an e-mail address.")
    })
}

/// Returns a probe of the SEC: the filings of a company.
pub(crate) fn probe(settings: &settings::Sec) -> Probe {
    /// Apple's number.
    const CIK: u32 = 320_193;
    let options = with_short_timeout(settings.contact_options());
    let url = format!("{}{}", options.base_url, RequestKind::Filings.path(CIK));
    let target = url.clone();
    Probe::new(Sec::NAME, &target, move |health| async move {
        let client = Client::new(options, health);
        let read = |reader: &mut _| wire::read_submissions(CIK, reader);
        match client
            .read_if_changed(&url, &Validators::default(), read)
            .await?
        {
            Streamed::Read(filings, _) => Ok(format!("{} filings of AAPL", filings.len())),
            Streamed::Unchanged => Ok("unchanged".to_owned()),
            Streamed::Refused(status) => Err(refused(status)),
        }
    })
}

/// The description of this source on the page 'Where the numbers come from'.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: Sec::NAME,
    config_table: Some("sec"),
    title: "SEC EDGAR",
    figures: &[Figure::Fundamentals, Figure::Filings],
    delay: "Minutes after publication",
    limit: Sec::LIMIT,
    terms: "Public domain. Every request must contain the e-mail address of the operator.",
    terms_url: "https://www.sec.gov/os/accessing-edgar-data",
};

impl Provider for Sec {
    const NAME: &'static str = "sec";
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::Fundamentals, KINDS)];
    const LIMIT: Option<&'static str> = Some("10 requests a second");
}

impl Source for Sec {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.poll(context))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_email_address_is_a_valid_contact() {
        assert_eq!(contact_problem(" ann@example.org "), None);
        assert!(contact_problem("").unwrap().contains("Set 'contact'"));
        for invalid in [
            "ann",
            "ann@",
            "@example.org",
            "ann@example",
            "a b@example.org",
            "ann@x@example.org",
            "a\n@b.c",
        ] {
            let problem = contact_problem(invalid).unwrap();
            assert!(problem.contains("expected an e-mail address"), "{invalid}");
        }
    }

    #[test]
    fn paths_contain_the_filer_number_with_ten_digits() {
        assert_eq!(
            RequestKind::Filings.path(320_193),
            "/submissions/CIK0000320193.json"
        );
        assert_eq!(
            RequestKind::Statements.path(320_193),
            "/api/xbrl/companyfacts/CIK0000320193.json"
        );
    }
}
