//! The requests of one day: each date once, and again if its response was invalid.

use std::collections::VecDeque;

use jiff::civil::Date;

/// The requests of one day, with their progress.
#[derive(Debug)]
pub(super) struct DailyRequests {
    day: Date,
    /// The dates to request, in order.
    dates: Vec<Date>,
    /// Number of dates that were requested.
    asked: usize,
    /// Dates to request again.
    again: VecDeque<Date>,
    /// True if some dates were requested before a restart.
    is_resumed: bool,
    /// Number of companies in the responses.
    companies: usize,
}

impl DailyRequests {
    /// Creates the requests of `day`, the first `answered` of which were answered before a restart.
    pub(super) fn new(day: Date, dates: Vec<Date>, answered: usize) -> Self {
        Self {
            day,
            asked: answered.min(dates.len()),
            dates,
            again: VecDeque::new(),
            is_resumed: answered > 0,
            companies: 0,
        }
    }

    /// Returns the day of the requests.
    pub(super) fn day(&self) -> Date {
        self.day
    }

    /// Returns the next date to request; `None` if all were answered.
    pub(super) fn next(&self) -> Option<Date> {
        let fresh = self.dates.get(self.asked);
        fresh.or(self.again.front()).copied()
    }

    /// Notes that `date` was answered, with this number of companies.
    pub(super) fn answered(&mut self, date: Date, companies: usize) {
        self.companies += companies;
        self.done(date);
    }

    /// Notes that the response was invalid: `date` is requested again after the others.
    pub(super) fn failed(&mut self, date: Date) {
        self.done(date);
        self.again.push_back(date);
    }

    fn done(&mut self, date: Date) {
        if self.dates.get(self.asked) == Some(&date) {
            self.asked += 1;
        }
        self.again.retain(|other| *other != date);
    }

    /// Returns the number of dates that need not be requested after a restart: those before the first unanswered one.
    pub(super) fn count(&self) -> usize {
        let is_answered = |date: &&Date| !self.again.contains(date);
        let asked = self.dates[..self.asked].iter();
        asked.take_while(is_answered).count()
    }

    /// Returns true if every date was answered.
    pub(super) fn is_over(&self) -> bool {
        self.next().is_none()
    }

    /// Returns the number of dates if all were answered without any company: in five weeks there are always some.
    pub(super) fn is_empty(&self) -> Option<usize> {
        let is_empty = self.is_over() && !self.is_resumed && self.companies == 0;
        is_empty.then_some(self.dates.len())
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
        let mut round = DailyRequests::new(date(20), dates.clone(), 0);
        round.answered(date(20), 3);
        round.failed(date(23));
        assert_eq!(round.next(), Some(date(24)));
        round.answered(date(24), 2);
        assert_eq!((round.count(), round.is_over()), (1, false));
        assert_eq!(
            DailyRequests::new(date(20), dates, 1).next(),
            Some(date(23))
        );
        round.failed(date(23));
        assert_eq!(round.next(), Some(date(23)));
        round.answered(date(23), 0);
        assert_eq!((round.count(), round.is_over()), (3, true));
        assert_eq!(round.is_empty(), None);
    }

    #[test]
    fn an_empty_calendar_is_detected_after_all_dates_were_read() {
        let mut round = DailyRequests::new(date(20), vec![date(20), date(23)], 0);
        round.answered(date(20), 0);
        assert_eq!(round.is_empty(), None);
        round.answered(date(23), 0);
        assert_eq!(round.is_empty(), Some(2));
        let mut resumed = DailyRequests::new(date(20), vec![date(20), date(23)], 1);
        resumed.answered(date(23), 0);
        assert_eq!(resumed.is_empty(), None, "the other day is not known");
    }
}
