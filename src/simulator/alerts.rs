//! The sample market's alerts.

use crate::domain::{
    Timestamp,
    alert::{Alert, AlertFrequency, AlertKind, Condition, Indicator},
    bar::Interval,
};

/// Returns four typical alerts near the current prices. `price` returns the price of a symbol; returns `None` until all
/// prices are available.
pub(crate) fn sample_alerts(
    now: Timestamp,
    price: &dyn Fn(&str) -> Option<f64>,
) -> Option<Vec<Alert>> {
    let plain = |symbol: &str, kind| Alert {
        is_sample: true,
        ..Alert::new(kind, symbol, AlertFrequency::Always, now)
    };
    let threshold = |symbol, factor: f64| price(symbol).map(|price| round(price * factor));
    for symbol in ["NVDA", "ETH"] {
        price(symbol)?;
    }
    let news = Alert {
        frequency: AlertFrequency::Daily,
        ..plain("NVDA", AlertKind::News)
    };
    let strength = Alert {
        condition: Some(Condition::Crosses),
        value: Some(50.0),
        indicator: Some(Indicator::Rsi),
        interval: Some(Interval::Hour),
        ..plain("ETH", AlertKind::Technical)
    };
    let fall = Alert {
        condition: Some(Condition::Below),
        value: Some(threshold("AAPL", 0.97)?),
        frequency: AlertFrequency::Once,
        ..plain("AAPL", AlertKind::Price)
    };
    let rise = Alert {
        condition: Some(Condition::Above),
        value: Some(threshold("BTC", 1.002)?),
        ..plain("BTC", AlertKind::Price)
    };
    Some(vec![news, strength, fall, rise])
}

/// Rounds to three digits, as a user would choose a threshold.
fn round(price: f64) -> f64 {
    let step = 10_f64.powf(price.log10().floor() - 2.0);
    let rounded = (price / step).round() * step;
    // Steps below one are inexact: 0.001 times an integer has rounding errors.
    (rounded * 1e8).round() / 1e8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ALRT-05: the sample market's alerts are near its prices.
    #[test]
    fn thresholds_are_round_numbers_near_the_price() {
        let now = Timestamp::UNIX_EPOCH;
        let price = |symbol: &str| Some(if symbol == "BTC" { 84_321.0 } else { 251.37 });
        let made = sample_alerts(now, &price).unwrap();
        let thresholds: Vec<_> = made
            .iter()
            .map(|alert| (alert.symbol.as_str(), alert.value))
            .collect();
        assert_eq!(
            thresholds,
            [
                ("NVDA", None),
                ("ETH", Some(50.0)),
                ("AAPL", Some(244.0)),
                ("BTC", Some(84_500.0))
            ]
        );
        assert!(made.iter().all(|alert| alert.is_sample && alert.active));
        let early = |symbol: &str| price(symbol).filter(|_| symbol != "AAPL");
        assert_eq!(
            sample_alerts(now, &early),
            None,
            "no alerts are returned before every price is available"
        );
    }

    #[test]
    fn small_prices_get_round_thresholds_too() {
        let rounded = [0.043_21, 1.2345, 987.6].map(|price| round(price).to_string());
        assert_eq!(rounded, ["0.0432", "1.23", "988"]);
    }
}
