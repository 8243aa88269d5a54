//! Headlines in the style of feeds, written after the lexicon. Do not adapt the lexicon to them: the test limits how many
//! may be wrong.

use super::*;
use Sentiment::{Negative, Neutral, Positive};

#[rustfmt::skip]
const HEADLINES: &[(&str, Sentiment)] = &[
    ("Bitcoin hits $100,000 for the first time", Positive),
    ("Apple hits $4 trillion in market value", Positive),
    ("Lockheed wins contracts worth $2.1 billion from the Navy", Positive),
    ("Chip equipment orders climb for a third month", Positive),
    ("Grocer lifts full-year outlook after strong holiday quarter", Positive),
    ("Biotech shares double on positive trial data", Positive),
    ("Airline swings to profit as fares rise", Positive),
    ("Factory activity expands at fastest pace in two years", Positive),
    ("Software maker tops forecasts, announces $5 billion buyback", Positive),
    ("Regulator approves new obesity drug", Positive),
    ("Oil jumps 4% after OPEC extends cuts", Positive),
    ("Ether rallies past $4,000", Positive),
    ("Analysts upgrade railroad operator to buy", Positive),
    ("Solar stocks surge on tax credit news", Positive),
    ("Bank clears stress test and raises payout", Positive),
    ("Streaming service adds 9 million subscribers, more than expected", Positive),
    ("Gold climbs to all-time high", Positive),
    ("Jobless claims fall to lowest level since January", Positive),
    ("Carmaker recalls 900,000 vehicles over brakes", Negative),
    ("Retail sales fall short of forecasts in October", Negative),
    ("Miner halts dividend as copper slumps", Negative),
    ("Chipmaker warns of weaker demand from data centers", Negative),
    ("Shares of lender sink after profit warning", Negative),
    ("Cloud outage takes down airlines and banks", Negative),
    ("SEC sues exchange over unregistered securities", Negative),
    ("Homebuilder cancels orders as mortgage rates climb", Negative),
    ("Drug fails late-stage trial, stock plummets", Negative),
    ("Union workers strike at three assembly plants", Negative),
    ("Regional bank posts surprise loss", Negative),
    ("Euro zone economy contracts for a second quarter", Negative),
    ("Bitcoin tumbles below $80,000 in broad selloff", Negative),
    ("Moody's downgrades retailer deeper into junk", Negative),
    ("Tech giant to cut 12,000 jobs", Negative),
    ("Court blocks $25 billion supermarket merger", Negative),
    ("Hackers steal $400 million from crypto bridge", Negative),
    ("Luxury group sees sales slide in China", Negative),
    ("Treasury sells $42 billion of 10-year notes", Neutral),
    ("What to watch in markets this week", Neutral),
    ("Company names new chief financial officer", Neutral),
    ("ECB publishes minutes of its September meeting", Neutral),
    ("Utility prices $600 million debt offering", Neutral),
    ("How to read an earnings report", Neutral),
    ("Form 8-K: current report", Neutral),
    ("Options with a strike of $50 expire on Friday", Neutral),
    ("Exchange to list three new funds on Monday", Neutral),
    ("Red Sea shipping: a guide to the routes", Neutral),
    ("Quarterly results to be released on November 24", Neutral),
    ("A fine art fund opens to retail investors", Neutral),
    ("Annual meeting of shareholders set for May 12", Neutral),
    ("The war for talent in artificial intelligence", Neutral),
];

#[test]
fn two_thirds_of_held_out_headlines_are_correct_and_few_are_reversed() {
    let read = HEADLINES
        .iter()
        .map(|(title, expected)| (*expected, classify(title, "")));
    let correct = read
        .clone()
        .filter(|(expected, read)| expected == read)
        .count();
    let opposite = read.filter(|pair| matches!(pair, (Positive, Negative) | (Negative, Positive)));
    assert!(
        correct * 3 >= HEADLINES.len() * 2,
        "{correct} of {}",
        HEADLINES.len()
    );
    assert!(opposite.count() * 20 <= HEADLINES.len());
}

/// A verb alone carries no sentiment.
#[test]
fn reaching_a_price_is_not_bad_news() {
    assert_ne!(classify("Bitcoin hits $100,000", ""), Negative);
    assert_ne!(classify("Apple hits $4 trillion", ""), Negative);
    assert_eq!(classify("Lockheed wins contracts", ""), Positive);
    assert_eq!(classify("Utility issues debt", ""), Neutral);
}
