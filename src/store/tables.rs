//! Every table there is: this page is the schema.
//!
//! Values are sealed (see `record`): JSON, or bars as `codec` packs them.

use redb::{TableDefinition, WriteTransaction};

use super::{Result, record};
use crate::domain::bar::Interval;

/// The version of this page. `migrate` brings older files up to it.
pub(super) const SCHEMA: u32 = 2;

type Records<K> = TableDefinition<'static, K, &'static [u8]>;

/// Schema version and counters, by name: four bytes, little-endian, sealed.
pub(super) const META: Records<&str> = Records::new("meta");
/// By ticker id.
pub(super) const TICKERS: Records<u32> = Records::new("tickers");
/// The newest of each ticker, by its id.
pub(super) const QUOTES: Records<u32> = Records::new("quotes");
/// All of a ticker, by its id; newest first.
pub(super) const DIVIDENDS: Records<u32> = Records::new("dividends");
/// By id.
pub(super) const NEWS: Records<u32> = Records::new("news");
/// By id.
pub(super) const ICOS: Records<u32> = Records::new("icos");
/// By (date, symbol): `2026-11-21 AAPL`.
pub(super) const EARNINGS: Records<&str> = Records::new("earnings");
/// By symbol.
pub(super) const FUNDS: Records<&str> = Records::new("funds");
/// By (market, Unix seconds).
pub(super) const FEAR_GREED: Records<(&str, i64)> = Records::new("fear_greed");
/// By id, entries included.
pub(super) const WATCHLISTS: Records<u32> = Records::new("watchlists");
/// By id.
pub(super) const ALERTS: Records<u32> = Records::new("alerts");
/// What alerts reported, by a number that grows.
pub(super) const FIRED: Records<u64> = Records::new("fired");

/// Bars by (chunk number, ticker id), one table an interval. Time comes first, so that what a
/// commit writes for all tickers lies side by side, and old chunks leave as one range.
pub(super) fn chunks(interval: Interval) -> Records<(i32, u32)> {
    Records::new(match interval {
        Interval::FiveMinutes => "bars_5m",
        Interval::Hour => "bars_1h",
        Interval::Day => "bars_1d",
    })
}

/// The newest bars by ticker id, not yet in their chunk. Always holds the newest bar.
pub(super) fn tails(interval: Interval) -> Records<u32> {
    Records::new(match interval {
        Interval::FiveMinutes => "tails_5m",
        Interval::Hour => "tails_1h",
        Interval::Day => "tails_1d",
    })
}

/// Makes every table and writes the schema version: a table that is missing later was lost.
pub(super) fn create_all(txn: &WriteTransaction) -> Result<()> {
    for table in [TICKERS, QUOTES, DIVIDENDS, NEWS, ICOS, WATCHLISTS, ALERTS] {
        txn.open_table(table)?;
    }
    for table in [EARNINGS, FUNDS] {
        txn.open_table(table)?;
    }
    txn.open_table(FEAR_GREED)?;
    txn.open_table(FIRED)?;
    for interval in Interval::ALL {
        txn.open_table(chunks(interval))?;
        txn.open_table(tails(interval))?;
    }
    record::set_number(&mut txn.open_table(META)?, "schema", SCHEMA)
}
