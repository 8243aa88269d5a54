//! Memory use of large imports and of many simultaneous wrong passwords, as measured by the operating system.
//!
//! `MARKETDECK_TEST_MEGABYTES=60 cargo test --test binary -- memory` imports files of 60 MB. The default size is small enough for every
//! run, and large enough that loading a whole file into memory would exceed the limit.

#![cfg(target_os = "linux")]

use std::{
    fmt::Write as _,
    fs,
    io::{BufWriter, Write as _},
    net::{IpAddr, Ipv4Addr},
    path::Path,
    process::Stdio,
    sync::atomic::{AtomicU8, Ordering},
    thread,
    time::{Duration, Instant},
};

use crate::{
    process_memory::{memory, reset_peak},
    program::{Program, Running, marketdeck},
};

/// Maximum memory growth during an import, in bytes.
const MAX_IMPORT_MEMORY: u64 = 64 << 20;

fn megabytes() -> u64 {
    std::env::var("MARKETDECK_TEST_MEGABYTES").map_or(6, |text| text.parse().unwrap())
}

/// Returns the maximum memory growth in bytes for importing a file of this size: at most [`MAX_IMPORT_MEMORY`], less for small files.
fn max_growth(megabytes: u64) -> u64 {
    MAX_IMPORT_MEMORY.min((12 + 3 * megabytes) << 20)
}

fn check(process: u32, before: u64, max_growth: u64, label: &str) {
    let peak = memory(process, "VmHWM:").expect("the program runs");
    let growth = peak.saturating_sub(before);
    println!(
        "{label}: {} MiB before, {} MiB more at the peak",
        before >> 20,
        growth >> 20
    );
    assert!(
        growth <= max_growth,
        "{label}: memory grew by {growth} bytes; the limit is {max_growth}"
    );
}

/// Writes five-minute bars of several tickers to a file of about this many megabytes. Returns the number of bars.
fn write_bars(path: &Path, megabytes: u64, is_json: bool, symbols: &[&str]) -> u64 {
    let mut file = BufWriter::new(fs::File::create(path).unwrap());
    let (mut bytes, mut count) = (0, 0_u64);
    let mut row = String::new();
    let header = if is_json {
        "[\n"
    } else if symbols.is_empty() {
        "time,open,high,low,close,volume\n"
    } else {
        "symbol,interval,time,open,high,low,close,volume\n"
    };
    file.write_all(header.as_bytes()).unwrap();
    let symbol_count = u64::try_from(symbols.len()).unwrap().max(1);
    while bytes < megabytes << 20 {
        row.clear();
        let time = 1_000_000_000 + count / symbol_count * 300;
        let price = 100.0 + (count * 7 % 1_000) as f64 / 100.0;
        let symbol = symbols.get(usize::try_from(count % symbol_count).unwrap());
        let (open, high, low) = (price - 0.25, price + 0.5, price - 0.5);
        let volume = count * 31 % 90_000;
        if is_json {
            let comma = if count > 0 { ",\n" } else { "" };
            write!(
                row,
                r#"{comma}{{"symbol":"{}","interval":"5m","time":{time},"open":{open:.2},"high":{high:.2},"low":{low:.2},"close":{price:.2},"volume":{volume}}}"#,
                symbol.unwrap()
            )
            .unwrap();
        } else {
            if let Some(symbol) = symbol {
                write!(row, "{symbol},5m,").unwrap();
            }
            writeln!(
                row,
                "{time},{open:.2},{high:.2},{low:.2},{price:.2},{volume}"
            )
            .unwrap();
        }
        file.write_all(row.as_bytes()).unwrap();
        bytes += row.len() as u64;
        count += 1;
    }
    if is_json {
        file.write_all(b"\n]\n").unwrap();
    }
    file.flush().unwrap();
    count
}

/// Polls `attempt` until it returns a value. The timeout is long enough for a large file in a debug build.
fn wait_for<T>(description: &str, attempt: impl FnMut() -> Option<T>) -> T {
    wait_with_pauses(description, Duration::from_millis(50), attempt)
}

/// Like [`wait_for`], with a pause of this length after each attempt.
fn wait_with_pauses<T>(
    description: &str,
    pause: Duration,
    mut attempt: impl FnMut() -> Option<T>,
) -> T {
    let deadline = Instant::now() + Duration::from_secs(1_200);
    loop {
        if let Some(value) = attempt() {
            return value;
        }
        assert!(
            Instant::now() < deadline,
            "timed out waiting for {description}"
        );
        thread::sleep(pause);
    }
}

#[test]
fn memory_of_a_large_file_in_the_import_folder_is_bounded() {
    for is_json in [false, true] {
        let data = tempfile::tempdir().unwrap();
        let mut program = Program::new(data.path());
        program.command.args(["--flush-seconds", "1"]);
        let server = program.serve();
        let name = if is_json { "bars.json" } else { "bars.csv" };
        let folder = data.path().join("import");
        fs::create_dir_all(&folder).unwrap();
        let outside = data.path().join(name);
        let count = write_bars(
            &outside,
            megabytes(),
            is_json,
            &["BTC-ONE", "BTC-TWO", "BTC-TRE"],
        );
        let before = reset_peak(server.id());
        fs::rename(outside, folder.join(name)).unwrap();
        let report = folder.join("done").join(format!("{name}.report.txt"));
        let report = wait_for("the report", || fs::read_to_string(&report).ok());
        assert!(
            report.contains(&format!("Imported: {count}. Skipped: 0.")),
            "{report}"
        );
        check(server.id(), before, max_growth(megabytes()), name);
    }
}

#[test]
fn memory_of_a_large_file_imported_by_the_command_is_bounded() {
    for is_json in [false, true] {
        let data = tempfile::tempdir().unwrap();
        let name = if is_json { "long.json" } else { "long.csv" };
        let path = data.path().join(name);
        let symbols: &[&str] = if is_json { &["BTC-ONE"] } else { &[] };
        let count = write_bars(&path, megabytes(), is_json, symbols);
        let import = |file: &Path| {
            let mut command = marketdeck();
            command
                .args(["import", "bars", "--interval", "5m", "--symbol", "BTC-ONE"])
                .arg("--data-dir")
                .arg(data.path())
                .arg(file)
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            let mut child = command.spawn().unwrap();
            let mut peak = 0;
            // The import of a single bar takes less than 50 ms.
            let pause = Duration::from_millis(1);
            let status = wait_with_pauses("the import", pause, || {
                peak = memory(child.id(), "VmHWM:").unwrap_or(0).max(peak);
                child.try_wait().unwrap()
            });
            assert!(status.success());
            peak
        };
        // The baseline is the peak memory of importing a single bar.
        let small = data.path().join("small.csv");
        fs::write(&small, "time,close\n1000000000,100\n").unwrap();
        let baseline = import(&small);
        let growth = import(&path).saturating_sub(baseline);
        println!(
            "{name}, {count} bars: {} MiB for one bar, {} MiB more at the peak",
            baseline >> 20,
            growth >> 20
        );
        assert!(
            growth <= max_growth(megabytes()),
            "{name}: the peak is {growth} bytes higher than for one bar"
        );
    }
}

#[test]
fn memory_of_a_large_import_over_the_api_is_bounded() {
    let data = tempfile::tempdir().unwrap();
    let server = Program::new(data.path()).serve();
    // A larger body would be rejected with status 413.
    let max_body_bytes = (megabytes() << 20).min(31 << 20);
    let mut body = r#"{"format":"marketdeck","version":1,"importedBars":[{"symbol":"BTC-ONE","file":"one.csv","intervals":["5m"],"name":"One","type":"crypto","bars":{"5m":["#.to_owned();
    let mut count = 0_u64;
    while (body.len() as u64) < max_body_bytes {
        let comma = if count > 0 { "," } else { "" };
        let price = 100.0 + (count * 7 % 1_000) as f64 / 100.0;
        write!(
            body,
            "{comma}[{},{price:.2},{price:.2},{price:.2},{price:.2},{}]",
            1_000_000_000 + count * 300,
            count % 9_000
        )
        .unwrap();
        count += 1;
    }
    // Like a real export, the body also has a daily bar; the last daily close becomes the price.
    body.push_str(r#"],"1d":[[999993600,100,100,100,100,1]]}}]}"#);
    let before = reset_peak(server.id());
    let (status, response) = send(&server, &body);
    assert_eq!(status, 200, "{response}");
    check(server.id(), before, MAX_IMPORT_MEMORY, "POST /api/import");
    let ticker = server.json("/api/tickers/BTC-ONE");
    assert_eq!(ticker["price"], 100.0, "{ticker}");
    assert!(
        ticker["imported"]["bars"].as_u64() >= Some(count),
        "{ticker}"
    );
}

fn send(server: &Running, body: &str) -> (u16, String) {
    let mut stream = server.open("");
    stream
        .set_read_timeout(Some(Duration::from_secs(600)))
        .unwrap();
    write!(
        stream,
        "POST /api/import HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        server.address,
        body.len()
    )
    .unwrap();
    stream.write_all(body.as_bytes()).unwrap();
    let mut response = String::new();
    std::io::Read::read_to_string(&mut stream, &mut response).unwrap();
    let status = response.split(' ').nth(1).unwrap().parse().unwrap();
    (status, response)
}

/// Posts a password from the local address `from` and returns the status. Calls `on_sent` after sending, before the response arrives.
fn sign_in(server: &Running, from: IpAddr, password: &str, on_sent: impl FnOnce()) -> Option<u16> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let address = server.address.parse().unwrap();
    runtime.block_on(async {
        use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
        let socket = tokio::net::TcpSocket::new_v4().ok()?;
        socket.bind((from, 0).into()).ok()?;
        let mut stream = socket.connect(address).await.ok()?;
        let body = format!("password={password}");
        let request = format!(
            "POST /login HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{body}",
            server.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).await.ok()?;
        on_sent();
        let mut response = String::new();
        stream.read_to_string(&mut response).await.ok()?;
        response.split(' ').nth(1)?.parse().ok()
    })
}

#[test]
fn two_hundred_concurrent_wrong_passwords_use_one_block_of_memory_and_the_owner_can_sign_in() {
    const GUESSES: u8 = 200;
    let hashed = marketdeck()
        .arg("hash-password")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .and_then(|mut child| {
            let mut input = child.stdin.take().expect("the stream is piped");
            input.write_all(b"the right one\n")?;
            drop(input);
            child.wait_with_output()
        })
        .unwrap();
    let data = tempfile::tempdir().unwrap();
    let config = data.path().join("marketdeck.toml");
    fs::write(&config, hashed.stdout).unwrap();
    let mut program = Program::new(data.path());
    program.command.arg("--config").arg(&config);
    let server = program.serve();
    // The first verification allocates a 19 MiB block, which stays allocated.
    let first = IpAddr::V4(Ipv4Addr::new(127, 9, 1, 1));
    assert_eq!(sign_in(&server, first, "the+first+guess", || ()), Some(403));
    let before = reset_peak(server.id());
    let sent_count = AtomicU8::new(0);
    thread::scope(|scope| {
        let guesses: Vec<_> = (1..=GUESSES)
            .map(|guess| {
                let from = IpAddr::V4(Ipv4Addr::new(127, 8, guess, 1));
                let (server, sent_count) = (&server, &sent_count);
                scope.spawn(move || {
                    let on_sent = || {
                        sent_count.fetch_add(1, Ordering::Relaxed);
                    };
                    sign_in(server, from, &format!("wrong-{guess}"), on_sent)
                })
            })
            .collect();
        wait_for("the guesses to be sent", || {
            (sent_count.load(Ordering::Relaxed) == GUESSES).then_some(())
        });
        let start = Instant::now();
        let owner = IpAddr::V4(Ipv4Addr::LOCALHOST);
        // While guesses are still arriving, the owner may be rejected with 429 and has to try again.
        let status = wait_for("the owner's sign-in", || {
            sign_in(&server, owner, "the+right+one", || ()).filter(|status| *status != 429)
        });
        println!("the owner signed in after {:?}", start.elapsed());
        assert_eq!(status, 302);
        for guess in guesses {
            let status = guess.join().unwrap();
            assert_ne!(status, Some(302));
        }
    });
    // A second 19 MiB block would exceed this limit.
    check(
        server.id(),
        before,
        16 << 20,
        "200 wrong passwords from 200 addresses",
    );
}
