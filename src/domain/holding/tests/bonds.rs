//! Bonds with prices in percent of their nominal value, compared with tables worked out by hand.

use super::*;

fn bond(holding: &Holding, price: f64, previous_close: f64, rates: (f64, f64)) -> ValuedPosition {
    let (rate, paid_at) = rates;
    ValuedPosition {
        position: holding.position(Quotation::Percent, &[], TODAY, |_| Some(paid_at)),
        price: Some(price),
        previous_close: Some(previous_close),
        rate: Some(rate),
        is_display_currency: rates == (1.0, 1.0),
        income: None,
    }
}

/// The display currency is the euro.
///
/// | bond | bought | sold | nominal | cost | price | value | gain | today |
/// |---|---|---|---|---|---|---|---|---|
/// | euro | 10,000 at 96.50 + 10 fee, 5,000 at 99.50 | 3,000 | 12,000 | 14,635 × 12/15 = 11,708 | 98.45 (98.20) | 11,814 | 106 | 30 |
/// | dollar | 6,000 at 97.05 | | 6,000 | 5,823 $ | 95.00 (95.50) | 5,700 $ | −123 $ | −30 $ |
/// | average | 2,000 at 101.25 | | 2,000 | 2,025 | 100.00 (100.00) | 2,000 | −25 | 0 |
#[test]
fn positions_equal_a_table_worked_out_by_hand() {
    let euro = Holding::lots(
        vec![
            lot("2024-01-02", 10_000.0, 96.5, 10.0),
            lot("2024-03-01", 5_000.0, 99.5, 0.0),
            lot("2024-06-03", -3_000.0, 99.0, 0.0),
        ],
        &[],
        TODAY,
    )
    .unwrap();
    let dollar = Holding::lots(vec![lot("2024-01-02", 6_000.0, 97.05, 0.0)], &[], TODAY).unwrap();
    let average = Holding::average(2_000.0, Some(101.25), date(2024, 6, 3)).unwrap();
    let positions = [
        bond(&euro, 98.45, 98.20, (1.0, 1.0)),
        // A dollar was 0.90 € and is 0.80 €.
        bond(&dollar, 95.0, 95.5, (0.8, 0.9)),
        bond(&average, 100.0, 100.0, (1.0, 1.0)),
    ];
    let [euro, dollar, average] = &positions;
    assert_close(Some(euro.position.quantity), 12_000.0);
    assert_close(euro.position.total_cost, 11_708.0);
    // 14,635 € for a nominal value of 15,000 €.
    assert_close(euro.position.cost(), 14_635.0 / 150.0);
    assert_close(euro.value(), 11_814.0);
    assert_close(euro.gain(), 106.0);
    assert_close(euro.gain_percent(), 100.0 * 106.0 / 11_708.0);
    assert_close(euro.day_gain(), 30.0);
    assert_close(dollar.value(), 5_700.0);
    assert_close(dollar.gain(), -123.0);
    assert_close(dollar.position.cost(), 97.05);
    assert_close(average.position.total_cost, 2_025.0);
    assert_close(average.position.cost(), 101.25);
    assert_close(average.gain(), -25.0);
    let totals = Totals::of(&positions);
    assert_close(totals.value, 11_814.0 + 4_560.0 + 2_000.0);
    // 5,823 $ at 0.90 are 5,240.70 €.
    assert_close(totals.cost, 11_708.0 + 5_240.7 + 2_025.0);
    assert_close(totals.gain, 106.0 - 680.7 - 25.0);
    assert_close(totals.day_gain, 30.0 - 24.0);
    assert_close(
        totals.day_gain_percent,
        100.0 * 6.0 / (11_784.0 + 4_584.0 + 2_000.0),
    );
    assert_close(dollar.currency_effect(), 5_823.0 * (0.8 - 0.9));
}

/// A share of 100 € and a bond of 1,000 € nominal value, bought on the second of three days.
#[test]
fn the_value_over_time_counts_a_hundredth_of_a_price_in_percent() {
    let days = |values: [f64; 3]| {
        let first = date(2026, 11, 18);
        let days = (0..3).map(|day| first.saturating_add(jiff::Span::new().days(day)));
        DatedValues::Days(days.zip(values).collect())
    };
    let euro = DatedValues::Constant(1.0);
    let share = Holding::lots(vec![lot("2026-11-18", 1.0, 100.0, 0.0)], &[], TODAY).unwrap();
    let bond = Holding::lots(vec![lot("2026-11-19", 1_000.0, 97.0, 2.0)], &[], TODAY).unwrap();
    let (share_closes, bond_closes) = (days([100.0, 101.0, 102.0]), days([96.0, 98.0, 98.5]));
    let held = |symbol, holding, quotation, closes| HeldTicker {
        symbol,
        holding,
        quotation,
        splits: &[],
        closes,
        rates: &euro,
    };
    let history = value_history(
        &[
            held("SHARE", &share, Quotation::Currency, &share_closes),
            held("BOND", &bond, Quotation::Percent, &bond_closes),
        ],
        None,
        date(2026, 11, 18)..=TODAY,
    );
    let points: Vec<_> = history
        .points
        .iter()
        .map(|point| (point.value, point.paid, point.added))
        .collect();
    assert_eq!(
        points,
        [
            (100.0, Some(100.0), 0.0),
            (101.0 + 980.0, Some(100.0 + 972.0), 972.0),
            (102.0 + 985.0, Some(100.0 + 972.0), 972.0),
        ]
    );
    assert_eq!(history.incomplete, [""; 0]);
}
