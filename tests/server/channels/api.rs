//! The HTTP API of alert channels.

use super::*;
use crate::common::{TestServer, quote};
use marketdeck::domain::person::PersonId;
use marketdeck::{domain::quote::QuoteUpdate, source::Update, web};
use serde_json::json;

async fn server(receiver: &HttpReceiver, settings: web::Settings) -> TestServer {
    let channels = channel(&webhook(
        &receiver.url,
        "secret = 'swordfish'\ncarries = 'sms'\nmost_per_hour = 12
        quiet_hours = '02:00-03:00'\ntime_zone = 'Europe/Berlin'",
    ));
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::with_channels(folder, settings, now(), channels).await;
    server.fill().await;
    server
}

/// ALRT-02, ALRT-05: an alert is sent to the channels that it names and to those of its delivery methods.
#[tokio::test]
async fn alert_goes_to_named_channels() {
    let receiver = HttpReceiver::start().await;
    let server = server(&receiver, web::Settings::default()).await;
    let rows = server.get("/api/alert-channels").await.json();
    let row = |name: &str| {
        let rows = rows.as_array().unwrap().iter();
        rows.clone().find(|row| row["channel"] == name).unwrap()
    };
    assert_eq!(row("sms")["available"], true);
    assert_eq!(row("sms")["channels"], json!(["hook"]));
    assert_eq!(row("email")["available"], false);
    assert_eq!(row("hook")["kind"], "webhook");
    assert_eq!(row("hook")["carries"], "sms");
    // The list shows only the host, because the rest of the URL is as secret as a token.
    assert_eq!(
        row("hook")["target"],
        receiver.url.trim_start_matches("http://")
    );
    assert_eq!(row("hook")["mostPerHour"], 12);
    assert_eq!(row("hook")["quietHours"], "02:00-03:00");
    assert_eq!(row("hook")["quietZone"], "Europe/Berlin");
    assert_eq!(row("sms")["target"], json!(null));
    let alert = |delivery: &str| {
        json!({"type": "price", "symbol": "BTC", "condition": "above", "value": 91_000, "frequency": "once",
            "delivery": [delivery]})
        .to_string()
    };
    for (delivery, status, sentence) in [
        ("fax", 422, "There is no channel called fax."),
        ("email", 422, "Email isn't set up on this server."),
        ("hook", 201, ""),
        ("sms", 201, ""),
    ] {
        let created = server.send("POST", "/api/alerts", &alert(delivery)).await;
        assert_eq!(created.status, status, "{delivery}: {}", created.text());
        assert!(created.text().contains(sentence), "{}", created.text());
    }
    let price = QuoteUpdate {
        as_of: now() + SignedDuration::from_secs(1),
        ..quote("BTC", 91_001.0)
    };
    server.send_update(Update::Quotes(vec![price])).await;
    let waiting = loop {
        let rows = server.get("/api/alert-channels").await.json();
        let waiting = rows.as_array().unwrap().last().unwrap()["waiting"].clone();
        if waiting != 0 {
            break waiting;
        }
    };
    assert_eq!(waiting, 2, "one message per alert");
}

/// ALRT-05: a test sends a message, and secrets in the receiver's reply are masked.
#[tokio::test]
async fn test_is_sent_and_secrets_in_the_reply_are_masked() {
    let receiver = HttpReceiver::start().await;
    let server = server(&receiver, web::Settings::default()).await;
    let test = server
        .send("POST", "/api/alert-channels/hook/test", "")
        .await;
    assert_eq!(
        (test.status, &test.json()["delivered"]),
        (200, &json!(true))
    );
    assert_eq!(test.json()["answer"], "200 OK");
    assert_eq!(receiver.requests()[0].json()["test"], true);
    receiver.set_status(500);
    let test = server
        .send("POST", "/api/alert-channels/hook/test", "")
        .await;
    assert_eq!(test.json()["delivered"], false);
    assert_eq!(
        test.json()["answer"],
        "HTTP 500 Internal Server Error: *** ***"
    );
    let unknown = server
        .send("POST", "/api/alert-channels/fax/test", "")
        .await;
    assert_eq!(
        (unknown.status, unknown.text()),
        (404, "There is no channel called fax.".into())
    );
    for path in [
        "/api/alert-channels",
        "/api/alert-deliveries",
        "/api/status",
    ] {
        let list = server.get(path).await.text();
        let has_secret = ["hunter2", "swordfish"]
            .iter()
            .any(|secret| list.contains(secret));
        assert!(!has_secret, "{list}");
    }
}

/// ALRT-05: a read-only server sends no tests.
#[tokio::test]
async fn read_only_server_rejects_tests() {
    let receiver = HttpReceiver::start().await;
    let settings = web::Settings {
        read_only: true,
        ..web::Settings::default()
    };
    let server = server(&receiver, settings).await;
    let test = server
        .send("POST", "/api/alert-channels/hook/test", "")
        .await;
    assert_eq!((test.status, receiver.requests().len()), (403, 0));
}

/// ALRT-05: a failing channel degrades the server's health, and each attempt is logged.
#[tokio::test]
async fn failing_channel_degrades_the_health() {
    let receiver = HttpReceiver::start().await;
    receiver.set_status(503);
    let server = server(&receiver, web::Settings::default()).await;
    let report = NewReport {
        person: PersonId::OWNER,
        channels: vec!["hook".into()],
        ..ChannelFixture::new(&webhook(&receiver.url, "")).report(3)
    };
    server.store.record_fired(&[report], &[], now()).unwrap();
    server.clock.set(now() + SignedDuration::from_secs(10));
    let alert = json!({"type": "price", "symbol": "BTC", "condition": "above", "value": 91_000, "frequency": "once"});
    server.send("POST", "/api/alerts", &alert.to_string()).await;
    let price = QuoteUpdate {
        as_of: now() + SignedDuration::from_secs(11),
        ..quote("BTC", 91_001.0)
    };
    // A new report wakes every worker.
    server.send_update(Update::Quotes(vec![price])).await;
    let log = loop {
        let log = server.get("/api/alert-deliveries?alert=3").await.json();
        if log[0].is_object() {
            break log;
        }
    };
    assert_eq!(
        (&log[0]["channel"], &log[0]["outcome"]),
        (&json!("hook"), &json!("failed"))
    );
    let status = server.get("/api/status").await.json();
    assert_eq!(status["health"], "degraded");
    let reasons = status["reasons"].to_string();
    assert!(
        reasons.contains("The alert channel 'hook' is failing: HTTP 503"),
        "{reasons}"
    );
    assert_eq!(
        server.get("/api/alert-deliveries?alert=x").await.status,
        400
    );
}
