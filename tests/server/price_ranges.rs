//! 52-week ranges and all-time highs of all tickers of a type.

use marketdeck::{domain::bar::Interval, source::Update};
use serde_json::{Value, json};

use crate::common::{TestServer, bars, now, quote};

const DAY: i64 = 86_400;

/// Returns the ranges of a ticker.
async fn ranges(server: &TestServer, kind: &str, symbol: &str) -> Value {
    let response = server.get(&format!("/api/price-ranges?type={kind}")).await;
    assert_eq!(response.status, 200, "{}", response.text());
    let id = server.id(symbol);
    let rows = response.json();
    let mut rows = rows.as_array().unwrap().iter();
    rows.find(|row| row["id"] == id)
        .cloned()
        .unwrap_or_default()
}

#[tokio::test]
async fn the_highest_stored_price_names_its_day_and_the_beginning_of_the_history() {
    let server = TestServer::open().await;
    let mut closes = vec![200.0; 500];
    closes[100] = 400.0;
    closes[400] = 300.0;
    let today = now().as_second().div_euclid(DAY) * DAY;
    let history = bars(Interval::Day, today, &closes);
    let highest = history[100].high;
    let year_high = history[400].high;
    server
        .send_update(Update::Bars {
            symbol: "AAPL".into(),
            interval: Interval::Day,
            bars: history,
        })
        .await;
    let apple = ranges(&server, "stock", "AAPL").await;
    assert_eq!(apple["yearHigh"], json!(year_high), "{apple}");
    let high = &apple["allTimeHigh"];
    assert_eq!(high["value"], json!(highest), "{apple}");
    assert_eq!(high["isAllTime"], json!(false), "{apple}");
    assert!(high["since"].as_str() < high["date"].as_str(), "{apple}");
    let microsoft = ranges(&server, "stock", "MSFT").await;
    assert_eq!(
        microsoft["allTimeHigh"],
        Value::Null,
        "no history: {microsoft}"
    );
}

#[tokio::test]
async fn the_all_time_high_of_a_source_is_before_the_history() {
    let server = TestServer::open().await;
    let mut update = quote("BTC", 60_000.0);
    update.all_time_high = Some(126_080.0);
    server.send_update(Update::Quotes(vec![update])).await;
    let coin = ranges(&server, "crypto", "BTC").await;
    assert_eq!(coin["allTimeHigh"]["value"], json!(126_080.0), "{coin}");
    assert_eq!(coin["allTimeHigh"]["isAllTime"], true, "{coin}");
    assert_eq!(server.get("/api/price-ranges").await.status, 400);
    assert_eq!(server.get("/api/price-ranges?type=x").await.status, 400);
}
