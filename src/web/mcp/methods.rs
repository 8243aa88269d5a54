//! The methods of the protocol.

use serde_json::{Map, Value, json};

use super::{
    message::{Request, RpcError, code},
    revision::{self, Revision},
    tools::{self, TOOLS},
};
use crate::web::{AppState, api::system::VERSION, http::request::ApiRequest};

/// How long clients may keep descriptions of this server, in milliseconds. The list of tools only changes with the version.
const MAX_AGE_MS: u32 = 3_600_000;

/// Executes a request and returns its result.
pub(super) async fn call(
    state: &AppState,
    http: &ApiRequest,
    revision: Revision,
    request: &Request,
) -> Result<Value, RpcError> {
    let params = &request.params;
    let mut result = match (revision, request.method.as_str()) {
        (Revision::WithHandshake, "initialize") => initialize(state, params),
        (Revision::WithHandshake, "ping") => json!({}),
        (Revision::Current, "server/discover") => json!({
            "supportedVersions": revision::supported(),
            "capabilities": capabilities(),
            "instructions": instructions(state),
            "ttlMs": MAX_AGE_MS,
            "cacheScope": "private",
        }),
        (_, "tools/list") => list_tools(revision, params)?,
        (_, "tools/call") => call_tool(state, http, params).await?,
        (_, method) => return Err(RpcError::unknown_method(method)),
    };
    if revision == Revision::Current {
        result["resultType"] = "complete".into();
        result["_meta"] = json!({ "io.modelcontextprotocol/serverInfo": server_info() });
    }
    Ok(result)
}

fn initialize(state: &AppState, params: &Map<String, Value>) -> Value {
    let requested = params.get("protocolVersion").and_then(Value::as_str);
    json!({
        "protocolVersion": revision::negotiate(requested.unwrap_or_default()),
        "capabilities": capabilities(),
        "serverInfo": server_info(),
        "instructions": instructions(state),
    })
}

fn capabilities() -> Value {
    json!({ "tools": {} })
}

fn server_info() -> Value {
    json!({ "name": "marketdeck", "title": "Marketdeck", "version": VERSION })
}

/// Returns the instructions for the model.
fn instructions(state: &AppState) -> String {
    let kind = if state.settings.market == "sample" {
        "This server shows a simulated sample market: names are real, prices and news are invented. Say so when you report a figure. "
    } else {
        ""
    };
    format!(
        "Marketdeck is the user's own market server: prices, price histories, news and calendars, and the user's watchlists, holdings and \
         alerts. All tools only read. {kind}Every figure has its source and time; report the age of a price that is stale or delayed. \
         Symbols are spelled as on Yahoo Finance (AAPL, SAP.DE, ^GSPC, EURUSD=X) or like BTC for coins; use the tool search to find one."
    )
}

/// Lists all tools on one page.
fn list_tools(revision: Revision, params: &Map<String, Value>) -> Result<Value, RpcError> {
    if let Some(cursor) = params.get("cursor") {
        return Err(RpcError::new(
            code::INVALID_PARAMS,
            format!("Invalid cursor {cursor}; the list of tools has one page."),
        ));
    }
    let tools: Vec<Value> = TOOLS.iter().map(tools::Tool::describe).collect();
    let mut result = json!({ "tools": tools });
    if revision == Revision::Current {
        result["ttlMs"] = MAX_AGE_MS.into();
        result["cacheScope"] = "private".into();
    }
    Ok(result)
}

/// Calls a tool. An unknown tool is an error of the protocol; a failure of the tool is a result, which the model can read.
async fn call_tool(
    state: &AppState,
    request: &ApiRequest,
    params: &Map<String, Value>,
) -> Result<Value, RpcError> {
    let name = params.get("name").and_then(Value::as_str);
    let Some(name) = name else {
        let message = "Missing parameter 'name'; expected the name of a tool.";
        return Err(RpcError::new(code::INVALID_PARAMS, message));
    };
    let Some(tool) = TOOLS.iter().find(|tool| tool.name == name) else {
        let names: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
        return Err(RpcError::new(
            code::INVALID_PARAMS,
            format!(
                "Unknown tool '{name}'; expected one of: {}.",
                names.join(", ")
            ),
        ));
    };
    let arguments = match params.get("arguments") {
        None | Some(Value::Null) => Value::Object(Map::new()),
        Some(arguments @ Value::Object(_)) => arguments.clone(),
        Some(_) => {
            let message = "Invalid arguments; expected an object.";
            return Err(RpcError::new(code::INVALID_PARAMS, message));
        }
    };
    Ok(match (tool.call)(state, request, arguments).await {
        Ok(answer) => json!({
            "content": [{ "type": "text", "text": answer.to_string() }],
            "structuredContent": answer,
            "isError": false,
        }),
        Err(error) => json!({
            "content": [{ "type": "text", "text": error.message }],
            "isError": true,
        }),
    })
}
