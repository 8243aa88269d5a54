//! Following any symbol, tested with the real program and a simulated provider that responds like the recorded Yahoo responses.

#[allow(dead_code, reason = "the server has more than this needs")]
#[path = "../providers/server.rs"]
pub(crate) mod server;

use std::{collections::HashSet, path::Path};

use crate::program::{Program, Running, poll};
use marketdeck::{domain::bar::Interval, store::Store};
use serde_json::{Value, json};
use server::{Reply, Request, Server};

/// Friday 20 November 2026, 15:00 UTC: the time of the prices.
const AS_OF: i64 = 1_795_186_800;
const DAY: i64 = 86_400;

/// A symbol that the simulated provider knows.
struct ListedSymbol {
    symbol: &'static str,
    kind: &'static str,
    currency: &'static str,
    exchange: &'static str,
    zone: &'static str,
    /// UTC offset in November, in seconds.
    offset: i64,
    /// Opening and close on Friday the 20th, in hours UTC.
    hours: (f64, f64),
    price: f64,
    previous: f64,
}

const LISTED_SYMBOLS: [ListedSymbol; 9] = [
    ListedSymbol {
        symbol: "MUV2.DE",
        kind: "EQUITY",
        currency: "EUR",
        exchange: "GER",
        zone: "Europe/Berlin",
        offset: 3_600,
        hours: (8.0, 16.5),
        price: 541.2,
        previous: 535.6,
    },
    ListedSymbol {
        symbol: "VOD.L",
        kind: "EQUITY",
        currency: "GBp",
        exchange: "LSE",
        zone: "Europe/London",
        offset: 0,
        hours: (8.0, 16.5),
        price: 87.5,
        previous: 86.25,
    },
    ListedSymbol {
        symbol: "7203.T",
        kind: "EQUITY",
        currency: "JPY",
        exchange: "JPX",
        zone: "Asia/Tokyo",
        offset: 32_400,
        hours: (0.0, 6.5),
        price: 2_875.0,
        previous: 2_850.0,
    },
    ListedSymbol {
        symbol: "VTSAX",
        kind: "MUTUALFUND",
        currency: "USD",
        exchange: "NAS",
        zone: "America/New_York",
        offset: -18_000,
        hours: (14.5, 21.0),
        price: 160.12,
        previous: 159.4,
    },
    ListedSymbol {
        symbol: "EURUSD=X",
        kind: "CURRENCY",
        currency: "USD",
        exchange: "CCY",
        zone: "Europe/London",
        offset: 0,
        hours: (0.0, 23.98),
        price: 1.1523,
        previous: 1.1498,
    },
    ListedSymbol {
        symbol: "CLK20.NYM",
        kind: "FUTURE",
        currency: "USD",
        exchange: "NYM",
        zone: "America/New_York",
        offset: -18_000,
        hours: (5.0, 22.0),
        price: -37.63,
        previous: 18.27,
    },
    ListedSymbol {
        symbol: "BRK-A",
        kind: "EQUITY",
        currency: "USD",
        exchange: "NYQ",
        zone: "America/New_York",
        offset: -18_000,
        hours: (14.5, 21.0),
        price: 741_000.0,
        previous: 740_000.0,
    },
    ListedSymbol {
        symbol: "PEIPEI-USD",
        kind: "CRYPTOCURRENCY",
        currency: "USD",
        exchange: "CCC",
        zone: "UTC",
        offset: 0,
        hours: (0.0, 23.98),
        price: 0.000_012,
        previous: 0.000_011,
    },
    ListedSymbol {
        symbol: "AAPL261218C00300000",
        kind: "OPTION",
        currency: "USD",
        exchange: "OPR",
        zone: "America/New_York",
        offset: -18_000,
        hours: (14.5, 21.0),
        price: 5.0,
        previous: 4.0,
    },
];

/// Returns a chart of three bars at the requested interval.
fn chart(listing: &ListedSymbol, step: &str) -> Value {
    let (open, close) = listing.hours;
    let midnight = AS_OF.div_euclid(DAY) * DAY;
    let second = |hour: f64| midnight + (hour * 3_600.0) as i64;
    let seconds = match step {
        "5m" => 300,
        "1h" => 3_600,
        _ => DAY,
    };
    let as_of = AS_OF.min(second(close));
    let last = match step {
        "1d" => second(open),
        _ => second(open) + (as_of - second(open) - 1).div_euclid(seconds) * seconds,
    };
    let starts = [last - 2 * seconds, last - seconds, last];
    let closes = [listing.previous, listing.previous, listing.price];
    let period =
        |from: i64, to: i64| json!({"start": from, "end": to, "gmtoffset": listing.offset});
    json!({
        "meta": {
            "symbol": listing.symbol, "currency": listing.currency, "instrumentType": listing.kind,
            "exchangeName": listing.exchange, "exchangeTimezoneName": listing.zone,
            "gmtoffset": listing.offset, "longName": format!("{} Holdings", listing.symbol),
            "regularMarketPrice": listing.price, "regularMarketTime": as_of,
            "fiftyTwoWeekLow": listing.price.min(listing.previous),
            "fiftyTwoWeekHigh": listing.price.max(listing.previous),
            "previousClose": listing.previous, "priceHint": 2, "dataGranularity": step, "range": "1d",
            "currentTradingPeriod": {
                "pre": period(second(open), second(open)),
                "regular": period(second(open), second(close)),
                "post": period(second(close), second(close)),
            },
        },
        "timestamp": starts,
        "indicators": {"quote": [{
            "open": closes, "high": closes, "low": closes, "close": closes, "volume": [1, 2, 3],
        }]},
    })
}

fn percent_decoded(symbol: &str) -> String {
    symbol
        .replace("%5E", "^")
        .replace("%3D", "=")
        .replace("%26", "&")
}

/// Returns a chart of a catalogue symbol, with the data of a stock in New York.
fn us_stock(symbol: &str) -> Value {
    let model = &LISTED_SYMBOLS[6];
    let mut chart = chart(model, "1d");
    chart["meta"]["symbol"] = symbol.into();
    chart
}

/// Returns the response of the simulated provider.
pub(crate) fn yahoo(request: &Request) -> Reply {
    let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
    let value = |name: &str| {
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs
            .find(|(key, _)| *key == name)
            .map_or("", |(_, value)| value)
    };
    if let Some(symbol) = path.strip_prefix("/v8/finance/chart/") {
        let symbol = percent_decoded(symbol);
        let step = value("interval");
        let found = LISTED_SYMBOLS
            .iter()
            .find(|listing| listing.symbol == symbol);
        let result = match found {
            Some(listing) => chart(listing, step),
            None if CATALOGUE.contains(&symbol.as_str()) => {
                let mut chart = chart(&LISTED_SYMBOLS[6], step);
                chart["meta"]["symbol"] = symbol.into();
                chart
            }
            None => {
                let error = json!({"code": "Not Found", "description": "No data found, symbol may be delisted"});
                let body = json!({"chart": {"result": null, "error": error}});
                return Reply::status(404, body.to_string());
            }
        };
        return Reply::ok(json!({"chart": {"result": [result], "error": null}}).to_string());
    }
    if path == "/v7/finance/spark" {
        let entry = |symbol: String| {
            let found = LISTED_SYMBOLS
                .iter()
                .find(|listing| listing.symbol == symbol);
            let chart = found.map_or_else(|| us_stock(&symbol), |listing| chart(listing, "5m"));
            json!({"symbol": symbol, "response": [{"meta": chart["meta"]}]})
        };
        let entries: Vec<Value> = value("symbols")
            .split(',')
            .map(percent_decoded)
            .map(entry)
            .collect();
        return Reply::ok(json!({"spark": {"result": entries, "error": null}}).to_string());
    }
    if path == "/v1/finance/search" {
        let hits = json!([
            {"symbol": "SAP.DE", "longname": "SAP SE", "quoteType": "EQUITY", "exchDisp": "XETRA"},
            {"symbol": "AAPL", "longname": "Apple Inc.", "quoteType": "EQUITY", "exchDisp": "NASDAQ"},
            {"symbol": "AAPL261218C00300000", "shortname": "a call", "quoteType": "OPTION"},
        ]);
        let insurers = json!([
            {"symbol": "MUV2.DE", "longname": "Munich Re", "quoteType": "EQUITY", "exchDisp": "XETRA"},
            {"symbol": "VOD.L", "longname": "Vodafone", "quoteType": "EQUITY", "exchDisp": "LSE"},
            {"symbol": "PEIPEI-USD", "longname": "PeiPei", "quoteType": "CRYPTOCURRENCY"},
        ]);
        let hits = match value("q") {
            "nothing" => json!([]),
            "mu" => insurers,
            _ => hits,
        };
        return Reply::ok(json!({"quotes": hits}).to_string());
    }
    Reply::status(404, "")
}

/// Returns the response of a simulated `OpenFIGI` that knows Munich Re in Frankfurt, on Xetra and over the counter in New York, and a
/// bond.
fn openfigi(request: &Request) -> Reply {
    let jobs: Vec<Value> = serde_json::from_str(&request.body).unwrap();
    let row = |code: &str, ticker: &str, figi: &str| {
        json!({
            "figi": figi, "name": "MUENCHENER RUECKVER AG-REG", "ticker": ticker, "exchCode": code,
            "compositeFIGI": null, "shareClassFIGI": "BBG001S7BH92", "securityType": "Common Stock",
            "marketSector": "Equity", "securityType2": "Common Stock", "securityDescription": ticker,
        })
    };
    let result = |job: &Value| match (job["idType"].as_str(), job["idValue"].as_str()) {
        (Some("ID_ISIN"), Some("DE0008430026")) | (Some("ID_WERTPAPIER"), Some("843002")) => {
            json!({"data": [
                row("US", "MURGF", "BBG000BCF8F0"),
                row("GF", "MUV2", "BBG000BB85S2"),
                row("GY", "MUV2", "BBG000BB8K27"),
            ]})
        }
        (Some("ID_ISIN"), Some("US912810TM09")) => {
            json!({"data": [{"name": "US TREASURY N/B", "ticker": "T 4 11/15/52", "exchCode": "BERLIN",
                "securityType": "US GOVERNMENT", "marketSector": "Govt"}]})
        }
        _ => json!({"warning": "No identifier found."}),
    };
    let results: Vec<Value> = jobs.iter().map(result).collect();
    Reply::ok(Value::from(results).to_string())
}

/// Starts the program with the simulated Yahoo and `OpenFIGI`.
async fn with_openfigi(data: &Path) -> (Running, Server) {
    let server = Server::start(|request| {
        Some(match request.path.as_str() {
            "/v3/mapping" => openfigi(request),
            _ => yahoo(request),
        })
    })
    .await;
    let mut program = live(&server, data, "AAPL");
    program
        .command
        .env("MARKETDECK_PROVIDERS_OPENFIGI_ENABLED", "true")
        .env("MARKETDECK_PROVIDERS_OPENFIGI_MIN_GAP_MS", "0")
        .env("MARKETDECK_PROVIDERS_OPENFIGI_BASE_URL", &server.base);
    (program.serve(), server)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_isin_follows_the_listing_that_has_prices() {
    let data = tempfile::tempdir().unwrap();
    let (running, _server) = with_openfigi(data.path()).await;
    let munich_re = followed(&running, "de 000 843002 6");
    for (field, expected) in [
        ("symbol", json!("MUV2.DE")),
        ("isin", json!("DE0008430026")),
        ("figi", json!("BBG000BB8K27")),
        ("currency", json!("EUR")),
    ] {
        assert_eq!(munich_re[field], expected, "{field}");
    }
    for typed in [
        "DE0008430026",
        "843002",
        "MUV2.DE",
        "US0378331005",
        "037833100",
    ] {
        assert_eq!(follow(&running, typed).0, 409, "{typed}");
    }
    let found = running.json("/api/tickers/search?q=DE0008430026");
    assert_eq!(found[0]["symbol"], "MUV2.DE");
    let apple = running.json("/api/tickers/US0378331005");
    assert_eq!(apple["symbol"], "AAPL");
    let listings = running.json(&format!("/api/tickers/{}/listings", munich_re["id"]));
    let listing = |symbol: &str, exchange: &str| json!({"symbol": symbol, "exchange": exchange, "currency": null, "followed": null});
    let others = [
        listing("MUV2.F", "Frankfurt"),
        listing("MURGF", "US over the counter"),
    ];
    assert_eq!(listings, Value::from(others.to_vec()));
    let export = running.json("/api/export");
    assert_eq!(export["followed"], json!(["MUV2.DE"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wkn_follows_its_listing_and_stores_the_isin() {
    let data = tempfile::tempdir().unwrap();
    let (running, _server) = with_openfigi(data.path()).await;
    let found = running.json("/api/symbols?query=843002");
    assert_eq!(found[0]["symbol"], "MUV2.DE");
    assert_eq!(found[0]["exchange"], "Xetra");
    let munich_re = followed(&running, "843002");
    assert_eq!(munich_re["isin"], "DE0008430026");
    assert_eq!(munich_re["symbol"], "MUV2.DE");
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_and_unknown_identifiers_are_rejected_with_the_reason() {
    let data = tempfile::tempdir().unwrap();
    let (running, server) = with_openfigi(data.path()).await;
    for (typed, status, message) in [
        (
            "US0378331006",
            400,
            "Invalid ISIN 'US0378331006': the check digit should be 5.",
        ),
        (
            "037833101",
            400,
            "Invalid CUSIP '037833101': the check digit should be 0.",
        ),
        (
            "WKN 84300",
            400,
            "Invalid WKN '84300': expected six digits or letters (without I and O).",
        ),
        (
            "FR0000121014",
            404,
            "The ISIN FR0000121014 is unknown to OpenFIGI and Yahoo.",
        ),
        (
            "US912810TM09",
            404,
            "No enabled source has prices of US912810TM09, a security of type 'US GOVERNMENT'.",
        ),
    ] {
        let (answered, body) = follow(&running, typed);
        assert_eq!((answered, body.trim()), (status, message), "{typed}");
    }
    for path in ["/api/symbols?query=", "/api/tickers/search?q="] {
        let (status, body) = running.get(&format!("{path}US0378331006"));
        assert_eq!(status, 400, "{path}: {body}");
    }
    let requests = server.requests();
    let lookups = requests
        .iter()
        .filter(|request| request.path == "/v3/mapping");
    assert_eq!(lookups.count(), 2, "an invalid identifier is not looked up");
}

/// Symbols of the catalogue that these tests use.
const CATALOGUE: [&str; 8] = [
    "AAPL", "MSFT", "NVDA", "AMZN", "META", "TSLA", "GOOGL", "JPM",
];

pub(crate) fn live(server: &Server, data: &Path, symbols: &str) -> Program {
    with_live_market(Program::new(data), server, symbols)
}

/// Configures `program` for the live market with `server` as its provider of `symbols`.
pub(crate) fn with_live_market(mut program: Program, server: &Server, symbols: &str) -> Program {
    program.command.args(["--market", "live"]);
    with_simulated_yahoo(program, server, symbols)
}

/// Configures `server` as the only provider of `program`.
pub(crate) fn with_simulated_yahoo(
    mut program: Program,
    server: &Server,
    symbols: &str,
) -> Program {
    program
        .command
        .env("MARKETDECK_FLUSH_SECONDS", "1")
        .env("MARKETDECK_PROVIDERS_YAHOO_BASE_URL", &server.base)
        .env("MARKETDECK_PROVIDERS_YAHOO_MIN_GAP_MS", "20")
        .env("MARKETDECK_PROVIDERS_YAHOO_SYMBOLS", symbols);
    for provider in [
        "CBOE",
        "CNBC",
        "DEUTSCHE_BOERSE",
        "EURONEXT",
        "BINANCE",
        "ECB",
        "TREASURY",
        "BLS",
        "FED",
        "OPENFIGI",
        "COINGECKO",
        "ALTERNATIVE_ME",
        "RSS",
    ] {
        let name = format!("MARKETDECK_PROVIDERS_{provider}_ENABLED");
        program.command.env(name, "false");
    }
    program
}

pub(crate) fn follow(running: &Running, symbol: &str) -> (u16, String) {
    let body = json!({ "symbol": symbol }).to_string();
    running.request("POST", "/api/tickers", &body).unwrap()
}

pub(crate) fn followed(running: &Running, symbol: &str) -> Value {
    let (status, body) = follow(running, symbol);
    assert_eq!(status, 201, "{symbol}: {body}");
    serde_json::from_str(&body).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn any_symbol_can_be_followed_in_its_own_currency_with_its_history() {
    let server = Server::start(|request| Some(yahoo(request))).await;
    let data = tempfile::tempdir().unwrap();
    let running = live(&server, data.path(), "AAPL").serve();
    let german = followed(&running, "muv2.de");
    for (field, expected) in [
        ("symbol", json!("MUV2.DE")),
        ("name", json!("MUV2.DE Holdings")),
        ("type", json!("stock")),
        ("currency", json!("EUR")),
        ("exchange", json!("XETRA")),
        ("timeZone", json!("Europe/Berlin")),
        ("price", json!(541.2)),
        ("session", json!("closed")),
    ] {
        assert_eq!(german[field], expected, "{field}");
    }
    let history = running.json("/api/tickers/MUV2.DE/price-history?timeframe=MAX&interval=1d");
    assert_eq!(history.as_array().unwrap().len(), 3);
    let pounds = followed(&running, "VOD.L");
    assert_eq!(
        (&pounds["currency"], &pounds["price"]),
        (&json!("GBP"), &json!(0.875))
    );
    assert_eq!(pounds["decimals"], 4);
    let yen = followed(&running, "7203.t");
    assert_eq!(
        (&yen["currency"], &yen["price"]),
        (&json!("JPY"), &json!(2_875.0))
    );
    assert_eq!(
        yen["sessionEndsAt"], "2026-11-24T00:00:00Z",
        "Monday is a holiday in Tokyo"
    );
    let fund = followed(&running, "VTSAX");
    assert_eq!(
        (&fund["type"], &fund["price"]),
        (&json!("fund"), &json!(160.12))
    );
    let pair = followed(&running, "EURUSD=X");
    assert_eq!(
        (&pair["type"], &pair["session"]),
        (&json!("currency"), &json!("regular"))
    );
    let future = followed(&running, "CLK20.NYM");
    assert_eq!(
        (&future["type"], &future["price"]),
        (&json!("commodity"), &json!(-37.63))
    );
    assert_eq!(future["delayMinutes"], 10);
    assert_eq!(followed(&running, "BRK.A")["symbol"], "BRK-A");
    assert_eq!(followed(&running, "peipei")["symbol"], "PEIPEI");
    // Short bars are fetched first.
    poll("hourly bars", || {
        let bars = running.json("/api/tickers/MUV2.DE/bars?timeframe=1W&interval=1h");
        (!bars.as_array()?.is_empty()).then_some(())
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn symbols_that_cannot_be_followed_are_rejected_with_a_readable_message() {
    let server = Server::start(|request| Some(yahoo(request))).await;
    let data = tempfile::tempdir().unwrap();
    let running = live(&server, data.path(), "AAPL").serve();
    for (symbol, status, message) in [
        ("NOSUCH.XX", 404, "No provider knows NOSUCH.XX."),
        ("aapl", 409, "AAPL is already followed."),
        ("", 422, "is not a valid symbol"),
        ("A B", 422, "is not a valid symbol"),
        ("AAPL261218C00300000", 404, "Yahoo calls it 'option'"),
    ] {
        let (answered, body) = follow(&running, symbol);
        assert_eq!(answered, status, "{symbol}: {body}");
        assert!(body.contains(message), "{symbol}: {body}");
    }
    let found = running.json("/api/symbols?query=sap");
    assert_eq!(
        found,
        json!([
            {"symbol": "SAP.DE", "name": "SAP SE", "type": "stock", "exchange": "XETRA", "currency": null, "followed": false},
            {"symbol": "AAPL", "name": "Apple Inc.", "type": "stock", "exchange": "NASDAQ", "currency": "USD", "followed": true},
        ])
    );
    assert_eq!(running.json("/api/symbols?query=nothing"), json!([]));
    assert_eq!(running.get("/api/symbols?query=").0, 400);
    let searches = |server: &Server| {
        let requests = server.requests();
        requests
            .iter()
            .filter(|one| one.path.contains("/search?q=sap&"))
            .count()
    };
    running.json("/api/symbols?query=SAP");
    assert_eq!(searches(&server), 1, "the second search is cached");
}

#[tokio::test(flavor = "multi_thread")]
async fn search_results_have_prices_in_their_own_currency_before_they_are_followed() {
    let server = Server::start(|request| Some(yahoo(request))).await;
    let data = tempfile::tempdir().unwrap();
    let running = live(&server, data.path(), "AAPL").serve();
    let prices = running.json("/api/symbols/prices?query=Mu");
    let message: Vec<_> = prices
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            let change = one["change24h"]
                .as_f64()
                .map(|change| (change * 100.0).round());
            let text = |field: &str| one[field].as_str().unwrap().to_owned();
            (
                text("symbol"),
                one["price"].as_f64().unwrap(),
                text("currency"),
                change,
            )
        })
        .collect();
    let price = |symbol: &str, price, currency: &str, change| {
        (symbol.to_owned(), price, currency.to_owned(), change)
    };
    assert_eq!(
        message,
        [
            price("MUV2.DE", 541.2, "EUR", Some(105.0)),
            price("VOD.L", 0.875, "GBP", Some(145.0)),
            // Without earlier hours there is no daily change.
            price("PEIPEI", 0.000_012, "USD", None),
        ]
    );
    running.json("/api/symbols/prices?query=mu");
    let requests = server.requests();
    let calls = |start: &str| {
        requests
            .iter()
            .filter(|one| one.path.starts_with(start))
            .count()
    };
    assert_eq!(calls("/v1/finance/search?q=mu&"), 1);
    assert_eq!(
        calls("/v7/finance/spark?symbols=MUV2.DE,VOD.L&"),
        1,
        "the second request is cached"
    );
    assert_eq!(calls("/v7/finance/spark?symbols=PEIPEI-USD&"), 1);
    assert_eq!(running.json("/api/symbols/prices?query=nothing"), json!([]));
    assert_eq!(running.get("/api/symbols/prices?query=").0, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_without_available_prices_still_returns_results() {
    let fails_for_munich_re = |request: &Request| {
        if request.path.contains("MUV2.DE") {
            Reply::status(500, "")
        } else {
            yahoo(request)
        }
    };
    let server = Server::start(move |request| Some(fails_for_munich_re(request))).await;
    let data = tempfile::tempdir().unwrap();
    let running = live(&server, data.path(), "AAPL").serve();
    let (status, body) = running.get("/api/symbols/prices?query=mu");
    assert_eq!(status, 503, "{body}");
    let found = running.json("/api/symbols?query=mu");
    assert_eq!(found.as_array().unwrap().len(), 3);
    let status = running.json("/api/status");
    let providers = status["providers"].as_array().unwrap();
    let yahoo_status = providers.iter().find(|one| one["name"] == "yahoo").unwrap();
    assert_ne!(
        yahoo_status["state"], "failing",
        "a failed lookup does not make the source unhealthy: {yahoo_status}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_provider_is_reported() {
    let server = Server::start(|_| Some(Reply::status(500, ""))).await;
    let data = tempfile::tempdir().unwrap();
    let running = live(&server, data.path(), "AAPL").serve();
    let (status, body) = follow(&running, "SAP.DE");
    assert_eq!(status, 503, "{body}");
    assert!(body.starts_with("Yahoo is not available"), "{body}");
    assert_eq!(running.get("/api/symbols?query=sap").0, 503);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_followed_ticker_survives_a_restart_and_is_removed_when_nothing_uses_it() {
    let server = Server::start(|request| Some(yahoo(request))).await;
    let data = tempfile::tempdir().unwrap();
    let mut running = live(&server, data.path(), "AAPL").serve();
    let id = followed(&running, "MUV2.DE")["id"].clone();
    running.signal("KILL");
    running.wait();
    let running = live(&server, data.path(), "AAPL").serve();
    let ticker = running.json("/api/tickers/MUV2.DE");
    assert_eq!((&ticker["id"], &ticker["currency"]), (&id, &json!("EUR")));
    let (_, list) = running
        .request(
            "POST",
            "/api/watchlists",
            r#"{"name":"Insurers","userId":1}"#,
        )
        .unwrap();
    let list: Value = serde_json::from_str(&list).unwrap();
    let item = json!({"tickerId": id}).to_string();
    let path = format!("/api/watchlists/{}/tickers", list["id"]);
    let (added, body) = running.request("POST", &path, &item).unwrap();
    assert_eq!(added, 201, "{body}");
    // D22: a holding is not lost with its ticker.
    let added: Value = serde_json::from_str(&body).unwrap();
    let entry = format!("/api/watchlist-items/{}", added["watchlistItemId"]);
    let held = running.request("PATCH", &entry, r#"{"quantity":5,"cost":400}"#);
    assert_eq!(held.unwrap().0, 200);
    let path = format!("/api/tickers/{id}");
    let (status, body) = running.request("DELETE", &path, "").unwrap();
    assert_eq!(status, 409);
    assert!(
        body.contains("the watchlist 'Insurers' contains it"),
        "{body}"
    );
    let watchlist = format!("/api/watchlists/{}", list["id"]);
    assert_eq!(running.request("DELETE", &watchlist, "").unwrap().0, 204);
    assert_eq!(running.request("DELETE", &path, "").unwrap().0, 204);
    assert_eq!(running.get("/api/tickers/MUV2.DE").0, 404);
    let (status, body) = running.request("DELETE", "/api/tickers/AAPL", "").unwrap();
    assert_eq!(status, 409, "{body}");
    let followed_again = followed(&running, "MUV2.DE");
    assert_ne!(followed_again["id"], id, "ids are not reused");
    poll("hourly bars after following again", || {
        let bars = running.json("/api/tickers/MUV2.DE/bars?timeframe=1W&interval=1h");
        (!bars.as_array()?.is_empty()).then_some(())
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ticker_unused_for_thirty_days_is_unfollowed_but_a_listed_one_is_not() {
    let server = Server::start(|request| Some(yahoo(request))).await;
    let data = tempfile::tempdir().unwrap();
    let start = |now| with_live_market(Program::at(now, data.path()), &server, "AAPL").serve();
    let end = |mut running: Running| {
        running.signal("TERM");
        assert!(running.wait().success());
    };
    let post = |running: &Running, path: &str, body: &Value| {
        let answer = running.request("POST", path, &body.to_string()).unwrap();
        assert_eq!(answer.0, 201, "{}", answer.1);
        serde_json::from_str::<Value>(&answer.1).unwrap()
    };
    let running = start("2026-11-20T19:32:00Z");
    let listed = followed(&running, "MUV2.DE");
    followed(&running, "VOD.L");
    let list = json!({"name": "Insurers", "userId": 1});
    let list = post(&running, "/api/watchlists", &list);
    let path = format!("/api/watchlists/{}/tickers", list["id"]);
    post(&running, &path, &json!({"tickerId": listed["id"]}));
    end(running);
    let running = start("2026-12-02T19:32:00Z");
    followed(&running, "7203.T");
    assert_eq!(
        running.get("/api/tickers/VOD.L").0,
        200,
        "used twelve days ago"
    );
    end(running);
    // A start immediately checks which tickers were used in the last thirty days.
    let running = start("2026-12-31T19:32:00Z");
    let listings = || running.json("/api/tickers?limit=500").to_string();
    poll("unused tickers to be unfollowed", || {
        (!listings().contains("VOD.L")).then_some(())
    });
    // A write waits until the unused tickers are removed.
    let list = json!({"name": "Later", "userId": 1});
    post(&running, "/api/watchlists", &list);
    for ticker in ["MUV2.DE", "7203.T"] {
        assert_eq!(
            running.get(&format!("/api/tickers/{ticker}")).0,
            200,
            "{ticker}"
        );
    }
    end(running);
    let running = start("2026-12-31T19:40:00Z");
    assert_eq!(
        running.get("/api/tickers/VOD.L").0,
        404,
        "the ticker was deleted from the database"
    );
    assert_eq!(running.get("/api/tickers/MUV2.DE").0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn configured_symbols_are_followed_from_the_start() {
    let server = Server::start(|request| Some(yahoo(request))).await;
    let data = tempfile::tempdir().unwrap();
    let mut program = live(&server, data.path(), "AAPL");
    program.command.env("MARKETDECK_SYMBOLS", "vod.l, EURUSD=X");
    let running = program.serve();
    for symbol in ["VOD.L", "EURUSD=X"] {
        poll("a configured symbol", || {
            (running.get(&format!("/api/tickers/{symbol}")).0 == 200).then_some(())
        });
    }
    let rejection = poll("the rejection", || {
        let (status, body) = running.request("DELETE", "/api/tickers/VOD.L", "")?;
        (status == 409).then_some(body)
    });
    assert!(
        rejection.contains("the configuration names it"),
        "{rejection}"
    );
}

/// Returns interval and symbol of a requested chart.
fn requested_chart(request: &Request) -> Option<(String, Interval)> {
    let rest = request.path.strip_prefix("/v8/finance/chart/")?;
    let (symbol, query) = rest.split_once('?')?;
    let step = query.strip_prefix("interval=")?.split('&').next()?;
    Some((percent_decoded(symbol), Interval::parse(step)?))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_during_the_backfill_does_not_lose_committed_bars_or_repeat_finished_requests() {
    let server = Server::start(|request| Some(yahoo(request))).await;
    let data = tempfile::tempdir().unwrap();
    let symbols = CATALOGUE.join(",");
    let start = || {
        let mut program = live(&server, data.path(), &symbols);
        program
            .command
            .env("MARKETDECK_PROVIDERS_YAHOO_MIN_GAP_MS", "250");
        program.serve()
    };
    let mut running = start();
    poll("a third of the history requests", || {
        (server.requests().iter().filter_map(requested_chart).count() >= 10).then_some(())
    });
    running.signal("KILL");
    running.wait();
    let path = data.path().join("live.redb");
    let (finished, bars) = {
        let store = Store::open(&path).unwrap();
        let mut finished = HashSet::new();
        let mut bars = Vec::new();
        for ticker in store.snapshot().unwrap().tickers {
            for interval in Interval::ALL {
                if ticker.fetched.of(interval).is_some() {
                    finished.insert((ticker.profile.symbol.clone(), interval));
                    let stored = store.bars(ticker.id, interval, 0..4_000_000_000).unwrap();
                    assert!(!stored.is_empty(), "{} {interval:?}", ticker.profile.symbol);
                    bars.push((ticker.id, interval, stored));
                }
            }
        }
        store.close().unwrap();
        (finished, bars)
    };
    assert!(finished.len() >= 3, "{finished:?}");
    assert!(
        finished.len() < 3 * CATALOGUE.len(),
        "the program was killed during the backfill"
    );
    let before = server.requests().len();
    let mut running = start();
    let missing = 3 * CATALOGUE.len() - finished.len();
    poll("the remaining history requests", || {
        let requests = server.requests();
        let since: HashSet<_> = requests[before..]
            .iter()
            .filter_map(requested_chart)
            .collect();
        (since.len() >= missing).then_some(())
    });
    let requests = server.requests();
    for one in requests[before..].iter().filter_map(requested_chart) {
        assert!(!finished.contains(&one), "{one:?} was requested again");
    }
    running.signal("TERM");
    running.wait();
    let store = Store::open(&path).unwrap();
    for (id, interval, stored) in bars {
        let now = store.bars(id, interval, 0..4_000_000_000).unwrap();
        for bar in stored {
            assert!(
                now.iter().any(|one| one.start == bar.start),
                "{id} {interval:?}"
            );
        }
    }
}

#[test]
fn the_sample_market_cannot_follow_symbols_and_says_so() {
    let data = tempfile::tempdir().unwrap();
    let running = Program::new(data.path()).serve();
    let (status, body) = follow(&running, "SAP.DE");
    assert_eq!(status, 404);
    assert!(
        body.contains("New tickers can only be followed in the live market"),
        "{body}"
    );
    assert_eq!(follow(&running, "AAPL").0, 409);
    assert_eq!(running.json("/api/symbols?query=sap"), json!([]));
    let read_only = tempfile::tempdir().unwrap();
    let mut program = Program::new(read_only.path());
    program.command.arg("--read-only");
    assert_eq!(follow(&program.serve(), "SAP.DE").0, 403);
}
