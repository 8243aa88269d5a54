//! Edits of alerts by users. Each edit is applied to the store and to memory, in the same order.

use std::{
    sync::{Arc, MutexGuard, PoisonError},
    time::Duration,
};

use jiff::Timestamp;

use super::AlertService;
use crate::{
    alerts::engine::Baseline,
    domain::alert::{Adjustment, Alert, Condition, WhenMet},
    store::{Result, Store, StoreError, UserImport},
};

/// Most alerts.
pub(crate) const MAX_ALERTS: usize = 1_000;
/// Interval at which seeding checks for the first prices.
const PRICE_POLL: Duration = Duration::from_millis(200);

/// The result of an edit.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct EditResult {
    /// The alert in its new state.
    pub alert: Alert,
    /// A sentence if the condition is already met.
    pub already_met: Option<String>,
    /// Whether that was reported immediately, as requested. Otherwise the alert fires after the condition was false.
    pub was_reported: bool,
}

impl AlertService {
    /// Creates an alert. `when_met` decides what happens if its condition is already met.
    ///
    /// # Errors
    /// [`StoreError::Limit`] if there are already [`MAX_ALERTS`].
    pub(crate) async fn create(
        self: &Arc<Self>,
        alert: Alert,
        when_met: WhenMet,
        now: Timestamp,
    ) -> Result<EditResult> {
        self.blocking(move |service| {
            let _guard = service.lock_edits();
            // Read before the write, so that every stored alert is active.
            let baseline = service.baseline(&alert, now)?;
            let alert = Alert {
                restated_for: service.splits_in_effect(&alert.symbol, now),
                ..alert
            };
            service.check_room(&alert)?;
            let alert = service.store.create_alert(&alert)?;
            let is_over_list = alert.list.is_some();
            let created = service.watch(alert, &baseline, now);
            if is_over_list {
                service.follow(when_met, now)?;
            }
            let price = baseline.quote.map(|quote| quote.price);
            let reported = (when_met == WhenMet::TellNow)
                .then(|| service.report_met(created.alert.id, price, now))
                .flatten();
            Ok(reported.unwrap_or(created))
        })
        .await
    }

    /// Checks that the alert, and one per ticker of its list, fit within [`MAX_ALERTS`].
    ///
    /// # Errors
    /// [`StoreError::Limit`] if they do not.
    pub(super) fn check_room(&self, alert: &Alert) -> Result<()> {
        let tickers = match &alert.list {
            Some(list) => self.store.watchlist(list.id)?.items.len(),
            None => 0,
        };
        if self.store.readable_alerts()?.len() + tickers < MAX_ALERTS {
            return Ok(());
        }
        Err(StoreError::Limit(format!(
            "There are already {MAX_ALERTS} alerts. Delete some first."
        )))
    }

    /// Activates or deactivates an alert. An alert that is already active keeps its state.
    pub(crate) async fn switch(
        self: &Arc<Self>,
        id: u32,
        active: bool,
        now: Timestamp,
    ) -> Result<EditResult> {
        self.blocking(move |service| {
            let _guard = service.lock_edits();
            // Deactivation needs no stored data, and must work even if none can be read.
            let baseline = if active {
                service.baseline(&service.find(id)?, now)?
            } else {
                Baseline::default()
            };
            let stored = service.store.switch_alert(id, active, now)?;
            let mut state = service.state();
            let fired = state.fired.alert(id);
            let alert = fired.map_or_else(|| stored.clone(), |fired| stored.after(fired));
            let already_met = state.registry.switch(alert.clone(), &baseline, now);
            drop(state);
            if alert.list.is_some() {
                service.follow(WhenMet::default(), now)?;
            }
            Ok(EditResult {
                alert,
                already_met,
                was_reported: false,
            })
        })
        .await
    }

    /// Changes snooze, expiry and note of an alert. Its state is kept.
    pub(crate) async fn adjust(
        self: &Arc<Self>,
        id: u32,
        adjustment: Adjustment,
        now: Timestamp,
    ) -> Result<EditResult> {
        self.blocking(move |service| {
            let _guard = service.lock_edits();
            let stored = service.store.adjust_alert(id, adjustment)?;
            let mut state = service.state();
            state.registry.adjust(&stored);
            let fired = state.fired.alert(id);
            let alert = fired.map_or_else(|| stored.clone(), |fired| stored.after(fired));
            drop(state);
            if alert.list.is_some() {
                service.follow(WhenMet::default(), now)?;
            }
            Ok(EditResult {
                alert,
                already_met: None,
                was_reported: false,
            })
        })
        .await
    }

    /// Moves the threshold of an alert to `value`, optionally with another condition, and restarts it.
    pub(crate) async fn move_to(
        self: &Arc<Self>,
        id: u32,
        value: f64,
        condition: Option<Condition>,
        now: Timestamp,
    ) -> Result<EditResult> {
        self.blocking(move |service| {
            let _guard = service.lock_edits();
            let known = service.find(id)?;
            let baseline = service.baseline(&known, now)?;
            let splits = service.splits_in_effect(&known.symbol, now);
            let stored = service
                .store
                .move_alert(id, value, condition, now, &splits)?;
            let mut state = service.state();
            let fired = state.fired.alert(id);
            let alert = fired.map_or_else(|| stored.clone(), |fired| stored.after(fired));
            let already_met = state.registry.watch(alert.clone(), &baseline, now);
            Ok(EditResult {
                alert,
                already_met,
                was_reported: false,
            })
        })
        .await
    }

    /// The alert with this id.
    pub(crate) async fn get(self: &Arc<Self>, id: u32) -> Result<Alert> {
        self.blocking(move |service| service.find(id)).await
    }

    /// Applies a user-data import. Its alerts start as if they were created at `now`: an alert whose condition is already met
    /// fires only after the condition was false.
    pub(crate) async fn bring(self: &Arc<Self>, brought: UserImport, now: Timestamp) -> Result<()> {
        self.blocking(move |service| {
            let _guard = service.lock_edits();
            // Read before the write, so that every stored alert is active.
            let alerts = brought.alerts.iter();
            let baselines = alerts.map(|alert| service.baseline(alert, now));
            let baselines = baselines.collect::<Result<Vec<_>>>()?;
            let alerts = service.store.apply_import(&brought)?;
            for id in &brought.removed_alerts {
                service.state().registry.remove(*id);
            }
            for (alert, baseline) in alerts.into_iter().zip(baselines) {
                service.watch(alert, &baseline, now);
            }
            service.follow(WhenMet::default(), now)
        })
        .await
    }

    /// Creates the sample alerts of a new market, once per database. `make` receives the time and a function that returns the
    /// price of a symbol; it is called until it returns alerts.
    pub(crate) async fn seed(
        self: &Arc<Self>,
        now: impl Fn() -> Timestamp,
        make: impl Fn(Timestamp, &dyn Fn(&str) -> Option<f64>) -> Option<Vec<Alert>>,
    ) -> Result<()> {
        if !self.store.run(Store::needs_sample_alerts).await? {
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
            let _guard = service.lock_edits();
            for alert in service.store.seed_alerts(&alerts)? {
                let baseline = service.baseline(&alert, now)?;
                service.watch(alert, &baseline, now);
            }
            Ok(())
        })
        .await
    }

    /// Starts to watch an alert.
    pub(super) fn watch(&self, alert: Alert, baseline: &Baseline, now: Timestamp) -> EditResult {
        let already_met = self.state().registry.watch(alert.clone(), baseline, now);
        EditResult {
            alert,
            already_met,
            was_reported: false,
        }
    }

    /// Fires an alert whose condition is already met at `price`; `None` if it is not.
    pub(super) fn report_met(
        &self,
        id: u32,
        price: Option<f64>,
        now: Timestamp,
    ) -> Option<EditResult> {
        let mut state = self.state();
        let outcome = state.registry.report_met(id, price, now)?;
        let alert = outcome.alert.clone();
        let fact = outcome.report.as_ref().map(|report| &report.sentence);
        let gathered = alert.gathered.as_ref().map(|gathered| &gathered.sentence);
        let already_met = fact.or(gathered).map(|fact| format!("{fact}."));
        state.fired.enqueue(vec![outcome]);
        drop(state);
        self.wake.notify_one();
        Some(EditResult {
            alert,
            already_met,
            was_reported: true,
        })
    }

    pub(super) fn find(&self, id: u32) -> Result<Alert> {
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

    /// Runs `work` on a thread that may block.
    pub(super) async fn blocking<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let service = Arc::clone(self);
        self.store.run(move |_| work(&service)).await
    }

    /// Serializes edits.
    pub(super) fn lock_edits(&self) -> MutexGuard<'_, ()> {
        self.edits.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
