//! Immediate reports, snooze, expiry and notes.

use super::*;

fn patch_body(key: &str, value: &Value) -> String {
    json!({ key: value }).to_string()
}

/// ALRT-02: a condition that is already met is reported immediately only on request.
#[tokio::test]
async fn condition_already_met_is_reported_on_request() {
    let server = TestServer::open().await;
    let alert = new_alert("above", 1.0, "once");
    let waits = with_field(&alert, "whenMet", &json!("wait_for_crossing"));
    for alert in [&alert, &waits] {
        let created = server.send("POST", "/api/alerts", alert).await.json();
        let (met, is_reported) = (&created["alreadyMet"], &created["told"]);
        assert_eq!((met, is_reported), (&json!(true), &json!(false)), "{alert}");
        assert_eq!(created["active"], true);
    }
    let report_now = with_field(&alert, "whenMet", &json!("tell_now"));
    let report_now = with_field(&report_now, "note", &json!(" sell half \u{7}"));
    let created = server.send("POST", "/api/alerts", &report_now).await.json();
    assert_eq!(
        (&created["alreadyMet"], &created["told"], &created["active"]),
        (&json!(true), &json!(true), &json!(false)),
        "the alert fires only once"
    );
    assert_eq!(created["notice"], "BTC price is above $1 already.");
    let report = history(&server, 1).await[0].clone();
    assert_eq!(report["sentence"], "BTC price is above $1 already");
    assert_eq!(
        (&report["alertId"], &report["note"]),
        (&created["id"], &json!("sell half"))
    );
    assert_eq!(report["firedAt"], "2026-11-20T19:32:00Z");
    assert!(report["price"].as_f64().is_some(), "{report}");

    let not_met = with_field(
        &new_alert("above", 95_000.0, "once"),
        "whenMet",
        &json!("tell_now"),
    );
    let created = server.send("POST", "/api/alerts", &not_met).await.json();
    let response = (&created["alreadyMet"], &created["told"], &created["active"]);
    assert_eq!(response, (&json!(false), &json!(false), &json!(true)));
}

/// ALRT-04: snooze and expiry can be set and removed.
#[tokio::test]
async fn alert_gets_a_snooze_an_expiry_and_a_note() {
    let server = TestServer::open().await;
    let alert = with_field(
        &new_alert("above", 90_100.0, "always"),
        "expiresAt",
        &json!("2026-12-24T18:00:00Z"),
    );
    let created = server.send("POST", "/api/alerts", &alert).await.json();
    assert_eq!(created["expiresAt"], "2026-12-24T18:00:00Z");
    assert_eq!(
        (&created["snoozedUntil"], &created["note"]),
        (&Value::Null, &Value::Null)
    );
    let path = format!("/api/alerts/{}", created["id"]);
    let change =
        json!({ "snoozedUntil": "2026-11-20T19:42:00Z", "note": "wait\nfor it" }).to_string();
    let snoozed = server.send("PATCH", &path, &change).await.json();
    assert_eq!(snoozed["snoozedUntil"], "2026-11-20T19:42:00Z");
    assert_eq!(snoozed["note"], "wait\nfor it");
    assert_eq!(
        snoozed["expiresAt"], "2026-12-24T18:00:00Z",
        "omitted fields keep their values"
    );
    assert_eq!(server.get("/api/alerts").await.json()[0], {
        let mut row = snoozed.clone();
        for response in ["alreadyMet", "notice", "told"] {
            row.as_object_mut().unwrap().remove(response);
        }
        row
    });

    tick(&server, 90_050.0, 1).await;
    tick(&server, 90_200.0, 2).await;
    let ended = server
        .send("PATCH", &path, &patch_body("snoozedUntil", &Value::Null))
        .await;
    assert_eq!(ended.json()["snoozedUntil"], Value::Null);
    tick(&server, 89_000.0, 3).await;
    tick(&server, 90_300.0, 4).await;
    let reports = history(&server, 1).await;
    assert_eq!(
        reports.as_array().unwrap().len(),
        1,
        "crossings during the snooze are not reported: {reports}"
    );
    assert_eq!(reports[0]["price"], 90_300.0);

    let with_long_expiry = server
        .send("PATCH", &path, &patch_body("expiresAt", &Value::Null))
        .await
        .json();
    assert_eq!(with_long_expiry["expiresAt"], Value::Null);
    let without_options = server
        .send("PATCH", &path, &patch_body("note", &json!("  ")))
        .await
        .json();
    assert_eq!(without_options["note"], Value::Null);
}

/// ALRT-03: invalid values are rejected with a readable message.
#[tokio::test]
async fn past_times_and_long_notes_are_rejected() {
    let server = TestServer::open().await;
    let alert = new_alert("above", 95_000.0, "once");
    let past = json!("2026-11-20T19:31:59Z");
    for (key, value, status, message) in [
        (
            "expiresAt",
            past.clone(),
            422,
            "Invalid expiresAt; expected a time in the next ten years",
        ),
        (
            "expiresAt",
            json!("2126-01-01T00:00:00Z"),
            422,
            "in the next ten years",
        ),
        (
            "note",
            json!("x".repeat(501)),
            422,
            "A note can have at most 500 characters.",
        ),
        ("whenMet", json!("later"), 400, "unknown variant `later`"),
    ] {
        let rejected = server
            .send("POST", "/api/alerts", &with_field(&alert, key, &value))
            .await;
        assert_eq!(rejected.status, status, "{key}");
        assert!(rejected.text().contains(message), "{}", rejected.text());
    }
    let created = server.send("POST", "/api/alerts", &alert).await.json();
    let path = format!("/api/alerts/{}", created["id"]);
    for (key, value, status) in [
        ("snoozedUntil", past.clone(), 422),
        ("expiresAt", past, 422),
        ("note", json!("x".repeat(501)), 422),
    ] {
        let rejected = server.send("PATCH", &path, &patch_body(key, &value)).await;
        assert_eq!(rejected.status, status, "{key}");
    }
    let volume = with_field(
        &new_alert("percent_change", 50.0, "once"),
        "type",
        &json!("volume"),
    );
    let with_window = with_field(&volume, "windowHours", &json!(4));
    let rejected = server.send("POST", "/api/alerts", &with_window).await;
    assert!(
        rejected.text().contains("previous trading day"),
        "{}",
        rejected.text()
    );
    let high = technical("year_high", "above", &json!(100.0));
    let rejected = server.send("POST", "/api/alerts", &high).await;
    assert_eq!(
        rejected.text(),
        "A price cannot be 100 % or more below its 52-week high."
    );
    for alert in [volume, technical("year_low", "above", &json!(150.0))] {
        let created = server.send("POST", "/api/alerts", &alert).await;
        assert_eq!(created.status, 201, "{}", created.text());
        let created = created.json();
        assert_eq!(
            (&created["windowHours"], &created["interval"]),
            (&Value::Null, &Value::Null)
        );
    }
}

/// ALRT-02: a gap needs a market with sessions, and words need a news alert.
#[tokio::test]
async fn gaps_need_sessions_and_words_need_news() {
    let server = TestServer::open().await;
    let gap = technical("gap", "percent_change", &json!(3.0));
    let rejected = server.send("POST", "/api/alerts", &gap).await;
    assert_eq!(rejected.status, 422);
    assert_eq!(
        rejected.text(),
        "BTC trades around the clock and has no open."
    );
    let gap = with_field(&gap, "symbol", &json!("AAPL"));
    let with_condition = with_field(&gap, "condition", &json!("above"));
    let rejected = server.send("POST", "/api/alerts", &with_condition).await;
    assert!(
        rejected.text().contains("percent_change"),
        "{}",
        rejected.text()
    );
    let created = server.send("POST", "/api/alerts", &gap).await;
    assert_eq!(created.status, 201, "{}", created.text());
    assert_eq!(
        (&created.json()["indicator"], &created.json()["interval"]),
        (&json!("gap"), &Value::Null)
    );

    let price = with_field(&new_alert("above", 50.0, "once"), "words", &json!("chips"));
    let rejected = server.send("POST", "/api/alerts", &price).await;
    assert_eq!(
        rejected.text(),
        "Only news alerts can have keywords (words)."
    );
    let news = |words: &str| {
        json!({"type": "news", "symbol": "BTC", "frequency": "always", "words": words}).to_string()
    };
    let rejected = server.send("POST", "/api/alerts", &news(" ,.- ")).await;
    assert_eq!(rejected.text(), "Keywords must contain letters or digits.");
    let rejected = server
        .send("POST", "/api/alerts", &news(&"a ".repeat(60)))
        .await;
    assert!(
        rejected.text().contains("100 characters"),
        "{}",
        rejected.text()
    );
    let created = server
        .send("POST", "/api/alerts", &news(" Spot, ETF"))
        .await;
    assert_eq!(created.json()["words"], "Spot ETF");
    let any = server.send("POST", "/api/alerts", &news("  ")).await;
    assert_eq!(any.json()["words"], Value::Null);
}

/// ALRT-02: the distance from the 52-week high of the source.
#[tokio::test]
async fn distance_from_the_yearly_high_fires() {
    let server = TestServer::open().await;
    let created = server
        .send(
            "POST",
            "/api/alerts",
            &technical("year_high", "above", &json!(20.0)),
        )
        .await;
    assert_eq!(created.status, 201, "{}", created.text());
    for (price, second) in [(90_100.0, 1), (79_000.0, 2)] {
        server
            .send_update(Update::Quotes(vec![QuoteUpdate {
                as_of: now() + jiff::SignedDuration::from_secs(second),
                year_high: Some(100_000.0),
                year_low: Some(50_000.0),
                ..quote("BTC", price)
            }]))
            .await;
    }
    let reports = history(&server, 1).await;
    assert_eq!(
        reports[0]["sentence"],
        "BTC fell more than 20% below its 52-week high"
    );
}
