//! A user's holding in a ticker: a number of units with their average cost, or lots from which both follow. For a bond with a price in
//! percent, the number of units is its nominal value, and costs are in percent of it.
//!
//! Amounts are in the ticker's currency unless a name says otherwise. Splits are applied when a position is computed,
//! never to what is stored, so each split counts once, whenever it becomes known.

mod history;
mod position;
#[cfg(test)]
mod tests;
mod totals;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

pub use self::{
    history::{DatedValues, HeldTicker, HistoryPoint, ValueHistory, value_history},
    position::Position,
    totals::{Totals, ValuedPosition},
};
use super::{quotation::Quotation, split::Split, validation::ValidationError};

/// Maximum number of lots of an entry.
pub const MAX_LOTS: usize = 1_000;
/// Maximum number of units, and maximum price of a unit.
const MAX_NUMBER: f64 = 1e12;
/// Share of the largest number of units by which sales may exceed purchases, because of rounding.
const ROUNDING: f64 = 1e-9;

/// A purchase, or a sale if the quantity is negative.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Lot {
    /// Day of the transaction.
    pub date: Date,
    /// Number of units as of that day: later splits are not applied. Negative for a sale.
    pub quantity: f64,
    /// Price of a unit.
    pub price: f64,
    /// Fee of the transaction; `None` for none.
    #[serde(default)]
    pub fee: Option<f64>,
}

impl Lot {
    /// Returns the amount paid, with the fee; the proceeds of a sale are negative. `quotation` is the unit of the price.
    fn paid(&self, quotation: Quotation) -> f64 {
        quotation.amount(self.quantity, self.price) + self.fee.unwrap_or_default()
    }
}

/// The holding in a ticker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Holding {
    /// A number of units with their average cost.
    Average {
        /// Number of units on the day `since`.
        quantity: f64,
        /// Average cost of a unit; `None` if unknown.
        #[serde(default)]
        cost: Option<f64>,
        /// The day on which this was entered; later splits change the number of units.
        since: Date,
    },
    /// Purchases and sales, ascending by date.
    Lots(Vec<Lot>),
}

impl Holding {
    /// Creates a holding from a number of units and their average cost, entered on the day `since`.
    ///
    /// # Errors
    /// A sentence that names the field, if a number is out of range.
    pub fn average(quantity: f64, cost: Option<f64>, since: Date) -> Result<Self, ValidationError> {
        check_quantity("quantity", quantity)?;
        if let Some(cost) = cost {
            check_amount("cost", cost)?;
        }
        Ok(Self::Average {
            quantity,
            cost,
            since,
        })
    }

    /// Creates a holding from lots in any order. `today` is the last day that a lot may have.
    ///
    /// # Errors
    /// A sentence that names the field, if a lot is invalid, or if more is sold than was held.
    pub fn lots(
        mut lots: Vec<Lot>,
        splits: &[Split],
        today: Date,
    ) -> Result<Self, ValidationError> {
        if lots.len() > MAX_LOTS {
            return Err(ValidationError(format!(
                "Invalid lots: there are {}; at most {MAX_LOTS} are possible.",
                lots.len()
            )));
        }
        for (index, lot) in lots.iter().enumerate() {
            let field = |name: &str| format!("lots[{index}].{name}");
            if lot.quantity == 0.0 || !lot.quantity.is_finite() || lot.quantity.abs() > MAX_NUMBER {
                return Err(ValidationError(format!(
                    "Invalid {} {}; expected a number above zero, or below zero for a sale.",
                    field("quantity"),
                    lot.quantity
                )));
            }
            check_amount(&field("price"), lot.price)?;
            if let Some(fee) = lot.fee {
                check_amount(&field("fee"), fee)?;
            }
            if lot.date > today {
                return Err(ValidationError(format!(
                    "Invalid {} {}; expected a day until today ({today}).",
                    field("date"),
                    lot.date
                )));
            }
        }
        for lot in &mut lots {
            lot.fee = lot.fee.filter(|fee| *fee != 0.0);
        }
        // Purchases of a day come before its sales.
        lots.sort_by(|a, b| a.date.cmp(&b.date).then(b.quantity.total_cmp(&a.quantity)));
        match oversold_on(&lots, splits, today) {
            Some(day) => Err(ValidationError(format!(
                "Invalid lots: on {day} more units are sold than are held."
            ))),
            None => Ok(Self::Lots(lots)),
        }
    }
}

/// Returns the first day on which more units are sold than are held; `None` if there is none. `lots` are ascending by date.
fn oversold_on(lots: &[Lot], splits: &[Split], today: Date) -> Option<Date> {
    let (mut held, mut most) = (0.0_f64, 0.0_f64);
    let oversold = lots.iter().find(|lot| {
        held += lot.quantity * factor(splits, lot.date, today);
        most = most.max(held);
        held < -ROUNDING * most.max(1.0)
    });
    oversold.map(|lot| lot.date)
}

/// Returns the number of units on the day `until` per unit on the day `since`.
fn factor(splits: &[Split], since: Date, until: Date) -> f64 {
    applied(splits, since, until).map(Split::ratio).product()
}

/// Returns the splits after the day `since` until the day `until`.
fn applied(splits: &[Split], since: Date, until: Date) -> impl Iterator<Item = &Split> {
    splits
        .iter()
        .filter(move |split| split.date > since && split.date <= until)
}

fn check_quantity(field: &str, quantity: f64) -> Result<(), ValidationError> {
    if quantity > 0.0 && quantity <= MAX_NUMBER {
        Ok(())
    } else {
        Err(ValidationError(format!(
            "Invalid {field} {quantity}; expected a number above zero."
        )))
    }
}

fn check_amount(field: &str, amount: f64) -> Result<(), ValidationError> {
    if (0.0..=MAX_NUMBER).contains(&amount) {
        Ok(())
    } else {
        Err(ValidationError(format!(
            "Invalid {field} {amount}; expected a number that is not below zero."
        )))
    }
}
