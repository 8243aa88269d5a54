//! What people do to alerts: each change goes to disk and to memory, in one order.

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

/// Alerts at most.
pub(crate) const MOST: usize = 1_000;
/// How often somebody who seeds alerts asks for the first prices.
const PRICE_POLL: Duration = Duration::from_millis(200);

/// An alert after a person made or switched it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Changed {
    /// The alert as it is now.
    pub alert: Alert,
    /// A sentence that says so when its condition is met already.
    pub already_met: Option<String>,
    /// That was told, as it was asked for; otherwise the alert fires when its condition is met anew.
    pub told: bool,
}

impl AlertService {
    /// Keeps a new alert and watches it; [`StoreError::Limit`] when there are as many as may be. `when_met` is what
    /// becomes of one whose condition is met already.
    pub(crate) async fn create(
        self: &Arc<Self>,
        alert: Alert,
        when_met: WhenMet,
        now: Timestamp,
    ) -> Result<Changed> {
        self.blocking(move |service| {
            let _in_order = service.changing();
            // Before anything is written: an alert that is kept is watched.
            let baseline = service.baseline(&alert, now)?;
            let alert = Alert {
                restated_for: service.splits_in_effect(&alert.symbol, now),
                ..alert
            };
            service.check_room(&alert)?;
            let alert = service.store.create_alert(&alert)?;
            let is_over_list = alert.list.is_some();
            let made = service.watch(alert, &baseline, now);
            if is_over_list {
                service.follow(when_met, now)?;
            }
            let price = baseline.quote.map(|quote| quote.price);
            let told = (when_met == WhenMet::TellNow)
                .then(|| service.tell_met(made.alert.id, price, now))
                .flatten();
            Ok(told.unwrap_or(made))
        })
        .await
    }

    /// Refuses an alert, over a list one for each ticker of it, where there are as many as may be, with [`StoreError::Limit`].
    pub(super) fn check_room(&self, alert: &Alert) -> Result<()> {
        let tickers = match &alert.list {
            Some(list) => self.store.watchlist(list.id)?.items.len(),
            None => 0,
        };
        if self.store.readable_alerts()?.len() + tickers < MOST {
            return Ok(());
        }
        Err(StoreError::Limit(format!(
            "There are {MOST} alerts already; delete some first."
        )))
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
            drop(state);
            if alert.list.is_some() {
                service.follow(WhenMet::default(), now)?;
            }
            Ok(Changed {
                alert,
                already_met,
                told: false,
            })
        })
        .await
    }

    /// Changes how long an alert is quiet and how long it lives, and its note. It goes on with all it has seen.
    pub(crate) async fn adjust(
        self: &Arc<Self>,
        id: u32,
        adjustment: Adjustment,
        now: Timestamp,
    ) -> Result<Changed> {
        self.blocking(move |service| {
            let _in_order = service.changing();
            let stored = service.store.adjust_alert(id, adjustment)?;
            let mut state = service.state();
            state.registry.adjust(&stored);
            let fired = state.unrecorded.alert(id);
            let alert = fired.map_or_else(|| stored.clone(), |fired| stored.after(fired));
            drop(state);
            if alert.list.is_some() {
                service.follow(WhenMet::default(), now)?;
            }
            Ok(Changed {
                alert,
                already_met: None,
                told: false,
            })
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
            let known = service.find(id)?;
            let baseline = service.baseline(&known, now)?;
            let splits = service.splits_in_effect(&known.symbol, now);
            let stored = service
                .store
                .move_alert(id, value, condition, now, &splits)?;
            let mut state = service.state();
            let fired = state.unrecorded.alert(id);
            let alert = fired.map_or_else(|| stored.clone(), |fired| stored.after(fired));
            let already_met = state.registry.watch(alert.clone(), &baseline, now);
            Ok(Changed {
                alert,
                already_met,
                told: false,
            })
        })
        .await
    }

    /// The alert of a number.
    pub(crate) async fn get(self: &Arc<Self>, id: u32) -> Result<Alert> {
        self.blocking(move |service| service.find(id)).await
    }

    /// Keeps all that an import brings, and watches its alerts as if they were made at `now`: one whose condition is met
    /// already waits until it is met anew.
    pub(crate) async fn bring(self: &Arc<Self>, brought: UserImport, now: Timestamp) -> Result<()> {
        self.blocking(move |service| {
            let _in_order = service.changing();
            // Before anything is written: an alert that is kept is watched.
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

    pub(super) fn watch(&self, alert: Alert, baseline: &Baseline, now: Timestamp) -> Changed {
        let already_met = self.state().registry.watch(alert.clone(), baseline, now);
        Changed {
            alert,
            already_met,
            told: false,
        }
    }

    /// Has an alert report that its condition is met already; `None` where it is not.
    pub(super) fn tell_met(&self, id: u32, price: Option<f64>, now: Timestamp) -> Option<Changed> {
        let mut state = self.state();
        let outcome = state.registry.tell_met(id, price, now)?;
        let alert = outcome.alert.clone();
        let fact = outcome.report.as_ref().map(|report| &report.sentence);
        let gathered = alert.gathered.as_ref().map(|gathered| &gathered.sentence);
        let already_met = fact.or(gathered).map(|fact| format!("{fact}."));
        state.unrecorded.add(vec![outcome]);
        drop(state);
        self.wake.notify_one();
        Some(Changed {
            alert,
            already_met,
            told: true,
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

    pub(super) async fn blocking<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let service = Arc::clone(self);
        self.store.run(move |_| work(&service)).await
    }

    pub(super) fn changing(&self) -> MutexGuard<'_, ()> {
        self.changing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
