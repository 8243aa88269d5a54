//! Splits are applied to stored alerts exactly once.

use super::*;
use crate::domain::person::PersonId;
use crate::domain::split::Split;

const DAY: i64 = 86_400;

/// A market with Bitcoin, whose split takes effect and is reported on the second day.
fn report_split(fixture: &Fixture) {
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
    /// Records all reports and adjustments on the second day.
    async fn record_on_second_day(&self) {
        self.service.end();
        let clock = Arc::new(ManualClock::new(at(DAY + 20)));
        Arc::clone(&self.service).run(self.in_app(), clock).await;
    }

    fn values(&self) -> Vec<Option<f64>> {
        let mut alerts = self.store.of(PersonId::OWNER).alerts().unwrap();
        alerts.sort_by_key(|alert| alert.id);
        alerts.into_iter().map(|alert| alert.value).collect()
    }

    fn history(&self) -> Vec<String> {
        let reports = self
            .store
            .of(PersonId::OWNER)
            .reports(10)
            .unwrap()
            .into_iter();
        reports.map(|report| report.fired.sentence).collect()
    }
}

#[tokio::test]
async fn stored_alerts_are_divided_once_with_a_history_entry() {
    let fixture = Fixture::new();
    for value in [100.0, 200.0] {
        let alert = above(value, AlertFrequency::Always);
        let created = fixture
            .service
            .create(PersonId::OWNER, alert, WhenMet::default(), at(0))
            .await;
        let id = created.unwrap().alert.id;
        if id == 2 {
            fixture
                .service
                .switch(PersonId::OWNER, id, false, at(1))
                .await
                .unwrap();
        }
    }
    report_split(&fixture);
    fixture.record_on_second_day().await;
    assert_eq!(fixture.values(), [Some(25.0), Some(50.0)]);
    let expected = [
        "BTC split 4 for 1: the alert 'BTC price above $200' is now 'BTC price above $50'",
        "BTC split 4 for 1: the alert 'BTC price above $100' is now 'BTC price above $25'",
    ];
    assert_eq!(fixture.history(), expected);
    // The split is reported again, also after a restart.
    report_split(&fixture);
    fixture.service.resume(at(DAY + 15)).unwrap();
    fixture.record_on_second_day().await;
    assert_eq!(fixture.values(), [Some(25.0), Some(50.0)]);
    assert_eq!(fixture.history().len(), 2);
}

#[tokio::test]
async fn report_recorded_after_the_split_does_not_undo_it() {
    let fixture = Fixture::new();
    let alert = above(100.0, AlertFrequency::Always);
    fixture
        .service
        .create(PersonId::OWNER, alert, WhenMet::default(), at(0))
        .await
        .unwrap();
    fixture.observe(101.0, 10);
    report_split(&fixture);
    fixture.record_on_second_day().await;
    assert_eq!(fixture.values(), [Some(25.0)]);
    let stored = fixture.stored();
    assert_eq!(stored.applied_splits.len(), 1);
    assert_eq!(stored.last_fired_at, Some(at(10)));
}

#[tokio::test]
async fn alert_created_on_the_day_of_a_known_split_is_not_divided() {
    let fixture = Fixture::new();
    report_split(&fixture);
    let alert = Alert {
        limits_set_at: Some(at(DAY + 15)),
        ..above(30.0, AlertFrequency::Always)
    };
    let created = fixture
        .service
        .create(PersonId::OWNER, alert, WhenMet::default(), at(DAY + 15))
        .await
        .unwrap();
    report_split(&fixture);
    fixture.record_on_second_day().await;
    assert_eq!(created.alert.value, Some(30.0));
    assert_eq!(fixture.values(), [Some(30.0)]);
}
