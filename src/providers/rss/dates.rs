//! Parses the dates in feeds: RFC 3339, RFC 822 and its variants, and dates such as 'October 14, 2026 9:00 AM ET'.
//!
//! A date with an unknown time zone is invalid: an undated article is better than one with a wrong time.

use jiff::{
    Timestamp, civil,
    tz::{Offset, TimeZone},
};

/// Time zone abbreviations with their UTC offsets in minutes. An ambiguous abbreviation has its common meaning in feeds;
/// abbreviations without a common meaning (AST) are not listed.
const ZONES: &[(&str, i16)] = &[
    ("z", 0),
    ("ut", 0),
    ("utc", 0),
    ("gmt", 0),
    ("wet", 0),
    ("west", 60),
    ("bst", 60),
    ("cet", 60),
    ("cest", 120),
    ("met", 60),
    ("mest", 120),
    ("mez", 60),
    ("mesz", 120),
    ("sast", 120),
    ("eet", 120),
    ("eest", 180),
    ("msk", 180),
    ("trt", 180),
    ("gst", 240),
    ("pkt", 300),
    ("ist", 330),
    ("wib", 420),
    ("ict", 420),
    ("sgt", 480),
    ("hkt", 480),
    ("myt", 480),
    ("awst", 480),
    ("jst", 540),
    ("kst", 540),
    ("acst", 570),
    ("acdt", 630),
    ("aest", 600),
    ("aedt", 660),
    ("nzst", 720),
    ("nzdt", 780),
    ("brt", -180),
    ("art", -180),
    ("nst", -210),
    ("ndt", -150),
    ("adt", -180),
    ("est", -300),
    ("edt", -240),
    ("cst", -360),
    ("cdt", -300),
    ("mst", -420),
    ("mdt", -360),
    ("pst", -480),
    ("pdt", -420),
    ("akst", -540),
    ("akdt", -480),
    ("hst", -600),
];

/// Names of time zones with daylight saving time.
const REGION_ZONES: &[(&str, &str)] = &[
    ("et", "America/New_York"),
    ("ct", "America/Chicago"),
    ("mt", "America/Denver"),
    ("pt", "America/Los_Angeles"),
    ("eastern", "America/New_York"),
    ("central", "America/Chicago"),
    ("mountain", "America/Denver"),
    ("pacific", "America/Los_Angeles"),
    ("uk", "Europe/London"),
];

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

const WEEKDAYS: [&str; 7] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];

/// Parses a date, with or without a time of day; `None` if it is invalid or its time zone is unknown.
pub(super) fn parse_date(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    text.parse()
        .ok()
        .or_else(|| Some(utc(text.parse::<civil::DateTime>().ok()?)?.timestamp()))
        .or_else(|| {
            let date: civil::Date = text.parse().ok()?;
            Some(utc(date.at(0, 0, 0, 0))?.timestamp())
        })
        .or_else(|| DateParts::read(text)?.timestamp())
        .filter(|time| time.as_second() >= EARLIEST_SECOND)
}

/// 1990-01-01 in Unix seconds. Earlier dates are errors, such as those of a clock that was reset.
const EARLIEST_SECOND: i64 = 631_152_000;

fn utc(at: civil::DateTime) -> Option<jiff::Zoned> {
    at.to_zoned(TimeZone::UTC).ok()
}

/// The parts of a date, which may be written in any order.
#[derive(Debug, Default)]
struct DateParts {
    day: Option<i8>,
    month: Option<i8>,
    year: Option<i16>,
    time: Option<civil::Time>,
    is_afternoon: Option<bool>,
    zone: Option<TimeZone>,
}

impl DateParts {
    fn read(text: &str) -> Option<Self> {
        let mut parts = Self::default();
        // A trailing comment such as '(Central European Time)' repeats the zone.
        let text = text.split('(').next()?.replace(',', " ");
        for word in text.split_whitespace() {
            parts.read_word(word)?;
        }
        Some(parts)
    }

    /// Reads one word; `None` if it is not part of a date.
    fn read_word(&mut self, word: &str) -> Option<()> {
        let lower = word.to_lowercase();
        let lower = lower.trim_end_matches('.');
        if lower.contains(':') && lower.starts_with(|c: char| c.is_ascii_digit()) {
            return self.read_time(lower);
        }
        if let Ok(number) = lower.parse::<i16>() {
            let is_signed = lower.starts_with(['+', '-']);
            if !is_signed {
                self.read_number(number, lower.len());
                return Some(());
            }
        }
        if let Some(zone) = zone(word) {
            self.zone = Some(zone);
            return Some(());
        }
        if let Some(month) = position(&MONTHS, lower) {
            self.month = Some(month);
            return Some(());
        }
        let ordinal = ["st", "nd", "rd", "th"]
            .iter()
            .find_map(|end| lower.strip_suffix(end)?.parse().ok());
        if let Some(day) = ordinal {
            self.day = Some(day);
            return Some(());
        }
        match lower {
            "am" | "a.m" => self.is_afternoon = Some(false),
            "pm" | "p.m" => self.is_afternoon = Some(true),
            "at" | "-" | "|" | "of" | "time" => {}
            // A date such as '14-Oct-2026'.
            dashed if dashed.contains('-') && dashed.split('-').count() == 3 => {
                return dashed.split('-').try_for_each(|part| self.read_word(part));
            }
            weekday => {
                position(&WEEKDAYS, weekday)?;
            }
        }
        Some(())
    }

    fn read_number(&mut self, number: i16, digits: usize) {
        if digits >= 4 {
            self.year = Some(number);
        } else if self.day.is_none() {
            self.day = i8::try_from(number).ok();
        } else {
            // The year has two digits, as in RFC 822.
            self.year = Some(if number < 70 {
                2_000 + number
            } else {
                1_900 + number
            });
        }
    }

    /// Reads a time such as `15:00`, `15:00:00`, `3:00pm`, `15:00:00Z` or `15:00:00+02:00`.
    fn read_time(&mut self, word: &str) -> Option<()> {
        let end = word.find(|c: char| !(c.is_ascii_digit() || ":.".contains(c)));
        let (clock, rest) = word.split_at(end.unwrap_or(word.len()));
        let mut parts = clock.trim_end_matches('.').split(':');
        let hour = parts.next()?.parse().ok()?;
        let minute = parts.next()?.parse().ok()?;
        let second = parts
            .next()
            .map_or(Some(0), |second| second.split('.').next()?.parse().ok())?;
        self.time = Some(civil::Time::new(hour, minute, second.min(59), 0).ok()?);
        if rest.is_empty() {
            return Some(());
        }
        self.read_word(rest)
    }

    fn timestamp(self) -> Option<Timestamp> {
        let date = civil::Date::new(self.year?, self.month?, self.day?).ok()?;
        let time = self.time.unwrap_or_default();
        let hour = match (self.is_afternoon, time.hour()) {
            (Some(true), hour @ 1..12) => hour + 12,
            (Some(false), 12) => 0,
            (_, hour) => hour,
        };
        let time = civil::Time::new(hour, time.minute(), time.second(), 0).ok()?;
        let zone = self.zone.unwrap_or(TimeZone::UTC);
        Some(date.to_datetime(time).to_zoned(zone).ok()?.timestamp())
    }
}

/// Returns the 1-based position of `word` in `names`. `word` may be abbreviated to three or more letters.
fn position(names: &[&str], word: &str) -> Option<i8> {
    if word.len() < 3 {
        return None;
    }
    let index = names.iter().position(|name| name.starts_with(word))?;
    i8::try_from(index + 1).ok()
}

/// Parses a time zone such as `+0200`, `+02:00`, `+2`, `GMT+2`, `CEST`, `ET` or `Europe/Berlin`.
fn zone(word: &str) -> Option<TimeZone> {
    let lower = word.to_lowercase();
    if let Some((_, minutes)) = ZONES.iter().find(|(name, _)| *name == lower) {
        return offset(i32::from(*minutes));
    }
    if let Some((_, name)) = REGION_ZONES
        .iter()
        .find(|(abbreviation, _)| *abbreviation == lower)
    {
        return TimeZone::get(name).ok();
    }
    if word.contains('/') {
        return TimeZone::get(word).ok();
    }
    let signed = ["gmt", "utc"]
        .iter()
        .find_map(|name| lower.strip_prefix(name))
        .unwrap_or(&lower);
    let digits = signed.strip_prefix(['+', '-', '\u{2212}'])?;
    let (hours, minutes) = match digits.split_once(':') {
        Some((hours, minutes)) => (hours, minutes),
        None if digits.len() == 4 && digits.is_ascii() => digits.split_at(2),
        None => (digits, "0"),
    };
    let offset_minutes = hours.parse::<i32>().ok()? * 60 + minutes.parse::<i32>().ok()?;
    let is_east = signed.starts_with('+');
    offset(if is_east {
        offset_minutes
    } else {
        -offset_minutes
    })
}

fn offset(minutes: i32) -> Option<TimeZone> {
    let is_valid = (-12 * 60..=14 * 60).contains(&minutes);
    let offset = Offset::from_seconds(minutes * 60).ok()?;
    is_valid.then(|| TimeZone::fixed(offset))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_in_their_stated_zone() {
        for text in [
            "Wed, 14 Oct 2026 13:00:00 GMT",
            "Wed, 14 Oct 2026 15:00:00 CEST",
            "Wed, 14 Oct 2026 14:00:00 BST",
            "Wed, 14 Oct 2026 14:00:00 CET",
            "Wed, 14 Oct 2026 22:00:00 JST",
            "Wed, 14 Oct 2026 18:30:00 IST",
            "Wed, 14 Oct 2026 23:00:00 AEST",
            "Thu, 15 Oct 2026 00:00:00 AEDT",
            "Wed, 14 Oct 2026 21:00:00 SGT",
            "Wed, 14 Oct 2026 15:00:00 +02:00",
            "Wed, 14 Oct 2026 15:00:00 +0200",
            "Wed, 14 Oct 2026 15:00:00 GMT+2",
            "Wed, 14 Oct 2026 15:00:00 UTC+02:00",
            "Wed, 14 Oct 2026 15:00:00 +0200 (CEST)",
            "Wed, 14 Oct 2026 09:00:00 EDT",
            "Wed, 14 Oct 2026 09:00:00 ET",
            "Wed, 14 Oct 2026 09:00 ET",
            "October 14, 2026 9:00 AM ET",
            "October 14, 2026 at 9:00 a.m. ET",
            "Wed, 14 October 2026 13:00:00 GMT",
            "Wednesday, 14 Oct 2026 13:00:00 GMT",
            "Wednesday, October 14th, 2026 13:00 UTC",
            "14 October 2026 13:00 GMT",
            "14-Oct-2026 13:00:00 GMT",
            "14 Oct 26 13:00 GMT",
            "Tue, 14 Oct 2026 13:00:00 Z",
            "Wed, 14 Oct 2026 15:00:00 Europe/Berlin",
            "2026-10-14T13:00:00Z",
            "2026-10-14T15:00:00+02:00",
            "2026-10-14 13:00:00",
        ] {
            let time = parse_date(text).map(|time| time.to_string());
            assert_eq!(time.as_deref(), Some("2026-10-14T13:00:00Z"), "{text}");
        }
        for text in ["14 October 2026", "2026-10-14", "Oct. 14, 2026"] {
            let time = parse_date(text).map(|time| time.to_string());
            assert_eq!(time.as_deref(), Some("2026-10-14T00:00:00Z"), "{text}");
        }
    }

    #[test]
    fn an_invalid_date_is_rejected() {
        for text in [
            "garbage",
            "",
            "Wed, 14 Oct 2026 13:00:00 XYZT",
            "Wed, 14 Oct 2026 13:00:00 AST",
            "Wed, 14 Oct 2026 25:00:00 GMT",
            "Wed, 32 Oct 2026 13:00:00 GMT",
            "Wed, 14 Oct 2026 13:00:00 +9900",
            "yesterday",
            "1970-01-01T00:00:00Z",
            "13:00",
            "99999999999999",
        ] {
            assert_eq!(parse_date(text), None, "{text}");
        }
    }
}
