//! The stored result of an import.

use super::*;

#[test]
fn an_unknown_symbol_becomes_a_ticker_with_a_quote_of_its_last_bar() {
    let import = Import::new();
    let message = import
        .run("xyz", Interval::Day, &fixture("semicolons-bom-crlf.csv"))
        .unwrap();
    assert_eq!(
        message,
        "Imported 2 1d bars of the new ticker XYZ, from 2024-01-02 to 2024-01-03"
    );
    let snapshot = import.store.snapshot().unwrap();
    let (ticker, quote) = (&snapshot.tickers[0], &snapshot.quotes[0]);
    assert_eq!((ticker.id.0, ticker.profile.name.as_str()), (1, "XYZ"));
    assert_eq!(ticker.profile.kind, TickerKind::Stock);
    let from = ticker.imported.as_ref().unwrap();
    assert_eq!(
        (from.file.as_str(), from.bars, from.at),
        ("semicolons-bom-crlf.csv", 2, now())
    );
    assert_eq!(quote.source, "file");
    assert_eq!(quote.price, 102.75);
    assert_eq!(quote.previous_close, Some(101.5));
    let change = quote.change_24h.unwrap();
    assert!((change - 1.231_527).abs() < 1e-6, "{change}");
    assert_eq!(
        quote.change_7d, None,
        "the file starts too late for this value"
    );
    assert_eq!(
        quote.as_of,
        "2024-01-03T21:00:00Z".parse().unwrap(),
        "16:00 in New York"
    );
    assert_eq!(
        (quote.year_high, quote.year_low),
        (Some(103.25), Some(99.5))
    );
}

#[test]
fn a_known_ticker_keeps_its_identity_and_loses_its_old_bars() {
    let import = Import::new();
    import
        .run("^XYZ", Interval::Day, &fixture("close-only.tsv"))
        .unwrap();
    import
        .run("^xyz", Interval::Day, &fixture("nasdaq.csv"))
        .unwrap();
    let snapshot = import.store.snapshot().unwrap();
    assert_eq!(snapshot.tickers.len(), 1);
    assert_eq!(snapshot.tickers[0].profile.kind, TickerKind::Index);
    assert_eq!(
        snapshot.tickers[0].imported.as_ref().unwrap().file,
        "nasdaq.csv"
    );
    let bars = import
        .store
        .bars(snapshot.tickers[0].id, Interval::Day, 0..i64::MAX)
        .unwrap();
    assert_eq!(bars, days("nasdaq.csv"));
    import
        .run("GC=F", Interval::Day, &fixture("close-only.tsv"))
        .unwrap();
    let gold = &import.store.snapshot().unwrap().tickers[1];
    assert_eq!((gold.id.0, gold.profile.kind), (2, TickerKind::Commodity));
}

#[test]
fn shorter_bars_also_fill_hours_and_days() {
    let import = Import::new();
    import
        .run("XYZ", Interval::FiveMinutes, &fixture("stooq-intraday.txt"))
        .unwrap();
    let snapshot = import.store.snapshot().unwrap();
    let stored_bars = |interval| {
        import
            .store
            .bars(snapshot.tickers[0].id, interval, 0..i64::MAX)
            .unwrap()
    };
    assert_eq!(stored_bars(Interval::FiveMinutes).len(), 4);
    assert_eq!(stored_bars(Interval::Hour).len(), 3);
    assert_eq!(
        stored_bars(Interval::Day)[0],
        day("2024-01-02", [100.0, 103.5, 99.5, 103.25], 7_000.0)
    );
    let quote = &snapshot.quotes[0];
    assert_eq!(quote.previous_close, Some(103.25));
    assert_eq!(
        quote.as_of,
        "2024-01-03T14:35:00Z".parse().unwrap(),
        "the quote's time is the end of the last bar"
    );
}

#[test]
fn hourly_bars_of_a_24_hour_market_make_utc_days() {
    let import = Import::new();
    let file = BarsFile::read(Path::new(&fixture("epoch-hours.csv"))).unwrap();
    let request = BarsRequest {
        name: Some("Bitcoin"),
        kind: Some(TickerKind::Crypto),
        ..BarsRequest::new("BTC", Interval::Hour, &file)
    };
    import_bars(&import.store, &request, now(), ImportProgress::IGNORED).unwrap();
    let ticker = import.store.snapshot().unwrap().tickers.remove(0);
    assert_eq!(
        (ticker.profile.name.as_str(), ticker.profile.kind),
        ("Bitcoin", TickerKind::Crypto)
    );
    let days = import
        .store
        .bars(ticker.id, Interval::Day, 0..i64::MAX)
        .unwrap();
    assert_eq!(
        days,
        [day(
            "2024-01-01",
            [42_000.1, 42_500.0, 41_900.5, 42_310.0],
            23.75
        )]
    );
}

#[test]
fn a_file_of_shorter_bars_keeps_an_earlier_daily_file() {
    let import = Import::new();
    import
        .run("XYZ", Interval::Day, &fixture("nasdaq.csv"))
        .unwrap();
    let stored_bars = |interval| {
        let id = import.store.snapshot().unwrap().tickers[0].id;
        import.store.bars(id, interval, 0..i64::MAX).unwrap()
    };
    let days = stored_bars(Interval::Day);
    let file = fixture("stooq-intraday.txt");
    let message = import.run("XYZ", Interval::FiveMinutes, &file).unwrap();
    assert!(message.ends_with("; kept its 1d bars"), "{message}");
    assert_eq!(stored_bars(Interval::FiveMinutes).len(), 4);
    assert_eq!(stored_bars(Interval::Hour).len(), 3);
    assert_eq!(stored_bars(Interval::Day)[..days.len()], days);
    // A corrected daily file is imported; the shorter bars stay.
    let message = import
        .run("XYZ", Interval::Day, &fixture("nasdaq.csv"))
        .unwrap();
    assert!(message.ends_with("; kept its 5m bars"), "{message}");
    assert_eq!(stored_bars(Interval::Day), days);
    assert_eq!(stored_bars(Interval::FiveMinutes).len(), 4);
    assert_eq!(
        stored_bars(Interval::Hour).len(),
        3,
        "hourly bars are computed from the five-minute bars"
    );
}

#[test]
fn a_file_of_the_same_interval_replaces_the_previous_one() {
    let import = Import::new();
    import
        .run("XYZ", Interval::FiveMinutes, &fixture("stooq-intraday.txt"))
        .unwrap();
    let id = import.store.snapshot().unwrap().tickers[0].id;
    let stored_bars = |interval| import.store.bars(id, interval, 0..i64::MAX).unwrap();
    let before = (
        stored_bars(Interval::FiveMinutes),
        stored_bars(Interval::Day),
    );
    let message = import
        .run("XYZ", Interval::FiveMinutes, &fixture("stooq-intraday.txt"))
        .unwrap();
    assert!(!message.contains("beside"), "{message}");
    assert_eq!(
        (
            stored_bars(Interval::FiveMinutes),
            stored_bars(Interval::Day)
        ),
        before
    );
}

#[test]
fn a_failed_import_stores_nothing() {
    let import = Import::new();
    import
        .run("XYZ", Interval::Day, &fixture("close-only.tsv"))
        .unwrap();
    let before = import.store.snapshot().unwrap();
    let error = import
        .run("XYZ", Interval::Day, &fixture("wrong-lines.csv"))
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains("wrong-lines.csv was not imported:\n  line 3: "),
        "{error}"
    );
    import
        .run("NEW", Interval::Day, &fixture("wrong-lines.csv"))
        .unwrap_err();
    let after = import.store.snapshot().unwrap();
    assert_eq!(
        (after.tickers, after.quotes),
        (before.tickers, before.quotes)
    );
}

#[test]
fn at_most_twenty_errors_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bad.csv");
    fs::write(&file, format!("Date,Close\n{}", "never,1\n".repeat(33))).unwrap();
    let error = Import::new()
        .run("XYZ", Interval::Day, file.to_str().unwrap())
        .unwrap_err()
        .to_string();
    assert_eq!(error.lines().count(), 22, "{error}");
    assert!(error.ends_with("and 13 more"), "{error}");
}

#[test]
fn future_bars_a_directory_and_an_invalid_symbol_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("future.csv");
    fs::write(&file, "Date,Close\n2031-01-02,1\n").unwrap();
    let import = Import::new();
    let error = |symbol, file: &Path| {
        import
            .run(symbol, Interval::Day, file.to_str().unwrap())
            .unwrap_err()
            .to_string()
    };
    assert!(error("XYZ", &file).contains("2031-01-02T00:00:00Z is in the future"));
    assert!(error("XYZ", folder.path()).contains("cannot be read"));
    assert!(error("XYZ", &folder.path().join("none.csv")).contains("cannot be read"));
    for symbol in ["", "  ", "ÄÖ", "../x", "ABCDEFGHIJKLMNOPQRSTU"] {
        assert!(
            error(symbol, &file).contains("Invalid symbol"),
            "{symbol:?}"
        );
    }
}

/// Runs only if the recordings exist; `formats` has hand-written files in the same formats.
#[test]
#[ignore = "needs the recordings of public sources beside the checkout"]
fn recorded_files_of_public_sources_are_imported() {
    let recordings = Path::new("../shared/recordings");
    for (file, count, last_close) in [
        (
            "datasets/backtesting-GOOG-daily-2004-2013.csv",
            2_148,
            806.19,
        ),
        (
            "datasets/vega-sp500-daily-2000-2020.csv",
            5_105,
            2_874.560_059,
        ),
        ("stooq/daily-AAPL-2024-01.csv", 5, 185.56),
        (
            "yahoo-derived/AET-L-1d-100x-error-fixed.csv",
            23,
            14.550_000_429_153_4,
        ),
        (
            "yahoo-derived/AET-L-1d-100x-error.csv",
            23,
            0.145_500_004_291_534_42,
        ),
    ] {
        let import = Import::new();
        let path = recordings.join(file);
        let message = import
            .run("XYZ", Interval::Day, path.to_str().unwrap())
            .unwrap_or_else(|error| panic!("{file}: {error}"));
        println!("{message}");
        let quote = import.store.snapshot().unwrap().quotes.remove(0);
        let text = fs::read(&path).unwrap();
        let parsed = parse_bars(
            text.as_slice(),
            &Series::new(Interval::Day, TickerKind::Stock),
            &ReadOptions::default(),
            &|_, _| (),
        )
        .unwrap();
        assert_eq!(parsed.bars.len(), count, "{file}");
        assert_eq!(quote.price, last_close, "{file}");
        let stored = import
            .store
            .bars(quote.id, Interval::Day, i64::MIN..i64::MAX)
            .unwrap();
        assert_eq!(stored, parsed.bars, "{file}: stored exactly");
    }
}
