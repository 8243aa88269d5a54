//! Tests of the hub with subscribers and publishers on several threads.

use super::*;
use crate::domain::person::PersonId;

/// Returns an eight-byte frame with the ticker and the number of the publication.
fn numbered(id: u32, count: u32) -> Bytes {
    [id.to_be_bytes(), count.to_be_bytes()].concat().into()
}

/// Drains until the newest frame of every ticker was received. Fails if a frame is older than a frame received before.
fn receive_all(mut subscriber: Subscription, tickers: u32, newest: u32) {
    let mut received = vec![0; tickers as usize];
    let mut batch = Batch::default();
    while received.iter().any(|count| *count < newest) {
        // Watching and unwatching must not lose frames.
        let id = TickerId(received.len() as u32 / 2);
        subscriber.unwatch(id);
        subscriber.watch(id, 1_000).unwrap();
        subscriber.drain(&mut batch);
        for frame in batch.bytes().chunks_exact(8) {
            let number = |at: usize| u32::from_be_bytes(frame[at..at + 4].try_into().unwrap());
            let (id, count) = (number(0) as usize - 1, number(4));
            assert!(
                count >= received[id],
                "received an older frame after a newer one"
            );
            received[id] = count;
        }
        std::thread::yield_now();
    }
}

#[test]
fn subscribers_on_several_threads_receive_the_newest_frames_and_never_an_older_one_after_them() {
    const TICKERS: u32 = 200;
    const ROUNDS: u32 = 2_000;
    let hub = Hub::new();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let mut subscriber = hub.subscribe(PersonId::OWNER);
            (1..=TICKERS).for_each(|id| subscriber.watch(TickerId(id), 1_000).unwrap());
            scope.spawn(move || receive_all(subscriber, TICKERS, ROUNDS));
        }
        // Subscribers are added and removed during the run.
        scope.spawn(|| {
            for id in 1..=TICKERS {
                hub.subscribe(PersonId::OWNER)
                    .watch(TickerId(id), 1)
                    .unwrap();
            }
        });
        // Two publishers publish different tickers.
        for half in 0..2 {
            let hub = &hub;
            scope.spawn(move || {
                for count in 1..=ROUNDS {
                    let ids = (1..=TICKERS).filter(|id| id % 2 == half);
                    publish(
                        hub,
                        ids.map(|id| (TickerId(id), numbered(id, count))).collect(),
                    );
                }
            });
        }
    });
    assert_eq!(hub.connections(), 0);
}
