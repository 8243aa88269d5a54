//! The HTTP API of holdings over time: values of past days, and expected income.

use jiff::{ToSpan as _, civil::Date};
use marketdeck::{domain::bar::Interval, source::Update};
use serde_json::{Value, json};

use crate::{
    common::{TestServer, bars, now},
    holdings::{add, change, holdings, is_close, list},
};

fn today() -> Date {
    now().to_zoned(jiff::tz::TimeZone::UTC).date()
}

/// Sends one daily bar for each close; the last one is today's.
async fn send_closes(server: &TestServer, symbol: &str, closes: &[f64]) {
    let midnight = now().as_second().div_euclid(86_400) * 86_400;
    let update = Update::Bars {
        symbol: symbol.into(),
        interval: Interval::Day,
        bars: bars(Interval::Day, midnight, closes),
    };
    server.send_update(update).await;
}

/// Returns the point of the day `days_ago`.
fn point(history: &Value, days_ago: i32) -> Value {
    let day = today().saturating_sub(days_ago.days()).to_string();
    let points = history["points"].as_array().unwrap();
    let found = points.iter().find(|point| point["date"] == json!(day));
    found.unwrap_or_else(|| panic!("{day}: {history}")).clone()
}

/// D22: each day has the units, the closes and the payments until that day, and the same payments in an index.
#[tokio::test]
async fn values_of_past_days_count_what_was_held_then() {
    let server = TestServer::open().await;
    // From 100 to 139, 39 days ago until today; the index from 1,000 to 1,390.
    let closes: Vec<f64> = (100..140).map(f64::from).collect();
    let index: Vec<f64> = closes.iter().map(|close| close * 10.0).collect();
    send_closes(&server, "BTC", &closes).await;
    send_closes(&server, "GC=F", &index).await;
    let list = list(&server).await;
    let item = add(&server, list, "BTC").await;
    let ago = |days: i32| today().saturating_sub(days.days()).to_string();
    let lots = json!({"lots": [
        {"date": ago(9), "quantity": 3, "price": 120, "fee": 5},
        {"date": ago(4), "quantity": -1, "price": 150, "fee": 2},
    ]});
    let changed = change(&server, item, lots).await;
    assert_eq!(changed.status, 200, "{}", changed.text());
    let path = |range: &str| {
        format!("/api/holdings/history?watchlistId={list}&range={range}&benchmark=GC=F")
    };
    let history = server.get(&path("1m")).await.json();
    assert_eq!(
        (&history["assumed"], &history["incomplete"]),
        (&json!([]), &json!([])),
        "{history}"
    );
    // (days ago, value, paid, value of the same payments in the index)
    let units_at_9 = 365.0 / 1_300.0;
    let units_at_4 = units_at_9 - 148.0 / 1_350.0;
    for (days_ago, value, paid, benchmark) in [
        (10, 0.0, 0.0, 0.0),
        (9, 390.0, 365.0, 365.0),
        (5, 402.0, 365.0, units_at_9 * 1_340.0),
        (4, 270.0, 217.0, units_at_4 * 1_350.0),
        (0, 278.0, 217.0, units_at_4 * 1_390.0),
    ] {
        let point = point(&history, days_ago);
        for (field, expected) in [("value", value), ("paid", paid), ("benchmark", benchmark)] {
            assert!(is_close(&point[field], expected), "{field}: {point}");
        }
    }
    // A month begins without units, so all payments were added; 'all' begins with the purchase.
    assert!(is_close(&point(&history, 0)["added"], 217.0), "{history}");
    let all = server.get(&path("all")).await.json();
    assert!(is_close(&point(&all, 5)["added"], 0.0), "{all}");
    assert!(is_close(&point(&all, 0)["added"], -148.0), "{all}");
    let first = &all["points"][0];
    assert_eq!(
        first["date"],
        json!(ago(9)),
        "all starts with the first purchase"
    );
    assert_eq!(all["points"].as_array().unwrap().len(), 10, "{all}");
}

/// D22: without lots, `all` starts on the first day with a close, and the quantity counts as held during the whole range.
#[tokio::test]
async fn a_quantity_without_days_counts_as_held_during_the_whole_range() {
    let server = TestServer::open().await;
    send_closes(&server, "BTC", &[100.0, 110.0, 120.0]).await;
    let list = list(&server).await;
    let path = |range: &str| format!("/api/holdings/history?watchlistId={list}&range={range}");
    let empty = server.get(&path("1m")).await.json();
    assert_eq!(
        (&empty["points"], &empty["benchmark"]),
        (&json!([]), &Value::Null),
        "{empty}"
    );
    let item = add(&server, list, "BTC").await;
    change(&server, item, json!({"quantity": 2, "cost": 90})).await;
    let all = server.get(&path("all")).await.json();
    assert_eq!(all["assumed"], json!(["BTC"]), "{all}");
    let values: Vec<_> = (0..3)
        .map(|index| {
            (
                all["points"][index]["value"].clone(),
                all["points"][index]["paid"].clone(),
            )
        })
        .collect();
    let expected = [200.0, 220.0, 240.0].map(|value| (json!(value), json!(180.0)));
    assert_eq!(values, expected, "{all}");
    // A month needs a close of its first day; the ticker has none, so it is left out and named.
    let month = server.get(&path("1m")).await.json();
    assert_eq!(
        (&month["incomplete"], &month["points"]),
        (&json!(["BTC"]), &json!([])),
        "{month}"
    );
}

/// D22: the expected dividends by month add up to the income of the next 12 months.
#[tokio::test]
async fn income_by_month_equals_the_income_of_the_holdings() {
    let server = TestServer::open().await;
    let list = list(&server).await;
    let fund = add(&server, list, "VYM").await;
    change(&server, fund, json!({"quantity": 100})).await;
    let path = format!("/api/holdings/income?watchlistId={list}");
    let income = server.get(&path).await.json();
    // The one known dividend was on 18 September 2026; it is expected once more a year later.
    assert!(is_close(&income["total"], 87.0), "{income}");
    assert_eq!(income["total"], holdings(&server, list).await["income12m"]);
    let months = income["months"].as_array().unwrap();
    assert_eq!(months.len(), 13, "{income}");
    for month in months {
        let expected = if month["month"] == json!("2027-09") {
            87.0
        } else {
            0.0
        };
        assert!(is_close(&month["amount"], expected), "{month}");
    }
    let payment = &months[10]["payments"][0];
    assert_eq!(
        (
            &payment["symbol"],
            &payment["date"],
            &payment["isAnnounced"]
        ),
        (&json!("VYM"), &json!("2027-09-18"), &json!(false)),
        "{income}"
    );
    let none = server.get(&format!("{path}&symbol=AAPL")).await.json();
    assert_eq!(none["total"], Value::Null, "{none}");
}
