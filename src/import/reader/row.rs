//! Conversion of one row of a price file to a bar.

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

/// Start of the year 1600 in Unix seconds. No market is older.
const EARLIEST: i64 = -11_676_096_000;
/// Maximum distance of open and close from the range between low and high, as a fraction of the
/// price. Small distances occur because prices are rounded differently or come from an auction.
const MAX_OUTSIDE: f64 = 0.01;

/// The content of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::import) enum LineContent {
    /// A bar, and the currency that the row names, if any.
    Bar(Bar, Option<Money>),
    /// A date without prices. Some sources write such rows for holidays.
    NoPrices,
    /// A dividend or a split between the bars.
    Event,
    /// A bar of a share series other than the regular one.
    OtherShareSeries,
}

/// One row of a price file.
pub(in crate::import) struct Row<'a> {
    file: &'a PriceFile,
    cells: &'a StringRecord,
}

impl<'a> Row<'a> {
    /// Creates a row from its cells.
    pub(in crate::import) fn new(file: &'a PriceFile, cells: &'a StringRecord) -> Self {
        Self { file, cells }
    }

    /// Reads the row. The error is a sentence without a final period.
    pub(in crate::import) fn read(&self, series: &Series) -> Result<LineContent, String> {
        if let Some(error) = self.file.extra_cells_error(self.cells) {
            return Err(error);
        }
        if self.file.is_event(self.cells) {
            return Ok(LineContent::Event);
        }
        let share_series = self.cell(Column::Series);
        if self.file.style.only_equity && !share_series.eq_ignore_ascii_case("EQ") {
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
        // A row without open, high and low has only a close, like the rows of a file without these
        // columns.
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
        self.extend_range(&mut bar)?;
        Ok(bar)
    }

    /// Extends the range between low and high so that it includes open and close. Returns an error
    /// if they are too far outside.
    fn extend_range(&self, bar: &mut Bar) -> Result<(), String> {
        let tolerance = if self.file.columns.is_inferred {
            0.0
        } else {
            bar.high.abs().max(bar.low.abs()) * MAX_OUTSIDE
        };
        for (column, price) in [(Column::Open, bar.open), (Column::Close, bar.close)] {
            if price > bar.high + tolerance || price < bar.low - tolerance {
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
            .map_err(|error| format!("the {column} {error}"))
    }

    fn price(&self, column: Column, kind: TickerKind, scale: f64) -> Result<f64, String> {
        let cell = self.cell(column);
        if is_empty_cell(cell) {
            return Err(format!("the {column} is missing"));
        }
        let price = in_whole_units(self.number(column)?, scale);
        if kind.allows_price(price) {
            Ok(price)
        } else if kind.allows_price(price.signum()) {
            Err(format!(
                "the {column} {cell} is too large for a price; if prices are text as scaled whole numbers, specify --price-scale 10000 or --price-scale 1000000000"
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
            // `abs` replaces the −0 of some exports, which equals 0 but is printed differently.
            Ok(volume.abs())
        } else {
            Err(format!("the volume {cell} is negative"))
        }
    }

    /// Returns the currency that the cells of the row or the header name, if any. Returns an error
    /// if it contradicts other cells, the option or the ticker.
    fn money(&self, series: &Series) -> Result<Option<Money>, String> {
        let code = self.cell(Column::Currency);
        let from_column = match code {
            "" => None,
            code => Some((
                Money::parse(code).ok_or_else(|| {
                    format!("Invalid currency '{code}'; expected a code such as EUR")
                })?,
                format!("the currency '{code}'"),
            )),
        };
        let from_prices = Column::PRICES.iter().filter_map(|column| {
            let cell = self.cell(*column);
            Some((money_of(cell)?, format!("the {column} '{cell}'")))
        });
        let title = || Some((self.file.columns.money?, "the title".to_owned()));
        let mut found = None;
        for (money, origin) in from_column.into_iter().chain(from_prices) {
            match &found {
                Some((other, previous_origin)) if !money.agrees(*other) => {
                    return Err(format!(
                        "{origin} and {previous_origin} are in different currencies"
                    ));
                }
                _ => found = Some((money, origin)),
            }
        }
        let Some((money, origin)) = found.or_else(title) else {
            return Ok(None);
        };
        let specified = self.file.options.currency;
        if let Some(specified) = specified.filter(|specified| !specified.agrees(money)) {
            return Err(format!(
                "{origin} indicates {money}, but --currency is {specified}"
            ));
        }
        match series.currency {
            Some(currency) if !money.can_be(currency) => Err(format!(
                "{origin} indicates {money}, but the ticker's prices are in {currency}"
            )),
            _ => Ok(Some(money)),
        }
    }

    /// Returns the factor by which the prices in the file are larger than the real prices.
    fn scale(&self, money: Option<Money>) -> f64 {
        let options = &self.file.options;
        let parts = money.or(options.currency).map_or(1.0, Money::parts);
        parts * options.price_scale.unwrap_or(1.0)
    }

    /// Returns the start of the bar in Unix seconds.
    fn start(&self, series: &Series) -> Result<i64, String> {
        let (date, time) = (self.cell(Column::Date), self.cell(Column::Time));
        let text = [date, time].join(" ");
        let text = text.trim_end();
        let when = self.when(date, time, series.interval);
        let when = when.ok_or_else(|| self.invalid_date_error(text))?;
        let zone = match self.cell(Column::Zone) {
            "" => None,
            name => Some(
                time_zone(name).map_err(|error| format!("Invalid time zone '{name}'; {error}"))?,
            ),
        };
        let clock = Clock {
            series,
            zone: zone
                .as_ref()
                .or(self.file.options.time_zone.as_ref())
                .or(self.file.columns.zone.as_ref()),
            is_broker_time: self.file.columns.writer == Writer::Broker,
        };
        let start = if series.interval == Interval::Day {
            clock.day_of(when)
        } else {
            clock.moment_of(when)
        };
        let start = start.map_err(|error| match error {
            TimeError::Reason(reason) => format!("'{text}' {reason}"),
            TimeError::OutOfRange => self.invalid_date_error(text),
        })?;
        if start < EARLIEST {
            return Err(format!("'{text}' is before the year 1600"));
        }
        if series.interval == Interval::Day
            && let Some(reason) = weekend::weekend_reason(series, start)
        {
            return Err(format!("'{text}' {reason}"));
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
        // A Unix timestamp in addition to a date is the exact time.
        let epoch = self.cell(Column::Epoch);
        match (when, interval) {
            (When::Local(_) | When::Day(_), Interval::Hour | Interval::FiveMinutes) => {
                Some(dates.when(epoch).unwrap_or(when))
            }
            _ => Some(when),
        }
    }

    fn invalid_date_error(&self, text: &str) -> String {
        if is_spreadsheet_day(text) {
            return format!(
                "'{text}' is a spreadsheet day number; format the column as a date and save it again"
            );
        }
        let examples = "2024-01-31, 20240131, 31.1.2024, 1/31/2024 or Jan 31, 2024";
        match self.file.options.date_order {
            None => format!("Invalid date '{text}'; expected a date such as {examples}"),
            Some(order) => format!("Invalid date '{text}'; expected the order {order}"),
        }
    }
}
