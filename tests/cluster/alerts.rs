//! Alerts when the source is killed.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{
    nats::Nats,
    process::{ClusterProcess, program},
    program::poll,
    receiver::Receiver,
};

/// When the source is killed.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Moment {
    /// Right after the alerts were created; a threshold may already be crossed.
    Created,
    /// After a message arrived and before the receiver responds.
    Unanswered,
    /// After the report reached the edge.
    AtEdge,
}

/// Starts a source that delivers alerts to `receiver`.
fn source(nats: &Nats, receiver: &Receiver) -> ClusterProcess {
    let folder = tempfile::tempdir().unwrap();
    let settings = folder.path().join("marketdeck.toml");
    let channel = format!(
        "[[channels]]\nname = 'hook'\nkind = 'webhook'\nurl = '{}'\nmost_per_hour = 3600\n",
        receiver.url
    );
    fs::write(&settings, channel).unwrap();
    let mut program = program("source", &nats.url(), folder.path());
    program.command.arg("--config").arg(settings);
    let running = program.serve();
    ClusterProcess { running, folder }
}

/// Relative distances of alert thresholds from the price, so small that the price soon crosses one.
const THRESHOLDS: [f64; 6] = [-9e-5, -5e-5, -2e-5, 2e-5, 5e-5, 9e-5];

/// Creates alerts at the edge near the current price; returns their ids.
fn create_alerts(edge: &ClusterProcess) -> Vec<Value> {
    // An edge may not have the price of BTC yet.
    let ticker = edge.wait_for_response("/api/tickers/BTC", |now| now["price"].is_number());
    let price = ticker["price"].as_f64().unwrap();
    let created = THRESHOLDS.iter().map(|distance| {
        let alert = json!({
            "type": "price", "symbol": "BTC", "condition": "crosses", "value": price * (1.0 + distance),
            "frequency": "once", "delivery": ["hook"],
        });
        let path = "/api/alerts";
        let created = edge.running.request("POST", path, &alert.to_string());
        let (status, body) = created.expect("the server responds");
        assert_eq!(status, 201, "{body}");
        serde_json::from_str::<Value>(&body).unwrap()["id"].clone()
    });
    created.collect()
}

/// Waits until `is_done` returns true. Creates new alerts every five seconds, because the price may move away from all thresholds.
fn wait_while_creating_alerts(
    edge: &ClusterProcess,
    alerts: &mut Vec<Value>,
    description: &str,
    mut is_done: impl FnMut(&[Value]) -> bool,
) {
    let mut last_created = Instant::now();
    poll(description, || {
        if last_created.elapsed() > Duration::from_secs(5) {
            alerts.extend(create_alerts(edge));
            last_created = Instant::now();
        }
        is_done(alerts).then_some(())
    });
}

/// Returns the reports of these alerts in the history of a process, as alert id and report number.
fn reports_of(process: &ClusterProcess, alerts: &[Value]) -> Vec<(u64, u64)> {
    let history = process.json("/api/alerts/history");
    let history = history
        .as_array()
        .expect("the response is a list of reports")
        .iter();
    let of_alerts = history.filter(|report| alerts.contains(&report["alertId"]));
    of_alerts
        .map(|report| {
            let number = |key: &str| report[key].as_u64().expect("the field is a number");
            (number("alertId"), number("id"))
        })
        .collect()
}

/// ALRT-05: whenever the source fails, its successor knows the previous reports and repeats none.
#[test]
fn an_alert_fires_once_when_the_source_is_killed_around_its_crossing() {
    for moment in [Moment::Created, Moment::Unanswered, Moment::AtEdge] {
        let (nats, receiver) = (Nats::start(), Receiver::start());
        let mut first = source(&nats, &receiver).wait_until_source();
        let second = source(&nats, &receiver).wait_until_complete();
        let edge = ClusterProcess::edge(&nats).wait_until_complete();
        receiver.set_silent(moment == Moment::Unanswered);
        let mut alerts = create_alerts(&edge);
        let has_message = |_: &[Value]| !receiver.messages().is_empty();
        match moment {
            Moment::Created => {}
            Moment::Unanswered => {
                wait_while_creating_alerts(&edge, &mut alerts, "a message", has_message);
            }
            Moment::AtEdge => {
                wait_while_creating_alerts(&edge, &mut alerts, "a report at the edge", |alerts| {
                    !reports_of(&edge, alerts).is_empty()
                });
            }
        }
        first.running.signal("KILL");
        first.running.wait();
        let unanswered = (moment == Moment::Unanswered).then(|| receiver.messages());
        receiver.set_silent(false);
        let second = second.wait_until_source();
        wait_while_creating_alerts(&edge, &mut alerts, "a message", has_message);
        // Waits for more prices, so that the last crossed thresholds fire.
        for _ in 0..3 {
            second.wait_for_newer_price();
        }
        for alert in &alerts {
            let path = format!("/api/alerts/{alert}");
            let disabled = second
                .running
                .request("PATCH", &path, r#"{"active": false}"#);
            assert_eq!(disabled.expect("the server responds").0, 200);
        }
        // At the next price, the last reports have been recorded.
        second.wait_for_newer_price();
        poll("an empty outbox", || {
            let channels = second.json("/api/alert-channels");
            let mut channels = channels
                .as_array()
                .expect("the response is a list of channels")
                .iter();
            channels.all(|one| one["waiting"] == 0).then_some(())
        });
        let reports = reports_of(&second, &alerts);
        let fired_alerts: BTreeSet<u64> = reports.iter().map(|(alert, _)| *alert).collect();
        assert_eq!(
            fired_alerts.len(),
            reports.len(),
            "{moment:?}: an alert fired twice: {reports:?}"
        );
        poll("the same history at the edge", || {
            (reports_of(&edge, &alerts) == reports).then_some(())
        });
        // A repeated message has the same key and content.
        let messages = receiver.messages();
        let by_key: BTreeMap<&String, &Vec<u64>> = messages
            .iter()
            .map(|(key, reports)| (key, reports))
            .collect();
        let mut delivered: Vec<u64> = by_key.values().copied().flatten().copied().collect();
        delivered.sort_unstable();
        let mut recorded: Vec<u64> = reports.iter().map(|(_, number)| *number).collect();
        recorded.sort_unstable();
        assert_eq!(delivered, recorded, "{moment:?}: {messages:?}");
        for (key, _) in unanswered.into_iter().flatten() {
            let count = messages.iter().filter(|(other, _)| *other == key).count();
            assert_eq!(count, 2, "a message without a response is sent again");
        }
        println!(
            "{moment:?}: {} alerts fired, {} requests for {} messages",
            fired_alerts.len(),
            messages.len(),
            by_key.len()
        );
    }
}
