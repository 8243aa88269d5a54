//! What the dates of a file show of the way it writes them.

use jiff::civil::Date;

use super::{
    DateOrder, DateStyle, Named,
    buddhist::is_buddhist,
    cleaned, digits,
    months::without_weekday,
    numbers::{Triple, full_year},
    sequence::Sequence,
    without_time,
    zones::split_zone,
};
use crate::import::reader::{
    error::{LineError, at},
    order::is_date,
    seen::Seen,
};

/// What the dates of a file show of their style.
#[derive(Debug, Default)]
pub(in crate::import::reader) struct DateEvidence {
    day_first: Option<Seen>,
    month_first: Option<Seen>,
    year_first: Option<Seen>,
    /// One that is a date in several orders, and what it would be in each.
    either: Option<(Seen, Vec<Reading>)>,
    is_dotted: bool,
    /// The first date of the Buddhist calendar, and the first of the usual one.
    buddhist: Option<Seen>,
    usual: Option<Seen>,
    /// How the dates follow each other in each order.
    sequences: [Sequence; DateOrder::ALL.len()],
    /// Orders that no date with a year of two digits contradicts.
    short: Option<Vec<DateOrder>>,
}

type Reading = (DateOrder, Date);

impl DateEvidence {
    /// Looks at one date.
    pub(in crate::import::reader) fn observe(&mut self, line: u64, cell: &str) {
        if is_buddhist(cell) {
            self.buddhist.get_or_insert_with(|| Seen::new(line, cell));
        } else if self.usual.is_none() && is_date(cell) {
            self.usual = Some(Seen::new(line, cell));
        }
        let cleaned = cleaned(cell);
        if digits(&cleaned, false).is_some() {
            return;
        }
        let bare = without_weekday(split_zone(&cleaned).0);
        let Some((date, _)) = without_time(bare) else {
            return;
        };
        if let Some(triple) = Triple::of(date) {
            self.observe_numbers(&Seen::new(line, cell), triple);
        } else if let Some(readings) = short_named(date) {
            self.restrict(readings.iter().map(|(order, _)| *order));
            self.follow(&readings);
            if let [(_, first), .., (_, last)] = &readings[..]
                && first != last
            {
                self.either
                    .get_or_insert_with(|| (Seen::new(line, cell), readings));
            }
        }
    }

    fn observe_numbers(&mut self, seen: &Seen, triple: Triple) {
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
                place.get_or_insert_with(|| seen.clone());
            }
            [one, .., other] => {
                if triple.has_full_year && triple.is_dotted {
                    self.is_dotted = true;
                } else if !triple.is_same_in(one, other) {
                    self.either.get_or_insert_with(|| (seen.clone(), readings));
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

    /// A date of the Buddhist calendar, where the file counts its years so.
    pub(in crate::import::reader) fn buddhist_date(&self) -> Option<&str> {
        self.buddhist.as_ref().map(|seen| seen.cell.as_str())
    }

    fn restrict(&mut self, orders: impl Iterator<Item = DateOrder>) {
        let orders: Vec<DateOrder> = orders.collect();
        match &mut self.short {
            // A cell that is no date is told when it is read.
            _ if orders.is_empty() => {}
            Some(short) => short.retain(|order| orders.contains(order)),
            None => self.short = Some(orders),
        }
    }

    /// The style of the file, unless its dates contradict each other or might be read in two ways.
    /// `order` is what a person said; `milliseconds` what the column is called. `is_one_series` is false where the rows of several
    /// tickers follow each other.
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
        let seen: Vec<_> = only
            .iter()
            .filter_map(|(order, seen)| Some((*order, (*seen).as_ref()?)))
            .collect();
        match &seen[..] {
            [(one, first), (other, second), ..] => Err(contradiction(*one, first, *other, second)),
            [(order, _)] => Ok(*order),
            [] => match (&self.short, &self.either) {
                (Some(short), _) if short.len() == 1 => Ok(short[0]),
                (short, Some((seen, readings))) if !self.is_dotted => {
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
                        _ => Err(ambiguous(seen, open())),
                    }
                }
                _ => Ok(DateOrder::DayMonthYear),
            },
        }
    }
}

/// The readings of a date with a named month and a year of two digits: the year may be its first number or its last.
fn short_named(date: &str) -> Option<Vec<Reading>> {
    let named = Named::of(date)?;
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

fn two_calendars(buddhist: &Seen, usual: &Seen) -> LineError {
    at(
        buddhist.line.max(usual.line),
        format!(
            "'{}' in line {} has a year of the Buddhist calendar, which is 543 ahead, and '{}' in line {} has not",
            buddhist.cell, buddhist.line, usual.cell, usual.line
        ),
    )
}

fn contradiction(one: DateOrder, first: &Seen, other: DateOrder, second: &Seen) -> LineError {
    let part = |order| match order {
        DateOrder::DayMonthYear => "day",
        DateOrder::MonthDayYear => "month",
        DateOrder::YearMonthDay => "year",
    };
    at(
        first.line.max(second.line),
        format!(
            "'{}' in line {} has its {} first and '{}' in line {} its {}",
            first.cell,
            first.line,
            part(one),
            second.cell,
            second.line,
            part(other)
        ),
    )
}

fn ambiguous<'a>(seen: &Seen, readings: impl Iterator<Item = &'a Reading>) -> LineError {
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
        seen.line,
        format!(
            "'{}' may be {}, and no other line settles it; say {}",
            seen.cell,
            list(&|(_, date)| date.strftime("%B %-d, %Y").to_string()),
            list(&|(order, _)| format!("--date-order {}", order.word())),
        ),
    )
}
