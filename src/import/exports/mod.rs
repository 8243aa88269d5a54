//! Files as exchanges, sites, banks and programs export them, each with what it means, written down before it was read.
//! The command and the folder must read each alike: the same bars in the same currency, or the same reason.

mod banks;
mod coins;
mod exchanges;
mod sellers;

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

/// A file, and what it means.
struct Case {
    name: &'static str,
    symbol: &'static str,
    interval: Interval,
    /// Lines before the file that say what it does not: `# time-zone: Europe/Athens`.
    said: &'static str,
    text: String,
    encode: fn(&str) -> Vec<u8>,
    right: Right,
}

enum Right {
    /// Start (a day, or a time in UTC), open, high, low, close and volume (`?` where it is not known), and the currency.
    Bars(&'static [&'static str], &'static str),
    /// Parts of the sentence.
    Refused(&'static [&'static str]),
}

impl Case {
    fn new(name: &'static str, symbol: &'static str, text: &str, right: Right) -> Self {
        Self {
            name,
            symbol,
            interval: Interval::Day,
            said: "",
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

    fn said(self, said: &'static str) -> Self {
        Self { said, ..self }
    }

    fn encoded(self, encode: fn(&str) -> Vec<u8>) -> Self {
        Self { encode, ..self }
    }
}

/// Bars and their currency, in a form to be compared and printed.
type Reading = Result<String, String>;

fn now() -> Timestamp {
    "2026-11-21T12:00:00Z".parse().unwrap()
}

/// What `marketdeck import bars` makes of a file.
fn by_command(case: &Case) -> Reading {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(case.name);
    let text = format!("{}{}", case.said, case.text);
    fs::write(&path, (case.encode)(&text)).unwrap();
    let store = Store::open(&folder.path().join("live.redb")).unwrap();
    let file = BarsFile::read(&path).map_err(|error| error.to_string())?;
    let request = BarsRequest {
        options: ReadOptions::default(),
        ..BarsRequest::new(case.symbol, case.interval, &file)
    };
    import_bars(&store, &request, now(), ImportProgress::UNHEARD)
        .map_err(|error| error.to_string())?;
    let ticker = store.snapshot().unwrap().tickers.remove(0);
    let bars = store.bars(ticker.id, case.interval, i64::MIN..i64::MAX);
    Ok(told(&bars.unwrap(), ticker.profile.currency.as_str()))
}

/// What the import folder makes of it.
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
    let text = format!("{mark}{symbol}{}{text}", case.said);
    let market = Market::new(MarketState::default());
    let taken = take_bars((case.encode)(&text).into(), &market, now());
    if !taken.problems.is_empty() {
        return Err(taken.problems.join("; "));
    }
    let mut currency = String::new();
    for update in taken.updates {
        if let Update::Profiles(profiles) = update {
            profiles[0].currency.as_str().clone_into(&mut currency);
        }
    }
    let last = taken.series.last();
    let all: Vec<Bar> = last.map_or_else(Vec::new, |(_, _, bars)| bars.iter().collect());
    Ok(told(&all, &currency))
}

fn told(bars: &[Bar], currency: &str) -> String {
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
fn both_importers_read_every_export_alike() {
    let families = [
        coins::cases(),
        sellers::cases(),
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
            (Right::Bars(rows, currency), Ok(read)) => {
                *read == format!("{} in {currency}", rows.join(", "))
            }
            (Right::Refused(parts), Err(sentence)) => {
                parts.iter().all(|part| sentence.contains(part))
            }
            _ => false,
        };
        let right = match &case.right {
            Right::Bars(rows, currency) => format!("{} in {currency}", rows.join(", ")),
            Right::Refused(parts) => format!("refused: {}", parts.join(" … ")),
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
