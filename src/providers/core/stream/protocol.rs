//! What a provider of a stream says and understands.

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
    /// Ours.
    pub symbol: String,
    /// The provider's.
    pub name: String,
    /// What it is.
    pub kind: TickerKind,
    /// What its prices are kept in.
    pub currency: Currency,
    /// When it trades.
    pub calendar: Calendar,
    /// Its name is guessed: see [`Protocol::GUESSES_NAMES`].
    pub is_guessed: bool,
}

/// A message, and what is known when it is read.
pub struct Frame<'a> {
    /// Its text.
    pub text: &'a str,
    /// What its connection is subscribed to, by the provider's names.
    pub targets: &'a HashMap<String, Target>,
    /// What is stored.
    pub known: &'a dyn MarketView,
    /// The present.
    pub now: Timestamp,
}

/// One thing that a message says.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A price.
    Quote(QuoteUpdate),
    /// A price outside of regular hours.
    Extended(ExtendedUpdate),
    /// A price that cannot be one.
    Refused(RefusedPrice),
    /// The connection works, and there is nothing new.
    Heartbeat,
    /// The provider's name of a ticker whose prices come from now on.
    Subscribed(String),
    /// A ticker that the provider does not have.
    Rejected {
        /// The provider's name of it.
        name: String,
        /// Its reason.
        reason: String,
    },
}

/// The language of a provider's stream.
pub trait Protocol: Send + Sync + 'static {
    /// The provider's name in the configuration.
    const NAME: &'static str;
    /// What it brings.
    const OFFERS: &'static [Offer];
    /// What it allows, in a few words; `None` where it does not publish that.
    const LIMIT: Option<&'static str> = None;
    /// Most symbols that the provider lets one connection have; `None` where it names no limit.
    const MOST_SYMBOLS: Option<usize>;
    /// Whether it sends something all the time, a heartbeat at least. Else it is expected to speak
    /// while a market of its symbols is open.
    const HAS_HEARTBEAT: bool;
    /// Whether it says of each symbol that its prices come from now on.
    const ACKNOWLEDGES: bool;
    /// Whether the name of a ticker that was found elsewhere is guessed from its symbol there, so that
    /// it may be another coin's. Its prices count from when one is like that which is known already.
    const GUESSES_NAMES: bool = false;

    /// The provider's name of a ticker; `None` where it has no such.
    fn name_of(&self, ticker: &TickerInfo) -> Option<String>;

    /// The messages that subscribe to these names.
    fn subscribe(&self, names: &[&str]) -> Vec<String>;

    /// The messages that end it.
    fn unsubscribe(&self, names: &[&str]) -> Vec<String>;

    /// What to send now and then so that the connection is kept, beside pings.
    fn keep_alive(&self) -> Option<String> {
        None
    }

    /// What a message says. [`SourceError::Shape`] costs this message, until too many of them follow
    /// each other; any other error ends the connection.
    fn read(&self, frame: &Frame<'_>) -> Result<Vec<Event>, SourceError>;
}
