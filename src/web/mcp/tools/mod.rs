//! The tools: one table with name, description, arguments, answer and function of each.

mod alerts;
mod calendar;
mod history;
mod holdings;
mod lists;
mod news;
mod numbers;
mod price;
mod quotes;
mod schema;

use std::pin::Pin;

use jiff::Unit;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

use self::schema::{output_schema, schema};
use crate::web::{
    AppState,
    http::{
        error::{ApiError, Result},
        request::ApiRequest,
        request_body::convert_integral_floats,
    },
};

/// The answer of a tool as JSON, or an error whose sentence the model reads.
type Answer<'a> = Pin<Box<dyn Future<Output = Result<Value>> + Send + 'a>>;

/// A tool.
pub(super) struct Tool {
    pub(super) name: &'static str,
    title: &'static str,
    description: &'static str,
    input: fn() -> Value,
    output: fn() -> Value,
    pub(super) call: for<'a> fn(&'a AppState, &'a ApiRequest, Value) -> Answer<'a>,
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
                fn call<'a>(state: &'a AppState, request: &'a ApiRequest, arguments: Value) -> Answer<'a> {
                    Box::pin(async move {
                        let arguments: $arguments = parse_arguments(arguments)?;
                        let answer: $answer = $function(state, request, arguments).await?;
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
}
