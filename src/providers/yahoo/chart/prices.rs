//! The currency and unit of quoted prices.

use crate::{
    domain::{
        currency::{Currency, PriceUnit},
        price::in_whole_units,
        ticker::TickerKind,
    },
    providers::{core::lenient::Number, yahoo::target::Target},
};

/// Why there is no data for a symbol. The source itself works.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(in crate::providers::yahoo) enum NoData {
    /// Yahoo does not have the symbol, or has removed it.
    #[error("{0}")]
    Unknown(String),
    /// The prices are in another currency than the stored ones. A series never mixes currencies.
    #[error("it is quoted in {0}, but the stored prices are in {1}")]
    OtherCurrency(String, Currency),
    /// The response does not contain the currency.
    #[error("its currency is not stated")]
    NoCurrency,
}

/// Converts quoted prices: knows the kind of ticker, which determines the valid prices, and the number of quoted units per unit of
/// the currency.
#[derive(Debug, Clone, Copy)]
pub(super) struct Prices {
    pub(super) kind: TickerKind,
    pub(super) parts: f64,
}

impl Prices {
    /// Creates a converter for prices of `target` in the unit `code`, such as pence for London and US cents for some futures.
    pub(super) fn of(code: Option<&str>, target: &Target) -> Result<Self, NoData> {
        let parts = parts(code, target)?;
        Ok(Self {
            kind: target.kind,
            parts,
        })
    }

    /// Returns the quoted price if it is valid.
    pub(super) fn raw(self, number: Number) -> Option<f64> {
        number.0.filter(|price| self.kind.allows_price(*price))
    }

    /// Returns the price in units of the currency if it is valid.
    pub(super) fn price(self, number: Number) -> Option<f64> {
        Some(in_whole_units(self.raw(number)?, self.parts))
    }
}

/// Returns the number of quoted units per unit of the target's currency.
fn parts(code: Option<&str>, target: &Target) -> Result<f64, NoData> {
    // Index points have no currency.
    if target.kind == TickerKind::Index {
        return Ok(1.0);
    }
    let code = code.ok_or(NoData::NoCurrency)?;
    PriceUnit::parse(code)
        .filter(|unit| unit.currency == target.currency)
        .map(|unit| unit.parts)
        .ok_or_else(|| NoData::OtherCurrency(code.to_owned(), target.currency))
}
