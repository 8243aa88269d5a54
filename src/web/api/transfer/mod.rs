//! Endpoints for exporting and importing all user data.

mod bars;
mod boards;
mod chart_layouts;
mod draft;
mod drawings;
mod export;
mod lists;
mod notes;
mod plan;
mod screens;
mod settings;
mod shapes;

use hyper::StatusCode;
use serde::Deserialize;

use self::{
    draft::ExistingData,
    plan::PlannedImport,
    shapes::{FORMAT, Mode, VERSION},
};
pub(crate) use self::{
    export::{__path_export, export},
    shapes::{Export, ImportPlan},
};
use crate::web::{
    AppState,
    api::follows,
    http::{
        error::{ApiError, Result},
        reply::{self, Reply},
        request::ApiRequest,
    },
};

/// Returns the changes that importing the file would make. Nothing is written.
#[utoipa::path(post, path = "/api/import/preview", request_body = Export,
    params(("mode" = Option<String>, Query, pattern = "^(merge|replace)$", description = "merge (default): existing data stays, and missing data is added; replace: \
        the data in the file replaces existing data")),
    responses((status = 200, description = "The changes that the import would make.", body = ImportPlan)))]
pub(crate) async fn preview(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let planned = plan_import(state, request, state.following.can_follow()).await?;
    Ok(reply::json(StatusCode::OK, &planned.plan))
}

/// Imports an exported file in one transaction. Prices in the file are imported first, one ticker at a time. In the live market, the symbols
/// in `followed` are looked up and followed before the transaction.
#[utoipa::path(post, path = "/api/import", request_body = Export,
    params(("mode" = Option<String>, Query, pattern = "^(merge|replace)$", description = "as in the preview")),
    responses((status = 200, description = "The changes that the import made.", body = ImportPlan)))]
pub(crate) async fn import(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let PlannedImport {
        mut plan,
        mut import,
        bars,
    } = plan_import(state, request, state.following.can_follow()).await?;
    if !bars.is_empty() || !plan.followed.is_empty() {
        let result = state.following.import_bars(bars).await;
        result
            .map_err(|error| ApiError::new(StatusCode::SERVICE_UNAVAILABLE, error.to_string()))?;
        let report = follows::follow(state, plan.followed).await;
        // Plans again, so that lists and alerts contain the new tickers. The bars are no longer new in this plan.
        let bar_changes = plan.imported_bars;
        PlannedImport { plan, import, .. } = plan_import(state, request, false).await?;
        plan.imported_bars = bar_changes;
        plan.followed = report.followed;
        plan.left_out.extend(report.errors);
    }
    let settings = import.settings.clone();
    state
        .alerts
        .apply_import(request.person(), import, state.now())
        .await?;
    if let Some(settings) = settings {
        state.choose_currency(request.person(), settings.display_currency);
    }
    Ok(reply::json(StatusCode::OK, &plan))
}

/// Imports an exported file that is part of the program, as [`import`] does. Fails if any of its data is left out.
pub(crate) async fn import_user_data(state: &AppState, file: &[u8]) -> Result<()> {
    let request = ApiRequest::internal_with_body(file.to_vec());
    let PlannedImport { plan, import, .. } = plan_import(state, &request, false).await?;
    let mut problems = plan.unknown.iter().chain(&plan.left_out);
    if let Some(problem) = problems.next() {
        return Err(ApiError::unprocessable(problem.clone()));
    }
    let _lock = state.write_lock.lock().await;
    state
        .alerts
        .apply_import(request.person(), import, state.now())
        .await?;
    state
        .alerts
        .sync_list_alerts(state.now())
        .await
        .map_err(ApiError::from)
}

/// Plans the import that a request describes. With `may_follow`, the plan includes following the symbols in the file.
async fn plan_import(
    state: &AppState,
    request: &ApiRequest,
    may_follow: bool,
) -> Result<PlannedImport> {
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
    plan::plan(
        file,
        read_user_data(state, request).await?,
        mode,
        may_follow,
        (state, request.person()),
    )
}

/// The fields that exports of every version have.
#[derive(Deserialize)]
struct ExportHeader {
    #[serde(default)]
    format: String,
    #[serde(default)]
    version: u32,
}

/// Reads the exported file from the body of a request.
fn read_file(request: &ApiRequest) -> Result<Export> {
    let ExportHeader { format, version } = request.json()?;
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

/// Reads the user data in the database.
async fn read_user_data(state: &AppState, request: &ApiRequest) -> Result<ExistingData> {
    let now = state.now();
    let data = request.store(state, move |store| {
        let alerts = store.alerts()?.into_iter().rev();
        let alerts = alerts.filter(|alert| !alert.is_sample && alert.follows.is_none());
        Ok(ExistingData {
            lists: store.watchlists()?,
            alerts: alerts.map(|alert| alert.without_expired(now)).collect(),
            boards: store.changed_boards()?,
            screens: store.screens()?,
            notes: store.notes()?,
            drawings: store.drawings()?,
            chart_layouts: store.chart_layouts()?,
            settings: store.settings()?,
        })
    });
    Ok(data.await?)
}
