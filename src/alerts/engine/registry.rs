//! Every active alert, by the symbol that it watches.

use std::collections::HashMap;

use jiff::Timestamp;

use super::{
    Outcome,
    occasion::Occasion,
    rule::{Baseline, Rule},
    waiting::{Came, Released, Seen},
};
use crate::domain::{
    alert::Alert,
    bar::{Bar, Interval},
    news::NewsUpdate,
    quote::Quote,
    session::Calendar,
    split::Split,
};

/// The active alerts with what each has seen.
#[derive(Debug, Default)]
pub(crate) struct Registry {
    rules: HashMap<String, Vec<Rule>>,
    /// What the rules of a symbol have seen of its prices.
    seen: HashMap<String, Seen>,
    /// Symbols whose rules are to begin anew with what is stored.
    anew: Vec<String>,
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
        self.seen(&symbol).begin(baseline.quote.as_ref());
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
        self.seen(&symbol).begin(baseline.quote.as_ref());
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

    /// Judges the alerts of `symbol` on its newest quote, or has it wait for word of a split.
    pub(crate) fn observe_quote(&mut self, symbol: &str, quote: &Quote) -> Vec<Outcome> {
        let Some(calendar) = self.calendar(symbol) else {
            return vec![];
        };
        match self.seen(symbol).quote(quote, calendar) {
            Some(quote) => self.judge(symbol, |rule| rule.quote(quote)),
            None => vec![],
        }
    }

    /// Judges the alerts of `symbol` on bars (ascending), the last of which may be unfinished, or has them wait for word of a
    /// split.
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
        if self.seen(symbol).bars(interval, bars, now, calendar) {
            return vec![];
        }
        self.judge(symbol, |rule| rule.bars(interval, bars, now))
    }

    /// Restates what the alerts of `symbol` wait for and have seen: its source told of a split that has taken effect.
    pub(crate) fn observe_split(
        &mut self,
        symbol: &str,
        split: &Split,
        now: Timestamp,
    ) -> Vec<Outcome> {
        let Some(calendar) = self.calendar(symbol) else {
            return vec![];
        };
        let known = self.seen(symbol).split(split, calendar);
        for rule in self.rules.get_mut(symbol).into_iter().flatten() {
            rule.split(split, known, now);
        }
        self.release(symbol, now, true)
    }

    /// The alerts of symbols whose prices are in other units than before, and nobody tells why: they are to be watched anew.
    pub(crate) fn take_anew(&mut self) -> Vec<Alert> {
        let anew = std::mem::take(&mut self.anew);
        let rules = anew.iter().filter_map(|symbol| self.rules.get(symbol));
        rules.flatten().map(|rule| rule.alert().clone()).collect()
    }

    /// The alerts of a symbol as they are now.
    #[cfg(test)]
    pub(super) fn alerts(&self, symbol: &str) -> Vec<Alert> {
        let rules = self.rules.get(symbol).into_iter().flatten();
        rules.map(|rule| rule.alert().clone()).collect()
    }

    /// Judges what waited, when it is time.
    fn release(&mut self, symbol: &str, now: Timestamp, is_told: bool) -> Vec<Outcome> {
        let Some(calendar) = self.calendar(symbol) else {
            return vec![];
        };
        match self.seen(symbol).release(now, is_told, calendar) {
            None => vec![],
            Some(Released::BeginAnew) => {
                self.anew.push(symbol.to_owned());
                vec![]
            }
            Some(Released::Judge(came)) => {
                let judge = |came: Came| self.judge(symbol, |rule| came.judge(rule));
                came.into_iter().flat_map(judge).collect()
            }
        }
    }

    fn seen(&mut self, symbol: &str) -> &mut Seen {
        self.seen.entry(symbol.to_owned()).or_default()
    }

    /// When a symbol trades that alerts watch.
    fn calendar(&self, symbol: &str) -> Option<Calendar> {
        Some(self.rules.get(symbol)?.first()?.calendar())
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
        let symbols: Vec<String> = self.rules.keys().cloned().collect();
        let mut outcomes = vec![];
        for symbol in symbols {
            outcomes.extend(self.release(&symbol, now, false));
        }
        let rules = self.rules.values_mut().flatten();
        outcomes.extend(rules.flat_map(|rule| rule.sweep(now)));
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
        self.seen
            .retain(|symbol, _| self.rules.contains_key(symbol));
    }
}
