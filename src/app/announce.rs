//! Tells every page that something it shows has changed without anybody asking for it.

use std::{sync::Arc, time::Duration};

use tokio::time::{MissedTickBehavior, interval};

use crate::{
    alerts::AlertService,
    live::hub::Hub,
    market::{Market, Topic},
    runtime::supervisor::Supervisor,
    web::{Kind, frames},
};

/// How often pages are told that the market's slow data is new: a first fill brings some of it every second.
const EVERY: Duration = Duration::from_secs(15);

/// What makes which kind of page new.
const KINDS: [(Kind, &[Topic]); 2] = [
    (Kind::News, &[Topic::News]),
    (
        Kind::Calendars,
        &[
            Topic::Earnings,
            Topic::Dividends,
            Topic::Economy,
            Topic::Icos,
        ],
    ),
];

/// Announces new articles and dates, and what alerts reported, until the program ends.
pub(super) fn spawn(
    supervisor: &Supervisor,
    hub: &Arc<Hub>,
    market: &Arc<Market>,
    alerts: &Arc<AlertService>,
) {
    let (told, market) = (Arc::clone(hub), Arc::clone(market));
    supervisor.restartable("announcing news", move || {
        announce_market(Arc::clone(&told), Arc::clone(&market))
    });
    let (hub, alerts) = (Arc::clone(hub), Arc::clone(alerts));
    supervisor.restartable("announcing alerts", move || {
        announce_reports(Arc::clone(&hub), Arc::clone(&alerts))
    });
}

async fn announce_market(hub: Arc<Hub>, market: Arc<Market>) {
    let versions =
        |topics: &[Topic]| -> u64 { topics.iter().map(|topic| market.version(*topic)).sum() };
    let mut known = KINDS.map(|(_, topics)| versions(topics));
    let mut tick = interval(EVERY);
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

/// An alert that fired may be over, and one that is told by mail alone shows nothing in the app.
async fn announce_reports(hub: Arc<Hub>, alerts: Arc<AlertService>) {
    let mut recorded = alerts.recorded();
    while recorded.changed().await.is_ok() {
        hub.announce(&frames::changed(Kind::Alerts));
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
        tokio::time::sleep(EVERY / 2).await;
        for _ in 0..10 {
            market.changed(Topic::News);
        }
        reader.changed().await;
        let mut heard = Batch::default();
        reader.drain(&mut heard);
        assert_eq!(heard.bytes(), frames::changed(Kind::News));
        let more = tokio::time::timeout(EVERY * 3, reader.changed()).await;
        assert!(more.is_err(), "nothing has changed since");
        announcing.abort();
    }
}
