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

/// One request.
#[derive(Debug, Clone)]
pub(crate) struct ReceivedRequest {
    pub(crate) line: String,
    head: String,
    pub(crate) body: String,
    /// The raw body.
    pub(crate) bytes: Vec<u8>,
}

impl ReceivedRequest {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }

    pub(crate) fn key(&self) -> &str {
        self.header("idempotency-key").expect("a key")
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The numbers of its reports.
    pub(crate) fn reports(&self) -> Vec<u64> {
        let body = self.json();
        let alerts = body["alerts"].as_array().expect("alerts").iter();
        alerts.map(|alert| alert["id"].as_u64().unwrap()).collect()
    }
}

/// The status for a receiver that must not answer.
pub(crate) const NO_RESPONSE: u16 = 0;

/// A server that records its requests and answers with a scripted status.
pub(crate) struct HttpReceiver {
    pub(crate) url: String,
    status: Arc<AtomicU16>,
    asked: Arc<Mutex<Vec<(u16, ReceivedRequest)>>>,
}

impl HttpReceiver {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let status = Arc::new(AtomicU16::new(200));
        let asked: Arc<Mutex<Vec<(u16, ReceivedRequest)>>> = Arc::default();
        let (answers, log) = (Arc::clone(&status), Arc::clone(&asked));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (answers, log) = (Arc::clone(&answers), Arc::clone(&log));
                tokio::spawn(async move {
                    let mut stream = BufReader::new(stream);
                    while let Some(request) = read(&mut stream).await {
                        let status = answers.load(Ordering::Relaxed);
                        log.lock().unwrap().push((status, request));
                        if status == NO_RESPONSE {
                            std::future::pending::<()>().await;
                        }
                        let body = "hunter2-path swordfish";
                        let answer = format!(
                            "HTTP/1.1 {status} X\r\ncontent-length: {}\r\n\r\n{body}",
                            body.len()
                        );
                        if stream.write_all(answer.as_bytes()).await.is_err() {
                            return;
                        }
                    }
                });
            }
        });
        Self { url, status, asked }
    }

    /// Sets the status of further responses.
    pub(crate) fn set_status(&self, status: u16) {
        self.status.store(status, Ordering::Relaxed);
    }

    /// All requests.
    pub(crate) fn requests(&self) -> Vec<ReceivedRequest> {
        let asked = self.asked.lock().unwrap();
        asked.iter().map(|(_, asked)| asked.clone()).collect()
    }

    /// The accepted requests.
    pub(crate) fn accepted(&self) -> Vec<ReceivedRequest> {
        let asked = self.asked.lock().unwrap();
        let taken = asked.iter().filter(|(status, _)| *status == 200);
        taken.map(|(_, asked)| asked.clone()).collect()
    }
}

async fn read(stream: &mut BufReader<TcpStream>) -> Option<ReceivedRequest> {
    let (mut line, mut head) = (String::new(), String::new());
    stream.read_line(&mut line).await.ok().filter(|n| *n > 0)?;
    while !head.ends_with("\r\n\r\n") && head != "\r\n" {
        stream.read_line(&mut head).await.ok().filter(|n| *n > 0)?;
    }
    let mut asked = ReceivedRequest {
        line: line.trim_end().to_owned(),
        head,
        body: String::new(),
        bytes: vec![],
    };
    let length = asked.header("content-length").unwrap_or("0").parse();
    let mut body = vec![0; length.unwrap()];
    stream.read_exact(&mut body).await.ok()?;
    asked.body = String::from_utf8_lossy(&body).into_owned();
    asked.bytes = body;
    Some(asked)
}

/// An accepted mail and its connection.
#[derive(Debug, Clone)]
pub(crate) struct Mail {
    pub(crate) encrypted: bool,
    pub(crate) signed_in: bool,
    pub(crate) to: Vec<String>,
    pub(crate) data: String,
}

/// A mail server with STARTTLS and AUTH PLAIN (user `deck`, password `swordfish`). It accepts everything unless it is down.
pub(crate) struct SmtpReceiver {
    pub(crate) port: u16,
    status: Arc<AtomicU16>,
    mails: Arc<Mutex<Vec<Mail>>>,
    refused: Refused,
}

/// The replies to refused recipients, by address.
type Refused = Arc<Mutex<HashMap<String, u16>>>;

/// The certificate of a server and the file of its key.
#[derive(Clone, Copy)]
pub(crate) struct Identity {
    pub(crate) certificate: &'static str,
    pub(crate) key: &'static str,
}

/// The certificate signed by the CA in `ca.pem`.
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

    /// A server with this certificate for STARTTLS.
    pub(crate) async fn start_with(identity: Identity) -> Self {
        Self::serve(false, identity).await
    }

    /// A server with implicit TLS.
    pub(crate) async fn start_encrypted() -> Self {
        Self::serve(true, CA_SIGNED).await
    }

    async fn serve(encrypted: bool, identity: Identity) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let status = Arc::new(AtomicU16::new(250));
        let mails: Arc<Mutex<Vec<Mail>>> = Arc::default();
        let refused = Refused::default();
        let (answers, log, refusals) = (
            Arc::clone(&status),
            Arc::clone(&mails),
            Arc::clone(&refused),
        );
        let tls = tls(identity);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (answers, log, tls) = (Arc::clone(&answers), Arc::clone(&log), tls.clone());
                let refusals = Arc::clone(&refusals);
                tokio::spawn(async move {
                    if encrypted {
                        let mut stream = tls.accept(stream).await.expect("TLS");
                        stream.write_all(b"220 mail ready\r\n").await.unwrap();
                        serve_session(stream, true, &log, &refusals).await;
                        return;
                    }
                    let mut stream = stream;
                    let status = answers.load(Ordering::Relaxed);
                    if status != 250 {
                        let refused = format!("{status} not now\r\n");
                        let _ = stream.write_all(refused.as_bytes()).await;
                        return;
                    }
                    stream.write_all(b"220 mail ready\r\n").await.unwrap();
                    let Some(stream) = serve_session(stream, false, &log, &refusals).await else {
                        return;
                    };
                    // A client that does not trust the certificate disconnects.
                    let Ok(stream) = tls.accept(stream).await else {
                        return;
                    };
                    serve_session(stream, true, &log, &refusals).await;
                });
            }
        });
        Self {
            port,
            status,
            mails,
            refused,
        }
    }

    /// Sets the reply to a recipient; 250 accepts it again.
    pub(crate) fn set_recipient_status(&self, address: &str, status: u16) {
        let mut refused = self.refused.lock().unwrap();
        refused.insert(address.to_owned(), status);
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

/// One SMTP session. Returns the stream if it must be encrypted.
async fn serve_session<S: AsyncRead + AsyncWrite + Unpin>(
    stream: S,
    encrypted: bool,
    log: &Mutex<Vec<Mail>>,
    refused: &Mutex<HashMap<String, u16>>,
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
        let answer = match line.split([' ', ':']).next().unwrap_or_default() {
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
                let status = refused.lock().unwrap().get(address).copied();
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
        stream.write_all(answer.as_bytes()).await.ok()?;
    }
}
