//! The interface that each stream provider implements: names of symbols, commands and messages.

use std::collections::HashMap;

use jiff::Timestamp;

use crate::{
    domain::{
        currency::Currency,
        quote::{ExtendedUpdate, QuoteUpdate, RejectedPrice},
        session::Calendar,
        ticker::TickerKind,
    },
    providers::core::capability::Offer,
    source::{MarketView, SourceError, TickerInfo},
};

/// A ticker to subscribe to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// Marketdeck's symbol.
    pub symbol: String,
    /// The provider's symbol.
    pub name: String,
    /// The kind of the ticker.
    pub kind: TickerKind,
    /// The currency of the ticker's stored prices.
    pub currency: Currency,
    /// The trading hours of the ticker.
    pub calendar: Calendar,
    /// True if the provider's symbol may be another coin's (see [`Protocol::DERIVES_SYMBOLS`]).
    pub is_derived: bool,
}

/// A message with the context needed to read it.
pub struct Frame<'a> {
    /// The text of the message.
    pub text: &'a str,
    /// The subscriptions of the connection, by the provider's symbol.
    pub targets: &'a HashMap<String, Target>,
    /// The stored market.
    pub market: &'a dyn MarketView,
    /// The current time.
    pub now: Timestamp,
}

/// One item of a message.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A price.
    Quote(QuoteUpdate),
    /// A price outside of regular hours.
    Extended(ExtendedUpdate),
    /// An invalid price.
    RejectedPrice(RejectedPrice),
    /// A sign that the connection works, without data.
    Heartbeat,
    /// A subscription to this symbol of the provider was acknowledged.
    Subscribed(String),
    /// The provider rejected a subscription.
    RejectedSubscription {
        /// The provider's symbol.
        name: String,
        /// The provider's reason.
        reason: String,
    },
}

/// The protocol of a provider's stream.
pub trait Protocol: Send + Sync + 'static {
    /// The name in the configuration.
    const NAME: &'static str;
    /// The capabilities of this provider.
    const OFFERS: &'static [Offer];
    /// The rate limit that the provider publishes, in a few words; `None` if it publishes none.
    const LIMIT: Option<&'static str> = None;
    /// The maximum number of symbols per connection; `None` for no limit.
    const MAX_SYMBOLS: Option<usize>;
    /// True if the provider regularly sends heartbeats. Otherwise messages are expected only while a market of the subscribed
    /// symbols is open.
    const HAS_HEARTBEAT: bool;
    /// True if the provider acknowledges each subscription.
    const ACKNOWLEDGES: bool;
    /// True if the provider's symbol for a followed ticker is derived from its symbol at another provider. Both symbols may mean
    /// different coins, so prices are used only after one of them was close to the stored price.
    const DERIVES_SYMBOLS: bool = false;

    /// Returns the provider's symbol for a ticker; `None` if the provider does not have the ticker.
    fn name_of(&self, ticker: &TickerInfo) -> Option<String>;

    /// Returns the messages that subscribe to these symbols.
    fn subscribe(&self, names: &[&str]) -> Vec<String>;

    /// Returns the messages that unsubscribe from these symbols.
    fn unsubscribe(&self, names: &[&str]) -> Vec<String>;

    /// Returns a message to send with each ping to keep the connection open.
    fn keep_alive(&self) -> Option<String> {
        None
    }

    /// Reads a message. After [`SourceError::InvalidResponse`] the message is skipped, unless too many consecutive ones cannot be read.
    /// Any other error closes the connection.
    fn read(&self, frame: &Frame<'_>) -> Result<Vec<Event>, SourceError>;
}
