//! Checks the health of a connection: sends pings and detects missing acknowledgements and silence.

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

/// The interval between two pings.
const PING_INTERVAL: Duration = Duration::from_secs(30);
/// The time without any frame after which a connection counts as dead, even while markets are closed.
const DEAD_TIMEOUT: Duration = Duration::from_secs(100);
/// The timeout for the acknowledgement of a subscription.
const ACK_TIMEOUT: Duration = Duration::from_secs(15);
/// The time after the opening of a market before prices are expected. Some exchanges' prices are delayed by 15 minutes.
const OPENING_DELAY: SignedDuration = SignedDuration::from_mins(20);

impl<P: Protocol, S: AsyncRead + AsyncWrite + Unpin> Connection<P, S> {
    /// Sends pings. Returns an error if the connection is dead, or silent while messages are expected.
    pub(super) async fn check_health(&mut self) -> Result<(), SourceError> {
        let silence = self.last_frame.elapsed();
        if silence >= DEAD_TIMEOUT {
            return Err(SourceError::Silent(silence));
        }
        if self.last_ping.elapsed() >= PING_INTERVAL {
            self.last_ping = Instant::now();
            let protocol = Arc::clone(&self.shared.protocol);
            self.send(protocol.keep_alive().into_iter().collect())
                .await?;
            let ping = tungstenite::Message::Ping(tungstenite::Bytes::new());
            self.write(ping).await?;
        }
        let overdue: Vec<String> = self
            .unacknowledged
            .iter()
            .filter(|(_, since)| since.elapsed() >= ACK_TIMEOUT)
            .map(|(name, _)| name.clone())
            .collect();
        // If no subscription at all was acknowledged, the connection has failed, and the symbols are not the cause.
        if !overdue.is_empty() && overdue.len() == self.targets.len() {
            return Err(SourceError::Silent(ACK_TIMEOUT));
        }
        for name in overdue {
            self.reject(&name, "the subscription was not acknowledged");
        }
        for name in self.unconfirmed.timed_out() {
            self.reject(&name, "the provider's price belongs to another coin");
            let unsubscribe = self.shared.protocol.unsubscribe(&[&name]);
            self.send(unsubscribe).await?;
        }
        match self.allowed_silence() {
            None => self.last_received = Instant::now(),
            Some(allowed_silence) if self.last_received.elapsed() >= allowed_silence => {
                return Err(match self.unknown_content.take() {
                    Some(reason) => SourceError::InvalidResponse(reason),
                    None => SourceError::Silent(self.last_received.elapsed()),
                });
            }
            Some(_) => {}
        }
        Ok(())
    }

    /// Returns how long the connection may be silent now; `None` while no messages are expected. A connection with few symbols
    /// may be silent for longer.
    fn allowed_silence(&self) -> Option<Duration> {
        let silence = self.shared.options.silence;
        if P::HAS_HEARTBEAT {
            return (!self.targets.is_empty()).then_some(silence);
        }
        let now = self.now();
        let open = self
            .targets
            .values()
            .filter(|target| expects_prices(target, now));
        match open.count() {
            0 => None,
            open => Some(silence.mul_f64(1.0 + 4.0 / open as f64)),
        }
    }
}

/// Returns true if prices are expected now. Mutual funds have only one price a day.
fn expects_prices(target: &Target, now: Timestamp) -> bool {
    let is_open = |at| matches!(target.calendar.phase(at), Phase::Regular | Phase::Always);
    let before = now.saturating_sub(OPENING_DELAY).unwrap_or(Timestamp::MIN);
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
                StreamOptions,
                protocol::{Event, Frame},
                shared::Shared,
                testing::EmptyMarket,
            },
        },
        source::{Context, Sink, TickerInfo, health::HealthBoard},
        testing::ManualClock,
    };

    /// A stream without acknowledgements and heartbeat, like Yahoo's.
    struct Plain;

    impl Protocol for Plain {
        const NAME: &'static str = "plain";
        const OFFERS: &'static [Offer] = &[Offer::new(Capability::Ticks, &[TickerKind::Stock])];
        const MAX_SYMBOLS: Option<usize> = Some(100);
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
            is_derived: false,
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
            options: StreamOptions {
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
                market: Arc::new(EmptyMarket),
                health: board.record(Plain::NAME),
            },
            rejected: Arc::default(),
            confirmed: Arc::default(),
        };
        let record = Arc::new(shared.context.health.add_connection(1, Plain::MAX_SYMBOLS));
        let socket = WebSocketStream::from_raw_socket(socket, Role::Client, None).await;
        Connection::new(Arc::new(shared), socket, record)
    }

    /// Returns the time when a connection is reported as silent if it responds to pings but sends no messages from `start` on.
    /// Returns `None` if it is not reported within four days.
    async fn silent_at(start: &str, targets: &[Target]) -> Option<String> {
        const STEP: i64 = 30;
        let clock = Arc::new(ManualClock::new(start.parse().unwrap()));
        let (client_stream, _server_stream) = duplex(1_000_000);
        let mut connection = connection(client_stream, &clock).await;
        let targets = targets.iter().cloned();
        connection.targets = targets.map(|one| (one.name.clone(), one)).collect();
        for _ in 0..4 * 86_400 / STEP {
            tokio::time::advance(Duration::from_secs(STEP.unsigned_abs())).await;
            clock.advance(STEP);
            connection.last_frame = Instant::now();
            if let Err(error) = connection.check_health().await {
                assert!(matches!(error, SourceError::Silent(_)), "{error}");
                return Some(connection.now().to_string());
            }
        }
        None
    }

    #[tokio::test(start_paused = true)]
    async fn a_stream_is_not_silent_while_its_markets_are_closed() {
        let stock = target("AAPL", TickerKind::Stock, Calendar::NewYork);
        let tokyo = Calendar::for_exchange("Asia/Tokyo", None, None).unwrap();
        let japanese = target("7203.T", TickerKind::Stock, tokyo);
        let future = target("GC=F", TickerKind::Commodity, Calendar::Futures);
        let fund = target("VTSAX", TickerKind::Fund, Calendar::NewYork);
        let coin = target("BTC", TickerKind::Crypto, Calendar::Always);
        let friday_evening = "2026-11-20T22:05:00Z";
        // A connection with one symbol may be silent for five minutes (see `allowed_silence`). While a market is closed, and in the 20
        // minutes after its opening (`OPENING_DELAY`), no messages are expected.
        for (start, targets, expected) in [
            (
                friday_evening,
                vec![stock.clone()],
                Some("2026-11-23T14:54:30Z"),
            ),
            // Monday is a holiday in Tokyo.
            (friday_evening, vec![japanese], Some("2026-11-24T00:24:30Z")),
            (friday_evening, vec![future], Some("2026-11-22T23:24:30Z")),
            (friday_evening, vec![fund.clone()], None),
            // Thursday is Thanksgiving.
            (
                "2026-11-25T21:05:00Z",
                vec![stock.clone()],
                Some("2026-11-27T14:54:30Z"),
            ),
            (
                "2026-11-20T15:30:00Z",
                vec![stock.clone()],
                Some("2026-11-20T15:35:00Z"),
            ),
            (
                friday_evening,
                vec![stock, fund, coin],
                Some("2026-11-20T22:10:00Z"),
            ),
        ] {
            let name = targets[0].name.clone();
            let silent = silent_at(start, &targets).await;
            assert_eq!(silent.as_deref(), expected, "{name} from {start}");
        }
    }

    /// Messages in another format show that the connection is alive, but do not count as prices.
    #[tokio::test(start_paused = true)]
    async fn messages_with_unknown_content_do_not_count_as_prices() {
        let clock = Arc::new(ManualClock::new("2026-11-20T15:30:00Z".parse().unwrap()));
        let (client_stream, _server_stream) = duplex(1_000_000);
        let mut connection = connection(client_stream, &clock).await;
        let stock = target("AAPL", TickerKind::Stock, Calendar::NewYork);
        connection.targets = [(stock.name.clone(), stock)].into();
        let error = loop {
            tokio::time::advance(Duration::from_secs(30)).await;
            clock.advance(30);
            let message = tungstenite::Message::text("{}");
            connection.receive(Some(Ok(message))).await.unwrap();
            if let Err(error) = connection.check_health().await {
                break error.to_string();
            }
            assert!(connection.opened_at.elapsed() < Duration::from_secs(600));
        };
        assert!(
            error.contains("the messages have no known content"),
            "{error}"
        );
        assert_eq!(connection.opened_at.elapsed().as_secs(), 300);
    }
}
