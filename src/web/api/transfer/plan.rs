//! Plans an import: compares the file with the existing user data. Nothing is written.

use std::collections::BTreeMap;

use super::{
    bars, boards, chart_layouts,
    draft::{Draft, ExistingData},
    drawings, follows, lists, notes, screens, settings,
    shapes::{Export, ImportPlan, Mode},
};
use crate::{
    alerts,
    domain::{alert::Alert, board::Board, person::PersonId, symbol},
    source::lookup::ExportedBars,
    store::UserImport,
    web::{
        AppState,
        api::alerts::{ExportedAlert, ImportOutcome},
        http::error::{ApiError, Result},
    },
};

/// Maximum number of alerts that a sentence names.
const MAX_ALERTS_IN_SENTENCE: usize = 20;

/// A planned import.
pub(super) struct PlannedImport {
    /// Description of the changes, for the response.
    pub(super) plan: ImportPlan,
    /// Changes to the database.
    pub(super) import: UserImport,
    /// Bars of tickers that were imported from files. They are imported first.
    pub(super) bars: Vec<ExportedBars>,
}

/// Plans an import. Returns an error if the file is invalid. With `may_follow`, the import first follows the symbols in `followed` of the
/// file.
pub(super) fn plan(
    file: Export,
    existing: ExistingData,
    mode: Mode,
    may_follow: bool,
    (state, person): (&AppState, PersonId),
) -> Result<PlannedImport> {
    let followed = follows::unfollowed(&file.followed, &state.market.read());
    let followed = if may_follow { followed } else { Vec::new() };
    let with_bars = file.imported_bars.iter().filter(|file| file.bars.is_some());
    let symbols_with_bars = with_bars.filter_map(|file| symbol::normalize(&file.symbol));
    let mut draft = Draft {
        mode,
        expected_symbols: followed.iter().cloned().chain(symbols_with_bars).collect(),
        plan: ImportPlan {
            followed,
            ..ImportPlan::default()
        },
        import: UserImport::default(),
    };
    if let Some(lists) = file.watchlists {
        lists::plan(
            &mut draft,
            lists,
            existing.lists,
            &state.market.read(),
            state.now(),
        )?;
    }
    if let Some(boards) = file.boards {
        let (deleted, market) = (&file.deleted_boards, state.market.read());
        boards::plan(&mut draft, boards, deleted, &existing.boards, &market)?;
    }
    if let Some(screens) = file.screens {
        screens::plan(&mut draft, screens, existing.screens)?;
    }
    if let Some(notes) = file.notes {
        let market = state.market.read();
        notes::plan(&mut draft, notes, existing.notes, &market, state.now())?;
    }
    if let Some(layouts) = file.chart_layouts {
        let market = state.market.read();
        chart_layouts::plan(&mut draft, layouts, existing.chart_layouts, &market)?;
    }
    if let Some(drawings) = file.drawings {
        let market = state.market.read();
        drawings::plan(
            &mut draft,
            drawings,
            &existing.drawings,
            &market,
            state.now(),
        )?;
    }
    if let Some(settings) = file.settings {
        settings::plan(&mut draft, settings, &existing.settings, state)?;
    }
    if let Some(alerts) = file.alerts {
        plan_alerts(&mut draft, alerts, existing.alerts, (state, person))?;
    }
    let market = state.market.read();
    let board_symbols = draft
        .import
        .boards
        .iter()
        .filter_map(|(_, board)| board.as_ref())
        .flat_map(Board::symbols)
        .map(str::to_owned);
    let unknown_symbols: Vec<String> = board_symbols
        .chain(file.followed)
        .filter(|symbol| market.find_symbol(symbol).is_none())
        .collect();
    for symbol in unknown_symbols {
        draft.add_unknown(&symbol);
    }
    let bars = bars::plan(&mut draft, file.imported_bars, &market, state.now())?;
    // Tickers with bars are imported before lists and alerts, so their symbols are not unknown.
    let has_bars = |symbol: &String| bars.iter().any(|bars| bars.profile.symbol == *symbol);
    draft.plan.unknown.retain(|symbol| !has_bars(symbol));
    Ok(PlannedImport {
        plan: draft.plan,
        import: draft.import,
        bars,
    })
}

/// Plans the import of alerts. With 'merge', an alert in the file is skipped if an existing alert has the same condition. With 'replace', it
/// is skipped only if all settings are the same, and existing alerts that are not in the file are removed.
fn plan_alerts(
    draft: &mut Draft,
    in_file: Vec<ExportedAlert>,
    mut existing: Vec<Alert>,
    (state, person): (&AppState, PersonId),
) -> Result<()> {
    let (now, existing_count) = (state.now(), existing.len());
    // Descriptions of the alerts that lose delivery methods, by reason.
    let mut reduced_alerts = BTreeMap::<String, Vec<String>>::new();
    // Number of alerts that are left out, by unknown symbol.
    let mut unknown_symbols = BTreeMap::<String, usize>::new();
    for alert in in_file {
        let list = match alert.list_number() {
            Some(number) => Some(draft.list_ref(number).ok_or_else(|| {
                ApiError::unprocessable(format!(
                    "An alert covers list {number}, which is not in the file."
                ))
            })?),
            None => None,
        };
        let screen = match alert.screen_number() {
            Some((number, event)) => Some(draft.screen_ref(number, event).ok_or_else(|| {
                ApiError::unprocessable(format!(
                    "An alert watches screen {number}, which is not in the file."
                ))
            })?),
            None => None,
        };
        let alert = match alert.import(list, screen, (state, person), now)? {
            ImportOutcome::UnknownSymbol(symbol) => {
                draft.add_unknown(&symbol);
                if !draft.expects(&symbol) {
                    *unknown_symbols.entry(symbol).or_default() += 1;
                }
                continue;
            }
            ImportOutcome::Rejected(reason) => {
                draft.add_left_out(reason);
                continue;
            }
            ImportOutcome::Imported(alert, left_out) => {
                if let Some(sentence) = left_out {
                    let alerts = reduced_alerts.entry(sentence).or_default();
                    alerts.push(describe(&alert, state));
                }
                *alert
            }
        };
        let comparable = draft.with_existing_ids(&alert);
        let is_same = |existing: &Alert| match draft.mode {
            Mode::Merge => existing.has_same_condition(&comparable),
            Mode::Replace => existing.has_same_settings(&comparable),
        };
        if let Some(index) = existing.iter().position(is_same) {
            existing.remove(index);
            draft.plan.alerts.same += 1;
        } else {
            draft.plan.alerts.added.push(describe(&alert, state));
            draft.import.alerts.push(alert);
        }
    }
    for (symbol, count) in unknown_symbols {
        let (alerts, verb) = match count {
            1 => ("An alert".to_owned(), "is"),
            count => (format!("{count} alerts"), "are"),
        };
        draft.add_left_out(format!(
            "{alerts} on {symbol} {verb} left out: unknown ticker."
        ));
    }
    for (sentence, alerts) in reduced_alerts {
        draft.add_left_out(format!("{}: {sentence}", join_names(&alerts)));
    }
    if draft.mode == Mode::Replace {
        for alert in existing {
            draft.plan.alerts.removed.push(describe(&alert, state));
            draft.import.removed_alerts.push(alert.id);
        }
    }
    let count = existing_count + draft.import.alerts.len() - draft.import.removed_alerts.len();
    if count > alerts::MAX_ALERTS {
        return Err(ApiError::conflict(format!(
            "The import would result in {count} alerts; the maximum is {}.",
            alerts::MAX_ALERTS
        )));
    }
    Ok(())
}

/// Joins names, as in 'A, B and 3 more'.
fn join_names(names: &[String]) -> String {
    let shown = &names[..names.len().min(MAX_ALERTS_IN_SENTENCE)];
    match names.len() - shown.len() {
        0 => shown.join(", "),
        hidden => format!("{} and {hidden} more", shown.join(", ")),
    }
}

/// Describes the condition of an alert in words.
fn describe(alert: &Alert, state: &AppState) -> String {
    let market = state.market.read();
    let listing = market.by_symbol(&alert.symbol);
    let quoted_in = listing.map(|listing| listing.ticker.profile.quoted_in());
    alerts::watched(alert, quoted_in.unwrap_or_default())
}
