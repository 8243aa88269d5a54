//! The values of one ticker.

use std::sync::Arc;

use super::field::{NumberField, TextField};
use crate::domain::{
    quotation::QuotedIn,
    ticker::{TickerId, TickerKind},
};

/// The texts of a ticker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Texts {
    /// Kind of instrument.
    pub kind: TickerKind,
    /// Symbol.
    pub symbol: String,
    /// Full name.
    pub name: String,
    /// Sector, if known.
    pub sector: Option<String>,
    /// Country of domicile, if known.
    pub country: Option<String>,
    /// Currency and unit of the price.
    pub quoted_in: QuotedIn,
}

/// The values of a ticker.
#[derive(Debug, Clone)]
pub struct Row {
    /// Id of the ticker; `None` for a member of an index that is not followed.
    pub id: Option<TickerId>,
    /// The ticker's texts.
    pub texts: Arc<Texts>,
    /// By [`NumberField`]; NaN is unknown.
    numbers: [f64; NumberField::COUNT],
}

impl Row {
    /// Creates a row without numbers.
    pub fn new(id: Option<TickerId>, texts: Arc<Texts>) -> Self {
        Self {
            id,
            texts,
            numbers: [f64::NAN; NumberField::COUNT],
        }
    }

    /// Sets a number. A number that is not finite counts as unknown.
    pub fn set(&mut self, field: NumberField, value: Option<f64>) {
        let value = value.filter(|value| value.is_finite());
        self.numbers[field as usize] = value.unwrap_or(f64::NAN);
    }

    /// Returns a number; `None` if it is unknown.
    pub fn number(&self, field: NumberField) -> Option<f64> {
        Some(self.numbers[field as usize]).filter(|value| !value.is_nan())
    }

    /// Returns a text; `None` if it is unknown.
    pub fn text(&self, field: TextField) -> Option<&str> {
        match field {
            TextField::Sector => self.texts.sector.as_deref(),
            TextField::Country => self.texts.country.as_deref(),
            TextField::Currency => Some(self.texts.quoted_in.currency.as_str()),
        }
    }
}
