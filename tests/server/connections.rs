//! Idle, slow and stalled connections, and requests that are served at the same time.

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

async fn open_silent(server: &TestServer, count: usize) -> Vec<TcpStream> {
    let mut connections = Vec::new();
    for _ in 0..count {
        connections.push(TcpStream::connect(server.address).await.unwrap());
    }
    connections
}

/// Waits until the server closes the connection.
async fn until_closed(mut connection: TcpStream) {
    let mut rest = Vec::new();
    // A connection reset counts as closed, too.
    let _ = connection.read_to_end(&mut rest).await;
    assert!(rest.is_empty(), "the server sent no data");
}

#[tokio::test]
async fn a_silent_connection_is_closed_after_the_timeout() {
    let server = server(Limits {
        request_timeout: Duration::from_millis(200),
        ..Limits::default()
    })
    .await;
    for connection in open_silent(&server, 5).await {
        until_closed(connection).await;
    }
    let mut partial = open_silent(&server, 1).await.remove(0);
    partial.write_all(b"PRI").await.unwrap();
    until_closed(partial).await;
}

#[tokio::test]
async fn requests_are_served_while_silent_connections_use_every_slot() {
    let server = server(Limits {
        connections: 20,
        ..Limits::default()
    })
    .await;
    let mut open_silent = open_silent(&server, 60).await;
    for _ in 0..30 {
        assert_eq!(server.get("/api/icos").await.status, 200);
    }
    until_closed(open_silent.remove(0)).await;
}

#[tokio::test]
async fn one_address_cannot_use_every_slot() {
    let server = server(Limits {
        per_address: Some(2),
        ..Limits::default()
    })
    .await;
    let mut open_silent = open_silent(&server, 2).await;
    assert_eq!(server.get("/api/icos").await.status, 200);
    until_closed(open_silent.remove(0)).await;
}

#[tokio::test]
async fn a_client_that_stalls_on_a_large_response_is_dropped() {
    let server = server(Limits {
        stall_timeout: Duration::from_millis(300),
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
async fn requests_are_served_while_sixty_clients_stall_and_those_are_dropped() {
    let server = server(Limits {
        stall_timeout: Duration::from_millis(500),
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
async fn a_slow_client_gets_the_whole_response() {
    let server = server(Limits {
        stall_timeout: Duration::from_secs(10),
        ..Limits::default()
    })
    .await;
    let body_length = server.get("/api/openapi.json").await.body.len();
    let mut slow_client = TcpStream::connect(server.address).await.unwrap();
    let last = b"GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    slow_client
        .write_all(&[&REQUEST.repeat(20)[..], last].concat())
        .await
        .unwrap();
    let (mut received, mut buffer) = (0, vec![0; 4_096]);
    loop {
        match slow_client.read(&mut buffer).await.unwrap() {
            0 => break,
            n => received += n,
        }
        tokio::task::yield_now().await;
    }
    assert!(
        received > 21 * body_length,
        "received {received} bytes of 21 responses with bodies of {body_length} bytes"
    );
}

#[tokio::test]
async fn http_2_is_rejected() {
    let server = server(Limits::default()).await;
    let response = server
        .raw(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0")
        .await;
    assert!(
        response.head.is_empty(),
        "the server must not respond: {:?}",
        response.head
    );
}
