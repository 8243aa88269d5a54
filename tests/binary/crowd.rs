//! A hostile crowd: live connections that never read, headers sent one byte at a time, and silent connections.

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

const READERS: usize = 9_000;
const DEAF: usize = 1_000;
const SLOW: usize = 2_000;
const SILENT: usize = 4_000;
/// Connections opened at the same time.
const AT_ONCE: usize = 100;
/// Receive buffer of a connection that never reads.
const SMALL_BUFFER: u32 = 4_096;
/// Allowed growth of memory while the crowd stays, caused by the allocator.
const GROWTH_KB: u64 = 48 * 1_024;

/// First byte of a ping frame.
const PING: u8 = 0x89;

/// A text frame of a client with a zero mask.
fn subscribe(ticker: usize) -> Vec<u8> {
    let text = format!(r#"{{"type":"subscribe","tickerId":{ticker}}}"#);
    let mut frame = vec![0x81, 0x80 | text.len() as u8, 0, 0, 0, 0];
    frame.extend(text.as_bytes());
    frame
}

async fn live(
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
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    assert!(head.starts_with(b"HTTP/1.1 101 "));
    for ticker in tickers {
        stream.write_all(&subscribe(ticker)).await.unwrap();
    }
    stream
}

/// Counts frames and answers pings as browsers do; a client that does not is disconnected.
async fn hear(stream: TcpStream, frames: &AtomicUsize) -> std::io::Result<()> {
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

/// Reconnects until stopped, because each connection times out, and sends `piece` every second.
async fn linger(
    address: SocketAddr,
    start: &'static [u8],
    piece: &'static [u8],
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
                    () = sleep(Duration::from_secs(1)) => if stream.write_all(piece).await.is_err() { break },
                }
            }
        }
        closed.fetch_add(1, Ordering::Relaxed);
    }
}

/// Measures consecutive requests, on a separate thread so that the crowd's own work does not delay them.
async fn requests(address: SocketAddr, during: Duration) -> String {
    let asking = tokio::task::spawn_blocking(move || ask(address, during));
    let mut took = asking.await.unwrap();
    took.sort_by(f64::total_cmp);
    let at = |share: f64| took[((took.len() - 1) as f64 * share) as usize];
    format!(
        "median {:.2} ms, p99 {:.2}, longest {:.2}, of {}",
        at(0.5),
        at(0.99),
        at(1.0),
        took.len()
    )
}

/// Returns the duration of each request in milliseconds.
fn ask(address: SocketAddr, during: Duration) -> Vec<f64> {
    let request = format!("GET /api/tickers/AAPL HTTP/1.1\r\nhost: {address}\r\n\r\n");
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    stream.set_nodelay(true).unwrap();
    let mut took = Vec::new();
    let until = Instant::now() + during;
    let mut buffer = vec![0; 64 * 1_024];
    while Instant::now() < until {
        let asked = Instant::now();
        stream.write_all(request.as_bytes()).unwrap();
        let mut read = 0;
        // The response is an object of a few hundred bytes, and nothing follows.
        while !buffer[..read].ends_with(b"}") {
            let count = stream.read(&mut buffer[read..]).unwrap();
            assert!(count > 0, "the connection stays");
            read += count;
        }
        assert!(buffer.starts_with(b"HTTP/1.1 200 "));
        took.push(asked.elapsed().as_secs_f64() * 1e3);
        std::thread::sleep(Duration::from_millis(5));
    }
    took
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
async fn watch(id: u32, during: Duration) {
    for tenth in 1..10 {
        sleep(during / 10).await;
        println!("resident {} kB after {tenth} tenths", resident_kb(id));
    }
}

/// `MARKETDECK_BIN` selects another binary, `MARKETDECK_TEST_SECONDS` how long the crowd stays.
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
    let connections = READERS + DEAF + SLOW + SILENT + 100;
    program
        .command
        .env("MARKETDECK_MAX_CONNECTIONS", (READERS + DEAF).to_string())
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
        for some in (0..READERS).collect::<Vec<_>>().chunks(AT_ONCE) {
            let opening = some.iter().map(|n| {
                let ticker = n % 60 + 1;
                tokio::spawn(live(address, ticker..ticker + 2, None))
            });
            let opening: Vec<_> = opening.collect();
            for opened in opening {
                let stream = opened.await.unwrap();
                let (frames, lost) = (Arc::clone(&frames), Arc::clone(&lost));
                tokio::spawn(async move {
                    // Ends with the connection.
                    let _ = hear(stream, &frames).await;
                    lost.fetch_add(1, Ordering::Relaxed);
                });
            }
        }
        sleep(Duration::from_secs(5)).await;
        let alone = requests(address, Duration::from_secs(20)).await;
        let before = resident_kb(server.id());

        let mut deaf = Vec::new();
        for _ in 0..DEAF {
            deaf.push(live(address, 1..30, Some(SMALL_BUFFER)).await);
        }
        let sent_away = Arc::new(AtomicUsize::new(0));
        for number in 0..SLOW + SILENT {
            let (start, piece): (&[u8], &[u8]) = if number < SLOW {
                (b"GET /api/health HTTP/1.1\r\nhost: localhost\r\nx: ", b"y")
            } else {
                (b"", b"")
            };
            tokio::spawn(linger(address, start, piece, Arc::clone(&sent_away)));
            if number % AT_ONCE == 0 {
                sleep(Duration::from_millis(20)).await;
            }
        }
        // Each was disconnected once and reconnected: from now on the state is stable.
        while sent_away.load(Ordering::Relaxed) < SLOW + SILENT {
            sleep(Duration::from_millis(100)).await;
        }
        let (heard, first) = (frames.load(Ordering::Relaxed), resident_kb(server.id()));
        let watching = tokio::spawn(watch(server.id(), Duration::from_secs(seconds)));
        let among = requests(address, Duration::from_secs(seconds)).await;
        watching.abort();
        let after = resident_kb(server.id());
        let heard = frames.load(Ordering::Relaxed) - heard;
        println!("beside {READERS} live readers: {alone}");
        println!("with {DEAF} that never read, {SLOW} slow and {SILENT} silent: {among}");
        let sent_away = sent_away.load(Ordering::Relaxed);
        println!("{heard} messages in {seconds} s; {sent_away} slow and silent were closed");
        println!("resident {before} kB, {first} kB with them, {after} kB at the end");
        assert_eq!(lost.load(Ordering::Relaxed), 0, "no reader is sent away");
        assert!(
            heard > READERS * seconds as usize / 10,
            "prices go on: {heard}"
        );
        assert!(after < first + GROWTH_KB, "{first} kB became {after} kB");
    });
    assert_eq!(server.get("/api/health").0, 200);
}
