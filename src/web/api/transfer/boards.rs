//! Plans the import of boards.

use std::collections::HashSet;

use super::{
    draft::Draft,
    shapes::{Changed, Mode},
};
use crate::{
    domain::board::{Board, presets},
    market::MarketState,
    store::MAX_BOARDS,
    web::{
        api::boards::respell,
        http::error::{ApiError, Result},
    },
};

/// Plans the import of boards, which are identified by name.
pub(super) fn boards(
    draft: &mut Draft,
    wanted: Vec<Board>,
    deleted: &[String],
    here: &[(String, Option<Board>)],
    market: &MarketState,
) -> Result<()> {
    let originals = presets(None);
    let original = |name: &str| originals.iter().find(|board| board.name == name);
    let held = |name: &str| {
        here.iter()
            .find(|(held, _)| held == name)
            .map(|(_, board)| board)
    };
    let mut names = HashSet::new();
    for mut board in wanted {
        respell(market, &mut board);
        let title = board.title.clone();
        if board.name.is_empty() {
            return Err(ApiError::unprocessable(format!(
                "The board '{title}' in the file has no name."
            )));
        }
        let board = board.checked().map_err(|fault| {
            let mut error = ApiError::from(fault);
            error.message = format!("The board '{title}': {}", error.message);
            error
        })?;
        if !names.insert(board.name.clone()) {
            return Err(ApiError::unprocessable(format!(
                "The file has two boards named '{}'.",
                board.name
            )));
        }
        if let Some(number) = board.watchlists().find(|number| !draft.knows_list(*number)) {
            return Err(ApiError::unprocessable(format!(
                "The board '{title}' shows list {number}, which is not in the file."
            )));
        }
        let changed = Changed {
            name: board.title.clone(),
            what: String::new(),
        };
        match held(&board.name) {
            Some(Some(known))
                if draft.mode == Mode::Merge || draft.as_here(&board).as_ref() == Some(known) =>
            {
                draft.plan.boards.same += 1;
                continue;
            }
            Some(Some(_)) => draft.plan.boards.changed.push(changed),
            // A built-in board without changes.
            None if original(&board.name).is_some() => draft.plan.boards.changed.push(changed),
            Some(None) | None => draft.plan.boards.added.push(changed.name),
        }
        draft.brought.boards.push((board.name.clone(), Some(board)));
    }
    if draft.mode == Mode::Replace {
        let deleted: HashSet<&str> = deleted.iter().map(String::as_str).collect();
        for (name, board) in here {
            if names.contains(name) || (board.is_none() && deleted.contains(name.as_str())) {
                continue;
            }
            match (original(name), board) {
                (Some(original), None) => draft.plan.boards.added.push(original.title.clone()),
                (Some(_), Some(board)) if !deleted.contains(name.as_str()) => {
                    draft.plan.boards.changed.push(Changed {
                        name: board.title.clone(),
                        what: "reset to its original state".to_owned(),
                    });
                }
                (Some(_), Some(_)) => continue,
                (None, board) => {
                    let title = board.as_ref().map(|board| board.title.clone());
                    draft.plan.boards.removed.extend(title);
                }
            }
            draft.brought.removed_boards.push(name.clone());
        }
        for original in &originals {
            let is_gone = matches!(held(&original.name), Some(None));
            if deleted.contains(original.name.as_str())
                && !names.contains(&original.name)
                && !is_gone
            {
                draft.plan.boards.removed.push(original.title.clone());
                draft.brought.boards.push((original.name.clone(), None));
            }
        }
    }
    check_number(draft, here)
}

/// Checks that at least one board is left, and not too many.
fn check_number(draft: &Draft, here: &[(String, Option<Board>)]) -> Result<()> {
    let mut names: HashSet<String> = presets(None).into_iter().map(|board| board.name).collect();
    let mut put = |name: &String, is_there: bool| {
        if is_there {
            names.insert(name.clone());
        } else {
            names.remove(name);
        }
    };
    for (name, board) in here {
        put(name, board.is_some());
    }
    for name in &draft.brought.removed_boards {
        put(name, presets(None).iter().any(|board| board.name == *name));
    }
    for (name, board) in &draft.brought.boards {
        put(name, board.is_some());
    }
    match names.len() {
        0 => Err(ApiError::unprocessable(
            "The import would delete every board; one must be left.",
        )),
        many if many > MAX_BOARDS => Err(ApiError::conflict(format!(
            "The import would result in {many} boards; the maximum is {MAX_BOARDS}."
        ))),
        _ => Ok(()),
    }
}
