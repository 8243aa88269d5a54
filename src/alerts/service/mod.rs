//! The alerts of the running program: the one place where they are made, switched, deleted, judged and
//! recorded, on disk and in memory together.

mod backtest;
mod browsers;
mod deliveries;
mod kept;
mod lists;
mod people;
mod removed;
mod splits;

pub(crate) use self::{
    backtest::{Backtest, ListBacktest},
    browsers::Subscribed,
    kept::{Kept, Tried},
    people::{Changed, MOST},
};

use std::{
    collections::{BTreeSet, VecDeque},
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
    occasion,
    unrecorded::{Batch, Unrecorded},
};
use crate::{
    domain::{
        Clock,
        alert::{Alert, Delivery},
        bar::{Bar, Interval},
        news::NewsUpdate,
        quote::Quote,
    },
    market::Market,
    store::{CancelReason, Result, Store, default_if_damaged},
};

/// How long what could not be recorded waits before it is tried again.
const RETRY: Duration = Duration::from_secs(5);

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
    /// Symbols whose stored alerts are to be restated for splits.
    restating: BTreeSet<String>,
    /// Alerts that were deleted lately, the oldest first.
    removed: VecDeque<Alert>,
    ended: bool,
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

    /// Watches every stored, active alert again, before anything new arrives; none that is damaged. Reads the disk.
    pub fn resume(&self, now: Timestamp) -> Result<()> {
        // Those of tickers that came are watched with the others.
        default_if_damaged(self.take_in_lists(now))?;
        let alerts = self.store.readable_alerts()?;
        self.restate_stored(alerts.iter().map(|alert| alert.symbol.clone()));
        for alert in alerts.into_iter().filter(|alert| alert.active) {
            // Without its history it is watched from its next price on.
            let baseline = default_if_damaged(self.baseline(&alert, now))?;
            self.judge(|registry| registry.resume(alert, &baseline, now));
        }
        Ok(())
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

    /// Judges every alert on the passing of time, and those that wait for days to come or prices that stay away.
    pub(crate) fn sweep(&self, now: Timestamp) {
        self.judge(|registry| registry.sweep(now));
        self.begin_anew(now);
        let awaited = self.state().registry.awaiting_occasions();
        for symbol in awaited {
            let known = occasion::gather(&self.market, &symbol, now);
            self.judge(|registry| registry.observe_occasion(&symbol, &known, now));
        }
    }

    /// Watches alerts anew that saw prices in other units than those of now. Reads the disk, where there are any.
    fn begin_anew(&self, now: Timestamp) {
        let anew = self.state().registry.take_anew();
        for alert in anew {
            // Without its history it is watched from its next price on.
            let baseline = self.baseline(&alert, now).unwrap_or_default();
            self.state().registry.watch(alert, &baseline, now);
        }
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
            let (batch, restating, ended) = {
                let mut state = self.state();
                let restating = std::mem::take(&mut state.restating);
                (state.unrecorded.batch(), restating, state.ended)
            };
            if !restating.is_empty() {
                if self.restate(restating.clone(), clock.now()).await.is_err() {
                    if ended {
                        return;
                    }
                    self.state().restating.extend(restating);
                    let _ = timeout(RETRY, self.wake.notified()).await;
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
                // The store has logged why. What fires meanwhile is shown at once.
                let _ = timeout(RETRY, self.wake.notified()).await;
            }
        }
    }

    async fn record(&self, batch: Batch, in_app: &InApp, now: Timestamp) -> Result<()> {
        let (reports, alerts) = (batch.new_reports(&self.channels), batch.alerts.clone());
        let names = reports.iter().flat_map(|report| report.channels.clone());
        let names: BTreeSet<String> = names.collect();
        let written = self
            .store
            .run(move |store| store.record_fired(&reports, &alerts, now));
        let written = written.await.map(|_| ());
        {
            let mut state = self.state();
            match &written {
                Ok(()) => state.unrecorded.recorded(&batch),
                Err(_) => state.unrecorded.shown(&batch),
            }
        }
        if written.is_ok() {
            // The store has logged why it could not; what is left waits until its report goes.
            let _ = self.cancel_deliveries_of(names, now).await;
            self.recorded.send_modify(|count| *count += 1);
        } else {
            for waiting in batch.reports.iter().filter(|waiting| waiting.is_for_app()) {
                in_app.show(&waiting.report, None);
            }
        }
        written
    }

    /// Gives up what was recorded for channels that went, or were switched off, meanwhile.
    pub(super) async fn cancel_deliveries_of(
        &self,
        names: BTreeSet<String>,
        now: Timestamp,
    ) -> Result<()> {
        let ended = |name: String| {
            if name == Delivery::InApp.as_str() {
                return None;
            }
            match self.channels.named(&name) {
                None => Some((name, CancelReason::Removed)),
                Some(channel) => (!channel.is_on()).then_some((name, CancelReason::Disabled)),
            }
        };
        let gone: Vec<_> = names.into_iter().filter_map(ended).collect();
        if gone.is_empty() {
            return Ok(());
        }
        self.store
            .run(move |store| store.cancel_deliveries(&gone, now))
            .await
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

    fn baseline(&self, alert: &Alert, now: Timestamp) -> Result<Baseline> {
        baseline::gather(&self.store, &self.market, alert, now)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
