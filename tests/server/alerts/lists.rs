//! Alerts over lists.

use super::*;
use crate::common::bars;

async fn list(server: &TestServer, symbols: &[&str]) -> u64 {
    let made = server
        .send("POST", "/api/watchlists", r#"{"name":"Tech","userId":1}"#)
        .await;
    let list = made.json()["id"].as_u64().unwrap();
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

async fn quoted(server: &TestServer, symbol: &str, price: f64, second: i64) {
    let as_of = now() + jiff::SignedDuration::from_secs(second);
    let trade = |milliseconds| QuoteUpdate {
        as_of: as_of + jiff::SignedDuration::from_millis(milliseconds),
        ..quote(symbol, price)
    };
    // The second trade confirms a price that is far from the last.
    let trades = vec![trade(0), trade(1)];
    server.send_update(Update::Quotes(trades)).await;
}

fn over(list: u64, frequency: &str) -> String {
    json!({"type": "price", "list": list, "condition": "above", "value": 500, "frequency": frequency})
        .to_string()
}

/// The tickers of what fired, oldest first.
async fn fired(server: &TestServer, count: usize) -> Vec<String> {
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

/// ALRT-02: every ticker of a list is watched by itself, and those that come and go are at once.
#[tokio::test]
async fn an_alert_over_a_list_follows_it() {
    let server = TestServer::open().await;
    let list = list(&server, &["AAPL"]).await;
    let removed = add(&server, list, "MSFT").await;
    let made = server
        .send("POST", "/api/alerts", &over(list, "always"))
        .await;
    assert_eq!(made.status, 201, "{}", made.text());
    let made = made.json();
    assert_eq!(
        (&made["symbol"], &made["list"]),
        (&json!(""), &json!({"id": list, "name": "Tech"}))
    );
    for (symbol, second) in [("AAPL", 1), ("MSFT", 1), ("BTC", 1)] {
        quoted(&server, symbol, 400.0, second).await;
    }
    quoted(&server, "AAPL", 501.0, 2).await;
    assert_eq!(fired(&server, 1).await, ["AAPL"]);
    quoted(&server, "AAPL", 510.0, 3).await;
    add(&server, list, "BTC").await;
    let path = format!("/api/watchlist-items/{removed}");
    assert_eq!(server.ask("DELETE", &path, &[], "").await.status, 204);
    quoted(&server, "MSFT", 501.0, 4).await;
    quoted(&server, "BTC", 501.0, 5).await;
    assert_eq!(
        fired(&server, 2).await,
        ["AAPL", "BTC"],
        "each by itself; Microsoft is no part of it any more"
    );
    let rows = server.get("/api/alerts").await.json();
    assert_eq!(rows.as_array().unwrap().len(), 1, "they are one alert");

    // Off and on again: all of them, watched anew.
    let path = format!("/api/alerts/{}", made["id"]);
    let off = server.send("PATCH", &path, r#"{"active":false}"#).await;
    assert_eq!(off.status, 200, "{}", off.text());
    quoted(&server, "BTC", 400.0, 6).await;
    quoted(&server, "BTC", 501.0, 7).await;
    let on = server.send("PATCH", &path, r#"{"active":true}"#).await;
    assert_eq!(on.status, 200);
    quoted(&server, "AAPL", 400.0, 8).await;
    quoted(&server, "AAPL", 501.0, 9).await;
    assert_eq!(fired(&server, 3).await, ["AAPL", "BTC", "AAPL"]);

    // It goes with its alert.
    assert_eq!(server.ask("DELETE", &path, &[], "").await.status, 204);
    assert_eq!(server.get("/api/alerts").await.json(), json!([]));
    let own = server
        .send("POST", "/api/alerts", &new_alert("above", 600.0, "once"))
        .await;
    assert_eq!(own.status, 201);
    quoted(&server, "AAPL", 400.0, 10).await;
    quoted(&server, "AAPL", 501.0, 11).await;
    // What fires after it tells that it had nothing to say.
    tick(&server, 601.0, 12).await;
    assert_eq!(fired(&server, 4).await[3], "BTC");
}

/// ALRT-04: once is once for each ticker, and a restart keeps what each has done.
#[tokio::test]
async fn each_ticker_of_a_list_fires_once_over_a_restart() {
    let server = TestServer::open().await;
    let list = list(&server, &["AAPL", "MSFT"]).await;
    let made = server
        .send("POST", "/api/alerts", &over(list, "once"))
        .await;
    assert_eq!(made.status, 201);
    for symbol in ["AAPL", "MSFT"] {
        quoted(&server, symbol, 400.0, 1).await;
    }
    quoted(&server, "AAPL", 501.0, 2).await;
    assert_eq!(fired(&server, 1).await, ["AAPL"]);
    let later = now() + jiff::SignedDuration::from_secs(10);
    let server = server.restart(later).await;
    for (symbol, second) in [("AAPL", 11), ("MSFT", 13)] {
        quoted(&server, symbol, 400.0, second).await;
        quoted(&server, symbol, 501.0, second + 1).await;
    }
    assert_eq!(fired(&server, 2).await, ["AAPL", "MSFT"]);
}

/// ALRT-05: an alert whose list was deleted says so, and ends.
#[tokio::test]
async fn an_alert_whose_list_was_deleted_says_so() {
    let server = TestServer::open().await;
    let list = list(&server, &["AAPL"]).await;
    server
        .send("POST", "/api/alerts", &over(list, "always"))
        .await;
    let path = format!("/api/watchlists/{list}");
    assert_eq!(server.ask("DELETE", &path, &[], "").await.status, 204);
    let history = history(&server, 1).await;
    assert_eq!(
        history[0]["sentence"],
        "The alert 'any of Tech price above $500' has ended: its list was deleted"
    );
    // The report and the alert are written together.
    let rows = server.get("/api/alerts").await.json();
    assert_eq!(rows[0]["active"], false);
}

/// ALRT-03: what cannot be over a list is refused in a sentence, and its parts are changed with it.
#[tokio::test]
async fn what_cannot_be_over_a_list_is_refused() {
    let server = TestServer::open().await;
    let list = list(&server, &["AAPL"]).await;
    let unknown = server.send("POST", "/api/alerts", &over(99, "once")).await;
    assert_eq!(unknown.status, 404);
    let both = with(&over(list, "once"), "symbol", &json!("AAPL"));
    let refused = server.send("POST", "/api/alerts", &both).await;
    assert_eq!(
        (refused.status, refused.text().as_str()),
        (422, "An alert is over a ticker or over a list.")
    );
    let made = server
        .send("POST", "/api/alerts", &over(list, "once"))
        .await;
    let id = made.json()["id"].as_u64().unwrap();
    let part = format!("/api/alerts/{}", id + 1);
    let refused = server.send("PATCH", &part, r#"{"active":false}"#).await;
    assert_eq!(refused.status, 409);
    assert!(
        refused.text().contains("which is over a list"),
        "{}",
        refused.text()
    );
    let line = server
        .send("PATCH", &format!("/api/alerts/{id}"), r#"{"value":600}"#)
        .await;
    assert_eq!(line.status, 409);
}

/// ALRT-02: an alert over a list is tried on the past of each of its tickers.
#[tokio::test]
async fn an_alert_over_a_list_is_tried_ticker_by_ticker() {
    let server = TestServer::open().await;
    let list = list(&server, &["AAPL", "MSFT", "BTC"]).await;
    let path =
        |list: u64| format!("/api/alert-backtest?type=price&list={list}&condition=above&value=300");
    let few = server.get(&path(list)).await.json();
    assert_eq!(
        (&few["known"], &few["reason"]),
        (
            &json!(false),
            &json!("There are too few stored bars of what Tech holds to try this on.")
        )
    );
    let today = now().as_second().div_euclid(86_400) * 86_400;
    // Above 300 on every tenth day, and on every twentieth.
    for (symbol, every) in [("MSFT", 20), ("AAPL", 10)] {
        let closes = (0..100).map(|day| {
            if day % every == 15 % every {
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
    let tried = server.get(&path(list)).await;
    assert_eq!(tried.status, 200, "{}", tried.text());
    let tried = tried.json();
    let times: Vec<_> = tried["tickers"].as_array().unwrap().iter().collect();
    let times: Vec<_> = times
        .iter()
        .map(|ticker| (ticker["symbol"].as_str().unwrap(), &ticker["times"]))
        .collect();
    // Each as often as by itself.
    for (symbol, times) in &times {
        let path =
            format!("/api/alert-backtest?type=price&symbol={symbol}&condition=above&value=300");
        let alone = server.get(&path).await.json();
        assert_eq!(json!(alone["fired"].as_array().unwrap().len()), **times);
    }
    // Two of the ten days for AAPL are of weekends, on which nobody trades.
    assert_eq!(times, [("AAPL", &json!(7)), ("MSFT", &json!(5))]);
    assert_eq!(
        (&tried["untried"], &tried["interval"], &tried["fired"]),
        (&json!(1), &json!("1d"), &json!([]))
    );
    assert_eq!(server.get("/api/alerts").await.json(), json!([]));
    let query = "type=news&condition=above";
    let untold = server
        .get(&format!("/api/alert-backtest?list={list}&{query}"))
        .await;
    assert_eq!(untold.json()["known"], false, "{}", untold.text());
    let none = server.get(&path(list + 1)).await;
    assert_eq!(none.status, 404, "{}", none.text());
}
