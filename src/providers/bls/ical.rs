//! Reads the events of an iCalendar file (RFC 5545). Only what a schedule of publications needs is read: start, summary, status and
//! revision. An event with an invalid field is left out.

use std::collections::HashMap;

use jiff::{Timestamp, civil::DateTime, tz::TimeZone};

use crate::{providers::core::lenient::check_is_data, source::SourceError};

/// The time zone of times without a known one. The agency announces all times in it.
const DEFAULT_ZONE: &str = "America/New_York";

/// An event of a calendar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CalendarEntry {
    pub(super) summary: String,
    pub(super) start: Timestamp,
    pub(super) is_cancelled: bool,
}

/// Reads the events of a file, ascending by start. Of several versions of an event, only the newest is returned.
pub(super) fn entries(body: &[u8]) -> Result<Vec<CalendarEntry>, SourceError> {
    let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
    check_is_data(body.trim_ascii_start())?;
    let text = String::from_utf8_lossy(body);
    let mut lines = unfold(&text).into_iter();
    let starts_calendar = lines
        .next()
        .is_some_and(|line| line.trim().eq_ignore_ascii_case("BEGIN:VCALENDAR"));
    if !starts_calendar {
        return Err(SourceError::InvalidResponse(
            "the response is not a calendar".to_owned(),
        ));
    }
    let mut reader = Reader::default();
    for line in lines {
        reader.read(&line);
    }
    if !reader.is_complete {
        return Err(SourceError::InvalidResponse(
            "the response is truncated".to_owned(),
        ));
    }
    let mut entries: Vec<CalendarEntry> = reader.entries.into_iter().map(|(_, one)| one).collect();
    entries.sort_by_key(|entry| entry.start);
    Ok(entries)
}

/// Joins folded lines: a line that starts with white space continues the previous one. Lines end with `\r\n` or `\n`.
fn unfold(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in text.split('\n') {
        let line = line.strip_suffix('\r').unwrap_or(line);
        match (line.strip_prefix([' ', '\t']), lines.last_mut()) {
            (Some(rest), Some(last)) => last.push_str(rest),
            _ if line.is_empty() => {}
            _ => lines.push(line.to_owned()),
        }
    }
    lines
}

#[derive(Default)]
struct Reader {
    /// The events with their revision numbers.
    entries: Vec<(u32, CalendarEntry)>,
    /// Indexes in `entries` by the id of the event.
    by_uid: HashMap<String, usize>,
    /// The components that are open, such as `VEVENT`.
    open: Vec<String>,
    event: Event,
    /// Whether the end of the calendar was read.
    is_complete: bool,
}

#[derive(Default)]
struct Event {
    uid: Option<String>,
    sequence: u32,
    start: Option<Timestamp>,
    summary: String,
    is_cancelled: bool,
}

impl Reader {
    fn read(&mut self, line: &str) {
        let Some(property) = Property::parse(line) else {
            return;
        };
        match &*property.name {
            "BEGIN" => {
                let component = property.value.trim().to_ascii_uppercase();
                if component == "VEVENT" {
                    self.event = Event::default();
                }
                self.open.push(component);
            }
            "END" => self.end(&property.value.trim().to_ascii_uppercase()),
            // Alarms within an event have properties of the same names.
            _ if self.open.last().is_some_and(|open| open == "VEVENT") => {
                self.event.set(&property);
            }
            _ => {}
        }
    }

    fn end(&mut self, component: &str) {
        if component == "VCALENDAR" {
            self.is_complete = true;
        }
        // A component without its end also ends here.
        while let Some(open) = self.open.pop() {
            if open == component {
                break;
            }
        }
        if component == "VEVENT" {
            self.add();
        }
    }

    fn add(&mut self) {
        let Event {
            uid,
            sequence,
            start,
            summary,
            is_cancelled,
        } = std::mem::take(&mut self.event);
        let Some(start) = start.filter(|_| !summary.is_empty()) else {
            return;
        };
        let entry = CalendarEntry {
            summary,
            start,
            is_cancelled,
        };
        let known = uid.as_ref().and_then(|uid| self.by_uid.get(uid));
        if let Some(index) = known {
            let known = &mut self.entries[*index];
            if known.0 <= sequence {
                *known = (sequence, entry);
            }
            return;
        }
        if let Some(uid) = uid {
            self.by_uid.insert(uid, self.entries.len());
        }
        self.entries.push((sequence, entry));
    }
}

impl Event {
    fn set(&mut self, property: &Property) {
        match &*property.name {
            "UID" => self.uid = Some(property.value.trim().to_owned()),
            "SEQUENCE" => self.sequence = property.value.trim().parse().unwrap_or_default(),
            "DTSTART" => self.start = property.time(),
            "SUMMARY" => unescape(&property.value)
                .trim()
                .clone_into(&mut self.summary),
            "STATUS" => {
                self.is_cancelled = property.value.trim().eq_ignore_ascii_case("CANCELLED");
            }
            _ => {}
        }
    }
}

/// A line such as `DTSTART;TZID=America/New_York:20270113T083000`.
struct Property {
    /// In upper case.
    name: String,
    /// Names in upper case, values without quotes.
    parameters: Vec<(String, String)>,
    value: String,
}

impl Property {
    fn parse(line: &str) -> Option<Self> {
        let mut is_quoted = false;
        let colon = line.find(|c| {
            is_quoted ^= c == '"';
            c == ':' && !is_quoted
        })?;
        let (head, value) = (&line[..colon], &line[colon + 1..]);
        let mut parts = head.split(';');
        let name = parts.next()?.trim().to_ascii_uppercase();
        let parameter = |part: &str| {
            let (name, value) = part.split_once('=')?;
            let value = value.trim().trim_matches('"');
            Some((name.trim().to_ascii_uppercase(), value.to_owned()))
        };
        Some(Self {
            name,
            parameters: parts.filter_map(parameter).collect(),
            value: value.to_owned(),
        })
    }

    /// Returns the time of a `DTSTART`; `None` for a whole day and for an invalid time.
    fn time(&self) -> Option<Timestamp> {
        let value = self.value.trim();
        if let Some(utc) = value.strip_suffix('Z') {
            let time = DateTime::strptime("%Y%m%dT%H%M%S", utc).ok()?;
            return time.to_zoned(TimeZone::UTC).ok().map(|at| at.timestamp());
        }
        let time = DateTime::strptime("%Y%m%dT%H%M%S", value).ok()?;
        let zone = self.parameters.iter().find(|(name, _)| name == "TZID");
        let zone = zone.and_then(|(_, zone)| time_zone(zone));
        let zone = match zone {
            Some(zone) => zone,
            None => TimeZone::get(DEFAULT_ZONE).ok()?,
        };
        time.to_zoned(zone).ok().map(|at| at.timestamp())
    }
}

/// Returns the time zone with this name in a calendar. `None` for a name that the calendar itself defines, such as `US-Eastern`.
fn time_zone(name: &str) -> Option<TimeZone> {
    // Some programs start the name with a slash.
    TimeZone::get(name.trim_start_matches('/')).ok()
}

/// Replaces the escapes of texts: `\,`, `\;`, `\\` and `\n`.
fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => match characters.next() {
                Some('n' | 'N') => plain.push(' '),
                Some(other) => plain.push(other),
                None => {}
            },
            c => plain.push(c),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The agency's calendar: its own name of the time zone, a folded line, and an event with an alarm.
    const BODY: &str = "BEGIN:VCALENDAR\r
PRODID:-//Department of Labor//Bureau of Labor Statistics//EN\r
VERSION:2.0\r
BEGIN:VTIMEZONE\r
TZID:US-Eastern\r
BEGIN:STANDARD\r
DTSTART:20071104T020000\r
RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU\r
TZOFFSETFROM:-0400\r
TZOFFSETTO:-0500\r
END:STANDARD\r
END:VTIMEZONE\r
BEGIN:VEVENT\r
UID:jobs\r
SEQUENCE:1\r
DTSTART;TZID=US-Eastern:20270108T083000\r
DURATION:PT0M\r
SUMMARY:Employment Situ\r
 ation\r
LOCATION:Washington\\, DC\r
BEGIN:VALARM\r
SUMMARY:Reminder\r
END:VALARM\r
END:VEVENT\r
BEGIN:VEVENT\r
UID:cpi\r
DTSTART;TZID=\"America/New_York\":20270714T083000\r
SUMMARY:Consumer Price Index\\, all items\r
STATUS:CANCELLED\r
END:VEVENT\r
END:VCALENDAR\r
";

    fn read(body: &str) -> Vec<(String, String, bool)> {
        let entries = entries(body.as_bytes()).unwrap().into_iter();
        let shown = |one: CalendarEntry| (one.summary, one.start.to_string(), one.is_cancelled);
        entries.map(shown).collect()
    }

    #[test]
    fn events_have_their_time_in_winter_and_summer() {
        let event = |summary: &str, start: &str, is_cancelled| {
            (summary.to_owned(), start.to_owned(), is_cancelled)
        };
        let expected = [
            event("Employment Situation", "2027-01-08T13:30:00Z", false),
            event(
                "Consumer Price Index, all items",
                "2027-07-14T12:30:00Z",
                true,
            ),
        ];
        assert_eq!(read(BODY), expected);
        assert_eq!(read(&BODY.replace('\r', "")), expected);
        assert_eq!(read(&format!("\u{feff}{BODY}")), expected);
    }

    #[test]
    fn times_may_be_in_utc_or_without_a_zone() {
        let start = |property: &str| {
            let body = format!(
                "BEGIN:VCALENDAR\nBEGIN:VEVENT\n{property}\nSUMMARY:X\nEND:VEVENT\nEND:VCALENDAR"
            );
            read(&body).pop().map(|(_, start, _)| start)
        };
        let time = |text: &str| Some(text.to_owned());
        for (property, expected) in [
            ("DTSTART:20270108T133000Z", time("2027-01-08T13:30:00Z")),
            ("DTSTART:20270108T083000", time("2027-01-08T13:30:00Z")),
            (
                "dtstart;tzid=/Europe/Berlin:20270108T083000",
                time("2027-01-08T07:30:00Z"),
            ),
            ("DTSTART;VALUE=DATE:20270108", None),
            ("DTSTART;TZID=US-Eastern:20271308T083000", None),
            ("DTSTART", None),
        ] {
            assert_eq!(start(property), expected, "{property}");
        }
    }

    #[test]
    fn the_newest_version_of_an_event_counts() {
        let event = |sequence: u32, day: u32| {
            format!(
                "BEGIN:VEVENT\nUID:a\nSEQUENCE:{sequence}\nDTSTART:202701{day:02}T133000Z\nSUMMARY:X\nEND:VEVENT\n"
            )
        };
        let start = |events: [String; 2]| {
            let body = format!("BEGIN:VCALENDAR\n{}END:VCALENDAR\n", events.concat());
            let read = read(&body);
            assert_eq!(read.len(), 1, "{read:?}");
            read[0].1.clone()
        };
        assert_eq!(start([event(2, 9), event(1, 8)]), "2027-01-09T13:30:00Z");
        assert_eq!(start([event(1, 8), event(2, 9)]), "2027-01-09T13:30:00Z");
        assert_eq!(start([event(1, 8), event(1, 9)]), "2027-01-09T13:30:00Z");
    }

    #[test]
    fn other_responses_are_errors() {
        let error = |body: &str| entries(body.as_bytes()).unwrap_err().to_string();
        assert!(error("").contains("is empty"));
        assert!(error("<!DOCTYPE html><html>").contains("got a web page"));
        assert!(error("Access denied").contains("not a calendar"));
        assert!(error(&BODY[..BODY.len() / 2]).contains("is truncated"));
        assert_eq!(read("BEGIN:VCALENDAR\nEND:VCALENDAR\n"), []);
    }

    #[test]
    fn broken_responses_cause_no_panic() {
        crate::testing::fuzz::fuzz("bls_calendar", &[BODY.as_bytes()], |body| {
            let _ = entries(body);
        });
    }
}
