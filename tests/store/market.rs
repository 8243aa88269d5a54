//! Reading committed market data.

use marketdeck::{
    domain::{Timestamp, bar::Interval, logo::LogoImage, ticker::TickerId},
    store::{MarketBatch, Store},
};

use super::support::{article, folder, noon, remove_table, whole_market};

#[test]
fn committed_data_survives_reopening() {
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
    assert_eq!(read.splits, batch.splits);
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
        "the newest reading of each market"
    );
    assert_eq!(
        store.bars(TickerId(1), Interval::Day, 0..i64::MAX).unwrap(),
        batch.bars[0].2
    );
    store.verify().unwrap();
}

#[test]
fn the_newest_2000_articles_stay() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    // Ids and dates are in different orders.
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
fn request_counts_survive_a_restart_and_earlier_months_are_removed() {
    let (_folder, path) = folder();
    let counts = |counts: &[(&str, u64)]| MarketBatch {
        requests: counts
            .iter()
            .map(|(name, count)| ((*name).to_owned(), *count))
            .collect(),
        ..MarketBatch::default()
    };
    let store = Store::open(&path).unwrap();
    let november = [
        ("coingecko 2026-11", 9_000),
        ("coin 2026-11", 5),
        ("twelve_data 2026-11-30", 700),
        ("twelve_data 2026-11", 800),
    ];
    store.commit(&counts(&november), noon()).unwrap();
    let december = [("coingecko 2026-12", 1), ("twelve_data 2026-12-01", 2)];
    store.commit(&counts(&december), noon()).unwrap();
    store.close().unwrap();

    let store = Store::open(&path).unwrap();
    let mut read = store.snapshot().unwrap().requests;
    read.sort();
    let expected = [
        ("coin 2026-11", 5),
        ("coingecko 2026-12", 1),
        ("twelve_data 2026-11", 800),
        ("twelve_data 2026-12-01", 2),
    ];
    assert_eq!(read, expected.map(|(name, count)| (name.to_owned(), count)));
}

#[test]
fn a_logo_survives_a_restart_and_an_older_file_without_logos_opens() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    store.commit(&whole_market(), noon()).unwrap();
    store.close().unwrap();
    remove_table(&path, "logos", true);

    let store = Store::open(&path).unwrap();
    assert_eq!(store.logo(TickerId(1)).unwrap(), None);
    let image = LogoImage::new(b"\x89PNG\r\n\x1a\n and the rest").unwrap();
    let batch = MarketBatch {
        logos: vec![(TickerId(1), image.clone())],
        ..MarketBatch::default()
    };
    store.commit(&batch, noon()).unwrap();
    store.close().unwrap();
    let store = Store::open(&path).unwrap();
    assert_eq!(store.logo(TickerId(1)).unwrap(), Some(image));
    store.verify().unwrap();
}
