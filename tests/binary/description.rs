//! Checks the `OpenAPI` document with third-party tools: validators, linters, and a generated client.
//!
//! `scripts/install-openapi-tools` installs the tools; without them, these tests print a note and pass.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use tempfile::TempDir;

use super::program::{Program, marketdeck};

/// Returns the folder of the installed tools; `None` if it is missing, which is an error in CI.
fn tools() -> Option<PathBuf> {
    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/openapi-tools");
    if tools.join("installed").exists() {
        return Some(tools);
    }
    assert!(
        std::env::var_os("CI").is_none(),
        "scripts/install-openapi-tools was not run"
    );
    eprintln!("skipped: scripts/install-openapi-tools installs what this test needs");
    None
}

/// Returns a temporary folder with the document printed by the program in `openapi.json`.
fn description() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let printed = marketdeck()
        .arg("openapi")
        .output()
        .expect("the program runs");
    assert!(printed.status.success());
    std::fs::write(folder.path().join("openapi.json"), printed.stdout)
        .expect("temporary folder is writable");
    folder
}

/// Returns the complete output of a program.
fn output_text(output: &Output) -> String {
    [&output.stdout, &output.stderr]
        .map(|text| String::from_utf8_lossy(text))
        .concat()
}

/// Runs an installed tool in `folder`, without network access.
fn run(tools: &Path, program: &str, arguments: &[&str], folder: &Path) -> Output {
    let programs = [tools.join("venv/bin"), tools.join("node_modules/.bin")];
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = programs.into_iter().chain(std::env::split_paths(&path));
    let program = Path::new(program);
    let candidates = [
        tools.join("venv/bin").join(program),
        tools.join("node_modules/.bin").join(program),
    ];
    let program = candidates
        .iter()
        .find(|path| path.exists())
        .expect("the tool is installed");
    Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .env(
            "PATH",
            std::env::join_paths(path).expect("the path list is valid"),
        )
        .env("REDOCLY_TELEMETRY", "off")
        .env("REDOCLY_SUPPRESS_UPDATE_NOTICE", "true")
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .output()
        .expect("the program runs")
}

#[test]
fn validators_find_no_error_in_the_openapi_document() {
    let Some(tools) = tools() else {
        return;
    };
    let folder = description();
    std::fs::write(
        folder.path().join(".spectral.yaml"),
        "extends: spectral:oas\n",
    )
    .expect("temporary folder is writable");
    for (program, arguments) in [
        ("openapi-spec-validator", &["openapi.json"][..]),
        ("redocly", &["lint", "openapi.json"]),
        ("spectral", &["lint", "openapi.json"]),
    ] {
        let output = run(&tools, program, arguments, folder.path());
        assert!(
            output.status.success(),
            "{program}: {}",
            output_text(&output)
        );
    }
}

/// A generated client calls a password-protected server with a token.
#[test]
fn a_generated_client_can_call_the_server() {
    let Some(tools) = tools() else {
        return;
    };
    let folder = description();
    let generate = [
        "generate",
        "--path",
        "openapi.json",
        "--output-path",
        "marketdeck_client",
        "--meta",
        "none",
        "--fail-on-warning",
    ];
    let generated = run(&tools, "openapi-python-client", &generate, folder.path());
    let text = output_text(&generated);
    assert!(generated.status.success(), "{text}");
    let lower = text.to_lowercase();
    assert!(
        !lower.contains("warning") && !lower.contains("error"),
        "{text}"
    );

    let mut hash = marketdeck()
        .arg("hash-password")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut stdin = hash.stdin.take().expect("stdin is piped");
    stdin
        .write_all(b"a long password\n")
        .expect("the process reads its input");
    drop(stdin);
    let hash = hash.wait_with_output().expect("the program exits").stdout;
    let hash_file = folder.path().join("hash");
    std::fs::write(&hash_file, hash).expect("temporary folder is writable");
    let mut program = Program::new(&folder.path().join("data"));
    program
        .command
        .env("MARKETDECK_PASSWORD_HASH_FILE", &hash_file);
    let server = program.serve();

    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/openapi/calls.py");
    let script = script.display().to_string();
    let url = format!("http://{}", server.address);
    let called = run(
        &tools,
        "python",
        &[&script, &url, "a long password"],
        folder.path(),
    );
    let text = output_text(&called);
    assert!(called.status.success(), "{text}");
    let calls = text.trim().strip_suffix(" calls");
    let calls: Option<u32> = calls.and_then(|calls| calls.parse().ok());
    assert!(calls.is_some_and(|calls| calls >= 20), "{text}");
}
