//! The tools: one table with name, description, arguments, answer and function of each.

mod alerts;
mod calendar;
mod history;
mod holdings;
mod lists;
mod news;
mod price;
mod quotes;

use std::pin::Pin;

use jiff::Unit;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use utoipa::{PartialSchema, ToSchema};

use crate::{
    domain::{figure::Figure, watchlist::Watchlist},
    web::{
        AppState,
        api::{shapes::SAMPLE_PROVIDER, watchlists::USER},
        http::{
            error::{ApiError, Result},
            request::convert_integral_floats,
        },
    },
};

/// The answer of a tool, or an error whose sentence the model reads.
type Answer<'a> = Pin<Box<dyn Future<Output = Result<Value>> + Send + 'a>>;

/// A tool.
pub(super) struct Tool {
    pub(super) name: &'static str,
    title: &'static str,
    description: &'static str,
    input: fn() -> Value,
    output: fn() -> Value,
    pub(super) call: for<'a> fn(&'a AppState, Value) -> Answer<'a>,
}

/// Declares the tools. A row consists of the name, the title, the types of the arguments and of the answer, the function, and the
/// description.
macro_rules! tools {
    ($($name:literal $title:literal ($arguments:path) -> $answer:path, $function:path, $description:literal;)+) => {
        /// All tools, in the order of the list that clients get.
        pub(super) static TOOLS: &[Tool] = &[$(Tool {
            name: $name,
            title: $title,
            description: $description,
            input: schema::<$arguments>,
            output: output_schema::<$answer>,
            call: {
                fn call(state: &AppState, arguments: Value) -> Answer<'_> {
                    Box::pin(async move {
                        let arguments: $arguments = parse_arguments(arguments)?;
                        let answer: $answer = $function(state, arguments).await?;
                        finish(state, &answer)
                    })
                }
                call
            },
        }),+];
    };
}

tools! {
    "quote" "Quotes" (quotes::QuoteArguments) -> quotes::Quotes, quotes::quote,
        "Current prices of tickers: price, change, day and 52-week range, market cap, with source and time of each price.";
    "history" "Price history" (history::HistoryArguments) -> history::History, history::history,
        "Prices of a ticker over a timeframe, merged into at most the requested number of bars, with change, high and low.";
    "search" "Search tickers" (quotes::SearchArguments) -> quotes::Found, quotes::search,
        "Finds the symbols of tickers by name, symbol, ISIN, WKN, CUSIP or FIGI, best match first. Only tickers that this server follows.";
    "list" "Watchlists" (lists::ListArguments) -> lists::ListAnswer, lists::list,
        "Without an argument: the user's watchlists. With a list: its tickers with prices, the user's notes and quantities.";
    "holdings" "Holdings" (holdings::HoldingsArguments) -> holdings::HoldingsAnswer, holdings::holdings,
        "What the user holds: total value, cost, gains, expected dividends, positions (largest first) and shares by sector and currency.";
    "alerts" "Alerts" (alerts::AlertArguments) -> alerts::AlertsAnswer, alerts::alerts,
        "The user's alerts with their conditions, and the newest reports of alerts that fired.";
    "news" "News" (news::NewsArguments) -> news::News, news::news,
        "Newest headlines with summary, outlet, time and sentiment, of all tickers or of one.";
    "calendar" "Calendar" (calendar::CalendarArguments) -> calendar::CalendarAnswer, calendar::calendar,
        "Upcoming earnings, ex-dates of dividends, economic statistics and token offerings. Default: the tickers of all watchlists, 14 days.";
}

impl Tool {
    /// Describes the tool in the format of `tools/list`.
    pub(super) fn describe(&self) -> Value {
        json!({
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": (self.input)(),
            "outputSchema": (self.output)(),
            "annotations": {
                "title": self.title,
                "readOnlyHint": true,
                "destructiveHint": false,
                "idempotentHint": true,
                "openWorldHint": false,
            },
        })
    }
}

/// Returns the JSON Schema of a type. Its nested types are inline.
fn schema<T: ToSchema + PartialSchema>() -> Value {
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

/// Returns the JSON Schema of an answer, with the fields that [`finish`] adds.
fn output_schema<T: ToSchema + PartialSchema>() -> Value {
    let mut schema = schema::<T>();
    schema["properties"]["now"] =
        json!({ "type": "string", "format": "date-time", "description": "Time of this answer." });
    schema["properties"]["market"] = json!({ "type": "string", "enum": ["sample", "live"], "description": "sample: all figures are invented." });
    schema
}

/// Parses the arguments of a tool.
fn parse_arguments<T: DeserializeOwned>(mut arguments: Value) -> Result<T> {
    // For JSON Schema, 20.0 is an integer.
    convert_integral_floats(&mut arguments);
    serde_json::from_value(arguments)
        .map_err(|error| ApiError::bad_request(format!("Invalid arguments: {error}.")))
}

/// Converts an answer to JSON without null fields, and adds the time and the market.
fn finish(state: &AppState, answer: &impl Serialize) -> Result<Value> {
    let mut value = serde_json::to_value(answer).map_err(|error| {
        tracing::error!(%error, "mcp: serializing an answer failed");
        ApiError::internal()
    })?;
    remove_nulls(&mut value);
    let now = state.now();
    value["now"] = json!(now.round(Unit::Second).unwrap_or(now));
    value["market"] = state.settings.market.into();
    Ok(value)
}

fn remove_nulls(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|_, field| !field.is_null());
            fields.values_mut().for_each(remove_nulls);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_nulls),
        _ => {}
    }
}

/// Returns an optional count, or an error if it is out of range.
fn count(value: Option<u32>, name: &str, (min, max, default): (u32, u32, u32)) -> Result<u32> {
    let value = value.unwrap_or(default);
    if (min..=max).contains(&value) {
        return Ok(value);
    }
    Err(ApiError::bad_request(format!(
        "Invalid {name} {value}; expected {min} to {max}."
    )))
}

/// Rounds a percentage or an amount to two decimal places; never returns a negative zero.
fn round(value: f64) -> f64 {
    (value * 100.0).round() / 100.0 + 0.0
}

/// Keeps the first `max` items and returns the number of the others.
fn truncate<T>(items: &mut Vec<T>, max: usize) -> usize {
    let more = items.len().saturating_sub(max);
    items.truncate(max);
    more
}

/// Returns all watchlists, or the one with this name (case-insensitive) or id.
async fn watchlists(state: &AppState, wanted: Option<&str>) -> Result<Vec<Watchlist>> {
    let mut lists = state.store.run(|store| store.watchlists(USER)).await?;
    let Some(wanted) = wanted else {
        return Ok(lists);
    };
    let by_name = |list: &Watchlist| list.name.to_lowercase() == wanted.trim().to_lowercase();
    let by_id = |list: &Watchlist| wanted.trim().parse() == Ok(list.id);
    let position = lists.iter().position(by_name);
    let position = position.or_else(|| lists.iter().position(by_id));
    let Some(position) = position else {
        let mut names: Vec<String> = lists.into_iter().map(|list| list.name).collect();
        let more = truncate(&mut names, 20);
        let names = match (names.len(), more) {
            (0, _) => "there is no watchlist".to_owned(),
            (_, 0) => format!("the watchlists are: {}", names.join(", ")),
            (_, more) => format!("the watchlists are: {} and {more} more", names.join(", ")),
        };
        return Err(ApiError::not_found(format!(
            "Unknown watchlist '{wanted}'; {names}."
        )));
    };
    Ok(vec![lists.swap_remove(position)])
}

/// Returns the names of the sources that supply a figure, first choice first: `sample` in the sample market.
fn sources_of(state: &AppState, figure: Figure) -> String {
    if state.settings.market == SAMPLE_PROVIDER {
        return SAMPLE_PROVIDER.to_owned();
    }
    let directory = &state.settings.sources;
    let is_used = |name: &&&str| {
        let mut entries = directory.sources.iter();
        entries.any(|entry| entry.description.name == **name && entry.unused.is_none())
    };
    let of_figure = directory.figures.iter().find(|row| row.figure == figure);
    let names = of_figure.map_or(&[][..], |row| &row.sources);
    let used: Vec<&str> = names.iter().filter(is_used).copied().collect();
    used.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_complete(name: &str, schema: &Value) {
        for keyword in ["$ref", "allOf", "oneOf", "null", "int32"] {
            let quoted = format!("\"{keyword}\"");
            assert!(!schema.to_string().contains(&quoted), "{name}: {schema}");
        }
        assert_eq!(schema["type"], "object", "{name}");
        for (field, property) in schema["properties"].as_object().unwrap() {
            let description = property["description"].as_str();
            assert!(description.is_some(), "{name}.{field}: {property}");
        }
    }

    #[test]
    fn every_tool_describes_all_arguments_and_fields_inline() {
        for tool in TOOLS {
            let (input, output) = ((tool.input)(), (tool.output)());
            assert_complete(tool.name, &input);
            assert_eq!(input["additionalProperties"], false, "{}", tool.name);
            assert_complete(tool.name, &output);
            assert!(tool.description.ends_with('.'), "{}", tool.name);
        }
    }

    #[test]
    fn counts_out_of_range_are_refused_with_the_range() {
        let range = (1, 50, 20);
        assert_eq!(count(None, "limit", range).unwrap(), 20);
        assert_eq!(count(Some(50), "limit", range).unwrap(), 50);
        for wrong in [0, 51] {
            let error = count(Some(wrong), "limit", range).unwrap_err();
            assert!(
                error.message.ends_with("expected 1 to 50."),
                "{}",
                error.message
            );
        }
    }

    #[test]
    fn amounts_are_rounded_and_never_a_negative_zero() {
        assert_eq!(round(1.005_1), 1.01);
        assert!(round(-0.001).is_sign_positive());
    }
}
