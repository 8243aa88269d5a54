//! Computes when a price becomes stale. Browsers get that time, and `isStale` in `ui/src/live/merge.ts` compares it with their clock.

use jiff::{Timestamp, tz::TimeZone};

use crate::domain::{
    fixing::Series,
    provider,
    session::Phase,
    ticker::{Profile, TickerKind},
};

/// Maximum age of a price during trading, in seconds. The slowest sources are polled every few minutes.
const MAX_TRADING_AGE_SECONDS: i64 = 20 * 60;
/// Maximum age of a price while the exchange is closed, in seconds: the longest holiday weekend.
const MAX_CLOSED_AGE_SECONDS: i64 = 5 * 86_400;
/// Maximum time between a close and its publication by a source of official closes, in seconds.
const MAX_PUBLICATION_SECONDS: i64 = 2 * 3_600;

/// Returns the time when a price becomes stale. `as_of` is the time of the price, `source` the name of its provider.
///
/// During trading, a price becomes stale after [`MAX_TRADING_AGE_SECONDS`] plus the delay of its exchange or provider. A
/// price from before the open becomes stale the same time after the open. Imported prices, prices of mutual funds, which
/// change once a day, and of bonds, which are often not traded for hours, become stale after [`MAX_CLOSED_AGE_SECONDS`].
/// Reference rates and official closes become stale when the next ones are due.
pub(crate) fn stale_at(
    profile: &Profile,
    is_imported: bool,
    source: &str,
    as_of: Timestamp,
) -> Timestamp {
    let (second, calendar) = (as_of.as_second(), profile.calendar());
    let delay = 60 * i64::from(delay_minutes(profile, source).unwrap_or_default());
    let trading_age = MAX_TRADING_AGE_SECONDS + delay;
    let earliest = timestamp(second + trading_age);
    let latest = timestamp(second + MAX_CLOSED_AGE_SECONDS);
    if is_imported || matches!(profile.kind, TickerKind::Fund | TickerKind::Bond) {
        return latest;
    }
    if source == provider::ECB {
        return Series::EuroRates.stale_at(as_of.to_zoned(TimeZone::UTC).date());
    }
    if source == provider::EURONEXT || source == provider::NASDAQ_SCREENER {
        let next_close = calendar.next_session(as_of).close;
        return timestamp(next_close + MAX_PUBLICATION_SECONDS);
    }
    let stale_at = match calendar.phase(earliest) {
        // Without known trading hours, it is unknown whether a newer price is missing.
        Phase::Unknown => latest,
        Phase::Regular | Phase::Always => earliest,
        _ => timestamp(calendar.next_session(earliest).open + trading_age),
    };
    stale_at.min(latest)
}

/// Returns true if a price that becomes stale at `stale_at` is stale at `now`.
pub(crate) fn is_stale(stale_at: Timestamp, now: Timestamp) -> bool {
    stale_at <= now
}

/// Returns the delay of a price from `source` in minutes: the delay of the exchange or of the provider, whichever is
/// longer.
pub(crate) fn delay_minutes(profile: &Profile, source: &str) -> Option<u16> {
    profile.delay_minutes.max(provider::delay_minutes(source))
}

fn timestamp(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap_or(Timestamp::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stale_time(kind: TickerKind, delay_minutes: Option<u16>, as_of: &str) -> String {
        stale_time_from("yahoo", kind, delay_minutes, as_of)
    }

    fn stale_time_from(
        source: &str,
        kind: TickerKind,
        delay_minutes: Option<u16>,
        as_of: &str,
    ) -> String {
        let profile = Profile {
            delay_minutes,
            ..Profile::new("X", "X", kind)
        };
        stale_at(&profile, false, source, as_of.parse().unwrap()).to_string()
    }

    #[test]
    fn price_is_stale_after_20_minutes_of_trading() {
        let friday = "2026-11-20T15:00:00Z";
        for kind in [TickerKind::Stock, TickerKind::Crypto] {
            assert_eq!(stale_time(kind, None, friday), "2026-11-20T15:20:00Z");
        }
        let delayed = stale_time(TickerKind::Commodity, Some(10), friday);
        assert_eq!(
            delayed, "2026-11-20T15:30:00Z",
            "the exchange delays its prices by 10 minutes"
        );
    }

    #[test]
    fn longer_delay_of_exchange_and_source_is_added() {
        let friday = "2026-11-20T15:00:00Z";
        let stale_time = |delay| stale_time_from("cboe", TickerKind::Stock, delay, friday);
        assert_eq!(stale_time(None), "2026-11-20T15:35:00Z");
        assert_eq!(stale_time(Some(10)), "2026-11-20T15:35:00Z");
        assert_eq!(stale_time(Some(20)), "2026-11-20T15:40:00Z");
    }

    #[test]
    fn reference_rate_is_stale_after_the_next_one_is_due() {
        let stale = |as_of| stale_time_from(provider::ECB, TickerKind::Currency, None, as_of);
        assert_eq!(stale("2026-11-19T15:00:00Z"), "2026-11-20T18:00:00Z");
        assert_eq!(stale("2026-11-20T15:00:00Z"), "2026-11-23T18:00:00Z");
    }

    #[test]
    fn official_close_is_stale_after_the_next_one_is_due() {
        for source in [provider::EURONEXT, provider::NASDAQ_SCREENER] {
            let stale = |as_of| stale_time_from(source, TickerKind::Stock, None, as_of);
            assert_eq!(stale("2026-11-19T21:00:00Z"), "2026-11-20T23:00:00Z");
            assert_eq!(stale("2026-11-20T21:00:00Z"), "2026-11-23T23:00:00Z");
        }
    }

    #[test]
    fn closing_price_is_stale_20_minutes_into_the_next_session() {
        assert_eq!(
            stale_time(TickerKind::Stock, None, "2026-11-20T21:00:00Z"),
            "2026-11-23T14:50:00Z"
        );
    }

    #[test]
    fn imported_and_fund_prices_are_stale_after_five_days() {
        let as_of = "2026-11-20T15:00:00Z";
        let stock = Profile::new("X", "X", TickerKind::Stock);
        assert_eq!(
            stale_at(&stock, true, "import", as_of.parse().unwrap()).to_string(),
            "2026-11-25T15:00:00Z"
        );
        assert_eq!(
            stale_time(TickerKind::Fund, None, as_of),
            "2026-11-25T15:00:00Z"
        );
    }
}
