//! A source that is lost while the program runs, and the source that replaces it.

use std::time::Duration;

use marketdeck::domain::{
    Timestamp,
    ticker::TickerKind::{Crypto, Stock},
};
use serde_json::Value;

use super::{Fault, START, Simulation, run_simulation, source_groups::PRICES_WITHOUT_KEY};
use crate::{common::profile, enabled::enable_only};

const STEP: Duration = Duration::from_secs(5);
const MINUTE: Duration = Duration::from_secs(60);
/// By then every source has sent its prices.
const START_DURATION: Duration = Duration::from_secs(300);

impl Simulation {
    /// Starts a simulation of Yahoo with its stream, and of the sources of coins.
    async fn with_price_sources() -> Self {
        let tickers = [
            ("MSFT", Stock),
            ("NVDA", Stock),
            ("SOL", Crypto),
            ("ETH", Crypto),
            ("ADA", Crypto),
        ];
        let tickers = tickers.map(|(symbol, kind)| profile(symbol, kind, None));
        let mut run = Self::start(START, tickers.into(), |all| {
            enable_only(all, &PRICES_WITHOUT_KEY);
            all.yahoo.symbols = ["MSFT", "NVDA"].map(str::to_owned).into();
        })
        .await;
        run.advance(START_DURATION, STEP).await;
        run
    }

    async fn ticker(&self, symbol: &str) -> Value {
        self.json(&format!("/api/tickers/{symbol}")).await
    }

    /// Advances the time until `source` prices the ticker; returns the time that it took.
    async fn advance_until_priced_by(
        &mut self,
        source: &str,
        symbol: &str,
        max: Duration,
    ) -> Duration {
        let began = self.milliseconds;
        loop {
            let passed = Duration::from_millis((self.milliseconds - began).unsigned_abs());
            let ticker = self.ticker(symbol).await;
            if ticker["source"] == source {
                return passed;
            }
            assert!(passed < max, "{symbol} after {passed:?}: {ticker}");
            self.step(STEP).await;
        }
    }

    /// A provider's entry in the status.
    async fn provider(&self, name: &str) -> Value {
        let status = self.json("/api/status").await;
        let mut all = status["providers"].as_array().unwrap().iter();
        all.find(|one| one["name"] == name).unwrap().clone()
    }
}

/// The age of a ticker's price, in seconds.
fn age(ticker: &Value, now: Timestamp) -> i64 {
    let updated: Timestamp = ticker["updatedAt"].as_str().unwrap().parse().unwrap();
    now.duration_since(updated).as_secs()
}

#[test]
fn a_lost_stream_is_replaced_by_polling_within_a_minute_until_it_is_back() {
    run_simulation(async {
        let mut run = Simulation::with_price_sources().await;
        let streamed = run.ticker("NVDA").await;
        assert_eq!(streamed["source"], "yahoo_stream");
        for fault in [Fault::Refused, Fault::Dropped, Fault::Hangs] {
            run.world.set_faults(&[("yahoo_stream", fault)]);
            run.advance_until_priced_by("yahoo", "NVDA", MINUTE).await;
            let first = run.ticker("NVDA").await;
            assert_eq!(first["stale"], false, "{fault:?}");
            assert_ne!(first["price"], streamed["price"]);
            // The polled price changes.
            run.advance(2 * MINUTE, STEP).await;
            let next = run.ticker("NVDA").await;
            assert_eq!(
                (&next["source"], &next["stale"]),
                (&"yahoo".into(), &false.into())
            );
            assert_ne!(next["price"], first["price"], "{fault:?}");
            assert!(age(&next, run.world.now()) <= 60, "{next}");
            let stream = run.provider("yahoo_stream").await;
            assert_eq!(stream["state"], "failing", "{fault:?}");
            assert!(stream["lastError"].is_string(), "{stream}");
            assert!(stream["nextAttempt"].is_string(), "{stream}");
            assert_eq!(run.provider("yahoo").await["state"], "ok", "{fault:?}");
            run.world.set_faults(&[]);
            run.advance_until_priced_by("yahoo_stream", "NVDA", 10 * MINUTE)
                .await;
        }
    });
}

#[test]
fn coins_are_priced_without_yahoo_while_stocks_keep_their_last_price_and_its_age() {
    run_simulation(async {
        let mut run = Simulation::with_price_sources().await;
        let coins = [("ETH", "coinbase"), ("ADA", "kraken"), ("SOL", "coingecko")];
        let mut stocks = Vec::new();
        for symbol in ["MSFT", "NVDA"] {
            let ticker = run.ticker(symbol).await;
            assert_eq!(ticker["stale"], false, "{ticker}");
            stocks.push(ticker);
        }
        let mut before = Vec::new();
        for (symbol, _) in coins {
            before.push(run.ticker(symbol).await["price"].clone());
        }
        let faults = ["yahoo", "yahoo_facts", "yahoo_stream"].map(|name| (name, Fault::Hangs));
        run.world.set_faults(&faults);
        run.advance(65 * MINUTE, STEP * 2).await;
        for ((symbol, source), before) in coins.into_iter().zip(before) {
            let coin = run.ticker(symbol).await;
            assert_eq!(
                (&coin["source"], &coin["stale"]),
                (&source.into(), &false.into())
            );
            assert_ne!(coin["price"], before, "{symbol}");
            assert!(age(&coin, run.world.now()) <= 120, "{coin}");
            assert_eq!(run.provider(source).await["state"], "ok");
        }
        for stock in stocks {
            let symbol = stock["symbol"].as_str().unwrap();
            let current = run.ticker(symbol).await;
            assert_eq!(current["stale"], true, "{current}");
            for field in ["price", "updatedAt"] {
                assert_eq!(current[field], stock[field], "{symbol}");
            }
            assert!(age(&current, run.world.now()) >= 65 * 60, "{current}");
        }
        for name in ["yahoo", "yahoo_stream"] {
            let provider = run.provider(name).await;
            assert_eq!(provider["state"], "failing", "{provider}");
            assert!(provider["lastError"].is_string(), "{provider}");
            assert!(provider["nextAttempt"].is_string(), "{provider}");
        }
        run.world.set_faults(&[]);
        run.advance_until_priced_by("yahoo_stream", "NVDA", 15 * MINUTE)
            .await;
        run.advance(10 * MINUTE, STEP * 2).await;
        for symbol in ["MSFT", "NVDA"] {
            assert_eq!(run.ticker(symbol).await["stale"], false, "{symbol}");
        }
    });
}
