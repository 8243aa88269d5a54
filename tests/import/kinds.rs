//! The kinds of files that people have, each written by hand: what is read of them, and what is refused with the option
//! that settles it.

use marketdeck::import::{ColumnOrder, DateOrder, Money, time_zone};

use super::*;

fn with(change: impl FnOnce(&mut ReadOptions)) -> ReadOptions {
    let mut options = ReadOptions::default();
    change(&mut options);
    options
}

/// The bars of a text, for a new ticker.
fn read(symbol: &str, text: &str) -> Result<(Vec<Bar>, String), String> {
    read_as(
        symbol,
        Interval::Day,
        text.as_bytes(),
        ReadOptions::default(),
    )
}

fn read_as(
    symbol: &str,
    interval: Interval,
    bytes: &[u8],
    options: ReadOptions,
) -> Result<(Vec<Bar>, String), String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, bytes).unwrap();
    let import = Import::new();
    let file = BarsFile::read(&path).unwrap();
    let request = BarsRequest {
        options,
        ..BarsRequest::new(symbol, interval, &file)
    };
    import_bars(&import.store, &request, now(), ImportProgress::UNHEARD)
        .map_err(|error| error.to_string())?;
    let ticker = import.store.snapshot().unwrap().tickers.remove(0);
    let bars = import.store.bars(ticker.id, interval, i64::MIN..i64::MAX);
    Ok((bars.unwrap(), ticker.profile.currency.to_string()))
}

fn refusal(symbol: &str, text: &str) -> String {
    match read(symbol, text) {
        Ok((bars, _)) => panic!("read as {bars:?}"),
        Err(sentence) => sentence,
    }
}

#[track_caller]
fn assert_says(sentence: &str, parts: &[&str]) {
    for part in parts {
        assert!(sentence.contains(part), "{part}: {sentence}");
    }
}

/// 19 and 20 January 2026, which most texts here are about.
fn two_days(volumes: [f64; 2]) -> Vec<Bar> {
    vec![
        day("2026-01-19", [40.1, 41.0, 39.5, 40.5], volumes[0]),
        day("2026-01-20", [40.5, 42.0, 40.25, 41.75], volumes[1]),
    ]
}

const UNKNOWN: f64 = Bar::UNKNOWN_VOLUME;

#[test]
fn files_without_titles_are_read_where_every_row_shows_the_order() {
    let klines = fs::read_to_string(fixture("klines-no-titles.csv")).unwrap();
    assert_eq!(
        read("HBRUSDT", &klines).unwrap().0,
        two_days([1_200.5, 900.25])
    );
    for (symbol, text) in [
        (
            "HBR.AX",
            "HBR,20260119,40.1,41,39.5,40.5,1200\nHBR,20260120,40.5,42,40.25,41.75,900\n",
        ),
        (
            "HBR-USD",
            "1768780800,40.1,41,39.5,40.5,1200,310\n1768867200,40.5,42,40.25,41.75,900,290\n",
        ),
        (
            "HBR.PA",
            "FR0000000001;19/01/2026;40,1;41;39,5;40,5;1200\nFR0000000001;20/01/2026;40,5;42;40,25;41,75;900\n",
        ),
        // With a mean price before the volume.
        (
            "HBR-USD",
            "1768780800,40.1,41,39.5,40.5,40.3,1200,31\n1768867200,40.5,42,40.25,41.75,41.1,900,29\n",
        ),
        // MetaTrader 4, whose days are those of the file.
        (
            "EURUSD=X",
            "2026.01.19,00:00,40.1,41,39.5,40.5,1200\n2026.01.20,00:00,40.5,42,40.25,41.75,900\n",
        ),
    ] {
        let (bars, _) = read(symbol, text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(bars, two_days([1_200.0, 900.0]), "{text}");
    }
    let unclear = refusal(
        "HBR",
        "20260119,40,40,40,40,1200\n20260120,41,41,41,41,900\n",
    );
    assert_says(
        &unclear,
        &["line 1", "several orders", "--columns time,open"],
    );
    let none = refusal(
        "HBR",
        "20260119,40,41,39,45,1200\n20260120,41,42,40,41,900\n",
    );
    assert_says(&none, &["no usual order", "--columns time,open"]);
    let two = refusal("HBR", "2026-01-19,40\n2026-01-20,41\n");
    assert_says(&two, &["must name the columns", "--columns"]);
}

#[test]
fn the_order_of_columns_can_be_said() {
    let order =
        |words: &str| with(|options| options.columns = Some(ColumnOrder::parse(words).unwrap()));
    for (text, words) in [
        (
            "20260119,40.5,39.5,41,40.1,1200\n20260120,41.75,40.25,42,40.5,900\n",
            "time,close,low,high,open,volume",
        ),
        (
            "a;x;19.1.2026;40,1;41;39,5;40,5;1200\nb;x;20.1.2026;40,5;42;40,25;41,75;900\n",
            "-,-,date,open,high,low,close,volume",
        ),
        (
            "Day,A,B,C,D,E\n2026-01-19,40.1,41,39.5,40.5,1200\n2026-01-20,40.5,42,40.25,41.75,900\n",
            "time,open,high,low,close,volume",
        ),
        (
            "[[1768780800,40.1,41,39.5,40.5,1200],[1768867200,40.5,42,40.25,41.75,900]]",
            "time,open,high,low,close,volume",
        ),
    ] {
        let read = read_as("HBR", Interval::Day, text.as_bytes(), order(words));
        assert_eq!(read.unwrap().0, two_days([1_200.0, 900.0]), "{text}");
    }
    assert_says(
        &ColumnOrder::parse("time,open,price,close").unwrap_err(),
        &["close"],
    );
    assert_says(
        &ColumnOrder::parse("time,opening,colour").unwrap_err(),
        &["Unknown column 'colour'"],
    );
    assert_says(&ColumnOrder::parse("open,close").unwrap_err(), &["date"]);
    let text = "# columns: time,open,high,low,close,volume\n2026-01-19,40.1,41,39.5,40.5,1200\n2026-01-20,40.5,42,40.25,41.75,900\n";
    assert_eq!(read("HBR", text).unwrap().0, two_days([1_200.0, 900.0]));
}

#[test]
fn json_of_exchanges_and_sellers_is_read_in_their_own_orders() {
    for name in ["low-before-open.json", "close-before-high.json"] {
        let text = fs::read_to_string(fixture(name)).unwrap();
        assert_eq!(
            read("HBR-USD", &text).unwrap().0,
            two_days([1_200.5, 900.25]),
            "{name}"
        );
    }
    for text in [
        // Kraken: a mean price before the volume.
        r#"{"error":[],"result":{"XHBRZUSD":[[1768780800,"40.1","41","39.5","40.5","40.2","1200",31],[1768867200,"40.5","42","40.25","41.75","41.1","900",29]],"last":1768867200}}"#,
        // Binance, OKX.
        r#"[[1768780800000,"40.1","41","39.5","40.5","1200",1768867199999,"48600",310,"600","24300","0"],[1768867200000,"40.5","42","40.25","41.75","900",1768953599999,"37500",290,"450","18700","0"]]"#,
        r#"{"code":"0","msg":"","data":[["1768867200000","40.5","42","40.25","41.75","900","37000","37000","1"],["1768780800000","40.1","41","39.5","40.5","1200","48000","48000","1"]]}"#,
        // Gate.io: the volume in money first.
        r#"[["1768780800","48600","40.5","41","39.5","40.1","1200","true"],["1768867200","37500","41.75","42","40.25","40.5","900","true"]]"#,
        // Alpha Vantage, Twelve Data, Polygon, Finnhub, Tiingo, FMP.
        r#"{"Meta Data":{"2. Symbol":"HBR"},"Time Series (Daily)":{"2026-01-20":{"1. open":"40.5","2. high":"42","3. low":"40.25","4. close":"41.75","5. volume":"900"},"2026-01-19":{"1. open":"40.1","2. high":"41","3. low":"39.5","4. close":"40.5","5. volume":"1200"}}}"#,
        r#"{"meta":{"symbol":"HBR","currency":"USD"},"values":[{"datetime":"2026-01-20","open":"40.5","high":"42","low":"40.25","close":"41.75","volume":"900"},{"datetime":"2026-01-19","open":"40.1","high":"41","low":"39.5","close":"40.5","volume":"1200"}],"status":"ok"}"#,
        r#"{"ticker":"HBR","results":[{"v":1200,"vw":40.2,"o":40.1,"c":40.5,"h":41,"l":39.5,"t":1768780800000,"n":31},{"v":900,"vw":41,"o":40.5,"c":41.75,"h":42,"l":40.25,"t":1768867200000,"n":29}]}"#,
        r#"{"c":[40.5,41.75],"h":[41,42],"l":[39.5,40.25],"o":[40.1,40.5],"s":"ok","t":[1768780800,1768867200],"v":[1200,900]}"#,
        r#"[{"date":"2026-01-19T00:00:00.000Z","open":40.1,"high":41,"low":39.5,"close":40.5,"volume":1200,"adjClose":40.4},{"date":"2026-01-20T00:00:00.000Z","open":40.5,"high":42,"low":40.25,"close":41.75,"volume":900,"adjClose":41.7}]"#,
        r#"{"symbol":"HBR","historical":[{"date":"2026-01-20","open":40.5,"high":42,"low":40.25,"close":41.75,"volume":900},{"date":"2026-01-19","open":40.1,"high":41,"low":39.5,"close":40.5,"volume":1200}]}"#,
    ] {
        let (bars, _) = read("HBR-USD", text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(bars, two_days([1_200.0, 900.0]), "{text}");
    }
    let coingecko = r#"{"prices":[[1768780800000,40.5],[1768867200000,41.75]],"market_caps":[[1768780800000,1e9]],"total_volumes":[[1768780800000,5e6]]}"#;
    let closes: Vec<f64> = read("HBR-USD", coingecko)
        .unwrap()
        .0
        .iter()
        .map(|bar| bar.close)
        .collect();
    assert_eq!(closes, [40.5, 41.75]);
}

#[test]
fn json_that_is_something_else_is_refused_with_the_reason() {
    for (text, part) in [
        ("[]", "empty list"),
        ("{\"error\":\"limit reached\"}", "no list of bars"),
        ("[1,2,3]", "no bars"),
        ("[[1768780800,40,40,40,40,5]]", "--columns time,open"),
        ("{\"a\":", "not whole JSON"),
        ("[{\"date\":\"2026-01-19\"}]", "no column is called close"),
        (
            r#"{"a":[{"date":"2026-01-19","close":1}],"b":[{"date":"2026-01-19","close":2}]}"#,
            "more than one list",
        ),
    ] {
        assert_says(&refusal("HBR-USD", text), &[part]);
    }
    let bad = r#"[{"date":"2026-01-19","close":1},{"date":"soon","close":2}]"#;
    assert_says(&refusal("HBR", bad), &["item 2: 'soon' is not a date"]);
}

#[test]
fn the_chart_of_yahoo_brings_its_currency_and_its_zone() {
    let text = fs::read_to_string(fixture("yahoo-chart.json")).unwrap();
    let (bars, currency) = read("HBR.L", &text).unwrap();
    assert_eq!(
        bars,
        two_days([1_200.0, UNKNOWN]),
        "pence are hundredths of a pound"
    );
    assert_eq!(currency, "GBP");
}

#[test]
fn titles_are_known_in_many_languages_and_forms() {
    for titles in [
        "date\touv\thaut\tbas\tclot\tvol\tdevise",
        "Date;Ouverture;Plus Haut;Plus Bas;Clôture;Quantité",
        "Data,Otwarcie,Najwyzszy,Najnizszy,Zamkniecie,Wolumen",
        "Data;Otwarcie;Najwyższy;Najniższy;Zamknięcie;Wolumen",
        "Data;Apertura;Massimo;Minimo;Chiusura;Volumi",
        "Fecha;Apertura;Máximo;Mínimo;Cierre;Volumen",
        "Data;Abertura;Máxima;Mínima;Fechamento;Volume",
        "日付,始値,高値,安値,終値,出来高",
        "Datum;Openen;Hoog;Laag;Slotkoers;Volume",
        "Tarih,Açılış,Yüksek,Düşük,Kapanış,Hacim",
        "날짜,시가,고가,저가,종가,거래량",
        "ts_event,open,high,low,close,volume",
        "window_start,open,high,low,close,volume",
        "Date,PX_OPEN,PX_HIGH,PX_LOW,PX_LAST,PX_VOLUME",
        "Date,Open,High,Low,Settle,Volume",
        "\"\",AAPL.Open,AAPL.High,AAPL.Low,AAPL.Close,AAPL.Volume",
        "timeOpen;open;high;low;close;volume;marketCap",
        "unix|open|high|low|close|Volume HBR|Volume USD",
        "Date (UTC),Open,High,Low,Close,Volume",
    ] {
        let sign = ['\t', ';', '|', ',']
            .into_iter()
            .find(|sign| titles.contains(*sign))
            .unwrap();
        let row = |cells: [&str; 6]| cells.join(&sign.to_string());
        let text = format!(
            "{titles}\n{}\n{}\n",
            row(["2026-01-19", "40.1", "41", "39.5", "40.5", "1200"]),
            row(["2026-01-20", "40.5", "42", "40.25", "41.75", "900"])
        );
        let (bars, _) = read("HBR.PA", &text).unwrap_or_else(|why| panic!("{titles}: {why}"));
        assert_eq!(bars, two_days([1_200.0, 900.0]), "{titles}");
    }
}

#[test]
fn lines_before_the_titles_are_passed_over() {
    for head in [
        "https://www.example.com\n",
        "Security,HBR US Equity\nStart Date,2026-01-19\nPeriod,D\n\n",
        "\"Historical Data\"\n\"From 2026-01-19 to 2026-01-20\"\nXX0000000001\n",
        "sep=,\n",
        "# made by hand\n# currency: CHF\n",
    ] {
        let text = format!(
            "{head}Date,Open,High,Low,Close,Volume\n2026-01-19,40.1,41,39.5,40.5,1200\n2026-01-20,40.5,42,40.25,41.75,900\n"
        );
        let (bars, currency) = read("HBR", &text).unwrap_or_else(|why| panic!("{head}: {why}"));
        assert_eq!(bars, two_days([1_200.0, 900.0]), "{head}");
        assert_eq!(currency, if head.contains("CHF") { "CHF" } else { "USD" });
        let wrong = text.replace("2026-01-20", "soon");
        let line = head.lines().count() + 3;
        assert_says(&refusal("HBR", &wrong), &[&format!("line {line}: 'soon'")]);
    }
}

#[test]
fn old_encodings_are_read_and_named() {
    for (name, symbol) in [("windows-1252.csv", "HBR.DE"), ("shift-jis.csv", "7203.T")] {
        let bytes = fs::read(fixture(name)).unwrap();
        let (bars, _) = read_as(symbol, Interval::Day, &bytes, ReadOptions::default()).unwrap();
        let volumes = if symbol == "HBR.DE" {
            [1_200.0, 1_900.0]
        } else {
            [1_200.0, 900.0]
        };
        assert_eq!(bars, two_days(volumes), "{name}");
    }
}

#[test]
fn dividends_and_splits_between_the_bars_are_none() {
    let text = fs::read_to_string(fixture("yahoo-page.tsv")).unwrap();
    assert_eq!(read("HBR", &text).unwrap().0, two_days([1_200.0, 1_900.0]));
    let import = Import::new();
    let said = import
        .run("HBR", Interval::Day, &fixture("yahoo-page.tsv"))
        .unwrap();
    assert_says(&said, &["2 lines of a dividend or a split were left out"]);
}

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
        "never counted"
    );
}

#[test]
fn epochs_are_dated_in_the_zone_of_the_exchange() {
    let days = |symbol: &str, epochs: &[&str]| -> Result<Vec<String>, String> {
        let rows: String = epochs.iter().map(|epoch| format!("{epoch},40\n")).collect();
        let (bars, _) = read(symbol, &format!("time,close\n{rows}"))?;
        let date = |bar: &Bar| {
            Timestamp::from_second(bar.start)
                .unwrap()
                .strftime("%F")
                .to_string()
        };
        Ok(bars.iter().map(date).collect())
    };
    let of = |symbol: &str, epochs: &[&str]| {
        days(symbol, epochs).unwrap_or_else(|why| panic!("{symbol}: {why}"))
    };
    // Sydney's opening in its summer, midnight in Paris, the opening in New York, in each unit.
    assert_eq!(
        of("HBR.AX", &["1763938800", "1764025200"]),
        ["2025-11-24", "2025-11-25"]
    );
    assert_eq!(
        of("HBR.PA", &["1763938800", "1764025200000"]),
        ["2025-11-24", "2025-11-25"]
    );
    assert_eq!(
        of("HBR", &["1763994600", "1764081000000000"]),
        ["2025-11-24", "2025-11-25"]
    );
    assert_eq!(
        of("HBR-USD", &["1763942400", "1764028800000000000"]),
        ["2025-11-24", "2025-11-25"]
    );
    assert_eq!(
        of("HBR", &["1763942400"]),
        ["2025-11-24"],
        "midnight of UTC is a date"
    );
    // The evening of a future is the next day's.
    assert_eq!(of("GC=F", &["1763938800"]), ["2025-11-24"]);
    let unknown = days("HBR", &["1764025200"]).unwrap_err();
    assert_says(
        &unknown,
        &["line 2", "18:00", "New York", "--time-zone ZONE"],
    );
    let sydney = with(|options| options.time_zone = Some(time_zone("Australia/Sydney").unwrap()));
    let told = read_as("HBR", Interval::Day, b"time,close\n1763938800,40\n", sydney).unwrap();
    assert_eq!(told.0[0].start, second("2025-11-24T00:00:00Z"));
    let written = "time,close\n2025-11-24T10:00:00+11:00,40\n";
    assert_eq!(
        read("HBR", written).unwrap().0[0].start,
        second("2025-11-24T00:00:00Z")
    );
}

#[test]
fn a_day_of_a_stock_on_a_weekend_is_refused_with_the_likely_reason() {
    let sunday = refusal("HBR.AX", "Date,Close\n2025-11-23,40\n2025-11-24,41\n");
    assert_says(
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
    assert_says(
        &refusal("HBR.SR", "Date,Close\n2025-11-21,40\n"),
        &["Friday", "Riyadh is closed"],
    );
    assert!(read("BTC-USD", "Date,Close\n2025-11-23,40\n").is_ok());
}

#[test]
fn times_of_a_broker_need_a_zone() {
    let bytes = fs::read(fixture("metatrader-hours.csv")).unwrap();
    let hours = |symbol, zone: Option<&str>| {
        let options = with(|options| options.time_zone = zone.map(|zone| time_zone(zone).unwrap()));
        read_as(symbol, Interval::Hour, &bytes, options)
    };
    for symbol in ["EURUSD", "HBR", "GC=F"] {
        let refused = hours(symbol, None).unwrap_err();
        assert_says(&refused, &["line 2", "broker's clock", "--time-zone ZONE"]);
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
    assert_says(&currency.unwrap_err(), &["has no zone", "--time-zone"]);
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
fn a_currency_in_the_file_is_kept_and_two_are_refused_with_the_line() {
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
    assert_says(&two, &["line 3", "$", "line 2", "EUR"]);
    assert_says(
        &currency("NEW", &closes("110 kr", "116 kr")).unwrap_err(),
        &["--currency"],
    );
    let other = with(|options| options.currency = Money::parse("USD"));
    let refused = read_as(
        "NEW",
        Interval::Day,
        closes("110.70 €", "116.62 €").as_bytes(),
        other,
    );
    assert_says(
        &refused.unwrap_err(),
        &["line 2", "says EUR", "--currency says USD"],
    );
}

#[test]
fn a_ticker_that_is_known_refuses_another_currency_with_the_line() {
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
    assert_says(
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
fn pence_are_hundredths_of_a_pound_and_asked_for_where_nothing_says_so() {
    let text = "Date,Close\n2026-01-19,4050\n";
    assert_says(
        &refusal("VOD.L", text),
        &["--currency GBX", "--currency GBP"],
    );
    let closes = |word: &str| {
        let options = with(|options| options.currency = Money::parse(word));
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
fn small_coins_keep_their_digits() {
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
fn prices_that_are_scaled_are_refused_until_the_scale_is_said() {
    let lean = "20260119 00:00,401000,410000,395000,405000,1200\n20260120 00:00,405000,420000,402500,417500,900\n";
    assert_says(&refusal("HBR", lean), &["line 1", "LEAN", "--price-scale"]);
    let scale = |scale| with(|options| options.price_scale = Some(scale));
    let (bars, _) = read_as("HBR", Interval::Day, lean.as_bytes(), scale(10_000.0)).unwrap();
    assert_eq!(bars, two_days([1_200.0, 900.0]));
    let raw = "ts_event,rtype,publisher_id,instrument_id,open,high,low,close,volume,symbol\n\
        1768780800000000000,35,2,32,40100000000,41000000000,39500000000,40500000000,1200,HBR\n\
        1768867200000000000,35,2,32,40500000000,42000000000,40250000000,41750000000,900,HBR\n";
    assert_says(
        &refusal("HBR", raw),
        &["line 2", "Databento", "--price-scale"],
    );
    let (bars, _) = read_as("HBR", Interval::Day, raw.as_bytes(), scale(1e9)).unwrap();
    assert_eq!(bars, two_days([1_200.0, 900.0]));
    let huge = refusal("HBR", "Date,Close\n2026-01-19,40500000000\n");
    assert_says(
        &huge,
        &["line 2", "more than anything costs", "--price-scale"],
    );
}

#[test]
fn short_years_are_read_in_the_order_that_is_said() {
    let order = |order| with(|options| options.date_order = Some(order));
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
        let refused =
            dates(&format!("Date,Close\n{cell},40\n"), ReadOptions::default()).unwrap_err();
        assert_says(
            &refused,
            &["line 2", "January", "--date-order dmy", "--date-order ymd"],
        );
    }
}

#[test]
fn negative_prices_are_those_of_futures() {
    for cell in ["-37.63", "(37.63)", "\u{2212}37.63"] {
        let text = format!("Date;Open;High;Low;Close\n2026-01-19;17.73;17.85;-40.32;{cell}\n");
        assert_eq!(read("CL=F", &text).unwrap().0[0].close, -37.63, "{cell}");
        assert_says(&refusal("HBR", &text), &["line 2", "is not above zero"]);
    }
}

#[test]
fn a_comma_between_decimals_that_splits_a_number_is_refused() {
    let split = refusal("HBR", "Date,Close\n2026-01-19,208,55\n2026-01-20,210,90\n");
    assert_says(&split, &["line 2", "3 cells", "2 columns"]);
}

#[test]
fn what_is_no_file_of_prices_says_so() {
    for (text, part) in [
        (
            "<!DOCTYPE html><html><body>Sign in</body></html>",
            "web page",
        ),
        ("PK\u{3}\u{4}xl/worksheets", "spreadsheet"),
        (
            "Date,USD,JPY,GBP,\n2026-01-19,1.15,180.4,0.87,\n",
            "import folder takes rates",
        ),
        (
            "symbol,date,close\nAAA,2026-01-19,1\nBBB,2026-01-19,2\n",
            "more than one ticker, AAA and BBB; the import folder",
        ),
        ("Name;Value\nHarbor;7\n", "no column is called date"),
        ("Date,Close\n46041,40\n", "number of a day in a spreadsheet"),
    ] {
        assert_says(&refusal("HBR", text), &[part]);
    }
}
