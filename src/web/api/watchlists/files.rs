//! Export and import of the entries of a watchlist.

use hyper::StatusCode;

use super::{
    check::clean_note,
    read,
    shapes::{Entry, ImportReport},
};
use crate::{
    domain::{
        identity,
        watchlist::{EntryContent, WatchlistItem},
    },
    web::{
        AppState,
        api::follows,
        http::{
            csv::{self, CsvWriter, escape_formula, unescape_formula},
            error::{ApiError, Result},
            format::Format,
            reply::{self, Reply, as_download},
            request::{ApiRequest, bool_param},
        },
    },
};

/// Exports the symbols and notes of a watchlist as JSON or CSV.
#[utoipa::path(get, path = "/api/watchlists/{id}/export",
    params(("id" = u32, Path), ("format" = Option<String>, Query, pattern = "^(json|csv)$", description = "json (default) or csv"),
        ("bom" = Option<bool>, Query, description = "true: start the CSV with a byte order mark, by which Excel recognizes UTF-8")),
    responses((status = 200, description = "The entries of the watchlist.", content((Vec<Entry> = "application/json"), (String = "text/csv"))),
        (status = 404, description = "There is no such watchlist.", body = String)))]
pub(crate) async fn export(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let list = read(state, request, id).await?;
    let items = list.items;
    let entries: Vec<Entry> = {
        let market = state.market.read();
        let entry = |item: WatchlistItem| {
            let symbol = market.get(item.ticker_id)?.ticker.profile.symbol.clone();
            Some(Entry {
                symbol,
                note: item.note,
                holding: item.holding.as_ref().into(),
            })
        };
        items.into_iter().filter_map(entry).collect()
    };
    let with_byte_order_mark = bool_param(request, "bom")?;
    if Format::from_request(request)? == Format::Csv {
        let text = csv(&entries)?;
        return Ok(csv::download(text, &list.name, with_byte_order_mark));
    }
    Ok(as_download(
        reply::json(StatusCode::OK, &entries),
        &list.name,
        "json",
        "application/json",
    ))
}

/// Adds the entries of an exported list to a watchlist. Existing entries are skipped. The response lists unknown symbols. A preview neither
/// adds entries nor follows symbols.
#[utoipa::path(post, path = "/api/watchlists/{id}/import", params(("id" = u32, Path),
    ("preview" = Option<bool>, Query, description = "true: only report which entries would be added, exist already, or are unknown"),
    ("follow" = Option<bool>, Query, description = "true: first look up unknown symbols at the providers and follow them, one by one")), request_body = Vec<Entry>,
    responses((status = 200, description = "Which entries were added, existed already, or are unknown.", body = ImportReport),
        (status = 404, description = "There is no such watchlist.", body = String)))]
pub(crate) async fn import(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let list = read(state, request, id).await?;
    let mut entries: Vec<Entry> = request.items()?;
    // Validates all notes first, so that an invalid note does not leave the import half done.
    for entry in &mut entries {
        entry.note = clean_note(&unescape_formula(std::mem::take(&mut entry.note)))?;
    }
    let is_preview = bool_param(request, "preview")?;
    let mut report = ImportReport::default();
    let is_following = bool_param(request, "follow")? && !is_preview;
    if is_following {
        let symbols = entries
            .iter()
            .map(|entry| unescape_formula(entry.symbol.clone()));
        let symbols: Vec<String> = symbols.collect();
        let unfollowed = follows::unfollowed(&symbols, &state.market.read());
        let follow_report = follows::follow(state, unfollowed).await;
        report.followed = follow_report.followed;
        report.not_followed = follow_report.errors;
    }
    let mut known = Vec::new();
    for Entry {
        symbol,
        note,
        holding,
    } in entries
    {
        let symbol = unescape_formula(symbol);
        let market = state.market.read();
        if let Some(listing) = market.find_symbol(&symbol) {
            let holding = holding
                .parse(listing, &market, state.now())
                .map_err(|error| ApiError::unprocessable(format!("{symbol}: {error}")))?;
            known.push((symbol, (listing.ticker.id, EntryContent { note, holding })));
            continue;
        }
        if !is_following && let Some(Err(invalid)) = identity::recognize(&symbol) {
            report.not_followed.push(invalid.to_string());
        }
        report.unknown.push(symbol);
    }
    if is_preview {
        let is_in_list = |id| list.items.iter().any(|item| item.ticker_id == id);
        let (present, new): (Vec<_>, Vec<_>) =
            known.into_iter().partition(|(_, (id, _))| is_in_list(*id));
        report.added = new.len();
        report.present = present.into_iter().map(|(symbol, _)| symbol).collect();
        return Ok(reply::json(StatusCode::OK, &report));
    }
    let (symbols, items): (Vec<_>, Vec<_>) = known.into_iter().unzip();
    // Adds all entries in one transaction, so that a closed connection does not leave the import half done.
    let added = request
        .store(state, move |store| {
            store.add_watchlist_items(list.id, &items)
        })
        .await?;
    for (symbol, is_new) in symbols.into_iter().zip(added) {
        if is_new {
            report.added += 1;
        } else {
            report.present.push(symbol);
        }
    }
    Ok(reply::json(StatusCode::OK, &report))
}

/// Writes entries as CSV. There is a header row even without entries.
fn csv(entries: &[Entry]) -> Result<Vec<u8>> {
    let mut writer = CsvWriter::new("a watchlist");
    writer.row(&["symbol", "note"])?;
    for entry in entries {
        writer.row(&[&entry.symbol, &entry.note].map(|cell| escape_formula(cell)))?;
    }
    writer.finish()
}
