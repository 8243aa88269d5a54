//! Endpoints for what is held: positions with their values, and totals in the display currency.

use std::collections::BTreeMap;

use hyper::StatusCode;
use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{
        currency::Currency,
        dividend::expected_payments,
        holding::{Totals, ValuedPosition},
        quote::Quote,
        ticker::TickerKind,
        watchlist::{Watchlist, WatchlistItem},
    },
    market::{Listing, MarketState},
    web::{
        AppState,
        api::{
            shapes::DisplayRates,
            tickers::lookup::resolve_symbol,
            watchlists::{AppliedSplit, USER},
        },
        http::{
            error::Result,
            reply::{self, Reply},
            request::{ApiRequest, currency_param, positive_number},
        },
    },
};

/// What is held of the tickers of a list, or of all lists.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Holdings {
    /// The display currency, in which the totals are (ISO 4217).
    #[schema(value_type = String)]
    currency: Currency,
    /// Value of all positions with a price and an exchange rate; null if no position has both.
    value: Option<f64>,
    /// What was paid in total, each purchase at the exchange rate of its day, or at today's rate if that is unknown; null if no cost is
    /// known.
    cost: Option<f64>,
    /// Value minus cost of the positions for which both are known.
    gain: Option<f64>,
    /// The gain in percent of what these positions cost.
    gain_percent: Option<f64>,
    /// The part of the gain that comes from exchange rates; null if it is unknown for a position.
    currency_effect: Option<f64>,
    /// Change of the value since the previous close.
    day_gain: Option<f64>,
    /// `dayGain` in percent of the value at the previous close.
    day_gain_percent: Option<f64>,
    /// Dividends expected in the next 12 months: announced ones, and those of the last 12 months once more; null if none are known.
    income12m: Option<f64>,
    /// Symbols of the positions without a price or an exchange rate, which are not part of any total.
    without_value: Vec<String>,
    /// Symbols of the positions that are not part of `gain`, because their cost, price or exchange rate is unknown.
    without_gain: Vec<String>,
    /// Positions in the order of the lists.
    positions: Vec<PositionRow>,
    /// Values by sector, country, currency and type, largest first.
    groups: Groups,
}

/// What is held of a ticker. Amounts are in the ticker's currency, unless their name begins with `display`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PositionRow {
    /// Symbol of the ticker.
    symbol: String,
    /// Name of the ticker.
    name: String,
    /// Id of the ticker.
    ticker_id: u32,
    /// Type of the ticker.
    #[serde(rename = "type")]
    #[schema(value_type = String)]
    kind: TickerKind,
    /// Id of the list.
    watchlist_id: u32,
    /// Id of the entry in the list.
    watchlist_item_id: u32,
    /// The ticker's currency (ISO 4217).
    #[schema(value_type = String)]
    currency: Currency,
    /// Number of units today.
    quantity: f64,
    /// Average cost of a unit, with fees; null if unknown.
    cost: Option<f64>,
    /// Price of a unit; null if unknown.
    price: Option<f64>,
    /// Value; null without a price.
    value: Option<f64>,
    /// Value minus cost; null if either is unknown.
    gain: Option<f64>,
    /// The gain in percent of the cost.
    gain_percent: Option<f64>,
    /// Change of the value since the previous close.
    day_gain: Option<f64>,
    /// Share of the total value, in percent; null without a price or an exchange rate.
    weight: Option<f64>,
    /// Value in the display currency.
    display_value: Option<f64>,
    /// What was paid, in the display currency: each purchase at the rate of its day, or at today's rate if that is unknown.
    display_cost: Option<f64>,
    /// Value minus cost in the display currency, including the currency effect.
    display_gain: Option<f64>,
    /// The part of `displayGain` that comes from the exchange rate; null if the rates of the days are unknown.
    currency_effect: Option<f64>,
    /// Dividends expected in the next 12 months, in the display currency; null if unknown.
    income12m: Option<f64>,
    /// Splits that changed the number of units since they were entered, newest first.
    splits_applied: Vec<AppliedSplit>,
}

/// Values by what the tickers have in common.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Groups {
    /// By sector; funds and others have none.
    sector: Vec<Group>,
    /// By country.
    country: Vec<Group>,
    /// By currency.
    currency: Vec<Group>,
    /// By type of ticker.
    #[serde(rename = "type")]
    kind: Vec<Group>,
}

/// The value of the positions that have something in common.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Group {
    /// What they have in common; empty if it is unknown.
    name: String,
    /// Value in the display currency.
    value: f64,
    /// Share of the total value, in percent.
    weight: f64,
}

/// Returns what is held of the tickers of a list.
#[utoipa::path(get, path = "/api/watchlists/{id}/holdings", params(("id" = u32, Path),
        ("currency" = Option<String>, Query, pattern = "^[A-Z]{3}$", description = "Currency of the totals; default: the display currency")),
    responses((status = 200, description = "Positions and their totals.", body = Holdings),
        (status = 404, description = "There is no such watchlist.", body = String)))]
pub(crate) async fn of_list(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let id = positive_number(id, "watchlist")?;
    let currency = currency_param(request, "currency")?.unwrap_or_else(|| state.display_currency());
    let list = state.store.run(move |store| store.watchlist(id)).await?;
    let holdings = compute(state, &[list], currency);
    Ok(reply::json(StatusCode::OK, &holdings))
}

/// Returns what is held of the tickers of all lists. A ticker that is held in several lists has several positions.
#[utoipa::path(get, path = "/api/holdings", params(
        ("symbol" = Option<String>, Query, description = "Only what is held of this ticker; weights are shares in it"),
        ("currency" = Option<String>, Query, pattern = "^[A-Z]{3}$", description = "Currency of the totals; default: the display currency")),
    responses((status = 200, description = "Positions and their totals.", body = Holdings),
        (status = 404, description = "There is no such ticker.", body = String)))]
pub(crate) async fn all(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let currency = currency_param(request, "currency")?.unwrap_or_else(|| state.display_currency());
    let ticker = request
        .query("symbol")
        .map(|symbol| resolve_symbol(&state.market.read(), &symbol))
        .transpose()?;
    let mut lists = state.store.run(|store| store.watchlists(USER)).await?;
    if let Some(ticker) = ticker {
        for list in &mut lists {
            list.items.retain(|item| item.ticker_id == ticker);
        }
    }
    let holdings = compute(state, &lists, currency);
    Ok(reply::json(StatusCode::OK, &holdings))
}

fn compute(state: &AppState, lists: &[Watchlist], currency: Currency) -> Holdings {
    let (market, now) = (state.market.read(), state.now());
    let rates = DisplayRates::new(&market, currency);
    let held: Vec<(&Listing, &Watchlist, &WatchlistItem, ValuedPosition)> = lists
        .iter()
        .flat_map(|list| list.items.iter().map(move |item| (list, item)))
        .filter_map(|(list, item)| {
            let listing = market.get(item.ticker_id)?;
            let valued = value(item, listing, &rates, listing.date_at(now))?;
            Some((listing, list, item, valued))
        })
        // What was sold completely is not held.
        .filter(|(.., valued)| valued.position.quantity > 0.0)
        .collect();
    let valued: Vec<ValuedPosition> = held.iter().map(|(.., valued)| valued.clone()).collect();
    let totals = Totals::of(&valued);
    let total = totals.value.unwrap_or_default();
    let weight = |value: f64| (total > 0.0).then(|| 100.0 * value / total);
    let groups = |name: &dyn Fn(&Listing) -> String| {
        let mut groups: BTreeMap<String, f64> = BTreeMap::new();
        for (listing, .., valued) in &held {
            if let Some(value) = valued.display_value() {
                *groups.entry(name(listing)).or_default() += value;
            }
        }
        let mut groups: Vec<Group> = groups
            .into_iter()
            .map(|(name, value)| Group {
                name,
                value,
                weight: weight(value).unwrap_or_default(),
            })
            .collect();
        groups.sort_by(|a, b| b.value.total_cmp(&a.value));
        groups
    };
    let symbols = |is_left_out: &dyn Fn(&ValuedPosition) -> bool| -> Vec<String> {
        held.iter()
            .filter(|(.., valued)| is_left_out(valued))
            .map(|(listing, ..)| listing.ticker.profile.symbol.clone())
            .collect()
    };
    let positions = held.iter().map(|(listing, list, item, valued)| {
        let weight = valued.display_value().and_then(weight);
        position_row(listing, (list.id, item.id), valued, weight)
    });
    Holdings {
        currency: rates.currency(),
        value: totals.value,
        cost: totals.cost,
        gain: totals.gain,
        gain_percent: totals.gain_percent,
        currency_effect: totals.currency_effect,
        day_gain: totals.day_gain,
        day_gain_percent: totals.day_gain_percent,
        income12m: totals.income,
        without_value: symbols(&|valued| valued.display_value().is_none()),
        without_gain: symbols(&|valued| {
            valued.display_value().is_none() || valued.display_cost().is_none()
        }),
        positions: positions.collect(),
        groups: Groups {
            sector: groups(&|listing| listing.ticker.profile.sector.clone().unwrap_or_default()),
            country: groups(&|listing| listing.ticker.profile.country.clone().unwrap_or_default()),
            currency: groups(&|listing| listing.ticker.profile.currency.to_string()),
            kind: groups(&|listing| listing.ticker.profile.kind.as_str().to_owned()),
        },
    }
}

fn position_row(
    listing: &Listing,
    (watchlist_id, watchlist_item_id): (u32, u32),
    valued: &ValuedPosition,
    weight: Option<f64>,
) -> PositionRow {
    let profile = &listing.ticker.profile;
    let (display_value, display_cost) = (valued.display_value(), valued.display_cost());
    let quantity = valued.position.quantity;
    PositionRow {
        symbol: profile.symbol.clone(),
        name: profile.name.clone(),
        ticker_id: listing.ticker.id.0,
        kind: profile.kind,
        watchlist_id,
        watchlist_item_id,
        currency: profile.currency,
        quantity,
        cost: valued.position.cost(),
        price: valued.price,
        value: valued.value(),
        gain: valued.gain(),
        gain_percent: valued.gain_percent(),
        day_gain: valued.day_gain(),
        weight,
        display_value,
        display_cost,
        display_gain: display_value
            .zip(display_cost)
            .map(|(value, cost)| value - cost),
        currency_effect: valued.currency_effect(),
        income12m: valued
            .income
            .zip(valued.rate)
            .map(|(income, rate)| income * quantity * rate),
        splits_applied: valued
            .position
            .splits
            .iter()
            .map(AppliedSplit::from)
            .collect(),
    }
}

/// Values what is held of a ticker; `None` if nothing is.
fn value(
    item: &WatchlistItem,
    listing: &Listing,
    rates: &DisplayRates,
    today: Date,
) -> Option<ValuedPosition> {
    let (holding, market) = (item.holding.as_ref()?, rates.market);
    let (currency, display) = (listing.ticker.profile.currency, rates.currency());
    let is_display_currency = currency == display;
    let rate_on = |day| {
        if is_display_currency {
            return Some(1.0);
        }
        market.fixings.rate_on(currency, display, day)
    };
    let position = holding.position(market.splits_of(listing.ticker.id), today, rate_on);
    let quote = listing.quote.as_ref();
    Some(ValuedPosition {
        position,
        price: quote.map(|quote| quote.price),
        previous_close: quote.and_then(close_before),
        rate: rates.rate_from(currency).map(|rate| rate.value()),
        is_display_currency,
        income: expected_income(listing, market, today),
    })
}

/// Returns the price that today's change is relative to.
fn close_before(quote: &Quote) -> Option<f64> {
    let from_change = || {
        let factor = 1.0 + quote.change_24h? / 100.0;
        (factor > 0.0).then(|| quote.price / factor)
    };
    quote.previous_close.or_else(from_change)
}

/// Returns the dividends per unit that are expected in the next 12 months, in the ticker's currency; `None` if no dividend is known, or
/// the exchange rate of one.
fn expected_income(listing: &Listing, market: &MarketState, today: Date) -> Option<f64> {
    let dividends = market.dividends.get(&listing.ticker.id)?;
    let currency = listing.ticker.profile.currency;
    expected_payments(dividends, today)
        .into_iter()
        .map(|payment| {
            let rate = market.rate(payment.currency.unwrap_or(currency), currency)?;
            Some(payment.amount * rate.value)
        })
        .sum()
}
