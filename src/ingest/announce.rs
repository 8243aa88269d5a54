//! Reports on their way out: on disk first, then to everybody who is connected.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use tokio::{sync::mpsc, time::timeout};

use crate::{
    alerts::Outcome,
    domain::alert::{Alert, FiredAlert},
    live::hub::Hub,
    store::{Result, Store},
};

/// How long what could not be written waits before it is tried again.
const RETRY: Duration = Duration::from_secs(5);
/// Reports that may wait: what the history keeps of them.
const MOST_WAITING: usize = 1_000;

/// Keeps outcomes and announces their reports until the queue ends. A report that cannot be
/// written is still announced: a full disk is no reason to keep quiet about a price. `encode` makes
/// the frame that every connection gets, of a report and the number it is kept under.
pub async fn announce(
    mut outcomes: mpsc::UnboundedReceiver<Vec<Outcome>>,
    store: Store,
    hub: Arc<Hub>,
    encode: fn(&FiredAlert, Option<u64>) -> Bytes,
) {
    let mut waiting = Waiting::default();
    loop {
        let batch = if waiting.is_empty() {
            outcomes.recv().await
        } else {
            let next = timeout(RETRY, outcomes.recv()).await;
            next.unwrap_or_else(|_| Some(vec![]))
        };
        let ended = batch.is_none();
        let fired = waiting.add(batch.unwrap_or_default());
        if !waiting.is_empty() {
            let Waiting {
                reports, alerts, ..
            } = waiting.clone();
            let written = store.run(move |store| store.record_fired(&reports, &alerts));
            let numbers = waiting.settle(written.await);
            // The newest reports are the last in both.
            let newest = numbers.len().saturating_sub(fired.len());
            for (at, report) in fired.iter().enumerate() {
                hub.broadcast(&encode(report, numbers.get(newest + at).copied()));
            }
        }
        if ended {
            return;
        }
    }
}

/// What is not written yet: the newest batch, and those that could not be.
#[derive(Debug, Clone, Default)]
struct Waiting {
    /// Oldest first.
    reports: Vec<FiredAlert>,
    /// Each alert once, as it is now.
    alerts: Vec<Alert>,
    ill: bool,
}

impl Waiting {
    fn is_empty(&self) -> bool {
        self.alerts.is_empty()
    }

    /// Adds a batch behind what waits, and gives its reports.
    fn add(&mut self, batch: Vec<Outcome>) -> Vec<FiredAlert> {
        let mut fired = vec![];
        for Outcome { alert, report } in batch {
            self.alerts.retain(|known| known.id != alert.id);
            self.alerts.push(alert);
            fired.extend(report);
        }
        self.reports.extend_from_slice(&fired);
        let surplus = self.reports.len().saturating_sub(MOST_WAITING);
        self.reports.drain(..surplus);
        fired
    }

    /// Takes note of how writing everything ended; gives the numbers of the reports.
    fn settle(&mut self, written: Result<Vec<u64>>) -> Vec<u64> {
        match written {
            Ok(numbers) => {
                *self = Self::default();
                numbers
            }
            Err(error) => {
                if !std::mem::replace(&mut self.ill, true) {
                    tracing::error!(%error, "a fired alert could not be kept; it is tried again");
                }
                vec![]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::{
            Timestamp,
            alert::{AlertFrequency, AlertKind},
        },
        store::StoreError,
    };

    fn outcome(id: u32, second: i64) -> Outcome {
        let at = Timestamp::from_second(second).unwrap();
        let alert = Alert {
            id,
            last_fired_at: Some(at),
            ..Alert::new(AlertKind::Price, "BTC", AlertFrequency::Always, at)
        };
        let report = FiredAlert {
            alert_id: id,
            symbol: "BTC".into(),
            price: None,
            at,
            late: false,
            sentence: String::new(),
        };
        Outcome {
            alert,
            report: Some(report),
        }
    }

    /// ALRT-05: a full disk loses no report, and no alert forgets that it fired.
    #[test]
    fn what_could_not_be_written_is_written_with_what_comes_next() {
        let mut waiting = Waiting::default();
        waiting.add(vec![outcome(1, 10), outcome(2, 10)]);
        assert!(
            waiting
                .settle(Err(StoreError::Io("full".into())))
                .is_empty()
        );
        let fired = waiting.add(vec![outcome(1, 400)]);
        assert_eq!(fired.len(), 1, "the others are announced already");
        let reports: Vec<_> = waiting.reports.iter().map(|each| each.alert_id).collect();
        assert_eq!(reports, [1, 2, 1]);
        let alerts: Vec<_> = waiting
            .alerts
            .iter()
            .map(|each| (each.id, each.last_fired_at.unwrap().as_second()))
            .collect();
        assert_eq!(alerts, [(2, 10), (1, 400)]);
        assert_eq!(waiting.settle(Ok(vec![7, 8, 9])), [7, 8, 9]);
        assert!(waiting.is_empty());
    }
}
