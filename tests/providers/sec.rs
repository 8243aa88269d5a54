//! SEC EDGAR: the list of tickers, filings and company facts.

use std::{
    io::Write as _,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use flate2::{Compression, write::GzEncoder};
use marketdeck::{
    domain::{
        Timestamp,
        bar::Interval,
        currency::Currency,
        fundamentals::{Fundamentals, filing::Filing},
        provider::ProviderState,
        ticker::{FetchTimes, Profile, Ticker, TickerId, TickerKind},
    },
    providers::{live, sec::Sec, settings},
    source::{Context, MarketView, Source as _, SourceError, TickerInfo, Update},
};

use crate::{
    server::{Reply, Request, Server},
    world::{NOW, World},
};

const TICKERS: &str = r#"{"0":{"cik_str":320193,"ticker":"AAPL","title":"Apple Inc."},"1":{"cik_str":"1067983","ticker":"BRK-B"},
    "2":{"cik_str":1000184,"ticker":"SAP"},"3":null,"4":{"ticker":7},"5":{"cik_str":1067983,"ticker":"BRK-A"}}"#;

/// Stocks, one of which is watched, and tickers that the SEC has no reports of. `fetched` are the times that `ingest` stored.
struct Tickers(Arc<Mutex<FetchTimes>>);

impl MarketView for Tickers {
    fn tickers(&self) -> Vec<TickerInfo> {
        let fetched = *self.0.lock().unwrap();
        let ticker = |(symbol, kind, currency): (&str, TickerKind, &str)| {
            let profile = Profile {
                currency: Currency::parse(currency).unwrap(),
                ..Profile::new(symbol, symbol, kind)
            };
            TickerInfo {
                fetched,
                ..TickerInfo::of(&Ticker::new(TickerId(1), profile))
            }
        };
        let all = [
            ("BRK-B", TickerKind::Stock, "USD"),
            ("SAP.DE", TickerKind::Stock, "EUR"),
            // A symbol of another exchange, which is that of another company in the United States.
            ("SAP", TickerKind::Stock, "EUR"),
            ("SPY", TickerKind::Etf, "USD"),
            ("NEW", TickerKind::Stock, "USD"),
            ("AAPL", TickerKind::Stock, "USD"),
        ];
        all.map(ticker).into()
    }

    fn last_bar(&self, _: &str, _: Interval) -> Option<i64> {
        None
    }

    fn price(&self, _: &str) -> Option<f64> {
        None
    }

    fn requests(&self, _: &str, _: &str) -> u64 {
        0
    }

    fn watched(&self) -> Vec<String> {
        vec!["AAPL".to_owned()]
    }
}

fn sec_settings(base: &str) -> settings::Sec {
    settings::Sec {
        base_url: base.to_owned(),
        contact: "operator@example.org".to_owned(),
        min_gap_ms: 0,
        // Long enough for a busy machine.
        timeout_seconds: 60,
        ..settings::Sec::default()
    }
}

struct Fixture {
    world: World,
    source: Sec,
    context: Context,
    fetched: Arc<Mutex<FetchTimes>>,
}

impl Fixture {
    fn new(server: &Server) -> Self {
        Self::with(&sec_settings(&server.base))
    }

    fn with(settings: &settings::Sec) -> Self {
        let world = World::new();
        let health = world.board.record("sec");
        let fetched = Arc::<Mutex<FetchTimes>>::default();
        let context = Context {
            market: Arc::new(Tickers(Arc::clone(&fetched))),
            ..world.context("sec", health.clone())
        };
        Self {
            source: Sec::new(settings, health),
            world,
            context,
            fetched,
        }
    }

    async fn refresh(&mut self) -> Result<Duration, SourceError> {
        self.source.refresh(&self.context).await
    }

    /// Returns true if no request is due.
    async fn is_idle(&mut self) -> bool {
        let short = Duration::from_millis(50);
        tokio::time::timeout(short, self.refresh()).await.is_err()
    }

    fn store_times(&self, at: &str) {
        let at: Option<Timestamp> = at.parse().ok();
        *self.fetched.lock().unwrap() = FetchTimes {
            statements: at,
            filings: at,
            ..FetchTimes::default()
        };
    }

    fn facts(&mut self) -> Vec<(String, Option<Box<Fundamentals>>)> {
        let updates = self.world.updates().0.into_iter();
        updates
            .filter_map(|update| match update {
                Update::Fundamentals {
                    symbol,
                    fundamentals,
                } => Some((symbol, fundamentals)),
                _ => None,
            })
            .collect()
    }

    fn filings(&mut self) -> Vec<(String, Option<Vec<Filing>>)> {
        let updates = self.world.updates().0.into_iter();
        updates
            .filter_map(|update| match update {
                Update::Filings { symbol, filings } => Some((symbol, filings)),
                _ => None,
            })
            .collect()
    }
}

/// Two annual reports and a tag that is not read.
fn company_facts() -> String {
    let row = |year: i32, value: f64| {
        format!(
            r#"{{"start":"{year}-01-01","end":"{year}-12-31","val":{value},"accn":"0000320193-{year}","fy":{year},"fp":"FY","form":"10-K","filed":"{}-02-01"}}"#,
            year + 1
        )
    };
    let (one, two) = (row(2024, 90.0), row(2025, 100.0));
    let assets: Vec<String> = (0..2_000)
        .map(|index| row(1990 + index % 30, f64::from(index)))
        .collect();
    format!(
        r#"{{"cik":320193,"entityName":"Apple Inc.","facts":{{"us-gaap":{{"Assets":{{"units":{{"USD":[{}]}}}},
            "Revenues":{{"label":"Revenue","units":{{"USD":[{one},null,{two}]}}}}}},
            "dei":{{"EntityCommonStockSharesOutstanding":{{"units":{{"shares":[
                {{"end":"2026-01-20","val":15,"accn":"0000320193-2025","fy":2025,"fp":"FY","form":"10-K","filed":"2026-02-01"}}]}}}}}}}}}}"#,
        assets.join(",")
    )
}

/// Filings, the newest of which is a quarterly report with the last digits `number`, accepted at `accepted`.
fn submissions(number: u32, accepted: &str) -> String {
    format!(
        r#"{{"cik":"0000320193","filings":{{"recent":{{
            "accessionNumber":["0000320193-26-{number:06}","0000320193-26-000020"],
            "filingDate":["2026-11-20","2026-11-19"],"reportDate":["2026-09-26",""],
            "acceptanceDateTime":["{accepted}","2026-11-19T21:30:00.000Z"],"form":["10-Q","8-K"],
            "items":["","2.02,9.01"],"primaryDocument":["q.htm","news.htm"],"primaryDocDescription":["10-Q","8-K"]}}}}}}"#
    )
}

/// A working server, which supports conditional requests.
fn good_reply(request: &Request) -> Reply {
    if request.header("if-none-match").is_some() {
        return Reply::status(304, "");
    }
    let body = match request.path.as_str() {
        "/files/company_tickers.json" => TICKERS.to_owned(),
        path if path.starts_with("/submissions/") => submissions(21, "2026-11-20T14:00:00.000Z"),
        "/api/xbrl/companyfacts/CIK0001067983.json" => return Reply::status(404, "no such key"),
        _ => company_facts(),
    };
    Reply::ok(body).with("ETag", "\"one\"")
}

fn paths(server: &Server) -> Vec<String> {
    let requests = server.requests().into_iter();
    requests.map(|request| request.path).collect()
}

#[tokio::test]
async fn figures_and_filings_are_requested_for_us_stocks_only_watched_ones_first() {
    let server = Server::start(|request| Some(good_reply(request))).await;
    let mut fixture = Fixture::new(&server);
    for _ in 0..5 {
        fixture.refresh().await.unwrap();
    }
    assert!(fixture.is_idle().await);
    assert_eq!(
        paths(&server),
        [
            "/files/company_tickers.json",
            "/api/xbrl/companyfacts/CIK0000320193.json",
            "/submissions/CIK0000320193.json",
            "/api/xbrl/companyfacts/CIK0001067983.json",
            "/submissions/CIK0001067983.json",
        ]
    );
    let agent = server.requests()[0].header("user-agent").map(str::to_owned);
    let expected = format!(
        "marketdeck/{} (self-hosted) operator@example.org",
        env!("CARGO_PKG_VERSION")
    );
    assert_eq!(agent, Some(expected));
    let updates = fixture.world.updates().0;
    let Update::Fundamentals {
        symbol,
        fundamentals,
    } = &updates[0]
    else {
        panic!("expected fundamentals");
    };
    let fundamentals = fundamentals.as_ref().unwrap();
    assert_eq!(
        (&**symbol, &*fundamentals.filer, fundamentals.cik),
        ("AAPL", "Apple Inc.", 320_193)
    );
    let revenue: Vec<_> = fundamentals
        .years
        .iter()
        .map(|year| year.revenue.unwrap().value)
        .collect();
    assert_eq!(revenue, [100.0, 90.0]);
    assert_eq!(fundamentals.shares.as_ref().unwrap().value, 15.0);
    assert!(!fundamentals.has_share_classes);
    let Update::Filings {
        filings: Some(filings),
        ..
    } = &updates[1]
    else {
        panic!("expected filings");
    };
    let rows: Vec<_> = filings
        .iter()
        .map(|filing| (&*filing.form, &*filing.title))
        .collect();
    assert_eq!(
        rows,
        [
            ("10-Q", "Quarterly report"),
            ("8-K", "Results of operations")
        ]
    );
    // A filer without reports in XBRL.
    assert!(
        matches!(&updates[2], Update::Fundamentals { fundamentals: Some(none), .. } if none.is_empty())
    );
}

/// Berkshire's reports count in shares of class A, which is listed too.
#[tokio::test]
async fn filer_with_two_listed_classes_of_shares_is_marked() {
    let server = Server::start(|request| {
        Some(if request.path.contains("companyfacts") {
            Reply::ok(company_facts())
        } else {
            good_reply(request)
        })
    })
    .await;
    let mut fixture = Fixture::new(&server);
    for _ in 0..5 {
        fixture.refresh().await.unwrap();
    }
    let facts = fixture.facts().into_iter();
    let marks: Vec<(String, bool)> = facts
        .map(|(symbol, facts)| (symbol, facts.unwrap().has_share_classes))
        .collect();
    assert_eq!(
        marks,
        [("AAPL".to_owned(), false), ("BRK-B".to_owned(), true)]
    );
}

/// A company that was known may be unknown for a while by an error of the SEC.
#[tokio::test]
async fn status_404_after_a_good_response_keeps_what_is_stored_and_is_requested_again_soon() {
    let failing = Arc::new(AtomicU64::new(0));
    let is_failing = Arc::clone(&failing);
    let server = Server::start(move |request| {
        let is_list = request.path.starts_with("/files/");
        if !is_list && is_failing.load(Ordering::SeqCst) == 1 {
            return Some(Reply::status(404, "no such key"));
        }
        Some(good_reply(request))
    })
    .await;
    let mut fixture = Fixture::new(&server);
    for _ in 0..5 {
        fixture.refresh().await.unwrap();
    }
    fixture.store_times(NOW);
    fixture.world.updates();
    failing.store(1, Ordering::SeqCst);
    fixture.world.clock.advance(8 * 24 * 3_600);
    for _ in 0..5 {
        fixture.refresh().await.unwrap();
    }
    assert!(fixture.is_idle().await);
    assert_eq!(fixture.world.updates().0.len(), 0, "nothing is replaced");
    failing.store(0, Ordering::SeqCst);
    fixture.world.clock.advance(7 * 3_600);
    for _ in 0..4 {
        fixture.refresh().await.unwrap();
    }
    let updates = fixture.world.updates().0;
    let is_whole = |update: &Update| match update {
        Update::Fundamentals { fundamentals, .. } => fundamentals.is_some(),
        Update::Filings { filings, .. } => filings.is_some(),
        _ => false,
    };
    // The figures of BRK-B are never known.
    assert_eq!(updates.iter().filter(|update| is_whole(update)).count(), 3);
}

#[tokio::test]
async fn saved_data_is_requested_again_conditionally_and_unsaved_data_in_full() {
    let server = Server::start(|request| Some(good_reply(request))).await;
    let mut fixture = Fixture::new(&server);
    for _ in 0..5 {
        fixture.refresh().await.unwrap();
    }
    // A day later; the times of the last responses were not stored.
    fixture.world.clock.advance(25 * 3_600);
    fixture.refresh().await.unwrap();
    fixture.refresh().await.unwrap();
    let last = server.requests().pop().unwrap();
    assert_eq!(last.header("if-none-match"), None, "{}", last.path);
    fixture.store_times("2026-11-21T16:30:00Z");
    fixture.world.clock.advance(25 * 3_600);
    fixture.world.updates();
    fixture.refresh().await.unwrap();
    fixture.refresh().await.unwrap();
    let last = server.requests().pop().unwrap();
    assert_eq!(
        (&*last.path, last.header("if-none-match")),
        ("/submissions/CIK0000320193.json", Some("\"one\""))
    );
    assert_eq!(
        fixture.filings(),
        [("AAPL".to_owned(), None)],
        "nothing new"
    );
}

#[tokio::test]
async fn new_report_causes_a_request_for_the_figures() {
    let newest_report = Arc::new(Mutex::new((21, "2026-11-20T14:00:00.000Z")));
    let newest = Arc::clone(&newest_report);
    let server = Server::start(move |request| {
        Some(match request.path.as_str() {
            path if path.starts_with("/submissions/") => {
                let (number, accepted) = *newest.lock().unwrap();
                Reply::ok(submissions(number, accepted))
            }
            _ => good_reply(request),
        })
    })
    .await;
    let mut fixture = Fixture::new(&server);
    fixture.store_times(NOW);
    fixture.refresh().await.unwrap();
    assert!(fixture.is_idle().await, "all data is recent");
    // After an hour, the filings of the watched ticker are requested, but not its figures.
    fixture.world.clock.advance(3_700);
    fixture.refresh().await.unwrap();
    assert_eq!(paths(&server)[1..], ["/submissions/CIK0000320193.json"]);
    fixture.store_times("2026-11-20T16:31:40Z");
    assert!(
        fixture.is_idle().await,
        "the report is older than the figures"
    );
    *newest_report.lock().unwrap() = (22, "2026-11-20T17:00:00.000Z");
    fixture.world.clock.advance(3_700);
    fixture.refresh().await.unwrap();
    fixture.refresh().await.unwrap();
    assert_eq!(
        paths(&server)[3..],
        ["/api/xbrl/companyfacts/CIK0000320193.json"]
    );
    assert_eq!(fixture.facts().len(), 1);
}

/// The SEC writes the times of many companies in New York's time, hours before they happened.
#[tokio::test]
async fn new_report_causes_a_request_for_the_figures_although_its_time_looks_older() {
    let server = Server::start(|request| {
        let in_new_york = submissions(22, "2026-11-20T11:25:00.000Z");
        // The other filing would show that the times are in UTC.
        let in_new_york = in_new_york.replace("2026-11-19T21:30", "2026-11-19T16:30");
        Some(match request.path.as_str() {
            path if path.starts_with("/submissions/") => Reply::ok(in_new_york),
            _ => good_reply(request),
        })
    })
    .await;
    let mut fixture = Fixture::new(&server);
    fixture.store_times(NOW);
    fixture.refresh().await.unwrap();
    fixture.world.clock.advance(3_700);
    fixture.refresh().await.unwrap();
    fixture.refresh().await.unwrap();
    let figures = "/api/xbrl/companyfacts/CIK0000320193.json";
    assert_eq!(paths(&server)[2..], [figures]);
    // They may not have been complete until an hour after the report was seen.
    fixture.store_times("2026-11-20T16:31:40Z");
    fixture.world.clock.advance(3_700);
    fixture.refresh().await.unwrap();
    assert_eq!(paths(&server)[3..], [figures]);
    fixture.store_times("2026-11-20T17:33:20Z");
    assert!(fixture.is_idle().await);
}

#[tokio::test]
async fn filings_are_requested_hourly_while_watched_and_otherwise_daily() {
    let server = Server::start(|request| Some(good_reply(request))).await;
    let mut fixture = Fixture::new(&server);
    fixture.store_times(NOW);
    fixture.refresh().await.unwrap();
    fixture.world.clock.advance(20 * 3_600);
    fixture.refresh().await.unwrap();
    let unwatched = |server: &Server| {
        paths(server)
            .iter()
            .filter(|path| path.contains("1067983"))
            .count()
    };
    assert_eq!(unwatched(&server), 0);
    fixture.world.clock.advance(5 * 3_600);
    fixture.refresh().await.unwrap();
    fixture.refresh().await.unwrap();
    fixture.refresh().await.unwrap();
    assert_eq!(unwatched(&server), 1);
}

#[tokio::test]
async fn compressed_response_is_read_while_it_arrives() {
    let mut body = GzEncoder::new(Vec::new(), Compression::fast());
    body.write_all(company_facts().as_bytes()).unwrap();
    let body = body.finish().unwrap();
    let server = Server::start(move |request| {
        Some(if request.path.contains("companyfacts") {
            Reply::ok(body.clone()).with("Content-Encoding", "gzip")
        } else {
            good_reply(request)
        })
    })
    .await;
    let mut fixture = Fixture::new(&server);
    fixture.refresh().await.unwrap();
    fixture.refresh().await.unwrap();
    assert_eq!(fixture.facts()[0].1.as_ref().unwrap().years.len(), 2);
}

/// Bad responses to a request for figures, with a part of the error.
fn bad_replies() -> Vec<(&'static str, Option<Reply>, &'static str)> {
    let full = company_facts();
    let truncated = Reply::ok(full[..full.len() / 2].to_owned());
    let cut_short = Reply::ok(full[..100].to_owned()).with("Content-Encoding", "gzip");
    let throttled = Reply::status(429, "").with("Retry-After", "600");
    vec![
        ("throttled", Some(throttled), "slow down (HTTP 429)"),
        ("server error", Some(Reply::status(500, "")), "HTTP 500"),
        (
            "denied",
            Some(Reply::status(403, "Undeclared Automated Tool")),
            "real e-mail address",
        ),
        ("no response", None, "did not respond within 5s"),
        (
            "web page",
            Some(Reply::ok("<!DOCTYPE html><html>")),
            "a web page",
        ),
        ("truncated", Some(truncated), "truncated"),
        ("not gzip", Some(cut_short), "invalid gzip header"),
        ("empty", Some(Reply::ok("")), "is empty"),
        (
            "another shape",
            Some(Reply::ok(r#"{"data":{"facts":[]}}"#)),
            "'facts'",
        ),
    ]
}

/// A failure of one company delays neither the others nor the next attempt for long, and loses no data.
#[tokio::test]
async fn failure_of_one_company_does_not_delay_others() {
    for (name, reply, message) in bad_replies() {
        let failing = Arc::new(AtomicU64::new(1));
        let is_failing = Arc::clone(&failing);
        let timeout_seconds = if reply.is_none() { 5 } else { 60 };
        let server = Server::start(move |request| {
            let is_bad = request.path.contains("companyfacts/CIK0000320193");
            if is_bad && is_failing.load(Ordering::SeqCst) == 1 {
                return reply.clone();
            }
            Some(good_reply(request))
        })
        .await;
        let mut fixture = Fixture::with(&settings::Sec {
            timeout_seconds,
            ..sec_settings(&server.base)
        });
        fixture.refresh().await.unwrap();
        let error = fixture.refresh().await.unwrap_err().to_string();
        assert!(error.contains(message), "{name}: {error}");
        assert!(fixture.facts().is_empty(), "{name}");
        for _ in 0..3 {
            fixture.refresh().await.unwrap();
        }
        assert!(fixture.is_idle().await, "{name}");
        failing.store(0, Ordering::SeqCst);
        fixture.world.updates();
        fixture.world.clock.advance(16 * 60);
        fixture.refresh().await.unwrap();
        assert_eq!(fixture.facts()[0].0, "AAPL", "{name}");
    }
}

#[tokio::test]
async fn list_of_tickers_is_requested_until_it_is_valid() {
    let count = Arc::new(AtomicU64::new(0));
    let requests = Arc::clone(&count);
    let server = Server::start(move |request| {
        let number = requests.fetch_add(1, Ordering::SeqCst);
        Some(match number {
            0 => Reply::ok("[]"),
            1 => Reply::status(503, ""),
            _ => good_reply(request),
        })
    })
    .await;
    let mut fixture = Fixture::new(&server);
    assert!(
        fixture
            .refresh()
            .await
            .unwrap_err()
            .to_string()
            .contains("no tickers")
    );
    assert!(fixture.refresh().await.is_err());
    fixture.refresh().await.unwrap();
    fixture.refresh().await.unwrap();
    assert_eq!(fixture.facts().len(), 1);
}

#[tokio::test]
async fn body_over_the_limit_is_rejected() {
    let server = Server::start(|request| Some(good_reply(request))).await;
    let mut fixture = Fixture::with(&settings::Sec {
        max_bytes: 10_000,
        ..sec_settings(&server.base)
    });
    fixture.refresh().await.unwrap();
    let error = fixture.refresh().await.unwrap_err().to_string();
    assert!(error.contains("larger than 10000 bytes"), "{error}");
}

/// Starts the live market's providers with a contact. Returns whether SEC EDGAR is a source, its state and its error.
fn start(contact: &str) -> (bool, ProviderState, Option<String>) {
    let world = World::new();
    let mut settings = settings::Providers::default();
    contact.clone_into(&mut settings.sec.contact);
    let catalogue = marketdeck::catalogue::Catalogue::embedded().unwrap();
    let live = live(&settings, catalogue, &world.board, &world.any_clock());
    let health = world.health("sec");
    let is_source = live.sources.iter().any(|source| source.name == "sec");
    (is_source, health.state, health.last_error)
}

#[tokio::test]
async fn without_a_contact_the_provider_is_disabled_with_a_reason() {
    let (is_source, state, error) = start("");
    assert_eq!((is_source, state), (false, ProviderState::Disabled));
    assert!(
        error
            .unwrap()
            .starts_with("Set 'contact' in [providers.sec]")
    );
    let (_, state, error) = start("operator");
    assert_eq!(state, ProviderState::Disabled);
    let expected = "Invalid contact 'operator' in [providers.sec]; expected an e-mail address.";
    assert_eq!(error.as_deref(), Some(expected));
    let (is_source, state, error) = start("operator@example.org");
    assert_eq!(
        (is_source, state, error),
        (true, ProviderState::Waiting, None)
    );
}
