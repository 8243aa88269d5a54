//! Reading files of bars from the import folder.

use super::*;
use crate::{
    domain::{
        currency::Currency,
        ticker::{Ticker, TickerId, TickerKind},
    },
    market::MarketState,
};

fn market(tickers: Vec<Profile>) -> Market {
    let mut state = MarketState::default();
    for (profile, id) in tickers.into_iter().zip(1..) {
        state.put(Ticker::new(TickerId(id), profile));
    }
    Market::new(state)
}

fn read(text: &str) -> ParsedRows {
    let now = "2026-11-21T12:00:00Z".parse().unwrap();
    parse_bar_rows(text.as_bytes().to_vec().into(), &market(Vec::new()), now)
}

/// Returns the starts, closes and volumes of a ticker.
fn bars(parsed: &ParsedRows, symbol: &str) -> Vec<(String, f64, Option<f64>)> {
    let mut found = Vec::new();
    for (series_symbol, _, bars) in &parsed.series {
        if series_symbol == symbol {
            found.extend(bars.iter().map(|bar| {
                let start = Timestamp::from_second(bar.start).unwrap();
                (start.to_string(), bar.close, bar.known_volume())
            }));
        }
    }
    found
}

fn profile(parsed: &ParsedRows, symbol: &str) -> Profile {
    let found = parsed.updates.iter().find_map(|update| match update {
        Update::Profiles(profiles) => profiles
            .iter()
            .find(|profile| profile.symbol == symbol)
            .cloned(),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("{symbol}: {:?}", parsed.problems))
}

#[test]
fn times_are_read_like_in_the_command() {
    let parsed = read(
        "symbol,time,interval,close\n\
        PARC.PA,2026-11-20T00:00:00+01:00,1d,49.27\n\
        PARC.PA,2026-11-20 14:00:00,1h,49.30\n\
        HBR.AX,1763938800,1d,41.48\n\
        HBR.AX,2025-11-23,1d,41.48\n",
    );
    assert_eq!(parsed.rows, 3);
    let paris = bars(&parsed, "PARC.PA");
    assert!(
        paris.contains(&("2026-11-20T00:00:00Z".into(), 49.27, None)),
        "{paris:?}"
    );
    assert!(
        paris.contains(&("2026-11-20T13:00:00Z".into(), 49.30, None)),
        "{paris:?}"
    );
    assert_eq!(bars(&parsed, "HBR.AX")[0].0, "2025-11-24T00:00:00Z");
    assert!(
        parsed.problems[0].starts_with("line 5: '2025-11-23' is Sunday"),
        "{:?}",
        parsed.problems
    );
    assert_eq!(profile(&parsed, "PARC.PA").currency.as_str(), "EUR");
    assert_eq!(
        profile(&parsed, "HBR.AX").time_zone.as_deref(),
        Some("Australia/Sydney")
    );
}

#[test]
fn a_file_can_name_its_zone_in_a_directive_or_a_column() {
    let hours = "symbol,time,interval,close\nEURUSD=X,2026-11-20 14:00:00,1h,1.15\n";
    let without_zone = read(hours);
    assert_eq!(without_zone.rows, 0);
    assert!(
        without_zone.problems[0].contains("--time-zone"),
        "{:?}",
        without_zone.problems
    );
    let with_directive = read(&format!("# time-zone: Europe/Athens\n{hours}"));
    assert_eq!(
        bars(&with_directive, "EURUSD=X")[0].0,
        "2026-11-20T12:00:00Z"
    );
    let with_column = read(
        "symbol,time,interval,close,timeZone\nEURUSD=X,2026-11-20 14:00:00,1h,1.15,Asia/Tokyo\n",
    );
    assert_eq!(bars(&with_column, "EURUSD=X")[0].0, "2026-11-20T05:00:00Z");
    let with_symbol_directive =
        read("# symbol: HBR.DE\n# interval: 1h\nDate;Close\n20.11.2026 10:00;1.234,50\n");
    assert_eq!(
        bars(&with_symbol_directive, "HBR.DE"),
        [("2026-11-20T09:00:00Z".into(), 1_234.5, None)]
    );
    assert!(read("Date,Close\n2026-11-20,1\n").problems[0].contains("# symbol:"));
}

#[test]
fn a_daily_file_of_an_exchange_contains_bars_of_several_stocks() {
    let parsed = read(
        "TradDt,TckrSymb,SctySrs,OpnPric,HghPric,LwPric,ClsPric,LastPric,TtlTradgVol\n\
        2026-01-20,HARBOR,EQ,40.50,42.00,40.25,41.75,41.70,10234567\n\
        2026-01-20,HARBOR,BL,40.00,40.00,40.00,40.00,40.00,5\n\
        2026-01-20,QUAY,EQ,310.00,312.50,309.00,311.20,311.00,900\n",
    );
    assert_eq!(
        (parsed.rows, parsed.problems.len()),
        (2, 0),
        "{:?}",
        parsed.problems
    );
    assert_eq!(
        bars(&parsed, "HARBOR"),
        [("2026-01-20T00:00:00Z".into(), 41.75, Some(10_234_567.0))]
    );
    assert_eq!(profile(&parsed, "QUAY").currency.as_str(), "INR");
}

#[test]
fn a_row_in_another_currency_is_skipped() {
    let euro = Profile {
        currency: Currency::parse("EUR").unwrap(),
        ..Profile::new("OURS", "Ours", TickerKind::Stock)
    };
    let text = "symbol,date,close,currency\nOURS,2026-01-19,40,EUR\nOURS,2026-01-20,41,USD\nNEW,2026-01-20,0.0000012345,CHF\n";
    let now = "2026-11-21T12:00:00Z".parse().unwrap();
    let parsed = parse_bar_rows(text.as_bytes().to_vec().into(), &market(vec![euro]), now);
    assert_eq!(bars(&parsed, "OURS").len(), 1);
    assert!(
        parsed.problems[0].contains("line 3") && parsed.problems[0].contains("in EUR"),
        "{:?}",
        parsed.problems
    );
    let new = profile(&parsed, "NEW");
    assert_eq!((new.currency.as_str(), new.decimals), ("CHF", 10));
}
