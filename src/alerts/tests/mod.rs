//! Tests of the alert service with a real store.

mod backtest;
mod damaged;
mod deleted;
mod delivery;
mod events;
mod flapping;
mod splits;

use crate::domain::person::PersonId;
use std::{fs, sync::Arc};

use bytes::Bytes;

use super::*;
use crate::{
    domain::{
        Timestamp,
        alert::{Alert, AlertFrequency, AlertKind, Condition, FiredAlert, WhenMet},
        news::{NewsUpdate, Sentiment},
        quote::Quote,
        ticker::{Profile, Ticker, TickerId, TickerKind},
    },
    live::hub::{Batch, Hub, Subscription},
    market::{Market, MarketState},
    store::{NewReport, Store},
    testing::{self, ManualClock},
};

struct Fixture {
    folder: tempfile::TempDir,
    store: Store,
    service: Arc<AlertService>,
    hub: Arc<Hub>,
    market: Arc<Market>,
}

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

fn quote(price: f64, second: i64) -> Quote {
    testing::quote(price, at(second))
}

fn above(value: f64, frequency: AlertFrequency) -> Alert {
    Alert {
        condition: Some(Condition::Above),
        value: Some(value),
        ..Alert::new(AlertKind::Price, "BTC", frequency, at(0))
    }
}

fn article(second: i64) -> NewsUpdate {
    NewsUpdate {
        key: second.to_string(),
        symbols: vec!["BTC".into()],
        source: "Wire".into(),
        title: second.to_string(),
        content: String::new(),
        url: None,
        sentiment: Sentiment::Neutral,
        published_at: at(second),
        is_undated: false,
    }
}

/// A frame with the sentence and the number of a report.
fn encode(report: &FiredAlert, number: Option<u64>) -> Bytes {
    format!("{} as {number:?}", report.sentence).into()
}

impl Fixture {
    /// A market with Bitcoin at 99. Reports are recorded only by [`Fixture::record`].
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("test.redb")).unwrap();
        let mut market = MarketState::default();
        let bitcoin = Profile::new("BTC", "Bitcoin", TickerKind::Crypto);
        market.put(Ticker::new(TickerId(1), bitcoin));
        market.get_mut(TickerId(1)).unwrap().quote = Some(quote(99.0, 0));
        let market = Arc::new(Market::new(market));
        Self {
            folder,
            service: Arc::new(AlertService::new(
                store.clone(),
                Arc::clone(&market),
                Channels::default(),
            )),
            store,
            hub: Hub::new(),
            market,
        }
    }

    fn observe(&self, price: f64, second: i64) {
        self.service.observe_quote("BTC", &quote(price, second));
    }

    /// Records all reports and ends the service.
    async fn record(&self) {
        self.service.end();
        let clock = Arc::new(ManualClock::new(at(1_000)));
        Arc::clone(&self.service).run(self.in_app(), clock).await;
    }

    /// Delivers recorded reports in the app.
    async fn deliver(&self) {
        let worker = DeliveryWorker::new(
            Arc::new(self.in_app()),
            self.store.clone(),
            Arc::new(ManualClock::new(at(1_000))),
            self.service.recorded(),
            fastrand::Rng::with_seed(7),
        );
        { worker }.deliver_due().await;
    }

    fn in_app(&self) -> InApp {
        InApp::new(Arc::clone(&self.hub), encode)
    }

    fn stored(&self) -> Alert {
        self.store.of(PersonId::OWNER).alerts().unwrap().remove(0)
    }
}

/// The reports shown in the app since the last call.
fn shown(subscription: &mut Subscription) -> String {
    let mut frames = Batch::default();
    subscription.drain(&mut frames);
    String::from_utf8(frames.bytes().to_vec()).unwrap()
}

/// ALRT-04: Activating an alert while its report is being recorded does not let it fire again.
#[tokio::test]
async fn alert_fires_once_even_if_activated_before_its_report_is_recorded() {
    let fixture = Fixture::new();
    let alert = above(100.0, AlertFrequency::Once);
    let id = fixture
        .service
        .create(PersonId::OWNER, alert, WhenMet::default(), at(0))
        .await
        .unwrap()
        .alert
        .id;
    fixture.observe(101.0, 10);
    assert!(fixture.stored().active, "the report is not recorded yet");
    let switched = fixture
        .service
        .switch(PersonId::OWNER, id, true, at(11))
        .await
        .unwrap();
    assert!(!switched.alert.active, "the alert has fired");
    for (price, second) in [(99.0, 400), (101.0, 800)] {
        fixture.observe(price, second);
    }
    fixture.record().await;
    assert_eq!(
        fixture.store.of(PersonId::OWNER).reports(10).unwrap().len(),
        1
    );
    assert!(!fixture.stored().active);
}

/// ALRT-04: A pending daily summary survives deactivation.
#[tokio::test]
async fn pending_summary_survives_deactivation_before_it_is_recorded() {
    let fixture = Fixture::new();
    let alert = above(100.0, AlertFrequency::Daily);
    let id = fixture
        .service
        .create(PersonId::OWNER, alert, WhenMet::default(), at(0))
        .await
        .unwrap()
        .alert
        .id;
    fixture.observe(101.0, 10);
    fixture
        .service
        .switch(PersonId::OWNER, id, false, at(11))
        .await
        .unwrap();
    let switched = fixture
        .service
        .switch(PersonId::OWNER, id, true, at(12))
        .await
        .unwrap();
    assert_eq!(switched.alert.daily_summary.as_ref().unwrap().times, 1);
    for (price, second) in [(99.0, 400), (101.0, 800)] {
        fixture.observe(price, second);
    }
    fixture.record().await;
    let stored = fixture.stored();
    assert_eq!(stored.daily_summary.unwrap().times, 2);
    assert_eq!((stored.active, stored.since), (true, Some(at(12))));
}

/// ALRT-04: Activating an active alert does not reset it.
#[tokio::test]
async fn active_alert_keeps_its_state_when_activated() {
    let fixture = Fixture::new();
    let alert = above(100.0, AlertFrequency::Once);
    let id = fixture
        .service
        .create(PersonId::OWNER, alert, WhenMet::default(), at(0))
        .await
        .unwrap()
        .alert
        .id;
    fixture.observe(98.0, 10);
    // The market still contains 99. A new rule would not have seen the fall to 98.
    let switched = fixture
        .service
        .switch(PersonId::OWNER, id, true, at(11))
        .await
        .unwrap();
    assert_eq!(switched.alert.since, Some(at(0)));
    fixture.observe(101.0, 12);
    fixture.record().await;
    assert_eq!(
        fixture.store.of(PersonId::OWNER).reports(10).unwrap().len(),
        1
    );
}

/// ALRT-05: Each report is shown with its number in the history.
#[tokio::test]
async fn simultaneous_reports_are_shown_with_their_numbers() {
    let fixture = Fixture::new();
    let news = Alert::new(AlertKind::News, "BTC", AlertFrequency::Always, at(0));
    fixture
        .service
        .create(PersonId::OWNER, news, WhenMet::default(), at(0))
        .await
        .unwrap();
    let mut subscription = fixture.hub.subscribe(PersonId::OWNER);
    for second in 1..=1_500 {
        fixture
            .service
            .observe_news("BTC", &article(second), Some(99.0));
    }
    fixture.record().await;
    let stored = fixture.store.of(PersonId::OWNER).reports(2_000).unwrap();
    assert_eq!(stored.len(), 1_000);
    let newest = &stored[0];
    assert_eq!(newest.fired.sentence, "BTC in the news: 1500");
    fixture.deliver().await;
    let shown = shown(&mut subscription);
    let last = format!("BTC in the news: 1500 as Some({})", newest.number);
    assert!(shown.ends_with(&last), "{shown}");
}

/// ALRT-05: While the disk is full, a report is shown immediately. It is recorded later and not shown again.
#[tokio::test]
async fn unrecorded_report_is_shown_immediately_and_only_once() {
    let fixture = Fixture::new();
    let alert = above(100.0, AlertFrequency::Once);
    fixture
        .service
        .create(PersonId::OWNER, alert, WhenMet::default(), at(0))
        .await
        .unwrap();
    let mut subscription = fixture.hub.subscribe(PersonId::OWNER);
    let path = fixture.folder.path().join("test.redb");
    let moved_path = path.with_extension("away");
    fs::rename(&path, &moved_path).unwrap();
    fixture.observe(101.0, 10);
    fixture.record().await;
    assert_eq!(
        shown(&mut subscription),
        "BTC price rose above $100 as None"
    );

    fs::rename(&moved_path, &path).unwrap();
    fixture.record().await;
    fixture.deliver().await;
    assert_eq!(shown(&mut subscription), "");
    assert_eq!(
        fixture.store.of(PersonId::OWNER).reports(10).unwrap().len(),
        1
    );
    assert_eq!(
        fixture
            .store
            .of(PersonId::OWNER)
            .undelivered("in_app")
            .unwrap(),
        []
    );
}

/// ALRT-03: The number of alerts is limited.
#[tokio::test]
async fn alerts_beyond_the_limit_are_rejected() {
    let fixture = Fixture::new();
    let alerts = vec![above(100.0, AlertFrequency::Once); 1_000];
    fixture.store.seed_alerts(&alerts).unwrap();
    let error = fixture.service.create(
        PersonId::OWNER,
        above(100.0, AlertFrequency::Once),
        WhenMet::default(),
        at(0),
    );
    let error = error.await.unwrap_err().to_string();
    assert!(error.contains("already 1000 alerts"), "{error}");
}

/// ALRT-05: A channel may be removed or disabled while a report for it is being recorded. The delivery log contains the reason.
#[tokio::test]
async fn deliveries_to_a_channel_removed_meanwhile_are_cancelled_with_the_reason() {
    let fixture = Fixture::new();
    let settings = serde_json::json!({"name": "phone", "kind": "ntfy", "topic": "deck"});
    let settings = settings.as_object().cloned().unwrap();
    let created = fixture
        .service
        .create_channel(PersonId::OWNER, settings, false, at(0))
        .await;
    assert!(matches!(created, Ok(ChannelChange::Saved(_))));
    for (name, reason) in [
        ("phone", "the channel was switched off"),
        ("gone", "the channel was removed"),
    ] {
        let report = NewReport {
            person: PersonId::OWNER,
            fired: FiredAlert {
                alert_id: 1,
                symbol: "BTC".to_owned(),
                price: None,
                currency: None,
                at: at(1),
                late: false,
                sentence: "BTC rose above $100.00".to_owned(),
                url: None,
                note: None,
            },
            channels: vec![name.to_owned()],
        };
        fixture.store.record_fired(&[report], &[], at(1)).unwrap();
        let result = fixture
            .service
            .cancel_deliveries_of([(PersonId::OWNER, name.to_owned())].into(), at(2));
        result.await.unwrap();
        assert_eq!(
            fixture.store.of(PersonId::OWNER).undelivered(name).unwrap(),
            []
        );
        let log = fixture
            .store
            .of(PersonId::OWNER)
            .delivery_attempts(None, 10)
            .unwrap();
        let entry = log.iter().find(|entry| entry.channel == name).unwrap();
        assert_eq!(entry.answer, reason);
    }
}
