//! Export and import of all user data, on this server or another.

mod bars;
mod boards;
mod draft;
mod export;
mod lists;
mod plan;
mod settings;
mod shapes;

use hyper::StatusCode;
use serde::Deserialize;

use self::{
    draft::Here,
    plan::Planned,
    shapes::{FORMAT, Mode, VERSION},
};
pub(crate) use self::{
    export::{__path_export, export},
    shapes::{Export, ImportPlan},
};
use crate::{
    store::Store,
    web::{
        AppState,
        api::{follows, watchlists::USER},
        http::{
            error::{ApiError, Result},
            reply::{self, Reply},
            request::ApiRequest,
        },
    },
};

/// Returns what an import of this file would change. Nothing is written.
#[utoipa::path(post, path = "/api/import/preview", request_body = Export,
    params(("mode" = Option<String>, Query, pattern = "^(merge|replace)$", description = "merge (default): existing data stays, missing data is added; replace: \
        data in the file replaces existing data")),
    responses((status = 200, description = "What the import would change.", body = ImportPlan)))]
pub(crate) async fn preview(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let planned = planned(state, request, state.following.can_follow()).await?;
    Ok(reply::json(StatusCode::OK, &planned.plan))
}

/// Imports an exported file in one transaction. Prices from files are imported before, one ticker at a time, and in the live market the
/// tickers under `followed` are looked up and followed first.
#[utoipa::path(post, path = "/api/import", request_body = Export,
    params(("mode" = Option<String>, Query, pattern = "^(merge|replace)$", description = "as in the preview")),
    responses((status = 200, description = "What the import changed.", body = ImportPlan)))]
pub(crate) async fn import(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let Planned {
        mut plan,
        mut brought,
        bars,
    } = planned(state, request, state.following.can_follow()).await?;
    if !bars.is_empty() || !plan.followed.is_empty() {
        let done = state.following.import_bars(bars).await;
        done.map_err(|error| ApiError::new(StatusCode::SERVICE_UNAVAILABLE, error.to_string()))?;
        let (followed, refused) = follows::follow(state, plan.followed).await;
        // From here on, lists and alerts may contain the newly followed tickers.
        let told = plan.imported_bars;
        Planned { plan, brought, .. } = planned(state, request, false).await?;
        plan.imported_bars = told;
        plan.followed = followed;
        plan.left_out.extend(refused);
    }
    let chosen = brought.settings.clone();
    state.alerts.apply_import(brought, state.now()).await?;
    if let Some(settings) = chosen {
        state.choose_currency(settings.display_currency);
    }
    Ok(reply::json(StatusCode::OK, &plan))
}

async fn planned(state: &AppState, request: &ApiRequest, may_follow: bool) -> Result<Planned> {
    let mode = match request.query("mode").as_deref() {
        None | Some("merge") => Mode::Merge,
        Some("replace") => Mode::Replace,
        Some(other) => {
            return Err(ApiError::bad_request(format!(
                "Invalid mode '{other}'; expected merge or replace."
            )));
        }
    };
    let file = read_file(request)?;
    plan::plan(file, here(state).await?, mode, may_follow, state)
}

/// The fields that every version of an export starts with.
#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    format: String,
    #[serde(default)]
    version: u32,
}

fn read_file(request: &ApiRequest) -> Result<Export> {
    let Head { format, version } = request.json()?;
    if format != FORMAT {
        return Err(ApiError::bad_request(
            "This file is not a Marketdeck export.",
        ));
    }
    if version != VERSION {
        return Err(ApiError::bad_request(format!(
            "This export has version {version}; this Marketdeck reads version {VERSION}."
        )));
    }
    request.json()
}

async fn here(state: &AppState) -> Result<Here> {
    let now = state.now();
    let read = state.store.run(move |store: &Store| {
        let alerts = store.alerts()?.into_iter().rev();
        let alerts = alerts.filter(|alert| !alert.is_sample && alert.follows.is_none());
        Ok(Here {
            lists: store.watchlists(USER)?,
            alerts: alerts.map(|alert| alert.without_expired(now)).collect(),
            boards: store.changed_boards()?,
            settings: store.settings()?,
        })
    });
    Ok(read.await?)
}
