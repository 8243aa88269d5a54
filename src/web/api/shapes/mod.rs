//! Response types that several endpoints share. Fields are camelCase, times are ISO 8601 in UTC, percentages are in percent, and amounts
//! of money are in the ticker's currency. An unknown value is `null`, never zero.

mod disagreement;
mod display_rate;
mod dividend;
mod facts;
mod history;
mod ticker;

use jiff::Timestamp;

pub(crate) use disagreement::Disagreement;
pub(crate) use display_rate::{DisplayRate, DisplayRates};
pub(crate) use dividend::DividendRow;
pub(crate) use facts::{FundFacts, Tvl};
pub(crate) use history::{BarPoint, BasePrice, HistoryPoint, PricePoint};
pub(crate) use ticker::{PriceUnit, SessionPhase, Ticker, TickerRow, TickerType};

/// Provider name of the sample market. Data from this provider is sample data.
pub(crate) const SAMPLE_PROVIDER: &str = "sample";

/// Converts Unix seconds to a timestamp. Values out of range become the first or last timestamp.
pub(crate) fn timestamp(unix_seconds: i64) -> Timestamp {
    Timestamp::from_second(unix_seconds).unwrap_or(if unix_seconds < 0 {
        Timestamp::MIN
    } else {
        Timestamp::MAX
    })
}
