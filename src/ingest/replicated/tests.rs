//! Tests of the market of an edge: after each batch of records, memory equals the state that a restart would load, and unchanged
//! lists are not reloaded.

use std::{
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex},
};

use jiff::Timestamp;
use tempfile::TempDir;

use super::apply_records;
use crate::{
    domain::{
        bar::{Bar, Interval},
        dividend::{Dividend, DividendKind},
        earnings::EarningsEvent,
        economy::EconomicEvent,
        fear_greed::FearGreed,
        fixing::{Fixing, FixingCode, Series},
        fund::FundFacts,
        ico::Ico,
        news::{NewsItem, testing},
        split::Split,
        ticker::{Profile, Ticker, TickerId, TickerKind},
    },
    ingest::load::load,
    market::Market,
    store::{Change, Cursor, MarketBatch, Replication, Scope, Store},
};

#[derive(Default)]
struct RecordedChanges(Mutex<Vec<Change>>);

impl Replication for RecordedChanges {
    fn committed(&self, changes: Vec<Change>) {
        self.0.lock().unwrap().extend(changes);
    }

    fn problem(&self) -> Option<String> {
        None
    }

    fn max_record_bytes(&self) -> usize {
        usize::MAX
    }

    fn wait_replicated(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async {})
    }
}

/// A source, and an edge that applies the source's commits.
struct Pair {
    source: Store,
    recorded_changes: Arc<RecordedChanges>,
    edge: Store,
    market: Market,
    _folder: TempDir,
}

impl Pair {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let source = Store::open(&folder.path().join("source.redb")).unwrap();
        let edge = Store::open(&folder.path().join("edge.redb")).unwrap();
        let recorded_changes = Arc::<RecordedChanges>::default();
        source.set_replication(Arc::clone(&recorded_changes) as _);
        let market = Market::new(load(&edge).unwrap());
        Self {
            source,
            recorded_changes,
            edge,
            market,
            _folder: folder,
        }
    }

    /// Commits a batch at the source and applies the changes at the edge.
    fn replicate(&self, batch: &MarketBatch) {
        self.source.commit(batch, now()).unwrap();
        self.apply_recorded();
    }

    /// Applies the recorded changes of the source at the edge.
    fn apply_recorded(&self) {
        let changes = std::mem::take(&mut *self.recorded_changes.0.lock().unwrap());
        for scope in Scope::ALL {
            let in_scope = changes
                .iter()
                .filter(|change| Scope::of(&change.table) == Some(scope));
            let in_scope: Vec<Change> = in_scope.cloned().collect();
            let cursor = Cursor {
                stream: "s".to_owned(),
                sequence: 1,
                epoch: 1,
                wrote: false,
                before: None,
            };
            self.edge
                .apply_changes(scope, &in_scope, Some(&cursor))
                .unwrap();
            apply_records(&self.market, &self.edge, &in_scope).unwrap();
        }
    }

    /// Asserts that memory equals the state that a restart would load.
    fn assert_memory_equals_disk(&self) {
        let (memory, loaded) = (self.market.read(), load(&self.edge).unwrap());
        assert_eq!(memory.dividends, loaded.dividends);
        assert_eq!(memory.splits, loaded.splits);
        assert_eq!(memory.news[..], loaded.news[..]);
        assert_eq!(memory.icos, loaded.icos);
        assert_eq!(memory.earnings, loaded.earnings);
        assert_eq!(memory.economy, loaded.economy);
        assert_eq!(memory.funds, loaded.funds);
        assert_eq!(memory.fear_greed, loaded.fear_greed);
        assert_eq!(memory.fixings, loaded.fixings);
        for (listing, loaded_listing) in memory.listings().iter().zip(loaded.listings()) {
            assert_eq!(
                format!("{:?}", listing.recent),
                format!("{:?}", loaded_listing.recent)
            );
            for interval in Interval::ALL {
                let id = listing.ticker.id;
                assert_eq!(
                    memory.last_bar(id, interval),
                    loaded.last_bar(id, interval),
                    "{id:?} {interval:?}"
                );
            }
        }
    }
}

fn now() -> Timestamp {
    "2026-11-20T19:32:00Z".parse().unwrap()
}

fn dividend(date: &str) -> Dividend {
    Dividend {
        ex_date: date.parse().unwrap(),
        amount: 0.25,
        currency: None,
        price: None,
        dividend_yield: None,
        frequency: None,
        kind: DividendKind::Regular,
        is_projected: false,
        pay_date: None,
        is_from_file: false,
    }
}

fn article(id: u32, title: &str, minute: i64) -> NewsItem {
    let published_at = Timestamp::from_second(1_763_000_000 + minute * 60).unwrap();
    testing::article(id, title, published_at)
}

fn report(symbol: &str, date: &str) -> EarningsEvent {
    EarningsEvent {
        symbol: symbol.to_owned(),
        date: date.parse().unwrap(),
        time: None,
        estimated_eps: Some(1.0),
        actual_eps: None,
        currency: None,
        surprise: None,
        is_estimate: false,
        provider: "test".to_owned(),
    }
}

fn event(name: &str, date: &str) -> EconomicEvent {
    EconomicEvent {
        name: name.to_owned(),
        period: "November 2026".to_owned(),
        agency: String::new(),
        date: date.parse().unwrap(),
        at: None,
        source: None,
        provider: "test".to_owned(),
    }
}

fn ico(id: u32, name: &str) -> Ico {
    Ico {
        id,
        name: name.to_owned(),
        symbol: format!("T{id}"),
        category: String::new(),
        description: String::new(),
        logo: None,
        tags: vec![],
        pinned_status: None,
        target_amount: 1.0,
        raised_amount: None,
        start_date: now(),
        end_date: now(),
        provider: "test".to_owned(),
    }
}

fn reading(value: f64, at: &str) -> FearGreed {
    FearGreed {
        value,
        as_of: at.parse().unwrap(),
        indicators: None,
        components: vec![],
        market: "stocks".to_owned(),
        provider: "test".to_owned(),
        rating: None,
    }
}

fn fixing(date: &str, dollars: f64) -> Fixing {
    let code = FixingCode::parse("USD").unwrap();
    Fixing::new(Series::EuroRates, date.parse().unwrap(), [(code, dollars)])
}

fn fund(category: &str) -> FundFacts {
    FundFacts {
        symbol: "SPY".to_owned(),
        issuer: None,
        category: category.to_owned(),
        aum: None,
        expense_ratio: None,
        distribution_yield: None,
        inception: None,
        provider: "test".to_owned(),
    }
}

fn bars(first: i64, count: i64, interval: Interval) -> Vec<Bar> {
    let bar = |number: i64| Bar {
        start: first + number * interval.seconds(),
        open: 1.0,
        high: 2.0,
        low: 0.5,
        close: 1.0 + number as f64 / 100.0,
        volume: 1.0,
    };
    (0..count).map(bar).collect()
}

/// Returns a batch with two tickers and records in every list.
fn full_batch() -> MarketBatch {
    let ticker = |id: u32, symbol: &str| {
        Ticker::new(
            TickerId(id),
            Profile::new(symbol, symbol, TickerKind::Stock),
        )
    };
    MarketBatch {
        tickers: vec![ticker(1, "HBR"), ticker(2, "QUAY")],
        bars: vec![
            (
                TickerId(1),
                Interval::Day,
                bars(1_760_000_000, 30, Interval::Day),
            ),
            (
                TickerId(2),
                Interval::Hour,
                bars(1_762_000_000, 500, Interval::Hour),
            ),
            (
                TickerId(2),
                Interval::FiveMinutes,
                bars(1_763_000_000, 40, Interval::FiveMinutes),
            ),
        ],
        dividends: vec![(
            TickerId(1),
            vec![dividend("2026-02-01"), dividend("2026-05-01")],
        )],
        splits: vec![(
            TickerId(1),
            vec![Split {
                date: "2026-06-01".parse().unwrap(),
                numerator: 2.0,
                denominator: 1.0,
            }],
        )],
        news: vec![article(1, "One", 1), article(2, "Two", 2)],
        icos: vec![ico(1, "First"), ico(2, "Second")],
        earnings: vec![
            report("QUAY", "2026-11-25"),
            report("HBR", "2026-11-25"),
            report("HBR", "2026-08-25"),
        ],
        economy: vec![event("Jobs", "2026-12-04"), event("Prices", "2026-12-01")],
        funds: vec![fund("Equity")],
        fear_greed: vec![reading(40.0, "2026-11-19T20:00:00Z")],
        fixings: vec![fixing("2026-11-18", 1.2), fixing("2026-11-19", 1.25)],
        ..MarketBatch::default()
    }
}

#[test]
fn memory_equals_the_state_that_a_restart_would_load() {
    let pair = Pair::new();
    pair.replicate(&full_batch());
    pair.assert_memory_equals_disk();
    pair.replicate(&MarketBatch {
        bars: vec![
            (
                TickerId(1),
                Interval::Day,
                bars(1_760_000_000 + 30 * 86_400, 3, Interval::Day),
            ),
            (
                TickerId(2),
                Interval::FiveMinutes,
                bars(1_763_020_000, 300, Interval::FiveMinutes),
            ),
        ],
        dividends: vec![(TickerId(2), vec![dividend("2026-11-01")])],
        splits: vec![(TickerId(1), vec![])],
        news: vec![article(1, "Corrected", 3), article(3, "Three", 0)],
        icos: vec![ico(1, "Renamed"), ico(3, "Third")],
        earnings: vec![report("QUAY", "2026-11-24")],
        withdrawn_earnings: vec![("2026-11-25".parse().unwrap(), "QUAY".to_owned())],
        economy: vec![event("Prices", "2026-12-09")],
        cancelled_economy: vec![("Jobs".to_owned(), "November 2026".to_owned())],
        funds: vec![fund("Bonds")],
        fear_greed: vec![
            reading(60.0, "2026-11-20T18:00:00Z"),
            reading(10.0, "2026-11-18T18:00:00Z"),
        ],
        fixings: vec![fixing("2026-11-20", 1.3), fixing("2026-11-19", 1.24)],
        ..MarketBatch::default()
    });
    pair.assert_memory_equals_disk();
    let state = pair.market.read();
    assert_eq!(state.news[0].update.title, "Corrected");
    assert_eq!(state.earnings.len(), 3);
    assert_eq!(state.economy.len(), 1);
    assert_eq!(state.fear_greed[0].value.to_bits(), 60.0_f64.to_bits());
    drop(state);
    pair.source.remove_ticker(TickerId(2)).unwrap();
    pair.apply_recorded();
    assert!(pair.market.read().get(TickerId(2)).is_none());
    assert!(!pair.market.read().dividends.contains_key(&TickerId(2)));
    pair.assert_memory_equals_disk();
}

#[test]
fn records_of_one_list_do_not_reload_the_others() {
    let pair = Pair::new();
    pair.replicate(&full_batch());
    // Data that is only in memory would be lost by a reload.
    pair.market.write().icos.clear();
    pair.market.write().funds.clear();
    let version_before = pair
        .market
        .read()
        .get(TickerId(2))
        .map(|listing| listing.bars_version);
    pair.replicate(&MarketBatch {
        news: vec![article(4, "Four", 9)],
        bars: vec![(
            TickerId(1),
            Interval::Day,
            bars(1_760_000_000 + 30 * 86_400, 1, Interval::Day),
        )],
        ..MarketBatch::default()
    });
    let state = pair.market.read();
    assert_eq!(state.news.len(), 3);
    assert!(state.icos.is_empty() && state.funds.is_empty());
    assert_eq!(
        state.get(TickerId(2)).map(|listing| listing.bars_version),
        version_before
    );
}
