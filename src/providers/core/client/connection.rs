//! Connections, bodies and redirects.

use std::{io::Read as _, sync::LazyLock, time::Duration};

use bytes::Bytes;
use flate2::read::GzDecoder;
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use hyper::{Response, StatusCode, Uri, body::Incoming, header};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};

use super::{Answer, Outcome, Tags, resolve::Resolver, retry_after::retry_after};
use crate::source::SourceError;

pub(super) type Empty = http_body_util::Empty<Bytes>;
pub(super) type Pool = Client<HttpsConnector<HttpConnector<Resolver>>, Empty>;

/// Makes connection pools.
pub(super) struct Connector;

impl Connector {
    /// The program's pool; every client shares its connections.
    pub(super) fn pool() -> Pool {
        static POOL: LazyLock<Pool> = LazyLock::new(make);
        POOL.clone()
    }
}

fn make() -> Pool {
    let mut http = HttpConnector::new_with_resolver(Resolver::default());
    http.enforce_http(false);
    http.set_connect_timeout(Some(Duration::from_secs(10)));
    let https = HttpsConnectorBuilder::new()
        .with_tls_config(tls())
        .https_or_http()
        .enable_http1()
        .wrap_connector(http);
    Client::builder(TokioExecutor::new())
        .pool_idle_timeout(Duration::from_secs(60))
        .build(https)
}

/// The system's certificates; where it has none (an empty container), those of the browsers.
fn tls() -> rustls::ClientConfig {
    let mut roots = rustls::RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if roots.is_empty() {
        roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    }
    rustls::ClientConfig::builder()
        .with_root_certificates(roots)
        .with_no_client_auth()
}

/// What an answer amounts to. Its body is read within bounds, packed and unpacked.
pub(super) async fn outcome(
    response: Response<Incoming>,
    most: usize,
) -> Result<Outcome, SourceError> {
    let (head, body) = response.into_parts();
    let text = |name: header::HeaderName| {
        head.headers
            .get(name)
            .and_then(|v| v.to_str().ok())
            .map(str::to_owned)
    };
    let tags = Tags {
        etag: text(header::ETAG),
        last_modified: text(header::LAST_MODIFIED),
    };
    if head.status == StatusCode::NOT_MODIFIED {
        return Ok(Outcome::Answer(Answer {
            body: Bytes::new(),
            tags,
            unchanged: true,
        }));
    }
    // 418 is what some sources send to what they take for a robot.
    if matches!(head.status.as_u16(), 418 | 429 | 503) {
        let retry_after = text(header::RETRY_AFTER)
            .and_then(|value| retry_after(&value, text(header::DATE).as_deref()));
        return Err(SourceError::Throttled {
            status: head.status.as_u16(),
            retry_after,
        });
    }
    if head.status.is_server_error() {
        return Err(SourceError::Status(head.status.as_u16()));
    }
    let body = Limited::new(body, most).collect().await.map_err(|error| {
        if error.is::<LengthLimitError>() {
            SourceError::TooLarge(most)
        } else {
            SourceError::Unreachable(error.to_string())
        }
    })?;
    let packed =
        text(header::CONTENT_ENCODING).is_some_and(|coding| coding.eq_ignore_ascii_case("gzip"));
    let body = if packed {
        unpack(&body.to_bytes(), most)?
    } else {
        body.to_bytes()
    };
    Ok(if head.status.is_success() {
        Outcome::Answer(Answer {
            body,
            tags,
            unchanged: false,
        })
    } else {
        Outcome::Refused(head.status, body)
    })
}

/// gzip, unpacked to at most `most` bytes: a small answer may hide a huge one.
fn unpack(packed: &[u8], most: usize) -> Result<Bytes, SourceError> {
    let mut plain = Vec::new();
    GzDecoder::new(packed)
        .take(most as u64 + 1)
        .read_to_end(&mut plain)
        .map_err(|error| SourceError::Shape(format!("its compression is broken, {error}")))?;
    if plain.len() > most {
        return Err(SourceError::TooLarge(most));
    }
    Ok(plain.into())
}

/// Where a redirect leads, if it stays on its host.
pub(super) fn redirected(from: &Uri, to: &str) -> Result<Uri, SourceError> {
    let broken = || SourceError::Shape("its redirect leads nowhere".to_owned());
    let target: Uri = if to.starts_with('/') {
        let mut parts = from.clone().into_parts();
        parts.path_and_query = Some(to.parse().map_err(|_| broken())?);
        Uri::from_parts(parts).map_err(|_| broken())?
    } else {
        to.parse().map_err(|_| broken())?
    };
    if target.host() != from.host() {
        let host = target.host().unwrap_or("another page");
        return Err(SourceError::Shape(format!(
            "it redirects to {host}, which is not the source"
        )));
    }
    Ok(target)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_redirect_to_another_host_is_no_answer() {
        let from: Uri = "https://query1.example/v8/chart".parse().unwrap();
        assert!(redirected(&from, "https://consent.example/collect").is_err());
        assert_eq!(
            redirected(&from, "/v9/chart").unwrap(),
            "https://query1.example/v9/chart"
        );
        assert!(redirected(&from, "").is_err());
    }

    #[test]
    fn a_small_answer_that_unpacks_to_a_huge_one_is_refused() {
        use std::io::Write as _;
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(&vec![0; 100_000]).unwrap();
        let packed = encoder.finish().unwrap();
        assert!(matches!(
            unpack(&packed, 1_000),
            Err(SourceError::TooLarge(1_000))
        ));
        assert_eq!(unpack(&packed, 100_000).unwrap().len(), 100_000);
    }
}
