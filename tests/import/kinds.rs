//! Hand-written bar files of many kinds: which are imported, and which are rejected with the option that would resolve the problem.

use marketdeck::import::ColumnOrder;

use super::*;

pub(super) fn options_with(change: impl FnOnce(&mut ReadOptions)) -> ReadOptions {
    let mut options = ReadOptions::default();
    change(&mut options);
    options
}

/// Imports `text` as daily bars of a new ticker; returns the bars and the currency.
pub(super) fn read(symbol: &str, text: &str) -> Result<(Vec<Bar>, String), String> {
    read_as(
        symbol,
        Interval::Day,
        text.as_bytes(),
        ReadOptions::default(),
    )
}

pub(super) fn read_as(
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
    import_bars(&import.store, &request, now(), ImportProgress::IGNORED)
        .map_err(|error| error.to_string())?;
    let ticker = import.store.snapshot().unwrap().tickers.remove(0);
    let bars = import.store.bars(ticker.id, interval, i64::MIN..i64::MAX);
    Ok((bars.unwrap(), ticker.profile.currency.to_string()))
}

pub(super) fn import_error(symbol: &str, text: &str) -> String {
    match read(symbol, text) {
        Ok((bars, _)) => panic!("expected an error, imported {bars:?}"),
        Err(sentence) => sentence,
    }
}

#[track_caller]
pub(super) fn assert_contains_all(sentence: &str, parts: &[&str]) {
    for part in parts {
        assert!(sentence.contains(part), "{part}: {sentence}");
    }
}

/// Returns the bars of 19 and 20 January 2026, which most texts contain.
pub(super) fn two_days(volumes: [f64; 2]) -> Vec<Bar> {
    vec![
        day("2026-01-19", [40.1, 41.0, 39.5, 40.5], volumes[0]),
        day("2026-01-20", [40.5, 42.0, 40.25, 41.75], volumes[1]),
    ]
}

pub(super) const UNKNOWN: f64 = Bar::UNKNOWN_VOLUME;

#[test]
fn files_without_a_header_are_read_if_the_rows_imply_the_column_order() {
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
        // A VWAP column precedes the volume.
        (
            "HBR-USD",
            "1768780800,40.1,41,39.5,40.5,40.3,1200,31\n1768867200,40.5,42,40.25,41.75,41.1,900,29\n",
        ),
        // MetaTrader 4 exports dates in the broker's time zone.
        (
            "EURUSD=X",
            "2026.01.19,00:00,40.1,41,39.5,40.5,1200\n2026.01.20,00:00,40.5,42,40.25,41.75,900\n",
        ),
    ] {
        let (bars, _) = read(symbol, text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(bars, two_days([1_200.0, 900.0]), "{text}");
    }
    let ambiguous_order = import_error(
        "HBR",
        "20260119,40,40,40,40,1200\n20260120,41,41,41,41,900\n",
    );
    assert_contains_all(
        &ambiguous_order,
        &["line 1", "several orders", "--columns time,open"],
    );
    let unknown_order = import_error(
        "HBR",
        "20260119,40,41,39,45,1200\n20260120,41,42,40,41,900\n",
    );
    assert_contains_all(&unknown_order, &["no known order", "--columns time,open"]);
    let two_columns = import_error("HBR", "2026-01-19,40\n2026-01-20,41\n");
    assert_contains_all(&two_columns, &["add a header line", "--columns"]);
}

#[test]
fn the_column_order_can_be_specified() {
    let order = |columns: &str| {
        options_with(|options| options.columns = Some(ColumnOrder::parse(columns).unwrap()))
    };
    for (text, columns) in [
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
        let read = read_as("HBR", Interval::Day, text.as_bytes(), order(columns));
        assert_eq!(read.unwrap().0, two_days([1_200.0, 900.0]), "{text}");
    }
    assert_contains_all(
        &ColumnOrder::parse("time,open,price,close").unwrap_err(),
        &["close"],
    );
    assert_contains_all(
        &ColumnOrder::parse("time,opening,colour").unwrap_err(),
        &["Unknown column 'colour'"],
    );
    assert_contains_all(&ColumnOrder::parse("open,close").unwrap_err(), &["date"]);
    let text = "# columns: time,open,high,low,close,volume\n2026-01-19,40.1,41,39.5,40.5,1200\n2026-01-20,40.5,42,40.25,41.75,900\n";
    assert_eq!(read("HBR", text).unwrap().0, two_days([1_200.0, 900.0]));
}

#[test]
fn json_of_exchanges_and_vendors_is_read_in_their_column_orders() {
    for name in ["low-before-open.json", "close-before-high.json"] {
        let text = fs::read_to_string(fixture(name)).unwrap();
        assert_eq!(
            read("HBR-USD", &text).unwrap().0,
            two_days([1_200.5, 900.25]),
            "{name}"
        );
    }
    for text in [
        // Kraken: VWAP before the volume.
        r#"{"error":[],"result":{"XHBRZUSD":[[1768780800,"40.1","41","39.5","40.5","40.2","1200",31],[1768867200,"40.5","42","40.25","41.75","41.1","900",29]],"last":1768867200}}"#,
        // Binance, OKX.
        r#"[[1768780800000,"40.1","41","39.5","40.5","1200",1768867199999,"48600",310,"600","24300","0"],[1768867200000,"40.5","42","40.25","41.75","900",1768953599999,"37500",290,"450","18700","0"]]"#,
        r#"{"code":"0","msg":"","data":[["1768867200000","40.5","42","40.25","41.75","900","37000","37000","1"],["1768780800000","40.1","41","39.5","40.5","1200","48000","48000","1"]]}"#,
        // Gate.io: the quote volume comes first.
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
fn other_json_is_rejected_with_the_reason() {
    for (text, part) in [
        ("[]", "list is empty"),
        ("{\"error\":\"limit reached\"}", "no list of bars"),
        ("[1,2,3]", "no bars"),
        ("[[1768780800,40,40,40,40,5]]", "--columns time,open"),
        ("{\"a\":", "invalid JSON"),
        ("[{\"date\":\"2026-01-19\"}]", "no column is called close"),
        (
            r#"{"a":[{"date":"2026-01-19","close":1}],"b":[{"date":"2026-01-19","close":2}]}"#,
            "more than one list",
        ),
    ] {
        assert_contains_all(&import_error("HBR-USD", text), &[part]);
    }
    let bad = r#"[{"date":"2026-01-19","close":1},{"date":"soon","close":2}]"#;
    assert_contains_all(&import_error("HBR", bad), &["item 2: Invalid date 'soon'"]);
}

#[test]
fn a_yahoo_chart_supplies_its_currency_and_zone() {
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
fn column_names_are_known_in_many_languages() {
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
        let delimiter = ['\t', ';', '|', ',']
            .into_iter()
            .find(|delimiter| titles.contains(*delimiter))
            .unwrap();
        let row = |cells: [&str; 6]| cells.join(&delimiter.to_string());
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
fn lines_before_the_header_are_skipped() {
    for preamble in [
        "https://www.example.com\n",
        "Security,HBR US Equity\nStart Date,2026-01-19\nPeriod,D\n\n",
        "\"Historical Data\"\n\"From 2026-01-19 to 2026-01-20\"\nXX0000000001\n",
        "sep=,\n",
        "# made by hand\n# currency: CHF\n",
    ] {
        let text = format!(
            "{preamble}Date,Open,High,Low,Close,Volume\n2026-01-19,40.1,41,39.5,40.5,1200\n2026-01-20,40.5,42,40.25,41.75,900\n"
        );
        let (bars, currency) = read("HBR", &text).unwrap_or_else(|why| panic!("{preamble}: {why}"));
        assert_eq!(bars, two_days([1_200.0, 900.0]), "{preamble}");
        assert_eq!(
            currency,
            if preamble.contains("CHF") {
                "CHF"
            } else {
                "USD"
            }
        );
        let wrong = text.replace("2026-01-20", "soon");
        let line = preamble.lines().count() + 3;
        assert_contains_all(
            &import_error("HBR", &wrong),
            &[&format!("line {line}: Invalid date 'soon'")],
        );
    }
}

#[test]
fn legacy_encodings_are_read_and_reported() {
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
fn dividend_and_split_lines_are_skipped() {
    let text = fs::read_to_string(fixture("yahoo-page.tsv")).unwrap();
    assert_eq!(read("HBR", &text).unwrap().0, two_days([1_200.0, 1_900.0]));
    let import = Import::new();
    let message = import
        .run("HBR", Interval::Day, &fixture("yahoo-page.tsv"))
        .unwrap();
    assert_contains_all(&message, &["skipped 2 lines with dividends or splits"]);
}

#[test]
fn a_decimal_comma_that_splits_a_number_into_two_fields_is_rejected() {
    let split = import_error("HBR", "Date,Close\n2026-01-19,208,55\n2026-01-20,210,90\n");
    assert_contains_all(&split, &["line 2", "3 cells", "2 columns"]);
}

#[test]
fn files_without_prices_are_rejected_with_the_reason() {
    for (text, part) in [
        (
            "<!DOCTYPE html><html><body>Sign in</body></html>",
            "web page",
        ),
        ("PK\u{3}\u{4}xl/worksheets", "spreadsheet"),
        (
            "Date,USD,JPY,GBP,\n2026-01-19,1.15,180.4,0.87,\n",
            "import them through the import folder",
        ),
        (
            "symbol,date,close\nAAA,2026-01-19,1\nBBB,2026-01-19,2\n",
            "more than one ticker, AAA and BBB; put it into the import folder",
        ),
        ("Name;Value\nHarbor;7\n", "no column is called date"),
        ("Date,Close\n46041,40\n", "spreadsheet day number"),
    ] {
        assert_contains_all(&import_error("HBR", text), &[part]);
    }
}
