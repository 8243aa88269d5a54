//! Over which span an alert is tried on the past.

use super::*;
use crate::domain::{
    alert::Indicator,
    bar::{Bar, Interval},
};

const DAY: i64 = 86_400;

/// A strength index is tried on each stored day from its first value on, however few there are besides.
#[tokio::test]
async fn every_stored_bar_of_the_span_is_judged() {
    for (days, expected) in [(100, 85), (253, 238), (600, 365)] {
        let fixture = Fixture::new();
        let bars: Vec<Bar> = (0..days)
            .map(|day| {
                // Ten days up, ten days down.
                let step = f64::from(u8::try_from(day % 20).unwrap());
                let close = 100.0 + (10.0 - step).abs();
                Bar {
                    start: day * DAY,
                    open: close,
                    high: close,
                    low: close,
                    close,
                    volume: 1.0,
                }
            })
            .collect();
        let market = &fixture.market;
        market
            .write()
            .add_unsaved(TickerId(1), Interval::Day, &bars);
        let index = Alert {
            kind: AlertKind::Technical,
            indicator: Some(Indicator::Rsi),
            interval: Some(Interval::Day),
            condition: Some(Condition::Below),
            ..above(40.0, AlertFrequency::Always)
        };
        let now = at(days * DAY);
        let tried = fixture.service.backtest(index, now).await.unwrap().unwrap();
        assert_eq!(tried.bars.len(), expected, "{days}");
        assert_eq!(tried.bars.last(), bars.last());
        assert!(tried.fired.len() >= expected / 20 - 1, "{days}");
    }
}
