//! Splits that later reports show by restating earnings per share.

use super::{Report, Reports, day};
use crate::domain::{fundamentals::Fundamentals, split::Split};

const EPS: &str = "us-gaap/EarningsPerShareDiluted";
const INCOME: &str = "us-gaap/NetIncomeLoss";
const SHARES: &str = "dei/EntityCommonStockSharesOutstanding";

/// A filer with 100 shares until a split of 10 for 1 in June 2025.
fn filer() -> Reports {
    let mut reports = Reports::default();
    let year = |year: i16| format!("{year}-01-01..{year}-12-31");
    let mut add = |report: Report, shares: f64, periods: &[(String, f64)]| {
        for (span, income) in periods {
            reports.add(report, INCOME, "USD", &[(span, *income)]);
            let eps = (100.0 * income / shares).round() / 100.0;
            reports.add(report, EPS, "USD/shares", &[(span, eps)]);
        }
        reports.add(report, SHARES, "shares", &[(report.1, shares)]);
    };
    add(
        Report("10-K", "2023-02-20", 2022, "FY"),
        100.0,
        &[(year(2022), 310.0), (year(2021), 250.0)],
    );
    add(
        Report("10-K", "2024-02-20", 2023, "FY"),
        100.0,
        &[(year(2023), 400.0), (year(2022), 310.0)],
    );
    let quarter = |year: i16| format!("{year}-04-01..{year}-06-30");
    add(
        Report("10-Q", "2024-07-25", 2024, "Q2"),
        100.0,
        &[(quarter(2024), 120.0)],
    );
    add(
        Report("10-K", "2025-02-20", 2024, "FY"),
        100.0,
        &[(year(2024), 500.0), (year(2023), 400.0)],
    );
    // The first report after the split.
    add(
        Report("10-Q", "2025-07-25", 2025, "Q2"),
        1_000.0,
        &[(quarter(2025), 150.0), (quarter(2024), 120.0)],
    );
    add(
        Report("10-K", "2026-02-20", 2025, "FY"),
        1_000.0,
        &[(year(2025), 600.0), (year(2024), 500.0)],
    );
    reports
}

/// Returns the fiscal year, the earnings per share and the number of shares of each year, newest first.
fn years(fundamentals: &Fundamentals) -> Vec<String> {
    let years = fundamentals.years.iter();
    let years = years.map(|year| {
        let eps = year.diluted_eps.map_or(0.0, |eps| eps.value);
        let shares = year.shares.map_or(0.0, |shares| shares.value);
        format!("{} {eps:.2} {shares:.0}", year.fiscal_year)
    });
    years.collect()
}

#[test]
fn figures_before_a_split_are_in_new_units_without_a_source_of_splits() {
    let fundamentals = filer().fundamentals();
    let expected = [
        "2025 0.60 1000",
        // Restated by the newest annual report.
        "2024 0.50 1000",
        "2023 0.40 1000",
        "2022 0.31 1000",
        "2021 0.25 0",
    ];
    assert_eq!(years(&fundamentals), expected);
    assert!(
        fundamentals.years.iter().all(|year| !year.is_restated),
        "a split is no restatement"
    );
    let shares = fundamentals.shares.as_ref().map(|shares| shares.value);
    assert_eq!(shares, Some(1_000.0));
    // The split is not applied again if a source reports it.
    let split = Split {
        date: day("2025-06-10"),
        numerator: 10.0,
        denominator: 1.0,
    };
    let adjusted = fundamentals.adjusted_for(&[split], day("2026-11-20"));
    assert_eq!(years(&adjusted), expected);
}

#[test]
fn restatement_with_another_net_income_is_no_split() {
    let mut reports = Reports::default();
    let (before, after) = ("2023-01-01..2023-12-31", "2024-01-01..2024-12-31");
    for (filed, values) in [
        ("2024-02-20", &[(before, 400.0, 4.0)][..]),
        ("2025-02-20", &[(before, 200.0, 2.0), (after, 500.0, 5.0)]),
    ] {
        let report = Report("10-K", filed, 2024, "FY");
        for (span, income, eps) in values {
            reports.add(report, INCOME, "USD", &[(span, *income)]);
            reports.add(report, EPS, "USD/shares", &[(span, *eps)]);
        }
    }
    let older = Report("10-K", "2023-02-20", 2022, "FY");
    reports.add(older, EPS, "USD/shares", &[("2022-01-01..2022-12-31", 3.0)]);
    assert_eq!(
        years(&reports.fundamentals()),
        ["2024 5.00 0", "2023 2.00 0", "2022 3.00 0"]
    );
}
