//! The store through its front door, on real files.

use std::{fs, path::PathBuf};

use marketdeck::{
    domain::{
        Timestamp,
        alert::{Alert, AlertFrequency, AlertKind, Condition, Delivery, FiredAlert},
        bar::{Bar, Interval},
        dividend::{Dividend, Frequency},
        earnings::EarningsEvent,
        fear_greed::FearGreed,
        fund::FundFacts,
        ico::Ico,
        news::{NewsItem, NewsUpdate, Sentiment},
        quote::Quote,
        ticker::{ImportedFrom, Profile, Ticker, TickerId, TickerKind},
    },
    store::{MarketBatch, Store, StoreError},
};
use tempfile::TempDir;

const DAY: i64 = 86_400;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn noon() -> Timestamp {
    at("2026-11-21T12:00:00Z")
}

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sample.redb");
    (folder, path)
}

fn ticker(id: u32, symbol: &str) -> Ticker {
    Ticker {
        id: TickerId(id),
        profile: Profile {
            symbol: symbol.into(),
            name: format!("{symbol} Incorporated"),
            kind: TickerKind::Stock,
            sector: Some("Technology".into()),
            country: None,
            logo: None,
            units: Some(1e9),
            decimals: 2,
        },
        imported: None,
    }
}

fn quote(id: u32, price: f64) -> Quote {
    Quote {
        id: TickerId(id),
        price,
        as_of: noon(),
        source: "sample".into(),
        previous_close: Some(price - 1.0),
        change_24h: None,
        change_7d: None,
        market_cap: None,
        volume_24h: Some(1e6),
        day_high: None,
        day_low: None,
        year_high: None,
        year_low: None,
        all_time_high: None,
    }
}

fn bar(start: i64, close: f64) -> Bar {
    Bar {
        start,
        open: close,
        high: close + 0.5,
        low: close - 0.5,
        close,
        volume: 100.0,
    }
}

fn bars(first: i64, step: i64, count: i64) -> Vec<Bar> {
    (0..count)
        .map(|i| bar(first + i * step, 100.0 + (i % 50) as f64 / 4.0))
        .collect()
}

fn article(id: u32, published_at: Timestamp) -> NewsItem {
    NewsItem {
        id,
        ticker_id: None,
        update: NewsUpdate {
            key: format!("article-{id}"),
            symbols: vec![],
            source: "Wire".into(),
            title: format!("Article {id}"),
            content: String::new(),
            url: None,
            sentiment: Sentiment::Neutral,
            published_at,
        },
        provider: "rss".into(),
    }
}

fn whole_market() -> MarketBatch {
    let dividend = |date: &str| Dividend {
        ex_date: date.parse().unwrap(),
        amount: 0.25,
        dividend_yield: Some(0.5),
        frequency: Frequency::Quarterly,
        is_projected: false,
    };
    let earnings = |symbol: &str, date: &str| EarningsEvent {
        symbol: symbol.into(),
        date: date.parse().unwrap(),
        time: None,
        estimated_eps: Some(1.5),
        actual_eps: None,
        surprise: None,
        provider: "nasdaq".into(),
    };
    let reading = |market: &str, value: f64, as_of: &str| FearGreed {
        value,
        as_of: at(as_of),
        indicators: None,
        market: market.into(),
        provider: "cnn".into(),
    };
    MarketBatch {
        tickers: vec![ticker(1, "AAPL"), ticker(2, "MSFT")],
        quotes: vec![quote(1, 201.25), quote(2, 410.5)],
        bars: vec![(TickerId(1), Interval::Day, bars(0, DAY, 400))],
        dividends: vec![(
            TickerId(1),
            vec![dividend("2026-08-10"), dividend("2026-11-10")],
        )],
        news: vec![
            article(1, at("2026-11-19T00:00:00Z")),
            article(2, at("2026-11-20T00:00:00Z")),
        ],
        icos: vec![Ico {
            id: 1,
            name: "Harbour".into(),
            symbol: "HBR".into(),
            category: "Freight".into(),
            description: String::new(),
            logo: None,
            tags: vec!["infra".into()],
            pinned_status: None,
            target_amount: 1e6,
            raised_amount: None,
            start_date: noon(),
            end_date: at("2026-12-01T00:00:00Z"),
            provider: "file".into(),
        }],
        earnings: vec![
            earnings("MSFT", "2026-11-30"),
            earnings("AAPL", "2026-10-30"),
        ],
        funds: vec![FundFacts {
            symbol: "SPY".into(),
            issuer: None,
            category: "Equity".into(),
            aum: Some(6e11),
            expense_ratio: Some(0.09),
            distribution_yield: None,
            inception: None,
            provider: "sample".into(),
        }],
        fear_greed: vec![
            reading("stocks", 40.0, "2026-11-20T00:00:00Z"),
            reading("crypto", 70.0, "2026-11-21T00:00:00Z"),
            reading("stocks", 45.0, "2026-11-21T00:00:00Z"),
        ],
    }
}

#[test]
fn everything_committed_is_there_after_reopening() {
    let (_folder, path) = folder();
    let batch = whole_market();
    let store = Store::open(&path).unwrap();
    store.commit(&batch, noon()).unwrap();
    store.close().unwrap();

    let store = Store::open(&path).unwrap();
    let read = store.snapshot().unwrap();
    assert_eq!(read.tickers, batch.tickers);
    assert_eq!(read.quotes, batch.quotes);
    assert_eq!(read.icos, batch.icos);
    assert_eq!(read.funds, batch.funds);
    let dates: Vec<_> = read.dividends[0].1.iter().map(|d| d.ex_date).collect();
    assert_eq!(
        dates,
        ["2026-11-10".parse().unwrap(), "2026-08-10".parse().unwrap()],
        "newest first"
    );
    assert_eq!(
        read.news.iter().map(|n| n.id).collect::<Vec<_>>(),
        [2, 1],
        "newest first"
    );
    let symbols: Vec<_> = read.earnings.iter().map(|e| e.symbol.as_str()).collect();
    assert_eq!(symbols, ["AAPL", "MSFT"], "ascending by date");
    let readings: Vec<_> = read
        .fear_greed
        .iter()
        .map(|r| (r.market.as_str(), r.value))
        .collect();
    assert_eq!(
        readings,
        [("crypto", 70.0), ("stocks", 45.0)],
        "the newest of each market"
    );
    assert_eq!(
        store.bars(TickerId(1), Interval::Day, 0..i64::MAX).unwrap(),
        batch.bars[0].2
    );
    store.verify().unwrap();
}

#[test]
fn a_second_program_is_told_that_the_file_is_in_use() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let error = Store::open(&path).err().unwrap();
    assert!(matches!(error, StoreError::Locked(_)), "{error}");
    assert!(
        error
            .to_string()
            .contains("is in use by another Marketdeck")
    );
    store.close().unwrap();
    Store::open(&path).unwrap();
}

#[test]
fn a_closed_store_says_so() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    store.close().unwrap();
    store.close().unwrap();
    assert!(matches!(store.snapshot(), Err(StoreError::Io(_))));
}

#[test]
fn bars_come_back_by_range_across_chunks_and_tails() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let first = 20_000 * DAY;
    for (interval, step) in [
        (Interval::FiveMinutes, 300),
        (Interval::Hour, 3_600),
        (Interval::Day, DAY),
    ] {
        let all = bars(first, step, 1_500);
        let now = Timestamp::from_second(first + 10 * DAY).unwrap();
        // As ingest brings them: history first, then one at a time.
        let (history, live) = all.split_at(1_450);
        let commit = |bars: &[Bar]| {
            let batch = MarketBatch {
                bars: vec![(TickerId(7), interval, bars.to_vec())],
                ..MarketBatch::default()
            };
            store.commit(&batch, now).unwrap();
        };
        commit(history);
        for one in live.chunks(1) {
            commit(one);
        }
        let read = |range| store.bars(TickerId(7), interval, range).unwrap();
        assert_eq!(read(i64::MIN..i64::MAX), all, "{interval:?}");
        let (from, to) = (all[700].start, all[1_470].start);
        assert_eq!(read(from..to), all[700..1_470]);
        assert_eq!(read(from + 1..to + 1), all[701..1_471]);
        assert_eq!(read(to..to), []);
        assert_eq!(
            store.last_bar(TickerId(7), interval).unwrap(),
            all.last().copied()
        );
        assert_eq!(store.last_bar(TickerId(8), interval).unwrap(), None);
        assert_eq!(store.bars(TickerId(8), interval, 0..i64::MAX).unwrap(), []);
    }
    store.verify().unwrap();
}

#[test]
fn merged_in_any_order_the_newer_version_of_a_bar_wins() {
    // The store beside a plain map, over random merges.
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let mut rng = fastrand::Rng::with_seed(8);
    let mut model = std::collections::BTreeMap::new();
    for round in 0..300 {
        let count = if rng.u8(..8) == 0 { 60 } else { rng.i64(1..4) };
        let first = rng.i64(0..900);
        let merged: Vec<Bar> = (0..count)
            .map(|i| bar((first + i) * DAY, f64::from(round) + 1.0))
            .collect();
        model.extend(merged.iter().map(|bar| (bar.start, *bar)));
        let batch = MarketBatch {
            bars: vec![(TickerId(3), Interval::Day, merged)],
            ..MarketBatch::default()
        };
        store.commit(&batch, noon()).unwrap();
        let newest = model.values().next_back().copied();
        assert_eq!(store.last_bar(TickerId(3), Interval::Day).unwrap(), newest);
    }
    let expected: Vec<Bar> = model.into_values().collect();
    assert_eq!(
        store
            .bars(TickerId(3), Interval::Day, i64::MIN..i64::MAX)
            .unwrap(),
        expected
    );
}

#[test]
fn old_bars_leave_in_whole_chunks_and_daily_bars_stay() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let now = 20_000 * DAY + DAY / 2;
    let when = |second| Timestamp::from_second(second).unwrap();
    let history = |interval: Interval, days: i64| {
        let count = days * DAY / interval.seconds();
        bars(now - days * DAY, interval.seconds(), count)
    };
    let batch = MarketBatch {
        tickers: vec![ticker(1, "AAPL")],
        bars: vec![
            (
                TickerId(1),
                Interval::FiveMinutes,
                history(Interval::FiveMinutes, 20),
            ),
            (TickerId(1), Interval::Hour, history(Interval::Hour, 200)),
            (TickerId(1), Interval::Day, history(Interval::Day, 3_000)),
        ],
        ..MarketBatch::default()
    };
    store.commit(&batch, when(now)).unwrap();
    let first = |interval| {
        let bars = store
            .bars(TickerId(1), interval, i64::MIN..i64::MAX)
            .unwrap();
        (now - bars[0].start) / DAY
    };
    assert_eq!(
        first(Interval::FiveMinutes),
        10,
        "ten days, and the rest of that day"
    );
    assert!(
        (120..150).contains(&first(Interval::Hour)),
        "120 days, and the rest of that chunk"
    );
    assert_eq!(first(Interval::Day), 3_000);
    // A week later, with nothing new.
    store
        .commit(&MarketBatch::default(), when(now + 7 * DAY))
        .unwrap();
    assert_eq!(first(Interval::FiveMinutes), 3);
}

#[test]
fn an_imported_file_replaces_all_bars_and_never_expires() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let mut batch = whole_market();
    batch
        .bars
        .push((TickerId(1), Interval::Hour, bars(20_700 * DAY, 3_600, 50)));
    store.commit(&batch, noon()).unwrap();

    let mut owned = ticker(1, "AAPL");
    owned.imported = Some(ImportedFrom {
        file: "aapl.csv".into(),
        at: noon(),
        bars: 900,
    });
    let file = bars(15_000 * DAY, 300, 900);
    let imported = [(Interval::FiveMinutes, file.clone())];
    store
        .import_bars(&owned, &imported, Some(&quote(1, 55.0)))
        .unwrap();

    // The day after, old five-minute bars expire, but not these.
    store
        .commit(&MarketBatch::default(), at("2026-11-22T12:00:00Z"))
        .unwrap();
    let read = |interval| {
        store
            .bars(TickerId(1), interval, i64::MIN..i64::MAX)
            .unwrap()
    };
    assert_eq!(read(Interval::FiveMinutes), file);
    assert_eq!(read(Interval::Hour), []);
    assert_eq!(read(Interval::Day), []);
    let snapshot = store.snapshot().unwrap();
    assert_eq!(snapshot.tickers[0], owned);
    assert!((snapshot.quotes[0].price - 55.0).abs() < 1e-9);
}

#[test]
fn the_newest_2000_articles_are_kept() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    // The order of the numbers is not that of the dates.
    let when = |id: u32| Timestamp::from_second(i64::from(id * 7_919 % 2_300)).unwrap();
    for ids in (1..=2_300_u32).collect::<Vec<_>>().chunks(500) {
        let news = ids.iter().map(|id| article(*id, when(*id))).collect();
        let batch = MarketBatch {
            news,
            ..MarketBatch::default()
        };
        store.commit(&batch, noon()).unwrap();
    }
    let news = store.snapshot().unwrap().news;
    assert_eq!(news.len(), 2_000);
    let seconds: Vec<_> = news
        .iter()
        .map(|item| item.update.published_at.as_second())
        .collect();
    assert_eq!(seconds, (300..2_300).rev().collect::<Vec<i64>>());
}

#[test]
fn wtch_03_a_ticker_is_at_most_once_in_a_list_and_a_second_deletion_finds_nothing() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let list = store.create_watchlist(1, "Tech").unwrap();
    let item = store.add_watchlist_item(list.id, TickerId(4)).unwrap();
    let again = store.add_watchlist_item(list.id, TickerId(4)).unwrap_err();
    assert!(matches!(again, StoreError::Duplicate(_)), "{again}");
    store.remove_watchlist_item(item.id).unwrap();
    assert_eq!(
        store.remove_watchlist_item(item.id),
        Err(StoreError::NotFound("watchlist entry"))
    );
    let next = store.add_watchlist_item(list.id, TickerId(4)).unwrap();
    assert_ne!(next.id, item.id, "numbers are never given twice");
}

#[test]
fn wtch_03_lists_are_renamed_reordered_noted_and_deleted() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let first = store.create_watchlist(1, "First").unwrap();
    let second = store.create_watchlist(1, "Second").unwrap();
    store.create_watchlist(2, "Somebody else's").unwrap();
    let ids: Vec<u32> = (1..=3)
        .map(|ticker| {
            store
                .add_watchlist_item(second.id, TickerId(ticker))
                .unwrap()
                .id
        })
        .collect();

    store
        .order_watchlist(second.id, &[ids[2], ids[0], ids[1]])
        .unwrap();
    store.note_watchlist_item(ids[0], "Buy below 90").unwrap();
    assert_eq!(
        store.rename_watchlist(second.id, "Renamed").unwrap().name,
        "Renamed"
    );
    let read = store.watchlist(second.id).unwrap();
    assert_eq!(
        read.items.iter().map(|item| item.id).collect::<Vec<_>>(),
        [ids[2], ids[0], ids[1]]
    );
    assert_eq!(read.items[1].note, "Buy below 90");

    // An order that misses, repeats or invents an entry changes nothing.
    for wrong in [vec![ids[0]], vec![ids[0], ids[0], ids[1], ids[2]], vec![99]] {
        assert!(
            store.order_watchlist(second.id, &wrong).is_err(),
            "{wrong:?}"
        );
    }
    assert_eq!(store.watchlist(second.id).unwrap(), read);

    assert_eq!(store.watchlists(1).unwrap(), [first.clone(), read]);
    store.delete_watchlist(first.id).unwrap();
    let gone = Err(StoreError::NotFound("watchlist"));
    assert_eq!(store.delete_watchlist(first.id), gone.clone());
    assert_eq!(store.watchlist(first.id).map(|_| ()), gone.clone());
    assert_eq!(
        store.rename_watchlist(first.id, "x").map(|_| ()),
        gone.clone()
    );
    assert_eq!(
        store.add_watchlist_item(first.id, TickerId(1)).map(|_| ()),
        gone
    );
}

fn alert(symbol: &str) -> Alert {
    Alert {
        id: 0,
        kind: AlertKind::Price,
        symbol: symbol.into(),
        condition: Condition::Above,
        value: 250.0,
        frequency: AlertFrequency::Once,
        delivery: vec![Delivery::InApp],
        active: true,
        created_at: noon(),
        last_fired_at: None,
    }
}

#[test]
fn alrt_05_alerts_and_their_history_survive_a_restart() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let aapl = store.create_alert(&alert("AAPL")).unwrap();
    let msft = store.create_alert(&alert("MSFT")).unwrap();
    let report = |alert: &Alert| FiredAlert {
        alert_id: alert.id,
        symbol: alert.symbol.clone(),
        price: Some(251.0),
        at: noon(),
        late: false,
        sentence: format!("{} rose above $250.00.", alert.symbol),
    };
    let spent = Alert {
        active: false,
        last_fired_at: Some(noon()),
        ..aapl.clone()
    };
    store
        .record_fired(&[report(&aapl)], std::slice::from_ref(&spent))
        .unwrap();
    // The other was deleted while it fired: it stays deleted, its report is kept.
    store.delete_alert(msft.id).unwrap();
    store
        .record_fired(&[report(&msft)], std::slice::from_ref(&msft))
        .unwrap();
    store.close().unwrap();

    let store = Store::open(&path).unwrap();
    assert_eq!(store.alerts().unwrap(), [spent.clone()]);
    assert_eq!(store.fired(10).unwrap(), [report(&msft), report(&aapl)]);
    assert_eq!(store.fired(1).unwrap(), [report(&msft)]);
    store
        .update_alert(&Alert {
            active: true,
            ..spent
        })
        .unwrap();
    assert!(store.alerts().unwrap()[0].active);
    assert_eq!(
        store.update_alert(&msft),
        Err(StoreError::NotFound("alert"))
    );
    assert_eq!(
        store.delete_alert(msft.id),
        Err(StoreError::NotFound("alert"))
    );
}

#[test]
fn records_of_earlier_versions_lack_fields_and_are_still_read() {
    let json = r#"{"id":1,"kind":"price","symbol":"AAPL","condition":"above","value":250.0,
        "frequency":"once","delivery":["in_app"],"active":true,"created_at":"2026-11-21T12:00:00Z"}"#;
    let read: Alert = serde_json::from_str(json).unwrap();
    assert_eq!(read.last_fired_at, None);
}

#[test]
fn a_backup_taken_while_in_use_opens_with_everything_in_it() {
    let (folder, path) = folder();
    let copy = folder.path().join("backup.redb");
    let store = Store::open(&path).unwrap();
    store.commit(&whole_market(), noon()).unwrap();
    let list = store.create_watchlist(1, "Tech").unwrap();
    fs::write(&copy, "an older backup").unwrap();
    store.backup(&copy).unwrap();
    store.rename_watchlist(list.id, "Later").unwrap();
    assert!(store.backup(&path).is_err(), "never over itself");

    let backup = Store::open(&copy).unwrap();
    backup.verify().unwrap();
    assert_eq!(backup.watchlists(1).unwrap(), [list]);
    assert_eq!(backup.snapshot().unwrap().tickers, whole_market().tickers);
    let all = 0..i64::MAX;
    assert_eq!(
        backup
            .bars(TickerId(1), Interval::Day, all.clone())
            .unwrap(),
        store.bars(TickerId(1), Interval::Day, all).unwrap()
    );
    let names: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|f| f.unwrap().file_name())
        .collect();
    assert_eq!(names.len(), 2, "no half-made file stays: {names:?}");
}
