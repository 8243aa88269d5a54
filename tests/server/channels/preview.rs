//! Previews of channel settings.

use super::*;
use crate::common::{Answer, TestServer, quote};
use marketdeck::{domain::quote::QuoteUpdate, source::Update, web};
use serde_json::{Value, json};

async fn preview(server: &TestServer, settings: &Value) -> Answer {
    let body = json!({ "settings": settings }).to_string();
    server
        .send("POST", "/api/alert-channel-previews", &body)
        .await
}

/// ALRT-05: the preview equals the message that is sent, except for the example alert.
#[tokio::test]
async fn preview_equals_the_sent_message() {
    let receiver = HttpReceiver::start().await;
    let server = TestServer::open().await;
    let hook = json!({"name": "hook", "kind": "webhook", "url": format!("{}/?of={{{{symbol}}}}", receiver.url),
        "body": "{\"says\": \"{{text}}\", \"at\": {{price}}, \"in\": \"{{currency}}\", \"is\": {{count}}}"});
    let shown = preview(&server, &hook).await;
    assert_eq!(shown.status, 200, "{}", shown.text());
    let shown = shown.json();
    assert_eq!(
        (&shown["method"], &shown["address"], &shown["subject"]),
        (
            &json!("POST"),
            &json!(format!("{}/?of=AAPL", receiver.url)),
            &Value::Null
        )
    );
    let template =
        "{\"says\": \"AAPL price rose above $300\", \"at\": 300.12, \"in\": \"USD\", \"is\": 1}";
    assert_eq!(shown["body"], template);
    // The same settings with an alert that fires.
    let made = json!({ "settings": hook }).to_string();
    let made = server.send("POST", "/api/alert-channels", &made).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let alert = json!({"type": "price", "symbol": "BTC", "condition": "above", "value": 91_000,
        "frequency": "once", "delivery": ["hook"]});
    let made = server.send("POST", "/api/alerts", &alert.to_string()).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let tick = QuoteUpdate {
        as_of: now() + SignedDuration::from_secs(1),
        ..quote("BTC", 91_003.5)
    };
    server.send_update(Update::Quotes(vec![tick])).await;
    while server.store.undelivered("hook").unwrap().is_empty() {
        tokio::task::yield_now().await;
    }
    // Nothing else fires within the grouping window.
    server.clock.set(now() + SignedDuration::from_secs(10));
    let again = json!({"enabled": true}).to_string();
    let path = "/api/alert-channels/hook";
    server.send("PUT", path, &again).await;
    while receiver.requests().is_empty() {
        tokio::task::yield_now().await;
    }
    let asked = receiver.requests().remove(0);
    assert_eq!(asked.line, "POST /?of=BTC HTTP/1.1");
    let sent = template
        .replace("AAPL price rose above $300", "BTC price rose above $91,000")
        .replace("300.12", "91003.5");
    assert_eq!(asked.body, sent);
}

/// ALRT-05: every kind has a preview without secrets, and an error in a template is a sentence.
#[tokio::test]
async fn preview_needs_no_secrets_and_reports_template_errors() {
    let server = TestServer::open().await;
    let of = async |settings: Value| preview(&server, &settings).await;
    let body = |answer: &Answer| -> Value {
        let text = answer.json()["body"].as_str().unwrap().to_owned();
        serde_json::from_str(&text).unwrap()
    };
    let ntfy = of(json!({"kind": "ntfy", "topic": null, "priority": 4, "tags": ["bell"]})).await;
    let ntfy = body(&ntfy);
    assert_eq!(
        (&ntfy["topic"], &ntfy["title"], &ntfy["message"]),
        (
            &json!("***"),
            &json!("AAPL"),
            &json!("AAPL price rose above $300")
        )
    );
    assert_eq!(
        (&ntfy["priority"], &ntfy["tags"]),
        (&json!(4), &json!(["bell"]))
    );
    let own = of(json!({"kind": "webhook", "url": "", "headers": {"Authorization": null}})).await;
    assert_eq!(
        body(&own)["alerts"][0]["sentence"],
        "AAPL price rose above $300"
    );
    let discord = of(json!({"kind": "webhook", "preset": "discord"})).await;
    assert_eq!(body(&discord)["content"], "AAPL price rose above $300");
    let telegram = of(json!({"kind": "webhook", "preset": "telegram", "chat_id": "7"})).await;
    assert_eq!(body(&telegram)["chat_id"], "7");
    let sms =
        json!({"kind": "webhook", "method": "GET", "url": "https://sms.example/?text={{text}}"});
    assert_eq!(
        of(sms).await.json(),
        json!({"method": "GET", "subject": null, "body": null,
            "address": "https://sms.example/?text=AAPL%20price%20rose%20above%20%24300"})
    );
    let mail = of(json!({"kind": "smtp"})).await.json();
    assert_eq!(
        (&mail["subject"], &mail["body"]),
        (
            &json!("Marketdeck: AAPL"),
            &json!("AAPL price rose above $300")
        )
    );
    for (settings, sentence) in [
        (
            json!({"kind": "webhook", "body": "{{cost}}"}),
            "body: unknown variable '{{cost}}'; expected one of: title, ",
        ),
        (
            json!({"kind": "webhook", "body": "{\"a\": {{text}}}"}),
            "body: the result is not valid JSON; ",
        ),
        (
            json!({"kind": "webhook", "url": "https://a.example/{{cost}}"}),
            "url: unknown variable '{{cost}}'; ",
        ),
        (
            json!({"kind": "command", "program": "/bin/true"}),
            "kind: programs can be set only ",
        ),
        (
            json!({"kind": "ntfy", "token_file": "/etc/shadow"}),
            "token_file: files can be set only ",
        ),
    ] {
        let refused = of(settings).await;
        assert_eq!(refused.status, 422, "{}", refused.text());
        assert!(refused.text().starts_with(sentence), "{}", refused.text());
    }
    let settings = web::Settings {
        channels_on_page: false,
        ..web::Settings::default()
    };
    let server = TestServer::with(settings).await;
    assert_eq!(preview(&server, &json!({"kind": "ntfy"})).await.status, 403);
}
