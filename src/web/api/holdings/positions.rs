//! Computes the response with positions and their totals.

use std::collections::BTreeMap;

use super::shapes::{Group, Groups, Holdings, PositionRow};
use crate::{
    domain::{
        currency::Currency,
        holding::{Totals, ValuedPosition},
        watchlist::Watchlist,
    },
    market::{HeldPosition, Listing},
    web::{AppState, api::watchlists::AppliedSplit},
};

/// Computes the positions of lists and their totals.
pub(crate) fn compute(state: &AppState, lists: &[Watchlist], currency: Currency) -> Holdings {
    let market = state.market.read();
    let currency = market.display_or_dollars(currency);
    let held = market.held_positions(lists, currency, state.now());
    let valued: Vec<ValuedPosition> = held
        .iter()
        .map(|position| position.valued.clone())
        .collect();
    let totals = Totals::of(&valued);
    let total = totals.value.unwrap_or_default();
    let weight = |value: f64| (total > 0.0).then(|| 100.0 * value / total);
    let groups = |name: &dyn Fn(&Listing) -> String| {
        let mut groups: BTreeMap<String, f64> = BTreeMap::new();
        for position in &held {
            if let Some(value) = position.valued.display_value() {
                *groups.entry(name(position.listing)).or_default() += value;
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
            .filter(|position| is_left_out(&position.valued))
            .map(|position| position.listing.ticker.profile.symbol.clone())
            .collect()
    };
    let positions = held.iter().map(|position| {
        let weight = position.valued.display_value().and_then(weight);
        position_row(position, weight)
    });
    Holdings {
        currency,
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

fn position_row(held: &HeldPosition<'_>, weight: Option<f64>) -> PositionRow {
    let HeldPosition {
        listing,
        list,
        item,
        valued,
    } = held;
    let profile = &listing.ticker.profile;
    let (display_value, display_cost) = (valued.display_value(), valued.display_cost());
    let quantity = valued.position.quantity;
    PositionRow {
        symbol: profile.symbol.clone(),
        name: profile.name.clone(),
        ticker_id: listing.ticker.id.0,
        kind: profile.kind,
        watchlist_id: list.id,
        watchlist_item_id: item.id,
        currency: profile.currency,
        price_unit: profile.quotation,
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
            .filter(|_| valued.position.oversold_on.is_none())
            .map(|(income, rate)| profile.quotation.amount(quantity, income) * rate),
        oversold_on: valued.position.oversold_on,
        splits_applied: valued
            .position
            .splits
            .iter()
            .map(AppliedSplit::from)
            .collect(),
    }
}
