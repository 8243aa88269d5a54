//! Computes the inputs of alerts on holdings: the average cost of a ticker, and the day's change of all tickers together.

use jiff::{Timestamp, civil::Date};

use super::engine::DayChange;
use crate::{
    domain::{
        currency::Currency,
        quote::price_ratio,
        session::{Calendar, exchange_date},
        watchlist::Watchlist,
    },
    market::{HeldPosition, Market},
};

/// The price ratio from which on a change may be a split that is not reported yet.
const SPLIT_RATIO: f64 = 1.18;

/// The change of the value of a position since the previous close, in dollars.
#[derive(Debug, Clone, Copy)]
struct PositionChange {
    /// The day of the price at the exchange.
    day: Date,
    /// True for a ticker that is traded around the clock.
    is_always: bool,
    value: f64,
    gain: f64,
    may_be_split: bool,
}

/// Passes the positions in `lists` at current prices to `compute`.
pub(super) fn with_positions<T>(
    lists: &[Watchlist],
    market: &Market,
    now: Timestamp,
    compute: impl FnOnce(&[HeldPosition<'_>]) -> T,
) -> T {
    let market = market.read();
    // The currency does not matter: costs are read in the ticker's own currency, and changes are in percent.
    compute(&market.held_positions(lists, Currency::USD, now))
}

/// Returns the average cost of a unit of `symbol`, in the unit of its price; `None` if nothing is held or no cost is known.
pub(super) fn average_cost(held: &[HeldPosition<'_>], symbol: &str) -> Option<f64> {
    let of_symbol = held
        .iter()
        .filter(|held| held.listing.ticker.profile.symbol == symbol);
    let known = of_symbol.filter_map(|held| {
        let position = &held.valued.position;
        Some((position.units()?, position.total_cost?, position.quotation))
    });
    let (units, cost, quotation) = known.reduce(|a, b| (a.0 + b.0, a.1 + b.1, a.2))?;
    (units > 0.0).then(|| quotation.price(cost, units))
}

/// Returns the change of the holdings in a list, or with `None` in all lists, on the newest day on which one of the tickers was traded;
/// `None` if no change is known. A ticker that was not traded on that day counts as unchanged. A ticker that is traded around the
/// clock counts with its change of 24 hours; if nothing else is held, the day is the one of its price.
pub(super) fn day_change(held: &[HeldPosition<'_>], list: Option<u32>) -> Option<DayChange> {
    let of_list = held
        .iter()
        .filter(|held| list.is_none_or(|id| held.list.id == id));
    let changes: Vec<_> = of_list.filter_map(position_change).collect();
    let sessions = changes.iter().filter(|change| !change.is_always);
    let day = sessions.map(|change| change.day).max();
    let day = day.or_else(|| changes.iter().map(|change| change.day).max())?;
    let counted = changes
        .iter()
        .filter(|change| change.is_always || change.day == day);
    let gain: f64 = counted.clone().map(|change| change.gain).sum();
    let before = changes.iter().map(|change| change.value).sum::<f64>() - gain;
    (before > 0.0).then(|| DayChange {
        day,
        percent: 100.0 * gain / before,
        may_be_split: counted.clone().any(|change| change.may_be_split),
    })
}

/// Returns the change of a position; `None` without a price, a previous close or an exchange rate.
fn position_change(held: &HeldPosition<'_>) -> Option<PositionChange> {
    let (valued, quote) = (&held.valued, held.listing.quote.as_ref()?);
    let calendar = held.listing.ticker.profile.calendar();
    let jump = price_ratio(valued.price?, valued.previous_close?);
    Some(PositionChange {
        day: exchange_date(calendar, quote.as_of),
        is_always: calendar == Calendar::Always,
        value: valued.display_value()?,
        gain: valued.day_gain()? * valued.rate?,
        may_be_split: calendar.has_splits() && jump >= SPLIT_RATIO,
    })
}
