//! Calendars as other programs read them (RFC 5545).

use jiff::{Timestamp, Unit, civil::Date, tz::TimeZone};

/// Bytes of a line before it is folded (section 3.1).
const LONGEST_LINE: usize = 75;

/// When something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    /// On a day, wherever one is.
    Day(Date),
    /// At a moment.
    Moment(Timestamp),
}

/// Something that takes place.
#[derive(Debug)]
pub(super) struct Event {
    /// Tells it from all others, in every answer alike.
    pub(super) uid: String,
    pub(super) when: When,
    pub(super) title: String,
    /// Empty where there is no more to say.
    pub(super) text: String,
    /// What kind of event it is.
    pub(super) category: &'static str,
    /// Where more is to be read.
    pub(super) link: Option<String>,
    /// Whether it may still move.
    pub(super) is_tentative: bool,
}

/// A calendar of this name, as it is at `now`.
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
    // The same all day, so that an answer in which nothing changed is the same.
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
        // Nobody is busy because of it.
        self.put("TRANSP", "TRANSPARENT");
        self.put("END", "VEVENT");
    }

    /// A line, folded where it is long: never within a letter.
    fn put(&mut self, name: &str, value: &str) {
        let mut room = LONGEST_LINE;
        for letter in name.chars().chain([':']).chain(value.chars()) {
            if letter.len_utf8() > room {
                self.0.push_str("\r\n ");
                room = LONGEST_LINE - 1;
            }
            room -= letter.len_utf8();
            self.0.push(letter);
        }
        self.0.push_str("\r\n");
    }
}

/// `20261124`.
fn compact(day: Date) -> String {
    day.strftime("%Y%m%d").to_string()
}

/// `20261124T133000Z`.
fn moment(at: Timestamp) -> String {
    let at = at.round(Unit::Second).unwrap_or(at);
    at.strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// A text (section 3.3.11). Control characters have no place in one.
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
    fn long_lines_are_folded_between_letters_and_read_the_same_unfolded() {
        let mut lines = Lines::default();
        let long = "Ä€😀".repeat(40);
        lines.put("SUMMARY", &long);
        for line in lines.0.split("\r\n") {
            assert!(line.len() <= 75, "{line}");
        }
        assert_eq!(lines.0.replace("\r\n ", ""), format!("SUMMARY:{long}\r\n"));
    }

    #[test]
    fn what_has_a_meaning_is_escaped() {
        assert_eq!(escaped("a,b;c\\d\r\ne"), "a\\,b\\;c\\\\d\\ne");
    }
}
