//! Database backup.

use std::sync::Arc;

use hyper::Response;

use crate::{
    store::{Store, StoreError},
    web::{
        AppState,
        http::{
            body::Body,
            error::{ApiError, Result},
            reply::Reply,
            reply::as_file,
        },
    },
};

/// Returns a backup of the whole database at one moment, with every record's checksum verified. `marketdeck restore` restores it. Only
/// one backup runs at a time. Refused on a read-only server.
#[utoipa::path(get, path = "/api/backup", responses(
    (status = 200, description = "The database file.", body = Vec<u8>, content_type = "application/octet-stream"),
        (status = 500, description = "The backup could not be written.", body = String)))]
pub(crate) async fn download(state: &AppState) -> Result<Reply> {
    let alone = Arc::clone(&state.backing_up).try_acquire_owned();
    let alone = alone
        .map_err(|_| ApiError::too_busy("Another backup is in progress; try again in a moment."))?;
    let copied = state.store.run(Store::backup_without_name).await;
    let file = copied.inspect_err(|error| tracing::error!(%error, "backup failed"))?;
    // The temporary file is deleted when its last byte was read.
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
