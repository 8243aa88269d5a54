//! The columns that a file of prices may have.

use std::fmt;

/// A column of a file of prices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    Date,
    Time,
    Open,
    High,
    Low,
    Close,
    Volume,
    /// Number of price changes; brokers write it if they do not know volumes.
    TickVolume,
    Symbol,
    Currency,
    Interval,
    Zone,
    /// Series of a share, used by Indian exchanges.
    Series,
    /// Unix timestamp next to a date.
    Epoch,
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Date => "date",
            Self::Time => "time",
            Self::Open => "open",
            Self::High => "high",
            Self::Low => "low",
            Self::Close => "close",
            Self::Volume | Self::TickVolume => "volume",
            Self::Symbol => "symbol",
            Self::Currency => "currency",
            Self::Interval => "interval",
            Self::Zone => "time zone",
            Self::Series => "series",
            Self::Epoch => "epoch",
        })
    }
}

impl Column {
    /// The columns of prices.
    pub(super) const PRICES: [Self; 4] = [Self::Open, Self::High, Self::Low, Self::Close];
    /// The columns of numbers.
    pub(super) const NUMBERS: [Self; 6] = [
        Self::Open,
        Self::High,
        Self::Low,
        Self::Close,
        Self::Volume,
        Self::TickVolume,
    ];
}
