//! Files as exchanges, sites, banks and programs export them, each with the expected result. The command and the folder
//! must read each alike: the same bars in the same currency, or the same error.

mod banks;
mod coins;
mod exchanges;
mod vendors;

use std::fs;

use super::{BarsFile, BarsRequest, ImportProgress, ReadOptions, folder::take_bars, import_bars};
use crate::{
    domain::{
        Timestamp,
        bar::{Bar, Interval},
    },
    market::{Market, MarketState},
    source::Update,
    store::Store,
};

/// A file with the expected result.
struct Case {
    name: &'static str,
    symbol: &'static str,
    interval: Interval,
    /// Directive lines before the file: `# time-zone: Europe/Athens`.
    directives: &'static str,
    text: String,
    encode: fn(&str) -> Vec<u8>,
    right: Expected,
}

enum Expected {
    /// Start (a day, or a time in UTC), open, high, low, close and volume (`?` if unknown), and the currency.
    Bars(&'static [&'static str], &'static str),
    /// Parts of the error message.
    Refused(&'static [&'static str]),
}

impl Case {
    fn new(name: &'static str, symbol: &'static str, text: &str, right: Expected) -> Self {
        Self {
            name,
            symbol,
            interval: Interval::Day,
            directives: "",
            text: text.to_owned(),
            encode: |text| text.as_bytes().to_vec(),
            right,
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

/// Bars and their currency as text, or an error.
type Reading = Result<String, String>;

fn now() -> Timestamp {
    "2026-11-21T12:00:00Z".parse().unwrap()
}

/// Imports the file with `marketdeck import bars`.
fn by_command(case: &Case) -> Reading {
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
fn by_folder(case: &Case) -> Reading {
    let symbol = format!(
        "# symbol: {}\n# interval: {}\n",
        case.symbol,
        case.interval.as_str()
    );
    let (mark, text) = case
        .text
        .strip_prefix('\u{feff}')
        .map_or(("", &*case.text), |text| ("\u{feff}", text));
    let text = format!("{mark}{symbol}{}{text}", case.directives);
    let market = Market::new(MarketState::default());
    let parsed = take_bars((case.encode)(&text).into(), &market, now());
    if !parsed.problems.is_empty() {
        return Err(parsed.problems.join("; "));
    }
    let mut currency = String::new();
    for update in parsed.updates {
        if let Update::Profiles(profiles) = update {
            profiles[0].currency.as_str().clone_into(&mut currency);
        }
    }
    let last = parsed.series.last();
    let all: Vec<Bar> = last.map_or_else(Vec::new, |(_, _, bars)| bars.iter().collect());
    Ok(describe(&all, &currency))
}

fn describe(bars: &[Bar], currency: &str) -> String {
    let bar = |bar: &Bar| {
        let at = Timestamp::from_second(bar.start).unwrap();
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
        let at = at.strftime("%FT%R").to_string();
        let at = at.strip_suffix("T00:00").unwrap_or(&at);
        format!("{at} {open} {high} {low} {close} {volume}")
    };
    let bars: Vec<_> = bars.iter().map(bar).collect();
    format!("{} in {currency}", bars.join(", "))
}

#[test]
fn both_importers_read_every_export_equally() {
    let families = [
        coins::cases(),
        vendors::cases(),
        exchanges::cases(),
        banks::cases(),
    ];
    let cases: Vec<Case> = families.into_iter().flatten().collect();
    println!("| file | symbol | right | command | folder | |");
    println!("|---|---|---|---|---|---|");
    let mut wrong = Vec::new();
    for case in &cases {
        let readings = [by_command(case), by_folder(case)];
        let is_right = |reading: &Reading| match (&case.right, reading) {
            (Expected::Bars(rows, currency), Ok(read)) => {
                *read == format!("{} in {currency}", rows.join(", "))
            }
            (Expected::Refused(parts), Err(sentence)) => {
                parts.iter().all(|part| sentence.contains(part))
            }
            _ => false,
        };
        let right = match &case.right {
            Expected::Bars(rows, currency) => format!("{} in {currency}", rows.join(", ")),
            Expected::Refused(parts) => format!("refused: {}", parts.join(" … ")),
        };
        let [command, folder] = readings.each_ref().map(|reading| match reading {
            Ok(read) if *read == right => "as it is right".to_owned(),
            Ok(read) => read.clone(),
            Err(sentence) => format!("refused: {}", sentence.replace('\n', " ")),
        });
        let verdict = if readings.iter().all(is_right) {
            "right"
        } else {
            "WRONG"
        };
        println!(
            "| {} | {} | {right} | {command} | {folder} | {verdict} |",
            case.name, case.symbol
        );
        if verdict == "WRONG" {
            wrong.push(case.name);
        }
    }
    println!("{} files, {} wrong", cases.len(), wrong.len());
    assert!(wrong.is_empty(), "{wrong:?}");
}
