//! Why a source could not be read.

use std::time::Duration;

use jiff::Timestamp;

/// Why a refresh failed. Messages are one sentence, shown to the operator.
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
    /// Any other status that is no success.
    #[error("the source answered HTTP {0}")]
    Status(u16),
    /// No answer in time.
    #[error("the source did not answer within {0:?}")]
    Timeout(Duration),
    /// Name resolution, connection or TLS.
    #[error("the source could not be reached: {0}")]
    Unreachable(String),
    /// An answer that is not in the expected shape.
    #[error("the source's answer was not understood: {0}")]
    Shape(String),
    /// It answers, with nothing newer than long ago.
    #[error("{0}")]
    OutOfDate(String),
    /// The connection ended in the middle of the answer.
    #[error("the source's answer was cut short")]
    CutShort,
    /// A stream was closed by the other side.
    #[error("the source closed the connection")]
    Closed,
    /// A stream that should speak does not.
    #[error("the source was silent for {} seconds", .0.as_secs())]
    Silent(Duration),
    /// It understood, and says no: a wrong key, or something it does not have.
    #[error("the source refused: {0}")]
    Refused(String),
    /// It does not let us in, and is not to be asked again soon: only of a source that can be done without.
    #[error("{why}")]
    NotAllowed {
        /// What it does instead.
        why: String,
        /// For how long it is left alone.
        rest: Duration,
    },
    /// Larger than allowed.
    #[error("the source's answer was larger than {0} bytes")]
    TooLarge(usize),
    /// The plan allows no more requests.
    #[error("the {limit} requests that are allowed a {period} are used up until {until}")]
    QuotaUsedUp {
        /// How many they were.
        limit: u64,
        /// `day` or `month`.
        period: &'static str,
        /// When there are new ones.
        until: Timestamp,
    },
    /// One of several feeds failed.
    #[error("the feed '{0}' failed: {1}")]
    Feed(String, Box<SourceError>),
    /// One of several prices by address failed.
    #[error("the price of {0} could not be read: {1}")]
    Price(String, Box<SourceError>),
    /// Whatever it brings is dated in our future: the fault is on our side.
    #[error("the clock seems to be behind: prices arrive that are dated {0}")]
    ClockBehind(Timestamp),
    /// The program is stopping.
    #[error("the program is stopping")]
    Stopping,
}

impl SourceError {
    /// Whether the source answered, with nothing that is of use.
    pub(crate) fn is_answer(&self) -> bool {
        match self {
            Self::Shape(_) | Self::OutOfDate(_) | Self::TooLarge(_) | Self::Status(404) => true,
            Self::Feed(_, error) | Self::Price(_, error) => error.is_answer(),
            _ => false,
        }
    }

    /// Whether the source, or one of its feeds, asked for a pause.
    pub(crate) fn is_throttled(&self) -> bool {
        match self {
            Self::Throttled { .. } => true,
            Self::Feed(_, error) | Self::Price(_, error) => error.is_throttled(),
            _ => false,
        }
    }
}
