//! Unsaved changes.

use super::*;

#[tokio::test]
async fn failed_commits_are_retried_and_lose_nothing() {
    const SAVE_INTERVAL: Duration = Duration::from_secs(3_600);
    struct At(Timestamp);
    impl Clock for At {
        fn now(&self) -> Timestamp {
            self.0
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("sample.redb")).unwrap();
    let market = Arc::new(Market::new(load(&store).unwrap()));
    store.close().unwrap();
    let health = Arc::new(Health::new(Supervisor::default(), SAVE_INTERVAL));
    let (flusher, unsaved) =
        Flusher::new(store, market, Arc::new(At(now())), health, SAVE_INTERVAL);
    let task = tokio::spawn(flusher.run());
    let bars: Vec<Bar> = (0..)
        .take(BARS_AT_ONCE)
        .map(|start| Bar {
            start: start * 300,
            open: 1.0,
            high: 1.0,
            low: 1.0,
            close: 1.0,
            volume: 0.0,
        })
        .collect();
    unsaved
        .pending()
        .add_bars(TickerId(1), Interval::FiveMinutes, &bars);
    unsaved.flush().await;
    assert_eq!(unsaved.pending().bars(), BARS_AT_ONCE, "all of them wait");
    // Merging does not wait for a failing disk.
    unsaved.room().await;
    unsaved.finish().await;
    task.await.unwrap();
    assert_eq!(unsaved.pending().bars(), BARS_AT_ONCE, "to the end");
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

/// While the disk is full for days, unsaved data is bounded, and refused data is requested again.
#[test]
fn unsaved_bars_are_bounded_and_a_refused_history_is_not_fetched() {
    let mut fixture = Fixture::with(&[]);
    // Coins trade at any time.
    let coins = ["AAPL", "MSFT"].map(|symbol| Profile::new(symbol, symbol, TickerKind::Crypto));
    fixture.take(Update::Profiles(coins.into()));
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
    fixture.take(fetched("MSFT", 0, 100));
    assert!(is_fetched(&fixture, "MSFT"));
    fixture.take(Update::Bars {
        symbol: "AAPL".into(),
        interval: Interval::FiveMinutes,
        bars: bars_from(0, MAX_BARS - 200),
    });
    // The batch being written and the waiting one are bounded together.
    let batch = fixture.pending.take();
    fixture.take(fetched("AAPL", 1_000_000, 101));
    assert_eq!(fixture.pending.bars(), 0, "there is room for 100");
    assert!(!is_fetched(&fixture, "AAPL"));
    assert!(fixture.pending.take_refused_source("test"));
    assert!(
        !fixture.pending.take_refused_source("test"),
        "it was told once"
    );
    fixture.pending.put_back(batch);
    fixture.take(fetched("MSFT", 2_000_000, 101));
    assert!(!is_fetched(&fixture, "MSFT"), "not any longer");
    assert_eq!(fixture.pending.bars(), MAX_BARS - 100);
    assert_eq!(fixture.pending.backlog().refused, 202);
    let id = TickerId(2);
    let newest = fixture.market.last_bar(id, Interval::FiveMinutes);
    assert_eq!(
        newest,
        Some(99 * 300),
        "the next request begins where the bars end"
    );
    // A waiting bar can still be replaced by a newer version.
    let mut newer = bars_from(50, 1_000);
    newer[0].close = 1.0;
    newer[0].volume = 7.0;
    fixture.take(Update::Bars {
        symbol: "MSFT".into(),
        interval: Interval::FiveMinutes,
        bars: newer,
    });
    assert!(fixture.market.unsaved(id, Interval::FiveMinutes)[50].volume > 6.0);
    assert_eq!(fixture.pending.bars(), MAX_BARS - 100);
    // The disk recovers: the history is fetched again and counts.
    let _ = fixture.pending.take();
    fixture.pending.saved();
    fixture.take(fetched("MSFT", 100, 101));
    fixture.take(fetched("MSFT", 100, 101));
    assert!(is_fetched(&fixture, "MSFT"));
}

#[test]
fn unsaved_articles_logos_and_readings_are_bounded() {
    let mut fixture = Fixture::with(&["AAPL"]);
    fixture.take(Update::News((0..2_500).map(article).collect()));
    let batch = fixture.pending.take();
    assert_eq!(batch.news.len(), MAX_ARTICLES);
    fixture.take(Update::News((2_500..2_510).map(article).collect()));
    fixture.pending.put_back(batch);
    assert_eq!(fixture.pending.news.len(), MAX_ARTICLES);
    let oldest = fixture.pending.news.values().map(|item| &item.update.key);
    assert!(oldest.clone().any(|key| *key == article(2_509).key));

    for minute in 0..3_000 {
        fixture.take(Update::FearGreed(FearGreed {
            value: 50.0,
            as_of: now() + jiff::SignedDuration::from_mins(minute),
            indicators: None,
            components: Vec::new(),
            market: "stocks".into(),
            provider: String::new(),
            rating: None,
        }));
    }
    let batch = fixture.pending.take();
    assert!(
        batch.fear_greed.len() <= 4,
        "one a day: {}",
        batch.fear_greed.len()
    );
    let newest = batch.fear_greed.iter().map(|reading| reading.as_of).max();
    assert_eq!(newest, Some(now() + jiff::SignedDuration::from_mins(2_999)));

    let symbols: Vec<String> = (0..200).map(|nth| format!("C{nth}")).collect();
    fixture.take(Update::Profiles(
        symbols.iter().map(|symbol| profile(symbol)).collect(),
    ));
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    png.resize(90_000, 0);
    for symbol in &symbols {
        fixture.take(Update::Logo {
            symbol: symbol.clone(),
            image: Some(LogoImage::new(&png).unwrap()),
        });
    }
    let waiting: usize = fixture
        .pending
        .logos
        .values()
        .map(|logo| logo.bytes().len())
        .sum();
    assert!(waiting > 4 << 20 && waiting <= 8 << 20, "{waiting}");
    let refused = &fixture.market.by_symbol("C199").unwrap().ticker;
    assert_eq!(refused.logo, None, "it is asked for again");
}

/// A ticker is removed while a commit runs that fails: the retry does not write the ticker.
#[tokio::test]
async fn a_retried_commit_does_not_write_a_removed_ticker() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sample.redb");
    let store = Store::open(&path).unwrap();
    let mut fixture = Fixture::with(&["AAPL", "MSFT"]);
    let everything = |fixture: &mut Fixture, symbol: &str| {
        fixture.take(Update::Quotes(vec![quote(symbol, 5.0)]));
        fixture.take(Update::Bars {
            symbol: symbol.into(),
            interval: Interval::Hour,
            bars: bars_from(0, 12).into_iter().step_by(12).collect(),
        });
    };
    everything(&mut fixture, "AAPL");
    everything(&mut fixture, "MSFT");
    store.commit(&fixture.pending.take(), now()).unwrap();
    fixture.pending.saved();
    everything(&mut fixture, "AAPL");
    everything(&mut fixture, "MSFT");
    fixture.take(Update::Profiles(vec![Profile {
        name: "Apple".into(),
        ..profile("AAPL")
    }]));
    let failed = fixture.pending.take();
    fixture.take(Update::Unfollow(TickerId(1)));
    fixture.pending.put_back(failed);
    store.commit(&fixture.pending.take(), now()).unwrap();
    let snapshot = store.snapshot().unwrap();
    let symbols: Vec<_> = snapshot
        .tickers
        .iter()
        .map(|one| &*one.profile.symbol)
        .collect();
    assert_eq!(symbols, ["MSFT"]);
    assert_eq!(snapshot.quotes.len(), 1);
    let left = store
        .bars(TickerId(1), Interval::Hour, 0..i64::MAX)
        .unwrap();
    assert_eq!(left, []);
    assert_eq!(
        snapshot.last_removed,
        TickerId(1),
        "its number stays unused"
    );
    store.close().unwrap();
}

/// `flush` returns true only for data on disk, whatever else is written meanwhile.
#[tokio::test]
async fn flush_returns_true_if_everything_is_on_disk() {
    const SAVE_INTERVAL: Duration = Duration::from_secs(3_600);
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("sample.redb")).unwrap();
    let market = Arc::new(Market::new(load(&store).unwrap()));
    let health = Arc::new(Health::new(Supervisor::default(), SAVE_INTERVAL));
    let clock = Arc::new(crate::testing::ManualClock::new(now()));
    let (flusher, unsaved) = Flusher::new(
        store.clone(),
        market,
        clock,
        Arc::clone(&health),
        SAVE_INTERVAL,
    );
    let task = tokio::spawn(flusher.run());
    let add = |nth| {
        let bars = bars_from(nth, 1);
        unsaved
            .pending()
            .add_bars(TickerId(1), Interval::FiveMinutes, &bars);
    };
    assert!(unsaved.flush().await, "nothing waits");
    add(1);
    assert_eq!(health.facts(std::time::Instant::now()).backlog.rows, 1);
    assert!(unsaved.flush().await);
    assert_eq!(unsaved.pending().bars(), 0);
    store.close().unwrap();
    add(2);
    assert!(!unsaved.flush().await);
    assert_eq!(health.facts(std::time::Instant::now()).backlog.rows, 1);
    assert!(!unsaved.finish().await);
    task.await.unwrap();
    assert!(!unsaved.flush().await, "nobody is left who could write it");
}
