//! The password that protects the server.

use super::{ConfigError, Options, secret::secret};
use crate::runtime::password::PasswordHash;

/// Returns the password hash from the option or its file; empty for none.
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
    // Accept the whole line that `hash-password` prints.
    let line = hash.strip_prefix("password_hash = \"");
    let hash = line
        .and_then(|line| line.strip_suffix('"'))
        .unwrap_or(&hash);
    // An empty file must not mean "no password".
    if PasswordHash::parse(hash).is_some() {
        return Ok(hash.to_owned());
    }
    // The value is not repeated: somebody may have written the password itself.
    Err(ConfigError::invalid(
        key,
        "not a password hash; expected what marketdeck hash-password prints (in a compose file with $$ for each $)",
    ))
}
