//! Edits of alerts by users. Store and memory apply all edits in the same order.

use std::{
    sync::{Arc, MutexGuard, PoisonError},
    time::Duration,
};

use jiff::{Timestamp, civil::Date};

use super::AlertService;
use crate::{
    alerts::engine::{Baseline, Outcome},
    domain::{
        alert::{Adjustment, Alert, Condition, WhenMet},
        person::PersonId,
    },
    store::{ListsOfRemoved, Result, Store, StoreError, UserImport},
};

/// The maximum number of alerts.
pub(crate) const MAX_ALERTS: usize = 1_000;
/// How often the creation of sample alerts checks for the first prices.
const PRICE_POLL: Duration = Duration::from_millis(200);

/// The result of an edit.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct EditResult {
    /// The alert in its new state.
    pub alert: Alert,
    /// A message for the user if the condition is already met.
    pub already_met: Option<String>,
    /// Whether the alert fired immediately because its condition was already met and the user asked for that.
    pub was_reported: bool,
}

/// Returns the day on which the limit of a new alert on the holdings is already reached. The alert does not report this day, not even after
/// a restart. `None` if the limit is not reached, and for other alerts.
fn already_reached_on(alert: &Alert, baseline: &Baseline) -> Option<Date> {
    let (change, limit) = (baseline.day_change?, alert.value?);
    (change.percent.abs() >= limit).then_some(change.day)
}

impl AlertService {
    /// Creates an alert. `when_met` says whether the alert fires immediately if its condition is already met.
    ///
    /// # Errors
    /// [`StoreError::Limit`] if there are already [`MAX_ALERTS`].
    pub(crate) async fn create(
        self: &Arc<Self>,
        person: PersonId,
        alert: Alert,
        when_met: WhenMet,
        now: Timestamp,
    ) -> Result<EditResult> {
        self.blocking(move |service| {
            let _guard = service.lock_edits();
            let alert = Alert { person, ..alert };
            // The baseline is read first, so that a read error leaves no stored alert without a rule.
            let baseline = service.baseline(&alert, now)?;
            let alert = Alert {
                applied_splits: service.splits_in_effect(&alert.symbol, now),
                reported_day: already_reached_on(&alert, &baseline),
                ..alert
            };
            service.check_alert_limit(&alert)?;
            let alert = service.store.of(person).create_alert(&alert)?;
            let is_list_alert = alert.list.is_some();
            let created = service.watch(alert, &baseline, now);
            if is_list_alert {
                service.apply_list_changes(when_met, now)?;
            }
            let price = baseline.quote.map(|quote| quote.price);
            let reported = (when_met == WhenMet::ReportNow)
                .then(|| service.report_if_met(created.alert.id, price, now))
                .flatten();
            Ok(reported.unwrap_or(created))
        })
        .await
    }

    /// Checks that the number of alerts stays within the limit with the new alert and one alert per ticker of its list.
    ///
    /// # Errors
    /// [`StoreError::Limit`] if there would be more than [`MAX_ALERTS`].
    pub(super) fn check_alert_limit(&self, alert: &Alert) -> Result<()> {
        let tickers = match alert.list_of_members() {
            Some(list) => self.store.of(alert.person).watchlist(list.id)?.items.len(),
            None => 0,
        };
        if self.store.of(alert.person).readable_alerts()?.len() + tickers < MAX_ALERTS {
            return Ok(());
        }
        Err(StoreError::Limit(format!(
            "There are already {MAX_ALERTS} alerts. Delete some first."
        )))
    }

    /// Activates or deactivates an alert. An alert that is already active keeps its state.
    pub(crate) async fn switch(
        self: &Arc<Self>,
        person: PersonId,
        id: u32,
        active: bool,
        now: Timestamp,
    ) -> Result<EditResult> {
        self.blocking(move |service| {
            let _guard = service.lock_edits();
            // Deactivation needs no stored data and must work even if reading it fails.
            let baseline = if active {
                service.baseline(&service.find(person, id)?, now)?
            } else {
                Baseline::default()
            };
            let stored = service.store.of(person).switch_alert(id, active, now)?;
            let mut state = service.state();
            let fired = state.fired.alert(id);
            let alert = fired.map_or_else(|| stored.clone(), |fired| stored.after_report(fired));
            let already_met = state.registry.switch(alert.clone(), &baseline, now);
            drop(state);
            service.save_known_filings(&alert);
            if alert.list.is_some() {
                service.apply_list_changes(WhenMet::default(), now)?;
            }
            Ok(EditResult {
                alert,
                already_met,
                was_reported: false,
            })
        })
        .await
    }

    /// Changes snooze, expiry and note of an alert. The alert keeps its state.
    pub(crate) async fn adjust(
        self: &Arc<Self>,
        person: PersonId,
        id: u32,
        adjustment: Adjustment,
        now: Timestamp,
    ) -> Result<EditResult> {
        self.blocking(move |service| {
            let _guard = service.lock_edits();
            let stored = service.store.of(person).adjust_alert(id, adjustment)?;
            let mut state = service.state();
            state.registry.adjust(&stored);
            let fired = state.fired.alert(id);
            let alert = fired.map_or_else(|| stored.clone(), |fired| stored.after_report(fired));
            drop(state);
            if alert.list.is_some() {
                service.apply_list_changes(WhenMet::default(), now)?;
            }
            Ok(EditResult {
                alert,
                already_met: None,
                was_reported: false,
            })
        })
        .await
    }

    /// Sets the threshold of an alert to `value`, optionally sets another condition, and restarts the alert.
    pub(crate) async fn move_to(
        self: &Arc<Self>,
        person: PersonId,
        id: u32,
        value: f64,
        condition: Option<Condition>,
        now: Timestamp,
    ) -> Result<EditResult> {
        self.blocking(move |service| {
            let _guard = service.lock_edits();
            let existing = service.find(person, id)?;
            let baseline = service.baseline(&existing, now)?;
            let splits = service.splits_in_effect(&existing.symbol, now);
            let stored = service
                .store
                .of(person)
                .move_alert(id, value, condition, now, &splits)?;
            let mut state = service.state();
            let fired = state.fired.alert(id);
            let alert = fired.map_or_else(|| stored.clone(), |fired| stored.after_report(fired));
            let already_met = state.registry.watch(alert.clone(), &baseline, now);
            Ok(EditResult {
                alert,
                already_met,
                was_reported: false,
            })
        })
        .await
    }

    /// Returns the alert with this id.
    pub(crate) async fn get(self: &Arc<Self>, person: PersonId, id: u32) -> Result<Alert> {
        self.blocking(move |service| service.find(person, id)).await
    }

    /// Applies a user-data import. The imported alerts start as if they were created at `now`: an alert whose condition is
    /// already met fires only after the condition was false.
    pub(crate) async fn apply_import(
        self: &Arc<Self>,
        person: PersonId,
        import: UserImport,
        now: Timestamp,
    ) -> Result<()> {
        self.blocking(move |service| {
            let _guard = service.lock_edits();
            // The baselines are read first, so that a read error leaves no stored alert without a rule.
            let alerts = import.alerts.iter().cloned();
            let alerts = alerts.map(|alert| Alert { person, ..alert });
            let baselines = alerts.map(|alert| service.baseline(&alert, now));
            let baselines = baselines.collect::<Result<Vec<_>>>()?;
            let alerts = service.store.of(person).apply_import(&import)?;
            for id in &import.removed_alerts {
                service.state().registry.remove(*id);
            }
            for (alert, baseline) in alerts.into_iter().zip(baselines) {
                service.watch(alert, &baseline, now);
            }
            service.apply_list_changes(WhenMet::default(), now)
        })
        .await
    }

    /// Removes a person with their alerts, channels and all other data.
    pub(crate) async fn remove_person(
        self: &Arc<Self>,
        person: PersonId,
        lists: ListsOfRemoved,
        now: Timestamp,
    ) -> Result<()> {
        self.blocking(move |service| {
            let _guard = service.lock_edits();
            service.store.remove_person(person, lists)?;
            service.channels.remove_person(person);
            let mut state = service.state();
            state.registry.remove_where(|alert| alert.person == person);
            state.fired.remove_person(person);
            state.deleted.retain(|alert| alert.person != person);
            drop(state);
            service.apply_list_changes(WhenMet::default(), now)
        })
        .await
    }

    /// Creates the sample alerts, once per database. `build` gets the time and a function that returns the price of a symbol,
    /// and is called until it returns alerts.
    pub(crate) async fn seed(
        self: &Arc<Self>,
        now: impl Fn() -> Timestamp,
        build: impl Fn(Timestamp, &dyn Fn(&str) -> Option<f64>) -> Option<Vec<Alert>>,
    ) -> Result<()> {
        if !self.store.run(Store::needs_sample_alerts).await? {
            return Ok(());
        }
        let alerts = loop {
            if let Some(alerts) = build(now(), &|symbol| self.price(symbol)) {
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
        self.save_known_filings(&alert);
        EditResult {
            alert,
            already_met,
            was_reported: false,
        }
    }

    /// Saves which filings the rule of an alert knew when it was started, so that they are not reported after a restart either.
    fn save_known_filings(&self, started: &Alert) {
        let mut state = self.state();
        let current = state.registry.alert(started.id);
        let changed = current.filter(|alert| alert.seen_filings != started.seen_filings);
        if let Some(alert) = changed.cloned() {
            let report = None;
            state.fired.enqueue(vec![Outcome { alert, report }]);
            drop(state);
            self.wake.notify_one();
        }
    }

    /// Fires an alert whose condition is already met at `price`; returns `None` if the condition is not met.
    pub(super) fn report_if_met(
        &self,
        id: u32,
        price: Option<f64>,
        now: Timestamp,
    ) -> Option<EditResult> {
        let mut state = self.state();
        let outcome = state.registry.report_if_met(id, price, now)?;
        let alert = outcome.alert.clone();
        let reported = outcome.report.as_ref().map(|report| &report.sentence);
        let gathered = alert
            .daily_summary
            .as_ref()
            .map(|gathered| &gathered.sentence);
        let sentence = reported.or(gathered);
        let already_met = sentence.map(|sentence| format!("{sentence}."));
        state.fired.enqueue(vec![outcome]);
        drop(state);
        self.wake.notify_one();
        Some(EditResult {
            alert,
            already_met,
            was_reported: true,
        })
    }

    pub(super) fn find(&self, person: PersonId, id: u32) -> Result<Alert> {
        let alert = self
            .store
            .of(person)
            .alerts()?
            .into_iter()
            .find(|alert| alert.id == id);
        alert.ok_or(StoreError::NotFound("alert"))
    }

    fn price(&self, symbol: &str) -> Option<f64> {
        let market = self.market.read();
        let quote = market.by_symbol(symbol)?.quote.as_ref();
        quote.map(|quote| quote.price)
    }

    /// Runs `work` on a thread for blocking operations.
    pub(super) async fn blocking<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let service = Arc::clone(self);
        self.store.run(move |_| work(&service)).await
    }

    /// Locks edits, so that they run one after another.
    pub(super) fn lock_edits(&self) -> MutexGuard<'_, ()> {
        self.edits.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
