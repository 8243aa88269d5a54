//! A connection with a broker, from its opening to its end.

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

/// How long opening may take, and how long it may take to get rid of what is written.
const WITHIN: Duration = Duration::from_secs(10);
/// Seconds between two signs of life that the broker is promised.
const KEEP_ALIVE: u16 = 30;
/// How often it is asked for one, and how long it may owe it.
const PING_EVERY: Duration = Duration::from_secs(15);
const SILENCE: Duration = Duration::from_secs(40);
/// What says that this server is there, or is not.
const ONLINE: &[u8] = b"online";
const OFFLINE: &str = "offline";

/// Why there is no connection. `Display` is one sentence for the operator.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BrokerError {
    /// Nobody is there.
    #[error("not reached: {0}")]
    Unreachable(String),
    /// It does not want us.
    #[error("the broker refused the connection: {0}")]
    Refused(&'static str),
    /// It said nothing for a while.
    #[error("the broker fell silent")]
    Silent,
    /// It ended the connection.
    #[error("the broker ended the connection{0}")]
    Ended(&'static str),
    /// It speaks something else.
    #[error("what answers there is no MQTT broker")]
    NoBroker,
}

trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

/// A connection that the broker took.
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
    /// Connects, signs in, and says that this server is there. The broker says that it is not when the connection ends
    /// without a word.
    pub(crate) async fn open(settings: &BrokerSettings) -> Result<Self, BrokerError> {
        let opened = timeout(WITHIN, Self::connect(settings)).await;
        opened.unwrap_or(Err(BrokerError::Unreachable("it took too long".into())))
    }

    async fn connect(settings: &BrokerSettings) -> Result<Self, BrokerError> {
        let unreachable = |(_, why): (&str, String)| BrokerError::Unreachable(why);
        let target = settings.target().map_err(unreachable)?;
        // The file is read by a thread that may wait.
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
            Ok(_) => return Err(BrokerError::NoBroker),
            Err(BrokerError::Ended(_)) => {
                return Err(BrokerError::Ended(" before it took it"));
            }
            Err(error) => return Err(error),
        }
        let topic = session.status_topic.clone();
        session.publish(&topic, ONLINE, true);
        session.flush().await?;
        Ok(session)
    }

    /// Says that this server is not there any more, and ends the connection.
    pub(crate) async fn close(mut self) -> Result<(), BrokerError> {
        let topic = self.status_topic.clone();
        self.publish(&topic, OFFLINE.as_bytes(), true);
        packet::disconnect(&mut self.unsent);
        self.flush().await?;
        let ended = self.writer.shutdown().await;
        ended.map_err(|error| BrokerError::Unreachable(net::cause(&error)))
    }

    /// Publishes with the next [`Self::flush`], at most once; with `retain` the broker keeps it for whoever comes later.
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

    /// Publishes with the next [`Self::flush`]; the number by which the broker acknowledges it.
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

    /// Asks with the next [`Self::flush`] for what is published under `filters`.
    pub(crate) fn subscribe(&mut self, filters: &[String]) {
        let id = self.next_id();
        packet::subscribe(&mut self.unsent, id, filters);
    }

    /// Asks with the next [`Self::flush`] for no more of it.
    pub(crate) fn unsubscribe(&mut self, filters: &[String]) {
        let id = self.next_id();
        packet::unsubscribe(&mut self.unsent, id, filters);
    }

    /// Sends what was published and asked for.
    pub(crate) async fn flush(&mut self) -> Result<(), BrokerError> {
        if self.unsent.is_empty() {
            return Ok(());
        }
        let unsent = std::mem::take(&mut self.unsent);
        let writing = async {
            self.writer.write_all(&unsent).await?;
            self.writer.flush().await
        };
        let written = timeout(WITHIN, writing)
            .await
            .map_err(|_| BrokerError::Silent)?;
        written.map_err(|error| gone(&error))
    }

    /// Asks for a sign of life where it is time; [`BrokerError::Silent`] when there was none for long.
    pub(crate) fn keep_alive(&mut self) -> Result<(), BrokerError> {
        if self.heard_at.elapsed() > SILENCE {
            return Err(BrokerError::Silent);
        }
        if self.pinged_at.elapsed() >= PING_EVERY {
            self.pinged_at = Instant::now();
            packet::ping(&mut self.unsent);
        }
        Ok(())
    }

    /// What the broker says next. Dropping the future loses nothing.
    pub(crate) async fn next(&mut self) -> Result<Received, BrokerError> {
        loop {
            match packet::take(&mut self.read) {
                Ok(Some(received)) => return Ok(received),
                Ok(None) => {}
                Err(packet::NoPacket) => return Err(BrokerError::NoBroker),
            }
            let read = self.reader.read_buf(&mut self.read).await;
            if read.map_err(|error| gone(&error))? == 0 {
                return Err(BrokerError::Ended(""));
            }
            self.heard_at = Instant::now();
        }
    }

    /// Numbers come again after 65,535; by then what had one is acknowledged or the connection has ended.
    fn next_id(&mut self) -> u16 {
        self.last_id = self.last_id.checked_add(1).unwrap_or(1);
        self.last_id
    }
}

fn gone(error: &io::Error) -> BrokerError {
    match error.kind() {
        io::ErrorKind::ConnectionReset
        | io::ErrorKind::BrokenPipe
        | io::ErrorKind::UnexpectedEof => BrokerError::Ended(""),
        _ => BrokerError::Unreachable(net::cause(error)),
    }
}

/// What a broker means by the code of its refusal (table 3.1 of the standard).
fn refusal(code: u8) -> &'static str {
    match code {
        1 => "it does not speak MQTT 3.1.1",
        2 => "it does not take this client_id",
        3 => "it is not ready",
        4 => "the username or the password is wrong",
        5 => "whoever connects so may not",
        _ => "it does not say why",
    }
}
