//! WebSocket framing (RFC 6455) at byte level: valid and invalid frames, and close codes.

use std::time::Duration;

use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

use crate::common::TestServer;

const TEXT: u8 = 1;
const BINARY: u8 = 2;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;
const FINAL: u8 = 0x80;
/// The client's masking key; any value is allowed.
const MASK: [u8; 4] = [0x37, 0xfa, 0x21, 0x3d];

/// Returns a masked frame as a client sends it; `first` is the byte with FIN flag and opcode.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![first];
    match payload.len() {
        length @ 0..126 => bytes.push(0x80 | length as u8),
        length @ 126..65_536 => {
            bytes.push(0xfe);
            bytes.extend((length as u16).to_be_bytes());
        }
        length => {
            bytes.push(0xff);
            bytes.extend((length as u64).to_be_bytes());
        }
    }
    bytes.extend(MASK);
    bytes.extend(
        payload
            .iter()
            .zip(MASK.iter().cycle())
            .map(|(byte, mask)| byte ^ mask),
    );
    bytes
}

fn ping_message() -> Vec<u8> {
    json!({"type": "ping"}).to_string().into_bytes()
}

/// Opens a connection and completes the handshake.
async fn open(server: &TestServer) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let request = format!(
        "GET /ws HTTP/1.1\r\nhost: {}\r\nupgrade: websocket\r\nconnection: upgrade\r\n\
         sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n",
        server.address
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    let head = String::from_utf8(head).unwrap().to_lowercase();
    assert!(head.starts_with("http/1.1 101 "), "{head}");
    // The accept value for the key in the RFC's example.
    assert!(head.contains("s3pplmbitxaq9kygzzhzrbk+xoo="), "{head}");
    stream
}

/// Reads the next frame of the server: first byte and payload. Returns `None` if the connection is closed.
async fn read_frame(stream: &mut TcpStream) -> Option<(u8, Vec<u8>)> {
    let first = stream.read_u8().await.ok()?;
    let length = match stream.read_u8().await.unwrap() {
        126 => u64::from(stream.read_u16().await.unwrap()),
        127 => stream.read_u64().await.unwrap(),
        length => {
            assert!(length < 126, "frames of a server are not masked");
            u64::from(length)
        }
    };
    let mut payload = vec![0; length as usize];
    stream.read_exact(&mut payload).await.unwrap();
    Some((first, payload))
}

/// Returns the code of the server's close frame: 0 for a frame without a code, `None` if the connection closes without a frame.
async fn close_code(stream: &mut TcpStream) -> Option<u16> {
    loop {
        let (first, payload) = read_frame(stream).await?;
        if first == FINAL | CLOSE {
            let code = payload.first_chunk::<2>();
            return Some(code.map_or(0, |code| u16::from_be_bytes(*code)));
        }
    }
}

/// Sends an invalid frame and returns the close code.
async fn received_close_code(server: &TestServer, case: &str, bytes: &[u8]) -> Option<u16> {
    let mut stream = open(server).await;
    stream.write_all(bytes).await.unwrap();
    let code = timeout(Duration::from_secs(20), close_code(&mut stream)).await;
    let code = code.unwrap_or_else(|_| panic!("{case}: timed out waiting for the close frame"));
    // Dropped only here: the server must send the close frame without waiting for the client to close.
    drop(stream);
    code
}

#[tokio::test]
async fn an_invalid_frame_closes_the_connection_with_the_code_of_rfc_6455() {
    let server = TestServer::open().await;
    let unmasked = [FINAL | TEXT, 2, b'{', b'}'];
    let text = FINAL | TEXT;
    let too_long = [
        text, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0,
    ];
    let interrupted = [frame(TEXT, b"{"), frame(text, b"}")].concat();
    let incomplete = [frame(TEXT, &[0xe2, 0x82]), frame(FINAL, b"x")].concat();
    let mut cases: Vec<(String, Vec<u8>, u16)> = vec![
        ("a frame without a mask".into(), unmasked.into(), 1002),
        (
            "a continuation frame without a message".into(),
            frame(FINAL, b"x"),
            1002,
        ),
        (
            "a new message before the end of the previous one".into(),
            interrupted,
            1002,
        ),
        ("a fragmented ping".into(), frame(PING, b"x"), 1002),
        ("a fragmented close frame".into(), frame(CLOSE, b""), 1002),
        (
            "a ping of 126 bytes".into(),
            frame(FINAL | PING, &[0; 126]),
            1002,
        ),
        (
            "text that is not UTF-8".into(),
            frame(text, &[0xff, 0xfe]),
            1007,
        ),
        ("a surrogate".into(), frame(text, &[0xed, 0xa0, 0x80]), 1007),
        (
            "a character that the next fragment does not complete".into(),
            incomplete,
            1007,
        ),
        ("a length above the maximum".into(), too_long.into(), 1009),
    ];
    for bits in [0x40, 0x20, 0x10, 0x70] {
        cases.push((
            format!("reserved bits {bits:#x}"),
            frame(text | bits, b"{}"),
            1002,
        ));
    }
    for opcode in [3, 4, 5, 6, 7, 11, 12, 13, 14, 15] {
        cases.push((
            format!("the reserved opcode {opcode}"),
            frame(FINAL | opcode, b""),
            1002,
        ));
    }
    cases.push((
        "a close frame with one byte".into(),
        frame(FINAL | CLOSE, &[3]),
        1002,
    ));
    let invalid = [&1000_u16.to_be_bytes()[..], &[0xff]].concat();
    cases.push((
        "a close frame with a reason that is not UTF-8".into(),
        frame(FINAL | CLOSE, &invalid),
        1007,
    ));
    for code in [0_u16, 999, 1004, 1005, 1006, 1015, 1016, 2999, 65_535] {
        let close_code = frame(FINAL | CLOSE, &code.to_be_bytes());
        cases.push((
            format!("a close frame with the code {code}"),
            close_code,
            1002,
        ));
    }
    let mut wrong = Vec::new();
    for (case, bytes, expected) in &cases {
        let code = received_close_code(&server, case, bytes).await;
        if code != Some(*expected) {
            wrong.push(format!("{case}: got {code:?}, expected {expected}"));
        }
    }
    println!(
        "{} invalid frames, {} with an unexpected close code",
        cases.len(),
        wrong.len()
    );
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[tokio::test]
async fn a_close_frame_is_returned_with_the_same_code() {
    let server = TestServer::open().await;
    let mut payloads: Vec<Vec<u8>> = vec![vec![]];
    for code in [
        1000_u16, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999,
    ] {
        payloads.push(code.to_be_bytes().into());
        payloads.push([&code.to_be_bytes()[..], "it is late é".as_bytes()].concat());
    }
    payloads.push([&1000_u16.to_be_bytes()[..], &[b'x'; 123]].concat());
    for payload in payloads {
        let expected = payload
            .first_chunk::<2>()
            .map_or(0, |code| u16::from_be_bytes(*code));
        let code =
            received_close_code(&server, "a close frame", &frame(FINAL | CLOSE, &payload)).await;
        assert_eq!(code, Some(expected));
    }
}

#[tokio::test]
async fn a_message_may_be_fragmented_with_pings_in_between() {
    let server = TestServer::open().await;
    let message = ping_message();
    let (start, end) = message.split_at(5);
    let parts: Vec<Vec<u8>> = message.iter().map(|byte| frame(0, &[*byte])).collect();
    let allowed: [(&str, Vec<u8>); 6] = [
        ("unfragmented", frame(FINAL | TEXT, &message)),
        (
            "in two fragments",
            [frame(TEXT, start), frame(FINAL, end)].concat(),
        ),
        (
            "in fragments of one byte, with an empty first and last fragment",
            [&frame(TEXT, b"")[..], &parts.concat(), &frame(FINAL, b"")].concat(),
        ),
        (
            "after an unsolicited pong",
            [frame(FINAL | PONG, b"?"), frame(FINAL | TEXT, &message)].concat(),
        ),
        (
            "after a binary message and an empty one",
            [
                frame(FINAL | BINARY, &[0xff; 200]),
                frame(FINAL | TEXT, b""),
                frame(FINAL | TEXT, &message),
            ]
            .concat(),
        ),
        (
            "after a character that is split over two fragments",
            [
                frame(TEXT, &[b'"', 0xe2, 0x82]),
                frame(FINAL, &[0xac, b'"']),
                frame(FINAL | TEXT, &message),
            ]
            .concat(),
        ),
    ];
    for (how, bytes) in &allowed {
        // Each message is sent in one write, and again byte by byte.
        for chopped in [false, true] {
            let mut stream = open(&server).await;
            stream.set_nodelay(true).unwrap();
            if chopped {
                for byte in bytes {
                    stream.write_all(&[*byte]).await.unwrap();
                }
            } else {
                stream.write_all(bytes).await.unwrap();
            }
            let code = read_frame(&mut stream).await.unwrap();
            assert_eq!(
                code,
                (FINAL | TEXT, br#"{"type":"pong"}"#.to_vec()),
                "{how}"
            );
        }
    }
    let mut stream = open(&server).await;
    for size in [0, 1, 125] {
        let payload = vec![b'p'; size];
        let fragments = [
            frame(TEXT, start),
            frame(FINAL | PING, &payload),
            frame(FINAL, end),
        ];
        stream.write_all(&fragments.concat()).await.unwrap();
        assert_eq!(
            read_frame(&mut stream).await,
            Some((FINAL | PONG, payload)),
            "{size}"
        );
        assert_eq!(
            read_frame(&mut stream).await.unwrap().0,
            FINAL | TEXT,
            "{size}"
        );
    }
}
