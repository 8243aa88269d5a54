//! Plans an import from the file and the existing user data, before anything is written.

use std::collections::BTreeMap;

use super::{
    bars, boards,
    draft::{Draft, Here},
    follows, lists, settings,
    shapes::{Export, ImportPlan, Mode},
};
use crate::{
    alerts,
    domain::{alert::Alert, board::Board, symbol},
    source::lookup::ExportedBars,
    store::UserImport,
    web::{
        AppState,
        api::{
            alerts::{ExportedAlert, ImportOutcome},
            watchlists::USER,
        },
        http::error::{ApiError, Result},
    },
};

/// Maximum number of alerts in a sentence.
const MAX_NAMED: usize = 20;

/// The plan of an import: its description, and what it writes.
pub(super) struct Planned {
    pub(super) plan: ImportPlan,
    pub(super) brought: UserImport,
    /// Prices from files, which are imported first.
    pub(super) bars: Vec<ExportedBars>,
}

/// Plans an import, or returns what is wrong with the file. With `may_follow`, symbols that the file follows are looked up
/// first.
pub(super) fn plan(
    file: Export,
    here: Here,
    mode: Mode,
    may_follow: bool,
    state: &AppState,
) -> Result<Planned> {
    let followed = follows::unfollowed(&file.followed, &state.market.read());
    let followed = if may_follow { followed } else { Vec::new() };
    let of_files = file.imported_bars.iter().filter(|file| file.bars.is_some());
    let of_files = of_files.filter_map(|file| symbol::normalize(&file.symbol));
    let mut draft = Draft {
        mode,
        coming: followed.iter().cloned().chain(of_files).collect(),
        plan: ImportPlan {
            followed,
            ..ImportPlan::default()
        },
        brought: UserImport {
            user_id: USER,
            ..UserImport::default()
        },
    };
    if let Some(wanted) = file.watchlists {
        lists::lists(&mut draft, wanted, here.lists, &state.market.read())?;
    }
    if let Some(wanted) = file.boards {
        let (gone, market) = (&file.deleted_boards, state.market.read());
        boards::boards(&mut draft, wanted, gone, &here.boards, &market)?;
    }
    if let Some(wanted) = file.settings {
        settings::settings(&mut draft, wanted, &here.settings, state)?;
    }
    if let Some(wanted) = file.alerts {
        alerts(&mut draft, wanted, here.alerts, state)?;
    }
    let market = state.market.read();
    let shown: Vec<&str> = draft
        .brought
        .boards
        .iter()
        .filter_map(|(_, board)| board.as_ref())
        .flat_map(Board::symbols)
        .collect();
    let named: Vec<String> = shown
        .into_iter()
        .map(str::to_owned)
        .chain(file.followed)
        .filter(|symbol| market.find_symbol(symbol).is_none())
        .collect();
    for symbol in named {
        draft.unknown(&symbol);
    }
    let bars = bars::plan(&mut draft, file.imported_bars, &market, state.now())?;
    // Followed symbols are known by then.
    let comes = |symbol: &String| bars.iter().any(|bars| bars.profile.symbol == *symbol);
    draft.plan.unknown.retain(|symbol| !comes(symbol));
    Ok(Planned {
        plan: draft.plan,
        brought: draft.brought,
        bars,
    })
}

/// Plans the import of alerts. Alerts with the same condition are the same alert; with 'replace', their other settings are replaced.
fn alerts(
    draft: &mut Draft,
    wanted: Vec<ExportedAlert>,
    mut here: Vec<Alert>,
    state: &AppState,
) -> Result<()> {
    let (now, there) = (state.now(), here.len());
    let mut without = BTreeMap::<String, Vec<String>>::new();
    let mut unknown = BTreeMap::<String, usize>::new();
    for alert in wanted {
        let list = match alert.list() {
            Some(number) => Some(draft.list_of_file(number).ok_or_else(|| {
                ApiError::unprocessable(format!(
                    "An alert covers list {number}, which is not in the file."
                ))
            })?),
            None => None,
        };
        let alert = match alert.arrive(list, state, now)? {
            ImportOutcome::Unknown(symbol) => {
                draft.unknown(&symbol);
                if !draft.comes(&symbol) {
                    *unknown.entry(symbol).or_default() += 1;
                }
                continue;
            }
            ImportOutcome::Rejected(reason) => {
                draft.left_out(reason);
                continue;
            }
            ImportOutcome::Imported(alert, left_out) => {
                if let Some(sentence) = left_out {
                    let concerned = without.entry(sentence).or_default();
                    concerned.push(words(&alert, state));
                }
                *alert
            }
        };
        let as_here = draft.alert_as_here(&alert);
        let same = |known: &Alert| match draft.mode {
            Mode::Merge => known.has_same_condition(&as_here),
            Mode::Replace => known.has_same_settings(&as_here),
        };
        if let Some(at) = here.iter().position(same) {
            here.remove(at);
            draft.plan.alerts.same += 1;
        } else {
            draft.plan.alerts.added.push(words(&alert, state));
            draft.brought.alerts.push(alert);
        }
    }
    for (symbol, count) in unknown {
        let (alerts, are) = match count {
            1 => ("An alert".to_owned(), "is"),
            count => (format!("{count} alerts"), "are"),
        };
        draft.left_out(format!(
            "{alerts} on {symbol} {are} left out: unknown ticker."
        ));
    }
    for (sentence, concerned) in without {
        draft.left_out(format!("{}: {sentence}", listed(&concerned)));
    }
    if draft.mode == Mode::Replace {
        for alert in here {
            draft.plan.alerts.removed.push(words(&alert, state));
            draft.brought.removed_alerts.push(alert.id);
        }
    }
    let after = there + draft.brought.alerts.len() - draft.brought.removed_alerts.len();
    if after > alerts::MAX_ALERTS {
        return Err(ApiError::conflict(format!(
            "The import would result in {after} alerts; the maximum is {}.",
            alerts::MAX_ALERTS
        )));
    }
    Ok(())
}

/// Formats names as in 'A, B and 3 more'.
fn listed(names: &[String]) -> String {
    let shown = &names[..names.len().min(MAX_NAMED)];
    match names.len() - shown.len() {
        0 => shown.join(", "),
        rest => format!("{} and {rest} more", shown.join(", ")),
    }
}

fn words(alert: &Alert, state: &AppState) -> String {
    let market = state.market.read();
    let known = market.by_symbol(&alert.symbol);
    let currency = known.map(|known| known.ticker.profile.currency);
    alerts::watched(alert, currency.unwrap_or_default())
}
