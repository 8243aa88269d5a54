//! Channels that are made on the page.

use super::*;
use crate::common::{Answer, TestServer, quote};
use marketdeck::{domain::quote::QuoteUpdate, source::Update, web};
use serde_json::{Value, json};

const TOKEN: &str = "tk_swordfish";

/// A topic of this receiver, with two secrets.
fn phone(receiver: &HttpReceiver) -> Value {
    json!({"name": "phone", "kind": "ntfy", "server": receiver.url, "topic": "hunter2", "token": TOKEN})
}

async fn make(server: &TestServer, settings: &Value) -> Answer {
    let body = json!({ "settings": settings }).to_string();
    server.send("POST", "/api/alert-channels", &body).await
}

async fn change(server: &TestServer, name: &str, body: &Value) -> Answer {
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

/// Makes an alert for this delivery, and has it fire; its number.
async fn fire(server: &TestServer, delivery: &str, price: i32) -> u64 {
    let alert = json!({"type": "price", "symbol": "BTC", "condition": "above", "value": price - 1,
        "frequency": "once", "delivery": [delivery]});
    let made = server.send("POST", "/api/alerts", &alert.to_string()).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let tick = QuoteUpdate {
        // Each of a test later than the one before.
        as_of: now() + SignedDuration::from_millis((price - 90_000).into()),
        ..quote("BTC", price.into())
    };
    server.send_update(Update::Quotes(vec![tick])).await;
    made.json()["id"].as_u64().expect("a number")
}

/// Waits until the store says so.
async fn until(server: &TestServer, is_so: impl Fn(&Store) -> bool) {
    while !is_so(&server.store) {
        tokio::task::yield_now().await;
    }
}

fn attempts(store: &Store) -> usize {
    store.delivery_attempts(None, 10).unwrap().len()
}

/// ALRT-05: a channel delivers as soon as it is made, with other settings what waits goes at once under the same key, and a
/// restart changes nothing.
#[tokio::test]
async fn a_channel_of_the_page_delivers_at_once_and_what_waits_goes_by_its_new_settings() {
    let receiver = HttpReceiver::start().await;
    receiver.answer(500);
    let server = TestServer::open().await;
    let made = make(&server, &phone(&receiver)).await;
    assert_eq!(made.status, 201, "{}", made.text());
    assert_eq!(row(&server, "phone").await["origin"], "page");
    fire(&server, "phone", 91_000).await;
    until(&server, |store| {
        store.undelivered("phone").unwrap().len() == 1
    })
    .await;
    // Nothing else fires within the two seconds that the channel waits for.
    server.clock.set(now() + SignedDuration::from_secs(10));
    let nothing = change(&server, "phone", &json!({})).await;
    assert_eq!(nothing.status, 200, "{}", nothing.text());
    until(&server, |store| attempts(store) >= 1).await;
    let mut settings = phone(&receiver);
    settings["token"] = Value::Null;
    settings["priority"] = json!(5);
    let changed = change(&server, "phone", &json!({ "settings": settings })).await;
    assert_eq!(changed.status, 200, "{}", changed.text());
    // All that is tried from here on is tried by the new settings; an attempt that a change cut off is made again.
    receiver.answer(200);
    server.clock.set(now() + SignedDuration::from_hours(1));
    let nothing = change(&server, "phone", &json!({})).await;
    assert_eq!(nothing.status, 200, "{}", nothing.text());
    until(&server, |store| {
        store.undelivered("phone").unwrap().is_empty()
    })
    .await;
    let asked = receiver.asked();
    let [first, .., last] = &asked[..] else {
        panic!("{asked:?}")
    };
    assert!(asked.iter().all(|request| request.key() == first.key()));
    assert_eq!(last.json()["priority"], 5);
    let authorization = format!("Bearer {TOKEN}");
    assert_eq!(last.header("authorization"), Some(authorization.as_str()));

    let server = server.restart(now() + SignedDuration::from_hours(2)).await;
    assert_eq!(row(&server, "phone").await["failing"], false);
    let test = server
        .send("POST", "/api/alert-channels/phone/test", "")
        .await;
    assert_eq!(test.json()["delivered"], true);
    let tried = receiver.asked().pop().expect("a test message");
    assert_eq!(tried.json()["priority"], 5);
}

/// ALRT-05: secrets go in and never come out, in no answer, list, log or export.
#[tokio::test]
async fn no_secret_of_a_channel_of_the_page_comes_out_again() {
    let receiver = HttpReceiver::start().await;
    receiver.answer(500);
    let server = TestServer::open().await;
    let hook = json!({"name": "hook", "kind": "webhook", "url": format!("{}/hunter2-path", receiver.url),
        "secret": "swordfish", "headers": {"Authorization": "Basic swordfish"}});
    let mut answers = vec![
        make(&server, &phone(&receiver)).await,
        make(&server, &hook).await,
        change(&server, "hook", &json!({"enabled": true})).await,
    ];
    for path in [
        "/api/alert-channels",
        "/api/alert-channels/phone",
        "/api/alert-channels/hook",
        "/api/export",
        "/api/status",
    ] {
        answers.push(server.get(path).await);
    }
    for (path, body) in [
        ("/api/alert-channels/hook/test", Value::Null),
        ("/api/alert-channel-tests", json!({ "settings": hook })),
    ] {
        let answer = server.send("POST", path, &body.to_string()).await;
        assert_eq!(answer.json()["delivered"], false, "{path}");
        answers.push(answer);
    }
    for answer in &answers {
        assert!(answer.status < 300, "{}", answer.text());
        for secret in ["hunter2", "swordfish"] {
            assert!(!answer.text().contains(secret), "{}", answer.text());
        }
    }
    let shown = answers[4].json();
    assert_eq!(shown["channel"], "phone");
    let hook = answers[5].json();
    assert_eq!(hook["settings"]["headers"], json!({"Authorization": null}));
    let secrets = hook["secrets"].as_object().unwrap().keys();
    let secrets: Vec<_> = secrets.map(String::as_str).collect();
    assert_eq!(secrets, ["headers.Authorization", "secret", "url"]);
}

/// ALRT-05: whoever may change a channel does not learn its secrets by sending them elsewhere.
#[tokio::test]
async fn a_secret_goes_to_no_other_machine_than_the_one_that_it_was_written_for() {
    let (receiver, stranger) = (HttpReceiver::start().await, HttpReceiver::start().await);
    let server = TestServer::open().await;
    make(&server, &phone(&receiver)).await;
    let elsewhere = json!({"name": "phone", "kind": "ntfy", "server": stranger.url});
    let sentence = "token: write it again, for messages go to another machine now.";
    let body = json!({ "settings": elsewhere });
    let changed = change(&server, "phone", &body).await;
    assert_eq!((changed.status, changed.text()), (422, sentence.into()));
    let body = body.to_string();
    let tried = server.send("POST", "/api/alert-channel-tests", &body).await;
    assert_eq!((tried.status, tried.text()), (422, sentence.into()));
    assert_eq!(stranger.asked().len(), 0);
    // One that is taken away cannot get lost.
    let mut without = elsewhere;
    without["token"] = json!("");
    // The topic alone lets anybody read what goes there.
    let changed = change(&server, "phone", &json!({ "settings": without })).await;
    let sentence = "topic: write it again, for messages go to another machine now.";
    assert_eq!((changed.status, changed.text()), (422, sentence.into()));
    without["topic"] = json!("other");
    let changed = change(&server, "phone", &json!({ "settings": without })).await;
    assert_eq!(changed.status, 200, "{}", changed.text());
    server
        .send("POST", "/api/alert-channels/phone/test", "")
        .await;
    assert_eq!(stranger.asked()[0].header("authorization"), None);
    assert_eq!(stranger.asked()[0].json()["topic"], "other");
}

/// ALRT-05: what cannot work, and what only the operator of the machine may say, is refused in a sentence.
#[tokio::test]
async fn settings_that_cannot_work_are_refused_in_a_sentence() {
    let receiver = HttpReceiver::start().await;
    let channels = channel(&webhook(&receiver.url, ""));
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::with_channels(folder, web::Settings::default(), now(), channels).await;
    for (settings, sentence) in [
        (
            json!({"name": "a", "kind": "ntfy"}),
            "topic: it is missing.",
        ),
        (
            json!({"name": "a b", "kind": "ntfy", "topic": "x"}),
            "name: 'a b' is not possible, only 1 to 24 letters, digits, '-' and '_'.",
        ),
        (
            json!({"name": "a", "kind": "fax"}),
            "channels.a.kind: 'fax' is not possible, only ntfy, webhook, smtp, command.",
        ),
        (
            json!({"name": "a", "kind": "command", "program": "/bin/true"}),
            "kind: a program of this machine can be named in the configuration file alone.",
        ),
        (
            json!({"name": "a", "kind": "ntfy", "topic": "x", "token_file": "/etc/shadow"}),
            "token_file: a file of this machine can be named in the configuration file alone.",
        ),
        (
            json!({"name": "a", "kind": "webhook", "url": "https://a.example", "header_files": {}}),
            "header_files: a file of this machine can be named in the configuration file alone.",
        ),
        (
            json!({"name": "a", "kind": "smtp", "host": "mail.example", "security": "none", "from": "a@b.example",
                "to": ["a@b.example"]}),
            "security: ",
        ),
    ] {
        let made = make(&server, &settings).await;
        assert_eq!(made.status, 422, "{}", made.text());
        assert!(made.text().starts_with(sentence), "{}", made.text());
    }
    let twice = make(
        &server,
        &json!({"name": "hook", "kind": "ntfy", "topic": "x"}),
    )
    .await;
    assert_eq!(
        (twice.status, twice.text()),
        (409, "There is a channel called hook already.".into())
    );
    let locked = change(&server, "hook", &json!({"enabled": false})).await;
    assert_eq!(
        (locked.status, locked.text()),
        (
            409,
            "The channel hook was not made on the page: it stays as it is there.".into()
        )
    );
    let path = "/api/alert-channels/hook";
    assert_eq!(server.send("DELETE", path, "").await.status, 409);
    let unknown = change(&server, "fax", &json!({"enabled": false})).await;
    assert_eq!(
        (unknown.status, unknown.text()),
        (404, "There is no channel called fax.".into())
    );
    let path = "/api/alert-channels/fax";
    assert_eq!(server.send("DELETE", path, "").await.status, 404);
    assert_eq!(server.get(path).await.status, 404);
    make(&server, &phone(&receiver)).await;
    let other = json!({"name": "phone", "kind": "webhook", "url": receiver.url});
    let changed = change(&server, "phone", &json!({ "settings": other })).await;
    assert_eq!(
        changed.text(),
        "kind: it stays what it is; make another channel."
    );
}

/// ALRT-05: what waits for a channel that goes is told of in the log, and alerts that name it are shown in the app.
#[tokio::test]
async fn what_waits_for_a_channel_that_goes_is_cancelled() {
    let receiver = HttpReceiver::start().await;
    let server = TestServer::open().await;
    for (body, why) in [
        (
            Some(json!({"enabled": false})),
            "the channel was switched off",
        ),
        (None, "the channel was removed"),
    ] {
        make(&server, &phone(&receiver)).await;
        let price = if body.is_some() { 91_000 } else { 92_000 };
        let alert = fire(&server, "phone", price).await;
        until(&server, |store| {
            store.undelivered("phone").unwrap().len() == 1
        })
        .await;
        if let Some(body) = body {
            assert_eq!(change(&server, "phone", &body).await.status, 200);
            let off = row(&server, "phone").await;
            assert_eq!(off["available"], false);
            assert_eq!(off["reason"], "The channel phone is switched off.");
            let other = json!({"type": "price", "symbol": "BTC", "condition": "above", "value": 1_000_000,
                    "frequency": "once", "delivery": ["phone"]});
            let refused = server.send("POST", "/api/alerts", &other.to_string()).await;
            assert_eq!(refused.text(), "The channel phone is switched off.");
            assert_eq!(
                change(&server, "phone", &json!({"enabled": true}))
                    .await
                    .status,
                200
            );
        } else {
            let path = "/api/alert-channels/phone";
            assert_eq!(server.send("DELETE", path, "").await.status, 204);
            assert_eq!(row(&server, "phone").await, Value::Null);
        }
        assert_eq!(server.store.undelivered("phone").unwrap(), []);
        let log = server
            .get(&format!("/api/alert-deliveries?alert={alert}"))
            .await
            .json();
        assert_eq!(
            (&log[0]["outcome"], &log[0]["answer"]),
            (&json!("cancelled"), &json!(why))
        );
    }
    assert_eq!(receiver.asked().len(), 0);
    // An alert that names nothing else.
    make(&server, &phone(&receiver)).await;
    let alert = json!({"type": "price", "symbol": "BTC", "condition": "above", "value": 93_000,
        "frequency": "once", "delivery": ["phone"]});
    let made = server.send("POST", "/api/alerts", &alert.to_string()).await;
    let id = made.json()["id"].clone();
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

/// ALRT-05: a server whose operator wants it so takes no channels from a page.
#[tokio::test]
async fn a_server_that_takes_channels_from_its_file_alone_refuses_all_others() {
    let receiver = HttpReceiver::start().await;
    for (settings, sentence) in [
        (
            web::Settings {
                channels_on_page: false,
                ..web::Settings::default()
            },
            "This Marketdeck takes its alert channels from its configuration file alone.",
        ),
        (
            web::Settings {
                read_only: true,
                ..web::Settings::default()
            },
            "This Marketdeck is for reading only.",
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
            let refused = server.send(method, path, &body).await;
            assert_eq!(
                (refused.status, refused.text()),
                (403, sentence.into()),
                "{method} {path}"
            );
        }
    }
    assert_eq!(receiver.asked().len(), 0);
}

/// ALRT-05: of two of one name that of the file is used; the page tells of it, and the other can be removed without it.
#[tokio::test]
async fn a_channel_that_the_file_has_as_well_is_told_and_can_be_removed() {
    let (of_page, of_file) = (HttpReceiver::start().await, HttpReceiver::start().await);
    let channels = Channels::new(&[], "", PushRules::default()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let settings = web::Settings::default();
    let server = TestServer::with_channels(folder, settings, now(), channels.clone()).await;
    server.fill().await;
    make(&server, &phone(&of_page)).await;
    assert_eq!(row(&server, "phone").await["shadows"], false);
    let file = format!("name = 'phone'\nkind = 'webhook'\nurl = '{}'", of_file.url);
    let file: ChannelSettings = toml::from_str(&file).unwrap();
    channels.configure(std::slice::from_ref(&file)).unwrap();
    fire(&server, "phone", 91_000).await;
    until(&server, |store| {
        store.undelivered("phone").unwrap().len() == 1
    })
    .await;
    let shown = row(&server, "phone").await;
    assert_eq!(
        (&shown["origin"], &shown["shadows"], &shown["kind"]),
        (&json!("file"), &json!(true), &json!("webhook"))
    );
    let path = "/api/alert-channels/phone";
    assert_eq!(server.send("DELETE", path, "").await.status, 204);
    // What waits is that of the file.
    assert_eq!(server.store.undelivered("phone").unwrap().len(), 1);
    assert_eq!(row(&server, "phone").await["shadows"], false);
    assert_eq!(server.send("DELETE", path, "").await.status, 409);
    channels.configure(&[]).unwrap();
    assert_eq!(row(&server, "phone").await, Value::Null);
    assert_eq!(of_page.asked().len(), 0);
}
