//! The password that protects the server.

use super::{ConfigError, Options, secret::secret};
use crate::runtime::password::PasswordHash;

/// Returns the password hash from the option or its file, or an empty string if no password is
/// configured.
pub(super) fn hash(options: &Options) -> Result<String, ConfigError> {
    let (file, hash) = (&options.password_hash_file, &options.password_hash);
    let (key, hash) = match (file.is_empty(), hash.is_empty()) {
        (true, true) => return Ok(String::new()),
        (true, false) => ("password_hash", hash.clone()),
        (false, true) => ("password_hash_file", secret(file)?),
        (false, false) => {
            return Err(ConfigError::invalid(
                "password_hash",
                "password_hash_file is also set; remove one of the two",
            ));
        }
    };
    // The whole line that `hash-password` prints is accepted too.
    let line = hash.strip_prefix("password_hash = \"");
    let hash = line
        .and_then(|line| line.strip_suffix('"'))
        .unwrap_or(&hash);
    // An empty hash from a file is rejected, because it must not mean that no password is required.
    if PasswordHash::parse(hash).is_some() {
        return Ok(hash.to_owned());
    }
    // The error does not contain the value, which may be the password itself by mistake.
    Err(ConfigError::invalid(
        key,
        "not a password hash; expected the output of marketdeck hash-password (in a compose file with $$ for each $)",
    ))
}
