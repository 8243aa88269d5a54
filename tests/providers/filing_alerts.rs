//! Alerts on new filings, from a fake SEC server through a running Marketdeck to the history of alerts.

use std::sync::{Arc, Mutex};

use marketdeck::{
    ingest::SharedMarketView,
    live::hub::Hub,
    providers::{sec::Sec, settings},
    source::{Context, Sink, Source as _, Update},
};
use serde_json::{Value, json};

use crate::{
    common::TestServer,
    server::{Reply, Request, Server},
};

/// Accession number, form, acceptance time and items of each filing, newest first.
type Rows = Vec<(&'static str, &'static str, &'static str, &'static str)>;

/// A filing of the morning before the test starts.
const EARLIER: (&str, &str, &str, &str) = (
    "0000320193-26-000001",
    "8-K",
    "2026-11-20T13:30:00.000Z",
    "8.01",
);
const RESULTS: (&str, &str, &str, &str) = (
    "0000320193-26-000002",
    "8-K",
    "2026-11-20T21:30:08.000Z",
    "2.02,9.01",
);
const INSIDER: (&str, &str, &str, &str) =
    ("0000320193-26-000003", "4", "2026-11-20T21:40:00.000Z", "");
const ANNUAL: (&str, &str, &str, &str) = (
    "0000320193-26-000004",
    "10-K",
    "2026-11-24T11:01:26.000Z",
    "",
);

fn submissions(rows: &Rows) -> String {
    let column =
        |cell: fn(&(&str, &str, &str, &str)) -> String| rows.iter().map(cell).collect::<Vec<_>>();
    json!({"cik": "0000320193", "filings": {"recent": {
        "accessionNumber": column(|row| row.0.to_owned()),
        "form": column(|row| row.1.to_owned()),
        "acceptanceDateTime": column(|row| row.2.to_owned()),
        "filingDate": column(|row| row.2[..10].to_owned()),
        "items": column(|row| row.3.to_owned()),
        "primaryDocument": column(|_| "document.htm".to_owned()),
    }}})
    .to_string()
}

fn reply(request: &Request, rows: &Rows) -> Reply {
    match request.path.as_str() {
        "/files/company_tickers.json" => {
            Reply::ok(r#"{"0":{"cik_str":320193,"ticker":"AAPL","title":"Apple Inc."}}"#)
        }
        path if path.starts_with("/submissions/") => Reply::ok(submissions(rows)),
        _ => Reply::status(404, "no such key"),
    }
}

struct Fixture {
    server: TestServer,
    sec: Server,
    rows: Arc<Mutex<Rows>>,
}

impl Fixture {
    async fn new() -> Self {
        let rows = Arc::new(Mutex::new(vec![EARLIER]));
        let shared_rows = Arc::clone(&rows);
        let sec = Server::start(move |request| Some(reply(request, &shared_rows.lock().unwrap())));
        Self {
            server: TestServer::open().await,
            sec: sec.await,
            rows,
        }
    }

    /// Runs the source, with the state of a fresh start, until it has received the filings of Apple.
    async fn receive_filings(&self) {
        let settings = settings::Sec {
            base_url: self.sec.base.clone(),
            contact: "operator@example.org".to_owned(),
            min_gap_ms: 0,
            ..settings::Sec::default()
        };
        let health = self.server.board.record("sec");
        let mut source = Sec::new(&settings, health.clone());
        let context = Context {
            clock: self.server.clock.clone(),
            sink: Sink::new("sec", self.server.updates.clone()),
            market: Arc::new(SharedMarketView {
                market: Arc::clone(&self.server.market),
                hub: Hub::new(),
                alerts: Arc::clone(&self.server.alerts),
            }),
            health,
        };
        let count = || {
            let requests = self.sec.requests().into_iter();
            requests
                .filter(|request| request.path.starts_with("/submissions/"))
                .count()
        };
        let before = count();
        while count() == before {
            source.refresh(&context).await.unwrap();
        }
        // Updates are merged in order: when this marker is merged, the filings are merged, too.
        self.server.send_update(Update::Profiles(vec![])).await;
    }

    async fn create(&self, body: Value) -> Value {
        let created = self
            .server
            .send("POST", "/api/alerts", &body.to_string())
            .await;
        assert_eq!(created.status, 201, "{}", created.text());
        created.json()
    }

    /// Returns the reports, newest first, after at least `count` are recorded.
    async fn history(&self, count: usize) -> Vec<Value> {
        loop {
            let history = self.server.get("/api/alerts/history").await.json();
            let reports = history.as_array().unwrap();
            if reports.len() >= count {
                return reports.clone();
            }
            tokio::task::yield_now().await;
        }
    }

    /// Restarts the server at a later time.
    async fn restart(self, later: &str) -> Self {
        Self {
            server: self.server.restart(later.parse().unwrap()).await,
            ..self
        }
    }
}

/// ALRT-02: new filings are reported once, those of a downtime late, and those before the alert not at all.
#[tokio::test]
async fn a_new_filing_is_reported_once_even_after_a_restart() {
    let fixture = Fixture::new().await;
    fixture.receive_filings().await;
    let alert = json!({"type": "event", "indicator": "filing", "forms": ["10-K", "8-K", "8-K"],
        "symbol": "aapl", "frequency": "always"});
    let created = fixture.create(alert).await;
    assert_eq!(
        (&created["forms"], &created["alreadyMet"]),
        (&json!(["8-K", "10-K"]), &json!(false))
    );
    // An hour later, not a day, because an alert waits for the filings.
    *fixture.rows.lock().unwrap() = vec![INSIDER, RESULTS, EARLIER];
    fixture.server.clock.advance(2 * 3_600 + 600);
    fixture.receive_filings().await;
    let history = fixture.history(1).await;
    let expected = json!({
        "sentence": "AAPL filed form 8-K on 2026-11-20: Results of operations",
        "url": "https://www.sec.gov/Archives/edgar/data/320193/000032019326000002/document.htm",
        "firedAt": "2026-11-20T21:30:08Z", "late": false,
    });
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(&history[0][field], value, "{history:?}");
    }
    assert_eq!(
        history.len(),
        1,
        "neither older filings nor other forms: {history:?}"
    );

    // A filing of the days during which the server was off.
    fixture.rows.lock().unwrap().insert(0, ANNUAL);
    let fixture = fixture.restart("2026-11-25T12:00:00Z").await;
    fixture.receive_filings().await;
    let history = fixture.history(2).await;
    assert_eq!(
        (&history[0]["sentence"], &history[0]["late"]),
        (
            &json!("AAPL filed form 10-K on 2026-11-24: Annual report"),
            &json!(true)
        )
    );
    let fixture = fixture.restart("2026-11-27T12:00:00Z").await;
    fixture.receive_filings().await;
    assert_eq!(fixture.history(2).await.len(), 2, "each filing once");
}

/// ALRT-02: the SEC writes the times of many companies in New York's time, hours before they happened.
#[tokio::test]
async fn a_filing_whose_time_looks_older_than_the_alert_is_reported() {
    let fixture = Fixture::new().await;
    fixture.receive_filings().await;
    let alert = json!({"type": "event", "indicator": "filing", "forms": ["8-K"], "symbol": "AAPL", "frequency": "always"});
    fixture.create(alert).await;
    // Accepted at 16:21 in New York, almost two hours after the alert was created.
    let results = (RESULTS.0, RESULTS.1, "2026-11-20T16:21:05.000Z", RESULTS.3);
    fixture.rows.lock().unwrap().insert(0, results);
    fixture.server.clock.advance(2 * 3_600 + 600);
    fixture.receive_filings().await;
    let history = fixture.history(1).await;
    assert_eq!(
        (&history[0]["sentence"], &history[0]["firedAt"]),
        (
            &json!("AAPL filed form 8-K on 2026-11-20: Results of operations"),
            &json!("2026-11-20T21:42:00Z")
        )
    );
    let filings = fixture.server.get("/api/tickers/AAPL/filings").await.json();
    assert_eq!(
        (&filings[0]["filed"], &filings[0]["acceptedAt"]),
        (&json!("2026-11-20"), &Value::Null)
    );
    let fixture = fixture.restart("2026-11-23T12:00:00Z").await;
    fixture.receive_filings().await;
    let history = fixture.history(1).await;
    assert_eq!(
        history.len(),
        1,
        "not the filing of the morning: {history:?}"
    );
}

/// ALRT-02, ALRT-03: forms are required, and only stocks of the United States have filings.
#[tokio::test]
async fn impossible_alerts_on_filings_are_rejected_and_possible_ones_are_exported() {
    let fixture = Fixture::new().await;
    let with = |symbol: &str, indicator: &str, forms: Value| json!({"type": "event", "indicator": indicator, "forms": forms, "symbol": symbol, "frequency": "once"});
    for (body, status, reason) in [
        (
            with("AAPL", "filing", json!([])),
            422,
            "Missing forms; expected at least one of: 8-K, 10-K",
        ),
        (
            with("AAPL", "filing", json!(["4"])),
            400,
            "invalid form '4', expected one of: 8-K, 10-K",
        ),
        (
            with("AAPL", "earnings", json!(["8-K"])),
            422,
            "Forms are allowed only with the indicator 'filing'.",
        ),
        (
            with("BTC", "filing", json!(["8-K"])),
            422,
            "BTC has no earnings, dividends or filings.",
        ),
        (
            with("VYM", "filing", json!(["8-K"])),
            422,
            "VYM has no filings with the SEC; only stocks listed in the United States",
        ),
    ] {
        let response = fixture
            .server
            .send("POST", "/api/alerts", &body.to_string())
            .await;
        assert_eq!(response.status, status, "{body} {}", response.text());
        assert!(response.text().contains(reason), "{}", response.text());
    }
    let path = "/api/alert-backtest?type=event&indicator=filing&symbol=AAPL";
    let backtest = fixture.server.get(path).await.json();
    assert_eq!(backtest["known"], false, "{backtest}");

    fixture
        .create(with("AAPL", "filing", json!(["6-K", "20-F"])))
        .await;
    let export = fixture.server.get("/api/export").await.json();
    assert_eq!(export["alerts"][0]["forms"], json!(["6-K", "20-F"]));
    let target = TestServer::open().await;
    let preview = target
        .send("POST", "/api/import/preview", &export.to_string())
        .await
        .json();
    assert_eq!(
        preview["alerts"]["added"],
        json!(["AAPL filing 6-K or 20-F"])
    );
    let imported = target
        .send("POST", "/api/import", &export.to_string())
        .await;
    assert_eq!(imported.status, 200, "{}", imported.text());
    assert_eq!(
        target.get("/api/alerts").await.json()[0]["forms"],
        json!(["6-K", "20-F"])
    );
    let again = target
        .send("POST", "/api/import/preview", &export.to_string())
        .await
        .json();
    assert_eq!(again["alerts"]["same"], 1, "{again}");
}
