//! Many hostile connections at once: WebSocket clients that never read, headers sent byte by byte, and silent connections.

#![cfg(target_os = "linux")]

use std::{
    ffi::OsString,
    io::{Read as _, Write as _},
    net::SocketAddr,
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpSocket, TcpStream},
    time::sleep,
};

use crate::program::{Program, without_variables};

/// Live clients that read.
const READERS: usize = 9_000;
/// Live clients that never read.
const NON_READERS: usize = 1_000;
/// Connections that send a request byte by byte.
const SLOW: usize = 2_000;
/// Connections that send nothing.
const SILENT: usize = 4_000;
/// Connections opened at the same time.
const CONCURRENT_CONNECTS: usize = 100;
/// Receive buffer of a connection that never reads, in bytes.
const SMALL_BUFFER: u32 = 4_096;
/// Maximum growth of memory while the hostile connections stay open. The allocator causes some growth.
const MAX_GROWTH_KB: u64 = 48 * 1_024;

/// First byte of a ping frame.
const PING: u8 = 0x89;

/// Returns a client's subscribe message as a text frame with a zero masking key.
fn subscribe(ticker: usize) -> Vec<u8> {
    let text = format!(r#"{{"type":"subscribe","tickerId":{ticker}}}"#);
    let mut frame = vec![0x81, 0x80 | text.len() as u8, 0, 0, 0, 0];
    frame.extend(text.as_bytes());
    frame
}

async fn open_live(
    address: SocketAddr,
    tickers: std::ops::Range<usize>,
    buffer: Option<u32>,
) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    if let Some(buffer) = buffer {
        socket.set_recv_buffer_size(buffer).unwrap();
    }
    let mut stream = socket.connect(address).await.unwrap();
    let request = format!(
        "GET /ws HTTP/1.1\r\nhost: {address}\r\nupgrade: websocket\r\nconnection: upgrade\r\n\
         sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut headers = Vec::new();
    while !headers.ends_with(b"\r\n\r\n") {
        headers.push(stream.read_u8().await.unwrap());
    }
    assert!(headers.starts_with(b"HTTP/1.1 101 "));
    for ticker in tickers {
        stream.write_all(&subscribe(ticker)).await.unwrap();
    }
    stream
}

/// Counts frames and responds to pings as browsers do, because the server disconnects clients that don't.
async fn read_frames(stream: TcpStream, frames: &AtomicUsize) -> std::io::Result<()> {
    let mut stream = BufReader::with_capacity(2_048, stream);
    let mut payload = Vec::new();
    loop {
        let first = stream.read_u8().await?;
        let length = match stream.read_u8().await? {
            126 => u64::from(stream.read_u16().await?),
            127 => stream.read_u64().await?,
            short => u64::from(short),
        };
        payload.resize(length as usize, 0);
        stream.read_exact(&mut payload).await?;
        if first == PING {
            let mut pong = vec![0x8a, 0x80 | payload.len() as u8, 0, 0, 0, 0];
            pong.extend(&payload);
            stream.write_all(&pong).await?;
        }
        frames.fetch_add(1, Ordering::Relaxed);
    }
}

/// Reconnects until stopped, because each connection times out, and sends `chunk` every second.
async fn reconnect_and_send(
    address: SocketAddr,
    start: &'static [u8],
    chunk: &'static [u8],
    closed: Arc<AtomicUsize>,
) {
    loop {
        let Ok(mut stream) = TcpStream::connect(address).await else {
            sleep(Duration::from_secs(1)).await;
            continue;
        };
        let mut buffer = [0; 64];
        if stream.write_all(start).await.is_ok() {
            loop {
                tokio::select! {
                    read = stream.read(&mut buffer) => if !matches!(read, Ok(1..)) { break },
                    () = sleep(Duration::from_secs(1)) => if stream.write_all(chunk).await.is_err() { break },
                }
            }
        }
        closed.fetch_add(1, Ordering::Relaxed);
    }
}

/// Measures consecutive requests on a separate thread, so that the work of the other clients does not delay them.
async fn request_statistics(address: SocketAddr, duration: Duration) -> String {
    let measurement = tokio::task::spawn_blocking(move || measure_requests(address, duration));
    let mut durations = measurement.await.unwrap();
    durations.sort_by(f64::total_cmp);
    let percentile = |fraction: f64| durations[((durations.len() - 1) as f64 * fraction) as usize];
    format!(
        "median {:.2} ms, p99 {:.2}, longest {:.2}, of {}",
        percentile(0.5),
        percentile(0.99),
        percentile(1.0),
        durations.len()
    )
}

/// Returns the duration of each request in milliseconds.
fn measure_requests(address: SocketAddr, duration: Duration) -> Vec<f64> {
    let request = format!("GET /api/tickers/AAPL HTTP/1.1\r\nhost: {address}\r\n\r\n");
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    stream.set_nodelay(true).unwrap();
    let mut durations = Vec::new();
    let until = Instant::now() + duration;
    let mut buffer = vec![0; 64 * 1_024];
    while Instant::now() < until {
        let start = Instant::now();
        stream.write_all(request.as_bytes()).unwrap();
        let mut read = 0;
        // The response is an object of a few hundred bytes, which ends with a brace.
        while !buffer[..read].ends_with(b"}") {
            let count = stream.read(&mut buffer[read..]).unwrap();
            assert!(count > 0, "the server keeps the connection open");
            read += count;
        }
        assert!(buffer.starts_with(b"HTTP/1.1 200 "));
        durations.push(start.elapsed().as_secs_f64() * 1e3);
        std::thread::sleep(Duration::from_millis(5));
    }
    durations
}

fn resident_kb(id: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.unwrap()
        .trim()
        .trim_end_matches(" kB")
        .parse()
        .unwrap()
}

/// Prints the memory of the process over time.
async fn print_memory(id: u32, duration: Duration) {
    for tenth in 1..10 {
        sleep(duration / 10).await;
        println!(
            "resident {} kB after {tenth}/10 of the time",
            resident_kb(id)
        );
    }
}

/// `MARKETDECK_BIN` selects another binary, `MARKETDECK_TEST_SECONDS` how long the hostile connections stay.
#[test]
#[ignore = "needs 17,000 open files and a minute"]
fn requests_are_served_among_ten_thousand_live_and_six_thousand_hostile_connections() {
    let seconds = std::env::var("MARKETDECK_TEST_SECONDS").map_or(60, |text| text.parse().unwrap());
    let binary = std::env::var_os("MARKETDECK_BIN");
    let binary = binary.unwrap_or_else(|| OsString::from(env!("CARGO_BIN_EXE_marketdeck")));
    let data = tempfile::tempdir().unwrap();
    let mut program = Program::of(
        without_variables(Command::new(binary)),
        data.path(),
        Some("2026-11-20T19:32:00Z"),
    );
    let connections = READERS + NON_READERS + SLOW + SILENT + 100;
    program
        .command
        .env(
            "MARKETDECK_MAX_CONNECTIONS",
            (READERS + NON_READERS).to_string(),
        )
        .env("MARKETDECK_CONNECTIONS", connections.to_string())
        .env("MARKETDECK_SAMPLE_EVERY_MS", "1000");
    let server = program.serve();
    let address: SocketAddr = server.address.parse().unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let frames = Arc::new(AtomicUsize::new(0));
        let lost = Arc::new(AtomicUsize::new(0));
        for batch in (0..READERS).collect::<Vec<_>>().chunks(CONCURRENT_CONNECTS) {
            let opening = batch.iter().map(|n| {
                let ticker = n % 60 + 1;
                tokio::spawn(open_live(address, ticker..ticker + 2, None))
            });
            let opening: Vec<_> = opening.collect();
            for opened in opening {
                let stream = opened.await.unwrap();
                let (frames, lost) = (Arc::clone(&frames), Arc::clone(&lost));
                tokio::spawn(async move {
                    // Returns when the connection ends.
                    let _ = read_frames(stream, &frames).await;
                    lost.fetch_add(1, Ordering::Relaxed);
                });
            }
        }
        sleep(Duration::from_secs(5)).await;
        let without_hostile = request_statistics(address, Duration::from_secs(20)).await;
        let before = resident_kb(server.id());

        let mut non_readers = Vec::new();
        for _ in 0..NON_READERS {
            non_readers.push(open_live(address, 1..30, Some(SMALL_BUFFER)).await);
        }
        let disconnected = Arc::new(AtomicUsize::new(0));
        for number in 0..SLOW + SILENT {
            let (start, chunk): (&[u8], &[u8]) = if number < SLOW {
                (b"GET /api/health HTTP/1.1\r\nhost: localhost\r\nx: ", b"y")
            } else {
                (b"", b"")
            };
            tokio::spawn(reconnect_and_send(address, start, chunk, Arc::clone(&disconnected)));
            if number % CONCURRENT_CONNECTS == 0 {
                sleep(Duration::from_millis(20)).await;
            }
        }
        // After every connection timed out once and reconnected, the load is stable.
        while disconnected.load(Ordering::Relaxed) < SLOW + SILENT {
            sleep(Duration::from_millis(100)).await;
        }
        let (frame_count, first) = (frames.load(Ordering::Relaxed), resident_kb(server.id()));
        let watching = tokio::spawn(print_memory(server.id(), Duration::from_secs(seconds)));
        let with_hostile = request_statistics(address, Duration::from_secs(seconds)).await;
        watching.abort();
        let after = resident_kb(server.id());
        let frame_count = frames.load(Ordering::Relaxed) - frame_count;
        println!("with {READERS} reading clients: {without_hostile}");
        println!("with {NON_READERS} clients that never read, {SLOW} slow and {SILENT} silent ones: {with_hostile}");
        let disconnected = disconnected.load(Ordering::Relaxed);
        println!("{frame_count} messages in {seconds} s; {disconnected} slow and silent connections were closed");
        println!("resident {before} kB before, {first} kB with hostile connections, {after} kB at the end");
        assert_eq!(lost.load(Ordering::Relaxed), 0, "no reading client is disconnected");
        assert!(
            frame_count > READERS * seconds as usize / 10,
            "prices are still published: {frame_count}"
        );
        assert!(after < first + MAX_GROWTH_KB, "{first} kB became {after} kB");
    });
    assert_eq!(server.get("/api/health").0, 200);
}
