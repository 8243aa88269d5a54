//! From a file to the store.

use std::{fs::File, path::Path};

use super::{
    BarsRequest, FileError, Imported, LineError, Parsed, parse_bars_csv, quote::last_quote,
    resample::longer,
};
use crate::{
    domain::{
        Timestamp,
        bar::{Bar, Interval},
        ticker::{ImportedFrom, Profile, Ticker, TickerId, TickerKind},
    },
    store::Store,
};

/// Reads a file of bars into the store: all of it, or nothing. The ticker is made when it is
/// unknown, and belongs to its files from then on: bars of the market go, those that another file
/// brought at another length stay. `now` is what no bar may be newer than.
pub fn import_bars(
    store: &Store,
    request: &BarsRequest,
    now: Timestamp,
) -> Result<Imported, FileError> {
    let known = store.snapshot()?.tickers;
    let (mut ticker, new) = ticker_for(request, &known)?;
    let parsed = parse(request, ticker.profile.kind, now)?;
    if new {
        ticker.profile.decimals = decimals(&parsed.bars);
    }
    let earlier: Vec<Interval> = ticker
        .imported
        .iter()
        .flat_map(|from| from.intervals.iter().copied())
        .filter(|interval| *interval != request.interval)
        .collect();
    ticker.imported = Some(ImportedFrom {
        file: name_of(request.file),
        at: now,
        bars: u32::try_from(parsed.bars.len()).unwrap_or(u32::MAX),
        intervals: earlier.iter().copied().chain([request.interval]).collect(),
    });
    let imported = Imported {
        symbol: ticker.profile.symbol.clone(),
        new,
        interval: request.interval,
        bars: parsed.bars.len(),
        first: start_of(parsed.bars.first()),
        last: start_of(parsed.bars.last()),
        without_prices: parsed.without_prices,
        beside: earlier.clone(),
    };
    let of_file = longer(
        parsed.bars,
        request.interval,
        ticker.profile.kind.calendar(),
    );
    let intervals = beside(store, ticker.id, &earlier, request.interval, of_file)?;
    let quote = last_quote(&ticker, &intervals, now);
    store.import_bars(&ticker, &intervals, quote.as_ref())?;
    Ok(imported)
}

/// The bars of a file with those that `earlier` files of other lengths brought. Days out of a file
/// of days stay as they are, and go on with the days that shorter bars make.
fn beside(
    store: &Store,
    id: TickerId,
    earlier: &[Interval],
    interval: Interval,
    of_file: Vec<OfInterval>,
) -> Result<Vec<OfInterval>, FileError> {
    let mut all = of_file;
    for length in Interval::ALL {
        let read = earlier.contains(&length);
        let made = !read && length != interval && earlier.iter().any(|shorter| *shorter < length);
        if !read && !made {
            continue;
        }
        let mut bars = store.bars(id, length, i64::MIN..i64::MAX)?;
        let last = bars.last().map_or(i64::MIN, |bar| bar.start);
        let at = all.iter().position(|(of, _)| *of == length);
        let new = at.map_or_else(Vec::new, |at| all.swap_remove(at).1);
        bars.extend(new.into_iter().filter(|bar| bar.start > last));
        all.push((length, bars));
    }
    Ok(all)
}

fn parse(request: &BarsRequest, kind: TickerKind, now: Timestamp) -> Result<Parsed, FileError> {
    let file = || request.file.display().to_string();
    let unreadable = |error| FileError::Unreadable {
        file: file(),
        error,
    };
    let wrong = |errors| FileError::Lines {
        file: file(),
        errors,
    };
    let reader = File::open(request.file).map_err(unreadable)?;
    if reader.metadata().map_err(unreadable)?.is_dir() {
        return Err(unreadable(std::io::ErrorKind::IsADirectory.into()));
    }
    let parsed = parse_bars_csv(reader, request.interval, kind.calendar()).map_err(wrong)?;
    if start_of(parsed.bars.last()) > now {
        return Err(wrong(vec![LineError {
            line: 0,
            reason: format!("{} is in the future", start_of(parsed.bars.last())),
        }]));
    }
    Ok(parsed)
}

/// The ticker of that symbol in any case, or a new one with the next number.
fn ticker_for(request: &BarsRequest, known: &[Ticker]) -> Result<(Ticker, bool), FileError> {
    let symbol = request.symbol.trim();
    if let Some(ticker) = known
        .iter()
        .find(|ticker| ticker.profile.symbol.eq_ignore_ascii_case(symbol))
    {
        return Ok((ticker.clone(), false));
    }
    let valid = |c: char| c.is_ascii_alphanumeric() || ".-=^_".contains(c);
    if !(1..=20).contains(&symbol.len()) || !symbol.chars().all(valid) {
        return Err(FileError::Symbol(request.symbol.to_owned()));
    }
    let symbol = symbol.to_ascii_uppercase();
    // Numbers are dense and start with 1.
    let last = known.iter().map(|ticker| ticker.id.0).max().unwrap_or(0);
    let profile = Profile {
        name: request.name.unwrap_or(&symbol).to_owned(),
        kind: request.kind.unwrap_or_else(|| guess(&symbol)),
        symbol,
        sector: None,
        country: None,
        logo: None,
        units: None,
        decimals: 2,
    };
    let ticker = Ticker {
        id: TickerId(last + 1),
        profile,
        imported: None,
    };
    Ok((ticker, true))
}

/// Indices and futures carry a mark in their symbol; anything else is taken for a share.
fn guess(symbol: &str) -> TickerKind {
    if symbol.starts_with('^') {
        TickerKind::Index
    } else if symbol.ends_with("=F") {
        TickerKind::Commodity
    } else {
        TickerKind::Stock
    }
}

/// Digits behind the point that the closes are quoted with: at least two, at most eight.
fn decimals(bars: &[Bar]) -> u8 {
    let digits = |price: f64| {
        let text = price.to_string();
        text.split_once('.').map_or(0, |(_, digits)| digits.len())
    };
    // Adjusted prices have digits without end; nine in ten decide what is meant.
    let mut counts: Vec<usize> = bars.iter().map(|bar| digits(bar.close)).collect();
    counts.sort_unstable();
    let usual = counts.get(counts.len() * 9 / 10).copied().unwrap_or(2);
    if usual > 8 { 2 } else { usual.max(2) as u8 }
}

fn name_of(file: &Path) -> String {
    file.file_name()
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

fn start_of(bar: Option<&Bar>) -> Timestamp {
    bar.and_then(|bar| Timestamp::from_second(bar.start).ok())
        .unwrap_or(Timestamp::UNIX_EPOCH)
}

/// The bars of one interval.
pub(super) type OfInterval = (Interval, Vec<Bar>);
