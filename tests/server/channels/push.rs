//! Web Push, tested with a push service on loopback that decrypts messages and verifies their sender.

use super::*;
use crate::common::{Response, TestServer};
use data_encoding::BASE64URL_NOPAD;
use marketdeck::domain::person::PersonId;
use marketdeck::web;
use ring::{
    aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey},
    agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral},
    hkdf::{HKDF_SHA256, KeyType, Salt},
    rand::SystemRandom,
    signature,
};
use serde_json::{Value, json};

/// A browser with its key pair and its subscription.
struct Browser {
    private: EphemeralPrivateKey,
    public: Vec<u8>,
    auth: [u8; 16],
    endpoint: String,
}

impl Browser {
    fn new(endpoint: &str) -> Self {
        let private = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
        let public = private.compute_public_key().unwrap().as_ref().to_vec();
        Self {
            private,
            public,
            auth: *b"sixteen bytes it",
            endpoint: endpoint.to_owned(),
        }
    }

    fn subscription(&self, name: &str) -> Value {
        json!({
            "name": name,
            "endpoint": self.endpoint,
            "p256dh": BASE64URL_NOPAD.encode(&self.public),
            "auth": BASE64URL_NOPAD.encode(&self.auth),
        })
    }

    async fn subscribe(&self, server: &TestServer, name: &str) -> Response {
        let body = self.subscription(name).to_string();
        server.send("POST", "/api/alert-browsers", &body).await
    }

    /// Decrypts a message (RFC 8291, section 3.4; RFC 8188, section 2). Consumes the browser, because `ring` allows one key agreement per key.
    fn read(self, message: &[u8]) -> Value {
        let (salt, rest) = message.split_at(16);
        let (size, rest) = rest.split_at(4);
        assert_eq!(u32::from_be_bytes(size.try_into().unwrap()), 4_096);
        let (length, rest) = rest.split_first().unwrap();
        let (theirs, sealed) = rest.split_at((*length).into());
        let point = UnparsedPublicKey::new(&ECDH_P256, theirs);
        let mut text = sealed.to_vec();
        agree_ephemeral(self.private, &point, |secret| {
            let pseudorandom_key = Salt::new(HKDF_SHA256, &self.auth).extract(secret);
            let mut input = [0; 32];
            let info = [b"WebPush: info\0", &self.public[..], theirs];
            pseudorandom_key
                .expand(&info, Length(32))
                .unwrap()
                .fill(&mut input)
                .unwrap();
            let (mut key, mut nonce) = ([0; 16], [0; 12]);
            let message = Salt::new(HKDF_SHA256, salt).extract(&input);
            for (info, expected) in [
                (&b"Content-Encoding: aes128gcm\0"[..], &mut key[..]),
                (b"Content-Encoding: nonce\0", &mut nonce[..]),
            ] {
                let info = [info];
                let expanded = message.expand(&info, Length(expected.len())).unwrap();
                expanded.fill(expected).unwrap();
            }
            let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).unwrap());
            key.open_in_place(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut text)
                .unwrap();
        })
        .unwrap();
        text.truncate(text.len() - 16);
        assert_eq!(
            text.pop(),
            Some(2),
            "the last record ends with the delimiter 2"
        );
        serde_json::from_slice(&text).unwrap()
    }
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

/// Verifies the signature of a request with the key in its header (RFC 8292). Returns the claims and the key.
fn verify_signature(request: &ReceivedRequest) -> (Value, String) {
    let authorization = request.header("authorization").unwrap();
    let (token, key) = authorization
        .strip_prefix("vapid t=")
        .and_then(|rest| rest.split_once(", k="))
        .unwrap();
    let decoded = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).unwrap();
    let (signing_input, signature) = token.rsplit_once('.').unwrap();
    signature::UnparsedPublicKey::new(&signature::ECDSA_P256_SHA256_FIXED, decoded(key))
        .verify(signing_input.as_bytes(), &decoded(signature))
        .unwrap();
    let claims = decoded(signing_input.split_once('.').unwrap().1);
    (serde_json::from_slice(&claims).unwrap(), key.to_owned())
}

/// Starts a server that allows push services on loopback. Returns it with its channels.
async fn server() -> (TestServer, Channels) {
    let rules = PushSettings {
        contact: "me@example.net".to_owned(),
        allow_private_network: true,
    };
    let channels = Channels::new(&[], "", rules).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let settings = web::Settings::default();
    let server = TestServer::with_channels(folder, settings, now(), channels.clone()).await;
    server.fill().await;
    (server, channels)
}

/// Returns the delivery worker of the newest browser.
fn delivery(server: &TestServer, channels: &Channels) -> ChannelFixture {
    let channel = channels.enabled().pop().unwrap();
    let name = server
        .store
        .of(PersonId::OWNER)
        .subscriptions()
        .unwrap()
        .pop()
        .unwrap()
        .name;
    let (store, clock) = (server.store.clone(), server.clock.clone());
    let never = watch::Sender::default().subscribe();
    let random = fastrand::Rng::with_seed(7);
    ChannelFixture {
        worker: DeliveryWorker::new(channel, store.clone(), clock.clone(), never, random),
        store,
        clock,
        name,
        folder: tempfile::tempdir().unwrap(),
    }
}

/// Returns the public VAPID key.
async fn push_key(server: &TestServer) -> Value {
    let response = server.send("POST", "/api/alert-browsers/key", "");
    response.await.json()
}

async fn rows(server: &TestServer) -> Vec<Value> {
    let rows = server.get("/api/alert-channels").await.json();
    rows.as_array().unwrap().clone()
}

/// ALRT-05: a browser with a new endpoint keeps its name and gets alerts there.
#[tokio::test]
async fn browser_with_a_new_endpoint_keeps_its_name() {
    let receiver = HttpReceiver::start().await;
    let (server, _) = server().await;
    push_key(&server).await;
    let first = Browser::new(&format!("{}/send/first", receiver.url));
    first.subscribe(&server, "Firefox on Linux").await;
    let second = Browser::new(&format!("{}/send/second", receiver.url));
    let mut moved = second.subscription("Browser");
    moved["replaces"] = json!(first.endpoint);
    let moved = moved.to_string();
    for _ in 0..2 {
        // A request that is repeated after a lost response has the same result.
        let response = server.send("POST", "/api/alert-browsers", &moved);
        assert_eq!(
            response.await.json(),
            json!({"channel": "Firefox on Linux"})
        );
    }
    let rows = rows(&server).await;
    let browsers = rows.iter().filter(|row| row["kind"] == "web_push");
    assert_eq!(browsers.count(), 1);
    let test = "/api/alert-channels/Firefox%20on%20Linux/test";
    server.send("POST", test, "").await;
    let requests = receiver.requests();
    assert_eq!(requests.len(), 1);
    assert_eq!(requests[0].line, "POST /send/second HTTP/1.1");
}

/// ALRT-05: after an outage of ten minutes the push service gets the alert once, encrypted for the browser and signed.
#[tokio::test]
async fn browser_gets_an_encrypted_alert_once_after_an_outage() {
    let receiver = HttpReceiver::start().await;
    receiver.set_status(503);
    let (server, channels) = server().await;
    let key = push_key(&server).await;
    let browser = Browser::new(&format!("{}/send/hunter2-path", receiver.url));
    let subscribed = browser.subscribe(&server, "Firefox on Linux").await;
    assert_eq!(
        subscribed.json(),
        json!({"channel": "Firefox on Linux"}),
        "{subscribed:?}"
    );
    let mut delivery = delivery(&server, &channels);
    delivery.record(&[7]);
    delivery.advance(600).await;
    assert_eq!((receiver.accepted().len(), delivery.pending()), (0, 1));
    receiver.set_status(200);
    delivery.advance(3_600).await;
    let (requests, accepted) = (receiver.requests(), receiver.accepted());
    assert_eq!((accepted.len(), delivery.pending()), (1, 0));
    assert!(requests.len() > 4, "{}", requests.len());
    let topic = accepted[0].header("topic").unwrap();
    assert!(
        topic.len() <= 32
            && requests
                .iter()
                .all(|each| each.header("topic") == Some(topic))
    );
    let [request] = &accepted[..] else { panic!() };
    assert_eq!(request.line, "POST /send/hunter2-path HTTP/1.1");
    assert_eq!(request.header("content-encoding"), Some("aes128gcm"));
    assert_eq!(request.header("ttl"), Some("86400"));
    let (claims, signer) = verify_signature(request);
    assert_eq!(json!(signer), key["publicKey"]);
    assert_eq!(claims["aud"], receiver.url);
    assert_eq!(claims["sub"], "mailto:me@example.net");
    let until = claims["exp"].as_i64().unwrap() - server.clock.now().as_second();
    assert!(until > 0 && until <= 86_400, "{until}");
    let message = browser.read(&request.bytes);
    assert_eq!(message["title"], "S7");
    assert_eq!(message["text"], "S7 \"rose\" above $91,000 – again");
    assert_eq!(message["path"], "ticker/S7");
    assert!(message["key"].as_str().unwrap().starts_with("marketdeck-"));
}

/// A browser is listed, tested and removed like other channels; its endpoint is not shown.
#[tokio::test]
async fn browser_is_a_channel_for_push() {
    let receiver = HttpReceiver::start().await;
    let (server, _) = server().await;
    let push = |rows: &[Value]| {
        rows.iter()
            .find(|row| row["channel"] == "push")
            .cloned()
            .unwrap()
    };
    assert_eq!(push(&rows(&server).await)["available"], false);
    let (one, two) = (
        Browser::new(&format!("{}/send/hunter2-path", receiver.url)),
        Browser::new(&format!("{}/send/2", receiver.url)),
    );
    one.subscribe(&server, " Firefox  on Linux").await;
    assert_eq!(
        two.subscribe(&server, "Firefox on Linux").await.json()["channel"],
        "Firefox on Linux 2"
    );
    // The browser is already subscribed.
    let resubscribed = one.subscribe(&server, "Another on Linux").await;
    assert_eq!(resubscribed.json()["channel"], "Firefox on Linux");
    let listed = rows(&server).await;
    assert_eq!(
        push(&listed)["channels"],
        json!(["Firefox on Linux 2", "Firefox on Linux"])
    );
    let row = listed.last().unwrap();
    assert_eq!(
        json!([row["kind"], row["carries"], row["target"]]),
        json!(["web_push", "push", "127.0.0.1"])
    );
    assert_eq!(row["fingerprint"].as_str().unwrap().len(), 16);
    assert!(!json!(listed).to_string().contains("hunter2"));
    let test = "/api/alert-channels/Firefox%20on%20Linux/test";
    let tested = server.send("POST", test, "").await.json();
    assert_eq!(tested["delivered"], true, "{tested}");
    let message = one.read(&receiver.accepted()[0].bytes);
    assert_eq!(message["title"], "Test");
    // 410 Gone: the subscription has ended, so the browser is removed.
    receiver.set_status(410);
    let tested = server.send("POST", test, "").await.json();
    assert_eq!(tested["answer"], "the browser has ended its subscription");
    assert_eq!(server.send("POST", test, "").await.status, 404);
    let second = "/api/alert-browsers/Firefox%20on%20Linux%202";
    assert_eq!(server.send("DELETE", second, "").await.status, 204);
    let missing = server.send("DELETE", second, "").await;
    assert_eq!(
        missing.text(),
        "There is no browser called Firefox on Linux 2."
    );
    assert_eq!(push(&rows(&server).await)["available"], false);
    assert_eq!(
        server.store.of(PersonId::OWNER).subscriptions().unwrap(),
        []
    );
}

/// Pending messages of a removed browser are dropped.
#[tokio::test]
async fn ended_subscription_is_given_up_immediately() {
    let receiver = HttpReceiver::start().await;
    receiver.set_status(404);
    let (server, channels) = server().await;
    let browser = Browser::new(&format!("{}/send/1", receiver.url));
    browser.subscribe(&server, "Firefox on Linux").await;
    let delivery = delivery(&server, &channels);
    delivery.record(&[7]);
    delivery
        .clock
        .set(delivery.clock.now() + SignedDuration::from_secs(10));
    let ChannelFixture {
        worker,
        store,
        folder: _folder,
        ..
    } = delivery;
    assert!(
        worker.run().await,
        "the worker went on although its browser was removed"
    );
    let log = store
        .of(PersonId::OWNER)
        .delivery_attempts(Some(7), 10)
        .unwrap();
    assert_eq!(log[0].outcome, AttemptOutcome::GivenUp);
    assert_eq!((receiver.requests().len(), log.len()), (1, 1));
    assert_eq!(
        store
            .of(PersonId::OWNER)
            .undelivered("Firefox on Linux")
            .unwrap(),
        []
    );
}

/// A removed browser has no pending messages; other subscriptions survive a restart.
#[tokio::test]
async fn subscriptions_and_the_key_survive_a_restart() {
    let receiver = HttpReceiver::start().await;
    receiver.set_status(503);
    let (server, channels) = server().await;
    let key = push_key(&server).await;
    for number in 1..=2 {
        let browser = Browser::new(&format!("{}/send/{number}", receiver.url));
        browser.subscribe(&server, "Firefox on Linux").await;
    }
    let mut delivery = delivery(&server, &channels);
    delivery.record(&[7]);
    delivery.advance(10).await;
    assert_eq!(delivery.pending(), 1);
    drop(delivery);
    let reopened = Channels::new(
        &[],
        "",
        PushSettings {
            allow_private_network: true,
            ..PushSettings::default()
        },
    );
    let reopened = reopened.unwrap();
    reopened.load(&server.store).unwrap();
    assert_eq!(reopened.enabled().len(), 2);
    // A browser whose push service is no longer allowed is skipped.
    let strict = Channels::default();
    strict.load(&server.store).unwrap();
    assert_eq!(strict.enabled().len(), 0);
    let second = "/api/alert-browsers/Firefox%20on%20Linux%202";
    assert_eq!(server.send("DELETE", second, "").await.status, 204);
    assert_eq!(
        server
            .store
            .of(PersonId::OWNER)
            .undelivered("Firefox on Linux 2")
            .unwrap(),
        []
    );
    assert_eq!(
        server
            .store
            .of(PersonId::OWNER)
            .waiting()
            .unwrap()
            .get("Firefox on Linux 2"),
        None
    );
    let key_after_restart = push_key(&server).await;
    assert_eq!(key_after_restart, key);
}

/// The endpoint comes from a browser, so only public addresses are accepted; otherwise it could make the server call its own network.
#[tokio::test]
async fn invalid_subscriptions_are_rejected_with_an_error_message() {
    let server = TestServer::open().await;
    let valid = Browser::new("https://push.example/1").subscription("Firefox on Linux");
    let subscription_with = |key: &str, value: &str| {
        let mut changed = valid.clone();
        changed[key] = json!(value);
        changed.to_string()
    };
    let long = "x".repeat(41);
    let point = BASE64URL_NOPAD.encode(&[5; 65]);
    for (body, status, why) in [
        (
            subscription_with("endpoint", "https://10.0.0.1/1"),
            422,
            "is in a private network.",
        ),
        (
            subscription_with("endpoint", "http://push.example/1"),
            422,
            "must begin with https://.",
        ),
        (
            subscription_with("endpoint", "http://127.0.0.1/1"),
            422,
            "must begin with https://.",
        ),
        (subscription_with("endpoint", "push"), 422, "is invalid."),
        (
            subscription_with("p256dh", "AAAA"),
            422,
            "The browser's key is not a P-256 point in base64url.",
        ),
        (
            subscription_with("p256dh", &point),
            422,
            "The browser's key is not a P-256 point in base64url.",
        ),
        (
            subscription_with("auth", "AAAA"),
            422,
            "The browser's secret is not 16 bytes in base64url.",
        ),
        (
            subscription_with("name", &long),
            422,
            "Invalid browser name; expected 1 to 40 characters.",
        ),
        (
            subscription_with("name", ""),
            422,
            "Invalid browser name; expected 1 to 40 characters.",
        ),
    ] {
        let rejected = server.send("POST", "/api/alert-browsers", &body).await;
        assert_eq!(rejected.status, status, "{body}");
        assert!(rejected.text().ends_with(why), "{} {why}", rejected.text());
    }
    for number in 0..20 {
        let body = subscription_with("endpoint", &format!("https://push.example/{number}"));
        assert_eq!(
            server
                .send("POST", "/api/alert-browsers", &body)
                .await
                .status,
            200
        );
    }
    let body = subscription_with("endpoint", "https://push.example/20");
    let one_more = server.send("POST", "/api/alert-browsers", &body).await;
    assert_eq!(
        one_more.text(),
        "20 browsers already receive alerts; remove one first."
    );
    assert_ne!(one_more.status, 200);

    let read_only = web::Settings {
        read_only: true,
        ..web::Settings::default()
    };
    let server = TestServer::with(read_only).await;
    let rejected = server
        .send("POST", "/api/alert-browsers", &valid.to_string())
        .await;
    assert_eq!(rejected.status, 403);
}

/// A host name that resolves to a private address is rejected, like the address itself.
#[tokio::test]
async fn local_host_name_is_not_a_push_service() {
    let server = TestServer::open().await;
    let browser = Browser::new("https://localhost/send");
    browser.subscribe(&server, "Firefox on Linux").await;
    let test = "/api/alert-channels/Firefox%20on%20Linux/test";
    let tested = server.send("POST", test, "").await.json();
    assert_eq!(tested["delivered"], false);
    assert_eq!(
        tested["answer"],
        "could not connect: the name has no public address"
    );
}
