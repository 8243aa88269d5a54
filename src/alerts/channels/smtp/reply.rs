//! The words of a mail server.

use crate::net;

/// What a server answered, or why it was not heard.
pub(super) fn said(error: &lettre::transport::smtp::Error) -> String {
    match error.status() {
        Some(code) => format!("it answered {code} {}", net::cause(error)),
        None => net::cause(error),
    }
}
