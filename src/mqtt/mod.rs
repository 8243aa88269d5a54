//! What is published over MQTT: prices, alerts, and what Home Assistant is told of both.

mod discovery;
mod publisher;
mod state;
mod tickers;

pub use self::publisher::Publisher;
