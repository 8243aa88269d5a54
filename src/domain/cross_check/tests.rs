//! Tests of the comparison of closes and dividends, and of the review.

use fastrand::Rng;
use jiff::{Timestamp, civil::date};

use super::{compare::Difference, *};
use crate::domain::{
    bar::{Bar, Close},
    dividend::{Dividend, DividendKind},
    ticker::TickerKind,
};

const DAY: i64 = 86_400;
/// Midnight UTC of Monday 9 November 2026.
const MONDAY: i64 = 1_794_182_400;

fn series(closes: &[f64]) -> Vec<Close> {
    (0..)
        .map(|day| MONDAY + day * DAY)
        .zip(closes.iter().copied())
        .collect()
}

fn stock() -> Tolerance {
    Tolerance::of_closes(TickerKind::Stock, 2)
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn bars(closes: &[(i64, f64)]) -> Vec<Bar> {
    let bar = |(day, close): &(i64, f64)| Bar {
        start: MONDAY + day * DAY,
        open: *close,
        high: *close,
        low: *close,
        close: *close,
        volume: 100.0,
    };
    closes.iter().map(bar).collect()
}

/// Returns the cross-check of these closes by source, of which the first is preferred.
fn check(sources: &[(&str, &[(i64, f64)])]) -> CrossCheck {
    let mut check = CrossCheck::default();
    for (source, closes) in sources {
        check.add_bars(source, at("2026-11-21T03:00:00Z"), &bars(closes));
    }
    check.preferred = sources.first().map(|(source, _)| (*source).to_owned());
    check
}

fn kinds(review: &Review) -> Vec<FindingKind> {
    review.findings.iter().map(|finding| finding.kind).collect()
}

#[test]
fn yields_may_differ_by_five_basis_points() {
    let tolerance = |symbol| Tolerance::of_closes(TickerKind::Index, 3).for_symbol(symbol);
    assert!(tolerance("^TNX").accepts(4.128, 4.178));
    assert!(!tolerance("^TNX").accepts(4.128, 4.179));
    assert!(tolerance("^IRX").accepts(0.0, 0.05));
    assert!(!tolerance("^VIX").accepts(16.0, 16.05));
}

#[test]
fn futures_are_not_compared_while_sources_change_the_contract() {
    // Monday 9 to Wednesday 25 November.
    let first = series(&[70.0; 17]);
    let second = series(&[71.5; 17]);
    let days = |symbol: &str, kind| -> Vec<i8> {
        let tolerance = Tolerance::of_closes(kind, 2).for_symbol(symbol);
        let differing: Vec<Close> = second
            .iter()
            .enumerate()
            // Every third session, so that the ratio is not constant.
            .map(|(index, (start, close))| (*start, if index % 3 == 0 { *close } else { 70.0 }))
            .collect();
        let compared = compare(&first, &differing, tolerance);
        let starts = compared.differences.iter().map(|one| one.start);
        let day = |start| {
            Timestamp::from_second(start)
                .unwrap()
                .to_zoned(jiff::tz::TimeZone::UTC)
                .day()
        };
        starts.map(day).collect()
    };
    assert_eq!(days("CL=F", TickerKind::Commodity), [9, 12]);
    assert_eq!(days("GC=F", TickerKind::Commodity), [9, 18, 21]);
    assert_eq!(days("^FTSE", TickerKind::Index), [9, 12, 15, 18, 21, 24]);
}

#[test]
fn small_differences_are_agreements() {
    let first = series(&[100.0, 101.0, 0.5]);
    let second = series(&[100.4, 100.6, 0.51]);
    let result = compare(&first, &second, stock());
    assert_eq!(
        result.agreements, 3,
        "closes agree if they differ by 0.4 % or by one tick: {result:?}"
    );
    assert!(result.differences.is_empty());
}

#[test]
fn a_difference_is_listed_with_both_closes() {
    let result = compare(
        &series(&[412.3, 410.0, 409.0]),
        &series(&[412.3, 406.0, 409.0]),
        stock(),
    );
    let difference = Difference {
        start: MONDAY + DAY,
        first: 410.0,
        second: 406.0,
    };
    assert_eq!(result.differences, [difference]);
    assert_eq!((result.agreements, result.mismatch), (2, None));
}

#[test]
fn sessions_that_only_one_source_has_are_listed_within_the_range_of_both() {
    let first = series(&[1.0, 2.0, 3.0, 4.0]);
    let mut second = first.clone();
    second.remove(2);
    second.push((MONDAY + 4 * DAY, 5.0));
    second.insert(0, (MONDAY - DAY, 9.0));
    let result = compare(&first, &second, stock());
    assert_eq!(result.only_first, [MONDAY + 2 * DAY]);
    assert_eq!(result.only_second, [MONDAY + 4 * DAY]);
    let nothing = compare(&first, &[], stock());
    assert_eq!(nothing, Comparison::default());
}

#[test]
fn a_constant_ratio_is_recognized_as_a_split_another_unit_or_an_adjustment() {
    let first = [100.0, 102.0, 104.0, 103.0];
    let mismatch = |factor: f64, sessions: usize| {
        let second: Vec<f64> = (0..4)
            .map(|day| first[day] / if day < sessions { factor } else { 1.0 })
            .collect();
        let result = compare(&series(&first), &series(&second), stock());
        assert!(result.mismatch.is_none() || result.differences.is_empty());
        result.mismatch
    };
    assert!(matches!(mismatch(4.0, 4), Some(Mismatch::Split { .. })));
    assert!(
        matches!(mismatch(1.5, 3), Some(Mismatch::Split { last, .. }) if last == MONDAY + 2 * DAY)
    );
    assert!(matches!(mismatch(0.1, 4), Some(Mismatch::Split { .. })));
    assert!(matches!(mismatch(100.0, 4), Some(Mismatch::Units { .. })));
    assert!(matches!(mismatch(0.01, 4), Some(Mismatch::Units { .. })));
    assert!(matches!(
        mismatch(1.03, 3),
        Some(Mismatch::Adjustment { .. })
    ));
    assert_eq!(mismatch(2.0, 2), None, "two sessions may be a coincidence");
}

#[test]
fn closes_that_are_a_session_late_or_early_are_recognized_as_a_shifted_day() {
    let first = [100.0, 110.0, 95.0, 120.0, 130.0];
    let late = series(&[91.0, 100.0, 110.0, 95.0, 120.0]);
    let result = compare(&series(&first), &late, stock());
    assert_eq!(
        result.mismatch,
        Some(Mismatch::ShiftedDay {
            is_later: true,
            last: MONDAY + 4 * DAY
        })
    );
    let early = series(&[110.0, 95.0, 120.0, 130.0, 99.0]);
    let result = compare(&series(&first), &early, stock());
    assert!(matches!(
        result.mismatch,
        Some(Mismatch::ShiftedDay {
            is_later: false,
            ..
        })
    ));
}

/// Every session is counted once, and swapping the sources mirrors the result.
#[test]
fn comparison_is_complete_and_symmetric_for_random_series() {
    let mut random = Rng::with_seed(7);
    for _ in 0..2_000 {
        let mut price = 100.0;
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for day in 0..random.i64(1..12) {
            price *= 1.0 + (random.f64() - 0.5) / 10.0;
            let start = MONDAY + day * DAY;
            if random.u8(..) > 30 {
                first.push((start, price));
            }
            if random.u8(..) > 30 {
                let factor = [1.0, 1.0, 1.001, 1.02, 2.0][random.usize(..5)];
                second.push((start, price * factor));
            }
        }
        let result = compare(&first, &second, stock());
        let mirrored = compare(&second, &first, stock());
        assert_eq!(result.agreements, mirrored.agreements);
        if result.mismatch.is_none() && mirrored.mismatch.is_none() {
            assert_eq!(result.differences.len(), mirrored.differences.len());
        }
        assert_eq!(result.only_first, mirrored.only_second);
        let Some((a, b)) = first.first().zip(second.first()) else {
            continue;
        };
        let start = a.0.max(b.0);
        let shared = first
            .iter()
            .filter(|(at, _)| second.iter().any(|(other, _)| at == other));
        if result.mismatch.is_none() {
            assert_eq!(result.agreements + result.differences.len(), shared.count());
        }
        let all = result.only_first.iter().chain(&result.only_second);
        assert!(all.clone().all(|at| *at >= start));
    }
}

#[test]
fn the_preferred_source_is_used_if_two_sources_disagree() {
    let check = check(&[
        ("yahoo", &[(0, 100.0), (1, 412.3)]),
        ("cboe", &[(0, 100.1), (1, 401.0)]),
    ]);
    let review = review(&check, stock(), |_, _| true);
    assert_eq!(kinds(&review), [FindingKind::Close]);
    let finding = &review.findings[0];
    assert_eq!(finding.date, date(2026, 11, 10));
    assert_eq!(finding.used.as_deref(), Some("yahoo"));
    let values: Vec<_> = finding
        .figures
        .iter()
        .map(|figure| (&*figure.source, figure.value))
        .collect();
    assert_eq!(values, [("yahoo", Some(412.3)), ("cboe", Some(401.0))]);
    assert!(review.fills.is_empty());
}

#[test]
fn a_missing_session_is_filled_after_the_preferred_source_had_time_to_report_it() {
    let check = check(&[
        ("yahoo", &[(0, 100.0), (2, 102.0)]),
        ("cboe", &[(0, 100.0), (1, 101.0), (2, 102.0), (3, 103.0)]),
    ]);
    let newest = MONDAY + 3 * DAY;
    let result = review(&check, stock(), |start, _| start < newest);
    assert_eq!(kinds(&result), [FindingKind::MissingSession]);
    let filled: Vec<_> = result
        .fills
        .iter()
        .map(|(fill, bar)| (fill.start, &*fill.source, bar.close))
        .collect();
    assert_eq!(filled, [(MONDAY + DAY, "cboe", 101.0)]);
    let result = review(&check, stock(), |_, _| true);
    assert_eq!(
        result.fills.len(),
        2,
        "the newest session is filled when its settling time is over"
    );
}

#[test]
fn a_close_is_set_aside_if_two_sources_agree_on_another_one_but_not_if_one_confirms_it() {
    let wrong: &[(i64, f64)] = &[(0, 100.0), (1, 150.0)];
    let right: &[(i64, f64)] = &[(0, 100.0), (1, 101.0)];
    let third: &[(i64, f64)] = &[(0, 100.0), (1, 101.2)];
    let result = review(
        &check(&[("yahoo", wrong), ("cboe", right), ("nasdaq_history", third)]),
        stock(),
        |_, _| true,
    );
    assert_eq!(kinds(&result), [FindingKind::OutvotedClose]);
    let (fill, bar) = &result.fills[0];
    assert_eq!(bar.close.to_bits(), 101_f64.to_bits());
    assert_eq!(
        fill.rejected.as_ref().map(|rejected| rejected.close),
        Some(150.0)
    );
    let confirmed = check(&[("yahoo", right), ("cboe", wrong), ("nasdaq_history", third)]);
    let result = review(&confirmed, stock(), |_, _| true);
    assert_eq!(kinds(&result), [FindingKind::Close]);
    assert!(result.fills.is_empty(), "{result:?}");
    let undecided = check(&[
        ("yahoo", wrong),
        ("cboe", right),
        ("nasdaq_history", &[(0, 100.0), (1, 130.0)]),
    ]);
    assert!(review(&undecided, stock(), |_, _| true).fills.is_empty());
}

#[test]
fn a_source_with_another_split_does_not_vote() {
    let own: &[(i64, f64)] = &[(0, 100.0), (1, 101.0), (2, 102.0), (3, 103.0)];
    let unsplit: &[(i64, f64)] = &[(0, 200.0), (1, 202.0), (2, 204.0), (3, 206.0), (4, 208.0)];
    let check = check(&[
        ("yahoo", own),
        ("cboe", unsplit),
        ("nasdaq_history", unsplit),
    ]);
    let result = review(&check, stock(), |_, _| true);
    assert_eq!(kinds(&result), [FindingKind::Split, FindingKind::Split]);
    assert!(result.fills.is_empty());
}

#[test]
fn a_review_needs_a_preferred_source_and_another_one() {
    assert_eq!(
        review(&CrossCheck::default(), stock(), |_, _| true),
        Review::default()
    );
    let alone = check(&[("yahoo", &[(0, 100.0)])]);
    assert_eq!(review(&alone, stock(), |_, _| true), Review::default());
}

#[test]
fn a_report_keeps_the_newest_sessions_and_survives_storage() {
    let mut check = CrossCheck::default();
    let days: Vec<_> = (0..20).map(|day| (day, 100.0 + day as f64)).collect();
    check.add_bars("yahoo", at("2026-12-05T03:00:00Z"), &bars(&days));
    let mut corrected = bars(&[(19, 50.0)]);
    corrected[0].volume = Bar::UNKNOWN_VOLUME;
    check.add_bars("yahoo", at("2026-12-06T03:00:00Z"), &corrected);
    let report = check.report("yahoo").unwrap();
    assert_eq!(report.bars.len(), MAX_SESSIONS);
    assert_eq!(report.bars.last().map(|bar| bar.close), Some(50.0));
    let stored = serde_json::to_string(&check).unwrap();
    assert_eq!(serde_json::from_str::<CrossCheck>(&stored).unwrap(), check);
    assert_eq!(
        serde_json::from_str::<CrossCheck>("{}").unwrap(),
        CrossCheck::default()
    );
}

fn dividend(month: i8, day: i8, amount: f64) -> Dividend {
    Dividend {
        ex_date: date(2026, month, day),
        amount,
        currency: None,
        price: None,
        dividend_yield: None,
        kind: DividendKind::Regular,
        frequency: None,
        is_projected: false,
        pay_date: None,
        is_from_file: false,
    }
}

#[test]
fn differences_in_amount_and_date_of_dividends_are_found_but_rounding_is_ignored() {
    let today = date(2026, 11, 21);
    let report = PayoutReport::new(
        "nasdaq_history",
        at("2026-11-21T03:00:00Z"),
        [
            (date(2026, 2, 10), 0.25),
            (date(2026, 5, 12), 0.26),
            (date(2026, 8, 14), 0.26),
            (date(2026, 11, 10), 0.3),
            (date(2025, 1, 1), 0.1),
        ]
        .into_iter(),
        today,
    );
    assert_eq!(
        report.payments.len(),
        4,
        "dividends before the window are not compared"
    );
    let special = Dividend {
        kind: DividendKind::Special,
        ..dividend(3, 3, 5.0)
    };
    let used = [
        dividend(11, 10, 0.26),
        dividend(8, 10, 0.26),
        dividend(6, 1, 0.4),
        dividend(5, 12, 0.2601),
        special,
        dividend(2, 10, 0.25),
    ];
    let findings = compare_payouts(&used, "yahoo", &report, today);
    let summary: Vec<_> = findings
        .iter()
        .map(|finding| {
            let values: Vec<_> = finding.figures.iter().map(|figure| figure.value).collect();
            (
                finding.kind,
                finding.date,
                values[0],
                values[1],
                finding.figures[1].date,
            )
        })
        .collect();
    assert_eq!(
        summary,
        [
            (
                FindingKind::DividendAmount,
                date(2026, 11, 10),
                Some(0.26),
                Some(0.3),
                None
            ),
            (
                FindingKind::DividendDate,
                date(2026, 8, 10),
                Some(0.26),
                Some(0.26),
                Some(date(2026, 8, 14))
            ),
            (
                FindingKind::DividendDate,
                date(2026, 6, 1),
                Some(0.4),
                None,
                None
            ),
        ]
    );
}
