//! The exchanges whose symbols other providers know, with their codes at `OpenFIGI` (those of Bloomberg) and the suffix of
//! their symbols at Yahoo, which Marketdeck uses.
//!
//! Exchanges at which Bloomberg's tickers differ from those of the exchange (India, Mexico) are missing.

/// An exchange.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Exchange {
    /// Codes at `OpenFIGI`. Some countries have one code for the exchange and one for all exchanges together.
    pub(super) codes: &'static [&'static str],
    /// The name that pages show.
    pub(super) name: &'static str,
    /// The suffix of symbols.
    pub(super) suffix: &'static str,
    /// ISO code of the country.
    pub(super) country: &'static str,
}

/// Creates a row of the table.
const fn exchange(
    codes: &'static [&'static str],
    name: &'static str,
    suffix: &'static str,
    country: &'static str,
) -> Exchange {
    Exchange {
        codes,
        name,
        suffix,
        country,
    }
}

/// All exchanges of the United States together. A share that is only traded over the counter has this code too.
pub(super) const UNITED_STATES: Exchange = exchange(&["US"], "United States", "", "US");
/// Trading over the counter in the United States, mostly of foreign companies whose main exchange is elsewhere.
pub(super) const OVER_THE_COUNTER: Exchange = exchange(&["US"], "US over the counter", "", "US");

/// The codes of American exchanges: New York Stock Exchange, three segments of Nasdaq, NYSE American, NYSE Arca, Cboe BZX.
pub(super) const AMERICAN_EXCHANGES: [&str; 7] = ["UN", "UW", "UQ", "UR", "UA", "UP", "UF"];

/// Exchanges outside the United States, most important first.
pub(super) const EXCHANGES: &[Exchange] = &[
    exchange(&["GY"], "Xetra", ".DE", "DE"),
    exchange(&["FP"], "Euronext Paris", ".PA", "FR"),
    exchange(&["NA"], "Euronext Amsterdam", ".AS", "NL"),
    exchange(&["LN"], "London", ".L", "GB"),
    exchange(&["IM"], "Borsa Italiana", ".MI", "IT"),
    exchange(&["SE", "SW"], "SIX Swiss Exchange", ".SW", "CH"),
    exchange(&["SQ", "SM"], "Madrid", ".MC", "ES"),
    exchange(&["BB"], "Euronext Brussels", ".BR", "BE"),
    exchange(&["PL"], "Euronext Lisbon", ".LS", "PT"),
    exchange(&["ID"], "Euronext Dublin", ".IR", "IE"),
    exchange(&["AV"], "Vienna", ".VI", "AT"),
    exchange(&["SS"], "Nasdaq Stockholm", ".ST", "SE"),
    exchange(&["DC"], "Nasdaq Copenhagen", ".CO", "DK"),
    exchange(&["FH"], "Nasdaq Helsinki", ".HE", "FI"),
    exchange(&["NO"], "Oslo", ".OL", "NO"),
    exchange(&["PW"], "Warsaw", ".WA", "PL"),
    exchange(&["CT"], "Toronto", ".TO", "CA"),
    exchange(&["CV"], "TSX Venture", ".V", "CA"),
    exchange(&["JT"], "Tokyo", ".T", "JP"),
    exchange(&["HK"], "Hong Kong", ".HK", "HK"),
    exchange(&["AT"], "Australian Securities Exchange", ".AX", "AU"),
    exchange(&["NZ"], "New Zealand", ".NZ", "NZ"),
    exchange(&["SP"], "Singapore", ".SI", "SG"),
    exchange(&["KP"], "Korea Exchange", ".KS", "KR"),
    exchange(&["KQ"], "KOSDAQ", ".KQ", "KR"),
    exchange(&["CG"], "Shanghai", ".SS", "CN"),
    exchange(&["CS"], "Shenzhen", ".SZ", "CN"),
    exchange(&["TT"], "Taiwan", ".TW", "TW"),
    exchange(&["SJ"], "Johannesburg", ".JO", "ZA"),
    exchange(&["BS", "BZ"], "B3", ".SA", "BR"),
    exchange(&["IT"], "Tel Aviv", ".TA", "IL"),
    exchange(&["GF"], "Frankfurt", ".F", "DE"),
    exchange(&["GS"], "Stuttgart", ".SG", "DE"),
    exchange(&["GM"], "Munich", ".MU", "DE"),
    exchange(&["GD"], "Düsseldorf", ".DU", "DE"),
    exchange(&["GB"], "Berlin", ".BE", "DE"),
    exchange(&["GH"], "Hamburg", ".HM", "DE"),
];

impl Exchange {
    /// Returns the symbol of a Bloomberg ticker at this exchange, such as `BRK-B` for `BRK/B` and `VOLV-B.ST` for `VOLVB`.
    /// `name` is Bloomberg's name, which ends with the share class at Nordic exchanges. `None` if the ticker cannot be a
    /// symbol.
    pub(super) fn symbol(&self, ticker: &str, name: &str) -> Option<String> {
        let ticker = ticker.trim().trim_end_matches('/').replace('/', "-");
        let is_valid = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-';
        let is_code = !ticker.is_empty() && ticker.len() <= 12 && ticker.chars().all(is_valid);
        let ticker = match self.suffix {
            _ if !is_code => return None,
            ".HK" => format!("{ticker:0>4}"),
            ".ST" | ".CO" => with_class(&ticker, name),
            _ => ticker,
        };
        Some(format!("{ticker}{}", self.suffix))
    }
}

/// Separates the share class from a Nordic ticker if the name contains the same class: `VOLVB`, `VOLVO AB-B SHS`.
fn with_class(ticker: &str, name: &str) -> String {
    let name = name.trim().trim_end_matches(" SHS");
    match (
        ticker.split_at_checked(ticker.len() - 1),
        name.rsplit_once('-'),
    ) {
        (Some((stem, class)), Some((_, named))) if class == named && stem.len() >= 2 => {
            format!("{stem}-{class}")
        }
        _ => ticker.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_have_the_spelling_of_the_exchange() {
        let symbol = |code: &str, ticker: &str, name: &str| {
            let rows = EXCHANGES.iter().chain([&UNITED_STATES]);
            let exchange = rows
                .into_iter()
                .find(|row| row.codes.contains(&code))
                .unwrap();
            exchange.symbol(ticker, name)
        };
        for (code, ticker, name, expected) in [
            ("US", "AAPL", "APPLE INC", "AAPL"),
            ("US", "BRK/B", "BERKSHIRE HATHAWAY INC-CL B", "BRK-B"),
            ("GY", "SAP", "SAP SE", "SAP.DE"),
            ("LN", "BP/", "BP PLC", "BP.L"),
            ("LN", "BT/A", "BT GROUP PLC", "BT-A.L"),
            ("HK", "700", "TENCENT HOLDINGS LTD", "0700.HK"),
            ("SS", "VOLVB", "VOLVO AB-B SHS", "VOLV-B.ST"),
            ("DC", "NOVOB", "NOVO NORDISK A/S-B", "NOVO-B.CO"),
            ("SS", "ABB", "ABB LTD-REG", "ABB.ST"),
            ("SE", "NESN", "NESTLE SA-REG", "NESN.SW"),
            ("JT", "7203", "TOYOTA MOTOR CORP", "7203.T"),
            ("CT", "RCI/B", "ROGERS COMMUNICATIONS INC-B", "RCI-B.TO"),
        ] {
            assert_eq!(symbol(code, ticker, name).as_deref(), Some(expected));
        }
        for ticker in ["", " ", "/", "AAPL 5 01/01/30", "Ä"] {
            assert_eq!(symbol("US", ticker, "X"), None, "{ticker}");
        }
    }

    #[test]
    fn codes_and_suffixes_are_unique() {
        let codes: Vec<_> = EXCHANGES.iter().flat_map(|row| row.codes).collect();
        let suffixes: Vec<_> = EXCHANGES.iter().map(|row| row.suffix).collect();
        for (index, code) in codes.iter().enumerate() {
            assert!(!codes[..index].contains(code), "{code}");
        }
        for (index, suffix) in suffixes.iter().enumerate() {
            assert!(!suffixes[..index].contains(suffix), "{suffix}");
        }
    }
}
