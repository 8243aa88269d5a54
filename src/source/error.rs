//! Errors of sources.

use std::time::Duration;

use jiff::Timestamp;

/// Why a refresh failed. `Display` is one sentence for the operator.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The source asked for a pause.
    #[error("the source asked to slow down (HTTP {status})")]
    Throttled {
        /// 429, 418 or 503.
        status: u16,
        /// Its `Retry-After`.
        retry_after: Option<Duration>,
    },
    /// Any other unsuccessful status.
    #[error("the source answered HTTP {0}")]
    Status(u16),
    /// The request timed out.
    #[error("the source did not answer within {0:?}")]
    Timeout(Duration),
    /// Name resolution, connection or TLS.
    #[error("the source could not be reached: {0}")]
    Unreachable(String),
    /// The response has an unexpected format.
    #[error("the source's answer was not understood: {0}")]
    Shape(String),
    /// The response contains only old data.
    #[error("{0}")]
    OutOfDate(String),
    /// The connection ended in the middle of the response.
    #[error("the source's answer was cut short")]
    CutShort,
    /// A stream was closed by the other side.
    #[error("the source closed the connection")]
    Closed,
    /// A stream sent nothing for this long.
    #[error("the source was silent for {} seconds", .0.as_secs())]
    Silent(Duration),
    /// The source refused the request: a wrong key, or unavailable data.
    #[error("the source refused: {0}")]
    Refused(String),
    /// An optional source denies access and is not polled again soon.
    #[error("{why}")]
    NotAllowed {
        /// Sentence with the reason.
        why: String,
        /// Delay until the next request.
        rest: Duration,
    },
    /// The response is larger than allowed.
    #[error("the source's answer was larger than {0} bytes")]
    TooLarge(usize),
    /// The plan allows no more requests.
    #[error("the {limit} requests that are allowed a {period} are used up until {until}")]
    QuotaUsedUp {
        /// Number of allowed requests.
        limit: u64,
        /// `day` or `month`.
        period: &'static str,
        /// Start of the next period.
        until: Timestamp,
    },
    /// One of several feeds failed.
    #[error("the feed '{0}' failed: {1}")]
    Feed(String, Box<SourceError>),
    /// One of several custom price URLs failed.
    #[error("the price of {0} could not be read: {1}")]
    Price(String, Box<SourceError>),
    /// Prices are dated in the future: the local clock is behind.
    #[error("the clock seems to be behind: prices arrive that are dated {0}")]
    ClockBehind(Timestamp),
    /// The program is shutting down.
    #[error("the program is stopping")]
    Stopping,
}

impl SourceError {
    /// Returns true if the source responded with unusable data.
    pub(crate) fn is_answer(&self) -> bool {
        match self {
            Self::Shape(_) | Self::OutOfDate(_) | Self::TooLarge(_) | Self::Status(404) => true,
            Self::Feed(_, error) | Self::Price(_, error) => error.is_answer(),
            _ => false,
        }
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
