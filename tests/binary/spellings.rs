//! One reading of symbols wherever they are taken, and lists of symbols that nobody follows yet, on the real program.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::{
    following::{
        asking, follow, followed, live,
        server::{Reply, Server},
        yahoo,
    },
    program::{Program, Running, poll},
};

/// Spellings, and the symbol by which the ticker is known here.
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
        ],
    ),
    (
        "BRK-B",
        &["BRK.B", "brk b", "BRK/B", "NYSE:BRK.B", "BRK\u{2011}B"],
    ),
    ("BTC", &["BTC-USD", "btcusd", "BTC/USD", "BINANCE:BTCUSDT"]),
    (
        "^GSPC",
        &["\u{2c6}GSPC", "\u{ff3e}GSPC", "gspc", ".GSPC", "SPX"],
    ),
    ("GC=F", &["gc=f", "/GC", "COMEX:GC1!"]),
    ("EURUSD=X", &["EURUSD", "eur/usd", "EUR USD", "FX:EURUSD"]),
    ("MUV2.DE", &["muv2.de", "XETR:MUV2", "MUV2 GY"]),
    ("VOD.L", &["LON:VOD", "VOD LN"]),
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

#[tokio::test(flavor = "multi_thread")]
async fn every_spelling_means_the_same_ticker_in_every_place_that_takes_a_symbol() {
    let server = Server::start(|asked| Some(yahoo(asked))).await;
    let data = tempfile::tempdir().unwrap();
    let mut program = live(&server, data.path(), "AAPL");
    // Of the configuration, in another spelling.
    program
        .command
        .env("MARKETDECK_SYMBOLS", "eur/usd,XETR:MUV2");
    let running = program.serve();
    followed(&running, "LON:VOD");
    for symbol in ["EURUSD=X", "MUV2.DE"] {
        let path = format!("/api/tickers/{}", encoded(symbol));
        poll("a symbol of the configuration", || {
            (running.get(&path).0 == 200).then_some(())
        });
    }
    let (_, list) = post(
        &running,
        "/api/watchlists",
        &json!({"name": "Mine", "userId": 1}),
    );
    let import = format!("/api/watchlists/{}/import?preview=true", list["id"]);
    for (symbol, spellings) in SPELLINGS {
        for typed in *spellings {
            let it = encoded(typed);
            let detail = running.json(&format!("/api/tickers/{it}"));
            assert_eq!(detail["symbol"], *symbol, "address {typed:?}");
            let named = running.json(&format!("/api/tickers?symbols={it}"));
            assert_eq!(named[0]["symbol"], *symbol, "?symbols= {typed:?}");
            let summary = running.json(&format!("/api/summary?symbols={it}"));
            assert!(
                summary.to_string().contains(symbol),
                "summary {typed:?}: {summary}"
            );
            let found = running.json(&format!("/api/tickers/search?q={it}"));
            assert_eq!(found[0]["symbol"], *symbol, "search {typed:?}: {found}");
            let history = format!("/api/tickers/{it}/price-history?timeframe=1M");
            assert_eq!(running.get(&history).0, 200, "history {typed:?}");
            let (status, why) = follow(&running, typed);
            assert_eq!(status, 409, "follow {typed:?}: {why}");
            assert!(why.contains(symbol), "follow {typed:?}: {why}");
            let (status, report) = post(&running, &import, &json!([{ "symbol": typed }]));
            assert_eq!(
                (status, &report["added"]),
                (200, &json!(1)),
                "list {typed:?}: {report}"
            );
            let alert = json!({"type": "price", "symbol": typed, "condition": "above", "value": 1e9,
                "frequency": "once", "delivery": ["in_app"]});
            let (status, made) = post(&running, "/api/alerts", &alert);
            assert_eq!(
                (status, &made["symbol"]),
                (201, &json!(symbol)),
                "alert {typed:?}: {made}"
            );
            let file = json!({"format": "marketdeck", "version": 1,
                "watchlists": [{"number": 1, "name": "Other", "tickers": [{ "symbol": typed }]}]});
            let (_, plan) = post(&running, "/api/import/preview", &file);
            assert_eq!(plan["unknown"], json!([]), "import {typed:?}: {plan}");
            let board = json!({"name": "", "title": "Board", "tiles": [{"x": 0, "y": 0, "width": 4, "height": 3,
                "content": {"kind": "quote", "symbol": typed}}]});
            let (status, board) = running
                .request("PUT", "/api/boards/spelled", &board.to_string())
                .unwrap();
            assert!(matches!(status, 200 | 201), "board {typed:?}: {board}");
            let board: Value = serde_json::from_str(&board).unwrap();
            let shown = &board["tiles"][0]["content"]["symbol"];
            assert_eq!(shown, symbol, "board {typed:?}");
        }
    }
    // What is unknown stays so.
    for typed in ["AAPL-USD", "NOSUCH", "AAPL NVDA", "FOO:BAR"] {
        let path = format!("/api/tickers/{}", encoded(typed));
        assert_eq!(running.get(&path).0, 404, "{typed}");
    }
}

/// The symbols of a list, in its order.
fn listed(running: &Running, list: &Value) -> Vec<String> {
    let tickers = running.json(&format!("/api/watchlists/{}/tickers", list["id"]));
    let tickers = tickers["tickers"].as_array().unwrap().clone();
    tickers
        .iter()
        .map(|row| row["symbol"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_follows_what_the_file_follows_and_keeps_lists_and_alerts_on_it() {
    let server = Server::start(|asked| Some(yahoo(asked))).await;
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
            "The list Mine comes without NOSUCH.XX.",
            "An alert on NOSUCH.XX is left out: there is no ticker called NOSUCH.XX here.",
            "An alert on UNNAMED is left out: there is no ticker called UNNAMED here.",
            "NOSUCH.XX is not followed: No provider knows NOSUCH.XX.",
        ])
    );
    let lists = running.json("/api/watchlists");
    assert_eq!(
        listed(&running, &lists[0]),
        ["AAPL", "MUV2.DE", "VOD.L", "7203.T"],
        "in the order of the file"
    );
    let alerts = running.json("/api/alerts").to_string();
    assert!(alerts.contains("MUV2.DE"), "{alerts}");
    // Once more: everything is here.
    let (_, again) = post(&running, "/api/import/preview", &file);
    assert_eq!(again["followed"], json!(["NOSUCH.XX"]));
    assert_eq!(again["watchlists"]["changed"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_without_a_provider_that_answers_tells_what_it_left_out() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(|_| Some(Reply::status(503, ""))).await;
    let running = asking(Program::new(data.path()), &server, "AAPL").serve();
    let file = json!({"format": "marketdeck", "version": 1,
        "watchlists": [{"number": 1, "name": "Mine", "tickers": [{"symbol": "MUV2.DE"}, {"symbol": "AAPL"}]}],
        "followed": ["MUV2.DE", "VOD.L"]});
    let (status, done) = post(&running, "/api/import", &file);
    assert_eq!(status, 200, "{done}");
    assert_eq!(done["followed"], json!([]));
    let told = done["leftOut"].to_string();
    assert!(
        told.contains("The list Mine comes without MUV2.DE."),
        "{told}"
    );
    assert!(
        told.contains("MUV2.DE is not followed: Yahoo could not be asked"),
        "{told}"
    );
    assert!(told.contains("VOD.L is not followed"), "{told}");
    assert_eq!(done["watchlists"]["added"], json!(["Mine"]));
}
