//! A price that crosses its line a thousand times in an hour: what a person hears of it, by frequency.

use std::{sync::Mutex, time::Duration};

use jiff::SignedDuration;

use super::*;
use crate::{
    alerts::{
        Channel,
        delivery::{Attempt, Limit, Message, Policy},
    },
    domain::alert::{Delivery, Term},
};

/// Crossings in the hour.
const CROSSINGS: i64 = 1_000;
/// Milliseconds between two of them.
const EVERY: i64 = 3_600;
/// 14:30 in New York, so that the daily summary (17:00) falls into the day that follows.
const BEGIN: i64 = 1_795_203_000;

/// A channel that takes everything, and counts reports by message.
struct Counting {
    policy: Policy,
    messages: Mutex<Vec<usize>>,
}

impl Channel for Counting {
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

/// What a channel got of so many alerts of one kind.
struct Heard {
    reports: usize,
    in_the_hour: usize,
    in_a_day: usize,
    largest: usize,
    still_on: usize,
}

/// What else must hold for an alert to fire.
#[derive(Debug, Clone, Copy)]
enum And {
    Nothing,
    /// Something that is so all the time.
    Holds,
    /// Something that is never so.
    Fails,
}

impl And {
    /// The price of the hour is far from 200.
    fn terms(self) -> Vec<Term> {
        let condition = match self {
            Self::Nothing => return vec![],
            Self::Holds => Condition::Below,
            Self::Fails => Condition::Above,
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

/// Lets the price of a day pass by `count` alerts: an hour in which it flaps about their line, and silence after it.
async fn heard(condition: Condition, and: And, frequency: AlertFrequency, count: usize) -> Heard {
    let fixture = Fixture::new();
    let clock = Arc::new(ManualClock::new(at(BEGIN)));
    let channel = Arc::new(Counting {
        // As a channel is without settings of its own.
        policy: Policy {
            limit: Some(Limit::per_hour(30)),
            digest_from: 4,
            gather: SignedDuration::from_secs(2),
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
            since: Some(at(BEGIN)),
            ..Alert::new(AlertKind::Price, "BTC", frequency, at(BEGIN))
        };
        fixture
            .service
            .create(alert, WhenMet::default(), at(BEGIN))
            .await
            .unwrap();
    }
    let mut due = at(BEGIN);
    let mut in_the_hour = 0;
    let in_app = fixture.in_app();
    let recording = tokio::spawn(Arc::clone(&fixture.service).run(in_app, clock.clone()));
    let mut recorded = fixture.service.recorded();
    // An hour of crossings, and then a look every minute for the rest of a day.
    for step in 0..CROSSINGS + 23 * 60 {
        let second = if step < CROSSINGS {
            BEGIN + step * EVERY / 1_000
        } else {
            BEGIN + 3_600 + (step - CROSSINGS) * 60
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
    Heard {
        reports: messages.iter().sum(),
        in_the_hour,
        in_a_day: messages.len(),
        largest: messages.into_iter().max().unwrap_or(0),
        still_on: alerts.filter(|alert| alert.active).count(),
    }
}

/// ALRT-04: a flapping price is told once, every five minutes at most, or once a day; the table stands in
/// docs/channels.md.
#[tokio::test]
async fn a_thousand_crossings_in_an_hour_are_told_as_often_as_a_person_wants() {
    use AlertFrequency::{Always, Daily, Once};
    use And::{Fails, Holds, Nothing};
    use Condition::{Above, Crosses};
    println!(
        "| alerts | condition | and another | frequency | reports | messages in the hour | in the day | largest | still on |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for (count, condition, and, frequency, expected) in [
        (1, Above, Nothing, Once, (1, 1, 1, 1, 0)),
        (1, Crosses, Nothing, Once, (1, 1, 1, 1, 0)),
        (1, Above, Holds, Once, (1, 1, 1, 1, 0)),
        (1, Above, Nothing, Always, (12, 12, 12, 1, 1)),
        (1, Crosses, Nothing, Always, (12, 12, 12, 1, 1)),
        (1, Above, Holds, Always, (12, 12, 12, 1, 1)),
        (1, Above, Fails, Always, (0, 0, 0, 0, 1)),
        (1, Above, Nothing, Daily, (1, 0, 1, 1, 1)),
        (1, Crosses, Nothing, Daily, (1, 0, 1, 1, 1)),
        (1, Above, Holds, Daily, (1, 0, 1, 1, 1)),
        (40, Above, Nothing, Once, (40, 1, 1, 40, 0)),
        (40, Crosses, Nothing, Always, (480, 12, 12, 40, 40)),
        (40, Above, Holds, Always, (480, 12, 12, 40, 40)),
        (40, Above, Nothing, Daily, (40, 0, 1, 40, 40)),
    ] {
        let heard = heard(condition, and, frequency, count).await;
        let Heard {
            reports,
            in_the_hour,
            in_a_day,
            largest,
            still_on,
        } = heard;
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
