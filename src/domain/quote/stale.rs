//! How old a price may be.

use jiff::Timestamp;

use crate::domain::{
    session::Phase,
    ticker::{Profile, TickerKind},
};

/// How old a price may be while its market trades, in seconds: sources are asked every few minutes
/// at the slowest.
const FRESH_SECONDS: i64 = 20 * 60;
/// How old it may be while its market rests: the longest holiday week-end.
const FRESH_DAYS: i64 = 5 * 86_400;

/// When a price of `as_of` becomes older than its source's usual pace allows. A price from before the
/// opening has as long after it: no newer one can be there at the first second. An exchange whose prices
/// come late by its rules has so much longer, and a mutual fund is priced once a day.
pub(crate) fn stale_at(profile: &Profile, is_imported: bool, as_of: Timestamp) -> Timestamp {
    let (second, calendar) = (as_of.as_second(), profile.calendar());
    let fresh = FRESH_SECONDS + 60 * i64::from(profile.delay_minutes.unwrap_or_default());
    let (soon, late) = (second + fresh, seconds(second + FRESH_DAYS));
    if is_imported || profile.kind == TickerKind::Fund {
        return late;
    }
    let phase = calendar.phase(seconds(soon));
    // Where nobody knows when it trades, no hour says that a newer price is missing.
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

fn seconds(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap_or(Timestamp::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stale(kind: TickerKind, delay_minutes: Option<u16>, as_of: &str) -> String {
        let profile = Profile {
            delay_minutes,
            ..Profile::new("X", "X", kind)
        };
        stale_at(&profile, false, as_of.parse().unwrap()).to_string()
    }

    #[test]
    fn a_price_is_stale_twenty_minutes_after_it_was_true_while_its_market_trades() {
        let friday = "2026-11-20T15:00:00Z";
        for kind in [TickerKind::Stock, TickerKind::Crypto] {
            assert_eq!(stale(kind, None, friday), "2026-11-20T15:20:00Z");
        }
        let delayed = stale(TickerKind::Commodity, Some(10), friday);
        assert_eq!(delayed, "2026-11-20T15:30:00Z", "it comes so late by rule");
    }

    #[test]
    fn a_closing_price_is_stale_twenty_minutes_into_the_next_session() {
        assert_eq!(
            stale(TickerKind::Stock, None, "2026-11-20T21:00:00Z"),
            "2026-11-23T14:50:00Z"
        );
    }

    #[test]
    fn an_imported_price_and_that_of_a_fund_are_stale_after_five_days() {
        let as_of = "2026-11-20T15:00:00Z";
        let stock = Profile::new("X", "X", TickerKind::Stock);
        assert_eq!(
            stale_at(&stock, true, as_of.parse().unwrap()).to_string(),
            "2026-11-25T15:00:00Z"
        );
        assert_eq!(stale(TickerKind::Fund, None, as_of), "2026-11-25T15:00:00Z");
    }
}
