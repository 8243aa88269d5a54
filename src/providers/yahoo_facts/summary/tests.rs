//! Tests of responses for a company or a fund.

use super::*;
use crate::domain::{session::Calendar, ticker::TickerKind};
use crate::testing::fuzz::fuzz;

fn target(symbol: &str, kind: TickerKind) -> Target {
    Target {
        symbol: symbol.to_owned(),
        yahoo: symbol.to_owned(),
        kind,
        currency: Currency::USD,
        calendar: Calendar::NewYork,
        fetched: None,
        is_watched: false,
    }
}

fn read_one(modules: &str, target: &Target) -> TickerFacts {
    let body = format!(r#"{{"quoteSummary":{{"result":[{{{modules}}}],"error":null}}}}"#);
    let now = "2025-02-24T15:00:00Z".parse().unwrap();
    read(body.as_bytes(), target, now).unwrap().unwrap()
}

const FUND: &str = r#""fundProfile":{"family":"Invesco","categoryName":"Large Growth",
    "feesExpensesInvestment":{"annualReportExpenseRatio":0.002,"totalNetAssets":521778.34}},
    "summaryDetail":{"yield":0.0054,"totalAssets":328302690304,"currency":"USD"},
    "price":{"symbol":"QQQ","currency":"USD","regularMarketPrice":526.12},
    "defaultKeyStatistics":{"fundInceptionDate":921024000}"#;

#[test]
fn fund_fractions_become_percent_and_the_size_is_in_dollars() {
    let facts = read_one(FUND, &target("QQQ", TickerKind::Etf));
    assert_eq!(facts.sector.as_deref(), Some("Equity"));
    let fund = facts.fund.unwrap();
    assert_eq!(fund.issuer.as_deref(), Some("Invesco"));
    assert_eq!(fund.aum, Some(328_302_690_304.0));
    assert!((fund.expense_ratio.unwrap() - 0.2).abs() < 1e-9);
    assert!((fund.distribution_yield.unwrap() - 0.54).abs() < 1e-9);
    assert_eq!(fund.inception.unwrap().to_string(), "1999-03-10");
    let invalid = FUND
        .replace("0.0054", r#""n/a""#)
        .replace(r#""Invesco""#, "7");
    let fund = read_one(&invalid, &target("QQQ", TickerKind::Etf))
        .fund
        .unwrap();
    assert_eq!((fund.distribution_yield, fund.issuer), (None, None));
    assert!(fund.expense_ratio.is_some() && fund.aum.is_some());
}

const DATES: &str = r#""calendarEvents":{"earnings":{"earningsDate":[1746010740,1746446400],
    "isEarningsDateEstimate":true,"earningsAverage":1.61696},"exDividendDate":1747008000,
    "dividendDate":1739404800},"summaryDetail":{"dividendRate":1.04}"#;

#[test]
fn an_expected_report_is_dated_on_the_first_day_of_its_span_as_an_estimate() {
    let facts = read_one(DATES, &target("AAPL", TickerKind::Stock));
    let report = facts.next_report.unwrap();
    assert_eq!(
        (report.date.to_string(), report.time),
        ("2025-04-30".into(), None)
    );
    assert_eq!(
        (report.is_estimate, report.estimated_eps),
        (true, Some(1.61696))
    );
    let announced = facts.ex_dividend.unwrap();
    assert_eq!(announced.ex_date.to_string(), "2025-05-12");
    assert_eq!(announced.yearly, Some(1.04));
}

#[test]
fn estimates_are_in_the_reporting_currency() {
    let baba = target("BABA", TickerKind::Stock);
    let report = |more: &str| {
        read_one(&format!("{DATES}{more}"), &baba)
            .next_report
            .unwrap()
    };
    let yuan = Currency::parse("CNY");
    let by_financials = report(r#","earnings":{"financialCurrency":"CNY"}"#);
    assert_eq!(
        (by_financials.currency, by_financials.estimated_eps),
        (yuan, Some(1.61696))
    );
    let by_estimates = report(
        r#","earnings":{"financialCurrency":"USD"},"earningsTrend":{"trend":[{"period":"0q"},{"earningsEstimate":{"avg":{"raw":1.6},"earningsCurrency":"CNY"}}]}"#,
    );
    assert_eq!(
        by_estimates.currency, yuan,
        "the currency of the estimates comes first"
    );
    assert_eq!(
        report("").currency,
        None,
        "the response does not contain a currency"
    );
    let toyota = Target {
        currency: Currency::parse("JPY").unwrap(),
        ..target("7203.T", TickerKind::Stock)
    };
    assert_eq!(
        read_one(DATES, &toyota).next_report.unwrap().estimated_eps,
        None
    );
    let yen = format!(r#"{DATES},"financialData":{{"financialCurrency":"JPY"}}"#);
    let report = read_one(&yen, &toyota).next_report.unwrap();
    assert_eq!(
        (report.currency, report.estimated_eps),
        (Some(toyota.currency), Some(1.61696))
    );
}

#[test]
fn a_fund_with_zeros_has_unknown_expense_ratio_and_yield() {
    let zero = FUND.replace("0.002", "0").replace("0.0054", "0.0");
    let fund = read_one(&zero, &target("QQQ", TickerKind::Etf))
        .fund
        .unwrap();
    assert_eq!((fund.expense_ratio, fund.distribution_yield), (None, None));
}

#[test]
fn a_confirmed_report_has_a_time_of_day_and_past_ones_are_omitted() {
    let after = DATES
        .replace("[1746010740,1746446400]", "[1746131400]")
        .replace(":true", ":false");
    let report = read_one(&after, &target("AAPL", TickerKind::Stock))
        .next_report
        .unwrap();
    assert_eq!(
        (report.date.to_string(), report.is_estimate),
        ("2025-05-01".into(), false)
    );
    assert_eq!(
        report.time,
        Some(ReportTime::After),
        "16:30 in New York is after the close"
    );
    let past = after.replace("1746131400", "1738272600");
    assert_eq!(
        read_one(&past, &target("AAPL", TickerKind::Stock)).next_report,
        None
    );
}

#[test]
fn a_report_at_midnight_utc_is_dated_on_that_day_in_every_time_zone() {
    let zones = [
        "America/New_York",
        "America/Los_Angeles",
        "Europe/London",
        "Asia/Tokyo",
        "Australia/Sydney",
    ];
    for zone in zones {
        let target = Target {
            calendar: Calendar::for_exchange(zone, None, None).unwrap(),
            ..target("X", TickerKind::Stock)
        };
        // 2025-05-01T00:00Z, alone and as the first of several days.
        for days in ["[1746057600]", "[1746057600,1746489600]"] {
            let report = DATES
                .replace("[1746010740,1746446400]", days)
                .replace(":true", ":false");
            let report = read_one(&report, &target).next_report.unwrap();
            let found = (report.date.to_string(), report.time);
            assert_eq!(found, ("2025-05-01".into(), None), "{zone} {days}");
        }
    }
}

#[test]
fn a_response_for_another_or_no_symbol_is_ignored() {
    let now = Timestamp::UNIX_EPOCH;
    let qqq = target("QQQ", TickerKind::Etf);
    let other = r#"{"quoteSummary":{"result":[{"price":{"symbol":"SPY"}}],"error":null}}"#;
    assert_eq!(read(other.as_bytes(), &qqq, now).unwrap(), None);
    let none = r#"{"quoteSummary":{"result":null,"error":{"code":"Not Found","description":"No fundamentals data found"}}}"#;
    assert_eq!(read(none.as_bytes(), &qqq, now).unwrap(), None);
    let refused = r#"{"quoteSummary":{"result":null,"error":{"code":"Unauthorized","description":"Invalid Crumb"}}}"#;
    assert!(read(refused.as_bytes(), &qqq, now).is_err());
    assert!(read(b"<html>", &qqq, now).is_err() && read(b"{}", &qqq, now).is_err());
}

#[test]
fn broken_responses_cause_no_panic() {
    let apple = target("AAPL", TickerKind::Stock);
    let samples = [&include_bytes!("../../../../tests/fixtures/providers/yahoo_summary.json")[..]];
    fuzz("yahoo-summary", &samples, |body| {
        let _ = read(body, &apple, Timestamp::UNIX_EPOCH);
    });
}
