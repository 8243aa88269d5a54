//! Whether a connection still works: pings, acknowledgements, silence.

use std::{sync::Arc, time::Duration};

use jiff::{SignedDuration, Timestamp};
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
/// Prices of some exchanges come a quarter of an hour late: so long after an opening none need come.
const OPENING: SignedDuration = SignedDuration::from_mins(20);

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

/// Whether prices must come now: those of mutual funds are made once a day.
fn is_traded(target: &Target, now: Timestamp) -> bool {
    let is_open = |at| matches!(target.calendar.phase(at), Phase::Regular | Phase::Always);
    let before = now.saturating_sub(OPENING).unwrap_or(Timestamp::MIN);
    target.kind != TickerKind::Fund && is_open(now) && is_open(before)
}

#[cfg(test)]
mod tests {
    use tokio::io::{DuplexStream, duplex};
    use tokio_tungstenite::{WebSocketStream, tungstenite::protocol::Role};

    use super::*;
    use crate::{
        domain::{currency::Currency, session::Calendar},
        providers::core::{
            capability::{Capability, Offer, Registry},
            stream::{
                StreamAccess,
                mangled::Nothing,
                protocol::{Event, Frame},
                shared::Shared,
            },
        },
        source::{Context, Sink, TickerInfo, health::HealthBoard},
        testing::ManualClock,
    };

    /// A stream that acknowledges nothing and has no heartbeat, as Yahoo's.
    struct Plain;

    impl Protocol for Plain {
        const NAME: &'static str = "plain";
        const OFFERS: &'static [Offer] = &[Offer::new(Capability::Ticks, &[TickerKind::Stock])];
        const MOST_SYMBOLS: Option<usize> = Some(100);
        const HAS_HEARTBEAT: bool = false;
        const ACKNOWLEDGES: bool = false;

        fn name_of(&self, ticker: &TickerInfo) -> Option<String> {
            Some(ticker.symbol.clone())
        }

        fn subscribe(&self, _: &[&str]) -> Vec<String> {
            Vec::new()
        }

        fn unsubscribe(&self, _: &[&str]) -> Vec<String> {
            Vec::new()
        }

        fn read(&self, _: &Frame<'_>) -> Result<Vec<Event>, SourceError> {
            Ok(Vec::new())
        }
    }

    fn target(name: &str, kind: TickerKind, calendar: Calendar) -> Target {
        Target {
            symbol: name.to_owned(),
            name: name.to_owned(),
            kind,
            currency: Currency::USD,
            calendar,
            is_guessed: false,
        }
    }

    async fn connection(
        socket: DuplexStream,
        clock: &Arc<ManualClock>,
    ) -> Connection<Plain, DuplexStream> {
        let board = HealthBoard::default();
        let (queue, _) = tokio::sync::mpsc::channel(1);
        let shared = Shared {
            protocol: Arc::new(Plain),
            access: StreamAccess {
                url: String::new(),
                user_agent: String::new(),
                timeout: Duration::from_secs(15),
                max_bytes: 1_000,
                silence: Duration::from_secs(60),
                connections: 1,
            },
            registry: Registry::new(board.clone()),
            context: Context {
                clock: clock.clone(),
                sink: Sink::new(Plain::NAME, queue),
                known: Arc::new(Nothing),
                health: board.record(Plain::NAME),
            },
            rejected: Arc::default(),
            confirmed: Arc::default(),
        };
        let record = Arc::new(shared.context.health.connection(1, Plain::MOST_SYMBOLS));
        let socket = WebSocketStream::from_raw_socket(socket, Role::Client, None).await;
        Connection::new(Arc::new(shared), socket, record)
    }

    /// When a connection whose pings are answered, and which says nothing from `begun` on, is called
    /// silent; `None` within four days.
    async fn silent_at(begun: &str, targets: &[Target]) -> Option<String> {
        const STEP: i64 = 30;
        let clock = Arc::new(ManualClock::new(begun.parse().unwrap()));
        let (ours, _theirs) = duplex(1_000_000);
        let mut connection = connection(ours, &clock).await;
        let targets = targets.iter().cloned();
        connection.targets = targets.map(|one| (one.name.clone(), one)).collect();
        for _ in 0..4 * 86_400 / STEP {
            tokio::time::advance(Duration::from_secs(STEP.unsigned_abs())).await;
            clock.advance(STEP);
            connection.alive = Instant::now();
            if let Err(error) = connection.look_after().await {
                assert!(matches!(error, SourceError::Silent(_)), "{error}");
                return Some(connection.now().to_string());
            }
        }
        None
    }

    #[tokio::test(start_paused = true)]
    async fn a_stream_is_not_called_silent_while_the_markets_of_its_symbols_are_closed() {
        let share = target("AAPL", TickerKind::Stock, Calendar::NewYork);
        let tokyo = Calendar::of_exchange("Asia/Tokyo", None, None).unwrap();
        let abroad = target("7203.T", TickerKind::Stock, tokyo);
        let future = target("GC=F", TickerKind::Commodity, Calendar::Futures);
        let fund = target("VTSAX", TickerKind::Fund, Calendar::NewYork);
        let coin = target("BTC", TickerKind::Crypto, Calendar::Always);
        let friday_evening = "2026-11-20T22:05:00Z";
        // Of one symbol less is heard than of many: it is given five minutes, after the twenty in which
        // prices of its opening may be on their way.
        for (begun, targets, expected) in [
            (
                friday_evening,
                vec![share.clone()],
                Some("2026-11-23T14:54:30Z"),
            ),
            // The Monday is a holiday in Tokyo.
            (friday_evening, vec![abroad], Some("2026-11-24T00:24:30Z")),
            (friday_evening, vec![future], Some("2026-11-22T23:24:30Z")),
            (friday_evening, vec![fund.clone()], None),
            // Thanksgiving.
            (
                "2026-11-25T21:05:00Z",
                vec![share.clone()],
                Some("2026-11-27T14:54:30Z"),
            ),
            (
                "2026-11-20T15:30:00Z",
                vec![share.clone()],
                Some("2026-11-20T15:35:00Z"),
            ),
            (
                friday_evening,
                vec![share, fund, coin],
                Some("2026-11-20T22:10:00Z"),
            ),
        ] {
            let name = targets[0].name.clone();
            let silent = silent_at(begun, &targets).await;
            assert_eq!(silent.as_deref(), expected, "{name} from {begun}");
        }
    }
}
