//! Tests of when a file is moved to the subfolder `done`.

use crate::domain::person::PersonId;
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

/// An import folder, and a task that replaces `ingest`.
struct Fixture {
    data: tempfile::TempDir,
    source: ImportFolder,
    context: Context,
    store: Store,
    /// Number of dividends that the source has sent.
    sent_dividends: Arc<Mutex<usize>>,
    /// Results of the next requests to save.
    save_results: mpsc::Sender<bool>,
}

impl Fixture {
    fn new() -> Self {
        let data = tempfile::tempdir().unwrap();
        let store = Store::open(&data.path().join("live.redb")).unwrap();
        let mut state = MarketState::default();
        let profile = Profile::new("AAPL", "Apple Inc.", TickerKind::Stock);
        state.put(Ticker::new(TickerId(1), profile));
        let (queue, mut updates) = mpsc::channel(16);
        let (save_results, mut next_result) = mpsc::channel(16);
        let sent_dividends = Arc::new(Mutex::new(0));
        let count = Arc::clone(&sent_dividends);
        tokio::spawn(async move {
            while let Some(Envelope { update, .. }) = updates.recv().await {
                match update {
                    Update::Payments { payments, .. } => *count.lock().unwrap() += payments.len(),
                    Update::Save(saved) => {
                        let _ = saved.send(next_result.recv().await.unwrap()).await;
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
            sent_dividends,
            save_results,
        }
    }

    fn write_file(&self, text: &str) {
        let folder = self.data.path().join("import");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("dividends-mine.csv"), text).unwrap();
    }

    /// Scans twice, because a file is only imported if it has not changed since the previous scan.
    async fn scan(&mut self) {
        for _ in 0..2 {
            let delay = self.source.refresh(&self.context).await.unwrap();
            assert_eq!(delay, Duration::from_secs(3));
        }
    }

    fn has_file(&self, subfolder: &str) -> bool {
        let folder = self.data.path().join("import");
        folder.join(subfolder).join("dividends-mine.csv").exists()
    }

    fn sent_dividends(&self) -> usize {
        *self.sent_dividends.lock().unwrap()
    }
}

const ONE_DIVIDEND: &str = "symbol,date,amount\nAAPL,2026-08-10,0.25\n";

#[tokio::test]
async fn a_file_is_moved_only_when_its_rows_are_on_disk() {
    let mut fixture = Fixture::new();
    fixture.write_file(ONE_DIVIDEND);
    // The rows cannot be saved, although other data can.
    fixture.save_results.send(false).await.unwrap();
    fixture.scan().await;
    fixture
        .store
        .of(PersonId::OWNER)
        .create_watchlist("Mine")
        .unwrap();
    assert!(fixture.has_file("") && !fixture.has_file("done"));
    // The file is read and its rows are sent again.
    fixture.save_results.send(true).await.unwrap();
    fixture.scan().await;
    assert!(!fixture.has_file("") && fixture.has_file("done"));
    assert_eq!(fixture.sent_dividends(), 2);
}

#[tokio::test]
async fn files_wait_while_the_store_cannot_write() {
    let mut fixture = Fixture::new();
    fixture.write_file(ONE_DIVIDEND);
    // The database file is removed, so writes would be lost.
    fs::remove_file(fixture.data.path().join("live.redb")).unwrap();
    assert!(!fixture.store.condition().writable);
    fixture.scan().await;
    assert!(fixture.has_file("") && fixture.sent_dividends() == 0);
}

#[tokio::test]
async fn a_file_that_changes_during_its_import_is_read_again() {
    let mut fixture = Fixture::new();
    fixture.write_file(ONE_DIVIDEND);
    let folder = fixture.data.path().join("import");
    let (save_results, sent_dividends) = (
        fixture.save_results.clone(),
        Arc::clone(&fixture.sent_dividends),
    );
    let change_file = tokio::spawn(async move {
        while *sent_dividends.lock().unwrap() == 0 {
            tokio::task::yield_now().await;
        }
        let two_dividends = format!("{ONE_DIVIDEND}AAPL,2026-11-09,0.26\n");
        fs::write(folder.join("dividends-mine.csv"), two_dividends).unwrap();
        save_results.send(true).await.unwrap();
    });
    fixture.scan().await;
    change_file.await.unwrap();
    assert!(fixture.has_file("") && !fixture.has_file("done"));
    fixture.save_results.send(true).await.unwrap();
    fixture.scan().await;
    assert!(fixture.has_file("done"));
    assert_eq!(fixture.sent_dividends(), 3);
}
