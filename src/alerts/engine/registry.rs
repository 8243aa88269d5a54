//! Every active alert, by the symbol that it watches.

use std::collections::HashMap;

use jiff::Timestamp;

use super::{
    Outcome,
    occasion::Occasion,
    rule::{Baseline, Rule},
};
use crate::domain::{
    alert::Alert,
    bar::{Bar, Interval},
    news::NewsUpdate,
    quote::Quote,
};

/// The active alerts with what each has seen.
#[derive(Debug, Default)]
pub(crate) struct Registry {
    rules: HashMap<String, Vec<Rule>>,
}

impl Registry {
    /// Watches an alert from now on; one of the same number is replaced. An inactive alert is only
    /// removed. `baseline` is what is known of its ticker. Gives a sentence where the condition is met
    /// already.
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
        let rule = Rule::new(alert, baseline, now);
        let already_met = rule.already_met();
        self.rules.entry(symbol).or_default().push(rule);
        already_met
    }

    /// Follows a switch: one that went off is not watched, one that went on is from now on, and one
    /// that was on already goes on with all it has seen.
    pub(crate) fn switch(
        &mut self,
        alert: Alert,
        baseline: &Baseline,
        now: Timestamp,
    ) -> Option<String> {
        let mut rules = self.rules.values().flatten();
        let watched = rules.find(|rule| rule.alert().id == alert.id);
        match watched.map(Rule::already_met) {
            Some(already_met) if alert.active => already_met,
            _ => self.watch(alert, baseline, now),
        }
    }

    /// Watches an alert again after the program was away; `baseline` is what was stored then. What
    /// happened since is judged on the bars that come next, and marked late.
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
        let (rule, outcomes) = Rule::resumed(alert, baseline, now);
        self.rules.entry(symbol).or_default().push(rule);
        outcomes
    }

    /// Reports that the condition of an alert is met already, at `price`, if it is.
    pub(crate) fn tell_met(
        &mut self,
        id: u32,
        price: Option<f64>,
        now: Timestamp,
    ) -> Option<Outcome> {
        let outcome = self.rule(id)?.tell_met(price, now);
        self.drop_inactive();
        outcome
    }

    /// Takes over how long an alert is quiet and how long it lives; it goes on with all it has seen.
    pub(crate) fn adjust(&mut self, alert: &Alert) {
        if let Some(rule) = self.rule(alert.id) {
            rule.adjust(alert);
        }
    }

    fn rule(&mut self, id: u32) -> Option<&mut Rule> {
        let mut rules = self.rules.values_mut().flatten();
        rules.find(|rule| rule.alert().id == id)
    }

    /// Stops watching an alert.
    pub(crate) fn remove(&mut self, id: u32) {
        for rules in self.rules.values_mut() {
            rules.retain(|rule| rule.alert().id != id);
        }
        self.rules.retain(|_, rules| !rules.is_empty());
    }

    /// Judges the alerts of `symbol` on its newest quote.
    pub(crate) fn observe_quote(&mut self, symbol: &str, quote: &Quote) -> Vec<Outcome> {
        self.judge(symbol, |rule| rule.quote(quote))
    }

    /// Judges the alerts of `symbol` on bars (ascending), the last of which may be unfinished.
    pub(crate) fn observe_bars(
        &mut self,
        symbol: &str,
        interval: Interval,
        bars: &[Bar],
        now: Timestamp,
    ) -> Vec<Outcome> {
        self.judge(symbol, |rule| rule.bars(interval, bars, now))
    }

    /// Judges the alerts of `symbol` on an article about it; `price` is that of the moment.
    pub(crate) fn observe_news(
        &mut self,
        symbol: &str,
        article: &NewsUpdate,
        price: Option<f64>,
    ) -> Vec<Outcome> {
        self.judge(symbol, |rule| {
            rule.news(article, price).into_iter().collect()
        })
    }

    /// The symbols of which alerts wait for what an [`Occasion`] tells.
    pub(crate) fn awaiting_occasions(&self) -> Vec<String> {
        let awaiting = self.rules.iter();
        awaiting
            .filter(|(_, rules)| rules.iter().any(Rule::awaits_occasion))
            .map(|(symbol, _)| symbol.clone())
            .collect()
    }

    /// Judges the alerts of `symbol` on what is known of it beside its prices at `now`.
    pub(crate) fn observe_occasion(
        &mut self,
        symbol: &str,
        known: &Occasion,
        now: Timestamp,
    ) -> Vec<Outcome> {
        self.judge(symbol, |rule| {
            rule.occasion(known, now).into_iter().collect()
        })
    }

    /// Judges every alert on the passing of time: bars that are over, summaries that are due.
    pub(crate) fn sweep(&mut self, now: Timestamp) -> Vec<Outcome> {
        let rules = self.rules.values_mut().flatten();
        let outcomes = rules.flat_map(|rule| rule.sweep(now)).collect();
        self.drop_inactive();
        outcomes
    }

    fn judge(
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

    fn drop_inactive(&mut self) {
        for rules in self.rules.values_mut() {
            rules.retain(|rule| rule.alert().active);
        }
        self.rules.retain(|_, rules| !rules.is_empty());
    }
}
