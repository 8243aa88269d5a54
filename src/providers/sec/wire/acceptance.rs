//! The clock of acceptance times. The SEC writes them all with a `Z`, but those of many filers are in New York's time. The
//! clock is the same for all filings of a filer, and the filings show which one it is: the SEC accepts documents from 6 a.m. to
//! 10 p.m. in New York, and dates those accepted after 5:30 p.m. to the next business day.

use jiff::{
    Timestamp,
    civil::{Date, DateTime, Weekday, time},
    tz::TimeZone,
};

use crate::domain::fundamentals::{filing::Filing, filing_form::FilingForm};

/// A clock is certain if at least this many times more filings contradict the other one.
const CERTAIN_RATIO: usize = 10;

/// Converts the times of a filer's filings, which are in UTC if their `Z` is right. They become `None` unless the clock is certain.
pub(super) fn correct_times(filings: &mut [Filing]) {
    let Ok(new_york) = TimeZone::get("America/New_York") else {
        return;
    };
    let written = |at: Timestamp| at.to_zoned(TimeZone::UTC).datetime();
    let (mut only_utc, mut only_new_york) = (0, 0);
    for filing in &*filings {
        let Some(at) = filing.accepted else { continue };
        let if_utc = is_possible(at.to_zoned(new_york.clone()).datetime(), filing);
        let if_new_york = is_possible(written(at), filing);
        only_utc += usize::from(if_utc && !if_new_york);
        only_new_york += usize::from(if_new_york && !if_utc);
    }
    let is_certain = |votes: usize, against: usize| votes > 0 && votes >= CERTAIN_RATIO * against;
    let is_utc = is_certain(only_utc, only_new_york);
    let is_new_york = is_certain(only_new_york, only_utc);
    for filing in filings {
        filing.accepted = filing.accepted.filter(|_| is_utc || is_new_york);
        if is_new_york {
            let local = filing.accepted.map(written);
            let zoned = local.and_then(|local| local.to_zoned(new_york.clone()).ok());
            filing.accepted = zoned.map(|zoned| zoned.timestamp());
        }
    }
}

/// Returns true if the SEC can have accepted a filing at this time in New York.
fn is_possible(accepted: DateTime, filing: &Filing) -> bool {
    let is_weekend = matches!(accepted.weekday(), Weekday::Saturday | Weekday::Sunday);
    let is_open = (time(6, 0, 0, 0)..time(22, 15, 0, 0)).contains(&accepted.time());
    let day: Date = accepted.date();
    let has_possible_date = if accepted.time() < time(17, 30, 0, 0) {
        filing.filed == day
    } else {
        // Insiders' forms and some others keep their date until 10 p.m.
        let is_next_day = FilingForm::ALL
            .iter()
            .any(|form| form.includes(&filing.form));
        filing.filed > day || (!is_next_day && filing.filed == day)
    };
    is_open && !is_weekend && has_possible_date
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the corrected times of filings, each with its form, its date and its time as written.
    fn corrected(filings: &[(&str, &str, &str)]) -> Vec<String> {
        let filing = |(form, filed, accepted): &(&str, &str, &str)| Filing {
            accession: String::new(),
            form: (*form).to_owned(),
            filed: filed.parse().unwrap(),
            accepted: accepted.parse().ok(),
            period: None,
            title: String::new(),
            url: String::new(),
        };
        let mut filings: Vec<Filing> = filings.iter().map(filing).collect();
        correct_times(&mut filings);
        let times = filings.into_iter().map(|filing| filing.accepted);
        times
            .map(|at| at.map_or("unknown".to_owned(), |at| at.to_string()))
            .collect()
    }

    #[test]
    fn clock_of_new_york_is_recognized_by_the_dates_of_evening_filings() {
        let filings = [
            ("8-K", "2026-11-20", "2026-11-20T16:21:05.000Z"),
            // In the evening, which counts as the next day. In UTC, it would be the early afternoon.
            ("10-K", "2026-11-20", "2026-11-19T18:08:27.000Z"),
            ("4", "2026-07-01", "2026-07-01T18:30:00.000Z"),
            ("8-K", "2026-11-18", "none"),
        ];
        let expected = [
            "2026-11-20T21:21:05Z",
            "2026-11-19T23:08:27Z",
            "2026-07-01T22:30:00Z",
            "unknown",
        ];
        assert_eq!(corrected(&filings), expected);
        // Before 6 a.m. in New York if it were UTC.
        let morning = [("8-K", "2026-11-20", "2026-11-20T06:01:26.000Z")];
        assert_eq!(corrected(&morning), ["2026-11-20T11:01:26Z"]);
    }

    #[test]
    fn true_utc_is_recognized_by_times_when_the_sec_is_closed_in_new_york() {
        let filings = [
            ("8-K", "2026-11-20", "2026-11-20T13:30:00.000Z"),
            ("8-K", "2026-11-20", "2026-11-20T21:30:08.000Z"),
            ("4", "2026-11-20", "2026-11-21T01:30:00.000Z"),
        ];
        let expected = [
            "2026-11-20T13:30:00Z",
            "2026-11-20T21:30:08Z",
            "2026-11-21T01:30:00Z",
        ];
        assert_eq!(corrected(&filings), expected);
    }

    #[test]
    fn times_that_fit_both_clocks_or_contradict_each_other_are_unknown() {
        let ambiguous = ("8-K", "2026-11-20", "2026-11-20T16:21:05.000Z");
        assert_eq!(corrected(&[ambiguous]), ["unknown"]);
        let new_york = ("8-K", "2026-11-20", "2026-11-20T06:01:26.000Z");
        let utc = ("8-K", "2026-11-19", "2026-11-19T21:30:08.000Z");
        assert_eq!(corrected(&[ambiguous, new_york, utc]), ["unknown"; 3]);
    }
}
