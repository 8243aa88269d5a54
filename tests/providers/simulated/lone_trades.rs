//! After a single streamed trade far from all earlier prices, Yahoo is requested at once to confirm or contradict it.

use serde_json::{Value, json};

use super::{
    Fault, Simulation, run_simulation,
    story::{FRIDAY, MINUTE, STEP, Story},
};

impl Simulation {
    /// Lets the stream send one trade at this price, and nothing after it.
    async fn lone_trade(&mut self, price: f64) {
        *self.world.trade.lock().unwrap() = Some(price);
        self.world.set_faults(&[]);
        for _ in 0..8 {
            self.step(STEP).await;
            let trouble = self.reason().await;
            if trouble.contains("Not shown until a second price confirms it") {
                self.world.set_faults(&[("yahoo_stream", Fault::Silent)]);
                return;
            }
        }
        panic!("the trade is not held");
    }

    /// The ticker's error.
    async fn reason(&self) -> String {
        let ticker = self.json("/api/tickers/KO").await;
        ticker["trouble"]["lastError"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    /// Trades at about 246 from the stream, confirmed by Yahoo's quotes.
    async fn start_with_stream(alert: &Value) -> (Self, Story) {
        let story = Story::of(246.0, FRIDAY);
        let mut run = Self::start_yahoo_with_stream(FRIDAY, &story).await;
        *run.world.trade.lock().unwrap() = Some(246.5);
        run.advance_with(&story, 3 * MINUTE).await;
        assert_eq!(run.price().await, 246.5, "the price is from the stream");
        run.create_alert(alert).await;
        (run, story)
    }
}

fn above(value: f64) -> Value {
    json!({"type": "price", "symbol": "KO", "condition": "above", "value": value, "frequency": "always"})
}

#[test]
fn a_single_tenfold_trade_confirmed_by_yahoo_is_shown_and_fires_within_a_minute() {
    run_simulation(async {
        let (mut run, story) = Simulation::start_with_stream(&above(300.0)).await;
        run.lone_trade(2_460.0).await;
        assert_eq!(run.price().await, 246.5);
        run.respond_with(&Story {
            price: 2_460.0,
            ..story
        });
        run.advance(MINUTE, STEP).await;
        assert_eq!(run.price().await, 2_460.0);
        assert_eq!(run.fired().await.len(), 1);
    });
}

#[test]
fn a_single_tenfold_trade_contradicted_by_yahoo_is_not_shown_and_fires_no_alert() {
    run_simulation(async {
        let (mut run, story) = Simulation::start_with_stream(&above(300.0)).await;
        run.lone_trade(2_460.0).await;
        for _ in 0..24 {
            run.respond_with(&story);
            run.step(STEP).await;
            let price = run.price().await.as_f64().unwrap();
            assert!(price < 250.0, "{price}");
        }
        assert_eq!(
            run.price().await,
            246.0,
            "the price that Yahoo has returned since"
        );
        assert_eq!(run.fired().await, [""; 0]);
        assert!(
            !run.reason().await.contains("Not shown"),
            "no confirmation is pending"
        );
    });
}
