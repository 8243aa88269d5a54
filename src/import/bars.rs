//! Imports a file of bars into the store.

use std::collections::BTreeMap;

use super::{
    BarsRequest, FileError, ImportProgress, ImportSummary, LineError, Money, Series,
    quote::last_quote,
    reader::{ParsedFile, PriceFile, parse_file},
    resample::{IntervalBars, resampled},
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

/// Imports a file of bars into the store, completely or not at all. An unknown ticker is created.
/// From then on the ticker belongs to its files: bars from the market are removed, bars of other
/// intervals from earlier files stay. No bar may be newer than `now`.
pub fn import_bars(
    store: &Store,
    request: &BarsRequest,
    now: Timestamp,
    progress: ImportProgress,
) -> Result<ImportSummary, FileError> {
    let snapshot = store.snapshot()?;
    let known = symbol::find(&snapshot.tickers, request.symbol);
    let target = match known {
        Some(ticker) => {
            let quote = snapshot.quotes.iter().find(|quote| quote.id == ticker.id);
            let mut target = Target::known(ticker.profile.clone(), quote.map(|quote| quote.price));
            // The calendar of a ticker from an earlier file may be a guess from its symbol.
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
        // Ids start at 1.
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
    let imported = ImportSummary {
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
        kept_intervals: earlier.clone(),
    };
    let of_file = resampled(parsed.bars, request.interval, ticker.profile.calendar());
    let intervals = with_earlier_intervals(store, ticker.id, &earlier, request.interval, of_file)?;
    let quote = last_quote(&ticker, &intervals, now);
    store.import_packed_bars(&ticker, &intervals, quote.as_ref(), progress.storing)?;
    Ok(imported)
}

/// Merges the bars of a file with those of `earlier` intervals from other files. Daily bars from a
/// file stay as they are; later days are appended from resampled shorter bars.
fn with_earlier_intervals(
    store: &Store,
    id: TickerId,
    earlier: &[Interval],
    interval: Interval,
    of_file: Vec<IntervalBars>,
) -> Result<Vec<IntervalBars>, FileError> {
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

/// Checks whether a file can be imported, without a store. `known` is the profile of the ticker if
/// it exists.
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

/// The ticker of a file.
struct Target {
    profile: Profile,
    /// True if the ticker is created by this import, so that the file determines its properties.
    is_new: bool,
    /// Current price, if the market has one.
    price: Option<f64>,
    calendar_is_known: bool,
}

impl Target {
    /// An existing ticker.
    fn known(profile: Profile, price: Option<f64>) -> Self {
        Self {
            calendar_is_known: true,
            is_new: false,
            profile,
            price,
        }
    }

    /// A new ticker, whose kind and exchange are derived from its symbol.
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

/// Reads a file for a ticker. A new ticker takes its currency and exchange from the file.
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
    let specified = file.options().currency;
    if !target.is_new
        && let Some(specified) = specified
        && !specified.can_be(target.profile.currency)
    {
        return Err(whole(format!(
            "the prices of {} are in {}, but --currency is {specified}",
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
        let currency = venue::currency_of(symbol, specified, found).map_err(&whole)?;
        if currency.is_none() && target.profile.kind != TickerKind::Index {
            parsed
                .notes
                .push("currency not specified: assumed US dollars (--currency)".to_owned());
        }
        target.profile.currency = currency.unwrap_or_default();
        target.profile.decimals = decimals(&parsed.bars);
    } else if specified.or(found).is_none()
        && let Some(part) = Exchange::of(symbol).and_then(|exchange| exchange.part)
    {
        let currency = target.profile.currency;
        let last = parsed.bars.last().map_or(0.0, |bar| bar.close);
        let parts = parts_of(last, target.price, part, currency).map_err(&whole)?;
        if let Some(parts) = parts {
            parsed.bars = parsed.bars.iter().map(|bar| divided(bar, parts)).collect();
            parsed.notes.push(format!(
                "prices are in {part} according to the known price; divided them by {parts}"
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
            .push("times have no zone: assumed New York (--time-zone)".to_owned());
    }
    Ok((target.profile, parsed))
}

/// Returns the number of subunits per currency unit if the known price shows that prices are in `part` (a subunit);
/// `None` if they are in the currency itself. Returns an error if neither is clear.
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
            "the prices could be in {part} or in {currency}, and neither the file nor a known price decides; specify --currency {part} or --currency {currency}"
        )),
    }
}

/// Converts a bar from subunits to currency units.
pub(super) fn divided(bar: Bar, parts: f64) -> Bar {
    Bar {
        open: price::in_whole_units(bar.open, parts),
        high: price::in_whole_units(bar.high, parts),
        low: price::in_whole_units(bar.low, parts),
        close: price::in_whole_units(bar.close, parts),
        ..bar
    }
}

/// Returns the number of decimals for displaying the closes: 2 to 12.
pub(super) fn decimals(bars: &PackedBars) -> u8 {
    /// More decimals are those of adjusted prices, which are not rounded.
    const MAX_UNADJUSTED: usize = 8;
    const MAX_DECIMALS: usize = 12;
    let digits = |price: f64| {
        let text = price.to_string();
        text.split_once('.').map_or(0, |(_, digits)| digits.len())
    };
    // The number of decimals that covers nine in ten closes.
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
    if usual <= MAX_UNADJUSTED {
        return usual.max(2) as u8;
    }
    let mut closes: Vec<f64> = bars.iter().map(|bar| bar.close.abs()).collect();
    closes.sort_unstable_by(f64::total_cmp);
    let middle = closes.get(closes.len() / 2).copied().unwrap_or(1.0);
    if middle >= 1.0 {
        return 2;
    }
    // For a coin worth a tiny fraction: as many decimals as written, or five significant ones.
    let zeros = (-middle.log10()).max(0.0) as usize;
    let telling = zeros + 5;
    let digits = if usual <= MAX_DECIMALS && zeros >= 2 {
        usual
    } else {
        telling
    };
    digits.min(MAX_DECIMALS) as u8
}

fn start_of(bar: Option<&Bar>) -> Timestamp {
    bar.and_then(|bar| Timestamp::from_second(bar.start).ok())
        .unwrap_or(Timestamp::UNIX_EPOCH)
}
