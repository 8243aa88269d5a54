//! The password that everybody is asked for.

use super::{ConfigError, Options, secret::secret};
use crate::runtime::password::PasswordHash;

/// The hash of the password, out of its file where it stands in one; empty for none.
pub(super) fn hash(options: &Options) -> Result<String, ConfigError> {
    let (file, hash) = (&options.password_hash_file, &options.password_hash);
    let (key, hash) = match (file.is_empty(), hash.is_empty()) {
        (true, true) => return Ok(String::new()),
        (true, false) => ("password_hash", hash.clone()),
        (false, true) => ("password_hash_file", secret(file)?),
        (false, false) => {
            return Err(ConfigError::invalid(
                "password_hash",
                "password_hash_file is set as well; leave out one of the two",
            ));
        }
    };
    // The line that `hash-password` prints, as it is.
    let line = hash.strip_prefix("password_hash = \"");
    let hash = line
        .and_then(|line| line.strip_suffix('"'))
        .unwrap_or(&hash);
    // An empty file is no way to let everybody in.
    if PasswordHash::parse(hash).is_some() {
        return Ok(hash.to_owned());
    }
    // It is not repeated: whoever takes the key for that of the password writes that.
    Err(ConfigError::invalid(
        key,
        "it is no hash of a password; write what marketdeck hash-password prints (in a compose file with $$ for each $)",
    ))
}
