//! What is published over MQTT: prices, alerts, and what Home Assistant is told of both.

mod chosen;
mod discovery;
mod publisher;
mod state;

pub use self::publisher::Publisher;
