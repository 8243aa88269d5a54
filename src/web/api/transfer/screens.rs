//! Plans the import of saved screens.

use super::{
    draft::Draft,
    shapes::{ExportedScreen, ItemChange, Mode},
};
use crate::{
    domain::screen::{MAX_SCREENS, SavedScreen, Screen, Universe},
    store::ImportedScreen,
    web::{
        api::{screens::parse_query, watchlists::clean_name},
        http::error::{ApiError, Result},
    },
};

/// Plans the import of screens, which are identified by name regardless of case. Lists must be planned before. With 'merge', an
/// existing screen stays.
pub(super) fn plan(
    draft: &mut Draft,
    in_file: Vec<ExportedScreen>,
    mut existing: Vec<SavedScreen>,
) -> Result<()> {
    let existing_count = existing.len();
    for file in in_file {
        let (number, name) = (file.number, clean_name(&file.name, "screen")?);
        let planned = &draft.import.screens;
        let is_duplicate = |other: &ImportedScreen| {
            other.number == number || other.name.to_lowercase() == name.to_lowercase()
        };
        if planned.iter().any(is_duplicate) {
            return Err(ApiError::unprocessable(format!(
                "The file has two screens with the number {number} or the name '{name}'."
            )));
        }
        let screen = parse_query(&file.query).map_err(|mut error| {
            error.message = format!("The screen '{name}': {}", error.message);
            error
        })?;
        if let Universe::List(list) = screen.universe
            && !draft.has_list(list)
        {
            return Err(ApiError::unprocessable(format!(
                "The screen '{name}' searches list {list}, which is not in the file."
            )));
        }
        let known = existing
            .iter()
            .position(|known| known.name.to_lowercase() == name.to_lowercase());
        let known = known.map(|index| existing.swap_remove(index));
        let query = match &known {
            Some(known) if is_kept(draft, known, &screen) => {
                draft.plan.screens.same += 1;
                None
            }
            Some(_) => {
                draft.plan.screens.changed.push(ItemChange {
                    name: name.clone(),
                    what: "changes the criteria".to_owned(),
                });
                Some(screen.to_query())
            }
            None => {
                draft.plan.screens.added.push(name.clone());
                Some(screen.to_query())
            }
        };
        draft.import.screens.push(ImportedScreen {
            number,
            existing_id: known.map(|known| known.id),
            name,
            query,
        });
    }
    if draft.mode == Mode::Replace {
        for screen in existing {
            draft.import.removed_screens.push(screen.id);
            draft.plan.screens.removed.push(screen.name);
        }
    }
    let plan = &draft.plan.screens;
    let count = existing_count + plan.added.len() - plan.removed.len();
    if count > MAX_SCREENS {
        return Err(ApiError::conflict(format!(
            "The import would result in {count} screens; the maximum is {MAX_SCREENS}."
        )));
    }
    Ok(())
}

/// Returns true if an existing screen stays as it is.
fn is_kept(draft: &Draft, known: &SavedScreen, file: &Screen) -> bool {
    if draft.mode == Mode::Merge {
        return true;
    }
    let mut screen = file.clone();
    if let Universe::List(number) = &mut screen.universe {
        // No list has the id 0.
        *number = draft.existing_list_id(*number).unwrap_or_default();
    }
    screen.to_query() == known.query
}
