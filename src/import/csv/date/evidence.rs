//! What the dates of a file show of the way it writes them.

use jiff::civil::Date;

use super::{DateOrder, DateStyle, Digits, MILLISECONDS_FROM, YearLast, digits, without_time};
use crate::import::csv::{
    error::{LineError, at},
    seen::Seen,
};

/// What the dates of a file show of their style.
#[derive(Debug, Default)]
pub(in crate::import::csv) struct DateEvidence {
    day_first: Option<Seen>,
    month_first: Option<Seen>,
    /// One that is a date in either order, and no point stands in it.
    either: Option<(Seen, YearLast)>,
    seconds: Option<Seen>,
    milliseconds: Option<Seen>,
    dotted: bool,
}

impl DateEvidence {
    /// Looks at one date.
    pub(in crate::import::csv) fn observe(&mut self, line: u64, cell: &str) {
        if let Some(Digits::Epoch(number)) = digits(cell) {
            let unit = if number.unsigned_abs() >= MILLISECONDS_FROM {
                &mut self.milliseconds
            } else {
                &mut self.seconds
            };
            unit.get_or_insert_with(|| Seen::new(line, cell));
            return;
        }
        let date = without_time(cell).and_then(|(date, _)| YearLast::of(date));
        let Some(date) = date else { return };
        let seen = || Seen::new(line, cell);
        match (date.first, date.second) {
            (13.., ..=12) => {
                self.day_first.get_or_insert_with(seen);
            }
            (..=12, 13..) => {
                self.month_first.get_or_insert_with(seen);
            }
            _ if date.dotted => self.dotted = true,
            (first, second) if first != second => {
                self.either.get_or_insert_with(|| (seen(), date));
            }
            _ => {}
        }
    }

    /// The style of the file, unless its dates contradict each other or might be read in two ways.
    /// `order` is what a person said; `milliseconds` what the column is called.
    pub(in crate::import::csv) fn decide(
        self,
        order: Option<DateOrder>,
        milliseconds: bool,
    ) -> Result<DateStyle, LineError> {
        let milliseconds = milliseconds || self.milliseconds_only()?;
        let order = order.map_or_else(|| self.order(), Ok)?;
        Ok(DateStyle {
            order,
            milliseconds,
        })
    }

    fn milliseconds_only(&self) -> Result<bool, LineError> {
        match (&self.seconds, &self.milliseconds) {
            (Some(seconds), Some(milliseconds)) => Err(at(
                milliseconds.line.max(seconds.line),
                format!(
                    "'{}' in line {} counts seconds since 1970 and '{}' in line {} milliseconds",
                    seconds.cell, seconds.line, milliseconds.cell, milliseconds.line
                ),
            )),
            (_, milliseconds) => Ok(milliseconds.is_some()),
        }
    }

    fn order(&self) -> Result<DateOrder, LineError> {
        match (&self.day_first, &self.month_first, &self.either) {
            (Some(day), Some(month), _) => Err(at(
                day.line.max(month.line),
                format!(
                    "'{}' in line {} has its day first and '{}' in line {} its month",
                    day.cell, day.line, month.cell, month.line
                ),
            )),
            (None, Some(_), _) => Ok(DateOrder::MonthDayYear),
            (None, None, Some((seen, date))) if !self.dotted => Err(ambiguous(seen, *date)),
            _ => Ok(DateOrder::DayMonthYear),
        }
    }
}

fn ambiguous(seen: &Seen, date: YearLast) -> LineError {
    let long = |day, month| {
        Date::new(date.year, month, day).map_or_else(
            |_| seen.cell.clone(),
            |date| date.strftime("%B %-d, %Y").to_string(),
        )
    };
    at(
        seen.line,
        format!(
            "'{}' may be {} or {}, and no other line settles it; say --date-order dmy or --date-order mdy",
            seen.cell,
            long(date.first, date.second),
            long(date.second, date.first)
        ),
    )
}
