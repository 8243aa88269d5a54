//! Publication times of fixings.

use jiff::{
    SignedDuration, Timestamp, ToSpan as _,
    civil::{Date, Weekday},
    tz::TimeZone,
};

use super::Series;
use crate::domain::session::{Calendar, is_target_day};

/// Time after the usual publication time at which a fixing counts as missing.
const GRACE: SignedDuration = SignedDuration::from_hours(3);

impl Series {
    /// Returns true if the authority publishes a fixing for this day.
    pub(crate) fn has_fixing_on(self, date: Date) -> bool {
        match self {
            Self::EuroRates => is_target_day(date),
            // The bond market's own holidays (Columbus Day, Veterans Day) are days without a fixing, too; the next day has one.
            Self::TreasuryYields => Calendar::NewYork.session_on(date).is_some(),
            Self::LaborStatistics => date.day() == 1,
            Self::FederalFunds => is_federal_funds_day(date),
        }
    }

    /// Returns the usual time of publication of a day's fixing: 16:00 in Frankfurt, 18:00 in New York. The federal funds rate of a day
    /// is published at 9:00 on the next one. Statistics are published at different times, which the economic calendar contains, but
    /// not before the month has ended.
    pub(crate) fn published_at(self, date: Date) -> Timestamp {
        let date = match self {
            Self::LaborStatistics => date.last_of_month().saturating_add(1.day()),
            Self::FederalFunds => self.next_day(date),
            Self::EuroRates | Self::TreasuryYields => date,
        };
        let (zone, hour) = match self {
            Self::EuroRates => ("Europe/Berlin", 16),
            Self::TreasuryYields => ("America/New_York", 18),
            Self::LaborStatistics => ("America/New_York", 8),
            Self::FederalFunds => ("America/New_York", 9),
        };
        let zone = TimeZone::get(zone).unwrap_or(TimeZone::UTC);
        let zoned = date.at(hour, 0, 0, 0).to_zoned(zone);
        zoned.map_or(Timestamp::MAX, |zoned| zoned.timestamp())
    }

    /// Returns the first day after `date` that has a fixing.
    pub(crate) fn next_day(self, date: Date) -> Date {
        let mut days = date.series(1.day()).skip(1).take(32);
        days.find(|day| self.has_fixing_on(*day)).unwrap_or(date)
    }

    /// Returns the day of the newest fixing that is published at `now`.
    pub(crate) fn newest_day(self, now: Timestamp) -> Option<Date> {
        let today = now.to_zoned(TimeZone::UTC).date();
        let mut days = today.tomorrow().ok()?.series((-1).day()).take(93);
        days.find(|day| self.has_fixing_on(*day) && self.published_at(*day) <= now)
    }

    /// Returns when the fixing of a day becomes stale: three hours after the usual time of the next one.
    pub(crate) fn stale_at(self, date: Date) -> Timestamp {
        let next = self.published_at(self.next_day(date));
        next.saturating_add(GRACE).unwrap_or(Timestamp::MAX)
    }
}

/// Returns true for a weekday. Bank holidays are days without a rate as well; the rate of the day before is then published a day
/// later.
fn is_federal_funds_day(date: Date) -> bool {
    !matches!(date.weekday(), Weekday::Saturday | Weekday::Sunday)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn euro_rates_are_published_at_16_in_frankfurt() {
        let at = |day| Series::EuroRates.published_at(date(day)).to_string();
        assert_eq!(at("2026-11-20"), "2026-11-20T15:00:00Z");
        assert_eq!(at("2026-07-20"), "2026-07-20T14:00:00Z");
    }

    #[test]
    fn the_newest_day_is_the_last_one_published() {
        let newest = |series: Series, now: &str| series.newest_day(now.parse().unwrap()).unwrap();
        for (now, day) in [
            ("2026-11-20T14:59:59Z", "2026-11-19"),
            ("2026-11-20T15:00:00Z", "2026-11-20"),
            ("2026-11-22T15:00:00Z", "2026-11-20"),
            ("2026-11-23T14:00:00Z", "2026-11-20"),
        ] {
            assert_eq!(newest(Series::EuroRates, now), date(day), "{now}");
        }
        assert_eq!(
            newest(Series::TreasuryYields, "2026-11-21T02:00:00Z"),
            date("2026-11-20"),
            "it is still Friday in New York"
        );
    }

    #[test]
    fn a_fixing_is_stale_three_hours_after_the_next_is_due() {
        let stale = |day| Series::EuroRates.stale_at(date(day)).to_string();
        assert_eq!(stale("2026-11-19"), "2026-11-20T18:00:00Z");
        assert_eq!(stale("2026-11-20"), "2026-11-23T18:00:00Z");
        assert_eq!(
            stale("2026-04-02"),
            "2026-04-07T17:00:00Z",
            "no fixing is published over Easter"
        );
    }
}
