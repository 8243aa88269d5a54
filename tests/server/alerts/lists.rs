//! Alerts over watchlists.

use super::*;
use crate::common::bars;

async fn list(server: &TestServer, symbols: &[&str]) -> u64 {
    let created = server
        .send("POST", "/api/watchlists", r#"{"name":"Tech","userId":1}"#)
        .await;
    let list = created.json()["id"].as_u64().unwrap();
    for symbol in symbols {
        add(server, list, symbol).await;
    }
    list
}

async fn add(server: &TestServer, list: u64, symbol: &str) -> u64 {
    let body = json!({"tickerId": server.id(symbol)}).to_string();
    let path = format!("/api/watchlists/{list}/tickers");
    let added = server.send("POST", &path, &body).await;
    assert_eq!(added.status, 201, "{}", added.text());
    added.json()["watchlistItemId"].as_u64().unwrap()
}

async fn send_quote(server: &TestServer, symbol: &str, price: f64, second: i64) {
    let as_of = now() + jiff::SignedDuration::from_secs(second);
    let trade = |milliseconds| QuoteUpdate {
        as_of: as_of + jiff::SignedDuration::from_millis(milliseconds),
        ..quote(symbol, price)
    };
    // The second trade confirms a price far from the last one.
    let trades = vec![trade(0), trade(1)];
    server.send_update(Update::Quotes(trades)).await;
}

fn alert_over_list(list: u64, frequency: &str) -> String {
    json!({"type": "price", "list": list, "condition": "above", "value": 500, "frequency": frequency})
        .to_string()
}

/// The symbols of reports, oldest first.
async fn fired_symbols(server: &TestServer, count: usize) -> Vec<String> {
    let history = history(server, count).await;
    let mut symbols: Vec<_> = history
        .as_array()
        .unwrap()
        .iter()
        .map(|report| report["symbol"].as_str().unwrap().to_owned())
        .collect();
    symbols.reverse();
    symbols
}

/// ALRT-02: every ticker of a list has its own alert, and changes of the list apply immediately.
#[tokio::test]
async fn alert_over_a_list_follows_its_changes() {
    let server = TestServer::open().await;
    let list = list(&server, &["AAPL"]).await;
    let removed = add(&server, list, "MSFT").await;
    let created = server
        .send("POST", "/api/alerts", &alert_over_list(list, "always"))
        .await;
    assert_eq!(created.status, 201, "{}", created.text());
    let created = created.json();
    assert_eq!(
        (&created["symbol"], &created["list"]),
        (&json!(""), &json!({"id": list, "name": "Tech"}))
    );
    for (symbol, second) in [("AAPL", 1), ("MSFT", 1), ("BTC", 1)] {
        send_quote(&server, symbol, 400.0, second).await;
    }
    send_quote(&server, "AAPL", 501.0, 2).await;
    assert_eq!(fired_symbols(&server, 1).await, ["AAPL"]);
    send_quote(&server, "AAPL", 510.0, 3).await;
    add(&server, list, "BTC").await;
    let path = format!("/api/watchlist-items/{removed}");
    assert_eq!(server.request("DELETE", &path, &[], "").await.status, 204);
    send_quote(&server, "MSFT", 501.0, 4).await;
    send_quote(&server, "BTC", 501.0, 5).await;
    assert_eq!(
        fired_symbols(&server, 2).await,
        ["AAPL", "BTC"],
        "one per ticker; Microsoft was removed"
    );
    let rows = server.get("/api/alerts").await.json();
    assert_eq!(
        rows.as_array().unwrap().len(),
        1,
        "the list's alert is listed once"
    );

    // After deactivation and activation, every ticker can fire again.
    let path = format!("/api/alerts/{}", created["id"]);
    let off = server.send("PATCH", &path, r#"{"active":false}"#).await;
    assert_eq!(off.status, 200, "{}", off.text());
    send_quote(&server, "BTC", 400.0, 6).await;
    send_quote(&server, "BTC", 501.0, 7).await;
    let on = server.send("PATCH", &path, r#"{"active":true}"#).await;
    assert_eq!(on.status, 200);
    send_quote(&server, "AAPL", 400.0, 8).await;
    send_quote(&server, "AAPL", 501.0, 9).await;
    assert_eq!(fired_symbols(&server, 3).await, ["AAPL", "BTC", "AAPL"]);

    // Deletes the alert.
    assert_eq!(server.request("DELETE", &path, &[], "").await.status, 204);
    assert_eq!(server.get("/api/alerts").await.json(), json!([]));
    let own_alert = server
        .send("POST", "/api/alerts", &new_alert("above", 600.0, "once"))
        .await;
    assert_eq!(own_alert.status, 201);
    send_quote(&server, "AAPL", 400.0, 10).await;
    send_quote(&server, "AAPL", 501.0, 11).await;
    // A later report shows that it did not fire.
    tick(&server, 601.0, 12).await;
    assert_eq!(fired_symbols(&server, 4).await[3], "BTC");
}

/// ALRT-04: each ticker fires once, also across a restart.
#[tokio::test]
async fn each_ticker_of_a_list_fires_once_across_a_restart() {
    let server = TestServer::open().await;
    let list = list(&server, &["AAPL", "MSFT"]).await;
    let created = server
        .send("POST", "/api/alerts", &alert_over_list(list, "once"))
        .await;
    assert_eq!(created.status, 201);
    for symbol in ["AAPL", "MSFT"] {
        send_quote(&server, symbol, 400.0, 1).await;
    }
    send_quote(&server, "AAPL", 501.0, 2).await;
    assert_eq!(fired_symbols(&server, 1).await, ["AAPL"]);
    let later = now() + jiff::SignedDuration::from_secs(10);
    let server = server.restart(later).await;
    for (symbol, second) in [("AAPL", 11), ("MSFT", 13)] {
        send_quote(&server, symbol, 400.0, second).await;
        send_quote(&server, symbol, 501.0, second + 1).await;
    }
    assert_eq!(fired_symbols(&server, 2).await, ["AAPL", "MSFT"]);
}

/// ALRT-05: an alert whose list was deleted ends with a report.
#[tokio::test]
async fn alert_whose_list_was_deleted_ends_with_a_report() {
    let server = TestServer::open().await;
    let list = list(&server, &["AAPL"]).await;
    server
        .send("POST", "/api/alerts", &alert_over_list(list, "always"))
        .await;
    let path = format!("/api/watchlists/{list}");
    assert_eq!(server.request("DELETE", &path, &[], "").await.status, 204);
    let history = history(&server, 1).await;
    assert_eq!(
        history[0]["sentence"],
        "The alert 'any of Tech price above $500' has ended: its list was deleted"
    );
    // The report and the alert's state are saved together.
    let rows = server.get("/api/alerts").await.json();
    assert_eq!(rows[0]["active"], false);
}

/// ALRT-03: unsupported alerts over lists are rejected with a readable message, and the alerts of tickers change with theirs.
#[tokio::test]
async fn unsupported_alerts_over_lists_are_rejected() {
    let server = TestServer::open().await;
    let list = list(&server, &["AAPL"]).await;
    let unknown = server
        .send("POST", "/api/alerts", &alert_over_list(99, "once"))
        .await;
    assert_eq!(unknown.status, 404);
    let both = with_field(&alert_over_list(list, "once"), "symbol", &json!("AAPL"));
    let rejected = server.send("POST", "/api/alerts", &both).await;
    assert_eq!(
        (rejected.status, rejected.text().as_str()),
        (422, "An alert needs either a ticker or a list, not both.")
    );
    let created = server
        .send("POST", "/api/alerts", &alert_over_list(list, "once"))
        .await;
    let id = created.json()["id"].as_u64().unwrap();
    let member_path = format!("/api/alerts/{}", id + 1);
    let rejected = server
        .send("PATCH", &member_path, r#"{"active":false}"#)
        .await;
    assert_eq!(rejected.status, 409);
    assert!(
        rejected.text().contains(" on a list"),
        "{}",
        rejected.text()
    );
    let line = server
        .send("PATCH", &format!("/api/alerts/{id}"), r#"{"value":600}"#)
        .await;
    assert_eq!(line.status, 409);
}

/// ALRT-02: an alert over a list is backtested on each of its tickers.
#[tokio::test]
async fn alert_over_a_list_is_backtested_per_ticker() {
    let server = TestServer::open().await;
    let list = list(&server, &["AAPL", "MSFT", "BTC"]).await;
    let path =
        |list: u64| format!("/api/alert-backtest?type=price&list={list}&condition=above&value=300");
    let too_few_bars = server.get(&path(list)).await.json();
    assert_eq!(
        (&too_few_bars["known"], &too_few_bars["reason"]),
        (
            &json!(false),
            &json!("There are not enough stored bars of the tickers in Tech for a backtest.")
        )
    );
    let today = now().as_second().div_euclid(86_400) * 86_400;
    // Above 300 on every tenth day, and on every twentieth.
    for (symbol, interval_days) in [("MSFT", 20), ("AAPL", 10)] {
        let closes = (0..100).map(|day| {
            if day % interval_days == 15 % interval_days {
                310.0
            } else {
                290.0
            }
        });
        let closes: Vec<f64> = closes.collect();
        server
            .send_update(Update::Bars {
                symbol: symbol.into(),
                interval: Interval::Day,
                bars: bars(Interval::Day, today, &closes),
            })
            .await;
    }
    let backtest = server.get(&path(list)).await;
    assert_eq!(backtest.status, 200, "{}", backtest.text());
    let backtest = backtest.json();
    let tickers: Vec<_> = backtest["tickers"].as_array().unwrap().iter().collect();
    let tickers: Vec<_> = tickers
        .iter()
        .map(|ticker| (ticker["symbol"].as_str().unwrap(), &ticker["times"]))
        .collect();
    // Each ticker has the same result as in its own backtest.
    for (symbol, tickers) in &tickers {
        let path =
            format!("/api/alert-backtest?type=price&symbol={symbol}&condition=above&value=300");
        let single = server.get(&path).await.json();
        assert_eq!(json!(single["fired"].as_array().unwrap().len()), **tickers);
    }
    // Two of the ten days for AAPL are on weekends.
    assert_eq!(tickers, [("AAPL", &json!(7)), ("MSFT", &json!(5))]);
    assert_eq!(
        (
            &backtest["untried"],
            &backtest["interval"],
            &backtest["fired"]
        ),
        (&json!(1), &json!("1d"), &json!([]))
    );
    assert_eq!(server.get("/api/alerts").await.json(), json!([]));
    let query = "type=news&condition=above";
    let without_bars = server
        .get(&format!("/api/alert-backtest?list={list}&{query}"))
        .await;
    assert_eq!(
        without_bars.json()["known"],
        false,
        "{}",
        without_bars.text()
    );
    let none = server.get(&path(list + 1)).await;
    assert_eq!(none.status, 404, "{}", none.text());
}
