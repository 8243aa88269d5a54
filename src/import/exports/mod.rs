//! Files in the formats of exchanges, sites, banks and programs, each with its expected result. The
//! command `import bars` and the import folder must both return that result: the expected bars in
//! the expected currency, or the expected error.

mod banks;
mod coins;
mod exchanges;
mod vendors;

use std::fs;

use super::{
    BarsFile, BarsRequest, ImportProgress, ReadOptions, folder::parse_bar_rows, import_bars,
};
use crate::{
    domain::{
        Timestamp,
        bar::{Bar, Interval},
    },
    market::{Market, MarketState},
    source::Update,
    store::Store,
};

/// A file with its expected result.
struct Case {
    name: &'static str,
    symbol: &'static str,
    interval: Interval,
    /// Directive lines that are inserted before the text, such as `# time-zone: Europe/Athens`.
    directives: &'static str,
    text: String,
    encode: fn(&str) -> Vec<u8>,
    expected: Expected,
}

enum Expected {
    /// Bars as text and their currency. The text consists of the start (a day, or a time in UTC),
    /// open, high, low, close and volume (`?` if unknown).
    Bars(&'static [&'static str], &'static str),
    /// Parts of the error message.
    Rejected(&'static [&'static str]),
}

impl Case {
    fn new(name: &'static str, symbol: &'static str, text: &str, expected: Expected) -> Self {
        Self {
            name,
            symbol,
            interval: Interval::Day,
            directives: "",
            text: text.to_owned(),
            encode: |text| text.as_bytes().to_vec(),
            expected,
        }
    }

    fn hourly(self) -> Self {
        Self {
            interval: Interval::Hour,
            ..self
        }
    }

    fn directives(self, directives: &'static str) -> Self {
        Self { directives, ..self }
    }

    fn encoded(self, encode: fn(&str) -> Vec<u8>) -> Self {
        Self { encode, ..self }
    }
}

/// The bars and their currency as text, or the error message.
type Outcome = Result<String, String>;

fn now() -> Timestamp {
    "2026-11-21T12:00:00Z".parse().unwrap()
}

/// Imports the file with `marketdeck import bars`.
fn import_by_command(case: &Case) -> Outcome {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(case.name);
    let text = format!("{}{}", case.directives, case.text);
    fs::write(&path, (case.encode)(&text)).unwrap();
    let store = Store::open(&folder.path().join("live.redb")).unwrap();
    let file = BarsFile::read(&path).map_err(|error| error.to_string())?;
    let request = BarsRequest {
        options: ReadOptions::default(),
        ..BarsRequest::new(case.symbol, case.interval, &file)
    };
    import_bars(&store, &request, now(), ImportProgress::IGNORED)
        .map_err(|error| error.to_string())?;
    let ticker = store.snapshot().unwrap().tickers.remove(0);
    let bars = store.bars(ticker.id, case.interval, i64::MIN..i64::MAX);
    Ok(describe(&bars.unwrap(), ticker.profile.currency.as_str()))
}

/// Imports the file through the import folder.
fn import_by_folder(case: &Case) -> Outcome {
    let symbol = format!(
        "# symbol: {}\n# interval: {}\n",
        case.symbol,
        case.interval.as_str()
    );
    let (byte_order_mark, text) = case
        .text
        .strip_prefix('\u{feff}')
        .map_or(("", &*case.text), |text| ("\u{feff}", text));
    let text = format!("{byte_order_mark}{symbol}{}{text}", case.directives);
    let market = Market::new(MarketState::default());
    let parsed = parse_bar_rows((case.encode)(&text).into(), &market, now());
    if !parsed.problems.is_empty() {
        return Err(parsed.problems.join("; "));
    }
    let mut currency = String::new();
    for update in parsed.updates {
        if let Update::Profiles(profiles) = update {
            profiles[0].currency.as_str().clone_into(&mut currency);
        }
    }
    let series = parsed.series.last();
    let bars: Vec<Bar> = series.map_or_else(Vec::new, |(_, _, bars)| bars.iter().collect());
    Ok(describe(&bars, &currency))
}

fn describe(bars: &[Bar], currency: &str) -> String {
    let describe_bar = |bar: &Bar| {
        let start = Timestamp::from_second(bar.start).unwrap();
        let volume = bar
            .known_volume()
            .map_or("?".to_owned(), |volume| volume.to_string());
        let Bar {
            open,
            high,
            low,
            close,
            ..
        } = bar;
        let start = start.strftime("%FT%R").to_string();
        let start = start.strip_suffix("T00:00").unwrap_or(&start);
        format!("{start} {open} {high} {low} {close} {volume}")
    };
    let bars: Vec<_> = bars.iter().map(describe_bar).collect();
    format!("{} in {currency}", bars.join(", "))
}

#[test]
fn command_and_folder_read_every_export_as_expected() {
    let families = [
        coins::cases(),
        vendors::cases(),
        exchanges::cases(),
        banks::cases(),
    ];
    let cases: Vec<Case> = families.into_iter().flatten().collect();
    println!("| file | symbol | expected | command | folder | |");
    println!("|---|---|---|---|---|---|");
    let mut wrong = Vec::new();
    for case in &cases {
        let outcomes = [import_by_command(case), import_by_folder(case)];
        let is_expected = |outcome: &Outcome| match (&case.expected, outcome) {
            (Expected::Bars(rows, currency), Ok(read)) => {
                *read == format!("{} in {currency}", rows.join(", "))
            }
            (Expected::Rejected(parts), Err(message)) => {
                parts.iter().all(|part| message.contains(part))
            }
            _ => false,
        };
        let expected = match &case.expected {
            Expected::Bars(rows, currency) => format!("{} in {currency}", rows.join(", ")),
            Expected::Rejected(parts) => format!("rejected: {}", parts.join(" … ")),
        };
        let [command, folder] = outcomes.each_ref().map(|outcome| match outcome {
            Ok(read) if *read == expected => "as expected".to_owned(),
            Ok(read) => read.clone(),
            Err(message) => format!("rejected: {}", message.replace('\n', " ")),
        });
        let verdict = if outcomes.iter().all(is_expected) {
            "ok"
        } else {
            "WRONG"
        };
        println!(
            "| {} | {} | {expected} | {command} | {folder} | {verdict} |",
            case.name, case.symbol
        );
        if verdict == "WRONG" {
            wrong.push(case.name);
        }
    }
    println!("{} files, {} wrong", cases.len(), wrong.len());
    assert!(wrong.is_empty(), "{wrong:?}");
}
