//! Compares the dividends of two sources.

use jiff::civil::Date;

use super::{
    payout_report::{PayoutReport, window},
    record::{Figure, Finding, FindingKind},
};
use crate::domain::dividend::{Dividend, DividendKind};

/// Maximum relative difference between two amounts that agree. Sources round amounts to cents or less.
const AMOUNT_TOLERANCE: f64 = 0.01;
/// Maximum absolute difference between two amounts that agree.
const AMOUNT_ROUNDING: f64 = 0.001;
/// Maximum number of days between the ex-dates of the same dividend at two sources.
const MAX_DATE_GAP_DAYS: i64 = 7;
/// Maximum number of differences that are listed for a ticker.
const MAX_FINDINGS: usize = 10;

/// Compares the dividends in use, which come from `source`, with those of another source. Estimates, dividends from files, capital
/// gains, special dividends and payments in another currency than the ticker's are not compared. Returns the differences, newest first.
pub(crate) fn compare_payouts(
    used: &[Dividend],
    source: &str,
    report: &PayoutReport,
    today: Date,
) -> Vec<Finding> {
    let Some(oldest) = report.payments.iter().map(|payment| payment.0).min() else {
        return Vec::new();
    };
    let is_compared = |dividend: &&Dividend| {
        let is_regular = dividend.kind == DividendKind::Regular && dividend.currency.is_none();
        is_regular
            && !dividend.is_projected
            && !dividend.is_from_file
            && dividend.ex_date >= oldest
            && window(today).contains(&dividend.ex_date)
    };
    // Special dividends match payments too, so that these do not count as missing.
    let others: Vec<Date> = used
        .iter()
        .filter(|dividend| !is_compared(dividend))
        .map(|dividend| dividend.ex_date)
        .collect();
    let mut used: Vec<&Dividend> = used.iter().filter(is_compared).collect();
    let figure = |source: &str, value: Option<f64>, date: Option<Date>| Figure {
        source: source.to_owned(),
        value,
        at: report.at,
        date,
    };
    let finding = |kind, date, own: Option<f64>, other: Option<(Date, f64)>| Finding {
        kind,
        date,
        figures: vec![
            figure(source, own, None),
            figure(
                &report.source,
                other.map(|(_, amount)| amount),
                other
                    .map(|(ex_date, _)| ex_date)
                    .filter(|ex_date| *ex_date != date),
            ),
        ],
        used: own.is_some().then(|| source.to_owned()),
    };
    let mut findings = Vec::new();
    let mut unmatched = Vec::new();
    for payment in &report.payments {
        match used
            .iter()
            .position(|dividend| dividend.ex_date == payment.0)
        {
            Some(at) => {
                let dividend = used.remove(at);
                if !is_same_amount(dividend.amount, payment.1) {
                    findings.push(finding(
                        FindingKind::DividendAmount,
                        payment.0,
                        Some(dividend.amount),
                        Some(*payment),
                    ));
                }
            }
            None if others.contains(&payment.0) => {}
            None => unmatched.push(*payment),
        }
    }
    for payment in unmatched {
        let is_near = |dividend: &&Dividend| {
            let gap = dividend.ex_date.duration_since(payment.0).as_hours() / 24;
            gap.abs() <= MAX_DATE_GAP_DAYS && is_same_amount(dividend.amount, payment.1)
        };
        let near = used.iter().position(is_near);
        let own = near.map(|at| used.remove(at));
        findings.push(finding(
            FindingKind::DividendDate,
            own.map_or(payment.0, |dividend| dividend.ex_date),
            own.map(|dividend| dividend.amount),
            Some(payment),
        ));
    }
    for dividend in used {
        let (date, amount) = (dividend.ex_date, Some(dividend.amount));
        findings.push(finding(FindingKind::DividendDate, date, amount, None));
    }
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.date));
    findings.truncate(MAX_FINDINGS);
    findings
}

fn is_same_amount(a: f64, b: f64) -> bool {
    (a - b).abs() <= AMOUNT_ROUNDING.max(AMOUNT_TOLERANCE * a.abs().max(b.abs()))
}
