//! Currency and unit of quoted prices.

use crate::{
    domain::{
        currency::{Currency, PriceUnit},
        price::in_whole_units,
        ticker::TickerKind,
    },
    providers::{core::lenient::Number, yahoo::target::Target},
};

/// Why there is no data for a symbol. The source itself is fine.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(in crate::providers::yahoo) enum NoData {
    /// Unknown to Yahoo, or no longer known.
    #[error("{0}")]
    Unknown(String),
    /// Quoted in another currency than before: a series never mixes currencies.
    #[error("it is quoted in {0}, but the stored prices are in {1}")]
    OtherCurrency(String, Currency),
    /// The currency is not stated.
    #[error("its currency is not stated")]
    NoCurrency,
}

/// How prices are read: the kind of ticker, which decides what is valid, and the number of quoted units per currency
/// unit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Prices {
    pub(super) kind: TickerKind,
    pub(super) parts: f64,
}

impl Prices {
    /// Creates a reader for prices of `target` quoted in `word`: London quotes pence, some futures US cents.
    pub(super) fn of(word: Option<&str>, target: &Target) -> Result<Self, NoData> {
        let parts = parts(word, target)?;
        Ok(Self {
            kind: target.kind,
            parts,
        })
    }

    /// Returns the quoted price, if it is valid.
    pub(super) fn raw(self, number: Number) -> Option<f64> {
        number.0.filter(|price| self.kind.can_cost(*price))
    }

    /// Returns the price in currency units, if it is valid.
    pub(super) fn price(self, number: Number) -> Option<f64> {
        Some(in_whole_units(self.raw(number)?, self.parts))
    }
}

/// Returns the number of quoted units per unit of the target's currency.
fn parts(word: Option<&str>, target: &Target) -> Result<f64, NoData> {
    // Index points have no currency.
    if target.kind == TickerKind::Index {
        return Ok(1.0);
    }
    let word = word.ok_or(NoData::NoCurrency)?;
    PriceUnit::parse(word)
        .filter(|quoted| quoted.currency == target.currency)
        .map(|quoted| quoted.parts)
        .ok_or_else(|| NoData::OtherCurrency(word.to_owned(), target.currency))
}
