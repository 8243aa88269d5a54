//! Converts the agency's calendar to economic events.
//!
//! The calendar names a publication, but often not the month that it covers. The months of consecutive publications are
//! consecutive, so the months follow from a publication whose month is known: by its date in the economic calendar. A publication whose
//! month stays unknown is left out.

use jiff::{SignedDuration, Timestamp, ToSpan as _, civil::Date};

use super::ical::CalendarEntry;
use crate::domain::{
    economy::EconomicEvent,
    session::{Calendar, exchange_date},
};

/// The publications that the economic calendar contains: the name, and the longest time from the end of a month to the publication of
/// its figures, in days. It is less than a month longer than usual, so that a gap in the agency's calendar is noticed.
const RELEASES: [(&str, i32); 4] = [
    ("Consumer Price Index", 31),
    ("Employment Situation", 31),
    ("Job Openings and Labor Turnover", 50),
    ("Producer Price Index", 31),
];
const AGENCY: &str = "Bureau of Labor Statistics";
/// Publications of the last day stay in the list, because their results are still requested.
const KEPT_AFTER: SignedDuration = SignedDuration::from_hours(24);

/// What the agency's calendar says about publications.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Schedule {
    /// The publications since yesterday, ascending by time.
    pub(super) events: Vec<EconomicEvent>,
    /// Name and period of announced publications that are cancelled and have no other date.
    pub(super) cancelled: Vec<(String, String)>,
}

impl Schedule {
    /// Reads the publications from calendar entries (ascending by start). `known` are the known events.
    pub(super) fn of(entries: &[CalendarEntry], known: &[EconomicEvent], now: Timestamp) -> Self {
        let since = now.saturating_sub(KEPT_AFTER).unwrap_or(now);
        let mut schedule = Self::default();
        for (name, max_lag) in RELEASES {
            let known: Vec<&EconomicEvent> =
                known.iter().filter(|event| event.name == name).collect();
            let entries = entries.iter().filter_map(|entry| {
                let (listed, month) = split_month(&entry.summary);
                // The agency's calendar also calls it a survey.
                let listed = listed.strip_suffix(" Survey").unwrap_or(listed);
                listed.eq_ignore_ascii_case(name).then_some((entry, month))
            });
            let (cancelled, planned): (Vec<_>, Vec<_>) =
                entries.partition(|(entry, _)| entry.is_cancelled);
            let months = months(&planned, &known, max_lag);
            let planned = planned.iter().zip(months);
            let planned: Vec<EconomicEvent> = planned
                .filter_map(|((entry, _), month)| Some(event(name, month?, entry.start)))
                .collect();
            let is_withdrawn = |event: &&&EconomicEvent| {
                let day = event.date;
                let is_cancelled = |(entry, _): &(&CalendarEntry, _)| day_of(entry.start) == day;
                event.at.is_some_and(|at| at > now)
                    && cancelled.iter().any(is_cancelled)
                    && !planned.iter().any(|one| one.period == event.period)
            };
            let withdrawn = known.iter().filter(is_withdrawn);
            let keys = withdrawn.map(|event| (event.name.clone(), event.period.clone()));
            schedule.cancelled.extend(keys);
            let is_current = |event: &EconomicEvent| event.at.is_some_and(|at| at >= since);
            schedule
                .events
                .extend(planned.into_iter().filter(is_current));
        }
        schedule.events.sort_by_key(EconomicEvent::sort_key);
        schedule
    }
}

/// Splits a title such as 'Consumer Price Index for December 2026' into the name and the first day of the month, if it has one.
fn split_month(title: &str) -> (&str, Option<Date>) {
    let title = title.trim();
    let parts = title.rsplit_once(" for ");
    let month = parts.and_then(|(_, period)| {
        let text = format!("1 {}", period.trim());
        Date::strptime("%d %B %Y", text).ok()
    });
    match (parts, month) {
        (Some((name, _)), Some(month)) => (name.trim(), Some(month)),
        _ => (title, None),
    }
}

fn day_of(at: Timestamp) -> Date {
    exchange_date(Calendar::NewYork, at)
}

/// Returns the months of consecutive publications, where they are known.
fn months(
    planned: &[(&CalendarEntry, Option<Date>)],
    known: &[&EconomicEvent],
    max_lag: i32,
) -> Vec<Option<Date>> {
    let stated = |(entry, month): &(&CalendarEntry, Option<Date>)| {
        let day = day_of(entry.start);
        let same_day = || known.iter().find(|event| event.date == day);
        month.or_else(|| same_day()?.month())
    };
    let stated: Vec<Option<Date>> = planned.iter().map(stated).collect();
    // The publications before the first known one count backwards from it.
    let first = stated.iter().position(Option::is_some);
    let mut last = first.and_then(|index| Some((index, stated[index]?)));
    let mut months = Vec::with_capacity(planned.len());
    for (index, (entry, _)) in planned.iter().enumerate() {
        if let Some(month) = stated[index] {
            last = Some((index, month));
        }
        let month = last.and_then(|(known, month)| {
            let distance = i32::try_from(index).ok()? - i32::try_from(known).ok()?;
            month.checked_add(distance.months()).ok()
        });
        months.push(month.filter(|month| is_plausible(*month, entry.start, max_lag)));
    }
    months
}

/// Returns true if the figures of a month may be published at `at`, at most `max_lag` days after its end.
fn is_plausible(month: Date, at: Timestamp, max_lag: i32) -> bool {
    let Ok(end) = month.checked_add(1.month()) else {
        return false;
    };
    let day = day_of(at);
    day >= end && day <= end.saturating_add(max_lag.days())
}

fn event(name: &str, month: Date, at: Timestamp) -> EconomicEvent {
    let date = day_of(at);
    EconomicEvent {
        name: name.to_owned(),
        period: month.strftime("%B %Y").to_string(),
        agency: AGENCY.to_owned(),
        date,
        at: Some(at),
        source: Some(format!(
            "https://www.bls.gov/schedule/{}/home.htm",
            date.year()
        )),
        provider: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CPI: &str = "Consumer Price Index";

    fn entry(summary: &str, start: &str) -> CalendarEntry {
        CalendarEntry {
            summary: summary.to_owned(),
            start: start.parse().unwrap(),
            is_cancelled: false,
        }
    }

    fn cancelled(summary: &str, start: &str) -> CalendarEntry {
        CalendarEntry {
            is_cancelled: true,
            ..entry(summary, start)
        }
    }

    fn known(period: &str, at: &str) -> EconomicEvent {
        let month = Date::strptime("%d %B %Y", format!("1 {period}")).unwrap();
        event(CPI, month, at.parse().unwrap())
    }

    /// The known releases of the autumn of 2026.
    fn autumn() -> Vec<EconomicEvent> {
        vec![
            known("October 2026", "2026-11-10T13:30:00Z"),
            known("November 2026", "2026-12-10T13:30:00Z"),
        ]
    }

    /// Returns period and time of the events of a schedule that is read on November 20.
    fn read(entries: &[CalendarEntry], known: &[EconomicEvent]) -> Vec<String> {
        let now = "2026-11-20T15:00:00Z".parse().unwrap();
        let schedule = Schedule::of(entries, known, now);
        assert!(schedule.cancelled.is_empty(), "{schedule:?}");
        let shown = |event: &EconomicEvent| format!("{} {}", event.period, event.at.unwrap());
        schedule.events.iter().map(shown).collect()
    }

    #[test]
    fn months_continue_after_the_known_ones() {
        let entries = [
            entry(CPI, "2026-11-10T13:30:00Z"),
            entry(CPI, "2026-12-10T13:30:00Z"),
            entry("Real Earnings", "2026-12-10T13:30:00Z"),
            entry(CPI, "2027-01-13T13:30:00Z"),
            entry(CPI, "2027-02-10T13:30:00Z"),
        ];
        assert_eq!(
            read(&entries, &autumn()),
            [
                "November 2026 2026-12-10T13:30:00Z",
                "December 2026 2027-01-13T13:30:00Z",
                "January 2027 2027-02-10T13:30:00Z",
            ]
        );
    }

    #[test]
    fn a_release_that_moves_keeps_its_month() {
        let entries = [
            entry(CPI, "2026-11-10T13:30:00Z"),
            entry(CPI, "2026-12-18T13:30:00Z"),
            entry(CPI, "2027-01-13T13:30:00Z"),
        ];
        assert_eq!(
            read(&entries, &autumn()),
            [
                "November 2026 2026-12-18T13:30:00Z",
                "December 2026 2027-01-13T13:30:00Z",
            ]
        );
        // The old date may stay in the calendar as cancelled.
        let both = [
            entry(CPI, "2026-11-10T13:30:00Z"),
            cancelled(CPI, "2026-12-10T13:30:00Z"),
            entry(CPI, "2026-12-18T13:30:00Z"),
        ];
        assert_eq!(
            read(&both, &autumn()),
            ["November 2026 2026-12-18T13:30:00Z"]
        );
    }

    #[test]
    fn a_cancelled_release_without_another_date_is_withdrawn() {
        let entries = [
            entry(CPI, "2026-11-10T13:30:00Z"),
            cancelled(CPI, "2026-12-10T13:30:00Z"),
        ];
        let now = "2026-11-20T15:00:00Z".parse().unwrap();
        let schedule = Schedule::of(&entries, &autumn(), now);
        assert!(schedule.events.is_empty(), "{schedule:?}");
        assert_eq!(
            schedule.cancelled,
            [(CPI.to_owned(), "November 2026".to_owned())]
        );
    }

    #[test]
    fn a_title_may_name_the_month() {
        let entries = [
            entry(
                "Employment Situation for December 2026",
                "2027-01-08T13:30:00Z",
            ),
            entry("Employment Situation", "2027-02-05T13:30:00Z"),
            entry("Employment Situation of Veterans", "2027-03-19T13:30:00Z"),
        ];
        assert_eq!(
            read(&entries, &[]),
            [
                "December 2026 2027-01-08T13:30:00Z",
                "January 2027 2027-02-05T13:30:00Z",
            ]
        );
    }

    #[test]
    fn job_openings_are_published_after_the_end_of_the_next_month() {
        let jolts = "Job Openings and Labor Turnover Survey";
        let mut announced = known("October 2026", "2026-12-01T15:00:00Z");
        announced.name = "Job Openings and Labor Turnover".to_owned();
        let entries = [
            entry(jolts, "2026-12-01T15:00:00Z"),
            entry(jolts, "2027-01-06T15:00:00Z"),
        ];
        assert_eq!(
            read(&entries, &[announced]),
            [
                "October 2026 2026-12-01T15:00:00Z",
                "November 2026 2027-01-06T15:00:00Z",
            ]
        );
    }

    #[test]
    fn a_release_without_a_plausible_month_is_left_out() {
        // No release has a known month.
        assert_eq!(
            read(&[entry(CPI, "2027-01-13T13:30:00Z")], &autumn()),
            [""; 0]
        );
        // The release of December is missing in the calendar.
        let gap = [
            entry(CPI, "2026-11-10T13:30:00Z"),
            entry(CPI, "2027-01-13T13:30:00Z"),
        ];
        assert_eq!(read(&gap, &autumn()), [""; 0]);
        // Figures are not published before the end of their month.
        let twice = [
            entry(CPI, "2026-12-10T13:30:00Z"),
            entry(CPI, "2026-12-11T13:30:00Z"),
        ];
        assert_eq!(
            read(&twice, &autumn()),
            ["November 2026 2026-12-10T13:30:00Z"]
        );
    }
}
