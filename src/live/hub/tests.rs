//! Tests of the hub, single-threaded and multi-threaded.

use futures_util::FutureExt as _;

use super::*;

mod combined;
mod threads;

/// Publishes to a few readers.
fn publish(hub: &Arc<Hub>, frames: Vec<(TickerId, Bytes)>) {
    let done = hub.publish(frames).now_or_never();
    done.expect("few readers are woken at once");
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
fn a_reader_receives_only_watched_tickers_and_each_frame_once() {
    let hub = Hub::new();
    let mut reader = hub.subscribe();
    reader.watch(TickerId(2), 100).unwrap();
    tick(&hub, 1, "one ");
    tick(&hub, 2, "two ");
    assert_eq!(received(&mut reader), "two ");
    assert_eq!(received(&mut reader), "");
}

#[test]
fn a_slow_reader_skips_superseded_frames() {
    let hub = Hub::new();
    let mut reader = hub.subscribe();
    reader.watch(TickerId(70), 100).unwrap();
    reader.watch(TickerId(1), 100).unwrap();
    tick(&hub, 70, "old ");
    tick(&hub, 1, "first ");
    tick(&hub, 70, "new ");
    assert_eq!(received(&mut reader), "first new ");
}

/// A sink that accepts a limited number of bytes and records them.
#[derive(Debug, Clone, Default)]
struct Client(Arc<Mutex<(usize, Vec<u8>)>>);

impl Client {
    fn takes(&self, more: usize) {
        self.0.lock().unwrap().0 += more;
    }

    /// Returns the bytes written since the last call.
    fn received(&self) -> String {
        String::from_utf8(std::mem::take(&mut self.0.lock().unwrap().1)).unwrap()
    }
}

impl FrameSink for Client {
    fn try_write(&self, bytes: &[u8]) -> io::Result<usize> {
        let (room, taken) = &mut *self.0.lock().unwrap();
        let count = bytes.len().min(*room);
        if count == 0 {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        *room -= count;
        taken.extend_from_slice(&bytes[..count]);
        Ok(count)
    }

    fn wrote(&self, _: usize, _: usize) {}
}

/// Adds a connected reader that watches these tickers.
fn connected(hub: &Arc<Hub>, ids: &[u32], window: Duration) -> (Subscription, Client) {
    let (mut reader, client) = (hub.subscribe(), Client::default());
    reader.connect(Box::new(client.clone()), window);
    for id in ids {
        reader.watch(TickerId(*id), 100).unwrap();
    }
    (reader, client)
}

/// Returns the rest of the partial frame after `written` bytes of all pending frames were accepted.
fn left(reader: &Subscription, client: &Client, written: usize) -> String {
    client.takes(written);
    reader.write().unwrap();
    client.received();
    client.takes(100);
    // The hub doesn't write while the reader writes itself.
    assert_eq!(reader.pause().unwrap(), WriteStatus::All);
    reader.resume();
    client.0.lock().unwrap().0 = 0;
    client.received()
}

/// Returns the pending frames of a reader whose client accepts everything.
fn all(reader: &Subscription, client: &Client) -> String {
    client.takes(100);
    assert_eq!(reader.write().unwrap(), WriteStatus::All);
    client.0.lock().unwrap().0 = 0;
    client.received()
}

#[test]
fn the_publisher_writes_to_connected_readers_once_per_window() {
    let hub = Hub::new();
    let (reader, client) = connected(&hub, &[1, 2], Duration::from_secs(3_600));
    client.takes(100);
    tick(&hub, 1, "one ");
    assert_eq!(client.received(), "one ");
    assert!(reader.changed().now_or_never().is_none(), "all is written");
    tick(&hub, 2, "two ");
    assert_eq!(client.received(), "");
    assert!(reader.changed().now_or_never().is_some(), "it must wait");
    assert!(reader.due() > Instant::now());
}

#[test]
fn nothing_is_written_into_a_partial_frame_or_while_the_reader_writes_itself() {
    let hub = Hub::new();
    let (reader, client) = connected(&hub, &[1, 2], Duration::ZERO);
    client.takes(3);
    tick(&hub, 1, "one ");
    assert_eq!(client.received(), "one");
    client.takes(100);
    tick(&hub, 2, "two ");
    assert_eq!(client.received(), "", "the reader waits for the client");
    assert!(reader.changed().now_or_never().is_some());
    assert_eq!(reader.pause().unwrap(), WriteStatus::All);
    assert_eq!(client.received(), " ");
    tick(&hub, 1, "uno ");
    assert_eq!(client.received(), "");
    reader.resume();
    tick(&hub, 1, "eins ");
    assert_eq!(client.received(), "eins two ");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn threads_share_the_readers_and_each_reader_is_written_to_once() {
    let hub = Hub::new();
    let readers: Vec<_> = (0..=3 * READERS_PER_SHARE)
        .map(|_| connected(&hub, &[1], Duration::ZERO))
        .collect();
    for (_, client) in &readers {
        client.takes(100);
    }
    hub.publish(vec![(TickerId(1), Bytes::from_static(b"one "))])
        .await;
    for (_, client) in &readers {
        assert_eq!(client.received(), "one ");
    }
}

#[test]
fn after_a_partial_write_the_frame_is_finished_and_the_rest_becomes_pending_again() {
    let hub = Hub::new();
    let (reader, client) = connected(&hub, &[1, 2, 70], Duration::ZERO);
    let publish = || {
        for id in [1, 2, 70] {
            tick(&hub, id, "old ");
        }
    };
    publish();
    assert_eq!(left(&reader, &client, 5), "ld ");
    tick(&hub, 70, "new ");
    assert_eq!(all(&reader, &client), "new ");
    publish();
    assert_eq!(left(&reader, &client, 4), "", "a frame is finished");
    assert_eq!(all(&reader, &client), "old old ");
    publish();
    assert_eq!(left(&reader, &client, 0), "");
    reader.unwatch(TickerId(2));
    assert_eq!(all(&reader, &client), "old old ");
    publish();
    assert_eq!(left(&reader, &client, 8), "", "all was written");
    assert_eq!(all(&reader, &client), "");
}

#[test]
fn broadcast_frames_survive_a_partial_write() {
    let hub = Hub::new();
    let (reader, client) = connected(&hub, &[1], Duration::ZERO);
    for written in [0, 2, 5] {
        tick(&hub, 1, "one ");
        hub.broadcast(&Bytes::from_static(b"hear "));
        hub.announce(&Bytes::from_static(b"lists "));
        assert_eq!(left(&reader, &client, written), "hear lists "[written..]);
        assert_eq!(all(&reader, &client), "one ");
    }
}

#[test]
fn watching_a_ticker_delivers_its_newest_frame_at_once() {
    let hub = Hub::new();
    tick(&hub, 3, "three ");
    let mut reader = hub.subscribe();
    reader.watch(TickerId(3), 100).unwrap();
    assert_eq!(received(&mut reader), "three ");
}

#[test]
fn an_unwatched_ticker_is_not_delivered() {
    let hub = Hub::new();
    let mut reader = hub.subscribe();
    reader.watch(TickerId(1), 100).unwrap();
    tick(&hub, 1, "one ");
    reader.unwatch(TickerId(1));
    tick(&hub, 1, "two ");
    assert_eq!(received(&mut reader), "");
    assert!(hub.watched().is_empty());
}

#[test]
fn broadcasts_reach_readers_that_watch_nothing() {
    let hub = Hub::new();
    let mut reader = hub.subscribe();
    hub.broadcast(&Bytes::from_static(b"hear "));
    assert_eq!(received(&mut reader), "hear ");
    assert_eq!(received(&mut reader), "");
    (0..100).for_each(|_| hub.broadcast(&Bytes::from_static(b".")));
    assert_eq!(
        received(&mut reader).len(),
        MAX_BROADCASTS,
        "a reader that never reads holds no more"
    );
}

#[test]
fn an_announcement_is_pending_once_and_displaces_nothing() {
    let hub = Hub::new();
    let mut reader = hub.subscribe();
    hub.broadcast(&Bytes::from_static(b"hear "));
    for _ in 0..100 {
        hub.announce(&Bytes::from_static(b"lists "));
        hub.announce(&Bytes::from_static(b"boards "));
    }
    assert_eq!(received(&mut reader), "hear lists boards ");
    assert_eq!(received(&mut reader), "");
    hub.announce(&Bytes::from_static(b"lists "));
    assert_eq!(
        received(&mut reader),
        "lists ",
        "what changes later is broadcasts"
    );
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
async fn other_tasks_run_while_many_readers_are_woken_and_no_reader_is_missed() {
    const READERS_PER_SHARE: usize = 10 * READERS_PER_TURN + 1;
    let hub = Hub::new();
    let mut readers: Vec<_> = (0..READERS_PER_SHARE).map(|_| hub.subscribe()).collect();
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
        // Some readers leave meanwhile.
        drop(readers.swap_remove(turns));
        turns += 1;
        yield_now().await;
    }
    assert!(turns >= 10, "{turns}");
    assert!(readers.iter_mut().all(|reader| received(reader) == "one "));
}

#[test]
fn a_watched_ticker_is_listed_once_until_its_last_reader_leaves() {
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
fn a_dropped_reader_is_removed() {
    let hub = Hub::new();
    let (first, second) = (hub.subscribe(), hub.subscribe());
    drop(first);
    assert_eq!(hub.connections(), 1);
    drop(second);
    assert_eq!(hub.connections(), 0);
}

#[tokio::test]
async fn a_tick_between_two_waits_is_not_lost() {
    let hub = Hub::new();
    let mut reader = hub.subscribe();
    reader.watch(TickerId(1), 100).unwrap();
    reader.changed().await;
    received(&mut reader);
    tick(&hub, 1, "one ");
    reader.changed().await;
    assert_eq!(received(&mut reader), "one ");
}

#[test]
fn watching_beyond_the_limit_is_refused_unless_already_watched() {
    let hub = Hub::new();
    let mut reader = hub.subscribe();
    reader.watch(TickerId(1), 1).unwrap();
    assert_eq!(reader.watch(TickerId(2), 1), Err(WatchLimitReached));
    assert_eq!(reader.watch(TickerId(1), 1), Ok(()));
    reader.unwatch(TickerId(1));
    assert_eq!(reader.watch(TickerId(2), 1), Ok(()));
}

#[tokio::test]
async fn subscribe_all_receives_every_ticker_without_watching_any() {
    let hub = Hub::new();
    let mut subscribe_all = hub.subscribe_all();
    let frame = Bytes::from_static(b"frame");
    let frames = vec![(TickerId(2), frame.clone()), (TickerId(900), frame.clone())];
    publish(&hub, frames);
    hub.broadcast(&Bytes::from_static(b"alert"));
    subscribe_all.changed().await;
    let (ticks, everybody) = subscribe_all.take();
    assert_eq!(
        ticks,
        [(TickerId(2), frame.clone()), (TickerId(900), frame)]
    );
    assert_eq!(everybody, [Bytes::from_static(b"alert")]);
    assert_eq!(subscribe_all.take(), (vec![], vec![]), "each is taken once");
    assert_eq!(hub.watched(), []);
    assert_eq!(hub.connections(), 0, "it is no live connection");
}
