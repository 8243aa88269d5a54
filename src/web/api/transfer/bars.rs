//! Export and import of bars that came from files.

use super::{
    draft::Draft,
    shapes::{Changed, ExportedFile, ExportedSeries, Mode},
};
use crate::{
    domain::{
        Timestamp,
        bar::{Bar, Interval},
        quote::MAX_DECIMALS,
        symbol,
        ticker::{ImportInfo, Profile, Ticker, TickerId, TickerKind},
    },
    market::MarketState,
    source::lookup::ExportedBars,
    store::{self, Store},
    web::http::error::{ApiError, Result},
};

/// Maximum number of bars in an export: about 18 MB.
const MAX_BARS: usize = 300_000;
/// Maximum number of tickers with bars in an import.
const MAX_FILES: usize = 1_000;

/// Exports a ticker imported from a file, without its bars; `None` for others.
pub(super) fn carried(ticker: &Ticker) -> Option<ExportedFile> {
    let from = ticker.imported.as_ref()?;
    let profile = &ticker.profile;
    Some(ExportedFile {
        symbol: profile.symbol.clone(),
        file: from.file.clone(),
        intervals: from.intervals.clone(),
        name: profile.name.clone(),
        kind: Some(profile.kind),
        currency: profile.currency,
        decimals: profile.decimals,
        bars: None,
    })
}

/// Adds the stored bars to exported files in order, as long as the maximum allows. Reads the disk.
pub(super) fn fill(
    store: &Store,
    files: Vec<(TickerId, ExportedFile)>,
) -> store::Result<Vec<ExportedFile>> {
    filled(store, files, MAX_BARS)
}

fn filled(
    store: &Store,
    files: Vec<(TickerId, ExportedFile)>,
    mut room: usize,
) -> store::Result<Vec<ExportedFile>> {
    files
        .into_iter()
        .map(|(id, mut file)| {
            let of = |interval| Ok((interval, ExportedSeries(store.packed_bars(id, interval)?)));
            let mut bars = Interval::ALL
                .map(of)
                .into_iter()
                .collect::<store::Result<Vec<_>>>()?;
            bars.retain(|(_, bars)| !bars.0.is_empty());
            let count: usize = bars.iter().map(|(_, bars)| bars.0.len()).sum();
            if let Some(left) = room.checked_sub(count) {
                room = left;
                file.bars = Some(bars.into_iter().collect());
            }
            Ok(file)
        })
        .collect()
}

/// Plans the import of bars; what is left out is noted in the draft.
pub(super) fn plan(
    draft: &mut Draft,
    files: Vec<ExportedFile>,
    market: &MarketState,
    now: Timestamp,
) -> Result<Vec<ExportedBars>> {
    if files.len() > MAX_FILES {
        return Err(ApiError::unprocessable(format!(
            "Too many tickers with prices: {}; the maximum per import is {MAX_FILES}.",
            files.len()
        )));
    }
    let mut coming = vec![];
    for mut file in files {
        let known = market.find_symbol(&file.symbol).map(|known| &known.ticker);
        if let Some(ticker) = known {
            file.symbol.clone_from(&ticker.profile.symbol);
        }
        let here = known.and_then(|ticker| ticker.imported.as_ref());
        let (symbol, name) = (file.symbol.clone(), file.file.clone());
        let Some(bars) = &file.bars else {
            if here.is_none() {
                draft.left_out(format!(
                    "The prices of {symbol} are not in this export; run 'marketdeck import bars' with the file {name}."
                ));
            }
            continue;
        };
        let is_same = |here: &ImportInfo| {
            let last = |interval: &Interval| bars.get(interval)?.0.last().map(|bar| bar.start);
            let known = known.map(|ticker| ticker.id);
            here.file == name
                && Interval::ALL.iter().all(|interval| {
                    known.and_then(|id| market.last_bar(id, *interval)) == last(interval)
                })
        };
        let what = match (known, here) {
            (None, _) => None,
            (Some(_), Some(here)) if draft.mode == Mode::Merge || is_same(here) => {
                draft.plan.imported_bars.same += 1;
                continue;
            }
            (Some(_), Some(here)) => Some(format!("replaces {} with {name}", here.file)),
            (Some(_), None) if draft.mode == Mode::Merge => {
                draft.left_out(format!(
                    "{symbol} keeps the prices of this market; to import those of {name}, choose 'replace'."
                ));
                continue;
            }
            (Some(_), None) => Some(format!("replaces the market's prices with {name}")),
        };
        coming.push(read(file, known.map(|ticker| ticker.profile.kind), now)?);
        let changes = &mut draft.plan.imported_bars;
        match what {
            Some(what) => changes.changed.push(Changed { name: symbol, what }),
            None => changes.added.push(format!("{symbol} ({name})")),
        }
    }
    Ok(coming)
}

/// Reads and validates the bars of an exported file.
fn read(file: ExportedFile, known: Option<TickerKind>, now: Timestamp) -> Result<ExportedBars> {
    let wrong = |what: &str| {
        ApiError::unprocessable(format!("The prices of {} in the file {what}.", file.symbol))
    };
    let symbol = symbol::normalize(&file.symbol).ok_or_else(|| wrong("have an invalid symbol"))?;
    let kind = known
        .or(file.kind)
        .ok_or_else(|| wrong("have no ticker type"))?;
    let mut bars = vec![];
    for (interval, ExportedSeries(read)) in file.bars.unwrap_or_default() {
        let is_sound = |bar: &Bar| {
            bar.is_valid(|price| kind.allows_price(price)) && !bar.is_from_the_future(interval, now)
        };
        if !read.iter().all(|bar| is_sound(&bar)) {
            return Err(wrong("are invalid or in the future"));
        }
        if !read.iter().is_sorted_by(|a, b| a.start < b.start) {
            return Err(wrong("are not in ascending order"));
        }
        bars.push((interval, read));
    }
    if bars.iter().all(|(_, bars)| bars.is_empty()) {
        return Err(wrong("are missing"));
    }
    let name = if file.name.is_empty() {
        symbol.clone()
    } else {
        file.name
    };
    Ok(ExportedBars {
        profile: Profile {
            currency: file.currency,
            decimals: file.decimals.min(MAX_DECIMALS),
            ..Profile::new(symbol, name, kind)
        },
        file: file.file,
        intervals: file.intervals,
        bars,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_beyond_the_maximum_are_left_out_and_later_ones_exported() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("test.redb")).unwrap();
        let files = [("LONG", 10), ("SHORT", 3)].into_iter().zip(1..);
        let files = files.map(|((symbol, count), id)| {
            let profile = Profile::new(symbol, symbol, TickerKind::Stock);
            let ticker = Ticker {
                imported: Some(ImportInfo {
                    file: "a.csv".to_owned(),
                    at: Timestamp::UNIX_EPOCH,
                    bars: count,
                    intervals: vec![Interval::Day],
                }),
                ..Ticker::new(TickerId(id), profile)
            };
            let days = (0..i64::from(count)).map(|day| Bar {
                start: day * 86_400,
                open: 1.0,
                high: 1.0,
                low: 1.0,
                close: 1.0,
                volume: 0.0,
            });
            let bars = [(Interval::Day, days.collect())];
            store.import_bars(&ticker, &bars, None, &|_, _| ()).unwrap();
            (ticker.id, carried(&ticker).unwrap())
        });
        let filled = filled(&store, files.collect(), 9).unwrap();
        let counts = filled.iter().map(|file| {
            let bars = file.bars.as_ref();
            bars.map(|bars| bars[&Interval::Day].0.len())
        });
        assert_eq!(counts.collect::<Vec<_>>(), [None, Some(3)]);
    }
}
