//! A scripted HTTP server on loopback that records its requests.

use std::{
    fmt::Write as _,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};

/// Returns the response to a request; `None` leaves the request without a response.
pub(crate) type Script = Arc<dyn Fn(&Request) -> Option<Reply> + Send + Sync>;

/// A received request.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) path: String,
    /// The header lines, in lower case.
    headers: String,
    pub(crate) body: String,
}

impl Request {
    /// Returns the value of a header, in lower case.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }
}

/// A response.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn ok(body: impl Into<Vec<u8>>) -> Self {
        Self {
            status: 200,
            body: body.into(),
            ..Self::default()
        }
    }

    pub(crate) fn status(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status,
            ..Self::ok(body)
        }
    }

    pub(crate) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }
}

/// A running server; it stops when the runtime of the test ends.
pub(crate) struct Server {
    pub(crate) base: String,
    requests: Arc<Mutex<Vec<Request>>>,
    finished_requests: Arc<AtomicU64>,
}

impl Server {
    pub(crate) async fn start(
        script: impl Fn(&Request) -> Option<Reply> + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (script, log): (Script, _) = (Arc::new(script), Arc::clone(&requests));
        let finished_requests = Arc::new(AtomicU64::new(0));
        let count = Arc::clone(&finished_requests);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (script, log) = (Arc::clone(&script), Arc::clone(&log));
                tokio::spawn(handle_connection(stream, script, log, Arc::clone(&count)));
            }
        });
        Self {
            base,
            requests,
            finished_requests,
        }
    }

    /// Returns the number of finished requests: the client has read the response, or there will be none.
    pub(crate) fn finished_requests(&self) -> u64 {
        self.finished_requests.load(Ordering::SeqCst)
    }

    pub(crate) fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }
}

async fn handle_connection(
    mut stream: TcpStream,
    script: Script,
    log: Arc<Mutex<Vec<Request>>>,
    finished_requests: Arc<AtomicU64>,
) {
    let mut received = Vec::new();
    let Some(request) = read_request(&mut stream, &mut received).await else {
        return;
    };
    log.lock().unwrap().push(request.clone());
    let Some(reply) = script(&request) else {
        finished_requests.fetch_add(1, Ordering::SeqCst);
        return wait_for_close(&mut stream).await;
    };
    let mut text = format!("HTTP/1.1 {} Status\r\nConnection: close\r\n", reply.status);
    if reply.status != 304 {
        let _ = write!(text, "Content-Length: {}\r\n", reply.body.len());
    }
    for (name, value) in &reply.headers {
        let _ = write!(text, "{name}: {value}\r\n");
    }
    let _ = stream.write_all(text.as_bytes()).await;
    let _ = stream.write_all(b"\r\n").await;
    let _ = stream.write_all(&reply.body).await;
    let _ = stream.shutdown().await;
    wait_for_close(&mut stream).await;
    finished_requests.fetch_add(1, Ordering::SeqCst);
}

/// Reads a request with the body that its `Content-Length` announces; `None` if the client closes the connection before.
async fn read_request(stream: &mut TcpStream, received: &mut Vec<u8>) -> Option<Request> {
    loop {
        if let Some(end) = received.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
            let header = String::from_utf8(received[..end].to_vec()).unwrap();
            let body = &received[end + 4..];
            let request = Request {
                path: header.split(' ').nth(1).unwrap_or_default().to_owned(),
                headers: header.to_lowercase(),
                body: String::from_utf8_lossy(body).into_owned(),
            };
            let length = request.header("content-length");
            if body.len() >= length.map_or(0, |length| length.parse().unwrap()) {
                return Some(request);
            }
        }
        match stream.read_buf(received).await {
            Ok(1..) => {}
            _ => return None,
        }
    }
}

/// Waits until the client closes the connection.
pub(crate) async fn wait_for_close(stream: &mut TcpStream) {
    while let Ok(1..) = stream.read(&mut [0; 512]).await {}
}
