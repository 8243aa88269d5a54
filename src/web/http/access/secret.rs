//! Secrets that nobody can guess, and what is kept of them.

use data_encoding::BASE64URL_NOPAD;
use ring::{
    digest::{SHA256, digest},
    rand::{SecureRandom as _, SystemRandom},
};

use crate::web::http::error::{ApiError, Result};

/// Bytes of a secret.
const BYTES: usize = 32;

/// A new secret of plain letters.
pub(super) fn random() -> Result<String> {
    let mut bytes = [0; BYTES];
    SystemRandom::new().fill(&mut bytes).map_err(|_| {
        tracing::error!("the system has no random numbers");
        ApiError::internal()
    })?;
    Ok(BASE64URL_NOPAD.encode(&bytes))
}

/// What is kept of a secret. It was drawn from so many that a plain hash gives nothing away, unlike that of a password.
pub(super) fn hash(secret: &str) -> String {
    BASE64URL_NOPAD.encode(digest(&SHA256, secret.as_bytes()).as_ref())
}
