//! Dividends in responses.
use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::{
    currency::Currency,
    dividend::{Dividend, DividendKind, Frequency},
};

/// A dividend.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DividendRow {
    /// Position from the newest, from 1.
    pub(crate) id: u32,
    /// The ex-date: buyers on or after it do not receive the dividend.
    #[schema(value_type = String, format = Date)]
    pub(crate) ex_date: jiff::civil::Date,
    /// Amount per share, in `currency`.
    pub(crate) amount: f64,
    /// ISO code of the amount's currency: usually, but not always, that of the ticker.
    #[schema(value_type = String)]
    pub(crate) currency: Currency,
    /// Annual yield in percent at the price of that day; null if the currencies of payment and price differ.
    #[serde(rename = "yield")]
    pub(crate) dividend_yield: Option<f64>,
    /// monthly, quarterly, semi-annually or annually; null if a single payment does not tell.
    #[schema(value_type = Option<DividendFrequency>)]
    pub(crate) frequency: Option<Frequency>,
    /// regular, or special: paid once, outside of the regular schedule.
    #[schema(value_type = DividendType)]
    pub(crate) kind: DividendKind,
    /// Whether the dividend is a projection of the source.
    pub(crate) is_projected: bool,
}

/// Types of a dividend, for the `OpenAPI` document.
#[derive(ToSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(
    dead_code,
    reason = "describes a type of a module that does not use utoipa"
)]
pub(crate) enum DividendType {
    /// Paid on the regular schedule.
    Regular,
    /// Paid once, outside of the regular schedule.
    Special,
    /// Distribution of a fund's capital gains.
    CapitalGain,
}

/// Frequencies of dividends, for the `OpenAPI` document.
#[derive(ToSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(
    dead_code,
    reason = "describes a type of a module that does not use utoipa"
)]
pub(crate) enum DividendFrequency {
    /// Twelve per year.
    Monthly,
    /// Four per year.
    Quarterly,
    /// Two per year.
    SemiAnnually,
    /// One per year.
    Annually,
}

impl DividendRow {
    /// Converts `dividends` (newest first) of a ticker in the currency `own` to rows, without capital gain
    /// distributions.
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
