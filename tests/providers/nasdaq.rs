//! Nasdaq as the only source of US stocks: quotes, the list of all stocks, and dividends with their pay dates.

use serde_json::{Value, json};

use crate::{
    enabled,
    program::{Program, Running, poll_or},
    server::{Reply, Request, Server},
};

/// A Friday afternoon with the market open.
const NOW: &str = "2026-11-20T19:32:00Z";

/// Returns Nasdaq's response. All stocks have a price, Apple has dividends, and the list has three known symbols.
fn respond(request: &Request) -> Reply {
    let path = request.path.trim_start_matches("/nasdaq/");
    let data = match path.split('?').next().unwrap_or_default() {
        "api/quote/AAPL/info" => info("AAPL", "$231.42"),
        "api/quote/BRK.B/info" => info("BRK.B", "$500.00"),
        "api/quote/AAPL/dividends" => json!({ "dividends": { "rows": [
            { "exOrEffDate": "11/09/2026", "type": "Cash", "amount": "$0.26", "paymentDate": "11/12/2026", "currency": "USD" },
            { "exOrEffDate": "08/10/2026", "type": "Cash", "amount": "$0.26", "paymentDate": "N/A", "currency": "USD" },
        ] } }),
        "api/screener/stocks" => json!({ "asOf": null, "rows": [
            row("AAPL", "$231.40", "3471000000000.00", "Technology"),
            row("BRK/B", "$500.00", "1080000000000.00", "Finance"),
            row("AOS", "$75.50", "10500000000.00", "Industrials"),
            // The price shows that the symbol stands for another company.
            row("MSFT", "$1.05", "21000000.00", "Health Care"),
            row("NOSUCH", "$1", "1000000.00", "Finance"),
        ] }),
        other if other.ends_with("/info") => {
            let symbol = other
                .trim_start_matches("api/quote/")
                .trim_end_matches("/info");
            info(symbol, "$480.00")
        }
        other if other.ends_with("/historical") => json!({ "tradesTable": { "rows": [] } }),
        _ => Value::Null,
    };
    Reply::ok(json!({ "data": data, "message": null, "status": { "rCode": 200 } }).to_string())
}

fn info(symbol: &str, price: &str) -> Value {
    json!({
        "symbol": symbol, "marketStatus": "Open", "assetClass": "STOCKS",
        "primaryData": {
            "lastSalePrice": price, "netChange": "+1.42", "percentageChange": "+0.6%", "volume": "24,048,344",
            "lastTradeTimestamp": "Nov 20, 2026 2:31 PM ET", "isRealTime": true, "currency": null,
        },
        "secondaryData": null,
        "keyStats": { "dayrange": { "label": "High/Low:", "value": "229.10 - 232.50" } },
    })
}

fn row(symbol: &str, price: &str, market_cap: &str, sector: &str) -> Value {
    json!({
        "symbol": symbol, "name": "Name", "lastsale": price, "netchange": "0.10", "pctchange": "0.1%", "volume": "1",
        "marketCap": market_cap, "country": "United States", "ipoyear": "1980", "industry": "An Industry", "sector": sector,
        "url": "/market-activity/stocks/a",
    })
}

fn start(server: &Server, data: &std::path::Path) -> Running {
    let mut program = Program::at(NOW, data);
    program.command.args(["--market", "live"]);
    enabled::enable_only_in_environment(&mut program.command, &server.base, &["nasdaq"]);
    program.serve()
}

/// Waits until a ticker satisfies `is_ready`, and returns it.
fn ticker(running: &Running, symbol: &str, is_ready: impl Fn(&Value) -> bool) -> Value {
    poll_or(symbol, || {
        let ticker = running.json(&format!("/api/tickers/{symbol}"));
        is_ready(&ticker)
            .then(|| ticker.clone())
            .ok_or_else(|| ticker.to_string())
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn quotes_market_caps_and_pay_dates_come_from_nasdaq() {
    let server = Server::start(|request| Some(respond(request))).await;
    let data = tempfile::tempdir().unwrap();
    let running = start(&server, data.path());
    let apple = ticker(&running, "AAPL", |ticker| ticker["marketCap"].is_number());
    assert_eq!(apple["price"], 231.42, "{apple}");
    assert_eq!(apple["source"], "nasdaq_quotes", "{apple}");
    assert_eq!(apple["updatedAt"], "2026-11-20T19:31:00Z", "{apple}");
    let cap = apple["marketCap"].as_f64().unwrap();
    let expected = 3_471e9 / 231.4 * 231.42;
    assert!(
        (cap / expected - 1.0).abs() < 1e-9,
        "{cap} is not {expected}"
    );
    assert_eq!(apple["industry"], "An Industry", "{apple}");
    let berkshire = ticker(&running, "BRK-B", |ticker| ticker["marketCap"].is_number());
    assert_eq!(berkshire["marketCap"], 1_080e9, "{berkshire}");
    let microsoft = ticker(&running, "MSFT", |ticker| ticker["price"].is_number());
    assert_eq!(
        microsoft["industry"],
        Value::Null,
        "another company: {microsoft}"
    );
    let dividends = poll_or("the dividends", || {
        let dividends = running.json("/api/tickers/AAPL/dividends");
        let is_complete = dividends.as_array().is_some_and(|all| all.len() == 2);
        is_complete
            .then(|| dividends.clone())
            .ok_or_else(|| dividends.to_string())
    });
    assert_eq!(dividends[0]["payDate"], "2026-11-12", "{dividends}");
    assert_eq!(dividends[1]["payDate"], Value::Null, "{dividends}");
    // A. O. Smith is not a ticker of the catalogue.
    let index = poll_or("the member that is not followed", || {
        let index = running.json("/api/screener?universe=sp500&price=70..80&sector=Industrials");
        let has_price = index["rows"][0]["price"].is_number();
        has_price
            .then(|| index.clone())
            .ok_or_else(|| index.to_string())
    });
    let smith = &index["rows"][0];
    assert_eq!(smith["symbol"], "AOS", "{smith}");
    assert_eq!(smith["name"], "A. O. Smith", "{smith}");
    assert_eq!(smith["price"], 75.5, "{smith}");
    assert_eq!(smith["source"], "nasdaq_screener", "{smith}");
    assert_eq!(smith["values"]["marketCap"], 10.5e9, "{smith}");
    assert_eq!(smith["isFollowed"], false, "{smith}");
    assert_eq!(
        index["universeSize"], 502,
        "Stacks has the symbol of Seagate"
    );
    let lists = server.requests().into_iter();
    let lists = lists.filter(|request| request.path.contains("/screener/"));
    let list = lists.collect::<Vec<_>>();
    assert_eq!(list.len(), 1, "once a day");
    assert_eq!(list[0].header("origin"), Some("https://www.nasdaq.com"));
}
