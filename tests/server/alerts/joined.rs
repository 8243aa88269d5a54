//! Alerts with several conditions.

use std::fmt::Write as _;

use super::*;

/// A price above 90,100 and a second condition.
fn joined_alert(and: &Value) -> String {
    with_field(&new_alert("above", 90_100.0, "always"), "and", and)
}

async fn trade(server: &TestServer, price: f64, volume: f64, second: i64) {
    let as_of = now() + jiff::SignedDuration::from_secs(second);
    server
        .send_update(Update::Quotes(vec![QuoteUpdate {
            as_of,
            volume_24h: Some(volume),
            ..quote("BTC", price)
        }]))
        .await;
}

/// ALRT-02, ALRT-05: an alert waits for all of its conditions and names them in its report.
#[tokio::test]
async fn joined_alert_fires_when_all_conditions_are_met() {
    let server = TestServer::open().await;
    let volume = json!([{"type": "volume", "condition": "above", "value": 5_000.0, "windowHours": null,
        "indicator": null, "interval": null}]);
    let created = server
        .send("POST", "/api/alerts", &joined_alert(&volume))
        .await;
    assert_eq!(created.status, 201, "{}", created.text());
    assert_eq!(created.json()["and"], volume);
    trade(&server, 90_000.0, 1_000.0, 1).await;
    trade(&server, 90_200.0, 1_000.0, 2).await;
    trade(&server, 90_200.0, 6_000.0, 3).await;
    let history = history(&server, 1).await;
    assert_eq!(
        history[0]["sentence"],
        "BTC 24h volume rose above 5,000 and price is above $90,100"
    );
    let rows = server.get("/api/alerts").await.json();
    assert_eq!(rows[0]["and"], volume);
    // The threshold of its first condition can be moved, and keeps its direction.
    let path = format!("/api/alerts/{}", rows[0]["id"]);
    let moved = server.send("PATCH", &path, r#"{"value":90300}"#).await;
    assert_eq!((moved.status, &moved.json()["and"]), (200, &volume));
    let crossing = r#"{"value":90300,"condition":"crosses"}"#;
    assert_eq!(server.send("PATCH", &path, crossing).await.status, 409);
}

/// ALRT-03: invalid combinations are rejected with a readable message.
#[tokio::test]
async fn invalid_combinations_are_rejected() {
    let server = TestServer::open().await;
    let rsi = json!({"type": "technical", "indicator": "rsi", "condition": "above", "value": 70, "interval": "1h"});
    let below = |value: f64| json!({"type": "price", "condition": "below", "value": value});
    let news = json!({"type": "news", "symbol": "BTC", "frequency": "once", "and": [rsi]});
    for (alert, status, sentence) in [
        (
            joined_alert(&json!([
                rsi,
                below(99_000.0),
                below(98_000.0),
                below(97_000.0)
            ])),
            422,
            "An alert can have at most 4 conditions.",
        ),
        (
            joined_alert(&json!([rsi, rsi])),
            422,
            "The alert has the same condition twice.",
        ),
        (
            joined_alert(&json!([below(90_100.0)])),
            422,
            "These conditions can never be met at the same time.",
        ),
        (
            joined_alert(&json!([{"type": "price", "condition": "above", "value": -1}])),
            422,
            "The value must be a number above zero.",
        ),
    ] {
        let rejected = server.send("POST", "/api/alerts", &alert).await;
        assert_eq!(
            (rejected.status, rejected.text().as_str()),
            (status, sentence)
        );
    }
    let stands_alone = [
        joined_alert(&json!([{"type": "price", "condition": "crosses", "value": 95_000}])),
        joined_alert(&json!([{"type": "news", "condition": "above"}])),
        with_field(
            &new_alert("crosses", 90_100.0, "once"),
            "and",
            &json!([rsi]),
        ),
        news.to_string(),
    ];
    for alert in stands_alone {
        let rejected = server.send("POST", "/api/alerts", &alert).await;
        assert_eq!(rejected.status, 422);
        assert!(
            rejected
                .text()
                .starts_with("Only conditions that stay true can be combined"),
            "{}",
            rejected.text()
        );
    }
    assert_eq!(server.get("/api/alerts").await.json(), json!([]));
}

/// ALRT-02: all conditions are backtested together, or the reply says why they cannot be.
#[tokio::test]
async fn joined_alert_is_backtested_on_a_year_of_daily_bars() {
    let server = TestServer::open().await;
    // On every tenth day it rises from 290 to 310 by 6.9 %, on every twentieth to 330 by 13.8 %.
    let closes: Vec<f64> = (0..100)
        .map(|day| match day % 20 {
            5 => 330.0,
            15 => 310.0,
            _ => 290.0,
        })
        .collect();
    send_days(&server, &closes).await;
    let backtest = |and: Value| {
        let and = and.to_string();
        let path = format!(
            "/api/alert-backtest?type=price&symbol=BTC&condition=above&value=300&and={}",
            percent_encoded(&and)
        );
        let server = &server;
        async move { server.get(&path).await }
    };
    let change = json!([{"type": "price", "condition": "percent_change", "value": 10}]);
    let joined_backtest = backtest(change).await;
    assert_eq!(joined_backtest.status, 200, "{}", joined_backtest.text());
    let joined_backtest = joined_backtest.json();
    assert_eq!(
        (&joined_backtest["known"], &joined_backtest["reason"]),
        (&json!(true), &Value::Null)
    );
    let single_backtest = backtest(json!([])).await.json();
    let count = |response: &Value| response["fired"].as_array().unwrap().len();
    assert_eq!((count(&single_backtest), count(&joined_backtest)), (9, 4));

    let volume = backtest(json!([{"type": "volume", "condition": "above", "value": 5}])).await;
    let volume = volume.json();
    assert_eq!(
        (&volume["known"], &volume["reason"]),
        (
            &json!(false),
            &json!(
                "The 24-hour volume is not in the stored bars, so this alert cannot be backtested."
            )
        )
    );
    let path = "/api/alert-backtest?type=price&symbol=BTC&condition=above&value=300&and=nonsense";
    let rejected = server.get(path).await;
    assert_eq!(
        (rejected.status, rejected.text().as_str()),
        (422, "Invalid 'and'; expected a JSON list of conditions.")
    );
}

fn percent_encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut encoded, byte| {
        write!(encoded, "%{byte:02X}").unwrap();
        encoded
    })
}
