//! Responses with positions and their totals.

use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{currency::Currency, quotation::Quotation, ticker::TickerKind},
    web::api::{shapes::PriceUnit, watchlists::AppliedSplit},
};

/// The holdings in a list, or in all lists.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Holdings {
    /// The display currency (ISO 4217), which the totals are in.
    #[schema(value_type = String)]
    pub(crate) currency: Currency,
    /// Value of all positions with a price and an exchange rate; null if no position has both.
    pub(crate) value: Option<f64>,
    /// The amount paid in total, each purchase at the exchange rate of its day, or at today's rate if that is unknown; null if no cost is
    /// known.
    pub(crate) cost: Option<f64>,
    /// Value minus cost, of the positions with known value and cost.
    pub(crate) gain: Option<f64>,
    /// The gain in percent of what these positions cost.
    pub(crate) gain_percent: Option<f64>,
    /// The part of the gain that comes from exchange rates; null if it is unknown for a position.
    pub(crate) currency_effect: Option<f64>,
    /// Change of the value since the previous close.
    pub(crate) day_gain: Option<f64>,
    /// `dayGain` in percent of the value at the previous close.
    pub(crate) day_gain_percent: Option<f64>,
    /// Dividends expected in the next 12 months: announced ones, and the regular ones of the last 12 months once more; null if none are known.
    pub(crate) income12m: Option<f64>,
    /// Symbols of the positions without a price or an exchange rate, and of those whose lots sell more than is held; they are not part of
    /// any total.
    pub(crate) without_value: Vec<String>,
    /// Symbols of the positions that are not part of `gain`, because their cost, price or exchange rate is unknown.
    pub(crate) without_gain: Vec<String>,
    /// Positions in the order of the lists.
    pub(crate) positions: Vec<PositionRow>,
    /// Values by sector, country, currency and type, largest first.
    pub(crate) groups: Groups,
}

/// The holding in a ticker. Amounts are in the ticker's currency, unless their name begins with `display`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PositionRow {
    /// Symbol of the ticker.
    pub(crate) symbol: String,
    /// Name of the ticker.
    pub(crate) name: String,
    /// Id of the ticker.
    pub(crate) ticker_id: u32,
    /// Type of the ticker.
    #[serde(rename = "type")]
    #[schema(value_type = String)]
    pub(crate) kind: TickerKind,
    /// Id of the list.
    pub(crate) watchlist_id: u32,
    /// Id of the entry in the list.
    pub(crate) watchlist_item_id: u32,
    /// The ticker's currency (ISO 4217).
    #[schema(value_type = String)]
    pub(crate) currency: Currency,
    /// The unit of `price` and `cost`. In percent, `quantity` is the nominal value, so the value is `quantity` × `price` / 100.
    #[schema(value_type = PriceUnit)]
    pub(crate) price_unit: Quotation,
    /// Number of units today, or the nominal value of a bond.
    pub(crate) quantity: f64,
    /// Average cost of a unit, with fees; null if unknown.
    pub(crate) cost: Option<f64>,
    /// Price of a unit; null if unknown.
    pub(crate) price: Option<f64>,
    /// Value; null without a price.
    pub(crate) value: Option<f64>,
    /// Value minus cost; null if either is unknown.
    pub(crate) gain: Option<f64>,
    /// The gain in percent of the cost.
    pub(crate) gain_percent: Option<f64>,
    /// Change of the value since the previous close.
    pub(crate) day_gain: Option<f64>,
    /// Share of the total value, in percent; null without a price or an exchange rate.
    pub(crate) weight: Option<f64>,
    /// Value in the display currency.
    pub(crate) display_value: Option<f64>,
    /// The amount paid, in the display currency: each purchase at the rate of its day, or at today's rate if that is unknown.
    pub(crate) display_cost: Option<f64>,
    /// Value minus cost in the display currency, including the currency effect.
    pub(crate) display_gain: Option<f64>,
    /// The part of `displayGain` that comes from the exchange rate; null if the rates of the days are unknown.
    pub(crate) currency_effect: Option<f64>,
    /// Dividends expected in the next 12 months, in the display currency; null if unknown.
    pub(crate) income12m: Option<f64>,
    /// The first day on which the lots sell more than is held, because a split became known after they were entered: quantity and value
    /// are unknown until the lots are corrected, and `quantity` is 0. Null otherwise.
    #[schema(value_type = Option<String>, format = Date)]
    pub(crate) oversold_on: Option<Date>,
    /// Splits that changed the number of units since they were entered, newest first.
    pub(crate) splits_applied: Vec<AppliedSplit>,
}

/// Values grouped by properties of the tickers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Groups {
    /// By sector. Funds and other tickers without a sector form a group without a name.
    pub(crate) sector: Vec<Group>,
    /// By country.
    pub(crate) country: Vec<Group>,
    /// By currency.
    pub(crate) currency: Vec<Group>,
    /// By type of ticker.
    #[serde(rename = "type")]
    pub(crate) kind: Vec<Group>,
}

/// The total value of a group of positions.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Group {
    /// The sector, country, currency or type of the group; empty if it is unknown.
    pub(crate) name: String,
    /// Value in the display currency.
    pub(crate) value: f64,
    /// Share of the total value, in percent.
    pub(crate) weight: f64,
}
