//! Plans the import of settings.

use serde::Serialize;
use serde_json::{Map, Value};

use super::{draft::Draft, shapes::ItemChange};
use crate::{
    domain::settings::Settings,
    web::{
        AppState,
        api::settings::check_rate,
        http::error::{ApiError, Result},
    },
};

/// JSON name of the field for the list on the first page.
const HOME_LIST: &str = "homeList";

/// Plans the import of settings. Lists must be planned before.
pub(super) fn plan(
    draft: &mut Draft,
    in_file: Settings,
    existing: &Settings,
    state: &AppState,
) -> Result<()> {
    let mut in_file = in_file.checked()?;
    let home_list = in_file.home_list.filter(|number| draft.has_list(*number));
    // Replaces the number in the file with the id in the database, or with an id that no list has if the import creates the list.
    in_file.home_list = home_list.map(|number| draft.existing_list_id(number).unwrap_or(u32::MAX));
    if draft.replaces(
        existing.display_currency.as_ref(),
        in_file.display_currency.as_ref(),
    ) && let Err(error) = check_rate(state, in_file.display_currency)
    {
        draft.plan.left_out.push(error.message);
        in_file.display_currency = existing.display_currency;
    }
    let (mut after, file_fields) = (to_fields(existing)?, to_fields(&in_file)?);
    let mut is_changed = false;
    for (name, value) in file_fields {
        let before = after.get(&name).cloned().unwrap_or_default();
        if !draft.replaces(non_null(&before), non_null(&value)) {
            draft.plan.settings.same += usize::from(!value.is_null());
            continue;
        }
        is_changed = true;
        if name == HOME_LIST {
            draft.import.home_list = home_list;
        }
        let changes = &mut draft.plan.settings;
        match (before.is_null(), value.is_null()) {
            (true, _) => changes.added.push(name.clone()),
            (_, true) => changes.removed.push(name.clone()),
            _ => changes.changed.push(ItemChange {
                name: name.clone(),
                what: String::new(),
            }),
        }
        after.insert(name, value);
    }
    if is_changed {
        let settings = serde_json::from_value(Value::Object(after));
        draft.import.settings = Some(settings.map_err(|_| ApiError::internal())?);
    }
    Ok(())
}

/// Returns the value unless it is null.
fn non_null(value: &Value) -> Option<&Value> {
    Some(value).filter(|value| !value.is_null())
}

/// Converts settings to their JSON fields.
fn to_fields(settings: &impl Serialize) -> Result<Map<String, Value>> {
    match serde_json::to_value(settings) {
        Ok(Value::Object(fields)) => Ok(fields),
        _ => Err(ApiError::internal()),
    }
}
