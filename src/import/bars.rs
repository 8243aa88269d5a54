//! From a file to the store.

use super::{
    BarsFormat, BarsRequest, FileError, ImportProgress, Imported, LineError, Parsed,
    parse_bars_csv,
    quote::last_quote,
    resample::{OfInterval, longer},
    symbol,
};
use crate::{
    domain::{
        Timestamp,
        bar::{Bar, Interval},
        ticker::{ImportedFrom, Profile, Ticker, TickerId, TickerKind},
    },
    store::{Progress, Store},
};

/// Reads a file of bars into the store: all of it, or nothing. The ticker is made when it is
/// unknown, and belongs to its files from then on: bars of the market go, those that another file
/// brought at another length stay. `now` is what no bar may be newer than.
pub fn import_bars(
    store: &Store,
    request: &BarsRequest,
    now: Timestamp,
    progress: ImportProgress,
) -> Result<Imported, FileError> {
    let known = store.snapshot()?.tickers;
    let (mut ticker, new) = ticker_for(request, &known)?;
    let parsed = parse(request, ticker.profile.kind, now, progress.reading)?;
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
        file: request.file.short_name().to_owned(),
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
    let of_file = longer(parsed.bars, request.interval, ticker.profile.calendar());
    let intervals = beside(store, ticker.id, &earlier, request.interval, of_file)?;
    let quote = last_quote(&ticker, &intervals, now);
    store.import_bars(&ticker, &intervals, quote.as_ref(), progress.storing)?;
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

/// Whether a file can be imported, without a store: what is refused here leaves no trace. `known` is
/// what the ticker is, if it is known.
pub(crate) fn check_bars(
    request: &BarsRequest,
    known: Option<TickerKind>,
    now: Timestamp,
    progress: Progress,
) -> Result<(), FileError> {
    let symbol = symbol::checked(request.symbol)?;
    let kind = known
        .or(request.kind)
        .unwrap_or_else(|| symbol::guess(&symbol));
    parse(request, kind, now, progress).map(|_| ())
}

fn parse(
    request: &BarsRequest,
    kind: TickerKind,
    now: Timestamp,
    progress: Progress,
) -> Result<Parsed, FileError> {
    let wrong = |errors| FileError::Lines {
        file: request.file.name().to_owned(),
        errors,
    };
    let format = BarsFormat {
        date_order: request.date_order,
        decimal_mark: request.decimal_mark,
        ..BarsFormat::new(request.interval, kind.calendar())
    };
    let parsed = parse_bars_csv(request.file.bytes(), format, progress).map_err(wrong)?;
    if start_of(parsed.bars.last()) > now {
        return Err(wrong(vec![LineError {
            line: 0,
            reason: format!("{} is in the future", start_of(parsed.bars.last())),
        }]));
    }
    Ok(parsed)
}

/// The ticker that is meant, or a new one with the next number.
fn ticker_for(request: &BarsRequest, known: &[Ticker]) -> Result<(Ticker, bool), FileError> {
    if let Some(ticker) = symbol::find(known, request.symbol) {
        return Ok((ticker.clone(), false));
    }
    let symbol = symbol::checked(request.symbol)?;
    // Numbers start with 1.
    let last = known.iter().map(|ticker| ticker.id.0).max().unwrap_or(0);
    let name = request.name.unwrap_or(&symbol).to_owned();
    let kind = request.kind.unwrap_or_else(|| symbol::guess(&symbol));
    let profile = Profile::new(symbol, name, kind);
    Ok((Ticker::new(TickerId(last + 1), profile), true))
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

fn start_of(bar: Option<&Bar>) -> Timestamp {
    bar.and_then(|bar| Timestamp::from_second(bar.start).ok())
        .unwrap_or(Timestamp::UNIX_EPOCH)
}
