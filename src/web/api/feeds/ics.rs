//! Writes iCalendar files (RFC 5545).

use jiff::{Timestamp, Unit, civil::Date, tz::TimeZone};

/// Maximum length of a line in bytes. Longer lines are folded (RFC 5545, section 3.1).
const MAX_LINE_BYTES: usize = 75;

/// The date or time of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum When {
    /// A whole day, without a time zone.
    Day(Date),
    /// A point in time.
    Time(Timestamp),
}

/// A calendar event.
#[derive(Debug)]
pub(crate) struct Event {
    /// Globally unique id, the same in every response.
    pub(super) uid: String,
    pub(crate) when: When,
    pub(crate) title: String,
    /// Details; may be empty.
    pub(crate) text: String,
    /// Category of the event, as in 'Earnings'.
    pub(crate) category: &'static str,
    /// URL of a page with more details.
    pub(super) url: Option<String>,
    /// Whether the date may still change.
    pub(crate) is_tentative: bool,
}

/// Serializes a calendar. The date of `now` becomes the time stamp of the events.
pub(super) fn format_calendar(name: &str, events: &[Event], now: Timestamp) -> String {
    let mut lines = Lines::default();
    lines.put("BEGIN", "VCALENDAR");
    lines.put("VERSION", "2.0");
    lines.put("PRODID", "-//Marketdeck//Calendar//EN");
    lines.put("CALSCALE", "GREGORIAN");
    lines.put("NAME", &escape_text(name));
    lines.put("X-WR-CALNAME", &escape_text(name));
    lines.put("REFRESH-INTERVAL;VALUE=DURATION", "PT6H");
    lines.put("X-PUBLISHED-TTL", "PT6H");
    // The time stamp has no time of day, so that an unchanged calendar is byte-identical all day.
    let date = now.to_zoned(TimeZone::UTC).date();
    let stamp = format!("{}T000000Z", format_date(date));
    for event in events {
        lines.put_event(event, &stamp);
    }
    lines.put("END", "VCALENDAR");
    lines.0
}

/// Content lines of an iCalendar file.
#[derive(Default)]
struct Lines(String);

impl Lines {
    /// Writes an event; `stamp` is its time stamp.
    fn put_event(&mut self, event: &Event, stamp: &str) {
        self.put("BEGIN", "VEVENT");
        self.put("UID", &event.uid);
        self.put("DTSTAMP", stamp);
        match event.when {
            When::Day(day) => self.put("DTSTART;VALUE=DATE", &format_date(day)),
            When::Time(at) => self.put("DTSTART", &format_time(at)),
        }
        self.put("SUMMARY", &escape_text(&event.title));
        if !event.text.is_empty() {
            self.put("DESCRIPTION", &escape_text(&event.text));
        }
        self.put("CATEGORIES", &escape_text(event.category));
        if let Some(url) = &event.url {
            self.put("URL", url);
        }
        let status = if event.is_tentative {
            "TENTATIVE"
        } else {
            "CONFIRMED"
        };
        self.put("STATUS", status);
        // The event does not mark the time as busy.
        self.put("TRANSP", "TRANSPARENT");
        self.put("END", "VEVENT");
    }

    /// Writes a line and folds it at the maximum length, never within a character.
    fn put(&mut self, name: &str, value: &str) {
        let mut bytes_left = MAX_LINE_BYTES;
        for c in name.chars().chain([':']).chain(value.chars()) {
            if c.len_utf8() > bytes_left {
                self.0.push_str("\r\n ");
                bytes_left = MAX_LINE_BYTES - 1;
            }
            bytes_left -= c.len_utf8();
            self.0.push(c);
        }
        self.0.push_str("\r\n");
    }
}

/// Formats a date, as in `20261124`.
fn format_date(date: Date) -> String {
    date.strftime("%Y%m%d").to_string()
}

/// Formats a time in UTC, as in `20261124T133000Z`.
fn format_time(at: Timestamp) -> String {
    let at = at.round(Unit::Second).unwrap_or(at);
    at.strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// Escapes a text value (RFC 5545, section 3.3.11) and removes control characters.
fn escape_text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | ';' | ',' => escaped.extend(['\\', c]),
            '\n' => escaped.push_str("\\n"),
            c if c.is_control() => {}
            c => escaped.push(c),
        }
    }
    escaped
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
        assert_eq!(escape_text("a,b;c\\d\r\ne"), "a\\,b\\;c\\\\d\\ne");
    }
}
