//! Keeps the values of the stock screener current, and evaluates the screens that alerts watch.

use std::{sync::Arc, time::Duration};

use tokio::time::{Instant, sleep};

use crate::{
    alerts::{AlertService, ScreenMember, WatchedScreen},
    catalogue::{Catalogue, IndexMember, SP500_AS_OF},
    domain::{
        Clock,
        currency::Currency,
        screen::{NumberField, Screen, Texts},
        ticker::TickerKind,
    },
    market::Market,
    runtime::supervisor::Supervisor,
    screener::{IndexMembers, Screener},
    source::generated_history::GeneratedHistory,
    store::{PersonStore, Result, Store, StoreError},
};

/// Maximum number of tickers that are read from the database at once: requests share its threads.
const BATCH: usize = 200;
/// Pause between two batches.
const BATCH_PAUSE: Duration = Duration::from_millis(50);
/// Pause before the next search for outdated values.
const REFRESH_PAUSE: Duration = Duration::from_secs(15);
/// Pause between two evaluations of the screens that alerts watch.
const ALERT_PAUSE: Duration = Duration::from_secs(15);

/// The data that the screener reads: the market, the database, the clock, and the bars that the sample market computes.
pub(super) type ScreenerData<'a> = (
    &'a Arc<Market>,
    &'a Store,
    &'a Arc<dyn Clock>,
    &'a Option<Arc<dyn GeneratedHistory>>,
);

/// Creates the screener, and spawns the task that reads outdated values and, with `alerts`, evaluates watched screens. With
/// `searches_unfollowed`, the S&P 500 includes members that are not followed.
pub(super) fn start(
    supervisor: &Supervisor,
    (market, store, clock, generated_history): ScreenerData<'_>,
    alerts: Option<&Arc<AlertService>>,
    searches_unfollowed: bool,
) -> anyhow::Result<Arc<Screener>> {
    let sp500 = sp500(Catalogue::sp500()?, searches_unfollowed);
    let screener = Screener::new(
        Arc::clone(market),
        store.clone(),
        generated_history.clone(),
        sp500,
    );
    let screener = Arc::new(screener);
    let task = Task {
        screener: Arc::clone(&screener),
        alerts: alerts.cloned(),
        market: Arc::clone(market),
        store: store.clone(),
        clock: Arc::clone(clock),
    };
    supervisor.restartable("screener", move || task.clone().run());
    Ok(screener)
}

/// Returns the members of the S&P 500.
fn sp500(members: Vec<IndexMember>, searches_unfollowed: bool) -> IndexMembers {
    let symbols = members.iter().map(|member| member.symbol.clone()).collect();
    let texts = |member: IndexMember| {
        Arc::new(Texts {
            kind: TickerKind::Stock,
            symbol: member.symbol,
            name: member.name,
            sector: member.sector,
            country: member.country,
            quoted_in: Currency::USD.into(),
        })
    };
    let unfollowed = members.into_iter().filter(|_| searches_unfollowed);
    IndexMembers {
        symbols,
        as_of: SP500_AS_OF,
        unfollowed: unfollowed.map(texts).collect(),
    }
}

#[derive(Clone)]
struct Task {
    screener: Arc<Screener>,
    /// `None` in a process that does not evaluate alerts.
    alerts: Option<Arc<AlertService>>,
    market: Arc<Market>,
    store: Store,
    clock: Arc<dyn Clock>,
}

impl Task {
    async fn run(self) {
        self.market.wait_loaded().await;
        let mut evaluated = Instant::now();
        loop {
            if self.market.is_loading_histories() {
                sleep(REFRESH_PAUSE).await;
                continue;
            }
            let pending = match self.refresh().await {
                Ok(pending) => pending,
                Err(StoreError::Closed) => return,
                // The store has logged the reason.
                Err(_) => 0,
            };
            if pending > 0 {
                sleep(BATCH_PAUSE).await;
                continue;
            }
            if evaluated.elapsed() >= ALERT_PAUSE {
                evaluated = Instant::now();
                // The store has logged other errors.
                if let Err(StoreError::Closed) = self.evaluate_watched().await {
                    return;
                }
            }
            sleep(REFRESH_PAUSE).await;
        }
    }

    /// Reads a batch of outdated values. Returns how many are left.
    async fn refresh(&self) -> Result<usize> {
        let (screener, now) = (Arc::clone(&self.screener), self.clock.now());
        self.store.run(move |_| screener.refresh(now, BATCH)).await
    }

    /// Evaluates the screens that alerts watch.
    async fn evaluate_watched(&self) -> Result<()> {
        let Some(alerts) = &self.alerts else {
            return Ok(());
        };
        for (person, id) in alerts.watched_screens() {
            let (screener, now) = (Arc::clone(&self.screener), self.clock.now());
            let evaluation = self
                .store
                .run(move |store| evaluate(store.of(person), &screener, id, now));
            match evaluation.await {
                Ok(ScreenEvaluation::Members(screen)) => alerts.observe_screen(&screen, now),
                Ok(ScreenEvaluation::Deleted) => alerts.end_screen(id, now),
                Err(StoreError::Closed) => return Err(StoreError::Closed),
                // The store has logged the error, and other screens can still be evaluated.
                Ok(ScreenEvaluation::Unreadable) | Err(_) => {}
            }
        }
        Ok(())
    }
}

/// The result of evaluating a saved screen that an alert watches.
enum ScreenEvaluation {
    Members(WatchedScreen),
    /// The screen, or the list that it searches, was deleted.
    Deleted,
    /// The query can't be parsed, because a newer version of the program saved it.
    Unreadable,
}

/// Evaluates a saved screen.
fn evaluate(
    store: PersonStore<'_>,
    screener: &Screener,
    id: u32,
    now: jiff::Timestamp,
) -> Result<ScreenEvaluation> {
    let saved = match store.screen(id) {
        Err(StoreError::NotFound(_)) => return Ok(ScreenEvaluation::Deleted),
        saved => saved?,
    };
    let Ok(screen) = Screen::from_query(&saved.query) else {
        return Ok(ScreenEvaluation::Unreadable);
    };
    let evaluation = match screener.evaluate(store, &screen, now) {
        Err(StoreError::NotFound(_)) => return Ok(ScreenEvaluation::Deleted),
        evaluation => evaluation?,
    };
    // Stocks that are not followed have no values until their list is read after a start, and would all enter the screen then.
    let followed = evaluation.rows().filter(|row| row.id.is_some());
    let members = followed.map(|row| {
        let member = ScreenMember {
            price: row.number(NumberField::Price),
            quoted_in: row.texts.quoted_in,
        };
        (row.texts.symbol.clone(), member)
    });
    Ok(ScreenEvaluation::Members(WatchedScreen {
        id,
        members: Arc::new(members.collect()),
        name: saved.name,
        query: saved.query,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::person::PersonId,
        domain::ticker::{Profile, Ticker, TickerId},
        market::MarketState,
    };

    #[test]
    fn alerts_on_a_screen_watch_only_followed_members_of_the_index() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("live.redb")).unwrap();
        let mut state = MarketState::default();
        let apple = Profile::new("AAPL", "Apple Inc.", TickerKind::Stock);
        state.put(Ticker::new(TickerId(1), apple));
        let index = sp500(Catalogue::sp500().unwrap(), true);
        let size = index.symbols.len();
        let screener = Screener::new(Arc::new(Market::new(state)), store.clone(), None, index);
        let now = "2026-11-20T19:32:00Z".parse().unwrap();
        let owner = store.of(PersonId::OWNER);
        let saved = owner.create_screen("Index", "universe=sp500").unwrap();
        let screen = Screen::from_query(&saved.query).unwrap();
        let evaluation = screener.evaluate(owner, &screen, now).unwrap();
        assert_eq!(evaluation.rows().count(), size);
        let Ok(ScreenEvaluation::Members(watched)) = evaluate(owner, &screener, saved.id, now)
        else {
            panic!("the screen exists");
        };
        let symbols: Vec<_> = watched.members.keys().collect();
        assert_eq!(symbols, ["AAPL"]);
    }
}
