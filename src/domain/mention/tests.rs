use super::*;

/// Names as the catalogue has them.
const KNOWN: &[(&str, &str, TickerKind)] = &[
    ("AAPL", "Apple Inc.", TickerKind::Stock),
    ("MSFT", "Microsoft Corporation", TickerKind::Stock),
    ("GOOGL", "Alphabet Inc. Class A", TickerKind::Stock),
    ("GOOG", "Alphabet Inc. Class C", TickerKind::Stock),
    ("AMZN", "Amazon.com, Inc.", TickerKind::Stock),
    ("META", "Meta Platforms, Inc.", TickerKind::Stock),
    ("NVDA", "NVIDIA Corporation", TickerKind::Stock),
    ("TSLA", "Tesla, Inc.", TickerKind::Stock),
    ("JPM", "JPMorgan Chase & Co.", TickerKind::Stock),
    ("JNJ", "Johnson & Johnson", TickerKind::Stock),
    ("KO", "The Coca-Cola Company", TickerKind::Stock),
    ("V", "Visa Inc.", TickerKind::Stock),
    ("PG", "The Procter & Gamble Company", TickerKind::Stock),
    ("BAC", "Bank of America Corporation", TickerKind::Stock),
    ("DIS", "The Walt Disney Company", TickerKind::Stock),
    ("INTC", "Intel Corporation", TickerKind::Stock),
    ("ARM", "Arm Holdings plc", TickerKind::Stock),
    ("T", "AT&T Inc.", TickerKind::Stock),
    ("F", "Ford Motor Company", TickerKind::Stock),
    ("GM", "General Motors Company", TickerKind::Stock),
    ("TGT", "Target Corporation", TickerKind::Stock),
    ("GAP", "The Gap, Inc.", TickerKind::Stock),
    ("MS", "Morgan Stanley", TickerKind::Stock),
    ("C", "Citigroup Inc.", TickerKind::Stock),
    (
        "BRK-B",
        "Berkshire Hathaway Inc. Class B",
        TickerKind::Stock,
    ),
    ("BA", "The Boeing Company", TickerKind::Stock),
    ("CAT", "Caterpillar Inc.", TickerKind::Stock),
    ("COST", "Costco Wholesale Corporation", TickerKind::Stock),
    ("MCD", "McDonald's Corporation", TickerKind::Stock),
    ("SHEL", "Shell plc", TickerKind::Stock),
    ("BP", "BP p.l.c.", TickerKind::Stock),
    ("ORCL", "Oracle Corporation", TickerKind::Stock),
    (
        "IBM",
        "International Business Machines Corporation",
        TickerKind::Stock,
    ),
    ("MMM", "3M Company", TickerKind::Stock),
    ("UNP", "Union Pacific Corporation", TickerKind::Stock),
    ("PSA", "Public Storage", TickerKind::Stock),
    ("DAL", "Delta Air Lines, Inc.", TickerKind::Stock),
    ("NOW", "ServiceNow, Inc.", TickerKind::Stock),
    ("SAP.DE", "SAP SE", TickerKind::Stock),
    ("BTC", "Bitcoin", TickerKind::Crypto),
    ("ETH", "Ethereum", TickerKind::Crypto),
    ("MKR", "Maker", TickerKind::Crypto),
    ("SPY", "SPDR S&P 500 ETF Trust", TickerKind::Etf),
    ("GC=F", "Gold", TickerKind::Commodity),
    ("^GSPC", "S&P 500", TickerKind::Index),
    ("LLY", "Eli Lilly and Company", TickerKind::Stock),
];

/// What headlines are about, as a reader would say.
const HEADLINES: &[(&str, &[&str])] = &[
    (
        "Apple unveils thinner MacBook as rivals catch up",
        &["AAPL"],
    ),
    ("Why $AAPL may not be done falling", &["AAPL"]),
    ("Apple (NASDAQ: AAPL) beats on revenue", &["AAPL"]),
    ("Grandmother's apple pie wins county fair", &[]),
    ("Apple Pie Prices Climb Before Thanksgiving", &[]),
    ("Apple growers brace for a late frost", &[]),
    ("Microsoft, Nvidia lead megacaps higher", &["MSFT", "NVDA"]),
    ("Google ordered to share search data", &["GOOGL", "GOOG"]),
    (
        "Alphabet's cloud business turns a profit",
        &["GOOGL", "GOOG"],
    ),
    ("Amazon to hire 250,000 for the holidays", &["AMZN"]),
    ("Amazon rainforest nears tipping point, scientists say", &[]),
    ("Meta shares slide after spending forecast", &["META"]),
    ("Meta-analysis finds coffee is good for you", &[]),
    ("A meta joke that nobody understood", &[]),
    ("Facebook parent settles privacy suit", &["META"]),
    ("Tesla recalls 2 million cars over Autopilot", &["TSLA"]),
    ("Nikola Tesla museum reopens in Belgrade", &[]),
    ("Visa shares rise on record travel spending", &["V"]),
    ("Student visa rules tighten in Australia", &[]),
    ("H-1B Visa Fees Face Court Test", &[]),
    ("Visa (NYSE: V) names new finance chief", &["V"]),
    ("Visa requirements dropped for Chinese tourists", &[]),
    ("Target sales miss as shoppers hold back", &["TGT"]),
    ("Fed's 2% inflation target is a moving one", &[]),
    ("Analysts Raise Price Target on Tesla", &["TSLA"]),
    ("Inflation Target to Stay, Lagarde Says", &[]),
    ("The gap between rich and poor widens", &[]),
    ("Gap shares jump 20% as turnaround takes hold", &["GAP"]),
    ("Gender Pay Gap Narrows to 16%", &[]),
    ("Morgan Stanley upgrades Nvidia to overweight", &["NVDA"]),
    ("Apple downgraded at Bank of America", &["AAPL"]),
    (
        "Morgan Stanley profit beats estimates on dealmaking",
        &["MS"],
    ),
    ("JPMorgan to open 500 branches", &["JPM"]),
    ("Citi cuts 20,000 jobs", &["C"]),
    (
        "Berkshire Hathaway trims Apple stake again",
        &["BRK-B", "AAPL"],
    ),
    ("BRK.B is a fortress", &["BRK-B"]),
    ("Johnson & Johnson wins talc appeal", &["JNJ"]),
    ("Magic Johnson and partners buy a stadium", &[]),
    ("Procter & Gamble raises prices", &["PG"]),
    ("Coca-Cola lifts outlook", &["KO"]),
    ("AT&T to buy spectrum for $23 billion", &["T"]),
    ("Disney's streaming unit grows", &["DIS"]),
    ("Harrison Ford to return as Indiana Jones", &[]),
    ("Ford cuts prices of electric trucks", &["F"]),
    ("GM and Ford pause factories", &["GM", "F"]),
    ("McDonald's sales fall for a second quarter", &["MCD"]),
    ("Old MacDonald had a farm", &[]),
    ("Shell profits tumble on weak refining", &["SHEL"]),
    ("Shell companies used to hide wealth", &[]),
    ("BP, Shell profits under fire", &["BP", "SHEL"]),
    ("BUY NOW: ALL CATS ARE ON SALE", &[]),
    ("IBM buys Confluent for $11 billion", &["IBM"]),
    ("3M agrees to settle earplug claims", &["MMM"]),
    ("Union Pacific nears deal for Norfolk", &["UNP"]),
    (
        "Bitcoin slips below $90,000 as ETH follows",
        &["BTC", "ETH"],
    ),
    ("Dress maker files for bankruptcy", &[]),
    ("Gold hits record as dollar weakens", &[]),
    ("Public storage of nuclear waste debated", &[]),
    ("Fed holds rates; Powell says no hurry", &[]),
    ("Boeing strike ends, Delta Air Lines cheers", &["BA", "DAL"]),
];

fn names() -> Names {
    let profile =
        |(symbol, name, kind): &(&str, &str, TickerKind)| Profile::new(*symbol, *name, *kind);
    let profiles: Vec<Profile> = KNOWN.iter().map(profile).collect();
    Names::of(profiles.iter())
}

#[test]
fn sixty_headlines_are_about_whom_a_reader_says() {
    let names = names();
    let mut wrong = Vec::new();
    assert_eq!(HEADLINES.len(), 60);
    for (title, about) in HEADLINES {
        let found = names.mentioned(title, "");
        if found != *about {
            wrong.push(format!("{title}: {found:?}, not {about:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn beneath_a_headline_only_marked_symbols_count() {
    let names = names();
    let text =
        "Shares of Microsoft rose. Apple (NASDAQ:AAPL) fell, TSLA too, and $NVDA; (CEO) said.";
    assert_eq!(names.mentioned("Markets wrap", text), ["AAPL", "NVDA"]);
}

#[test]
fn a_known_symbol_is_taken_from_brackets_and_a_word_in_capitals_is_none() {
    let names = names();
    assert_eq!(names.mentioned("Server firm (NOW) climbs", ""), ["NOW"]);
    assert_eq!(
        names.mentioned("Act NOW, says the IMF", ""),
        Vec::<String>::new()
    );
    assert_eq!(
        names.mentioned("Nothing (ABCD) known", ""),
        Vec::<String>::new()
    );
}
