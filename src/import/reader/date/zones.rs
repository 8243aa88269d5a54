//! Zones that stand behind a time.

use jiff::tz::Offset;

use crate::import::reader::zone::offset;

/// Abbreviations that mean one offset only, in hours. IST, CST and BST mean several.
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

/// The cell without the zone behind its time: `09:30:00 EST`, `00:00 GMT+0100`, `00:00:00 +0100`.
pub(super) fn split_zone(cell: &str) -> (&str, Option<Offset>) {
    // A browser puts the zone's name behind its offset.
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
