//! Whether a connection still works: pings, acknowledgements, silence.

use std::{sync::Arc, time::Duration};

use jiff::Timestamp;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    time::Instant,
};
use tokio_tungstenite::tungstenite;

use super::Connection;
use crate::{
    domain::{session::Phase, ticker::TickerKind},
    providers::core::stream::protocol::{Protocol, Target},
    source::SourceError,
};

/// Pause between two pings.
const PING: Duration = Duration::from_secs(30);
/// A connection without an answer to pings for so long is dead, whatever the hour.
const DEAD: Duration = Duration::from_secs(100);
/// How long an acknowledgement may take.
const ACKNOWLEDGED: Duration = Duration::from_secs(15);

impl<P: Protocol, S: AsyncRead + AsyncWrite + Unpin> Connection<P, S> {
    /// Pings, and gives the connection up when it is dead, or silent while it should speak.
    pub(super) async fn look_after(&mut self) -> Result<(), SourceError> {
        let quiet = self.alive.elapsed();
        if quiet >= DEAD {
            return Err(SourceError::Silent(quiet));
        }
        if self.pinged.elapsed() >= PING {
            self.pinged = Instant::now();
            let protocol = Arc::clone(&self.shared.protocol);
            self.send(protocol.keep_alive().into_iter().collect())
                .await?;
            let ping = tungstenite::Message::Ping(tungstenite::Bytes::new());
            self.write(ping).await?;
        }
        let late: Vec<String> = self
            .unacknowledged
            .iter()
            .filter(|(_, since)| since.elapsed() >= ACKNOWLEDGED)
            .map(|(name, _)| name.clone())
            .collect();
        // Who acknowledges nothing at all does not answer, and says nothing about the names.
        if !late.is_empty() && late.len() == self.targets.len() {
            return Err(SourceError::Silent(ACKNOWLEDGED));
        }
        for name in late {
            self.reject(&name, "its subscription was not acknowledged");
        }
        for name in self.doubts.given_up() {
            self.reject(&name, "its price there is not that of this coin");
            let unsubscribe = self.shared.protocol.unsubscribe(&[&name]);
            self.send(unsubscribe).await?;
        }
        match self.patience() {
            None => self.heard = Instant::now(),
            Some(patience) if self.heard.elapsed() >= patience => {
                return Err(SourceError::Silent(self.heard.elapsed()));
            }
            Some(_) => {}
        }
        Ok(())
    }

    /// How long it may be silent now; `None` while it need not speak. Of a few symbols less is heard
    /// than of many.
    fn patience(&self) -> Option<Duration> {
        let silence = self.shared.access.silence;
        if P::HAS_HEARTBEAT {
            return (!self.targets.is_empty()).then_some(silence);
        }
        let now = self.now();
        let open = self
            .targets
            .values()
            .filter(|target| is_traded(target, now));
        match open.count() {
            0 => None,
            open => Some(silence.mul_f64(1.0 + 4.0 / open as f64)),
        }
    }
}

/// Whether prices are made now: those of mutual funds are made once a day.
fn is_traded(target: &Target, now: Timestamp) -> bool {
    let is_open = matches!(target.calendar.phase(now), Phase::Regular | Phase::Always);
    is_open && target.kind != TickerKind::Fund
}
