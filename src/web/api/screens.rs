//! Endpoints for saved screens. Every write is on disk before it is acknowledged.

use hyper::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    domain::screen::{SavedScreen, Screen, Universe},
    store::{self, PersonStore},
    web::{
        AppState,
        api::watchlists::clean_name,
        http::{
            error::{ApiError, Result},
            reply::{self, Reply},
            request::{ApiRequest, positive_number},
        },
    },
};

/// The noun of a screen in messages.
const NOUN: &str = "screen";

/// A saved screen.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ScreenRow {
    /// The screen's id.
    id: u32,
    /// The name chosen by the user.
    name: String,
    /// The query parameters of `/api/screener` without the question mark; empty for a screen without criteria.
    query: String,
}

/// Request body for saving a screen.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NewScreen {
    /// The name; must not be blank, and no other screen may have it.
    #[schema(min_length = 1, max_length = 80, pattern = "<name>")]
    name: String,
    /// Query parameters of `/api/screener` except offset, limit, format and bom, such as `universe=sp500&pe=..20`.
    query: String,
}

/// Request body for changing a screen; missing fields keep their values.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ScreenChange {
    /// New name.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 80, pattern = "<name>")]
    name: Option<String>,
    /// New query parameters.
    #[serde(default)]
    query: Option<String>,
}

impl From<SavedScreen> for ScreenRow {
    fn from(screen: SavedScreen) -> Self {
        Self {
            id: screen.id,
            name: screen.name,
            query: screen.query,
        }
    }
}

/// Lists the saved screens, oldest first.
#[utoipa::path(get, path = "/api/screens",
    responses((status = 200, description = "The saved screens, oldest first.", body = Vec<ScreenRow>)))]
pub(crate) async fn list(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let screens = request
        .store(state, |store| store.screens())
        .await?
        .into_iter();
    let rows: Vec<_> = screens.map(ScreenRow::from).collect();
    Ok(reply::json(StatusCode::OK, &rows))
}

/// Saves a new screen.
#[utoipa::path(post, path = "/api/screens", request_body = NewScreen,
    responses((status = 201, description = "The new screen.", body = ScreenRow),
        (status = 404, description = "The screen searches a watchlist that does not exist.", body = String)))]
pub(crate) async fn create(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let new: NewScreen = request.json()?;
    let name = clean_name(&new.name, NOUN)?;
    let screen = parse_query(&new.query)?;
    let saved = request.store(state, move |store| {
        check_list(store, &screen)?;
        store.create_screen(&name, &screen.to_query())
    });
    Ok(reply::json(
        StatusCode::CREATED,
        &ScreenRow::from(saved.await?),
    ))
}

/// Renames a screen or changes its criteria.
#[utoipa::path(patch, path = "/api/screens/{id}", params(("id" = u32, Path)), request_body = ScreenChange,
    responses((status = 200, description = "The changed screen.", body = ScreenRow),
        (status = 404, description = "There is no such screen, or the watchlist that it searches does not exist.", body = String)))]
pub(crate) async fn change(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let (id, change) = (positive_number(id, NOUN)?, request.json::<ScreenChange>()?);
    let name = change
        .name
        .map(|name| clean_name(&name, NOUN))
        .transpose()?;
    let screen = change.query.map(|query| parse_query(&query)).transpose()?;
    if name.is_none() && screen.is_none() {
        return Err(ApiError::unprocessable(
            "Nothing to change: send name or query.",
        ));
    }
    let saved = request.store(state, move |store| {
        if let Some(screen) = &screen {
            check_list(store, screen)?;
        }
        let query = screen.map(|screen| screen.to_query());
        store.change_screen(id, name.as_deref(), query.as_deref())
    });
    Ok(reply::json(StatusCode::OK, &ScreenRow::from(saved.await?)))
}

/// Deletes a screen.
#[utoipa::path(delete, path = "/api/screens/{id}", params(("id" = u32, Path)),
    responses((status = 204, description = "The screen is deleted."),
        (status = 404, description = "There is no such screen.", body = String),
        (status = 409, description = "An alert watches the screen.", body = String)))]
pub(crate) async fn delete(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let id = positive_number(id, NOUN)?;
    request
        .store(state, move |store| store.delete_screen(id))
        .await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Parses the query of a screen in a request body.
pub(crate) fn parse_query(query: &str) -> Result<Screen> {
    Screen::from_query(query).map_err(|error| ApiError::unprocessable(error.to_string()))
}

/// Checks that a screen's watchlist exists.
fn check_list(store: PersonStore<'_>, screen: &Screen) -> store::Result<()> {
    match screen.universe {
        Universe::List(id) => store.watchlist(id).map(|_| ()),
        Universe::Stocks | Universe::Sp500 => Ok(()),
    }
}
