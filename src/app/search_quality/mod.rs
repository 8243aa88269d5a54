//! Tests of search quality with lists of queries and their expected first results. The search
//! covers the catalogue and some followed tickers.

mod third_list;

use std::sync::Arc;

use crate::{
    catalogue::Catalogue,
    domain::ticker::{Profile, Ticker, TickerId, TickerKind},
    market::MarketState,
};

/// Followed tickers that the search covers in addition to the catalogue.
const FOLLOWED: &[(&str, &str, TickerKind)] = &[
    ("SAP.DE", "SAP SE", TickerKind::Stock),
    (
        "VOD.L",
        "Vodafone Group Public Limited Company",
        TickerKind::Stock,
    ),
    ("NESN.SW", "Nestlé S.A.", TickerKind::Stock),
    ("7203.T", "Toyota Motor Corporation", TickerKind::Stock),
    (
        "MUV2.DE",
        "Münchener Rückversicherungs-Gesellschaft AG",
        TickerKind::Stock,
    ),
    ("OR.PA", "L'Oréal S.A.", TickerKind::Stock),
    ("^FTSE", "FTSE 100", TickerKind::Index),
    ("^GDAXI", "DAX P", TickerKind::Index),
    ("^N225", "Nikkei 225", TickerKind::Index),
    ("^VIX", "CBOE Volatility Index", TickerKind::Index),
    ("EURUSD=X", "EUR/USD", TickerKind::Currency),
    ("GBPUSD=X", "GBP/USD", TickerKind::Currency),
    ("JPY=X", "USD/JPY", TickerKind::Currency),
    ("CHF=X", "USD/CHF", TickerKind::Currency),
    (
        "VTSAX",
        "Vanguard Total Stock Market Index Fund Admiral Shares",
        TickerKind::Fund,
    ),
];

/// Queries with their expected first result.
const QUERIES: &[(&str, &str)] = &[
    // Names.
    ("apple", "AAPL"),
    ("microsoft", "MSFT"),
    ("google", "GOOGL"),
    ("amazon", "AMZN"),
    ("jp morgan", "JPM"),
    ("jpmorgan", "JPM"),
    ("J.P. Morgan", "JPM"),
    ("coca cola", "KO"),
    ("coca-cola", "KO"),
    ("cocacola", "KO"),
    ("berkshire", "BRK-B"),
    ("berkshire hathaway", "BRK-B"),
    ("procter and gamble", "PG"),
    ("johnson & johnson", "JNJ"),
    ("walt disney", "DIS"),
    ("exxon", "XOM"),
    ("goldman", "GS"),
    ("wells fargo", "WFC"),
    ("bank of america", "BAC"),
    ("home depot", "HD"),
    ("ford", "F"),
    ("general motors", "GM"),
    ("boeing", "BA"),
    ("mcdonalds", "MCD"),
    ("McDonald's", "MCD"),
    ("tsmc", "TSM"),
    ("eli lilly", "LLY"),
    ("t mobile", "TMUS"),
    ("at&t", "T"),
    ("att", "T"),
    ("s&p global", "SPGI"),
    ("vodafone", "VOD.L"),
    ("deere", "DE"),
    // Former names and nicknames.
    ("facebook", "META"),
    ("general electric", "GE"),
    ("british petroleum", "BP"),
    ("raytheon", "RTX"),
    ("schlumberger", "SLB"),
    ("royal dutch shell", "SHEL"),
    ("priceline", "BKNG"),
    ("federal express", "FDX"),
    ("matic", "POL"),
    ("coke", "KO"),
    ("bofa", "BAC"),
    ("amex", "AXP"),
    ("j&j", "JNJ"),
    ("p&g", "PG"),
    ("big blue", "IBM"),
    ("rbc", "RY"),
    // Tickers with dots, dashes and signs.
    ("brk.b", "BRK-B"),
    ("brk-b", "BRK-B"),
    ("brk b", "BRK-B"),
    ("BRKB", "BRK-B"),
    ("BTC-USD", "BTC"),
    ("ethusd", "ETH"),
    ("$tsla", "TSLA"),
    (" AAPL ", "AAPL"),
    ("\u{2c6}GSPC", "^GSPC"),
    ("spx", "^GSPC"),
    ("djia", "^DJI"),
    ("gc=f", "GC=F"),
    ("sap.de", "SAP.DE"),
    ("7203", "7203.T"),
    ("f", "F"),
    ("v", "V"),
    ("ma", "MA"),
    ("cl", "CL"),
    ("vtsax", "VTSAX"),
    ("NASDAQ:NVDA", "NVDA"),
    // Typos.
    ("amazno", "AMZN"),
    ("nvdia", "NVDA"),
    ("mircosoft", "MSFT"),
    ("telsa", "TSLA"),
    ("etherium", "ETH"),
    ("bitcion", "BTC"),
    ("berkshire hathway", "BRK-B"),
    ("starbuks", "SBUX"),
    ("goldman sacks", "GS"),
    ("netflx", "NFLX"),
    ("mastercrad", "MA"),
    ("phizer", "PFE"),
    ("cardona", "ADA"),
    ("caterpiller", "CAT"),
    // Plurals and additional words.
    ("soybean", "ZS=F"),
    ("bitcoins", "BTC"),
    ("lean hog", "HE=F"),
    ("apples", "AAPL"),
    ("tesla stock", "TSLA"),
    ("gold price", "GC=F"),
    ("price of bitcoin", "BTC"),
    ("ford motor company", "F"),
    ("apple inc", "AAPL"),
    // Accents.
    ("nestle", "NESN.SW"),
    ("Nestlé", "NESN.SW"),
    ("münchener rück", "MUV2.DE"),
    ("muenchener rueck", "MUV2.DE"),
    ("loreal", "OR.PA"),
    // Funds.
    ("spdr gold", "GLD"),
    ("gold etf", "GLD"),
    ("bitcoin etf", "IBIT"),
    ("vanguard s&p 500", "VOO"),
    ("vanguard total stock market", "VTI"),
    ("total bond", "BND"),
    ("ark innovation", "ARKK"),
    ("russell 2000 etf", "IWM"),
    // Coins.
    ("bitcoin", "BTC"),
    ("bitcoin cash", "BCH"),
    ("ethereum", "ETH"),
    ("ethereum classic", "ETC"),
    ("ripple", "XRP"),
    ("doge", "DOGE"),
    ("shiba", "SHIB"),
    // Indices.
    ("dow", "^DJI"),
    ("dow jones", "^DJI"),
    ("sp500", "^GSPC"),
    ("s&p 500", "^GSPC"),
    ("nasdaq", "^IXIC"),
    ("russell 2000", "^RUT"),
    ("footsie", "^FTSE"),
    ("dax", "^GDAXI"),
    ("nikkei", "^N225"),
    ("vix", "^VIX"),
    // Commodities.
    ("gold", "GC=F"),
    ("oil", "CL=F"),
    ("crude", "CL=F"),
    ("brent", "BZ=F"),
    ("nat gas", "NG=F"),
    ("silver", "SI=F"),
    ("orange juice", "OJ=F"),
    ("aluminium", "ALI=F"),
    // Currencies.
    ("eur/usd", "EURUSD=X"),
    ("eurusd", "EURUSD=X"),
    ("euro dollar", "EURUSD=X"),
    ("pound", "GBPUSD=X"),
    ("yen", "JPY=X"),
    ("swiss franc", "CHF=X"),
];

fn market() -> MarketState {
    let catalogue = Catalogue::embedded().unwrap();
    let mut market = MarketState::default();
    market.names = Arc::new(catalogue.alias_index());
    let followed = FOLLOWED.iter();
    let followed = followed.map(|(symbol, name, kind)| Profile::new(*symbol, *name, *kind));
    // This is the live market before any price has arrived.
    for (id, profile) in (1..).zip(catalogue.live_profiles().into_iter().chain(followed)) {
        market.put(Ticker::new(TickerId(id), profile));
    }
    market
}

/// Returns how many queries have the expected result first, and how many have it within the first
/// three. Prints the results of all queries.
fn score(queries: &[(&str, &str)]) -> (usize, usize) {
    let market = market();
    let index = market.search_texts().sort();
    let (mut first, mut within_three) = (0, 0);
    for (query, expected) in queries {
        let found = market.search(&index, query, 10);
        let symbol = |id: &TickerId| market.get(*id).unwrap().ticker.profile.symbol.as_str();
        let found: Vec<_> = found.iter().map(symbol).collect();
        let position = match expected {
            &"" => found.is_empty().then_some(0),
            expected => found.iter().position(|symbol| symbol == expected),
        };
        first += usize::from(position == Some(0));
        within_three += usize::from(position.is_some_and(|position| position < 3));
        let mark = if position == Some(0) { " " } else { "*" };
        println!(
            "{mark} {query:<28} {expected:<10} {}",
            found[..found.len().min(4)].join(" ")
        );
    }
    println!(
        "{first} of {} first, {within_three} in the first three",
        queries.len()
    );
    (first, within_three)
}

#[test]
fn expected_results_come_first() {
    let (first, within_three) = score(QUERIES);
    assert!(QUERIES.len() >= 120);
    assert!(first + 2 >= QUERIES.len() && within_three == QUERIES.len());
}

#[test]
fn expected_results_come_first_in_the_second_list() {
    let (first, within_three) = score(SECOND_LIST);
    assert!(first + 2 >= SECOND_LIST.len() && within_three == SECOND_LIST.len());
}

#[test]
fn expected_results_come_first_in_the_third_list() {
    let (first, within_three) = score(third_list::QUERIES);
    assert!(first + 2 >= third_list::QUERIES.len() && within_three == third_list::QUERIES.len());
}

/// A second list of queries, which was written without looking at the code of the search.
const SECOND_LIST: &[(&str, &str)] = &[
    ("nvidia stock", "NVDA"),
    ("goog", "GOOG"),
    ("alphabet", "GOOGL"),
    ("costco", "COST"),
    ("cisco systems", "CSCO"),
    ("texas instrument", "TXN"),
    ("palo alto", "PANW"),
    ("airbnb", "ABNB"),
    ("air bnb", "ABNB"),
    ("lockheed", "LMT"),
    ("john deere", "DE"),
    ("union pacific railroad", "UNP"),
    ("chase", "JPM"),
    ("citi bank", "C"),
    ("visa card", "V"),
    ("master card", "MA"),
    ("pepsi", "PEP"),
    ("philip morris", "PM"),
    ("warren buffett", "BRK-B"),
    ("wal mart", "WMT"),
    ("target", "TGT"),
    ("lowes", "LOW"),
    ("general mill", "GIS"),
    ("kraft", "KHC"),
    ("novo", "NVO"),
    ("astra zeneca", "AZN"),
    ("merk", "MRK"),
    ("abbvi", "ABBV"),
    ("unitedhealth", "UNH"),
    ("united healthcare", "UNH"),
    ("BRK/B", "BRK-B"),
    ("msft.", "MSFT"),
    ("btc usd", "BTC"),
    ("BTCUSDT", "BTC"),
    ("sol-usd", "SOL"),
    ("solona", "SOL"),
    ("litecoins", "LTC"),
    ("polygon", "POL"),
    ("avalanche", "AVAX"),
    ("chain link", "LINK"),
    ("cosmos", "ATOM"),
    ("uni swap", "UNI"),
    ("tether", "USDT"),
    ("the dow", "^DJI"),
    ("dow jones industrial average", "^DJI"),
    ("nasdaq composite", "^IXIC"),
    ("nasdaq 100", "QQQ"),
    ("standard and poors 500", "^GSPC"),
    ("russel 2000", "^RUT"),
    ("qqq", "QQQ"),
    ("treasury bonds", "TLT"),
    ("emerging markets", "EEM"),
    ("semiconductor etf", "SMH"),
    ("oil etf", "USO"),
    ("wti", "CL=F"),
    ("natural gas", "NG=F"),
    ("cofee", "KC=F"),
    ("platinum", "PL=F"),
    ("wheat futures", "ZW=F"),
    ("eur usd", "EURUSD=X"),
    ("usdjpy", "JPY=X"),
    ("british pound", "GBPUSD=X"),
];
