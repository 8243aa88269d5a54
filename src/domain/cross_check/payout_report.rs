//! The dividends of a ticker that a second source reports.

use jiff::{Timestamp, ToSpan as _, civil::Date};
use serde::{Deserialize, Serialize};

/// Dividends are compared as far back as this many days before today.
const WINDOW_DAYS: i32 = 400;
/// Number of days after an ex-date in which a source may still lack the dividend.
const SETTLING_DAYS: i32 = 3;

/// The dividends that a second source reports.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PayoutReport {
    /// Name of the source in the configuration.
    pub source: String,
    /// Time of the response.
    pub at: Timestamp,
    /// Ex-dates and amounts in the ticker's currency, in any order.
    pub payments: Vec<(Date, f64)>,
}

impl PayoutReport {
    /// Creates a report with the dividends that [`compare_payouts`](super::compare_payouts) needs as of `today`.
    pub(crate) fn new(
        source: &str,
        at: Timestamp,
        payments: impl Iterator<Item = (Date, f64)>,
        today: Date,
    ) -> Self {
        let is_recent = |payment: &(Date, f64)| window(today).contains(&payment.0);
        Self {
            source: source.to_owned(),
            at,
            payments: payments.filter(is_recent).collect(),
        }
    }
}

/// Returns the ex-dates that are compared.
pub(super) fn window(today: Date) -> std::ops::RangeInclusive<Date> {
    today.saturating_sub(WINDOW_DAYS.days())..=today.saturating_sub(SETTLING_DAYS.days())
}
