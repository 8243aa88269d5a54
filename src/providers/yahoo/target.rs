//! The tickers that are requested from Yahoo.

use std::collections::HashMap;

use crate::{
    catalogue::Instrument,
    domain::{
        currency::Currency,
        session::Calendar,
        ticker::{Profile, TickerKind},
    },
    source::TickerInfo,
};

/// A ticker that is requested from Yahoo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Target {
    /// Marketdeck's symbol.
    pub(super) symbol: String,
    /// Yahoo's symbol.
    pub(super) yahoo: String,
    /// The kind of the ticker.
    pub(super) kind: TickerKind,
    /// The currency of the stored prices.
    pub(super) currency: Currency,
    /// The trading hours of the ticker.
    pub(super) calendar: Calendar,
    /// True for a followed ticker, false for a ticker of the catalogue.
    pub(super) is_followed: bool,
}

/// The source of a ticker's price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PriceSource {
    /// Another provider.
    Others,
    /// Yahoo's spark endpoint.
    Spark,
    /// Yahoo's chart endpoint, because the spark endpoint fails or has no data for the ticker.
    Chart,
}

impl Target {
    /// Returns the target of an instrument; `None` if Yahoo does not have it.
    pub(super) fn of(instrument: &Instrument) -> Option<Self> {
        Some(Self {
            symbol: instrument.profile.symbol.clone(),
            yahoo: instrument.yahoo.clone()?,
            kind: instrument.profile.kind,
            currency: instrument.profile.currency,
            calendar: instrument.profile.calendar(),
            is_followed: false,
        })
    }

    /// Creates the target of a ticker that is looked up.
    pub(super) fn of_profile(profile: &Profile, yahoo: &str) -> Self {
        Self {
            symbol: profile.symbol.clone(),
            yahoo: yahoo.to_owned(),
            kind: profile.kind,
            currency: profile.currency,
            calendar: profile.calendar(),
            is_followed: true,
        }
    }

    /// Returns the target of a followed ticker; `None` for a ticker of the catalogue, and for a bond, which Yahoo does not have.
    pub(super) fn followed(ticker: &TickerInfo) -> Option<Self> {
        let yahoo = ticker.followed.clone();
        Some(Self {
            symbol: ticker.symbol.clone(),
            yahoo: yahoo.filter(|_| ticker.kind != TickerKind::Bond)?,
            kind: ticker.kind,
            currency: ticker.currency,
            calendar: ticker.calendar,
            is_followed: true,
        })
    }

    /// Returns true if only Yahoo can price the target. Other providers have only the coins of the catalogue.
    pub(super) fn has_no_other_provider(&self) -> bool {
        self.is_followed && self.kind == TickerKind::Crypto
    }

    /// The trading hours of the target.
    pub(super) fn calendar(&self) -> Calendar {
        self.calendar
    }
}

/// Sorts targets so that kinds alternate: the first of each kind, then the second of each kind. A new market then soon has data of
/// all kinds.
pub(super) fn interleaved(targets: Vec<Target>) -> Vec<Target> {
    let mut counts: HashMap<TickerKind, usize> = HashMap::new();
    let mut ranked: Vec<(usize, Target)> = targets
        .into_iter()
        .map(|target| {
            let rank = counts.entry(target.kind).or_default();
            *rank += 1;
            (*rank, target)
        })
        .collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, target)| target).collect()
}

/// Percent-encodes a symbol for a URL, except `-`, `.`, `_`, `~` and `=`.
pub(in crate::providers) fn encode(symbol: &str) -> String {
    use std::fmt::Write as _;
    let mut out = String::with_capacity(symbol.len());
    for byte in symbol.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~=".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}
