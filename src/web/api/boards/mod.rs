//! Endpoints for boards. Every write is on disk before it is acknowledged.

use hyper::StatusCode;

use crate::{
    domain::{
        board::{self, Board, TileContent},
        validation::is_url_name,
    },
    market::MarketState,
    store::StoreError,
    web::{
        AppState,
        http::{
            error::{ApiError, Result},
            reply::as_download,
            reply::{self, CachedBody, Reply},
            request::ApiRequest,
        },
        versions::{self, VersionConflict},
    },
};

/// Lists all boards in the user's order.
#[utoipa::path(get, path = "/api/boards", responses((status = 200, description = "All boards, in the user's order.", body = Vec<Board>)))]
pub(crate) async fn list(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let boards = request.store(state, |store| store.boards()).await?;
    Ok(CachedBody::build(move || CachedBody::json(&boards))
        .await?
        .to_reply(&request.headers))
}

/// Returns a board.
#[utoipa::path(get, path = "/api/boards/{name}", params(("name" = String, Path)),
    responses((status = 200, description = "The board.", body = Board),
        (status = 404, description = "There is no such board.", body = String)))]
pub(crate) async fn detail(state: &AppState, request: &ApiRequest, name: &str) -> Result<Reply> {
    let board = read(state, request, name).await?;
    Ok(CachedBody::build(move || CachedBody::json(&board))
        .await?
        .to_reply(&request.headers))
}

/// Creates or replaces a board. The body may be a board that this or another server exported. A body with a version only replaces that
/// version.
#[utoipa::path(put, path = "/api/boards/{name}", params(("name" = String, Path, pattern = "^[a-z0-9-]{1,40}$")), request_body = Board,
    responses((status = 200, description = "The board as it is now.", body = Board),
        (status = 201, description = "The new board.", body = Board),
        (status = 409, description = "Another device has changed or deleted the board since that version, or there are 100 boards already.",
            content((VersionConflict<Board> = "application/json"), (String = "text/plain")))))]
pub(crate) async fn save(state: &AppState, request: &ApiRequest, name: &str) -> Result<Reply> {
    let body: Board = request.json()?;
    // The name in the path takes precedence. The name in the body may be missing, but must be valid.
    if !body.name.is_empty() {
        body.clone().checked()?;
    }
    let mut board = Board {
        name: name.to_owned(),
        ..body
    };
    normalize_symbols(&state.market.read(), &mut board);
    let board = board.checked()?;
    // Symbols and watchlists that were already on the board may have been deleted since. They do not block a change: their tiles show
    // the problem.
    let previous = match read(state, request, name).await {
        Ok(previous) => Some(previous),
        Err(error) if error.status == StatusCode::NOT_FOUND => None,
        Err(error) => return Err(error),
    };
    let current_version = previous.as_ref().and_then(|board| board.version);
    if versions::is_outdated(board.version, current_version) {
        return versions::conflict("This board was", previous, request);
    }
    let known: Vec<&str> = previous.iter().flat_map(Board::symbols).collect();
    check_symbols(&state.market.read(), board.symbols(), &known)?;
    check_watchlists(state, request, &board, previous.as_ref()).await?;
    let is_new = request
        .store(state, move |store| store.save_board(&board))
        .await?;
    let status = if is_new {
        StatusCode::CREATED
    } else {
        StatusCode::OK
    };
    Ok(reply::json(status, &read(state, request, name).await?))
}

/// Deletes a board. The last one cannot be deleted.
#[utoipa::path(delete, path = "/api/boards/{name}", params(("name" = String, Path)),
    responses((status = 204, description = "The board is deleted."),
        (status = 404, description = "There is no such board.", body = String),
        (status = 409, description = "The last board cannot be deleted.", body = String)))]
pub(crate) async fn delete(state: &AppState, request: &ApiRequest, name: &str) -> Result<Reply> {
    let board_name = name.to_owned();
    let deleted = request.store(state, move |store| store.delete_board(&board_name));
    deleted.await.map_err(|error| board_error(error, name))?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Exports a board as a file. Watchlists are replaced by their symbols, so that any other server can import the file.
#[utoipa::path(get, path = "/api/boards/{name}/export", params(("name" = String, Path)),
    responses((status = 200, description = "The board, with symbols instead of watchlists.", body = Board),
        (status = 404, description = "There is no such board.", body = String)))]
pub(crate) async fn export(state: &AppState, request: &ApiRequest, name: &str) -> Result<Reply> {
    let mut board = read(state, request, name).await?;
    // The version counts the changes on this server only.
    board.version = None;
    for tile in &mut board.tiles {
        replace_watchlist_by_symbols(state, request, &mut tile.content).await?;
    }
    let reply = reply::json(StatusCode::OK, &board);
    Ok(as_download(reply, &board.name, "json", "application/json"))
}

async fn read(state: &AppState, request: &ApiRequest, name: &str) -> Result<Board> {
    let board_name = name.to_owned();
    let board = request
        .store(state, move |store| store.board(&board_name))
        .await;
    board.map_err(|error| board_error(error, name))
}

/// Converts a store error; the error for a missing board contains the board's name.
fn board_error(error: StoreError, name: &str) -> ApiError {
    match error {
        StoreError::NotFound(_) if is_url_name(name) => {
            ApiError::not_found(format!("There is no board called '{name}'."))
        }
        StoreError::NotFound(_) => ApiError::not_found("Unknown board."),
        error => error.into(),
    }
}

/// Replaces the symbols of a board with the spelling of this market.
pub(crate) fn normalize_symbols(market: &MarketState, board: &mut Board) {
    for symbol in board.symbols_mut() {
        if let Some(listing) = market.find_symbol(symbol) {
            symbol.clone_from(&listing.ticker.profile.symbol);
        }
    }
}

/// Checks that symbols are known. Those in `previous` may have been deleted since and are not checked.
pub(crate) fn check_symbols<'a>(
    market: &MarketState,
    symbols: impl Iterator<Item = &'a str>,
    previous: &[&str],
) -> Result<()> {
    let mut unknown = symbols.filter(|symbol| market.id_of(symbol).is_none());
    match unknown.find(|symbol| !previous.contains(symbol)) {
        None => Ok(()),
        Some(symbol) => Err(ApiError::unprocessable(format!(
            "Unknown symbol '{symbol}'."
        ))),
    }
}

/// Checks that the watchlists on `board` exist, except the ones that were on the board before.
async fn check_watchlists(
    state: &AppState,
    request: &ApiRequest,
    board: &Board,
    previous: Option<&Board>,
) -> Result<()> {
    for id in board.watchlists() {
        if previous.is_some_and(|board| board.watchlists().any(|known| known == id)) {
            continue;
        }
        let found = request.store(state, move |store| store.watchlist(id)).await;
        found.map_err(|error| match error {
            StoreError::NotFound(_) => {
                ApiError::unprocessable(format!("There is no watchlist with the number {id}."))
            }
            error => error.into(),
        })?;
    }
    Ok(())
}

/// Replaces the watchlist of a tile with its symbols; a tile of holdings is then about all lists.
async fn replace_watchlist_by_symbols(
    state: &AppState,
    request: &ApiRequest,
    content: &mut TileContent,
) -> Result<()> {
    if let TileContent::Holdings { watchlist, .. } = content {
        *watchlist = None;
    }
    let TileContent::List {
        title,
        symbols,
        watchlist,
    } = content
    else {
        return Ok(());
    };
    let Some(id) = watchlist.take() else {
        return Ok(());
    };
    let list = match request.store(state, move |store| store.watchlist(id)).await {
        Ok(list) => list,
        // The title of the tile says that the list was deleted.
        Err(StoreError::NotFound(_)) => {
            "Deleted list".clone_into(title);
            return Ok(());
        }
        Err(error) => return Err(error.into()),
    };
    let market = state.market.read();
    let symbol = |id| Some(market.get(id)?.ticker.profile.symbol.clone());
    *title = list.name.chars().take(board::MAX_TEXT_LENGTH).collect();
    *symbols = list
        .items
        .iter()
        .filter_map(|item| symbol(item.ticker_id))
        .take(board::MAX_SYMBOLS)
        .collect();
    Ok(())
}
