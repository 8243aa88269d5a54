//! Connections: certificates, and a pool of those that are kept.

use std::{
    sync::{Arc, Mutex, PoisonError},
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
use tokio::io::{AsyncRead, AsyncWrite};
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
#[derive(Default)]
struct Shared(Mutex<Option<(Instant, Connections)>>);

/// How long certificates are used before they are read again.
const CERTIFICATES_FOR: Duration = Duration::from_secs(24 * 3_600);

/// The connections of the program.
pub(crate) fn shared() -> Connections {
    static SHARED: Shared = Shared(Mutex::new(None));
    SHARED.at(Instant::now(), make)
}

impl Shared {
    fn at(&self, now: Instant, make: impl FnOnce() -> Connections) -> Connections {
        let mut shared = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((made, connections)) = &*shared
            && now.saturating_duration_since(*made) < CERTIFICATES_FOR
        {
            return connections.clone();
        }
        let (_, connections) = shared.insert((now, make()));
        connections.clone()
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
    let shared = shared();
    let mut connector = match authority {
        Some(pem) => connector(shared.resolver, trusting(pem)?),
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
    let config = match authority {
        Some(pem) => trusting(pem)?,
        None => tls(None),
    };
    let name = ServerName::try_from(host.to_owned());
    let name = name.map_err(|_| format!("'{host}' cannot be the name in a certificate"))?;
    let connector = TlsConnector::from(Arc::new(config));
    let encrypted = connector.connect(name, stream).await;
    encrypted.map_err(|error| cause(&error))
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
    use super::*;

    #[test]
    fn certificates_are_read_with_the_first_request_and_again_every_day() {
        let read = std::cell::Cell::new(0);
        let shared = Shared::default();
        let at = |now| {
            shared.at(now, || {
                read.set(read.get() + 1);
                make()
            })
        };
        let start = Instant::now();
        assert_eq!(read.get(), 0);
        at(start);
        at(start + CERTIFICATES_FOR / 2);
        assert_eq!(read.get(), 1);
        at(start + CERTIFICATES_FOR);
        assert_eq!(read.get(), 2);
    }
}
