//! Live connections: many clients in one thread that count received messages.

use std::{
    io::ErrorKind,
    net::SocketAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use anyhow::Context as _;
use jiff::Timestamp;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    runtime::Runtime,
    task::JoinHandle,
};

use crate::process;

/// Maximum concurrent handshakes.
const MAX_HANDSHAKES: usize = 200;
/// Open files reserved for everything else.
const SPARE_FILES: usize = 200;
/// One in this many clients measures the age of prices.
const SAMPLING: usize = 20;
/// Receive buffer of a client that never reads, in bytes.
const SMALL_BUFFER: u32 = 4_096;

/// Number of clients for a large test: two sets of them fit into the limit of open files.
pub(crate) fn max_clients() -> anyhow::Result<usize> {
    Ok((process::open_files()?.saturating_sub(SPARE_FILES) / 2).min(10_000))
}

/// What all clients received since the last call of [`Clients::take_counts`].
#[derive(Debug, Default)]
struct Received {
    frames: AtomicU64,
    bytes: AtomicU64,
    reads: AtomicU64,
    /// Milliseconds from tick to client.
    ages: Mutex<Vec<f64>>,
}

/// What clients received in an interval.
#[derive(Debug)]
pub(crate) struct Count {
    pub(crate) frames: f64,
    pub(crate) bytes: f64,
    /// Reads; one per write of the server if the client keeps up.
    pub(crate) reads: f64,
    /// Age of the newest price in a read, in milliseconds; sampled clients only.
    pub(crate) ages: Vec<f64>,
}

/// Connected clients.
pub(crate) struct Clients {
    received: Arc<Received>,
    streams: Vec<Arc<TcpStream>>,
    tasks: Vec<JoinHandle<()>>,
}

/// The tickers that a client watches.
pub(crate) struct Watching<'a> {
    pub(crate) tickers: &'a [(u64, String)],
    pub(crate) tickers_per_client: usize,
}

impl Watching<'_> {
    /// The subscribe messages of this client.
    fn messages(&self, client: usize) -> Vec<u8> {
        let mut bytes = vec![];
        for n in 0..self.tickers_per_client {
            let at = (client * 7 + n * 31) % self.tickers.len();
            let text = format!(
                r#"{{"type":"subscribe","tickerId":{}}}"#,
                self.tickers[at].0
            );
            bytes.extend_from_slice(&masked(text.as_bytes()));
        }
        bytes
    }
}

/// A client's text frame, masked with zeros.
fn masked(text: &[u8]) -> Vec<u8> {
    let mut frame = vec![0x81, 0x80 | text.len() as u8, 0, 0, 0, 0];
    frame.extend_from_slice(text);
    frame
}

impl Clients {
    /// Connects this many clients, which watch the tickers of `watching`.
    pub(crate) fn connect(
        runtime: &Runtime,
        address: SocketAddr,
        count: usize,
        watching: &Watching<'_>,
    ) -> anyhow::Result<Self> {
        let received = Arc::new(Received::default());
        let (mut streams, mut tasks) = (vec![], vec![]);
        let numbers: Vec<usize> = (0..count).collect();
        for batch in numbers.chunks(MAX_HANDSHAKES) {
            let opening: Vec<_> = batch
                .iter()
                .map(|_| runtime.spawn(open(address, None)))
                .collect();
            for (client, opening) in batch.iter().zip(opening) {
                let stream = Arc::new(runtime.block_on(opening)??);
                let samples_ages = client % SAMPLING == 0;
                let received = Arc::clone(&received);
                tasks.push(runtime.spawn(listen(Arc::clone(&stream), received, samples_ages)));
                streams.push(stream);
            }
        }
        let clients = Self {
            received,
            streams,
            tasks,
        };
        clients.watch(runtime, watching)?;
        Ok(clients)
    }

    /// Subscribes all clients to more tickers.
    pub(crate) fn watch(&self, runtime: &Runtime, watching: &Watching<'_>) -> anyhow::Result<()> {
        runtime.block_on(async {
            for (client, stream) in self.streams.iter().enumerate() {
                write_all(stream, &watching.messages(client)).await?;
            }
            Ok(())
        })
    }

    /// Returns what was received since the last call, and resets the counters.
    pub(crate) fn take_counts(&self) -> Count {
        let take = |number: &AtomicU64| number.swap(0, Ordering::Relaxed) as f64;
        let mut ages = self
            .received
            .ages
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        Count {
            frames: take(&self.received.frames),
            bytes: take(&self.received.bytes),
            reads: take(&self.received.reads),
            ages: std::mem::take(&mut ages),
        }
    }

    /// Number of connections that the server closed.
    pub(crate) fn lost(&self) -> usize {
        self.tasks.iter().filter(|task| task.is_finished()).count()
    }
}

impl Drop for Clients {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

/// Connections that subscribe and never read.
pub(crate) fn non_readers(
    runtime: &Runtime,
    address: SocketAddr,
    count: usize,
    watching: &Watching<'_>,
) -> anyhow::Result<Vec<TcpStream>> {
    (0..count)
        .map(|client| {
            runtime.block_on(async {
                let stream = open(address, Some(SMALL_BUFFER)).await?;
                write_all(&stream, &watching.messages(client)).await?;
                Ok(stream)
            })
        })
        .collect()
}

/// Connects and performs the WebSocket handshake.
async fn open(address: SocketAddr, buffer: Option<u32>) -> anyhow::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    if let Some(bytes) = buffer {
        socket.set_recv_buffer_size(bytes)?;
    }
    let mut stream = socket.connect(address).await?;
    stream.set_nodelay(true)?;
    let request = format!(
        "GET /ws HTTP/1.1\r\nhost: {address}\r\nupgrade: websocket\r\nconnection: Upgrade\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut head = vec![];
    while !head.ends_with(b"\r\n\r\n") {
        head.push(
            stream
                .read_u8()
                .await
                .context("the server closed the connection during a handshake")?,
        );
    }
    anyhow::ensure!(
        head.starts_with(b"HTTP/1.1 101"),
        "a live connection was refused: {}",
        String::from_utf8_lossy(&head)
    );
    Ok(stream)
}

/// Writes all of `bytes`.
async fn write_all(stream: &TcpStream, mut bytes: &[u8]) -> anyhow::Result<()> {
    while !bytes.is_empty() {
        stream.writable().await?;
        match stream.try_write(bytes) {
            Ok(written) => bytes = &bytes[written..],
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Counts received frames until the server closes the connection.
async fn listen(stream: Arc<TcpStream>, received: Arc<Received>, samples_ages: bool) {
    let mut frames = Frames::default();
    while stream.readable().await.is_ok() {
        // The buffer is on the stack only while bytes are read, so that ten thousand waiting clients need no buffers.
        let mut piece = [0; 16 * 1_024];
        match stream.try_read(&mut piece) {
            Ok(0) => return,
            Ok(read) => {
                let piece = &piece[..read];
                received
                    .frames
                    .fetch_add(frames.ended_in(piece), Ordering::Relaxed);
                received.bytes.fetch_add(read as u64, Ordering::Relaxed);
                received.reads.fetch_add(1, Ordering::Relaxed);
                if samples_ages && let Some(age) = age_of_newest(piece) {
                    let ages = received.ages.lock();
                    ages.unwrap_or_else(PoisonError::into_inner).push(age);
                }
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(_) => return,
        }
    }
}

/// Age of the last price in `piece`, in milliseconds.
fn age_of_newest(piece: &[u8]) -> Option<f64> {
    const NAME: &[u8] = br#""updatedAt":""#;
    let at = piece.windows(NAME.len()).rposition(|part| part == NAME)? + NAME.len();
    let length = piece[at..].iter().position(|byte| *byte == b'"')?;
    let made: Timestamp = std::str::from_utf8(&piece[at..at + length])
        .ok()?
        .parse()
        .ok()?;
    let age = process::wall_clock().duration_since(made);
    (!age.is_negative()).then(|| age.as_secs_f64() * 1_000.0)
}

/// The position of a connection within its frames (RFC 6455, unmasked).
#[derive(Debug, Default)]
struct Frames {
    head: Vec<u8>,
    /// Payload bytes that are still missing.
    left: usize,
}

impl Frames {
    /// Number of frames that end within `piece`, the next received bytes.
    fn ended_in(&mut self, mut piece: &[u8]) -> u64 {
        let mut ended = 0;
        while !piece.is_empty() {
            if self.left > 0 {
                let length = self.left.min(piece.len());
                piece = &piece[length..];
                self.left -= length;
                ended += u64::from(self.left == 0);
                continue;
            }
            self.head.push(piece[0]);
            piece = &piece[1..];
            if let Some(length) = payload_length(&self.head) {
                self.head.clear();
                self.left = length;
                ended += u64::from(length == 0);
            }
        }
        ended
    }
}

/// Payload length, once the frame head is complete.
fn payload_length(head: &[u8]) -> Option<usize> {
    match head {
        [_, length @ 0..=125] => Some(usize::from(*length)),
        [_, 126, high, low] => Some(usize::from(u16::from_be_bytes([*high, *low]))),
        [_, 127, bytes @ ..] => Some(u64::from_be_bytes(bytes.try_into().ok()?) as usize),
        _ => None,
    }
}
