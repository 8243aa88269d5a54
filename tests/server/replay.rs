//! The prices of a trading day, step by step.

use marketdeck::{domain::bar::Interval, source::Update};
use serde_json::{Value, json};

use crate::common::{TestServer, bars, now, quote};

/// Friday, November 20, 2026, 9:30 in New York; the clock of the server is at 14:32.
const OPEN: i64 = 1_795_185_000;
const STEP: i64 = 300;

async fn replay(server: &TestServer, query: &str) -> Value {
    let response = server.get(&format!("/api/replay{query}")).await;
    assert_eq!(response.status, 200, "{}", response.text());
    response.json()
}

fn find(replay: &Value, id: u32) -> Option<&Value> {
    let mut tickers = replay["tickers"].as_array().unwrap().iter();
    tickers.find(|ticker| ticker["id"] == id)
}

async fn send_bars(server: &TestServer, symbol: &str, last: i64, closes: &[f64]) {
    server
        .send_update(Update::Bars {
            symbol: symbol.into(),
            interval: Interval::FiveMinutes,
            bars: bars(Interval::FiveMinutes, last, closes),
        })
        .await;
}

#[tokio::test]
async fn a_day_has_a_price_per_step_and_ends_with_the_current_price() {
    let server = TestServer::open().await;
    let mut update = quote("AAPL", 303.0);
    update.previous_close = Some(300.0);
    server.send_update(Update::Quotes(vec![update])).await;
    // The bars from 9:35 to 9:50.
    send_bars(&server, "AAPL", OPEN + 3 * STEP, &[301.0, 302.0, 299.0]).await;
    let day = replay(&server, "?type=stock").await;
    let times = day["times"].as_array().unwrap();
    assert_eq!(times[0], "2026-11-20T14:30:00Z");
    assert_eq!(times[1], "2026-11-20T14:35:00Z");
    assert_eq!(times.last().unwrap(), &json!("2026-11-20T19:32:00Z"));
    let apple = find(&day, server.id("AAPL")).unwrap();
    assert_eq!(apple["base"], 300.0);
    let prices = apple["prices"].as_array().unwrap();
    assert_eq!(prices.len(), times.len());
    assert_eq!(
        prices[..6],
        [300.0, 300.0, 301.0, 302.0, 299.0, 299.0].map(Value::from)
    );
    assert_eq!(prices.last().unwrap(), 303.0);
    assert_eq!(find(&day, server.id("MSFT")), None, "no bars of the day");
}

#[tokio::test]
async fn a_market_that_never_closes_has_the_last_24_hours_and_among_stocks_the_session() {
    let server = TestServer::open().await;
    let mut update = quote("BTC", 60_600.0);
    update.previous_close = Some(60_000.0);
    server.send_update(Update::Quotes(vec![update])).await;
    let closes: Vec<f64> = (0..400).map(|n| 60_000.0 + f64::from(n)).collect();
    let last = now().as_second().div_euclid(STEP) * STEP - STEP;
    send_bars(&server, "BTC", last, &closes).await;
    let id = server.id("BTC");
    let coins = replay(&server, "?type=crypto").await;
    assert_eq!(coins["times"][0], "2026-11-19T19:32:00Z");
    assert_eq!(coins["times"][1], "2026-11-19T19:47:00Z");
    let bitcoin = find(&coins, id).unwrap();
    assert_eq!(bitcoin["base"], 60_000.0, "from the change of 24 hours");
    let all = replay(&server, "").await;
    assert_eq!(all["times"][0], "2026-11-20T14:30:00Z");
    let bitcoin = find(&all, id).unwrap();
    // 60 bars follow the one that ends at 14:30: 339 is its position.
    assert_eq!(bitcoin["base"], 60_339.0, "{all}");
    assert_eq!(bitcoin["prices"][0], 60_339.0);
    assert_eq!(bitcoin["prices"][1], 60_340.0);
    let response = server.get("/api/replay?type=shoe").await;
    assert_eq!(response.status, 400, "{}", response.text());
}
