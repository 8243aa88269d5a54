//! Writes iCalendar files (RFC 5545).

use jiff::{Timestamp, Unit, civil::Date, tz::TimeZone};

/// Maximum line length in bytes before a line is folded (section 3.1).
const MAX_LINE_BYTES: usize = 75;

/// The date or time of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    /// A whole day, independent of time zones.
    Day(Date),
    /// A point in time.
    Moment(Timestamp),
}

/// A calendar event.
#[derive(Debug)]
pub(super) struct Event {
    /// Globally unique id, the same in every response.
    pub(super) uid: String,
    pub(super) when: When,
    pub(super) title: String,
    /// Details; may be empty.
    pub(super) text: String,
    /// The event's category, as in 'Earnings'.
    pub(super) category: &'static str,
    /// URL with more details.
    pub(super) link: Option<String>,
    /// Whether the date may still change.
    pub(super) is_tentative: bool,
}

/// Serializes a calendar with this name; `now` sets the time stamp.
pub(super) fn calendar(name: &str, events: &[Event], now: Timestamp) -> String {
    let mut lines = Lines::default();
    lines.put("BEGIN", "VCALENDAR");
    lines.put("VERSION", "2.0");
    lines.put("PRODID", "-//Marketdeck//Calendar//EN");
    lines.put("CALSCALE", "GREGORIAN");
    lines.put("NAME", &escaped(name));
    lines.put("X-WR-CALNAME", &escaped(name));
    lines.put("REFRESH-INTERVAL;VALUE=DURATION", "PT6H");
    lines.put("X-PUBLISHED-TTL", "PT6H");
    // The day only, so that an unchanged calendar is byte-identical all day.
    let day = now.to_zoned(TimeZone::UTC).date();
    let stamp = format!("{}T000000Z", compact(day));
    for event in events {
        lines.event(event, &stamp);
    }
    lines.put("END", "VCALENDAR");
    lines.0
}

#[derive(Default)]
struct Lines(String);

impl Lines {
    fn event(&mut self, event: &Event, stamp: &str) {
        self.put("BEGIN", "VEVENT");
        self.put("UID", &event.uid);
        self.put("DTSTAMP", stamp);
        match event.when {
            When::Day(day) => self.put("DTSTART;VALUE=DATE", &compact(day)),
            When::Moment(at) => self.put("DTSTART", &moment(at)),
        }
        self.put("SUMMARY", &escaped(&event.title));
        if !event.text.is_empty() {
            self.put("DESCRIPTION", &escaped(&event.text));
        }
        self.put("CATEGORIES", &escaped(event.category));
        if let Some(link) = &event.link {
            self.put("URL", link);
        }
        let status = if event.is_tentative {
            "TENTATIVE"
        } else {
            "CONFIRMED"
        };
        self.put("STATUS", status);
        // The event does not block time in the calendar.
        self.put("TRANSP", "TRANSPARENT");
        self.put("END", "VEVENT");
    }

    /// Writes a line, folded at the maximum length, never within a character.
    fn put(&mut self, name: &str, value: &str) {
        let mut room = MAX_LINE_BYTES;
        for letter in name.chars().chain([':']).chain(value.chars()) {
            if letter.len_utf8() > room {
                self.0.push_str("\r\n ");
                room = MAX_LINE_BYTES - 1;
            }
            room -= letter.len_utf8();
            self.0.push(letter);
        }
        self.0.push_str("\r\n");
    }
}

/// Formats a date, as in `20261124`.
fn compact(day: Date) -> String {
    day.strftime("%Y%m%d").to_string()
}

/// Formats a time, as in `20261124T133000Z`.
fn moment(at: Timestamp) -> String {
    let at = at.round(Unit::Second).unwrap_or(at);
    at.strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// Escapes a text value (section 3.3.11) and removes control characters.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' | ';' | ',' => out.extend(['\\', letter]),
            '\n' => out.push_str("\\n"),
            letter if letter.is_control() => {}
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_folded_between_characters_and_unfold_unchanged() {
        let mut lines = Lines::default();
        let long = "Ä€😀".repeat(40);
        lines.put("SUMMARY", &long);
        for line in lines.0.split("\r\n") {
            assert!(line.len() <= 75, "{line}");
        }
        assert_eq!(lines.0.replace("\r\n ", ""), format!("SUMMARY:{long}\r\n"));
    }

    #[test]
    fn special_characters_are_escaped() {
        assert_eq!(escaped("a,b;c\\d\r\ne"), "a\\,b\\;c\\\\d\\ne");
    }
}
