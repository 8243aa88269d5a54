//! References for the server: programs that do the minimum for the same work. Each is this program again,
//! run as a separate process that prints its port to standard output.

use std::{
    collections::HashMap,
    convert::Infallible,
    env,
    io::{BufRead as _, Read as _, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    process::Command,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use anyhow::Context as _;
use bytes::Bytes;
use http_body_util::Full;
use hyper::{
    Request, Response,
    body::Incoming,
    header::{HeaderName, HeaderValue},
    service::service_fn,
};
use hyper_util::rt::TokioIo;

use crate::{
    http,
    process::{Process, on_first_core},
};

/// Bare hyper on one thread: responds to each path with given bytes.
const HYPER: &str = "hyper";
/// A raw writer of frames to many connections, with one write per connection and interval.
const WRITER: &str = "writer";
/// Number of tickers for which the writer has a frame.
const FRAMES: usize = 300;

/// Runs the reference of this name until it is killed.
pub(crate) fn serve(name: &str) -> anyhow::Result<()> {
    match name {
        HYPER => serve_responses(),
        WRITER => write_frames(),
        _ => anyhow::bail!("unknown reference '{name}'"),
    }
}

fn start(name: &str) -> anyhow::Result<Process> {
    let mut command: Command = on_first_core(env::current_exe()?);
    command.args(["reference", name]);
    Process::start(command)
}

fn address(process: &mut Process) -> anyhow::Result<SocketAddr> {
    let line = process.line()?;
    line.parse()
        .with_context(|| format!("invalid address '{line}'"))
}

/// Starts bare hyper, which responds to each path with the given response.
pub(crate) fn hyper(
    responses: &[(String, http::Response)],
) -> anyhow::Result<(Process, SocketAddr)> {
    let mut process = start(HYPER)?;
    for (path, response) in responses {
        for part in [path.as_bytes(), response.head.as_bytes(), &response.body] {
            process.write(&(part.len() as u32).to_be_bytes())?;
            process.write(part)?;
        }
    }
    process.end_input();
    let address = address(&mut process)?;
    Ok((process, address))
}

type Responses = Arc<HashMap<String, Response<Full<Bytes>>>>;

fn serve_responses() -> anyhow::Result<()> {
    let mut input = std::io::stdin().lock();
    let mut responses = HashMap::new();
    while !input.fill_buf()?.is_empty() {
        let path = String::from_utf8(part(&mut input)?)?;
        let head = String::from_utf8(part(&mut input)?)?;
        let body = part(&mut input)?;
        responses.insert(path, response(&head, body)?);
    }
    let responses: Responses = Arc::new(responses);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        println!("{}", listener.local_addr()?);
        loop {
            let (stream, _) = listener.accept().await?;
            stream.set_nodelay(true)?;
            tokio::spawn(serve_connection(stream, Arc::clone(&responses)));
        }
    })
}

async fn serve_connection(stream: tokio::net::TcpStream, responses: Responses) {
    let service = service_fn(move |request: Request<Incoming>| {
        let path = request
            .uri()
            .path_and_query()
            .map_or("", |path| path.as_str());
        let found = responses.get(path).cloned().unwrap_or_default();
        async move { Ok::<_, Infallible>(found) }
    });
    let connection =
        hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service);
    // A client that disconnects is not an error.
    let _ = connection.await;
}

fn part(input: &mut impl std::io::Read) -> anyhow::Result<Vec<u8>> {
    let mut length = [0; 4];
    input.read_exact(&mut length)?;
    let mut bytes = vec![0; u32::from_be_bytes(length) as usize];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// The response with these headers, without those that hyper adds.
fn response(head: &str, body: Vec<u8>) -> anyhow::Result<Response<Full<Bytes>>> {
    let mut response = Response::new(Full::new(Bytes::from(body)));
    let lines = head
        .lines()
        .skip(1)
        .filter_map(|line| line.split_once(": "));
    for (name, value) in lines {
        if !matches!(name, "date" | "content-length" | "connection") {
            let name = HeaderName::from_bytes(name.as_bytes())?;
            response
                .headers_mut()
                .append(name, HeaderValue::from_str(value)?);
        }
    }
    Ok(response)
}

/// A running raw writer.
pub(crate) struct Writer {
    process: Process,
    pub(crate) address: SocketAddr,
}

/// The pace of the writer.
pub(crate) struct Pace {
    /// Duration.
    pub(crate) time: Duration,
    /// Interval between two writes to each connection.
    pub(crate) every: Duration,
    /// Frames per write.
    pub(crate) frames: usize,
    /// Bytes per frame.
    pub(crate) bytes: usize,
}

impl Writer {
    pub(crate) fn start() -> anyhow::Result<Self> {
        let mut process = start(WRITER)?;
        let address = address(&mut process)?;
        Ok(Self { process, address })
    }

    /// Writes to all connections for a while; returns CPU seconds and the number of updates.
    pub(crate) fn write(&mut self, pace: &Pace) -> anyhow::Result<(f64, f64)> {
        let before = self.process.cpu()?;
        let numbers = [
            pace.time.as_millis(),
            pace.every.as_micros(),
            pace.frames as u128,
            pace.bytes as u128,
        ];
        let words = numbers.map(|number| number.to_string()).join(" ");
        self.process.write(format!("{words}\n").as_bytes())?;
        let written = self.process.line()?.parse()?;
        Ok((self.process.cpu()? - before, written))
    }
}

fn write_frames() -> anyhow::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    println!("{}", listener.local_addr()?);
    let (send, receive) = std::sync::mpsc::channel();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            if accept_handshake(&stream).is_ok() && send.send(stream).is_err() {
                return;
            }
        }
    });
    let mut connections: Vec<TcpStream> = vec![];
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let numbers: Vec<u64> = line
            .split(' ')
            .filter_map(|word| word.parse().ok())
            .collect();
        let [time, every, count, bytes] = numbers[..] else {
            anyhow::bail!("invalid pace '{line}'");
        };
        connections.extend(receive.try_iter());
        let pace = Pace {
            time: Duration::from_millis(time),
            every: Duration::from_micros(every),
            frames: count as usize,
            bytes: bytes as usize,
        };
        println!("{}", write_at(&pace, &mut connections)?);
    }
    Ok(())
}

/// Reads a handshake and accepts it without checking.
fn accept_handshake(mut stream: &TcpStream) -> std::io::Result<()> {
    let (mut bytes, mut piece) = (vec![], [0; 1_024]);
    while !bytes.ends_with(b"\r\n\r\n") {
        let read = stream.read(&mut piece)?;
        if read == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        bytes.extend_from_slice(&piece[..read]);
    }
    stream.set_nodelay(true)?;
    stream.write_all(
        b"HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n\r\n",
    )
}

/// Writes to all connections at `pace`; returns the number of frames.
fn write_at(pace: &Pace, connections: &mut [TcpStream]) -> anyhow::Result<u64> {
    let frames: Vec<Vec<u8>> = (0..FRAMES).map(|_| frame(pace.bytes)).collect();
    let (begin, mut buffer, mut written) = (Instant::now(), vec![], 0);
    let mut due = begin;
    while due < begin + pace.time {
        thread::sleep(due.saturating_duration_since(Instant::now()));
        for (number, connection) in connections.iter_mut().enumerate() {
            buffer.clear();
            for n in 0..pace.frames {
                buffer.extend_from_slice(&frames[(number * 7 + n * 31) % FRAMES]);
            }
            connection.write_all(&buffer)?;
            written += pace.frames as u64;
        }
        due += pace.every;
    }
    Ok(written)
}

/// An unmasked text frame of this length, including its head.
fn frame(bytes: usize) -> Vec<u8> {
    let length = bytes.saturating_sub(4).clamp(126, 65_535);
    let mut frame = vec![0x81, 126];
    frame.extend_from_slice(&(length as u16).to_be_bytes());
    frame.resize(length + 4, b'x');
    frame
}
