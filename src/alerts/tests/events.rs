//! Event alerts with data from the market.

use super::*;
use crate::domain::person::PersonId;
use crate::domain::{
    alert::Indicator,
    dividend::{Dividend, DividendKind},
    earnings::EarningsEvent,
};

fn time(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn event_alert(event: Indicator) -> Alert {
    let created_at = time("2026-11-20T15:00:00Z");
    Alert {
        indicator: Some(event),
        ..Alert::new(AlertKind::Event, "AAPL", AlertFrequency::Always, created_at)
    }
}

/// Apple with its newest price on Friday at 15:00 UTC, two earnings dates and one dividend.
fn apple() -> Arc<Market> {
    let mut market = MarketState::default();
    let id = TickerId(1);
    market.put(Ticker::new(
        id,
        Profile::new("AAPL", "Apple", TickerKind::Stock),
    ));
    let friday = time("2026-11-20T15:00:00Z");
    market.get_mut(id).unwrap().quote = Some(testing::quote(250.0, friday));
    let report = |date: &str, is_estimate| EarningsEvent {
        symbol: "AAPL".into(),
        date: date.parse().unwrap(),
        time: None,
        estimated_eps: None,
        actual_eps: None,
        currency: None,
        surprise: None,
        is_estimate,
        provider: String::new(),
    };
    market.earnings = vec![
        report("2026-08-24", false),
        report("2027-02-24", true),
        report("2026-11-24", false),
    ];
    let dividend = |day: &str, is_projected| Dividend {
        ex_date: day.parse().unwrap(),
        amount: 0.26,
        currency: None,
        price: None,
        dividend_yield: None,
        kind: DividendKind::Regular,
        frequency: None,
        is_projected,
        pay_date: None,
        is_from_file: false,
    };
    let dividends = vec![dividend("2026-11-25", true), dividend("2026-08-25", false)];
    market.dividends.insert(id, dividends.into());
    Arc::new(Market::new(market))
}

/// The sentences that alerts on these events report at these moments.
async fn sentences(events: &[Indicator], moments: &[&str]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("test.redb")).unwrap();
    let service = AlertService::new(store.clone(), apple(), Channels::default());
    let service = Arc::new(service);
    for event in events {
        let alert = event_alert(*event);
        let created_at = alert.created_at;
        let created = service.create(PersonId::OWNER, alert, WhenMet::WaitForCrossing, created_at);
        created.await.unwrap();
    }
    for moment in moments {
        service.sweep(time(moment));
    }
    service.end();
    let clock = Arc::new(ManualClock::new(time("2026-11-26T00:00:00Z")));
    let in_app = InApp::new(Hub::new(), encode);
    Arc::clone(&service).run(in_app, clock).await;
    let reports = store
        .of(PersonId::OWNER)
        .reports(10)
        .unwrap()
        .into_iter()
        .rev();
    reports.map(|report| report.fired.sentence).collect()
}

#[tokio::test]
async fn only_the_next_upcoming_date_is_reported() {
    let both = [Indicator::Earnings, Indicator::ExDate];
    let mornings = [
        "2026-11-22T15:00:00Z",
        "2026-11-23T15:00:00Z",
        "2026-11-24T15:00:00Z",
        "2026-11-25T15:00:00Z",
    ];
    assert_eq!(
        sentences(&both, &mornings).await,
        [
            "AAPL reports earnings tomorrow, on 2026-11-24",
            "AAPL is expected to go ex-dividend tomorrow, on 2026-11-25 (not announced)",
        ]
    );
}

#[tokio::test]
async fn price_is_stale_after_twenty_minutes_of_an_open_exchange() {
    let moments = [
        "2026-11-20T15:19:00Z",
        "2026-11-20T15:21:00Z",
        "2026-11-20T16:00:00Z",
    ];
    assert_eq!(
        sentences(&[Indicator::Stale], &moments).await,
        ["AAPL has had no new price since 2026-11-20 15:00 UTC"]
    );
}
