//! Time zones as people write them.

use jiff::tz::{Offset, TimeZone};

/// What a time zone is written like.
pub(super) const ZONES: &str = "a zone such as Europe/Paris, UTC or +02:00";

/// Reads a time zone: the name of the database, or an offset.
pub fn time_zone(word: &str) -> Result<TimeZone, String> {
    let word = word.trim();
    let known = match word {
        "Z" | "z" => Some(TimeZone::UTC),
        _ => offset(word)
            .map(TimeZone::fixed)
            .or_else(|| TimeZone::get(word).ok()),
    };
    known.ok_or_else(|| format!("expected {ZONES}"))
}

/// `+02:00`, `-0500`, `+2`, `UTC+2` and `GMT-0500`.
pub(super) fn offset(word: &str) -> Option<Offset> {
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
