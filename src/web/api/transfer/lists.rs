//! Plans the import of watchlists.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;

use super::{
    draft::Draft,
    shapes::{ExportedList, ItemChange, Mode},
};
use crate::{
    domain::{
        ticker::TickerId,
        watchlist::{EntryContent, Watchlist, WatchlistItem},
    },
    market::MarketState,
    store::ImportedList,
    web::{
        api::watchlists::{MAX_LISTS, clean_name, clean_note},
        http::error::{ApiError, Result},
    },
};

/// Maximum number of symbols in the description of a change.
const MAX_SYMBOLS_IN_DESCRIPTION: usize = 6;

/// Tickers of a list with their notes and holdings.
type Entries = Vec<(TickerId, EntryContent)>;

/// Plans the import of lists, which are identified by name. If several lists have the same name, the first in the file corresponds to the
/// first in the database, and so on.
pub(super) fn plan(
    draft: &mut Draft,
    in_file: Vec<ExportedList>,
    existing: Vec<Watchlist>,
    market: &MarketState,
    now: Timestamp,
) -> Result<()> {
    // A list is taken out when a list in the file corresponds to it.
    let mut existing: Vec<Option<Watchlist>> = existing.into_iter().map(Some).collect();
    let existing_count = existing.len();
    for list in in_file {
        let (number, name) = (list.number, clean_name(&list.name, "watchlist")?);
        if draft
            .import
            .lists
            .iter()
            .any(|other| other.number == number)
        {
            return Err(ApiError::unprocessable(format!(
                "The file has two lists with the number {number}."
            )));
        }
        let replaced = existing
            .iter_mut()
            .find(|existing| existing.as_ref().is_some_and(|list| list.name == name))
            .and_then(Option::take);
        let mut entries = read_entries(draft, list, market, now)?;
        if let Some(replaced) = &replaced {
            if draft.mode == Mode::Merge {
                entries = merge(replaced, entries);
            }
            match describe_changes(replaced, &entries, market) {
                None => draft.plan.watchlists.same += 1,
                Some(what) => draft.plan.watchlists.changed.push(ItemChange {
                    name: name.clone(),
                    what,
                }),
            }
        } else {
            draft.plan.watchlists.added.push(name.clone());
        }
        draft.import.lists.push(ImportedList {
            number,
            replaced_id: replaced.map(|list| list.id),
            name,
            entries,
        });
    }
    if draft.mode == Mode::Replace {
        for list in existing.into_iter().flatten() {
            draft.import.removed_lists.push(list.id);
            draft.plan.watchlists.removed.push(list.name);
        }
    }
    let watchlists = &draft.plan.watchlists;
    let count = existing_count + watchlists.added.len() - watchlists.removed.len();
    if count > MAX_LISTS {
        return Err(ApiError::conflict(format!(
            "The import would result in {count} watchlists; the maximum is {MAX_LISTS}."
        )));
    }
    Ok(())
}

/// Reads the entries of a list in the file, without duplicates. Describes in the draft which entries are left out because their symbols
/// are unknown.
fn read_entries(
    draft: &mut Draft,
    list: ExportedList,
    market: &MarketState,
    now: Timestamp,
) -> Result<Entries> {
    let (mut entries, mut seen) = (Vec::new(), HashSet::new());
    let mut missing = Vec::new();
    for entry in list.tickers {
        let note = clean_note(&entry.note).map_err(|error| {
            ApiError::unprocessable(format!("{}: {}", list.name, error.message))
        })?;
        match market.find_symbol(&entry.symbol) {
            Some(listing) if seen.insert(listing.ticker.id) => {
                let holding = entry.holding.parse(listing, market, now).map_err(|error| {
                    ApiError::unprocessable(format!("{}, {}: {error}", list.name, entry.symbol))
                })?;
                entries.push((listing.ticker.id, EntryContent { note, holding }));
            }
            Some(_) => {}
            None => {
                draft.add_unknown(&entry.symbol);
                if !draft.expects(&entry.symbol) {
                    missing.push(entry.symbol);
                }
            }
        }
    }
    if !missing.is_empty() {
        let name = &list.name;
        draft.add_left_out(format!(
            "The list {name} is imported without {}.",
            missing.join(", ")
        ));
    }
    Ok(entries)
}

/// Merges the entries in the file into an existing list: new entries are appended, and empty notes and holdings are replaced.
fn merge(existing: &Watchlist, in_file: Entries) -> Entries {
    let mut entries: Entries = existing
        .items
        .iter()
        .map(|item| (item.ticker_id, content_of(item)))
        .collect();
    for (ticker, content) in in_file {
        match entries.iter_mut().find(|(existing, _)| *existing == ticker) {
            Some((_, existing)) => {
                if existing.note.is_empty() {
                    existing.note = content.note;
                }
                existing.holding = existing.holding.take().or(content.holding);
            }
            None => entries.push((ticker, content)),
        }
    }
    entries
}

/// Describes the changes from an existing list to `after`; `None` if there are none.
fn describe_changes(existing: &Watchlist, after: &Entries, market: &MarketState) -> Option<String> {
    let before: HashMap<TickerId, EntryContent> = existing
        .items
        .iter()
        .map(|item| (item.ticker_id, content_of(item)))
        .collect();
    let ids_after: HashSet<TickerId> = after.iter().map(|(ticker, _)| *ticker).collect();
    let added: Vec<_> = after
        .iter()
        .map(|(id, _)| *id)
        .filter(|id| !before.contains_key(id))
        .collect();
    let existing_ids = existing.items.iter().map(|item| item.ticker_id);
    let (common, removed): (Vec<_>, Vec<_>) = existing_ids.partition(|id| ids_after.contains(id));
    let common_after = after
        .iter()
        .map(|(id, _)| *id)
        .filter(|id| before.contains_key(id));
    let is_reordered = !common.into_iter().eq(common_after);
    let count_changed = |differs: &dyn Fn(&EntryContent, &EntryContent) -> bool| {
        let changed = after.iter().filter(|(id, content)| {
            before
                .get(id)
                .is_some_and(|before| differs(before, content))
        });
        changed.count()
    };
    let changed_notes = count_changed(&|before, after| before.note != after.note);
    let changed_holdings = count_changed(&|before, after| before.holding != after.holding);
    let parts = [
        (!added.is_empty()).then(|| format!("adds {}", list_symbols(&added, market))),
        (!removed.is_empty()).then(|| format!("removes {}", list_symbols(&removed, market))),
        match changed_notes {
            0 => None,
            1 => Some("changes a note".to_owned()),
            count => Some(format!("changes {count} notes")),
        },
        match changed_holdings {
            0 => None,
            1 => Some("changes a holding".to_owned()),
            count => Some(format!("changes {count} holdings")),
        },
        is_reordered.then(|| "changes the order".to_owned()),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn content_of(item: &WatchlistItem) -> EntryContent {
    EntryContent {
        note: item.note.clone(),
        holding: item.holding.clone(),
    }
}

/// Returns the symbols of the tickers, or their number if there are many.
fn list_symbols(tickers: &[TickerId], market: &MarketState) -> String {
    if tickers.len() > MAX_SYMBOLS_IN_DESCRIPTION {
        return format!("{} tickers", tickers.len());
    }
    let symbols = tickers
        .iter()
        .filter_map(|id| Some(market.get(*id)?.ticker.profile.symbol.as_str()));
    symbols.collect::<Vec<_>>().join(" ")
}
