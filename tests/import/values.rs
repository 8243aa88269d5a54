//! Times, currencies, volumes and decimals of real files: which are imported, and which are rejected with the option that would resolve
//! the problem.

use marketdeck::import::{DateOrder, Money, time_zone};

use super::{
    kinds::{UNKNOWN, assert_contains_all, import_error, options_with, read, read_as, two_days},
    *,
};

#[test]
fn an_unknown_volume_is_unknown_and_a_volume_of_zero_is_zero() {
    let text = |a: &str, b: &str| {
        format!(
            "Date,Open,High,Low,Close,Vol.\n2026-01-19,40.1,41,39.5,40.5,{a}\n2026-01-20,40.5,42,40.25,41.75,{b}\n"
        )
    };
    for nothing in ["-", "", "N/A", "null", "—"] {
        assert_eq!(
            read("HBR", &text(nothing, "3.13B")).unwrap().0,
            two_days([UNKNOWN, 3.13e9])
        );
    }
    assert_eq!(
        read("HBR", &text("0", "900")).unwrap().0,
        two_days([0.0, 900.0])
    );
    assert_eq!(
        read("HBR", &text("0", "0")).unwrap().0,
        two_days([UNKNOWN, UNKNOWN]),
        "the volume is unknown"
    );
}

#[test]
fn timestamps_are_dated_in_the_exchange_zone() {
    let days = |symbol: &str, epochs: &[&str]| -> Result<Vec<String>, String> {
        let rows = epochs.join(",40\n");
        let (bars, _) = read(symbol, &format!("time,close\n{rows},40\n"))?;
        let date = |bar: &Bar| {
            Timestamp::from_second(bar.start)
                .unwrap()
                .strftime("%F")
                .to_string()
        };
        Ok(bars.iter().map(date).collect())
    };
    let imported_days = |symbol: &str, epochs: &[&str]| {
        days(symbol, epochs).unwrap_or_else(|why| panic!("{symbol}: {why}"))
    };
    // The open in Sydney (summer time), midnight in Paris, and the open in New York, in seconds and smaller units.
    assert_eq!(
        imported_days("HBR.AX", &["1763938800", "1764025200"]),
        ["2025-11-24", "2025-11-25"]
    );
    assert_eq!(
        imported_days("HBR.PA", &["1763938800", "1764025200000"]),
        ["2025-11-24", "2025-11-25"]
    );
    assert_eq!(
        imported_days("HBR", &["1763994600", "1764081000000000"]),
        ["2025-11-24", "2025-11-25"]
    );
    assert_eq!(
        imported_days("HBR-USD", &["1763942400", "1764028800000000000"]),
        ["2025-11-24", "2025-11-25"]
    );
    assert_eq!(
        imported_days("HBR", &["1763942400"]),
        ["2025-11-24"],
        "midnight UTC means the date"
    );
    // A bar in the evening of a futures market belongs to the next day.
    assert_eq!(imported_days("GC=F", &["1763938800"]), ["2025-11-24"]);
    let unknown = days("HBR", &["1764025200"]).unwrap_err();
    assert_contains_all(
        &unknown,
        &["line 2", "18:00", "New York", "--time-zone ZONE"],
    );
    let sydney =
        options_with(|options| options.time_zone = Some(time_zone("Australia/Sydney").unwrap()));
    let bars = read_as("HBR", Interval::Day, b"time,close\n1763938800,40\n", sydney).unwrap();
    assert_eq!(bars.0[0].start, second("2025-11-24T00:00:00Z"));
    let with_offset = "time,close\n2025-11-24T10:00:00+11:00,40\n";
    assert_eq!(
        read("HBR", with_offset).unwrap().0[0].start,
        second("2025-11-24T00:00:00Z")
    );
}

#[test]
fn a_weekend_bar_of_a_stock_is_rejected_with_the_likely_reason() {
    let sunday = import_error("HBR.AX", "Date,Close\n2025-11-23,40\n2025-11-24,41\n");
    assert_contains_all(
        &sunday,
        &[
            "line 2: '2025-11-23' is Sunday",
            "Sydney is closed",
            "--time-zone ZONE",
            "--kind crypto",
        ],
    );
    assert!(
        read("HBR.SR", "Date,Close\n2025-11-23,40\n").is_ok(),
        "Riyadh trades on Sundays"
    );
    assert_contains_all(
        &import_error("HBR.SR", "Date,Close\n2025-11-21,40\n"),
        &["Friday", "Riyadh is closed"],
    );
    assert!(read("BTC-USD", "Date,Close\n2025-11-23,40\n").is_ok());
}

#[test]
fn broker_times_need_a_zone() {
    let bytes = fs::read(fixture("metatrader-hours.csv")).unwrap();
    let hours = |symbol, zone: Option<&str>| {
        let options =
            options_with(|options| options.time_zone = zone.map(|zone| time_zone(zone).unwrap()));
        read_as(symbol, Interval::Hour, &bytes, options)
    };
    for symbol in ["EURUSD", "HBR", "GC=F"] {
        let error = hours(symbol, None).unwrap_err();
        assert_contains_all(
            &error,
            &["line 2", "broker's time zone", "--time-zone ZONE"],
        );
    }
    for zone in ["Europe/Athens", "+02:00", "UTC+2", "+2"] {
        let (bars, _) = hours("EURUSD", Some(zone)).unwrap();
        assert_eq!(bars[0].start, second("2026-01-19T12:00:00Z"), "{zone}");
        assert_eq!(bars[0].known_volume(), Some(4_123.0));
    }
    let currency = read_as(
        "EURUSD=X",
        Interval::Hour,
        b"time,close\n2026-01-19 14:00,1.15\n",
        ReadOptions::default(),
    );
    assert_contains_all(&currency.unwrap_err(), &["has no time zone", "--time-zone"]);
    let titled =
        b"Gmt time,Open,High,Low,Close,Volume\n19.01.2026 14:00:00.000,1.15,1.16,1.14,1.155,10\n";
    let (bars, _) = read_as("EURUSD=X", Interval::Hour, titled, ReadOptions::default()).unwrap();
    assert_eq!(bars[0].start, second("2026-01-19T14:00:00Z"));
    let tokyo = read_as(
        "7203.T",
        Interval::Hour,
        b"time,close\n2026-01-19 10:00,2800\n",
        ReadOptions::default(),
    );
    assert_eq!(tokyo.unwrap().0[0].start, second("2026-01-19T01:00:00Z"));
}

#[test]
fn the_currency_in_the_file_is_used_and_two_are_rejected_with_the_line() {
    let currency = |symbol: &str, text: &str| read(symbol, text).map(|(_, currency)| currency);
    let closes = |a: &str, b: &str| format!("Date;Close\n2026-01-19;{a}\n2026-01-20;{b}\n");
    for (cells, expected) in [
        (["110.7 €", "116.62 €"], "EUR"),
        (["£110.70", "£116.62"], "GBP"),
        (["CHF 110.70", "CHF 116.62"], "CHF"),
        (["110.70 SEK", "116.62 SEK"], "SEK"),
        (["R$110.70", "R$116.62"], "BRL"),
        (["$110.70", "$116.62"], "USD"),
    ] {
        assert_eq!(
            currency("NEW", &closes(cells[0], cells[1])),
            Ok(expected.to_owned())
        );
    }
    assert_eq!(
        currency("NEW.TO", &closes("$110.70", "$116.62")).as_deref(),
        Ok("CAD")
    );
    assert_eq!(
        currency("NEW", "Date,Close,Currency\n2026-01-19,40,NOK\n").as_deref(),
        Ok("NOK")
    );
    assert_eq!(
        currency("NEW", "Date,Close (EUR)\n2026-01-19,40.5\n").as_deref(),
        Ok("EUR")
    );
    assert_eq!(
        currency("SAP.DE", "Date,Close\n2026-01-19,40.5\n").as_deref(),
        Ok("EUR")
    );
    let two = currency("NEW", &closes("110.70 €", "$116.62")).unwrap_err();
    assert_contains_all(&two, &["line 3", "$", "line 2", "EUR"]);
    assert_contains_all(
        &currency("NEW", &closes("110 kr", "116 kr")).unwrap_err(),
        &["--currency"],
    );
    let other = options_with(|options| options.currency = Money::parse("USD"));
    let error = read_as(
        "NEW",
        Interval::Day,
        closes("110.70 €", "116.62 €").as_bytes(),
        other,
    );
    assert_contains_all(
        &error.unwrap_err(),
        &["line 2", "indicates EUR", "--currency is USD"],
    );
}

#[test]
fn a_known_ticker_rejects_another_currency_with_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let import = Import::new();
    import
        .run(
            "NEW",
            Interval::Day,
            &file("a.csv", "Date,Close\n2026-01-19,€40.50\n"),
        )
        .unwrap();
    let other = import.run(
        "NEW",
        Interval::Day,
        &file("b.csv", "Date,Close\n2026-01-20,$41.75\n"),
    );
    assert_contains_all(
        &other.unwrap_err().to_string(),
        &["line 2", "$41.75", "in EUR"],
    );
    assert!(
        import
            .run(
                "NEW",
                Interval::Day,
                &file("c.csv", "Date,Close\n2026-01-20,41.75\n")
            )
            .is_ok()
    );
}

#[test]
fn pence_are_converted_and_required_as_an_option_if_unclear() {
    let text = "Date,Close\n2026-01-19,4050\n";
    assert_contains_all(
        &import_error("VOD.L", text),
        &["--currency GBX", "--currency GBP"],
    );
    let closes = |word: &str| {
        let options = options_with(|options| options.currency = Money::parse(word));
        let (bars, currency) = read_as("VOD.L", Interval::Day, text.as_bytes(), options).unwrap();
        (bars[0].close, currency)
    };
    assert_eq!(closes("GBX"), (40.5, "GBP".to_owned()));
    assert_eq!(closes("GBp"), (40.5, "GBP".to_owned()));
    assert_eq!(closes("GBP"), (4_050.0, "GBP".to_owned()));
    let signed = read("NEW", "Date,Close\n2026-01-19,4050p\n").unwrap();
    assert_eq!((signed.0[0].close, signed.1.as_str()), (40.5, "GBP"));
}

#[test]
fn low_priced_coins_keep_all_decimals() {
    let decimals = |closes: [&str; 2]| {
        let import = Import::new();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("coin.csv");
        fs::write(
            &path,
            format!(
                "Date,Close\n2026-01-19,{}\n2026-01-20,{}\n",
                closes[0], closes[1]
            ),
        )
        .unwrap();
        import
            .run("HBR-USD", Interval::Day, path.to_str().unwrap())
            .unwrap();
        import.store.snapshot().unwrap().tickers[0].profile.decimals
    };
    assert_eq!(decimals(["0.0000012345", "0.0000012346"]), 10);
    assert_eq!(decimals(["0.000000012345", "0.000000012346"]), 12);
    assert_eq!(decimals(["1.2345e-6", "1.2346e-6"]), 10);
    assert_eq!(
        decimals(["0.00000123456789012345", "0.00000123456789012345"]),
        10
    );
    assert_eq!(decimals(["14.550000429153442", "14.5"]), 2);
    assert_eq!(decimals(["1.15130", "1.15191"]), 5);
}

#[test]
fn scaled_prices_are_rejected_until_the_scale_is_specified() {
    let lean = "20260119 00:00,401000,410000,395000,405000,1200\n20260120 00:00,405000,420000,402500,417500,900\n";
    assert_contains_all(
        &import_error("HBR", lean),
        &["line 1", "LEAN", "--price-scale"],
    );
    let scale = |scale| options_with(|options| options.price_scale = Some(scale));
    let (bars, _) = read_as("HBR", Interval::Day, lean.as_bytes(), scale(10_000.0)).unwrap();
    assert_eq!(bars, two_days([1_200.0, 900.0]));
    let raw = "ts_event,rtype,publisher_id,instrument_id,open,high,low,close,volume,symbol\n\
        1768780800000000000,35,2,32,40100000000,41000000000,39500000000,40500000000,1200,HBR\n\
        1768867200000000000,35,2,32,40500000000,42000000000,40250000000,41750000000,900,HBR\n";
    assert_contains_all(
        &import_error("HBR", raw),
        &["line 2", "Databento", "--price-scale"],
    );
    let (bars, _) = read_as("HBR", Interval::Day, raw.as_bytes(), scale(1e9)).unwrap();
    assert_eq!(bars, two_days([1_200.0, 900.0]));
    let huge = import_error("HBR", "Date,Close\n2026-01-19,40500000000\n");
    assert_contains_all(&huge, &["line 2", "too large for a price", "--price-scale"]);
}

#[test]
fn two_digit_years_are_read_in_the_specified_order() {
    let order = |order| options_with(|options| options.date_order = Some(order));
    let dates = |text: &str, options| {
        read_as("HBR", Interval::Day, text.as_bytes(), options).map(|(bars, _)| bars[0].start)
    };
    let day = Ok(second("2026-01-19T00:00:00Z"));
    assert_eq!(
        dates("Date,Close\n01/19/26,40\n", ReadOptions::default()),
        day
    );
    assert_eq!(
        dates("Date,Close\n19-Jan-26,40\n", order(DateOrder::DayMonthYear)),
        day
    );
    assert_eq!(
        dates("Date,Close\n26/01/19,40\n", order(DateOrder::YearMonthDay)),
        day
    );
    for cell in ["19-Jan-26", "26/01/19", "19.01.26"] {
        let error = dates(&format!("Date,Close\n{cell},40\n"), ReadOptions::default()).unwrap_err();
        assert_contains_all(
            &error,
            &["line 2", "January", "--date-order dmy", "--date-order ymd"],
        );
    }
}

#[test]
fn negative_prices_are_allowed_for_futures_only() {
    for cell in ["-37.63", "(37.63)", "\u{2212}37.63"] {
        let text = format!("Date;Open;High;Low;Close\n2026-01-19;17.73;17.85;-40.32;{cell}\n");
        assert_eq!(read("CL=F", &text).unwrap().0[0].close, -37.63, "{cell}");
        assert_contains_all(
            &import_error("HBR", &text),
            &["line 2", "is not above zero"],
        );
    }
}
