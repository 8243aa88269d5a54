//! `import bars --forget`: the ticker gets data from its market again, or is removed.

use marketdeck::domain::person::PersonId;
use marketdeck::{
    domain::alert::{Alert, AlertFrequency, AlertKind},
    import::forget_bars,
    store::MarketBatch,
};

use super::*;

const FILE: &str = "semicolons-bom-crlf.csv";

fn forget(import: &Import, symbol: &str) -> Result<String, String> {
    let of_market = |symbol: &str| symbol == "GOOG";
    let forgotten = forget_bars(&import.store, symbol, of_market);
    forgotten
        .map(|forgotten| forgotten.to_string())
        .map_err(|error| error.to_string())
}

#[test]
fn a_forgotten_ticker_is_filled_by_its_market_again() {
    let import = Import::new();
    import.run("GOOG", Interval::Day, &fixture(FILE)).unwrap();
    assert_eq!(
        forget(&import, "goog").unwrap(),
        "Removed the bars of semicolons-bom-crlf.csv: GOOG gets its bars from the market again"
    );
    let snapshot = import.store.snapshot().unwrap();
    let ticker = &snapshot.tickers[0];
    assert_eq!(
        (ticker.profile.symbol.as_str(), &ticker.imported),
        ("GOOG", &None)
    );
    assert!(snapshot.quotes.is_empty(), "the file's price is removed");
    for interval in Interval::ALL {
        let bars = import.store.bars(ticker.id, interval, i64::MIN..i64::MAX);
        assert_eq!(bars.unwrap(), []);
    }
    assert_eq!(
        forget(&import, "GOOG").unwrap_err(),
        "the bars of GOOG do not come from a file; there is nothing to remove"
    );
}

#[test]
fn a_ticker_known_only_from_its_file_is_removed_and_others_stay() {
    let import = Import::new();
    for symbol in ["AAA", "BBB", "CCC"] {
        import.run(symbol, Interval::Day, &fixture(FILE)).unwrap();
    }
    assert_eq!(
        forget(&import, "BBB").unwrap(),
        "Removed BBB and the bars of semicolons-bom-crlf.csv: the ticker existed only because of its file"
    );
    assert_eq!(
        forget(&import, "BBB").unwrap_err(),
        "no ticker is called BBB"
    );
    let market = marketdeck::ingest::load(&import.store).unwrap();
    let tickers: Vec<_> = market
        .listings()
        .iter()
        .map(|listing| (listing.ticker.id.0, listing.ticker.profile.symbol.as_str()))
        .collect();
    assert_eq!(tickers, [(1, "AAA"), (3, "CCC")]);
    let found = market.by_symbol("CCC").unwrap();
    assert_eq!(found.quote.as_ref().unwrap().price, 102.75);
    assert_eq!(market.next_id().0, 4);
}

#[test]
fn a_ticker_on_a_list_or_with_an_alert_is_not_removed() {
    let import = Import::new();
    import.run("XYZ", Interval::Day, &fixture(FILE)).unwrap();
    let id = import.store.snapshot().unwrap().tickers[0].id;
    let list = import
        .store
        .of(PersonId::OWNER)
        .create_watchlist("Tech")
        .unwrap();
    import
        .store
        .of(PersonId::OWNER)
        .add_watchlist_item(list.id, id)
        .unwrap();
    let alert = Alert::new(AlertKind::News, "XYZ", AlertFrequency::Once, now());
    import
        .store
        .of(PersonId::OWNER)
        .create_alert(&alert)
        .unwrap();
    assert_eq!(
        forget(&import, "XYZ").unwrap_err(),
        "XYZ exists only because of its file and would be removed, but the watchlist 'Tech' contains it, and an alert \
        watches it; remove it there first"
    );
    assert_eq!(import.store.snapshot().unwrap().tickers.len(), 1);
    // A ticker of the market stays, whatever refers to it.
    import.run("GOOG", Interval::Day, &fixture(FILE)).unwrap();
    let goog = import.store.snapshot().unwrap().tickers[1].id;
    import
        .store
        .of(PersonId::OWNER)
        .add_watchlist_item(list.id, goog)
        .unwrap();
    assert!(forget(&import, "GOOG").is_ok());
}

#[test]
fn a_number_without_a_ticker_does_not_stop_a_commit() {
    let import = Import::new();
    import.run("AAA", Interval::Day, &fixture(FILE)).unwrap();
    import.run("BBB", Interval::Day, &fixture(FILE)).unwrap();
    forget(&import, "AAA").unwrap();
    let tickers = import.store.snapshot().unwrap().tickers;
    let batch = MarketBatch {
        tickers,
        ..MarketBatch::default()
    };
    import.store.commit(&batch, now()).unwrap();
    import.store.verify().unwrap();
}
