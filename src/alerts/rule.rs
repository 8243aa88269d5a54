//! One alert under watch.

use jiff::Timestamp;

use super::Firing;
use crate::domain::{
    alert::{Alert, AlertFrequency, AlertKind, Condition, FiredAlert},
    quote::Quote,
};

/// How far back the value must go before an alert is armed again, as a part of the line's value.
const BAND: f64 = 0.002;
/// How long an alert that fires every time pauses, in seconds.
const PAUSE: i64 = 5 * 60;
/// How long one that is summed up daily pauses.
const DAY: i64 = 24 * 3_600;

/// An alert with what it has seen.
#[derive(Debug)]
pub(super) struct Rule {
    alert: Alert,
    /// On which side of the line the value was last seen beyond the band; `None` before that.
    side: Option<Side>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Above,
    Below,
}

impl Rule {
    pub(super) fn new(alert: Alert, quote: Option<&Quote>) -> Self {
        let side = quote
            .and_then(|quote| seen(&alert, quote))
            .and_then(|value| side(value, alert.value, None));
        Self { alert, side }
    }

    pub(super) fn alert(&self) -> &Alert {
        &self.alert
    }

    /// What the alert says to this quote, if it says anything.
    pub(super) fn observe(&mut self, quote: &Quote) -> Option<Firing> {
        let value = seen(&self.alert, quote)?;
        let before = self.side;
        self.side = side(value, self.alert.value, before);
        let crossed = match (before, self.side) {
            (Some(before), Some(now)) if before != now => now,
            _ => return None,
        };
        let meant = match self.alert.condition {
            Condition::Above | Condition::PercentChange => crossed == Side::Above,
            Condition::Below => crossed == Side::Below,
            Condition::Crosses => true,
        };
        if !meant || self.pauses(quote.as_of) {
            return None;
        }
        self.alert.last_fired_at = Some(quote.as_of);
        self.alert.active = self.alert.frequency != AlertFrequency::Once;
        let fired = FiredAlert {
            alert_id: self.alert.id,
            symbol: self.alert.symbol.clone(),
            price: Some(quote.price),
            at: quote.as_of,
            late: false,
            sentence: sentence(&self.alert, crossed),
        };
        Some((self.alert.clone(), fired))
    }

    fn pauses(&self, now: Timestamp) -> bool {
        let pause = match self.alert.frequency {
            AlertFrequency::Once => 0,
            AlertFrequency::Always => PAUSE,
            AlertFrequency::Daily => DAY,
        };
        self.alert
            .last_fired_at
            .is_some_and(|last| now.as_second() - last.as_second() < pause)
    }
}

/// The number that an alert looks at: price, 24h volume, or the size of the 24h change in percent.
fn seen(alert: &Alert, quote: &Quote) -> Option<f64> {
    match (alert.kind, alert.condition) {
        (AlertKind::Price, Condition::PercentChange) => quote.change_24h.map(f64::abs),
        (AlertKind::Price, _) => Some(quote.price),
        (AlertKind::Volume, _) => quote.volume_24h,
        (AlertKind::News | AlertKind::Technical, _) => None,
    }
}

/// The side of `line` that `value` is on. Coming back takes a band beyond the line; a value that
/// was never seen on the other side counts from the line on.
fn side(value: f64, line: f64, before: Option<Side>) -> Option<Side> {
    let band = line.abs() * BAND;
    match before {
        // The first crossing counts at the line; the way back must be clear.
        None | Some(Side::Below) if value > line => Some(Side::Above),
        None if value < line => Some(Side::Below),
        Some(Side::Above) if value < line - band => Some(Side::Below),
        same => same,
    }
}

fn sentence(alert: &Alert, crossed: Side) -> String {
    let (symbol, value) = (&alert.symbol, figure(alert));
    let what = match alert.kind {
        AlertKind::Volume => "24h volume",
        _ => "price",
    };
    match (alert.condition, crossed) {
        (Condition::PercentChange, _) => format!("{symbol} has changed by {value} in 24 hours"),
        (Condition::Crosses, Side::Above) => format!("{symbol} {what} crossed {value} upwards"),
        (Condition::Crosses, Side::Below) => format!("{symbol} {what} crossed {value} downwards"),
        (_, Side::Above) => format!("{symbol} {what} rose above {value}"),
        (_, Side::Below) => format!("{symbol} {what} fell below {value}"),
    }
}

fn figure(alert: &Alert) -> String {
    match (alert.kind, alert.condition) {
        (_, Condition::PercentChange) => format!("{}%", alert.value),
        (AlertKind::Price, _) => format!("${}", alert.value),
        _ => alert.value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ticker::TickerId;

    fn alert(condition: Condition, frequency: AlertFrequency, value: f64) -> Alert {
        Alert {
            id: 1,
            kind: AlertKind::Price,
            symbol: "BTC".into(),
            condition,
            value,
            frequency,
            delivery: vec![],
            active: true,
            created_at: Timestamp::UNIX_EPOCH,
            last_fired_at: None,
        }
    }

    fn quote(price: f64, second: i64) -> Quote {
        Quote {
            id: TickerId(1),
            price,
            as_of: Timestamp::from_second(second).unwrap(),
            source: "test".into(),
            previous_close: None,
            change_24h: Some(price - 100.0),
            change_7d: None,
            market_cap: None,
            volume_24h: Some(price * 10.0),
            day_high: None,
            day_low: None,
            year_high: None,
            year_low: None,
            all_time_high: None,
        }
    }

    /// The seconds at which a rule fires on prices a minute apart.
    fn fires(alert: Alert, prices: &[f64]) -> Vec<usize> {
        let mut rule = Rule::new(alert, None);
        let heard = |(at, price): (usize, &f64)| {
            rule.observe(&quote(*price, i64::try_from(at).unwrap() * 60))
                .map(|_| at)
        };
        prices.iter().enumerate().filter_map(heard).collect()
    }

    #[test]
    fn it_fires_when_the_price_comes_to_the_line_and_not_when_it_is_there_already() {
        let above = || alert(Condition::Above, AlertFrequency::Always, 100.0);
        assert_eq!(fires(above(), &[99.0, 101.0]), [1]);
        assert!(fires(above(), &[101.0, 102.0]).is_empty());
        assert_eq!(
            fires(
                alert(Condition::Below, AlertFrequency::Always, 100.0),
                &[101.0, 99.0, 98.0]
            ),
            [1]
        );
    }

    #[test]
    fn crossing_counts_in_both_directions() {
        let crosses = alert(Condition::Crosses, AlertFrequency::Always, 100.0);
        assert_eq!(
            fires(
                crosses,
                &[99.0, 101.0, 101.0, 101.0, 101.0, 101.0, 101.0, 99.0]
            ),
            [1, 7]
        );
    }

    #[test]
    fn a_price_that_hovers_at_the_line_fires_once() {
        let prices: Vec<f64> = (0..200)
            .map(|n| if n % 2 == 0 { 99.95 } else { 100.05 })
            .collect();
        assert_eq!(
            fires(
                alert(Condition::Above, AlertFrequency::Always, 100.0),
                &prices
            ),
            [1]
        );
    }

    #[test]
    fn after_going_back_it_fires_again_but_not_within_the_pause() {
        let prices = [99.0, 101.0, 99.0, 101.0, 99.0, 99.0, 99.0, 101.0];
        assert_eq!(
            fires(
                alert(Condition::Above, AlertFrequency::Always, 100.0),
                &prices
            ),
            [1, 7]
        );
        assert_eq!(
            fires(
                alert(Condition::Above, AlertFrequency::Daily, 100.0),
                &prices
            ),
            [1]
        );
    }

    #[test]
    fn once_is_once() {
        let mut rule = Rule::new(
            alert(Condition::Above, AlertFrequency::Once, 100.0),
            Some(&quote(99.0, 0)),
        );
        let (after, fired) = rule.observe(&quote(101.0, 60)).expect("it fires");
        assert!(!after.active && after.last_fired_at.is_some());
        assert_eq!(
            (fired.sentence.as_str(), fired.price),
            ("BTC price rose above $100", Some(101.0))
        );
    }

    #[test]
    fn a_change_in_percent_counts_up_and_down() {
        let change = || alert(Condition::PercentChange, AlertFrequency::Once, 5.0);
        assert_eq!(fires(change(), &[104.0, 106.0]), [1]);
        assert_eq!(fires(change(), &[96.0, 94.0]), [1]);
    }

    #[test]
    fn volume_is_watched_like_a_price() {
        let volume = Alert {
            kind: AlertKind::Volume,
            ..alert(Condition::Above, AlertFrequency::Once, 1_000.0)
        };
        assert_eq!(fires(volume, &[99.0, 101.0]), [1]);
    }

    #[test]
    fn what_the_quote_does_not_tell_is_not_judged() {
        let mut rule = Rule::new(
            alert(Condition::PercentChange, AlertFrequency::Once, 5.0),
            Some(&quote(100.0, 0)),
        );
        assert!(
            rule.observe(&Quote {
                change_24h: None,
                ..quote(120.0, 60)
            })
            .is_none()
        );
    }
}
