//! Whom Yahoo is asked about.

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

/// A ticker to ask about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Target {
    /// Ours.
    pub(super) symbol: String,
    /// Yahoo's.
    pub(super) yahoo: String,
    /// What it is.
    pub(super) kind: TickerKind,
    /// What its prices are kept in.
    pub(super) currency: Currency,
    /// When it trades.
    pub(super) calendar: Calendar,
    /// Somebody follows it; the others are the catalogue's.
    pub(super) is_followed: bool,
}

/// What brings a ticker's price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PricedBy {
    /// Another provider.
    Others,
    /// Yahoo's spark endpoint.
    Spark,
    /// Yahoo's chart endpoint, with the bars: spark has nothing for it, or does not answer.
    Chart,
}

impl Target {
    /// The instrument as Yahoo knows it; `None` where it does not.
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

    /// A ticker that is looked up, as Yahoo spells it.
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

    /// The ticker that somebody follows; `None` for those of the catalogue.
    pub(super) fn followed(ticker: &TickerInfo) -> Option<Self> {
        Some(Self {
            symbol: ticker.symbol.clone(),
            yahoo: ticker.followed.clone()?,
            kind: ticker.kind,
            currency: ticker.currency,
            calendar: ticker.calendar,
            is_followed: true,
        })
    }

    /// Whether nobody else brings its price: of coins the others know the catalogue's only.
    pub(super) fn is_ours_alone(&self) -> bool {
        self.is_followed && self.kind == TickerKind::Crypto
    }

    /// When it trades.
    pub(super) fn calendar(&self) -> Calendar {
        self.calendar
    }
}

/// The first of each kind, then the second of each: a new market soon shows something of everything.
pub(super) fn interleaved(targets: Vec<Target>) -> Vec<Target> {
    let mut of_kind: HashMap<TickerKind, usize> = HashMap::new();
    let mut ranked: Vec<(usize, Target)> = targets
        .into_iter()
        .map(|target| {
            let rank = of_kind.entry(target.kind).or_default();
            *rank += 1;
            (*rank, target)
        })
        .collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, target)| target).collect()
}

/// A symbol within an address: `^` must be escaped, `-` and `=` need not be.
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
