//! CNBC's symbols of commodities, indices, yields and currency pairs.

use crate::{
    domain::{
        currency::Currency,
        ticker::{
            Profile,
            TickerKind::{self, Commodity, Index},
        },
    },
    source::TickerInfo,
};

/// A ticker that CNBC quotes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Instrument {
    /// Marketdeck's symbol, which is Yahoo's.
    symbol: &'static str,
    /// CNBC's symbol.
    cnbc: &'static str,
    name: &'static str,
    kind: TickerKind,
    decimals: u8,
    /// IANA name of the exchange's time zone; `None` for New York.
    time_zone: Option<&'static str>,
}

const fn index(
    symbol: &'static str,
    cnbc: &'static str,
    name: &'static str,
    time_zone: Option<&'static str>,
) -> Instrument {
    Instrument {
        symbol,
        cnbc,
        name,
        kind: Index,
        decimals: 2,
        time_zone,
    }
}

/// A yield, in percent like Yahoo's.
const fn bond_yield(symbol: &'static str, cnbc: &'static str, name: &'static str) -> Instrument {
    Instrument {
        decimals: 3,
        ..index(symbol, cnbc, name, None)
    }
}

/// The front month of a future, in US dollars per unit like Yahoo's.
const fn future(
    symbol: &'static str,
    cnbc: &'static str,
    name: &'static str,
    decimals: u8,
) -> Instrument {
    Instrument {
        kind: Commodity,
        decimals,
        ..index(symbol, cnbc, name, None)
    }
}

/// The tickers that CNBC quotes in the same unit as Yahoo. Grains, softs and livestock are missing because CNBC quotes them in cents or
/// in eighths of a cent.
const INSTRUMENTS: [Instrument; 41] = [
    future("GC=F", "@GC.1", "Gold", 2),
    future("SI=F", "@SI.1", "Silver", 3),
    future("HG=F", "@HG.1", "Copper", 4),
    future("PL=F", "@PL.1", "Platinum", 2),
    future("PA=F", "@PA.1", "Palladium", 2),
    future("CL=F", "@CL.1", "Crude Oil WTI", 2),
    future("BZ=F", "@LCO.1", "Brent Crude", 2),
    future("NG=F", "@NG.1", "Natural Gas", 3),
    future("HO=F", "@HO.1", "Heating Oil", 4),
    future("RB=F", "@RB.1", "RBOB Gasoline", 4),
    bond_yield("^FVX", "US5Y", "Treasury Yield 5 Years"),
    bond_yield("^TNX", "US10Y", "Treasury Yield 10 Years"),
    bond_yield("^TYX", "US30Y", "Treasury Yield 30 Years"),
    index("^GSPC", ".SPX", "S&P 500", None),
    index("^IXIC", ".IXIC", "NASDAQ Composite", None),
    index("^NDX", ".NDX", "NASDAQ 100", None),
    index("^DJI", ".DJI", "Dow Jones Industrial Average", None),
    index("^RUT", ".RUT", "Russell 2000", None),
    index("^VIX", ".VIX", "CBOE Volatility Index", None),
    index("DX-Y.NYB", ".DXY", "US Dollar Index", None),
    index(
        "^GSPTSE",
        ".GSPTSE",
        "S&P/TSX Composite",
        Some("America/Toronto"),
    ),
    index("^BVSP", ".BVSP", "Bovespa", Some("America/Sao_Paulo")),
    index("^MXX", ".MXX", "IPC Mexico", Some("America/Mexico_City")),
    index("^FTSE", ".FTSE", "FTSE 100", Some("Europe/London")),
    index("^GDAXI", ".GDAXI", "DAX", Some("Europe/Berlin")),
    index(
        "^STOXX50E",
        ".STOXX50E",
        "Euro Stoxx 50",
        Some("Europe/Berlin"),
    ),
    index(
        "^STOXX",
        ".STOXX",
        "STOXX Europe 600",
        Some("Europe/Berlin"),
    ),
    index("^FCHI", ".FCHI", "CAC 40", Some("Europe/Paris")),
    index("^AEX", ".AEX", "AEX", Some("Europe/Amsterdam")),
    index("^IBEX", ".IBEX", "IBEX 35", Some("Europe/Madrid")),
    index("FTSEMIB.MI", ".FTMIB", "FTSE MIB", Some("Europe/Rome")),
    index("^SSMI", ".SSMI", "SMI", Some("Europe/Zurich")),
    index("^N225", ".N225", "Nikkei 225", Some("Asia/Tokyo")),
    index("^HSI", ".HSI", "Hang Seng Index", Some("Asia/Hong_Kong")),
    index("000001.SS", ".SSEC", "SSE Composite", Some("Asia/Shanghai")),
    index("^KS11", ".KS11", "KOSPI", Some("Asia/Seoul")),
    index("^TWII", ".TWII", "TWSE Weighted Index", Some("Asia/Taipei")),
    index("^NSEI", ".NSEI", "NIFTY 50", Some("Asia/Kolkata")),
    index("^BSESN", ".BSESN", "S&P BSE SENSEX", Some("Asia/Kolkata")),
    index("^AXJO", ".AXJO", "S&P/ASX 200", Some("Australia/Sydney")),
    index("^AORD", ".AORD", "All Ordinaries", Some("Australia/Sydney")),
];

/// Currencies that CNBC quotes in units per US dollar.
const QUOTED_PER_DOLLAR: &str =
    "BRL CAD CHF CLP CNY COP CZK DKK HKD HUF INR JPY KRW MXN NOK PLN SEK SGD THB TRY ZAR";
/// Currencies that CNBC quotes in US dollars per unit.
const QUOTED_IN_DOLLARS: &str = "AUD EUR GBP NZD";
/// Pairs without the US dollar.
const CROSS_PAIRS: &str = "AUDJPY CADJPY CHFJPY EURAUD EURCAD EURCHF EURGBP EURJPY EURNOK EURSEK GBPAUD GBPCAD GBPCHF GBPJPY";

/// Returns CNBC's symbol of a ticker; `None` for tickers that it does not have, or has in another unit.
pub(super) fn cnbc_symbol(ticker: &TickerInfo) -> Option<String> {
    if ticker.kind == TickerKind::Currency {
        let (from, to) = Currency::pair(&ticker.symbol)?;
        return pair_symbol(from.as_str(), to.as_str()).filter(|_| to == ticker.currency);
    }
    let instrument = INSTRUMENTS
        .iter()
        .find(|one| one.symbol == ticker.symbol && one.kind == ticker.kind)?;
    // An index has points; only futures have a currency.
    let is_same_unit = ticker.kind == Index || ticker.currency == Currency::USD;
    is_same_unit.then(|| instrument.cnbc.to_owned())
}

/// Returns CNBC's symbol of a currency pair: `EUR=` for EUR/USD, `JPY=` for USD/JPY, `EURJPY=` for EUR/JPY.
fn pair_symbol(from: &str, to: &str) -> Option<String> {
    let contains = |list: &str, code: &str| list.split(' ').any(|one| one == code);
    match (from, to) {
        (from, "USD") if contains(QUOTED_IN_DOLLARS, from) => Some(format!("{from}=")),
        ("USD", to) if contains(QUOTED_PER_DOLLAR, to) => Some(format!("{to}=")),
        _ => {
            let pair = format!("{from}{to}");
            contains(CROSS_PAIRS, &pair).then(|| format!("{pair}="))
        }
    }
}

/// Returns a symbol in the form that URLs require.
pub(super) fn encode(cnbc: &str) -> String {
    cnbc.replace('@', "%40").replace('=', "%3D")
}

/// Returns the profile of a commodity, an index or a yield.
pub(super) fn profile(symbol: &str) -> Option<Profile> {
    INSTRUMENTS
        .iter()
        .find(|one| one.symbol == symbol)
        .map(profile_of)
}

/// Returns the profiles whose symbol or name contains `query` in any case, the best matches first.
pub(super) fn search(query: &str) -> Vec<Profile> {
    let query = query.trim().to_lowercase();
    if query.is_empty() {
        return Vec::new();
    }
    let rank = |one: &Instrument| {
        let (symbol, name) = (one.symbol.to_lowercase(), one.name.to_lowercase());
        let bare = symbol.trim_start_matches('^').trim_end_matches("=f");
        match () {
            () if query == symbol || query == bare => Some(0),
            () if name.starts_with(&query) => Some(1),
            () if name.contains(&query) || bare.starts_with(&query) => Some(2),
            () => None,
        }
    };
    let mut hits: Vec<_> = INSTRUMENTS
        .iter()
        .filter_map(|one| Some((rank(one)?, one)))
        .collect();
    hits.sort_by_key(|(rank, _)| *rank);
    hits.into_iter().map(|(_, one)| profile_of(one)).collect()
}

fn profile_of(instrument: &Instrument) -> Profile {
    Profile {
        decimals: instrument.decimals,
        time_zone: instrument.time_zone.map(str::to_owned),
        ..Profile::new(instrument.symbol, instrument.name, instrument.kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ticker::{Ticker, TickerId};

    fn symbol(symbol: &str, kind: TickerKind, currency: &str) -> Option<String> {
        let profile = Profile {
            currency: Currency::parse(currency).unwrap(),
            ..Profile::new(symbol, symbol, kind)
        };
        cnbc_symbol(&TickerInfo::of(&Ticker::new(TickerId(1), profile)))
    }

    #[test]
    fn commodities_indices_yields_and_pairs_have_a_cnbc_symbol() {
        for (ours, kind, currency, theirs) in [
            ("GC=F", Commodity, "USD", "@GC.1"),
            ("BZ=F", Commodity, "USD", "@LCO.1"),
            ("^TNX", Index, "USD", "US10Y"),
            ("^GSPC", Index, "USD", ".SPX"),
            ("^GDAXI", Index, "EUR", ".GDAXI"),
            ("EURUSD=X", TickerKind::Currency, "USD", "EUR="),
            ("JPY=X", TickerKind::Currency, "JPY", "JPY="),
            ("USDJPY=X", TickerKind::Currency, "JPY", "JPY="),
            ("EURJPY=X", TickerKind::Currency, "JPY", "EURJPY="),
        ] {
            assert_eq!(
                symbol(ours, kind, currency).as_deref(),
                Some(theirs),
                "{ours}"
            );
        }
    }

    #[test]
    fn tickers_in_another_unit_or_of_another_kind_are_not_requested() {
        for (ours, kind, currency) in [
            ("ZC=F", Commodity, "USD"),
            ("GC=F", Commodity, "EUR"),
            ("USDEUR=X", TickerKind::Currency, "EUR"),
            ("JPY=X", TickerKind::Currency, "USD"),
            ("AAPL", TickerKind::Stock, "USD"),
            ("BTC", TickerKind::Crypto, "USD"),
        ] {
            assert_eq!(symbol(ours, kind, currency), None, "{ours}");
        }
    }

    #[test]
    fn instruments_are_found_by_symbol_and_name() {
        let first = |query| search(query).first().map(|one| one.symbol.clone());
        for (query, symbol) in [
            ("^TNX", "^TNX"),
            ("tnx", "^TNX"),
            ("dax", "^GDAXI"),
            ("treasury yield 10", "^TNX"),
            ("nikkei", "^N225"),
        ] {
            assert_eq!(first(query).as_deref(), Some(symbol), "{query}");
        }
        assert_eq!(first("apple"), None);
        assert_eq!(first(" "), None);
        let dax = profile("^GDAXI").unwrap();
        assert_eq!(dax.calendar().time_zone(), Some("Europe/Berlin"));
    }
}
