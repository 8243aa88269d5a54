//! Firings on their way out: on disk first, then to everybody who is connected.

use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::mpsc;

use crate::{
    alerts::Firing,
    domain::alert::{Alert, FiredAlert},
    live::hub::Hub,
    store::Store,
};

/// Announces firings until their queue ends. One that cannot be written is still announced: a
/// full disk is no reason to keep quiet about a price. `encode` makes the frame that every
/// connection gets.
pub async fn announce(
    mut firings: mpsc::UnboundedReceiver<Vec<Firing>>,
    store: Store,
    hub: Arc<Hub>,
    encode: fn(&FiredAlert) -> Bytes,
) {
    while let Some(batch) = firings.recv().await {
        let (alerts, fired): (Vec<Alert>, Vec<FiredAlert>) = batch.into_iter().unzip();
        let frames: Vec<Bytes> = fired.iter().map(encode).collect();
        if let Err(error) = store
            .run(move |store| store.record_fired(&fired, &alerts))
            .await
        {
            tracing::error!(%error, "a fired alert could not be kept");
        }
        for frame in frames {
            hub.broadcast(&frame);
        }
    }
}
