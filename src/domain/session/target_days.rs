//! Working days of TARGET, the payment system of the euro area: the days on which the European Central Bank publishes its
//! reference rates.
//!
//! Closing days: <https://www.ecb.europa.eu/ecb/contacts/working-hours/html/index.en.html>, since 2002.

use jiff::civil::{Date, Weekday};

use super::{civil::days_from_civil, new_york_holidays::good_friday};

/// Returns true if TARGET is open on a day: a weekday except New Year's Day, Good Friday, Easter Monday, May 1, December 25 and 26.
pub(crate) fn is_target_day(date: Date) -> bool {
    let is_weekend = matches!(date.weekday(), Weekday::Saturday | Weekday::Sunday);
    let is_fixed = matches!((date.month(), date.day()), (1 | 5, 1) | (12, 25 | 26));
    let (year, month, day) = (date.year().into(), date.month().into(), date.day().into());
    let after_good_friday = days_from_civil(year, month, day) - good_friday(year);
    !is_weekend && !is_fixed && !matches!(after_good_friday, 0 | 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn target_closes_on_weekends_and_six_holidays() {
        let is_open = |text: &str| is_target_day(text.parse().unwrap());
        for open in [
            "2026-11-20",
            "2026-04-02",
            "2026-04-07",
            "2026-12-24",
            "2026-05-14",
        ] {
            assert!(is_open(open), "{open}");
        }
        for closed in [
            "2026-11-21",
            "2026-11-22",
            "2026-01-01",
            "2026-04-03",
            "2026-04-06",
            "2026-05-01",
            "2026-12-25",
            "2028-12-26",
        ] {
            assert!(!is_open(closed), "{closed}");
        }
    }
}
