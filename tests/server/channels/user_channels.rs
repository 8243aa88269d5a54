//! Channels that users create on the settings page.

use super::*;
use crate::common::{Response, TestServer, quote};
use marketdeck::domain::person::PersonId;
use marketdeck::{domain::quote::QuoteUpdate, source::Update, web};
use serde_json::{Value, json};

const TOKEN: &str = "tk_swordfish";

/// Returns the settings of an ntfy channel with two secrets: topic and token.
fn phone(receiver: &HttpReceiver) -> Value {
    json!({"name": "phone", "kind": "ntfy", "server": receiver.url, "topic": "hunter2", "token": TOKEN})
}

async fn create_channel(server: &TestServer, settings: &Value) -> Response {
    let body = json!({ "settings": settings }).to_string();
    server.send("POST", "/api/alert-channels", &body).await
}

async fn change_channel(server: &TestServer, name: &str, body: &Value) -> Response {
    let path = format!("/api/alert-channels/{name}");
    server.send("PUT", &path, &body.to_string()).await
}

async fn row(server: &TestServer, name: &str) -> Value {
    let rows = server.get("/api/alert-channels").await.json();
    let mut rows = rows.as_array().unwrap().iter();
    rows.find(|row| row["channel"] == name)
        .cloned()
        .unwrap_or_default()
}

/// Creates an alert with these delivery methods, makes it fire and returns its id.
async fn fire(server: &TestServer, delivery: &str, price: i32) -> u64 {
    let alert = json!({"type": "price", "symbol": "BTC", "condition": "above", "value": price - 1,
        "frequency": "once", "delivery": [delivery]});
    let created = server.send("POST", "/api/alerts", &alert.to_string()).await;
    assert_eq!(created.status, 201, "{}", created.text());
    let tick = QuoteUpdate {
        // Each alert of a test fires later than the previous one.
        as_of: now() + SignedDuration::from_millis((price - 90_000).into()),
        ..quote("BTC", price.into())
    };
    server.send_update(Update::Quotes(vec![tick])).await;
    created.json()["id"].as_u64().expect("the alert has an id")
}

/// Waits until the store satisfies a condition.
async fn wait_until(server: &TestServer, is_met: impl Fn(&Store) -> bool) {
    while !is_met(&server.store) {
        tokio::task::yield_now().await;
    }
}

fn attempts(store: &Store) -> usize {
    store
        .of(PersonId::OWNER)
        .delivery_attempts(None, 10)
        .unwrap()
        .len()
}

/// ALRT-05: a channel delivers as soon as it is created. When its settings change, pending messages are sent immediately with the same key.
#[tokio::test]
async fn pending_messages_are_sent_with_the_new_settings_of_a_channel() {
    let receiver = HttpReceiver::start().await;
    receiver.set_status(500);
    let server = TestServer::open().await;
    let created = create_channel(&server, &phone(&receiver)).await;
    assert_eq!(created.status, 201, "{}", created.text());
    assert_eq!(row(&server, "phone").await["origin"], "page");
    fire(&server, "phone", 91_000).await;
    wait_until(&server, |store| {
        store
            .of(PersonId::OWNER)
            .undelivered("phone")
            .unwrap()
            .len()
            == 1
    })
    .await;
    // Nothing else fires within the grouping window of two seconds.
    server.clock.set(now() + SignedDuration::from_secs(10));
    let nothing = change_channel(&server, "phone", &json!({})).await;
    assert_eq!(nothing.status, 200, "{}", nothing.text());
    wait_until(&server, |store| attempts(store) >= 1).await;
    let mut settings = phone(&receiver);
    settings["token"] = Value::Null;
    settings["priority"] = json!(5);
    let changed = change_channel(&server, "phone", &json!({ "settings": settings })).await;
    assert_eq!(changed.status, 200, "{}", changed.text());
    // All further attempts use the new settings; an attempt that the change interrupted is repeated.
    receiver.set_status(200);
    server.clock.set(now() + SignedDuration::from_hours(1));
    let nothing = change_channel(&server, "phone", &json!({})).await;
    assert_eq!(nothing.status, 200, "{}", nothing.text());
    wait_until(&server, |store| {
        store
            .of(PersonId::OWNER)
            .undelivered("phone")
            .unwrap()
            .is_empty()
    })
    .await;
    let requests = receiver.requests();
    let [first, .., last] = &requests[..] else {
        panic!("{requests:?}")
    };
    assert!(requests.iter().all(|request| request.key() == first.key()));
    assert_eq!(last.json()["priority"], 5);
    let authorization = format!("Bearer {TOKEN}");
    assert_eq!(last.header("authorization"), Some(authorization.as_str()));

    let server = server.restart(now() + SignedDuration::from_hours(2)).await;
    assert_eq!(row(&server, "phone").await["failing"], false);
    let test = server
        .send("POST", "/api/alert-channels/phone/test", "")
        .await;
    assert_eq!(test.json()["delivered"], true);
    let test = receiver.requests().pop().expect("the test message arrived");
    assert_eq!(test.json()["priority"], 5);
}

/// ALRT-05: secrets never appear in responses, lists, logs or exports.
#[tokio::test]
async fn secrets_of_user_channels_are_never_returned() {
    let receiver = HttpReceiver::start().await;
    receiver.set_status(500);
    let server = TestServer::open().await;
    let hook = json!({"name": "hook", "kind": "webhook", "url": format!("{}/hunter2-path", receiver.url),
        "secret": "swordfish", "headers": {"Authorization": "Basic swordfish"}});
    let mut responses = vec![
        create_channel(&server, &phone(&receiver)).await,
        create_channel(&server, &hook).await,
        change_channel(&server, "hook", &json!({"enabled": true})).await,
    ];
    for path in [
        "/api/alert-channels",
        "/api/alert-channels/phone",
        "/api/alert-channels/hook",
        "/api/export",
        "/api/status",
    ] {
        responses.push(server.get(path).await);
    }
    for (path, body) in [
        ("/api/alert-channels/hook/test", Value::Null),
        ("/api/alert-channel-tests", json!({ "settings": hook })),
    ] {
        let response = server.send("POST", path, &body.to_string()).await;
        assert_eq!(response.json()["delivered"], false, "{path}");
        responses.push(response);
    }
    for response in &responses {
        assert!(response.status < 300, "{}", response.text());
        for secret in ["hunter2", "swordfish"] {
            assert!(!response.text().contains(secret), "{}", response.text());
        }
    }
    let entry = responses[4].json();
    assert_eq!(entry["channel"], "phone");
    let hook = responses[5].json();
    assert_eq!(hook["settings"]["headers"], json!({"Authorization": null}));
    let secrets = hook["secrets"].as_object().unwrap().keys();
    let secrets: Vec<_> = secrets.map(String::as_str).collect();
    assert_eq!(secrets, ["headers.Authorization", "secret", "url"]);
}

/// ALRT-05: changing a channel's URL does not send its stored secrets to the new host.
#[tokio::test]
async fn secrets_are_not_sent_to_another_host() {
    let (receiver, other_receiver) = (HttpReceiver::start().await, HttpReceiver::start().await);
    let server = TestServer::open().await;
    create_channel(&server, &phone(&receiver)).await;
    let redirected = json!({"name": "phone", "kind": "ntfy", "server": other_receiver.url});
    let sentence = "token: enter it again, because messages now go to another host.";
    let body = json!({ "settings": redirected });
    let changed = change_channel(&server, "phone", &body).await;
    assert_eq!((changed.status, changed.text()), (422, sentence.into()));
    let body = body.to_string();
    let test = server.send("POST", "/api/alert-channel-tests", &body).await;
    assert_eq!((test.status, test.text()), (422, sentence.into()));
    assert_eq!(other_receiver.requests().len(), 0);
    // A secret that the change removes cannot leak.
    let mut without_secrets = redirected;
    without_secrets["token"] = json!("");
    // The topic is a secret, too: anyone who knows it can read the messages.
    let changed = change_channel(&server, "phone", &json!({ "settings": without_secrets })).await;
    let sentence = "topic: enter it again, because messages now go to another host.";
    assert_eq!((changed.status, changed.text()), (422, sentence.into()));
    without_secrets["topic"] = json!("other");
    let changed = change_channel(&server, "phone", &json!({ "settings": without_secrets })).await;
    assert_eq!(changed.status, 200, "{}", changed.text());
    server
        .send("POST", "/api/alert-channels/phone/test", "")
        .await;
    assert_eq!(other_receiver.requests()[0].header("authorization"), None);
    assert_eq!(other_receiver.requests()[0].json()["topic"], "other");
}

/// ALRT-05: invalid settings, and settings reserved for the operator, are rejected with a readable message.
#[tokio::test]
async fn invalid_settings_are_rejected_with_an_error_message() {
    let receiver = HttpReceiver::start().await;
    let channels = channel(&webhook(&receiver.url, ""));
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::with_channels(folder, web::Settings::default(), now(), channels).await;
    for (settings, sentence) in [
        (
            json!({"name": "a", "kind": "ntfy"}),
            "topic: a value is required.",
        ),
        (
            json!({"name": "a b", "kind": "ntfy", "topic": "x"}),
            "name: invalid value 'a b'; expected 1 to 24 letters, digits, '-' or '_'.",
        ),
        (
            json!({"name": "a", "kind": "fax"}),
            "channels.a.kind: invalid value 'fax'; expected one of: ntfy, webhook, smtp, command.",
        ),
        (
            json!({"name": "a", "kind": "command", "program": "/bin/true"}),
            "kind: programs can be set only in the configuration file.",
        ),
        (
            json!({"name": "a", "kind": "ntfy", "topic": "x", "token_file": "/etc/shadow"}),
            "token_file: files can be set only in the configuration file.",
        ),
        (
            json!({"name": "a", "kind": "webhook", "url": "https://a.example", "header_files": {}}),
            "header_files: files can be set only in the configuration file.",
        ),
        (
            json!({"name": "a", "kind": "smtp", "host": "mail.example", "security": "none", "from": "a@b.example",
                "to": ["a@b.example"]}),
            "security: ",
        ),
    ] {
        let created = create_channel(&server, &settings).await;
        assert_eq!(created.status, 422, "{}", created.text());
        assert!(created.text().starts_with(sentence), "{}", created.text());
    }
    let duplicate = create_channel(
        &server,
        &json!({"name": "hook", "kind": "ntfy", "topic": "x"}),
    )
    .await;
    assert_eq!(
        (duplicate.status, duplicate.text()),
        (409, "There is already a channel called hook.".into())
    );
    let locked = change_channel(&server, "hook", &json!({"enabled": false})).await;
    assert_eq!(
        (locked.status, locked.text()),
        (
            409,
            "The channel hook was not created on the settings page, so it cannot be changed there."
                .into()
        )
    );
    let path = "/api/alert-channels/hook";
    assert_eq!(server.send("DELETE", path, "").await.status, 409);
    let unknown = change_channel(&server, "fax", &json!({"enabled": false})).await;
    assert_eq!(
        (unknown.status, unknown.text()),
        (404, "There is no channel called fax.".into())
    );
    let path = "/api/alert-channels/fax";
    assert_eq!(server.send("DELETE", path, "").await.status, 404);
    assert_eq!(server.get(path).await.status, 404);
    create_channel(&server, &phone(&receiver)).await;
    let other = json!({"name": "phone", "kind": "webhook", "url": receiver.url});
    let changed = change_channel(&server, "phone", &json!({ "settings": other })).await;
    assert_eq!(
        changed.text(),
        "kind: cannot be changed; create another channel."
    );
}

/// ALRT-05: pending messages of a removed channel are logged as cancelled, and alerts that name it are shown in the app.
#[tokio::test]
async fn pending_messages_of_a_removed_channel_are_cancelled() {
    let receiver = HttpReceiver::start().await;
    let server = TestServer::open().await;
    for (body, why) in [
        (
            Some(json!({"enabled": false})),
            "the channel was switched off",
        ),
        (None, "the channel was removed"),
    ] {
        create_channel(&server, &phone(&receiver)).await;
        let price = if body.is_some() { 91_000 } else { 92_000 };
        let alert = fire(&server, "phone", price).await;
        wait_until(&server, |store| {
            store
                .of(PersonId::OWNER)
                .undelivered("phone")
                .unwrap()
                .len()
                == 1
        })
        .await;
        if let Some(body) = body {
            assert_eq!(change_channel(&server, "phone", &body).await.status, 200);
            let off = row(&server, "phone").await;
            assert_eq!(off["available"], false);
            assert_eq!(off["reason"], "The channel phone is switched off.");
            let other = json!({"type": "price", "symbol": "BTC", "condition": "above", "value": 1_000_000,
                    "frequency": "once", "delivery": ["phone"]});
            let rejected = server.send("POST", "/api/alerts", &other.to_string()).await;
            assert_eq!(rejected.text(), "The channel phone is switched off.");
            assert_eq!(
                change_channel(&server, "phone", &json!({"enabled": true}))
                    .await
                    .status,
                200
            );
        } else {
            let path = "/api/alert-channels/phone";
            assert_eq!(server.send("DELETE", path, "").await.status, 204);
            assert_eq!(row(&server, "phone").await, Value::Null);
        }
        assert_eq!(
            server
                .store
                .of(PersonId::OWNER)
                .undelivered("phone")
                .unwrap(),
            []
        );
        let log = server
            .get(&format!("/api/alert-deliveries?alert={alert}"))
            .await
            .json();
        assert_eq!(
            (&log[0]["outcome"], &log[0]["answer"]),
            (&json!("cancelled"), &json!(why))
        );
    }
    assert_eq!(receiver.requests().len(), 0);
    // This alert names no other channel.
    create_channel(&server, &phone(&receiver)).await;
    let alert = json!({"type": "price", "symbol": "BTC", "condition": "above", "value": 93_000,
        "frequency": "once", "delivery": ["phone"]});
    let created = server.send("POST", "/api/alerts", &alert.to_string()).await;
    let id = created.json()["id"].clone();
    server.send("DELETE", "/api/alert-channels/phone", "").await;
    let tick = QuoteUpdate {
        as_of: now() + SignedDuration::from_secs(4),
        ..quote("BTC", 93_001.0)
    };
    server.send_update(Update::Quotes(vec![tick])).await;
    let path = format!("/api/alert-deliveries?alert={id}");
    let log = loop {
        let log = server.get(&path).await.json();
        if log[0].is_object() {
            break log;
        }
    };
    assert_eq!(log[0]["channel"], "in_app");
}

/// ALRT-05: with `channels_on_page = false`, channels cannot be created or changed over the API.
#[tokio::test]
async fn channels_on_page_can_be_turned_off() {
    let receiver = HttpReceiver::start().await;
    for (settings, sentence) in [
        (
            web::Settings {
                channels_on_page: false,
                ..web::Settings::default()
            },
            "On this server, alert channels can only be set in the configuration file.",
        ),
        (
            web::Settings {
                read_only: true,
                ..web::Settings::default()
            },
            "This server is read-only.",
        ),
    ] {
        let server = TestServer::with(settings).await;
        let config = server.get("/api/config").await.json();
        assert_eq!(config["channelsOnPage"], false);
        let body = json!({ "settings": phone(&receiver) }).to_string();
        for (method, path) in [
            ("POST", "/api/alert-channels"),
            ("POST", "/api/alert-channel-tests"),
            ("PUT", "/api/alert-channels/phone"),
            ("DELETE", "/api/alert-channels/phone"),
        ] {
            let rejected = server.send(method, path, &body).await;
            assert_eq!(
                (rejected.status, rejected.text()),
                (403, sentence.into()),
                "{method} {path}"
            );
        }
    }
    assert_eq!(receiver.requests().len(), 0);
}

/// ALRT-05: a channel of the configuration file overrides a user's channel with the same name, which can still be deleted.
#[tokio::test]
async fn overridden_user_channel_is_reported_and_can_be_removed() {
    let (user_receiver, configured_receiver) =
        (HttpReceiver::start().await, HttpReceiver::start().await);
    let channels = Channels::new(&[], "", PushSettings::default()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let settings = web::Settings::default();
    let server = TestServer::with_channels(folder, settings, now(), channels.clone()).await;
    server.fill().await;
    create_channel(&server, &phone(&user_receiver)).await;
    assert_eq!(row(&server, "phone").await["shadows"], false);
    let file = format!(
        "name = 'phone'\nkind = 'webhook'\nurl = '{}'",
        configured_receiver.url
    );
    let file: ChannelSettings = toml::from_str(&file).unwrap();
    channels.configure(std::slice::from_ref(&file)).unwrap();
    fire(&server, "phone", 91_000).await;
    wait_until(&server, |store| {
        store
            .of(PersonId::OWNER)
            .undelivered("phone")
            .unwrap()
            .len()
            == 1
    })
    .await;
    let entry = row(&server, "phone").await;
    assert_eq!(
        (&entry["origin"], &entry["shadows"], &entry["kind"]),
        (&json!("file"), &json!(true), &json!("webhook"))
    );
    let path = "/api/alert-channels/phone";
    assert_eq!(server.send("DELETE", path, "").await.status, 204);
    // Pending messages belong to the configured channel.
    assert_eq!(
        server
            .store
            .of(PersonId::OWNER)
            .undelivered("phone")
            .unwrap()
            .len(),
        1
    );
    assert_eq!(row(&server, "phone").await["shadows"], false);
    assert_eq!(server.send("DELETE", path, "").await.status, 409);
    channels.configure(&[]).unwrap();
    assert_eq!(row(&server, "phone").await, Value::Null);
    assert_eq!(user_receiver.requests().len(), 0);
}
