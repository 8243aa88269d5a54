//! One line of a file, as a bar.

use csv::StringRecord;

use super::{
    PriceFile,
    column::Column,
    date::{When, is_spreadsheet_day},
    format::Series,
    header::Writer,
    money::Money,
    number::{is_nothing, money_of, number},
    when::{Clock, Unplaced},
    zone::time_zone,
};
use crate::{
    domain::{
        bar::{Bar, Interval},
        price::in_whole_units,
        ticker::TickerKind,
    },
    import::week,
};

/// The beginning of the year 1600 (Unix seconds): no market is older.
const EARLIEST: i64 = -11_676_096_000;
/// How far an opening or a close may lie outside of high and low: they are rounded apart, or an auction's.
const MOST_OUTSIDE: f64 = 0.01;

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::import) enum Outcome {
    /// A bar, and what its prices were written in.
    Bar(Bar, Option<Money>),
    /// A date without any price, as some sources write for holidays.
    NoPrices,
    /// A dividend or a split between the bars.
    Event,
    /// Shares of another series than those that everybody trades.
    OtherSeries,
}

/// One line, to be understood.
pub(in crate::import) struct Row<'a> {
    file: &'a PriceFile,
    cells: &'a StringRecord,
}

impl<'a> Row<'a> {
    /// A row of this file.
    pub(in crate::import) fn new(file: &'a PriceFile, cells: &'a StringRecord) -> Self {
        Self { file, cells }
    }

    /// What the line is, for a ticker of this kind and calendar.
    pub(in crate::import) fn read(&self, series: &Series) -> Result<Outcome, String> {
        if let Some(wrong) = self.file.is_split(self.cells) {
            return Err(wrong);
        }
        if self.file.is_event(self.cells) {
            return Ok(Outcome::Event);
        }
        let group = self.cell(Column::Series);
        if self.file.style.only_equity && !group.eq_ignore_ascii_case("EQ") {
            return Ok(Outcome::OtherSeries);
        }
        let start = self.start(series)?;
        if Column::PRICES
            .iter()
            .all(|price| is_nothing(self.cell(*price)))
        {
            return Ok(Outcome::NoPrices);
        }
        let money = self.money(series)?;
        let bar = self.bar(start, series.kind, self.scale(money))?;
        Ok(Outcome::Bar(bar, money))
    }

    /// The cell of the symbol, or of the bar's length.
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
        // A line that has none of them knows the close alone, as one in a file without these columns.
        let is_close_alone = [Column::Open, Column::High, Column::Low]
            .into_iter()
            .all(|column| is_nothing(self.cell(column)));
        let or_close = |column| {
            if self.file.columns.has(column) && !is_close_alone {
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

    /// Has high and low enclose the other prices, unless those lie too far outside.
    fn enclose(&self, bar: &mut Bar) -> Result<(), String> {
        let most = if self.file.columns.is_inferred {
            0.0
        } else {
            bar.high.abs().max(bar.low.abs()) * MOST_OUTSIDE
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
        if is_nothing(cell) {
            return Err(format!("the {column} is missing"));
        }
        let price = in_whole_units(self.number(column)?, scale);
        if kind.can_cost(price) {
            Ok(price)
        } else if kind.can_cost(price.signum()) {
            Err(format!(
                "the {column} {cell} is more than anything costs; where prices are written as whole numbers of a small part, say --price-scale 10000 or --price-scale 1000000000"
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
        if is_nothing(cell) {
            return Ok(Bar::UNKNOWN_VOLUME);
        }
        let volume = self.number(column)?;
        if volume >= 0.0 {
            // Not the −0 of some exports, which compares equal and prints differently.
            Ok(volume.abs())
        } else {
            Err(format!("the volume {cell} is negative"))
        }
    }

    /// What the prices of the line are in, as its cells or the titles say.
    fn money(&self, series: &Series) -> Result<Option<Money>, String> {
        let code = self.cell(Column::Currency);
        let said = match code {
            "" => None,
            code => Some((
                Money::parse(code).ok_or_else(|| format!("'{code}' is no currency such as EUR"))?,
                format!("the currency '{code}'"),
            )),
        };
        let signs = Column::PRICES.iter().filter_map(|column| {
            let cell = self.cell(*column);
            Some((money_of(cell)?, format!("the {column} '{cell}'")))
        });
        let title = || Some((self.file.columns.money?, "the title".to_owned()));
        let mut found = None;
        for (money, place) in said.into_iter().chain(signs) {
            match &found {
                Some((other, before)) if !money.agrees(*other) => {
                    return Err(format!("{place} and {before} are not in one currency"));
                }
                _ => found = Some((money, place)),
            }
        }
        let Some((money, place)) = found.or_else(title) else {
            return Ok(None);
        };
        let told = self.file.options.currency;
        if let Some(told) = told.filter(|told| !told.agrees(money)) {
            return Err(format!("{place} says {money}, and --currency says {told}"));
        }
        match series.currency {
            Some(currency) if !money.can_be(currency) => Err(format!(
                "{place} says {money}, and the ticker's prices are in {currency}"
            )),
            _ => Ok(Some(money)),
        }
    }

    /// How many times larger the prices are written than they are.
    fn scale(&self, money: Option<Money>) -> f64 {
        let options = &self.file.options;
        let parts = money.or(options.currency).map_or(1.0, Money::parts);
        parts * options.price_scale.unwrap_or(1.0)
    }

    /// Unix seconds of the bar's start.
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
            Unplaced::Reason(reason) => format!("'{written}' {reason}"),
            Unplaced::OutOfRange => self.no_date(written),
        })?;
        if start < EARLIEST {
            return Err(format!("'{written}' lies before the year 1600"));
        }
        if series.interval == Interval::Day
            && let Some(reason) = week::closed(series, start)
        {
            return Err(format!("'{written}' {reason}"));
        }
        Ok(start)
    }

    fn when(&self, date: &str, time: &str, interval: Interval) -> Option<When> {
        let dates = self.file.style.dates;
        let when = if is_nothing(time) {
            dates.when(date)
        } else {
            dates.when_joined(date, time)
        }?;
        // A count since 1970 beside a date is the moment itself.
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
                "'{written}' is the number of a day in a spreadsheet; format the column as a date and save it again"
            );
        }
        let forms = "2024-01-31, 20240131, 31.1.2024, 1/31/2024 or Jan 31, 2024";
        match self.file.options.date_order {
            None => format!("'{written}' is not a date such as {forms}"),
            Some(order) => format!("'{written}' is not a date in the order {order}"),
        }
    }
}
