//! Valuation ratios in responses, each with its formula.

use jiff::{Timestamp, civil::Date};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{
        currency::Currency,
        fundamentals::{
            Fundamentals,
            ratios::{self, Basis, TwelveMonths, Valuation},
        },
    },
    market::{Listing, MarketState},
};

/// Valuation ratios at the current price.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Ratios {
    /// The trailing twelve months: the last four quarters, or the last fiscal year of a company that reports once a year.
    #[schema(value_type = RatioBasis)]
    basis: Basis,
    /// Fiscal year of the last of these periods.
    fiscal_year: i16,
    /// Last day of these periods.
    #[schema(value_type = String, format = Date)]
    end: Date,
    /// Price of the listed security, in `priceCurrency`; null without a price.
    price: Option<f64>,
    /// ISO code of the currency of price and market cap.
    #[schema(value_type = String)]
    price_currency: Currency,
    /// Value of all shares, in `priceCurrency`.
    market_cap: Option<f64>,
    /// Whether the market cap is price × shares outstanding of the last report, because no source sends one.
    is_market_cap_computed: bool,
    /// Units of the reports' currency per unit of `priceCurrency`, at which price and market cap are converted; null if the
    /// currencies are the same, or the rate is unknown.
    rate: Option<f64>,
    /// Time of the price.
    #[schema(value_type = Option<String>, format = DateTime)]
    price_at: Option<Timestamp>,
    /// The ratios, always the same ones in the same order.
    values: Vec<Ratio>,
}

/// The period that a ratio covers.
#[derive(ToSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(
    dead_code,
    reason = "schema-only copy of `Basis`, because the domain does not depend on utoipa"
)]
pub(crate) enum RatioBasis {
    /// The last four quarters.
    FourQuarters,
    /// The last fiscal year.
    FiscalYear,
}

/// A ratio.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Ratio {
    /// Identifier: `priceToEarnings`, `priceToSales`, `priceToBook`, `freeCashFlowYield`, `netMargin` or `returnOnEquity`.
    id: &'static str,
    /// Name, such as P/E.
    name: &'static str,
    /// The value; null if it is unknown or has no meaning.
    value: Option<f64>,
    /// times or percent.
    unit: &'static str,
    /// How the value is computed.
    formula: &'static str,
    /// Why there is no value; null if there is one.
    missing: Option<&'static str>,
}

/// Why a ratio is missing.
const NO_PRICE: &str = "There is no price.";
const NO_RATE: &str = "There is no exchange rate between the price and the reports.";
const NO_CAP: &str = "The market cap is unknown.";
const NOT_REPORTED: &str = "The reports don't contain a figure that it needs.";
const LOSS: &str = "Net income is not positive.";
const NEGATIVE_EQUITY: &str = "Equity is not positive.";
const RECEIPT: &str =
    "The listed security may stand for several shares, and its market cap is unknown.";
const SHARE_CLASSES: &str = "The company has several listed securities, whose shares may differ, and its market cap is unknown.";

impl Ratios {
    /// Computes the ratios of a company; `None` without figures for twelve months. Figures per share are adjusted for splits.
    pub(super) fn of(
        fundamentals: &Fundamentals,
        listing: &Listing,
        market: &MarketState,
    ) -> Option<Self> {
        let months = fundamentals.twelve_months()?;
        let report_currency = fundamentals.currency?;
        let price_currency = listing.ticker.profile.currency;
        let quote = listing.quote.as_ref();
        let rate = market
            .rate(price_currency, report_currency)
            .map(|rate| rate.value);
        let valuation = quote.map(|quote| Valuation {
            price: quote.price,
            currency: price_currency,
            market_cap: quote.market_cap,
            rate,
        });
        let not_a_share = if fundamentals.has_share_classes {
            Some(SHARE_CLASSES)
        } else {
            (!fundamentals.is_share_listed()).then_some(RECEIPT)
        };
        Some(Self {
            basis: months.basis,
            fiscal_year: months.fiscal_year,
            end: months.end,
            price: quote.map(|quote| quote.price),
            price_currency,
            market_cap: quote.and_then(|quote| quote.market_cap),
            is_market_cap_computed: listing.is_market_cap_computed(),
            rate: rate.filter(|_| price_currency != report_currency),
            price_at: quote.map(|quote| quote.as_of),
            values: values(&months, valuation.as_ref(), not_a_share),
        })
    }
}

/// Computes the ratios. `not_a_share` says why the listed security may not be one share as counted in the reports.
fn values(
    months: &TwelveMonths,
    valuation: Option<&Valuation>,
    not_a_share: Option<&'static str>,
) -> Vec<Ratio> {
    let is_share = not_a_share.is_none();
    let ratios = ratios::Ratios::of(months, valuation, is_share);
    let has_cap = valuation.is_some_and(|valuation| valuation.market_cap.is_some());
    let without_price = match valuation {
        None => Some(NO_PRICE),
        Some(valuation) if valuation.rate.is_none() => Some(NO_RATE),
        Some(_) => None,
    };
    let without_cap = without_price.or((!has_cap).then_some(NO_CAP));
    let unless_positive = |value: Option<f64>, reason| match value {
        Some(value) if value <= 0.0 => reason,
        _ => NOT_REPORTED,
    };
    let equity_reason = unless_positive(months.equity, NEGATIVE_EQUITY);
    let (earnings_formula, earnings_reason) = if let Some(why) = not_a_share {
        let reason = unless_positive(months.net_income, LOSS);
        let without_cap = without_price.or((!has_cap).then_some(why));
        (
            "Market cap ÷ net income of twelve months",
            without_cap.unwrap_or(reason),
        )
    } else {
        let reason = unless_positive(months.diluted_eps, LOSS);
        (
            "Price ÷ diluted earnings per share of twelve months",
            without_price.unwrap_or(reason),
        )
    };
    let cap_reason = |reason| without_cap.unwrap_or(reason);
    [
        ("priceToEarnings", "P/E", ratios.price_to_earnings, "times", earnings_formula, earnings_reason),
        (
            "priceToSales",
            "P/S",
            ratios.price_to_sales,
            "times",
            "Market cap ÷ revenue of twelve months",
            cap_reason(NOT_REPORTED),
        ),
        ("priceToBook", "P/B", ratios.price_to_book, "times", "Market cap ÷ equity", cap_reason(equity_reason)),
        (
            "freeCashFlowYield",
            "FCF yield",
            ratios.free_cash_flow_yield,
            "percent",
            "Free cash flow of twelve months ÷ market cap; free cash flow is operating cash flow minus capital expenditure",
            cap_reason(NOT_REPORTED),
        ),
        (
            "netMargin",
            "Net margin",
            ratios.net_margin,
            "percent",
            "Net income ÷ revenue of twelve months",
            NOT_REPORTED,
        ),
        (
            "returnOnEquity",
            "ROE",
            ratios.return_on_equity,
            "percent",
            "Net income of twelve months ÷ equity at their end",
            equity_reason,
        ),
    ]
    .into_iter()
    .map(|(id, name, value, unit, formula, missing)| Ratio {
        id,
        name,
        value,
        unit,
        formula,
        missing: value.is_none().then_some(missing),
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn months() -> TwelveMonths {
        TwelveMonths {
            basis: Basis::FourQuarters,
            fiscal_year: 2025,
            end: jiff::civil::date(2025, 9, 30),
            revenue: Some(400.0),
            net_income: Some(80.0),
            diluted_eps: Some(8.0),
            free_cash_flow: None,
            equity: Some(-1.0),
        }
    }

    fn missing(valuation: Option<&Valuation>, is_share: bool) -> Vec<Option<&'static str>> {
        let not_a_share = (!is_share).then_some(RECEIPT);
        let values = values(&months(), valuation, not_a_share);
        values.iter().map(|ratio| ratio.missing).collect()
    }

    #[test]
    fn missing_ratios_have_a_reason() {
        let reports_only = [None, Some(NEGATIVE_EQUITY)];
        let [margin, equity] = reports_only;
        let price_ratios_lack = |reason| {
            [
                Some(reason),
                Some(reason),
                Some(reason),
                Some(reason),
                margin,
                equity,
            ]
        };
        assert_eq!(missing(None, true), price_ratios_lack(NO_PRICE));
        let valuation = Valuation {
            price: 160.0,
            currency: Currency::USD,
            market_cap: None,
            rate: None,
        };
        assert_eq!(missing(Some(&valuation), true), price_ratios_lack(NO_RATE));
        let converted = Valuation {
            rate: Some(1.0),
            ..valuation
        };
        let expected = [
            None,
            Some(NO_CAP),
            Some(NO_CAP),
            Some(NO_CAP),
            margin,
            equity,
        ];
        assert_eq!(missing(Some(&converted), true), expected);
        assert_eq!(missing(Some(&converted), false)[0], Some(RECEIPT));
        let with_cap = Valuation {
            market_cap: Some(1_600.0),
            ..converted
        };
        let expected = [
            None,
            None,
            Some(NEGATIVE_EQUITY),
            Some(NOT_REPORTED),
            margin,
            equity,
        ];
        assert_eq!(missing(Some(&with_cap), true), expected);
    }
}
