//! Describes the pages of long lists: their parameters and headers.

use serde_json::{Map, Value, json};

use crate::web::api::paging::{DEFAULT_LIMIT, MAX_LIMIT, MAX_OFFSET};

/// Adds the parameters and headers of a list that can be read in pages to an operation.
pub(super) fn complete(operation: &mut Map<String, Value>) {
    let parameter = |name: &str, description: String, (minimum, maximum): (usize, usize)| {
        json!({
            "name": name,
            "in": "query",
            "required": false,
            "description": description,
            "schema": { "type": "integer", "minimum": minimum, "maximum": maximum },
        })
    };
    let parameters = operation.entry("parameters").or_insert_with(|| json!([]));
    if let Some(parameters) = parameters.as_array_mut() {
        parameters.push(parameter(
            "offset",
            "number of rows to skip; without `offset` and `limit`, all rows are returned"
                .to_owned(),
            (0, MAX_OFFSET),
        ));
        parameters.push(parameter(
            "limit",
            format!("maximum number of rows; default {DEFAULT_LIMIT} if `offset` is given"),
            (1, MAX_LIMIT),
        ));
    }
    operation["responses"]["200"]["headers"] = json!({
        "X-Total-Count": {
            "description": "Number of rows of the whole list; only with `offset` or `limit`.",
            "schema": { "type": "integer", "minimum": 0 },
        },
        "Link": {
            "description": "URL of the next page with rel=\"next\"; only with `offset` or `limit`, and not on the last page.",
            "schema": { "type": "string" },
        },
    });
}
