//! From a file to the store.

use std::collections::BTreeMap;

use super::{
    BarsRequest, FileError, ImportProgress, Imported, LineError, Money, Series,
    quote::last_quote,
    reader::{ParsedFile, PriceFile, parse_file},
    resample::{OfInterval, longer},
    symbol,
    venue::{self, Exchange},
};
use crate::{
    domain::{
        Timestamp,
        bar::{Bar, Interval},
        currency::Currency,
        packed_bars::PackedBars,
        price,
        session::Calendar,
        ticker::{ImportInfo, Profile, Ticker, TickerId, TickerKind},
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
    let snapshot = store.snapshot()?;
    let known = symbol::find(&snapshot.tickers, request.symbol);
    let target = match known {
        Some(ticker) => {
            let quote = snapshot.quotes.iter().find(|quote| quote.id == ticker.id);
            let mut target = Target::known(ticker.profile.clone(), quote.map(|quote| quote.price));
            // What an earlier file brought may be known by its symbol alone.
            target.calendar_is_known =
                ticker.imported.is_none() || ticker.profile.time_zone.is_some();
            target
        }
        None => Target::new(request)?,
    };
    let new = target.is_new;
    let (profile, parsed) = read(request, target, now, progress.reading)?;
    let mut ticker = if let Some(known) = known {
        known.clone()
    } else {
        // Numbers start with 1.
        let last = snapshot.tickers.iter().map(|ticker| ticker.id.0).max();
        Ticker::new(TickerId(last.unwrap_or(0) + 1), profile)
    };
    let earlier: Vec<Interval> = ticker
        .imported
        .iter()
        .flat_map(|from| from.intervals.iter().copied())
        .filter(|interval| *interval != request.interval)
        .collect();
    ticker.imported = Some(ImportInfo {
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
        events: parsed.events,
        currency: ticker.profile.currency,
        notes: parsed.notes,
        beside: earlier.clone(),
    };
    let of_file = longer(parsed.bars, request.interval, ticker.profile.calendar());
    let intervals = beside(store, ticker.id, &earlier, request.interval, of_file)?;
    let quote = last_quote(&ticker, &intervals, now);
    store.import_packed_bars(&ticker, &intervals, quote.as_ref(), progress.storing)?;
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
        let mut bars = store.packed_bars(id, length)?;
        let last = bars.last().map_or(i64::MIN, |bar| bar.start);
        if let Some(at) = all.iter().position(|(of, _)| *of == length) {
            let (_, new) = all.swap_remove(at);
            let later = new.iter().filter(|bar| bar.start > last);
            later.for_each(|bar| bars.push(bar));
        }
        all.push((length, bars));
    }
    Ok(all)
}

/// Whether a file can be imported, without a store: what is refused here leaves no trace. `known` is
/// what the ticker is, if it is known.
pub(crate) fn check_bars(
    request: &BarsRequest,
    known: Option<&Profile>,
    now: Timestamp,
    progress: Progress,
) -> Result<(), FileError> {
    let target = match known {
        Some(profile) => Target::known(profile.clone(), None),
        None => Target::new(request)?,
    };
    read(request, target, now, progress).map(|_| ())
}

/// The ticker that bars are read for.
struct Target {
    profile: Profile,
    /// It is made for these bars: what the file says of it counts.
    is_new: bool,
    /// What it costs now, where its market knows.
    price: Option<f64>,
    calendar_is_known: bool,
}

impl Target {
    /// A ticker of the market, or of an earlier file.
    fn known(profile: Profile, price: Option<f64>) -> Self {
        Self {
            calendar_is_known: true,
            is_new: false,
            profile,
            price,
        }
    }

    /// A ticker that nobody knows yet: its symbol may show what it is and where it is traded.
    fn new(request: &BarsRequest) -> Result<Self, FileError> {
        let symbol = symbol::normalize(request.symbol)?;
        let name = request.name.unwrap_or(&symbol).to_owned();
        let kind = request.kind.unwrap_or_else(|| symbol::guess(&symbol));
        let exchange = Exchange::of(&symbol);
        let mut profile = Profile::new(symbol, name, kind);
        profile.time_zone = exchange.map(|exchange| exchange.zone.to_owned());
        Ok(Self {
            calendar_is_known: exchange.is_some(),
            is_new: true,
            profile,
            price: None,
        })
    }

    fn series(&self, interval: Interval) -> Series {
        Series {
            calendar_is_known: self.calendar_is_known,
            currency: (!self.is_new).then_some(self.profile.currency),
            ..Series::of(&self.profile, interval)
        }
    }
}

/// Reads a file for a ticker; a new one takes from it what it says of its currency and its exchange.
fn read(
    request: &BarsRequest,
    mut target: Target,
    now: Timestamp,
    progress: Progress,
) -> Result<(Profile, ParsedFile), FileError> {
    let wrong = |errors| FileError::Lines {
        file: request.file.name().to_owned(),
        errors,
    };
    let whole = |reason: String| {
        wrong(vec![LineError {
            line: 0,
            reason,
            is_item: false,
        }])
    };
    let input = request
        .file
        .input()
        .share()
        .map_err(|error| FileError::Unreadable {
            file: request.file.name().to_owned(),
            error,
        })?;
    let file =
        PriceFile::open(input, &request.options, progress).map_err(|error| wrong(vec![error]))?;
    let said = file.options().currency;
    if !target.is_new
        && let Some(said) = said
        && !said.can_be(target.profile.currency)
    {
        return Err(whole(format!(
            "the prices of {} are in {}, and --currency says {said}",
            target.profile.symbol, target.profile.currency
        )));
    }
    if target.is_new
        && target.profile.time_zone.is_none()
        && let Some(zone) = &file.exchange_zone
    {
        target.profile.time_zone = Some(zone.clone());
        target.calendar_is_known = true;
    }
    let series = target.series(request.interval);
    let mut parsed = parse_file(&file, &series, progress).map_err(wrong)?;
    if start_of(parsed.bars.last()) > now {
        return Err(whole(format!(
            "{} is in the future",
            start_of(parsed.bars.last())
        )));
    }
    let found = parsed.money.map(|(_, money)| money);
    let symbol = &target.profile.symbol;
    if target.is_new {
        let currency = venue::currency_of(symbol, said, found).map_err(&whole)?;
        if currency.is_none() && target.profile.kind != TickerKind::Index {
            parsed.notes.push(
                "nothing says what its prices are in: taken as US dollars (--currency)".to_owned(),
            );
        }
        target.profile.currency = currency.unwrap_or_default();
        target.profile.decimals = decimals(&parsed.bars);
    } else if said.or(found).is_none()
        && let Some(part) = Exchange::of(symbol).and_then(|exchange| exchange.part)
    {
        let currency = target.profile.currency;
        let last = parsed.bars.last().map_or(0.0, |bar| bar.close);
        let parts = parts_of(last, target.price, part, currency).map_err(&whole)?;
        if let Some(parts) = parts {
            parsed.bars = parsed.bars.iter().map(|bar| divided(bar, parts)).collect();
            parsed.notes.push(format!(
                "its prices are {part}, as the known price shows; they were divided by {parts}"
            ));
        }
    }
    if series.calendar == Calendar::NewYork
        && !series.calendar_is_known
        && request.interval != Interval::Day
        && file.options().time_zone.is_none()
    {
        parsed
            .notes
            .push("times without a zone were read as those of New York (--time-zone)".to_owned());
    }
    Ok((target.profile, parsed))
}

/// How many parts of the currency one whole is, where prices are in such parts as the known price shows; `None` where they are in
/// the currency. An error where nothing shows it.
pub(super) fn parts_of(
    last: f64,
    price: Option<f64>,
    part: &str,
    currency: Currency,
) -> Result<Option<f64>, String> {
    let parts = Money::parse(part).map_or(100.0, Money::parts);
    match price.map(|price| last / price) {
        Some(times) if (0.2..5.0).contains(&times) => Ok(None),
        Some(times) if (parts * 0.2..parts * 5.0).contains(&times) => Ok(Some(parts)),
        _ => Err(format!(
            "the prices may be in {part} or in {currency}, and neither the file nor a known price shows which; say --currency {part} or --currency {currency}"
        )),
    }
}

/// A bar whose prices are in parts of the currency.
pub(super) fn divided(bar: Bar, parts: f64) -> Bar {
    Bar {
        open: price::in_whole_units(bar.open, parts),
        high: price::in_whole_units(bar.high, parts),
        low: price::in_whole_units(bar.low, parts),
        close: price::in_whole_units(bar.close, parts),
        ..bar
    }
}

/// Digits behind the point that the closes are quoted with: at least two, at most twelve.
pub(super) fn decimals(bars: &PackedBars) -> u8 {
    /// More digits than that are those of an adjusted price, which has them without end.
    const USUAL: usize = 8;
    const MOST: usize = 12;
    let digits = |price: f64| {
        let text = price.to_string();
        text.split_once('.').map_or(0, |(_, digits)| digits.len())
    };
    // Nine in ten decide what is meant.
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for bar in bars.iter() {
        *counts.entry(digits(bar.close)).or_default() += 1;
    }
    let mut left = bars.len() * 9 / 10;
    let usual = counts.into_iter().find(|(_, count)| {
        let is_reached = left < *count;
        left = left.saturating_sub(*count);
        is_reached
    });
    let usual = usual.map_or(2, |(digits, _)| digits);
    if usual <= USUAL {
        return usual.max(2) as u8;
    }
    let mut closes: Vec<f64> = bars.iter().map(|bar| bar.close.abs()).collect();
    closes.sort_unstable_by(f64::total_cmp);
    let middle = closes.get(closes.len() / 2).copied().unwrap_or(1.0);
    if middle >= 1.0 {
        return 2;
    }
    // A coin of many zeros: as many digits as it is written with, or five that say something.
    let zeros = (-middle.log10()).max(0.0) as usize;
    let telling = zeros + 5;
    let digits = if usual <= MOST && zeros >= 2 {
        usual
    } else {
        telling
    };
    digits.min(MOST) as u8
}

fn start_of(bar: Option<&Bar>) -> Timestamp {
    bar.and_then(|bar| Timestamp::from_second(bar.start).ok())
        .unwrap_or(Timestamp::UNIX_EPOCH)
}
