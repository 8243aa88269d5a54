//! Boards. Every write is on disk before it is acknowledged.

use hyper::StatusCode;

use crate::{
    domain::board::{self, Board, TileContent, is_name},
    market::MarketState,
    store::{Store, StoreError},
    web::{
        AppState,
        http::{
            error::{ApiError, Result},
            reply::as_file,
            reply::{self, CachedBody, Reply},
            request::ApiRequest,
        },
    },
};

/// Lists all boards in their order.
#[utoipa::path(get, path = "/api/boards", responses((status = 200, description = "All boards, in their order.", body = Vec<Board>)))]
pub(crate) async fn list(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let boards = state.store.run(Store::boards).await?;
    Ok(CachedBody::build(move || CachedBody::json(&boards))
        .await?
        .to(&request.headers))
}

/// Returns a board.
#[utoipa::path(get, path = "/api/boards/{name}", params(("name" = String, Path)),
    responses((status = 200, description = "The board.", body = Board),
        (status = 404, description = "There is no such board.", body = String)))]
pub(crate) async fn detail(state: &AppState, request: &ApiRequest, name: &str) -> Result<Reply> {
    let board = read(state, name).await?;
    Ok(CachedBody::build(move || CachedBody::json(&board))
        .await?
        .to(&request.headers))
}

/// Creates or replaces a board. Also accepts an exported board, from this or another Marketdeck.
#[utoipa::path(put, path = "/api/boards/{name}", params(("name" = String, Path, pattern = "^[a-z0-9-]{1,40}$")), request_body = Board,
    responses((status = 200, description = "The board as it is now.", body = Board),
        (status = 201, description = "The new board.", body = Board)))]
pub(crate) async fn save(state: &AppState, request: &ApiRequest, name: &str) -> Result<Reply> {
    let sent: Board = request.json()?;
    // The name in the path counts; the one in the body may be missing but must be valid.
    if !sent.name.is_empty() {
        sent.clone().checked()?;
    }
    let mut sent = Board {
        name: name.to_owned(),
        ..sent
    };
    respell(&state.market.read(), &mut sent);
    let board = sent.checked()?;
    // References that were on the board before and are gone since do not block a change: their tile shows the problem.
    let before = match read(state, name).await {
        Ok(before) => Some(before),
        Err(missing) if missing.status == StatusCode::NOT_FOUND => None,
        Err(error) => return Err(error),
    };
    check_symbols(&state.market.read(), &board, before.as_ref())?;
    check_watchlists(state, &board, before.as_ref()).await?;
    let saved = board.clone();
    let is_new = state
        .store
        .run(move |store| store.save_board(&saved))
        .await?;
    let status = if is_new {
        StatusCode::CREATED
    } else {
        StatusCode::OK
    };
    Ok(reply::json(status, &board))
}

/// Deletes a board. The last one cannot be deleted.
#[utoipa::path(delete, path = "/api/boards/{name}", params(("name" = String, Path)),
    responses((status = 204, description = "The board is deleted."),
        (status = 404, description = "There is no such board.", body = String),
        (status = 409, description = "The last board cannot be deleted.", body = String)))]
pub(crate) async fn delete(state: &AppState, name: &str) -> Result<Reply> {
    let wanted = name.to_owned();
    let deleted = state.store.run(move |store| store.delete_board(&wanted));
    deleted.await.map_err(|error| named(error, name))?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Exports a board as a file. Watchlists are replaced by their symbols, so that the file works in any Marketdeck.
#[utoipa::path(get, path = "/api/boards/{name}/export", params(("name" = String, Path)),
    responses((status = 200, description = "The board, with watchlists written out as symbols.", body = Board),
        (status = 404, description = "There is no such board.", body = String)))]
pub(crate) async fn export(state: &AppState, name: &str) -> Result<Reply> {
    let mut board = read(state, name).await?;
    for tile in &mut board.tiles {
        write_out(state, &mut tile.content).await?;
    }
    let reply = reply::json(StatusCode::OK, &board);
    Ok(as_file(reply, &board.name, "json", "application/json"))
}

async fn read(state: &AppState, name: &str) -> Result<Board> {
    let wanted = name.to_owned();
    let board = state.store.run(move |store| store.board(&wanted)).await;
    board.map_err(|error| named(error, name))
}

/// Names the missing board in the error, not its number.
fn named(error: StoreError, name: &str) -> ApiError {
    match error {
        StoreError::NotFound(_) if is_name(name) => {
            ApiError::not_found(format!("There is no board called '{name}'."))
        }
        StoreError::NotFound(_) => ApiError::not_found("Unknown board."),
        error => error.into(),
    }
}

/// Replaces symbols with this market's spelling.
pub(crate) fn respell(market: &MarketState, board: &mut Board) {
    for symbol in board.symbols_mut() {
        if let Some(known) = market.find_symbol(symbol) {
            symbol.clone_from(&known.ticker.profile.symbol);
        }
    }
}

fn check_symbols(market: &MarketState, board: &Board, before: Option<&Board>) -> Result<()> {
    let was_there = |wanted| before.is_some_and(|board| board.symbols().any(|it| it == wanted));
    let mut unknown = board.symbols().filter(|it| market.id_of(it).is_none());
    match unknown.find(|symbol| !was_there(*symbol)) {
        None => Ok(()),
        Some(symbol) => Err(ApiError::unprocessable(format!(
            "Unknown symbol '{symbol}'."
        ))),
    }
}

async fn check_watchlists(state: &AppState, board: &Board, before: Option<&Board>) -> Result<()> {
    for id in board.watchlists() {
        if before.is_some_and(|board| board.watchlists().any(|known| known == id)) {
            continue;
        }
        let found = state.store.run(move |store| store.watchlist(id)).await;
        found.map_err(|error| match error {
            StoreError::NotFound(_) => {
                ApiError::unprocessable(format!("There is no watchlist with the number {id}."))
            }
            error => error.into(),
        })?;
    }
    Ok(())
}

/// Replaces a watchlist's number with its symbols.
async fn write_out(state: &AppState, content: &mut TileContent) -> Result<()> {
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
    let list = match state.store.run(move |store| store.watchlist(id)).await {
        Ok(list) => list,
        // The list was deleted; the tile says so.
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
