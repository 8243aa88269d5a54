//! Announces new market data and new alert reports to all open pages.

use std::{sync::Arc, time::Duration};

use tokio::time::{MissedTickBehavior, interval};

use crate::{
    alerts::AlertService,
    live::hub::Hub,
    market::{Market, Topic},
    runtime::supervisor::Supervisor,
    web::{ChangeKind, frames},
};

/// Interval between two announcements of market data. During the first fill, data arrives every
/// second.
const ANNOUNCE_INTERVAL: Duration = Duration::from_secs(15);

/// The kinds of announcements, each with the topics that trigger the announcement.
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

/// Spawns tasks that announce new articles, calendar dates and alert reports until the program
/// ends.
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
    let sum_versions =
        |topics: &[Topic]| -> u64 { topics.iter().map(|topic| market.version(*topic)).sum() };
    let mut announced = KINDS.map(|(_, topics)| sum_versions(topics));
    let mut tick = interval(ANNOUNCE_INTERVAL);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        for (announced, (kind, topics)) in announced.iter_mut().zip(KINDS) {
            let current = sum_versions(topics);
            if std::mem::replace(announced, current) != current {
                hub.announce(&frames::changed(kind));
            }
        }
    }
}

/// Announces every recorded report. The in-app delivery is not enough, because it leaves out alerts
/// that are only sent by other delivery methods.
async fn announce_reports(hub: Arc<Hub>, alerts: Arc<AlertService>) {
    let mut recorded = alerts.recorded();
    while recorded.changed().await.is_ok() {
        hub.announce(&frames::changed(ChangeKind::Alerts));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::person::PersonId;
    use crate::live::hub::Batch;

    #[tokio::test(start_paused = true)]
    async fn new_articles_are_announced_once() {
        let (hub, market) = (Hub::new(), Arc::new(Market::default()));
        let mut client = hub.subscribe(PersonId::OWNER);
        let announce_task = tokio::spawn(announce_market(Arc::clone(&hub), Arc::clone(&market)));
        tokio::time::sleep(ANNOUNCE_INTERVAL / 2).await;
        for _ in 0..10 {
            market.invalidate(Topic::News);
        }
        client.changed().await;
        let mut received = Batch::default();
        client.drain(&mut received);
        assert_eq!(received.bytes(), frames::changed(ChangeKind::News));
        let next_change = tokio::time::timeout(ANNOUNCE_INTERVAL * 3, client.changed()).await;
        assert!(
            next_change.is_err(),
            "without changes, nothing is announced"
        );
        announce_task.abort();
    }
}
