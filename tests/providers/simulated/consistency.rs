//! A stored close that contradicts the quotes, and a missing session: both are requested again within an hour.

use std::time::Duration;

use serde_json::{Value, json};

use super::{
    Simulation, run_simulation,
    story::{FRIDAY, MINUTE, STEP, Story},
};

const HOUR: Duration = Duration::from_secs(3_600);

impl Simulation {
    /// The stored close of a day.
    async fn close_of(&self, date: &str) -> Value {
        let bars = self
            .json("/api/tickers/KO/bars?timeframe=MAX&interval=1d")
            .await;
        let mut bars = bars.as_array().into_iter().flatten();
        let start = format!("{date}T00:00:00Z");
        let bar = bars.find(|bar| bar["timestamp"] == start.as_str());
        bar.map_or(Value::Null, |bar| bar["close"].clone())
    }

    /// How often daily bars were requested.
    fn daily_bar_requests(&self) -> usize {
        let requests = self.http_server.requests();
        requests
            .iter()
            .filter(|one| one.path.contains("interval=1d"))
            .count()
    }
}

#[test]
fn a_stored_close_that_contradicts_the_quotes_is_requested_again_within_an_hour() {
    run_simulation(async {
        let wrong = Story {
            corrected: Some((7, 240.0)),
            ..Story::of(247.0, FRIDAY)
        };
        let mut run = Simulation::start_yahoo(FRIDAY, &wrong).await;
        run.advance_with(&wrong, 5 * MINUTE).await;
        assert_eq!(run.close_of("2026-11-19").await, 240.0);
        let ticker = run.json("/api/tickers/KO").await;
        assert_eq!(
            ticker["previousClose"],
            json!(246.0),
            "as the quotes state it"
        );
        let right = Story {
            corrected: None,
            ..wrong
        };
        run.advance_with(&right, 55 * MINUTE).await;
        assert_eq!(run.close_of("2026-11-19").await, 246.0);
        // A correct close is not requested again.
        let requests = run.daily_bar_requests();
        run.advance_with(&right, HOUR).await;
        assert_eq!(run.daily_bar_requests(), requests);
    });
}

#[test]
fn a_close_that_stays_wrong_is_requested_with_increasing_delays() {
    run_simulation(async {
        let wrong = Story {
            corrected: Some((7, 240.0)),
            ..Story::of(247.0, FRIDAY)
        };
        let mut run = Simulation::start_yahoo(FRIDAY, &wrong).await;
        run.advance_with(&wrong, 5 * MINUTE).await;
        let before = run.daily_bar_requests();
        for _ in 0..4 {
            run.advance_with(&wrong, HOUR).await;
        }
        let requests = run.daily_bar_requests() - before;
        assert!(
            (2..=4).contains(&requests),
            "requested {requests} times in four hours"
        );
        run.step(STEP).await;
    });
}
