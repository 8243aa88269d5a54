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
    /// 1-based position, newest first.
    pub(crate) id: u32,
    /// The ex-date: who buys the share on or after this date does not receive the dividend.
    #[schema(value_type = String, format = Date)]
    pub(crate) ex_date: jiff::civil::Date,
    /// Day on which the dividend is paid; null if unknown.
    #[schema(value_type = Option<String>, format = Date)]
    pub(crate) pay_date: Option<jiff::civil::Date>,
    /// Amount per share, in `currency`.
    pub(crate) amount: f64,
    /// ISO code of the amount's currency, which may differ from the ticker's.
    #[schema(value_type = String)]
    pub(crate) currency: Currency,
    /// Annual yield in percent at the price on the ex-date; null if the dividend and the price are in different currencies.
    #[serde(rename = "yield")]
    pub(crate) dividend_yield: Option<f64>,
    /// monthly, quarterly, semi-annually or annually; null if unknown, as after a single payment.
    #[schema(value_type = Option<DividendFrequency>)]
    pub(crate) frequency: Option<Frequency>,
    /// regular, or special (paid once, outside of the regular schedule).
    #[schema(value_type = DividendType)]
    pub(crate) kind: DividendKind,
    /// Whether the payment is projected: no source has reported its amount yet.
    pub(crate) is_projected: bool,
}

/// The type of a dividend.
#[derive(ToSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(
    dead_code,
    reason = "schema-only copy of `DividendKind`, because the domain does not depend on utoipa"
)]
pub(crate) enum DividendType {
    /// Paid on the regular schedule.
    Regular,
    /// Paid once, outside of the regular schedule.
    Special,
    /// Distribution of a fund's capital gains.
    CapitalGain,
}

/// How often a dividend is paid.
#[derive(ToSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(
    dead_code,
    reason = "schema-only copy of `Frequency`, because the domain does not depend on utoipa"
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
    /// Converts the dividends of a ticker (newest first) to rows, without capital gain distributions. A dividend without a
    /// currency is in `ticker_currency`.
    pub(crate) fn list(dividends: &[Dividend], ticker_currency: Currency) -> Vec<Self> {
        let row = |(index, dividend): (usize, &Dividend)| Self {
            id: index as u32 + 1,
            ex_date: dividend.ex_date,
            pay_date: dividend.pay_date,
            amount: dividend.amount,
            currency: dividend.currency.unwrap_or(ticker_currency),
            dividend_yield: dividend.dividend_yield,
            frequency: dividend.frequency,
            kind: dividend.kind,
            is_projected: dividend.is_projected,
        };
        dividends
            .iter()
            .filter(|dividend| dividend.kind != DividendKind::CapitalGain)
            .enumerate()
            .map(row)
            .collect()
    }
}
