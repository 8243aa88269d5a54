//! JSON Schemas of arguments and answers, derived from their types.

use serde_json::{Value, json};
use utoipa::{PartialSchema, ToSchema};

/// Returns the JSON Schema of a type. Its nested types are inline.
pub(super) fn schema<T: ToSchema + PartialSchema>() -> Value {
    // Serializing a tree of maps and strings never fails.
    let mut schema = serde_json::to_value(T::schema()).unwrap_or_default();
    simplify(&mut schema);
    schema
}

/// Shortens a schema of utoipa, which models read: removes formats of numbers, and the alternative null, as answers leave out unknown
/// fields. Replaces an inline type that is combined with the description of its field by the type with that description.
fn simplify(schema: &mut Value) {
    let is_type = |part: &&Value| part.get("enum").is_some() || part.get("properties").is_some();
    let parts = ["allOf", "oneOf"].into_iter().find_map(|key| {
        let parts = schema.get(key)?.as_array()?;
        (parts.len() == 2 && parts.iter().filter(is_type).count() == 1).then(|| parts.clone())
    });
    if let Some(parts) = parts {
        let described = std::iter::once(&*schema).chain(parts.iter().rev());
        let mut descriptions = described.filter_map(|part| part.get("description"));
        let description = descriptions.next().cloned();
        let mut inline = parts.iter().find(is_type).cloned().unwrap_or_default();
        if let Some(description) = description {
            inline["description"] = description;
        }
        *schema = inline;
    }
    match schema {
        Value::Object(fields) => {
            let is_number_format =
                |format: &Value| matches!(format.as_str(), Some("double" | "int32" | "int64"));
            if fields.get("format").is_some_and(is_number_format) {
                fields.remove("format");
            }
            if let Some(Value::Array(types)) = fields.get_mut("type") {
                types.retain(|name| name != "null");
                if let [only] = &types[..] {
                    let only = only.clone();
                    fields.insert("type".to_owned(), only);
                }
            }
            fields.values_mut().for_each(simplify);
        }
        Value::Array(items) => items.iter_mut().for_each(simplify),
        _ => {}
    }
}

/// Returns the JSON Schema of an answer, with the fields that every answer has.
pub(super) fn output_schema<T: ToSchema + PartialSchema>() -> Value {
    let mut schema = schema::<T>();
    schema["properties"]["now"] =
        json!({ "type": "string", "format": "date-time", "description": "Time of this answer." });
    schema["properties"]["market"] = json!({ "type": "string", "enum": ["sample", "live"], "description": "sample: all figures are invented." });
    schema
}
