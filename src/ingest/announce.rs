//! Reports on their way out: on disk first, then to everybody who is connected.

use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::mpsc;

use crate::{
    alerts::Outcome,
    domain::alert::{Alert, FiredAlert},
    live::hub::Hub,
    store::Store,
};

/// Keeps outcomes and announces their reports until the queue ends. A report that cannot be
/// written is still announced: a full disk is no reason to keep quiet about a price. `encode` makes
/// the frame that every connection gets, of a report and the number it is kept under.
pub async fn announce(
    mut outcomes: mpsc::UnboundedReceiver<Vec<Outcome>>,
    store: Store,
    hub: Arc<Hub>,
    encode: fn(&FiredAlert, Option<u64>) -> Bytes,
) {
    while let Some(batch) = outcomes.recv().await {
        let alerts: Vec<Alert> = batch.iter().map(|each| each.alert.clone()).collect();
        let fired: Vec<FiredAlert> = batch.into_iter().filter_map(|each| each.report).collect();
        let reports = fired.clone();
        let numbers = store
            .run(move |store| store.record_fired(&reports, &alerts))
            .await
            .unwrap_or_else(|error| {
                tracing::error!(%error, "a fired alert could not be kept");
                vec![]
            });
        for (at, report) in fired.iter().enumerate() {
            hub.broadcast(&encode(report, numbers.get(at).copied()));
        }
    }
}
