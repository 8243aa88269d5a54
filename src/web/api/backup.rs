//! A copy of everything, to keep elsewhere.

use std::sync::Arc;

use hyper::Response;

use crate::{
    store::{Store, StoreError},
    web::{
        AppState,
        http::{
            attachment::as_file,
            body::Body,
            error::{ApiError, Result},
            reply::Reply,
        },
    },
};

/// A copy of the whole database, as it is at one moment; every record was checked on the way. `marketdeck restore` goes back to
/// it. One is made at a time. A server that is for reading only gives none.
#[utoipa::path(get, path = "/api/backup", responses(
    (status = 200, description = "The database file.", body = Vec<u8>, content_type = "application/octet-stream"),
        (status = 500, description = "The backup could not be written.", body = String)))]
pub(crate) async fn download(state: &AppState) -> Result<Reply> {
    let alone = Arc::clone(&state.backing_up).try_acquire_owned();
    let alone = alone
        .map_err(|_| ApiError::too_busy("Another copy is being made; try again in a moment."))?;
    let copied = state.store.run(Store::backup_without_name).await;
    let file = copied.inspect_err(|error| tracing::error!(%error, "no copy could be made"))?;
    // Its room on the disk is free again when the last byte was read.
    let body = Body::file(file, alone).map_err(|error| StoreError::Target(error.to_string()))?;
    let name = format!(
        "marketdeck-{}-{}",
        state.settings.market,
        state.now().strftime("%Y%m%dT%H%M%SZ")
    );
    Ok(as_file(
        Response::new(body),
        &name,
        "redb",
        "application/octet-stream",
    ))
}
