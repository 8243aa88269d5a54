//! What a file is, and how it is written.

use jiff::tz::TimeZone;

use super::{
    date::{DateOrder, DateStyle},
    header::ColumnOrder,
    money::Money,
    number::DecimalMark,
    zone::{ZONES, time_zone},
};
use crate::domain::{
    bar::Interval,
    currency::Currency,
    session::Calendar,
    ticker::{Profile, TickerKind},
};

/// Whose bars a file holds.
#[derive(Debug, Clone, Copy)]
pub struct Series {
    /// Length of a bar.
    pub interval: Interval,
    /// Decides whether prices may be below zero, and whether there are bars on weekends.
    pub kind: TickerKind,
    /// When the ticker trades: times of day without an offset are those of its exchange.
    pub calendar: Calendar,
    /// Whether the calendar is known, and not assumed for want of anything else.
    pub calendar_is_known: bool,
    /// What prices must be in, where that is known before the file is read.
    pub currency: Option<Currency>,
}

impl Series {
    /// Bars of a ticker of this kind, about which nothing else is known.
    pub fn new(interval: Interval, kind: TickerKind) -> Self {
        Self {
            interval,
            kind,
            calendar: kind.calendar(),
            calendar_is_known: false,
            currency: None,
        }
    }

    /// Bars of the ticker with this profile.
    pub(in crate::import) fn of(profile: &Profile, interval: Interval) -> Self {
        Self {
            calendar: profile.calendar(),
            calendar_is_known: profile.time_zone.is_some() || profile.always_open,
            ..Self::new(interval, profile.kind)
        }
    }
}

/// How a file is written, where a person says it; the file itself shows the rest.
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    /// The order of day, month and year.
    pub date_order: Option<DateOrder>,
    /// The sign before the decimals.
    pub decimal_mark: Option<DecimalMark>,
    /// The zone of times without an offset, and of the days that epochs fall on.
    pub time_zone: Option<TimeZone>,
    /// What the columns hold, for a file that does not name them.
    pub columns: Option<ColumnOrder>,
    /// What prices are in.
    pub currency: Option<Money>,
    /// How many times larger the prices are written than they are.
    pub price_scale: Option<f64>,
    /// The ticker, for a file in the import folder that does not name it in a column.
    pub symbol: Option<String>,
    /// The length of the bars, for a file in the import folder that does not name it in a column.
    pub interval: Option<Interval>,
}

impl ReadOptions {
    /// Reads the lines before the titles that say how the file is written: `# time-zone: Europe/Paris`.
    /// What a person said on the command line counts more.
    pub(super) fn with_directive(mut self, line: &str) -> Result<Self, String> {
        let Some((name, value)) = line.trim_start_matches('#').split_once(':') else {
            return Ok(self);
        };
        let (name, value) = (name.trim().to_ascii_lowercase(), value.trim());
        let wrong = |expected: &str| format!("Invalid {name} '{value}'; expected {expected}");
        match name.replace(['_', ' '], "-").as_str() {
            "date-order" => {
                let order = DateOrder::parse(value).ok_or_else(|| wrong("dmy, mdy or ymd"))?;
                self.date_order.get_or_insert(order);
            }
            "decimal" => {
                let mark = DecimalMark::parse(value).ok_or_else(|| wrong("point or comma"))?;
                self.decimal_mark.get_or_insert(mark);
            }
            "time-zone" => {
                let zone = time_zone(value).map_err(|_| wrong(ZONES))?;
                self.time_zone.get_or_insert(zone);
            }
            "columns" => {
                let order = ColumnOrder::parse(value)?;
                self.columns.get_or_insert(order);
            }
            "currency" => {
                let money = Money::parse(value).ok_or_else(|| wrong("a code such as EUR"))?;
                self.currency.get_or_insert(money);
            }
            "price-scale" => {
                let scale = price_scale(value).map_err(|_| wrong("a number such as 10000"))?;
                self.price_scale.get_or_insert(scale);
            }
            "interval" => {
                let interval = Interval::parse(value).ok_or_else(|| wrong("5m, 1h or 1d"))?;
                self.interval.get_or_insert(interval);
            }
            "symbol" => {
                self.symbol.get_or_insert(value.to_owned());
            }
            _ => {}
        }
        Ok(self)
    }
}

/// Reads how many times larger prices are written than they are.
pub(crate) fn price_scale(word: &str) -> Result<f64, String> {
    let scale: Option<f64> = word.trim().replace('_', "").parse().ok();
    scale
        .filter(|scale| (1e-6..=1e12).contains(scale))
        .ok_or_else(|| "expected a number such as 100, 10000 or 1000000000".to_owned())
}

/// How the cells of a file are written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    pub(super) dates: DateStyle,
    pub(super) decimal_mark: DecimalMark,
    /// Every volume of the file is zero: it was not counted.
    pub(super) volume_is_unknown: bool,
    /// The series of shares to take where a file holds several, as India's exchanges name them.
    pub(super) only_equity: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            dates: DateStyle::of(DateOrder::DayMonthYear),
            decimal_mark: DecimalMark::Point,
            volume_is_unknown: false,
            only_equity: false,
        }
    }
}
