//! Alerts that are told at once, are quiet for a while, end, and say why they were made.

use super::*;

fn changed(key: &str, value: &Value) -> String {
    json!({ key: value }).to_string()
}

/// ALRT-02: what is so already is told at once where that is asked for, and waits where it is not.
#[tokio::test]
async fn an_alert_that_is_met_already_is_told_on_request() {
    let server = TestServer::open().await;
    let alert = new_alert("above", 1.0, "once");
    let waits = with(&alert, "whenMet", &json!("wait_for_crossing"));
    for alert in [&alert, &waits] {
        let made = server.send("POST", "/api/alerts", alert).await.json();
        let (met, told) = (&made["alreadyMet"], &made["told"]);
        assert_eq!((met, told), (&json!(true), &json!(false)), "{alert}");
        assert_eq!(made["active"], true);
    }
    let told = with(&alert, "whenMet", &json!("tell_now"));
    let told = with(&told, "note", &json!(" sell half \u{7}"));
    let made = server.send("POST", "/api/alerts", &told).await.json();
    assert_eq!(
        (&made["alreadyMet"], &made["told"], &made["active"]),
        (&json!(true), &json!(true), &json!(false)),
        "it fires once"
    );
    assert_eq!(made["notice"], "BTC price is above $1 already.");
    let report = history(&server, 1).await[0].clone();
    assert_eq!(report["sentence"], "BTC price is above $1 already");
    assert_eq!(
        (&report["alertId"], &report["note"]),
        (&made["id"], &json!("sell half"))
    );
    assert_eq!(report["firedAt"], "2026-11-20T19:32:00Z");
    assert!(report["price"].as_f64().is_some(), "{report}");

    let not_met = with(
        &new_alert("above", 95_000.0, "once"),
        "whenMet",
        &json!("tell_now"),
    );
    let made = server.send("POST", "/api/alerts", &not_met).await.json();
    let answer = (&made["alreadyMet"], &made["told"], &made["active"]);
    assert_eq!(answer, (&json!(false), &json!(false), &json!(true)));
}

/// ALRT-04: quiet until a time, and as long as it is told to live; both can be taken back.
#[tokio::test]
async fn an_alert_is_snoozed_given_an_end_and_a_note() {
    let server = TestServer::open().await;
    let alert = with(
        &new_alert("above", 90_100.0, "always"),
        "expiresAt",
        &json!("2026-12-24T18:00:00Z"),
    );
    let made = server.send("POST", "/api/alerts", &alert).await.json();
    assert_eq!(made["expiresAt"], "2026-12-24T18:00:00Z");
    assert_eq!(
        (&made["snoozedUntil"], &made["note"]),
        (&Value::Null, &Value::Null)
    );
    let path = format!("/api/alerts/{}", made["id"]);
    let change =
        json!({ "snoozedUntil": "2026-11-20T19:42:00Z", "note": "wait\nfor it" }).to_string();
    let snoozed = server.send("PATCH", &path, &change).await.json();
    assert_eq!(snoozed["snoozedUntil"], "2026-11-20T19:42:00Z");
    assert_eq!(snoozed["note"], "wait\nfor it");
    assert_eq!(
        snoozed["expiresAt"], "2026-12-24T18:00:00Z",
        "what is left out stays"
    );
    assert_eq!(server.get("/api/alerts").await.json()[0], {
        let mut row = snoozed.clone();
        for answer in ["alreadyMet", "notice", "told"] {
            row.as_object_mut().unwrap().remove(answer);
        }
        row
    });

    tick(&server, 90_050.0, 1).await;
    tick(&server, 90_200.0, 2).await;
    let ended = server
        .send("PATCH", &path, &changed("snoozedUntil", &Value::Null))
        .await;
    assert_eq!(ended.json()["snoozedUntil"], Value::Null);
    tick(&server, 89_000.0, 3).await;
    tick(&server, 90_300.0, 4).await;
    let told = history(&server, 1).await;
    assert_eq!(
        told.as_array().unwrap().len(),
        1,
        "not what came before: {told}"
    );
    assert_eq!(told[0]["price"], 90_300.0);

    let lasting = server
        .send("PATCH", &path, &changed("expiresAt", &Value::Null))
        .await
        .json();
    assert_eq!(lasting["expiresAt"], Value::Null);
    let without = server
        .send("PATCH", &path, &changed("note", &json!("  ")))
        .await
        .json();
    assert_eq!(without["note"], Value::Null);
}

/// ALRT-03: what cannot be is refused in a sentence.
#[tokio::test]
async fn times_that_are_over_and_long_notes_are_refused() {
    let server = TestServer::open().await;
    let alert = new_alert("above", 95_000.0, "once");
    let past = json!("2026-11-20T19:31:59Z");
    for (key, value, status, says) in [
        (
            "expiresAt",
            past.clone(),
            422,
            "expiresAt must be a time to come",
        ),
        (
            "expiresAt",
            json!("2126-01-01T00:00:00Z"),
            422,
            "within ten years",
        ),
        (
            "note",
            json!("x".repeat(501)),
            422,
            "A note has 500 letters at most.",
        ),
        ("whenMet", json!("later"), 400, "unknown variant `later`"),
    ] {
        let refused = server
            .send("POST", "/api/alerts", &with(&alert, key, &value))
            .await;
        assert_eq!(refused.status, status, "{key}");
        assert!(refused.text().contains(says), "{}", refused.text());
    }
    let made = server.send("POST", "/api/alerts", &alert).await.json();
    let path = format!("/api/alerts/{}", made["id"]);
    for (key, value, status) in [
        ("snoozedUntil", past.clone(), 422),
        ("expiresAt", past, 422),
        ("note", json!("x".repeat(501)), 422),
    ] {
        let refused = server.send("PATCH", &path, &changed(key, &value)).await;
        assert_eq!(refused.status, status, "{key}");
    }
    let volume = with(
        &new_alert("percent_change", 50.0, "once"),
        "type",
        &json!("volume"),
    );
    let windowed = with(&volume, "windowHours", &json!(4));
    let refused = server.send("POST", "/api/alerts", &windowed).await;
    assert!(
        refused.text().contains("trading day before"),
        "{}",
        refused.text()
    );
    let high = technical("year_high", "above", &json!(100.0));
    let refused = server.send("POST", "/api/alerts", &high).await;
    assert_eq!(
        refused.text(),
        "A price cannot be 100 % or more below its 52-week high."
    );
    for alert in [volume, technical("year_low", "above", &json!(150.0))] {
        let made = server.send("POST", "/api/alerts", &alert).await;
        assert_eq!(made.status, 201, "{}", made.text());
        let made = made.json();
        assert_eq!(
            (&made["windowHours"], &made["interval"]),
            (&Value::Null, &Value::Null)
        );
    }
}

/// ALRT-02: a gap at the opening needs an opening, and words need news.
#[tokio::test]
async fn gaps_and_words_are_for_what_has_them() {
    let server = TestServer::open().await;
    let gap = technical("gap", "percent_change", &json!(3.0));
    let refused = server.send("POST", "/api/alerts", &gap).await;
    assert_eq!(refused.status, 422);
    assert_eq!(
        refused.text(),
        "BTC is traded around the clock: it has no opening."
    );
    let gap = with(&gap, "symbol", &json!("AAPL"));
    let sided = with(&gap, "condition", &json!("above"));
    let refused = server.send("POST", "/api/alerts", &sided).await;
    assert!(
        refused.text().contains("percent_change"),
        "{}",
        refused.text()
    );
    let made = server.send("POST", "/api/alerts", &gap).await;
    assert_eq!(made.status, 201, "{}", made.text());
    assert_eq!(
        (&made.json()["indicator"], &made.json()["interval"]),
        (&json!("gap"), &Value::Null)
    );

    let price = with(&new_alert("above", 50.0, "once"), "words", &json!("chips"));
    let refused = server.send("POST", "/api/alerts", &price).await;
    assert_eq!(refused.text(), "Only alerts on news have words.");
    let news = |words: &str| {
        json!({"type": "news", "symbol": "BTC", "frequency": "always", "words": words}).to_string()
    };
    let refused = server.send("POST", "/api/alerts", &news(" ,.- ")).await;
    assert_eq!(refused.text(), "Words are letters or digits.");
    let refused = server
        .send("POST", "/api/alerts", &news(&"a ".repeat(60)))
        .await;
    assert!(refused.text().contains("100 letters"), "{}", refused.text());
    let made = server
        .send("POST", "/api/alerts", &news(" Spot, ETF"))
        .await;
    assert_eq!(made.json()["words"], "Spot ETF");
    let any = server.send("POST", "/api/alerts", &news("  ")).await;
    assert_eq!(any.json()["words"], Value::Null);
}

/// ALRT-02: how far a price is from its highest of 52 weeks, as its source tells that.
#[tokio::test]
async fn a_distance_from_the_yearly_high_fires() {
    let server = TestServer::open().await;
    let made = server
        .send(
            "POST",
            "/api/alerts",
            &technical("year_high", "above", &json!(20.0)),
        )
        .await;
    assert_eq!(made.status, 201, "{}", made.text());
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
    let told = history(&server, 1).await;
    assert_eq!(
        told[0]["sentence"],
        "BTC fell more than 20% below its 52-week high"
    );
}
