//! Dividends and fund distributions.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

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
    pub fn per_year(self) -> u32 {
        match self {
            Self::Monthly => 12,
            Self::Quarterly => 4,
            Self::SemiAnnually => 2,
            Self::Annually => 1,
        }
    }

    /// The frequency that the distance between two ex-dates suggests, in days.
    pub fn from_gap_days(days: f64) -> Self {
        match days {
            d if d < 45.0 => Self::Monthly,
            d if d < 135.0 => Self::Quarterly,
            d if d < 270.0 => Self::SemiAnnually,
            _ => Self::Annually,
        }
    }
}

/// One payment per unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Dividend {
    /// The first day on which a buyer no longer gets it.
    pub ex_date: Date,
    /// US dollars per unit.
    pub amount: f64,
    /// This payment annualised over the price at the ex-date, in percent; `None` when unknown.
    #[serde(default)]
    pub dividend_yield: Option<f64>,
    /// How often this payer pays.
    pub frequency: Frequency,
    /// Announced by nobody yet: extrapolated by the source.
    #[serde(default)]
    pub is_projected: bool,
}
