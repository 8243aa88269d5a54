//! The real binary with few file descriptors and many idle connections.

#![cfg(unix)]

use std::{io::Read as _, net::TcpStream, time::Duration};

use crate::program::{Program, poll};
use marketdeck::runtime::limits;

#[test]
fn requests_are_served_with_more_idle_connections_than_file_descriptors() {
    // The clients' ends are files of this process.
    assert!(
        limits::raise_open_files() > 1_300,
        "this test opens 1,100 connections"
    );
    let data = tempfile::tempdir().unwrap();
    let server = Program::with_open_files(data.path(), 256).serve();
    let mut silent = Vec::new();
    for nth in 0..1_100 {
        silent.push(TcpStream::connect(&server.address).expect("the queue has room"));
        if nth % 20 == 0 {
            assert_eq!(server.get("/api/icos").0, 200, "beside {nth} silent ones");
        }
    }
    let mut first = silent.swap_remove(0);
    first
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    // A reset also ends the connection.
    let rest = first.read(&mut [0; 8]).unwrap_or(0);
    assert_eq!(rest, 0, "it made room for another");
    let crowded = "connection limit reached";
    poll("the log", || server.log().contains(crowded).then_some(()));
    let log = server.log();
    assert_eq!(log.matches(crowded).count(), 1, "{log}");
    assert!(!log.contains("accept failed"), "{log}");
    assert_eq!(server.get("/api/health").0, 200);
}
