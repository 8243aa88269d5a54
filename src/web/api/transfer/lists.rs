//! Plans the import of watchlists.

use std::collections::{HashMap, HashSet};

use super::{
    draft::Draft,
    shapes::{Changed, ExportedList, Mode},
};
use crate::{
    domain::{ticker::TickerId, watchlist::Watchlist},
    market::MarketState,
    store::ImportedList,
    web::{
        api::watchlists::{MAX_LISTS, clean_name, clean_note},
        http::error::{ApiError, Result},
    },
};

/// Maximum number of symbols in a description.
const MAX_NAMED: usize = 6;

type Entries = Vec<(TickerId, String)>;

/// Plans the import of lists. Lists are identified by name; of several with the same name, the first in the file is the first
/// here.
pub(super) fn lists(
    draft: &mut Draft,
    wanted: Vec<ExportedList>,
    here: Vec<Watchlist>,
    market: &MarketState,
) -> Result<()> {
    let mut here: Vec<Option<Watchlist>> = here.into_iter().map(Some).collect();
    let there = here.len();
    for list in wanted {
        let (number, name) = (list.number, clean_name(&list.name)?);
        if draft.brought.lists.iter().any(|one| one.number == number) {
            return Err(ApiError::unprocessable(format!(
                "The file has two lists with the number {number}."
            )));
        }
        let is_this = |one: &Option<Watchlist>| one.as_ref().is_some_and(|one| one.name == name);
        let known = here.iter().position(is_this).and_then(|at| here[at].take());
        let mut entries = of_file(draft, list, market)?;
        if let Some(known) = &known {
            if draft.mode == Mode::Merge {
                entries = merged(known, entries);
            }
            match difference(known, &entries, market) {
                None => draft.plan.watchlists.same += 1,
                Some(what) => draft.plan.watchlists.changed.push(Changed {
                    name: name.clone(),
                    what,
                }),
            }
        } else {
            draft.plan.watchlists.added.push(name.clone());
        }
        draft.brought.lists.push(ImportedList {
            number,
            replaced_id: known.map(|known| known.id),
            name,
            entries,
        });
    }
    if draft.mode == Mode::Replace {
        for list in here.into_iter().flatten() {
            draft.brought.removed_lists.push(list.id);
            draft.plan.watchlists.removed.push(list.name);
        }
    }
    let after = there + draft.plan.watchlists.added.len() - draft.plan.watchlists.removed.len();
    if after > MAX_LISTS {
        return Err(ApiError::conflict(format!(
            "The import would result in {after} watchlists; the maximum is {MAX_LISTS}."
        )));
    }
    Ok(())
}

/// Returns the tickers of a list that this market knows, without duplicates.
fn of_file(draft: &mut Draft, list: ExportedList, market: &MarketState) -> Result<Entries> {
    let (mut entries, mut held) = (Vec::new(), HashSet::new());
    let mut missing = Vec::new();
    for entry in list.tickers {
        let note = clean_note(&entry.note).map_err(|error| {
            ApiError::unprocessable(format!("{}: {}", list.name, error.message))
        })?;
        match market
            .find_symbol(&entry.symbol)
            .map(|known| known.ticker.id)
        {
            Some(ticker) if held.insert(ticker) => entries.push((ticker, note)),
            Some(_) => {}
            None => {
                draft.unknown(&entry.symbol);
                if !draft.comes(&entry.symbol) {
                    missing.push(entry.symbol);
                }
            }
        }
    }
    if !missing.is_empty() {
        let name = &list.name;
        draft.left_out(format!(
            "The list {name} is imported without {}.",
            missing.join(", ")
        ));
    }
    Ok(entries)
}

/// Merges two lists: existing entries, then new ones; empty notes are filled.
fn merged(known: &Watchlist, of_file: Entries) -> Entries {
    let mut entries: Entries = known
        .items
        .iter()
        .map(|item| (item.ticker_id, item.note.clone()))
        .collect();
    for (ticker, note) in of_file {
        match entries.iter_mut().find(|(held, _)| *held == ticker) {
            Some((_, held)) if held.is_empty() => *held = note,
            Some(_) => {}
            None => entries.push((ticker, note)),
        }
    }
    entries
}

/// Describes the changes to a list; `None` if there are none.
fn difference(known: &Watchlist, after: &Entries, market: &MarketState) -> Option<String> {
    let before: HashMap<TickerId, &str> = known
        .items
        .iter()
        .map(|item| (item.ticker_id, item.note.as_str()))
        .collect();
    let kept: HashSet<TickerId> = after.iter().map(|(ticker, _)| *ticker).collect();
    let order = |ids: &mut dyn Iterator<Item = TickerId>| -> Vec<TickerId> {
        ids.filter(|id| before.contains_key(id) && kept.contains(id))
            .collect()
    };
    let new: Vec<_> = after
        .iter()
        .filter(|(id, _)| !before.contains_key(id))
        .map(|(id, _)| *id)
        .collect();
    let gone: Vec<_> = known
        .items
        .iter()
        .map(|item| item.ticker_id)
        .filter(|id| !kept.contains(id))
        .collect();
    let notes = after
        .iter()
        .filter(|(id, note)| before.get(id).is_some_and(|held| held != note))
        .count();
    let moved = order(&mut known.items.iter().map(|item| item.ticker_id))
        != order(&mut after.iter().map(|(id, _)| *id));
    let parts = [
        (!new.is_empty()).then(|| format!("adds {}", named(&new, market))),
        (!gone.is_empty()).then(|| format!("removes {}", named(&gone, market))),
        match notes {
            0 => None,
            1 => Some("changes a note".to_owned()),
            notes => Some(format!("changes {notes} notes")),
        },
        moved.then(|| "changes the order".to_owned()),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn named(tickers: &[TickerId], market: &MarketState) -> String {
    if tickers.len() > MAX_NAMED {
        return format!("{} tickers", tickers.len());
    }
    let symbols = tickers
        .iter()
        .filter_map(|id| Some(market.get(*id)?.ticker.profile.symbol.as_str()));
    symbols.collect::<Vec<_>>().join(" ")
}
