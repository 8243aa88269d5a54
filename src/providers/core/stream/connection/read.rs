//! What messages say: prices are handed on, what is not understood is counted.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    time::Instant,
};

use super::{Connection, PULSE};
use crate::{
    domain::quote::{ExtendedUpdate, QuoteUpdate, is_from_the_future},
    providers::core::{
        capability::Tick,
        stream::{
            protocol::{Event, Frame, Protocol},
            shared::REJECTED,
        },
    },
    source::{SourceError, Update},
};

/// So many messages in a row that are not understood, and the connection is given up.
const MOST_GARBLED: u32 = 5;
/// A connection that brought prices for so long is well: failures before it are forgotten.
const STEADY: Duration = Duration::from_secs(60);
/// Older prices are what was known at the subscription, and no sign that a ticker is traded.
const LIVE: SignedDuration = SignedDuration::from_mins(20);

impl<P: Protocol, S: AsyncRead + AsyncWrite + Unpin> Connection<P, S> {
    /// Reads a message and hands on what it says.
    pub(super) async fn read(&mut self, text: &str) -> Result<(), SourceError> {
        self.heard = self.alive;
        let now = self.now();
        let frame = Frame {
            text,
            targets: &self.targets,
            known: &*self.shared.context.known,
            now,
        };
        let events = match self.shared.protocol.read(&frame) {
            Ok(events) => events,
            Err(error @ SourceError::Shape(_)) => return self.not_understood(error),
            Err(error) => return Err(error),
        };
        self.garbled = 0;
        let (mut quotes, mut extended, mut refused) = (Vec::new(), Vec::new(), Vec::new());
        let mut ahead = None;
        let mut brought = false;
        for event in events {
            match event {
                Event::Quote(quote) if is_from_the_future(quote.as_of, now) => {
                    ahead = Some(quote.as_of);
                }
                Event::Quote(quote) => {
                    brought = true;
                    if self.is_doubted(&quote) {
                        continue;
                    }
                    quotes.extend(self.preferred(quote, now));
                }
                Event::Extended(update) => {
                    brought = true;
                    extended.extend(self.preferred_extended(update, now));
                }
                Event::Refused(price) => {
                    brought = true;
                    refused.push(price);
                }
                Event::Heartbeat => brought = true,
                Event::Subscribed(name) => self.acknowledged(&name),
                Event::Rejected { name, reason } => self.reject(&name, &reason),
            }
        }
        if let Some(as_of) = ahead {
            self.report_clock(as_of);
        }
        if brought {
            self.report_well();
        }
        let sink = &self.shared.context.sink;
        if !quotes.is_empty() {
            sink.send(Update::Quotes(quotes)).await?;
        }
        if !extended.is_empty() {
            sink.send(Update::Extended(extended)).await?;
        }
        if !refused.is_empty() {
            sink.send(Update::Refused(refused)).await?;
        }
        Ok(())
    }

    /// Whether a price may be another coin's: its name was guessed, and none of its prices was like the
    /// one that is known.
    fn is_doubted(&mut self, quote: &QuoteUpdate) -> bool {
        if !self.doubts.contains(&quote.symbol) {
            return false;
        }
        let known = self.shared.context.known.price(&quote.symbol);
        let is_doubted = !self.doubts.settled_by(quote, known);
        if !is_doubted {
            self.shared.confirmed.insert(&quote.symbol);
        }
        is_doubted
    }

    /// The quote, unless a stream that is preferred to this one prices the ticker at present.
    fn preferred(&self, quote: QuoteUpdate, now: Timestamp) -> Option<QuoteUpdate> {
        let tick = Tick {
            symbol: &quote.symbol,
            is_extended: false,
            is_live: now.duration_since(quote.as_of) < LIVE,
        };
        let registry = &self.shared.registry;
        registry.takes_tick(P::NAME, &tick, now).then_some(quote)
    }

    fn preferred_extended(&self, update: ExtendedUpdate, now: Timestamp) -> Option<ExtendedUpdate> {
        let tick = Tick {
            symbol: &update.symbol,
            is_extended: true,
            is_live: now.duration_since(update.as_of) < LIVE,
        };
        let registry = &self.shared.registry;
        registry.takes_tick(P::NAME, &tick, now).then_some(update)
    }

    pub(super) fn not_understood(&mut self, error: SourceError) -> Result<(), SourceError> {
        self.garbled += 1;
        if self.garbled >= MOST_GARBLED {
            return Err(error);
        }
        let health = &self.shared.context.health;
        health.failed_in_part(self.now(), &error);
        Ok(())
    }

    fn acknowledged(&mut self, name: &str) {
        self.unacknowledged.remove(name);
        if let Some(target) = self.targets.get(name) {
            self.shared.context.health.symbol_answered(&target.symbol);
        }
    }

    /// Leaves a symbol out that the provider does not have.
    pub(super) fn reject(&mut self, name: &str, reason: &str) {
        self.unacknowledged.remove(name);
        let Some(target) = self.targets.remove(name) else {
            return;
        };
        self.record.set_symbols(self.targets.len());
        self.doubts.forget(&target.symbol);
        let now = self.now();
        let until = now.saturating_add(REJECTED).unwrap_or(Timestamp::MAX);
        self.shared.rejected.insert(&target.symbol, until);
        let error = SourceError::Refused(format!("{}: {reason}", target.symbol));
        let health = &self.shared.context.health;
        health.symbol_unknown(&target.symbol, now, &error, Some(until));
    }

    /// Prices come: told once a second at most.
    fn report_well(&mut self) {
        let due = self.reported.is_none_or(|told| told.elapsed() >= PULSE);
        if due {
            self.reported = Some(Instant::now());
            let is_steady = self.opened.elapsed() >= STEADY;
            let health = &self.shared.context.health;
            health.streaming(self.now(), is_steady);
        }
    }

    /// Every price is dated in our future: told once a minute.
    fn report_clock(&mut self, as_of: Timestamp) {
        let due = self.reported.is_none_or(|told| told.elapsed() >= STEADY);
        if due {
            self.reported = Some(Instant::now());
            let error = SourceError::ClockBehind(as_of);
            let health = &self.shared.context.health;
            health.failed_in_part(self.now(), &error);
        }
    }
}
