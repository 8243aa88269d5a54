//! Decides the date format of a file from all of its dates.

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

/// Evidence about the date format, collected from all dates of a file.
#[derive(Debug, Default)]
pub(in crate::import::reader) struct DateEvidence {
    day_first: Option<CellSample>,
    month_first: Option<CellSample>,
    year_first: Option<CellSample>,
    /// A date that is valid in several orders, with its meaning in each.
    either: Option<(CellSample, Vec<Reading>)>,
    is_dotted: bool,
    /// The first Buddhist date and the first Gregorian date.
    buddhist: Option<CellSample>,
    usual: Option<CellSample>,
    /// For each order, how the dates follow each other.
    sequences: [Sequence; DateOrder::ALL.len()],
    /// Orders that are compatible with every date that has a year of two digits.
    short: Option<Vec<DateOrder>>,
}

type Reading = (DateOrder, Date);

impl DateEvidence {
    /// Adds one date.
    pub(in crate::import::reader) fn observe(&mut self, line: u64, cell: &str) {
        if is_buddhist(cell) {
            self.buddhist
                .get_or_insert_with(|| CellSample::new(line, cell));
        } else if self.usual.is_none() && is_date(cell) {
            self.usual = Some(CellSample::new(line, cell));
        }
        let cleaned = cleaned(cell);
        if digits(&cleaned, false).is_some() {
            return;
        }
        let bare = without_weekday(split_zone(&cleaned).0);
        let Some((date, _)) = without_time(bare) else {
            return;
        };
        if let Some(triple) = NumericDate::of(date) {
            self.observe_numbers(&CellSample::new(line, cell), triple);
        } else if let Some(readings) = short_named(date) {
            self.restrict(readings.iter().map(|(order, _)| *order));
            self.follow(&readings);
            if let [(_, first), .., (_, last)] = &readings[..]
                && first != last
            {
                self.either
                    .get_or_insert_with(|| (CellSample::new(line, cell), readings));
            }
        }
    }

    fn observe_numbers(&mut self, sample: &CellSample, triple: NumericDate) {
        let readings: Vec<Reading> = DateOrder::ALL
            .into_iter()
            .filter_map(|order| Some((order, triple.date(order)?)))
            .collect();
        self.follow(&readings);
        let orders: Vec<DateOrder> = readings.iter().map(|(order, _)| *order).collect();
        if !triple.has_full_year {
            self.restrict(orders.iter().copied());
        }
        match orders[..] {
            [only] => {
                let place = match only {
                    DateOrder::DayMonthYear => &mut self.day_first,
                    DateOrder::MonthDayYear => &mut self.month_first,
                    DateOrder::YearMonthDay => &mut self.year_first,
                };
                place.get_or_insert_with(|| sample.clone());
            }
            [one, .., other] => {
                if triple.has_full_year && triple.is_dotted {
                    self.is_dotted = true;
                } else if !triple.is_same_in(one, other) {
                    self.either
                        .get_or_insert_with(|| (sample.clone(), readings));
                }
            }
            [] => {}
        }
    }

    fn follow(&mut self, readings: &[Reading]) {
        for (order, date) in readings {
            self.sequences[*order as usize].observe(*date);
        }
    }

    /// Returns a Buddhist date, if the file has one.
    pub(in crate::import::reader) fn buddhist_date(&self) -> Option<&str> {
        self.buddhist.as_ref().map(|sample| sample.cell.as_str())
    }

    fn restrict(&mut self, orders: impl Iterator<Item = DateOrder>) {
        let orders: Vec<DateOrder> = orders.collect();
        match &mut self.short {
            // A cell that is not a date is reported when it is read.
            _ if orders.is_empty() => {}
            Some(short) => short.retain(|order| orders.contains(order)),
            None => self.short = Some(orders),
        }
    }

    /// Returns the date format, or an error if the dates contradict each other or stay ambiguous. `order` is the order
    /// that the user specified; `milliseconds` is true if the column's title says so; `is_one_series` is false if rows
    /// of several tickers follow each other.
    pub(in crate::import::reader) fn decide(
        self,
        order: Option<DateOrder>,
        milliseconds: bool,
        is_one_series: bool,
    ) -> Result<DateStyle, LineError> {
        if let (Some(buddhist), Some(usual)) = (&self.buddhist, &self.usual) {
            return Err(two_calendars(buddhist, usual));
        }
        let order = order.map_or_else(|| self.order(is_one_series), Ok)?;
        Ok(DateStyle {
            order,
            milliseconds,
        })
    }

    fn order(&self, is_one_series: bool) -> Result<DateOrder, LineError> {
        let only = [
            (DateOrder::DayMonthYear, &self.day_first),
            (DateOrder::MonthDayYear, &self.month_first),
            (DateOrder::YearMonthDay, &self.year_first),
        ];
        let sample: Vec<_> = only
            .iter()
            .filter_map(|(order, sample)| Some((*order, (*sample).as_ref()?)))
            .collect();
        match &sample[..] {
            [(one, first), (other, second), ..] => Err(contradiction(*one, first, *other, second)),
            [(order, _)] => Ok(*order),
            [] => match (&self.short, &self.either) {
                (Some(short), _) if short.len() == 1 => Ok(short[0]),
                (short, Some((sample, readings))) if !self.is_dotted => {
                    let is_open = |order| short.as_ref().is_none_or(|it| it.contains(order));
                    let open = || readings.iter().filter(|(order, _)| is_open(order));
                    let is_of_bars = |order: DateOrder| {
                        is_one_series && self.sequences[order as usize].is_of_bars()
                    };
                    let mut possible = open().filter(|(order, _)| is_of_bars(*order));
                    match possible.next() {
                        Some((order, date)) if possible.all(|(_, other)| other == date) => {
                            Ok(*order)
                        }
                        _ => Err(ambiguous(sample, open())),
                    }
                }
                _ => Ok(DateOrder::DayMonthYear),
            },
        }
    }
}

/// Returns the possible readings of a date with a month name and a year of two digits: the year may be its first or its
/// last number.
fn short_named(date: &str) -> Option<Vec<Reading>> {
    let named = NamedMonthDate::of(date)?;
    if named.first.len() > 2 || named.second.len() > 2 {
        return None;
    }
    let reading = |order, year: &str, day: &str| {
        let date = Date::new(full_year(year)?, named.month, day.parse().ok()?);
        Some((order, date.ok()?))
    };
    let last = [DateOrder::DayMonthYear, DateOrder::MonthDayYear]
        .into_iter()
        .filter_map(|order| reading(order, named.second, named.first));
    let first = (!named.is_month_first)
        .then(|| reading(DateOrder::YearMonthDay, named.first, named.second));
    Some(last.chain(first.flatten()).collect())
}

fn two_calendars(buddhist: &CellSample, usual: &CellSample) -> LineError {
    at(
        buddhist.line.max(usual.line),
        format!(
            "'{}' in line {} has a year of the Buddhist calendar (543 ahead), but '{}' in line {} does not",
            buddhist.cell, buddhist.line, usual.cell, usual.line
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
    let mut different: Vec<Reading> = Vec::new();
    for reading in readings {
        if different.iter().all(|(_, date)| *date != reading.1) {
            different.push(*reading);
        }
    }
    let list = |of: &dyn Fn(&Reading) -> String| {
        let words: Vec<String> = different.iter().map(of).collect();
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

/// The different dates of a file in one date order.
#[derive(Debug, Default)]
struct Sequence {
    first: Option<Date>,
    last: Option<Date>,
    steps: i32,
    has_risen: bool,
    has_fallen: bool,
}

/// Minimum number of steps between dates for a decision.
const MIN_STEPS: i32 = 2;
/// Maximum average step in days: the longest bars in files are quarters.
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

    /// Returns true if the dates only rise or only fall, in steps that bars have: in a wrong order, dates jump back and
    /// forth or by whole years. Returns false for fewer than three dates.
    fn is_of_bars(&self) -> bool {
        let (Some(first), Some(last)) = (self.first, self.last) else {
            return false;
        };
        let days = (last - first).get_days().abs();
        self.steps >= MIN_STEPS
            && !(self.has_risen && self.has_fallen)
            && days / self.steps <= MAX_STEP_DAYS
    }
}
