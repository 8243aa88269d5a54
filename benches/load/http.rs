//! HTTP/1.1 requests: single ones, or a load over keep-alive connections.

use std::{
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::Context as _;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    task::JoinSet,
    time::{MissedTickBehavior, interval_at},
};

/// Response timeout.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A response.
pub(crate) struct Response {
    pub(crate) status: u16,
    /// The header lines.
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

/// A browser's request for `path`.
pub(crate) fn request(path: &str, encodings: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: */*\r\naccept-encoding: {encodings}\r\n\r\n").into()
}

/// Sends one GET request without compression.
pub(crate) fn get(address: SocketAddr, path: &str) -> anyhow::Result<Response> {
    send(address, &request(path, "identity"))
}

/// Sends `request` and reads the response.
pub(crate) fn send(address: SocketAddr, request: &[u8]) -> anyhow::Result<Response> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.write_all(request)?;
    let (mut bytes, mut piece) = (vec![], [0; 16 * 1_024]);
    loop {
        let read = stream.read(&mut piece)?;
        anyhow::ensure!(read > 0, "the server closed the connection");
        bytes.extend_from_slice(&piece[..read]);
        if let Some((head, length)) = measure(&bytes)
            && bytes.len() >= head + length
        {
            let lines = String::from_utf8_lossy(&bytes[..head]).into_owned();
            let status = lines.split(' ').nth(1).and_then(|word| word.parse().ok());
            return Ok(Response {
                status: status.context("the response has no status")?,
                head: lines,
                body: bytes[head..head + length].to_vec(),
            });
        }
    }
}

/// Length of the response head (with its empty line) and of the body; `None` while the head is incomplete.
fn measure(bytes: &[u8]) -> Option<(usize, usize)> {
    const NAME: &[u8] = b"content-length:";
    let head = bytes.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
    let length = bytes[..head]
        .split(|byte| *byte == b'\n')
        .find(|line| line.len() > NAME.len() && line[..NAME.len()].eq_ignore_ascii_case(NAME))
        .and_then(|line| std::str::from_utf8(&line[NAME.len()..]).ok())
        .and_then(|digits| digits.trim().parse().ok());
    Some((head, length.unwrap_or(0)))
}

/// A load of requests.
pub(crate) struct Load {
    /// Requests, sent in rotation.
    pub(crate) requests: Arc<Vec<Vec<u8>>>,
    /// Number of keep-alive connections.
    pub(crate) connections: u32,
    /// Duration.
    pub(crate) time: Duration,
    /// Total requests per second; unlimited if `None`.
    pub(crate) rate: Option<u32>,
}

impl Load {
    /// Sends the load; returns the milliseconds of each response.
    pub(crate) async fn send(&self, address: SocketAddr) -> anyhow::Result<Vec<f64>> {
        let next = Arc::new(AtomicUsize::new(0));
        let begin = Instant::now();
        let mut connections = JoinSet::new();
        for number in 0..self.connections {
            let (requests, next) = (Arc::clone(&self.requests), Arc::clone(&next));
            let end = begin + self.time;
            let every = self.rate.map(|rate| {
                let every = Duration::from_secs(1) * self.connections / rate;
                (every, every * number / self.connections)
            });
            connections.spawn(connection(address, requests, next, end, every));
        }
        let mut response_times = vec![];
        while let Some(ended) = connections.join_next().await {
            response_times.extend(ended??);
        }
        Ok(response_times)
    }
}

/// Runs one connection until `end`, with an optional interval `every` (and its delay before the first request).
async fn connection(
    address: SocketAddr,
    requests: Arc<Vec<Vec<u8>>>,
    next: Arc<AtomicUsize>,
    end: Instant,
    every: Option<(Duration, Duration)>,
) -> anyhow::Result<Vec<f64>> {
    let mut stream = tokio::net::TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let mut ticks = every.map(|(every, delay)| {
        let mut ticks = interval_at(tokio::time::Instant::now() + delay, every);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        ticks
    });
    let (mut response_times, mut bytes) = (vec![], vec![0; 64 * 1_024]);
    while Instant::now() < end {
        if let Some(ticks) = &mut ticks {
            ticks.tick().await;
        }
        let request = &requests[next.fetch_add(1, Ordering::Relaxed) % requests.len()];
        let sent = Instant::now();
        stream.write_all(request).await?;
        read(&mut stream, &mut bytes).await?;
        response_times.push(sent.elapsed().as_secs_f64() * 1_000.0);
    }
    Ok(response_times)
}

/// Reads a response and discards it.
async fn read(stream: &mut tokio::net::TcpStream, bytes: &mut [u8]) -> anyhow::Result<()> {
    let mut filled = 0;
    let (head, length) = loop {
        let read = stream.read(&mut bytes[filled..]).await?;
        anyhow::ensure!(read > 0, "the server closed a connection");
        filled += read;
        if let Some(found) = measure(&bytes[..filled]) {
            break found;
        }
    };
    anyhow::ensure!(
        bytes.starts_with(b"HTTP/1.1 200"),
        "the status of a response was not 200: {}",
        String::from_utf8_lossy(&bytes[..head])
    );
    let mut left = (head + length).saturating_sub(filled);
    while left > 0 {
        let length = left.min(bytes.len());
        let read = stream.read(&mut bytes[..length]).await?;
        anyhow::ensure!(read > 0, "the server closed a connection");
        left -= read;
    }
    Ok(())
}
