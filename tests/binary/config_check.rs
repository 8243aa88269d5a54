//! `marketdeck config check`: everything that is wrong, with its line and key, and no secret.

use std::{fs, process::Output};

use crate::program::marketdeck;

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Checks a file under these variables; the folder it is in is taken off what is told.
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
    let output = command.output().expect("it runs");
    let told = text(&output.stderr).replace(&format!("{}/", folder.path().display()), "");
    let entries = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(entries, 1, "a check makes no folder and no file");
    (output, told)
}

#[test]
fn every_problem_is_told_with_its_line_and_key() {
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
    let (output, told) = check(file, &variables, &["--live-window-ms", "0"]);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert_eq!(text(&output.stdout), "");
    let lines: Vec<_> = told.lines().collect();
    assert_eq!(
        lines,
        [
            "marketdeck: MARKETDECK_SEED: 'many' is not a whole number",
            "marketdeck: marketdeck.toml line 3: flush_seconds: a whole number that is not negative belongs here, and not a text in quotes",
            "marketdeck: marketdeck.toml line 2: unknown key 'lisen'; did you mean 'listen'?",
            "marketdeck: marketdeck.toml line 5: market: 'samble' is not possible, only sample or live",
            "marketdeck: marketdeck.toml line 8: providers.yahoo: unknown key 'enabeld'; did you mean 'enabled'?",
            "marketdeck: MARKETDECK_PING_SECONDS: ping_seconds: 0 is not possible, only 1 to 3600",
            "marketdeck: marketdeck.toml line 4: grace_seconds: 900 is not possible, only 0 to 600",
            "marketdeck: live_window_ms: 0 is not possible, only 1 to 60000",
            "marketdeck: marketdeck.toml line 9: providers.yahoo.min_gap_ms: 0 would ask a public source without a pause; it is possible only with a base_url on this machine",
            "marketdeck: marketdeck.toml line 19: sources.HARBOR.url: it is no address that begins with http:// or https://",
            "marketdeck: marketdeck.toml line 15: channels.phone.priority: 9 is not possible, only 1 (lowest) to 5",
        ]
    );
}

#[test]
fn a_server_names_the_first_problem_and_how_to_see_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("marketdeck.toml");
    fs::write(&file, "listne = 1\nseeed = 2\n").unwrap();
    let mut command = marketdeck();
    let output = command
        .arg("--config")
        .arg(&file)
        .output()
        .expect("it runs");
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(
        told.contains("line 1: unknown key 'listne'; did you mean 'listen'? (1 more: see 'marketdeck config check')"),
        "{told}"
    );
}

#[test]
fn a_secret_is_not_repeated_where_its_form_is_wrong() {
    for (file, key) in [
        (
            "[providers.coingecko]\napi_key = 47114711\n",
            "providers.coingecko.api_key: a text in quotes belongs here",
        ),
        (
            "[[channels]]\nname = 'a'\nkind = 'ntfy'\ntopic = 'x'\ntoken = 47114711\n",
            "channels.a: a text in quotes belongs here",
        ),
        (
            "[providers.coingecko]\napi_key = swordfish47114711\n",
            "line 2",
        ),
    ] {
        let (output, told) = check(file, &[], &[]);
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
        assert!(told.contains(key), "{told}");
        assert!(!told.contains("4711"), "{told}");
    }
}

#[test]
fn a_configuration_that_works_is_said_to_and_what_is_odd_about_it() {
    let variables = [("MARKETDECK_LISTNE", "8080")];
    let (output, told) = check("market = 'sample'\n", &variables, &[]);
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(text(&output.stdout).ends_with("marketdeck.toml is right, and so are the variables\n"));
    assert_eq!(
        told,
        "marketdeck: the variable MARKETDECK_LISTNE means nothing to Marketdeck; did you mean MARKETDECK_LISTEN?\n"
    );
}

#[test]
fn the_example_works() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/config.example.toml");
    let mut command = marketdeck();
    command.args(["config", "check", "--config", example]);
    let output = command.output().expect("it runs");
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn symbols_that_nobody_knows_are_named_with_their_list_when_they_are_looked_up() {
    let file = "symbols = [\"MSFT\", \"MFST\"]\n[mqtt]\naddress = \"mqtt://localhost\"\nsymbols = [\"btc-usd\", \"APPL\"]\n";
    let (output, told) = check(file, &[], &["--lookup"]);
    assert_eq!(output.status.code(), Some(1), "{told}");
    let lines: Vec<_> = told.lines().collect();
    assert_eq!(lines.len(), 2, "{told}");
    assert!(
        lines[0].contains("symbols: unknown symbol 'MFST'"),
        "{told}"
    );
    assert!(
        lines[1].contains("mqtt.symbols: unknown symbol 'APPL'"),
        "{told}"
    );

    // Without being asked, nobody is asked.
    let (output, told) = check(file, &[], &[]);
    assert_eq!(output.status.code(), Some(0), "{told}");
    let right = file.replace("\"MFST\"", "\"KO\"").replace("APPL", "AAPL");
    let (output, told) = check(&right, &[], &["--lookup"]);
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(text(&output.stdout).contains("Every configured symbol is known"));
}
