//! Alerts on holdings: on the cost of a ticker, and on the day's change of all tickers.

use marketdeck::domain::{
    currency::Currency,
    ticker::{Profile, TickerKind},
};

use super::*;
use crate::holdings::{add, change, list};

async fn observe(server: &TestServer, at: jiff::Timestamp) {
    server.alerts.observe_holdings(at).await.unwrap();
}

/// Sends a quote of the time `seconds` after the start.
async fn send_price(
    server: &TestServer,
    symbol: &str,
    (price, previous_close): (f64, f64),
    seconds: i64,
) {
    let trade = |milliseconds| QuoteUpdate {
        as_of: now()
            + jiff::SignedDuration::from_secs(seconds)
            + jiff::SignedDuration::from_millis(milliseconds),
        previous_close: Some(previous_close),
        ..quote(symbol, price)
    };
    // The second trade confirms a price far from the last one.
    let trades = vec![trade(0), trade(1)];
    server.send_update(Update::Quotes(trades)).await;
}

async fn create(server: &TestServer, alert: Value) -> Value {
    let created = server.send("POST", "/api/alerts", &alert.to_string()).await;
    assert_eq!(created.status, 201, "{alert}: {}", created.text());
    created.json()
}

/// The sentences of `count` reports, newest first.
async fn sentences(server: &TestServer, count: usize) -> Vec<String> {
    let history = history(server, count).await;
    let rows = history.as_array().unwrap().iter();
    rows.map(|report| report["sentence"].as_str().unwrap().to_owned())
        .collect()
}

fn on_cost(symbol: &str, condition: &str, value: f64) -> Value {
    json!({"type": "cost", "symbol": symbol, "condition": condition, "value": value, "frequency": "always"})
}

fn on_holdings(value: f64, list: Option<u64>) -> Value {
    json!({"type": "holdings", "value": value, "list": list, "frequency": "always"})
}

/// D22: an alert fires when the price is some percent above or below the amount paid, and its message has no amount.
#[tokio::test]
async fn alert_on_cost_fires_at_a_percentage_of_the_average_cost() {
    let server = TestServer::open().await;
    // 10 units at 200 and 10 units at 240 in two lists: 220 on average. AAPL is at 250.
    let (first, second) = (list(&server).await, list(&server).await);
    for (list, cost) in [(first, 200), (second, 240)] {
        let item = add(&server, list, "AAPL").await;
        change(&server, item, json!({"quantity": 10, "cost": cost})).await;
    }
    let created = create(&server, on_cost("aapl", "above", 20.0)).await;
    assert_eq!(
        (&created["type"], &created["symbol"], &created["alreadyMet"]),
        (&json!("cost"), &json!("AAPL"), &json!(false))
    );
    create(&server, on_cost("AAPL", "below", 5.0)).await;
    let already = create(&server, on_cost("AAPL", "above", 10.0)).await;
    assert_eq!(
        already["notice"],
        "AAPL is more than 10% above your cost already. \
         The alert will fire the next time it gets to 10% above your cost."
    );
    // 20 % above 220 is 264, 5 % below is 209.
    send_price(&server, "AAPL", (263.9, 250.0), 1).await;
    send_price(&server, "AAPL", (264.1, 250.0), 2).await;
    assert_eq!(
        sentences(&server, 1).await,
        ["AAPL rose to 20% above your cost"]
    );
    send_price(&server, "AAPL", (209.1, 250.0), 400).await;
    send_price(&server, "AAPL", (208.9, 250.0), 401).await;
    assert_eq!(
        sentences(&server, 2).await[0],
        "AAPL fell to 5% below your cost"
    );
}

/// D22: another cost moves the limit without a report, and a position that was sold is not reported.
#[tokio::test]
async fn alert_on_cost_follows_purchases_and_sales() {
    let server = TestServer::open().await;
    let list = list(&server).await;
    let item = add(&server, list, "AAPL").await;
    change(&server, item, json!({"quantity": 10, "cost": 240})).await;
    create(&server, on_cost("AAPL", "above", 10.0)).await;
    change(&server, item, json!({"cost": 200})).await;
    observe(&server, now()).await;
    // At 250 the price is now 25 % above the cost, which is not a move of the price.
    send_price(&server, "AAPL", (250.1, 250.0), 1).await;
    send_price(&server, "AAPL", (215.0, 250.0), 2).await;
    send_price(&server, "AAPL", (220.5, 250.0), 3).await;
    assert_eq!(
        sentences(&server, 1).await,
        ["AAPL rose to 10% above your cost"]
    );
    let lots = json!({"quantity": null, "lots": [
        {"date": "2025-01-06", "quantity": 10, "price": 200},
        {"date": "2026-11-19", "quantity": -10, "price": 240},
    ]});
    let sold = change(&server, item, lots).await;
    assert_eq!(sold.status, 200, "{}", sold.text());
    observe(&server, now()).await;
    send_price(&server, "AAPL", (215.0, 250.0), 400).await;
    send_price(&server, "AAPL", (240.0, 250.0), 401).await;
    assert_eq!(sentences(&server, 1).await.len(), 1);
}

/// D22: an alert that can't be evaluated is refused with a sentence.
#[tokio::test]
async fn alert_on_holdings_that_cannot_fire_is_refused() {
    let server = TestServer::open().await;
    let list = list(&server).await;
    let item = add(&server, list, "MSFT").await;
    change(&server, item, json!({"quantity": 10})).await;
    let with = |mut alert: Value, field: &str, value: Value| {
        alert[field] = value;
        alert
    };
    let further = json!([{"type": "price", "condition": "above", "value": 1}]);
    for (alert, status, sentence) in [
        (
            on_cost("AAPL", "above", 10.0),
            422,
            "No cost of AAPL is known",
        ),
        (
            on_cost("MSFT", "above", 10.0),
            422,
            "No cost of MSFT is known",
        ),
        (
            on_cost("MSFT", "crosses", 10.0),
            422,
            "expected above or below",
        ),
        (on_cost("MSFT", "below", 100.0), 422, "100 % or more below"),
        (on_cost("MSFT", "above", 0.0), 422, "above zero"),
        (on_cost("NOPE", "above", 1.0), 404, "no ticker"),
        (
            with(on_cost("MSFT", "above", 1.0), "and", further),
            422,
            "can be combined",
        ),
        (on_holdings(0.0, None), 422, "above zero"),
        (on_holdings(2.0, Some(99_999)), 404, "watchlist"),
        (
            with(on_holdings(2.0, None), "symbol", json!("AAPL")),
            422,
            "not a ticker",
        ),
        (
            with(on_holdings(2.0, None), "condition", json!("above")),
            422,
            "percent_change",
        ),
        (
            with(on_holdings(2.0, None), "windowHours", json!(4)),
            422,
            "windowHours",
        ),
    ] {
        let refused = server.send("POST", "/api/alerts", &alert.to_string()).await;
        assert_eq!(refused.status, status, "{alert}: {}", refused.text());
        assert!(refused.text().contains(sentence), "{}", refused.text());
    }
    for query in [
        "type=cost&symbol=MSFT&condition=above&value=5",
        "type=holdings&value=2",
    ] {
        let backtest = server.get(&format!("/api/alert-backtest?{query}")).await;
        assert_eq!(backtest.json()["known"], false, "{}", backtest.text());
    }
}

/// Apple in dollars and SAP in euros, of which a unit is 1.25 dollars, in two lists. Returns the ids of the lists.
async fn two_currencies(server: &TestServer) -> (u64, u64) {
    let sap = Profile {
        currency: Currency::parse("EUR").unwrap(),
        ..Profile::new("SAP.DE", "SAP", TickerKind::Stock)
    };
    let euro = Profile::new("EURUSD=X", "Euro", TickerKind::Currency);
    server.send_update(Update::Profiles(vec![sap, euro])).await;
    send_price(server, "EURUSD=X", (1.25, 1.25), 0).await;
    send_price(server, "AAPL", (250.0, 240.0), 1).await;
    send_price(server, "SAP.DE", (95.0, 100.0), 1).await;
    let (first, second) = (list(server).await, list(server).await);
    for (list, symbol, quantity) in [(first, "AAPL", 10), (second, "SAP.DE", 8)] {
        let item = add(server, list, symbol).await;
        change(server, item, json!({"quantity": quantity})).await;
    }
    (first, second)
}

/// D22: the day's change of all lists, in two currencies, is reported once a day.
#[tokio::test]
async fn alert_on_holdings_reports_the_change_of_a_day_once() {
    let server = TestServer::open().await;
    let (_, euros) = two_currencies(&server).await;
    let minute = |minute| now() + jiff::SignedDuration::from_mins(minute);
    // 10 × 10 − 8 × 5 × 1.25 = 50 dollars, of 2,400 + 800 × 1.25 = 3,400: 1.47 %.
    let created = create(&server, on_holdings(1.5, None)).await;
    assert_eq!(
        (
            &created["condition"],
            &created["list"],
            &created["alreadyMet"]
        ),
        (&json!("percent_change"), &Value::Null, &json!(false))
    );
    create(&server, on_holdings(10.0, Some(euros))).await;
    observe(&server, minute(1)).await;
    // With SAP at 97.5: 75 of 3,400.
    send_price(&server, "SAP.DE", (97.5, 100.0), 60).await;
    observe(&server, minute(2)).await;
    observe(&server, minute(3)).await;
    send_price(&server, "SAP.DE", (100.0, 100.0), 240).await;
    observe(&server, minute(5)).await;
    let moved = "Your holdings rose 2.21% today";
    assert_eq!(sentences(&server, 1).await, [moved]);
    let server = server.restart(minute(6)).await;
    observe(&server, minute(7)).await;
    assert_eq!(sentences(&server, 1).await, [moved], "once a day");
    // On Monday, Apple falls from 250 to 240. SAP is not traded yet and counts as unchanged: −100 of 3,500.
    let monday = 3 * 24 * 60;
    server.clock.advance(monday * 60);
    send_price(&server, "AAPL", (240.0, 250.0), monday * 60).await;
    observe(&server, minute(monday + 1)).await;
    assert_eq!(
        sentences(&server, 2).await[0],
        "Your holdings fell 2.86% today"
    );
}

/// D22: the holdings of one list are watched together; their alert ends with the list.
#[tokio::test]
async fn alert_on_the_holdings_of_one_list_ends_with_the_list() {
    let server = TestServer::open().await;
    let (dollars, _) = two_currencies(&server).await;
    // 100 of 2,400.
    let created = create(&server, on_holdings(4.0, Some(dollars))).await;
    assert_eq!(
        (&created["list"]["id"], &created["notice"]),
        (
            &json!(dollars),
            &json!(
                "Your holdings in Mine rose 4.17% today already. The alert will fire on the next day on which this happens."
            )
        )
    );
    let mut report_now = on_holdings(4.0, Some(dollars));
    report_now["whenMet"] = json!("tell_now");
    assert_eq!(create(&server, report_now).await["told"], true);
    observe(&server, now()).await;
    assert_eq!(
        sentences(&server, 1).await,
        ["Your holdings in Mine rose 4.17% today"]
    );
    let path = format!("/api/watchlists/{dollars}");
    assert_eq!(server.request("DELETE", &path, &[], "").await.status, 204);
    let ended = sentences(&server, 3).await;
    assert_eq!(
        ended[0],
        "The alert 'your holdings in Mine ±4% in a day' has ended: its list was deleted"
    );
}

/// D22: nothing is reported without a price, and exported alerts come back.
#[tokio::test]
async fn alert_on_holdings_waits_for_prices_and_survives_export() {
    let server = TestServer::open().await;
    let profile = Profile::new("NEW", "New", TickerKind::Stock);
    server.send_update(Update::Profiles(vec![profile])).await;
    let list = list(&server).await;
    let item = add(&server, list, "NEW").await;
    change(&server, item, json!({"quantity": 10, "cost": 1})).await;
    create(&server, on_holdings(1.0, None)).await;
    create(&server, on_holdings(1.0, Some(list))).await;
    create(&server, on_cost("NEW", "above", 10.0)).await;
    observe(&server, now()).await;
    assert_eq!(server.get("/api/alerts/history").await.json(), json!([]));
    let export = server.get("/api/export").await.text();
    let other = TestServer::open().await;
    let profile = Profile::new("NEW", "New", TickerKind::Stock);
    other.send_update(Update::Profiles(vec![profile])).await;
    let imported = other.send("POST", "/api/import?mode=merge", &export).await;
    assert_eq!(imported.status, 200, "{}", imported.text());
    let rows = other.get("/api/alerts").await.json();
    let kinds: Vec<&str> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["type"].as_str().unwrap())
        .collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == "holdings").count(), 2);
    assert_eq!(kinds.iter().filter(|kind| **kind == "cost").count(), 1);
}
