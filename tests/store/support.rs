//! Test helpers: a small market, and databases without a table.

use std::path::{Path, PathBuf};

use marketdeck::{
    domain::{
        Timestamp,
        bar::Bar,
        bar::Interval,
        dividend::{Dividend, DividendKind, Frequency},
        earnings::EarningsEvent,
        fear_greed::FearGreed,
        fixing::{Fixing, FixingCode, Series},
        fund::FundFacts,
        ico::Ico,
        news::{NewsItem, NewsUpdate, Sentiment},
        quote::Quote,
        split::Split,
        ticker::{Profile, Ticker, TickerId, TickerKind},
    },
    store::{MarketBatch, Store, salvage},
};
use tempfile::TempDir;

pub(crate) const DAY: i64 = 86_400;

pub(crate) fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

pub(crate) fn noon() -> Timestamp {
    at("2026-11-21T12:00:00Z")
}

pub(crate) fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sample.redb");
    (folder, path)
}

/// Removes a table from a closed database. If `is_old` is true, its entry in `meta` is removed, too, as in a file of an older version;
/// otherwise the file looks damaged.
pub(crate) fn remove_table(path: &Path, name: &str, is_old: bool) {
    let database = redb::Database::open(path).unwrap();
    let txn = database.begin_write().unwrap();
    let table: redb::TableDefinition<&[u8], &[u8]> = redb::TableDefinition::new(name);
    assert!(txn.delete_table(table).unwrap());
    if is_old {
        let meta: redb::TableDefinition<&str, &[u8]> = redb::TableDefinition::new("meta");
        txn.open_table(meta).unwrap().remove(name).unwrap();
    }
    txn.commit().unwrap();
}

/// Closes the store at `path`. Returns the paths of a backup and of a salvaged copy.
pub(crate) fn backup_and_salvage(store: &Store, path: &Path) -> [PathBuf; 2] {
    let backup_and_salvage =
        ["backup", "salvaged"].map(|name| path.with_file_name(format!("{name}.redb")));
    store.backup(&backup_and_salvage[0], &|_, _| ()).unwrap();
    store.close().unwrap();
    salvage(path, &backup_and_salvage[1], &|_, _| ()).unwrap();
    backup_and_salvage
}

pub(crate) fn ticker(id: u32, symbol: &str) -> Ticker {
    let profile = Profile {
        sector: Some("Technology".into()),
        units: Some(1e9),
        ..Profile::new(symbol, format!("{symbol} Incorporated"), TickerKind::Stock)
    };
    Ticker::new(TickerId(id), profile)
}

pub(crate) fn quote(id: u32, price: f64) -> Quote {
    Quote {
        id: TickerId(id),
        price,
        as_of: noon(),
        source: "sample".into(),
        previous_close: Some(price - 1.0),
        is_bar_close: false,
        change_24h: None,
        change_7d: None,
        market_cap: None,
        volume_24h: Some(1e6),
        day_high: None,
        day_low: None,
        year_high: None,
        year_low: None,
        all_time_high: None,
        supply: None,
        extended: None,
        adjusted_for: None,
    }
}

pub(crate) fn bar(start: i64, close: f64) -> Bar {
    Bar {
        start,
        open: close,
        high: close + 0.5,
        low: close - 0.5,
        close,
        volume: 100.0,
    }
}

pub(crate) fn bars(first: i64, step: i64, count: i64) -> Vec<Bar> {
    (0..count)
        .map(|i| bar(first + i * step, 100.0 + (i % 50) as f64 / 4.0))
        .collect()
}

pub(crate) fn article(id: u32, published_at: Timestamp) -> NewsItem {
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
            is_undated: false,
        },
        provider: "rss".into(),
    }
}

pub(crate) fn whole_market() -> MarketBatch {
    let dividend = |date: &str| Dividend {
        ex_date: date.parse().unwrap(),
        amount: 0.25,
        currency: None,
        dividend_yield: Some(0.5),
        price: None,
        frequency: Some(Frequency::Quarterly),
        kind: DividendKind::Regular,
        is_projected: false,
        pay_date: None,
        is_from_file: false,
    };
    let earnings = |symbol: &str, date: &str| EarningsEvent {
        symbol: symbol.into(),
        date: date.parse().unwrap(),
        time: None,
        estimated_eps: Some(1.5),
        actual_eps: None,
        currency: None,
        surprise: None,
        is_estimate: false,
        provider: "nasdaq".into(),
    };
    let reading = |market: &str, value: f64, as_of: &str| FearGreed {
        value,
        as_of: at(as_of),
        indicators: None,
        components: Vec::new(),
        market: market.into(),
        provider: "cnn".into(),
        rating: None,
    };
    MarketBatch {
        tickers: vec![ticker(1, "AAPL"), ticker(2, "MSFT")],
        quotes: vec![quote(1, 201.25), quote(2, 410.5)],
        bars: vec![(TickerId(1), Interval::Day, bars(0, DAY, 400))],
        dividends: vec![(
            TickerId(1),
            vec![dividend("2026-08-10"), dividend("2026-11-10")],
        )],
        splits: vec![(
            TickerId(1),
            vec![Split {
                date: "2020-08-31".parse().unwrap(),
                numerator: 4.0,
                denominator: 1.0,
            }],
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
        withdrawn_earnings: vec![],
        logos: vec![],
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
        requests: vec![("coingecko 2026-11".into(), 41)],
        removed: vec![],
        fear_greed: vec![
            reading("stocks", 40.0, "2026-11-20T00:00:00Z"),
            reading("crypto", 70.0, "2026-11-21T00:00:00Z"),
            reading("stocks", 45.0, "2026-11-21T00:00:00Z"),
        ],
        fixings: vec![Fixing::new(
            Series::EuroRates,
            "2026-11-20".parse().unwrap(),
            [(FixingCode::parse("USD").unwrap(), 1.25)],
        )],
        ..MarketBatch::default()
    }
}

/// Returns the number of rounds: `default`, or the value of `MARKETDECK_TEST_ROUNDS`.
pub(crate) fn rounds(default: usize) -> usize {
    rounds_from_environment().unwrap_or(default)
}

/// Returns a random number generator with the seed `seed`. If `MARKETDECK_TEST_ROUNDS` is set, the seed is random and printed.
pub(crate) fn rng(seed: u64) -> fastrand::Rng {
    let seed = rounds_from_environment().map_or(seed, |_| fastrand::u64(..));
    println!("seed {seed}");
    fastrand::Rng::with_seed(seed)
}

fn rounds_from_environment() -> Option<usize> {
    let rounds = std::env::var("MARKETDECK_TEST_ROUNDS").ok()?;
    Some(rounds.parse().expect("the variable is a number of rounds"))
}
