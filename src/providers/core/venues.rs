//! The exchanges that a provider serves, by the suffix of symbols (`SAP.DE`).

use crate::{
    domain::{
        currency::Currency,
        identity::Isin,
        ticker::{Profile, Ticker, TickerId, TickerKind},
    },
    source::TickerInfo,
};

/// An exchange.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Venue {
    /// The suffix of its symbols, with the dot.
    pub(crate) suffix: &'static str,
    /// Market identifier codes (ISO 10383) of its segments, the most likely one first.
    pub(crate) mics: &'static [&'static str],
    /// The name that pages show.
    pub(crate) name: &'static str,
    /// IANA name of its time zone.
    zone: &'static str,
    /// ISO code of the currency of most listings.
    currency: &'static str,
}

impl Venue {
    /// Creates a venue.
    pub(crate) const fn new(
        suffix: &'static str,
        mics: &'static [&'static str],
        name: &'static str,
        zone: &'static str,
        currency: &'static str,
    ) -> Self {
        Self {
            suffix,
            mics,
            name,
            zone,
            currency,
        }
    }

    /// Returns the currency of most listings.
    pub(crate) fn currency(&self) -> Currency {
        Currency::parse(self.currency).unwrap_or_default()
    }

    /// Returns the profile of a listing.
    pub(crate) fn profile(
        &self,
        symbol: &str,
        name: &str,
        kind: TickerKind,
        isin: Isin,
    ) -> Profile {
        Profile {
            isin: Some(isin),
            currency: self.currency(),
            exchange: Some(self.name.to_owned()),
            time_zone: Some(self.zone.to_owned()),
            ..Profile::new(symbol, name, kind)
        }
    }
}

/// Returns the code of a symbol at its exchange, and the exchange; `None` if the exchange is not among `venues`.
pub(crate) fn find<'a, 'v>(venues: &'v [Venue], symbol: &'a str) -> Option<(&'a str, &'v Venue)> {
    venues.iter().find_map(|venue| {
        let code = symbol.strip_suffix(venue.suffix)?;
        (!code.is_empty()).then_some((code, venue))
    })
}

/// Returns the exchange of a stock or fund that a provider may update.
pub(crate) fn of_ticker<'v>(
    venues: &'v [Venue],
    kinds: &[TickerKind],
    ticker: &TickerInfo,
) -> Option<&'v Venue> {
    let is_supported = !ticker.imported && kinds.contains(&ticker.kind);
    let (_, venue) = find(venues, &ticker.symbol).filter(|_| is_supported)?;
    Some(venue)
}

/// Returns a well-known stock, for probes and tests.
pub(crate) fn example(venues: &[Venue], symbol: &str, name: &str, isin: &str) -> TickerInfo {
    let profile = match (find(venues, symbol), isin.parse()) {
        (Some((_, venue)), Ok(isin)) => venue.profile(symbol, name, TickerKind::Stock, isin),
        _ => Profile::new(symbol, name, TickerKind::Stock),
    };
    TickerInfo::of(&Ticker::new(TickerId(1), profile))
}

#[cfg(test)]
mod tests {
    use super::*;

    const VENUES: &[Venue] = &[
        Venue::new(".F", &["XFRA"], "Frankfurt", "Europe/Berlin", "EUR"),
        Venue::new(".OL", &["XOSL"], "Oslo", "Europe/Oslo", "NOK"),
    ];

    #[test]
    fn a_suffix_identifies_the_exchange() {
        let found = |symbol| find(VENUES, symbol).map(|(code, venue)| (code, venue.name));
        assert_eq!(found("SAP.F"), Some(("SAP", "Frankfurt")));
        for other in ["SAP.DE", "SAP", ".F", "F", "BRK-B"] {
            assert_eq!(found(other), None, "{other}");
        }
    }

    #[test]
    fn a_profile_has_the_currency_and_the_calendar_of_its_exchange() {
        let isin = "NO0010096985".parse().unwrap();
        let profile = VENUES[1].profile("EQNR.OL", "Equinor", TickerKind::Stock, isin);
        assert_eq!(profile.currency.as_str(), "NOK");
        assert_eq!(profile.calendar().time_zone(), Some("Europe/Oslo"));
        assert_eq!(profile.isin, Some(isin));
    }
}
