//! What a reader hears, alone and over threads.

use futures_util::FutureExt as _;

use super::*;

/// Publishes to few readers.
fn publish(hub: &Hub, frames: Vec<(TickerId, Bytes)>) {
    let done = hub.publish(frames).now_or_never();
    done.expect("few readers are woken at once");
}

fn tick(hub: &Hub, id: u32, text: &'static str) {
    publish(
        hub,
        vec![(TickerId(id), Bytes::from_static(text.as_bytes()))],
    );
}

fn heard(subscription: &mut Subscription) -> String {
    let mut batch = Batch::default();
    subscription.drain(&mut batch);
    String::from_utf8(batch.bytes().to_vec()).unwrap()
}

#[test]
fn a_reader_hears_only_what_it_watches_and_each_once() {
    let hub = Hub::new();
    let mut reader = hub.subscribe();
    reader.watch(TickerId(2), 100).unwrap();
    tick(&hub, 1, "one ");
    tick(&hub, 2, "two ");
    assert_eq!(heard(&mut reader), "two ");
    assert_eq!(heard(&mut reader), "");
}

#[test]
fn a_slow_reader_gets_the_newest_and_never_what_it_superseded() {
    let hub = Hub::new();
    let mut reader = hub.subscribe();
    reader.watch(TickerId(70), 100).unwrap();
    reader.watch(TickerId(1), 100).unwrap();
    tick(&hub, 70, "old ");
    tick(&hub, 1, "first ");
    tick(&hub, 70, "new ");
    assert_eq!(heard(&mut reader), "first new ");
}

/// What is still to be written of all that is new to a reader, when `written` bytes of it were.
fn left(subscription: &mut Subscription, written: usize) -> String {
    let mut batch = Batch::default();
    subscription.drain(&mut batch);
    let rest = subscription.put_back(&mut batch, written);
    String::from_utf8(rest.to_vec()).unwrap()
}

#[test]
fn of_a_batch_that_was_cut_the_begun_frame_is_finished_and_the_rest_is_new_again() {
    let hub = Hub::new();
    let mut reader = hub.subscribe();
    for id in [1, 2, 70] {
        reader.watch(TickerId(id), 100).unwrap();
    }
    let publish = || {
        for id in [1, 2, 70] {
            tick(&hub, id, "old ");
        }
    };
    publish();
    assert_eq!(left(&mut reader, 5), "ld ");
    tick(&hub, 70, "new ");
    assert_eq!(heard(&mut reader), "new ");
    publish();
    assert_eq!(left(&mut reader, 4), "", "a frame is finished");
    assert_eq!(heard(&mut reader), "old old ");
    publish();
    assert_eq!(left(&mut reader, 0), "");
    reader.unwatch(TickerId(2));
    assert_eq!(heard(&mut reader), "old old ");
    publish();
    assert_eq!(left(&mut reader, 8), "", "all was written");
    assert_eq!(heard(&mut reader), "");
}

#[test]
fn of_a_batch_that_was_cut_what_is_for_everybody_stays() {
    let hub = Hub::new();
    let mut reader = hub.subscribe();
    reader.watch(TickerId(1), 100).unwrap();
    for written in [0, 2, 5] {
        tick(&hub, 1, "one ");
        hub.broadcast(&Bytes::from_static(b"hear "));
        hub.announce(&Bytes::from_static(b"lists "));
        assert_eq!(left(&mut reader, written), "hear lists "[written..]);
        assert_eq!(heard(&mut reader), "one ");
    }
}

#[test]
fn watching_brings_the_newest_frame_at_once() {
    let hub = Hub::new();
    tick(&hub, 3, "three ");
    let mut reader = hub.subscribe();
    reader.watch(TickerId(3), 100).unwrap();
    assert_eq!(heard(&mut reader), "three ");
}

#[test]
fn after_unwatching_nothing_is_heard() {
    let hub = Hub::new();
    let mut reader = hub.subscribe();
    reader.watch(TickerId(1), 100).unwrap();
    tick(&hub, 1, "one ");
    reader.unwatch(TickerId(1));
    tick(&hub, 1, "two ");
    assert_eq!(heard(&mut reader), "");
    assert!(hub.watched().is_empty());
}

#[test]
fn what_is_for_everybody_reaches_those_who_watch_nothing() {
    let hub = Hub::new();
    let mut reader = hub.subscribe();
    hub.broadcast(&Bytes::from_static(b"hear "));
    assert_eq!(heard(&mut reader), "hear ");
    assert_eq!(heard(&mut reader), "");
    (0..100).for_each(|_| hub.broadcast(&Bytes::from_static(b".")));
    assert_eq!(
        heard(&mut reader).len(),
        MOST_NEWS,
        "a reader that never reads holds no more"
    );
}

#[test]
fn a_change_is_announced_once_until_it_is_read_and_pushes_nothing_out() {
    let hub = Hub::new();
    let mut reader = hub.subscribe();
    hub.broadcast(&Bytes::from_static(b"hear "));
    for _ in 0..100 {
        hub.announce(&Bytes::from_static(b"lists "));
        hub.announce(&Bytes::from_static(b"boards "));
    }
    assert_eq!(heard(&mut reader), "hear lists boards ");
    assert_eq!(heard(&mut reader), "");
    hub.announce(&Bytes::from_static(b"lists "));
    assert_eq!(heard(&mut reader), "lists ", "what changes later is news");
}

#[tokio::test]
async fn an_announcement_wakes_a_reader_that_watches_nothing() {
    let hub = Hub::new();
    let reader = hub.subscribe();
    let waiting = reader.changed();
    hub.announce(&Bytes::from_static(b"lists "));
    waiting.await;
}

#[tokio::test]
async fn while_many_readers_are_woken_others_have_their_turn_and_nobody_is_missed() {
    const MANY: usize = 10 * AT_ONCE + 1;
    let hub = Hub::new();
    let mut readers: Vec<_> = (0..MANY).map(|_| hub.subscribe()).collect();
    for reader in &mut readers {
        reader.watch(TickerId(1), 1).unwrap();
    }
    let publishing = tokio::spawn({
        let hub = Arc::clone(&hub);
        async move {
            let frame = Bytes::from_static(b"one ");
            hub.publish(vec![(TickerId(1), frame)]).await;
        }
    });
    let mut turns = 0;
    while !publishing.is_finished() {
        // Some go meanwhile.
        drop(readers.swap_remove(turns));
        turns += 1;
        yield_now().await;
    }
    assert!(turns >= 10, "{turns}");
    assert!(readers.iter_mut().all(|reader| heard(reader) == "one "));
}

#[test]
fn what_anybody_watches_is_told_once_and_until_they_go() {
    let hub = Hub::new();
    let (mut first, mut second) = (hub.subscribe(), hub.subscribe());
    first.watch(TickerId(70), 100).unwrap();
    first.watch(TickerId(1), 100).unwrap();
    second.watch(TickerId(1), 100).unwrap();
    assert_eq!(hub.watched(), [TickerId(1), TickerId(70)]);
    first.unwatch(TickerId(1));
    drop(second);
    assert_eq!(hub.watched(), [TickerId(70)]);
}

#[test]
fn a_dropped_reader_is_forgotten() {
    let hub = Hub::new();
    let (first, second) = (hub.subscribe(), hub.subscribe());
    drop(first);
    assert_eq!(hub.readers(), 1);
    drop(second);
    assert_eq!(hub.readers(), 0);
}

#[tokio::test]
async fn a_tick_between_two_waits_is_not_lost() {
    let hub = Hub::new();
    let mut reader = hub.subscribe();
    reader.watch(TickerId(1), 100).unwrap();
    reader.changed().await;
    heard(&mut reader);
    tick(&hub, 1, "one ");
    reader.changed().await;
    assert_eq!(heard(&mut reader), "one ");
}

#[test]
fn one_ticker_more_than_the_limit_is_refused_and_a_known_one_is_not() {
    let hub = Hub::new();
    let mut reader = hub.subscribe();
    reader.watch(TickerId(1), 1).unwrap();
    assert_eq!(reader.watch(TickerId(2), 1), Err(TooMany));
    assert_eq!(reader.watch(TickerId(1), 1), Ok(()));
    reader.unwatch(TickerId(1));
    assert_eq!(reader.watch(TickerId(2), 1), Ok(()));
}

/// Frames of eight bytes: the ticker, and how often it was published.
fn numbered(id: u32, count: u32) -> Bytes {
    [id.to_be_bytes(), count.to_be_bytes()].concat().into()
}

/// Drains until every ticker was heard in its newest form; no frame may be older than one before.
fn hear_all(mut reader: Subscription, tickers: u32, newest: u32) {
    let mut heard = vec![0; tickers as usize];
    let mut batch = Batch::default();
    while heard.iter().any(|count| *count < newest) {
        // Watching and unwatching while frames come must lose nothing.
        let id = TickerId(heard.len() as u32 / 2);
        reader.unwatch(id);
        reader.watch(id, 1_000).unwrap();
        reader.drain(&mut batch);
        for frame in batch.bytes().chunks_exact(8) {
            let number = |at: usize| u32::from_be_bytes(frame[at..at + 4].try_into().unwrap());
            let (id, count) = (number(0) as usize - 1, number(4));
            assert!(count >= heard[id], "an older frame after a newer one");
            heard[id] = count;
        }
        std::thread::yield_now();
    }
}

#[test]
fn over_threads_every_reader_ends_with_the_newest_of_everything_and_never_goes_back() {
    const TICKERS: u32 = 200;
    const ROUNDS: u32 = 2_000;
    let hub = Hub::new();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let mut reader = hub.subscribe();
            (1..=TICKERS).for_each(|id| reader.watch(TickerId(id), 1_000).unwrap());
            scope.spawn(move || hear_all(reader, TICKERS, ROUNDS));
        }
        // Readers that come and go meanwhile.
        scope.spawn(|| {
            for id in 1..=TICKERS {
                hub.subscribe().watch(TickerId(id), 1).unwrap();
            }
        });
        // Two writers, each with tickers of its own.
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
    assert_eq!(hub.readers(), 0);
}

#[tokio::test]
async fn a_tap_takes_every_ticker_and_counts_for_nobody_who_watches() {
    let hub = Hub::new();
    let mut tap = hub.tap();
    let frame = Bytes::from_static(b"frame");
    let frames = vec![(TickerId(2), frame.clone()), (TickerId(900), frame.clone())];
    publish(&hub, frames);
    hub.broadcast(&Bytes::from_static(b"alert"));
    tap.changed().await;
    let (ticks, everybody) = tap.take();
    assert_eq!(
        ticks,
        [(TickerId(2), frame.clone()), (TickerId(900), frame)]
    );
    assert_eq!(everybody, [Bytes::from_static(b"alert")]);
    assert_eq!(tap.take(), (vec![], vec![]), "each is taken once");
    assert_eq!(hub.watched(), []);
}
