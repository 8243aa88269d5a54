//! A TLS client: `openssl s_client`, which does not verify certificates.

use std::{
    io::{Read as _, Write as _},
    process::{Child, ChildStdin, Command, Stdio},
    sync::{Arc, Mutex},
    thread,
};

use crate::program::poll_or;

/// The public host name of Marketdeck in the configurations.
pub(crate) const NAME: &str = "deck.example.org";

/// The received data, and whether the connection has ended.
#[derive(Debug, Default)]
struct ReceivedData {
    bytes: Vec<u8>,
    is_over: bool,
}

/// A TLS connection to a port of this machine.
pub(crate) struct Tls {
    child: Child,
    input: ChildStdin,
    received: Arc<Mutex<ReceivedData>>,
}

impl Tls {
    pub(crate) fn open(port: u16) -> Self {
        let mut child = Command::new("openssl")
            .args(["s_client", "-quiet", "-servername", NAME, "-connect"])
            .arg(format!("127.0.0.1:{port}"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("openssl starts");
        let received = Arc::<Mutex<ReceivedData>>::default();
        let (mut output, shared) = (
            child.stdout.take().expect("the stream is piped"),
            Arc::clone(&received),
        );
        thread::spawn(move || {
            let mut piece = [0; 16 * 1_024];
            while let Ok(read @ 1..) = output.read(&mut piece) {
                let mut shared = shared.lock().unwrap();
                shared.bytes.extend_from_slice(&piece[..read]);
            }
            shared.lock().unwrap().is_over = true;
        });
        Self {
            input: child.stdin.take().expect("the stream is piped"),
            child,
            received,
        }
    }

    pub(crate) fn send(&mut self, bytes: &[u8]) {
        self.input
            .write_all(bytes)
            .expect("the process reads its input");
        self.input.flush().expect("the process reads its input");
    }

    /// Reads until the connection ends or the data contains `marker`; returns all data.
    pub(crate) fn read_until(&self, marker: Option<&str>) -> String {
        poll_or("a response", || {
            let received = self.received.lock().unwrap();
            let text = String::from_utf8_lossy(&received.bytes).into_owned();
            let has_marker = marker.is_some_and(|marker| text.contains(marker));
            if received.is_over || has_marker {
                return Ok(text);
            }
            Err(text)
        })
    }
}

impl Drop for Tls {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An HTTP response.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) text: String,
}

/// Sends a request to the proxy at `port` like a browser that uses [`NAME`]; each line of `headers` ends with CRLF.
pub(crate) fn request(port: u16, method: &str, path: &str, headers: &str, body: &str) -> Response {
    let mut connection = Tls::open(port);
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {NAME}:{port}\r\nConnection: close\r\n{headers}Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    connection.send(request.as_bytes());
    let text = connection.read_until(None);
    let status = text.split(' ').nth(1).and_then(|code| code.parse().ok());
    Response {
        status: status.unwrap_or_else(|| panic!("not an HTTP response: {text}")),
        text,
    }
}
