//! Ratios and split adjustments.

use jiff::{ToSpan as _, civil::date};

use super::{Report, Reports, day};
use crate::domain::{
    currency::Currency,
    fundamentals::{
        Fundamentals,
        ratios::{Basis, Ratios, Valuation},
    },
    split::Split,
};

const QUARTERS: [(&str, &str, &str); 5] = [
    ("2024-07-01..2024-09-30", "2024-10-25", "Q3"),
    ("2024-10-01..2024-12-31", "2025-02-20", "Q4"),
    ("2025-01-01..2025-03-31", "2025-04-25", "Q1"),
    ("2025-04-01..2025-06-30", "2025-07-25", "Q2"),
    ("2025-07-01..2025-09-30", "2025-10-25", "Q3"),
];

/// Five quarters: revenue 100, income 20, EPS 2, operating cash flow 30, capital expenditure 5; equity 200.
fn filer() -> Fundamentals {
    let mut reports = Reports::default();
    for (span, filed, quarter) in QUARTERS {
        let report = Report("10-Q", filed, 2025, quarter);
        for (tag, unit, value) in [
            ("us-gaap/Revenues", "USD", 100.0),
            ("us-gaap/NetIncomeLoss", "USD", 20.0),
            ("us-gaap/EarningsPerShareDiluted", "USD/shares", 2.0),
            (
                "us-gaap/NetCashProvidedByUsedInOperatingActivities",
                "USD",
                30.0,
            ),
            (
                "us-gaap/PaymentsToAcquirePropertyPlantAndEquipment",
                "USD",
                5.0,
            ),
        ] {
            reports.add(report, tag, unit, &[(span, value)]);
        }
        let end = span.split_once("..").unwrap().1;
        reports.add(report, "us-gaap/StockholdersEquity", "USD", &[(end, 200.0)]);
        reports.add(
            report,
            "dei/EntityCommonStockSharesOutstanding",
            "shares",
            &[(filed, 10.0)],
        );
    }
    reports.fundamentals()
}

fn valuation(rate: Option<f64>) -> Valuation {
    Valuation {
        price: 160.0,
        currency: Currency::USD,
        market_cap: Some(1_600.0),
        rate,
    }
}

#[test]
fn ratios_use_the_last_four_quarters() {
    let months = filer().twelve_months().unwrap();
    assert_eq!(
        (months.basis, months.end),
        (Basis::FourQuarters, day("2025-09-30"))
    );
    assert_eq!(
        (months.revenue, months.net_income),
        (Some(400.0), Some(80.0))
    );
    let ratios = Ratios::of(&months, Some(&valuation(Some(1.0))), true);
    assert_eq!(ratios.price_to_earnings, Some(20.0));
    assert_eq!(ratios.price_to_sales, Some(4.0));
    assert_eq!(ratios.price_to_book, Some(8.0));
    assert_eq!(ratios.free_cash_flow_yield, Some(6.25));
    assert_eq!(ratios.net_margin, Some(20.0));
    assert_eq!(ratios.return_on_equity, Some(40.0));
}

#[test]
fn last_year_is_used_if_a_quarter_is_missing() {
    let mut fundamentals = filer();
    fundamentals.quarters.remove(1);
    fundamentals.years = vec![fundamentals.quarters[3].clone()];
    let months = fundamentals.twelve_months().unwrap();
    assert_eq!(months.basis, Basis::FiscalYear);
    fundamentals.years.clear();
    assert_eq!(fundamentals.twelve_months(), None);
}

/// A receipt may stand for any number of shares, so its price is not compared with earnings per share.
#[test]
fn ratios_of_a_depositary_receipt_use_its_market_cap_only() {
    let months = filer().twelve_months().unwrap();
    let ratios = Ratios::of(&months, Some(&valuation(Some(1.0))), false);
    assert_eq!(ratios.price_to_earnings, Some(20.0));
    assert!(ratios.is_earnings_ratio_of_market_cap);
    let without_cap = Valuation {
        market_cap: None,
        ..valuation(Some(1.0))
    };
    let ratios = Ratios::of(&months, Some(&without_cap), false);
    assert_eq!(ratios.price_to_earnings, None);
    assert_eq!(ratios.return_on_equity, Some(40.0));
}

#[test]
fn price_is_converted_to_the_currency_of_the_reports() {
    let months = filer().twelve_months().unwrap();
    let ratios = Ratios::of(&months, Some(&valuation(Some(7.0))), true);
    assert_eq!(ratios.price_to_earnings, Some(140.0));
    let unknown_rate = Ratios::of(&months, Some(&valuation(None)), true);
    assert_eq!(
        (unknown_rate.price_to_earnings, unknown_rate.price_to_sales),
        (None, None)
    );
    assert_eq!(unknown_rate.net_margin, Some(20.0));
}

#[test]
fn losses_and_negative_equity_have_no_ratio() {
    let mut months = filer().twelve_months().unwrap();
    months.diluted_eps = Some(-1.0);
    months.net_income = Some(-40.0);
    months.free_cash_flow = Some(-16.0);
    months.equity = Some(-5.0);
    let ratios = Ratios::of(&months, Some(&valuation(Some(1.0))), true);
    assert_eq!(
        (ratios.price_to_earnings, ratios.price_to_book),
        (None, None)
    );
    assert_eq!(ratios.return_on_equity, None);
    assert_eq!(ratios.net_margin, Some(-10.0));
    assert_eq!(ratios.free_cash_flow_yield, Some(-1.0));
}

#[test]
fn figures_per_share_are_adjusted_for_splits_after_their_filing() {
    let split = Split {
        date: date(2025, 5, 2),
        numerator: 4.0,
        denominator: 1.0,
    };
    let adjusted = filer().adjusted_for(&[split], date(2025, 11, 1));
    let eps: Vec<_> = adjusted
        .quarters
        .iter()
        .map(|quarter| quarter.diluted_eps.unwrap().value)
        .collect();
    assert_eq!(eps, [2.0, 2.0, 0.5, 0.5, 0.5]);
    let shares: Vec<_> = adjusted
        .quarters
        .iter()
        .map(|quarter| quarter.shares.unwrap().value)
        .collect();
    assert_eq!(shares, [10.0, 10.0, 40.0, 40.0, 40.0]);
    let announced = filer().adjusted_for(&[split], date(2025, 5, 1));
    assert_eq!(
        announced,
        filer(),
        "an announced split is not applied before its date"
    );
}

#[test]
fn revenue_growth_compares_four_quarters_with_the_four_before() {
    let mut fundamentals = filer();
    assert_eq!(
        fundamentals.revenue_growth(),
        None,
        "five quarters are too few"
    );
    for months in [3, 6, 9] {
        let mut earlier = fundamentals.quarters[4].clone();
        earlier.end = earlier.end.checked_sub(months.months()).unwrap();
        earlier.revenue.as_mut().unwrap().value = 50.0;
        fundamentals.quarters.push(earlier);
    }
    // 400 after 250.
    let growth = fundamentals.revenue_growth().unwrap();
    assert!((growth - 60.0).abs() < 1e-9, "{growth}");
    fundamentals.quarters.remove(4);
    assert_eq!(fundamentals.revenue_growth(), None, "a quarter is missing");
}
