//! Computes positions with today's prices, and their totals.

use std::collections::BTreeMap;

use jiff::{Timestamp, civil::Date};

use super::shapes::{Group, Groups, Holdings, PositionRow};
use crate::{
    domain::{
        currency::Currency,
        dividend::{ExpectedPayment, expected_payments},
        holding::{Totals, ValuedPosition},
        quote::Quote,
        watchlist::{Watchlist, WatchlistItem},
    },
    market::{Listing, MarketState},
    web::{
        AppState,
        api::{shapes::DisplayRates, watchlists::AppliedSplit},
    },
};

/// A position of an entry of a list.
pub(super) struct HeldPosition<'a> {
    pub(super) listing: &'a Listing,
    pub(super) list: &'a Watchlist,
    pub(super) item: &'a WatchlistItem,
    pub(super) valued: ValuedPosition,
}

/// Returns the positions of lists, in their order. What was sold completely is left out.
pub(super) fn held_tickers<'a>(
    lists: &'a [Watchlist],
    rates: &DisplayRates<'a>,
    now: Timestamp,
) -> Vec<HeldPosition<'a>> {
    let items = lists
        .iter()
        .flat_map(|list| list.items.iter().map(move |item| (list, item)));
    let positions = items.filter_map(|(list, item)| {
        let listing = rates.market.get(item.ticker_id)?;
        let valued = value(item, listing, rates, listing.date_at(now))?;
        Some(HeldPosition {
            listing,
            list,
            item,
            valued,
        })
    });
    positions
        .filter(|held| held.valued.position.units() != Some(0.0))
        .collect()
}

/// Computes the positions of lists and their totals.
pub(super) fn compute(state: &AppState, lists: &[Watchlist], currency: Currency) -> Holdings {
    let market = state.market.read();
    let rates = DisplayRates::new(&market, currency);
    let held = held_tickers(lists, &rates, state.now());
    let valued: Vec<ValuedPosition> = held.iter().map(|each| each.valued.clone()).collect();
    let totals = Totals::of(&valued);
    let total = totals.value.unwrap_or_default();
    let weight = |value: f64| (total > 0.0).then(|| 100.0 * value / total);
    let groups = |name: &dyn Fn(&Listing) -> String| {
        let mut groups: BTreeMap<String, f64> = BTreeMap::new();
        for each in &held {
            if let Some(value) = each.valued.display_value() {
                *groups.entry(name(each.listing)).or_default() += value;
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
            .filter(|each| is_left_out(&each.valued))
            .map(|each| each.listing.ticker.profile.symbol.clone())
            .collect()
    };
    let positions = held.iter().map(|each| {
        let weight = each.valued.display_value().and_then(weight);
        position_row(each, weight)
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
            .map(|(income, rate)| income * quantity * rate),
        oversold_on: valued.position.oversold_on,
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
    let payments = expected_dividends(listing, market, today)?;
    Some(payments.iter().map(|payment| payment.amount).sum())
}

/// Returns the dividends that are expected in the next 12 months, ascending, with their amounts per unit in the ticker's currency; `None`
/// if no dividend is known, or the exchange rate of one.
pub(super) fn expected_dividends(
    listing: &Listing,
    market: &MarketState,
    today: Date,
) -> Option<Vec<ExpectedPayment>> {
    let dividends = market.dividends.get(&listing.ticker.id)?;
    let currency = listing.ticker.profile.currency;
    expected_payments(dividends, today)
        .into_iter()
        .map(|payment| {
            let rate = market.rate(payment.currency.unwrap_or(currency), currency)?;
            Some(ExpectedPayment {
                amount: payment.amount * rate.value,
                currency: None,
                ..payment
            })
        })
        .collect()
}
