//! What an import comes to: worked out from the file and from what is here, before anything is written.

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
            alerts::{Arrival, CarriedAlert},
            watchlists::USER,
        },
        http::error::{ApiError, Result},
    },
};

/// Alerts that are written out at most where one sentence concerns many.
const NAMED: usize = 20;

/// What an import is told to be, and what it writes.
pub(super) struct Planned {
    pub(super) plan: ImportPlan,
    pub(super) brought: UserImport,
    /// Prices of files, which come before all else.
    pub(super) bars: Vec<ExportedBars>,
}

/// Works out what an import changes; an error, which names the fault, where the file is not as it must be. Where it
/// `may_follow`, what the file follows is looked up before.
pub(super) fn plan(
    file: Export,
    here: Here,
    mode: Mode,
    may_follow: bool,
    state: &AppState,
) -> Result<Planned> {
    let followed = follows::wanted(&file.followed, &state.market.read());
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
    // They come first, and are known then.
    let comes = |symbol: &String| bars.iter().any(|bars| bars.profile.symbol == *symbol);
    draft.plan.unknown.retain(|symbol| !comes(symbol));
    Ok(Planned {
        plan: draft.plan,
        brought: draft.brought,
        bars,
    })
}

/// An alert that watches for the same is the same alert; where what is here is replaced, all that was chosen for it counts.
fn alerts(
    draft: &mut Draft,
    wanted: Vec<CarriedAlert>,
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
                    "An alert is over the list {number}, which is not in the file."
                ))
            })?),
            None => None,
        };
        let alert = match alert.arrive(list, state, now)? {
            Arrival::Unknown(symbol) => {
                draft.unknown(&symbol);
                if !draft.comes(&symbol) {
                    *unknown.entry(symbol).or_default() += 1;
                }
                continue;
            }
            Arrival::Stays(reason) => {
                draft.left_out(reason);
                continue;
            }
            Arrival::Comes(alert, left_out) => {
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
            "{alerts} on {symbol} {are} left out: there is no ticker called {symbol} here."
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
            "There would be {after} alerts, and there may be {}.",
            alerts::MAX_ALERTS
        )));
    }
    Ok(())
}

/// 'A, B and 3 more'.
fn listed(names: &[String]) -> String {
    let shown = &names[..names.len().min(NAMED)];
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
