//! Converts exchange prefixes and suffixes of other programs to Yahoo's suffixes.

/// Yahoo's suffix, and the exchange prefixes of Google Finance, `TradingView` and other programs: `NASDAQ:AAPL`,
/// `LON:VOD`. American exchanges, currency and coin markets have no suffix.
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

/// Yahoo's suffix, and Bloomberg's exchange codes, which follow a space: `VOD LN`.
const BLOOMBERG_CODES: &[(&str, &[&str])] = &[
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

/// Suffixes that other programs append to American symbols. Yahoo has no suffix for them.
const AMERICAN_SUFFIXES: &[&str] = &[".US", ".OQ", ".NYSE", ".NASDAQ", ".XNAS", ".XNYS", "-US"];

/// Returns Yahoo's suffix for the name of an exchange in `table`.
fn find_suffix(table: &[(&'static str, &[&str])], exchange: &str) -> Option<&'static str> {
    let row = table.iter().find(|(_, names)| names.contains(&exchange));
    row.map(|(suffix, _)| *suffix)
}

/// Replaces an exchange prefix (`LON:VOD`) or suffix (`VOD LN`, `AAPL.US`) by Yahoo's suffix. `None` for a text with a
/// colon and an unknown exchange.
pub(super) fn with_yahoo_suffix(text: &str) -> Option<String> {
    if let Some((first, second)) = text.split_once(':') {
        let (first, second) = (first.trim(), second.trim());
        // `TSE` is Tokyo if the symbol is a number and Toronto otherwise.
        if first == "TSE" {
            let symbol = second.trim_start_matches('.');
            let is_number = symbol.starts_with(|c: char| c.is_ascii_digit());
            return Some(append_suffix(symbol, if is_number { ".T" } else { ".TO" }));
        }
        // The exchange is before or after the colon: `LON:VOD`, `AAPL:NASDAQ`.
        let (symbol, suffix) = match find_suffix(PREFIXES, first) {
            Some(suffix) => (second, suffix),
            None => (first, find_suffix(PREFIXES, second)?),
        };
        return Some(append_suffix(symbol.trim_start_matches('.'), suffix));
    }
    // Bloomberg symbols end with the market sector: `AAPL US EQUITY`.
    let text = [" EQUITY", " INDEX", " CURNCY", " COMDTY"]
        .iter()
        .find_map(|sector| text.strip_suffix(sector))
        .unwrap_or(text);
    if let Some((symbol, code)) = text.rsplit_once(' ')
        && let Some(suffix) = find_suffix(BLOOMBERG_CODES, code)
    {
        return Some(append_suffix(symbol, suffix));
    }
    let american = AMERICAN_SUFFIXES
        .iter()
        .find_map(|suffix| text.strip_suffix(suffix));
    Some(american.unwrap_or(text).to_owned())
}

/// Appends the suffix of an exchange. Before the suffix, Yahoo separates a share class with a hyphen (`VOLV-B.ST`) and
/// omits a final dot, which some London symbols have.
fn append_suffix(symbol: &str, suffix: &str) -> String {
    if suffix.is_empty() || symbol.ends_with(suffix) {
        return symbol.to_owned();
    }
    let symbol = symbol
        .trim_end_matches(['.', '/'])
        .replace(['.', '/', ' '], "-");
    format!("{symbol}{suffix}")
}
