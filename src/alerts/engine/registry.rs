//! The rules of all active alerts, by symbol.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::Timestamp;

use super::{
    DayChange, Outcome,
    event::EventContext,
    rule::{Baseline, Rule},
    screen::WatchedScreen,
    split_guard::{MarketInput, Release, SplitGuard},
};
use crate::domain::{
    alert::Alert,
    bar::{Bar, Interval},
    fundamentals::filing::Filing,
    news::NewsUpdate,
    person::PersonId,
    quote::Quote,
    session::Calendar,
    split::Split,
};

/// The symbol of alerts on a list, a screen or all holdings.
const NO_SYMBOL: &str = "";

/// The rules of all active alerts.
#[derive(Debug, Default)]
pub(crate) struct Registry {
    rules: HashMap<String, Vec<Rule>>,
    /// The split guard of each symbol.
    guards: HashMap<String, SplitGuard>,
    /// Symbols whose rules must be restarted from stored data.
    resets: Vec<String>,
}

impl Registry {
    /// Adds the rule of an alert or replaces the existing one. Removes the rule of an inactive alert. `baseline` is the stored
    /// data of the alert's ticker. Returns a message for the user if the condition is already met.
    pub(crate) fn watch(
        &mut self,
        alert: Alert,
        baseline: &Baseline,
        now: Timestamp,
    ) -> Option<String> {
        self.remove(alert.id);
        if !alert.active {
            return None;
        }
        let symbol = alert.symbol.clone();
        self.guard(&symbol).start(baseline.quote.as_ref());
        let rule = Rule::new(alert, baseline, now);
        let already_met = rule.already_met();
        self.rules.entry(symbol).or_default().push(rule);
        already_met
    }

    /// Activates or deactivates an alert. The rule of an alert that is already active keeps its state. Returns a message for
    /// the user if the condition is already met.
    pub(crate) fn switch(
        &mut self,
        alert: Alert,
        baseline: &Baseline,
        now: Timestamp,
    ) -> Option<String> {
        let mut rules = self.rules.values().flatten();
        let rule = rules.find(|rule| rule.alert().id == alert.id);
        match rule.map(Rule::already_met) {
            Some(already_met) if alert.active => already_met,
            _ => self.watch(alert, baseline, now),
        }
    }

    /// Adds the rule of an alert after a restart; `baseline` is the data stored before the restart. The downtime is evaluated
    /// once its bars are received, and reports about it are marked as late.
    pub(crate) fn resume(
        &mut self,
        alert: Alert,
        baseline: &Baseline,
        now: Timestamp,
    ) -> Vec<Outcome> {
        if !alert.active {
            return vec![];
        }
        let symbol = alert.symbol.clone();
        self.guard(&symbol).start(baseline.quote.as_ref());
        let (rule, outcomes) = Rule::resumed(alert, baseline, now);
        self.rules.entry(symbol).or_default().push(rule);
        outcomes
    }

    /// Fires an alert whose condition is already met at `price`; returns `None` if the condition is not met.
    pub(crate) fn report_if_met(
        &mut self,
        id: u32,
        price: Option<f64>,
        now: Timestamp,
    ) -> Option<Outcome> {
        let outcome = self.rule(id)?.report_if_met(price, now);
        self.remove_inactive();
        outcome
    }

    /// Updates snooze, expiry and note of an alert. The rule keeps its state.
    pub(crate) fn adjust(&mut self, alert: &Alert) {
        if let Some(rule) = self.rule(alert.id) {
            rule.adjust(alert);
        }
    }

    /// Returns an active alert in its current state.
    pub(crate) fn alert(&self, id: u32) -> Option<&Alert> {
        let mut rules = self.rules.values().flatten();
        rules.find(|rule| rule.alert().id == id).map(Rule::alert)
    }

    fn rule(&mut self, id: u32) -> Option<&mut Rule> {
        let mut rules = self.rules.values_mut().flatten();
        rules.find(|rule| rule.alert().id == id)
    }

    /// Removes the rule of an alert.
    pub(crate) fn remove(&mut self, id: u32) {
        self.remove_where(|alert| alert.id == id);
    }

    /// Removes the rules of the alerts for which `should_remove` returns true.
    pub(crate) fn remove_where(&mut self, should_remove: impl Fn(&Alert) -> bool) {
        for rules in self.rules.values_mut() {
            rules.retain(|rule| !should_remove(rule.alert()));
        }
        self.rules.retain(|_, rules| !rules.is_empty());
    }

    /// Evaluates the alerts of `symbol` on its newest quote, unless the split guard withholds the quote.
    pub(crate) fn observe_quote(&mut self, symbol: &str, quote: &Quote) -> Vec<Outcome> {
        let Some(calendar) = self.calendar(symbol) else {
            return vec![];
        };
        match self.guard(symbol).admit_quote(quote, calendar) {
            Some(quote) => self.evaluate(symbol, |rule| rule.quote(quote)),
            None => vec![],
        }
    }

    /// Evaluates the alerts of `symbol` on bars, unless the split guard withholds them. The bars are ascending, and the last one may
    /// be unfinished.
    pub(crate) fn observe_bars(
        &mut self,
        symbol: &str,
        interval: Interval,
        bars: &[Bar],
        now: Timestamp,
    ) -> Vec<Outcome> {
        let Some(calendar) = self.calendar(symbol) else {
            return vec![];
        };
        if self
            .guard(symbol)
            .withholds_bars(interval, bars, now, calendar)
        {
            return vec![];
        }
        self.evaluate(symbol, |rule| rule.bars(interval, bars, now))
    }

    /// Adjusts the alerts of `symbol` for a split that has taken effect, and releases withheld inputs.
    pub(crate) fn observe_split(
        &mut self,
        symbol: &str,
        split: &Split,
        now: Timestamp,
    ) -> Vec<Outcome> {
        let Some(calendar) = self.calendar(symbol) else {
            return vec![];
        };
        let unadjusted_price = self.guard(symbol).apply_split(split, calendar);
        for rule in self.rules.get_mut(symbol).into_iter().flatten() {
            rule.split(split, unadjusted_price, now);
        }
        self.release(symbol, now, true)
    }

    /// Removes and returns the alerts that must be restarted from stored data, because the level of their prices changed as in
    /// a split although no split was reported.
    pub(crate) fn take_resets(&mut self) -> Vec<Alert> {
        let symbols = std::mem::take(&mut self.resets);
        let rules = symbols.iter().filter_map(|symbol| self.rules.get(symbol));
        rules.flatten().map(|rule| rule.alert().clone()).collect()
    }

    /// The alerts of a symbol in their current state.
    #[cfg(test)]
    pub(super) fn alerts(&self, symbol: &str) -> Vec<Alert> {
        let rules = self.rules.get(symbol).into_iter().flatten();
        rules.map(|rule| rule.alert().clone()).collect()
    }

    /// Evaluates withheld inputs once the split guard releases them.
    fn release(&mut self, symbol: &str, now: Timestamp, has_new_split: bool) -> Vec<Outcome> {
        let Some(calendar) = self.calendar(symbol) else {
            return vec![];
        };
        match self.guard(symbol).release(now, has_new_split, calendar) {
            None => vec![],
            Some(Release::Reset) => {
                self.resets.push(symbol.to_owned());
                vec![]
            }
            Some(Release::Evaluate(inputs)) => {
                let evaluate =
                    |input: MarketInput| self.evaluate(symbol, |rule| input.evaluate(rule));
                inputs.into_iter().flat_map(evaluate).collect()
            }
        }
    }

    fn guard(&mut self, symbol: &str) -> &mut SplitGuard {
        self.guards.entry(symbol.to_owned()).or_default()
    }

    /// The calendar of a symbol; `None` if it has no alerts.
    fn calendar(&self, symbol: &str) -> Option<Calendar> {
        Some(self.rules.get(symbol)?.first()?.calendar())
    }

    /// Evaluates the alerts of `symbol` on an article about it; `price` is the current price.
    pub(crate) fn observe_news(
        &mut self,
        symbol: &str,
        article: &NewsUpdate,
        price: Option<f64>,
    ) -> Vec<Outcome> {
        self.evaluate(symbol, |rule| {
            rule.news(article, price).into_iter().collect()
        })
    }

    /// The symbols with event alerts, which need an [`EventContext`].
    pub(crate) fn symbols_awaiting_events(&self) -> Vec<String> {
        self.symbols_with(Rule::awaits_event)
    }

    /// The symbols with alerts on filings.
    pub(crate) fn symbols_awaiting_filings(&self) -> Vec<String> {
        self.symbols_with(Rule::awaits_filings)
    }

    /// The people with alerts on the average cost, with the symbols of these alerts.
    pub(crate) fn symbols_awaiting_costs(&self) -> BTreeMap<PersonId, BTreeSet<String>> {
        let mut symbols: BTreeMap<PersonId, BTreeSet<String>> = BTreeMap::new();
        for rule in self.rules.values().flatten() {
            if rule.awaits_cost() {
                let Alert { person, symbol, .. } = rule.alert();
                symbols.entry(*person).or_default().insert(symbol.clone());
            }
        }
        symbols
    }

    /// Sets the average cost of a unit of `symbol` to a person; `None` if it is unknown or they hold nothing.
    pub(crate) fn set_cost(&mut self, person: PersonId, symbol: &str, average: Option<f64>) {
        let rules = self.rules.get_mut(symbol).into_iter().flatten();
        rules
            .filter(|rule| rule.alert().person == person)
            .for_each(|rule| rule.set_cost(average));
    }

    fn symbols_with(&self, is_wanted: impl Fn(&Rule) -> bool) -> Vec<String> {
        let symbols = self.rules.iter();
        let wanted = symbols.filter(|(_, rules)| rules.iter().any(&is_wanted));
        wanted.map(|(symbol, _)| symbol.clone()).collect()
    }

    /// Evaluates the alerts of `symbol` on its filings; `price` is the current price.
    pub(crate) fn observe_filings(
        &mut self,
        symbol: &str,
        filings: &[Filing],
        price: Option<f64>,
        now: Timestamp,
    ) -> Vec<Outcome> {
        self.evaluate(symbol, |rule| rule.filings(filings, price, now))
    }

    /// Evaluates the event alerts of `symbol`.
    pub(crate) fn observe_events(
        &mut self,
        symbol: &str,
        context: &EventContext,
        now: Timestamp,
    ) -> Vec<Outcome> {
        self.evaluate(symbol, |rule| {
            rule.event(context, now).into_iter().collect()
        })
    }

    /// Returns the screens that active alerts watch, each as the person and the id, ascending.
    pub(crate) fn watched_screens(&self) -> Vec<(PersonId, u32)> {
        let rules = self.rules.get(NO_SYMBOL).into_iter().flatten();
        let mut screens: Vec<_> = rules
            .filter_map(|rule| Some((rule.alert().person, rule.watched_screen()?)))
            .collect();
        screens.sort_unstable();
        screens.dedup();
        screens
    }

    /// Evaluates the alerts on a screen.
    pub(crate) fn observe_screen(
        &mut self,
        screen: &WatchedScreen,
        now: Timestamp,
    ) -> Vec<Outcome> {
        self.evaluate(NO_SYMBOL, |rule| {
            if rule.watched_screen() == Some(screen.id) {
                rule.observe_screen(screen, now)
            } else {
                vec![]
            }
        })
    }

    /// Ends the alerts on a screen after the screen, or the list that it searches, was deleted.
    pub(crate) fn end_screen(&mut self, id: u32, now: Timestamp) -> Vec<Outcome> {
        self.evaluate(NO_SYMBOL, |rule| {
            let is_watched = rule.watched_screen() == Some(id);
            is_watched
                .then(|| rule.end_screen(now))
                .into_iter()
                .collect()
        })
    }

    /// Returns the lists that active alerts on holdings watch, by person; `None` means all lists of the person.
    pub(crate) fn watched_holdings(&self) -> BTreeMap<PersonId, BTreeSet<Option<u32>>> {
        let rules = self.rules.get(NO_SYMBOL).into_iter().flatten();
        let mut lists: BTreeMap<PersonId, BTreeSet<_>> = BTreeMap::new();
        for rule in rules.filter(|rule| rule.awaits_holdings()) {
            let of_person = lists.entry(rule.alert().person).or_default();
            of_person.insert(rule.list_id());
        }
        lists
    }

    /// Evaluates a person's alerts on holdings in a list, or with `None` in all their lists.
    pub(crate) fn observe_holdings(
        &mut self,
        person: PersonId,
        list: Option<u32>,
        change: DayChange,
        now: Timestamp,
    ) -> Vec<Outcome> {
        self.evaluate(NO_SYMBOL, |rule| {
            let is_watched =
                rule.awaits_holdings() && rule.list_id() == list && rule.alert().person == person;
            let outcome = is_watched.then(|| rule.observe_holdings(change, now));
            outcome.flatten().into_iter().collect()
        })
    }

    /// Records that an alert on a screen reported a ticker at `at`, before a restart.
    pub(crate) fn record_reported(&mut self, alert: u32, symbol: &str, at: Timestamp) {
        if let Some(rule) = self.rule(alert) {
            rule.record_reported(symbol, at);
        }
    }

    /// Evaluates everything that is due at `now`: withheld inputs, finished bars, downtimes, daily summaries and expiries.
    pub(crate) fn sweep(&mut self, now: Timestamp) -> Vec<Outcome> {
        let symbols: Vec<String> = self.rules.keys().cloned().collect();
        let mut outcomes = vec![];
        for symbol in symbols {
            outcomes.extend(self.release(&symbol, now, false));
        }
        let rules = self.rules.values_mut().flatten();
        outcomes.extend(rules.flat_map(|rule| rule.sweep(now)));
        self.remove_inactive();
        outcomes
    }

    fn evaluate(
        &mut self,
        symbol: &str,
        outcomes: impl FnMut(&mut Rule) -> Vec<Outcome>,
    ) -> Vec<Outcome> {
        let Some(rules) = self.rules.get_mut(symbol) else {
            return vec![];
        };
        let outcomes = rules.iter_mut().flat_map(outcomes).collect();
        rules.retain(|rule| rule.alert().active);
        outcomes
    }

    fn remove_inactive(&mut self) {
        for rules in self.rules.values_mut() {
            rules.retain(|rule| rule.alert().active);
        }
        self.rules.retain(|_, rules| !rules.is_empty());
        self.guards
            .retain(|symbol, _| self.rules.contains_key(symbol));
    }
}
