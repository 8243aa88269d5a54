//! Prices that a person brought in files.

use super::{
    draft::Draft,
    shapes::{CarriedFile, CarriedSeries, Changed, Mode},
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

/// Bars of an export at most: some 18 MB.
const MOST: usize = 300_000;
/// Tickers with prices of files that one import brings at most.
const MOST_FILES: usize = 1_000;

/// A ticker of a file, without its bars; `None` for one of the market.
pub(super) fn carried(ticker: &Ticker) -> Option<CarriedFile> {
    let from = ticker.imported.as_ref()?;
    let profile = &ticker.profile;
    Some(CarriedFile {
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

/// Puts the stored bars into files of an export, in their order, as long as there is room. Reads the disk.
pub(super) fn fill(
    store: &Store,
    files: Vec<(TickerId, CarriedFile)>,
) -> store::Result<Vec<CarriedFile>> {
    filled(store, files, MOST)
}

fn filled(
    store: &Store,
    files: Vec<(TickerId, CarriedFile)>,
    mut room: usize,
) -> store::Result<Vec<CarriedFile>> {
    files
        .into_iter()
        .map(|(id, mut file)| {
            let of = |interval| Ok((interval, CarriedSeries(store.packed_bars(id, interval)?)));
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

/// What of the files comes here; what does not is told in the draft.
pub(super) fn plan(
    draft: &mut Draft,
    files: Vec<CarriedFile>,
    market: &MarketState,
    now: Timestamp,
) -> Result<Vec<ExportedBars>> {
    if files.len() > MOST_FILES {
        return Err(ApiError::unprocessable(format!(
            "There are prices of {} tickers in the file, and {MOST_FILES} can come at once.",
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
                    "The prices of {symbol} came from the file {name}, which is not in this export; 'marketdeck import bars' reads it again."
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
            (Some(_), Some(here)) => Some(format!("those of {name} in the place of {}", here.file)),
            (Some(_), None) if draft.mode == Mode::Merge => {
                draft.left_out(format!(
                    "{symbol} has the prices of its market here, which stay; those of the file {name} come with 'replace'."
                ));
                continue;
            }
            (Some(_), None) => Some(format!("those of {name} in the place of its market")),
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

/// The prices of a file; an error, which names the fault, where they are none.
fn read(file: CarriedFile, known: Option<TickerKind>, now: Timestamp) -> Result<ExportedBars> {
    let wrong = |what: &str| {
        ApiError::unprocessable(format!("The prices of {} in the file {what}.", file.symbol))
    };
    let symbol = symbol::normalize(&file.symbol).ok_or_else(|| wrong("have no possible symbol"))?;
    let kind = known
        .or(file.kind)
        .ok_or_else(|| wrong("say not of what"))?;
    let mut bars = vec![];
    for (interval, CarriedSeries(read)) in file.bars.unwrap_or_default() {
        let is_sound = |bar: &Bar| {
            bar.is_sound(|price| kind.can_cost(price)) && !bar.is_from_the_future(interval, now)
        };
        if !read.iter().all(|bar| is_sound(&bar)) {
            return Err(wrong("are no prices, or of days to come"));
        }
        if !read.iter().is_sorted_by(|a, b| a.start < b.start) {
            return Err(wrong("are not in the order of time"));
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
    fn prices_for_which_there_is_no_room_are_left_out_and_others_come() {
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
