//! Endpoints for the settings that all devices share. A change is on disk before it is acknowledged.

use hyper::StatusCode;

use crate::{
    domain::{currency::Currency, settings::Settings},
    store::StoreError,
    web::{
        AppState,
        http::{
            error::{ApiError, Result},
            reply::{self, CachedBody, Reply},
            request::ApiRequest,
        },
        versions::{self, VersionConflict},
    },
};

/// Returns the settings shared by all devices.
#[utoipa::path(get, path = "/api/settings", responses((status = 200, description = "The settings for every device.", body = Settings)))]
pub(crate) async fn read(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let settings = request
        .store(state, |store| store.versioned_settings())
        .await?;
    Ok(CachedBody::json(&settings)?.to_reply(&request.headers))
}

/// Replaces the settings shared by all devices. A missing field resets its setting. A body with a version only replaces that version.
#[utoipa::path(put, path = "/api/settings", request_body = Settings,
    responses((status = 200, description = "The settings as they are now.", body = Settings),
        (status = 409, description = "Another device has changed the settings since that version, or no exchange rate is known for the currency.",
            content((VersionConflict<Settings> = "application/json"), (String = "text/plain")))))]
pub(crate) async fn save(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let body: Settings = request.json()?;
    let settings = body.checked()?;
    let previous = request
        .store(state, |store| store.versioned_settings())
        .await?;
    if versions::is_outdated(settings.version, previous.version) {
        return versions::conflict("These settings were", Some(previous), request);
    }
    // Checks only settings that change: an unchanged list or currency that no longer exists does not block other changes.
    if settings.home_list != previous.home_list {
        check_list(state, request, settings.home_list).await?;
    }
    if settings.display_currency != previous.display_currency {
        check_rate(state, settings.display_currency)?;
    }
    let saved = request
        .store(state, move |store| {
            store.save_settings(&settings)?;
            store.versioned_settings()
        })
        .await?;
    state.choose_currency(request.person(), saved.display_currency);
    Ok(reply::json(StatusCode::OK, &saved))
}

/// Checks that the list on the first page exists.
async fn check_list(state: &AppState, request: &ApiRequest, list: Option<u32>) -> Result<()> {
    let Some(id) = list else {
        return Ok(());
    };
    let list = request.store(state, move |store| store.watchlist(id)).await;
    list.map(|_| ()).map_err(|error| match error {
        StoreError::NotFound(_) => {
            ApiError::unprocessable(format!("There is no watchlist with the number {id}."))
        }
        error => error.into(),
    })
}

/// Checks that the exchange rate from dollars to the currency is known. Without a rate, amounts would be displayed in dollars.
pub(crate) fn check_rate(state: &AppState, currency: Option<Currency>) -> Result<()> {
    let Some(pair) = currency.and_then(Currency::dollar_pair) else {
        return Ok(());
    };
    let market = state.market.read();
    let is_known = currency.is_some_and(|to| market.rate(Currency::USD, to).is_some());
    if is_known {
        Ok(())
    } else {
        Err(ApiError::conflict(format!(
            "No exchange rate is known for that currency; follow {pair} first."
        )))
    }
}
