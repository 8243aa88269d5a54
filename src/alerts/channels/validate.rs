//! Validates channel settings before anything is sent.

use std::ops::RangeInclusive;

/// A setting with an invalid value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidSetting {
    /// The key, as in the configuration file.
    pub key: &'static str,
    /// The reason. It does not contain the value if that may be secret.
    pub message: String,
}

pub(super) type Result<T> = std::result::Result<T, InvalidSetting>;

impl InvalidSetting {
    pub(super) fn new(key: &'static str, message: impl Into<String>) -> Self {
        Self {
            key,
            message: message.into(),
        }
    }

    /// Returns the key and the reason as one sentence.
    pub(super) fn sentence(&self) -> String {
        format!("{}: {}.", self.key, self.message)
    }
}

/// Returns an error if `value` is outside of `range`.
pub(super) fn check_range(key: &'static str, value: u32, range: RangeInclusive<u32>) -> Result<()> {
    if range.contains(&value) {
        return Ok(());
    }
    let (min, max) = range.into_inner();
    Err(InvalidSetting::new(
        key,
        format!("invalid value {value}; expected {min} to {max}"),
    ))
}

/// Returns an error if `value` is empty.
pub(super) fn check_not_empty(key: &'static str, value: &str) -> Result<()> {
    if value.is_empty() {
        return Err(InvalidSetting::new(key, "a value is required"));
    }
    Ok(())
}

/// Returns an error if `url` is not an http or https URL. The error does not contain the URL, which may be secret.
pub(super) fn check_url(key: &'static str, url: &str) -> Result<()> {
    check_not_empty(key, url)?;
    let is_web = |uri: &hyper::Uri| {
        matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some()
    };
    if url.parse().is_ok_and(|uri| is_web(&uri)) {
        return Ok(());
    }
    Err(InvalidSetting::new(
        key,
        "invalid URL; expected one that begins with http:// or https://",
    ))
}

/// Returns the host and the port (if any) of a URL. The other parts of a URL may be secret.
pub(super) fn host(url: &str) -> Option<String> {
    let uri: hyper::Uri = url.parse().ok()?;
    let host = uri.host()?;
    Some(match uri.port_u16() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    })
}

/// Returns the scheme, user info, host and port of a URL, such as `https://ntfy.sh`.
pub(super) fn origin(url: &str) -> String {
    url.splitn(4, '/').take(3).collect::<Vec<_>>().join("/")
}
