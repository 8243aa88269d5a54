//! The options of the user for reading a file, and the format of its cells.

use jiff::tz::TimeZone;

use super::{
    date::{DateOrder, DateStyle},
    header::ColumnOrder,
    money::Money,
    number::DecimalMark,
    zone::{ZONE_FORMS, time_zone},
};
use crate::domain::{
    bar::Interval,
    currency::Currency,
    session::Calendar,
    ticker::{Profile, TickerKind},
};

/// The ticker and interval of the bars in a file.
#[derive(Debug, Clone, Copy)]
pub struct Series {
    /// Interval of the bars.
    pub interval: Interval,
    /// Kind of the ticker. It decides whether prices may be negative and whether weekends may have
    /// bars.
    pub kind: TickerKind,
    /// Trading calendar of the ticker. Times without an offset are in the time zone of its
    /// exchange.
    pub calendar: Calendar,
    /// False if the calendar is only a guess.
    pub calendar_is_known: bool,
    /// Currency of the prices, if the ticker exists already.
    pub currency: Option<Currency>,
}

impl Series {
    /// Creates a series for a new ticker of this kind.
    pub fn new(interval: Interval, kind: TickerKind) -> Self {
        Self {
            interval,
            kind,
            calendar: kind.default_calendar(),
            calendar_is_known: false,
            currency: None,
        }
    }

    /// Creates a series for the ticker with this profile.
    pub(in crate::import) fn of(profile: &Profile, interval: Interval) -> Self {
        Self {
            calendar: profile.calendar(),
            calendar_is_known: profile.time_zone.is_some() || profile.always_open,
            ..Self::new(interval, profile.kind)
        }
    }
}

/// Format options that the user specified. Unspecified ones are determined from the file.
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    /// Order of day, month and year.
    pub date_order: Option<DateOrder>,
    /// Decimal mark.
    pub decimal_mark: Option<DecimalMark>,
    /// Time zone of times without an offset. For daily bars, also the zone in which the date of a
    /// Unix timestamp is determined.
    pub time_zone: Option<TimeZone>,
    /// Columns of a file without a header.
    pub columns: Option<ColumnOrder>,
    /// Currency of the prices.
    pub currency: Option<Money>,
    /// Factor by which the prices in the file are larger than the real prices.
    pub price_scale: Option<f64>,
    /// Symbol of the ticker, for a file in the import folder without a symbol column.
    pub symbol: Option<String>,
    /// Interval of the bars, for a file in the import folder without an interval column.
    pub interval: Option<Interval>,
}

impl ReadOptions {
    /// Applies a directive line such as `# time-zone: Europe/Paris`. Options that are already set
    /// take precedence.
    pub(super) fn with_directive(mut self, line: &str) -> Result<Self, String> {
        let Some((name, value)) = line.trim_start_matches('#').split_once(':') else {
            return Ok(self);
        };
        let (name, value) = (name.trim().to_ascii_lowercase(), value.trim());
        let invalid = |expected: &str| format!("Invalid {name} '{value}'; expected {expected}");
        match name.replace(['_', ' '], "-").as_str() {
            "date-order" => {
                let order = DateOrder::parse(value).ok_or_else(|| invalid("dmy, mdy or ymd"))?;
                self.date_order.get_or_insert(order);
            }
            "decimal" => {
                let mark = DecimalMark::parse(value).ok_or_else(|| invalid("point or comma"))?;
                self.decimal_mark.get_or_insert(mark);
            }
            "time-zone" => {
                let zone = time_zone(value).map_err(|_| invalid(ZONE_FORMS))?;
                self.time_zone.get_or_insert(zone);
            }
            "columns" => {
                let order = ColumnOrder::parse(value)?;
                self.columns.get_or_insert(order);
            }
            "currency" => {
                let money = Money::parse(value).ok_or_else(|| invalid("a code such as EUR"))?;
                self.currency.get_or_insert(money);
            }
            "price-scale" => {
                let scale = price_scale(value).map_err(|_| invalid("a number such as 10000"))?;
                self.price_scale.get_or_insert(scale);
            }
            "interval" => {
                let interval = Interval::parse(value).ok_or_else(|| invalid("5m, 1h or 1d"))?;
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

/// Parses the factor by which the prices in the file are larger than the real prices.
pub(crate) fn price_scale(word: &str) -> Result<f64, String> {
    let scale: Option<f64> = word.trim().replace('_', "").parse().ok();
    scale
        .filter(|scale| (1e-6..=1e12).contains(scale))
        .ok_or_else(|| "expected a number such as 100, 10000 or 1000000000".to_owned())
}

/// The format of the cells in a file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    pub(super) dates: DateStyle,
    pub(super) decimal_mark: DecimalMark,
    /// True if every volume in the file is zero or missing, which means that volumes are unknown.
    pub(super) volume_is_unknown: bool,
    /// True if only rows of the equity series are read, because the file of an Indian exchange has
    /// several series.
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
