use std::sync::Arc;

use super::*;
use crate::domain::{
    currency::Currency,
    ticker::{TickerId, TickerKind},
};

/// Creates a row with a sector and numbers.
fn row(symbol: &str, sector: Option<&str>, numbers: &[(NumberField, f64)]) -> Row {
    let texts = Texts {
        kind: TickerKind::Stock,
        symbol: symbol.to_owned(),
        name: format!("{symbol} Inc."),
        sector: sector.map(str::to_owned),
        country: None,
        quoted_in: Currency::USD.into(),
    };
    let mut row = Row::new(Some(TickerId(1)), Arc::new(texts));
    for (field, value) in numbers {
        row.set(*field, Some(*value));
    }
    row
}

fn rows() -> Vec<Row> {
    use NumberField::{MarketCap, PriceToEarnings, Rsi};
    vec![
        row(
            "A",
            Some("Energy"),
            &[(MarketCap, 5.0), (PriceToEarnings, 10.0), (Rsi, 25.0)],
        ),
        row(
            "B",
            Some("Technology"),
            &[(MarketCap, 9.0), (PriceToEarnings, 40.0)],
        ),
        row("C", None, &[(PriceToEarnings, f64::NAN), (Rsi, 70.0)]),
        row(
            "D",
            Some("Real Estate"),
            &[
                (MarketCap, 7.0),
                (PriceToEarnings, 20.0),
                (Rsi, f64::INFINITY),
            ],
        ),
    ]
}

fn matching_symbols(query: &str) -> (String, Matches) {
    let (rows, screen) = (rows(), Screen::from_query(query).unwrap());
    let matches = evaluate(&screen, &rows, |_| true);
    let symbols = matches.rows.iter().map(|index| &*rows[*index].texts.symbol);
    (symbols.collect(), matches)
}

#[test]
fn the_default_screen_lists_everything_by_market_cap_and_unknown_values_last() {
    assert_eq!(matching_symbols("").0, "BDAC");
    assert_eq!(matching_symbols("dir=asc").0, "ADBC");
    assert_eq!(matching_symbols("sort=symbol&dir=desc").0, "DCBA");
    assert_eq!(matching_symbols("sort=sector").0, "ADBC");
    assert_eq!(matching_symbols("sort=sector&dir=desc").0, "BDAC");
}

#[test]
fn limits_of_a_range_match() {
    assert_eq!(matching_symbols("pe=10..20").0, "DA");
    assert_eq!(matching_symbols("pe=..20").0, "DA");
    assert_eq!(matching_symbols("pe=20.5..").0, "B");
    assert_eq!(matching_symbols("pe=-5..0").0, "");
}

#[test]
fn unknown_values_match_no_criterion_and_are_counted() {
    let (symbols, matches) = matching_symbols("pe=..20&rsi=..30");
    assert_eq!(symbols, "A");
    assert_eq!(matches.universe_size, 4);
    let counts: Vec<_> = matches
        .unknown
        .iter()
        .map(|unknown| (unknown.field, unknown.noun, unknown.count))
        .collect();
    assert_eq!(counts, [("pe", "P/E", 1), ("rsi", "RSI", 2)]);
    // B fails the first criterion, C the second, and D lacks only the RSI.
    assert_eq!(matches.undecided, 1);
}

#[test]
fn one_of_several_words_must_match_in_any_case() {
    assert_eq!(matching_symbols("sector=energy&sector=Real+Estate").0, "DA");
    assert_eq!(matching_symbols("sector=real%20estate").0, "D");
    assert_eq!(matching_symbols("currency=eur").0, "");
    assert_eq!(matching_symbols("country=Germany").1.unknown[0].count, 4);
}

#[test]
fn only_the_universe_is_searched() {
    let rows = rows();
    let matches = evaluate(&Screen::default(), &rows, |row| row.texts.symbol != "B");
    assert_eq!((matches.rows, matches.universe_size), (vec![3, 0, 2], 3));
}

#[test]
fn a_query_and_its_screen_are_equivalent() {
    for query in [
        "",
        "universe=sp500",
        "list=3&price=..10&sort=symbol",
        "change1Y=20..&pe=5.5..20&belowHigh=0..5&sector=Oil+%26+Gas&sector=Real+Estate&sort=pe&dir=asc",
        "marketCap=10000000000..&country=United+States&dir=asc",
        "sort=name&dir=desc",
        "sector=%C3%96l",
    ] {
        let screen = Screen::from_query(query).unwrap();
        assert_eq!(screen.to_query(), query);
    }
    // Defaults are left out, and criteria are in the order of the fields.
    let screen =
        Screen::from_query("dir=desc&sort=marketCap&sector=A&rsi=..30&pe=..20&universe=stocks&");
    assert_eq!(screen.unwrap().to_query(), "pe=..20&rsi=..30&sector=A");
}

#[test]
fn invalid_queries_are_rejected_with_a_sentence() {
    for (query, sentence) in [
        (
            "pe=5",
            "Invalid pe '5'; expected a range such as 5..20, 5.. or ..20.",
        ),
        (
            "pe=..",
            "Invalid pe '..'; expected a range such as 5..20, 5.. or ..20.",
        ),
        (
            "pe=a..b",
            "Invalid pe 'a..b'; expected a range such as 5..20, 5.. or ..20.",
        ),
        (
            "pe=NaN..",
            "Invalid pe 'NaN..'; expected a range such as 5..20, 5.. or ..20.",
        ),
        (
            "pe=..inf",
            "Invalid pe '..inf'; expected a range such as 5..20, 5.. or ..20.",
        ),
        (
            "pe=20..5",
            "Invalid pe '20..5'; the minimum is above the maximum.",
        ),
        ("pe=1..2&pe=3..4", "Duplicate query parameter 'pe'."),
        ("sort=pe&sort=rsi", "Duplicate query parameter 'sort'."),
        ("per=1..2", "Unknown query parameter 'per'."),
        ("sector=", "Invalid sector; expected 1 to 80 characters."),
        (
            "universe=nasdaq",
            "Invalid universe 'nasdaq'; expected stocks or sp500.",
        ),
        ("list=0", "Invalid watchlist number '0'."),
        (
            "list=1&universe=stocks",
            "Send either 'universe' or 'list', not both.",
        ),
        ("dir=up", "Invalid dir 'up'; expected asc or desc."),
    ] {
        let error = Screen::from_query(query).unwrap_err();
        assert_eq!(error.to_string(), sentence, "{query}");
    }
    let error = Screen::from_query("sort=x").unwrap_err().to_string();
    assert!(
        error.starts_with("Invalid sort 'x'; expected one of: symbol, "),
        "{error}"
    );
    let many: Vec<String> = (0..51).map(|number| format!("sector=S{number}")).collect();
    assert!(Screen::from_query(&many.join("&")).is_err());
}

#[test]
fn broken_queries_do_not_panic() {
    crate::testing::fuzz::fuzz(
        "broken_screens",
        &[b"universe=sp500&pe=5..20&sector=Oil+%26+Gas&sort=pe&dir=asc"],
        |bytes| {
            let query = String::from_utf8_lossy(bytes);
            if let Ok(screen) = Screen::from_query(&query) {
                let canonical = screen.to_query();
                assert_eq!(Screen::from_query(&canonical), Ok(screen));
            }
        },
    );
}
