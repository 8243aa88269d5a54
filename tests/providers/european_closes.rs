//! Cross-checks in Europe: the program with a live market in which Yahoo lacks sessions of a German and a French share.

use jiff::civil::date;
use serde_json::{Value, json};

use crate::{
    enabled,
    program::{Program, Running, poll_or},
    server::{Reply, Request, Server},
    spark::yahoo_response,
};

/// The night after a Friday.
const SATURDAY: &str = "2026-11-21T02:00:00Z";
/// The days of November of the histories, and the one that Yahoo lacks.
const DAYS: [i8; 10] = [9, 10, 11, 12, 13, 16, 17, 18, 19, 20];
const MISSING: i8 = 17;

fn close(day: i8) -> f64 {
    200.0 + f64::from(day)
}

/// Yahoo's chart of a European share, with a null session.
fn yahoo(request: &Request, symbol: &str, zone: &str) -> String {
    let opening = |day: i8| {
        let open = date(2026, 11, day).at(9, 0, 0, 0).in_tz(zone);
        open.unwrap().timestamp().as_second()
    };
    let column = DAYS.map(|day| (day != MISSING).then(|| close(day)));
    let chart = json!({ "chart": { "error": null, "result": [{
        "meta": {
            "currency": "EUR", "symbol": symbol, "instrumentType": "EQUITY", "gmtoffset": 3_600, "longName": symbol,
            "exchangeTimezoneName": zone, "dataGranularity": "1d", "range": "5y",
            "regularMarketPrice": close(20), "regularMarketTime": opening(20) + 30_600,
        },
        "timestamp": DAYS.map(opening),
        "indicators": { "quote": [{ "open": column, "high": column, "low": column, "close": column, "volume": column.map(|price| price.map(|_| 500)) }] },
    }] } });
    yahoo_response(request, &chart.to_string())
}

/// Deutsche Börse's answers for SAP.
fn deutsche_boerse(path: &str) -> Option<Value> {
    Some(match path.split('?').next()? {
        "v1/tradingview/search" => {
            json!([{ "symbol": "XETR:DE0007164600", "description": "SAP SE", "type": "Aktie" }])
        }
        "v1/tradingview/symbols" => {
            json!({ "name": "SAP", "description": "SAP SE", "currency_code": "EUR" })
        }
        "v1/tradingview/history" => {
            let midnight = |day| {
                date(2026, 11, day)
                    .at(0, 0, 0, 0)
                    .in_tz("Europe/Berlin")
                    .unwrap()
            };
            let times = DAYS.map(|day| midnight(day).timestamp().as_second());
            let closes = DAYS.map(close);
            json!({ "s": "ok", "t": times, "o": closes, "h": closes, "l": closes, "c": closes, "v": DAYS.map(|_| 900) })
        }
        _ => return None,
    })
}

/// Euronext's answers for LVMH.
fn euronext(path: &str) -> Option<String> {
    if path.starts_with("en/instrumentSearch/searchJSON?q=MC") {
        let label = "<span class='instrument-symbol'>MC</span>";
        let link = "/en/product/equities/FR0000121014-XPAR";
        return Some(json!([{ "isin": "FR0000121014", "mic": "XPAR", "name": "LVMH", "label": label, "link": link }]).to_string());
    }
    path.contains("/getFullDownloadAjax/FR0000121014-XPAR?")
        .then_some(())?;
    let rows = DAYS.iter().rev().map(|&day| {
        let price = close(day);
        format!("{day:02}/11/2026;{price};{price};{price};{price};{price};1000\n")
    });
    let rows: String = rows.collect();
    Some(format!(
        "\"Historical Data\"\n\"From 2026-10-31 to 2026-11-21\"\nFR0000121014\nDate;Open;High;Low;Last;Close;\"Number of Shares\"\n{rows}"
    ))
}

fn respond(request: &Request) -> Reply {
    let (_, rest) = request.path.split_at(1);
    let (provider, path) = rest.split_once('/').unwrap_or((rest, ""));
    let body = match provider {
        "yahoo" if path.contains("SAP.DE") => Some(yahoo(request, "SAP.DE", "Europe/Berlin")),
        "yahoo" if path.contains("MC.PA") => Some(yahoo(request, "MC.PA", "Europe/Paris")),
        "deutsche_boerse" => deutsche_boerse(path).map(|body| body.to_string()),
        "euronext" => euronext(path),
        _ => None,
    };
    body.map_or_else(|| Reply::status(404, ""), Reply::ok)
}

/// Waits until the bar of the missing session exists, and returns its close and source.
fn filled(running: &Running, symbol: &str) -> (Value, Value) {
    let path = format!("/api/tickers/{symbol}/bars?timeframe=1M&interval=1d");
    let start = format!("2026-11-{MISSING}T00:00:00Z");
    poll_or(&format!("the missing session of {symbol}"), || {
        let bars = running.json(&path);
        let bar = bars
            .as_array()
            .and_then(|bars| bars.iter().find(|bar| bar["timestamp"] == *start));
        bar.map(|bar| (bar["close"].clone(), bar["source"].clone()))
            .ok_or_else(|| bars.to_string())
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_sessions_in_germany_and_france_are_filled_from_the_exchange() {
    let server = Server::start(|request| Some(respond(request))).await;
    let data = tempfile::tempdir().unwrap();
    let mut program = Program::at(SATURDAY, data.path());
    let command = &mut program.command;
    command
        .args(["--market", "live"])
        .env("MARKETDECK_PROVIDERS_YAHOO_SYMBOLS", "SAP.DE,MC.PA")
        .env("MARKETDECK_PROVIDERS_YAHOO_FACTS", "false");
    enabled::enable_only_in_environment(
        command,
        &server.base,
        &["yahoo", "deutsche_boerse", "euronext"],
    );
    let running = program.serve();
    for symbol in ["SAP.DE", "MC.PA"] {
        let body = json!({ "symbol": symbol }).to_string();
        let (status, body) = running.request("POST", "/api/tickers", &body).unwrap();
        assert_eq!(status, 201, "{body}");
    }
    assert_eq!(
        filled(&running, "SAP.DE"),
        (json!(217.0), json!("deutsche_boerse"))
    );
    assert_eq!(filled(&running, "MC.PA"), (json!(217.0), json!("euronext")));
    let status = running.json("/api/status");
    let rows = status["disagreements"]["rows"].as_array().unwrap();
    let missing = rows.iter().filter(|row| row["kind"] == "missing-session");
    assert_eq!(missing.count(), 2, "{rows:?}");
}
