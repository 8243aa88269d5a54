//! Exchange prefixes and suffixes of symbols in other programs, mapped to Yahoo's suffixes.

/// Prefixes of Google Finance, `TradingView` and others (`NASDAQ:AAPL`, `LON:VOD`), and the suffix at Yahoo.
const PREFIXES: &[(&str, &[&str])] = &[
    (
        "",
        &[
            "NASDAQ",
            "NYSE",
            "NYSEARCA",
            "NYSEAMERICAN",
            "NYSEMKT",
            "AMEX",
            "ARCA",
            "BATS",
            "CBOE",
            "OTC",
            "OTCMKTS",
            "OTCBB",
            "PINK",
            "IEX",
            "MUTF",
            "US",
            "NAS",
            "XNAS",
            "XNYS",
            "ARCX",
            "NMS",
            "NYQ",
            "NYS",
            "SP",
            "TVC",
            "DJ",
            "DJI",
            "INDEX",
            "INDEXSP",
            "INDEXDJX",
            "INDEXNASDAQ",
            "INDEXCBOE",
            "FX",
            "FX_IDC",
            "OANDA",
            "FOREXCOM",
            "FOREX",
            "CURRENCY",
            "FXCM",
            "SAXO",
            "BINANCE",
            "BINANCEUS",
            "COINBASE",
            "KRAKEN",
            "BITSTAMP",
            "BITFINEX",
            "GEMINI",
            "BYBIT",
            "OKX",
            "KUCOIN",
            "CRYPTO",
            "CRYPTOCAP",
            "COIN",
            "COMEX",
            "NYMEX",
            "CBOT",
            "CME",
            "ICEUS",
            "NYBOT",
            "CURRENCYCOM",
            "INDEXRUSSELL",
            "INDEXNYSEGIS",
        ],
    ),
    (".L", &["LON", "LSE", "XLON", "LSIN"]),
    (".DE", &["ETR", "XETR", "XETRA", "GER"]),
    (".F", &["FRA", "FWB", "XFRA"]),
    (".PA", &["EPA", "XPAR", "PAR"]),
    (".AS", &["AMS", "XAMS"]),
    (".BR", &["EBR", "XBRU"]),
    (".LS", &["ELI", "XLIS"]),
    (".MI", &["BIT", "MIL", "XMIL"]),
    (".MC", &["BME", "XMAD"]),
    (".SW", &["SWX", "SIX", "XSWX", "VTX"]),
    (".ST", &["STO", "OMXSTO", "XSTO"]),
    (".CO", &["CPH", "OMXCOP", "XCSE"]),
    (".HE", &["HEL", "OMXHEX", "XHEL"]),
    (".OL", &["OSL", "XOSL"]),
    (".VI", &["VIE", "WBAG", "XWBO"]),
    (".WA", &["WSE", "GPW", "XWAR"]),
    (".TO", &["TSX", "XTSE"]),
    (".V", &["TSXV", "CVE", "XTSX"]),
    (".T", &["TYO", "XTKS", "JPX"]),
    (".HK", &["HKG", "HKEX", "XHKG", "SEHK"]),
    (".NS", &["NSE", "XNSE"]),
    (".BO", &["BOM", "BSE", "XBOM"]),
    (".AX", &["ASX", "XASX"]),
    (".NZ", &["NZE", "NZX"]),
    (".SI", &["SGX", "XSES"]),
    (".KS", &["KRX", "XKRX"]),
    (".KQ", &["KOSDAQ"]),
    (".SS", &["SHA", "SSE", "XSHG"]),
    (".SZ", &["SHE", "SZSE", "XSHE"]),
    (".TW", &["TPE", "TWSE", "XTAI"]),
    (".JO", &["JSE", "XJSE"]),
    (".SA", &["BVMF", "BMFBOVESPA"]),
    (".MX", &["BMV", "XMEX"]),
    (".TA", &["TLV", "TASE"]),
    (".SR", &["TADAWUL"]),
];

/// Bloomberg exchange codes after a space (`VOD LN`).
const BLOOMBERG: &[(&str, &[&str])] = &[
    ("", &["US", "UN", "UQ", "UW", "UA"]),
    (".L", &["LN"]),
    (".DE", &["GY", "GR"]),
    (".PA", &["FP"]),
    (".AS", &["NA"]),
    (".BR", &["BB"]),
    (".MI", &["IM"]),
    (".MC", &["SM", "SQ"]),
    (".SW", &["SW", "SE", "VX"]),
    (".ST", &["SS"]),
    (".CO", &["DC"]),
    (".HE", &["FH"]),
    (".OL", &["NO"]),
    (".TO", &["CN", "CT"]),
    (".T", &["JP", "JT"]),
    (".HK", &["HK"]),
    (".NS", &["IS"]),
    (".AX", &["AU", "AT"]),
    (".SI", &["SP"]),
    (".KS", &["KS"]),
    (".JO", &["SJ"]),
    (".SA", &["BZ"]),
];

/// Suffixes that other programs append to American symbols.
const AMERICAN: &[&str] = &[".US", ".OQ", ".NYSE", ".NASDAQ", ".XNAS", ".XNYS", "-US"];

fn suffix(table: &[(&'static str, &[&str])], name: &str) -> Option<&'static str> {
    let known = table.iter().find(|(_, names)| names.contains(&name));
    known.map(|(suffix, _)| *suffix)
}

/// Replaces an exchange prefix (`LON:VOD`) or suffix (`VOD LN`, `AAPL.US`) by Yahoo's suffix; `None` for a text with
/// a colon and an unknown exchange.
pub(super) fn without_venue(text: &str) -> Option<String> {
    if let Some((first, second)) = text.split_once(':') {
        let (first, second) = (first.trim(), second.trim());
        let (symbol, suffix) = match suffix(PREFIXES, first).or((first == "TSE").then_some("")) {
            Some(suffix) => (second, suffix),
            None => (first, suffix(PREFIXES, second)?),
        };
        let symbol = symbol.trim_start_matches('.');
        // `TSE` is Tokyo for numbers and Toronto for letters.
        if first == "TSE" {
            let is_number = symbol.starts_with(|c: char| c.is_ascii_digit());
            return Some(joined(symbol, if is_number { ".T" } else { ".TO" }));
        }
        return Some(joined(symbol, suffix));
    }
    let text = [" EQUITY", " INDEX", " CURNCY", " COMDTY"]
        .iter()
        .find_map(|kind| text.strip_suffix(kind))
        .unwrap_or(text);
    if let Some((symbol, code)) = text.rsplit_once(' ')
        && let Some(suffix) = suffix(BLOOMBERG, code)
    {
        return Some(joined(symbol, suffix));
    }
    let american = AMERICAN.iter().find_map(|suffix| text.strip_suffix(suffix));
    Some(american.unwrap_or(text).to_owned())
}

/// Appends the suffix of an exchange. Yahoo writes a hyphen before a share class, and no dot at the end of London
/// symbols.
fn joined(symbol: &str, suffix: &str) -> String {
    if suffix.is_empty() || symbol.ends_with(suffix) {
        return symbol.to_owned();
    }
    let symbol = symbol
        .trim_end_matches(['.', '/'])
        .replace(['.', '/', ' '], "-");
    format!("{symbol}{suffix}")
}
