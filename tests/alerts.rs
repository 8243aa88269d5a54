//! Alerts over HTTP and the live feed.

mod common;

use common::{Desk, now, quote};
use futures_util::StreamExt as _;
use marketdeck::{domain::quote::QuoteUpdate, importer::Update};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::{WebSocketStream, client_async, tungstenite::Message};

fn new_alert(condition: &str, value: f64, frequency: &str) -> String {
    json!({"type": "price", "symbol": "btc", "condition": condition, "value": value, "frequency": frequency}).to_string()
}

async fn tick(desk: &Desk, price: f64, second: i64) {
    let as_of = now() + jiff::SignedDuration::from_secs(second);
    desk.tell(Update::Quotes(vec![QuoteUpdate {
        as_of,
        ..quote("BTC", price)
    }]))
    .await;
}

async fn listen(desk: &Desk) -> WebSocketStream<TcpStream> {
    let stream = TcpStream::connect(desk.address).await.unwrap();
    let (mut socket, _) = client_async(format!("ws://{}/ws", desk.address), stream)
        .await
        .unwrap();
    // A first answer shows that the connection is a reader by now.
    futures_util::SinkExt::send(
        &mut socket,
        Message::text(r#"{"type":"subscribe","tickerId":1}"#),
    )
    .await
    .unwrap();
    socket.next().await.unwrap().unwrap();
    socket
}

async fn hear(socket: &mut WebSocketStream<TcpStream>) -> Value {
    loop {
        if let Message::Text(text) = socket.next().await.unwrap().unwrap() {
            return serde_json::from_str(&text).unwrap();
        }
    }
}

/// Waits until the history holds `count` reports: they are written just after the tick.
async fn history(desk: &Desk, count: usize) -> Value {
    loop {
        let history = desk.get("/api/alerts/history").await.json();
        if history.as_array().unwrap().len() >= count {
            return history;
        }
        tokio::task::yield_now().await;
    }
}

/// ALRT-05, TICK-10: an alert made in one browser fires in another, once, and history keeps it.
#[tokio::test]
async fn an_alert_fires_once_on_every_connection_and_is_kept() {
    let desk = Desk::open().await;
    let made = desk
        .send("POST", "/api/alerts", &new_alert("above", 90_100.0, "once"))
        .await;
    assert_eq!(made.status, 201, "{}", made.text());
    let made = made.json();
    assert_eq!(
        (&made["symbol"], &made["active"], &made["delivery"]),
        (&json!("BTC"), &json!(true), &json!(["in_app"]))
    );
    let (mut one, mut two) = (listen(&desk).await, listen(&desk).await);
    tick(&desk, 90_050.0, 1).await;
    tick(&desk, 90_200.0, 2).await;
    let fired = hear(&mut one).await;
    assert_eq!(fired, hear(&mut two).await);
    assert_eq!(
        (&fired["type"], &fired["data"]["sentence"]),
        (&json!("alert_fired"), &json!("BTC price rose above $90100"))
    );
    assert_eq!(
        (&fired["data"]["price"], &fired["data"]["firedAt"]),
        (&json!(90_200.0), &json!("2026-11-20T19:32:02Z"))
    );
    tick(&desk, 89_000.0, 3).await;
    tick(&desk, 91_000.0, 4).await;
    assert_eq!(
        history(&desk, 1).await.as_array().unwrap().len(),
        1,
        "once is once"
    );
    let kept = desk.get("/api/alerts").await.json();
    assert_eq!(
        (&kept[0]["active"], &kept[0]["lastFiredAt"]),
        (&json!(false), &json!("2026-11-20T19:32:02Z"))
    );
}

/// ALRT-04: the switch.
#[tokio::test]
async fn an_alert_that_is_off_is_silent_and_one_that_is_on_again_is_not() {
    let desk = Desk::open().await;
    let id = desk
        .send("POST", "/api/alerts", &new_alert("above", 90_100.0, "once"))
        .await
        .json()["id"]
        .clone();
    let path = format!("/api/alerts/{id}");
    assert_eq!(
        desk.send("PATCH", &path, r#"{"active":false}"#)
            .await
            .json()["active"],
        false
    );
    tick(&desk, 90_200.0, 1).await;
    tick(&desk, 90_000.0, 2).await;
    assert_eq!(
        desk.send("PATCH", &path, r#"{"active":true}"#).await.json()["active"],
        true
    );
    tick(&desk, 90_300.0, 3).await;
    let history = history(&desk, 1).await;
    assert_eq!(history[0]["price"], 90_300.0);
}

/// ALRT-03: deleting.
#[tokio::test]
async fn a_deleted_alert_is_gone_and_deleting_twice_is_a_404() {
    let desk = Desk::open().await;
    let id = desk
        .send(
            "POST",
            "/api/alerts",
            &new_alert("below", 89_900.0, "always"),
        )
        .await
        .json()["id"]
        .clone();
    let path = format!("/api/alerts/{id}");
    assert_eq!(desk.ask("DELETE", &path, &[], "").await.status, 204);
    assert_eq!(desk.ask("DELETE", &path, &[], "").await.status, 404);
    tick(&desk, 89_000.0, 1).await;
    assert_eq!(desk.get("/api/alerts/history").await.json(), json!([]));
}

#[tokio::test]
async fn what_cannot_be_judged_is_refused_with_a_sentence() {
    let desk = Desk::open().await;
    for (body, status) in [
        (new_alert("above", 0.0, "once"), 400),
        (new_alert("above", -5.0, "once"), 400),
        (new_alert("sideways", 5.0, "once"), 400),
        (new_alert("above", 5.0, "once").replace("btc", "NOPE"), 404),
        (
            new_alert("above", 5.0, "once").replace("\"price\"", "\"news\""),
            400,
        ),
        (
            new_alert("percent_change", 5.0, "once").replace("\"price\"", "\"volume\""),
            400,
        ),
    ] {
        let answer = desk.send("POST", "/api/alerts", &body).await;
        assert_eq!(answer.status, status, "{body}: {}", answer.text());
        assert!(answer.text().ends_with('.'), "{}", answer.text());
    }
    assert_eq!(desk.get("/api/alerts").await.json(), json!([]));
}
