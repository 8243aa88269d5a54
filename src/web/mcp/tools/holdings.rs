//! The tool `holdings`.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    lists::watchlists,
    numbers::{round, truncate},
    price::Price,
};
use crate::{
    domain::{currency::Currency, ticker::TickerId, watchlist::Watchlist},
    web::{
        AppState,
        api::holdings::{self, Group, PositionRow},
        http::{
            error::{ApiError, Result},
            request::ApiRequest,
        },
    },
};

/// Maximum number of positions in an answer.
const MAX_POSITIONS: usize = 40;
/// Maximum number of groups of each kind.
const MAX_GROUPS: usize = 12;

/// Arguments of `holdings`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct HoldingsArguments {
    /// Name or id of a watchlist; default: all lists together.
    #[serde(default)]
    list: Option<String>,
    /// Currency of the totals, such as EUR; default: the user's display currency.
    #[serde(default)]
    #[schema(pattern = "^[A-Z]{3}$")]
    currency: Option<String>,
}

/// What the user holds. Totals are in `currency`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct HoldingsAnswer {
    /// Currency of the totals (ISO 4217).
    currency: String,
    /// Value of all positions with a price and an exchange rate.
    value: Option<f64>,
    /// The amount paid; missing if no cost is known.
    cost: Option<f64>,
    /// Value minus cost, of the positions with both.
    gain: Option<f64>,
    /// The gain in percent of the cost.
    gain_percent: Option<f64>,
    /// Change of the value since the previous close.
    day_gain: Option<f64>,
    /// Change of the value since the previous close, in percent.
    day_gain_percent: Option<f64>,
    /// Dividends expected in the next 12 months.
    income12m: Option<f64>,
    /// Positions, largest first. A ticker in several lists has several positions.
    #[schema(inline)]
    positions: Vec<Position>,
    /// Number of further positions that were left out.
    more: usize,
    /// Symbols without a price or an exchange rate, which no total contains.
    without_value: Vec<String>,
    /// Shares by sector, largest first.
    #[schema(inline)]
    sectors: Vec<Share>,
    /// Shares by currency, largest first.
    #[schema(inline)]
    currencies: Vec<Share>,
}

/// A position. Amounts are in the currency of the price.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Position {
    /// Symbol.
    symbol: String,
    /// Full name.
    name: String,
    /// Name of the watchlist.
    list: String,
    /// Number of units, or the nominal value of a bond whose price is in percent.
    quantity: f64,
    /// Average cost of a unit in the unit of its price, with fees; missing if unknown.
    cost: Option<f64>,
    /// Price of a unit, with source and time; missing if unknown.
    #[schema(inline)]
    price: Option<Price>,
    /// Value.
    value: Option<f64>,
    /// Value minus cost.
    gain: Option<f64>,
    /// The gain in percent of the cost.
    gain_percent: Option<f64>,
    /// Change of the value since the previous close.
    day_gain: Option<f64>,
    /// Share of the total value, in percent.
    weight_percent: Option<f64>,
}

/// The share of a group of positions.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Share {
    /// Name of the group; empty if unknown, as for funds without a sector.
    name: String,
    /// Share of the total value, in percent.
    weight_percent: f64,
}

/// Returns what the user holds.
pub(super) async fn holdings(
    state: &AppState,
    request: &ApiRequest,
    arguments: HoldingsArguments,
) -> Result<HoldingsAnswer> {
    let currency = match &arguments.currency {
        None => state.display_currency(request.person()),
        Some(code) => Currency::in_use(&code.to_uppercase()).ok_or_else(|| {
            ApiError::bad_request(format!(
                "Invalid currency '{code}'; expected a currency code such as EUR."
            ))
        })?,
    };
    let lists = watchlists(state, request, arguments.list.as_deref()).await?;
    let mut held = holdings::compute(state, &lists, currency);
    let value = |position: &PositionRow| position.display_value.unwrap_or_default();
    held.positions.sort_by(|a, b| value(b).total_cmp(&value(a)));
    let more = truncate(&mut held.positions, MAX_POSITIONS);
    let positions = held.positions.into_iter();
    Ok(HoldingsAnswer {
        currency: held.currency.to_string(),
        value: held.value.map(round),
        cost: held.cost.map(round),
        gain: held.gain.map(round),
        gain_percent: held.gain_percent.map(round),
        day_gain: held.day_gain.map(round),
        day_gain_percent: held.day_gain_percent.map(round),
        income12m: held.income12m.map(round),
        positions: positions.map(|row| position(state, &lists, row)).collect(),
        more,
        without_value: held.without_value,
        sectors: shares(held.groups.sector),
        currencies: shares(held.groups.currency),
    })
}

fn position(state: &AppState, lists: &[Watchlist], row: PositionRow) -> Position {
    let market = state.market.read();
    let listing = market.get(TickerId(row.ticker_id));
    let list = lists.iter().find(|list| list.id == row.watchlist_id);
    Position {
        symbol: row.symbol,
        name: row.name,
        list: list.map(|list| list.name.clone()).unwrap_or_default(),
        quantity: row.quantity,
        cost: row.cost,
        price: listing.and_then(|listing| Price::of(listing, state.now())),
        value: row.value.map(round),
        gain: row.gain.map(round),
        gain_percent: row.gain_percent.map(round),
        day_gain: row.day_gain.map(round),
        weight_percent: row.weight.map(round),
    }
}

fn shares(groups: Vec<Group>) -> Vec<Share> {
    let largest = groups.into_iter().take(MAX_GROUPS);
    largest
        .map(|group| Share {
            name: group.name,
            weight_percent: round(group.weight),
        })
        .collect()
}
