//! Alerts while the source is killed.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{
    deck::{Deck, program},
    nats::Nats,
    program::poll,
    receiver::Receiver,
};

/// When the source is killed.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Moment {
    /// After the alert was created; its threshold may be crossed.
    Made,
    /// After a message has arrived, before the receiver responds.
    Unanswered,
    /// When the report has reached the edge.
    Shown,
}

/// Starts a source that delivers alerts to `receiver`.
fn source(nats: &Nats, receiver: &Receiver) -> Deck {
    let folder = tempfile::tempdir().unwrap();
    let settings = folder.path().join("settings.toml");
    let channel = format!(
        "[[channels]]\nname = 'hook'\nkind = 'webhook'\nurl = '{}'\nmost_per_hour = 3600\n",
        receiver.url
    );
    fs::write(&settings, channel).unwrap();
    let mut program = program("source", &nats.url(), folder.path());
    program.command.arg("--config").arg(settings);
    let running = program.serve();
    Deck { running, folder }
}

/// Thresholds of alerts as factors of the price; one of them is usually crossed soon.
const LINES: [f64; 6] = [-9e-5, -5e-5, -2e-5, 2e-5, 5e-5, 9e-5];

/// Creates alerts at the edge near the current price; returns their ids.
fn make_alerts(edge: &Deck) -> Vec<Value> {
    // An edge gets the first prices before all of them.
    let priced = edge.shows("/api/tickers/BTC", |now| now["price"].is_number());
    let price = priced["price"].as_f64().unwrap();
    let made = LINES.iter().map(|part| {
        let alert = json!({
            "type": "price", "symbol": "BTC", "condition": "crosses", "value": price * (1.0 + part),
            "frequency": "once", "delivery": ["hook"],
        });
        let path = "/api/alerts";
        let made = edge.running.request("POST", path, &alert.to_string());
        let (status, made) = made.expect("an answer");
        assert_eq!(status, 201, "{made}");
        serde_json::from_str::<Value>(&made).unwrap()["id"].clone()
    });
    made.collect()
}

/// Waits for `what`, creating alerts every five seconds, because a price may move away from all thresholds.
fn crosses(
    edge: &Deck,
    alerts: &mut Vec<Value>,
    what: &str,
    mut shown: impl FnMut(&[Value]) -> bool,
) {
    let mut made = Instant::now();
    poll(what, || {
        if made.elapsed() > Duration::from_secs(5) {
            alerts.extend(make_alerts(edge));
            made = Instant::now();
        }
        shown(alerts).then_some(())
    });
}

/// Returns the reports of these alerts at a process, as alert id and report number.
fn reports_of(deck: &Deck, alerts: &[Value]) -> Vec<(u64, u64)> {
    let history = deck.json("/api/alerts/history");
    let history = history.as_array().expect("reports").iter();
    let own = history.filter(|report| alerts.contains(&report["alertId"]));
    own.map(|report| {
        let number = |key: &str| report[key].as_u64().expect("a number");
        (number("alertId"), number("id"))
    })
    .collect()
}

/// ALRT-05: whenever the source fails, its successor knows what was reported and reports nothing twice.
#[test]
fn an_alert_fires_once_when_the_source_is_killed_around_its_crossing() {
    for moment in [Moment::Made, Moment::Unanswered, Moment::Shown] {
        let (nats, receiver) = (Nats::start(), Receiver::start());
        let mut first = source(&nats, &receiver).once_source();
        let second = source(&nats, &receiver).once_complete();
        let edge = Deck::edge(&nats).once_complete();
        receiver.holds(moment == Moment::Unanswered);
        let mut alerts = make_alerts(&edge);
        let heard = |_: &[Value]| !receiver.messages().is_empty();
        match moment {
            Moment::Made => {}
            Moment::Unanswered => crosses(&edge, &mut alerts, "a message", heard),
            Moment::Shown => crosses(&edge, &mut alerts, "a report at the edge", |alerts| {
                !reports_of(&edge, alerts).is_empty()
            }),
        }
        first.running.signal("KILL");
        first.running.wait();
        let unanswered = (moment == Moment::Unanswered).then(|| receiver.messages());
        receiver.holds(false);
        let second = second.once_source();
        crosses(&edge, &mut alerts, "a message", heard);
        // Prices keep being evaluated until nothing fires any more.
        for _ in 0..3 {
            second.sees_prices_move();
        }
        for alert in &alerts {
            let path = format!("/api/alerts/{alert}");
            let off = second
                .running
                .request("PATCH", &path, r#"{"active": false}"#);
            assert_eq!(off.expect("an answer").0, 200);
        }
        // The last reports have been recorded by then.
        second.sees_prices_move();
        poll("nothing that waits", || {
            let channels = second.json("/api/alert-channels");
            let mut channels = channels.as_array().expect("channels").iter();
            channels.all(|one| one["waiting"] == 0).then_some(())
        });
        let reports = reports_of(&second, &alerts);
        let fired: BTreeSet<u64> = reports.iter().map(|(alert, _)| *alert).collect();
        assert_eq!(fired.len(), reports.len(), "{moment:?}: twice: {reports:?}");
        poll("the same history at the edge", || {
            (reports_of(&edge, &alerts) == reports).then_some(())
        });
        // A repeated message has the same key and content.
        let messages = receiver.messages();
        let by_key: BTreeMap<&String, &Vec<u64>> =
            messages.iter().map(|(key, says)| (key, says)).collect();
        let mut delivered: Vec<u64> = by_key.values().copied().flatten().copied().collect();
        delivered.sort_unstable();
        let mut recorded: Vec<u64> = reports.iter().map(|(_, number)| *number).collect();
        recorded.sort_unstable();
        assert_eq!(delivered, recorded, "{moment:?}: {messages:?}");
        for (key, _) in unanswered.into_iter().flatten() {
            let times = messages.iter().filter(|(other, _)| *other == key).count();
            assert_eq!(times, 2, "an unanswered message is repeated");
        }
        println!(
            "{moment:?}: {} alerts fired, {} requests for {} messages",
            fired.len(),
            messages.len(),
            by_key.len()
        );
    }
}
