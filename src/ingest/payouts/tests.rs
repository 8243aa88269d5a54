use jiff::civil::date;

use super::*;
use crate::{
    domain::{
        dividend::classify_payments,
        ticker::{Profile, TickerKind},
    },
    ingest::merge::merge,
    source::{Envelope, Update},
};

const ID: TickerId = TickerId(1);

struct Fixture {
    market: MarketState,
    pending: PendingChanges,
}

impl Fixture {
    fn new() -> Self {
        let mut fixture = Self {
            market: MarketState::default(),
            pending: PendingChanges::default(),
        };
        let profile = Profile::new("AAPL", "Apple", TickerKind::Stock);
        fixture.take("2026-11-18", Update::Profiles(vec![profile]));
        fixture
    }

    /// Merges an update at noon in New York.
    fn take(&mut self, day: &str, update: Update) {
        let envelope = Envelope {
            source: "test",
            update,
        };
        merge(&mut self.market, envelope, noon(day), &mut self.pending);
    }

    /// Receives a split of 10 for 1 on 20 November.
    fn split(&mut self, day: &str) {
        let split = Split {
            date: date(2026, 11, 20),
            numerator: 10.0,
            denominator: 1.0,
        };
        let update = Update::Splits {
            symbol: "AAPL".to_owned(),
            splits: vec![split],
        };
        self.take(day, update);
    }

    /// Receives single payments.
    fn payments(&mut self, day: &str, amount: f64) {
        let update = Update::Payments {
            symbol: "AAPL".to_owned(),
            payments: payments(amount),
        };
        self.take(day, update);
    }

    /// Receives a complete list.
    fn dividends(&mut self, day: &str, amount: f64) {
        let update = Update::Dividends {
            symbol: "AAPL".to_owned(),
            dividends: classify_payments(payments(amount)),
        };
        self.take(day, update);
    }

    /// Applies the splits that are due.
    fn sweep(&mut self, day: &str) {
        for id in due_splits(&self.market, noon(day)) {
            let mut merged = MergeOutcome::default();
            let (market, pending) = (&mut self.market, &mut self.pending);
            apply_splits(market, id, noon(day), pending, &mut merged);
        }
    }

    fn amounts(&self) -> Vec<f64> {
        let known = known_dividends(&self.market, ID).iter();
        known.map(|dividend| dividend.amount).collect()
    }
}

fn noon(day: &str) -> Timestamp {
    format!("{day}T17:00:00Z").parse().unwrap()
}

fn payments(amount: f64) -> Vec<Payment> {
    let payment = |month| Payment {
        ex_date: date(2026, month, 10),
        amount,
        currency: None,
        price: None,
        kind: None,
        pay_date: None,
        is_from_file: false,
    };
    [5, 8, 11].map(payment).into()
}

#[test]
fn payments_are_adjusted_once_when_an_announced_split_takes_effect() {
    let mut fixture = Fixture::new();
    fixture.payments("2026-11-18", 1.0);
    fixture.split("2026-11-19");
    fixture.sweep("2026-11-19");
    assert_eq!(fixture.amounts(), [1.0; 3], "before the split");
    fixture.sweep("2026-11-20");
    assert_eq!(fixture.amounts(), [0.1; 3]);
    let saved = fixture.pending.take_batch().dividends;
    let saved = saved[0].1.iter().map(|dividend| dividend.amount);
    assert_eq!(saved.collect::<Vec<f64>>(), [0.1; 3]);
    fixture.sweep("2026-11-21");
    fixture.split("2026-11-21");
    fixture.payments("2026-11-21", 1.0);
    assert_eq!(fixture.amounts(), [0.1; 3], "once");
    fixture.payments("2026-11-21", 0.11);
    assert_eq!(fixture.amounts(), [0.11; 3], "corrected");
}

/// Yahoo sends the split first, and after a while the adjusted list.
#[test]
fn complete_list_in_new_units_is_not_adjusted_again() {
    let mut fixture = Fixture::new();
    fixture.dividends("2026-11-18", 1.0);
    fixture.split("2026-11-20");
    assert_eq!(fixture.amounts(), [0.1; 3]);
    fixture.payments("2026-11-20", 0.1);
    fixture.dividends("2026-11-20", 0.1);
    fixture.sweep("2026-11-21");
    assert_eq!(fixture.amounts(), [0.1; 3]);
    // An older split that becomes known later is already part of the list.
    let older = Split {
        date: date(2026, 9, 1),
        numerator: 4.0,
        denominator: 1.0,
    };
    let update = Update::Splits {
        symbol: "AAPL".to_owned(),
        splits: vec![older],
    };
    fixture.take("2026-11-21", update);
    assert_eq!(fixture.amounts(), [0.1; 3]);
}

#[test]
fn list_that_was_received_before_the_split_of_the_same_day_was_known_is_adjusted() {
    let mut fixture = Fixture::new();
    fixture.payments("2026-11-20", 1.0);
    fixture.split("2026-11-20");
    assert_eq!(fixture.amounts(), [0.1; 3]);
}
