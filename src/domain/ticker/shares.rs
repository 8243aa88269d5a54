//! The number of shares from which the market cap of a ticker is computed while no source sends a market cap.

use jiff::civil::Date;

use super::Ticker;
use crate::domain::split::Split;

/// Maximum factor between the shares of a company's report and those of a list of stocks. Beyond it, the report counts one of several
/// share classes, or other shares than the listed ones.
const MAX_SHARES_RATIO: f64 = 3.0;

impl Ticker {
    /// Returns the number of shares or coins on `day`: those of a file or the catalogue, of the company's report, or of a list of all
    /// stocks. `splits` are those of the ticker.
    pub(crate) fn shares_on(&self, day: Date, splits: &[Split]) -> Option<f64> {
        // A price in percent times a number of units isn't money.
        if !self.profile.quotation.is_currency() {
            return None;
        }
        self.profile.units.or_else(|| {
            let reported = self
                .reported_shares
                .and_then(|shares| shares.on(day, splits));
            reported
                .filter(|reported| !self.is_contradicted(*reported, day, splits))
                .or_else(|| self.listed_shares(day, splits))
        })
    }

    /// Returns true if [`Ticker::shares_on`] returns shares of a report or a list.
    pub(crate) fn has_found_shares(&self) -> bool {
        let list = self.list_facts.as_ref();
        let is_found =
            self.reported_shares.is_some() || list.is_some_and(|list| list.shares.is_some());
        is_found && self.profile.units.is_none()
    }

    /// Returns true if the number of shares of the list is far from the `reported` one.
    fn is_contradicted(&self, reported: f64, day: Date, splits: &[Split]) -> bool {
        let ratio = self
            .listed_shares(day, splits)
            .map(|listed| listed / reported);
        ratio.is_some_and(|ratio| !(1.0 / MAX_SHARES_RATIO..=MAX_SHARES_RATIO).contains(&ratio))
    }

    fn listed_shares(&self, day: Date, splits: &[Split]) -> Option<f64> {
        let shares = self.list_facts.as_ref()?.shares?;
        shares.on(day, splits)
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::domain::{
        facts::{ListFacts, ReportedShares},
        ticker::{Profile, TickerId, TickerKind},
    };

    fn ticker(reported: Option<f64>, listed: Option<f64>) -> Ticker {
        let shares = |count, filed| ReportedShares { count, filed };
        let mut ticker = Ticker::new(TickerId(1), Profile::new("ACME", "Acme", TickerKind::Stock));
        ticker.reported_shares = reported.map(|count| shares(count, date(2026, 8, 1)));
        ticker.list_facts = Some(Box::new(ListFacts {
            shares: listed.map(|count| shares(count, date(2026, 11, 20))),
            ..ListFacts::default()
        }));
        ticker
    }

    #[test]
    fn reported_shares_are_preferred_unless_they_are_of_one_class() {
        let today = date(2026, 11, 20);
        for (reported, listed, expected) in [
            (Some(100.0), Some(110.0), Some(100.0)),
            (Some(100.0), None, Some(100.0)),
            (None, Some(110.0), Some(110.0)),
            (Some(100.0), Some(400.0), Some(400.0)),
            (Some(400.0), Some(100.0), Some(100.0)),
            (None, None, None),
        ] {
            let ticker = ticker(reported, listed);
            assert_eq!(ticker.shares_on(today, &[]), expected);
            assert_eq!(ticker.has_found_shares(), expected.is_some());
        }
    }

    #[test]
    fn a_split_since_the_report_is_no_contradiction() {
        let split = Split {
            date: date(2026, 10, 1),
            numerator: 10.0,
            denominator: 1.0,
        };
        let ticker = ticker(Some(100.0), Some(1_010.0));
        let today = date(2026, 11, 20);
        assert_eq!(ticker.shares_on(today, &[split]), Some(1_000.0));
    }
}
