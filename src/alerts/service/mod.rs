//! The alert service: creates, edits, deletes, evaluates and records alerts. It applies each change to the store and to memory.

mod backtest;
mod browsers;
mod deleted;
mod deliveries;
mod edit;
mod holdings;
mod lists;
mod screens;
mod splits;
mod user_channels;

pub(crate) use self::{
    backtest::{Backtest, ListBacktest},
    browsers::SubscribeResult,
    edit::{EditResult, MAX_ALERTS},
    user_channels::{ChannelChange, DraftTest},
};

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use jiff::Timestamp;
use tokio::{
    sync::{Notify, watch},
    time::timeout,
};

use super::{
    channels::Channels,
    delivery::InApp,
    engine::{Baseline, Outcome, Registry},
    fired_queue::{FiredBatch, FiredQueue},
    inputs,
};
use crate::{
    domain::{
        Clock,
        alert::{Alert, Delivery},
        bar::{Bar, Interval},
        fundamentals::filing::Filing,
        news::NewsUpdate,
        person::PersonId,
        quote::Quote,
    },
    market::Market,
    store::{CancelReason, Result, Store, default_if_damaged},
};

/// The delay before the server retries to record reports or adjusted alerts.
const RECORD_RETRY_DELAY: Duration = Duration::from_secs(5);

/// The alert service. `ingest` sends market data to it; `web` lets users create and edit alerts.
pub struct AlertService {
    store: Store,
    market: Arc<Market>,
    /// The channels other than the app.
    channels: Channels,
    /// Locked during an edit, so that store and memory apply edits in the same order.
    edits: Mutex<()>,
    state: Mutex<State>,
    /// Notified when there is something to record, or when the service must end.
    wake: Notify,
    /// Notified when reports were added to the outbox.
    recorded: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct State {
    registry: Registry,
    fired: FiredQueue,
    /// Symbols whose stored alerts must be adjusted for splits.
    awaiting_adjustment: BTreeSet<String>,
    /// Recently deleted alerts, oldest first.
    deleted: VecDeque<Alert>,
    ended: bool,
}

impl AlertService {
    /// Creates a service without alerts.
    pub fn new(store: Store, market: Arc<Market>, channels: Channels) -> Self {
        Self {
            store,
            market,
            channels,
            edits: Mutex::default(),
            state: Mutex::default(),
            wake: Notify::new(),
            recorded: watch::Sender::default(),
        }
    }

    /// The channels other than the app.
    pub fn channels(&self) -> &Channels {
        &self.channels
    }

    /// Resumes all stored active alerts, except damaged ones. Must be called before new data is received.
    pub fn resume(&self, now: Timestamp) -> Result<()> {
        // Synced first, so that member alerts for new tickers of lists are resumed as well.
        default_if_damaged(self.sync_lists(now))?;
        let alerts = self.store.alerts_of_everyone()?;
        self.queue_split_adjustment(alerts.iter().map(|alert| alert.symbol.clone()));
        let resumed = alerts.iter().filter(|alert| alert.active);
        for alert in resumed.cloned() {
            // An alert without a baseline starts with its next price.
            let baseline = default_if_damaged(self.baseline(&alert, now))?;
            self.evaluate(|registry| registry.resume(alert, &baseline, now));
        }
        self.restore_screen_reports(&alerts)?;
        Ok(())
    }

    /// Evaluates the alerts of `symbol` on its newest quote.
    pub(crate) fn observe_quote(&self, symbol: &str, quote: &Quote) {
        self.evaluate(|registry| registry.observe_quote(symbol, quote));
    }

    /// Evaluates the alerts of `symbol` on bars, which are ascending. The last bar may be unfinished.
    pub(crate) fn observe_bars(
        &self,
        symbol: &str,
        interval: Interval,
        bars: &[Bar],
        now: Timestamp,
    ) {
        self.evaluate(|registry| registry.observe_bars(symbol, interval, bars, now));
    }

    /// Evaluates the alerts of `symbol` on an article about it; `price` is the current price.
    pub(crate) fn observe_news(&self, symbol: &str, article: &NewsUpdate, price: Option<f64>) {
        self.evaluate(|registry| registry.observe_news(symbol, article, price));
    }

    /// Evaluates the alerts of `symbol` on its filings; `price` is the current price.
    pub(crate) fn observe_filings(
        &self,
        symbol: &str,
        filings: &[Filing],
        price: Option<f64>,
        now: Timestamp,
    ) {
        self.evaluate(|registry| registry.observe_filings(symbol, filings, price, now));
    }

    /// Returns the symbols with active alerts on filings.
    pub(crate) fn symbols_awaiting_filings(&self) -> Vec<String> {
        self.state().registry.symbols_awaiting_filings()
    }

    /// Evaluates everything that is due at `now`: finished bars, daily summaries, expiries and event alerts.
    pub(crate) fn sweep(&self, now: Timestamp) {
        self.evaluate(|registry| registry.sweep(now));
        self.restart_rules(now);
        let symbols = self.state().registry.symbols_awaiting_events();
        for symbol in symbols {
            let context = inputs::event_context(&self.market, &symbol, now);
            self.evaluate(|registry| registry.observe_events(&symbol, &context, now));
        }
    }

    /// Restarts alerts from stored data if prices changed as in a split although no split was reported.
    fn restart_rules(&self, now: Timestamp) {
        let resets = self.state().registry.take_resets();
        for alert in resets {
            // An alert without a baseline starts with its next price.
            let baseline = self.baseline(&alert, now).unwrap_or_default();
            self.state().registry.watch(alert, &baseline, now);
        }
    }

    /// Returns a receiver that is notified when reports are added to the outbox.
    pub fn recorded(&self) -> watch::Receiver<u64> {
        self.recorded.subscribe()
    }

    /// Records reports, the new states of their alerts, and outbox entries until [`AlertService::end`] is called. A report that cannot be recorded, for
    /// example because the disk is full, is shown in the app immediately.
    pub async fn run(self: Arc<Self>, in_app: InApp, clock: Arc<dyn Clock>) {
        loop {
            let (batch, awaiting_adjustment, ended) = {
                let mut state = self.state();
                let awaiting_adjustment = std::mem::take(&mut state.awaiting_adjustment);
                (state.fired.batch(), awaiting_adjustment, state.ended)
            };
            if !awaiting_adjustment.is_empty() {
                if self
                    .adjust_for_splits(awaiting_adjustment.clone(), clock.now())
                    .await
                    .is_err()
                {
                    if ended {
                        return;
                    }
                    self.state().awaiting_adjustment.extend(awaiting_adjustment);
                    let _ = timeout(RECORD_RETRY_DELAY, self.wake.notified()).await;
                }
                continue;
            }
            if batch.is_empty() {
                if ended {
                    return;
                }
                self.wake.notified().await;
                continue;
            }
            let recorded = self.record(batch, &in_app, clock.now()).await;
            if recorded.is_err() {
                if ended {
                    return;
                }
                // The store has logged the reason.
                let _ = timeout(RECORD_RETRY_DELAY, self.wake.notified()).await;
            }
        }
    }

    async fn record(&self, batch: FiredBatch, in_app: &InApp, now: Timestamp) -> Result<()> {
        let (reports, alerts) = (batch.to_new_reports(&self.channels), batch.alerts.clone());
        let names = reports.iter().flat_map(|report| {
            let channels = report.channels.iter();
            channels.map(|name| (report.person, name.clone()))
        });
        let names: BTreeSet<(PersonId, String)> = names.collect();
        let result = self
            .store
            .run(move |store| store.record_fired(&reports, &alerts, now));
        let result = result.await.map(|_| ());
        {
            let mut state = self.state();
            match &result {
                Ok(()) => state.fired.mark_recorded(&batch),
                Err(_) => state.fired.mark_shown(&batch),
            }
        }
        if result.is_ok() {
            // The store logs an error. Entries that were not canceled end when their report is deleted.
            let _ = self.cancel_deliveries_of(names, now).await;
            self.recorded.send_modify(|count| *count += 1);
        } else {
            for pending in batch
                .reports
                .iter()
                .filter(|pending| pending.must_show_in_app())
            {
                in_app.of(pending.person).show(&pending.report, None);
            }
        }
        result
    }

    /// Cancels deliveries to the channels in `names` that were removed or turned off in the meantime.
    pub(super) async fn cancel_deliveries_of(
        &self,
        names: BTreeSet<(PersonId, String)>,
        now: Timestamp,
    ) -> Result<()> {
        let mut cancelled: BTreeMap<PersonId, Vec<(String, CancelReason)>> = BTreeMap::new();
        for (person, name) in names {
            if name == Delivery::InApp.as_str() {
                continue;
            }
            let reason = match self.channels.get(person, &name) {
                None => CancelReason::Removed,
                Some(channel) if !channel.is_enabled() => CancelReason::Disabled,
                Some(_) => continue,
            };
            cancelled.entry(person).or_default().push((name, reason));
        }
        for (person, channels) in cancelled {
            self.store
                .run(move |store| store.of(person).cancel_deliveries(&channels, now))
                .await?;
        }
        Ok(())
    }

    /// Returns true if all reports are recorded.
    #[cfg(test)]
    pub(super) fn is_recorded(&self) -> bool {
        self.state().fired.batch().is_empty()
    }

    /// Stops [`AlertService::run`] after all reports so far are recorded.
    pub fn end(&self) {
        self.state().ended = true;
        self.wake.notify_one();
    }

    fn evaluate(&self, outcomes: impl FnOnce(&mut Registry) -> Vec<Outcome>) {
        let mut state = self.state();
        let outcomes = outcomes(&mut state.registry);
        if !outcomes.is_empty() {
            state.fired.enqueue(outcomes);
            drop(state);
            self.wake.notify_one();
        }
    }

    fn baseline(&self, alert: &Alert, now: Timestamp) -> Result<Baseline> {
        inputs::baseline(&self.store, &self.market, alert, now)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
