//! A filer like Apple: fiscal years of 52 or 53 weeks that end in September, cash flows since the start of the year, no
//! report on the fourth quarter alone, a tag that replaced another. Amounts in millions.

use super::{Report, Reports, table};

const Q1_24: &str = "2023-10-01..2023-12-30";
const Q2_24: &str = "2023-12-31..2024-03-30";
const Q3_24: &str = "2024-03-31..2024-06-29";
const FY_24: &str = "2023-10-01..2024-09-28";
const Q1_25: &str = "2024-09-29..2024-12-28";
const Q2_25: &str = "2024-12-29..2025-03-29";
const Q3_25: &str = "2025-03-30..2025-06-28";
const FY_25: &str = "2024-09-29..2025-09-27";
/// 53 weeks.
const FY_23: &str = "2022-09-25..2023-09-30";
const FY_22: &str = "2021-09-26..2022-09-24";
const FY_21: &str = "2020-09-27..2021-09-25";
const FY_18: &str = "2017-10-01..2018-09-29";

const REVENUE: &str = "us-gaap/RevenueFromContractWithCustomerExcludingAssessedTax";
const INCOME: &str = "us-gaap/NetIncomeLoss";
const EPS: &str = "us-gaap/EarningsPerShareDiluted";
const CASH: &str = "us-gaap/NetCashProvidedByUsedInOperatingActivities";
const CAPEX: &str = "us-gaap/PaymentsToAcquirePropertyPlantAndEquipment";
const EQUITY: &str = "us-gaap/StockholdersEquity";
const SHARES: &str = "dei/EntityCommonStockSharesOutstanding";

/// Adds the income statement of one report: revenue, net income and EPS of each span.
fn add_income(reports: &mut Reports, report: Report, rows: &[(&str, f64, f64, f64)]) {
    let column = |value: fn(&(&str, f64, f64, f64)) -> f64| -> Vec<_> {
        rows.iter().map(|row| (row.0, value(row))).collect()
    };
    reports.add(report, REVENUE, "USD", &column(|row| row.1));
    reports.add(report, INCOME, "USD", &column(|row| row.2));
    reports.add(report, EPS, "USD/shares", &column(|row| row.3));
}

fn reports() -> Reports {
    let mut reports = Reports::default();
    let k22 = Report("10-K", "2022-10-28", 2022, "FY");
    add_income(
        &mut reports,
        k22,
        &[
            (FY_22, 394_328.0, 99_803.0, 6.11),
            (FY_21, 365_817.0, 94_680.0, 5.61),
        ],
    );
    reports.add(k22, CASH, "USD", &[(FY_22, 122_151.0), (FY_21, 104_038.0)]);
    reports.add(k22, CAPEX, "USD", &[(FY_22, 10_708.0), (FY_21, 11_085.0)]);
    reports.add(
        k22,
        EQUITY,
        "USD",
        &[("2022-09-24", 50_672.0), ("2021-09-25", 63_090.0)],
    );
    let k23 = Report("10-K", "2023-11-03", 2023, "FY");
    add_income(&mut reports, k23, &[(FY_23, 383_285.0, 96_995.0, 6.13)]);
    reports.add(k23, CASH, "USD", &[(FY_23, 110_543.0)]);
    reports.add(k23, CAPEX, "USD", &[(FY_23, 10_959.0)]);
    reports.add(k23, EQUITY, "USD", &[("2023-09-30", 62_146.0)]);
    // A year whose revenue has only an old tag must not appear among the newest years.
    let k18 = Report("10-K", "2018-11-05", 2018, "FY");
    reports.add(k18, "us-gaap/SalesRevenueNet", "USD", &[(FY_18, 265_595.0)]);

    add_2024(&mut reports);
    add_2025(&mut reports);
    reports
}

fn add_2024(reports: &mut Reports) {
    let q1 = Report("10-Q", "2024-02-02", 2024, "Q1");
    add_income(reports, q1, &[(Q1_24, 119_575.0, 33_916.0, 2.18)]);
    reports.add(q1, CASH, "USD", &[(Q1_24, 39_895.0)]);
    reports.add(q1, CAPEX, "USD", &[(Q1_24, 2_392.0)]);
    reports.add(q1, EQUITY, "USD", &[("2023-12-30", 74_100.0)]);
    reports.add(q1, SHARES, "shares", &[("2024-01-19", 15_441.881)]);
    let q2 = Report("10-Q", "2024-05-03", 2024, "Q2");
    add_income(
        reports,
        q2,
        &[
            (Q2_24, 90_753.0, 23_636.0, 1.53),
            ("2023-10-01..2024-03-30", 210_328.0, 57_552.0, 3.71),
        ],
    );
    reports.add(q2, CASH, "USD", &[("2023-10-01..2024-03-30", 62_585.0)]);
    reports.add(q2, CAPEX, "USD", &[("2023-10-01..2024-03-30", 4_388.0)]);
    reports.add(
        q2,
        EQUITY,
        "USD",
        &[("2024-03-30", 74_194.0), ("2023-09-30", 62_146.0)],
    );
    let q3 = Report("10-Q", "2024-08-02", 2024, "Q3");
    add_income(
        reports,
        q3,
        &[
            (Q3_24, 85_777.0, 21_448.0, 1.40),
            ("2023-10-01..2024-06-29", 296_105.0, 79_000.0, 5.11),
        ],
    );
    reports.add(q3, CASH, "USD", &[("2023-10-01..2024-06-29", 91_443.0)]);
    reports.add(q3, CAPEX, "USD", &[("2023-10-01..2024-06-29", 6_539.0)]);
    reports.add(q3, EQUITY, "USD", &[("2024-06-29", 66_708.0)]);
    let k24 = Report("10-K", "2024-11-01", 2024, "FY");
    add_income(
        reports,
        k24,
        &[
            (FY_24, 391_035.0, 93_736.0, 6.08),
            (FY_23, 383_285.0, 96_995.0, 6.13),
            (FY_22, 394_328.0, 99_803.0, 6.11),
        ],
    );
    reports.add(k24, CASH, "USD", &[(FY_24, 118_254.0), (FY_23, 110_543.0)]);
    reports.add(k24, CAPEX, "USD", &[(FY_24, 9_447.0), (FY_23, 10_959.0)]);
    reports.add(
        k24,
        EQUITY,
        "USD",
        &[("2024-09-28", 56_950.0), ("2023-09-30", 62_146.0)],
    );
    reports.add(k24, SHARES, "shares", &[("2024-10-18", 15_115.823)]);
}

fn add_2025(reports: &mut Reports) {
    let q1 = Report("10-Q", "2025-01-31", 2025, "Q1");
    add_income(
        reports,
        q1,
        &[
            (Q1_25, 124_300.0, 36_330.0, 2.40),
            (Q1_24, 119_575.0, 33_916.0, 2.18),
        ],
    );
    reports.add(q1, CASH, "USD", &[(Q1_25, 29_935.0), (Q1_24, 39_895.0)]);
    reports.add(q1, CAPEX, "USD", &[(Q1_25, 2_940.0), (Q1_24, 2_392.0)]);
    reports.add(q1, EQUITY, "USD", &[("2024-12-28", 66_758.0)]);
    reports.add(q1, SHARES, "shares", &[("2025-01-17", 15_022.073)]);
    let q2 = Report("10-Q", "2025-05-02", 2025, "Q2");
    add_income(
        reports,
        q2,
        &[
            (Q2_25, 95_359.0, 24_780.0, 1.65),
            ("2024-09-29..2025-03-29", 219_659.0, 61_110.0, 4.05),
        ],
    );
    reports.add(q2, CASH, "USD", &[("2024-09-29..2025-03-29", 53_887.0)]);
    reports.add(q2, CAPEX, "USD", &[("2024-09-29..2025-03-29", 6_011.0)]);
    reports.add(q2, EQUITY, "USD", &[("2025-03-29", 66_796.0)]);
    let q3 = Report("10-Q", "2025-08-01", 2025, "Q3");
    // The comparative quarter is restated: revenue was 85,777 before.
    add_income(
        reports,
        q3,
        &[
            (Q3_25, 94_036.0, 23_434.0, 1.57),
            (Q3_24, 85_000.0, 21_448.0, 1.40),
            ("2024-09-29..2025-06-28", 313_695.0, 84_544.0, 5.62),
        ],
    );
    reports.add(q3, CASH, "USD", &[("2024-09-29..2025-06-28", 81_754.0)]);
    reports.add(q3, CAPEX, "USD", &[("2024-09-29..2025-06-28", 9_473.0)]);
    reports.add(q3, EQUITY, "USD", &[("2025-06-28", 65_830.0)]);
    let k25 = Report("10-K", "2025-10-31", 2025, "FY");
    add_income(
        reports,
        k25,
        &[
            (FY_25, 416_161.0, 112_010.0, 7.46),
            (FY_24, 391_035.0, 93_736.0, 6.08),
            (FY_23, 383_285.0, 96_995.0, 6.13),
        ],
    );
    reports.add(k25, CASH, "USD", &[(FY_25, 111_482.0)]);
    reports.add(k25, CAPEX, "USD", &[(FY_25, 12_715.0)]);
    reports.add(k25, EQUITY, "USD", &[("2025-09-27", 73_733.0)]);
    reports.add(k25, SHARES, "shares", &[("2025-10-17", 14_776.353)]);
}

#[test]
fn five_years_equal_the_table_worked_out_by_hand() {
    let fundamentals = reports().fundamentals();
    assert_eq!(
        fundamentals
            .currency
            .map(|currency| currency.to_string())
            .as_deref(),
        Some("USD")
    );
    assert_eq!(
        table(&fundamentals.years),
        [
            "2025 FY 2025-09-27 416161 112010 7.46 111482 98767 73733 14776.35 10-K 2025-10-31",
            "2024 FY 2024-09-28 391035 93736 6.08 118254 108807 56950 15115.82 10-K 2025-10-31",
            "2023 FY 2023-09-30 383285 96995 6.13 110543 99584 62146 - 10-K 2025-10-31",
            "2022 FY 2022-09-24 394328 99803 6.11 122151 111443 50672 - 10-K 2024-11-01",
            "2021 FY 2021-09-25 365817 94680 5.61 104038 92953 63090 - 10-K 2022-10-28",
        ]
    );
}

/// Cash flows of the second and third quarter are differences of cumulative ones; the fourth quarter is the year minus the
/// nine months. The restated revenue of the third quarter of 2024 replaces the first one.
#[test]
fn eight_quarters_equal_the_table_worked_out_by_hand() {
    let fundamentals = reports().fundamentals();
    assert_eq!(
        table(&fundamentals.quarters),
        [
            "2025 Q4 2025-09-27 102466* 27466* 1.84* 29728* 26486 73733 14776.35 10-K 2025-10-31",
            "2025 Q3 2025-06-28 94036 23434 1.57 27867* 24405 65830 - 10-Q 2025-08-01",
            "2025 Q2 2025-03-29 95359 24780 1.65 23952* 20881 66796 - 10-Q 2025-05-02",
            "2025 Q1 2024-12-28 124300 36330 2.4 29935 26995 66758 15022.07 10-Q 2025-01-31",
            "2024 Q4 2024-09-28 94930* 14736* 0.97* 26811* 23903 56950 15115.82 10-K 2025-10-31",
            "2024 Q3 2024-06-29 85000 21448 1.4 28858* 26707 66708 - 10-Q 2025-08-01",
            "2024 Q2 2024-03-30 90753 23636 1.53 22690* 20694 74194 - 10-Q 2024-05-03",
            "2024 Q1 2023-12-30 119575 33916 2.18 39895 37503 74100 15441.88 10-Q 2025-01-31",
        ]
    );
    let restated: Vec<_> = fundamentals
        .quarters
        .iter()
        .filter(|quarter| quarter.is_restated)
        .map(|quarter| (quarter.fiscal_year, quarter.quarter))
        .collect();
    assert_eq!(restated, [(2024, Some(3))]);
}

#[test]
fn newest_share_count_comes_from_the_last_cover_page() {
    let shares = reports().fundamentals().shares.unwrap();
    assert_eq!(
        (shares.value, shares.as_of),
        (14_776.353, super::day("2025-10-17"))
    );
    assert_eq!(shares.report.form, "10-K");
}
