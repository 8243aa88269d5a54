//! Dividends as they are written.
use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::{
    currency::Currency,
    dividend::{Dividend, DividendKind, Frequency},
};

/// One dividend.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DividendRow {
    /// Position from the newest, from 1.
    pub(crate) id: u32,
    /// First day without it.
    #[schema(value_type = String, format = Date)]
    pub(crate) ex_date: jiff::civil::Date,
    /// Per unit, in `currency`.
    pub(crate) amount: f64,
    /// ISO code of the amount's currency: mostly the ticker's own, but not always.
    #[schema(value_type = String)]
    pub(crate) currency: Currency,
    /// Percent a year at the price of that day; null for a payment in another currency than the price.
    #[serde(rename = "yield")]
    pub(crate) dividend_yield: Option<f64>,
    /// monthly, quarterly, semi-annually or annually; null while one payment alone says nothing about it.
    #[schema(value_type = Option<DividendFrequency>)]
    pub(crate) frequency: Option<Frequency>,
    /// regular, or special: paid once, beside the rhythm.
    #[schema(value_type = DividendType)]
    pub(crate) kind: DividendKind,
    /// Extrapolated by the source.
    pub(crate) is_projected: bool,
}

/// The kinds of a dividend, for the description.
#[derive(ToSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(dead_code, reason = "describes a type of a room without utoipa")]
pub(crate) enum DividendType {
    /// It comes again in the payer's rhythm.
    Regular,
    /// Paid once, beside the rhythm.
    Special,
    /// What a fund gained by selling.
    CapitalGain,
}

/// The frequencies, for the description.
#[derive(ToSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(dead_code, reason = "describes a type of a room without utoipa")]
pub(crate) enum DividendFrequency {
    /// Twelve a year.
    Monthly,
    /// Four a year.
    Quarterly,
    /// Two a year.
    SemiAnnually,
    /// One a year.
    Annually,
}

impl DividendRow {
    /// The rows of `dividends`, which are newest first, of a ticker in the currency `own`; what a fund gained by selling
    /// is none.
    pub(crate) fn all(dividends: &[Dividend], own: Currency) -> Vec<Self> {
        let row = |(at, dividend): (usize, &Dividend)| Self {
            id: at as u32 + 1,
            ex_date: dividend.ex_date,
            amount: dividend.amount,
            currency: dividend.currency.unwrap_or(own),
            dividend_yield: dividend.dividend_yield,
            frequency: dividend.frequency,
            kind: dividend.kind,
            is_projected: dividend.is_projected,
        };
        let paid = |dividend: &&Dividend| dividend.kind != DividendKind::CapitalGain;
        dividends.iter().filter(paid).enumerate().map(row).collect()
    }
}
