//! Dividends and fund distributions.

mod announced;
mod rhythm;
mod trailing;

pub(crate) use self::{
    announced::{with_announced, with_those_announced},
    rhythm::{Payment, dividends, with_payments, with_those_of_files},
    trailing::Trailing,
};

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::domain::currency::Currency;

/// How often a payer pays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Frequency {
    /// Twelve times a year.
    Monthly,
    /// Four times a year.
    Quarterly,
    /// Twice a year.
    SemiAnnually,
    /// Once a year.
    Annually,
}

impl Frequency {
    /// Payments a year.
    pub(crate) fn per_year(self) -> u32 {
        match self {
            Self::Monthly => 12,
            Self::Quarterly => 4,
            Self::SemiAnnually => 2,
            Self::Annually => 1,
        }
    }

    /// The frequency that the distance between two ex-dates suggests, in days.
    pub(crate) fn from_gap_days(days: f64) -> Self {
        match days {
            d if d < 45.0 => Self::Monthly,
            d if d < 135.0 => Self::Quarterly,
            d if d < 270.0 => Self::SemiAnnually,
            _ => Self::Annually,
        }
    }
}

/// What a payment is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DividendKind {
    /// It comes again in the payer's rhythm.
    #[default]
    Regular,
    /// Paid once, beside the rhythm.
    Special,
    /// What a fund gained by selling.
    CapitalGain,
}

/// One payment per unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Dividend {
    /// The first day on which a buyer no longer gets it.
    pub ex_date: Date,
    /// Per unit, in `currency`.
    pub amount: f64,
    /// The currency of the amount, where it is not the ticker's own.
    #[serde(default)]
    pub currency: Option<Currency>,
    /// The price at the ex-date, of one unit; `None` when unknown.
    #[serde(default)]
    pub price: Option<f64>,
    /// A regular payment annualised over the price at the ex-date, in percent; `None` when unknown,
    /// for a payment that does not come again, and for one in another currency than the price.
    #[serde(default)]
    pub dividend_yield: Option<f64>,
    /// What it is paid for.
    #[serde(default)]
    pub kind: DividendKind,
    /// How often this payer pays; `None` while one payment alone says nothing about it.
    #[serde(default)]
    pub frequency: Option<Frequency>,
    /// Announced by nobody yet: extrapolated by the source.
    #[serde(default)]
    pub is_projected: bool,
    /// A file named it: no other source takes it away.
    #[serde(default)]
    pub is_from_file: bool,
}
