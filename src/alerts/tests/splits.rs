//! Splits, on a real store: each is counted once, whatever happens in between.

use super::*;
use crate::domain::split::Split;

const DAY: i64 = 86_400;

/// A market of Bitcoin whose split takes effect on the second day, told to the service then.
fn tell_split(fixture: &Fixture) {
    let split = Split {
        date: "1970-01-02".parse().unwrap(),
        numerator: 4.0,
        denominator: 1.0,
    };
    let market = &fixture.market;
    market
        .write()
        .splits
        .insert(TickerId(1), vec![split].into());
    fixture.service.observe_split("BTC", &split, at(DAY + 10));
}

impl Fixture {
    /// Records everything up to a moment of the second day.
    async fn record_later(&self) {
        self.service.end();
        let clock = Arc::new(ManualClock::new(at(DAY + 20)));
        Arc::clone(&self.service).run(self.in_app(), clock).await;
    }

    fn values(&self) -> Vec<Option<f64>> {
        let mut alerts = self.store.alerts().unwrap();
        alerts.sort_by_key(|alert| alert.id);
        alerts.into_iter().map(|alert| alert.value).collect()
    }

    fn history(&self) -> Vec<String> {
        let reports = self.store.reports(10).unwrap().into_iter();
        reports.map(|report| report.fired.sentence).collect()
    }
}

#[tokio::test]
async fn stored_alerts_are_divided_once_and_the_history_says_so() {
    let fixture = Fixture::new();
    for value in [100.0, 200.0] {
        let made = above(value, AlertFrequency::Always);
        let made = fixture
            .service
            .create(made, WhenMet::default(), at(0))
            .await;
        let id = made.unwrap().alert.id;
        if id == 2 {
            fixture.service.switch(id, false, at(1)).await.unwrap();
        }
    }
    tell_split(&fixture);
    fixture.record_later().await;
    assert_eq!(fixture.values(), [Some(25.0), Some(50.0)]);
    let expected = [
        "BTC split 4 for 1: the alert 'BTC price above $200' is now 'BTC price above $50'",
        "BTC split 4 for 1: the alert 'BTC price above $100' is now 'BTC price above $25'",
    ];
    assert_eq!(fixture.history(), expected);
    // Told again, and after a restart.
    tell_split(&fixture);
    fixture.service.resume(at(DAY + 15)).unwrap();
    fixture.record_later().await;
    assert_eq!(fixture.values(), [Some(25.0), Some(50.0)]);
    assert_eq!(fixture.history().len(), 2);
}

#[tokio::test]
async fn what_fired_before_the_split_and_is_recorded_after_it_takes_nothing_back() {
    let fixture = Fixture::new();
    let made = above(100.0, AlertFrequency::Always);
    fixture
        .service
        .create(made, WhenMet::default(), at(0))
        .await
        .unwrap();
    fixture.observe(101.0, 10);
    tell_split(&fixture);
    fixture.record_later().await;
    assert_eq!(fixture.values(), [Some(25.0)]);
    let stored = fixture.stored();
    assert_eq!(stored.restated_for.len(), 1);
    assert_eq!(stored.last_fired_at, Some(at(10)));
}

#[tokio::test]
async fn an_alert_that_is_made_on_the_day_of_a_known_split_is_in_new_units() {
    let fixture = Fixture::new();
    tell_split(&fixture);
    let made = Alert {
        valued_at: Some(at(DAY + 15)),
        ..above(30.0, AlertFrequency::Always)
    };
    let made = fixture
        .service
        .create(made, WhenMet::default(), at(DAY + 15))
        .await
        .unwrap();
    tell_split(&fixture);
    fixture.record_later().await;
    assert_eq!(made.alert.value, Some(30.0));
    assert_eq!(fixture.values(), [Some(30.0)]);
}
