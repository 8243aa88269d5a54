//! Tests of combined frames.

use super::*;
use crate::domain::person::PersonId;

/// Returns a text frame with a two-byte length.
fn text_frame(text: &[u8]) -> Bytes {
    let length = (text.len() as u16).to_be_bytes();
    [&[0x81, 126, length[0], length[1]][..], text]
        .concat()
        .into()
}

/// Returns a ticker frame with this JSON of the ticker.
fn ticker_frame(ticker: &str) -> Bytes {
    text_frame(&[TICKER_PREFIX, ticker.as_bytes(), b"}"].concat())
}

/// Returns a ticker frame with only an id.
fn frame(id: u32) -> Bytes {
    ticker_frame(&format!(r#"{{"id":{id}}}"#))
}

/// Returns the combined frame of tickers with only an id.
fn combined_frame(ids: &[u32]) -> Bytes {
    let ids: Vec<_> = ids.iter().map(|id| format!(r#"{{"id":{id}}}"#)).collect();
    text_frame(format!(r#"{{"type":"ticker_updates","data":[{}]}}"#, ids.join(",")).as_bytes())
}

/// Adds a subscriber that combines frames and watches the tickers from 1 to `tickers`.
fn combining_subscriber(hub: &Arc<Hub>, tickers: u32) -> Subscription {
    let mut subscriber = hub.subscribe(PersonId::OWNER);
    subscriber.combine_frames();
    for id in 1..=tickers {
        subscriber.watch(TickerId(id), 100).unwrap();
    }
    subscriber
}

/// Drains the pending frames into a new batch.
fn drain(subscription: &mut Subscription) -> Batch {
    let mut batch = Batch::default();
    subscription.drain(&mut batch);
    batch
}

#[test]
fn several_tickers_are_combined_and_a_single_one_is_not() {
    let hub = Hub::new();
    let mut subscriber = combining_subscriber(&hub, 3);
    let frames = [1, 2, 3].map(|id| (TickerId(id), frame(id)));
    publish(&hub, frames.to_vec());
    let batch = drain(&mut subscriber);
    assert_eq!(
        (batch.bytes(), batch.frames()),
        (&combined_frame(&[1, 2, 3])[..], 1)
    );
    publish(&hub, vec![(TickerId(2), frame(2))]);
    let batch = drain(&mut subscriber);
    assert_eq!((batch.bytes(), batch.frames()), (&frame(2)[..], 1));
}

#[test]
fn after_a_partial_write_a_started_frame_is_finished_and_other_tickers_become_pending() {
    let hub = Hub::new();
    let mut subscriber = combining_subscriber(&hub, 3);
    hub.broadcast(PersonId::OWNER, &Bytes::from_static(b"news"));
    let frames = [1, 2, 3].map(|id| (TickerId(id), frame(id)));
    publish(&hub, frames.to_vec());
    let (mut batch, all) = (drain(&mut subscriber), combined_frame(&[1, 2, 3]));
    let mut pending = PendingFrames::default();
    // No byte of the combined frame was written.
    assert_eq!(pending.put_back(&mut batch, 2), b"ws");
    assert_eq!(pending.dirty.iter().collect::<Vec<_>>().len(), 3);
    assert_eq!(batch.frames(), 1);
    publish(&hub, frames.to_vec());
    let (mut batch, mut pending) = (drain(&mut subscriber), PendingFrames::default());
    assert_eq!(pending.put_back(&mut batch, 10), &all[10..]);
    assert!(pending.dirty.is_empty());
    assert_eq!(batch.frames(), 1);
}

#[test]
fn combined_frame_has_a_size_limit_and_further_tickers_use_another_frame() {
    let hub = Hub::new();
    let mut subscriber = combining_subscriber(&hub, 5);
    let long_frame = ticker_frame(&format!(r#"{{"name":"{}"}}"#, "x".repeat(9_000)));
    let frames = (1..=5).map(|id| (TickerId(id), long_frame.clone()));
    publish(&hub, frames.collect());
    let batch = drain(&mut subscriber);
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
