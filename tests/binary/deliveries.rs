//! Kills the program repeatedly while it delivers alerts. No alert is lost, and a receiver that compares keys sees no alert twice.

#![cfg(unix)]

use marketdeck::domain::person::PersonId;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    thread,
    time::Duration,
};

use marketdeck::{
    domain::{Timestamp, alert::Delivery},
    store::{AttemptOutcome, Store},
};
use serde_json::json;

use crate::{
    program::{Program, Running, poll},
    receiver::Receiver,
};

/// Relative distances of alert thresholds from the price, so small that the price soon crosses one.
const THRESHOLDS: [f64; 6] = [-9e-5, -5e-5, -2e-5, 2e-5, 5e-5, 9e-5];

/// When the program is killed.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Moment {
    /// After a message arrived and before the receiver responds.
    Unanswered,
    /// This long after a message arrived; the response may or may not be recorded.
    After(Duration),
}

/// The kind of receiver.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    /// A webhook of the configuration file. Its messages contain a key and the numbers of their reports.
    Webhook,
    /// A webhook created on the settings page.
    PageWebhook,
    /// A browser's push service. It can read only the topic of a message.
    WebPush,
}

impl Kind {
    /// Returns the channel's name in the store.
    fn channel(self) -> &'static str {
        match self {
            Self::Webhook | Self::PageWebhook => "hook",
            Self::WebPush => "Test browser",
        }
    }

    fn delivery(self) -> Delivery {
        match self {
            Self::Webhook | Self::PageWebhook => Delivery::Channel("hook".to_owned()),
            Self::WebPush => Delivery::Push,
        }
    }

    /// Returns the minutes between the clocks of two starts. They are long enough to stay below the hourly limit of the channel.
    fn minutes(self) -> i64 {
        match self {
            Self::Webhook | Self::PageWebhook => 1,
            Self::WebPush => 10,
        }
    }
}

/// Keys of a browser, from the example in RFC 8291, section 5.
const P256DH: &str =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

/// Starts the program for the `number`th time with a channel to `receiver`, on an afternoon with the market open.
fn start(kind: Kind, data: &Path, receiver: &Receiver, number: usize) -> Running {
    let settings = data.join("marketdeck.toml");
    let channel = match kind {
        Kind::Webhook => format!(
            "[[channels]]\nname = 'hook'\nkind = 'webhook'\nurl = '{}'\nmost_per_hour = 3600\n",
            receiver.url
        ),
        Kind::PageWebhook => String::new(),
        Kind::WebPush => "private_push = true\n".to_owned(),
    };
    std::fs::write(&settings, channel).unwrap();
    let afternoon: Timestamp = "2026-11-20T19:00:00Z".parse().unwrap();
    let minutes = kind.minutes() * i64::try_from(number).unwrap();
    let now = afternoon + jiff::SignedDuration::from_mins(minutes);
    let mut program = Program::at(&now.to_string(), data);
    program.command.arg("--config").arg(settings);
    program.command.args(["--sample-every-ms", "100"]);
    let server = program.serve();
    if kind == Kind::PageWebhook && number == 0 {
        let settings =
            json!({"name": "hook", "kind": "webhook", "url": receiver.url, "most_per_hour": 3600});
        let body = json!({ "settings": settings }).to_string();
        let created = server.request("POST", "/api/alert-channels", &body);
        assert_eq!(created.expect("the server responds").0, 201);
    }
    server
}

/// Subscribes the test browser to alerts; repeated calls subscribe the same browser.
fn subscribe(server: &Running, receiver: &Receiver) {
    let browser = json!({
        "name": Kind::WebPush.channel(), "endpoint": receiver.url, "p256dh": P256DH, "auth": AUTH,
    });
    let created = server.request("POST", "/api/alert-browsers", &browser.to_string());
    let (status, body) = created.expect("the server responds");
    assert!((200..300).contains(&status), "{body}");
}

/// Creates alerts near the current price that are delivered only to this channel.
fn create_alerts(kind: Kind, server: &Running) {
    let price = || {
        poll("a price of BTC", || {
            server.json("/api/tickers/BTC")["price"].as_f64()
        })
    };
    // The first price may be from before the kill; thresholds near it could be too far from the next prices, so wait for a new one.
    let stored = price();
    let price = poll("a new price", || {
        Some(price()).filter(|price| price.to_bits() != stored.to_bits())
    });
    for distance in THRESHOLDS {
        let alert = json!({
            "type": "price", "symbol": "BTC", "condition": "crosses", "value": price * (1.0 + distance),
            "frequency": "once", "delivery": [kind.delivery()],
        });
        let created = server.request("POST", "/api/alerts", &alert.to_string());
        assert_eq!(created.expect("the server responds").0, 201);
    }
}

/// Disables every alert, so that none fires anymore.
fn disable_alerts(server: &Running) {
    for alert in server
        .json("/api/alerts")
        .as_array()
        .expect("the response is a list of alerts")
    {
        let path = format!("/api/alerts/{}", alert["id"]);
        let disabled = server.request("PATCH", &path, "{\"active\": false}");
        assert_eq!(disabled.expect("the server responds").0, 200);
    }
}

/// Returns the number of reports that wait for a channel.
fn pending_reports(server: &Running) -> u64 {
    let channels = server.json("/api/alert-channels");
    let channels = channels
        .as_array()
        .expect("the response is a list of channels")
        .iter();
    channels
        .map(|channel| channel["waiting"].as_u64().expect("the field is a number"))
        .sum()
}

/// Kills the program during `kills` deliveries, and compares the recorded reports with the messages that arrived.
fn kill_around_deliveries(kind: Kind, kills: usize) {
    let data = tempfile::tempdir().unwrap();
    let receiver = Receiver::start();
    let mut unanswered = BTreeSet::new();
    for kill in 0..kills {
        let moment = match kill % 5 {
            0 => Moment::Unanswered,
            rest => Moment::After(Duration::from_millis([0, 20, 100, 300][rest - 1])),
        };
        receiver.set_silent(moment == Moment::Unanswered);
        // Counted before the start, because interrupted messages are sent again immediately.
        let previous = receiver.messages().len();
        let mut server = start(kind, data.path(), &receiver, kill);
        if kind == Kind::WebPush {
            subscribe(&server, &receiver);
        }
        create_alerts(kind, &server);
        poll("a message", || {
            (receiver.messages().len() > previous).then_some(())
        });
        match moment {
            Moment::Unanswered => {
                let messages = receiver.messages();
                unanswered.extend(messages[previous..].iter().map(|(key, _)| key.clone()));
            }
            Moment::After(pause) => thread::sleep(pause),
        }
        server.signal("KILL");
        server.wait();
    }
    receiver.set_silent(false);
    let mut server = start(kind, data.path(), &receiver, kills);
    // Alerts that keep firing would keep filling the outbox.
    disable_alerts(&server);
    poll("the outbox to be empty", || {
        (pending_reports(&server) == 0).then_some(())
    });
    server.signal("TERM");
    server.wait();

    let store = Store::open(&data.path().join("sample.redb")).unwrap();
    let alerts = store.of(PersonId::OWNER).alerts().unwrap().into_iter();
    let delivery = [kind.delivery()];
    let alert_ids: BTreeSet<u32> = alerts
        .filter(|alert| alert.delivery == delivery)
        .map(|alert| alert.id)
        .collect();
    let reports = store
        .of(PersonId::OWNER)
        .reports(usize::MAX)
        .unwrap()
        .into_iter();
    let reports = reports.filter(|report| alert_ids.contains(&report.fired.alert_id));
    let recorded: BTreeSet<u64> = reports.map(|report| report.number).collect();
    // Reports that fired just before the stop may not have been sent.
    let undelivered = store
        .of(PersonId::OWNER)
        .undelivered(kind.channel())
        .unwrap()
        .into_iter();
    let undelivered: BTreeSet<u64> = undelivered.map(|each| each.entry.report).collect();

    let requests = receiver.messages();
    let mut messages = BTreeMap::new();
    for (key, reports) in &requests {
        let first = messages.entry(key).or_insert(reports);
        assert_eq!(*first, reports, "two different messages with the key {key}");
    }
    println!(
        "{kind:?}, {kills} kills: {} reports, {} requests, {} messages, {} repetitions",
        recorded.len(),
        requests.len(),
        messages.len(),
        requests.len() - messages.len()
    );
    let distinct: BTreeSet<u64> = match kind {
        Kind::Webhook | Kind::PageWebhook => {
            let arrived: Vec<u64> = messages.values().copied().flatten().copied().collect();
            let distinct: BTreeSet<u64> = arrived.iter().copied().collect();
            assert_eq!(
                arrived.len(),
                distinct.len(),
                "a report arrived with two keys"
            );
            distinct
        }
        Kind::WebPush => reports_accepted_by_push(&store, kind, messages.len(), &undelivered),
    };
    assert!(distinct.is_subset(&recorded), "{distinct:?} {recorded:?}");
    let missing = recorded.difference(&distinct);
    let lost: Vec<_> = missing
        .filter(|number| !undelivered.contains(number))
        .collect();
    assert!(lost.is_empty(), "lost: {lost:?}");
    for key in &unanswered {
        let times = requests
            .iter()
            .filter(|(request_key, _)| request_key == key)
            .count();
        assert!(times > 1, "{key} got no response and was not sent again");
    }
}

/// Returns the reports that the push service accepted, according to the store. Because its messages are encrypted, this function checks
/// only that each report was recorded once and that the number of messages equals the number of topics. If reports are undelivered, one
/// more message may have been sent but not recorded.
fn reports_accepted_by_push(
    store: &Store,
    kind: Kind,
    topics: usize,
    undelivered: &BTreeSet<u64>,
) -> BTreeSet<u64> {
    let attempts = store
        .of(PersonId::OWNER)
        .delivery_attempts(None, usize::MAX)
        .unwrap();
    let mut delivered = BTreeMap::new();
    for attempt in attempts {
        let is_from_channel = attempt.channel == kind.channel();
        if is_from_channel && attempt.outcome == AttemptOutcome::Delivered {
            let previous = delivered.insert(attempt.report, attempt.together);
            assert_eq!(
                previous, None,
                "report {} was recorded twice",
                attempt.report
            );
        }
    }
    let mut messages = 0;
    for size in delivered.values().copied().collect::<BTreeSet<u32>>() {
        let reports = delivered.values().filter(|batch_size| **batch_size == size);
        messages += reports.count() / usize::try_from(size).unwrap();
    }
    let possibly_sent = usize::from(!undelivered.is_empty());
    assert!(
        (messages..=messages + possibly_sent).contains(&topics),
        "{messages} messages arrived with {topics} topics"
    );
    delivered.into_keys().collect()
}

/// ALRT-05: a power cut around a delivery loses no alert, and a repeated message has the same key.
#[test]
fn kills_around_deliveries_lose_nothing_and_duplicate_nothing() {
    kill_around_deliveries(Kind::Webhook, 8);
}

/// ALRT-05: a channel created on the settings page survives a power cut, with everything queued for it.
#[test]
fn kills_lose_neither_a_channel_of_the_settings_page_nor_its_queue() {
    kill_around_deliveries(Kind::PageWebhook, 3);
}

/// ALRT-05: the same test with more kills: `cargo test --test binary -- --ignored fifty_kills`.
#[test]
#[ignore = "takes two minutes"]
fn fifty_kills_around_deliveries_lose_nothing_and_duplicate_nothing() {
    kill_around_deliveries(Kind::Webhook, 50);
}

/// ALRT-05: no alert is lost or duplicated with Web Push; a push service recognizes a repeated message by its topic.
#[test]
fn kills_around_web_push_lose_nothing_and_duplicate_nothing() {
    kill_around_deliveries(Kind::WebPush, 5);
}

/// ALRT-05: the same test with more kills: `cargo test --test binary -- --ignored fifty_kills`.
#[test]
#[ignore = "takes two minutes"]
fn fifty_kills_around_web_push_lose_nothing_and_duplicate_nothing() {
    kill_around_deliveries(Kind::WebPush, 50);
}
