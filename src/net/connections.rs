//! Connections: certificates, and a pool of those that are kept.

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

/// The body of a request.
pub(crate) type Body = http_body_util::Full<Bytes>;
type Connector = HttpsConnector<HttpConnector<Resolver>>;
/// Connections that are kept, for requests.
pub(crate) type Pool = Client<Connector, Body>;

/// How connections are made: names, certificates, and a pool of those that are kept.
#[derive(Clone)]
pub(crate) struct Connections {
    /// For what is no request and answer.
    pub(crate) connector: Connector,
    /// For requests.
    pub(crate) pool: Pool,
    /// For requests to machines that a stranger named: only those of the internet are reached.
    pub(crate) public: Pool,
    /// Names to addresses, for what is not HTTP.
    pub(crate) resolver: Resolver,
}

/// The program's connections, which every client shares. They are set up with the first request,
/// for reading the system's certificates takes a while, and anew every day, for they change.
struct Shared {
    kept: Mutex<Option<(Instant, Connections)>>,
    /// Held by who makes them; others wait without holding up a thread.
    making: tokio::sync::Mutex<()>,
}

/// How long certificates are used before they are read again.
const CERTIFICATES_FOR: Duration = Duration::from_secs(24 * 3_600);

/// The connections of the program.
pub(crate) async fn shared() -> Connections {
    static SHARED: Shared = Shared::new();
    SHARED.at(Instant::now(), make).await
}

impl Shared {
    const fn new() -> Self {
        Self {
            kept: Mutex::new(None),
            making: tokio::sync::Mutex::const_new(()),
        }
    }

    /// Those that are kept at `now`, or new ones. Reading the system's certificates is left to a thread that may wait.
    async fn at(
        &self,
        now: Instant,
        make: impl FnOnce() -> Connections + Clone + Send + 'static,
    ) -> Connections {
        if let Some(connections) = self.current(now) {
            return connections;
        }
        let _making = self.making.lock().await;
        if let Some(connections) = self.current(now) {
            return connections;
        }
        let reading = spawn_blocking(make.clone()).await;
        // The process is ending where it was not begun.
        let connections = reading.unwrap_or_else(|_| make());
        *self.lock() = Some((now, connections.clone()));
        connections
    }

    fn current(&self, now: Instant) -> Option<Connections> {
        let kept = self.lock();
        let (made, connections) = kept.as_ref()?;
        (now.saturating_duration_since(*made) < CERTIFICATES_FOR).then(|| connections.clone())
    }

    fn lock(&self) -> MutexGuard<'_, Option<(Instant, Connections)>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
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

/// A connection to the host of `target`, encrypted where its scheme is `https`; the certificates (PEM) of `authority` are trusted
/// besides those of the system. Why there is none, in a few words.
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

/// Encrypts `stream` as a client of `host`; the certificates (PEM) of `authority` are trusted besides those of the system. The
/// error says in a few words why that failed.
pub(crate) async fn encrypt<S: AsyncRead + AsyncWrite + Unpin>(
    stream: S,
    host: &str,
    authority: Option<&[u8]>,
) -> Result<TlsStream<S>, String> {
    let config = client_config(authority).await?;
    let name = ServerName::try_from(host.to_owned());
    let name = name.map_err(|_| format!("'{host}' cannot be the name in a certificate"))?;
    let connector = TlsConnector::from(Arc::new(config));
    let encrypted = connector.connect(name, stream).await;
    encrypted.map_err(|error| cause(&error))
}

/// The trust of one connection, made by a thread that may wait: the system's certificates are read for it.
async fn client_config(authority: Option<&[u8]>) -> Result<rustls::ClientConfig, String> {
    let pem = authority.map(<[u8]>::to_vec);
    let made = spawn_blocking(move || match pem {
        Some(pem) => trusting(&pem),
        None => Ok(tls(None)),
    });
    Ok(made.await.map_err(|error| error.to_string())??)
}

/// Trust in the certificates of `pem` besides those of the system. A server whose own certificate is among them is trusted as
/// well: that is how a self-signed certificate is named.
pub(crate) fn trusting(pem: &[u8]) -> Result<rustls::ClientConfig, &'static str> {
    const NONE: &str = "it holds no certificate as PEM";
    let certificates: Vec<_> = CertificateDer::pem_slice_iter(pem)
        .collect::<Result<_, _>>()
        .map_err(|_| NONE)?;
    if certificates.is_empty() {
        return Err(NONE);
    }
    Ok(tls(Some(certificates)))
}

/// The system's certificates; where it has none (an empty container), those of the browsers; and `more`.
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

/// The innermost cause of a failure: 'connection refused', not 'client error (Connect)'. One of a certificate says what cures it.
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
        at(start + CERTIFICATES_FOR / 2).await;
        assert_eq!(read.load(Ordering::Relaxed), 1);
        at(start + CERTIFICATES_FOR).await;
        assert_eq!(read.load(Ordering::Relaxed), 2);
    }

    /// A slow disk under the certificates holds up no other task: this test has one thread.
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
            // Twice, so that the reading has begun.
            tokio::task::yield_now().await;
            tokio::task::yield_now().await;
            ended.send(()).unwrap();
        };
        tokio::join!(reading, other);
    }
}
