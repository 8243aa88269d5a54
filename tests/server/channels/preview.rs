//! Previews of channel settings.

use super::*;
use crate::common::{Response, TestServer, quote};
use marketdeck::domain::person::PersonId;
use marketdeck::{domain::quote::QuoteUpdate, source::Update, web};
use serde_json::{Value, json};

async fn preview(server: &TestServer, settings: &Value) -> Response {
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
    let response = preview(&server, &hook).await;
    assert_eq!(response.status, 200, "{}", response.text());
    let example = response.json();
    assert_eq!(
        (&example["method"], &example["address"], &example["subject"]),
        (
            &json!("POST"),
            &json!(format!("{}/?of=AAPL", receiver.url)),
            &Value::Null
        )
    );
    let template =
        "{\"says\": \"AAPL price rose above $300\", \"at\": 300.12, \"in\": \"USD\", \"is\": 1}";
    assert_eq!(example["body"], template);
    // Creates a channel with the same settings, and an alert that fires.
    let created = json!({ "settings": hook }).to_string();
    let created = server.send("POST", "/api/alert-channels", &created).await;
    assert_eq!(created.status, 201, "{}", created.text());
    let alert = json!({"type": "price", "symbol": "BTC", "condition": "above", "value": 91_000,
        "frequency": "once", "delivery": ["hook"]});
    let created = server.send("POST", "/api/alerts", &alert.to_string()).await;
    assert_eq!(created.status, 201, "{}", created.text());
    let tick = QuoteUpdate {
        as_of: now() + SignedDuration::from_secs(1),
        ..quote("BTC", 91_003.5)
    };
    server.send_update(Update::Quotes(vec![tick])).await;
    while server
        .store
        .of(PersonId::OWNER)
        .undelivered("hook")
        .unwrap()
        .is_empty()
    {
        tokio::task::yield_now().await;
    }
    // Nothing else fires within the grouping window.
    server.clock.set(now() + SignedDuration::from_secs(10));
    let enable = json!({"enabled": true}).to_string();
    let path = "/api/alert-channels/hook";
    server.send("PUT", path, &enable).await;
    while receiver.requests().is_empty() {
        tokio::task::yield_now().await;
    }
    let request = receiver.requests().remove(0);
    assert_eq!(request.line, "POST /?of=BTC HTTP/1.1");
    let sent = template
        .replace("AAPL price rose above $300", "BTC price rose above $91,000")
        .replace("300.12", "91003.5");
    assert_eq!(request.body, sent);
}

/// ALRT-05: every kind of channel has a preview without secrets, and an error in a template is reported with a readable message.
#[tokio::test]
async fn preview_does_not_need_secrets_and_reports_template_errors() {
    let server = TestServer::open().await;
    let preview_of = async |settings: Value| preview(&server, &settings).await;
    let body = |response: &Response| -> Value {
        let text = response.json()["body"].as_str().unwrap().to_owned();
        serde_json::from_str(&text).unwrap()
    };
    let ntfy =
        preview_of(json!({"kind": "ntfy", "topic": null, "priority": 4, "tags": ["bell"]})).await;
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
    let with_own_headers =
        preview_of(json!({"kind": "webhook", "url": "", "headers": {"Authorization": null}})).await;
    assert_eq!(
        body(&with_own_headers)["alerts"][0]["sentence"],
        "AAPL price rose above $300"
    );
    let discord = preview_of(json!({"kind": "webhook", "preset": "discord"})).await;
    assert_eq!(body(&discord)["content"], "AAPL price rose above $300");
    let telegram =
        preview_of(json!({"kind": "webhook", "preset": "telegram", "chat_id": "7"})).await;
    assert_eq!(body(&telegram)["chat_id"], "7");
    let sms =
        json!({"kind": "webhook", "method": "GET", "url": "https://sms.example/?text={{text}}"});
    assert_eq!(
        preview_of(sms).await.json(),
        json!({"method": "GET", "subject": null, "body": null,
            "address": "https://sms.example/?text=AAPL%20price%20rose%20above%20%24300"})
    );
    let mail = preview_of(json!({"kind": "smtp"})).await.json();
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
        let rejected = preview_of(settings).await;
        assert_eq!(rejected.status, 422, "{}", rejected.text());
        assert!(rejected.text().starts_with(sentence), "{}", rejected.text());
    }
    let settings = web::Settings {
        channels_on_page: false,
        ..web::Settings::default()
    };
    let server = TestServer::with(settings).await;
    assert_eq!(preview(&server, &json!({"kind": "ntfy"})).await.status, 403);
}
