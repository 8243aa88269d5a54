//! A connection to an MQTT broker.

use std::{io, time::Duration};

use bytes::BytesMut;
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, ReadHalf, WriteHalf},
    time::{Instant, timeout},
};

use super::{
    packet::{self, Connect, Publish, ReceivedPacket},
    settings::BrokerSettings,
};
use crate::net;

/// Timeout for connecting, and for sending the queued packets.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Keep-alive interval announced to the broker, in seconds.
const KEEP_ALIVE: u16 = 30;
/// Interval of PINGREQ.
const PING_INTERVAL: Duration = Duration::from_secs(15);
/// Maximum time without a packet from the broker.
const MAX_SILENCE: Duration = Duration::from_secs(40);
// Payloads of the status topic.
const ONLINE_PAYLOAD: &[u8] = b"online";
const OFFLINE_PAYLOAD: &str = "offline";

/// The reason of a failed connection; `Display` is one sentence for the operator.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BrokerError {
    /// The connection could not be established.
    #[error("could not connect: {0}")]
    Unreachable(String),
    /// The broker refused the connection.
    #[error("the broker refused the connection: {0}")]
    Refused(&'static str),
    /// The broker stopped responding.
    #[error("the broker stopped responding")]
    Silent,
    /// The broker closed the connection.
    #[error("the broker closed the connection{0}")]
    Closed(&'static str),
    /// The server sent a packet that is invalid in MQTT.
    #[error("the server is not an MQTT broker")]
    NotMqtt,
}

/// An unencrypted or encrypted connection.
trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

/// An open connection to the broker.
pub(crate) struct Session {
    reader: ReadHalf<Box<dyn Stream>>,
    writer: WriteHalf<Box<dyn Stream>>,
    received: BytesMut,
    unsent: Vec<u8>,
    last_packet_id: u16,
    last_received_at: Instant,
    last_ping_at: Instant,
    status_topic: String,
}

impl Session {
    /// Connects, authenticates and publishes the status `online`. If the connection is lost, the broker publishes the will, the status
    /// `offline`.
    pub(crate) async fn open(settings: &BrokerSettings) -> Result<Self, BrokerError> {
        let opened = timeout(TIMEOUT, Self::connect(settings)).await;
        opened.unwrap_or(Err(BrokerError::Unreachable("timed out".into())))
    }

    async fn connect(settings: &BrokerSettings) -> Result<Self, BrokerError> {
        let unreachable = |(_, reason): (&str, String)| BrokerError::Unreachable(reason);
        let target = settings.target().map_err(unreachable)?;
        // The certificate file is read on a blocking thread.
        let file_settings = settings.clone();
        let authority = tokio::task::spawn_blocking(move || file_settings.authority()).await;
        let authority = authority.map_err(|error| BrokerError::Unreachable(error.to_string()))?;
        let authority = authority.map_err(unreachable)?;
        let stream = net::connect(target, authority.as_deref()).await;
        let stream = stream.map_err(BrokerError::Unreachable)?;
        let (reader, writer) = tokio::io::split(Box::new(stream) as Box<dyn Stream>);
        let now = Instant::now();
        let mut session = Self {
            reader,
            writer,
            received: BytesMut::new(),
            unsent: vec![],
            last_packet_id: 0,
            last_received_at: now,
            last_ping_at: now,
            status_topic: settings.status_topic(),
        };
        let BrokerSettings {
            username, password, ..
        } = settings;
        Connect {
            client_id: &settings.connection_id(),
            keep_alive: KEEP_ALIVE,
            will: (&session.status_topic, OFFLINE_PAYLOAD),
            credentials: (!username.is_empty()).then_some((username, password)),
        }
        .write(&mut session.unsent);
        session.flush().await?;
        match session.next().await {
            Ok(ReceivedPacket::Connected(0)) => {}
            Ok(ReceivedPacket::Connected(code)) => {
                return Err(BrokerError::Refused(refusal_reason(code)));
            }
            Ok(_) => return Err(BrokerError::NotMqtt),
            Err(BrokerError::Closed(_)) => {
                return Err(BrokerError::Closed(" before accepting it"));
            }
            Err(error) => return Err(error),
        }
        let topic = session.status_topic.clone();
        session.publish(&topic, ONLINE_PAYLOAD, true);
        session.flush().await?;
        Ok(session)
    }

    /// Publishes the status `offline` and closes the connection.
    pub(crate) async fn close(mut self) -> Result<(), BrokerError> {
        let topic = self.status_topic.clone();
        self.publish(&topic, OFFLINE_PAYLOAD.as_bytes(), true);
        packet::write_disconnect(&mut self.unsent);
        self.flush().await?;
        let result = self.writer.shutdown().await;
        result.map_err(|error| BrokerError::Unreachable(net::cause(&error)))
    }

    /// Queues a message with `QoS` 0 for the next [`Self::flush`]. With `retain`, the broker stores it for later subscribers.
    pub(crate) fn publish(&mut self, topic: &str, payload: &[u8], retain: bool) {
        let id = None;
        Publish {
            topic,
            payload,
            retain,
            id,
        }
        .write(&mut self.unsent);
    }

    /// Queues a message with `QoS` 1 for the next [`Self::flush`]; returns the identifier of its acknowledgement.
    pub(crate) fn publish_acknowledged(&mut self, topic: &str, payload: &[u8]) -> u16 {
        let id = self.next_packet_id();
        let publish = Publish {
            topic,
            payload,
            retain: false,
            id: Some(id),
        };
        publish.write(&mut self.unsent);
        id
    }

    /// Queues a subscription to `filters` for the next [`Self::flush`].
    pub(crate) fn subscribe(&mut self, filters: &[String]) {
        let id = self.next_packet_id();
        packet::write_subscribe(&mut self.unsent, id, filters);
    }

    /// Queues the end of a subscription for the next [`Self::flush`].
    pub(crate) fn unsubscribe(&mut self, filters: &[String]) {
        let id = self.next_packet_id();
        packet::write_unsubscribe(&mut self.unsent, id, filters);
    }

    /// Sends the queued packets.
    pub(crate) async fn flush(&mut self) -> Result<(), BrokerError> {
        if self.unsent.is_empty() {
            return Ok(());
        }
        let unsent = std::mem::take(&mut self.unsent);
        let write = async {
            self.writer.write_all(&unsent).await?;
            self.writer.flush().await
        };
        let written = timeout(TIMEOUT, write)
            .await
            .map_err(|_| BrokerError::Silent)?;
        written.map_err(|error| connection_error(&error))
    }

    /// Queues a ping when it is due; returns [`BrokerError::Silent`] if the broker has not sent anything for too long.
    pub(crate) fn keep_alive(&mut self) -> Result<(), BrokerError> {
        if self.last_received_at.elapsed() > MAX_SILENCE {
            return Err(BrokerError::Silent);
        }
        if self.last_ping_at.elapsed() >= PING_INTERVAL {
            self.last_ping_at = Instant::now();
            packet::write_ping(&mut self.unsent);
        }
        Ok(())
    }

    /// Returns the next packet from the broker. Cancel-safe.
    pub(crate) async fn next(&mut self) -> Result<ReceivedPacket, BrokerError> {
        loop {
            match packet::take_packet(&mut self.received) {
                Ok(Some(received)) => return Ok(received),
                Ok(None) => {}
                Err(packet::InvalidPacket) => return Err(BrokerError::NotMqtt),
            }
            let received = self.reader.read_buf(&mut self.received).await;
            if received.map_err(|error| connection_error(&error))? == 0 {
                return Err(BrokerError::Closed(""));
            }
            self.last_received_at = Instant::now();
        }
    }

    /// Returns a new packet identifier. Identifiers repeat after 65,535 packets, long after the earlier packet was acknowledged.
    fn next_packet_id(&mut self) -> u16 {
        self.last_packet_id = self.last_packet_id.checked_add(1).unwrap_or(1);
        self.last_packet_id
    }
}

fn connection_error(error: &io::Error) -> BrokerError {
    match error.kind() {
        io::ErrorKind::ConnectionReset
        | io::ErrorKind::BrokenPipe
        | io::ErrorKind::UnexpectedEof => BrokerError::Closed(""),
        _ => BrokerError::Unreachable(net::cause(error)),
    }
}

/// Returns the reason of a return code (MQTT 3.1.1, table 3.1).
fn refusal_reason(code: u8) -> &'static str {
    match code {
        1 => "MQTT 3.1.1 is not supported",
        2 => "invalid client_id",
        3 => "the broker is unavailable",
        4 => "wrong username or password",
        5 => "not authorized",
        _ => "unknown reason",
    }
}
