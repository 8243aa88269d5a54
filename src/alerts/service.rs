//! The alerts of the running program: the one place where they are made, switched, deleted, judged and
//! recorded, on disk and in memory together.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use jiff::Timestamp;
use tokio::{
    sync::{Notify, watch},
    time::timeout,
};

use super::{
    baseline,
    channels::Channels,
    delivery::InApp,
    engine::{Baseline, Outcome, Registry},
    unrecorded::{Batch, Unrecorded},
};
use crate::{
    domain::{
        alert::{Alert, Condition},
        bar::{Bar, Interval},
        clock::Clock,
        news::NewsUpdate,
        quote::Quote,
    },
    market::Market,
    store::{Result, Store, StoreError},
};

/// Alerts at most.
const MOST: usize = 1_000;
/// How long what could not be recorded waits before it is tried again.
const RETRY: Duration = Duration::from_secs(5);
/// How often somebody who seeds alerts asks for the first prices.
const PRICE_POLL: Duration = Duration::from_millis(200);

/// Every active alert, watched. Shared by `ingest`, which shows it the market, and the web room, whose
/// users make and change alerts.
pub struct AlertService {
    store: Store,
    market: Arc<Market>,
    /// Where reports go besides the app.
    channels: Channels,
    /// Held while a person's change goes to disk and to memory: both see changes in one order.
    changing: Mutex<()>,
    state: Mutex<State>,
    /// Something waits to be recorded, or the end has come.
    wake: Notify,
    /// Changes when reports were recorded, and so wait in the outbox.
    recorded: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct State {
    registry: Registry,
    unrecorded: Unrecorded,
    ended: bool,
}

/// An alert after a person made or switched it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Changed {
    /// The alert as it is now.
    pub alert: Alert,
    /// A sentence that says so when its condition is met already: it fires when it is met anew.
    pub already_met: Option<String>,
}

impl AlertService {
    /// A service that watches nothing yet.
    pub fn new(store: Store, market: Arc<Market>, channels: Channels) -> Self {
        Self {
            store,
            market,
            channels,
            changing: Mutex::default(),
            state: Mutex::default(),
            wake: Notify::new(),
            recorded: watch::Sender::default(),
        }
    }

    /// Where reports go besides the app.
    pub fn channels(&self) -> &Channels {
        &self.channels
    }

    /// Watches every stored, active alert again, before anything new arrives. Reads the disk.
    pub fn resume(&self, now: Timestamp) -> Result<()> {
        let alerts = self.store.alerts()?.into_iter();
        for alert in alerts.filter(|alert| alert.active) {
            let baseline = self.baseline(&alert, now)?;
            self.judge(|registry| registry.resume(alert, &baseline, now));
        }
        Ok(())
    }

    /// Keeps a new alert and watches it; [`StoreError::Limit`] when there are as many as may be.
    pub(crate) async fn create(self: &Arc<Self>, alert: Alert, now: Timestamp) -> Result<Changed> {
        self.blocking(move |service| {
            let _in_order = service.changing();
            // Before anything is written: an alert that is kept is watched.
            let baseline = service.baseline(&alert, now)?;
            if service.store.alerts()?.len() >= MOST {
                return Err(StoreError::Limit(format!(
                    "There are {MOST} alerts already; delete some first."
                )));
            }
            let alert = service.store.create_alert(&alert)?;
            Ok(service.watch(alert, &baseline, now))
        })
        .await
    }

    /// Switches an alert on or off. One that is on already goes on as it is.
    pub(crate) async fn switch(
        self: &Arc<Self>,
        id: u32,
        active: bool,
        now: Timestamp,
    ) -> Result<Changed> {
        self.blocking(move |service| {
            let _in_order = service.changing();
            // One that is switched off needs no history, and must go off even where none can be read.
            let baseline = if active {
                service.baseline(&service.find(id)?, now)?
            } else {
                Baseline::default()
            };
            let stored = service.store.switch_alert(id, active, now)?;
            let mut state = service.state();
            let fired = state.unrecorded.alert(id);
            let alert = fired.map_or_else(|| stored.clone(), |fired| stored.after(fired));
            let already_met = state.registry.switch(alert.clone(), &baseline, now);
            Ok(Changed { alert, already_met })
        })
        .await
    }

    /// Puts the line of an alert at another value, from where it is watched anew; with a condition, that
    /// changes too.
    pub(crate) async fn move_to(
        self: &Arc<Self>,
        id: u32,
        value: f64,
        condition: Option<Condition>,
        now: Timestamp,
    ) -> Result<Changed> {
        self.blocking(move |service| {
            let _in_order = service.changing();
            let baseline = service.baseline(&service.find(id)?, now)?;
            let stored = service.store.move_alert(id, value, condition, now)?;
            let mut state = service.state();
            let fired = state.unrecorded.alert(id);
            let alert = fired.map_or_else(|| stored.clone(), |fired| stored.after(fired));
            let already_met = state.registry.watch(alert.clone(), &baseline, now);
            Ok(Changed { alert, already_met })
        })
        .await
    }

    /// The alert of a number.
    pub(crate) async fn get(self: &Arc<Self>, id: u32) -> Result<Alert> {
        self.blocking(move |service| service.find(id)).await
    }

    /// Deletes an alert. What it reported stays.
    pub(crate) async fn delete(self: &Arc<Self>, id: u32) -> Result<()> {
        self.blocking(move |service| {
            let _in_order = service.changing();
            service.store.delete_alert(id)?;
            service.state().registry.remove(id);
            Ok(())
        })
        .await
    }

    /// Keeps and watches the alerts that a new market begins with, once in the life of its database.
    /// `make` gets the time and the price of a symbol; it is asked until it has what it needs.
    pub(crate) async fn seed(
        self: &Arc<Self>,
        now: impl Fn() -> Timestamp,
        make: impl Fn(Timestamp, &dyn Fn(&str) -> Option<f64>) -> Option<Vec<Alert>>,
    ) -> Result<()> {
        if !self.store.run(Store::wants_sample_alerts).await? {
            return Ok(());
        }
        let alerts = loop {
            if let Some(alerts) = make(now(), &|symbol| self.price(symbol)) {
                break alerts;
            }
            tokio::time::sleep(PRICE_POLL).await;
        };
        let now = now();
        self.blocking(move |service| {
            let _in_order = service.changing();
            for alert in service.store.seed_alerts(&alerts)? {
                let baseline = service.baseline(&alert, now)?;
                service.watch(alert, &baseline, now);
            }
            Ok(())
        })
        .await
    }

    /// Judges the alerts of `symbol` on its newest quote.
    pub(crate) fn observe_quote(&self, symbol: &str, quote: &Quote) {
        self.judge(|registry| registry.observe_quote(symbol, quote));
    }

    /// Judges the alerts of `symbol` on bars (ascending), the last of which may be unfinished.
    pub(crate) fn observe_bars(
        &self,
        symbol: &str,
        interval: Interval,
        bars: &[Bar],
        now: Timestamp,
    ) {
        self.judge(|registry| registry.observe_bars(symbol, interval, bars, now));
    }

    /// Judges the alerts of `symbol` on an article about it; `price` is that of the moment.
    pub(crate) fn observe_news(&self, symbol: &str, article: &NewsUpdate, price: Option<f64>) {
        self.judge(|registry| registry.observe_news(symbol, article, price));
    }

    /// Judges every alert on the passing of time.
    pub(crate) fn sweep(&self, now: Timestamp) {
        self.judge(|registry| registry.sweep(now));
    }

    /// Changes when reports were recorded: they wait in the outbox.
    pub fn recorded(&self) -> watch::Receiver<u64> {
        self.recorded.subscribe()
    }

    /// Records what alerts report, together with where it is to be delivered, until
    /// [`AlertService::end`]. What cannot be recorded is shown in the app at once: a full disk is no
    /// reason to keep quiet about a price.
    pub async fn run(self: Arc<Self>, in_app: InApp, clock: Arc<dyn Clock>) {
        loop {
            let (batch, ended) = {
                let state = self.state();
                (state.unrecorded.batch(), state.ended)
            };
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
                // The store has logged why. What fires meanwhile is shown at once.
                let _ = timeout(RETRY, self.wake.notified()).await;
            }
        }
    }

    async fn record(&self, batch: Batch, in_app: &InApp, now: Timestamp) -> Result<()> {
        let written = {
            let (reports, alerts) = (batch.new_reports(&self.channels), batch.alerts.clone());
            self.store
                .run(move |store| store.record_fired(&reports, &alerts, now))
        };
        let written = written.await.map(|_| ());
        let mut state = self.state();
        match &written {
            Ok(()) => state.unrecorded.recorded(&batch),
            Err(_) => state.unrecorded.shown(&batch),
        }
        drop(state);
        if written.is_ok() {
            self.recorded.send_modify(|count| *count += 1);
        } else {
            for waiting in batch.reports.iter().filter(|waiting| waiting.is_for_app()) {
                in_app.show(&waiting.report, None);
            }
        }
        written
    }

    /// Whether everything that was reported is recorded.
    #[cfg(test)]
    pub(super) fn is_recorded(&self) -> bool {
        self.state().unrecorded.batch().is_empty()
    }

    /// What is recorded from here on is what was reported up to now.
    pub fn end(&self) {
        self.state().ended = true;
        self.wake.notify_one();
    }

    fn judge(&self, outcomes: impl FnOnce(&mut Registry) -> Vec<Outcome>) {
        let mut state = self.state();
        let outcomes = outcomes(&mut state.registry);
        if !outcomes.is_empty() {
            state.unrecorded.add(outcomes);
            drop(state);
            self.wake.notify_one();
        }
    }

    fn watch(&self, alert: Alert, baseline: &Baseline, now: Timestamp) -> Changed {
        let already_met = self.state().registry.watch(alert.clone(), baseline, now);
        Changed { alert, already_met }
    }

    fn baseline(&self, alert: &Alert, now: Timestamp) -> Result<Baseline> {
        baseline::gather(&self.store, &self.market, alert, now)
    }

    fn find(&self, id: u32) -> Result<Alert> {
        let known = self
            .store
            .alerts()?
            .into_iter()
            .find(|alert| alert.id == id);
        known.ok_or(StoreError::NotFound("alert"))
    }

    fn price(&self, symbol: &str) -> Option<f64> {
        let market = self.market.read();
        let quote = market.by_symbol(symbol)?.quote.as_ref();
        quote.map(|quote| quote.price)
    }

    async fn blocking<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let service = Arc::clone(self);
        self.store.run(move |_| work(&service)).await
    }

    fn changing(&self) -> MutexGuard<'_, ()> {
        self.changing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
