//! Outgoing connections: TLS certificates and a shared connection pool.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use bytes::Bytes;
use hyper::Uri;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::{TokioExecutor, TokioIo},
};
use rustls::pki_types::{CertificateDer, ServerName, pem::PemObject as _};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    task::spawn_blocking,
};
use tokio_rustls::{TlsConnector, client::TlsStream};
use tower_service::Service as _;

use super::{
    pinned::{Pinned, certificate_advice},
    resolve::Resolver,
};

/// Body of a request.
pub(crate) type Body = http_body_util::Full<Bytes>;
type Connector = HttpsConnector<HttpConnector<Resolver>>;
/// Pool of HTTP connections.
pub(crate) type Pool = Client<Connector, Body>;

/// Shared building blocks of outgoing connections.
#[derive(Clone)]
pub(crate) struct Connections {
    /// For long-lived connections (WebSocket, MQTT).
    pub(crate) connector: Connector,
    /// For HTTP requests.
    pub(crate) pool: Pool,
    /// For HTTP requests to addresses supplied by untrusted parties: reaches public addresses only.
    pub(crate) public: Pool,
    /// Resolves host names for protocols other than HTTP.
    pub(crate) resolver: Resolver,
}

/// The connections shared by the whole program. Set up with the first request, because reading the system's certificates takes
/// a while, and again every day, because they change.
struct Shared {
    current: Mutex<Option<(Instant, Connections)>>,
    /// Held during setup; others wait for it asynchronously.
    setup: tokio::sync::Mutex<()>,
}

/// How long certificates are used before they are read again.
const CERTIFICATE_TTL: Duration = Duration::from_secs(24 * 3_600);

/// Returns the connections of the program.
pub(crate) async fn shared() -> Connections {
    static SHARED: Shared = Shared::new();
    SHARED.at(Instant::now(), make).await
}

impl Shared {
    const fn new() -> Self {
        Self {
            current: Mutex::new(None),
            setup: tokio::sync::Mutex::const_new(()),
        }
    }

    /// Returns the current connections, setting up new ones if necessary. The system's certificates are read on a blocking
    /// thread.
    async fn at(
        &self,
        now: Instant,
        make: impl FnOnce() -> Connections + Clone + Send + 'static,
    ) -> Connections {
        if let Some(connections) = self.current(now) {
            return connections;
        }
        let _setup = self.setup.lock().await;
        if let Some(connections) = self.current(now) {
            return connections;
        }
        let reading = spawn_blocking(make.clone()).await;
        // The blocking task did not run only if the process is ending.
        let connections = reading.unwrap_or_else(|_| make());
        *self.lock() = Some((now, connections.clone()));
        connections
    }

    fn current(&self, now: Instant) -> Option<Connections> {
        let current = self.lock();
        let (made, connections) = current.as_ref()?;
        (now.saturating_duration_since(*made) < CERTIFICATE_TTL).then(|| connections.clone())
    }

    fn lock(&self) -> MutexGuard<'_, Option<(Instant, Connections)>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn make() -> Connections {
    let resolver = Resolver::default();
    let tls = tls(None);
    let connector = connector(resolver.clone(), tls.clone());
    Connections {
        pool: pool(connector.clone()),
        public: pool(self::connector(resolver.only_public(), tls)),
        connector,
        resolver,
    }
}

fn connector(resolver: Resolver, tls: rustls::ClientConfig) -> Connector {
    let mut http = HttpConnector::new_with_resolver(resolver);
    http.enforce_http(false);
    http.set_connect_timeout(Some(Duration::from_secs(10)));
    HttpsConnectorBuilder::new()
        .with_tls_config(tls)
        .https_or_http()
        .enable_http1()
        .wrap_connector(http)
}

fn pool(connector: Connector) -> Pool {
    Client::builder(TokioExecutor::new())
        .pool_idle_timeout(Duration::from_secs(60))
        .build(connector)
}

/// Connects to the host of `target`, with TLS if its scheme is `https`. Trusts the certificates (PEM) in `authority` in
/// addition to the system's. The error is a short reason.
pub(crate) async fn connect(
    target: Uri,
    authority: Option<&[u8]>,
) -> Result<impl AsyncRead + AsyncWrite + Send + Unpin + 'static, String> {
    let shared = shared().await;
    let mut connector = match authority {
        Some(_) => connector(shared.resolver, client_config(authority).await?),
        None => shared.connector,
    };
    let connection = connector.call(target).await;
    let connection = connection.map_err(|error| cause(&*error))?;
    Ok(TokioIo::new(connection))
}

/// Starts TLS on `stream` as a client of `host`. Trusts the certificates (PEM) in `authority` in addition to the system's. The
/// error is a short reason.
pub(crate) async fn encrypt<S: AsyncRead + AsyncWrite + Unpin>(
    stream: S,
    host: &str,
    authority: Option<&[u8]>,
) -> Result<TlsStream<S>, String> {
    let config = client_config(authority).await?;
    let name = ServerName::try_from(host.to_owned());
    let name = name.map_err(|_| format!("'{host}' is not a valid name for a certificate"))?;
    let connector = TlsConnector::from(Arc::new(config));
    let encrypted = connector.connect(name, stream).await;
    encrypted.map_err(|error| cause(&error))
}

/// Returns the TLS configuration of one connection. The system's certificates are read on a blocking thread.
async fn client_config(authority: Option<&[u8]>) -> Result<rustls::ClientConfig, String> {
    let pem = authority.map(<[u8]>::to_vec);
    let made = spawn_blocking(move || match pem {
        Some(pem) => trusting(&pem),
        None => Ok(tls(None)),
    });
    Ok(made.await.map_err(|error| error.to_string())??)
}

/// Returns a TLS configuration that trusts the certificates in `pem` in addition to the system's. A server whose own
/// certificate is listed is trusted too, which allows self-signed certificates.
pub(crate) fn trusting(pem: &[u8]) -> Result<rustls::ClientConfig, &'static str> {
    const NO_CERTIFICATE: &str = "the file contains no PEM certificate";
    let certificates: Vec<_> = CertificateDer::pem_slice_iter(pem)
        .collect::<Result<_, _>>()
        .map_err(|_| NO_CERTIFICATE)?;
    if certificates.is_empty() {
        return Err(NO_CERTIFICATE);
    }
    Ok(tls(Some(certificates)))
}

/// Returns a TLS configuration that trusts the system's certificates, or Mozilla's if there are none (as in an empty
/// container), and `more`.
fn tls(more: Option<Vec<CertificateDer<'static>>>) -> rustls::ClientConfig {
    let mut roots = rustls::RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if roots.is_empty() {
        roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    }
    let more = more.unwrap_or_default();
    roots.add_parsable_certificates(more.iter().cloned());
    let (roots, builder) = (Arc::new(roots), rustls::ClientConfig::builder());
    if !more.is_empty()
        && let Some(verifier) = Pinned::new(&roots, more)
    {
        return builder
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier))
            .with_no_client_auth();
    }
    builder.with_root_certificates(roots).with_no_client_auth()
}

/// Returns the innermost cause of an error: 'connection refused', not 'client error (Connect)'. For a certificate error, advice
/// instead.
pub(crate) fn cause(error: &(dyn std::error::Error + 'static)) -> String {
    let mut cause = error;
    loop {
        if let Some(advice) = certificate_advice(cause) {
            return advice.to_owned();
        }
        match cause.source() {
            Some(deeper) => cause = deeper,
            None => return cause.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[tokio::test]
    async fn certificates_are_read_with_the_first_request_and_again_every_day() {
        let read = Arc::new(AtomicU32::new(0));
        let shared = Shared::new();
        let at = |now| {
            let read = Arc::clone(&read);
            shared.at(now, move || {
                read.fetch_add(1, Ordering::Relaxed);
                make()
            })
        };
        let start = Instant::now();
        tokio::join!(at(start), at(start));
        at(start + CERTIFICATE_TTL / 2).await;
        assert_eq!(read.load(Ordering::Relaxed), 1);
        at(start + CERTIFICATE_TTL).await;
        assert_eq!(read.load(Ordering::Relaxed), 2);
    }

    /// Runs on one thread: reading certificates from a slow disk must not block other tasks.
    #[tokio::test]
    async fn other_tasks_run_while_certificates_are_read() {
        let (ended, is_ended) = std::sync::mpsc::channel::<()>();
        let is_ended = Arc::new(Mutex::new(is_ended));
        let shared = Shared::new();
        let reading = shared.at(Instant::now(), move || {
            let _ = is_ended.lock().unwrap().recv();
            make()
        });
        let other = async move {
            // Twice, so that reading has started.
            tokio::task::yield_now().await;
            tokio::task::yield_now().await;
            ended.send(()).unwrap();
        };
        tokio::join!(reading, other);
    }
}
