//! When a price becomes stale.

use jiff::Timestamp;

use crate::domain::{
    provider,
    session::Phase,
    ticker::{Profile, TickerKind},
};

/// Maximum age of a price while its market trades, in seconds: the slowest sources are polled every few minutes.
const MAX_AGE_TRADING: i64 = 20 * 60;
/// Maximum age while its market is closed, in seconds: the longest holiday weekend.
const MAX_AGE_CLOSED: i64 = 5 * 86_400;

/// Returns when a price of `as_of` from `source` becomes stale.
///
/// A price from before the opening stays fresh for the same time after it, and delayed exchanges and sources get their
/// delay on top. Mutual funds are priced once a day.
pub(crate) fn stale_at(
    profile: &Profile,
    is_imported: bool,
    source: &str,
    as_of: Timestamp,
) -> Timestamp {
    let (second, calendar) = (as_of.as_second(), profile.calendar());
    let fresh =
        MAX_AGE_TRADING + 60 * i64::from(delay_minutes(profile, source).unwrap_or_default());
    let (soon, late) = (second + fresh, seconds(second + MAX_AGE_CLOSED));
    if is_imported || profile.kind == TickerKind::Fund {
        return late;
    }
    let phase = calendar.phase(seconds(soon));
    // With unknown trading hours, no hour proves that a newer price is missing.
    if phase == Phase::Unknown {
        return late;
    }
    let at = if matches!(phase, Phase::Regular | Phase::Always) {
        soon
    } else {
        calendar.next_session(seconds(soon)).open + fresh
    };
    seconds(at).min(late)
}

/// Returns the delay of a price from `source` in minutes: the longer one of the exchange's and the source's.
pub(crate) fn delay_minutes(profile: &Profile, source: &str) -> Option<u16> {
    profile.delay_minutes.max(provider::delay_minutes(source))
}

fn seconds(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap_or(Timestamp::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stale(kind: TickerKind, delay_minutes: Option<u16>, as_of: &str) -> String {
        stale_from("yahoo", kind, delay_minutes, as_of)
    }

    fn stale_from(
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
            assert_eq!(stale(kind, None, friday), "2026-11-20T15:20:00Z");
        }
        let delayed = stale(TickerKind::Commodity, Some(10), friday);
        assert_eq!(delayed, "2026-11-20T15:30:00Z", "it comes so late by rule");
    }

    #[test]
    fn delayed_source_adds_the_longer_delay() {
        let friday = "2026-11-20T15:00:00Z";
        let stale = |delay| stale_from("cboe", TickerKind::Stock, delay, friday);
        assert_eq!(stale(None), "2026-11-20T15:35:00Z");
        assert_eq!(stale(Some(10)), "2026-11-20T15:35:00Z");
        assert_eq!(stale(Some(20)), "2026-11-20T15:40:00Z");
    }

    #[test]
    fn closing_price_is_stale_20_minutes_into_the_next_session() {
        assert_eq!(
            stale(TickerKind::Stock, None, "2026-11-20T21:00:00Z"),
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
        assert_eq!(stale(TickerKind::Fund, None, as_of), "2026-11-25T15:00:00Z");
    }
}
