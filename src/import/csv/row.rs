//! One line of a file, as a bar.

use csv::StringRecord;
use jiff::tz::TimeZone;

use super::{
    date::When,
    format::{BarsFormat, Style},
    header::{Column, Columns},
    number::{is_nothing, number},
};
use crate::domain::{
    bar::{Bar, Interval},
    session::{Calendar, exchange_date},
};

/// The beginning of the year 1600 (Unix seconds): no market is older.
const EARLIEST: i64 = -11_676_096_000;

/// One line, to be understood.
pub(super) struct Row<'a> {
    pub(super) cells: &'a StringRecord,
    pub(super) columns: &'a Columns,
    pub(super) style: Style,
    pub(super) format: BarsFormat,
}

impl Row<'_> {
    /// The bar of the line; `None` for a line without any price.
    pub(super) fn bar(&self) -> Result<Option<Bar>, String> {
        let prices = [Column::Open, Column::High, Column::Low, Column::Close];
        if prices.iter().all(|price| is_nothing(self.cell(*price))) {
            // Its date must be right nevertheless: else this is no line of bars at all.
            return self.start().map(|_| None);
        }
        let start = self.start()?;
        let close = self.price(Column::Close)?;
        let or_close = |column| {
            if self.columns.has(column) {
                self.price(column)
            } else {
                Ok(close)
            }
        };
        let bar = Bar {
            start,
            open: or_close(Column::Open)?,
            high: or_close(Column::High)?,
            low: or_close(Column::Low)?,
            close,
            volume: self.volume()?,
        };
        if bar.high < bar.low {
            return Err(format!(
                "the high {} is below the low {}",
                bar.high, bar.low
            ));
        }
        Ok(Some(bar))
    }

    fn cell(&self, column: Column) -> &str {
        self.columns.cell(self.cells, column)
    }

    fn number(&self, column: Column) -> Result<f64, String> {
        number(self.cell(column), self.style.decimal_mark)
            .map_err(|why| format!("the {column} {why}"))
    }

    fn price(&self, column: Column) -> Result<f64, String> {
        let cell = self.cell(column);
        if is_nothing(cell) {
            return Err(format!("the {column} is missing"));
        }
        let price = self.number(column)?;
        if price > 0.0 {
            Ok(price)
        } else {
            Err(format!("the {column} {cell} is not above zero"))
        }
    }

    fn volume(&self) -> Result<f64, String> {
        let cell = self.cell(Column::Volume);
        if is_nothing(cell) {
            return Ok(0.0);
        }
        let volume = self.number(Column::Volume)?;
        if volume >= 0.0 {
            // Not the −0 of some exports, which compares equal and prints differently.
            Ok(volume.abs())
        } else {
            Err(format!("the volume {cell} is negative"))
        }
    }

    /// Unix seconds of the bar's start.
    fn start(&self) -> Result<i64, String> {
        let (date, time) = (self.cell(Column::Date), self.cell(Column::Time));
        let dates = self.style.dates;
        let when = if time.is_empty() {
            dates.when(date)
        } else {
            dates.when_joined(date, time)
        };
        let written = [date, time].join(" ");
        let written = written.trim_end();
        let when = when.ok_or_else(|| self.no_date(written))?;
        let start = if self.format.interval == Interval::Day {
            day_of(when, self.format.calendar)
        } else {
            moment_of(when, self.format.calendar)
        };
        match start {
            None => Err(format!(
                "'{written}' has no time of day, which bars of this length need"
            )),
            Some(start) if start < EARLIEST => {
                Err(format!("'{written}' lies before the year 1600"))
            }
            Some(start) => Ok(start),
        }
    }

    fn no_date(&self, written: &str) -> String {
        let forms = "2024-01-31, 20240131, 31.1.2024, 1/31/2024 or Jan 31, 2024";
        match self.format.date_order {
            None => format!("'{written}' is not a date such as {forms}"),
            Some(order) => format!("'{written}' is not a date in the order {order}"),
        }
    }
}

fn zone_of(calendar: Calendar) -> TimeZone {
    let zone = calendar.time_zone().map(TimeZone::get);
    zone.and_then(Result::ok).unwrap_or(TimeZone::UTC)
}

/// 00:00 UTC of the exchange's date. What was written as midnight means its date, in any zone.
fn day_of(when: When, calendar: Calendar) -> Option<i64> {
    let date = match when {
        When::Day(date) => date,
        When::Local(local) => local.date(),
        When::Moment(_, local) if local.time() == jiff::civil::Time::midnight() => local.date(),
        When::Moment(moment, _) => exchange_date(calendar, moment),
    };
    let midnight = date.to_zoned(TimeZone::UTC).ok()?;
    Some(midnight.timestamp().as_second())
}

fn moment_of(when: When, calendar: Calendar) -> Option<i64> {
    match when {
        When::Day(_) => None,
        When::Local(local) => {
            let zoned = local.to_zoned(zone_of(calendar)).ok()?;
            Some(zoned.timestamp().as_second())
        }
        When::Moment(moment, _) => Some(moment.as_second()),
    }
}
