//! Parses time zones.

use jiff::tz::{Offset, TimeZone};

/// The expected form of a time zone, for error messages.
pub(super) const ZONE_FORMS: &str = "a zone such as Europe/Paris, UTC or +02:00";

/// Parses a time zone: a name of the tz database, or an offset.
pub fn time_zone(word: &str) -> Result<TimeZone, String> {
    let word = word.trim();
    let known = match word {
        "Z" | "z" => Some(TimeZone::UTC),
        _ => offset(word)
            .map(TimeZone::fixed)
            .or_else(|| TimeZone::get(word).ok()),
    };
    known.ok_or_else(|| format!("expected {ZONE_FORMS}"))
}

/// Parses `+02:00`, `-0500`, `+2`, `UTC+2` and `GMT-0500`.
fn offset(word: &str) -> Option<Offset> {
    let upper = word.to_ascii_uppercase();
    let bare = upper
        .strip_prefix("UTC")
        .or_else(|| upper.strip_prefix("GMT"))
        .unwrap_or(&upper);
    let negative = match bare.chars().next()? {
        '+' => false,
        '-' | '\u{2212}' => true,
        _ => return None,
    };
    let digits: String = bare.chars().skip(1).filter(|c| *c != ':').collect();
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let (hours, minutes) = match digits.len() {
        1 | 2 if is_number => (digits.parse::<i32>().ok()?, 0),
        4 if is_number => (digits[..2].parse().ok()?, digits[2..].parse().ok()?),
        _ => return None,
    };
    if hours > 15 || minutes > 59 {
        return None;
    }
    let seconds = hours * 3_600 + minutes * 60;
    Offset::from_seconds(if negative { -seconds } else { seconds }).ok()
}

/// Unambiguous abbreviations, with their offset in hours. IST, CST and BST have several meanings.
const ABBREVIATIONS: [(&str, i8); 15] = [
    ("UTC", 0),
    ("GMT", 0),
    ("Z", 0),
    ("EST", -5),
    ("EDT", -4),
    ("PST", -8),
    ("PDT", -7),
    ("CET", 1),
    ("CEST", 2),
    ("EET", 2),
    ("EEST", 3),
    ("JST", 9),
    ("HKT", 8),
    ("AEST", 10),
    ("AEDT", 11),
];

/// Splits the zone off a time: `09:30:00 EST`, `00:00 GMT+0100`, `00:00:00 +0100`.
pub(super) fn split_zone(cell: &str) -> (&str, Option<Offset>) {
    // Browsers write the zone's name after its offset.
    let bare = cell.split(" (").next().unwrap_or(cell).trim_end();
    let Some((time, word)) = bare.rsplit_once(' ') else {
        return (cell, None);
    };
    let known = ABBREVIATIONS
        .iter()
        .find(|(name, _)| *name == word)
        .map(|(_, hours)| Offset::constant(*hours));
    match known.or_else(|| offset(word)) {
        Some(offset) => (time.trim_end(), Some(offset)),
        None => (cell, None),
    }
}
