//! Determines the date format of a file from all of its dates.

use jiff::civil::Date;

use super::{
    DateOrder, DateStyle, NamedMonthDate,
    buddhist::is_buddhist,
    cleaned, digits,
    months::without_weekday,
    numbers::{NumericDate, full_year},
    without_time,
};
use crate::import::reader::{
    error::{CellSample, LineError, at},
    infer_columns::is_date,
    zone::split_zone,
};

/// Evidence about the date format, which is collected from all dates of a file. The fields contain
/// the first date of each kind.
#[derive(Debug, Default)]
pub(in crate::import) struct DateEvidence {
    day_first: Option<CellSample>,
    month_first: Option<CellSample>,
    year_first: Option<CellSample>,
    /// A date that means different days in several orders, with its meaning in each order.
    ambiguous: Option<(CellSample, Vec<Reading>)>,
    is_dotted: bool,
    /// The first date with a Buddhist year.
    buddhist: Option<CellSample>,
    /// The first date with a Gregorian year.
    gregorian: Option<CellSample>,
    /// For each order, the sequence of the dates.
    sequences: [Sequence; DateOrder::ALL.len()],
    /// The orders in which every date with a year of two digits is valid; `None` without such
    /// dates.
    short_year_orders: Option<Vec<DateOrder>>,
}

/// The meaning of a date in one order.
type Reading = (DateOrder, Date);

impl DateEvidence {
    /// Adds a date cell.
    pub(in crate::import) fn observe(&mut self, line: u64, cell: &str) {
        if is_buddhist(cell) {
            self.buddhist
                .get_or_insert_with(|| CellSample::new(line, cell));
        } else if self.gregorian.is_none() && is_date(cell) {
            self.gregorian = Some(CellSample::new(line, cell));
        }
        let cleaned = cleaned(cell);
        if digits(&cleaned, false).is_some() {
            return;
        }
        let date_and_time = without_weekday(split_zone(&cleaned).0);
        let Some((date, _)) = without_time(date_and_time) else {
            return;
        };
        if let Some(date) = NumericDate::of(date) {
            self.observe_numbers(&CellSample::new(line, cell), date);
        } else if let Some(readings) = readings_of_named_month(date) {
            self.restrict_short_year_orders(readings.iter().map(|(order, _)| *order));
            self.add_to_sequences(&readings);
            if let [(_, first), .., (_, last)] = &readings[..]
                && first != last
            {
                self.ambiguous
                    .get_or_insert_with(|| (CellSample::new(line, cell), readings));
            }
        }
    }

    fn observe_numbers(&mut self, sample: &CellSample, date: NumericDate) {
        let readings: Vec<Reading> = DateOrder::ALL
            .into_iter()
            .filter_map(|order| Some((order, date.date(order)?)))
            .collect();
        self.add_to_sequences(&readings);
        let orders: Vec<DateOrder> = readings.iter().map(|(order, _)| *order).collect();
        if !date.has_full_year {
            self.restrict_short_year_orders(orders.iter().copied());
        }
        match orders[..] {
            [only] => {
                let sample_of_order = match only {
                    DateOrder::DayMonthYear => &mut self.day_first,
                    DateOrder::MonthDayYear => &mut self.month_first,
                    DateOrder::YearMonthDay => &mut self.year_first,
                };
                sample_of_order.get_or_insert_with(|| sample.clone());
            }
            [one, .., other] => {
                if date.has_full_year && date.is_dotted {
                    self.is_dotted = true;
                } else if !date.gives_same_date(one, other) {
                    self.ambiguous
                        .get_or_insert_with(|| (sample.clone(), readings));
                }
            }
            [] => {}
        }
    }

    fn add_to_sequences(&mut self, readings: &[Reading]) {
        for (order, date) in readings {
            self.sequences[*order as usize].observe(*date);
        }
    }

    /// Returns the first date with a Buddhist year, if the file has one.
    pub(in crate::import::reader) fn buddhist_date(&self) -> Option<&str> {
        self.buddhist.as_ref().map(|sample| sample.cell.as_str())
    }

    fn restrict_short_year_orders(&mut self, orders: impl Iterator<Item = DateOrder>) {
        let orders: Vec<DateOrder> = orders.collect();
        match &mut self.short_year_orders {
            // A cell that is not a date is ignored here and reported when the rows are read.
            _ if orders.is_empty() => {}
            Some(possible) => possible.retain(|order| orders.contains(order)),
            None => self.short_year_orders = Some(orders),
        }
    }

    /// Returns the date format, or an error if the dates contradict each other or remain ambiguous.
    /// `order` is the order that the user specified, if any. `milliseconds` is true if the title of
    /// the column names this unit. `is_one_series` is false if the file has rows of several
    /// tickers.
    pub(in crate::import) fn decide(
        self,
        order: Option<DateOrder>,
        milliseconds: bool,
        is_one_series: bool,
    ) -> Result<DateStyle, LineError> {
        if let (Some(buddhist), Some(gregorian)) = (&self.buddhist, &self.gregorian) {
            return Err(two_calendars(buddhist, gregorian));
        }
        let order = order.map_or_else(|| self.order(is_one_series), Ok)?;
        Ok(DateStyle {
            order,
            milliseconds,
        })
    }

    fn order(&self, is_one_series: bool) -> Result<DateOrder, LineError> {
        let samples = [
            (DateOrder::DayMonthYear, &self.day_first),
            (DateOrder::MonthDayYear, &self.month_first),
            (DateOrder::YearMonthDay, &self.year_first),
        ];
        let samples: Vec<_> = samples
            .iter()
            .filter_map(|(order, sample)| Some((*order, (*sample).as_ref()?)))
            .collect();
        match &samples[..] {
            [(one, first), (other, second), ..] => Err(contradiction(*one, first, *other, second)),
            [(order, _)] => Ok(*order),
            [] => match (&self.short_year_orders, &self.ambiguous) {
                (Some(possible), _) if possible.len() == 1 => Ok(possible[0]),
                (short_year_orders, Some((sample, readings))) if !self.is_dotted => {
                    let is_possible = |order| {
                        short_year_orders
                            .as_ref()
                            .is_none_or(|orders| orders.contains(order))
                    };
                    let candidates = || readings.iter().filter(|(order, _)| is_possible(order));
                    let looks_like_bars = |order: DateOrder| {
                        is_one_series && self.sequences[order as usize].looks_like_bars()
                    };
                    let mut plausible = candidates().filter(|(order, _)| looks_like_bars(*order));
                    match plausible.next() {
                        Some((order, date)) if plausible.all(|(_, other)| other == date) => {
                            Ok(*order)
                        }
                        _ => Err(ambiguous(sample, candidates())),
                    }
                }
                _ => Ok(DateOrder::DayMonthYear),
            },
        }
    }
}

/// Returns the possible meanings of a date with a month name and a year of two digits. The year may
/// be the first or the last number.
fn readings_of_named_month(date: &str) -> Option<Vec<Reading>> {
    let named = NamedMonthDate::of(date)?;
    if named.first.len() > 2 || named.second.len() > 2 {
        return None;
    }
    let reading = |order, year: &str, day: &str| {
        let date = Date::new(full_year(year)?, named.month, day.parse().ok()?);
        Some((order, date.ok()?))
    };
    let year_last = [DateOrder::DayMonthYear, DateOrder::MonthDayYear]
        .into_iter()
        .filter_map(|order| reading(order, named.second, named.first));
    let year_first = (!named.is_month_first)
        .then(|| reading(DateOrder::YearMonthDay, named.first, named.second));
    Some(year_last.chain(year_first.flatten()).collect())
}

fn two_calendars(buddhist: &CellSample, gregorian: &CellSample) -> LineError {
    at(
        buddhist.line.max(gregorian.line),
        format!(
            "'{}' in line {} has a year of the Buddhist calendar (543 ahead), but '{}' in line {} does not",
            buddhist.cell, buddhist.line, gregorian.cell, gregorian.line
        ),
    )
}

fn contradiction(
    one: DateOrder,
    first: &CellSample,
    other: DateOrder,
    second: &CellSample,
) -> LineError {
    let part = |order| match order {
        DateOrder::DayMonthYear => "day",
        DateOrder::MonthDayYear => "month",
        DateOrder::YearMonthDay => "year",
    };
    at(
        first.line.max(second.line),
        format!(
            "'{}' in line {} starts with the {}, but '{}' in line {} with the {}",
            first.cell,
            first.line,
            part(one),
            second.cell,
            second.line,
            part(other)
        ),
    )
}

fn ambiguous<'a>(sample: &CellSample, readings: impl Iterator<Item = &'a Reading>) -> LineError {
    let mut distinct: Vec<Reading> = Vec::new();
    for reading in readings {
        if distinct.iter().all(|(_, date)| *date != reading.1) {
            distinct.push(*reading);
        }
    }
    let list = |describe: &dyn Fn(&Reading) -> String| {
        let words: Vec<String> = distinct.iter().map(describe).collect();
        words.join(" or ")
    };
    at(
        sample.line,
        format!(
            "'{}' could be {}, and no other line decides; specify {}",
            sample.cell,
            list(&|(_, date)| date.strftime("%B %-d, %Y").to_string()),
            list(&|(order, _)| format!("--date-order {}", order.word())),
        ),
    )
}

/// Statistics about the dates of a file as read in one date order. Repeated dates count once.
#[derive(Debug, Default)]
struct Sequence {
    first: Option<Date>,
    last: Option<Date>,
    steps: i32,
    has_risen: bool,
    has_fallen: bool,
}

/// Minimum number of steps between dates for deciding the order.
const MIN_STEPS: i32 = 2;
/// Maximum average step in days. The longest bars in files are quarterly.
const MAX_STEP_DAYS: i32 = 100;

impl Sequence {
    fn observe(&mut self, date: Date) {
        self.first.get_or_insert(date);
        if let Some(last) = self.last.replace(date)
            && last != date
        {
            self.steps += 1;
            self.has_risen |= date > last;
            self.has_fallen |= date < last;
        }
    }

    /// Returns true if the dates only rise or only fall, and in steps that are plausible for bars.
    /// When they are read in a wrong order, dates jump back and forth or by whole years. Returns
    /// false for fewer than three dates.
    fn looks_like_bars(&self) -> bool {
        let (Some(first), Some(last)) = (self.first, self.last) else {
            return false;
        };
        let days = (last - first).get_days().abs();
        self.steps >= MIN_STEPS
            && !(self.has_risen && self.has_fallen)
            && days / self.steps <= MAX_STEP_DAYS
    }
}
