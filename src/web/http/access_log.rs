//! The access log: one line per request.

use std::{net::IpAddr, time::Instant};

use hyper::{Method, Request, StatusCode};

/// Log target of these lines.
pub const ACCESS: &str = "access";

/// The entry of a request. It is logged when dropped: after the last byte of the response was handed to the socket, or when the client is gone.
#[derive(Debug)]
pub(super) struct AccessLogEntry {
    client: IpAddr,
    method: Method,
    /// Without the query, which may be private.
    path: String,
    began: Instant,
    status: StatusCode,
    /// Bytes of the body sent so far.
    pub(super) bytes: u64,
}

impl AccessLogEntry {
    /// Starts the entry of a request.
    pub(super) fn new<B>(client: IpAddr, request: &Request<B>, began: Instant) -> Self {
        Self {
            client,
            method: request.method().clone(),
            path: request.uri().path().to_owned(),
            began,
            status: StatusCode::OK,
            bytes: 0,
        }
    }

    /// Sets the response's status.
    pub(super) fn with_status(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }
}

impl Drop for AccessLogEntry {
    fn drop(&mut self) {
        let micros = self.began.elapsed().as_micros();
        tracing::info!(
            target: ACCESS,
            client = %self.client,
            method = %self.method,
            path = self.path.as_str(),
            status = self.status.as_u16(),
            bytes = self.bytes,
            ms = micros as f64 / 1_000.0,
        );
    }
}
