//! `marketdeck config check --live` asks each enabled source once and prints a table.

use std::{
    fmt::Write as _,
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    process::Output,
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use crate::program::marketdeck;

const CBOE: &str = r#"{"symbol": "SPY", "data": {"symbol": "SPY", "current_price": 667.25, "last_trade_time": "2026-11-20T14:15:00"}}"#;
const ECB: &str = r#"<?xml version="1.0"?><gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><Cube><Cube time='2026-11-19'><Cube currency='USD' rate='1.1571'/></Cube></Cube></gesmes:Envelope>"#;
const CHART: &str = r#"{"chart": {"result": [{"meta": {"symbol": "SPY", "currency": "USD", "regularMarketPrice": 667.5}}], "error": null}}"#;
const CNBC: &str = r#"{"FormattedQuoteResult": {"FormattedQuote": {"symbol": ".SPX", "code": 0, "last": "6,642.16", "last_time": "2026-11-20T14:15:00.000-0500"}}}"#;
const BINANCE: &str =
    r#"[{"symbol": "BTCUSDT", "lastPrice": "90123.40", "closeTime": 1795203120000}]"#;
const DEUTSCHE_BOERSE: &str = r#"{"isin": "DE0007164600", "lastPrice": 231.45, "timestampLastPrice": "2026-11-20T17:20:00+01:00", "currency": {"originalValue": "EUR"}}"#;
const EURONEXT: &str = "\"Historical Data\"\n\"From 2026-11-06 to 2026-11-20\"\nFR0000121014\nDate;Open;High;Low;Last;Close\n19/11/2026;598;602.9;597.1;600.4;600.4\n";
const OPENFIGI: &str =
    r#"[{"data": [{"figi": "BBG000B9XRY4", "ticker": "AAPL", "exchCode": "US"}]}]"#;
const BLS: &str = r#"{"status": "REQUEST_SUCCEEDED", "Results": {"series": [{"seriesID": "LNS14000000", "data": [{"year": "2026", "period": "M10", "value": "4.4"}]}]}}"#;
const FED: &str = r#"{"refRates": [{"effectiveDate": "2026-11-19", "percentRate": 3.63, "targetRateFrom": 3.5, "targetRateTo": 3.75}]}"#;
const FEED: &str = r#"<rss version="2.0"><channel><title>News</title><item><title>Rates stay</title><link>https://n.example/1</link></item></channel></rss>"#;
const PAGE: &str = "<!DOCTYPE html><html><body>Please verify that you are human.</body></html>";

/// A response of the fake sources: a status and a body; `None` leaves the request without a response.
fn respond(path: &str) -> Option<(u16, &'static str)> {
    Some(match path {
        _ if path.contains("/quotes/SPY") => (200, CBOE),
        _ if path.contains("/restQuote/") => (200, CNBC),
        _ if path.contains("/ticker/24hr") => (200, BINANCE),
        _ if path.contains("/price_information/") => (200, DEUTSCHE_BOERSE),
        _ if path.contains("/getFullDownloadAjax/") => (200, EURONEXT),
        "/v3/mapping" => (200, OPENFIGI),
        _ if path.contains("/eurofxref-daily") => (200, ECB),
        _ if path.contains("/finance/chart/SPY") => (200, CHART),
        _ if path.contains("/getcrumb") => (200, "aB3xY"),
        _ if path.contains("/daily-treasury-rates") => (200, PAGE),
        "/publicAPI/v1/timeseries/data/" => (200, BLS),
        _ if path.contains("/rates/unsecured/effr/") => (200, FED),
        _ if path.contains("/coins/markets") => (
            401,
            r#"{"status": {"error_code": 10002, "error_message": "API Key Missing"}}"#,
        ),
        _ if path.contains("/fng/") => (429, "slow down"),
        _ if path.contains("/fearandgreed") => (500, "broken"),
        _ if path.contains("/calendar/earnings") => return None,
        _ if path.contains("/tvl/") => (200, "[12"),
        _ if path.contains("/submissions/") => (403, PAGE),
        _ if path.contains("/quote?symbol=AAPL") && !path.contains("/api/v1/") => (
            200,
            r#"{"code": 401, "message": "apikey is incorrect", "status": "error"}"#,
        ),
        _ if path.contains("/api/v1/quote") => (401, r#"{"error": "Invalid API key"}"#),
        "/wire" => (200, FEED),
        "/water" => (200, r#"{"level": 3.5}"#),
        _ if path.starts_with("/stream") => (503, "full"),
        _ => (404, ""),
    })
}

/// Serves the fake sources until the test ends. Returns the address and the paths of all requests.
fn sources() -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let requests = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&requests);
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let log = Arc::clone(&log);
            thread::spawn(move || serve(stream, &log));
        }
    });
    (address, requests)
}

fn serve(stream: TcpStream, log: &Mutex<Vec<String>>) {
    let mut reader = BufReader::new(stream);
    loop {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            if reader.read_line(&mut line).unwrap_or_default() == 0 {
                return;
            }
            if line == "\r\n" {
                break;
            }
            lines.push(line);
        }
        let body_length = lines
            .iter()
            .find_map(|line| line.strip_prefix("content-length: "))
            .map_or(0, |length| length.trim().parse().unwrap());
        let mut body = vec![0; body_length];
        if reader.read_exact(&mut body).is_err() {
            return;
        }
        let path = lines[0].split(' ').nth(1).unwrap_or_default().to_owned();
        log.lock().unwrap().push(path.clone());
        let Some((status, body)) = respond(&path) else {
            thread::sleep(Duration::from_secs(30));
            return;
        };
        let length = body.len();
        let head = format!("HTTP/1.1 {status} S\r\ncontent-length: {length}\r\n\r\n");
        let stream = reader.get_mut();
        if stream
            .write_all(format!("{head}{body}").as_bytes())
            .is_err()
        {
            return;
        }
    }
}

/// Runs the check with a configuration file. Returns its output and the files it left in its folder.
fn check(file: &str) -> (Output, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("marketdeck.toml");
    fs::write(&path, file).unwrap();
    let mut command = marketdeck();
    command
        .args([
            "config",
            "check",
            "--live",
            "--now",
            "2026-11-20T19:32:00Z",
            "--config",
        ])
        .arg(&path)
        .current_dir(folder.path());
    let output = command.output().expect("the program runs");
    let entries = fs::read_dir(folder.path()).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    (output, names.collect())
}

/// Returns the configuration of a live market that asks the fake sources.
fn configuration(address: &str) -> String {
    let base = format!("http://{address}");
    let tables = [
        "yahoo",
        "cboe",
        "deutsche_boerse",
        "euronext",
        "cnbc",
        "binance",
        "ecb",
        "openfigi",
        "treasury",
        "bls",
        "fed",
        "alternative_me",
        "cnn",
        "defillama",
    ];
    let mut file = format!(
        "market = \"live\"\n[providers.rss]\nfeeds = [{{ name = \"wire\", title = \"Wire\", url = \"{base}/wire\" }}]\n"
    );
    for table in tables {
        let _ = writeln!(file, "[providers.{table}]\nbase_url = \"{base}\"");
    }
    for table in ["coingecko", "finnhub", "twelve_data"] {
        let _ = writeln!(
            file,
            "[providers.{table}]\nbase_url = \"{base}\"\napi_key = \"swordfish\""
        );
        if table == "finnhub" {
            let _ = writeln!(file, "ws_url = \"ws://{address}/stream\"");
        }
    }
    let _ = writeln!(
        file,
        "[providers.nasdaq]\nbase_url = \"{base}\"\ntimeout_seconds = 1"
    );
    let _ = writeln!(
        file,
        "[providers.sec]\nbase_url = \"{base}\"\ncontact = \"ann@example.com\""
    );
    for table in ["yahoo_stream", "coinbase", "binance_stream"] {
        let _ = writeln!(
            file,
            "[providers.{table}]\nws_url = \"ws://{address}/stream\""
        );
    }
    file += "[providers.kraken]\nenabled = false\n";
    file + &format!(
        "[[sources]]\nsymbol = \"WATER\"\nurl = \"{base}/water\"\nprice = \"/level\"\ncurrency = \"EUR\"\n"
    )
}

#[test]
fn live_check_prints_the_response_of_each_source_or_its_error() {
    let (address, requests) = sources();
    let (output, files) = check(&configuration(&address));
    let text = String::from_utf8(output.stdout).unwrap();
    println!("{text}");
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert_eq!(files, ["marketdeck.toml"], "no database is opened");
    let row = |name: &str| {
        let mut rows = text.lines().filter(|line| line.starts_with(name));
        let row = rows.find(|line| line[name.len()..].starts_with("  "));
        row.unwrap_or_else(|| panic!("no row {name} in {text}"))
            .to_owned()
    };
    for (name, result, answer) in [
        ("yahoo", "ok", "SPY 667.5"),
        ("yahoo_facts", "ok", "session opened"),
        ("cboe", "ok", "SPY 667.25 USD"),
        ("deutsche_boerse", "ok", "SAP.DE 231.45 EUR"),
        ("euronext", "ok", "MC.PA 600.4 EUR"),
        ("cnbc", "ok", "^GSPC 6642.16"),
        ("binance", "ok", "BTC 90123.4 USDT"),
        ("openfigi", "ok", "US0378331005: listings: 1"),
        ("ecb", "ok", "rates of 2026-11-19"),
        ("bls", "ok", "unemployment rate of October 2026: 4.4 %"),
        ("fed", "ok", "federal funds rate of 2026-11-19"),
        ("rss wire", "ok", "articles: 1"),
        ("sources WATER", "ok", "3.5 EUR"),
        (
            "coingecko",
            "failed",
            "The source refused: the key in [providers.coingecko] is not accepted (HTTP 401).",
        ),
        (
            "finnhub",
            "failed",
            "the key in [providers.finnhub] is not accepted (HTTP 401)",
        ),
        ("finnhub_stream", "failed", "HTTP 503"),
        ("twelve_data", "failed", "unknown API key"),
        ("treasury", "failed", "got a web page"),
        ("bls_calendar", "failed", "HTTP 404"),
        ("alternative_me", "failed", "HTTP 429"),
        ("cnn", "failed", "HTTP 500"),
        ("nasdaq", "failed", "did not respond within 1s"),
        ("nasdaq_history", "failed", "HTTP 404"),
        ("nasdaq_quotes", "failed", "HTTP 404"),
        ("nasdaq_screener", "failed", "HTTP 404"),
        ("defillama", "failed", "is invalid"),
        (
            "sec",
            "failed",
            "check that 'contact' is a real e-mail address",
        ),
        ("coinbase", "failed", "HTTP 503"),
        ("binance_stream", "failed", "HTTP 503"),
    ] {
        let row = row(name);
        assert!(row.contains(&format!("  {result} ")), "{row}");
        assert!(row.contains(answer), "{row}");
    }
    assert!(!text.contains("kraken"), "a disabled source is not asked");
    assert!(text.contains("17 of 30 sources did not answer"), "{text}");
    assert!(!text.contains("swordfish"), "keys are not printed");
    let requests = requests.lock().unwrap();
    // Facts need a cookie and a crumb.
    assert_eq!(requests.len(), 31, "one request each: {requests:?}");
}

#[test]
fn live_check_succeeds_if_all_enabled_sources_answer() {
    let (address, _) = sources();
    let mut file = "market = \"live\"\n".to_owned();
    for table in ["yahoo", "cboe", "ecb"] {
        let _ = writeln!(file, "[providers.{table}]\nbase_url = \"http://{address}\"");
    }
    for table in [
        "yahoo_stream",
        "coinbase",
        "kraken",
        "coingecko",
        "binance",
        "binance_stream",
        "cnbc",
        "deutsche_boerse",
        "euronext",
        "openfigi",
        "treasury",
        "bls",
        "fed",
        "alternative_me",
        "cnn",
        "nasdaq",
        "defillama",
        "rss",
    ] {
        let _ = writeln!(file, "[providers.{table}]\nenabled = false");
    }
    let (output, _) = check(&file);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("All 4 sources answered"), "{text}");
}

#[test]
fn live_check_of_the_sample_market_asks_no_source() {
    let (address, requests) = sources();
    let file = configuration(&address).replace("\"live\"", "\"sample\"");
    let (output, _) = check(&file);
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("The sample market uses no sources"), "{text}");
    assert!(requests.lock().unwrap().is_empty());
}
