//! Endpoint for exporting all user data as a file.

use std::collections::HashMap;

use hyper::StatusCode;

use super::{
    bars,
    draft::ExistingData,
    read_user_data,
    shapes::{
        Export, ExportedDrawing, ExportedList, ExportedNote, ExportedScreen, FORMAT, VERSION,
    },
};
use crate::{
    domain::{
        board::{Board, TileContent},
        screen::{SavedScreen, Screen, Universe},
        settings::Settings,
        watchlist::Watchlist,
    },
    market::MarketState,
    web::{
        AppState,
        api::{alerts::ExportedAlert, watchlists::Entry},
        http::{
            error::Result,
            reply::as_download,
            reply::{self, Reply},
            request::ApiRequest,
        },
    },
};

/// Exports all user data as one file: lists with notes, saved screens, notes on tickers, drawings, chart layouts, alerts, boards, settings, and prices imported from files. A read-only server refuses
/// the request.
#[utoipa::path(get, path = "/api/export",
    responses((status = 200, description = "Watchlists, alerts, boards, notes, drawings, chart layouts, settings and imported prices.", body = Export)))]
pub(crate) async fn export(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let mut file = build_export(state, read_user_data(state, request).await?);
    let imported_tickers: Vec<_> = {
        let market = state.market.read();
        let tickers = market.listings().iter().map(|listing| &listing.ticker);
        tickers
            .filter_map(|ticker| Some((ticker.id, bars::export_ticker(ticker)?)))
            .collect()
    };
    file.imported_bars = state
        .store
        .run(move |store| bars::add_bars(store, imported_tickers))
        .await?;
    let name = format!(
        "marketdeck-{}-{}",
        state.settings.market,
        state.now().strftime("%Y-%m-%d")
    );
    let reply = reply::json(StatusCode::OK, &file);
    Ok(as_download(reply, &name, "json", "application/json"))
}

/// Builds the export, without bars.
fn build_export(state: &AppState, data: ExistingData) -> Export {
    let market = state.market.read();
    // Lists are numbered from 1, so that servers with the same data export the same file.
    let list_numbers: HashMap<u32, u32> = data.lists.iter().map(|list| list.id).zip(1..).collect();
    let screens = export_screens(&data.screens, &list_numbers);
    let screen_numbers: HashMap<u32, u32> = screens
        .iter()
        .map(|(id, screen)| (*id, screen.number))
        .collect();
    let (stored, deleted): (Vec<_>, Vec<_>) = data
        .boards
        .into_iter()
        .partition(|(_, board)| board.is_some());
    let boards = stored.into_iter().filter_map(|(_, board)| board);
    let tickers = || market.listings().iter().map(|listing| &listing.ticker);
    let followed = tickers().filter(|ticker| ticker.followed.is_some());
    Export {
        format: FORMAT.to_owned(),
        version: VERSION,
        market: state.settings.market.to_owned(),
        exported_at: Some(state.now()),
        watchlists: Some(
            data.lists
                .iter()
                .map(|list| export_list(list, list_numbers[&list.id], &market))
                .collect(),
        ),
        screens: Some(screens.into_iter().map(|(_, screen)| screen).collect()),
        notes: Some(
            data.notes
                .into_iter()
                .filter_map(|note| ExportedNote::of(note, &market))
                .collect(),
        ),
        chart_layouts: Some(data.chart_layouts),
        drawings: Some(
            data.drawings
                .into_iter()
                .filter_map(|drawing| ExportedDrawing::of(drawing, &market))
                .collect(),
        ),
        alerts: Some(
            data.alerts
                .iter()
                .filter_map(|alert| ExportedAlert::of(alert, &list_numbers, &screen_numbers))
                .collect(),
        ),
        boards: Some(
            boards
                .map(|board| renumber_lists(board, &list_numbers))
                .collect(),
        ),
        deleted_boards: deleted.into_iter().map(|(name, _)| name).collect(),
        settings: Some(Settings {
            home_list: data
                .settings
                .home_list
                .and_then(|id| list_numbers.get(&id).copied()),
            ..data.settings
        }),
        followed: followed
            .map(|ticker| ticker.profile.symbol.clone())
            .collect(),
        imported_bars: vec![],
    }
}

/// Exports a list under a number.
fn export_list(list: &Watchlist, number: u32, market: &MarketState) -> ExportedList {
    let entries = list.items.iter().filter_map(|item| {
        Some(Entry {
            symbol: market.get(item.ticker_id)?.ticker.profile.symbol.clone(),
            note: item.note.clone(),
            holding: item.holding.as_ref().into(),
        })
    });
    ExportedList {
        number,
        name: list.name.clone(),
        tickers: entries.collect(),
    }
}

/// Exports the screens with their ids. A screen of a deleted list is left out.
fn export_screens(
    screens: &[SavedScreen],
    list_numbers: &HashMap<u32, u32>,
) -> Vec<(u32, ExportedScreen)> {
    let export = |(saved, number): (&SavedScreen, u32)| {
        let mut screen = Screen::from_query(&saved.query).ok()?;
        if let Universe::List(id) = &mut screen.universe {
            *id = *list_numbers.get(id)?;
        }
        let exported = ExportedScreen {
            number,
            name: saved.name.clone(),
            query: screen.to_query(),
        };
        Some((saved.id, exported))
    };
    screens.iter().zip(1..).filter_map(export).collect()
}

/// Replaces the list ids of a board with the numbers in the file. A tile with a deleted list becomes a list without tickers; a tile with
/// the holdings of a deleted list is left out.
fn renumber_lists(mut board: Board, list_numbers: &HashMap<u32, u32>) -> Board {
    board.tiles.retain(|tile| match tile.content {
        TileContent::Holdings { watchlist, .. } => {
            watchlist.is_none_or(|id| list_numbers.contains_key(&id))
        }
        _ => true,
    });
    for tile in &mut board.tiles {
        if let TileContent::List {
            title, watchlist, ..
        } = &mut tile.content
            && let Some(id) = watchlist.take()
        {
            *watchlist = list_numbers.get(&id).copied();
            if watchlist.is_none() {
                "Deleted list".clone_into(title);
            }
        }
        if let TileContent::Holdings { watchlist, .. } = &mut tile.content {
            *watchlist = watchlist.and_then(|id| list_numbers.get(&id).copied());
        }
    }
    board
}
