//! The access log: one line per request.

use std::{net::IpAddr, time::Instant};

use hyper::{Method, Request, StatusCode};

/// Log target of the access log.
pub const ACCESS_LOG_TARGET: &str = "access";

/// The access log entry of a request. Dropping the entry logs it: after the last byte of the response was written to the socket, or when
/// the client has disconnected.
#[derive(Debug)]
pub(super) struct AccessLogEntry {
    client: IpAddr,
    method: Method,
    /// Without the query, which may be private.
    path: String,
    started: Instant,
    status: StatusCode,
    /// Bytes of the body sent so far.
    pub(super) bytes: u64,
}

impl AccessLogEntry {
    /// Creates the entry when the request arrives.
    pub(super) fn new<B>(client: IpAddr, request: &Request<B>, started: Instant) -> Self {
        Self {
            client,
            method: request.method().clone(),
            path: request.uri().path().to_owned(),
            started,
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
        let micros = self.started.elapsed().as_micros();
        tracing::info!(
            target: ACCESS_LOG_TARGET,
            client = %self.client,
            method = %self.method,
            path = self.path.as_str(),
            status = self.status.as_u16(),
            bytes = self.bytes,
            ms = micros as f64 / 1_000.0,
        );
    }
}
