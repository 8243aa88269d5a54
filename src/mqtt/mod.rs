//! Publishes prices and alerts over MQTT, and announces them to Home Assistant.

mod discovery;
mod holdings;
mod publisher;
mod state;
mod tickers;

pub use self::publisher::Publisher;
