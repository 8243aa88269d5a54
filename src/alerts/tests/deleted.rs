//! Deleting and restoring alerts.

use super::*;
use crate::domain::person::PersonId;
use crate::{
    domain::alert::{Adjustment, Delivery, Edit, Term},
    store::StoreError,
};

fn alert_with_all_options() -> Alert {
    let term = Term {
        kind: AlertKind::Price,
        condition: Condition::Below,
        value: Some(150.0),
        window_hours: None,
        indicator: None,
        interval: None,
    };
    Alert {
        and: vec![term],
        note: Some("Sell half".to_owned()),
        delivery: vec![Delivery::InApp, Delivery::Push],
        expires_at: Some(at(9_000)),
        ..above(100.0, AlertFrequency::Always)
    }
}

#[tokio::test]
async fn restored_alert_equals_the_deleted_one() {
    let fixture = Fixture::new();
    let service = &fixture.service;
    for _ in 0..2 {
        service
            .create(
                PersonId::OWNER,
                alert_with_all_options(),
                WhenMet::default(),
                at(0),
            )
            .await
            .unwrap();
    }
    let snooze = Adjustment {
        snoozed_until: Edit::Set(at(500)),
        ..Adjustment::default()
    };
    service
        .adjust(PersonId::OWNER, 1, snooze, at(1))
        .await
        .unwrap();
    let before = fixture.store.of(PersonId::OWNER).alerts().unwrap();
    service.delete(PersonId::OWNER, 1, at(2)).await.unwrap();
    assert_eq!(fixture.store.of(PersonId::OWNER).alerts().unwrap().len(), 1);
    let restored = service.restore(PersonId::OWNER, 1, at(3)).await.unwrap();
    assert_eq!(fixture.store.of(PersonId::OWNER).alerts().unwrap(), before);
    assert_eq!(Some(&restored.alert), before.last());
    // An alert can be restored only once.
    let again = service.restore(PersonId::OWNER, 1, at(4)).await;
    assert!(matches!(again, Err(StoreError::NotFound("alert"))));
}

#[tokio::test]
async fn restored_alert_is_active_only_if_it_was_before() {
    let fixture = Fixture::new();
    let service = &fixture.service;
    for value in [100.0, 100.5] {
        let alert = above(value, AlertFrequency::Always);
        service
            .create(PersonId::OWNER, alert, WhenMet::default(), at(0))
            .await
            .unwrap();
    }
    service
        .switch(PersonId::OWNER, 2, false, at(1))
        .await
        .unwrap();
    for id in [1, 2] {
        service.delete(PersonId::OWNER, id, at(2)).await.unwrap();
    }
    for id in [1, 2] {
        service.restore(PersonId::OWNER, id, at(3)).await.unwrap();
    }
    fixture.observe(101.0, 4);
    fixture.record().await;
    let reports = fixture.store.of(PersonId::OWNER).reports(10).unwrap();
    let fired: Vec<_> = reports.iter().map(|report| report.fired.alert_id).collect();
    assert_eq!(fired, [1]);
}

#[tokio::test]
async fn alert_that_was_not_deleted_cannot_be_restored() {
    let fixture = Fixture::new();
    let alert = above(100.0, AlertFrequency::Always);
    fixture
        .service
        .create(PersonId::OWNER, alert, WhenMet::default(), at(0))
        .await
        .unwrap();
    let error = fixture.service.restore(PersonId::OWNER, 1, at(1)).await;
    assert!(matches!(error, Err(StoreError::NotFound("alert"))));
    assert_eq!(fixture.store.of(PersonId::OWNER).alerts().unwrap().len(), 1);
}
