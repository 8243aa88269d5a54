//! When a file is moved to 'done'.

use std::{sync::Mutex, time::Duration};

use tokio::sync::mpsc;

use super::*;
use crate::{
    domain::{
        bar::Interval,
        ticker::{Profile, Ticker, TickerId, TickerKind},
    },
    market::MarketState,
    source::{Envelope, MarketView, Sink, TickerInfo, Update, health::HealthBoard},
    testing::ManualClock,
};

struct EmptyMarket;

impl MarketView for EmptyMarket {
    fn tickers(&self) -> Vec<TickerInfo> {
        vec![]
    }
    fn last_bar(&self, _: &str, _: Interval) -> Option<i64> {
        None
    }
    fn price(&self, _: &str) -> Option<f64> {
        None
    }
    fn requests(&self, _: &str, _: &str) -> u64 {
        0
    }
    fn watched(&self) -> Vec<String> {
        vec![]
    }
}

/// A folder, with a stand-in for `ingest`.
struct Fixture {
    data: tempfile::TempDir,
    source: ImportFolder,
    context: Context,
    store: Store,
    /// Number of dividends that were sent.
    handed_on: Arc<Mutex<usize>>,
    /// Answer to a request to save.
    answers: mpsc::Sender<bool>,
}

impl Fixture {
    fn new() -> Self {
        let data = tempfile::tempdir().unwrap();
        let store = Store::open(&data.path().join("live.redb")).unwrap();
        let mut state = MarketState::default();
        let profile = Profile::new("AAPL", "Apple Inc.", TickerKind::Stock);
        state.put(Ticker::new(TickerId(1), profile));
        let (queue, mut updates) = mpsc::channel(16);
        let (answers, mut answer) = mpsc::channel(16);
        let handed_on = Arc::new(Mutex::new(0));
        let count = Arc::clone(&handed_on);
        tokio::spawn(async move {
            while let Some(Envelope { update, .. }) = updates.recv().await {
                match update {
                    Update::Payments { payments, .. } => *count.lock().unwrap() += payments.len(),
                    Update::Save(saved) => {
                        let _ = saved.send(answer.recv().await.unwrap()).await;
                    }
                    other => panic!("{other:?}"),
                }
            }
        });
        let clock = Arc::new(ManualClock::new("2026-11-20T19:32:00Z".parse().unwrap()));
        let folder = data.path().join("import");
        let market = Arc::new(Market::new(state));
        Self {
            source: ImportFolder::new(folder, market, store.clone()),
            context: Context {
                clock,
                sink: Sink::new(NAME, queue),
                market: Arc::new(EmptyMarket),
                health: HealthBoard::default().record(NAME),
            },
            data,
            store,
            handed_on,
            answers,
        }
    }

    fn put(&self, text: &str) {
        let folder = self.data.path().join("import");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("dividends-mine.csv"), text).unwrap();
    }

    /// Scans twice: a file that is still being written would change in between.
    async fn scan(&mut self) {
        for _ in 0..2 {
            let rest = self.source.refresh(&self.context).await.unwrap();
            assert_eq!(rest, Duration::from_secs(3));
        }
    }

    fn is_there(&self, place: &str) -> bool {
        let folder = self.data.path().join("import");
        folder.join(place).join("dividends-mine.csv").exists()
    }

    fn handed_on(&self) -> usize {
        *self.handed_on.lock().unwrap()
    }
}

const ONE: &str = "symbol,date,amount\nAAPL,2026-08-10,0.25\n";

#[tokio::test]
async fn a_file_is_imported_when_its_own_rows_are_on_disk() {
    let mut fixture = Fixture::new();
    fixture.put(ONE);
    // The rows could not be written, while something else could.
    fixture.answers.send(false).await.unwrap();
    fixture.scan().await;
    fixture.store.create_watchlist(1, "Mine").unwrap();
    assert!(fixture.is_there("") && !fixture.is_there("done"));
    // The file is read again, and its rows are sent again.
    fixture.answers.send(true).await.unwrap();
    fixture.scan().await;
    assert!(!fixture.is_there("") && fixture.is_there("done"));
    assert_eq!(fixture.handed_on(), 2);
}

#[tokio::test]
async fn files_wait_while_the_store_cannot_write() {
    let mut fixture = Fixture::new();
    fixture.put(ONE);
    // The database file is gone: writes would be lost.
    fs::remove_file(fixture.data.path().join("live.redb")).unwrap();
    assert!(!fixture.store.condition().writable);
    fixture.scan().await;
    assert!(fixture.is_there("") && fixture.handed_on() == 0);
}

#[tokio::test]
async fn a_file_that_changes_during_its_import_is_read_again() {
    let mut fixture = Fixture::new();
    fixture.put(ONE);
    let folder = fixture.data.path().join("import");
    let (answers, handed_on) = (fixture.answers.clone(), Arc::clone(&fixture.handed_on));
    let changing = tokio::spawn(async move {
        while *handed_on.lock().unwrap() == 0 {
            tokio::task::yield_now().await;
        }
        let more = format!("{ONE}AAPL,2026-11-09,0.26\n");
        fs::write(folder.join("dividends-mine.csv"), more).unwrap();
        answers.send(true).await.unwrap();
    });
    fixture.scan().await;
    changing.await.unwrap();
    assert!(fixture.is_there("") && !fixture.is_there("done"));
    fixture.answers.send(true).await.unwrap();
    fixture.scan().await;
    assert!(fixture.is_there("done"));
    assert_eq!(fixture.handed_on(), 3);
}
