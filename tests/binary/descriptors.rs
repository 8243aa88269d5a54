//! More idle connections than file descriptors, tested with the real binary.

#![cfg(unix)]

use std::{io::Read as _, net::TcpStream, time::Duration};

use crate::program::{Program, poll};
use marketdeck::runtime::limits;

#[test]
fn requests_are_served_with_more_idle_connections_than_file_descriptors() {
    // The client side of each connection uses a file descriptor of the test process.
    assert!(
        limits::raise_open_files() > 1_300,
        "this test opens 1,100 connections"
    );
    let data = tempfile::tempdir().unwrap();
    let server = Program::with_open_files(data.path(), 256).serve();
    let mut silent = Vec::new();
    for nth in 0..1_100 {
        silent.push(
            TcpStream::connect(&server.address).expect("the connection is accepted or queued"),
        );
        if nth % 20 == 0 {
            assert_eq!(
                server.get("/api/icos").0,
                200,
                "with {nth} silent connections"
            );
        }
    }
    let mut first = silent.swap_remove(0);
    first
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    // A connection reset counts as closed, too.
    let rest = first.read(&mut [0; 8]).unwrap_or(0);
    assert_eq!(rest, 0, "the oldest idle connection was closed");
    let crowded = "connection limit reached";
    poll("the log line about the limit", || {
        server.log().contains(crowded).then_some(())
    });
    let log = server.log();
    assert_eq!(log.matches(crowded).count(), 1, "{log}");
    assert!(!log.contains("accept failed"), "{log}");
    assert_eq!(server.get("/api/health").0, 200);
}
