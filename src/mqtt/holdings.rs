//! The payload of the topic of the total of all holdings.

use serde::Serialize;

use crate::{
    domain::{currency::Currency, quote::rounded},
    market::HoldingsTotals,
};

/// The total of all holdings, in the display currency. Amounts and percentages have two decimals; unknown values are null.
#[derive(Debug, Serialize)]
struct HoldingsState {
    currency: Currency,
    value: Option<f64>,
    /// Change of the value since the previous close.
    day_gain: Option<f64>,
    day_gain_percent: Option<f64>,
    /// Value minus cost, of the positions with known value and cost.
    gain: Option<f64>,
    gain_percent: Option<f64>,
}

/// Returns the payload of the holdings.
pub(super) fn payload(HoldingsTotals { currency, totals }: &HoldingsTotals) -> String {
    let rounded = |value: Option<f64>| value.map(|value| rounded(value, 2));
    let state = HoldingsState {
        currency: *currency,
        value: rounded(totals.value),
        day_gain: rounded(totals.day_gain),
        day_gain_percent: rounded(totals.day_gain_percent),
        gain: rounded(totals.gain),
        gain_percent: rounded(totals.gain_percent),
    };
    // Serializing numbers and a currency never fails.
    serde_json::to_string(&state).unwrap_or_default()
}
