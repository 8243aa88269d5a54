//! Plans the import of boards.

use std::collections::HashSet;

use super::{
    draft::Draft,
    shapes::{ItemChange, Mode},
};
use crate::{
    domain::board::{Board, presets},
    market::MarketState,
    store::MAX_BOARDS,
    web::{
        api::boards::normalize_symbols,
        http::error::{ApiError, Result},
    },
};

/// Plans the import of boards, which are identified by name. `in_file` and `deleted` are the boards and the deleted built-in boards in the
/// file; `existing` has the created or changed boards in the database, and `None` for deleted built-in boards.
pub(super) fn plan(
    draft: &mut Draft,
    in_file: Vec<Board>,
    deleted: &[String],
    existing: &[(String, Option<Board>)],
    market: &MarketState,
) -> Result<()> {
    let built_in_boards = presets(None);
    let built_in = |name: &str| built_in_boards.iter().find(|board| board.name == name);
    let find_existing = |name: &str| {
        existing
            .iter()
            .find(|(existing, _)| existing == name)
            .map(|(_, board)| board)
    };
    let mut names = HashSet::new();
    for mut board in in_file {
        normalize_symbols(market, &mut board);
        let title = board.title.clone();
        if board.name.is_empty() {
            return Err(ApiError::unprocessable(format!(
                "The board '{title}' in the file has no name."
            )));
        }
        let board = board.checked().map_err(|error| {
            let mut error = ApiError::from(error);
            error.message = format!("The board '{title}': {}", error.message);
            error
        })?;
        if !names.insert(board.name.clone()) {
            return Err(ApiError::unprocessable(format!(
                "The file has two boards named '{}'.",
                board.name
            )));
        }
        if let Some(number) = board.watchlists().find(|number| !draft.has_list(*number)) {
            return Err(ApiError::unprocessable(format!(
                "The board '{title}' shows list {number}, which is not in the file."
            )));
        }
        let change = ItemChange {
            name: board.title.clone(),
            what: String::new(),
        };
        match find_existing(&board.name) {
            Some(Some(existing))
                if draft.mode == Mode::Merge
                    || draft.with_existing_list_ids(&board).as_ref() == Some(existing) =>
            {
                draft.plan.boards.same += 1;
                continue;
            }
            Some(Some(_)) => draft.plan.boards.changed.push(change),
            // An unchanged built-in board is not stored.
            None if built_in(&board.name).is_some() => draft.plan.boards.changed.push(change),
            Some(None) | None => draft.plan.boards.added.push(change.name),
        }
        draft.import.boards.push((board.name.clone(), Some(board)));
    }
    if draft.mode == Mode::Replace {
        let deleted: HashSet<&str> = deleted.iter().map(String::as_str).collect();
        for (name, board) in existing {
            if names.contains(name) || (board.is_none() && deleted.contains(name.as_str())) {
                continue;
            }
            match (built_in(name), board) {
                (Some(built_in), None) => draft.plan.boards.added.push(built_in.title.clone()),
                (Some(_), Some(board)) if !deleted.contains(name.as_str()) => {
                    draft.plan.boards.changed.push(ItemChange {
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
            draft.import.removed_boards.push(name.clone());
        }
        for built_in in &built_in_boards {
            let is_deleted_already = matches!(find_existing(&built_in.name), Some(None));
            if deleted.contains(built_in.name.as_str())
                && !names.contains(&built_in.name)
                && !is_deleted_already
            {
                draft.plan.boards.removed.push(built_in.title.clone());
                draft.import.boards.push((built_in.name.clone(), None));
            }
        }
    }
    check_count(draft, existing)
}

/// Checks that the number of boards after the import is between one and the maximum.
fn check_count(draft: &Draft, existing: &[(String, Option<Board>)]) -> Result<()> {
    let mut names: HashSet<String> = presets(None).into_iter().map(|board| board.name).collect();
    let mut set = |name: &String, exists: bool| {
        if exists {
            names.insert(name.clone());
        } else {
            names.remove(name);
        }
    };
    for (name, board) in existing {
        set(name, board.is_some());
    }
    for name in &draft.import.removed_boards {
        set(name, presets(None).iter().any(|board| board.name == *name));
    }
    for (name, board) in &draft.import.boards {
        set(name, board.is_some());
    }
    match names.len() {
        0 => Err(ApiError::unprocessable(
            "The import would delete every board; one must be left.",
        )),
        count if count > MAX_BOARDS => Err(ApiError::conflict(format!(
            "The import would result in {count} boards; the maximum is {MAX_BOARDS}."
        ))),
        _ => Ok(()),
    }
}
