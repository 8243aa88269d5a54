//! Live without Yahoo: the program with a live market, Yahoo disabled, and every other provider simulated.

use std::path::Path;

use serde_json::{Value, json};

use crate::{
    ecb, enabled,
    program::{Program, Running, poll_or},
    server::{Reply, Request, Server},
};

/// A Friday afternoon with all markets open.
pub(crate) const NOW: &str = "2026-11-20T19:32:00Z";

/// Returns the response of the provider in the first part of the path; 404 for unknown symbols.
pub(crate) fn respond(request: &Request) -> Reply {
    let (_, rest) = request.path.split_at(1);
    let (provider, path) = rest.split_once('/').unwrap_or((rest, ""));
    let body = match provider {
        "cboe" => cboe(path),
        "cnbc" => cnbc(path),
        "deutsche_boerse" => deutsche_boerse(path),
        "euronext" => euronext(path),
        "openfigi" => Some(openfigi(&request.body)),
        "coingecko" => Some(coingecko()),
        "binance" => binance(path),
        "nasdaq" => nasdaq(path),
        "ecb" if path.ends_with("-hist.zip") => {
            let rates = "Date,USD,\n2026-11-19,1.2,\n2026-11-18,1.19,\n1999-01-04,1.1789,\n";
            return Reply::ok(ecb::archive(rates));
        }
        "ecb" => Some(ecb::day("2026-11-20", "1.21", "200")),
        _ => None,
    };
    body.map_or_else(|| Reply::status(404, ""), Reply::ok)
}

/// Apple, the S&P 500, and a price of 100 for every other symbol.
fn cboe(path: &str) -> Option<String> {
    let (folders, file) = path.rsplit_once('/')?;
    let name = file.trim_end_matches(".json");
    let price = match name {
        "AAPL" => 231.5,
        "_SPX" => 6_603.25,
        _ => 100.0,
    };
    let data = if folders.ends_with("historical") {
        let day = |date: &str, price: f64| json!({ "date": date, "open": price, "high": price + 1.0, "low": price - 1.0, "close": price, "volume": 1_000 });
        json!([
            day("2026-11-18", price - 2.0),
            day("2026-11-19", price - 1.0)
        ])
    } else if folders.ends_with("intraday") {
        json!([{ "datetime": "2026-11-20T10:00:00", "price": { "open": price, "high": price, "low": price, "close": price } }])
    } else {
        json!({ "symbol": name, "current_price": price, "prev_day_close": price - 1.0, "last_trade_time": "2026-11-20T14:16:00" })
    };
    Some(json!({ "symbol": name, "data": data }).to_string())
}

/// Gold, the euro, the yield of ten years, and a price of 50 for every other symbol.
fn cnbc(path: &str) -> Option<String> {
    let price = |name: &str| match name {
        "@GC.1" => 4_081.3,
        "EUR=" => 1.2123,
        "US10Y" => 4.128,
        _ => 50.0,
    };
    if let Some((_, rest)) = path.split_once("/bars/") {
        let mut parts = rest.split('/');
        let name = decoded(parts.next()?);
        let price = price(&name);
        let times = match parts.next()? {
            "1D" => ["20261118000000", "20261119000000"],
            _ => ["20261120100000", "20261120140000"],
        };
        let bar = |time: &str| json!({ "open": price, "high": price, "low": price, "close": price, "volume": 0, "tradeTime": time });
        return Some(json!({ "barData": { "priceBars": times.map(bar) } }).to_string());
    }
    let (_, symbols) = path.split_once("symbols=")?;
    let names = decoded(symbols.split('&').next()?);
    let quote = |name: &str| {
        let price = price(name);
        let suffix = if name == "US10Y" { "%" } else { "" };
        json!({
            "symbol": name, "code": 0, "last": format!("{price}{suffix}"), "change": "UNCH",
            "last_time": "2026-11-20T14:20:00.000-0500",
        })
    };
    let quotes: Vec<Value> = names.split('|').map(quote).collect();
    Some(json!({ "FormattedQuoteResult": { "FormattedQuote": quotes } }).to_string())
}

/// SAP, which the search finds together with another company.
fn deutsche_boerse(path: &str) -> Option<String> {
    let body = match path.split('?').next()? {
        "v1/data/price_information/single" if path.contains("isin=DE0007164600&mic=XETR") => {
            json!({
                "isin": "DE0007164600", "mic": "XETR", "lastPrice": 231.45, "closingPricePrevTradingDay": 230.05,
                "timestampLastPrice": "2026-11-20T17:29:40+01:00", "tradedInPercent": false,
                "currency": { "originalValue": "EUR" },
            })
        }
        "v1/data/price_information/single" if path.contains("isin=DE0008404005&mic=XETR") => {
            json!({ "lastPrice": 380.5, "timestampLastPrice": "2026-11-20T17:29:40+01:00" })
        }
        "v1/tradingview/history" if path.contains("symbol=XETR%3ADE0007164600&resolution=1D") => {
            // Midnight in Berlin on 18 and 19 November.
            json!({ "s": "ok", "t": [1_794_956_400, 1_795_042_800], "o": [228, 229], "h": [229, 231], "l": [227, 228],
                "c": [228.5, 230.05], "v": [1_000, 2_000] })
        }
        "v1/tradingview/search" => json!([
            { "symbol": "XETR:DE0007276503", "description": "SECUNET", "exchange": "XETR", "type": "Aktie" },
            { "symbol": "XFRA:DE0007164600", "description": "SAP SE", "exchange": "XFRA", "type": "Aktie" },
            { "symbol": "XETR:DE0007164600", "description": "SAP SE", "exchange": "XETR", "type": "Aktie" },
        ]),
        "v1/tradingview/symbols" if path.ends_with("DE0007164600") => {
            json!({ "name": "SAP", "exchange": "XETR", "description": "SAP SE", "currency_code": "EUR" })
        }
        "v1/tradingview/symbols" => {
            json!({ "name": "YSN", "exchange": "XETR", "description": "SECUNET" })
        }
        _ => return None,
    };
    Some(body.to_string())
}

/// LVMH and ASML.
fn euronext(path: &str) -> Option<String> {
    if path.starts_with("en/instrumentSearch/searchJSON?q=MC") {
        let label = "<span class='instrument-symbol'>MC</span>";
        let link = "/en/product/equities/FR0000121014-XPAR";
        return Some(
            json!([{ "isin": "FR0000121014", "mic": "XPAR", "name": "LVMH", "label": label, "link": link }]).to_string(),
        );
    }
    let (_, rest) = path.split_once("/getFullDownloadAjax/")?;
    let instrument = rest.split('?').next()?;
    let (isin, close) = match instrument {
        "FR0000121014-XPAR" => ("FR0000121014", 607.3),
        "NL0010273215-XAMS" => ("NL0010273215", 905.1),
        // An empty table is the answer to an unknown instrument.
        _ => {
            return Some(format!(
                "\"Historical Data\"\n\"\"\n{}\nDate;Close\n",
                instrument.get(..12)?
            ));
        }
    };
    let day = |date: &str, close: f64| {
        format!("{date};{close};{close};{close};{close};{close};1000;10;0;0")
    };
    Some(format!(
        "\"Historical Data\"\n\"From 2024-11-20 to 2026-11-20\"\n{isin}\n\
         Date;Open;High;Low;Last;Close;\"Number of Shares\";\"Number of Trades\";Turnover\n{}\n{}\n{}\n",
        day("20/11/2026", close),
        day("19/11/2026", close - 1.0),
        day("18/11/2026", close - 2.0)
    ))
}

/// The listings of SAP and ASML by ISIN, and of a US stock by its symbol.
fn openfigi(body: &str) -> String {
    let row = |ticker: &str, exchange: &str, name: &str| json!({ "ticker": ticker, "exchCode": exchange, "name": name, "securityType": "Common Stock", "marketSector": "Equity" });
    let data = if body.contains("DE0007164600") {
        json!([row("SAP", "GY", "SAP SE"), row("SAP", "GF", "SAP SE")])
    } else if body.contains("DE0008404005") {
        json!([row("ALV", "GY", "ALLIANZ SE-REG")])
    } else if body.contains("NL0010273215") {
        json!([row("ASML", "NA", "ASML HOLDING NV")])
    } else if body.contains(r#""TICKER","idValue":"HARB","exchCode":"US""#) {
        json!([row("HARB", "US", "HARBOR INC")])
    } else {
        return json!([{ "warning": "No identifier found." }]).to_string();
    };
    json!([{ "data": data }]).to_string()
}

fn coingecko() -> String {
    json!([{ "id": "bitcoin", "current_price": 91_000.5, "last_updated": "2026-11-20T19:31:00Z" }])
        .to_string()
}

/// Bitcoin in USDT, of which one costs 0.999 dollars.
fn binance(path: &str) -> Option<String> {
    let body = match path.split('?').next()? {
        "api/v3/ticker/price" => json!([{ "symbol": "BTCUSDT", "price": "91050" }]),
        "api/v3/klines" if path.contains("interval=1d") => {
            // 18 and 19 November.
            json!([
                [
                    1_794_960_000_000_i64,
                    "90000",
                    "92000",
                    "89000",
                    "91000",
                    "5",
                    0,
                    "455000"
                ],
                [
                    1_795_046_400_000_i64,
                    "91000",
                    "92000",
                    "90000",
                    "92000",
                    "5",
                    0,
                    "460000"
                ],
            ])
        }
        "api/v3/klines" => json!([]),
        "products/USDT-USD/ticker" => json!({ "price": "0.999", "time": "2026-11-20T19:31:30Z" }),
        "products/USDT-USD/candles" => {
            json!([
                [1_795_046_400, 0.9, 1.1, 1, 0.999, 7],
                [1_794_960_000, 0.9, 1.1, 1, 0.998, 7]
            ])
        }
        _ => return None,
    };
    Some(body.to_string())
}

/// Apple's dividends, and a split of another company.
fn nasdaq(path: &str) -> Option<String> {
    let data = match path.split('?').next()? {
        "api/quote/AAPL/dividends" => {
            let row = |date: &str| json!({ "exOrEffDate": date, "type": "Cash", "amount": "$0.26", "currency": "USD" });
            json!({ "dividends": { "rows": [row("11/09/2026"), row("08/10/2026"), row("05/11/2026")] } })
        }
        "api/calendar/splits" => {
            json!({ "rows": [{ "symbol": "MSFT", "ratio": "2 : 1", "executionDate": "11/23/2026" }] })
        }
        path if path.starts_with("api/quote/") => {
            return Some(r#"{"data":null,"status":{"rCode":400}}"#.to_owned());
        }
        _ => Value::Null,
    };
    Some(json!({ "data": data, "status": { "rCode": 200 } }).to_string())
}

fn decoded(text: &str) -> String {
    let text = text.replace("%40", "@").replace("%3D", "=");
    text.replace("%7C", "|")
}

fn without_yahoo(server: &Server, data: &Path) -> Running {
    let mut program = Program::at(NOW, data);
    let command = &mut program.command;
    command
        .args(["--market", "live"])
        .env("MARKETDECK_SYMBOLS", "EURUSD=X,^TNX");
    let names = [
        "cboe",
        "cnbc",
        "coingecko",
        "binance",
        "nasdaq",
        "ecb",
        "deutsche_boerse",
        "euronext",
        "openfigi",
    ];
    enabled::enable_only_in_environment(command, &server.base, &names);
    program.serve()
}

/// Waits until a ticker has a price and returns the ticker.
pub(crate) fn wait_for_price(running: &Running, symbol: &str) -> Value {
    poll_or(&format!("the price of {symbol}"), || {
        let ticker = running.json(&format!("/api/tickers/{symbol}"));
        if ticker["price"].is_number() {
            Ok(ticker)
        } else {
            Err(ticker.to_string())
        }
    })
}

/// Waits until a ticker has daily bars and returns their closes.
pub(crate) fn closes(running: &Running, symbol: &str) -> Vec<f64> {
    let path = format!("/api/tickers/{symbol}/bars?timeframe=MAX&interval=1d");
    poll_or(&format!("the bars of {symbol}"), || {
        let bars = running.json(&path);
        let close = |bar: &Value| bar["close"].as_f64();
        let closes: Vec<f64> = bars
            .as_array()
            .map(|bars| bars.iter().filter_map(close).collect())
            .unwrap_or_default();
        if closes.len() >= 2 {
            Ok(closes)
        } else {
            Err(bars.to_string())
        }
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_ticker_has_price_history_source_and_delay() {
    let server = Server::start(|request| Some(respond(request))).await;
    let data = tempfile::tempdir().unwrap();
    let running = without_yahoo(&server, data.path());
    for (symbol, price, source, delay) in [
        ("AAPL", 231.5, "cboe", json!(15)),
        ("%5EGSPC", 6_603.25, "cboe", json!(15)),
        ("EURUSD=X", 1.2123, "cnbc", json!(15)),
        ("GC=F", 4_081.3, "cnbc", json!(15)),
        ("BTC-USD", 91_000.5, "coingecko", Value::Null),
        ("%5ETNX", 4.128, "cnbc", json!(15)),
    ] {
        let ticker = wait_for_price(&running, symbol);
        assert_eq!(ticker["price"], json!(price), "{ticker}");
        assert_eq!(ticker["source"], source, "{ticker}");
        assert_eq!(ticker["delayMinutes"], delay, "{ticker}");
        assert_eq!(ticker["stale"], false, "{ticker}");
        let closes = closes(&running, symbol);
        assert!(closes.len() >= 2, "{symbol}: {closes:?}");
    }
    let bitcoin = closes(&running, "BTC");
    assert_eq!(
        bitcoin[..2],
        [91_000.0 * 0.998, 92_000.0 * 0.999],
        "USDT is not shown as dollars"
    );
    let apple = running.json("/api/tickers/AAPL/dividends");
    let dividends = poll_or("the dividends of Apple", || {
        let dividends = running.json("/api/tickers/AAPL/dividends");
        match dividends.as_array().map(Vec::len) {
            Some(3..) => Ok(dividends),
            _ => Err(dividends.to_string()),
        }
    });
    assert_eq!(dividends[0]["amount"], 0.26, "{apple}");
    let status = running.json("/api/status");
    let providers = status["providers"].as_array().unwrap();
    let names: Vec<&str> = providers
        .iter()
        .filter_map(|one| one["name"].as_str())
        .collect();
    assert!(!names.contains(&"yahoo"), "{names:?}");
    for name in [
        "cboe",
        "cnbc",
        "coingecko",
        "binance",
        "nasdaq_history",
        "ecb",
    ] {
        assert!(names.contains(&name), "{name}: {names:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn european_and_us_stocks_can_be_followed_by_isin_and_symbol_without_yahoo() {
    let server = Server::start(|request| Some(respond(request))).await;
    let data = tempfile::tempdir().unwrap();
    let running = without_yahoo(&server, data.path());
    for (typed, symbol, isin, price, source, delay) in [
        (
            "DE0007164600",
            "SAP.DE",
            json!("DE0007164600"),
            231.45,
            "deutsche_boerse",
            json!(15),
        ),
        (
            "NL0010273215",
            "ASML.AS",
            json!("NL0010273215"),
            905.1,
            "euronext",
            Value::Null,
        ),
        (
            "MC.PA",
            "MC.PA",
            json!("FR0000121014"),
            607.3,
            "euronext",
            Value::Null,
        ),
        ("HARB", "HARB", Value::Null, 100.0, "cboe", json!(15)),
    ] {
        let body = json!({ "symbol": typed }).to_string();
        let (status, body) = running.request("POST", "/api/tickers", &body).unwrap();
        assert_eq!(status, 201, "{typed}: {body}");
        let followed: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(followed["symbol"], symbol, "{body}");
        assert_eq!(followed["isin"], isin, "{body}");
        assert_eq!(followed["price"], json!(price), "{body}");
        let ticker = wait_for_price(&running, symbol);
        assert_eq!(ticker["source"], source, "{ticker}");
        assert_eq!(ticker["delayMinutes"], delay, "{ticker}");
        assert_eq!(ticker["stale"], false, "{ticker}");
        let currency = if source == "cboe" { "USD" } else { "EUR" };
        assert_eq!(ticker["currency"], currency, "{ticker}");
        assert!(closes(&running, symbol).len() >= 2, "{symbol}");
    }
    let allianz = running.json("/api/symbols?query=DE0008404005");
    assert_eq!(allianz[0]["symbol"], "ALV.DE", "{allianz}");
    let (status, body) = running
        .request("POST", "/api/tickers", r#"{"symbol":"ALV.DE"}"#)
        .unwrap();
    assert_eq!(status, 201, "{body}");
    let allianz: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(allianz["isin"], "DE0008404005", "{body}");
    let found = running.json("/api/symbols?query=MC%20lvmh");
    assert_eq!(found[0]["symbol"], "MC.PA", "{found}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_german_stock_that_was_followed_by_its_symbol_gets_its_isin() {
    let server = Server::start(|request| Some(respond(request))).await;
    let data = tempfile::tempdir().unwrap();
    let running = without_yahoo(&server, data.path());
    let (status, body) = running
        .request("POST", "/api/tickers", r#"{"symbol":"SAP.DE"}"#)
        .unwrap();
    assert_eq!(status, 201, "{body}");
    let ticker: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(
        (&ticker["name"], &ticker["isin"]),
        (&json!("SAP SE"), &json!("DE0007164600")),
        "not the first result of the search"
    );
    let unknown = r#"{"symbol":"NOSUCH.DE"}"#;
    let (status, body) = running.request("POST", "/api/tickers", unknown).unwrap();
    assert_eq!(status, 404, "{body}");
}

#[tokio::test(flavor = "multi_thread")]
async fn indices_and_pairs_can_be_followed_and_searched_without_yahoo() {
    let server = Server::start(|request| Some(respond(request))).await;
    let data = tempfile::tempdir().unwrap();
    let running = without_yahoo(&server, data.path());
    let (status, body) = running
        .request("POST", "/api/tickers", r#"{"symbol":"^GDAXI"}"#)
        .unwrap();
    assert_eq!(status, 201, "{body}");
    let dax: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(
        (&dax["name"], &dax["type"]),
        (&json!("DAX"), &json!("index"))
    );
    assert_eq!(dax["timeZone"], "Europe/Berlin");
    let found = running.json("/api/symbols?query=nikkei");
    assert_eq!(found[0]["symbol"], "^N225", "{found}");
    let (status, body) = running
        .request("POST", "/api/tickers", r#"{"symbol":"NOSUCH"}"#)
        .unwrap();
    assert_eq!(status, 404, "{body}");
}
