//! Endpoint for downloading a backup of the database.

use std::sync::Arc;

use hyper::Response;

use crate::{
    store::{Store, StoreError},
    web::{
        AppState,
        http::{
            error::{ApiError, Result},
            reply::Reply,
            reply::as_download,
            response_body::Body,
        },
    },
};

/// Returns a consistent backup of the whole database. The checksum of every record is verified. `marketdeck restore` restores the backup.
/// Only one backup runs at a time. A read-only server refuses the request.
#[utoipa::path(get, path = "/api/backup", responses(
    (status = 200, description = "The database file.", body = Vec<u8>, content_type = "application/octet-stream"),
        (status = 500, description = "The backup could not be written.", body = String)))]
pub(crate) async fn download(state: &AppState) -> Result<Reply> {
    let permit = Arc::clone(&state.backing_up).try_acquire_owned();
    let permit = permit
        .map_err(|_| ApiError::too_busy("Another backup is in progress; try again in a moment."))?;
    let backup = state.store.run(Store::backup_without_name).await;
    let file = backup.inspect_err(
        |error| tracing::error!(%error, "backup: could not make a backup for a download"),
    )?;
    // The temporary file is deleted once the body has been sent.
    let body = Body::file(file, permit).map_err(|error| StoreError::Target(error.to_string()))?;
    let name = format!(
        "marketdeck-{}-{}",
        state.settings.market,
        state.now().strftime("%Y%m%dT%H%M%SZ")
    );
    Ok(as_download(
        Response::new(body),
        &name,
        "redb",
        "application/octet-stream",
    ))
}
