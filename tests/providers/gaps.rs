//! Tickers that one source lacks: the program with a live market without Yahoo, in which the next source has them. And identifiers and
//! currencies that only some sources know.

use std::path::Path;

use marketdeck::{
    catalogue::Catalogue,
    providers::{directory, live},
};
use serde_json::{Value, json};

use crate::{
    enabled::{self, settings_with_only},
    program::{Program, Running, poll_or},
    server::{Reply, Request, Server},
    without_yahoo::{NOW, closes, respond, wait_for_price},
    world::World,
};

/// Starts the program with only these providers, which `server` simulates.
fn start(server: &Server, data: &Path, symbols: &str, names: &[&str]) -> Running {
    let mut program = Program::at(NOW, data);
    let command = &mut program.command;
    command
        .args(["--market", "live"])
        .env("MARKETDECK_SYMBOLS", symbols);
    enabled::enable_only_in_environment(command, &server.base, names);
    program.serve()
}

/// Follows a symbol or identifier. Returns the status and the body.
fn follow(running: &Running, typed: &str) -> (u16, String) {
    let body = json!({ "symbol": typed }).to_string();
    let (status, body) = running.request("POST", "/api/tickers", &body).unwrap();
    (status, body.trim().to_owned())
}

/// Cboe has quotes but no bars of the Nasdaq 100, and nothing of Microsoft. Nasdaq has the history of Microsoft.
fn with_gaps(request: &Request) -> Reply {
    let path = &request.path;
    if path.ends_with("/_NDX.json") && path.contains("/charts/") || path.ends_with("/MSFT.json") {
        return Reply::status(403, "<Error><Code>AccessDenied</Code></Error>");
    }
    if path.starts_with("/nasdaq/api/quote/MSFT/historical") {
        let row = |date: &str, close: &str| json!({ "date": date, "open": close, "high": close, "low": close, "close": close, "volume": "1,000" });
        let rows = [row("11/19/2026", "$512.25"), row("11/18/2026", "$510.50")];
        let data = json!({ "tradesTable": { "rows": rows } });
        return Reply::ok(json!({ "data": data, "status": { "rCode": 200 } }).to_string());
    }
    respond(request)
}

#[tokio::test(flavor = "multi_thread")]
async fn bars_that_cboe_lacks_come_from_the_next_source() {
    let server = Server::start(|request| Some(with_gaps(request))).await;
    let data = tempfile::tempdir().unwrap();
    let names = ["cboe", "cnbc", "nasdaq"];
    let running = start(&server, data.path(), "^NDX", &names);
    poll_or("the configured symbol", || {
        match running.get("/api/tickers/%5ENDX") {
            (200, _) => Ok(()),
            (_, body) => Err(body),
        }
    });
    assert_eq!(wait_for_price(&running, "%5ENDX")["source"], "cboe");
    assert_eq!(closes(&running, "%5ENDX")[..2], [50.0, 50.0], "from CNBC");
    assert_eq!(
        closes(&running, "MSFT")[..2],
        [510.5, 512.25],
        "from Nasdaq"
    );
    // Other tickers keep the preferred source.
    assert_eq!(closes(&running, "AAPL")[..2], [229.5, 230.5]);
    let paths = server.requests().into_iter().map(|request| request.path);
    let paths: Vec<String> = paths.collect();
    let count = |end: &str| paths.iter().filter(|path| path.ends_with(end)).count();
    assert_eq!(count("/charts/historical/_NDX.json"), 1);
    assert_eq!(count("/quotes/MSFT.json"), 1, "not asked again for a day");
    assert!(!paths.iter().any(|path| path.contains("/bars/.SPX/")));
    let status = running.json("/api/status");
    let errors: Vec<&str> = status["tickers"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|ticker| ticker["lastError"].as_str())
        .collect();
    assert!(
        errors.iter().any(|error| error.contains("MSFT: no data")),
        "{errors:?}"
    );
}

/// Binance has a coin with the letters of Ethereum that costs thirty times as much.
fn with_other_coin(request: &Request) -> Reply {
    let path = &request.path;
    if path.starts_with("/coingecko/") {
        let coin = |id: &str, price: f64| json!({ "id": id, "current_price": price, "last_updated": "2026-11-20T19:31:00Z" });
        return Reply::ok(
            json!([coin("bitcoin", 91_000.5), coin("ethereum", 3_050.0)]).to_string(),
        );
    }
    if path.starts_with("/binance/api/v3/ticker/price") {
        let pair = |name: &str| json!({ "symbol": name, "price": "91050" });
        return Reply::ok(json!([pair("BTCUSDT"), pair("ETHUSDT")]).to_string());
    }
    respond(request)
}

#[tokio::test(flavor = "multi_thread")]
async fn bars_of_another_coin_with_the_same_letters_are_not_used() {
    let server = Server::start(|request| Some(with_other_coin(request))).await;
    let data = tempfile::tempdir().unwrap();
    let running = start(&server, data.path(), "", &["coingecko", "binance"]);
    assert_eq!(closes(&running, "BTC")[0], 91_000.0 * 0.998);
    // The shorter bars are requested after the response with the daily ones was read.
    poll_or("the bars of the other coin", || {
        let paths = server.requests().into_iter().map(|request| request.path);
        let paths: Vec<String> = paths
            .filter(|path| path.contains("symbol=ETHUSDT"))
            .collect();
        let is_complete = ["interval=1d", "interval=5m", "interval=1h"]
            .iter()
            .all(|interval| paths.iter().any(|path| path.contains(interval)));
        if is_complete {
            Ok(())
        } else {
            Err(paths.join(" "))
        }
    });
    let bars = running.json("/api/tickers/ETH/bars?timeframe=MAX&interval=1d");
    assert_eq!(bars, json!([]));
}

/// The exchanges know LVMH and SAP by ISIN, and a fund in Amsterdam, of which `OpenFIGI` knows the currency.
fn with_identifiers(request: &Request) -> Reply {
    let path = &request.path;
    let listing = |isin: &str, mic: &str, code: &str, kind: &str| {
        let label = format!("<span class='instrument-symbol'>{code}</span>");
        let link = format!("/en/product/{kind}/{isin}-{mic}");
        json!([{ "isin": isin, "mic": mic, "name": code, "label": label, "link": link }])
    };
    let fund = "IE00B5BMR087";
    if let Some((_, query)) = path.split_once("/searchJSON?q=") {
        let results = match query {
            "FR0000121014" => listing("FR0000121014", "XPAR", "MC", "equities"),
            "CSPX" | "IE00B5BMR087" => listing(fund, "XAMS", "CSPX", "etfs"),
            _ => json!([]),
        };
        return Reply::ok(results.to_string());
    }
    if path.contains(&format!("/getFullDownloadAjax/{fund}-XAMS")) {
        let rows = "20/11/2026;690;695;689;694;694.5;10;1;0;0\n19/11/2026;688;690;687;689;689.5;10;1;0;0\n";
        return Reply::ok(format!(
            "\"Historical Data\"\n\"\"\n{fund}\nDate;Open;High;Low;Last;Close;\"Number of Shares\";\"Number of Trades\";Turnover\n{rows}"
        ));
    }
    if path.starts_with("/openfigi/") && request.body.contains("currency") {
        let jobs: Vec<Value> = serde_json::from_str(&request.body).unwrap();
        let result = |job: &Value| {
            assert_eq!(
                (&job["idValue"], &job["exchCode"]),
                (&json!(fund), &json!("NA"))
            );
            if job["currency"] == "USD" {
                json!({ "data": [{ "ticker": "CSPX", "exchCode": "NA", "name": "ISHARES CORE S&P 500", "securityType": "ETP", "marketSector": "Equity" }] })
            } else {
                json!({ "warning": "No identifier found." })
            }
        };
        let results: Value = jobs.iter().map(result).collect();
        return Reply::ok(results.to_string());
    }
    respond(request)
}

#[tokio::test(flavor = "multi_thread")]
async fn isins_are_looked_up_at_the_exchanges_without_openfigi() {
    let server = Server::start(|request| Some(with_identifiers(request))).await;
    let data = tempfile::tempdir().unwrap();
    let names = ["cboe", "deutsche_boerse", "euronext", "cnbc"];
    let running = start(&server, data.path(), "", &names);
    for (isin, symbol, price) in [
        ("FR0000121014", "MC.PA", 607.3),
        ("DE0007164600", "SAP.DE", 231.45),
    ] {
        let (status, body) = follow(&running, isin);
        assert_eq!(status, 201, "{isin}: {body}");
        let ticker: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(
            (&ticker["symbol"], &ticker["isin"]),
            (&json!(symbol), &json!(isin))
        );
        assert_eq!(ticker["price"], json!(price), "{body}");
    }
    assert_eq!(
        follow(&running, "NL0000009165"),
        (
            404,
            "The ISIN NL0000009165 is unknown to Deutsche Börse and Euronext.".to_owned()
        )
    );
    assert_eq!(
        follow(&running, "NOSUCH"),
        (
            404,
            "NOSUCH is unknown to CNBC, Cboe, Deutsche Börse and Euronext.".to_owned()
        )
    );
    let (status, body) = follow(&running, "CSPX.AS");
    assert_eq!(
        (status, &*body),
        (
            503,
            "Euronext does not state the currency of CSPX.AS, and OpenFIGI is disabled."
        )
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fund_in_amsterdam_has_the_currency_that_openfigi_confirms() {
    let server = Server::start(|request| Some(with_identifiers(request))).await;
    let data = tempfile::tempdir().unwrap();
    let running = start(&server, data.path(), "", &["euronext", "openfigi"]);
    let (status, body) = follow(&running, "CSPX.AS");
    assert_eq!(status, 201, "{body}");
    let fund: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(
        (&fund["currency"], &fund["price"]),
        (&json!("USD"), &json!(694.5))
    );
    assert_eq!(fund["type"], "etf");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_source_that_knows_isins_the_error_says_so() {
    let server = Server::start(|request| Some(respond(request))).await;
    let data = tempfile::tempdir().unwrap();
    let running = start(&server, data.path(), "", &["cboe", "cnbc"]);
    assert_eq!(
        follow(&running, "FR0000121014"),
        (
            503,
            "No enabled source can look up the ISIN FR0000121014. Enable [providers.openfigi]."
                .to_owned()
        )
    );
}

#[test]
fn disabling_yahoo_disables_its_stream() {
    let world = World::new();
    let settings = settings_with_only(&["yahoo_stream", "cboe"]);
    assert!(settings.yahoo_stream.enabled && !settings.yahoo.enabled);
    let sources = live(
        &settings,
        Catalogue::default(),
        &world.board,
        &world.any_clock(),
    );
    let names: Vec<&str> = sources.sources.iter().map(|source| source.name).collect();
    assert_eq!(names, ["cboe"]);
    let directory = directory(&settings);
    let entry = |name| directory.iter().find(|one| one.description.name == name);
    assert!(entry("yahoo_stream").unwrap().unused.is_some());
    assert!(entry("cboe").unwrap().unused.is_none());
}
