//! Exports all user data to one file.

use std::collections::HashMap;

use hyper::StatusCode;

use super::{
    bars,
    draft::Here,
    here,
    shapes::{Export, ExportedList, FORMAT, VERSION},
};
use crate::{
    domain::{
        board::{Board, TileContent},
        settings::Settings,
        watchlist::Watchlist,
    },
    market::MarketState,
    web::{
        AppState,
        api::{alerts::ExportedAlert, watchlists::Entry},
        http::{
            error::Result,
            reply::as_file,
            reply::{self, Reply},
        },
    },
};

/// Exports all user data as one file: lists with notes, alerts, boards, settings, and prices from files. Refused on a read-only
/// server.
#[utoipa::path(get, path = "/api/export",
    responses((status = 200, description = "Watchlists, alerts, boards, settings and imported prices.", body = Export)))]
pub(crate) async fn export(state: &AppState) -> Result<Reply> {
    let mut file = file_of(state, here(state).await?);
    let of_files: Vec<_> = {
        let market = state.market.read();
        let tickers = market.listings().iter().map(|listing| &listing.ticker);
        tickers
            .filter_map(|ticker| Some((ticker.id, bars::carried(ticker)?)))
            .collect()
    };
    file.imported_bars = state
        .store
        .run(move |store| bars::fill(store, of_files))
        .await?;
    let name = format!(
        "marketdeck-{}-{}",
        state.settings.market,
        state.now().strftime("%Y-%m-%d")
    );
    let reply = reply::json(StatusCode::OK, &file);
    Ok(as_file(reply, &name, "json", "application/json"))
}

fn file_of(state: &AppState, here: Here) -> Export {
    let market = state.market.read();
    // Numbered from 1, so that servers with the same data write the same file.
    let numbers: HashMap<u32, u32> = here.lists.iter().map(|list| list.id).zip(1..).collect();
    let (kept, deleted): (Vec<_>, Vec<_>) = here
        .boards
        .into_iter()
        .partition(|(_, board)| board.is_some());
    let boards = kept.into_iter().filter_map(|(_, board)| board);
    let tickers = || market.listings().iter().map(|listing| &listing.ticker);
    let followed = tickers().filter(|ticker| ticker.followed.is_some());
    Export {
        format: FORMAT.to_owned(),
        version: VERSION,
        market: state.settings.market.to_owned(),
        exported_at: Some(state.now()),
        watchlists: Some(
            here.lists
                .iter()
                .map(|list| carried(list, numbers[&list.id], &market))
                .collect(),
        ),
        alerts: Some(
            here.alerts
                .iter()
                .filter_map(|alert| ExportedAlert::of(alert, &numbers))
                .collect(),
        ),
        boards: Some(boards.map(|board| renumbered(board, &numbers)).collect()),
        deleted_boards: deleted.into_iter().map(|(name, _)| name).collect(),
        settings: Some(Settings {
            home_list: here
                .settings
                .home_list
                .and_then(|id| numbers.get(&id).copied()),
            ..here.settings
        }),
        followed: followed
            .map(|ticker| ticker.profile.symbol.clone())
            .collect(),
        imported_bars: vec![],
    }
}

fn carried(list: &Watchlist, number: u32, market: &MarketState) -> ExportedList {
    let entries = list.items.iter().filter_map(|item| {
        Some(Entry {
            symbol: market.get(item.ticker_id)?.ticker.profile.symbol.clone(),
            note: item.note.clone(),
        })
    });
    ExportedList {
        number,
        name: list.name.clone(),
        tickers: entries.collect(),
    }
}

/// Replaces the list numbers of a board with those of the file; a deleted list becomes a list without tickers.
fn renumbered(mut board: Board, numbers: &HashMap<u32, u32>) -> Board {
    for tile in &mut board.tiles {
        if let TileContent::List {
            title, watchlist, ..
        } = &mut tile.content
            && let Some(id) = watchlist.take()
        {
            *watchlist = numbers.get(&id).copied();
            if watchlist.is_none() {
                "Deleted list".clone_into(title);
            }
        }
    }
    board
}
