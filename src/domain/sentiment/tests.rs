//! Judged headlines, written for this test.

use super::*;

const UP: &[&str] = &[
    "Nvidia soars to record high",
    "Apple beats estimates as services grow",
    "Shares of the chipmaker jump after strong demand",
    "Bank raises guidance for the third time this year",
    "Retailer posts narrower loss",
    "Loss narrows at airline as fuel gets cheaper",
    "Carmaker lifts forecast on robust orders",
    "Bitcoin rallies past resistance",
    "Analysts upgrade software firm",
    "Drugmaker wins approval for new therapy",
    "Stocks rebound as inflation eases",
    "Utility raises dividend by a tenth",
    "Earnings better than expected at insurer",
    "Company announces $5 billion share buyback",
    "Exporter's profit tops forecasts",
    "Gold climbs to all-time high",
    "Factory output did not fall in October",
    "Despite tariffs, exporter gains market share",
    "Index funds draw record inflows",
    "Ether surges as volumes recover",
    "Consumer confidence improves for a third month",
    "Solar maker skyrockets on upbeat outlook",
    "Oil producer cuts costs and boosts margins",
    "Startup turns profitable for the first time",
];

const DOWN: &[&str] = &[
    "Retailer plunges after profit warning",
    "Chipmaker misses estimates and cuts guidance",
    "Shares fall as demand weakens",
    "Bank slumps on fraud investigation",
    "Airline's loss widens on fuel costs",
    "Company fails to improve margins",
    "Stocks tumble amid recession fears",
    "Analysts downgrade carmaker",
    "Token crashes after hack",
    "Utility cuts dividend",
    "Sales worse than expected at fashion house",
    "Despite record sales, shares drop",
    "Lender warns of defaults",
    "Crude slides as supply outpaces demand",
    "Miner sinks to 52-week low",
    "Regulator bans product over safety concerns",
    "Bitcoin tumbles as leveraged positions unwind",
    "Airline files for bankruptcy",
    "Earnings fall short of expectations",
    "Investors worry about slowing growth as shares slip",
    "Exchange hit by massive outflows",
    "Markets retreat as bond yields jump",
    "Software firm lowers outlook",
    "Tech selloff wipes out gains",
];

const NEITHER: &[&str] = &[
    "Federal Reserve issues FOMC statement",
    "Company to report third-quarter results on Thursday",
    "Minutes of the Board's discount rate meetings",
    "What to watch this week",
    "Chief executive to speak at conference",
    "Index provider announces annual review",
    "How to compare two similar funds",
    "Company names new finance chief",
    "Exchange changes opening hours for the holiday",
    "A quiet session ahead of the employment report",
    "Firm moves headquarters to Texas",
    "4 - Zeo Energy Corp. (Issuer)",
    "Traders look to central bank for direction",
    "Merger talks continue",
];

fn wrong(headlines: &[&'static str], expected: Sentiment) -> Vec<&'static str> {
    headlines
        .iter()
        .copied()
        .filter(|headline| of(headline, "") != expected)
        .collect()
}

#[test]
fn nine_in_ten_judged_headlines_are_read_as_a_person_reads_them() {
    let (up, down, neither) = (
        wrong(UP, Sentiment::Positive),
        wrong(DOWN, Sentiment::Negative),
        wrong(NEITHER, Sentiment::Neutral),
    );
    let total = UP.len() + DOWN.len() + NEITHER.len();
    assert!(total >= 60);
    let misread = up.len() + down.len() + neither.len();
    assert!(
        misread * 10 <= total,
        "{misread} of {total}: {up:#?} {down:#?} {neither:#?}"
    );
}

#[test]
fn the_headlines_that_general_lexicons_misread_are_read_right() {
    for headline in [
        "Nvidia soars to record high",
        "Retailer posts narrower loss",
        "Apple beats estimates as services grow",
    ] {
        assert_eq!(of(headline, ""), Sentiment::Positive, "{headline}");
    }
    for headline in [
        "Company fails to improve margins",
        "Despite record sales, shares drop",
    ] {
        assert_eq!(of(headline, ""), Sentiment::Negative, "{headline}");
    }
}

#[test]
fn the_text_settles_what_the_title_leaves_open() {
    assert_eq!(
        of(
            "Shares higher",
            "Profit beat expectations on strong demand."
        ),
        Sentiment::Positive
    );
}
