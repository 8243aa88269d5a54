//! Endpoints for boards. Every write is on disk before it is acknowledged.

mod shapes;

use hyper::StatusCode;

use self::shapes::BoardView;
use crate::{
    domain::{
        board::{self, Board, BoardAddress, TileContent},
        validation::is_url_name,
    },
    market::MarketState,
    store::{SharedBoard, StoreError},
    web::{
        AppState,
        api::sharing::{PersonShares, name_of, read_shares},
        http::{
            error::{ApiError, Result},
            reply::as_download,
            reply::{self, CachedBody, Reply},
            request::ApiRequest,
        },
        versions::{self, VersionConflict},
    },
};

/// Fields of a response that a client may send back, although a change does not set them.
const RESPONSE_ONLY: &[&str] = &["ownerName", "access", "shares"];

const OF_ANOTHER: &str = "This board belongs to another person, who alone can delete or share it.";

/// Lists the boards of the person in their order, then those that others share with them.
#[utoipa::path(get, path = "/api/boards", responses((status = 200, description = "The own boards in the user's order, then those of other people.", body = Vec<BoardView>)))]
pub(crate) async fn list(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let boards = request.store(state, |store| store.visible_boards()).await?;
    let boards: Vec<BoardView> = boards
        .into_iter()
        .map(|board| view(state, request, board))
        .collect();
    Ok(CachedBody::build(move || CachedBody::json(&boards))
        .await?
        .to_reply(&request.headers))
}

/// Returns a board.
#[utoipa::path(get, path = "/api/boards/{name}", params(("name" = String, Path)),
    responses((status = 200, description = "The board.", body = BoardView),
        (status = 404, description = "There is no such board.", body = String)))]
pub(crate) async fn detail(state: &AppState, request: &ApiRequest, name: &str) -> Result<Reply> {
    let board = read(state, request, &BoardAddress::parse(name)).await?;
    let board = view(state, request, board);
    Ok(CachedBody::build(move || CachedBody::json(&board))
        .await?
        .to_reply(&request.headers))
}

/// Creates or replaces a board. The body may be a board that this or another server exported, or one from a response: `ownerName`,
/// `access` and `shares` are ignored. A body with a version only replaces that version.
#[utoipa::path(put, path = "/api/boards/{name}", params(("name" = String, Path, pattern = "^[a-z0-9-]{1,40}$")), request_body = Board,
    responses((status = 200, description = "The board as it is now.", body = BoardView),
        (status = 201, description = "The new board.", body = BoardView),
        (status = 403, description = "Another person shares the board to read it only.", body = String),
        (status = 404, description = "Another person has no such board, or does not share it.", body = String),
        (status = 409, description = "Another device has changed or deleted the board since that version, or there are 100 boards already.",
            content((VersionConflict<BoardView> = "application/json"), (String = "text/plain")))))]
pub(crate) async fn save(state: &AppState, request: &ApiRequest, name: &str) -> Result<Reply> {
    let address = BoardAddress::parse(name);
    let mut body: Board = request.json_without(RESPONSE_ONLY)?;
    // The name in the path takes precedence. The name in the body may be missing, but must be valid.
    if !body.name.is_empty() {
        body.name = BoardAddress::parse(&body.name).name;
        body.clone().checked()?;
    }
    let mut board = Board {
        name: address.name.clone(),
        ..body
    };
    normalize_symbols(&state.market.read(), &mut board);
    let board = board.checked()?;
    // Symbols and watchlists that were already on the board may have been deleted since. They do not block a change: their tiles show
    // the problem.
    let previous = match read(state, request, &address).await {
        Ok(previous) => Some(previous),
        Err(error) if error.status == StatusCode::NOT_FOUND && is_own(request, &address) => None,
        Err(error) => return Err(error),
    };
    let current_version = previous.as_ref().and_then(|shared| shared.board.version);
    if versions::is_outdated(board.version, current_version) {
        let current = previous.map(|board| view(state, request, board));
        return versions::conflict("This board was", current, request);
    }
    let previous = previous.map(|shared| shared.board);
    let known: Vec<&str> = previous.iter().flat_map(Board::symbols).collect();
    check_symbols(&state.market.read(), board.symbols(), &known)?;
    check_watchlists(state, request, &board, previous.as_ref()).await?;
    let owner = address.owner.filter(|owner| *owner != request.person());
    let is_new = request
        .store(state, move |store| match owner {
            Some(owner) => store.save_shared_board(owner, &board).map(|()| false),
            None => store.save_board(&board),
        })
        .await?;
    let status = if is_new {
        StatusCode::CREATED
    } else {
        StatusCode::OK
    };
    let saved = read(state, request, &address).await?;
    Ok(reply::json(status, &view(state, request, saved)))
}

/// Shares an own board with other people, or ends that. Each person can be named once.
#[utoipa::path(put, path = "/api/boards/{name}/shares", params(("name" = String, Path)), request_body = PersonShares,
    responses((status = 200, description = "The board with its permissions.", body = BoardView),
        (status = 404, description = "There is no such board.", body = String)))]
pub(crate) async fn share(state: &AppState, request: &ApiRequest, name: &str) -> Result<Reply> {
    let shares = read_shares(state, request)?;
    let name = own_name(state, request, name).await?;
    let board_name = name.clone();
    let saved = request.store(state, move |store| store.share_board(&board_name, shares));
    let board = saved.await.map_err(|error| board_error(error, &name))?;
    Ok(reply::json(StatusCode::OK, &view(state, request, board)))
}

/// Deletes a board. The last one cannot be deleted.
#[utoipa::path(delete, path = "/api/boards/{name}", params(("name" = String, Path)),
    responses((status = 204, description = "The board is deleted."),
        (status = 403, description = "The board belongs to another person.", body = String),
        (status = 404, description = "There is no such board.", body = String),
        (status = 409, description = "The last board cannot be deleted.", body = String)))]
pub(crate) async fn delete(state: &AppState, request: &ApiRequest, name: &str) -> Result<Reply> {
    let name = own_name(state, request, name).await?;
    let board_name = name.clone();
    let deleted = request.store(state, move |store| store.delete_board(&board_name));
    deleted.await.map_err(|error| board_error(error, &name))?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Exports a board as a file. Watchlists are replaced by their symbols, so that any other server can import the file.
#[utoipa::path(get, path = "/api/boards/{name}/export", params(("name" = String, Path)),
    responses((status = 200, description = "The board, with symbols instead of watchlists.", body = Board),
        (status = 404, description = "There is no such board.", body = String)))]
pub(crate) async fn export(state: &AppState, request: &ApiRequest, name: &str) -> Result<Reply> {
    let shared = read(state, request, &BoardAddress::parse(name)).await?;
    let is_own = shared.owner == request.person();
    let missing_title = if is_own {
        "Deleted list"
    } else {
        "Private list"
    };
    let mut board = shared.board;
    // The version counts the changes on this server only.
    board.version = None;
    for tile in &mut board.tiles {
        replace_watchlist_by_symbols(state, request, &mut tile.content, missing_title).await?;
    }
    let reply = reply::json(StatusCode::OK, &board);
    Ok(as_download(reply, &board.name, "json", "application/json"))
}

fn view(state: &AppState, request: &ApiRequest, board: SharedBoard) -> BoardView {
    BoardView::of(board, request.person(), |owner| name_of(state, owner))
}

fn is_own(request: &ApiRequest, address: &BoardAddress) -> bool {
    address.owner.is_none_or(|owner| owner == request.person())
}

/// Returns the name of an own board from its address.
///
/// # Errors
/// Status 403 for a board of another person, or 404 if they don't share it.
async fn own_name(state: &AppState, request: &ApiRequest, address: &str) -> Result<String> {
    let address = BoardAddress::parse(address);
    if is_own(request, &address) {
        return Ok(address.name);
    }
    read(state, request, &address).await?;
    Err(ApiError::new(StatusCode::FORBIDDEN, OF_ANOTHER))
}

async fn read(
    state: &AppState,
    request: &ApiRequest,
    address: &BoardAddress,
) -> Result<SharedBoard> {
    let wanted = address.clone();
    let board = request
        .store(state, move |store| store.visible_board(&wanted))
        .await;
    board.map_err(|error| board_error(error, &address.name))
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

/// Replaces the watchlist of a tile with its symbols; a tile of holdings is then about all lists. `missing_title` is the title of a list
/// that was deleted or is not shared with the person.
async fn replace_watchlist_by_symbols(
    state: &AppState,
    request: &ApiRequest,
    content: &mut TileContent,
    missing_title: &str,
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
        Err(StoreError::NotFound(_)) => {
            missing_title.clone_into(title);
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
