//! The shapes on the wire: camelCase JSON, ISO 8601 times in UTC, percentages in percent, money in the
//! ticker's currency. `null` means unknown; it is never written as zero.

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

/// Name of the offline market's provider, and what marks its data as a sample.
pub(crate) const SAMPLE: &str = "sample";

/// Unix seconds as a time; what no calendar holds becomes its nearest edge.
pub(crate) fn seconds(at: i64) -> Timestamp {
    Timestamp::from_second(at).unwrap_or(if at < 0 {
        Timestamp::MIN
    } else {
        Timestamp::MAX
    })
}
