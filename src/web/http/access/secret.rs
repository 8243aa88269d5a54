//! Random secrets of tokens and sessions, and their hashes.

use data_encoding::BASE64URL_NOPAD;
use ring::{
    digest::{SHA256, digest},
    rand::{SecureRandom as _, SystemRandom},
};

use crate::web::http::error::{ApiError, Result};

/// Length of a secret in bytes.
const SECRET_BYTES: usize = 32;

/// Creates a secret, encoded in base64url.
pub(super) fn random() -> Result<String> {
    let mut bytes = [0; SECRET_BYTES];
    SystemRandom::new().fill(&mut bytes).map_err(|_| {
        tracing::error!("access: the system's random number generator failed");
        ApiError::internal()
    })?;
    Ok(BASE64URL_NOPAD.encode(&bytes))
}

/// Returns the SHA-256 hash of a secret for storage. Random secrets, unlike passwords, need no slow hash.
pub(super) fn hash(secret: &str) -> String {
    BASE64URL_NOPAD.encode(digest(&SHA256, secret.as_bytes()).as_ref())
}
