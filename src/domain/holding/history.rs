//! The value of holdings over time, compared with the amount paid and with the value of the same payments in an index.
//!
//! Closes are adjusted for splits, so units are today's: a purchase of 10 units before a split of 2 for 1 counts as 20
//! units on every day. The amount paid is not adjusted.
//!
//! The value must not jump because data is missing. So if a ticker lacks a close or an exchange rate on any day on which it is held,
//! it adds nothing to any day of the range, and is listed as incomplete. Between sessions, and after a delisting, its last close
//! counts.

use std::{collections::BTreeSet, ops::RangeInclusive};

use jiff::{ToSpan as _, civil::Date};

use super::{Holding, Lot, factor, oversold_on};
use crate::domain::{
    bar::MAX_CLOSE_AGE_DAYS, fixing::rates::MAX_RATE_AGE_DAYS, quotation::Quotation, split::Split,
};

/// Values by day, ascending: closes of a ticker, or exchange rates.
#[derive(Debug, Clone, PartialEq)]
pub enum DatedValues {
    /// The same value on all days: the rate of the display currency.
    Constant(f64),
    /// Values of some days.
    Days(Vec<(Date, f64)>),
}

impl DatedValues {
    /// Returns the value of a day, or the last one before it that is at most `max_age_days` older.
    fn on(&self, day: Date, max_age_days: i32) -> Option<f64> {
        let oldest = day.saturating_sub(max_age_days.days());
        self.latest(day)
            .filter(|(date, _)| *date >= oldest)
            .map(|(_, value)| value)
    }

    /// Returns the value of a day, or the last one before it, with its day.
    fn latest(&self, day: Date) -> Option<(Date, f64)> {
        match self {
            Self::Constant(value) => Some((day, *value)),
            Self::Days(days) => {
                let until = days.partition_point(|(date, _)| *date <= day);
                days[..until].last().copied()
            }
        }
    }

    /// Returns the first day with a value of its own.
    pub fn first_day(&self) -> Option<Date> {
        match self {
            Self::Constant(_) => None,
            Self::Days(days) => days.first().map(|(date, _)| *date),
        }
    }

    /// Returns the days with a value of their own within a range.
    fn days_within(&self, range: &RangeInclusive<Date>) -> impl Iterator<Item = Date> {
        let days: &[(Date, f64)] = match self {
            Self::Constant(_) => &[],
            Self::Days(days) => days,
        };
        let range = range.clone();
        days.iter()
            .map(|(date, _)| *date)
            .filter(move |date| range.contains(date))
    }
}

/// The holding in a ticker, with its prices.
#[derive(Debug, Clone)]
pub struct HeldTicker<'a> {
    /// Symbol of the ticker.
    pub symbol: &'a str,
    /// The holding.
    pub holding: &'a Holding,
    /// The unit of the ticker's prices.
    pub quotation: Quotation,
    /// Splits of the ticker, in any order.
    pub splits: &'a [Split],
    /// Closes in the ticker's currency, adjusted for splits.
    pub closes: &'a DatedValues,
    /// Units of the display currency per unit of the ticker's currency.
    pub rates: &'a DatedValues,
}

/// The value of holdings on a day, in the display currency.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HistoryPoint {
    /// The day.
    pub date: Date,
    /// Units held at the end of the day, at their closes.
    pub value: f64,
    /// The amount paid until the day, minus the proceeds of sales; `None` if a cost is unknown.
    pub paid: Option<f64>,
    /// The amount paid after the first day of the range, minus the proceeds of sales. It changes the value without being a gain.
    pub added: f64,
    /// Value of the same payments in the index; `None` if unknown.
    pub benchmark: Option<f64>,
}

/// The value of holdings over time.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ValueHistory {
    /// One point for each day on which any of the tickers had a session, ascending.
    pub points: Vec<HistoryPoint>,
    /// Symbols that count as held during the whole range, because the days of their purchases are unknown.
    pub assumed: Vec<String>,
    /// Symbols with missing data. A symbol without a close or a rate on a day on which it was held adds nothing. A symbol whose closes
    /// end before the range counts with its last close.
    pub incomplete: Vec<String>,
}

/// The amount paid for holdings on a day, or the proceeds of sales if it is negative, in the display currency.
type Payment = (Date, f64);

/// Computes the value of holdings on each day of `range`, whose last day is today. `benchmark` has the closes of an index and the
/// rates of its currency.
///
/// A holding without lots counts as held during the whole range: the amount paid for it is its cost, and the index starts with its
/// value on the first day.
pub fn value_history(
    tickers: &[HeldTicker<'_>],
    benchmark: Option<(&DatedValues, &DatedValues)>,
    range: RangeInclusive<Date>,
) -> ValueHistory {
    let mut history = ValueHistory::default();
    let mut complete: Vec<HoldingLine<'_>> = Vec::new();
    for ticker in tickers {
        let line = HoldingLine::new(ticker, *range.end());
        let is_complete = line.is_complete(&range);
        if !is_complete || line.ends_early() {
            push_new(&mut history.incomplete, ticker.symbol);
        }
        if is_complete {
            if matches!(ticker.holding, Holding::Average { .. }) {
                push_new(&mut history.assumed, ticker.symbol);
            }
            complete.push(line);
        }
    }
    let days: BTreeSet<Date> = complete
        .iter()
        .flat_map(|line| line.ticker.closes.days_within(&range))
        .collect();
    let Some(first) = days.first().copied() else {
        return history;
    };
    let paid = payments(&complete, |line| line.cost_payments(first)).map(running_total);
    // Never `None`: complete lines have a rate for each lot.
    let added = payments(&complete, |line| line.payments_after(first)).map(running_total);
    let total_on = |totals: &DatedValues, date| totals.latest(date).map_or(0.0, |(_, total)| total);
    let index = benchmark
        .zip(payments(&complete, |line| line.value_payments(first)))
        .map(|((closes, rates), payments)| IndexInvestment::new(closes, rates, &payments));
    history.points = days
        .into_iter()
        .map(|date| HistoryPoint {
            date,
            value: complete.iter().filter_map(|line| line.value_on(date)).sum(),
            paid: paid.as_ref().map(|paid| total_on(paid, date)),
            added: added.as_ref().map_or(0.0, |added| total_on(added, date)),
            benchmark: index.as_ref().and_then(|index| index.value_on(date)),
        })
        .collect();
    history
}

fn push_new(symbols: &mut Vec<String>, symbol: &str) {
    if !symbols.iter().any(|known| known == symbol) {
        symbols.push(symbol.to_owned());
    }
}

/// Returns the payments of all tickers, ascending by date; `None` if a ticker's payments are unknown.
fn payments(
    lines: &[HoldingLine<'_>],
    payments_of: impl Fn(&HoldingLine<'_>) -> Option<Vec<Payment>>,
) -> Option<Vec<Payment>> {
    let all: Option<Vec<Vec<Payment>>> = lines.iter().map(payments_of).collect();
    let mut all: Vec<Payment> = all?.into_iter().flatten().collect();
    all.sort_by_key(|(date, _)| *date);
    Some(all)
}

/// Replaces each amount with the sum until its day.
fn running_total(amounts: Vec<(Date, f64)>) -> DatedValues {
    let mut total = 0.0;
    let sums = amounts.into_iter().map(|(date, amount)| {
        total += amount;
        (date, total)
    });
    DatedValues::Days(sums.collect())
}

/// A holding with its units and prices over time.
struct HoldingLine<'a> {
    ticker: &'a HeldTicker<'a>,
    /// Number of units since a day, in units of `today`.
    units: DatedValues,
    /// The largest number of units.
    max_units: f64,
    today: Date,
}

impl<'a> HoldingLine<'a> {
    fn new(ticker: &'a HeldTicker<'a>, today: Date) -> Self {
        let units = match ticker.holding {
            Holding::Average {
                quantity, since, ..
            } => DatedValues::Constant(quantity * factor(ticker.splits, *since, today)),
            Holding::Lots(lots) => {
                let units = |lot: &Lot| lot.quantity * factor(ticker.splits, lot.date, today);
                running_total(lots.iter().map(|lot| (lot.date, units(lot))).collect())
            }
        };
        let max_units = match &units {
            DatedValues::Constant(units) => *units,
            DatedValues::Days(days) => days.iter().fold(0.0, |max, (_, units)| units.max(max)),
        };
        Self {
            ticker,
            units,
            max_units,
            today,
        }
    }

    /// Returns the number of units at the end of a day.
    fn units_on(&self, date: Date) -> f64 {
        let units = self.units.latest(date).map_or(0.0, |(_, units)| units);
        // After everything is sold, rounding leaves a tiny remainder.
        if units.abs() <= super::ROUNDING * self.max_units {
            0.0
        } else {
            units
        }
    }

    /// Returns the value at the end of a day in the display currency; `None` without a close or a rate.
    fn value_on(&self, date: Date) -> Option<f64> {
        let units = self.units_on(date);
        if units == 0.0 {
            return Some(0.0);
        }
        let (_, close) = self.ticker.closes.latest(date)?;
        Some(self.ticker.quotation.amount(units, close) * self.rate_on(date)?)
    }

    fn rate_on(&self, date: Date) -> Option<f64> {
        self.ticker.rates.on(date, MAX_RATE_AGE_DAYS)
    }

    /// Returns true if the value is known on every day of `range` on which the ticker is held, and the exchange rates of all lots are
    /// known.
    fn is_complete(&self, range: &RangeInclusive<Date>) -> bool {
        let is_known = |date: Date| self.value_on(date).is_some();
        let lots: &[Lot] = match self.ticker.holding {
            Holding::Average { .. } => &[],
            Holding::Lots(lots) => lots,
        };
        let mut lot_days = lots.iter().map(|lot| lot.date);
        let mut days = self.ticker.closes.days_within(range);
        oversold_on(lots, self.ticker.splits, self.today).is_none()
            && lot_days
                .all(|day| self.rate_on(day).is_some() && (!range.contains(&day) || is_known(day)))
            && is_known(*range.start())
            && is_known(self.today)
            && days.all(is_known)
    }

    /// Returns true if the ticker is held today and its closes end earlier, as after a delisting.
    fn ends_early(&self) -> bool {
        let is_held = self.units_on(self.today) != 0.0;
        is_held
            && self
                .ticker
                .closes
                .on(self.today, MAX_CLOSE_AGE_DAYS)
                .is_none()
    }

    /// Returns the amounts paid, and the proceeds of sales as negative amounts. Without lots, this is the cost at today's rate, as if
    /// paid on the day `first`.
    fn cost_payments(&self, first: Date) -> Option<Vec<Payment>> {
        match self.ticker.holding {
            Holding::Average { quantity, cost, .. } => {
                let paid = self.ticker.quotation.amount(*quantity, (*cost)?);
                let amount = paid * self.rate_on(self.today)?;
                Some(vec![(first, amount)])
            }
            Holding::Lots(lots) => self.lot_payments(lots),
        }
    }

    /// Returns the amounts paid after the day `first`, and the proceeds of sales. Without lots, there are none: the quantity counts as
    /// held before.
    fn payments_after(&self, first: Date) -> Option<Vec<Payment>> {
        match self.ticker.holding {
            Holding::Average { .. } => Some(Vec::new()),
            Holding::Lots(lots) => {
                let is_after = lots.partition_point(|lot| lot.date <= first);
                self.lot_payments(&lots[is_after..])
            }
        }
    }

    /// Returns the payments that are invested in the index. Without lots, this is the value on the day `first`.
    fn value_payments(&self, first: Date) -> Option<Vec<Payment>> {
        match self.ticker.holding {
            Holding::Average { .. } => Some(vec![(first, self.value_on(first)?)]),
            Holding::Lots(lots) => self.lot_payments(lots),
        }
    }

    /// Returns the cost of each purchase, and the proceeds of each sale as a negative amount, after fees.
    fn lot_payments(&self, lots: &[Lot]) -> Option<Vec<Payment>> {
        let payment = |lot: &Lot| {
            let amount = lot.paid(self.ticker.quotation);
            Some((lot.date, amount * self.rate_on(lot.date)?))
        };
        lots.iter().map(payment).collect()
    }
}

/// The result of investing payments in an index.
struct IndexInvestment<'a> {
    closes: &'a DatedValues,
    rates: &'a DatedValues,
    /// Units of the index since a day, ascending; `None` since a payment on whose day the index has no price.
    units: Vec<(Date, Option<f64>)>,
}

impl<'a> IndexInvestment<'a> {
    /// Buys units of the index with each payment, at the close of its day. Negative payments sell units.
    fn new(closes: &'a DatedValues, rates: &'a DatedValues, payments: &[Payment]) -> Self {
        let mut index = Self {
            closes,
            rates,
            units: Vec::with_capacity(payments.len()),
        };
        let mut units = Some(0.0);
        for (date, amount) in payments {
            let price = index.price_on(*date).filter(|price| *price > 0.0);
            units = units
                .zip(price)
                .map(|(units, price)| units + amount / price);
            index.units.push((*date, units));
        }
        index
    }

    /// Returns the price of a unit in the display currency.
    fn price_on(&self, date: Date) -> Option<f64> {
        let close = self.closes.on(date, MAX_CLOSE_AGE_DAYS)?;
        Some(close * self.rates.on(date, MAX_RATE_AGE_DAYS)?)
    }

    /// Returns the value of all units on a day; it is below 0 if more units were sold than bought.
    fn value_on(&self, date: Date) -> Option<f64> {
        let until = self.units.partition_point(|(since, _)| *since <= date);
        match self.units[..until].last() {
            None => Some(0.0),
            Some((_, units)) => Some((*units)? * self.price_on(date)?),
        }
    }
}
