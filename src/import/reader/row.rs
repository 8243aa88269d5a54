//! Converts one line of a file to a bar.

use csv::StringRecord;

use super::{
    PriceFile,
    column::Column,
    date::{When, is_spreadsheet_day},
    format::Series,
    header::Writer,
    money::Money,
    number::{is_empty_cell, money_of, number},
    when::{Clock, TimeError},
    zone::time_zone,
};
use crate::{
    domain::{
        bar::{Bar, Interval},
        price::in_whole_units,
        ticker::TickerKind,
    },
    import::weekend,
};

/// Start of the year 1600 (Unix seconds): no market is older.
const EARLIEST: i64 = -11_676_096_000;
/// Largest distance of open and close from the range of high and low, as a fraction: they may be rounded differently or
/// come from an auction.
const MAX_OUTSIDE: f64 = 0.01;

/// What a line contains.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::import) enum LineContent {
    /// A bar, and the currency in which its prices are written.
    Bar(Bar, Option<Money>),
    /// A date without prices, which some sources write for holidays.
    NoPrices,
    /// A dividend or a split between the bars.
    Event,
    /// Shares of a series other than the regular one.
    OtherShareSeries,
}

/// One line of a file.
pub(in crate::import) struct Row<'a> {
    file: &'a PriceFile,
    cells: &'a StringRecord,
}

impl<'a> Row<'a> {
    /// Creates a row of this file.
    pub(in crate::import) fn new(file: &'a PriceFile, cells: &'a StringRecord) -> Self {
        Self { file, cells }
    }

    /// Reads the line for this series. Errors are reasons without a final period.
    pub(in crate::import) fn read(&self, series: &Series) -> Result<LineContent, String> {
        if let Some(wrong) = self.file.is_split(self.cells) {
            return Err(wrong);
        }
        if self.file.is_event(self.cells) {
            return Ok(LineContent::Event);
        }
        let group = self.cell(Column::Series);
        if self.file.style.only_equity && !group.eq_ignore_ascii_case("EQ") {
            return Ok(LineContent::OtherShareSeries);
        }
        let start = self.start(series)?;
        if Column::PRICES
            .iter()
            .all(|price| is_empty_cell(self.cell(*price)))
        {
            return Ok(LineContent::NoPrices);
        }
        let money = self.money(series)?;
        let bar = self.bar(start, series.kind, self.scale(money))?;
        Ok(LineContent::Bar(bar, money))
    }

    /// Returns the symbol cell.
    pub(in crate::import) fn symbol(&self) -> &str {
        self.cell(Column::Symbol)
    }

    pub(in crate::import) fn interval(&self) -> &str {
        self.cell(Column::Interval)
    }

    fn cell(&self, column: Column) -> &str {
        self.file.columns.cell(self.cells, column)
    }

    fn bar(&self, start: i64, kind: TickerKind, scale: f64) -> Result<Bar, String> {
        let close = self.price(Column::Close, kind, scale)?;
        // A line without open, high and low has only a close, like a file without these columns.
        let is_only_close = [Column::Open, Column::High, Column::Low]
            .into_iter()
            .all(|column| is_empty_cell(self.cell(column)));
        let or_close = |column| {
            if self.file.columns.has(column) && !is_only_close {
                self.price(column, kind, scale)
            } else {
                Ok(close)
            }
        };
        let mut bar = Bar {
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
        self.enclose(&mut bar)?;
        Ok(bar)
    }

    /// Extends high and low to enclose open and close, unless they are too far outside.
    fn enclose(&self, bar: &mut Bar) -> Result<(), String> {
        let most = if self.file.columns.is_inferred {
            0.0
        } else {
            bar.high.abs().max(bar.low.abs()) * MAX_OUTSIDE
        };
        for (column, price) in [(Column::Open, bar.open), (Column::Close, bar.close)] {
            if price > bar.high + most || price < bar.low - most {
                return Err(format!(
                    "the {column} {price} is not between the low {} and the high {}",
                    bar.low, bar.high
                ));
            }
        }
        bar.high = bar.high.max(bar.open).max(bar.close);
        bar.low = bar.low.min(bar.open).min(bar.close);
        Ok(())
    }

    fn number(&self, column: Column) -> Result<f64, String> {
        number(self.cell(column), self.file.style.decimal_mark)
            .map_err(|why| format!("the {column} {why}"))
    }

    fn price(&self, column: Column, kind: TickerKind, scale: f64) -> Result<f64, String> {
        let cell = self.cell(column);
        if is_empty_cell(cell) {
            return Err(format!("the {column} is missing"));
        }
        let price = in_whole_units(self.number(column)?, scale);
        if kind.can_cost(price) {
            Ok(price)
        } else if kind.can_cost(price.signum()) {
            Err(format!(
                "the {column} {cell} is too large for a price; if prices are written as scaled whole numbers, specify --price-scale 10000 or --price-scale 1000000000"
            ))
        } else {
            Err(format!("the {column} {cell} is not above zero"))
        }
    }

    fn volume(&self) -> Result<f64, String> {
        let column = if self.file.style.volume_is_unknown {
            Column::TickVolume
        } else {
            Column::Volume
        };
        let cell = self.cell(column);
        if is_empty_cell(cell) {
            return Ok(Bar::UNKNOWN_VOLUME);
        }
        let volume = self.number(column)?;
        if volume >= 0.0 {
            // Avoids the −0 of some exports, which compares equal but prints differently.
            Ok(volume.abs())
        } else {
            Err(format!("the volume {cell} is negative"))
        }
    }

    /// Returns the currency of the line's prices, from its cells or the header.
    fn money(&self, series: &Series) -> Result<Option<Money>, String> {
        let code = self.cell(Column::Currency);
        let stated = match code {
            "" => None,
            code => Some((
                Money::parse(code).ok_or_else(|| {
                    format!("Invalid currency '{code}'; expected a code such as EUR")
                })?,
                format!("the currency '{code}'"),
            )),
        };
        let signs = Column::PRICES.iter().filter_map(|column| {
            let cell = self.cell(*column);
            Some((money_of(cell)?, format!("the {column} '{cell}'")))
        });
        let title = || Some((self.file.columns.money?, "the title".to_owned()));
        let mut found = None;
        for (money, place) in stated.into_iter().chain(signs) {
            match &found {
                Some((other, before)) if !money.agrees(*other) => {
                    return Err(format!("{place} and {before} are in different currencies"));
                }
                _ => found = Some((money, place)),
            }
        }
        let Some((money, place)) = found.or_else(title) else {
            return Ok(None);
        };
        let specified = self.file.options.currency;
        if let Some(specified) = specified.filter(|specified| !specified.agrees(money)) {
            return Err(format!(
                "{place} says {money}, but --currency is {specified}"
            ));
        }
        match series.currency {
            Some(currency) if !money.can_be(currency) => Err(format!(
                "{place} says {money}, but the ticker's prices are in {currency}"
            )),
            _ => Ok(Some(money)),
        }
    }

    /// Returns the factor by which the written prices are larger than the real ones.
    fn scale(&self, money: Option<Money>) -> f64 {
        let options = &self.file.options;
        let parts = money.or(options.currency).map_or(1.0, Money::parts);
        parts * options.price_scale.unwrap_or(1.0)
    }

    /// Returns the start of the bar in Unix seconds.
    fn start(&self, series: &Series) -> Result<i64, String> {
        let (date, time) = (self.cell(Column::Date), self.cell(Column::Time));
        let written = [date, time].join(" ");
        let written = written.trim_end();
        let when = self.when(date, time, series.interval);
        let when = when.ok_or_else(|| self.no_date(written))?;
        let zone = match self.cell(Column::Zone) {
            "" => None,
            name => {
                Some(time_zone(name).map_err(|why| format!("Invalid time zone '{name}'; {why}"))?)
            }
        };
        let clock = Clock {
            series,
            zone: zone
                .as_ref()
                .or(self.file.options.time_zone.as_ref())
                .or(self.file.columns.zone.as_ref()),
            is_of_broker: self.file.columns.writer == Writer::Broker,
        };
        let start = if series.interval == Interval::Day {
            clock.day_of(when)
        } else {
            clock.moment_of(when)
        };
        let start = start.map_err(|why| match why {
            TimeError::Reason(reason) => format!("'{written}' {reason}"),
            TimeError::OutOfRange => self.no_date(written),
        })?;
        if start < EARLIEST {
            return Err(format!("'{written}' is before the year 1600"));
        }
        if series.interval == Interval::Day
            && let Some(reason) = weekend::weekend_reason(series, start)
        {
            return Err(format!("'{written}' {reason}"));
        }
        Ok(start)
    }

    fn when(&self, date: &str, time: &str, interval: Interval) -> Option<When> {
        let dates = self.file.style.dates;
        let when = if is_empty_cell(time) {
            dates.when(date)
        } else {
            dates.when_joined(date, time)
        }?;
        // A Unix timestamp next to a date is the exact moment.
        let epoch = self.cell(Column::Epoch);
        match (when, interval) {
            (When::Local(_) | When::Day(_), Interval::Hour | Interval::FiveMinutes) => {
                Some(dates.when(epoch).unwrap_or(when))
            }
            _ => Some(when),
        }
    }

    fn no_date(&self, written: &str) -> String {
        if is_spreadsheet_day(written) {
            return format!(
                "'{written}' is a spreadsheet day number; format the column as a date and save it again"
            );
        }
        let forms = "2024-01-31, 20240131, 31.1.2024, 1/31/2024 or Jan 31, 2024";
        match self.file.options.date_order {
            None => format!("Invalid date '{written}'; expected a date such as {forms}"),
            Some(order) => format!("Invalid date '{written}'; expected the order {order}"),
        }
    }
}
