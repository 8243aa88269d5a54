//! Verification of servers whose own certificate is in a `ca_file`.

use std::sync::Arc;

use rustls::{
    CertificateError, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
    client::{
        WebPkiServerVerifier,
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    },
    pki_types::{CertificateDer, ServerName, UnixTime},
};

/// A verifier that accepts a server if its certificate is listed, byte for byte, or signed by a
/// trusted authority.
///
/// Standard verification rejects a server certificate from `openssl req -x509`, because it is its
/// own authority (`CaUsedAsEndEntity`) and often has no host name. Accepting a listed certificate
/// is safe, because only the intended server holds its private key.
#[derive(Debug)]
pub(super) struct PinnedVerifier {
    standard: Arc<WebPkiServerVerifier>,
    listed: Vec<CertificateDer<'static>>,
}

impl PinnedVerifier {
    /// Creates a verifier that trusts the authorities `roots` and the server certificates `listed`.
    /// Returns `None` if `roots` is empty.
    pub(super) fn new(
        roots: &Arc<RootCertStore>,
        listed: Vec<CertificateDer<'static>>,
    ) -> Option<Self> {
        let standard = WebPkiServerVerifier::builder(Arc::clone(roots)).build();
        Some(Self {
            standard: standard.ok()?,
            listed,
        })
    }
}

impl ServerCertVerifier for PinnedVerifier {
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
        self.standard
            .verify_server_cert(end_entity, intermediates, name, ocsp, now)
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.standard
            .verify_tls12_signature(message, certificate, signed)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.standard
            .verify_tls13_signature(message, certificate, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.standard.supported_verify_schemes()
    }
}

/// Returns advice if `error` is about the certificate of the server.
pub(super) fn certificate_advice(
    error: &(dyn std::error::Error + 'static),
) -> Option<&'static str> {
    let mut error = error;
    // Each layer of a connection wraps the error of the layer below it.
    while let Some(inner) = error
        .downcast_ref::<std::io::Error>()
        .and_then(std::io::Error::get_ref)
    {
        error = inner;
    }
    let Error::InvalidCertificate(certificate_error) = error.downcast_ref()? else {
        return None;
    };
    match certificate_error {
        CertificateError::UnknownIssuer => Some(
            "its certificate comes from an authority that this system does not trust; specify the \
             certificate of the authority or of the server as ca_file",
        ),
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            Some("its certificate has expired")
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            Some(
                "its certificate is for another host name; use that name, or specify the certificate of the server as ca_file",
            )
        }
        CertificateError::Other(_)
            if certificate_error.to_string().contains("CaUsedAsEndEntity") =>
        {
            Some("its certificate is self-signed; specify that certificate as ca_file")
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
        let wrapped = |error: Error, layers: usize| {
            let first = io::Error::new(io::ErrorKind::InvalidData, error);
            (0..layers).fold(first, |inner, _| io::Error::other(inner))
        };
        for layers in 0..3 {
            let unknown = Error::InvalidCertificate(CertificateError::UnknownIssuer);
            let advice = certificate_advice(&wrapped(unknown, layers)).unwrap();
            assert!(advice.contains("ca_file"), "{layers}: {advice}");
        }
        let other = wrapped(Error::HandshakeNotComplete, 1);
        assert_eq!(certificate_advice(&other), None);
    }
}
