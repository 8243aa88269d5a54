//! The questions of one day: each date once, and again those whose answers were no calendar.

use std::collections::VecDeque;

use jiff::civil::Date;

/// The questions of a day, and how far they are.
#[derive(Debug)]
pub(super) struct Round {
    day: Date,
    /// The dates that are asked for, in their order.
    dates: Vec<Date>,
    /// How many of them were asked for.
    asked: usize,
    /// Those of them that are to be asked for again.
    again: VecDeque<Date>,
    /// Whether any date was asked for before a restart.
    is_resumed: bool,
    /// Companies that the answers list.
    companies: usize,
}

impl Round {
    /// The questions of `day`, the first `answered` of which were answered before a restart.
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

    /// The day on which the questions are asked.
    pub(super) fn day(&self) -> Date {
        self.day
    }

    /// The date to ask for; `None` when all were answered.
    pub(super) fn next(&self) -> Option<Date> {
        let fresh = self.dates.get(self.asked);
        fresh.or(self.again.front()).copied()
    }

    /// The calendar of `date` came, with so many companies.
    pub(super) fn answered(&mut self, date: Date, companies: usize) {
        self.companies += companies;
        self.done(date);
    }

    /// What came is no calendar: `date` is asked for again after the others.
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

    /// How many dates need not be asked for after a restart: all before the first one without an answer.
    pub(super) fn count(&self) -> usize {
        let is_answered = |date: &&Date| !self.again.contains(date);
        let asked = self.dates[..self.asked].iter();
        asked.take_while(is_answered).count()
    }

    /// Whether every date was answered.
    pub(super) fn is_over(&self) -> bool {
        self.next().is_none()
    }

    /// The number of dates, where all of them were answered and none lists a company: in five weeks some
    /// always report.
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
    fn a_date_that_failed_comes_again_after_the_others_and_after_a_restart() {
        let dates = vec![date(20), date(23), date(24)];
        let mut round = Round::new(date(20), dates.clone(), 0);
        round.answered(date(20), 3);
        round.failed(date(23));
        assert_eq!(round.next(), Some(date(24)));
        round.answered(date(24), 2);
        assert_eq!((round.count(), round.is_over()), (1, false));
        assert_eq!(Round::new(date(20), dates, 1).next(), Some(date(23)));
        round.failed(date(23));
        assert_eq!(round.next(), Some(date(23)));
        round.answered(date(23), 0);
        assert_eq!((round.count(), round.is_over()), (3, true));
        assert_eq!(round.is_empty(), None);
    }

    #[test]
    fn a_calendar_without_any_company_is_noticed_when_all_of_it_was_read() {
        let mut round = Round::new(date(20), vec![date(20), date(23)], 0);
        round.answered(date(20), 0);
        assert_eq!(round.is_empty(), None);
        round.answered(date(23), 0);
        assert_eq!(round.is_empty(), Some(2));
        let mut resumed = Round::new(date(20), vec![date(20), date(23)], 1);
        resumed.answered(date(23), 0);
        assert_eq!(resumed.is_empty(), None, "the other day is not known");
    }
}
