//! Alert channels, tested with fake receivers that speak their protocols.

mod api;
mod failures;
mod preview;
mod push;
mod receivers;
mod user_channels;
mod volume;

use marketdeck::domain::person::PersonId;
use std::{sync::Arc, time::Duration};

use jiff::{SignedDuration, Timestamp};
use marketdeck::{
    alerts::{ChannelSettings, Channels, DeliveryWorker, PushSettings},
    domain::{Clock as _, alert::FiredAlert, currency::Currency},
    store::{AttemptOutcome, NewReport, Store},
    testing::ManualClock,
};
use ring::hmac;
use tokio::sync::watch;

use self::receivers::{HttpReceiver, ReceivedRequest, SmtpReceiver};
use crate::common::now;

/// Returns the channel of a `[[channels]]` table.
fn channel(toml: &str) -> Channels {
    let settings: ChannelSettings = toml::from_str(toml).expect("the table describes a channel");
    Channels::new(
        &[settings],
        "https://deck.example/",
        PushSettings::default(),
    )
    .expect("the settings are valid")
}

/// A channel with its worker and outbox.
struct ChannelFixture {
    store: Store,
    clock: Arc<ManualClock>,
    worker: DeliveryWorker,
    name: String,
    folder: tempfile::TempDir,
}

impl ChannelFixture {
    fn new(toml: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("test.redb")).unwrap();
        let clock = Arc::new(ManualClock::new(now()));
        Self::of(folder, store, clock, toml)
    }

    fn of(folder: tempfile::TempDir, store: Store, clock: Arc<ManualClock>, toml: &str) -> Self {
        let channel = channel(toml).enabled().remove(0);
        let never = watch::Sender::default().subscribe();
        let random = fastrand::Rng::with_seed(7);
        Self {
            name: toml::from_str::<toml::Table>(toml).unwrap()["name"]
                .as_str()
                .unwrap()
                .to_owned(),
            worker: DeliveryWorker::new(channel, store.clone(), clock.clone(), never, random),
            store,
            clock,
            folder,
        }
    }

    /// Records a report for each of these alerts.
    fn record(&self, alerts: &[u32]) {
        let reports: Vec<_> = alerts.iter().map(|alert| self.report(*alert)).collect();
        self.store
            .record_fired(&reports, &[], self.clock.now())
            .unwrap();
    }

    fn report(&self, alert_id: u32) -> NewReport {
        let symbol = format!("S{alert_id}");
        let sentence = format!("{symbol} \"rose\" above $91,000 – again");
        NewReport {
            person: PersonId::OWNER,
            fired: FiredAlert {
                price: Some(91_003.1),
                currency: Currency::parse("USD"),
                ..FiredAlert::new(alert_id, symbol, self.clock.now(), sentence)
            },
            channels: vec![self.name.clone()],
        }
    }

    fn pending(&self) -> usize {
        self.store
            .of(PersonId::OWNER)
            .undelivered(&self.name)
            .unwrap()
            .len()
    }

    /// Advances the clock and runs the worker whenever it is due.
    async fn advance(&mut self, seconds: i64) {
        let end = self.clock.now() + SignedDuration::from_secs(seconds);
        loop {
            let pause = self
                .worker
                .deliver_due()
                .await
                .max(Duration::from_millis(1));
            let remaining = end.duration_since(self.clock.now());
            let pause = SignedDuration::try_from(pause).unwrap();
            if pause >= remaining {
                self.clock.set(end);
                return;
            }
            self.clock.set(self.clock.now() + pause);
        }
    }
}

fn webhook(url: &str, more: &str) -> String {
    format!("name = 'hook'\nkind = 'webhook'\nurl = '{url}/hunter2-path'\n{more}")
}

fn smtp(port: u16) -> String {
    format!(
        "name = 'mail'\nkind = 'smtp'\nhost = '127.0.0.1'\nport = {port}\nusername = 'deck'\npassword = 'swordfish'
        from = 'Deck <deck@example.net>'\nto = ['me@example.net', 'you@example.net']\nca_file = 'tests/fixtures/smtp/ca.pem'"
    )
}

/// ALRT-05: ntfy gets title, text, priority, tags, a link and a token.
#[tokio::test]
async fn ntfy_topic_gets_an_alert() {
    let receiver = HttpReceiver::start().await;
    let mut delivery = ChannelFixture::new(&format!(
        "name = 'phone'\nkind = 'ntfy'\nserver = '{}'\ntopic = 'deck'\ntoken = 'tk_1'\npriority = 4\ntags = ['bell']",
        receiver.url
    ));
    delivery.record(&[7]);
    delivery.advance(10).await;
    let requests = receiver.requests();
    let [ReceivedRequest { line, .. }] = &requests[..] else {
        panic!("{requests:?}")
    };
    assert_eq!(line, "POST / HTTP/1.1");
    assert_eq!(requests[0].header("authorization"), Some("Bearer tk_1"));
    let message = requests[0].json();
    assert_eq!(message["topic"], "deck");
    assert_eq!(message["title"], "S7");
    assert_eq!(message["message"], "S7 \"rose\" above $91,000 – again");
    assert_eq!(message["priority"], 4);
    assert_eq!(message["tags"][0], "bell");
    assert_eq!(message["click"], "https://deck.example/ticker/S7");
    assert_eq!(message["sequence_id"], requests[0].key());
    assert!(requests[0].key().len() <= 64);
}

/// ALRT-05: a webhook can verify the sender and the time of a request.
#[tokio::test]
async fn webhook_gets_a_signed_alert() {
    let receiver = HttpReceiver::start().await;
    let mut delivery = ChannelFixture::new(&webhook(&receiver.url, "secret = 'swordfish'"));
    delivery.record(&[7]);
    delivery.advance(10).await;
    let request = receiver.requests().remove(0);
    assert_eq!(request.line, "POST /hunter2-path HTTP/1.1");
    let signature = request.header("x-marketdeck-signature").unwrap();
    let (time, tag) = signature.split_once(",v1=").unwrap();
    let time = time.strip_prefix("t=").unwrap();
    let at = Timestamp::from_second(time.parse().unwrap()).unwrap();
    assert!(at >= now() && at <= delivery.clock.now());
    let key = hmac::Key::new(hmac::HMAC_SHA256, b"swordfish");
    let signed = format!("{time}.{}", request.body);
    let tag = data_encoding::HEXLOWER.decode(tag.as_bytes()).unwrap();
    hmac::verify(&key, signed.as_bytes(), &tag).expect("the signature is valid");
    let alert = &request.json()["alerts"][0];
    assert_eq!(
        (&alert["price"], &alert["currency"]),
        (&91_003.1.into(), &"USD".into())
    );
}

/// ALRT-05: variables in custom bodies and URLs are escaped.
#[tokio::test]
async fn body_and_url_are_templates() {
    let receiver = HttpReceiver::start().await;
    let more = "method = 'PUT'\nheaders = { x-room = 'hall' }\nbody = '{\"says\": \"{{text}}\", \"at\": {{price}}, \"page\": \"{{url}}\"}'";
    let mut delivery = ChannelFixture::new(&webhook(&receiver.url, more));
    delivery.record(&[7]);
    delivery.advance(10).await;
    let address = format!(
        "name = 'texts'\nkind = 'webhook'\nmethod = 'GET'\nurl = '{}/send?text={{{{text}}}}'",
        receiver.url
    );
    let mut delivery = ChannelFixture::new(&address);
    delivery.record(&[7]);
    delivery.advance(10).await;
    let [body, address] = &receiver.requests()[..] else {
        panic!("expected two requests")
    };
    assert_eq!(body.line, "PUT /hunter2-path HTTP/1.1");
    assert_eq!(body.header("x-room"), Some("hall"));
    let json = serde_json::json!({"says": "S7 \"rose\" above $91,000 – again", "at": 91_003.1, "page": "https://deck.example/ticker/S7"});
    assert_eq!(body.json(), json);
    let text = "S7%20%22rose%22%20above%20%2491%2C000%20%E2%80%93%20again";
    assert_eq!(address.line, format!("GET /send?text={text} HTTP/1.1"));
}

/// ALRT-05: each preset sends the format that its service documents.
#[tokio::test]
async fn presets_send_the_format_of_their_service() {
    let receiver = HttpReceiver::start().await;
    let text = "S7 \"rose\" above $91,000 – again";
    let page = "https://deck.example/ticker/S7";
    for (more, path, key, value) in [
        (
            "preset = 'discord'",
            "/hunter2-path",
            "/content",
            format!("{text}\n{page}"),
        ),
        (
            "preset = 'slack'",
            "/hunter2-path",
            "/text",
            format!("{text}\n{page}"),
        ),
        (
            "preset = 'telegram'\ntoken = '1:a'\nchat_id = '-42'",
            "/hunter2-path/bot1:a/sendMessage",
            "/chat_id",
            "-42".into(),
        ),
        (
            "preset = 'gotify'\ntoken = 'app'",
            "/hunter2-path/message",
            "/extras/client::notification/click/url",
            page.into(),
        ),
        (
            "preset = 'home_assistant'",
            "/hunter2-path",
            "/alerts/0/symbol",
            "S7".into(),
        ),
        (
            "preset = 'apprise'",
            "/hunter2-path",
            "/body",
            format!("{text}\n{page}"),
        ),
    ] {
        let mut delivery = ChannelFixture::new(&webhook(&receiver.url, more));
        delivery.record(&[7]);
        delivery.advance(10).await;
        let request = receiver.requests().pop().unwrap();
        assert_eq!(request.line, format!("POST {path} HTTP/1.1"), "{more}");
        assert_eq!(request.json().pointer(key), Some(&value.into()), "{more}");
        let is_gotify = more.contains("gotify");
        assert_eq!(request.header("x-gotify-key"), is_gotify.then_some("app"));
    }
}

/// ALRT-05: mail is encrypted before the sign-in, and every attempt has the same Message-ID.
#[tokio::test]
async fn mail_is_sent_after_starttls() {
    let receiver = SmtpReceiver::start().await;
    let mut delivery = ChannelFixture::new(&smtp(receiver.port));
    delivery.record(&[7]);
    delivery.advance(10).await;
    let mails = receiver.mails();
    let [mail] = &mails[..] else {
        panic!("{mails:?}")
    };
    assert!(mail.encrypted && mail.signed_in);
    assert_eq!(
        mail.to,
        ["RCPT TO:<me@example.net>", "RCPT TO:<you@example.net>"]
    );
    for part in [
        "Subject: Marketdeck: S7",
        "Auto-Submitted: auto-generated",
        "MIME-Version: 1.0",
        &format!(
            "Message-ID: <marketdeck-mail-{}-0@example.net>",
            now().as_second()
        ),
        "https://deck.example/ticker/S7",
    ] {
        assert!(mail.data.contains(part), "{part}: {}", mail.data);
    }
    let log = delivery
        .store
        .of(PersonId::OWNER)
        .delivery_attempts(None, 10)
        .unwrap();
    assert_eq!(log[0].answer, "250 queued as 7");
}

/// ALRT-05: mail is sent to a server with implicit TLS.
#[tokio::test]
async fn mail_is_sent_over_tls() {
    let receiver = SmtpReceiver::start_encrypted().await;
    let settings = format!("{}\nsecurity = 'tls'", smtp(receiver.port));
    let mut delivery = ChannelFixture::new(&settings);
    delivery.record(&[7]);
    delivery.advance(10).await;
    let mails = receiver.mails();
    let [mail] = &mails[..] else {
        panic!("{mails:?}")
    };
    assert!(mail.encrypted && mail.signed_in);
    assert!(mail.data.contains("Subject: Marketdeck: S7"));
}
