//! A receiver on loopback that records the requests it gets.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
};

use serde_json::Value;

/// The recorded requests.
#[derive(Debug, Default)]
struct Received {
    /// Key (or topic) and report numbers of each request; no numbers if the body cannot be read.
    messages: Vec<(String, Vec<u64>)>,
    /// True to leave requests unanswered.
    holds: bool,
}

/// A receiver of webhooks that records every request, answered or not.
pub(crate) struct Receiver {
    pub(crate) url: String,
    received: Arc<Mutex<Received>>,
}

impl Receiver {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}/", listener.local_addr().expect("an address"));
        let received = Arc::<Mutex<Received>>::default();
        let log = Arc::clone(&received);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let log = Arc::clone(&log);
                thread::spawn(move || while answer(&stream, &log).is_some() {});
            }
        });
        Self { url, received }
    }

    pub(crate) fn holds(&self, holds: bool) {
        self.received.lock().unwrap().holds = holds;
    }

    pub(crate) fn messages(&self) -> Vec<(String, Vec<u64>)> {
        self.received.lock().unwrap().messages.clone()
    }
}

/// Reads one request and answers it unless the receiver is holding; `None` when the connection is closed.
fn answer(mut stream: &TcpStream, log: &Mutex<Received>) -> Option<()> {
    // The client sends the next request only after it has read the response, so the buffer is empty.
    let mut reader = BufReader::new(stream);
    let (mut key, mut length, mut sealed) = (None, 0, false);
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
            Some(("content-encoding", value)) => sealed = value == "aes128gcm",
            Some(("content-length", value)) => length = value.parse().ok()?,
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let reports: Vec<u64> = if sealed {
        vec![]
    } else {
        let body: Value = serde_json::from_slice(&body).expect("JSON");
        let alerts = body["alerts"].as_array().expect("alerts").iter();
        alerts
            .map(|alert| alert["id"].as_u64().expect("a number"))
            .collect()
    };
    let holds = {
        let mut log = log.lock().unwrap();
        let key = key.expect("every message has a key");
        log.messages.push((key, reports));
        log.holds
    };
    if holds {
        // Until the client closes the connection.
        let _ = reader.read(&mut [0]);
        return None;
    }
    let answer = b"HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n";
    stream.write_all(answer).ok()
}
