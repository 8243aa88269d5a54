//! Rejects daily bars dated on a weekend of their exchange: their dates must be wrong, probably by a time zone.

use jiff::{
    Timestamp,
    civil::{Date, Weekday},
    tz::TimeZone,
};

use super::reader::Series;
use crate::domain::{session::Calendar, ticker::TickerKind};

/// Returns why a bar on `day` (00:00 UTC in Unix seconds) is impossible, as the rest of a sentence that starts with the
/// date as written in the file. Returns `None` if the bar is possible.
pub(super) fn weekend_reason(series: &Series, day: i64) -> Option<String> {
    let is_listed = matches!(
        series.kind,
        TickerKind::Stock | TickerKind::Etf | TickerKind::Index
    );
    let zone = match series.calendar {
        Calendar::NewYork | Calendar::Exchange(_) => series.calendar.time_zone()?,
        _ => return None,
    };
    let midnight = Timestamp::from_second(day).ok()?;
    let date = midnight.to_zoned(TimeZone::UTC).date();
    if !is_listed || !is_weekend(zone, date) {
        return None;
    }
    let kind = match series.kind {
        TickerKind::Index => "an index",
        TickerKind::Etf => "a fund",
        _ => "a stock",
    };
    let exchange = if series.calendar_is_known {
        format!(
            "the exchange in {}",
            zone.rsplit('/').next()?.replace('_', " ")
        )
    } else {
        "its exchange".to_owned()
    };
    Some(format!(
        "is {}, {date}: {exchange} is closed, so {kind} can't have a bar that day. The dates are probably in another time zone; specify --time-zone ZONE, or --kind crypto if it trades every day",
        date.strftime("%A")
    ))
}

/// Returns true if an exchange in this zone is closed on the weekday of `date`.
fn is_weekend(zone: &str, date: Date) -> bool {
    use Weekday::{Friday, Saturday, Sunday};
    let day = date.weekday();
    let year = date.year();
    match zone {
        "Asia/Riyadh" | "Asia/Kuwait" | "Asia/Qatar" | "Asia/Bahrain" | "Asia/Muscat"
        | "Africa/Cairo" | "Asia/Amman" | "Asia/Baghdad" | "Asia/Dhaka" => {
            matches!(day, Friday | Saturday)
        }
        // Trading days in Tel Aviv are Monday to Friday since January 2026, and in the Emirates
        // since 2022.
        "Asia/Jerusalem" | "Asia/Tel_Aviv" if year < 2026 => matches!(day, Friday | Saturday),
        "Asia/Dubai" if year < 2022 => matches!(day, Friday | Saturday),
        // Exchanges in India trade on some weekends, such as at Diwali and on budget day.
        "Asia/Kolkata" | "Asia/Calcutta" => false,
        // Saturdays were trading days in New York until 1952, in Tokyo until 1989 and in Seoul
        // until 1998.
        "America/New_York" if year < 1953 => day == Sunday,
        "Asia/Tokyo" if year < 1990 => day == Sunday,
        "Asia/Seoul" if year < 1999 => day == Sunday,
        _ => matches!(day, Saturday | Sunday),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_exchange_has_its_own_weekend() {
        for (zone, date, is_closed) in [
            ("America/New_York", "2025-11-22", true),
            ("America/New_York", "2025-11-23", true),
            ("America/New_York", "2025-11-24", false),
            ("America/New_York", "1951-11-24", false),
            ("Australia/Sydney", "2025-11-23", true),
            ("Asia/Riyadh", "2025-11-23", false),
            ("Asia/Riyadh", "2025-11-21", true),
            ("Asia/Jerusalem", "2025-11-23", false),
            ("Asia/Jerusalem", "2026-11-22", true),
            ("Asia/Kolkata", "2023-11-12", false),
        ] {
            assert_eq!(
                is_weekend(zone, date.parse().unwrap()),
                is_closed,
                "{zone} {date}"
            );
        }
    }
}
