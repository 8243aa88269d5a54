//! Tests with the official Python SDK of the Model Context Protocol, as an AI assistant uses it.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
    process::{Command, Stdio},
};

use serde_json::{Value, json};

use crate::{
    neighbor::python_with,
    program::{Program, ReservedPort, Running},
};

const TOOLS: [&str; 8] = [
    "quote", "history", "search", "list", "holdings", "alerts", "news", "calendar",
];

fn serve(data: &Path, address: &str) -> Running {
    let mut program = Program::new(data);
    program.listen(address);
    program.command.arg("--mcp");
    let server = program.serve();
    server.wait_until_loaded();
    server
}

/// Runs the client against a server that is killed and restarted between its calls.
fn check_client(mut client: Command, mode: &str, protocol: &str) {
    let data = tempfile::tempdir().unwrap();
    let port = ReservedPort::new();
    let address = port.address.to_string();
    let server = serve(data.path(), &address);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/neighbors/mcp_client.py");
    let url = format!("http://{address}/api/mcp");
    let mut client = client
        .args([script, &url, mode])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python starts");
    let mut lines = BufReader::new(client.stdout.take().unwrap()).lines();
    let mut next = || -> Value {
        let line = lines.next().expect("the client prints a line").unwrap();
        serde_json::from_str(&line).unwrap()
    };
    let seen = next();
    assert_eq!(seen["protocol"], protocol);
    assert_eq!(seen["server"], "marketdeck");
    assert!(seen["instructions"].as_str().unwrap().contains("invented"));
    let read_only = TOOLS.map(|tool| (tool.to_owned(), json!(true)));
    let read_only: Value = read_only
        .into_iter()
        .collect::<serde_json::Map<_, _>>()
        .into();
    assert_eq!(seen["tools"], read_only);
    for tool in TOOLS {
        let answer = &seen["answers"][tool];
        assert_eq!(answer["isError"], false, "{tool}: {answer}");
        assert_eq!(answer["content"]["market"], "sample", "{tool}");
        // Small enough for a model: about 5,000 tokens.
        let bytes = answer["text"].as_str().unwrap().len();
        assert!(bytes < 20_000, "{tool}: {bytes} bytes");
    }
    let quote = &seen["answers"]["quote"]["content"]["quotes"][0];
    assert_eq!(
        (&quote["symbol"], &quote["price"]["source"]),
        (&json!("AAPL"), &json!("sample"))
    );
    assert_eq!(seen["invalid"]["isError"], true);
    assert_eq!(
        seen["invalid"]["text"],
        "Invalid number of symbols 0; expected 1 to 20."
    );
    assert_eq!(seen["unknown"], -32_602);
    // `drop` kills the server. The client's next call goes to the new process, which knows of no session.
    drop(server);
    let _server = serve(data.path(), &address);
    let mut stdin = client.stdin.take().unwrap();
    stdin.write_all(b"\n").unwrap();
    let again = next();
    assert_eq!(again["content"]["quotes"][0]["symbol"], "AAPL");
    assert!(client.wait().unwrap().success());
}

#[test]
fn the_python_sdk_lists_and_calls_tools_across_a_restart() {
    for (mode, protocol) in [("auto", "2026-07-28"), ("legacy", "2025-11-25")] {
        let Some(client) = python_with("mcp.client.streamable_http") else {
            return;
        };
        check_client(client, mode, protocol);
    }
}
