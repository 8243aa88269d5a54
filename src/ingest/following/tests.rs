use super::*;
use crate::{
    domain::ticker::{Profile, TickerKind},
    ingest::Flusher,
    runtime::{health::Health, supervisor::Supervisor},
    testing::ManualClock,
};

const OPENED: TickerId = TickerId(1);

/// Creates a follower with one followed ticker that was last used at `used_at`.
fn follower(
    store: &Store,
    clock: &Arc<ManualClock>,
    queue: &mpsc::Sender<Envelope>,
    used_at: Timestamp,
) -> Follower {
    let mut state = MarketState::default();
    let profile = Profile::new("MUV2.DE", "Munich Re", TickerKind::Stock);
    let mut ticker = Ticker::new(OPENED, profile);
    ticker.followed = Some(FollowInfo {
        symbol: "MUV2.DE".to_owned(),
        at: used_at,
        used_at,
    });
    state.put(ticker);
    let market = Arc::new(Market::new(state));
    let health = Arc::new(Health::new(Supervisor::default(), SWEEP_INTERVAL));
    let (_, write_buffer) = Flusher::new(
        store.clone(),
        Arc::clone(&market),
        clock.clone(),
        health,
        SWEEP_INTERVAL,
    );
    Follower {
        settings: FollowerSettings {
            lookup: None,
            configured: Vec::new(),
            unused_for: SignedDuration::from_hours(24 * 30),
            starter_list: None,
        },
        market,
        hub: Hub::new(),
        queue: queue.downgrade(),
        write_buffer,
        store: store.clone(),
        clock: clock.clone(),
        write_lock: Arc::default(),
        follow_lock: AsyncMutex::default(),
        opened_at: Mutex::default(),
        configured_symbols: Mutex::default(),
    }
}

/// The use is stored soon, because a user may open a ticker for a few minutes and then switch the computer off.
#[tokio::test(start_paused = true)]
async fn use_of_an_opened_ticker_is_stored_within_two_minutes_and_at_most_hourly() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("live.redb")).unwrap();
    let clock = Arc::new(ManualClock::new("2026-11-20T19:32:00Z".parse().unwrap()));
    let (queue, mut updates) = mpsc::channel(10);
    let yesterday = clock.now() - SignedDuration::from_hours(24);
    let follower = Arc::new(follower(&store, &clock, &queue, yesterday));
    let market = Arc::clone(&follower.market);
    let start = tokio::time::Instant::now();
    let running = tokio::spawn(Arc::clone(&follower).run());
    let mut stored_after = Vec::new();
    // The page of the ticker is opened every minute for half an hour.
    for _ in 0..30 {
        follower.opened(OPENED);
        clock.advance(60);
        let minute = tokio::time::sleep(Duration::from_secs(60));
        tokio::pin!(minute);
        loop {
            let update = tokio::select! {
                envelope = updates.recv() => envelope.unwrap().update,
                () = &mut minute => break,
            };
            match update {
                Update::Barrier(barrier) => barrier.notify_one(),
                Update::Used(used) => {
                    for (id, at) in used {
                        let mut market = market.write();
                        let ticker = &mut market.get_mut(id).unwrap().ticker;
                        ticker.followed.as_mut().unwrap().used_at = at;
                        stored_after.push(start.elapsed());
                    }
                }
                other => panic!("{other:?}"),
            }
        }
    }
    running.abort();
    assert_eq!(stored_after.len(), 1, "{stored_after:?}");
    assert!(
        stored_after[0] <= Duration::from_secs(120),
        "{stored_after:?}"
    );
}

/// If the commit fails, the ticker is removed from memory all the same, and the error says so.
#[tokio::test]
async fn unsaved_unfollow_reports_that_the_ticker_is_no_longer_followed() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("live.redb")).unwrap();
    let clock = Arc::new(ManualClock::new("2026-11-20T19:32:00Z".parse().unwrap()));
    let (queue, mut updates) = mpsc::channel(10);
    let follower = follower(&store, &clock, &queue, clock.now());
    let merging = async {
        let mut merged = Vec::new();
        while let Some(Envelope { update, .. }) = updates.recv().await {
            match update {
                Update::Barrier(barrier) => {
                    barrier.notify_one();
                    return merged;
                }
                update => merged.push(update),
            }
        }
        merged
    };
    let (result, merged) = tokio::join!(follower.unfollow(OPENED), merging);
    assert!(
        matches!(&merged[..], [Update::Unfollow(OPENED)]),
        "{merged:?}"
    );
    assert_eq!(
        result.unwrap_err().to_string(),
        "MUV2.DE is no longer followed, but this could not be saved yet; the server keeps retrying."
    );
}
