//! The interface for AI assistants: the Model Context Protocol at `/api/mcp`.

mod tools;

use marketdeck::domain::person::PersonId;
use marketdeck::web::Settings;
use serde_json::{Value, json};

use crate::{
    access::{settings as settings_with_password, sign_in, tokens::token},
    common::{Response, TestServer},
};

const CURRENT: &str = "2026-07-28";
const ACCEPT: (&str, &str) = ("accept", "application/json, text/event-stream");
const JSON: (&str, &str) = ("content-type", "application/json");

fn settings() -> Settings {
    Settings {
        mcp: true,
        ..Settings::default()
    }
}

/// Starts a server with the small market and the interface switched on.
async fn open() -> TestServer {
    let server = TestServer::with(settings()).await;
    server.fill().await;
    server
}

async fn post(server: &TestServer, headers: &[(&str, &str)], body: &str) -> Response {
    let headers: Vec<_> = [ACCEPT, JSON].iter().chain(headers).copied().collect();
    server.request("POST", "/api/mcp", &headers, body).await
}

/// Sends a request of the current revision, with its headers.
async fn call(server: &TestServer, method: &str, mut params: Value) -> Response {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": CURRENT,
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let name = params["name"].as_str().unwrap_or_default().to_owned();
    let mut headers = vec![("mcp-protocol-version", CURRENT), ("mcp-method", method)];
    if !name.is_empty() {
        headers.push(("mcp-name", &name));
    }
    let body = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
    post(server, &headers, &body.to_string()).await
}

/// Sends a request of a revision with a handshake.
async fn call_with_handshake(server: &TestServer, method: &str, params: Value) -> Response {
    let body = json!({ "jsonrpc": "2.0", "id": "a", "method": method, "params": params });
    let headers = [("mcp-protocol-version", "2025-11-25")];
    post(server, &headers, &body.to_string()).await
}

/// Returns the code of a JSON-RPC error.
fn code(response: &Response) -> i64 {
    assert_eq!(response.header("content-type"), Some("application/json"));
    let body = response.json();
    assert_eq!(body["jsonrpc"], "2.0");
    assert!(body.get("result").is_none(), "{body}");
    let message = body["error"]["message"].as_str().unwrap();
    assert!(message.ends_with('.'), "{message}");
    body["error"]["code"].as_i64().unwrap()
}

#[tokio::test]
async fn the_interface_is_off_by_default() {
    let server = TestServer::open().await;
    let response = call(&server, "tools/list", json!({})).await;
    assert_eq!(response.status, 404);
    assert_eq!(
        response.text(),
        "The interface for assistants is disabled: 'mcp' is false in the configuration."
    );
}

#[tokio::test]
async fn a_current_client_discovers_the_server_and_lists_tools() {
    let server = open().await;
    let response = call(&server, "server/discover", json!({})).await;
    assert_eq!(response.status, 200, "{}", response.text());
    assert_eq!(response.header("mcp-session-id"), None);
    let body = response.json();
    assert_eq!((&body["jsonrpc"], &body["id"]), (&json!("2.0"), &json!(7)));
    let result = &body["result"];
    assert_eq!(result["resultType"], "complete");
    assert_eq!(
        result["supportedVersions"],
        json!([CURRENT, "2025-11-25", "2025-06-18"])
    );
    assert_eq!(result["capabilities"], json!({ "tools": {} }));
    assert_eq!(result["cacheScope"], "private");
    assert!(result["ttlMs"].is_u64());
    let info = &result["_meta"]["io.modelcontextprotocol/serverInfo"];
    assert_eq!(info["name"], "marketdeck");
    // The market of the tests is the sample market.
    let instructions = result["instructions"].as_str().unwrap();
    assert!(instructions.contains("invented"), "{instructions}");

    let result = call(&server, "tools/list", json!({})).await.json()["result"].clone();
    assert_eq!(result["resultType"], "complete");
    let tools = result["tools"].as_array().unwrap();
    let names: Vec<&str> = tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "quote", "history", "search", "list", "holdings", "alerts", "news", "calendar"
        ]
    );
    for tool in tools {
        assert_eq!(tool["annotations"]["readOnlyHint"], true, "{tool}");
        assert_eq!(tool["annotations"]["destructiveHint"], false, "{tool}");
    }
}

#[tokio::test]
async fn an_earlier_client_begins_with_a_handshake() {
    let server = open().await;
    let params = json!({
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": { "name": "test", "version": "1" },
    });
    let body = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params });
    // The first request has no version header yet.
    let response = post(&server, &[], &body.to_string()).await;
    assert_eq!(response.status, 200, "{}", response.text());
    let result = response.json()["result"].clone();
    assert_eq!(result["protocolVersion"], "2025-06-18");
    assert_eq!(result["serverInfo"]["name"], "marketdeck");
    assert_eq!(result["capabilities"], json!({ "tools": {} }));
    assert!(result.get("resultType").is_none());

    let initialized = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    let version = [("mcp-protocol-version", "2025-06-18")];
    let response = post(&server, &version, initialized).await;
    assert_eq!((response.status, response.text()), (202, String::new()));

    let pong = call_with_handshake(&server, "ping", json!({})).await.json();
    assert_eq!((&pong["id"], &pong["result"]), (&json!("a"), &json!({})));
    let listed = call_with_handshake(&server, "tools/list", json!({})).await;
    let result = listed.json()["result"].clone();
    assert_eq!(result["tools"].as_array().map(Vec::len), Some(8));
    assert!(result.get("ttlMs").is_none());

    // A client that knows only other revisions is offered the newest one with a handshake.
    let params = json!({ "protocolVersion": "2024-11-05" });
    let body = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params });
    let result = post(&server, &[], &body.to_string()).await.json()["result"].clone();
    assert_eq!(result["protocolVersion"], "2025-11-25");
}

#[tokio::test]
async fn invalid_messages_return_json_rpc_errors() {
    let server = open().await;
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    for (body, expected) in [
        ("{", -32_700),
        ("", -32_700),
        // Batches existed only in the revision 2025-03-26.
        (&*format!("[{ping}]"), -32_600),
        (r#"{"id":1,"method":"ping"}"#, -32_600),
        (r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, -32_600),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32_600),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":7}"#,
            -32_602,
        ),
    ] {
        let response = post(&server, &[], body).await;
        assert_eq!(
            (response.status, code(&response)),
            (400, expected),
            "{body}"
        );
        assert_eq!(response.json()["id"], Value::Null, "{body}");
    }
    // 30,000 levels do not overflow the stack.
    let deep = "[".repeat(30_000);
    let response = post(&server, &[], &deep).await;
    assert_eq!((response.status, code(&response)), (400, -32_700));
}

#[tokio::test]
async fn an_unsupported_revision_returns_400_with_the_supported_ones() {
    let server = open().await;
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    for version in ["1900-01-01", "2024-11-05", "2025-03-26", ""] {
        let response = post(&server, &[("mcp-protocol-version", version)], body).await;
        assert_eq!(
            (response.status, code(&response)),
            (400, -32_022),
            "{version}"
        );
        let body = response.json();
        assert_eq!(body["id"], 1);
        assert_eq!(body["error"]["data"]["requested"], version);
        assert_eq!(body["error"]["data"]["supported"][0], CURRENT);
        let notification = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
        let response = post(&server, &[("mcp-protocol-version", version)], notification).await;
        assert_eq!(response.status, 400, "{version}");
    }
}

#[tokio::test]
async fn headers_of_the_current_revision_must_match_the_body() {
    let server = open().await;
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": CURRENT,
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let params = json!({ "name": "list", "_meta": meta });
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    let version = ("mcp-protocol-version", CURRENT);
    let (method, name) = (("mcp-method", "tools/call"), ("mcp-name", "list"));
    let good = post(&server, &[version, method, name], &body.to_string()).await;
    assert_eq!(good.status, 200, "{}", good.text());
    for headers in [
        vec![method, name],
        vec![version, name],
        vec![version, method],
        vec![version, method, ("mcp-name", "holdings")],
        vec![version, ("mcp-method", "tools/list"), name],
        vec![version, method, name, name],
        vec![("mcp-protocol-version", "2025-11-25"), method, name],
    ] {
        let response = post(&server, &headers, &body.to_string()).await;
        let got = (response.status, code(&response));
        assert_eq!(got, (400, -32_020), "{headers:?}");
    }
    let without_meta = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    let headers = [version, ("mcp-method", "tools/list")];
    let response = post(&server, &headers, without_meta).await;
    assert_eq!((response.status, code(&response)), (400, -32_602));
}

#[tokio::test]
async fn unknown_methods_and_tools_are_errors_of_the_protocol() {
    let server = open().await;
    for method in ["resources/list", "initialize", "ping", "tools/delete"] {
        let response = call(&server, method, json!({})).await;
        assert_eq!(
            (response.status, code(&response)),
            (404, -32_601),
            "{method}"
        );
    }
    for method in ["resources/list", "server/discover", "logging/setLevel"] {
        let response = call_with_handshake(&server, method, json!({})).await;
        assert_eq!(
            (response.status, code(&response)),
            (200, -32_601),
            "{method}"
        );
    }
    for params in [
        json!({ "name": "sell" }),
        json!({}),
        json!({ "name": "list", "arguments": [] }),
    ] {
        let current = call(&server, "tools/call", params.clone()).await;
        assert_eq!((current.status, code(&current)), (400, -32_602), "{params}");
        let earlier = call_with_handshake(&server, "tools/call", params).await;
        assert_eq!((earlier.status, code(&earlier)), (200, -32_602));
    }
    let response = call(&server, "tools/list", json!({ "cursor": "2" })).await;
    assert_eq!((response.status, code(&response)), (400, -32_602));
}

#[tokio::test]
async fn http_rules_of_the_endpoint() {
    let server = open().await;
    // There are no event streams and no sessions.
    for method in ["GET", "DELETE", "PUT"] {
        let response = server.request(method, "/api/mcp", &[ACCEPT], "").await;
        assert_eq!(response.status, 405, "{method}");
        assert_eq!(response.header("allow"), Some("POST"), "{method}");
    }
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let send = async |headers: &[(&str, &str)], body: &str| {
        let response = server.request("POST", "/api/mcp", headers, body).await;
        response.status
    };
    assert_eq!(send(&[JSON], ping).await, 200);
    assert_eq!(send(&[JSON, ("accept", "text/html")], ping).await, 406);
    assert_eq!(
        send(&[ACCEPT, ("content-type", "text/plain")], ping).await,
        415
    );
    assert_eq!(send(&[ACCEPT, JSON], &" ".repeat(70_000)).await, 413);
    let session = ("mcp-session-id", "1");
    assert_eq!(send(&[ACCEPT, JSON, session], ping).await, 200);
    // A page of another site must not read through the browser of the user.
    let foreign = ("origin", "https://evil.example");
    assert_eq!(send(&[ACCEPT, JSON, foreign], ping).await, 403);
    let cross_site = ("sec-fetch-site", "cross-site");
    assert_eq!(send(&[ACCEPT, JSON, cross_site], ping).await, 403);
    let own = format!("http://{}", server.address);
    assert_eq!(send(&[ACCEPT, JSON, ("origin", &own)], ping).await, 200);
    let host = ("host", "evil.example");
    assert_eq!(send(&[ACCEPT, JSON, host], ping).await, 421);
}

#[tokio::test]
async fn with_a_password_a_read_only_token_is_required_and_suffices() {
    let settings = Settings {
        mcp: true,
        // An assistant may read from a read-only server.
        read_only: true,
        ..settings_with_password()
    };
    let reading = TestServer::with(settings).await;
    let refused = call(&reading, "tools/list", json!({})).await;
    assert_eq!(refused.status, 401);
    let challenge = refused.head.to_lowercase();
    assert!(
        challenge.contains("www-authenticate: bearer"),
        "{challenge}"
    );

    let settings = Settings {
        mcp: true,
        ..settings_with_password()
    };
    let server = TestServer::with(settings).await;
    server.fill().await;
    let cookies = sign_in(&server).await;
    for scope in ["read", "write"] {
        let (bearer, _) = token(&server, &cookies, scope).await;
        let body = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
        let response = post(&server, &[("authorization", &bearer)], body).await;
        assert_eq!(response.status, 200, "{scope}: {}", response.text());
        let result = response.json()["result"].clone();
        assert_eq!(result["tools"].as_array().map(Vec::len), Some(8));
    }
}

/// Calls every tool, and compares everything that users own before and after.
#[tokio::test]
async fn no_tool_changes_anything() {
    let server = open().await;
    let list = crate::holdings::list(&server).await;
    let item = crate::holdings::add(&server, list, "AAPL").await;
    crate::holdings::change(&server, item, json!({ "quantity": 2, "cost": 100 })).await;
    let alert = r#"{"type":"price","symbol":"AAPL","condition":"above","value":300,"frequency":"once","delivery":["in_app"]}"#;
    assert_eq!(server.send("POST", "/api/alerts", alert).await.status, 201);
    let owned = async || {
        let export = server.get("/api/export").await.json();
        let credentials = server.store.of(PersonId::OWNER).credentials().unwrap();
        (export, credentials)
    };
    let before = owned().await;
    for (tool, arguments) in tools::ALL {
        let arguments: Value = serde_json::from_str(arguments).unwrap();
        let params = json!({ "name": tool, "arguments": arguments });
        let response = call(&server, "tools/call", params).await;
        assert_eq!(response.status, 200, "{tool}: {}", response.text());
        assert_eq!(response.json()["result"]["isError"], false, "{tool}");
    }
    assert_eq!(owned().await, before);
}
