//! The period of a backtest.

use super::*;
use crate::domain::{
    alert::Indicator,
    bar::{Bar, Interval},
};

const DAY: i64 = 86_400;

/// An RSI alert is backtested from the first RSI value on, even with few bars.
#[tokio::test]
async fn backtest_evaluates_every_bar_of_the_period() {
    for (days, expected) in [(100, 85), (253, 238), (600, 365)] {
        let fixture = Fixture::new();
        let bars: Vec<Bar> = (0..days)
            .map(|day| {
                // The price rises for ten days and falls for ten days.
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
            .add_unsaved_bars(TickerId(1), Interval::Day, &bars);
        let alert = Alert {
            kind: AlertKind::Technical,
            indicator: Some(Indicator::Rsi),
            interval: Some(Interval::Day),
            condition: Some(Condition::Below),
            ..above(40.0, AlertFrequency::Always)
        };
        let now = at(days * DAY);
        let result = fixture.service.backtest(alert, now).await.unwrap().unwrap();
        assert_eq!(result.bars.len(), expected, "{days}");
        assert_eq!(result.bars.last(), bars.last());
        assert!(result.fired.len() >= expected / 20 - 1, "{days}");
    }
}
