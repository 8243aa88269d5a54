//! Computes today's position from a holding: units, cost and applied splits.

use jiff::civil::Date;

use super::{Holding, applied, factor, oversold_on};
use crate::domain::{quotation::Quotation, split::Split};

/// The holding in a ticker on a day.
#[derive(Debug, Clone, PartialEq)]
pub struct Position {
    /// Number of units on that day; the nominal value if prices are in percent.
    pub quantity: f64,
    /// The unit of prices.
    pub quotation: Quotation,
    /// Cost of the units, with fees; sales reduce it at the average cost. `None` if unknown.
    pub total_cost: Option<f64>,
    /// `total_cost` in the display currency, each purchase at the rate of its day. `None` if the days or a rate are
    /// unknown.
    pub display_cost: Option<f64>,
    /// The splits that changed the number of units, newest first.
    pub splits: Vec<Split>,
    /// The first day on which more is sold than is held, because a split became known after the lots were entered. Then
    /// quantity and cost are unknown: `quantity` is 0, and the costs are `None`.
    pub oversold_on: Option<Date>,
}

impl Position {
    /// Returns the number of units; `None` if it is unknown.
    pub fn units(&self) -> Option<f64> {
        self.oversold_on.is_none().then_some(self.quantity)
    }

    /// Returns the average cost of a unit, in the unit of prices; `None` if unknown or if nothing is held.
    pub fn cost(&self) -> Option<f64> {
        self.total_cost
            .filter(|_| self.quantity > 0.0)
            .map(|total| self.quotation.price(total, self.quantity))
    }
}

impl Holding {
    /// Computes the position on the day `today`. `quotation` is the unit of the ticker's prices, `splits` are those of the ticker, in
    /// any order. `rate_on` returns the units of the display currency per unit of the ticker's currency on a day; `None` if unknown.
    pub fn position(
        &self,
        quotation: Quotation,
        splits: &[Split],
        today: Date,
        rate_on: impl Fn(Date) -> Option<f64>,
    ) -> Position {
        match self {
            Self::Average {
                quantity,
                cost,
                since,
            } => Position {
                quantity: quantity * factor(splits, *since, today),
                quotation,
                // Splits do not change the cost of all units.
                total_cost: cost.map(|cost| quotation.amount(*quantity, cost)),
                display_cost: None,
                splits: applied(splits, *since, today).copied().collect(),
                oversold_on: None,
            },
            Self::Lots(lots) => {
                let (mut quantity, mut total_cost, mut display_cost) = (0.0, 0.0, Some(0.0));
                for lot in lots {
                    let units = lot.quantity * factor(splits, lot.date, today);
                    if units > 0.0 {
                        let paid = lot.paid(quotation);
                        total_cost += paid;
                        display_cost = display_cost
                            .zip(rate_on(lot.date))
                            .map(|(cost, rate)| cost + paid * rate);
                        quantity += units;
                    } else if -units >= quantity * (1.0 - super::ROUNDING) {
                        (quantity, total_cost, display_cost) = (0.0, 0.0, Some(0.0));
                    } else {
                        let kept = 1.0 + units / quantity;
                        total_cost *= kept;
                        display_cost = display_cost.map(|cost| cost * kept);
                        quantity += units;
                    }
                }
                let first = lots.first().map(|lot| lot.date);
                let oversold_on = oversold_on(lots, splits, today);
                let is_known = oversold_on.is_none();
                Position {
                    quantity: if is_known { quantity } else { 0.0 },
                    quotation,
                    total_cost: is_known.then_some(total_cost),
                    display_cost: display_cost.filter(|_| is_known),
                    splits: first
                        .map(|first| applied(splits, first, today).copied().collect())
                        .unwrap_or_default(),
                    oversold_on,
                }
            }
        }
    }
}
