//! Imports a file of bars into the store.

use std::collections::BTreeMap;

use super::{
    BarsRequest, FileError, ImportProgress, ImportSummary, LineError, Money, Series,
    quote::last_quote,
    reader::{ParsedFile, PriceFile, parse_price_file},
    resample::{IntervalBars, with_longer_intervals},
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

/// Imports a file of bars into the store, completely or not at all. Creates an unknown ticker. From
/// then on only files provide the bars of the ticker: existing bars from the market are removed,
/// and bars of other intervals from earlier files are kept. Rejects a file with bars after `now`.
pub fn import_bars(
    store: &Store,
    request: &BarsRequest,
    now: Timestamp,
    progress: ImportProgress,
) -> Result<ImportSummary, FileError> {
    let snapshot = store.snapshot()?;
    let existing = symbol::find(&snapshot.tickers, request.symbol);
    let target = match existing {
        Some(ticker) => {
            let quote = snapshot.quotes.iter().find(|quote| quote.id == ticker.id);
            let mut target =
                Target::existing(ticker.profile.clone(), quote.map(|quote| quote.price));
            // The calendar of a ticker that an earlier file created may be a guess.
            target.calendar_is_known =
                ticker.imported.is_none() || ticker.profile.time_zone.is_some();
            target
        }
        None => Target::new(request)?,
    };
    let is_new = target.is_new;
    let (profile, parsed) = read(request, target, now, progress.reading)?;
    let mut ticker = if let Some(existing) = existing {
        existing.clone()
    } else {
        // Ids start at 1.
        let last = snapshot.tickers.iter().map(|ticker| ticker.id.0).max();
        Ticker::new(TickerId(last.unwrap_or(0) + 1), profile)
    };
    let kept_intervals: Vec<Interval> = ticker
        .imported
        .iter()
        .flat_map(|import| import.intervals.iter().copied())
        .filter(|interval| *interval != request.interval)
        .collect();
    ticker.imported = Some(ImportInfo {
        file: request.file.short_name().to_owned(),
        at: now,
        bars: u32::try_from(parsed.bars.len()).unwrap_or(u32::MAX),
        intervals: kept_intervals
            .iter()
            .copied()
            .chain([request.interval])
            .collect(),
    });
    let summary = ImportSummary {
        symbol: ticker.profile.symbol.clone(),
        new: is_new,
        interval: request.interval,
        bars: parsed.bars.len(),
        first: start_of(parsed.bars.first()),
        last: start_of(parsed.bars.last()),
        without_prices: parsed.without_prices,
        events: parsed.events,
        currency: ticker.profile.currency,
        notes: parsed.notes,
        kept_intervals: kept_intervals.clone(),
    };
    let file_bars = with_longer_intervals(parsed.bars, request.interval, ticker.profile.calendar());
    let intervals = with_earlier_intervals(
        store,
        ticker.id,
        &kept_intervals,
        request.interval,
        file_bars,
    )?;
    let quote = last_quote(&ticker, &intervals, now);
    store.import_packed_bars(&ticker, &intervals, quote.as_ref(), progress.storing)?;
    Ok(summary)
}

/// Merges the bars of a file with the stored bars of other intervals from earlier files. The stored
/// daily bars stay unchanged; days after them are resampled from shorter bars.
fn with_earlier_intervals(
    store: &Store,
    id: TickerId,
    kept_intervals: &[Interval],
    interval: Interval,
    file_bars: Vec<IntervalBars>,
) -> Result<Vec<IntervalBars>, FileError> {
    let mut all = file_bars;
    for length in Interval::ALL {
        let is_kept = kept_intervals.contains(&length);
        let is_resampled = !is_kept
            && length != interval
            && kept_intervals.iter().any(|shorter| *shorter < length);
        if !is_kept && !is_resampled {
            continue;
        }
        let mut bars = store.packed_bars(id, length)?;
        let last = bars.last().map_or(i64::MIN, |bar| bar.start);
        if let Some(index) = all.iter().position(|(interval, _)| *interval == length) {
            let (_, new) = all.swap_remove(index);
            let later = new.iter().filter(|bar| bar.start > last);
            later.for_each(|bar| bars.push(bar));
        }
        all.push((length, bars));
    }
    Ok(all)
}

/// Checks whether a file can be imported, without storing it. `existing` is the profile of the
/// ticker if it exists.
pub(crate) fn check_bars(
    request: &BarsRequest,
    existing: Option<&Profile>,
    now: Timestamp,
    progress: Progress,
) -> Result<(), FileError> {
    let target = match existing {
        Some(profile) => Target::existing(profile.clone(), None),
        None => Target::new(request)?,
    };
    read(request, target, now, progress).map(|_| ())
}

/// The ticker into which a file is imported.
struct Target {
    profile: Profile,
    /// True if the ticker is created by this import, so that the file determines its properties.
    is_new: bool,
    /// Current price of an existing ticker, if known.
    price: Option<f64>,
    calendar_is_known: bool,
}

impl Target {
    /// Creates the target for an existing ticker.
    fn existing(profile: Profile, price: Option<f64>) -> Self {
        Self {
            calendar_is_known: true,
            is_new: false,
            profile,
            price,
        }
    }

    /// Creates the target for a new ticker. Derives its kind and exchange from its symbol.
    fn new(request: &BarsRequest) -> Result<Self, FileError> {
        let symbol = symbol::normalize(request.symbol)?;
        let name = request.name.unwrap_or(&symbol).to_owned();
        let kind = request.kind.unwrap_or_else(|| symbol::guess(&symbol));
        let exchange = Exchange::of(&symbol);
        let mut profile = symbol::new_profile(symbol, name, kind);
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

/// Reads a file for a ticker. Returns the profile of the ticker, with the currency and exchange of
/// the file if the ticker is new.
fn read(
    request: &BarsRequest,
    mut target: Target,
    now: Timestamp,
    progress: Progress,
) -> Result<(Profile, ParsedFile), FileError> {
    let line_errors = |errors| FileError::Lines {
        file: request.file.name().to_owned(),
        errors,
    };
    let file_error = |reason: String| {
        line_errors(vec![LineError {
            line: 0,
            reason,
            is_item: false,
        }])
    };
    let input = request
        .file
        .input()
        .try_clone()
        .map_err(|error| FileError::Unreadable {
            file: request.file.name().to_owned(),
            error,
        })?;
    let file = PriceFile::open(input, &request.options, progress)
        .map_err(|error| line_errors(vec![error]))?;
    let specified = file.options().currency;
    if !target.is_new
        && let Some(specified) = specified
        && !specified.can_be(target.profile.currency)
    {
        return Err(file_error(format!(
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
    let mut parsed = parse_price_file(&file, &series, progress).map_err(line_errors)?;
    if start_of(parsed.bars.last()) > now {
        return Err(file_error(format!(
            "{} is in the future",
            start_of(parsed.bars.last())
        )));
    }
    let found = parsed.money.map(|(_, money)| money);
    let symbol = &target.profile.symbol;
    if target.is_new {
        let currency = venue::currency_of(symbol, specified, found).map_err(&file_error)?;
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
        let parts = subunits_of_prices(last, target.price, part, currency).map_err(&file_error)?;
        if let Some(parts) = parts {
            parsed.bars = parsed
                .bars
                .iter()
                .map(|bar| to_whole_units(bar, parts))
                .collect();
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

/// Compares the last close with the known price. Returns the number of subunits per currency unit
/// if the prices are in the subunit `part`, or `None` if they are in the currency itself. Returns
/// an error if neither is clear.
pub(super) fn subunits_of_prices(
    last: f64,
    price: Option<f64>,
    part: &str,
    currency: Currency,
) -> Result<Option<f64>, String> {
    let parts = Money::parse(part).map_or(100.0, Money::parts);
    match price.map(|price| last / price) {
        Some(ratio) if (0.2..5.0).contains(&ratio) => Ok(None),
        Some(ratio) if (parts * 0.2..parts * 5.0).contains(&ratio) => Ok(Some(parts)),
        _ => Err(format!(
            "the prices could be in {part} or in {currency}, and neither the file nor a known price decides; specify --currency {part} or --currency {currency}"
        )),
    }
}

/// Converts a bar from subunits to currency units.
pub(super) fn to_whole_units(bar: Bar, parts: f64) -> Bar {
    Bar {
        open: price::in_whole_units(bar.open, parts),
        high: price::in_whole_units(bar.high, parts),
        low: price::in_whole_units(bar.low, parts),
        close: price::in_whole_units(bar.close, parts),
        ..bar
    }
}

/// Returns the number of decimals of the displayed closes, from 2 to 12.
pub(super) fn decimals(bars: &PackedBars) -> u8 {
    /// Prices with more decimals are adjusted prices, which are not rounded.
    const MAX_UNADJUSTED: usize = 8;
    const MAX_DECIMALS: usize = 12;
    let digits = |price: f64| {
        let text = price.to_string();
        text.split_once('.').map_or(0, |(_, digits)| digits.len())
    };
    // `usual` is the number of decimals that is enough for nine in ten closes.
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for bar in bars.iter() {
        *counts.entry(digits(bar.close)).or_default() += 1;
    }
    let mut remaining = bars.len() * 9 / 10;
    let usual = counts.into_iter().find(|(_, count)| {
        let is_reached = remaining < *count;
        remaining = remaining.saturating_sub(*count);
        is_reached
    });
    let usual = usual.map_or(2, |(digits, _)| digits);
    if usual <= MAX_UNADJUSTED {
        return usual.max(2) as u8;
    }
    let mut closes: Vec<f64> = bars.iter().map(|bar| bar.close.abs()).collect();
    closes.sort_unstable_by(f64::total_cmp);
    let median = closes.get(closes.len() / 2).copied().unwrap_or(1.0);
    if median >= 1.0 {
        return 2;
    }
    // The price of a coin may be a tiny fraction. It is displayed with as many decimals as in the
    // file, or with five significant ones.
    let zeros = (-median.log10()).max(0.0) as usize;
    let significant = zeros + 5;
    let digits = if usual <= MAX_DECIMALS && zeros >= 2 {
        usual
    } else {
        significant
    };
    digits.min(MAX_DECIMALS) as u8
}

fn start_of(bar: Option<&Bar>) -> Timestamp {
    bar.and_then(|bar| Timestamp::from_second(bar.start).ok())
        .unwrap_or(Timestamp::UNIX_EPOCH)
}
