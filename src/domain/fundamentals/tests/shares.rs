//! Numbers of shares that must not be used.

use super::{Report, Reports, day};

const REPORT: Report = Report("10-K", "2026-02-20", 2025, "FY");
const YEAR: &str = "2025-01-01..2025-12-31";
const COVER_PAGE: &str = "dei/EntityCommonStockSharesOutstanding";

/// A filer with net income of 100 and earnings per share of `eps` in the newest year.
fn filer(eps: f64) -> Reports {
    let mut reports = Reports::default();
    reports.add(REPORT, "us-gaap/NetIncomeLoss", "USD", &[(YEAR, 100.0)]);
    let tag = "us-gaap/EarningsPerShareDiluted";
    reports.add(REPORT, tag, "USD/shares", &[(YEAR, eps)]);
    reports
}

/// Returns the number of shares and the day of its count.
fn shares(reports: Reports) -> Option<(f64, String)> {
    let shares = reports.fundamentals().shares?;
    Some((shares.value, shares.as_of.to_string()))
}

#[test]
fn count_of_a_report_long_ago_is_not_used() {
    let mut reports = filer(2.0);
    let old = Report("10-K", "2013-02-20", 2012, "FY");
    reports.add(old, COVER_PAGE, "shares", &[("2013-01-31", 50.0)]);
    assert_eq!(shares(reports), None);
    // A filer of an annual report may count at its end, more than a year before the newest quarter.
    let mut reports = filer(2.0);
    let last_year = Report("10-K", "2025-02-20", 2024, "FY");
    reports.add(last_year, COVER_PAGE, "shares", &[("2024-12-31", 50.0)]);
    assert_eq!(shares(reports), Some((50.0, "2024-12-31".to_owned())));
}

#[test]
fn count_that_contradicts_the_earnings_per_share_is_not_used() {
    for (eps, count, is_used) in [
        (2.0, 50.0, true),
        (2.0, 60.0, true),
        // The other class of shares is not counted.
        (2.0, 25.0, false),
        // In thousands.
        (2.0, 0.05, false),
        (2.0, 500.0, false),
        // Rounded too much to tell.
        (0.02, 50.0, true),
    ] {
        let mut reports = filer(eps);
        reports.add(REPORT, COVER_PAGE, "shares", &[("2026-01-31", count)]);
        let used = reports.fundamentals().shares;
        assert_eq!(used.is_some(), is_used, "{eps} {count}");
    }
}

#[test]
fn share_classes_are_compared_by_their_market_cap_only() {
    let mut reports = filer(2.0);
    reports.add(REPORT, COVER_PAGE, "shares", &[("2026-01-31", 50.0)]);
    let mut fundamentals = reports.fundamentals();
    assert!(fundamentals.is_share_listed());
    fundamentals.has_share_classes = true;
    assert!(!fundamentals.is_share_listed());
    // The earnings per share are still adjusted for splits, which usually apply to all classes.
    let split = crate::domain::split::Split {
        date: day("2026-06-01"),
        numerator: 2.0,
        denominator: 1.0,
    };
    let adjusted = fundamentals.adjusted_for(&[split], day("2026-07-01"));
    let eps = adjusted.years[0].diluted_eps.map(|eps| eps.value);
    assert_eq!(eps, Some(1.0));
}
