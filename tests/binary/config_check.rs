//! `marketdeck config check` reports every error with its line and key, and without secrets.

use std::{fs, process::Output};

use crate::program::marketdeck;

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Checks a configuration file with these environment variables. Removes the path of the folder from the output.
fn check(file: &str, variables: &[(&str, &str)], arguments: &[&str]) -> (Output, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("marketdeck.toml");
    fs::write(&path, file).unwrap();
    let mut command = marketdeck();
    command.args(["config", "check", "--config"]).arg(&path);
    command
        .args(arguments)
        .envs(variables.iter().copied())
        .current_dir(folder.path());
    let output = command.output().expect("the program runs");
    let message = text(&output.stderr).replace(&format!("{}/", folder.path().display()), "");
    let entries = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(entries, 1, "a check creates no folder and no file");
    (output, message)
}

#[test]
fn every_error_is_reported_with_its_line_and_key() {
    let file = r#"
lisen = "0.0.0.0:8080"
flush_seconds = "often"
grace_seconds = 900
market = "samble"

[providers.yahoo]
enabeld = false
min_gap_ms = 0

[[channels]]
name = "phone"
kind = "ntfy"
topic = "swordfish"
priority = 9

[[sources]]
symbol = "HARBOR"
url = "gopher://marlin"
name = "Harbour"
price = "/price"
currency = "EUR"
"#;
    let variables = [
        ("MARKETDECK_SEED", "many"),
        ("MARKETDECK_PING_SECONDS", "0"),
    ];
    let (output, message) = check(file, &variables, &["--live-window-ms", "0"]);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert_eq!(text(&output.stdout), "");
    let lines: Vec<_> = message.lines().collect();
    assert_eq!(
        lines,
        [
            "marketdeck: MARKETDECK_SEED: invalid value 'many'; expected a whole number",
            "marketdeck: marketdeck.toml line 3: flush_seconds: expected a whole number of 0 or more, found a quoted string",
            "marketdeck: marketdeck.toml line 2: unknown key 'lisen'; did you mean 'listen'?",
            "marketdeck: marketdeck.toml line 5: market: invalid value 'samble'; expected sample or live",
            "marketdeck: marketdeck.toml line 8: providers.yahoo: unknown key 'enabeld'; did you mean 'enabled'?",
            "marketdeck: MARKETDECK_PING_SECONDS: ping_seconds: invalid value 0; expected 1 to 3600",
            "marketdeck: marketdeck.toml line 4: grace_seconds: invalid value 900; expected 0 to 600",
            "marketdeck: live_window_ms: invalid value 0; expected 1 to 60000",
            "marketdeck: marketdeck.toml line 9: providers.yahoo.min_gap_ms: invalid value 0; a public source needs a delay between requests (0 is allowed only with a base_url on this machine)",
            "marketdeck: marketdeck.toml line 19: sources.HARBOR.url: invalid URL; expected http:// or https://",
            "marketdeck: marketdeck.toml line 15: channels.phone.priority: invalid value 9; expected 1 (lowest) to 5",
        ]
    );
}

#[test]
fn a_server_reports_the_first_error_and_how_to_see_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("marketdeck.toml");
    fs::write(&file, "listne = 1\nseeed = 2\n").unwrap();
    let mut command = marketdeck();
    let output = command
        .arg("--config")
        .arg(&file)
        .output()
        .expect("the program runs");
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(
        message.contains("line 1: unknown key 'listne'; did you mean 'listen'? (1 more: see 'marketdeck config check')"),
        "{message}"
    );
}

#[test]
fn an_invalid_secret_is_not_repeated() {
    for (file, key) in [
        (
            "[providers.coingecko]\napi_key = 47114711\n",
            "providers.coingecko.api_key: expected a quoted string",
        ),
        (
            "[[channels]]\nname = 'a'\nkind = 'ntfy'\ntopic = 'x'\ntoken = 47114711\n",
            "channels.a: expected a quoted string",
        ),
        (
            "[providers.coingecko]\napi_key = swordfish47114711\n",
            "line 2",
        ),
    ] {
        let (output, message) = check(file, &[], &[]);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
        assert!(message.contains(key), "{message}");
        assert!(!message.contains("4711"), "{message}");
    }
}

#[test]
fn a_valid_configuration_is_confirmed_with_its_warnings() {
    let variables = [("MARKETDECK_LISTNE", "8080")];
    let (output, message) = check("market = 'sample'\n", &variables, &[]);
    assert_eq!(output.status.code(), Some(0), "{message}");
    assert!(
        text(&output.stdout).ends_with("marketdeck.toml and the environment variables are valid\n")
    );
    assert_eq!(
        message,
        "marketdeck: unknown variable MARKETDECK_LISTNE; did you mean MARKETDECK_LISTEN?\n"
    );
}

#[test]
fn the_example_is_valid() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/config.example.toml");
    let mut command = marketdeck();
    command.args(["config", "check", "--config", example]);
    let output = command.output().expect("the program runs");
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn lookup_reports_unknown_symbols_with_their_list() {
    let file = "symbols = [\"MSFT\", \"MFST\"]\n[mqtt]\naddress = \"mqtt://localhost\"\nsymbols = [\"btc-usd\", \"APPL\"]\n";
    let (output, message) = check(file, &[], &["--lookup"]);
    assert_eq!(output.status.code(), Some(1), "{message}");
    let lines: Vec<_> = message.lines().collect();
    assert_eq!(lines.len(), 2, "{message}");
    assert!(
        lines[0].contains("symbols: unknown symbol 'MFST'"),
        "{message}"
    );
    assert!(
        lines[1].contains("mqtt.symbols: unknown symbol 'APPL'"),
        "{message}"
    );

    let (output, message) = check(file, &[], &[]);
    assert_eq!(output.status.code(), Some(0), "{message}");
    let right = file.replace("\"MFST\"", "\"KO\"").replace("APPL", "AAPL");
    let (output, message) = check(&right, &[], &["--lookup"]);
    assert_eq!(output.status.code(), Some(0), "{message}");
    assert!(text(&output.stdout).contains("All configured symbols are known"));
}
