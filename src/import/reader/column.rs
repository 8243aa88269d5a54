//! The columns of a price file.

use std::fmt;

/// A column of a price file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    Date,
    Time,
    Open,
    High,
    Low,
    Close,
    Volume,
    /// Number of price changes, which brokers write in place of an unknown volume.
    TickVolume,
    Symbol,
    Currency,
    Interval,
    Zone,
    /// Series of a share, in files of Indian exchanges.
    Series,
    /// Unix timestamp in addition to a date column.
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
    /// The columns that contain prices.
    pub(super) const PRICES: [Self; 4] = [Self::Open, Self::High, Self::Low, Self::Close];
    /// The columns that contain numbers.
    pub(super) const NUMBERS: [Self; 6] = [
        Self::Open,
        Self::High,
        Self::Low,
        Self::Close,
        Self::Volume,
        Self::TickVolume,
    ];
}
