//! A price that crosses its threshold a thousand times in an hour: the resulting messages, by frequency.

use std::{sync::Mutex, time::Duration};

use jiff::SignedDuration;

use super::*;
use crate::{
    alerts::{
        Channel,
        delivery::{Attempt, Message, Policy, RateLimit},
    },
    domain::alert::{Delivery, Term},
};

/// Crossings in the hour.
const CROSSINGS: i64 = 1_000;
/// Milliseconds between two crossings.
const CROSSING_INTERVAL_MS: i64 = 3_600;
/// 14:30 in New York, so that the daily summary (17:00) follows on the same day.
const START: i64 = 1_795_203_000;

/// A channel that accepts everything and counts the reports per message.
struct CountingChannel {
    policy: Policy,
    messages: Mutex<Vec<usize>>,
}

impl Channel for CountingChannel {
    fn name(&self) -> &str {
        Delivery::InApp.as_str()
    }

    fn policy(&self) -> &Policy {
        &self.policy
    }

    fn deliver<'a>(&'a self, message: &'a Message, _now: Timestamp) -> Attempt<'a> {
        self.messages.lock().unwrap().push(message.reports.len());
        Box::pin(async { Ok("taken".to_owned()) })
    }
}

/// What a channel received from a number of equal alerts.
struct MessageCounts {
    reports: usize,
    in_the_hour: usize,
    in_a_day: usize,
    largest: usize,
    still_on: usize,
}

/// The second condition of an alert.
#[derive(Debug, Clone, Copy)]
enum SecondCondition {
    Absent,
    /// A condition that always holds.
    True,
    /// A condition that never holds.
    False,
}

impl SecondCondition {
    /// The price stays far from 200.
    fn terms(self) -> Vec<Term> {
        let condition = match self {
            Self::Absent => return vec![],
            Self::True => Condition::Below,
            Self::False => Condition::Above,
        };
        vec![Term {
            kind: AlertKind::Price,
            condition,
            value: Some(200.0),
            window_hours: None,
            indicator: None,
            interval: None,
        }]
    }
}

/// Runs `count` alerts through a day: an hour in which the price flaps around the threshold, then no prices.
async fn count_messages(
    condition: Condition,
    and: SecondCondition,
    frequency: AlertFrequency,
    count: usize,
) -> MessageCounts {
    let fixture = Fixture::new();
    let clock = Arc::new(ManualClock::new(at(START)));
    let channel = Arc::new(CountingChannel {
        // The defaults of a channel.
        policy: Policy {
            limit: Some(RateLimit::per_hour(30)),
            digest_from: 4,
            grouping_window: SignedDuration::from_secs(2),
            quiet: None,
        },
        messages: Mutex::default(),
    });
    let mut worker = DeliveryWorker::new(
        channel.clone(),
        fixture.store.clone(),
        clock.clone(),
        fixture.service.recorded(),
        fastrand::Rng::with_seed(7),
    );
    for _ in 0..count {
        let alert = Alert {
            condition: Some(condition),
            value: Some(100.0),
            and: and.terms(),
            since: Some(at(START)),
            ..Alert::new(AlertKind::Price, "BTC", frequency, at(START))
        };
        fixture
            .service
            .create(alert, WhenMet::default(), at(START))
            .await
            .unwrap();
    }
    let mut due = at(START);
    let mut in_the_hour = 0;
    let in_app = fixture.in_app();
    let recording = tokio::spawn(Arc::clone(&fixture.service).run(in_app, clock.clone()));
    let mut recorded = fixture.service.recorded();
    // An hour of crossings, then a sweep every minute for the rest of the day.
    for step in 0..CROSSINGS + 23 * 60 {
        let second = if step < CROSSINGS {
            START + step * CROSSING_INTERVAL_MS / 1_000
        } else {
            START + 3_600 + (step - CROSSINGS) * 60
        };
        clock.set(at(second));
        if step == CROSSINGS {
            in_the_hour = channel.messages.lock().unwrap().len();
        }
        if step < CROSSINGS {
            let price = if step % 2 == 0 { 99.0 } else { 101.0 };
            fixture.observe(price, second);
        }
        fixture.service.sweep(at(second));
        let fired = !fixture.service.is_recorded();
        if fired {
            recorded.changed().await.unwrap();
        }
        if fired || at(second) >= due {
            let pause = worker.deliver_due().await.max(Duration::from_secs(1));
            due = at(second) + SignedDuration::try_from(pause).unwrap();
        }
    }
    fixture.service.end();
    recording.await.unwrap();
    let messages = channel.messages.lock().unwrap().clone();
    let alerts = fixture.store.alerts().unwrap().into_iter();
    assert_eq!(fixture.store.undelivered("in_app").unwrap(), []);
    MessageCounts {
        reports: messages.iter().sum(),
        in_the_hour,
        in_a_day: messages.len(),
        largest: messages.into_iter().max().unwrap_or(0),
        still_on: alerts.filter(|alert| alert.active).count(),
    }
}

/// ALRT-04: a flapping price is reported once, at most every five minutes, or once a day. The table is in
/// docs/channels.md.
#[tokio::test]
async fn a_thousand_crossings_are_limited_by_the_frequency() {
    use AlertFrequency::{Always, Daily, Once};
    use Condition::{Above, Crosses};
    use SecondCondition::{Absent, False, True};
    println!(
        "| alerts | condition | second condition | frequency | reports | messages per hour | messages per day | most reports in a message | alerts still active |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for (count, condition, and, frequency, expected) in [
        (1, Above, Absent, Once, (1, 1, 1, 1, 0)),
        (1, Crosses, Absent, Once, (1, 1, 1, 1, 0)),
        (1, Above, True, Once, (1, 1, 1, 1, 0)),
        (1, Above, Absent, Always, (12, 12, 12, 1, 1)),
        (1, Crosses, Absent, Always, (12, 12, 12, 1, 1)),
        (1, Above, True, Always, (12, 12, 12, 1, 1)),
        (1, Above, False, Always, (0, 0, 0, 0, 1)),
        (1, Above, Absent, Daily, (1, 0, 1, 1, 1)),
        (1, Crosses, Absent, Daily, (1, 0, 1, 1, 1)),
        (1, Above, True, Daily, (1, 0, 1, 1, 1)),
        (40, Above, Absent, Once, (40, 1, 1, 40, 0)),
        (40, Crosses, Absent, Always, (480, 12, 12, 40, 40)),
        (40, Above, True, Always, (480, 12, 12, 40, 40)),
        (40, Above, Absent, Daily, (40, 0, 1, 40, 40)),
    ] {
        let counts = count_messages(condition, and, frequency, count).await;
        let MessageCounts {
            reports,
            in_the_hour,
            in_a_day,
            largest,
            still_on,
        } = counts;
        println!(
            "| {count} | {condition:?} | {and:?} | {frequency:?} | {reports} | {in_the_hour} | {in_a_day} | {largest} | {still_on} |"
        );
        let found = (reports, in_the_hour, in_a_day, largest, still_on);
        assert_eq!(
            found, expected,
            "{count} alerts, {condition:?}, {and:?}, {frequency:?}"
        );
    }
}
