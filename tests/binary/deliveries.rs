//! Kills the program around deliveries, repeatedly: no alert is lost, and none is new to a receiver that compares keys.

#![cfg(unix)]

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

/// Thresholds of alerts as factors of the price; one of them is soon crossed.
const LINES: [f64; 6] = [-9e-5, -5e-5, -2e-5, 2e-5, 5e-5, 9e-5];

/// When the program is killed.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Moment {
    /// After a message has arrived, before the receiver responds.
    Unanswered,
    /// This long after a message arrived; its response may or may not be recorded.
    After(Duration),
}

/// The receiver of the alerts.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    /// A webhook, whose messages contain a key and the numbers of their reports.
    Webhook,
    /// The same, created on the settings page instead of in the file.
    PageWebhook,
    /// A browser's push service, which can read only the topic of a message.
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

    /// Returns the time between two starts in minutes, as required by the hourly limit of the channel.
    fn minutes(self) -> i64 {
        match self {
            Self::Webhook | Self::PageWebhook => 1,
            Self::WebPush => 10,
        }
    }
}

/// Keys of a browser, from RFC 8291 (section 5).
const P256DH: &str =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

/// Starts the program with a channel to `receiver`, on an afternoon with the market open.
fn start(kind: Kind, data: &Path, receiver: &Receiver, number: usize) -> Running {
    let settings = data.join("settings.toml");
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
        let made = server.request("POST", "/api/alert-channels", &body);
        assert_eq!(made.expect("it answers").0, 201);
    }
    server
}

/// Subscribes a browser to alerts; always the same one.
fn subscribe(server: &Running, receiver: &Receiver) {
    let browser = json!({
        "name": Kind::WebPush.channel(), "endpoint": receiver.url, "p256dh": P256DH, "auth": AUTH,
    });
    let made = server.request("POST", "/api/alert-browsers", &browser.to_string());
    let (status, answer) = made.expect("it answers");
    assert!((200..300).contains(&status), "{answer}");
}

/// Creates alerts near the current price for this channel only.
fn make_alerts(kind: Kind, server: &Running) {
    let price = || {
        poll("a price", || {
            server.json("/api/tickers/BTC")["price"].as_f64()
        })
    };
    // The first price may be a minute old, from before the kill; thresholds near it are far from the next prices.
    let stored = price();
    let price = poll("a new price", || {
        Some(price()).filter(|price| price.to_bits() != stored.to_bits())
    });
    for part in LINES {
        let alert = json!({
            "type": "price", "symbol": "BTC", "condition": "crosses", "value": price * (1.0 + part),
            "frequency": "once", "delivery": [kind.delivery()],
        });
        let made = server.request("POST", "/api/alerts", &alert.to_string());
        assert_eq!(made.expect("it answers").0, 201);
    }
}

/// Disables every alert, so that nothing fires any more.
fn switch_off(server: &Running) {
    for alert in server.json("/api/alerts").as_array().expect("alerts") {
        let path = format!("/api/alerts/{}", alert["id"]);
        let off = server.request("PATCH", &path, "{\"active\": false}");
        assert_eq!(off.expect("it answers").0, 200);
    }
}

/// Returns the number of reports that wait for a channel.
fn waiting(server: &Running) -> u64 {
    let channels = server.json("/api/alert-channels");
    let channels = channels.as_array().expect("channels").iter();
    channels
        .map(|channel| channel["waiting"].as_u64().expect("a number"))
        .sum()
}

/// Kills the program around `kills` deliveries, and compares what it recorded with what arrived.
fn kill_around_deliveries(kind: Kind, kills: usize) {
    let data = tempfile::tempdir().unwrap();
    let receiver = Receiver::start();
    let mut unanswered = BTreeSet::new();
    for kill in 0..kills {
        let moment = match kill % 5 {
            0 => Moment::Unanswered,
            part => Moment::After(Duration::from_millis([0, 20, 100, 300][part - 1])),
        };
        receiver.holds(moment == Moment::Unanswered);
        // Before the start, because interrupted messages are sent again at once.
        let before = receiver.messages().len();
        let mut server = start(kind, data.path(), &receiver, kill);
        if kind == Kind::WebPush {
            subscribe(&server, &receiver);
        }
        make_alerts(kind, &server);
        poll("a message", || {
            (receiver.messages().len() > before).then_some(())
        });
        match moment {
            Moment::Unanswered => {
                let messages = receiver.messages();
                unanswered.extend(messages[before..].iter().map(|(key, _)| key.clone()));
            }
            Moment::After(pause) => thread::sleep(pause),
        }
        server.signal("KILL");
        server.wait();
    }
    receiver.holds(false);
    let mut server = start(kind, data.path(), &receiver, kills);
    // Before waiting for the outbox, because alerts that keep firing keep filling it.
    switch_off(&server);
    poll("the outbox to be empty", || {
        (waiting(&server) == 0).then_some(())
    });
    server.signal("TERM");
    server.wait();

    let store = Store::open(&data.path().join("sample.redb")).unwrap();
    let alerts = store.alerts().unwrap().into_iter();
    let ours = [kind.delivery()];
    let ours: BTreeSet<u32> = alerts
        .filter(|alert| alert.delivery == ours)
        .map(|alert| alert.id)
        .collect();
    let reports = store.reports(usize::MAX).unwrap().into_iter();
    let ours = reports.filter(|report| ours.contains(&report.fired.alert_id));
    let recorded: BTreeSet<u64> = ours.map(|report| report.number).collect();
    // Reports of the last moment may not have been sent.
    let left = store.undelivered(kind.channel()).unwrap().into_iter();
    let left: BTreeSet<u64> = left.map(|each| each.entry.report).collect();

    let requests = receiver.messages();
    let mut messages = BTreeMap::new();
    for (key, reports) in &requests {
        let first = messages.entry(key).or_insert(reports);
        assert_eq!(*first, reports, "another content under the key {key}");
    }
    println!(
        "{kind:?}, {kills} kills: {} reports, {} requests, {} messages of which {} came again",
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
                "a report came under two keys"
            );
            distinct
        }
        Kind::WebPush => taken(&store, kind, messages.len(), &left),
    };
    assert!(distinct.is_subset(&recorded), "{distinct:?} {recorded:?}");
    let missing = recorded.difference(&distinct);
    let lost: Vec<_> = missing.filter(|number| !left.contains(number)).collect();
    assert!(lost.is_empty(), "lost: {lost:?}");
    for key in &unanswered {
        let times = requests.iter().filter(|(asked, _)| asked == key).count();
        assert!(times > 1, "{key} was not answered and did not come again");
    }
}

/// Returns the reports that a push service accepted. Its messages cannot be read, so this checks that each was recorded once
/// and that their number matches the topics. A message sent but not recorded yet (`left`) may add one.
fn taken(store: &Store, kind: Kind, topics: usize, left: &BTreeSet<u64>) -> BTreeSet<u64> {
    let attempts = store.delivery_attempts(None, usize::MAX).unwrap();
    let mut delivered = BTreeMap::new();
    for attempt in attempts {
        let is_ours = attempt.channel == kind.channel();
        if is_ours && attempt.outcome == AttemptOutcome::Delivered {
            let before = delivered.insert(attempt.report, attempt.together);
            assert_eq!(before, None, "report {} was noted twice", attempt.report);
        }
    }
    let mut messages = 0;
    for size in delivered.values().copied().collect::<BTreeSet<u32>>() {
        let reports = delivered.values().filter(|together| **together == size);
        messages += reports.count() / usize::try_from(size).unwrap();
    }
    let unnoted = usize::from(!left.is_empty());
    assert!(
        (messages..=messages + unnoted).contains(&topics),
        "{messages} messages came under {topics} topics"
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

/// ALRT-05: a longer run: `cargo test --test binary -- --ignored fifty_kills`.
#[test]
#[ignore = "takes two minutes"]
fn fifty_kills_around_deliveries_lose_nothing_and_duplicate_nothing() {
    kill_around_deliveries(Kind::Webhook, 50);
}

/// ALRT-05: the same with a browser's push service, which recognizes a repeated message by its topic.
#[test]
fn kills_around_web_push_lose_nothing_and_duplicate_nothing() {
    kill_around_deliveries(Kind::WebPush, 5);
}

/// ALRT-05: a longer run: `cargo test --test binary -- --ignored fifty_kills`.
#[test]
#[ignore = "takes two minutes"]
fn fifty_kills_around_web_push_lose_nothing_and_duplicate_nothing() {
    kill_around_deliveries(Kind::WebPush, 50);
}
