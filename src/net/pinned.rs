//! Server certificates listed in a `ca_file`: of an authority, or of the server itself.

use std::sync::Arc;

use rustls::{
    CertificateError, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
    client::{
        WebPkiServerVerifier,
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    },
    pki_types::{CertificateDer, ServerName, UnixTime},
};

/// Accepts a server whose certificate is listed, byte for byte, or signed by a trusted authority.
///
/// A certificate made by `openssl req -x509` is its own authority, which standard verification rejects for a server
/// (`CaUsedAsEndEntity`), and often names no host. Whoever holds its key is the server that the operator meant.
#[derive(Debug)]
pub(super) struct Pinned {
    usual: Arc<WebPkiServerVerifier>,
    listed: Vec<CertificateDer<'static>>,
}

impl Pinned {
    /// Creates a verifier that trusts `roots` as authorities and `listed` exactly; `None` if `roots` is empty.
    pub(super) fn new(
        roots: &Arc<RootCertStore>,
        listed: Vec<CertificateDer<'static>>,
    ) -> Option<Self> {
        let usual = WebPkiServerVerifier::builder(Arc::clone(roots)).build();
        Some(Self {
            usual: usual.ok()?,
            listed,
        })
    }
}

impl ServerCertVerifier for Pinned {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if self.listed.iter().any(|listed| listed == end_entity) {
            return Ok(ServerCertVerified::assertion());
        }
        self.usual
            .verify_server_cert(end_entity, intermediates, name, ocsp, now)
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.usual
            .verify_tls12_signature(message, certificate, signed)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.usual
            .verify_tls13_signature(message, certificate, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.usual.supported_verify_schemes()
    }
}

/// Returns advice if `error` is about the server's certificate.
pub(super) fn certificate_advice(
    error: &(dyn std::error::Error + 'static),
) -> Option<&'static str> {
    let mut error = error;
    // Each layer of a connection wraps the error of the layer below.
    while let Some(inner) = error
        .downcast_ref::<std::io::Error>()
        .and_then(std::io::Error::get_ref)
    {
        error = inner;
    }
    let Error::InvalidCertificate(refused) = error.downcast_ref()? else {
        return None;
    };
    match refused {
        CertificateError::UnknownIssuer => Some(
            "its certificate comes from an authority that this system does not trust; name the authority's certificate, or the \
             server's own, as ca_file",
        ),
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            Some("its certificate has expired")
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            Some(
                "its certificate is for another host name; use that name, or name the server's own certificate as ca_file",
            )
        }
        CertificateError::Other(_) if refused.to_string().contains("CaUsedAsEndEntity") => {
            Some("its certificate is self-signed; name that certificate as ca_file")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn advice_is_found_in_wrapped_certificate_errors() {
        let wrapped = |error: Error, times: usize| {
            let first = io::Error::new(io::ErrorKind::InvalidData, error);
            (0..times).fold(first, |inner, _| io::Error::other(inner))
        };
        for times in 0..3 {
            let unknown = Error::InvalidCertificate(CertificateError::UnknownIssuer);
            let advice = certificate_advice(&wrapped(unknown, times)).unwrap();
            assert!(advice.contains("ca_file"), "{times}: {advice}");
        }
        let other = wrapped(Error::HandshakeNotComplete, 1);
        assert_eq!(certificate_advice(&other), None);
    }
}
