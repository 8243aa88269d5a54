//! Errors of sources.

use std::time::Duration;

use jiff::Timestamp;

/// Why a refresh failed. `Display` is one sentence for the operator.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The source throttled the request.
    #[error("the source asked to slow down (HTTP {status})")]
    Throttled {
        /// The HTTP status: 429, 418 or 503.
        status: u16,
        /// The delay of the `Retry-After` header.
        retry_after: Option<Duration>,
    },
    /// The source returned another error status.
    #[error("the source returned HTTP {0}")]
    Status(u16),
    /// The request timed out.
    #[error("the source did not respond within {0:?}")]
    Timeout(Duration),
    /// Name resolution, the connection or TLS failed.
    #[error("the source could not be reached: {0}")]
    Unreachable(String),
    /// The response has an unexpected format.
    #[error("the source's response is invalid: {0}")]
    InvalidResponse(String),
    /// The response contains only old data.
    #[error("{0}")]
    OutOfDate(String),
    /// The connection ended in the middle of the response.
    #[error("the source's response was truncated")]
    Truncated,
    /// A stream was closed by the other side.
    #[error("the source closed the connection")]
    Closed,
    /// A stream sent nothing for this long.
    #[error("the source was silent for {} seconds", .0.as_secs())]
    Silent(Duration),
    /// The source refused the request, for example because of a wrong key or unavailable data.
    #[error("the source refused: {0}")]
    Refused(String),
    /// An optional source denies access and is not polled again soon.
    #[error("{reason}")]
    AccessDenied {
        /// The reason as a sentence.
        reason: String,
        /// The delay until the next request.
        delay: Duration,
    },
    /// The response is larger than allowed.
    #[error("the source's response was larger than {0} bytes")]
    TooLarge(usize),
    /// The plan allows no more requests.
    #[error("the quota of {limit} requests per {period} is used up until {until}")]
    QuotaUsedUp {
        /// The number of allowed requests.
        limit: u64,
        /// `day` or `month`.
        period: &'static str,
        /// The start of the next period.
        until: Timestamp,
    },
    /// One of several feeds failed.
    #[error("the feed '{0}' failed: {1}")]
    Feed(String, Box<SourceError>),
    /// One of several custom price URLs failed.
    #[error("the price of {0} could not be read: {1}")]
    Price(String, Box<SourceError>),
    /// Prices have a time in the future, so the server's clock is probably behind.
    #[error("the clock seems to be behind: the source sends prices of {0}")]
    ClockBehind(Timestamp),
    /// The program is shutting down.
    #[error("the program is stopping")]
    Stopping,
}

impl SourceError {
    /// Returns true if the source responded, but the response cannot be used.
    pub(crate) fn has_response(&self) -> bool {
        match self {
            Self::InvalidResponse(_)
            | Self::OutOfDate(_)
            | Self::TooLarge(_)
            | Self::Status(404) => true,
            Self::Feed(_, error) | Self::Price(_, error) => error.has_response(),
            _ => false,
        }
    }

    /// Returns true if the source could not be reached, did not respond, or responded that it cannot serve requests now.
    pub(crate) fn is_outage(&self) -> bool {
        matches!(
            self,
            Self::Throttled { .. }
                | Self::Status(500..)
                | Self::Timeout(_)
                | Self::Unreachable(_)
                | Self::Truncated
                | Self::Closed
        )
    }

    /// Returns true if the source, or one of its feeds, asked to slow down.
    pub(crate) fn is_throttled(&self) -> bool {
        match self {
            Self::Throttled { .. } => true,
            Self::Feed(_, error) | Self::Price(_, error) => error.is_throttled(),
            _ => false,
        }
    }
}
