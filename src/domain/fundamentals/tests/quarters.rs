//! Quarters of unusual filers.

use super::{Report, Reports, table};

const REVENUE: &str = "us-gaap/Revenues";
const INCOME: &str = "us-gaap/NetIncomeLoss";
const EPS: &str = "us-gaap/EarningsPerShareDiluted";

/// A retailer with quarters of 12, 12, 12 and 16 or 17 weeks, whose first three quarters are only stated separately.
fn retailer(fourth_quarter_weeks: i64) -> Reports {
    let mut reports = Reports::default();
    let (q1, q2, q3) = (
        "2023-09-04..2023-11-26",
        "2023-11-27..2024-02-18",
        "2024-02-19..2024-05-12",
    );
    reports.add(
        Report("10-Q", "2023-12-20", 2024, "Q1"),
        REVENUE,
        "USD",
        &[(q1, 100.0)],
    );
    reports.add(
        Report("10-Q", "2024-03-13", 2024, "Q2"),
        REVENUE,
        "USD",
        &[(q2, 110.0)],
    );
    reports.add(
        Report("10-Q", "2024-06-05", 2024, "Q3"),
        REVENUE,
        "USD",
        &[(q3, 120.0)],
    );
    let end =
        super::day("2024-05-12").saturating_add(jiff::Span::new().weeks(fourth_quarter_weeks));
    let year = format!("2023-09-04..{end}");
    reports.add(
        Report("10-K", "2024-10-09", 2024, "FY"),
        REVENUE,
        "USD",
        &[(&year, 500.0)],
    );
    reports
}

#[test]
fn fourth_quarter_of_16_or_17_weeks_is_the_year_minus_three_quarters() {
    for (weeks, end) in [(16, "2024-09-01"), (17, "2024-09-08")] {
        let quarters = table(&retailer(weeks).fundamentals().quarters);
        assert_eq!(quarters.len(), 4);
        assert_eq!(
            quarters[0],
            format!("2024 Q4 {end} 170* - - - - - - 10-K 2024-10-09")
        );
        assert_eq!(
            quarters[3],
            "2024 Q1 2023-11-26 100 - - - - - - 10-Q 2023-12-20"
        );
    }
}

#[test]
fn fourth_quarter_is_missing_without_a_third() {
    let mut reports = retailer(16);
    reports
        .0
        .retain(|fact| fact.report.form != "10-Q" || fact.fiscal_quarter != Some(3));
    assert_eq!(reports.fundamentals().quarters.len(), 2);
}

/// Years that end in January have the number that the company gives them.
#[test]
fn fiscal_year_has_the_number_of_its_first_report() {
    for (stated, quarter_year) in [(2024, 2025), (2025, 2026)] {
        let mut reports = Reports::default();
        let annual = Report("10-K", "2025-03-14", stated, "FY");
        reports.add(annual, REVENUE, "USD", &[("2024-02-01..2025-01-31", 400.0)]);
        // Reports of later years state this year as a comparison.
        let later = Report("10-K", "2026-03-13", stated + 1, "FY");
        reports.add(
            later,
            REVENUE,
            "USD",
            &[
                ("2024-02-01..2025-01-31", 400.0),
                ("2025-02-01..2026-01-31", 440.0),
            ],
        );
        let first = Report("10-Q", "2025-06-05", stated + 1, "Q1");
        reports.add(first, REVENUE, "USD", &[("2025-02-01..2025-04-30", 105.0)]);
        let fundamentals = reports.fundamentals();
        let years: Vec<_> = fundamentals
            .years
            .iter()
            .map(|year| year.fiscal_year)
            .collect();
        assert_eq!(years, [stated + 1, stated]);
        let quarter = &fundamentals.quarters[0];
        assert_eq!(
            (quarter.fiscal_year, quarter.quarter),
            (quarter_year, Some(1))
        );
    }
}

#[test]
fn quarter_after_the_last_year_belongs_to_the_next_year() {
    let mut reports = retailer(16);
    let next = "2024-09-02..2024-11-24";
    reports.add(
        Report("10-Q", "2024-12-18", 2025, "Q1"),
        REVENUE,
        "USD",
        &[(next, 104.0)],
    );
    let quarters = table(&reports.fundamentals().quarters);
    assert_eq!(
        quarters[0],
        "2025 Q1 2024-11-24 104 - - - - - - 10-Q 2024-12-18"
    );
}

#[test]
fn filer_without_a_full_year_has_the_quarters_of_its_reports() {
    let mut reports = Reports::default();
    let second = Report("10-Q", "2025-08-13", 2025, "Q2");
    reports.add(
        second,
        REVENUE,
        "USD",
        &[
            ("2025-04-01..2025-06-30", 30.0),
            ("2024-04-01..2024-06-30", 20.0),
        ],
    );
    let fundamentals = reports.fundamentals();
    assert!(fundamentals.years.is_empty());
    assert_eq!(
        table(&fundamentals.quarters)[0],
        "2025 Q2 2025-06-30 30 - - - - - - 10-Q 2025-08-13"
    );
}

/// After a split, the annual report counts new shares and the quarterly reports before it old ones.
#[test]
fn earnings_per_share_are_not_subtracted_across_a_split() {
    let mut reports = Reports::default();
    let spans = [
        "2024-01-01..2024-03-31",
        "2024-04-01..2024-06-30",
        "2024-07-01..2024-09-30",
    ];
    for ((span, number), filed) in
        spans
            .iter()
            .zip(["Q1", "Q2", "Q3"])
            .zip(["2024-04-25", "2024-07-25", "2024-10-25"])
    {
        let report = Report("10-Q", filed, 2024, number);
        reports.add(report, INCOME, "USD", &[(span, 100.0)]);
        reports.add(report, EPS, "USD/shares", &[(span, 10.0)]);
    }
    let annual = Report("10-K", "2025-02-20", 2024, "FY");
    reports.add(annual, INCOME, "USD", &[("2024-01-01..2024-12-31", 440.0)]);
    reports.add(
        annual,
        EPS,
        "USD/shares",
        &[("2024-01-01..2024-12-31", 4.4)],
    );
    let fourth = &reports.fundamentals().quarters[0];
    assert_eq!(fourth.net_income.map(|income| income.value), Some(140.0));
    assert_eq!(fourth.diluted_eps, None);
}

#[test]
fn filer_without_known_facts_is_empty() {
    let fundamentals = Reports::default().fundamentals();
    assert!(fundamentals.is_empty());
    assert_eq!(fundamentals.currency, None);
}
