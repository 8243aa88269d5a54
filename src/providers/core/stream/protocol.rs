//! What each stream provider implements: names, commands and messages.

use std::collections::HashMap;

use jiff::Timestamp;

use crate::{
    domain::{
        currency::Currency,
        quote::{ExtendedUpdate, QuoteUpdate, RefusedPrice},
        session::Calendar,
        ticker::TickerKind,
    },
    providers::core::capability::Offer,
    source::{MarketView, SourceError, TickerInfo},
};

/// A ticker to subscribe to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// Our symbol.
    pub symbol: String,
    /// The provider's symbol.
    pub name: String,
    /// Kind of the ticker.
    pub kind: TickerKind,
    /// Currency in which we store its prices.
    pub currency: Currency,
    /// When it trades.
    pub calendar: Calendar,
    /// True if the provider's symbol is guessed: see [`Protocol::GUESSES_NAMES`].
    pub is_guessed: bool,
}

/// A message with the context needed to read it.
pub struct Frame<'a> {
    /// Text of the message.
    pub text: &'a str,
    /// Subscriptions of the connection, by the provider's symbol.
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
    Refused(RefusedPrice),
    /// The connection works; nothing new.
    Heartbeat,
    /// A subscription was acknowledged; the provider's symbol.
    Subscribed(String),
    /// The provider does not have this symbol.
    Rejected {
        /// The provider's symbol.
        name: String,
        /// The provider's reason.
        reason: String,
    },
}

/// The protocol of a provider's stream.
pub trait Protocol: Send + Sync + 'static {
    /// Name in the configuration.
    const NAME: &'static str;
    /// Capabilities of this provider.
    const OFFERS: &'static [Offer];
    /// Rate limit as the provider publishes it, in a few words; `None` if it does not.
    const LIMIT: Option<&'static str> = None;
    /// Maximum number of symbols per connection; `None` for no limit.
    const MAX_SYMBOLS: Option<usize>;
    /// True if the provider sends a heartbeat at least. Otherwise messages are expected only while
    /// a market of the subscribed symbols is open.
    const HAS_HEARTBEAT: bool;
    /// True if the provider acknowledges each subscription.
    const ACKNOWLEDGES: bool;
    /// True if the provider's symbol of a followed ticker is derived from its symbol elsewhere, so it may be another
    /// coin. Such prices count only once one of them is close to the known price.
    const GUESSES_NAMES: bool = false;

    /// Returns the provider's symbol of a ticker; `None` if it has none.
    fn name_of(&self, ticker: &TickerInfo) -> Option<String>;

    /// Returns the messages that subscribe to these symbols.
    fn subscribe(&self, names: &[&str]) -> Vec<String>;

    /// Returns the messages that unsubscribe from these symbols.
    fn unsubscribe(&self, names: &[&str]) -> Vec<String>;

    /// Returns a message to send with each ping to keep the connection open.
    fn keep_alive(&self) -> Option<String> {
        None
    }

    /// Reads a message. [`SourceError::Shape`] skips this message, unless too many in a row cannot
    /// be read; any other error closes the connection.
    fn read(&self, frame: &Frame<'_>) -> Result<Vec<Event>, SourceError>;
}
