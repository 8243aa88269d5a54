//! Reads messages: sends prices to `ingest` and counts unreadable messages.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    time::Instant,
};

use super::{Connection, WATCHDOG_INTERVAL};
use crate::{
    domain::quote::{ExtendedUpdate, QuoteUpdate, is_from_the_future},
    providers::core::{
        capability::Tick,
        stream::{
            protocol::{Event, Frame, Protocol},
            shared::REJECTED_RETRY,
        },
    },
    source::{SourceError, Update},
};

/// The number of consecutive unreadable messages after which the connection is closed.
const MAX_UNREADABLE: u32 = 5;
/// The time after which a connection counts as stable, so that earlier failures no longer matter.
const STABLE_AFTER: Duration = Duration::from_secs(60);
/// The maximum age of a live price. An older one may have been sent only because of the subscription.
const LIVE_MAX_AGE: SignedDuration = SignedDuration::from_mins(20);

impl<P: Protocol, S: AsyncRead + AsyncWrite + Unpin> Connection<P, S> {
    /// Reads a message and sends its prices to `ingest`.
    pub(super) async fn read(&mut self, text: &str) -> Result<(), SourceError> {
        let now = self.now();
        let frame = Frame {
            text,
            targets: &self.targets,
            market: &*self.shared.context.market,
            now,
        };
        let events = match self.shared.protocol.read(&frame) {
            Ok(events) => events,
            Err(error @ SourceError::InvalidResponse(_)) => return self.count_unreadable(error),
            Err(error) => return Err(error),
        };
        self.unreadable = 0;
        if events.is_empty() {
            self.unknown_content = Some("the messages have no known content".to_owned());
        } else {
            self.last_received = self.last_frame;
            self.unknown_content = None;
        }
        let (mut quotes, mut extended, mut invalid) = (Vec::new(), Vec::new(), Vec::new());
        let mut future_time = None;
        let mut has_data = false;
        for event in events {
            match event {
                Event::Quote(quote) if is_from_the_future(quote.as_of, now) => {
                    future_time = Some(quote.as_of);
                }
                Event::Quote(quote) => {
                    has_data = true;
                    if self.is_unconfirmed(&quote) {
                        continue;
                    }
                    quotes.extend(self.if_preferred(quote, now));
                }
                Event::Extended(update) => {
                    has_data = true;
                    extended.extend(self.if_preferred_extended(update, now));
                }
                Event::RejectedPrice(price) => {
                    has_data = true;
                    invalid.push(price);
                }
                Event::Heartbeat => has_data = true,
                Event::Subscribed(name) => self.acknowledge(&name),
                Event::RejectedSubscription { name, reason } => self.reject(&name, &reason),
            }
        }
        if let Some(as_of) = future_time {
            self.report_clock_skew(as_of);
        }
        if has_data {
            self.report_streaming();
        }
        let sink = &self.shared.context.sink;
        if !quotes.is_empty() {
            sink.send(Update::Quotes(quotes)).await?;
        }
        if !extended.is_empty() {
            sink.send(Update::Extended(extended)).await?;
        }
        if !invalid.is_empty() {
            sink.send(Update::RejectedPrices(invalid)).await?;
        }
        Ok(())
    }

    /// Returns true if the quote may be of another coin, because the provider's symbol was derived and no price has confirmed
    /// it yet.
    fn is_unconfirmed(&mut self, quote: &QuoteUpdate) -> bool {
        if !self.unconfirmed.contains(&quote.symbol) {
            return false;
        }
        let stored_price = self.shared.context.market.price(&quote.symbol);
        let is_unconfirmed = !self.unconfirmed.confirm(quote, stored_price);
        if !is_unconfirmed {
            self.shared.confirmed.insert(&quote.symbol);
        }
        is_unconfirmed
    }

    /// Returns the quote unless a more preferred stream currently prices the ticker.
    fn if_preferred(&self, quote: QuoteUpdate, now: Timestamp) -> Option<QuoteUpdate> {
        let tick = Tick {
            symbol: &quote.symbol,
            is_extended: false,
            is_live: now.duration_since(quote.as_of) < LIVE_MAX_AGE,
        };
        let registry = &self.shared.registry;
        registry.accepts_tick(P::NAME, &tick, now).then_some(quote)
    }

    fn if_preferred_extended(
        &self,
        update: ExtendedUpdate,
        now: Timestamp,
    ) -> Option<ExtendedUpdate> {
        let tick = Tick {
            symbol: &update.symbol,
            is_extended: true,
            is_live: now.duration_since(update.as_of) < LIVE_MAX_AGE,
        };
        let registry = &self.shared.registry;
        registry.accepts_tick(P::NAME, &tick, now).then_some(update)
    }

    pub(super) fn count_unreadable(&mut self, error: SourceError) -> Result<(), SourceError> {
        if let SourceError::InvalidResponse(reason) = &error {
            self.unknown_content = Some(reason.clone());
        }
        self.unreadable += 1;
        if self.unreadable >= MAX_UNREADABLE {
            return Err(error);
        }
        let health = &self.shared.context.health;
        health.failed_in_part(self.now(), &error);
        Ok(())
    }

    fn acknowledge(&mut self, name: &str) {
        self.unacknowledged.remove(name);
        if let Some(target) = self.targets.get(name) {
            self.shared.context.health.symbol_succeeded(&target.symbol);
        }
    }

    /// Removes a subscription that the provider rejected. The symbol is retried later.
    pub(super) fn reject(&mut self, name: &str, reason: &str) {
        self.unacknowledged.remove(name);
        let Some(target) = self.targets.remove(name) else {
            return;
        };
        self.record.set_symbols(self.targets.len());
        self.unconfirmed.remove(&target.symbol);
        let now = self.now();
        let until = now.saturating_add(REJECTED_RETRY).unwrap_or(Timestamp::MAX);
        self.shared.rejected.insert(&target.symbol, until);
        let error = SourceError::Refused(format!("{}: {reason}", target.symbol));
        let health = &self.shared.context.health;
        health.symbol_unknown(&target.symbol, now, &error, Some(until));
    }

    /// Reports to the health record that prices are received, at most once a second.
    fn report_streaming(&mut self) {
        let is_due = self
            .last_report
            .is_none_or(|last_report| last_report.elapsed() >= WATCHDOG_INTERVAL);
        if is_due {
            self.last_report = Some(Instant::now());
            let is_stable = self.opened_at.elapsed() >= STABLE_AFTER;
            let health = &self.shared.context.health;
            health.streaming(self.now(), is_stable);
        }
    }

    /// Reports prices with a time in the future, at most once a minute.
    fn report_clock_skew(&mut self, as_of: Timestamp) {
        let is_due = self
            .last_report
            .is_none_or(|last_report| last_report.elapsed() >= STABLE_AFTER);
        if is_due {
            self.last_report = Some(Instant::now());
            let error = SourceError::ClockBehind(as_of);
            let health = &self.shared.context.health;
            health.failed_in_part(self.now(), &error);
        }
    }
}
