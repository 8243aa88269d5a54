//! Outgoing connections, with the TLS certificates and the connection pool that they share.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use bytes::Bytes;
use hyper::Uri;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::{TokioExecutor, TokioIo, TokioTimer},
};
use rustls::pki_types::{CertificateDer, ServerName, pem::PemObject as _};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    task::spawn_blocking,
};
use tokio_rustls::{TlsConnector, client::TlsStream};
use tower_service::Service as _;

use super::{
    pinned::{PinnedVerifier, certificate_advice},
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
    /// Connector for long-lived connections (WebSocket, MQTT).
    pub(crate) connector: Connector,
    /// Pool for HTTP requests.
    pub(crate) pool: Pool,
    /// Pool for HTTP requests to URLs from untrusted parties. It only connects to public addresses.
    pub(crate) public: Pool,
    /// Resolver of host names for protocols other than HTTP.
    pub(crate) resolver: Resolver,
}

/// The connections that the whole program shares. They are created for the first request, because
/// reading the certificates of the system takes some time, and again every day, because
/// certificates change.
struct Shared {
    current: Mutex<Option<(Instant, Connections)>>,
    /// Locked while connections are created. Other tasks wait for this lock without blocking a
    /// thread.
    setup: tokio::sync::Mutex<()>,
}

/// Time after which the certificates of the system are read again.
const CERTIFICATE_TTL: Duration = Duration::from_secs(24 * 3_600);

/// Interval between pings on an HTTP/2 connection with a pending request.
const PING_INTERVAL: Duration = Duration::from_secs(20);
/// Time without a response to a ping after which the connection is closed.
const PING_TIMEOUT: Duration = Duration::from_secs(10);

/// Returns the shared connections of the program.
pub(crate) async fn shared() -> Connections {
    static SHARED: Shared = Shared::new();
    SHARED.get(Instant::now(), create_connections).await
}

impl Shared {
    const fn new() -> Self {
        Self {
            current: Mutex::new(None),
            setup: tokio::sync::Mutex::const_new(()),
        }
    }

    /// Returns the current connections, or creates new ones if necessary. The certificates of the
    /// system are read on a blocking thread.
    async fn get(
        &self,
        now: Instant,
        create: impl FnOnce() -> Connections + Clone + Send + 'static,
    ) -> Connections {
        if let Some(connections) = self.current(now) {
            return connections;
        }
        let _setup = self.setup.lock().await;
        if let Some(connections) = self.current(now) {
            return connections;
        }
        let result = spawn_blocking(create.clone()).await;
        // The blocking task only fails if the process is ending.
        let connections = result.unwrap_or_else(|_| create());
        *self.lock() = Some((now, connections.clone()));
        connections
    }

    fn current(&self, now: Instant) -> Option<Connections> {
        let current = self.lock();
        let (created_at, connections) = current.as_ref()?;
        (now.saturating_duration_since(*created_at) < CERTIFICATE_TTL).then(|| connections.clone())
    }

    fn lock(&self) -> MutexGuard<'_, Option<(Instant, Connections)>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn create_connections() -> Connections {
    let resolver = Resolver::default();
    let tls = tls(None);
    Connections {
        pool: pool(resolver.clone(), tls.clone()),
        public: pool(resolver.clone().only_public(), tls.clone()),
        connector: connector(resolver.clone(), tls),
        resolver,
    }
}

/// Returns a connector for protocols that begin with HTTP/1.1 or are not HTTP.
fn connector(resolver: Resolver, tls: rustls::ClientConfig) -> Connector {
    HttpsConnectorBuilder::new()
        .with_tls_config(tls)
        .https_or_http()
        .enable_http1()
        .wrap_connector(tcp(resolver))
}

/// Returns a pool whose connections use HTTP/2 if the server offers it during the TLS handshake, as those of browsers do.
fn pool(resolver: Resolver, tls: rustls::ClientConfig) -> Pool {
    let connector = HttpsConnectorBuilder::new()
        .with_tls_config(tls)
        .https_or_http()
        .enable_http1()
        .enable_http2()
        .wrap_connector(tcp(resolver));
    Client::builder(TokioExecutor::new())
        .pool_idle_timeout(Duration::from_secs(60))
        // All requests to a host share one HTTP/2 connection, so a dead one must be noticed.
        .timer(TokioTimer::new())
        .http2_keep_alive_interval(PING_INTERVAL)
        .http2_keep_alive_timeout(PING_TIMEOUT)
        .build(connector)
}

fn tcp(resolver: Resolver) -> HttpConnector<Resolver> {
    let mut http = HttpConnector::new_with_resolver(resolver);
    http.enforce_http(false);
    http.set_connect_timeout(Some(Duration::from_secs(10)));
    http
}

/// Connects to the host of `target`, with TLS if the scheme is `https`. Trusts the certificates
/// (PEM) in `authority` in addition to those of the system. The error is a short reason.
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

/// Starts TLS on `stream` as a client of `host`. Trusts the certificates (PEM) in `authority` in
/// addition to those of the system. The error is a short reason.
pub(crate) async fn encrypt<S: AsyncRead + AsyncWrite + Unpin>(
    stream: S,
    host: &str,
    authority: Option<&[u8]>,
) -> Result<TlsStream<S>, String> {
    let config = client_config(authority).await?;
    let name = ServerName::try_from(host.to_owned());
    let name = name.map_err(|_| format!("'{host}' is not a valid name for a certificate"))?;
    let connector = TlsConnector::from(Arc::new(config));
    let stream = connector.connect(name, stream).await;
    stream.map_err(|error| cause(&error))
}

/// Returns the TLS configuration for one connection. Reads the certificates of the system on a
/// blocking thread.
async fn client_config(authority: Option<&[u8]>) -> Result<rustls::ClientConfig, String> {
    let pem = authority.map(<[u8]>::to_vec);
    let config = spawn_blocking(move || match pem {
        Some(pem) => trusting(&pem),
        None => Ok(tls(None)),
    });
    Ok(config.await.map_err(|error| error.to_string())??)
}

/// Returns a TLS configuration that trusts the certificates in `pem` in addition to those of the
/// system. Also trusts a server whose own certificate is in `pem`, which allows self-signed
/// certificates.
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

/// Returns a TLS configuration that trusts the certificates of the system and `additional` ones. If
/// the system has no certificates, as in an empty container, uses those of Mozilla.
fn tls(additional: Option<Vec<CertificateDer<'static>>>) -> rustls::ClientConfig {
    let mut roots = rustls::RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if roots.is_empty() {
        roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    }
    let additional = additional.unwrap_or_default();
    roots.add_parsable_certificates(additional.iter().cloned());
    let (roots, builder) = (Arc::new(roots), rustls::ClientConfig::builder());
    if !additional.is_empty()
        && let Some(verifier) = PinnedVerifier::new(&roots, additional)
    {
        return builder
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier))
            .with_no_client_auth();
    }
    builder.with_root_certificates(roots).with_no_client_auth()
}

/// Returns the innermost cause of an error, such as 'connection refused' for 'client error
/// (Connect)'. Returns advice for a certificate error.
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
    async fn certificates_are_read_for_the_first_request_and_again_every_day() {
        let read = Arc::new(AtomicU32::new(0));
        let shared = Shared::new();
        let get_at = |now| {
            let read = Arc::clone(&read);
            shared.get(now, move || {
                read.fetch_add(1, Ordering::Relaxed);
                create_connections()
            })
        };
        let start = Instant::now();
        tokio::join!(get_at(start), get_at(start));
        get_at(start + CERTIFICATE_TTL / 2).await;
        assert_eq!(read.load(Ordering::Relaxed), 1);
        get_at(start + CERTIFICATE_TTL).await;
        assert_eq!(read.load(Ordering::Relaxed), 2);
    }

    /// Uses a runtime with one thread to check that reading certificates from a slow disk does not
    /// block other tasks.
    #[tokio::test]
    async fn other_tasks_run_while_certificates_are_read() {
        let (other_ended, wait_for_other) = std::sync::mpsc::channel::<()>();
        let wait_for_other = Arc::new(Mutex::new(wait_for_other));
        let shared = Shared::new();
        let read_certificates = shared.get(Instant::now(), move || {
            let _ = wait_for_other.lock().unwrap().recv();
            create_connections()
        });
        let other = async move {
            // Yields twice, so that reading the certificates has started.
            tokio::task::yield_now().await;
            tokio::task::yield_now().await;
            other_ended.send(()).unwrap();
        };
        tokio::join!(read_certificates, other);
    }
}
