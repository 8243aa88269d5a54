//! Symbol spellings in every place that accepts a symbol, and imports of symbols that are not followed yet, tested with the real program.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::{
    following::{
        follow, followed, live,
        server::{Reply, Server},
        with_live_market, yahoo,
    },
    program::{Program, Running, poll},
};

/// The symbol of each ticker with accepted spellings.
const SPELLINGS: &[(&str, &[&str])] = &[
    (
        "AAPL",
        &[
            "aapl",
            " AAPL ",
            "$AAPL",
            "NASDAQ:AAPL",
            "AAPL.US",
            "\u{ff21}\u{ff21}\u{ff30}\u{ff2c}",
            "AAPL.",
            "AAPL US",
            "AAPL,",
            "\"AAPL\"",
            "'aapl'",
            "\u{201c}AAPL\u{201d}",
            "(AAPL)",
            "AAPL US Equity",
        ],
    ),
    (
        "BRK-B",
        &[
            "BRK.B",
            "BRK-B",
            "brk b",
            "BRK/B",
            "BRK_B",
            "NYSE:BRK.B",
            "BRK\u{2011}B",
            "BRK.B US",
        ],
    ),
    (
        "BTC",
        &[
            "BTC-USD",
            "btcusd",
            "BTC/USD",
            "BTCUSDT",
            "BTC USD",
            "BINANCE:BTCUSDT",
        ],
    ),
    (
        "^GSPC",
        &["\u{2c6}GSPC", "\u{ff3e}GSPC", "gspc", ".GSPC", "SPX"],
    ),
    ("GC=F", &["gc=f", "/GC", "COMEX:GC1!"]),
    ("EURUSD=X", &["EURUSD", "eur/usd", "EUR USD", "FX:EURUSD"]),
    ("MUV2.DE", &["muv2.de", "XETR:MUV2", "MUV2 GY"]),
    ("VOD.L", &["LON:VOD", "VOD LN", "vod.l"]),
    (
        "7203.T",
        &[
            "7203.t",
            "TYO:7203",
            "7203 JP",
            "\u{ff17}\u{ff12}\u{ff10}\u{ff13}.T",
        ],
    ),
];

fn encoded(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        let _ = write!(encoded, "%{byte:02X}");
    }
    encoded
}

fn post(running: &Running, path: &str, body: &Value) -> (u16, Value) {
    let (status, body) = running.request("POST", path, &body.to_string()).unwrap();
    let parsed = serde_json::from_str(&body).unwrap_or(Value::String(body));
    (status, parsed)
}

/// `Ok` if a response is about the expected symbol; otherwise the response.
type SymbolCheck = Result<(), String>;

fn expect_symbol(symbol: &str, message: &Value) -> SymbolCheck {
    let matches = *message == json!(symbol);
    matches.then_some(()).ok_or_else(|| message.to_string())
}

fn expect_status(expected: u16, (status, body): (u16, String)) -> SymbolCheck {
    (status == expected)
        .then_some(())
        .ok_or(format!("{status} {body}"))
}

/// Sends a spelling to every place that accepts a symbol, and checks whether it means `symbol`.
fn check_all_places(
    running: &Running,
    list: &Value,
    symbol: &str,
    input: &str,
) -> Vec<(&'static str, SymbolCheck)> {
    let encoded_input = encoded(input);
    let json = |path: String| running.json(&path);
    let send = |method: &str, path: &str, body: &Value| {
        running.request(method, path, &body.to_string()).unwrap()
    };
    let parsed = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
    let contains_symbol = |text: String| text.contains(symbol).then_some(()).ok_or(text);
    let mut checks = vec![
        (
            "address",
            expect_symbol(
                symbol,
                &json(format!("/api/tickers/{encoded_input}"))["symbol"],
            ),
        ),
        (
            "?symbols=",
            expect_symbol(
                symbol,
                &json(format!("/api/tickers?symbols={encoded_input}"))[0]["symbol"],
            ),
        ),
        (
            "summary",
            contains_symbol(json(format!("/api/summary?symbols={encoded_input}")).to_string()),
        ),
        (
            "search",
            expect_symbol(
                symbol,
                &json(format!("/api/tickers/search?q={encoded_input}"))[0]["symbol"],
            ),
        ),
    ];
    for (place, path) in [
        (
            "history",
            format!("/api/tickers/{encoded_input}/price-history?timeframe=1M"),
        ),
        (
            "bars",
            format!("/api/tickers/{encoded_input}/bars?range=1M"),
        ),
        (
            "dividends",
            format!("/api/tickers/{encoded_input}/dividends"),
        ),
        ("splits", format!("/api/tickers/{encoded_input}/splits")),
        ("related", format!("/api/tickers/{encoded_input}/related")),
        (
            "session",
            format!("/api/tickers/{encoded_input}/session-line"),
        ),
        ("earnings", format!("/api/earnings?symbol={encoded_input}")),
        (
            "calendar.ics",
            format!("/calendar.ics?symbols={encoded_input}"),
        ),
        ("news.atom", format!("/news.atom?symbols={encoded_input}")),
        ("page", format!("/ticker/{encoded_input}")),
    ] {
        checks.push((place, expect_status(200, running.get(&path))));
    }
    let (code, why) = follow(running, input);
    let followed = code == 409 && why.contains(symbol);
    checks.push((
        "follow",
        followed.then_some(()).ok_or(format!("{code} {why}")),
    ));
    let entry = json!([{ "symbol": input }]);
    let import = format!("/api/watchlists/{}/import?preview=true", list["id"]);
    let report = parsed(&send("POST", &import, &entry).1);
    let is_known = report["added"] == json!(1);
    checks.push(("list", is_known.then_some(()).ok_or(report.to_string())));
    let alert = json!({"type": "price", "symbol": input, "condition": "above", "value": 1e9,
        "frequency": "once", "delivery": ["in_app"]});
    let created = parsed(&send("POST", "/api/alerts", &alert).1);
    checks.push(("alert", expect_symbol(symbol, &created["symbol"])));
    let file = json!({"format": "marketdeck", "version": 1, "followed": [input],
        "watchlists": [{"number": 1, "name": "Other", "tickers": [{ "symbol": input }]}],
        "alerts": [{"type": "price", "symbol": input, "condition": "above", "value": 1e7, "frequency": "once"}]});
    let plan = parsed(&send("POST", "/api/import/preview", &file).1);
    let is_complete = plan["unknown"] == json!([])
        && plan["alerts"]["added"]
            .as_array()
            .is_some_and(|added| added.len() == 1);
    checks.push(("import", is_complete.then_some(()).ok_or(plan.to_string())));
    let board = json!({"name": "", "title": "Board", "tiles": [{"x": 0, "y": 0, "width": 4, "height": 3,
        "content": {"kind": "quote", "symbol": input}}]});
    let board = parsed(&send("PUT", "/api/boards/spelled", &board).1);
    checks.push((
        "board",
        expect_symbol(symbol, &board["tiles"][0]["content"]["symbol"]),
    ));
    checks
}

#[tokio::test(flavor = "multi_thread")]
async fn every_spelling_means_the_same_ticker_everywhere() {
    let server = Server::start(|request| Some(yahoo(request))).await;
    let data = tempfile::tempdir().unwrap();
    let mut program = live(&server, data.path(), "AAPL");
    // The configuration spells its symbols differently, too.
    program
        .command
        .env("MARKETDECK_SYMBOLS", "eur/usd,XETR:MUV2");
    let running = program.serve();
    followed(&running, "LON:VOD");
    followed(&running, "tyo:7203");
    for symbol in ["EURUSD=X", "MUV2.DE"] {
        let path = format!("/api/tickers/{}", encoded(symbol));
        poll("a configured symbol", || {
            (running.get(&path).0 == 200).then_some(())
        });
    }
    let (_, list) = post(
        &running,
        "/api/watchlists",
        &json!({"name": "Mine", "userId": 1}),
    );
    let mut wrong = Vec::new();
    for (symbol, spellings) in SPELLINGS {
        for (nth, input) in spellings.iter().enumerate() {
            let results = check_all_places(&running, &list, symbol, input);
            if (symbol, nth) == (&SPELLINGS[0].0, 0) {
                let names: Vec<_> = results.iter().map(|(place, _)| *place).collect();
                println!("| input | symbol | {} |", names.join(" | "));
                println!("|{}", "---|".repeat(names.len() + 2));
            }
            let cells: Vec<_> = results
                .iter()
                .map(|(_, result)| if result.is_ok() { "yes" } else { "NO" })
                .collect();
            println!("| {input:?} | {symbol} | {} |", cells.join(" | "));
            wrong.extend(results.into_iter().filter_map(|(place, result)| {
                Some(format!("{place} {input:?}: {}", result.err()?))
            }));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // An unknown symbol stays unknown.
    for input in ["AAPL-USD", "NOSUCH", "AAPL NVDA", "FOO:BAR"] {
        let path = format!("/api/tickers/{}", encoded(input));
        assert_eq!(running.get(&path).0, 404, "{input}");
    }
}

/// Returns the symbols of a list in order.
fn symbols_of(running: &Running, list: &Value) -> Vec<String> {
    let tickers = running.json(&format!("/api/watchlists/{}/tickers", list["id"]));
    let tickers = tickers["tickers"].as_array().unwrap().clone();
    tickers
        .iter()
        .map(|row| row["symbol"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_follows_the_symbols_of_its_file_and_restores_lists_and_alerts() {
    let server = Server::start(|request| Some(yahoo(request))).await;
    let data = tempfile::tempdir().unwrap();
    let running = live(&server, data.path(), "AAPL").serve();
    let alert = |symbol: &str| json!({"type": "price", "symbol": symbol, "condition": "above", "value": 1e6, "frequency": "once"});
    let entry = |symbol: &str| json!({"symbol": symbol, "note": ""});
    let file = json!({"format": "marketdeck", "version": 1,
        "watchlists": [{"number": 1, "name": "Mine", "tickers": [entry("AAPL"), entry("MUV2.DE"),
            entry("lon:vod"), entry("NOSUCH.XX"), entry("7203.T")]}],
        "alerts": [alert("MUV2.DE"), alert("NOSUCH.XX"), alert("UNNAMED")],
        "followed": ["MUV2.DE", "VOD.L", "7203.T", "NOSUCH.XX"]});
    let (status, preview) = post(&running, "/api/import/preview", &file);
    assert_eq!(status, 200, "{preview}");
    assert_eq!(
        preview["followed"],
        json!(["MUV2.DE", "VOD.L", "7203.T", "NOSUCH.XX"])
    );
    assert_eq!(preview["unknown"], json!(["UNNAMED"]));
    let (status, done) = post(&running, "/api/import", &file);
    assert_eq!(status, 200, "{done}");
    assert_eq!(done["followed"], json!(["MUV2.DE", "VOD.L", "7203.T"]));
    assert_eq!(done["unknown"], json!(["NOSUCH.XX", "UNNAMED"]));
    assert_eq!(
        done["leftOut"],
        json!([
            "The list Mine is imported without NOSUCH.XX.",
            "An alert on NOSUCH.XX is left out: unknown ticker.",
            "An alert on UNNAMED is left out: unknown ticker.",
            "NOSUCH.XX is not followed: No provider knows NOSUCH.XX.",
        ])
    );
    let lists = running.json("/api/watchlists");
    assert_eq!(
        symbols_of(&running, &lists[0]),
        ["AAPL", "MUV2.DE", "VOD.L", "7203.T"],
        "in the order of the file"
    );
    let alerts = running.json("/api/alerts").to_string();
    assert!(alerts.contains("MUV2.DE"), "{alerts}");
    // Import again: everything exists.
    let (_, again) = post(&running, "/api/import/preview", &file);
    assert_eq!(again["followed"], json!(["NOSUCH.XX"]));
    assert_eq!(again["watchlists"]["changed"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_imported_list_follows_unknown_symbols_if_requested() {
    let server = Server::start(|request| Some(yahoo(request))).await;
    let data = tempfile::tempdir().unwrap();
    let running = live(&server, data.path(), "AAPL").serve();
    let (status, list) = post(&running, "/api/watchlists", &json!({"name": "Mine"}));
    assert_eq!(status, 201, "{list}");
    let import = |query: &str| format!("/api/watchlists/{}/import{query}", list["id"]);
    let symbols = ["AAPL", "MUV2.DE", "lon:vod", "NOSUCH.XX", "7203.T"];
    let entries: Value = symbols
        .iter()
        .map(|symbol| json!({"symbol": symbol}))
        .collect();
    let (_, preview) = post(&running, &import("?preview=true&follow=true"), &entries);
    assert_eq!(
        preview["unknown"],
        json!(["MUV2.DE", "lon:vod", "NOSUCH.XX", "7203.T"])
    );
    assert_eq!(
        preview["followed"],
        json!([]),
        "a preview does not contact a provider"
    );
    let (status, done) = post(&running, &import("?follow=true"), &entries);
    assert_eq!(status, 200, "{done}");
    assert_eq!(done["added"], 4);
    assert_eq!(done["followed"], json!(["MUV2.DE", "VOD.L", "7203.T"]));
    assert_eq!(done["unknown"], json!(["NOSUCH.XX"]));
    assert_eq!(
        done["notFollowed"],
        json!(["NOSUCH.XX is not followed: No provider knows NOSUCH.XX."])
    );
    let lists = running.json("/api/watchlists");
    assert_eq!(
        symbols_of(&running, &lists[0]),
        ["AAPL", "MUV2.DE", "VOD.L", "7203.T"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_with_an_unreachable_provider_reports_what_it_left_out() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(|_| Some(Reply::status(503, ""))).await;
    let running = with_live_market(Program::new(data.path()), &server, "AAPL").serve();
    let file = json!({"format": "marketdeck", "version": 1,
        "watchlists": [{"number": 1, "name": "Mine", "tickers": [{"symbol": "MUV2.DE"}, {"symbol": "AAPL"}]}],
        "followed": ["MUV2.DE", "VOD.L"]});
    let (status, done) = post(&running, "/api/import", &file);
    assert_eq!(status, 200, "{done}");
    assert_eq!(done["followed"], json!([]));
    let message = done["leftOut"].to_string();
    assert!(
        message.contains("The list Mine is imported without MUV2.DE."),
        "{message}"
    );
    assert!(
        message.contains("MUV2.DE is not followed: Yahoo is not available"),
        "{message}"
    );
    assert!(message.contains("VOD.L is not followed"), "{message}");
    assert_eq!(done["watchlists"]["added"], json!(["Mine"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn imported_symbols_are_looked_up_even_if_the_provider_fails_for_the_catalogue() {
    let server = Server::start(|request| {
        let is_spark = request.path.starts_with("/v7/finance/spark");
        let nothing = json!({"spark": {"result": [], "error": null}});
        Some(if is_spark {
            Reply::ok(nothing.to_string())
        } else {
            yahoo(request)
        })
    })
    .await;
    let data = tempfile::tempdir().unwrap();
    let running = live(&server, data.path(), "AAPL,MSFT,NVDA").serve();
    poll("a failed request of catalogue prices", || {
        let providers = running.json("/api/providers").to_string();
        providers.contains("no data for any of").then_some(())
    });
    let file = json!({"format": "marketdeck", "version": 1,
        "watchlists": [{"number": 1, "name": "Mine", "tickers": [{"symbol": "MUV2.DE"}]}],
        "followed": ["MUV2.DE"]});
    let (status, done) = post(&running, "/api/import", &file);
    assert_eq!(
        (status, &done["followed"]),
        (200, &json!(["MUV2.DE"])),
        "{done}"
    );
}
