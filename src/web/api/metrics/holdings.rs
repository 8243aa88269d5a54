//! Metrics for the holdings, per list. They are amounts, so they are part of the metrics only if the configuration says so.

use super::exposition::Exposition;
use crate::{
    domain::{holding::Totals, watchlist::Watchlist},
    market::HoldingsTotals,
    web::{
        AppState,
        http::{error::Result, request::ApiRequest},
    },
};

/// A metric: name, help text and value.
type Gauge = (&'static str, &'static str, fn(&Totals) -> Option<f64>);

const GAUGES: [Gauge; 6] = [
    (
        "marketdeck_holdings_value",
        "Value of the holdings, by list, in the display currency.",
        |totals| totals.value,
    ),
    (
        "marketdeck_holdings_cost",
        "The amount paid for the holdings, by list, in the display currency.",
        |totals| totals.cost,
    ),
    (
        "marketdeck_holdings_gain",
        "Value minus cost where both are known, by list, in the display currency.",
        |totals| totals.gain,
    ),
    (
        "marketdeck_holdings_gain_ratio",
        "The gain divided by the cost, by list.",
        |totals| Some(totals.gain_percent? / 100.0),
    ),
    (
        "marketdeck_holdings_day_gain",
        "Change of the value since the previous close, by list, in the display currency.",
        |totals| totals.day_gain,
    ),
    (
        "marketdeck_holdings_day_gain_ratio",
        "The day's gain divided by the value at the previous close, by list.",
        |totals| Some(totals.day_gain_percent? / 100.0),
    ),
];

/// Writes the metrics of the holdings, if they are enabled. A list in which nothing is held has no samples.
pub(super) async fn write(
    text: &mut Exposition,
    state: &AppState,
    request: &ApiRequest,
) -> Result<()> {
    if !state.settings.metrics_holdings {
        return Ok(());
    }
    let lists = request.store(state, |store| store.watchlists()).await?;
    let totals: Vec<(&Watchlist, HoldingsTotals)> = {
        let market = state.market.read();
        let (display, now) = (state.display_currency(request.person()), state.now());
        let of_list = |list| market.holdings_totals(std::slice::from_ref(list), display, now);
        let lists = lists.iter();
        lists
            .filter_map(|list| Some((list, of_list(list)?)))
            .collect()
    };
    for (name, help, value) in GAUGES {
        let mut gauge = text.gauge(name, help);
        for (list, HoldingsTotals { currency, totals }) in &totals {
            if let Some(value) = value(totals) {
                let (id, currency) = (list.id.to_string(), currency.to_string());
                let labels = [
                    ("list_id", id.as_str()),
                    ("list", list.name.as_str()),
                    ("currency", currency.as_str()),
                ];
                gauge.sample(&labels, value);
            }
        }
    }
    Ok(())
}
