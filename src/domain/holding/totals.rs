//! Values of positions, and their totals in the display currency.

use super::Position;

/// A position with today's prices.
#[derive(Debug, Clone, PartialEq)]
pub struct ValuedPosition {
    /// The units and their cost.
    pub position: Position,
    /// Price of a unit; `None` if unknown.
    pub price: Option<f64>,
    /// The close before today's session; `None` if unknown.
    pub previous_close: Option<f64>,
    /// Today's units of the display currency per unit of the ticker's currency; `None` if unknown.
    pub rate: Option<f64>,
    /// True if the ticker's currency is the display currency.
    pub is_display_currency: bool,
    /// Dividends expected in the next 12 months, per unit and in the unit of prices; `None` if unknown.
    pub income: Option<f64>,
}

impl ValuedPosition {
    fn amount(&self, quantity: f64, price: f64) -> f64 {
        self.position.quotation.amount(quantity, price)
    }

    /// Returns the value; `None` without a price, or if the number of units is unknown.
    pub fn value(&self) -> Option<f64> {
        Some(self.amount(self.position.units()?, self.price?))
    }

    /// Returns value minus cost; `None` if either is unknown.
    pub fn gain(&self) -> Option<f64> {
        Some(self.value()? - self.position.total_cost?)
    }

    /// Returns the gain in percent of the cost; `None` if unknown or if the cost is 0.
    pub fn gain_percent(&self) -> Option<f64> {
        percent(self.gain()?, self.position.total_cost?)
    }

    /// Returns the change of the value since the previous close.
    pub fn day_gain(&self) -> Option<f64> {
        Some(self.amount(self.position.units()?, self.price? - self.previous_close?))
    }

    /// Returns the value in the display currency.
    pub fn display_value(&self) -> Option<f64> {
        Some(self.value()? * self.rate?)
    }

    /// Returns the amount paid, in the display currency: each lot at the rate of its day, or at today's rate if the days or
    /// their rates are unknown.
    pub fn display_cost(&self) -> Option<f64> {
        let today = || Some(self.position.total_cost? * self.rate?);
        self.position.display_cost.or_else(today)
    }

    /// Returns the part of the gain in the display currency that comes from the exchange rate: the amount paid at today's
    /// rate, minus the amount paid at the rates of the days. 0 in the display currency; `None` if the rates of the days are
    /// unknown.
    pub fn currency_effect(&self) -> Option<f64> {
        if self.is_display_currency {
            return self.position.total_cost.map(|_| 0.0);
        }
        Some(self.position.total_cost? * self.rate? - self.position.display_cost?)
    }
}

/// Sums of positions in the display currency. Each sum covers the positions with a known amount.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Totals {
    /// Value of all positions; `None` if it is unknown for all.
    pub value: Option<f64>,
    /// The amount paid in total; `None` if no cost is known.
    pub cost: Option<f64>,
    /// Value minus cost of the positions for which both are known, including the currency effect.
    pub gain: Option<f64>,
    /// The gain in percent of the cost of these positions.
    pub gain_percent: Option<f64>,
    /// The part of the gain that comes from exchange rates; `None` if it is unknown for a position with a gain.
    pub currency_effect: Option<f64>,
    /// Change of the value since the previous close.
    pub day_gain: Option<f64>,
    /// `day_gain` in percent of the value at the previous close.
    pub day_gain_percent: Option<f64>,
    /// Dividends expected in the next 12 months.
    pub income: Option<f64>,
}

impl Totals {
    /// Adds up positions.
    pub fn of(positions: &[ValuedPosition]) -> Self {
        let valued: Vec<(&ValuedPosition, f64)> = positions
            .iter()
            .filter_map(|each| Some((each, each.display_value()?)))
            .collect();
        let sum = |amount: &dyn Fn(&ValuedPosition, f64) -> Option<f64>| -> Option<f64> {
            let amounts = valued
                .iter()
                .filter_map(|(each, value)| amount(each, *value));
            amounts.reduce(|a, b| a + b)
        };
        let cost = positions
            .iter()
            .filter_map(ValuedPosition::display_cost)
            .reduce(|a, b| a + b);
        let cost_of_gain = sum(&|each, _| each.display_cost());
        let effect = |each: &ValuedPosition| each.currency_effect();
        let is_effect_known = valued
            .iter()
            .all(|(each, _)| each.display_cost().is_none() || effect(each).is_some());
        let gain = sum(&|each, value| Some(value - each.display_cost()?));
        let day_gain = sum(&|each, _| Some(each.day_gain()? * each.rate?));
        let before = sum(&|each, _| {
            Some(each.amount(each.position.quantity, each.previous_close?) * each.rate?)
        });
        Self {
            value: (positions.is_empty() || !valued.is_empty())
                .then(|| valued.iter().map(|(_, value)| value).sum()),
            cost,
            gain,
            gain_percent: gain
                .zip(cost_of_gain)
                .and_then(|(gain, cost)| percent(gain, cost)),
            currency_effect: sum(&|each, _| effect(each)).filter(|_| is_effect_known),
            day_gain,
            day_gain_percent: day_gain
                .zip(before)
                .and_then(|(gain, before)| percent(gain, before)),
            income: sum(&|each, _| {
                Some(each.amount(each.position.quantity, each.income?) * each.rate?)
            }),
        }
    }
}

/// Returns a part in percent of a whole; `None` unless the whole is positive.
fn percent(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| 100.0 * part / whole)
}
