//! In what prices are quoted, and in what they are kept.

use crate::{
    domain::{
        currency::{Currency, PriceUnit},
        price::in_whole_units,
        ticker::TickerKind,
    },
    providers::{core::lenient::Number, yahoo::target::Target},
};

/// Why there is nothing for a symbol. The source itself is well.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(in crate::providers::yahoo) enum NoData {
    /// Yahoo does not know it, or no longer.
    #[error("{0}")]
    Unknown(String),
    /// Quoted in another currency than before: one series is never in two.
    #[error("it is quoted in {0}, and its prices here are in {1}")]
    OtherCurrency(String, Currency),
    /// Nobody knows what its prices are in.
    #[error("it does not say in which currency it is quoted")]
    NoCurrency,
}

/// How prices are read: which ones can be, and how many of what is quoted make a unit of the currency.
#[derive(Debug, Clone, Copy)]
pub(super) struct Prices {
    pub(super) kind: TickerKind,
    pub(super) parts: f64,
}

impl Prices {
    /// How the prices of `target` are read, which are quoted in what `word` says: London quotes pence,
    /// some futures US cents.
    pub(super) fn of(word: Option<&str>, target: &Target) -> Result<Self, NoData> {
        let parts = parts(word, target)?;
        Ok(Self {
            kind: target.kind,
            parts,
        })
    }

    /// The price as it stands, where it can be one.
    pub(super) fn raw(self, number: Number) -> Option<f64> {
        number.0.filter(|price| self.kind.can_cost(*price))
    }

    /// The price in whole units, where it can be one.
    pub(super) fn price(self, number: Number) -> Option<f64> {
        Some(in_whole_units(self.raw(number)?, self.parts))
    }
}

/// What to divide prices by to have them in whole units of the target's currency.
fn parts(word: Option<&str>, target: &Target) -> Result<f64, NoData> {
    // Points have no currency.
    if target.kind == TickerKind::Index {
        return Ok(1.0);
    }
    let word = word.ok_or(NoData::NoCurrency)?;
    PriceUnit::parse(word)
        .filter(|quoted| quoted.currency == target.currency)
        .map(|quoted| quoted.parts)
        .ok_or_else(|| NoData::OtherCurrency(word.to_owned(), target.currency))
}
