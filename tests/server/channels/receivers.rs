//! Fake receivers on loopback: an HTTP server and a mail server with STARTTLS.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU16, Ordering},
    },
};

use rustls::pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _};
use serde_json::Value;
use tokio::{
    io::{
        AsyncBufReadExt as _, AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _,
        BufReader,
    },
    net::{TcpListener, TcpStream},
};
use tokio_rustls::TlsAcceptor;

/// A request that the receiver got.
#[derive(Debug, Clone)]
pub(crate) struct ReceivedRequest {
    pub(crate) line: String,
    header: String,
    pub(crate) body: String,
    /// The raw body.
    pub(crate) bytes: Vec<u8>,
}

impl ReceivedRequest {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.header.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }

    pub(crate) fn key(&self) -> &str {
        self.header("idempotency-key")
            .expect("the request has an idempotency key")
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// Returns the numbers of the reports in the body.
    pub(crate) fn reports(&self) -> Vec<u64> {
        let body = self.json();
        let alerts = body["alerts"]
            .as_array()
            .expect("the body has alerts")
            .iter();
        alerts.map(|alert| alert["id"].as_u64().unwrap()).collect()
    }
}

/// The status of a receiver that never responds.
pub(crate) const NO_RESPONSE: u16 = 0;

/// An HTTP server that records requests and responds with the status set by [`HttpReceiver::set_status`].
pub(crate) struct HttpReceiver {
    pub(crate) url: String,
    status: Arc<AtomicU16>,
    requests: Arc<Mutex<Vec<(u16, ReceivedRequest)>>>,
}

impl HttpReceiver {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let status = Arc::new(AtomicU16::new(200));
        let requests: Arc<Mutex<Vec<(u16, ReceivedRequest)>>> = Arc::default();
        let (replies, log) = (Arc::clone(&status), Arc::clone(&requests));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (replies, log) = (Arc::clone(&replies), Arc::clone(&log));
                tokio::spawn(async move {
                    let mut stream = BufReader::new(stream);
                    while let Some(request) = read(&mut stream).await {
                        let status = replies.load(Ordering::Relaxed);
                        log.lock().unwrap().push((status, request));
                        if status == NO_RESPONSE {
                            std::future::pending::<()>().await;
                        }
                        let body = "hunter2-path swordfish";
                        let response = format!(
                            "HTTP/1.1 {status} X\r\ncontent-length: {}\r\n\r\n{body}",
                            body.len()
                        );
                        if stream.write_all(response.as_bytes()).await.is_err() {
                            return;
                        }
                    }
                });
            }
        });
        Self {
            url,
            status,
            requests,
        }
    }

    /// Sets the status of further responses.
    pub(crate) fn set_status(&self, status: u16) {
        self.status.store(status, Ordering::Relaxed);
    }

    /// Returns all requests.
    pub(crate) fn requests(&self) -> Vec<ReceivedRequest> {
        let requests = self.requests.lock().unwrap();
        requests
            .iter()
            .map(|(_, request)| request.clone())
            .collect()
    }

    /// Returns the requests that got status 200.
    pub(crate) fn accepted(&self) -> Vec<ReceivedRequest> {
        let requests = self.requests.lock().unwrap();
        let accepted = requests.iter().filter(|(status, _)| *status == 200);
        accepted.map(|(_, request)| request.clone()).collect()
    }
}

async fn read(stream: &mut BufReader<TcpStream>) -> Option<ReceivedRequest> {
    let (mut line, mut header) = (String::new(), String::new());
    stream.read_line(&mut line).await.ok().filter(|n| *n > 0)?;
    while !header.ends_with("\r\n\r\n") && header != "\r\n" {
        stream
            .read_line(&mut header)
            .await
            .ok()
            .filter(|n| *n > 0)?;
    }
    let mut request = ReceivedRequest {
        line: line.trim_end().to_owned(),
        header,
        body: String::new(),
        bytes: vec![],
    };
    let length = request.header("content-length").unwrap_or("0").parse();
    let mut body = vec![0; length.unwrap()];
    stream.read_exact(&mut body).await.ok()?;
    request.body = String::from_utf8_lossy(&body).into_owned();
    request.bytes = body;
    Some(request)
}

/// An accepted mail and its connection.
#[derive(Debug, Clone)]
pub(crate) struct Mail {
    pub(crate) encrypted: bool,
    pub(crate) signed_in: bool,
    pub(crate) to: Vec<String>,
    pub(crate) data: String,
}

/// A mail server with STARTTLS and AUTH PLAIN (user `deck`, password `swordfish`). It accepts every mail unless a status is set.
pub(crate) struct SmtpReceiver {
    pub(crate) port: u16,
    status: Arc<AtomicU16>,
    mails: Arc<Mutex<Vec<Mail>>>,
    rejected: Refused,
}

/// The error replies to rejected recipients, by address.
type Refused = Arc<Mutex<HashMap<String, u16>>>;

/// The files with a server's certificate and key.
#[derive(Clone, Copy)]
pub(crate) struct Identity {
    pub(crate) certificate: &'static str,
    pub(crate) key: &'static str,
}

/// A certificate signed by the CA in `ca.pem`.
const CA_SIGNED: Identity = Identity {
    certificate: "tests/fixtures/smtp/server.pem",
    key: "tests/fixtures/smtp/server.key",
};

/// The base64 of `\0deck\0swordfish`.
const CREDENTIALS: &str = "AGRlY2sAc3dvcmRmaXNo";

impl SmtpReceiver {
    pub(crate) async fn start() -> Self {
        Self::serve(false, CA_SIGNED).await
    }

    /// Starts a server that uses this certificate for STARTTLS.
    pub(crate) async fn start_with(identity: Identity) -> Self {
        Self::serve(false, identity).await
    }

    /// Starts a server with implicit TLS.
    pub(crate) async fn start_encrypted() -> Self {
        Self::serve(true, CA_SIGNED).await
    }

    async fn serve(encrypted: bool, identity: Identity) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let status = Arc::new(AtomicU16::new(250));
        let mails: Arc<Mutex<Vec<Mail>>> = Arc::default();
        let rejected = Refused::default();
        let (replies, log, rejections) = (
            Arc::clone(&status),
            Arc::clone(&mails),
            Arc::clone(&rejected),
        );
        let tls = tls(identity);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (replies, log, tls) = (Arc::clone(&replies), Arc::clone(&log), tls.clone());
                let rejections = Arc::clone(&rejections);
                tokio::spawn(async move {
                    if encrypted {
                        let mut stream = tls
                            .accept(stream)
                            .await
                            .expect("the TLS handshake succeeds");
                        stream.write_all(b"220 mail ready\r\n").await.unwrap();
                        serve_session(stream, true, &log, &rejections).await;
                        return;
                    }
                    let mut stream = stream;
                    let status = replies.load(Ordering::Relaxed);
                    if status != 250 {
                        let rejected = format!("{status} not now\r\n");
                        let _ = stream.write_all(rejected.as_bytes()).await;
                        return;
                    }
                    stream.write_all(b"220 mail ready\r\n").await.unwrap();
                    let Some(stream) = serve_session(stream, false, &log, &rejections).await else {
                        return;
                    };
                    // A client that does not trust the certificate disconnects.
                    let Ok(stream) = tls.accept(stream).await else {
                        return;
                    };
                    serve_session(stream, true, &log, &rejections).await;
                });
            }
        });
        Self {
            port,
            status,
            mails,
            rejected,
        }
    }

    /// Sets the reply to a recipient; 250 accepts the recipient again.
    pub(crate) fn set_recipient_status(&self, address: &str, status: u16) {
        let mut rejected = self.rejected.lock().unwrap();
        rejected.insert(address.to_owned(), status);
    }

    pub(crate) fn set_status(&self, status: u16) {
        self.status.store(status, Ordering::Relaxed);
    }

    pub(crate) fn mails(&self) -> Vec<Mail> {
        self.mails.lock().unwrap().clone()
    }
}

fn tls(identity: Identity) -> TlsAcceptor {
    let certificate = std::fs::read(identity.certificate).unwrap();
    let key = std::fs::read(identity.key).unwrap();
    let config = rustls::ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(
            vec![CertificateDer::from_pem_slice(&certificate).unwrap()],
            PrivateKeyDer::from_pem_slice(&key).unwrap(),
        );
    TlsAcceptor::from(Arc::new(config.unwrap()))
}

/// Serves an SMTP session. Returns the stream after STARTTLS, when it must be encrypted.
async fn serve_session<S: AsyncRead + AsyncWrite + Unpin>(
    stream: S,
    encrypted: bool,
    log: &Mutex<Vec<Mail>>,
    rejected: &Mutex<HashMap<String, u16>>,
) -> Option<S> {
    let mut stream = BufReader::new(stream);
    let mut mail = Mail {
        encrypted,
        signed_in: false,
        to: vec![],
        data: String::new(),
    };
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await.ok().filter(|n| *n > 0)?;
        let line = line.trim_end();
        let response = match line.split([' ', ':']).next().unwrap_or_default() {
            "EHLO" if encrypted => "250-mail\r\n250 AUTH PLAIN\r\n",
            "EHLO" => "250-mail\r\n250 STARTTLS\r\n",
            "STARTTLS" => {
                stream.write_all(b"220 go on\r\n").await.ok()?;
                return Some(stream.into_inner());
            }
            "AUTH" if line.ends_with(CREDENTIALS) => {
                mail.signed_in = true;
                "235 welcome\r\n"
            }
            "AUTH" => "535 wrong name or password\r\n",
            "MAIL" => "250 ok\r\n",
            "RCPT" => {
                let address = line.split(['<', '>']).nth(1).unwrap_or_default();
                let status = rejected.lock().unwrap().get(address).copied();
                match status.unwrap_or(250) {
                    250 => {
                        mail.to.push(line.to_owned());
                        "250 ok\r\n"
                    }
                    451 => "451 4.7.1 greylisted\r\n",
                    _ => "550 5.1.1 no such user\r\n",
                }
            }
            "DATA" if mail.to.is_empty() => "503 nobody to send it to\r\n",
            "DATA" => {
                stream.write_all(b"354 go on\r\n").await.ok()?;
                while !mail.data.ends_with("\r\n.\r\n") {
                    stream.read_line(&mut mail.data).await.ok()?;
                }
                log.lock().unwrap().push(mail.clone());
                mail.to.clear();
                mail.data.clear();
                "250 queued as 7\r\n"
            }
            "QUIT" => {
                let _ = stream.write_all(b"221 bye\r\n").await;
                return None;
            }
            _ => "500 what?\r\n",
        };
        stream.write_all(response.as_bytes()).await.ok()?;
    }
}
