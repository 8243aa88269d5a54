//! Values over time, compared with tables worked out by hand.

use super::*;

/// Eight sessions: Monday to Friday, and Monday to Wednesday of the next week.
const DAYS: [&str; 8] = [
    "2026-11-09",
    "2026-11-10",
    "2026-11-11",
    "2026-11-12",
    "2026-11-13",
    "2026-11-16",
    "2026-11-17",
    "2026-11-18",
];
const FIRST_DAY: Date = date(2026, 11, 9);
const LAST_DAY: Date = date(2026, 11, 18);

/// Returns values of the days in [`DAYS`]; NaN for a day without a session.
fn series(values: &[f64]) -> DatedValues {
    let days = DAYS.iter().map(|day| day.parse().unwrap());
    let values = days.zip(values.iter().copied());
    DatedValues::Days(values.filter(|(_, value)| !value.is_nan()).collect())
}

fn lots(lots: &[Lot]) -> Holding {
    Holding::lots(lots.to_vec(), &[], LAST_DAY).unwrap()
}

fn held<'a>(
    symbol: &'a str,
    holding: &'a Holding,
    closes: &'a DatedValues,
    rates: &'a DatedValues,
) -> HeldTicker<'a> {
    HeldTicker {
        symbol,
        holding,
        quotation: Quotation::Currency,
        splits: &[],
        closes,
        rates,
    }
}

#[track_caller]
fn assert_values(history: &ValueHistory, expected: &[f64]) {
    let values: Vec<f64> = history.points.iter().map(|point| point.value).collect();
    assert_eq!(values.len(), expected.len(), "{values:?}");
    assert!(
        values.iter().zip(expected).all(|(a, b)| is_close(*a, *b)),
        "{values:?}, expected {expected:?}"
    );
}

const NO_SESSION: f64 = f64::NAN;
const EURO: DatedValues = DatedValues::Constant(1.0);

/// Five currencies; the display currency is the euro.
#[test]
fn values_equal_a_table_worked_out_by_hand() {
    let euro = lots(&[lot("2026-11-09", 10.0, 10.0, 1.0)]);
    let euro_closes = series(&[10.0, 11.0, 12.0, 12.0, 12.0, 13.0, 13.0, 14.0]);
    // Bought on a Saturday, half of it sold on the following Tuesday.
    let dollar = lots(&[
        lot("2026-11-14", 4.0, 100.0, 0.0),
        lot("2026-11-17", -2.0, 120.0, 2.0),
    ]);
    let dollar_closes = series(&[90.0, 90.0, 90.0, 90.0, 100.0, 110.0, 120.0, 130.0]);
    let dollar_rates = series(&[0.9, 0.9, 0.9, 0.9, 0.9, 0.8, 0.8, 0.8]);
    // Without a session on 11 and 12 November.
    let pound = lots(&[lot("2026-11-10", 100.0, 2.0, 0.0)]);
    let pound_closes = series(&[2.0, 2.0, NO_SESSION, NO_SESSION, 2.5, 2.5, 2.5, 2.5]);
    let pound_rates = series(&[1.2, 1.2, 1.1, 1.1, 1.2, 1.2, 1.2, 1.2]);
    // In yen, without a known day of purchase.
    let yen = Holding::average(10.0, Some(900.0), date(2026, 11, 16)).unwrap();
    let yen_closes = series(&[1e3; 8]);
    let yen_rates = series(&[0.006; 8]);
    let tickers = [
        held("EUR", &euro, &euro_closes, &EURO),
        held("USD", &dollar, &dollar_closes, &dollar_rates),
        held("GBP", &pound, &pound_closes, &pound_rates),
        held("JPY", &yen, &yen_closes, &yen_rates),
    ];
    let history = value_history(&tickers, None, FIRST_DAY..=LAST_DAY);
    assert_values(
        &history,
        &[
            100.0 + 60.0,
            110.0 + 60.0 + 240.0,
            120.0 + 60.0 + 220.0,
            120.0 + 60.0 + 220.0,
            120.0 + 60.0 + 300.0,
            130.0 + 60.0 + 300.0 + 4.0 * 110.0 * 0.8,
            130.0 + 60.0 + 300.0 + 2.0 * 120.0 * 0.8,
            140.0 + 60.0 + 300.0 + 2.0 * 130.0 * 0.8,
        ],
    );
    let paid = |index: usize| history.points[index].paid;
    // The cost of the yen, 9,000 at 0.006, counts from the first day.
    assert_close(paid(0), 101.0 + 54.0);
    assert_close(paid(1), 101.0 + 54.0 + 240.0);
    assert_close(paid(5), 101.0 + 54.0 + 240.0 + 400.0 * 0.9);
    assert_close(paid(7), 101.0 + 54.0 + 240.0 + 360.0 - 238.0 * 0.8);
    let added = |index: usize| Some(history.points[index].added);
    assert_close(added(0), 0.0);
    assert_close(added(5), 240.0 + 400.0 * 0.9);
    assert_close(added(7), 240.0 + 360.0 - 238.0 * 0.8);
    assert_eq!(history.assumed, ["JPY"]);
    assert_eq!(history.incomplete, [""; 0]);
    assert_eq!(history.points[0].benchmark, None);
}

/// Closes are in today's units, so the value does not jump on the day of a split.
#[test]
fn a_split_counts_once() {
    let splits = [split("2026-11-11", 4.0, 1.0)];
    let closes = series(&[25.0, 25.0, 25.0, 25.0, 25.0, 25.0, 25.0, 25.0]);
    let bought = lots(&[
        lot("2026-11-09", 1.0, 100.0, 0.0),
        lot("2026-11-12", 4.0, 25.0, 0.0),
    ]);
    let entered = Holding::average(1.0, Some(80.0), date(2026, 11, 10)).unwrap();
    for (holding, before, after) in [(&bought, 100.0, 200.0), (&entered, 100.0, 100.0)] {
        let ticker = HeldTicker {
            splits: &splits,
            ..held("A", holding, &closes, &EURO)
        };
        let history = value_history(&[ticker], None, FIRST_DAY..=LAST_DAY);
        let mut expected = [after; 8];
        expected[..3].fill(before);
        assert_values(&history, &expected);
    }
}

#[test]
fn a_ticker_without_closes_or_rates_adds_nothing_on_any_day_and_is_listed_as_incomplete() {
    let bought = lots(&[lot("2026-11-09", 1.0, 50.0, 0.0)]);
    let later = lots(&[lot("2026-11-12", 1.0, 50.0, 0.0)]);
    let entered = Holding::average(1.0, Some(50.0), date(2026, 11, 18)).unwrap();
    let full = series(&[50.0; 8]);
    let short = series(&[
        NO_SESSION, NO_SESSION, NO_SESSION, 50.0, 50.0, 50.0, 50.0, 50.0,
    ]);
    let none = DatedValues::Days(Vec::new());
    let reverse = [split("2026-11-11", 1.0, 2.0)];
    let sold = lots(&[
        lot("2026-11-09", 1.0, 50.0, 0.0),
        lot("2026-11-12", -1.0, 50.0, 0.0),
    ]);
    let tickers = [
        held("FULL", &bought, &full, &EURO),
        held("SHORT", &bought, &short, &EURO),
        held("SHORT", &entered, &short, &EURO),
        held("LATER", &later, &short, &EURO),
        held("NONE", &bought, &none, &EURO),
        held("RATE", &bought, &full, &none),
        HeldTicker {
            splits: &reverse,
            ..held("OVERSOLD", &sold, &full, &EURO)
        },
    ];
    let history = value_history(&tickers, None, FIRST_DAY..=LAST_DAY);
    assert_eq!(history.incomplete, ["SHORT", "NONE", "RATE", "OVERSOLD"]);
    assert_eq!(history.assumed, [""; 0]);
    assert_values(
        &history,
        &[50.0, 50.0, 50.0, 100.0, 100.0, 100.0, 100.0, 100.0],
    );
    assert_close(history.points[0].paid, 50.0);
    assert_eq!(
        value_history(&[], None, FIRST_DAY..=LAST_DAY),
        ValueHistory::default()
    );
}

#[test]
fn a_delisted_share_keeps_its_last_close_and_is_listed_as_incomplete() {
    let bought = lots(&[lot("2026-11-09", 2.0, 50.0, 0.0)]);
    let delisted = series(&[50.0, 40.0]);
    let other = lots(&[lot("2026-11-09", 1.0, 1.0, 0.0)]);
    let closes = series(&[1.0; 8]);
    let tickers = [
        held("GONE", &bought, &delisted, &EURO),
        held("HERE", &other, &closes, &EURO),
    ];
    let until = date(2026, 11, 20);
    let history = value_history(&tickers, None, FIRST_DAY..=until);
    assert_eq!(
        history.incomplete, [""; 0],
        "closes may be missing for ten days"
    );
    let until = date(2026, 11, 23);
    let history = value_history(&tickers, None, FIRST_DAY..=until);
    assert_eq!(history.incomplete, ["GONE"]);
    assert_values(&history, &[101.0, 81.0, 81.0, 81.0, 81.0, 81.0, 81.0, 81.0]);
}

/// Crude oil had a negative price in April 2020.
#[test]
fn a_negative_price_gives_a_negative_value_and_no_benchmark() {
    let bought = lots(&[lot("2026-11-09", 10.0, 18.0, 0.0)]);
    let oil = series(&[18.0, -37.0, 10.0]);
    let tickers = [held("CL=F", &bought, &oil, &EURO)];
    let history = value_history(&tickers, None, FIRST_DAY..=date(2026, 11, 11));
    assert_values(&history, &[180.0, -370.0, 100.0]);
    let bad_index = series(&[-1.0, 2.0, 3.0]);
    let history = value_history(
        &tickers,
        Some((&bad_index, &EURO)),
        FIRST_DAY..=date(2026, 11, 11),
    );
    assert!(history.points.iter().all(|point| point.benchmark.is_none()));
}

#[test]
fn the_benchmark_invests_the_same_payments_in_the_index() {
    let bought = lots(&[
        lot("2026-11-09", 1.0, 100.0, 0.0),
        lot("2026-11-11", 1.0, 300.0, 0.0),
        lot("2026-11-13", -1.0, 260.0, 0.0),
    ]);
    let entered = Holding::average(5.0, Some(1.0), LAST_DAY).unwrap();
    let closes = series(&[100.0; 8]);
    let small = series(&[8.0; 8]);
    let index = series(&[1000.0, 1100.0, 1200.0, 1200.0, 1300.0, 1300.0, 650.0, 650.0]);
    let rates = series(&[0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.4]);
    let benchmark = Some((&index, &rates));
    let lots_only = [held("A", &bought, &closes, &EURO)];
    let history = value_history(&lots_only, benchmark, FIRST_DAY..=LAST_DAY);
    // 100 at 500, then 300 at 600 and −260 at 650: 0.2 + 0.5 − 0.4 units.
    let expected = [
        0.2 * 500.0,
        0.2 * 550.0,
        0.7 * 600.0,
        0.7 * 600.0,
        0.3 * 650.0,
        0.3 * 650.0,
        0.3 * 325.0,
        0.3 * 260.0,
    ];
    for (point, expected) in history.points.iter().zip(expected) {
        assert_close(point.benchmark, expected);
    }
    // Without lots, the index starts with the value on the first day: 40 at 500.
    let both = [lots_only[0].clone(), held("B", &entered, &small, &EURO)];
    let history = value_history(&both, benchmark, FIRST_DAY..=LAST_DAY);
    assert_close(history.points[0].benchmark, 0.2 * 500.0 + 40.0);
    assert_close(history.points[7].benchmark, (0.3 + 0.08) * 260.0);
    // An index that is younger than a payment.
    let young = series(&[
        NO_SESSION, NO_SESSION, 1200.0, 1200.0, 1300.0, 1300.0, 650.0, 650.0,
    ]);
    let history = value_history(&lots_only, Some((&young, &rates)), FIRST_DAY..=LAST_DAY);
    assert!(history.points.iter().all(|point| point.benchmark.is_none()));
}

#[test]
fn the_amount_paid_is_unknown_without_a_cost() {
    let entered = Holding::average(2.0, None, LAST_DAY).unwrap();
    let closes = series(&[5.0; 8]);
    let history = value_history(
        &[held("A", &entered, &closes, &EURO)],
        None,
        FIRST_DAY..=LAST_DAY,
    );
    assert_values(&history, &[10.0; 8]);
    assert!(history.points.iter().all(|point| point.paid.is_none()));
    assert!(history.points.iter().all(|point| point.added == 0.0));
}

/// Random holdings: the history of all holdings is the sum of their single histories, and an unchanged price gives a constant value.
#[test]
fn single_histories_add_up_to_the_total_and_an_unchanged_price_gives_a_constant_value() {
    let mut random = fastrand::Rng::with_seed(35);
    for _ in 0..200 {
        let holdings: Vec<Holding> = (0..random.usize(1..6))
            .map(|_| {
                let bought: Vec<Lot> = (0..random.usize(1..5))
                    .map(|_| lot(DAYS[random.usize(0..8)], 1.0 + random.f64(), 3.0, 0.5))
                    .collect();
                lots(&bought)
            })
            .collect();
        let closes: Vec<DatedValues> = holdings
            .iter()
            .map(|_| series(&std::array::from_fn::<f64, 8, _>(|_| 1.0 + random.f64())))
            .collect();
        let rates = series(&std::array::from_fn::<f64, 8, _>(|_| 1.0 + random.f64()));
        let tickers: Vec<HeldTicker> = holdings
            .iter()
            .zip(&closes)
            .map(|(holding, closes)| held("A", holding, closes, &rates))
            .collect();
        let index = (&closes[0], &rates);
        let all = value_history(&tickers, Some(index), FIRST_DAY..=LAST_DAY);
        let parts: Vec<ValueHistory> = tickers
            .iter()
            .map(|ticker| {
                value_history(
                    std::slice::from_ref(ticker),
                    Some(index),
                    FIRST_DAY..=LAST_DAY,
                )
            })
            .collect();
        for (day, point) in all.points.iter().enumerate() {
            let sum = |figure: &dyn Fn(&HistoryPoint) -> f64| {
                let figures = parts.iter().map(|part| figure(&part.points[day]));
                figures.sum::<f64>()
            };
            assert_close(Some(sum(&|part| part.value)), point.value);
            assert_close(point.paid, sum(&|part| part.paid.unwrap()));
            assert_close(Some(point.added), sum(&|part| part.added));
            assert_close(point.benchmark, sum(&|part| part.benchmark.unwrap()));
        }
        let bought = lots(&[lot("2026-11-09", 1.0 + random.f64(), 3.0, 0.0)]);
        let flat = series(&[7.0; 8]);
        let history = value_history(
            &[held("A", &bought, &flat, &EURO)],
            None,
            FIRST_DAY..=LAST_DAY,
        );
        let first = history.points[0].value;
        assert_values(&history, &[first; 8]);
    }
}
