//! Plans the import of settings.

use serde::Serialize;
use serde_json::{Map, Value};

use super::{draft::Draft, shapes::Changed};
use crate::{
    domain::settings::Settings,
    web::{
        AppState,
        api::settings::check_rate,
        http::error::{ApiError, Result},
    },
};

const HOME_LIST: &str = "homeList";

/// Plans the import of settings, after that of lists.
pub(super) fn settings(
    draft: &mut Draft,
    wanted: Settings,
    here: &Settings,
    state: &AppState,
) -> Result<()> {
    let mut wanted = wanted.checked()?;
    let home = wanted.home_list.filter(|number| draft.knows_list(*number));
    // The number in this store, if the list exists.
    wanted.home_list = home.map(|number| draft.list_here(number).unwrap_or(u32::MAX));
    if draft.takes(
        here.display_currency.as_ref(),
        wanted.display_currency.as_ref(),
    ) && let Err(error) = check_rate(state, wanted.display_currency)
    {
        draft.plan.left_out.push(error.message);
        wanted.display_currency = here.display_currency;
    }
    let (mut after, file) = (fields(here)?, fields(&wanted)?);
    let mut takes_any = false;
    for (name, value) in file {
        let held = after.get(&name).cloned().unwrap_or_default();
        if !draft.takes(non_null(&held), non_null(&value)) {
            draft.plan.settings.same += usize::from(!value.is_null());
            continue;
        }
        takes_any = true;
        if name == HOME_LIST {
            draft.brought.home_list = home;
        }
        let changes = &mut draft.plan.settings;
        match (held.is_null(), value.is_null()) {
            (true, _) => changes.added.push(name.clone()),
            (_, true) => changes.removed.push(name.clone()),
            _ => changes.changed.push(Changed {
                name: name.clone(),
                what: String::new(),
            }),
        }
        after.insert(name, value);
    }
    if takes_any {
        let settings = serde_json::from_value(Value::Object(after));
        draft.brought.settings = Some(settings.map_err(|_| ApiError::internal())?);
    }
    Ok(())
}

/// Returns the value unless it is null.
fn non_null(value: &Value) -> Option<&Value> {
    Some(value).filter(|value| !value.is_null())
}

fn fields(settings: &impl Serialize) -> Result<Map<String, Value>> {
    match serde_json::to_value(settings) {
        Ok(Value::Object(fields)) => Ok(fields),
        _ => Err(ApiError::internal()),
    }
}
