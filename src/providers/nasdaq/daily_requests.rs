//! The requests of one day: each date of the calendar is requested once, and again if its response was invalid.

use std::collections::VecDeque;

use jiff::civil::Date;

/// The requests of one day, with their progress.
#[derive(Debug)]
pub(super) struct DailyRequests {
    day: Date,
    /// The dates to request, in order.
    dates: Vec<Date>,
    /// The number of requested dates.
    requested: usize,
    /// The dates to request again.
    retries: VecDeque<Date>,
    /// True if some dates were requested before a restart.
    is_resumed: bool,
    /// The number of companies in the responses.
    companies: usize,
}

impl DailyRequests {
    /// Creates the requests of `day`; the first `completed` of them were completed before a restart.
    pub(super) fn new(day: Date, dates: Vec<Date>, completed: usize) -> Self {
        Self {
            day,
            requested: completed.min(dates.len()),
            dates,
            retries: VecDeque::new(),
            is_resumed: completed > 0,
            companies: 0,
        }
    }

    /// Returns the day of the requests.
    pub(super) fn day(&self) -> Date {
        self.day
    }

    /// Returns the next date to request; `None` if all are completed.
    pub(super) fn next(&self) -> Option<Date> {
        let next = self.dates.get(self.requested);
        next.or(self.retries.front()).copied()
    }

    /// Records a valid response for `date` with this number of companies.
    pub(super) fn record_response(&mut self, date: Date, companies: usize) {
        self.companies += companies;
        self.complete(date);
    }

    /// Records an invalid response: `date` is requested again after the others.
    pub(super) fn failed(&mut self, date: Date) {
        self.complete(date);
        self.retries.push_back(date);
    }

    fn complete(&mut self, date: Date) {
        if self.dates.get(self.requested) == Some(&date) {
            self.requested += 1;
        }
        self.retries.retain(|other| *other != date);
    }

    /// Returns the number of dates before the first incomplete one, which need not be requested after a restart.
    pub(super) fn completed_count(&self) -> usize {
        let is_complete = |date: &&Date| !self.retries.contains(date);
        let requested_dates = self.dates[..self.requested].iter();
        requested_dates.take_while(is_complete).count()
    }

    /// Returns true if every date is completed.
    pub(super) fn is_complete(&self) -> bool {
        self.next().is_none()
    }

    /// Returns the number of dates if all responses were valid but contained no company, which means that the calendar is broken.
    pub(super) fn empty_dates(&self) -> Option<usize> {
        let empty_dates = self.is_complete() && !self.is_resumed && self.companies == 0;
        empty_dates.then_some(self.dates.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(day: i8) -> Date {
        Date::constant(2026, 11, day)
    }

    #[test]
    fn a_failed_date_is_retried_after_the_others_and_after_a_restart() {
        let dates = vec![date(20), date(23), date(24)];
        let mut requests = DailyRequests::new(date(20), dates.clone(), 0);
        requests.record_response(date(20), 3);
        requests.failed(date(23));
        assert_eq!(requests.next(), Some(date(24)));
        requests.record_response(date(24), 2);
        assert_eq!(
            (requests.completed_count(), requests.is_complete()),
            (1, false)
        );
        assert_eq!(
            DailyRequests::new(date(20), dates, 1).next(),
            Some(date(23))
        );
        requests.failed(date(23));
        assert_eq!(requests.next(), Some(date(23)));
        requests.record_response(date(23), 0);
        assert_eq!(
            (requests.completed_count(), requests.is_complete()),
            (3, true)
        );
        assert_eq!(requests.empty_dates(), None);
    }

    #[test]
    fn an_empty_calendar_is_detected_after_all_dates_were_read() {
        let mut requests = DailyRequests::new(date(20), vec![date(20), date(23)], 0);
        requests.record_response(date(20), 0);
        assert_eq!(requests.empty_dates(), None);
        requests.record_response(date(23), 0);
        assert_eq!(requests.empty_dates(), Some(2));
        let mut resumed = DailyRequests::new(date(20), vec![date(20), date(23)], 1);
        resumed.record_response(date(23), 0);
        assert_eq!(
            resumed.empty_dates(),
            None,
            "the response for the other date is unknown"
        );
    }
}
