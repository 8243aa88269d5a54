//! What a column of a file of prices may hold.

use std::fmt;

/// What a column may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    Date,
    Time,
    Open,
    High,
    Low,
    Close,
    Volume,
    /// How often the price changed, which brokers write where volumes are not known.
    TickVolume,
    Symbol,
    Currency,
    Interval,
    Zone,
    /// The series of shares, as India's exchanges call it.
    Series,
    /// A count since 1970 beside a date.
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
    /// Those that hold prices.
    pub(super) const PRICES: [Self; 4] = [Self::Open, Self::High, Self::Low, Self::Close];
    /// Those that hold numbers.
    pub(super) const NUMBERS: [Self; 6] = [
        Self::Open,
        Self::High,
        Self::Low,
        Self::Close,
        Self::Volume,
        Self::TickVolume,
    ];
}
