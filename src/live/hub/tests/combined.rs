//! Tests of combined frames.

use super::*;

/// A text frame with a two-byte length.
fn text_frame(text: &[u8]) -> Bytes {
    let length = (text.len() as u16).to_be_bytes();
    [&[0x81, 126, length[0], length[1]][..], text]
        .concat()
        .into()
}

/// A whole ticker frame.
fn frame_of(ticker: &str) -> Bytes {
    text_frame(&[TICKER_PREFIX, ticker.as_bytes(), b"}"].concat())
}

/// A whole ticker frame whose text contains `id`.
fn frame(id: u32) -> Bytes {
    frame_of(&format!(r#"{{"id":{id}}}"#))
}

/// A combined frame.
fn combined(ids: &[u32]) -> Bytes {
    let ids: Vec<_> = ids.iter().map(|id| format!(r#"{{"id":{id}}}"#)).collect();
    text_frame(format!(r#"{{"type":"ticker_updates","data":[{}]}}"#, ids.join(",")).as_bytes())
}

/// Adds a reader that combines frames and watches the first tickers.
fn joining(hub: &Arc<Hub>, tickers: u32) -> Subscription {
    let mut reader = hub.subscribe();
    reader.combine();
    for id in 1..=tickers {
        reader.watch(TickerId(id), 100).unwrap();
    }
    reader
}

fn batch_of(subscription: &mut Subscription) -> Batch {
    let mut batch = Batch::default();
    subscription.drain(&mut batch);
    batch
}

#[test]
fn several_tickers_are_combined_and_a_single_one_is_not() {
    let hub = Hub::new();
    let mut reader = joining(&hub, 3);
    let frames = [1, 2, 3].map(|id| (TickerId(id), frame(id)));
    publish(&hub, frames.to_vec());
    let batch = batch_of(&mut reader);
    assert_eq!(
        (batch.bytes(), batch.frames()),
        (&combined(&[1, 2, 3])[..], 1)
    );
    publish(&hub, vec![(TickerId(2), frame(2))]);
    let batch = batch_of(&mut reader);
    assert_eq!((batch.bytes(), batch.frames()), (&frame(2)[..], 1));
}

#[test]
fn after_a_partial_write_unstarted_tickers_become_pending_and_a_started_frame_is_finished() {
    let hub = Hub::new();
    let mut reader = joining(&hub, 3);
    hub.broadcast(&Bytes::from_static(b"news"));
    let frames = [1, 2, 3].map(|id| (TickerId(id), frame(id)));
    publish(&hub, frames.to_vec());
    let (mut batch, all) = (batch_of(&mut reader), combined(&[1, 2, 3]));
    let mut pending = PendingFrames::default();
    // No byte of the combined frame was written.
    assert_eq!(pending.put_back(&mut batch, 2), b"ws");
    assert_eq!(pending.dirty.ones().collect::<Vec<_>>().len(), 3);
    assert_eq!(batch.frames(), 1);
    publish(&hub, frames.to_vec());
    let (mut batch, mut pending) = (batch_of(&mut reader), PendingFrames::default());
    assert_eq!(pending.put_back(&mut batch, 10), &all[10..]);
    assert!(pending.dirty.is_empty());
    assert_eq!(batch.frames(), 1);
}

#[test]
fn a_combined_frame_has_a_size_limit_and_further_tickers_start_another() {
    let hub = Hub::new();
    let mut reader = joining(&hub, 5);
    let long = frame_of(&format!(r#"{{"name":"{}"}}"#, "x".repeat(9_000)));
    let frames = (1..=5).map(|id| (TickerId(id), long.clone()));
    publish(&hub, frames.collect());
    let batch = batch_of(&mut reader);
    assert_eq!(batch.frames(), 3);
    let mut rest = batch.bytes();
    let mut counts = vec![];
    while !rest.is_empty() {
        let length = usize::from(u16::from_be_bytes([rest[2], rest[3]]));
        let message: serde_json::Value = serde_json::from_slice(&rest[4..4 + length]).unwrap();
        counts.push(message["data"].as_array().unwrap().len());
        rest = &rest[4 + length..];
    }
    assert_eq!(counts, [2, 2, 1]);
}
