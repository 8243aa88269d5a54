//! Finds tickers by the symbol that a user typed.

use super::state::{Listing, MarketState};
use crate::domain::{
    identity::{self, Identifier},
    symbol::{self, Candidate},
};

impl MarketState {
    /// Returns the ticker that a typed symbol means. Tries the symbol itself, then other spellings (`BRK.B`, `BTC-USD`), then
    /// identifiers (`US0378331005`), and last the codes of other vendors (`DJIA`).
    pub(crate) fn find_symbol(&self, typed: &str) -> Option<&Listing> {
        self.find_by_spelling(typed)
            .or_else(|| self.find_by_code(typed))
    }

    /// Returns the ticker with this symbol, spelling or identifier. Ignores the codes of other vendors, which may be symbols of other tickers.
    pub(crate) fn find_by_spelling(&self, typed: &str) -> Option<&Listing> {
        let find_candidate = |Candidate { symbol, kind }: Candidate| {
            let listing = self.by_symbol(&symbol)?;
            let has_kind = kind.is_none_or(|kind| kind == listing.ticker.profile.kind);
            has_kind.then_some(listing)
        };
        self.by_symbol(typed)
            .or_else(|| {
                symbol::candidates(typed)
                    .into_iter()
                    .find_map(find_candidate)
            })
            .or_else(|| self.with_identifier(&identity::identifier(typed)?).next())
    }

    /// Returns the listings of the instrument with this identifier, ascending by id.
    pub(crate) fn with_identifier(
        &self,
        identifier: &Identifier,
    ) -> impl Iterator<Item = &Listing> {
        let matches = |listing: &&Listing| {
            let profile = &listing.ticker.profile;
            identifier.matches(profile.isin, profile.figi)
        };
        self.listings().iter().filter(matches)
    }

    /// Returns the ticker that another vendor calls by this code.
    pub(crate) fn find_by_code(&self, typed: &str) -> Option<&Listing> {
        symbol::candidates(typed).into_iter().find_map(|candidate| {
            let code = candidate.symbol.trim_start_matches('^');
            let mut symbols = self.names.with_code(code).iter();
            symbols.find_map(|symbol| self.by_symbol(symbol))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::domain::{
        alias::{Alias, AliasIndex, AliasKind},
        ticker::{Profile, Ticker, TickerId, TickerKind},
    };

    fn market() -> MarketState {
        let code = |symbol: &str, code: &str| Alias {
            symbol: symbol.to_owned(),
            alias: code.to_owned(),
            kind: AliasKind::Code,
        };
        let codes = [
            code("^GSPC", "SPX"),
            code("^GSPC", "INX"),
            code("^DJI", "DJIA"),
            code("BTC", "XBT"),
        ];
        let mut market = MarketState::default();
        market.names = Arc::new(AliasIndex::new(codes, []));
        let tickers = [
            ("AAPL", TickerKind::Stock),
            ("BRK-B", TickerKind::Stock),
            ("CL", TickerKind::Stock),
            ("SAP", TickerKind::Stock),
            ("BTC", TickerKind::Crypto),
            ("SUI", TickerKind::Crypto),
            ("^GSPC", TickerKind::Index),
            ("^DJI", TickerKind::Index),
            ("GC=F", TickerKind::Commodity),
            ("CL=F", TickerKind::Commodity),
            ("SAP.DE", TickerKind::Stock),
            ("EURUSD=X", TickerKind::Currency),
            ("JPY=X", TickerKind::Currency),
            ("0700.HK", TickerKind::Stock),
        ];
        for (id, (symbol, kind)) in (1..).zip(tickers) {
            market.put(Ticker::new(
                TickerId(id),
                Profile::new(symbol, symbol, kind),
            ));
        }
        market
    }

    #[test]
    fn an_identifier_finds_its_ticker_unless_it_is_the_symbol_of_another() {
        let mut market = market();
        for (id, symbol, isin) in [
            (20, "SAP.DE", "DE0007164600"),
            (21, "SAP.F", "DE0007164600"),
            (22, "A1EWWW", "US0378331005"),
            (23, "ADS.DE", "DE000A1EWWW0"),
        ] {
            let profile = Profile {
                isin: isin.parse().ok(),
                ..Profile::new(symbol, symbol, TickerKind::Stock)
            };
            market.put(Ticker::new(TickerId(id), profile));
        }
        for (typed, symbol) in [
            ("DE0007164600", "SAP.DE"),
            ("de 000 716460 0", "SAP.DE"),
            ("716460", "SAP.DE"),
            ("WKN 716460", "SAP.DE"),
            ("037833100", "A1EWWW"),
            ("A1EWWW", "A1EWWW"),
            ("DE000A1EWWW0", "ADS.DE"),
        ] {
            let found = market.find_symbol(typed).unwrap();
            assert_eq!(found.ticker.profile.symbol, symbol, "{typed}");
        }
        let sap = identity::identifier("DE0007164600").unwrap();
        assert_eq!(market.with_identifier(&sap).count(), 2);
        // An imported file without symbols creates tickers that have their ISIN as symbol.
        let profile = Profile {
            isin: "US5949181045".parse().ok(),
            ..Profile::new("US5949181045", "Imported", TickerKind::Stock)
        };
        market.put(Ticker::new(TickerId(24), profile));
        let index = market.search_texts().sort();
        assert_eq!(market.search(&index, "US5949181045", 10), [TickerId(24)]);
        assert_eq!(market.search(&index, "DE0007164600", 10).len(), 2);
        assert!(market.find_symbol("DE0007164601").is_none());
    }

    #[test]
    fn every_spelling_finds_its_ticker() {
        let market = market();
        for (symbol, spellings) in SPELLINGS {
            for typed in *spellings {
                let found = market.find_symbol(typed);
                let found = found.map(|listing| &*listing.ticker.profile.symbol);
                assert_eq!(found, Some(*symbol), "{typed:?}");
            }
        }
        for typed in ["", "^", "AAPL-USD", "NOSUCH", "EURGBP", "AAPL NVDA"] {
            assert!(market.find_symbol(typed).is_none(), "{typed:?}");
        }
    }

    const SPELLINGS: &[(&str, &[&str])] = &[
        (
            "AAPL",
            &[
                "AAPL",
                "aapl",
                " AAPL",
                "$AAPL",
                "ＡＡＰＬ",
                "NASDAQ:AAPL",
                "AAPL.US",
                "AAPL US",
                "AAPL.",
            ],
        ),
        (
            "BRK-B",
            &[
                "BRK-B",
                "BRK.B",
                "brk b",
                "BRK/B",
                "BRK_B",
                "NYSE:BRK.B",
                "BRK\u{2011}B",
                "BRK.B.US",
            ],
        ),
        (
            "BTC",
            &[
                "BTC",
                "BTC-USD",
                "btcusd",
                "BTC/USD",
                "BTCUSDT",
                "BTC USD",
                "BINANCE:BTCUSDT",
                "XBT",
            ],
        ),
        ("SUI", &["SUI", "SUI20947-USD", "SUI-USD"]),
        (
            "^GSPC",
            &[
                "^GSPC",
                "gspc",
                "\u{2c6}GSPC",
                "\u{ff3e}GSPC",
                ".GSPC",
                "SPX",
                "SP:SPX",
                "INDEXSP:.INX",
                "$SPX",
            ],
        ),
        ("^DJI", &["^DJI", ".DJI", "DJIA", "DJ:DJI", "INDEXDJX:.DJI"]),
        ("GC=F", &["GC=F", "/GC", "COMEX:GC1!", "gc=f", "ＧＣ＝Ｆ"]),
        (
            "SAP.DE",
            &["SAP.DE", "sap.de", "XETR:SAP", "SAP GY", "SAP.DE."],
        ),
        (
            "EURUSD=X",
            &[
                "EURUSD=X",
                "EURUSD",
                "EUR/USD",
                "eur-usd",
                "EUR USD",
                "FX:EURUSD",
            ],
        ),
        ("JPY=X", &["JPY=X", "USDJPY=X", "USDJPY", "USD/JPY"]),
        ("0700.HK", &["0700.HK", "700.HK", "HKG:0700", "700 HK"]),
        ("CL", &["CL"]),
        ("SAP", &["SAP", "NYSE:SAP"]),
    ];
}
