//! Exports and imports the bars of tickers that were imported from files.

use std::collections::BTreeMap;

use super::{
    draft::Draft,
    shapes::{ExportedFile, ExportedSeries, ItemChange, Mode},
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

/// Maximum number of bars in an export. They take about 18 MB.
const MAX_BARS: usize = 300_000;
/// Maximum number of tickers with bars in an import.
const MAX_FILES: usize = 1_000;

/// Exports a ticker that was imported from a file, without its bars. Returns `None` for other tickers.
pub(super) fn export_ticker(ticker: &Ticker) -> Option<ExportedFile> {
    let import = ticker.imported.as_ref()?;
    let profile = &ticker.profile;
    Some(ExportedFile {
        symbol: profile.symbol.clone(),
        file: import.file.clone(),
        intervals: import.intervals.clone(),
        name: profile.name.clone(),
        kind: Some(profile.kind),
        currency: profile.currency,
        price_unit: profile.quotation,
        par_value: profile.par_value,
        isin: profile.isin,
        figi: profile.figi,
        decimals: profile.decimals,
        bars: None,
    })
}

/// Reads the bars of exported tickers from the database. A ticker whose bars would exceed the maximum is exported without bars.
pub(super) fn add_bars(
    store: &Store,
    files: Vec<(TickerId, ExportedFile)>,
) -> store::Result<Vec<ExportedFile>> {
    add_bars_up_to(store, files, MAX_BARS)
}

fn add_bars_up_to(
    store: &Store,
    files: Vec<(TickerId, ExportedFile)>,
    max_bars: usize,
) -> store::Result<Vec<ExportedFile>> {
    let mut bars_left = max_bars;
    let mut exported = Vec::with_capacity(files.len());
    for (id, mut file) in files {
        let mut series = BTreeMap::new();
        for interval in Interval::ALL {
            let bars = store.packed_bars(id, interval)?;
            if !bars.is_empty() {
                series.insert(interval, ExportedSeries(bars));
            }
        }
        let count: usize = series.values().map(|series| series.0.len()).sum();
        if let Some(left) = bars_left.checked_sub(count) {
            bars_left = left;
            file.bars = Some(series);
        }
        exported.push(file);
    }
    Ok(exported)
}

/// Plans the import of bars. Describes in the draft what changes and what is left out. Returns the bars to import; an error if the file is
/// invalid.
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
    let mut planned = vec![];
    for mut file in files {
        let known = market
            .find_symbol(&file.symbol)
            .map(|listing| &listing.ticker);
        if let Some(ticker) = known {
            file.symbol.clone_from(&ticker.profile.symbol);
        }
        let existing_import = known.and_then(|ticker| ticker.imported.as_ref());
        let (symbol, name) = (file.symbol.clone(), file.file.clone());
        let Some(bars) = &file.bars else {
            if existing_import.is_none() {
                draft.add_left_out(format!(
                    "The prices of {symbol} are not in this export; run 'marketdeck import bars' with the file {name}."
                ));
            }
            continue;
        };
        let is_unchanged = |existing: &ImportInfo| {
            let last_start_in_file =
                |interval: &Interval| bars.get(interval)?.0.last().map(|bar| bar.start);
            let id = known.map(|ticker| ticker.id);
            existing.file == name
                && Interval::ALL.iter().all(|interval| {
                    id.and_then(|id| market.last_bar(id, *interval)) == last_start_in_file(interval)
                })
        };
        let change = match (known, existing_import) {
            (None, _) => None,
            (Some(_), Some(existing)) if draft.mode == Mode::Merge || is_unchanged(existing) => {
                draft.plan.imported_bars.same += 1;
                continue;
            }
            (Some(_), Some(existing)) => Some(format!("replaces {} with {name}", existing.file)),
            (Some(_), None) if draft.mode == Mode::Merge => {
                draft.add_left_out(format!(
                    "{symbol} keeps the prices of this market; to import the prices in {name}, choose 'replace'."
                ));
                continue;
            }
            (Some(_), None) => Some(format!("replaces the market's prices with {name}")),
        };
        planned.push(read(file, known.map(|ticker| ticker.profile.kind), now)?);
        let changes = &mut draft.plan.imported_bars;
        match change {
            Some(what) => changes.changed.push(ItemChange { name: symbol, what }),
            None => changes.added.push(format!("{symbol} ({name})")),
        }
    }
    Ok(planned)
}

/// Validates the bars of an exported ticker. `known_kind` is the type of the existing ticker, if there is one.
fn read(
    file: ExportedFile,
    known_kind: Option<TickerKind>,
    now: Timestamp,
) -> Result<ExportedBars> {
    let invalid = |problem: &str| {
        ApiError::unprocessable(format!(
            "The prices of {} in the file {problem}.",
            file.symbol
        ))
    };
    let symbol =
        symbol::normalize(&file.symbol).ok_or_else(|| invalid("have an invalid symbol"))?;
    let kind = known_kind
        .or(file.kind)
        .ok_or_else(|| invalid("have no ticker type"))?;
    let mut bars = vec![];
    for (interval, ExportedSeries(series)) in file.bars.unwrap_or_default() {
        let is_valid = |bar: &Bar| {
            bar.is_valid(|price| kind.allows_price(price)) && !bar.is_from_the_future(interval, now)
        };
        if !series.iter().all(|bar| is_valid(&bar)) {
            return Err(invalid("are invalid or in the future"));
        }
        if !series.iter().is_sorted_by(|a, b| a.start < b.start) {
            return Err(invalid("are not in ascending order"));
        }
        bars.push((interval, series));
    }
    if bars.iter().all(|(_, bars)| bars.is_empty()) {
        return Err(invalid("are missing"));
    }
    let name = if file.name.is_empty() {
        symbol.clone()
    } else {
        file.name
    };
    Ok(ExportedBars {
        profile: Profile {
            currency: file.currency,
            quotation: file.price_unit,
            par_value: file.par_value,
            isin: file.isin,
            figi: file.figi,
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
    fn ticker_with_too_many_bars_is_exported_without_bars_and_later_tickers_with_bars() {
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
            (ticker.id, export_ticker(&ticker).unwrap())
        });
        let exported = add_bars_up_to(&store, files.collect(), 9).unwrap();
        let counts = exported.iter().map(|file| {
            let bars = file.bars.as_ref();
            bars.map(|bars| bars[&Interval::Day].0.len())
        });
        assert_eq!(counts.collect::<Vec<_>>(), [None, Some(3)]);
    }
}
