//! Counts the messages for a price that crosses its threshold a thousand times in an hour, by frequency.

use crate::domain::person::PersonId;
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

/// The number of crossings in an hour.
const CROSSINGS: i64 = 1_000;
/// The time between two crossings, in milliseconds.
const CROSSING_INTERVAL_MS: i64 = 3_600;
/// 14:30 in New York, in Unix seconds. The daily summary (17:00) follows on the same day.
const START: i64 = 1_795_203_000;

/// A channel that accepts every message and counts the reports per message.
struct CountingChannel {
    policy: Policy,
    messages: Mutex<Vec<usize>>,
}

impl Channel for CountingChannel {
    fn name(&self) -> &str {
        Delivery::InApp.as_str()
    }

    fn person(&self) -> PersonId {
        PersonId::OWNER
    }

    fn policy(&self) -> &Policy {
        &self.policy
    }

    fn deliver<'a>(&'a self, message: &'a Message, _now: Timestamp) -> Attempt<'a> {
        self.messages.lock().unwrap().push(message.reports.len());
        Box::pin(async { Ok("ok".to_owned()) })
    }
}

/// The numbers of messages and reports that a channel received.
struct MessageCounts {
    reports: usize,
    messages_per_hour: usize,
    messages_per_day: usize,
    max_reports: usize,
    active_alerts: usize,
}

/// The second condition of an alert.
#[derive(Debug, Clone, Copy)]
enum SecondCondition {
    Absent,
    /// A condition that is always met.
    True,
    /// A condition that is never met.
    False,
}

impl SecondCondition {
    /// The conditions compare the price with 200, which it never reaches.
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

/// Evaluates `count` equal alerts for a day. The price flaps around the threshold in the first hour, and there are no further
/// prices.
async fn count_messages(
    condition: Condition,
    and: SecondCondition,
    frequency: AlertFrequency,
    count: usize,
) -> MessageCounts {
    let fixture = Fixture::new();
    let clock = Arc::new(ManualClock::new(at(START)));
    let channel = Arc::new(CountingChannel {
        // This is the default policy of a channel.
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
            .create(PersonId::OWNER, alert, WhenMet::default(), at(START))
            .await
            .unwrap();
    }
    let mut due = at(START);
    let mut messages_per_hour = 0;
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
            messages_per_hour = channel.messages.lock().unwrap().len();
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
    let alerts = fixture
        .store
        .of(PersonId::OWNER)
        .alerts()
        .unwrap()
        .into_iter();
    assert_eq!(
        fixture
            .store
            .of(PersonId::OWNER)
            .undelivered("in_app")
            .unwrap(),
        []
    );
    MessageCounts {
        reports: messages.iter().sum(),
        messages_per_hour,
        messages_per_day: messages.len(),
        max_reports: messages.into_iter().max().unwrap_or(0),
        active_alerts: alerts.filter(|alert| alert.active).count(),
    }
}

/// ALRT-04: A flapping price is reported once, at most every five minutes, or once a day. `docs/channels.md` contains the
/// printed table.
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
            messages_per_hour,
            messages_per_day,
            max_reports,
            active_alerts,
        } = counts;
        println!(
            "| {count} | {condition:?} | {and:?} | {frequency:?} | {reports} | {messages_per_hour} | {messages_per_day} | {max_reports} | {active_alerts} |"
        );
        let found = (
            reports,
            messages_per_hour,
            messages_per_day,
            max_reports,
            active_alerts,
        );
        assert_eq!(
            found, expected,
            "{count} alerts, {condition:?}, {and:?}, {frequency:?}"
        );
    }
}
