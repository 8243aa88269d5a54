//! A line of the log for each request.

use std::{net::IpAddr, time::Instant};

use hyper::{Method, Request, StatusCode};

/// By what the lines of requests are known in the log.
pub const ACCESS: &str = "access";

/// A request of which the log is told when the last byte of its answer is on its way, or its client is gone.
#[derive(Debug)]
pub(super) struct Line {
    client: IpAddr,
    method: Method,
    /// Without what follows a question mark: it may say whom or what somebody looks for.
    path: String,
    began: Instant,
    status: StatusCode,
    /// Bytes of the body that were handed over.
    pub(super) bytes: u64,
}

impl Line {
    /// A request from `client` that was not answered yet.
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

    /// With the answer's status.
    pub(super) fn answered(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }
}

impl Drop for Line {
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
