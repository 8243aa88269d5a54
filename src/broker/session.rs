//! A connection to an MQTT broker.

use std::{io, time::Duration};

use bytes::BytesMut;
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, ReadHalf, WriteHalf},
    time::{Instant, timeout},
};

use super::{
    packet::{self, Connect, Publish, Received},
    settings::BrokerSettings,
};
use crate::net;

/// Time limit for connecting, and for flushing written packets.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Keep-alive interval announced to the broker, in seconds.
const KEEP_ALIVE: u16 = 30;
/// Interval of PINGREQ, and the maximum time without any packet from the broker.
const PING_INTERVAL: Duration = Duration::from_secs(15);
const MAX_SILENCE: Duration = Duration::from_secs(40);
/// Values of the status topic.
const ONLINE: &[u8] = b"online";
const OFFLINE: &str = "offline";

/// Why there is no connection; `Display` is one sentence for the operator.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BrokerError {
    /// The connection could not be established.
    #[error("not reached: {0}")]
    Unreachable(String),
    /// The broker refused the connection.
    #[error("the broker refused the connection: {0}")]
    Refused(&'static str),
    /// The broker stopped responding.
    #[error("the broker stopped responding")]
    Silent,
    /// The broker closed the connection.
    #[error("the broker closed the connection{0}")]
    Ended(&'static str),
    /// The server does not speak MQTT.
    #[error("the server did not answer as an MQTT broker")]
    NotMqtt,
}

trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

/// An open connection to the broker.
pub(crate) struct Session {
    reader: ReadHalf<Box<dyn Stream>>,
    writer: WriteHalf<Box<dyn Stream>>,
    read: BytesMut,
    unsent: Vec<u8>,
    last_id: u16,
    heard_at: Instant,
    pinged_at: Instant,
    status_topic: String,
}

impl Session {
    /// Connects, authenticates and publishes the status `online`. The will makes the broker publish `offline` if the connection
    /// breaks.
    pub(crate) async fn open(settings: &BrokerSettings) -> Result<Self, BrokerError> {
        let opened = timeout(TIMEOUT, Self::connect(settings)).await;
        opened.unwrap_or(Err(BrokerError::Unreachable("timed out".into())))
    }

    async fn connect(settings: &BrokerSettings) -> Result<Self, BrokerError> {
        let unreachable = |(_, why): (&str, String)| BrokerError::Unreachable(why);
        let target = settings.target().map_err(unreachable)?;
        // The certificate file is read on a blocking thread.
        let of_file = settings.clone();
        let authority = tokio::task::spawn_blocking(move || of_file.authority()).await;
        let authority = authority.map_err(|error| BrokerError::Unreachable(error.to_string()))?;
        let authority = authority.map_err(unreachable)?;
        let stream = net::connect(target, authority.as_deref()).await;
        let stream = stream.map_err(BrokerError::Unreachable)?;
        let (reader, writer) = tokio::io::split(Box::new(stream) as Box<dyn Stream>);
        let now = Instant::now();
        let mut session = Self {
            reader,
            writer,
            read: BytesMut::new(),
            unsent: vec![],
            last_id: 0,
            heard_at: now,
            pinged_at: now,
            status_topic: settings.status_topic(),
        };
        let BrokerSettings {
            username, password, ..
        } = settings;
        Connect {
            client_id: &settings.connection_id(),
            keep_alive: KEEP_ALIVE,
            will: (&session.status_topic, OFFLINE),
            credentials: (!username.is_empty()).then_some((username, password)),
        }
        .write(&mut session.unsent);
        session.flush().await?;
        match session.next().await {
            Ok(Received::Connected(0)) => {}
            Ok(Received::Connected(code)) => return Err(BrokerError::Refused(refusal(code))),
            Ok(_) => return Err(BrokerError::NotMqtt),
            Err(BrokerError::Ended(_)) => {
                return Err(BrokerError::Ended(" before accepting it"));
            }
            Err(error) => return Err(error),
        }
        let topic = session.status_topic.clone();
        session.publish(&topic, ONLINE, true);
        session.flush().await?;
        Ok(session)
    }

    /// Publishes the status `offline` and closes the connection.
    pub(crate) async fn close(mut self) -> Result<(), BrokerError> {
        let topic = self.status_topic.clone();
        self.publish(&topic, OFFLINE.as_bytes(), true);
        packet::disconnect(&mut self.unsent);
        self.flush().await?;
        let ended = self.writer.shutdown().await;
        ended.map_err(|error| BrokerError::Unreachable(net::cause(&error)))
    }

    /// Queues a message with `QoS` 0 for the next [`Self::flush`]; with `retain`, the broker keeps it for later subscribers.
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
        let id = self.next_id();
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
        let id = self.next_id();
        packet::subscribe(&mut self.unsent, id, filters);
    }

    /// Queues the end of a subscription for the next [`Self::flush`].
    pub(crate) fn unsubscribe(&mut self, filters: &[String]) {
        let id = self.next_id();
        packet::unsubscribe(&mut self.unsent, id, filters);
    }

    /// Sends the queued packets.
    pub(crate) async fn flush(&mut self) -> Result<(), BrokerError> {
        if self.unsent.is_empty() {
            return Ok(());
        }
        let unsent = std::mem::take(&mut self.unsent);
        let writing = async {
            self.writer.write_all(&unsent).await?;
            self.writer.flush().await
        };
        let written = timeout(TIMEOUT, writing)
            .await
            .map_err(|_| BrokerError::Silent)?;
        written.map_err(|error| connection_error(&error))
    }

    /// Queues a ping when it is due; returns [`BrokerError::Silent`] if the broker has not sent anything for too long.
    pub(crate) fn keep_alive(&mut self) -> Result<(), BrokerError> {
        if self.heard_at.elapsed() > MAX_SILENCE {
            return Err(BrokerError::Silent);
        }
        if self.pinged_at.elapsed() >= PING_INTERVAL {
            self.pinged_at = Instant::now();
            packet::ping(&mut self.unsent);
        }
        Ok(())
    }

    /// Returns the next packet from the broker. Cancel-safe.
    pub(crate) async fn next(&mut self) -> Result<Received, BrokerError> {
        loop {
            match packet::take(&mut self.read) {
                Ok(Some(received)) => return Ok(received),
                Ok(None) => {}
                Err(packet::InvalidPacket) => return Err(BrokerError::NotMqtt),
            }
            let read = self.reader.read_buf(&mut self.read).await;
            if read.map_err(|error| connection_error(&error))? == 0 {
                return Err(BrokerError::Ended(""));
            }
            self.heard_at = Instant::now();
        }
    }

    /// Returns a packet identifier. They repeat after 65,535, long after the earlier one was acknowledged.
    fn next_id(&mut self) -> u16 {
        self.last_id = self.last_id.checked_add(1).unwrap_or(1);
        self.last_id
    }
}

fn connection_error(error: &io::Error) -> BrokerError {
    match error.kind() {
        io::ErrorKind::ConnectionReset
        | io::ErrorKind::BrokenPipe
        | io::ErrorKind::UnexpectedEof => BrokerError::Ended(""),
        _ => BrokerError::Unreachable(net::cause(error)),
    }
}

/// Explains the return code of a refused connection (table 3.1 of the standard).
fn refusal(code: u8) -> &'static str {
    match code {
        1 => "it does not support MQTT 3.1.1",
        2 => "it rejected this client_id",
        3 => "it is not available",
        4 => "wrong username or password",
        5 => "not authorized",
        _ => "it gave no reason",
    }
}
