//! Shared response shapes: camelCase JSON, ISO 8601 times in UTC, percentages in percent, money in the ticker's currency. `null` means
//! unknown; unknown values are never zero.

mod display_rate;
mod dividend;
mod facts;
mod history;
mod ticker;

use jiff::Timestamp;

pub(crate) use display_rate::{DisplayRate, DisplayRates};
pub(crate) use dividend::DividendRow;
pub(crate) use facts::{FundFacts, Tvl};
pub(crate) use history::{BarPoint, BasePrice, HistoryPoint, PricePoint};
pub(crate) use ticker::{SessionPhase, Ticker, TickerRow, TickerType};

/// Name of the sample market's provider, which marks its data as sample data.
pub(crate) const SAMPLE: &str = "sample";

/// Converts Unix seconds to a time, clamped to the supported range.
pub(crate) fn seconds(at: i64) -> Timestamp {
    Timestamp::from_second(at).unwrap_or(if at < 0 {
        Timestamp::MIN
    } else {
        Timestamp::MAX
    })
}
