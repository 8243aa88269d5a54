//! The unit in which the price of a ticker is quoted.

use serde::{Deserialize, Serialize};

use super::currency::Currency;

/// The unit of a ticker's price and bars.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Quotation {
    /// An amount of the ticker's currency per unit; points for an index.
    #[default]
    Currency,
    /// Percent of the nominal value, as for most bonds. A holding's quantity is its nominal value in the ticker's currency.
    Percent,
}

impl Quotation {
    /// Returns the lower-case name used in the API.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Currency => "currency",
            Self::Percent => "percent",
        }
    }

    /// Returns true if a price is an amount of the ticker's currency.
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde passes a reference to `skip_serializing_if`"
    )]
    pub(crate) fn is_currency(&self) -> bool {
        *self == Self::Currency
    }

    /// Returns the amount of money that a quantity of 1 is worth at a price of 1.
    pub(crate) fn unit_value(self) -> f64 {
        match self {
            Self::Currency => 1.0,
            Self::Percent => 0.01,
        }
    }

    /// Returns the amount of money that a quantity is worth at a price.
    pub(crate) fn amount(self, quantity: f64, price: f64) -> f64 {
        match self {
            Self::Currency => quantity * price,
            Self::Percent => quantity * price / 100.0,
        }
    }

    /// Returns the price at which a quantity is worth an amount of money; the inverse of [`Quotation::amount`].
    pub(crate) fn price(self, amount: f64, quantity: f64) -> f64 {
        match self {
            Self::Currency => amount / quantity,
            Self::Percent => amount / quantity * 100.0,
        }
    }
}

/// The currency of a ticker and the unit of its price, which texts with prices need.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct QuotedIn {
    /// The currency.
    pub currency: Currency,
    /// The unit of the price.
    pub quotation: Quotation,
}

impl QuotedIn {
    /// Adds the unit to a formatted price: `$90,100` or `98.5 %`.
    pub(crate) fn format_price(self, figure: &str) -> String {
        match self.quotation {
            Quotation::Currency => self.currency.format_amount(figure),
            Quotation::Percent => format!("{figure} %"),
        }
    }

    /// Returns the currency of the price; `None` if the price is in percent.
    pub(crate) fn price_currency(self) -> Option<Currency> {
        self.quotation.is_currency().then_some(self.currency)
    }
}

impl From<Currency> for QuotedIn {
    fn from(currency: Currency) -> Self {
        Self {
            currency,
            quotation: Quotation::Currency,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nominal_value_at_a_price_in_percent_is_worth_a_hundredth_of_the_product() {
        for (quotation, quantity, price, amount) in [
            (Quotation::Percent, 6_000.0, 97.05, 5_823.0),
            (Quotation::Currency, 6.0, 97.5, 585.0),
        ] {
            let is_close = |a: f64, b: f64| (a - b).abs() < 1e-9;
            assert!(is_close(quotation.amount(quantity, price), amount));
            assert!(is_close(quotation.price(amount, quantity), price));
            assert!(is_close(quotation.unit_value() * quantity * price, amount));
        }
    }

    #[test]
    fn a_price_in_percent_has_no_currency_sign() {
        let euro = QuotedIn::from(Currency::parse("EUR").unwrap());
        let bond = QuotedIn {
            quotation: Quotation::Percent,
            ..euro
        };
        assert_eq!(euro.format_price("98.45"), "€98.45");
        assert_eq!(bond.format_price("98.45"), "98.45 %");
        assert_eq!(bond.price_currency(), None);
    }
}
