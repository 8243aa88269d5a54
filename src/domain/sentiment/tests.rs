//! Tests with labeled headlines.

use super::*;
use Sentiment::{Negative, Neutral, Positive};

/// Headlines with an obvious label; all labels must be correct.
const CERTAIN: &[(&str, Sentiment)] = &[
    ("Nvidia soars to record high", Positive),
    ("Chipmakers soar to record high", Positive),
    ("Airlines tumble as fuel costs jump", Negative),
    (
        "Apple beats estimates as iPhone demand stays strong",
        Positive,
    ),
    ("Tesla misses expectations, shares plunge", Negative),
    ("Company reports narrower loss than expected", Positive),
    ("Retailer posts wider loss and cuts forecast", Negative),
    ("Fed leaves rates unchanged", Neutral),
    ("Exchange files for bankruptcy after hack", Negative),
    ("Microsoft raises dividend by 10%", Positive),
    ("Boeing cuts dividend", Negative),
    ("Drugmaker fails to beat forecasts", Negative),
    ("Shares rise despite weak sales", Positive),
    ("Despite record profit, shares tumble", Negative),
    (
        "Minutes of the Board's discount rate meetings on July 20 and July 29, 2026",
        Neutral,
    ),
    ("Federal Reserve issues FOMC statement", Neutral),
    ("Recession fears ease as jobs market holds", Positive),
    ("Capital gains tax: what to know this year", Neutral),
    ("Goldman upgrades Netflix to buy", Positive),
    ("Morgan Stanley downgrades Intel", Negative),
    ("Bitcoin plummets below key mark", Negative),
];

/// Headlines in the style of publishers.
const HEADLINES: &[(&str, Sentiment)] = &[
    ("Stocks not expected to crash, strategists say", Positive),
    ("Stocks settle lower as S&P 500 slides", Negative),
    ("Dow closes at all-time high", Positive),
    ("Oil prices jump after supply cut", Positive),
    ("Gold edges higher as dollar weakens", Positive),
    ("Wall Street rallies on cooling inflation", Positive),
    ("Nasdaq tumbles 3% in worst day since March", Negative),
    ("Chipmaker lifts outlook on AI demand", Positive),
    (
        "Automaker recalls 400,000 vehicles over brake fault",
        Negative,
    ),
    ("Bank fined $200 million for compliance failures", Negative),
    ("Biotech wins FDA approval for its first drug", Positive),
    ("Airline warns of higher costs this summer", Negative),
    ("Streaming service lays off 8% of staff", Negative),
    ("Ethereum climbs as inflows return", Positive),
    ("Crypto lender halts withdrawals", Negative),
    ("Solana network suffers five-hour outage", Negative),
    ("Utility announces date of annual meeting", Neutral),
    ("Treasury to auction ten-year notes on Wednesday", Neutral),
    ("Company names new chief financial officer", Neutral),
    ("Retail sales rise more than forecast", Positive),
    ("Unemployment rises to highest in two years", Negative),
    ("Jobless claims fall to lowest since spring", Positive),
    ("Cereal maker's profit doubles", Positive),
    ("Miner swings to loss as copper drops", Negative),
    ("Software firm swings to profit", Positive),
    ("Bank stocks sink on default worries", Negative),
    ("Housing starts slump in October", Negative),
    ("Semiconductor stocks rebound after selloff", Neutral),
    ("Chain to close stores amid weak demand", Negative),
    ("Carmaker's deliveries top forecasts", Positive),
    ("Regulator sues exchange over listings", Negative),
    ("Judge dismisses lawsuit against drugmaker", Positive),
    ("Fund cuts fees on its largest ETF", Positive),
    ("ETF sees record outflows", Negative),
    ("ETF draws record inflows", Positive),
    (
        "Insurer's earnings beat, but shares slide on outlook",
        Negative,
    ),
    ("Although revenue fell, margins improved strongly", Positive),
    ("No recession in sight, survey says", Positive),
    ("Company denies fraud", Positive),
    ("Retailer isn't out of trouble", Neutral),
    ("Smaller-than-expected loss lifts shares", Positive),
    ("Steelmaker trims losses", Positive),
    ("Yen slips against dollar", Negative),
    ("Wheat futures retreat from peak", Negative),
    ("Natural gas plunges on mild weather", Negative),
    ("Silver steady ahead of Fed decision", Neutral),
    ("What to expect from earnings this week", Neutral),
    ("Tariff relief sends automakers higher", Positive),
    ("New tariffs hit importers", Negative),
    ("Trade deal boosts exporters", Positive),
    ("Startup unveils battery breakthrough", Positive),
    ("Central bank raises rates, warns on inflation", Negative),
    ("Central bank cuts rates to support growth", Positive),
    ("Tech giant to acquire rival in $5 billion deal", Positive),
    ("Merger talks collapse", Negative),
    ("Short seller accuses company of fraud", Negative),
    ("Cocoa prices ease from record", Neutral),
    ("Inflation fears recede", Positive),
    ("Chipmaker's recession fears fade", Positive),
    ("Analyst reiterates hold rating", Neutral),
    ("Airline posts best quarter in its history", Positive),
    ("Copper slides as demand slows", Negative),
    ("Shares give up gains after warning", Negative),
    ("Exchange-traded funds: a guide for beginners", Neutral),
    ("Payments company loses big client", Negative),
    ("Drone maker secures army contract", Positive),
    ("Stablecoin loses its peg", Negative),
    ("Grocer sees no growth next year", Negative),
    ("Freight volumes stall", Negative),
    ("Dividend hike follows strong quarter", Positive),
    ("Company completes share buyback", Positive),
];

const POSITIVE_HEADLINES: &[&str] = &[
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

const NEGATIVE_HEADLINES: &[&str] = &[
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

const NEUTRAL_HEADLINES: &[&str] = &[
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

#[test]
fn all_obvious_headlines_are_correct() {
    let wrong: Vec<_> = CERTAIN
        .iter()
        .filter(|(title, expected)| classify(title, "") != *expected)
        .map(|(title, _)| (title, score(title, 1.0).sum))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Returns all labeled headlines except the certain ones.
fn headlines() -> Vec<(&'static str, Sentiment)> {
    let labeled = |titles: &[&'static str], sentiment| {
        let titles = titles.iter().map(move |title| (*title, sentiment));
        titles.collect::<Vec<_>>()
    };
    let plain = [
        labeled(POSITIVE_HEADLINES, Positive),
        labeled(NEGATIVE_HEADLINES, Negative),
        labeled(NEUTRAL_HEADLINES, Neutral),
    ];
    [HEADLINES.to_vec(), plain.concat()].concat()
}

#[test]
fn ninety_percent_of_headlines_match_a_human_reader() {
    let all = headlines();
    let wrong: Vec<_> = all
        .iter()
        .filter(|(title, expected)| classify(title, "") != *expected)
        .map(|(title, expected)| (title, expected, score(title, 1.0).sum))
        .collect();
    assert!(all.len() >= 120);
    assert!(
        wrong.len() * 10 <= all.len(),
        "{} of {}: {wrong:#?}",
        wrong.len(),
        all.len()
    );
}

#[test]
fn eighty_percent_of_headlines_of_each_sentiment_are_correct() {
    let all = headlines();
    for sentiment in [Positive, Neutral, Negative] {
        let of_kind: Vec<_> = all.iter().filter(|(_, s)| *s == sentiment).collect();
        let correct = of_kind
            .iter()
            .filter(|(t, s)| classify(t, "") == *s)
            .count();
        assert!(
            correct * 10 >= of_kind.len() * 8,
            "{sentiment:?}: {correct}"
        );
    }
}

#[test]
fn negation_inverts_and_weakens_a_term() {
    let score = |text| score(text, 1.0).sum;
    assert!(score("upbeat") > 0.0);
    assert!(score("not upbeat") < 0.0);
    assert!(score("not upbeat").abs() < score("upbeat").abs());
    assert!(score("not only beats estimates") > 0.0);
}

/// Asserts that the label of the rules is `expected`, and that the final label is `expected` or neutral.
#[track_caller]
fn assert_rules(title: &str, expected: Sentiment) {
    let sum = news_part(title).map_or(0.0, |title| score(title, STOCK_MOVE_WEIGHT).sum);
    assert_eq!(Verdict::from_sum(sum, false).label(), expected, "{title}");
    assert!(
        [expected, Neutral].contains(&classify(title, "")),
        "{title}"
    );
}

#[test]
fn direction_depends_on_its_subject() {
    for (good, bad) in [
        ("Profit hits record high", "Debt hits record high"),
        ("Jobless claims at record low", "Home sales at record low"),
        ("Airline cuts losses", "Airline cuts dividend"),
        ("Costs ease", "Demand eases"),
        ("Sales soar", "Evictions soar"),
        ("Judge dismisses lawsuit", "Judge dismisses merger"),
        ("Tariffs lifted", "Tariffs imposed"),
        ("Layoffs slow", "Hiring slows"),
    ] {
        assert_rules(good, Positive);
        assert_rules(bad, Negative);
    }
}

/// Covers things that end, moves with an external cause, and prepositional phrases.
#[test]
fn sentiment_depends_on_the_event_of_the_subject() {
    for title in [
        "Red ink recedes at the airline",
        "Chip shortage is over",
        "Late rebound wipes out the S&P 500's losses",
        "Unemployment in the euro zone slips to a record low",
        "Default rate on bank loans drops",
        "Frost in Brazil sends coffee prices soaring",
        "Jury clears drugmaker in Illinois talc case",
        "Automaker recoups morning drop",
        "Lender emerges from bankruptcy",
    ] {
        assert_rules(title, Positive);
    }
    for title in [
        "Sticky inflation pushes gilts lower",
        "Insurer faces $6 billion in claims",
        "Economy adds only 22,000 jobs",
        "Airline returns to Chapter 11",
        "Jaguar Land Rover production frozen for a third week",
        "Why did shares crash today?",
        "Is the party over? Stock hits four-year low as sales shrink",
    ] {
        assert_rules(title, Negative);
    }
    for title in [
        "What companies must tell the SEC after a data breach",
        "Asian shares mixed in thin trading",
        "Teamsters to open contract talks in April",
        "Law firm reminds investors of deadline in class action",
    ] {
        assert_rules(title, Neutral);
    }
}

#[test]
fn model_labels_unknown_headlines_and_removes_doubtful_labels() {
    let model = HeadlineModel::train(
        [
            ("Widgets frobnicate", "negative"),
            ("Gadgets multiply", "positive"),
        ]
        .into_iter()
        .cycle()
        .take(400),
    );
    assert_eq!(classify_with("Widgets frobnicate", "", &model), Negative);
    assert_eq!(classify_with("Gadgets multiply", "", &model), Positive);
    let doubtful = HeadlineModel::train(
        [("Shares gain", "neutral"), ("Shares soar", "positive")]
            .into_iter()
            .cycle()
            .take(400),
    );
    let weak = Verdict::from_sum(1.0, false);
    assert_eq!(
        confident_label(weak, doubtful.probabilities("Shares gain")),
        Neutral
    );
    assert_eq!(
        confident_label(weak, doubtful.probabilities("Shares soar")),
        Positive
    );
}

#[test]
fn questions_and_unknown_subjects_are_neutral() {
    for title in [
        "Is the rally over?",
        "Will profits soar?",
        "Widgets multiply",
        "Whatsits soar",
        "How to profit from falling rates",
    ] {
        assert_eq!(classify(title, ""), Neutral, "{title}");
    }
}

/// Labels the headlines of a table and prints the results. Returns the number of rows, the number of labels that agree
/// with the readers, and the headlines with a reversed label.
fn check_table(table: &str) -> (usize, usize, Vec<String>) {
    let (mut all, mut correct, mut reversed) = (0, 0, Vec::new());
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let (title, reader) = (fields[0], fields[1]);
        let label = classify(title, "");
        let agrees = reader.split('|').any(|word| word == label.as_str());
        println!(
            "{} {:<9} {title}",
            if agrees { ' ' } else { '!' },
            label.as_str()
        );
        all += 1;
        correct += usize::from(agrees);
        if !agrees && label != Neutral && !reader.contains("neutral") {
            reversed.push(format!("{title}: {}", label.as_str()));
        }
    }
    println!("{correct} of {all}");
    (all, correct, reversed)
}

#[test]
fn headlines_of_thirty_kinds_match_a_human_reader() {
    for (table, least) in [
        (include_str!("labels.tsv"), 97),
        (include_str!("labels_held_out.tsv"), 93),
        (include_str!("labels_later.tsv"), 97),
        (include_str!("labels_fresh.tsv"), 96),
        (include_str!("labels_judged.tsv"), 95),
    ] {
        let (all, correct, reversed) = check_table(table);
        assert!(
            all >= 100 && correct * 100 >= all * least,
            "{correct} of {all}"
        );
        assert!(reversed.is_empty(), "{reversed:#?}");
    }
}

/// Trains the model without the headlines of one writer and labels these headlines. The rules are adapted to all of
/// them.
#[test]
fn model_of_other_writers_labels_eighty_percent_correctly_and_reverses_none() {
    let others = [
        include_str!("labels.tsv"),
        include_str!("labels_fresh.tsv"),
        include_str!("labels_later.tsv"),
    ];
    let model = HeadlineModel::train(others.iter().flat_map(|table| naive_bayes::rows(table)));
    let (mut all, mut correct, mut reversed) = (0, 0, Vec::new());
    for (title, readers) in naive_bayes::rows(include_str!("labels_judged.tsv")) {
        let label = classify_with(title, "", &model);
        let agrees = readers.split('|').any(|word| word == label.as_str());
        all += 1;
        correct += usize::from(agrees);
        if !agrees && label != Neutral && !readers.contains("neutral") {
            reversed.push(title);
        }
    }
    println!("{correct} of {all}");
    assert!(
        all >= 1500 && correct * 100 >= all * 80,
        "{correct} of {all}"
    );
    assert!(reversed.is_empty(), "{reversed:#?}");
}

/// Measures labels on headlines that no rule and no limit is adapted to. Do not adapt any.
///
/// Measured: 78 % agreement, 11 of 400 reversed (without [`CONFIDENCE`]: 83 % and 18).
#[test]
fn most_unseen_headlines_are_correct_and_at_most_three_percent_are_reversed() {
    let (all, correct, reversed) = check_table(include_str!("labels_unseen.tsv"));
    println!("{} of {all} reversed", reversed.len());
    assert!(
        all >= 400 && correct * 100 >= all * 77,
        "{correct} of {all}"
    );
    assert!(reversed.len() * 100 <= all * 3, "{reversed:#?}");
}

/// The table separates alternative labels with 'or'.
#[test]
fn headlines_of_a_reported_case_match_a_human_reader() {
    let path = "../shared/cases/other/news-sentiment-twenty-headlines/headlines.tsv";
    let Ok(table) = std::fs::read_to_string(path) else {
        println!("skipped: {path} is missing");
        return;
    };
    let rows: Vec<String> = table
        .lines()
        .skip(1)
        .map(|row| row.replace(" or ", "|"))
        .collect();
    let (all, correct, reversed) = check_table(&rows.join("\n"));
    assert!(all >= 20 && correct * 100 >= all * 90, "{correct} of {all}");
    assert!(reversed.is_empty(), "{reversed:#?}");
}

#[test]
fn summary_decides_only_if_the_headline_is_undecided() {
    let bad = "Losses, layoffs and lawsuits. Fraud. Bankruptcy. Crash.";
    assert_eq!(classify("Shares soar", bad), Positive);
    assert_eq!(classify("Quarterly report published", bad), Negative);
    let good = "Profit beat expectations on strong demand.";
    assert_eq!(classify("Shares higher", good), Positive);
    assert_eq!(
        classify("Quarterly report published", "Shares edged up."),
        Neutral
    );
    assert_eq!(classify("", ""), Neutral);
}

#[test]
fn idiom_is_not_scored_word_by_word() {
    assert_eq!(classify("Capital gains", ""), Neutral);
    assert_eq!(classify("Five growth stocks to buy", ""), Neutral);
    assert_eq!(classify("Shares gain", ""), Positive);
}

#[test]
fn no_term_is_listed_twice() {
    let mut terms: Vec<_> = lexicon::terms().map(|(term, _)| term).collect();
    assert!(terms.len() >= 250);
    terms.sort_unstable();
    let before = terms.len();
    terms.dedup();
    assert_eq!(terms.len(), before);
}
