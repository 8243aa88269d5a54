//! Tests of unsaved changes and their commits.

use super::*;

#[tokio::test]
async fn failed_commits_are_retried_and_lose_nothing() {
    const SAVE_INTERVAL: Duration = Duration::from_secs(3_600);
    struct FixedClock(Timestamp);
    impl Clock for FixedClock {
        fn now(&self) -> Timestamp {
            self.0
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("sample.redb")).unwrap();
    let market = Arc::new(Market::new(load(&store).unwrap()));
    store.close().unwrap();
    let health = Arc::new(Health::new(Supervisor::default(), SAVE_INTERVAL));
    let (flusher, write_buffer) = Flusher::new(
        store,
        market,
        Arc::new(FixedClock(now())),
        health,
        SAVE_INTERVAL,
    );
    let task = tokio::spawn(flusher.run());
    let bars: Vec<Bar> = (0..)
        .take(MAX_BATCH_BARS)
        .map(|start| Bar {
            start: start * 300,
            open: 1.0,
            high: 1.0,
            low: 1.0,
            close: 1.0,
            volume: 0.0,
        })
        .collect();
    write_buffer
        .pending()
        .add_bars(TickerId(1), Interval::FiveMinutes, &bars);
    write_buffer.flush().await;
    assert_eq!(
        write_buffer.pending().bar_count(),
        MAX_BATCH_BARS,
        "no bar is lost after a failed commit"
    );
    // Merging does not wait for a failing disk.
    write_buffer.wait_for_capacity().await;
    write_buffer.finish().await;
    task.await.unwrap();
    assert_eq!(
        write_buffer.pending().bar_count(),
        MAX_BATCH_BARS,
        "no bar is lost after the last commit failed"
    );
}

fn bars_from(first: i64, count: usize) -> Vec<Bar> {
    (first..)
        .take(count)
        .map(|nth| Bar {
            start: nth * 300,
            open: 1.0,
            high: 1.0,
            low: 1.0,
            close: 1.0,
            volume: 0.0,
        })
        .collect()
}

/// The disk may be full for days: unsaved data is limited, and refused data is requested again.
#[test]
fn unsaved_bars_are_limited_and_a_refused_history_is_not_marked_as_fetched() {
    let mut fixture = Fixture::with(&[]);
    // Coins have no sessions, so no bar is outside of one.
    let coins = ["AAPL", "MSFT"].map(|symbol| Profile::new(symbol, symbol, TickerKind::Crypto));
    fixture.merge(Update::Profiles(coins.into()));
    let fetched = |symbol: &str, first: i64, count: usize| Update::Fetched {
        symbol: symbol.into(),
        interval: Interval::FiveMinutes,
        bars: bars_from(first, count),
        over_years: false,
    };
    let is_fetched = |fixture: &Fixture, symbol: &str| {
        let ticker = &fixture.market.by_symbol(symbol).unwrap().ticker;
        ticker.fetched.five_minutes.is_some()
    };
    fixture.merge(fetched("MSFT", 0, 100));
    assert!(is_fetched(&fixture, "MSFT"));
    fixture.merge(Update::Bars {
        symbol: "AAPL".into(),
        interval: Interval::FiveMinutes,
        bars: bars_from(0, MAX_BARS - 200),
    });
    // The limit covers the batch that is being written and the pending changes together.
    let batch = fixture.pending.take_batch();
    fixture.merge(fetched("AAPL", 1_000_000, 101));
    assert_eq!(
        fixture.pending.bar_count(),
        0,
        "101 bars are refused because only 100 more fit"
    );
    assert!(!is_fetched(&fixture, "AAPL"));
    assert!(fixture.pending.take_refused_source("test"));
    assert!(
        !fixture.pending.take_refused_source("test"),
        "the refusal is reported once"
    );
    fixture.pending.put_back(batch);
    fixture.merge(fetched("MSFT", 2_000_000, 101));
    assert!(
        !is_fetched(&fixture, "MSFT"),
        "the history is no longer marked as fetched"
    );
    assert_eq!(fixture.pending.bar_count(), MAX_BARS - 100);
    assert_eq!(fixture.pending.backlog().refused, 202);
    let id = TickerId(2);
    let newest = fixture.market.last_bar(id, Interval::FiveMinutes);
    assert_eq!(
        newest,
        Some(99 * 300),
        "refused bars do not count, so the next request starts after the known bars"
    );
    // A newer version of an unsaved bar is accepted.
    let mut newer = bars_from(50, 1_000);
    newer[0].close = 1.0;
    newer[0].volume = 7.0;
    fixture.merge(Update::Bars {
        symbol: "MSFT".into(),
        interval: Interval::FiveMinutes,
        bars: newer,
    });
    assert!(fixture.market.unsaved_bars(id, Interval::FiveMinutes)[50].volume > 6.0);
    assert_eq!(fixture.pending.bar_count(), MAX_BARS - 100);
    // After the disk recovers, the history is fetched again and marked as fetched.
    let _ = fixture.pending.take_batch();
    fixture.pending.mark_saved();
    fixture.merge(fetched("MSFT", 100, 101));
    fixture.merge(fetched("MSFT", 100, 101));
    assert!(is_fetched(&fixture, "MSFT"));
}

#[test]
fn unsaved_articles_logos_and_readings_are_limited() {
    let mut fixture = Fixture::with(&["AAPL"]);
    fixture.merge(Update::News((0..2_500).map(article).collect()));
    let batch = fixture.pending.take_batch();
    assert_eq!(batch.news.len(), MAX_ARTICLES);
    fixture.merge(Update::News((2_500..2_510).map(article).collect()));
    fixture.pending.put_back(batch);
    assert_eq!(fixture.pending.news.len(), MAX_ARTICLES);
    let mut keys = fixture.pending.news.values().map(|item| &item.update.key);
    assert!(keys.any(|key| *key == article(2_509).key));

    for minute in 0..3_000 {
        fixture.merge(Update::FearGreed(FearGreed {
            value: 50.0,
            as_of: now() + jiff::SignedDuration::from_mins(minute),
            indicators: None,
            components: Vec::new(),
            market: "stocks".into(),
            provider: String::new(),
            rating: None,
        }));
    }
    let batch = fixture.pending.take_batch();
    assert!(
        batch.fear_greed.len() <= 4,
        "at most one reading per day is kept: {}",
        batch.fear_greed.len()
    );
    let newest = batch.fear_greed.iter().map(|reading| reading.as_of).max();
    assert_eq!(newest, Some(now() + jiff::SignedDuration::from_mins(2_999)));

    let symbols: Vec<String> = (0..200).map(|nth| format!("C{nth}")).collect();
    fixture.merge(Update::Profiles(
        symbols.iter().map(|symbol| profile(symbol)).collect(),
    ));
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    png.resize(90_000, 0);
    for symbol in &symbols {
        fixture.merge(Update::Logo {
            symbol: symbol.clone(),
            image: Some(LogoImage::new(&png).unwrap()),
        });
    }
    let unsaved_bytes: usize = fixture
        .pending
        .logos
        .values()
        .map(|logo| logo.bytes().len())
        .sum();
    assert!(
        unsaved_bytes > 4 << 20 && unsaved_bytes <= 8 << 20,
        "{unsaved_bytes}"
    );
    let ticker = &fixture.market.by_symbol("C199").unwrap().ticker;
    assert_eq!(
        ticker.logo, None,
        "a refused logo is not recorded, so it is requested again"
    );
}

/// The ticker is removed during a commit that fails, and the retry must not write the ticker.
#[tokio::test]
async fn a_retried_commit_does_not_write_a_removed_ticker() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sample.redb");
    let store = Store::open(&path).unwrap();
    let mut fixture = Fixture::with(&["AAPL", "MSFT"]);
    let merge_quote_and_bar = |fixture: &mut Fixture, symbol: &str| {
        fixture.merge(Update::Quotes(vec![quote(symbol, 5.0)]));
        fixture.merge(Update::Bars {
            symbol: symbol.into(),
            interval: Interval::Hour,
            bars: bars_from(0, 12).into_iter().step_by(12).collect(),
        });
    };
    merge_quote_and_bar(&mut fixture, "AAPL");
    merge_quote_and_bar(&mut fixture, "MSFT");
    store.commit(&fixture.pending.take_batch(), now()).unwrap();
    fixture.pending.mark_saved();
    merge_quote_and_bar(&mut fixture, "AAPL");
    merge_quote_and_bar(&mut fixture, "MSFT");
    fixture.merge(Update::Profiles(vec![Profile {
        name: "Apple".into(),
        ..profile("AAPL")
    }]));
    let failed = fixture.pending.take_batch();
    fixture.merge(Update::Unfollow(TickerId(1)));
    fixture.pending.put_back(failed);
    store.commit(&fixture.pending.take_batch(), now()).unwrap();
    let snapshot = store.snapshot().unwrap();
    let symbols: Vec<_> = snapshot
        .tickers
        .iter()
        .map(|ticker| &*ticker.profile.symbol)
        .collect();
    assert_eq!(symbols, ["MSFT"]);
    assert_eq!(snapshot.quotes.len(), 1);
    let remaining = store
        .bars(TickerId(1), Interval::Hour, 0..i64::MAX)
        .unwrap();
    assert_eq!(remaining, []);
    assert_eq!(
        snapshot.last_removed,
        TickerId(1),
        "the id is not assigned again"
    );
    store.close().unwrap();
}

#[tokio::test]
async fn flush_returns_true_only_if_everything_is_on_disk() {
    const SAVE_INTERVAL: Duration = Duration::from_secs(3_600);
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("sample.redb")).unwrap();
    let market = Arc::new(Market::new(load(&store).unwrap()));
    let health = Arc::new(Health::new(Supervisor::default(), SAVE_INTERVAL));
    let clock = Arc::new(crate::testing::ManualClock::new(now()));
    let (flusher, write_buffer) = Flusher::new(
        store.clone(),
        market,
        clock,
        Arc::clone(&health),
        SAVE_INTERVAL,
    );
    let task = tokio::spawn(flusher.run());
    let add = |nth| {
        let bars = bars_from(nth, 1);
        write_buffer
            .pending()
            .add_bars(TickerId(1), Interval::FiveMinutes, &bars);
    };
    assert!(
        write_buffer.flush().await,
        "a flush without changes succeeds"
    );
    add(1);
    assert_eq!(health.facts(std::time::Instant::now()).backlog.rows, 1);
    assert!(write_buffer.flush().await);
    assert_eq!(write_buffer.pending().bar_count(), 0);
    store.close().unwrap();
    add(2);
    assert!(!write_buffer.flush().await);
    assert_eq!(health.facts(std::time::Instant::now()).backlog.rows, 1);
    assert!(!write_buffer.finish().await);
    task.await.unwrap();
    assert!(
        !write_buffer.flush().await,
        "a flush fails after the flusher stopped"
    );
}
