//! Idle, slow and stalled connections, and others that are served meanwhile.

use std::time::Duration;

use crate::common::TestServer;
use marketdeck::web::{Limits, Settings};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

const REQUEST: &[u8] = b"GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n";

async fn server(limits: Limits) -> TestServer {
    let server = TestServer::with(Settings {
        limits,
        ..Settings::default()
    })
    .await;
    server.fill().await;
    server
}

async fn silent(server: &TestServer, count: usize) -> Vec<TcpStream> {
    let mut connections = Vec::new();
    for _ in 0..count {
        connections.push(TcpStream::connect(server.address).await.unwrap());
    }
    connections
}

/// Resolves when the server has closed the connection.
async fn closed(mut connection: TcpStream) {
    let mut rest = Vec::new();
    // A reset counts as the end, too.
    let _ = connection.read_to_end(&mut rest).await;
    assert!(rest.is_empty(), "nobody asked for anything");
}

#[tokio::test]
async fn a_silent_connection_is_closed_after_the_timeout() {
    let server = server(Limits {
        request_time: Duration::from_millis(200),
        ..Limits::default()
    })
    .await;
    for connection in silent(&server, 5).await {
        closed(connection).await;
    }
    let mut dribbling = silent(&server, 1).await.remove(0);
    dribbling.write_all(b"PRI").await.unwrap();
    closed(dribbling).await;
}

#[tokio::test]
async fn requests_are_served_while_silent_connections_use_every_slot() {
    let server = server(Limits {
        connections: 20,
        ..Limits::default()
    })
    .await;
    let mut silent = silent(&server, 60).await;
    for _ in 0..30 {
        assert_eq!(server.get("/api/icos").await.status, 200);
    }
    closed(silent.remove(0)).await;
}

#[tokio::test]
async fn one_address_cannot_use_every_slot() {
    let server = server(Limits {
        per_address: Some(2),
        ..Limits::default()
    })
    .await;
    let mut silent = silent(&server, 2).await;
    assert_eq!(server.get("/api/icos").await.status, 200);
    closed(silent.remove(0)).await;
}

#[tokio::test]
async fn a_reader_that_stalls_on_a_large_response_is_dropped() {
    let server = server(Limits {
        stalled_after: Duration::from_millis(300),
        ..Limits::default()
    })
    .await;
    let mut stalled = TcpStream::connect(server.address).await.unwrap();
    stalled.write_all(&REQUEST.repeat(500)).await.unwrap();
    assert_eq!(server.get("/api/icos").await.status, 200);
    // Writing fails only once the connection is closed.
    while stalled.write_all(b"x").await.is_ok() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn requests_are_served_while_sixty_readers_stall_and_those_are_dropped() {
    let server = server(Limits {
        stalled_after: Duration::from_millis(500),
        ..Limits::default()
    })
    .await;
    let mut stalled = Vec::new();
    for _ in 0..60 {
        let mut reader = TcpStream::connect(server.address).await.unwrap();
        reader.write_all(&REQUEST.repeat(200)).await.unwrap();
        stalled.push(reader);
        assert_eq!(server.get("/api/icos").await.status, 200);
    }
    for mut reader in stalled {
        while reader.write_all(b"x").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

#[tokio::test]
async fn a_slow_reader_gets_the_whole_response() {
    let server = server(Limits {
        stalled_after: Duration::from_secs(10),
        ..Limits::default()
    })
    .await;
    let whole = server.get("/api/openapi.json").await.body.len();
    let mut slow = TcpStream::connect(server.address).await.unwrap();
    let last = b"GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    slow.write_all(&[&REQUEST.repeat(20)[..], last].concat())
        .await
        .unwrap();
    let (mut heard, mut buffer) = (0, vec![0; 4_096]);
    loop {
        match slow.read(&mut buffer).await.unwrap() {
            0 => break,
            n => heard += n,
        }
        tokio::task::yield_now().await;
    }
    assert!(heard > 21 * whole, "{heard} of 21 times {whole}");
}

#[tokio::test]
async fn http_2_is_refused() {
    let server = server(Limits::default()).await;
    let answer = server
        .raw(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0")
        .await;
    assert!(
        answer.head.is_empty(),
        "not a word of it: {:?}",
        answer.head
    );
}
