mod bonds;
mod history;

use jiff::civil::date;

use super::*;

const TODAY: Date = date(2026, 11, 20);

fn lot(day: &str, quantity: f64, price: f64, fee: f64) -> Lot {
    Lot {
        date: day.parse().unwrap(),
        quantity,
        price,
        fee: (fee > 0.0).then_some(fee),
    }
}

fn split(day: &str, numerator: f64, denominator: f64) -> Split {
    Split {
        date: day.parse().unwrap(),
        numerator,
        denominator,
    }
}

fn is_close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

#[track_caller]
fn assert_close(actual: Option<f64>, expected: f64) {
    assert!(
        actual.is_some_and(|actual| is_close(actual, expected)),
        "{actual:?}, expected {expected}"
    );
}

fn no_rate(_: Date) -> Option<f64> {
    None
}

#[test]
fn lots_give_units_and_average_cost_and_a_sale_keeps_the_average() {
    let lots = vec![
        lot("2024-06-03", -5.0, 30.0, 1.0),
        lot("2024-01-02", 10.0, 10.0, 2.0),
        lot("2024-03-01", 10.0, 20.0, 0.0),
    ];
    let holding = Holding::lots(lots, &[], TODAY).unwrap();
    let position = holding.position(Quotation::Currency, &[], TODAY, no_rate);
    assert_close(Some(position.quantity), 15.0);
    // 10 × 10 + 2 + 10 × 20 = 302 for 20 units; 15.10 a unit.
    assert_close(position.total_cost, 226.5);
    assert_close(position.cost(), 15.1);
    assert_eq!(position.display_cost, None);
}

#[test]
fn splits_change_units_but_not_their_cost() {
    let splits = [
        split("2024-06-10", 10.0, 1.0),
        split("2021-07-20", 4.0, 1.0),
    ];
    let lots = vec![
        lot("2021-01-04", 2.0, 520.0, 0.0),
        lot("2024-06-10", 20.0, 120.0, 0.0),
    ];
    let holding = Holding::lots(lots, &splits, TODAY).unwrap();
    let position = holding.position(Quotation::Currency, &splits, TODAY, no_rate);
    // The second lot was bought on the first day in new units.
    assert_close(Some(position.quantity), 2.0 * 40.0 + 20.0);
    assert_close(position.total_cost, 1040.0 + 2400.0);
    assert_eq!(position.splits, splits);
    let before = holding.position(Quotation::Currency, &splits, date(2024, 6, 9), no_rate);
    assert_close(Some(before.quantity), 2.0 * 4.0 + 20.0);
    let entered = Holding::average(3.0, Some(900.0), date(2024, 6, 7)).unwrap();
    let position = entered.position(Quotation::Currency, &splits, TODAY, no_rate);
    assert_close(Some(position.quantity), 30.0);
    assert_close(position.cost(), 90.0);
    assert_eq!(position.splits, [splits[0]]);
}

#[test]
fn sales_after_a_split_are_compared_in_new_units() {
    let splits = [split("2024-06-10", 10.0, 1.0)];
    let lots = vec![
        lot("2024-01-02", 2.0, 500.0, 0.0),
        lot("2024-07-01", -20.0, 120.0, 0.0),
    ];
    let holding = Holding::lots(lots.clone(), &splits, TODAY).unwrap();
    let position = holding.position(Quotation::Currency, &splits, TODAY, no_rate);
    assert_eq!((position.quantity, position.total_cost), (0.0, Some(0.0)));
    let error = Holding::lots(lots, &[], TODAY).unwrap_err();
    assert_eq!(
        error.0,
        "Invalid lots: on 2024-07-01 more units are sold than are held."
    );
}

/// Lots that were valid when they were entered stay visible after a split that becomes known later.
#[test]
fn lots_that_a_late_split_oversells_have_an_unknown_position() {
    let lots = vec![
        lot("2024-01-02", 10.0, 5.0, 0.0),
        lot("2024-07-01", -10.0, 6.0, 0.0),
    ];
    let holding = Holding::lots(lots, &[], TODAY).unwrap();
    let reverse = [split("2024-06-10", 1.0, 10.0)];
    let position = holding.position(Quotation::Currency, &reverse, TODAY, |_| Some(1.0));
    assert_eq!(position.oversold_on, Some(date(2024, 7, 1)));
    assert_eq!((position.units(), position.total_cost), (None, None));
    assert_eq!((position.display_cost, position.cost()), (None, None));
    assert_eq!(position.splits, reverse);
}

#[test]
fn invalid_fields_are_named() {
    for (result, expected) in [
        (
            Holding::average(0.0, None, TODAY),
            "Invalid quantity 0; expected a number above zero.",
        ),
        (
            Holding::average(-1.5, None, TODAY),
            "Invalid quantity -1.5; expected a number above zero.",
        ),
        (
            Holding::average(f64::NAN, None, TODAY),
            "Invalid quantity NaN; expected a number above zero.",
        ),
        (
            Holding::average(1.0, Some(-0.5), TODAY),
            "Invalid cost -0.5; expected a number that is not below zero.",
        ),
        (
            Holding::lots(vec![lot("2026-11-21", 1.0, 1.0, 0.0)], &[], TODAY),
            "Invalid lots[0].date 2026-11-21; expected a day until today (2026-11-20).",
        ),
        (
            Holding::lots(
                vec![
                    lot("2024-01-02", 1.0, 1.0, 0.0),
                    lot("2024-01-02", 0.0, 1.0, 0.0),
                ],
                &[],
                TODAY,
            ),
            "Invalid lots[1].quantity 0; expected a number above zero, or below zero for a sale.",
        ),
        (
            Holding::lots(vec![lot("2024-01-02", 1.0, -1.0, 0.0)], &[], TODAY),
            "Invalid lots[0].price -1; expected a number that is not below zero.",
        ),
    ] {
        assert_eq!(result.unwrap_err().0, expected);
    }
}

fn valued(
    holding: &Holding,
    price: Option<f64>,
    previous_close: Option<f64>,
    rate: Option<f64>,
    paid_at: Option<f64>,
) -> ValuedPosition {
    ValuedPosition {
        position: holding.position(Quotation::Currency, &[], TODAY, |_| paid_at),
        price,
        previous_close,
        rate,
        is_display_currency: rate == Some(1.0),
        income: None,
    }
}

/// Five currencies, worked out by hand; the display currency is the euro.
#[test]
fn totals_equal_a_table_worked_out_by_hand() {
    let bought = |quantity, price| {
        Holding::lots(vec![lot("2024-01-02", quantity, price, 0.0)], &[], TODAY).unwrap()
    };
    let positions = [
        // Euro: value 1,200, cost 1,000.
        valued(
            &bought(10.0, 100.0),
            Some(120.0),
            Some(118.0),
            Some(1.0),
            Some(1.0),
        ),
        // Dollar at 0.90 when bought, 0.80 today: value 2,000 $ = 1,600 €, cost 1,500 $ = 1,350 €.
        valued(
            &bought(10.0, 150.0),
            Some(200.0),
            Some(210.0),
            Some(0.8),
            Some(0.9),
        ),
        // Pound at 1.10 and 1.20: value 300 £ = 360 €, cost 400 £ = 440 €.
        valued(
            &bought(100.0, 4.0),
            Some(3.0),
            Some(3.0),
            Some(1.2),
            Some(1.1),
        ),
        // Yen without a rate on the day of purchase: the cost is converted at today's rate of 0.006. Value 20,000 ¥ = 120 €, cost 60 €.
        valued(
            &bought(10.0, 1_000.0),
            Some(2_000.0),
            None,
            Some(0.006),
            None,
        ),
        // Franc without any rate, and a share without a price.
        valued(&bought(1.0, 100.0), Some(90.0), Some(90.0), None, None),
        valued(&bought(1.0, 100.0), None, None, Some(1.0), Some(1.0)),
    ];
    let totals = Totals::of(&positions);
    assert_close(totals.value, 1_200.0 + 1_600.0 + 360.0 + 120.0);
    // The amount paid includes the share without a price.
    assert_close(totals.cost, 1_000.0 + 1_350.0 + 440.0 + 60.0 + 100.0);
    assert_close(totals.gain, 200.0 + 250.0 - 80.0 + 60.0);
    assert_close(totals.gain_percent, 100.0 * 430.0 / 2_850.0);
    assert_eq!(
        totals.currency_effect, None,
        "the currency effect of the yen is unknown"
    );
    // 1,500 $ at 0.80 instead of 0.90, 400 £ at 1.20 instead of 1.10.
    assert_close(Totals::of(&positions[..3]).currency_effect, -150.0 + 40.0);
    assert_eq!(Totals::of(&positions[4..]).value, None);
    assert_close(totals.day_gain, 20.0 - 80.0 + 0.0);
    assert_close(
        totals.day_gain_percent,
        100.0 * -60.0 / (1_180.0 + 1_680.0 + 360.0),
    );
    assert_eq!(Totals::of(&[]).value, Some(0.0));
}

/// Random positions: the parts add up to the totals, gain is value minus cost, and the gain in the display currency is the
/// gain at today's rate plus the currency effect.
#[test]
fn sums_are_consistent() {
    let mut random = fastrand::Rng::with_seed(34);
    for _ in 0..300 {
        let mut positions = Vec::new();
        for _ in 0..random.usize(1..20) {
            let lots: Vec<Lot> = (0..random.i64(1..6))
                .map(|index| {
                    let day = date(2023, 1, 2).saturating_add(jiff::Span::new().days(30 * index));
                    Lot {
                        date: day,
                        quantity: random.f64() * 100.0 + 0.01,
                        price: random.f64() * 500.0,
                        fee: Some(random.f64()),
                    }
                })
                .collect();
            let holding = Holding::lots(lots, &[], TODAY).unwrap();
            let (price, before) = (Some(random.f64() * 500.0), Some(random.f64() * 500.0));
            positions.push(valued(
                &holding,
                price,
                before,
                Some(0.5 + random.f64()),
                Some(0.5 + random.f64()),
            ));
        }
        let totals = Totals::of(&positions);
        let sum = |amount: &dyn Fn(&ValuedPosition) -> Option<f64>| {
            positions
                .iter()
                .map(|each| amount(each).unwrap())
                .sum::<f64>()
        };
        assert_close(totals.value, sum(&|each| each.display_value()));
        assert_close(totals.gain, totals.value.unwrap() - totals.cost.unwrap());
        let gain_today = sum(&|each| Some(each.gain()? * each.rate?));
        assert_close(totals.gain, gain_today + totals.currency_effect.unwrap());
        for each in &positions {
            assert_close(
                each.gain(),
                each.value().unwrap() - each.position.total_cost.unwrap(),
            );
        }
    }
}
