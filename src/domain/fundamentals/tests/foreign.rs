//! Filers like SAP (IFRS, euros, annual reports on form 20-F) and Alibaba (yuan, with the last year translated to dollars,
//! fiscal years that end in March). Amounts in millions.

use super::{Report, Reports, table};
use crate::domain::fundamentals::FilerKind;

fn sap_like() -> Reports {
    let mut reports = Reports::default();
    let (f22, f23, f24, f20) = (
        "2022-01-01..2022-12-31",
        "2023-01-01..2023-12-31",
        "2024-01-01..2024-12-31",
        "2020-01-01..2020-12-31",
    );
    let k22 = Report("20-F", "2023-03-10", 2022, "FY");
    reports.add(
        k22,
        "ifrs-full/Revenue",
        "EUR",
        &[(f22, 30_871.0), (f20, 27_338.0)],
    );
    reports.add(
        k22,
        "ifrs-full/ProfitLoss",
        "EUR",
        &[(f22, 1_708.0), (f20, 5_283.0)],
    );
    reports.add(
        k22,
        "ifrs-full/ProfitLossAttributableToOwnersOfParent",
        "EUR",
        &[(f22, 2_284.0), (f20, 5_145.0)],
    );
    let k23 = Report("20-F", "2024-02-29", 2023, "FY");
    // A business was sold; the comparative year is restated.
    reports.add(
        k23,
        "ifrs-full/Revenue",
        "EUR",
        &[(f23, 31_207.0), (f22, 29_520.0)],
    );
    reports.add(
        k23,
        "ifrs-full/ProfitLossAttributableToOwnersOfParent",
        "EUR",
        &[(f23, 6_139.0), (f22, 2_284.0)],
    );
    let k24 = Report("20-F", "2025-02-27", 2024, "FY");
    reports.add(
        k24,
        "ifrs-full/Revenue",
        "EUR",
        &[(f24, 34_176.0), (f23, 31_207.0), (f22, 29_520.0)],
    );
    reports.add(
        k24,
        "ifrs-full/ProfitLoss",
        "EUR",
        &[(f24, 3_150.0), (f23, 5_971.0)],
    );
    reports.add(
        k24,
        "ifrs-full/ProfitLossAttributableToOwnersOfParent",
        "EUR",
        &[(f24, 3_124.0), (f23, 6_139.0)],
    );
    reports.add(
        k24,
        "ifrs-full/DilutedEarningsLossPerShare",
        "EUR/shares",
        &[(f24, 2.65), (f23, 5.20)],
    );
    reports.add(
        k24,
        "ifrs-full/CashFlowsFromUsedInOperatingActivities",
        "EUR",
        &[(f24, 5_220.0), (f23, 6_332.0)],
    );
    reports.add(
        k24,
        "ifrs-full/PurchaseOfPropertyPlantAndEquipmentIntangibleAssetsOtherThanGoodwillInvestmentPropertyAndOtherNoncurrentAssets",
        "EUR",
        &[(f24, 797.0), (f23, 785.0)],
    );
    reports.add(
        k24,
        "ifrs-full/EquityAttributableToOwnersOfParent",
        "EUR",
        &[("2024-12-31", 45_440.0), ("2023-12-31", 43_101.0)],
    );
    reports.add(
        k24,
        "dei/EntityCommonStockSharesOutstanding",
        "shares",
        &[("2024-12-31", 1_228.504)],
    );
    reports
}

#[test]
fn sap_like_filer_has_years_in_euros_and_no_quarters() {
    let fundamentals = sap_like().fundamentals();
    assert_eq!(
        fundamentals
            .currency
            .map(|currency| currency.to_string())
            .as_deref(),
        Some("EUR")
    );
    assert_eq!(fundamentals.filer_kind, FilerKind::Foreign);
    assert!(fundamentals.quarters.is_empty());
    assert_eq!(
        table(&fundamentals.years),
        [
            "2024 FY 2024-12-31 34176 3124 2.65 5220 4423 45440 1228.5 20-F 2025-02-27",
            "2023 FY 2023-12-31 31207 6139 5.2 6332 5547 43101 - 20-F 2025-02-27",
            "2022 FY 2022-12-31 29520 2284 - - - - - 20-F 2025-02-27",
            // 2021 is missing, and stays so.
            "2020 FY 2020-12-31 27338 5145 - - - - - 20-F 2023-03-10",
        ]
    );
    let restated = fundamentals.years.iter().map(|year| year.is_restated);
    assert_eq!(restated.collect::<Vec<_>>(), [false, false, true, false]);
}

fn alibaba_like() -> Reports {
    let mut reports = Reports::default();
    let (f23, f24, f25) = (
        "2022-04-01..2023-03-31",
        "2023-04-01..2024-03-31",
        "2024-04-01..2025-03-31",
    );
    for (report, years) in [
        (
            Report("20-F", "2024-05-23", 2024, "FY"),
            [
                (f24, 941_168.0, 79_741.0, 3.91),
                (f23, 868_687.0, 72_509.0, 3.43),
            ],
        ),
        (
            Report("20-F", "2025-06-26", 2025, "FY"),
            [
                (f25, 996_347.0, 129_470.0, 6.70),
                (f24, 941_168.0, 79_741.0, 3.91),
            ],
        ),
    ] {
        let column = |value: fn(&(&'static str, f64, f64, f64)) -> f64| -> Vec<_> {
            years.iter().map(|year| (year.0, value(year))).collect()
        };
        reports.add(report, "us-gaap/Revenues", "CNY", &column(|year| year.1));
        reports.add(
            report,
            "us-gaap/NetIncomeLoss",
            "CNY",
            &column(|year| year.2),
        );
        reports.add(
            report,
            "us-gaap/EarningsPerShareDiluted",
            "CNY/shares",
            &column(|year| year.3),
        );
        // The newest year, translated for convenience.
        let (newest, revenue, income, eps) = years[0];
        reports.add(
            report,
            "us-gaap/Revenues",
            "USD",
            &[(newest, revenue / 7.25)],
        );
        reports.add(
            report,
            "us-gaap/NetIncomeLoss",
            "USD",
            &[(newest, income / 7.25)],
        );
        reports.add(
            report,
            "us-gaap/EarningsPerShareDiluted",
            "USD/shares",
            &[(newest, eps / 7.25)],
        );
    }
    let newest = Report("20-F", "2025-06-26", 2025, "FY");
    reports.add(
        newest,
        "us-gaap/NetCashProvidedByUsedInOperatingActivities",
        "CNY",
        &[(f25, 163_509.0)],
    );
    reports.add(
        newest,
        "us-gaap/NetCashProvidedByUsedInOperatingActivities",
        "USD",
        &[(f25, 22_553.0)],
    );
    reports.add(
        newest,
        "us-gaap/StockholdersEquity",
        "CNY",
        &[("2025-03-31", 1_009_858.0)],
    );
    reports.add(
        newest,
        "us-gaap/StockholdersEquity",
        "USD",
        &[("2025-03-31", 139_290.0)],
    );
    reports.add(
        newest,
        "dei/EntityCommonStockSharesOutstanding",
        "shares",
        &[("2025-03-31", 18_474.0)],
    );
    reports
}

#[test]
fn alibaba_like_filer_reports_in_yuan_despite_dollar_translations() {
    let fundamentals = alibaba_like().fundamentals();
    assert_eq!(
        fundamentals
            .currency
            .map(|currency| currency.to_string())
            .as_deref(),
        Some("CNY")
    );
    assert!(
        !fundamentals.is_share_listed(),
        "a listed receipt stands for eight shares"
    );
    assert_eq!(
        table(&fundamentals.years),
        [
            // Free cash flow is unknown without a tag for capital expenditure.
            "2025 FY 2025-03-31 996347 129470 6.7 163509 - 1009858 18474 20-F 2025-06-26",
            "2024 FY 2024-03-31 941168 79741 3.91 - - - - 20-F 2025-06-26",
            "2023 FY 2023-03-31 868687 72509 3.43 - - - - 20-F 2024-05-23",
        ]
    );
}

/// A filer that reported in yuan, and in dollars since 2025.
#[test]
fn currency_is_that_of_the_newest_year_after_a_change() {
    let mut reports = Reports::default();
    let years = [
        "2021-01-01..2021-12-31",
        "2022-01-01..2022-12-31",
        "2023-01-01..2023-12-31",
        "2024-01-01..2024-12-31",
        "2025-01-01..2025-12-31",
    ];
    for (index, year) in years.iter().take(4).enumerate() {
        let filed = ["2022-03-10", "2023-03-10", "2024-03-10", "2025-03-10"][index];
        let report = Report("20-F", filed, 2021, "FY");
        for tag in ["us-gaap/Revenues", "us-gaap/NetIncomeLoss"] {
            reports.add(report, tag, "CNY", &[(year, 700.0)]);
        }
    }
    let newest = Report("20-F", "2026-03-10", 2025, "FY");
    for tag in ["us-gaap/Revenues", "us-gaap/NetIncomeLoss"] {
        let values = [(years[4], 110.0), (years[3], 100.0)];
        reports.add(newest, tag, "USD", &values);
    }
    let fundamentals = reports.fundamentals();
    assert_eq!(
        fundamentals.currency,
        Some(crate::domain::currency::Currency::USD)
    );
    let revenue = fundamentals.years.iter().map(|year| year.revenue);
    let revenue: Vec<f64> = revenue.flatten().map(|figure| figure.value).collect();
    assert_eq!(revenue, [110.0, 100.0]);
}
