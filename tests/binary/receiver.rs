//! A receiver on loopback that records the requests it gets.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
};

use serde_json::Value;

/// State of the receiver.
#[derive(Debug, Default)]
struct ReceiverState {
    /// Key (or topic) and report numbers of each request; no numbers if the body cannot be read.
    messages: Vec<(String, Vec<u64>)>,
    /// If true, requests get no response.
    is_silent: bool,
}

/// A webhook receiver that records every request.
pub(crate) struct Receiver {
    pub(crate) url: String,
    received: Arc<Mutex<ReceiverState>>,
}

impl Receiver {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let url = format!(
            "http://{}/",
            listener.local_addr().expect("the address is known")
        );
        let received = Arc::<Mutex<ReceiverState>>::default();
        let log = Arc::clone(&received);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let log = Arc::clone(&log);
                thread::spawn(move || while handle_request(&stream, &log).is_some() {});
            }
        });
        Self { url, received }
    }

    pub(crate) fn set_silent(&self, is_silent: bool) {
        self.received.lock().unwrap().is_silent = is_silent;
    }

    pub(crate) fn messages(&self) -> Vec<(String, Vec<u64>)> {
        self.received.lock().unwrap().messages.clone()
    }
}

/// Reads a request and responds unless the receiver is silent. Returns `None` when the connection is closed.
fn handle_request(mut stream: &TcpStream, log: &Mutex<ReceiverState>) -> Option<()> {
    // The client sends the next request only after it has read the response, so the buffer is empty.
    let mut reader = BufReader::new(stream);
    let (mut key, mut length, mut is_encrypted) = (None, 0, false);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        let field = line.split_once(": ");
        let field = field.map(|(name, value)| (name.to_ascii_lowercase(), value));
        match field.as_ref().map(|(name, value)| (name.as_str(), *value)) {
            Some(("idempotency-key" | "topic", value)) => key = Some(value.to_owned()),
            Some(("content-encoding", value)) => is_encrypted = value == "aes128gcm",
            Some(("content-length", value)) => length = value.parse().ok()?,
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let reports: Vec<u64> = if is_encrypted {
        vec![]
    } else {
        let body: Value = serde_json::from_slice(&body).expect("the text is JSON");
        let alerts = body["alerts"]
            .as_array()
            .expect("the response is a list of alerts")
            .iter();
        alerts
            .map(|alert| alert["id"].as_u64().expect("the field is a number"))
            .collect()
    };
    let is_silent = {
        let mut log = log.lock().unwrap();
        let key = key.expect("every message has a key");
        log.messages.push((key, reports));
        log.is_silent
    };
    if is_silent {
        // Wait until the client closes the connection.
        let _ = reader.read(&mut [0]);
        return None;
    }
    let response = b"HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n";
    stream.write_all(response).ok()
}
