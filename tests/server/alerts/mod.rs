//! Alerts over HTTP and the live feed.

mod backtest;
mod holdings;
mod joined;
mod killed;
mod lifetime;
mod lists;

use marketdeck::domain::person::PersonId;
use std::net::SocketAddr;

use crate::common::{TestServer, bars, now, quote};
use futures_util::StreamExt as _;
use marketdeck::{
    domain::{
        alert::FiredAlert,
        bar::Interval,
        news::{NewsUpdate, Sentiment},
        quote::QuoteUpdate,
    },
    source::Update,
    store::NewReport,
};
use serde_json::{Value, json};
use tokio::{io::AsyncWriteExt as _, net::TcpStream};
use tokio_tungstenite::{WebSocketStream, client_async, tungstenite::Message};

fn new_alert(condition: &str, value: f64, frequency: &str) -> String {
    json!({"type": "price", "symbol": "btc", "condition": condition, "value": value, "frequency": frequency}).to_string()
}

fn with_field(alert: &str, key: &str, value: &Value) -> String {
    let mut alert: Value = serde_json::from_str(alert).unwrap();
    alert[key] = value.clone();
    alert.to_string()
}

fn technical(indicator: &str, condition: &str, value: &Value) -> String {
    json!({"type": "technical", "symbol": "BTC", "indicator": indicator, "interval": "1h",
        "condition": condition, "value": value, "frequency": "once"})
    .to_string()
}

fn event(symbol: &str, indicator: &str) -> String {
    json!({"type": "event", "symbol": symbol, "indicator": indicator, "frequency": "once"})
        .to_string()
}

async fn tick(server: &TestServer, price: f64, second: i64) {
    let as_of = now() + jiff::SignedDuration::from_secs(second);
    server
        .send_update(Update::Quotes(vec![QuoteUpdate {
            as_of,
            ..quote("BTC", price)
        }]))
        .await;
}

/// Sends daily bars of Bitcoin up to now, with these closes.
async fn send_days(server: &TestServer, closes: &[f64]) {
    let today = now().as_second().div_euclid(86_400) * 86_400;
    server
        .send_update(Update::Bars {
            symbol: "BTC".into(),
            interval: Interval::Day,
            bars: bars(Interval::Day, today, closes),
        })
        .await;
}

async fn listen(server: &TestServer) -> WebSocketStream<TcpStream> {
    listen_at(server.address).await
}

async fn listen_at(address: SocketAddr) -> WebSocketStream<TcpStream> {
    let stream = TcpStream::connect(address).await.unwrap();
    let (mut socket, _) = client_async(format!("ws://{address}/ws"), stream)
        .await
        .unwrap();
    // The first message shows that the connection is subscribed.
    futures_util::SinkExt::send(
        &mut socket,
        Message::text(r#"{"type":"subscribe","tickerId":1}"#),
    )
    .await
    .unwrap();
    socket.next().await.unwrap().unwrap();
    socket
}

async fn next_message(socket: &mut WebSocketStream<TcpStream>) -> Value {
    loop {
        if let Message::Text(text) = socket.next().await.unwrap().unwrap() {
            return serde_json::from_str(&text).unwrap();
        }
    }
}

/// Waits until the history has `count` reports, which are written just after the tick.
async fn history(server: &TestServer, count: usize) -> Value {
    loop {
        let history = server.get("/api/alerts/history").await.json();
        if history.as_array().unwrap().len() >= count {
            return history;
        }
        tokio::task::yield_now().await;
    }
}

/// ALRT-05, TICK-10: an alert fires once in every browser, and the history keeps the report.
#[tokio::test]
async fn alert_fires_once_on_every_connection_and_is_recorded() {
    let server = TestServer::open().await;
    let created = server
        .send("POST", "/api/alerts", &new_alert("above", 90_100.0, "once"))
        .await;
    assert_eq!(created.status, 201, "{}", created.text());
    let created = created.json();
    assert_eq!(
        (&created["symbol"], &created["active"], &created["delivery"]),
        (&json!("BTC"), &json!(true), &json!(["in_app"]))
    );
    let (mut one, mut two) = (listen(&server).await, listen(&server).await);
    tick(&server, 90_050.0, 1).await;
    tick(&server, 90_200.0, 2).await;
    let fired = next_message(&mut one).await;
    assert_eq!(fired, next_message(&mut two).await);
    assert_eq!(
        (&fired["type"], &fired["data"]["sentence"]),
        (
            &json!("alert_fired"),
            &json!("BTC price rose above $90,100")
        )
    );
    assert_eq!(
        (&fired["data"]["price"], &fired["data"]["firedAt"]),
        (&json!(90_200.0), &json!("2026-11-20T19:32:02Z"))
    );
    tick(&server, 89_000.0, 3).await;
    tick(&server, 91_000.0, 4).await;
    assert_eq!(
        history(&server, 1).await.as_array().unwrap().len(),
        1,
        "an alert with the frequency 'once' fires once"
    );
    let stored = server.get("/api/alerts").await.json();
    assert_eq!(
        (&stored[0]["active"], &stored[0]["lastFiredAt"]),
        (&json!(false), &json!("2026-11-20T19:32:02Z"))
    );
}

/// Waits until the outbox of the app is empty.
async fn wait_until_delivered(server: &TestServer) {
    while !server
        .store
        .of(PersonId::OWNER)
        .undelivered("in_app")
        .unwrap()
        .is_empty()
    {
        tokio::task::yield_now().await;
    }
}

/// ALRT-05: a report that a page received is not delivered again.
#[tokio::test]
async fn shown_report_leaves_the_outbox() {
    let server = TestServer::open().await;
    let alert = new_alert("above", 90_100.0, "once");
    server.send("POST", "/api/alerts", &alert).await;
    let mut socket = listen(&server).await;
    tick(&server, 90_200.0, 1).await;
    let fired = next_message(&mut socket).await;
    let shown = history(&server, 1).await;
    assert_eq!(fired["data"]["id"], shown[0]["id"]);
    wait_until_delivered(&server).await;
}

/// ALRT-05: a report recorded before a stop is delivered after the start.
#[tokio::test]
async fn pending_delivery_is_made_after_a_restart() {
    let server = TestServer::open().await;
    let report = NewReport {
        person: PersonId::OWNER,
        fired: FiredAlert::new(1, "BTC", now(), "BTC price rose above $90,100"),
        channels: vec!["in_app".into()],
    };
    // Written directly to the store, so that it is not delivered before the stop.
    server.store.record_fired(&[report], &[], now()).unwrap();
    assert_eq!(
        server
            .store
            .of(PersonId::OWNER)
            .undelivered("in_app")
            .unwrap()
            .len(),
        1
    );
    let server = server.restart(now()).await;
    wait_until_delivered(&server).await;
    assert_eq!(history(&server, 1).await[0]["read"], false);
}

/// ALRT-04: an inactive alert does not fire; an activated one does.
#[tokio::test]
async fn inactive_alert_is_silent_until_activated() {
    let server = TestServer::open().await;
    let id = server
        .send("POST", "/api/alerts", &new_alert("above", 90_100.0, "once"))
        .await
        .json()["id"]
        .clone();
    let path = format!("/api/alerts/{id}");
    assert_eq!(
        server
            .send("PATCH", &path, r#"{"active":false}"#)
            .await
            .json()["active"],
        false
    );
    tick(&server, 90_200.0, 1).await;
    tick(&server, 90_000.0, 2).await;
    assert_eq!(
        server
            .send("PATCH", &path, r#"{"active":true}"#)
            .await
            .json()["active"],
        true
    );
    tick(&server, 90_300.0, 3).await;
    let history = history(&server, 1).await;
    assert_eq!(history[0]["price"], 90_300.0);
}

/// After its threshold is moved, an alert fires only at the new one.
#[tokio::test]
async fn moved_alert_fires_at_its_new_threshold() {
    let server = TestServer::open().await;
    let created = server
        .send("POST", "/api/alerts", &new_alert("above", 90_100.0, "once"))
        .await
        .json();
    let path = format!("/api/alerts/{}", created["id"]);
    let moved = server
        .send("PATCH", &path, r#"{"value":90400,"condition":"above"}"#)
        .await;
    assert_eq!(moved.status, 200, "{}", moved.text());
    let moved = moved.json();
    assert_eq!(
        (&moved["value"], &moved["active"], &moved["alreadyMet"]),
        (&json!(90_400.0), &json!(true), &json!(false))
    );
    tick(&server, 90_200.0, 1).await;
    tick(&server, 90_500.0, 2).await;
    let reports = history(&server, 1).await;
    assert_eq!(reports.as_array().unwrap().len(), 1);
    assert_eq!(reports[0]["price"], 90_500.0);
    // A fired alert keeps its moved threshold.
    let stored = server.get("/api/alerts").await.json();
    assert_eq!(
        (&stored[0]["value"], &stored[0]["active"]),
        (&json!(90_400.0), &json!(false))
    );
    // Moves the threshold to the other side of the price and activates the alert again.
    let below = server
        .send(
            "PATCH",
            &path,
            r#"{"value":90000,"condition":"below","active":true}"#,
        )
        .await
        .json();
    assert_eq!(
        (&below["condition"], &below["active"]),
        (&json!("below"), &json!(true))
    );
    // The cooldown after a report is five minutes.
    tick(&server, 90_300.0, 302).await;
    tick(&server, 89_900.0, 303).await;
    assert_eq!(history(&server, 2).await[0]["price"], 89_900.0);
}

#[tokio::test]
async fn invalid_move_is_rejected_with_an_error_message() {
    let server = TestServer::open().await;
    let id_of =
        async |body: &str| server.send("POST", "/api/alerts", body).await.json()["id"].clone();
    let line = id_of(&new_alert("above", 90_100.0, "once")).await;
    let percent = id_of(&new_alert("percent_change", 5.0, "once")).await;
    for (id, body, status) in [
        (&line, r#"{"value":0}"#, 422),
        (&line, r#"{"value":-5}"#, 422),
        (
            &line,
            r#"{"value":90200,"condition":"percent_change"}"#,
            422,
        ),
        (&line, r#"{"condition":"below"}"#, 422),
        (&line, "{}", 422),
        (&percent, r#"{"value":90200}"#, 409),
        (&json!(4_000), r#"{"value":90200}"#, 404),
    ] {
        let rejected = server
            .send("PATCH", &format!("/api/alerts/{id}"), body)
            .await;
        assert_eq!(rejected.status, status, "{body}");
        assert!(rejected.text().ends_with('.'), "{}", rejected.text());
    }
    let stored = server.get("/api/alerts").await.json();
    assert_eq!(stored[1]["value"], 90_100.0);
}

/// ALRT-03: an alert can be deleted once.
#[tokio::test]
async fn deleting_an_alert_twice_returns_404() {
    let server = TestServer::open().await;
    let id = server
        .send(
            "POST",
            "/api/alerts",
            &new_alert("below", 89_900.0, "always"),
        )
        .await
        .json()["id"]
        .clone();
    let path = format!("/api/alerts/{id}");
    assert_eq!(server.request("DELETE", &path, &[], "").await.status, 204);
    assert_eq!(server.request("DELETE", &path, &[], "").await.status, 404);
    tick(&server, 89_000.0, 1).await;
    assert_eq!(server.get("/api/alerts/history").await.json(), json!([]));
}

/// The page can restore a deleted alert with all options.
#[tokio::test]
async fn deleted_alert_is_restored_with_all_options() {
    let server = TestServer::open().await;
    let body = json!({
        "type": "price", "symbol": "BTC", "condition": "above", "value": 90_500.0, "frequency": "always",
        "and": [{"type": "price", "condition": "below", "value": 95_000.0}],
        "note": "Sell half", "expiresAt": "2027-01-01T00:00:00Z",
    });
    let created = server
        .send("POST", "/api/alerts", &body.to_string())
        .await
        .json();
    let path = format!("/api/alerts/{}", created["id"]);
    let before = server.get("/api/alerts").await.json();
    assert_eq!(server.request("DELETE", &path, &[], "").await.status, 204);
    let restored = server
        .request("POST", &format!("{path}/restore"), &[], "")
        .await;
    assert_eq!(restored.status, 200);
    assert_eq!(server.get("/api/alerts").await.json(), before);
    let response = server
        .request("POST", &format!("{path}/restore"), &[], "")
        .await;
    assert_eq!(response.status, 404);
    assert!(response.text().contains("can't be restored"));
}

/// ALRT-05: a listed alert is active even if the client did not wait for the response.
#[tokio::test]
async fn alert_is_active_even_if_the_client_disconnects_early() {
    let server = TestServer::open().await;
    let body = new_alert("above", 90_100.0, "once");
    let request = format!(
        "POST /api/alerts HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        server.address,
        body.len()
    );
    for _ in 0..20 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        drop(stream);
        server.get("/api/alerts").await;
    }
    // The test cannot know when all alerts are created, but every active alert fires eventually.
    for second in 0..20_000 {
        tick(&server, 89_000.0, 2 * second).await;
        tick(&server, 90_200.0, 2 * second + 1).await;
        let stored = server.get("/api/alerts").await.json();
        let stored = stored.as_array().unwrap();
        if !stored.is_empty() && stored.iter().all(|alert| alert["active"] == false) {
            return;
        }
    }
    panic!("a listed alert never fired");
}

#[tokio::test]
async fn unsupported_conditions_are_rejected_with_an_error_message() {
    let server = TestServer::open().await;
    for (body, status) in [
        (new_alert("above", 0.0, "once"), 422),
        (new_alert("above", -5.0, "once"), 422),
        (
            with_field(&new_alert("above", 5.0, "once"), "value", &json!("12.3.4")),
            400,
        ),
        (new_alert("sideways", 5.0, "once"), 400),
        (new_alert("above", 5.0, "once").replace("btc", "NOPE"), 404),
        (
            new_alert("above", 5.0, "once").replace("\"price\"", "\"technical\""),
            422,
        ),
        (technical("rsi", "above", &json!(101.0)), 422),
        (technical("rsi", "percent_change", &json!(5.0)), 422),
        (technical("tea_leaves", "above", &json!(5.0)), 400),
        (technical("earnings", "above", &json!(5.0)), 422),
        (event("AAPL", "rsi"), 422),
        (event("BTC", "earnings"), 422),
        (event("BTC", "ex_date"), 422),
        (event("NOPE", "stale"), 404),
        (
            with_field(
                &new_alert("percent_change", 5.0, "once"),
                "windowHours",
                &json!(169),
            ),
            422,
        ),
        (
            with_field(
                &new_alert("above", 5.0, "once"),
                "delivery",
                &json!(["sms"]),
            ),
            422,
        ),
        (
            with_field(&new_alert("above", 5.0, "once"), "delivery", &json!([])),
            422,
        ),
        (
            with_field(&new_alert("above", 5.0, "once"), "value", &Value::Null),
            422,
        ),
    ] {
        let response = server.send("POST", "/api/alerts", &body).await;
        assert_eq!(response.status, status, "{body}: {}", response.text());
        assert!(response.text().ends_with('.'), "{}", response.text());
    }
    assert_eq!(server.get("/api/alerts").await.json(), json!([]));
}

/// ALRT-02: event alerts have no threshold, even if the request contains one.
#[tokio::test]
async fn event_alert_is_stored_without_a_threshold() {
    let server = TestServer::open().await;
    for indicator in ["earnings", "ex_date", "stale"] {
        let body = with_field(&event("aapl", indicator), "value", &json!(5.0));
        let created = server.send("POST", "/api/alerts", &body).await;
        assert_eq!(created.status, 201, "{}", created.text());
        let created = created.json();
        assert_eq!(
            json!([
                created["symbol"],
                created["type"],
                created["indicator"],
                created["condition"],
                created["value"],
                created["alreadyMet"]
            ]),
            json!(["AAPL", "event", indicator, null, null, false])
        );
    }
    assert_eq!(
        server
            .get("/api/alerts")
            .await
            .json()
            .as_array()
            .unwrap()
            .len(),
        3
    );
}

/// ALRT-02: a percent change over a given window.
#[tokio::test]
async fn percent_change_uses_the_requested_window() {
    let server = TestServer::open().await;
    let last = now().as_second() - 300;
    let flat = crate::common::bars(Interval::FiveMinutes, last, &[90_000.0; 20]);
    server
        .send_update(Update::Bars {
            symbol: "BTC".into(),
            interval: Interval::FiveMinutes,
            bars: flat,
        })
        .await;
    let hour = with_field(
        &new_alert("percent_change", 3.0, "once"),
        "windowHours",
        &json!(1),
    );
    let created = server.send("POST", "/api/alerts", &hour).await.json();
    assert_eq!(created["windowHours"], 1);
    tick(&server, 91_000.0, 1).await;
    tick(&server, 92_800.0, 2).await;
    let history = history(&server, 1).await;
    assert_eq!(history[0]["sentence"], "BTC rose 3.11% in 1 hour");
}

/// ALRT-02: a percent change can be negative.
#[tokio::test]
async fn percent_change_may_be_negative() {
    let server = TestServer::open().await;
    let fall = new_alert("percent_change", -5.0, "once");
    let created = server.send("POST", "/api/alerts", &fall).await;
    assert_eq!(created.status, 201, "{}", created.text());
    assert_eq!(created.json()["value"], 5.0);
    let none = new_alert("percent_change", 0.0, "once");
    assert_eq!(server.send("POST", "/api/alerts", &none).await.status, 422);
}

/// ALRT-02: technical alerts are evaluated on stored bars at the end of a bar.
#[tokio::test]
async fn rsi_alert_fires_at_the_end_of_its_bar() {
    let server = TestServer::open().await;
    let last = now().as_second() - now().as_second() % 3_600;
    let falling: Vec<f64> = (0..30).map(|n| 90_000.0 - 100.0 * f64::from(n)).collect();
    let hours = |last, closes: &[f64]| Update::Bars {
        symbol: "BTC".into(),
        interval: Interval::Hour,
        bars: crate::common::bars(Interval::Hour, last, closes),
    };
    server.send_update(hours(last - 3_600, &falling)).await;
    let created = server
        .send(
            "POST",
            "/api/alerts",
            &technical("rsi", "above", &json!(50.0)),
        )
        .await;
    assert_eq!(created.status, 201, "{}", created.text());
    assert_eq!(created.json()["interval"], "1h");
    server.send_update(hours(last, &[99_000.0])).await;
    assert_eq!(
        server.get("/api/alerts/history").await.json(),
        json!([]),
        "the alert fires only at the end of the hour"
    );
    server.send_update(hours(last + 3_600, &[99_000.0])).await;
    let history = history(&server, 1).await;
    assert_eq!(
        (&history[0]["sentence"], &history[0]["price"]),
        (&json!("BTC 14-hour RSI rose above 50"), &json!(99_000.0))
    );
}

/// ALRT-02: a news alert fires only for articles about its ticker.
#[tokio::test]
async fn news_alert_reports_the_headline() {
    let server = TestServer::open().await;
    let news = json!({"type": "news", "symbol": "AAPL", "frequency": "always"}).to_string();
    let created = server.send("POST", "/api/alerts", &news).await;
    assert_eq!(created.status, 201, "{}", created.text());
    let created = created.json();
    assert_eq!(
        (&created["condition"], &created["value"]),
        (&Value::Null, &Value::Null)
    );
    let article = |key: &str, symbol: &str| NewsUpdate {
        key: key.into(),
        symbols: vec![symbol.into()],
        source: "Wire".into(),
        title: format!("About {symbol}"),
        content: String::new(),
        url: None,
        sentiment: Sentiment::Neutral,
        published_at: now(),
        is_undated: false,
    };
    server
        .send_update(Update::News(vec![
            article("a", "MSFT"),
            article("b", "AAPL"),
        ]))
        .await;
    server
        .send_update(Update::News(vec![article("b", "AAPL")]))
        .await;
    let history = history(&server, 1).await;
    assert_eq!(history.as_array().unwrap().len(), 1);
    assert_eq!(
        (&history[0]["sentence"], &history[0]["price"]),
        (&json!("AAPL in the news: About AAPL"), &json!(250.0))
    );
}

/// ALRT-05: an alert survives a restart; the downtime is evaluated on the next bars and marked late.
#[tokio::test]
async fn crossing_during_downtime_is_reported_late() {
    let server = TestServer::open().await;
    for condition in ["above", "below"] {
        let line = if condition == "above" {
            91_000.0
        } else {
            80_000.0
        };
        let created = server
            .send("POST", "/api/alerts", &new_alert(condition, line, "once"))
            .await;
        assert_eq!(created.status, 201);
    }
    let server = server
        .restart(now() + jiff::SignedDuration::from_hours(3))
        .await;
    let downtime_end = 3 * 3_600;
    tick(&server, 90_100.0, downtime_end).await;
    let mut bars = crate::common::bars(
        Interval::FiveMinutes,
        now().as_second() + 3_600,
        &[90_000.0, 90_000.0],
    );
    bars[1].high = 91_500.0;
    server
        .send_update(Update::Bars {
            symbol: "BTC".into(),
            interval: Interval::FiveMinutes,
            bars,
        })
        .await;
    tick(&server, 90_200.0, downtime_end + 2).await;
    let reports = history(&server, 1).await;
    assert_eq!(reports.as_array().unwrap().len(), 1);
    assert_eq!(
        (
            &reports[0]["late"],
            &reports[0]["price"],
            &reports[0]["firedAt"]
        ),
        (
            &json!(true),
            &json!(91_000.0),
            &json!("2026-11-20T20:32:00Z")
        )
    );
    let alerts = server.get("/api/alerts").await.json();
    let active: Vec<_> = alerts
        .as_array()
        .unwrap()
        .iter()
        .map(|alert| alert["active"].as_bool().unwrap())
        .collect();
    assert_eq!(
        active,
        [true, false],
        "newest first; the alert below the price has not fired"
    );
}

/// ALRT-05: a report just before a stop is not lost.
#[tokio::test]
async fn report_just_before_a_stop_is_recorded() {
    let server = TestServer::open().await;
    server
        .send("POST", "/api/alerts", &new_alert("above", 90_100.0, "once"))
        .await;
    tick(&server, 90_200.0, 1).await;
    let server = server
        .restart(now() + jiff::SignedDuration::from_secs(5))
        .await;
    let stored = server.get("/api/alerts/history").await.json();
    assert_eq!(stored.as_array().unwrap().len(), 1);
    assert_eq!(server.get("/api/alerts").await.json()[0]["active"], false);
}

/// ALRT-05: the bell counts unread reports.
#[tokio::test]
async fn reports_are_unread_until_seen() {
    let server = TestServer::open().await;
    server
        .send("POST", "/api/alerts", &new_alert("above", 90_100.0, "once"))
        .await;
    tick(&server, 90_200.0, 1).await;
    assert_eq!(history(&server, 1).await[0]["read"], false);
    let first = history(&server, 1).await[0]["id"].clone();
    server
        .send("POST", "/api/alerts", &new_alert("below", 90_100.0, "once"))
        .await;
    tick(&server, 90_000.0, 2).await;
    history(&server, 2).await;
    let read_body = json!({ "last": first }).to_string();
    let read = server
        .send("POST", "/api/alerts/history/read", &read_body)
        .await;
    assert_eq!(read.status, 204);
    let history = history(&server, 2).await;
    assert_eq!(
        (&history[0]["read"], &history[1]["read"]),
        (&json!(false), &json!(true)),
        "what fired after the page was loaded is unread"
    );
}

/// ALRT-05: the history can be cleared; newer reports stay.
#[tokio::test]
async fn clearing_the_history_keeps_newer_reports() {
    let server = TestServer::open().await;
    for value in [90_100.0, 90_200.0, 90_300.0] {
        let alert = new_alert("above", value, "once");
        server.send("POST", "/api/alerts", &alert).await;
    }
    tick(&server, 90_150.0, 1).await;
    tick(&server, 90_250.0, 2).await;
    let shown = history(&server, 2).await;
    tick(&server, 90_350.0, 3).await;
    history(&server, 3).await;
    let path = format!("/api/alerts/history?last={}", shown[0]["id"]);
    let cleared = server.request("DELETE", &path, &[], "").await;
    assert_eq!(cleared.status, 204, "{}", cleared.text());
    let remaining = history(&server, 1).await;
    assert_eq!(remaining.as_array().unwrap().len(), 1);
    assert_eq!(remaining[0]["sentence"], "BTC price rose above $90,300");
    // Report numbers continue, so that the next report is unread.
    let read_body = json!({ "last": remaining[0]["id"] }).to_string();
    server
        .send("POST", "/api/alerts/history/read", &read_body)
        .await;
    server
        .request("DELETE", "/api/alerts/history", &[], "")
        .await;
    assert_eq!(server.get("/api/alerts/history").await.json(), json!([]));
    let alert = new_alert("above", 90_400.0, "once");
    server.send("POST", "/api/alerts", &alert).await;
    tick(&server, 90_450.0, 4).await;
    let next = history(&server, 1).await;
    assert!(next[0]["id"].as_u64() > remaining[0]["id"].as_u64());
    assert_eq!(next[0]["read"], false);
    let wrong = server
        .request("DELETE", "/api/alerts/history?last=x", &[], "")
        .await;
    assert_eq!(wrong.status, 400);
}

/// ALRT-05: a public display keeps its history.
#[tokio::test]
async fn read_only_history_cannot_be_cleared() {
    let settings = marketdeck::web::Settings {
        read_only: true,
        ..marketdeck::web::Settings::default()
    };
    let server = TestServer::with(settings).await;
    let cleared = server
        .request("DELETE", "/api/alerts/history", &[], "")
        .await;
    assert_eq!(cleared.status, 403);
}

/// ALRT-02: the response says so if the condition is already met.
#[tokio::test]
async fn response_says_that_the_condition_is_already_met() {
    let server = TestServer::open().await;
    let falling: Vec<f64> = (0..30).map(|n| 90_000.0 - 100.0 * f64::from(n)).collect();
    let last = now().as_second() - now().as_second() % 3_600 - 3_600;
    server
        .send_update(Update::Bars {
            symbol: "BTC".into(),
            interval: Interval::Hour,
            bars: crate::common::bars(Interval::Hour, last, &falling),
        })
        .await;
    let volume = |condition| new_alert(condition, 1.0, "always").replace("\"price\"", "\"volume\"");
    for (alert, notice) in [
        (
            new_alert("above", 1.0, "once"),
            "BTC price is above $1 already. The alert will fire the next time it rises above $1.",
        ),
        (
            new_alert("below", 95_000.0, "once"),
            "BTC price is below $95,000 already. The alert will fire the next time it falls below $95,000.",
        ),
        (
            new_alert("percent_change", 0.01, "once"),
            "BTC rose more than 0.01% in 24 hours already. The alert will fire the next time this happens.",
        ),
        (
            volume("above"),
            "BTC 24h volume is above 1 already. The alert will fire the next time it rises above 1.",
        ),
        (
            technical("rsi", "below", &json!(70.0)),
            "BTC 14-hour RSI is below 70 already. The alert will fire the next time it falls below 70.",
        ),
    ] {
        let created = server.send("POST", "/api/alerts", &alert).await;
        assert_eq!(created.status, 201, "{}", created.text());
        let created = created.json();
        assert_eq!(
            (&created["alreadyMet"], &created["notice"]),
            (&json!(true), &json!(notice)),
            "{alert}"
        );
        let path = format!("/api/alerts/{}", created["id"]);
        for (switch, met) in [(r#"{"active":false}"#, false), (r#"{"active":true}"#, true)] {
            let switched = server.send("PATCH", &path, switch).await.json();
            assert_eq!(switched["alreadyMet"], met, "{alert}");
        }
    }
    for alert in [
        new_alert("above", 95_000.0, "once"),
        new_alert("crosses", 1.0, "once"),
        new_alert("percent_change", 50.0, "once"),
        volume("below"),
        technical("rsi", "above", &json!(70.0)),
    ] {
        let created = server.send("POST", "/api/alerts", &alert).await.json();
        assert_eq!(
            (&created["alreadyMet"], &created["notice"]),
            (&json!(false), &Value::Null),
            "{alert}"
        );
    }
}

/// ALRT-05: simultaneous alerts are all sent.
#[tokio::test]
async fn simultaneous_alerts_are_all_sent() {
    let server = TestServer::open().await;
    for value in [90_100.0, 90_200.0, 90_300.0, 90_400.0] {
        let alert = new_alert("above", value, "once");
        server.send("POST", "/api/alerts", &alert).await;
    }
    let mut socket = listen(&server).await;
    tick(&server, 91_000.0, 1).await;
    let mut sentences = vec![];
    while sentences.len() < 4 {
        let message = next_message(&mut socket).await;
        if message["type"] == "alert_fired" {
            sentences.push(message["data"]["sentence"].clone());
        }
    }
    let expected = ["90,100", "90,200", "90,300", "90,400"];
    assert_eq!(
        sentences,
        expected.map(|value| format!("BTC price rose above ${value}"))
    );
}

/// ALRT-05: every channel has a status with a reason.
#[tokio::test]
async fn every_channel_has_a_status_with_a_reason() {
    let server = TestServer::open().await;
    let channels = server.get("/api/alert-channels").await.json();
    for channel in channels.as_array().unwrap() {
        let in_app = channel["channel"] == "in_app";
        assert_eq!(channel["available"], in_app, "{channel}");
        assert_eq!(channel["reason"].is_null(), in_app, "{channel}");
    }
    assert_eq!(channels.as_array().unwrap().len(), 4);
}
