//! Parsing of time zones.

use jiff::tz::{Offset, TimeZone};

/// Description of the expected form of a time zone, for error messages.
pub(super) const ZONE_FORMS: &str = "a zone such as Europe/Paris, UTC or +02:00";

/// Parses a time zone, which is a name in the tz database or an offset.
pub fn time_zone(word: &str) -> Result<TimeZone, String> {
    let word = word.trim();
    let zone = match word {
        "Z" | "z" => Some(TimeZone::UTC),
        _ => offset(word)
            .map(TimeZone::fixed)
            .or_else(|| TimeZone::get(word).ok()),
    };
    zone.ok_or_else(|| format!("expected {ZONE_FORMS}"))
}

/// Parses `+02:00`, `-0500`, `+2`, `UTC+2` and `GMT-0500`.
fn offset(word: &str) -> Option<Offset> {
    let upper = word.to_ascii_uppercase();
    let without_prefix = upper
        .strip_prefix("UTC")
        .or_else(|| upper.strip_prefix("GMT"))
        .unwrap_or(&upper);
    let is_negative = match without_prefix.chars().next()? {
        '+' => false,
        '-' | '\u{2212}' => true,
        _ => return None,
    };
    let digits: String = without_prefix
        .chars()
        .skip(1)
        .filter(|c| *c != ':')
        .collect();
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
    Offset::from_seconds(if is_negative { -seconds } else { seconds }).ok()
}

/// Unambiguous abbreviations of zones with their offsets in hours. IST, CST and BST are left
/// out because they have several meanings.
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

/// Splits the zone off a time such as `09:30:00 EST`, `00:00 GMT+0100` or `00:00:00 +0100`.
pub(super) fn split_zone(cell: &str) -> (&str, Option<Offset>) {
    // Browsers write the name of the zone in brackets after its offset.
    let without_name = cell.split(" (").next().unwrap_or(cell).trim_end();
    let Some((time, word)) = without_name.rsplit_once(' ') else {
        return (cell, None);
    };
    let abbreviation = ABBREVIATIONS
        .iter()
        .find(|(name, _)| *name == word)
        .map(|(_, hours)| Offset::constant(*hours));
    match abbreviation.or_else(|| offset(word)) {
        Some(offset) => (time.trim_end(), Some(offset)),
        None => (cell, None),
    }
}
