//! Computes the value of the holdings in watchlists, at the prices and exchange rates in memory.

use jiff::{Timestamp, civil::Date};

use super::{Listing, MarketState};
use crate::domain::{
    currency::Currency,
    dividend::{ExpectedPayment, expected_payments},
    holding::{Holding, Totals, ValuedPosition},
    quote::Quote,
    watchlist::{Watchlist, WatchlistItem},
};

/// A position of an entry of a list.
#[derive(Debug)]
pub(crate) struct HeldPosition<'a> {
    /// The ticker.
    pub(crate) listing: &'a Listing,
    /// The list.
    pub(crate) list: &'a Watchlist,
    /// The entry of the list.
    pub(crate) item: &'a WatchlistItem,
    /// The position with today's prices.
    pub(crate) valued: ValuedPosition,
}

/// The total of holdings.
#[derive(Debug)]
pub(crate) struct HoldingsTotals {
    /// The currency of the totals.
    pub(crate) currency: Currency,
    /// The totals.
    pub(crate) totals: Totals,
}

impl MarketState {
    /// Returns the totals of the holdings in lists; `None` if there are no holdings. `display` is the display currency.
    pub(crate) fn holdings_totals(
        &self,
        lists: &[Watchlist],
        display: Currency,
        now: Timestamp,
    ) -> Option<HoldingsTotals> {
        let currency = self.display_or_dollars(display);
        let held = self.held_positions(lists, currency, now);
        let valued: Vec<ValuedPosition> = held.into_iter().map(|held| held.valued).collect();
        (!valued.is_empty()).then(|| HoldingsTotals {
            currency,
            totals: Totals::of(&valued),
        })
    }

    /// Returns the positions of lists, in their order. Holdings that were sold completely are left out. `display` is the display currency.
    pub(crate) fn held_positions<'a>(
        &'a self,
        lists: &'a [Watchlist],
        display: Currency,
        now: Timestamp,
    ) -> Vec<HeldPosition<'a>> {
        let items = lists
            .iter()
            .flat_map(|list| list.items.iter().map(move |item| (list, item)));
        let positions = items.filter_map(|(list, item)| {
            let listing = self.get(item.ticker_id)?;
            let holding = item.holding.as_ref()?;
            Some(HeldPosition {
                listing,
                list,
                item,
                valued: self.value_holding(holding, listing, display, listing.date_at(now)),
            })
        });
        positions
            .filter(|held| held.valued.position.units() != Some(0.0))
            .collect()
    }

    fn value_holding(
        &self,
        holding: &Holding,
        listing: &Listing,
        display: Currency,
        today: Date,
    ) -> ValuedPosition {
        let currency = listing.ticker.profile.currency;
        let is_display_currency = currency == display;
        let rate_on = |day| {
            if is_display_currency {
                return Some(1.0);
            }
            self.fixings.rate_on(currency, display, day)
        };
        let splits = self.splits_of(listing.ticker.id);
        let position = holding.position(listing.ticker.profile.quotation, splits, today, rate_on);
        let quote = listing.quote.as_ref();
        ValuedPosition {
            position,
            price: quote.map(|quote| quote.price),
            previous_close: quote.and_then(close_before),
            rate: self.rate(currency, display).map(|rate| rate.value),
            is_display_currency,
            income: self.expected_income(listing, today),
        }
    }

    /// Returns the dividends per unit that are expected in the next 12 months, in the ticker's currency; `None` if no dividends are
    /// known or an exchange rate is unknown.
    fn expected_income(&self, listing: &Listing, today: Date) -> Option<f64> {
        let payments = self.expected_dividends(listing, today)?;
        Some(payments.iter().map(|payment| payment.amount).sum())
    }

    /// Returns the dividends that are expected in the next 12 months, ascending, with their amounts per unit in the ticker's currency;
    /// `None` if no dividends are known or an exchange rate is unknown.
    pub(crate) fn expected_dividends(
        &self,
        listing: &Listing,
        today: Date,
    ) -> Option<Vec<ExpectedPayment>> {
        let dividends = self.dividends.get(&listing.ticker.id)?;
        let currency = listing.ticker.profile.currency;
        expected_payments(dividends, today)
            .into_iter()
            .map(|payment| {
                let rate = self.rate(payment.currency.unwrap_or(currency), currency)?;
                Some(ExpectedPayment {
                    amount: payment.amount * rate.value,
                    currency: None,
                    ..payment
                })
            })
            .collect()
    }
}

/// Returns the price that today's change is relative to.
fn close_before(quote: &Quote) -> Option<f64> {
    let from_change = || {
        let factor = 1.0 + quote.change_24h? / 100.0;
        (factor > 0.0).then(|| quote.price / factor)
    };
    quote.previous_close.or_else(from_change)
}
