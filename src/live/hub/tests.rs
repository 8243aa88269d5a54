//! Tests of the hub, single-threaded and multi-threaded.

use crate::domain::person::PersonId;
use futures_util::FutureExt as _;

use super::*;

mod combined;
mod threads;

/// Publishes frames to a few subscribers. With so few, the future of `publish` is ready at once.
fn publish(hub: &Arc<Hub>, frames: Vec<(TickerId, Bytes)>) {
    let result = hub.publish(frames).now_or_never();
    result.expect("a few subscribers are served without yielding");
}

fn tick(hub: &Arc<Hub>, id: u32, text: &'static str) {
    publish(
        hub,
        vec![(TickerId(id), Bytes::from_static(text.as_bytes()))],
    );
}

fn received(subscription: &mut Subscription) -> String {
    let mut batch = Batch::default();
    subscription.drain(&mut batch);
    String::from_utf8(batch.bytes().to_vec()).unwrap()
}

#[test]
fn a_subscriber_receives_only_watched_tickers_and_each_frame_once() {
    let hub = Hub::new();
    let mut subscriber = hub.subscribe(PersonId::OWNER);
    subscriber.watch(TickerId(2), 100).unwrap();
    tick(&hub, 1, "one ");
    tick(&hub, 2, "two ");
    assert_eq!(received(&mut subscriber), "two ");
    assert_eq!(received(&mut subscriber), "");
}

#[test]
fn a_slow_subscriber_skips_superseded_frames() {
    let hub = Hub::new();
    let mut subscriber = hub.subscribe(PersonId::OWNER);
    subscriber.watch(TickerId(70), 100).unwrap();
    subscriber.watch(TickerId(1), 100).unwrap();
    tick(&hub, 70, "old ");
    tick(&hub, 1, "first ");
    tick(&hub, 70, "new ");
    assert_eq!(received(&mut subscriber), "first new ");
}

/// A sink that accepts a limited number of bytes and records them.
#[derive(Debug, Clone, Default)]
struct Client(Arc<Mutex<ClientState>>);

#[derive(Debug, Default)]
struct ClientState {
    /// Number of bytes that the client still accepts.
    capacity: usize,
    received: Vec<u8>,
}

impl Client {
    /// Accepts `more` bytes.
    fn accept(&self, more: usize) {
        self.0.lock().unwrap().capacity += more;
    }

    /// Accepts no more bytes.
    fn block(&self) {
        self.0.lock().unwrap().capacity = 0;
    }

    /// Returns the bytes written since the last call.
    fn received(&self) -> String {
        String::from_utf8(std::mem::take(&mut self.0.lock().unwrap().received)).unwrap()
    }
}

impl FrameSink for Client {
    fn try_write(&self, bytes: &[u8]) -> io::Result<usize> {
        let state = &mut *self.0.lock().unwrap();
        let count = bytes.len().min(state.capacity);
        if count == 0 {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        state.capacity -= count;
        state.received.extend_from_slice(&bytes[..count]);
        Ok(count)
    }

    fn count_written(&self, _: usize, _: usize) {}
}

/// Adds a connected subscriber that watches these tickers.
fn connected(hub: &Arc<Hub>, ids: &[u32], window: Duration) -> (Subscription, Client) {
    let (mut subscriber, client) = (hub.subscribe(PersonId::OWNER), Client::default());
    subscriber.connect(Box::new(client.clone()), window);
    for id in ids {
        subscriber.watch(TickerId(*id), 100).unwrap();
    }
    (subscriber, client)
}

/// Writes `written` bytes of the pending frames, and returns the rest of the partial frame.
fn rest_after(subscriber: &Subscription, client: &Client, written: usize) -> String {
    client.accept(written);
    subscriber.write().unwrap();
    client.received();
    client.accept(100);
    // While paused, the hub finishes only the partial frame.
    assert_eq!(subscriber.pause().unwrap(), WriteStatus::All);
    subscriber.resume();
    client.block();
    client.received()
}

/// Writes and returns all pending frames of a subscriber.
fn write_all(subscriber: &Subscription, client: &Client) -> String {
    client.accept(100);
    assert_eq!(subscriber.write().unwrap(), WriteStatus::All);
    client.block();
    client.received()
}

#[test]
fn the_publisher_writes_to_connected_subscribers_once_per_window() {
    let hub = Hub::new();
    let (subscriber, client) = connected(&hub, &[1, 2], Duration::from_secs(3_600));
    client.accept(100);
    tick(&hub, 1, "one ");
    assert_eq!(client.received(), "one ");
    assert!(
        subscriber.changed().now_or_never().is_none(),
        "no frame is pending"
    );
    tick(&hub, 2, "two ");
    assert_eq!(client.received(), "");
    assert!(
        subscriber.changed().now_or_never().is_some(),
        "the frame waits for the next window"
    );
    assert!(subscriber.due() > Instant::now());
}

#[test]
fn hub_does_not_write_after_a_partial_frame_or_while_paused() {
    let hub = Hub::new();
    let (subscriber, client) = connected(&hub, &[1, 2], Duration::ZERO);
    client.accept(3);
    tick(&hub, 1, "one ");
    assert_eq!(client.received(), "one");
    client.accept(100);
    tick(&hub, 2, "two ");
    assert_eq!(client.received(), "", "the subscriber waits for the client");
    assert!(subscriber.changed().now_or_never().is_some());
    assert_eq!(subscriber.pause().unwrap(), WriteStatus::All);
    assert_eq!(client.received(), " ");
    tick(&hub, 1, "uno ");
    assert_eq!(client.received(), "");
    subscriber.resume();
    tick(&hub, 1, "eins ");
    assert_eq!(client.received(), "eins two ");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn threads_share_the_subscribers_and_each_subscriber_is_written_to_once() {
    let hub = Hub::new();
    let subscribers: Vec<_> = (0..=3 * SUBSCRIBERS_PER_SHARE)
        .map(|_| connected(&hub, &[1], Duration::ZERO))
        .collect();
    for (_, client) in &subscribers {
        client.accept(100);
    }
    hub.publish(vec![(TickerId(1), Bytes::from_static(b"one "))])
        .await;
    for (_, client) in &subscribers {
        assert_eq!(client.received(), "one ");
    }
}

#[test]
fn after_a_partial_write_the_frame_is_finished_and_the_rest_becomes_pending_again() {
    let hub = Hub::new();
    let (subscriber, client) = connected(&hub, &[1, 2, 70], Duration::ZERO);
    let publish = || {
        for id in [1, 2, 70] {
            tick(&hub, id, "old ");
        }
    };
    publish();
    assert_eq!(rest_after(&subscriber, &client, 5), "ld ");
    tick(&hub, 70, "new ");
    assert_eq!(write_all(&subscriber, &client), "new ");
    publish();
    assert_eq!(
        rest_after(&subscriber, &client, 4),
        "",
        "the write ended at the end of a frame"
    );
    assert_eq!(write_all(&subscriber, &client), "old old ");
    publish();
    assert_eq!(rest_after(&subscriber, &client, 0), "");
    subscriber.unwatch(TickerId(2));
    assert_eq!(write_all(&subscriber, &client), "old old ");
    publish();
    assert_eq!(
        rest_after(&subscriber, &client, 8),
        "",
        "all bytes were written"
    );
    assert_eq!(write_all(&subscriber, &client), "");
}

#[test]
fn broadcast_frames_survive_a_partial_write() {
    let hub = Hub::new();
    let (subscriber, client) = connected(&hub, &[1], Duration::ZERO);
    for written in [0, 2, 5] {
        tick(&hub, 1, "one ");
        hub.broadcast(PersonId::OWNER, &Bytes::from_static(b"hear "));
        hub.announce(&Bytes::from_static(b"lists "));
        assert_eq!(
            rest_after(&subscriber, &client, written),
            "hear lists "[written..]
        );
        assert_eq!(write_all(&subscriber, &client), "one ");
    }
}

#[test]
fn watching_a_ticker_delivers_its_newest_frame_at_once() {
    let hub = Hub::new();
    tick(&hub, 3, "three ");
    let mut subscriber = hub.subscribe(PersonId::OWNER);
    subscriber.watch(TickerId(3), 100).unwrap();
    assert_eq!(received(&mut subscriber), "three ");
}

#[test]
fn an_unwatched_ticker_is_not_delivered() {
    let hub = Hub::new();
    let mut subscriber = hub.subscribe(PersonId::OWNER);
    subscriber.watch(TickerId(1), 100).unwrap();
    tick(&hub, 1, "one ");
    subscriber.unwatch(TickerId(1));
    tick(&hub, 1, "two ");
    assert_eq!(received(&mut subscriber), "");
    assert!(hub.watched().is_empty());
}

#[test]
fn broadcasts_reach_subscribers_that_watch_nothing() {
    let hub = Hub::new();
    let mut subscriber = hub.subscribe(PersonId::OWNER);
    hub.broadcast(PersonId::OWNER, &Bytes::from_static(b"hear "));
    assert_eq!(received(&mut subscriber), "hear ");
    assert_eq!(received(&mut subscriber), "");
    (0..100).for_each(|_| hub.broadcast(PersonId::OWNER, &Bytes::from_static(b".")));
    assert_eq!(
        received(&mut subscriber).len(),
        MAX_BROADCASTS,
        "the number of pending broadcasts is limited"
    );
}

#[test]
fn announcement_is_pending_once_and_drops_no_broadcast() {
    let hub = Hub::new();
    let mut subscriber = hub.subscribe(PersonId::OWNER);
    hub.broadcast(PersonId::OWNER, &Bytes::from_static(b"hear "));
    for _ in 0..100 {
        hub.announce(&Bytes::from_static(b"lists "));
        hub.announce(&Bytes::from_static(b"boards "));
    }
    assert_eq!(received(&mut subscriber), "hear lists boards ");
    assert_eq!(received(&mut subscriber), "");
    hub.announce(&Bytes::from_static(b"lists "));
    assert_eq!(
        received(&mut subscriber),
        "lists ",
        "an announcement can be sent again after it was received"
    );
}

#[tokio::test]
async fn an_announcement_wakes_a_subscriber_that_watches_nothing() {
    let hub = Hub::new();
    let subscriber = hub.subscribe(PersonId::OWNER);
    let waiting = subscriber.changed();
    hub.announce(&Bytes::from_static(b"lists "));
    waiting.await;
}

#[tokio::test]
async fn other_tasks_run_while_many_subscribers_are_woken_and_no_subscriber_is_missed() {
    const SUBSCRIBERS: usize = 10 * SUBSCRIBERS_PER_TURN + 1;
    let hub = Hub::new();
    let mut subscribers: Vec<_> = (0..SUBSCRIBERS)
        .map(|_| hub.subscribe(PersonId::OWNER))
        .collect();
    for subscriber in &mut subscribers {
        subscriber.watch(TickerId(1), 1).unwrap();
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
        // Subscribers are removed while frames are published.
        drop(subscribers.swap_remove(turns));
        turns += 1;
        yield_now().await;
    }
    assert!(turns >= 10, "{turns}");
    assert!(
        subscribers
            .iter_mut()
            .all(|subscriber| received(subscriber) == "one ")
    );
}

#[test]
fn a_watched_ticker_is_listed_once_until_its_last_subscriber_leaves() {
    let hub = Hub::new();
    let (mut first, mut second) = (
        hub.subscribe(PersonId::OWNER),
        hub.subscribe(PersonId::OWNER),
    );
    first.watch(TickerId(70), 100).unwrap();
    first.watch(TickerId(1), 100).unwrap();
    second.watch(TickerId(1), 100).unwrap();
    assert_eq!(hub.watched(), [TickerId(1), TickerId(70)]);
    first.unwatch(TickerId(1));
    drop(second);
    assert_eq!(hub.watched(), [TickerId(70)]);
}

#[test]
fn a_dropped_subscriber_is_removed() {
    let hub = Hub::new();
    let (first, second) = (
        hub.subscribe(PersonId::OWNER),
        hub.subscribe(PersonId::OWNER),
    );
    drop(first);
    assert_eq!(hub.connections(), 1);
    drop(second);
    assert_eq!(hub.connections(), 0);
}

#[tokio::test]
async fn a_tick_between_two_waits_is_not_lost() {
    let hub = Hub::new();
    let mut subscriber = hub.subscribe(PersonId::OWNER);
    subscriber.watch(TickerId(1), 100).unwrap();
    subscriber.changed().await;
    received(&mut subscriber);
    tick(&hub, 1, "one ");
    subscriber.changed().await;
    assert_eq!(received(&mut subscriber), "one ");
}

#[test]
fn watching_beyond_the_limit_is_refused_unless_already_watched() {
    let hub = Hub::new();
    let mut subscriber = hub.subscribe(PersonId::OWNER);
    subscriber.watch(TickerId(1), 1).unwrap();
    assert_eq!(subscriber.watch(TickerId(2), 1), Err(WatchLimitReached));
    assert_eq!(subscriber.watch(TickerId(1), 1), Ok(()));
    subscriber.unwatch(TickerId(1));
    assert_eq!(subscriber.watch(TickerId(2), 1), Ok(()));
}

#[tokio::test]
async fn subscribe_all_receives_every_ticker_without_watching_any() {
    let hub = Hub::new();
    let mut subscription = hub.subscribe_all();
    let frame = Bytes::from_static(b"frame");
    let frames = vec![(TickerId(2), frame.clone()), (TickerId(900), frame.clone())];
    publish(&hub, frames);
    hub.broadcast(PersonId::OWNER, &Bytes::from_static(b"alert"));
    subscription.changed().await;
    let (ticks, broadcasts) = subscription.take_frames();
    assert_eq!(
        ticks,
        [(TickerId(2), frame.clone()), (TickerId(900), frame)]
    );
    assert_eq!(
        broadcasts,
        [(PersonId::OWNER, Bytes::from_static(b"alert"))]
    );
    assert_eq!(
        subscription.take_frames(),
        (vec![], vec![]),
        "each frame is returned once"
    );
    assert_eq!(hub.watched(), []);
    assert_eq!(
        hub.connections(),
        0,
        "the subscriber is not a live connection"
    );
}
