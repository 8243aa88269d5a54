//! The alerts that come with the sample market.

use crate::domain::{
    Timestamp,
    alert::{Alert, AlertFrequency, AlertKind, Condition, Indicator},
    bar::Interval,
};

/// The tickers they are about.
pub const SAMPLE_SYMBOLS: [&str; 4] = ["BTC", "AAPL", "ETH", "NVDA"];

/// Four alerts, one of each kind that people make, on lines near the prices of the moment. `price`
/// gives that of a symbol; where it is unknown, its alert is left out.
pub fn samples(now: Timestamp, price: impl Fn(&str) -> Option<f64>) -> Vec<Alert> {
    let [bitcoin, apple, ether, nvidia] = SAMPLE_SYMBOLS;
    let plain = |symbol: &str, kind| Alert {
        is_sample: true,
        ..Alert::new(kind, symbol, AlertFrequency::Always, now)
    };
    let near = |symbol, part: f64| price(symbol).map(|price| round(price * part));
    let news = price(nvidia).map(|_| Alert {
        frequency: AlertFrequency::Daily,
        ..plain(nvidia, AlertKind::News)
    });
    let strength = price(ether).map(|_| Alert {
        condition: Some(Condition::Crosses),
        value: Some(50.0),
        indicator: Some(Indicator::Rsi),
        interval: Some(Interval::Hour),
        ..plain(ether, AlertKind::Technical)
    });
    let fall = near(apple, 0.97).map(|line| Alert {
        condition: Some(Condition::Below),
        value: Some(line),
        frequency: AlertFrequency::Once,
        ..plain(apple, AlertKind::Price)
    });
    let rise = near(bitcoin, 1.002).map(|line| Alert {
        condition: Some(Condition::Above),
        value: Some(line),
        ..plain(bitcoin, AlertKind::Price)
    });
    [news, strength, fall, rise].into_iter().flatten().collect()
}

/// To three digits, as a person would choose a line.
fn round(price: f64) -> f64 {
    let step = 10_f64.powf(price.log10().floor() - 2.0);
    let rounded = (price / step).round() * step;
    // Steps below one are not exact: 0.001 times a whole number has a tail.
    (rounded * 1e8).round() / 1e8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ALRT-05: the sample market's alerts stand near its prices.
    #[test]
    fn they_stand_near_the_price_on_round_numbers() {
        let now = Timestamp::UNIX_EPOCH;
        let price = |symbol: &str| {
            (symbol != "NVDA").then_some(if symbol == "BTC" { 84_321.0 } else { 251.37 })
        };
        let made = samples(now, price);
        let lines: Vec<_> = made
            .iter()
            .map(|alert| (alert.symbol.as_str(), alert.value))
            .collect();
        assert_eq!(
            lines,
            [
                ("ETH", Some(50.0)),
                ("AAPL", Some(244.0)),
                ("BTC", Some(84_500.0))
            ]
        );
        assert!(made.iter().all(|alert| alert.is_sample && alert.active));
    }

    #[test]
    fn small_prices_get_round_lines_too() {
        let lines = [0.043_21, 1.2345, 987.6].map(|price| round(price).to_string());
        assert_eq!(lines, ["0.0432", "1.23", "988"]);
    }
}
