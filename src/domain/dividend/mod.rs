//! Dividends and fund distributions.

mod announced;
mod expected;
mod schedule;
mod splits;
mod trailing;

pub(crate) use self::{
    announced::{add_announced, keep_announced},
    expected::{ExpectedPayment, expected_payments},
    schedule::{Payment, classify_payments, fill_pay_dates, keep_file_dividends, merge_payments},
    splits::{adjusted_for_splits, convert_old_units},
    trailing::TrailingPayments,
};

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::domain::currency::Currency;

/// Payment frequency.
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
    /// Returns the number of payments per year.
    pub(crate) fn per_year(self) -> u32 {
        match self {
            Self::Monthly => 12,
            Self::Quarterly => 4,
            Self::SemiAnnually => 2,
            Self::Annually => 1,
        }
    }

    /// Returns the frequency that matches a gap between two ex-dates, in days.
    pub(crate) fn from_gap_days(days: f64) -> Self {
        match days {
            days if days < 45.0 => Self::Monthly,
            days if days < 135.0 => Self::Quarterly,
            days if days < 270.0 => Self::SemiAnnually,
            _ => Self::Annually,
        }
    }
}

/// Kind of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DividendKind {
    /// A recurring payment.
    #[default]
    Regular,
    /// A one-time payment.
    Special,
    /// Capital gains distributed by a fund.
    CapitalGain,
}

/// One payment per share or fund unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Dividend {
    /// Ex-date: the first day on which a buyer does not receive the payment.
    pub ex_date: Date,
    /// Amount per unit, in `currency`.
    pub amount: f64,
    /// Currency of the amount, if it differs from the ticker's.
    #[serde(default)]
    pub currency: Option<Currency>,
    /// Price per unit at the ex-date; `None` if unknown.
    #[serde(default)]
    pub price: Option<f64>,
    /// Annualized payment divided by the price at the ex-date, in percent. `None` if unknown, for one-time payments,
    /// and for payments in a currency other than the currency of the price.
    #[serde(default)]
    pub dividend_yield: Option<f64>,
    /// Kind of payment.
    #[serde(default)]
    pub kind: DividendKind,
    /// Payment frequency; `None` if there is only one payment.
    #[serde(default)]
    pub frequency: Option<Frequency>,
    /// True if the payment is projected: no source has reported its amount yet, so the amount is an estimate.
    #[serde(default)]
    pub is_projected: bool,
    /// Day on which the payment is made; `None` if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pay_date: Option<Date>,
    /// True if the payment comes from a user's file; other sources do not remove it.
    #[serde(default)]
    pub is_from_file: bool,
}
