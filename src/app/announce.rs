//! Announces changes to every open page: new market data, and reports of alerts.

use std::{sync::Arc, time::Duration};

use tokio::time::{MissedTickBehavior, interval};

use crate::{
    alerts::AlertService,
    live::hub::Hub,
    market::{Market, Topic},
    runtime::supervisor::Supervisor,
    web::{ChangeKind, frames},
};

/// How often new market data is announced. During the first fill, data arrives every second.
const ANNOUNCE_INTERVAL: Duration = Duration::from_secs(15);

/// The kinds of announcements, each with the topics that trigger it.
const KINDS: [(ChangeKind, &[Topic]); 2] = [
    (ChangeKind::News, &[Topic::News]),
    (
        ChangeKind::Calendars,
        &[
            Topic::Earnings,
            Topic::Dividends,
            Topic::Economy,
            Topic::Icos,
        ],
    ),
];

/// Announces new articles, new calendar dates and reports of alerts until the program ends.
pub(super) fn spawn(
    supervisor: &Supervisor,
    hub: &Arc<Hub>,
    market: &Arc<Market>,
    alerts: &Arc<AlertService>,
) {
    let (market_hub, market) = (Arc::clone(hub), Arc::clone(market));
    supervisor.restartable("news announcements", move || {
        announce_market(Arc::clone(&market_hub), Arc::clone(&market))
    });
    let (hub, alerts) = (Arc::clone(hub), Arc::clone(alerts));
    supervisor.restartable("alert announcements", move || {
        announce_reports(Arc::clone(&hub), Arc::clone(&alerts))
    });
}

async fn announce_market(hub: Arc<Hub>, market: Arc<Market>) {
    let versions =
        |topics: &[Topic]| -> u64 { topics.iter().map(|topic| market.version(*topic)).sum() };
    let mut known = KINDS.map(|(_, topics)| versions(topics));
    let mut tick = interval(ANNOUNCE_INTERVAL);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        for (known, (kind, topics)) in known.iter_mut().zip(KINDS) {
            let now = versions(topics);
            if std::mem::replace(known, now) != now {
                hub.announce(&frames::changed(kind));
            }
        }
    }
}

/// Announces every recorded report: the alert may have expired, and one that only sends mail shows nothing in the app.
async fn announce_reports(hub: Arc<Hub>, alerts: Arc<AlertService>) {
    let mut recorded = alerts.recorded();
    while recorded.changed().await.is_ok() {
        hub.announce(&frames::changed(ChangeKind::Alerts));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::hub::Batch;

    #[tokio::test(start_paused = true)]
    async fn new_articles_are_announced_once() {
        let (hub, market) = (Hub::new(), Arc::new(Market::default()));
        let mut reader = hub.subscribe();
        let announcing = tokio::spawn(announce_market(Arc::clone(&hub), Arc::clone(&market)));
        tokio::time::sleep(ANNOUNCE_INTERVAL / 2).await;
        for _ in 0..10 {
            market.changed(Topic::News);
        }
        reader.changed().await;
        let mut received = Batch::default();
        reader.drain(&mut received);
        assert_eq!(received.bytes(), frames::changed(ChangeKind::News));
        let more = tokio::time::timeout(ANNOUNCE_INTERVAL * 3, reader.changed()).await;
        assert!(more.is_err(), "nothing has changed since");
        announcing.abort();
    }
}
