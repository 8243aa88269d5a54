//! Configuration options: environment variables, addresses, secrets and invalid values.

use std::{fs, os::unix::fs::PermissionsExt as _, process::Output};

use crate::program::{Program, marketdeck, poll};

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs `config print` with these environment variables.
fn print_config(variables: &[(&str, &str)], arguments: &[&str]) -> Output {
    let mut command = marketdeck();
    command.args(["config", "print"]).args(arguments);
    command.envs(variables.iter().copied());
    command.output().expect("the program runs")
}

fn resolved_config(variables: &[(&str, &str)], arguments: &[&str]) -> toml::Table {
    let output = print_config(variables, arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout).parse().expect("stdout is TOML")
}

/// Returns the error for invalid arguments.
fn rejection(arguments: &[&str]) -> String {
    let output = marketdeck()
        .args(arguments)
        .output()
        .expect("the program runs");
    let output_text = text(&output.stderr);
    assert_eq!(
        output.status.code(),
        Some(2),
        "{arguments:?}: {output_text}"
    );
    assert_eq!(output_text.trim_end().lines().count(), 1, "{output_text}");
    output_text
}

fn help(arguments: &[&str]) -> String {
    let output = marketdeck().args(arguments).arg("--help").output();
    text(&output.expect("the program runs").stdout)
}

#[test]
fn every_provider_setting_has_an_environment_variable_and_no_secret_is_printed() {
    let variables = [
        ("MARKETDECK_PROVIDERS_COINGECKO_API_KEY", "swordfish"),
        ("MARKETDECK_PROVIDERS_FINNHUB_API_KEY", "swordfish"),
        ("MARKETDECK_PROVIDERS_YAHOO_EVERY_SECONDS", "120"),
        ("MARKETDECK_PROVIDERS_RSS_ENABLED", "no"),
        ("MARKETDECK_READ_ONLY", "1"),
        ("MARKETDECK_LISTEN", ""),
        ("MARKETDECK_SEED", ""),
    ];
    let resolved = resolved_config(&variables, &[]);
    let providers = &resolved["providers"];
    assert_eq!(providers["coingecko"]["api_key"].as_str(), Some("***"));
    assert_eq!(providers["finnhub"]["api_key"].as_str(), Some("***"));
    assert_eq!(providers["yahoo"]["every_seconds"].as_integer(), Some(120));
    assert_eq!(providers["rss"]["enabled"].as_bool(), Some(false));
    assert_eq!(resolved["read_only"].as_bool(), Some(true));
    assert_eq!(
        resolved["seed"].as_integer(),
        Some(1),
        "an empty variable is ignored"
    );
}

#[test]
fn an_api_key_is_read_from_a_separate_file_and_a_missing_file_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let key = folder.path().join("key");
    let name = key.display().to_string();
    let variable = [("MARKETDECK_PROVIDERS_COINGECKO_API_KEY_FILE", name.as_str())];
    let missing = print_config(&variable, &[]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).contains(&name));
    fs::write(&key, "swordfish\n").unwrap();
    let resolved = resolved_config(&variable, &[]);
    let coingecko = &resolved["providers"]["coingecko"];
    assert_eq!(coingecko["api_key_file"].as_str(), Some(name.as_str()));
    assert_eq!(
        coingecko["api_key"].as_str(),
        Some(""),
        "the printed configuration names the file instead of showing its content"
    );
}

#[test]
fn an_unknown_variable_is_reported() {
    let output = print_config(&[("MARKETDECK_LISTNE", "8080")], &[]);
    assert!(output.status.success());
    assert!(text(&output.stderr).contains("MARKETDECK_LISTNE"));
}

#[test]
fn a_port_alone_and_localhost_are_valid_addresses() {
    let listen = |address| resolved_config(&[], &["--listen", address])["listen"].to_string();
    assert_eq!(listen("8080"), "\"127.0.0.1:8080\"");
    assert_eq!(listen("localhost:81"), "\"127.0.0.1:81\"");
    assert_eq!(listen(":8080"), "\"0.0.0.0:8080\"");
    assert!(rejection(&["--listen", "8080x"]).contains("127.0.0.1:8080"));
}

#[test]
fn invalid_values_are_rejected_with_a_readable_message() {
    for (flag, value, part) in [
        ("--flush-seconds", "0", "flush_seconds: invalid value 0"),
        ("--max-connections", "0", "max_connections: invalid value 0"),
        ("--live-window-ms", "0", "live_window_ms: invalid value 0"),
        ("--log", "verbose", "invalid log level 'verbose'"),
        ("--allowed-hosts", "http://deck.lan", "leave out scheme"),
        (
            "--kiosk",
            "/watchlist",
            "kiosk: invalid board path '/watchlist'",
        ),
        (
            "--kiosk",
            "/board/My board",
            "expected one such as /board/main",
        ),
        (
            "--display-currency",
            "euro",
            "display_currency: invalid currency 'euro'",
        ),
        (
            "--display-currency",
            "EUA",
            "display_currency: invalid currency 'EUA'",
        ),
    ] {
        let output_text = rejection(&["config", "print", flag, value]);
        assert!(output_text.contains(part), "{output_text}");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("marketdeck.toml");
    let name = file.display().to_string();
    for (text, part) in [
        (
            "trusted_proxies = [\"proxy.lan\"]",
            "trusted_proxies: invalid value 'proxy.lan'",
        ),
        (
            "frame_ancestors = [\"home.example; x\"]",
            "frame_ancestors: invalid value 'home.example; x'",
        ),
        (
            "update_check_url = \"example.org/releases\"",
            "update_check_url: invalid value 'example.org/releases'",
        ),
        (
            "[mqtt]\naddress = \"192.168.1.5\"",
            "mqtt.address: invalid address; expected one such as mqtt://192.168.1.5",
        ),
        (
            "[mqtt]\naddress = \"mqtt://localhost\"\ntopic = \"deck/#\"",
            "mqtt.topic: invalid topic 'deck/#'",
        ),
        (
            "[mqtt]\naddress = \"mqtt://localhost\"\n[[channels]]\nname = \"mqtt\"\nkind = \"command\"\nprogram = \"/bin/true\"",
            "channels.mqtt.name: this name is reserved for the MQTT broker",
        ),
        (
            "[providers.yahoo]\nmin_gap_ms = 0\n",
            "providers.yahoo.min_gap_ms",
        ),
    ] {
        fs::write(&file, text).unwrap();
        let output_text = rejection(&["config", "print", "--config", &name]);
        assert!(output_text.contains(part), "{output_text}");
    }
    fs::write(
        &file,
        "[providers.yahoo]\nmin_gap_ms = 0\nbase_url = \"http://127.0.0.1:9\"\n",
    )
    .unwrap();
    resolved_config(&[], &["--config", &name]);
}

#[test]
fn the_display_currency_is_the_dollar_unless_configured() {
    let chosen = |variables: &[_], arguments: &[_]| {
        resolved_config(variables, arguments)["display_currency"].to_string()
    };
    assert_eq!(chosen(&[], &[]), "\"USD\"");
    let variable = [("MARKETDECK_DISPLAY_CURRENCY", "EUR")];
    assert_eq!(chosen(&variable, &[]), "\"EUR\"");
    assert_eq!(chosen(&variable, &["--display-currency", "JPY"]), "\"JPY\"");
    let sample = print_config(&variable, &[]);
    assert!(text(&sample.stderr).contains("the sample market has no exchange rates"));
    let live = print_config(&variable, &["--market", "live"]);
    assert_eq!(text(&live.stderr), "");
}

#[test]
fn a_printed_configuration_with_placeholders_for_secrets_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("marketdeck.toml");
    let output = print_config(
        &[("MARKETDECK_PROVIDERS_COINGECKO_API_KEY", "swordfish")],
        &[],
    );
    fs::write(&file, output.stdout).unwrap();
    let output_text = rejection(&["config", "print", "--config", &file.display().to_string()]);
    assert!(
        output_text.contains("placeholder for a secret"),
        "{output_text}"
    );
}

/// MQTT-01: the broker's password comes from a variable or a file, and is never printed.
#[test]
fn the_brokers_password_is_not_printed() {
    let folder = tempfile::tempdir().unwrap();
    let key = folder.path().join("key");
    fs::write(&key, "swordfish\n").unwrap();
    let key = key.display().to_string();
    let address = ("MARKETDECK_MQTT_ADDRESS", "mqtt://localhost");
    let username = ("MARKETDECK_MQTT_USERNAME", "deck");
    let password = ("MARKETDECK_MQTT_PASSWORD", "swordfish");
    let file = ("MARKETDECK_MQTT_PASSWORD_FILE", key.as_str());
    for secret in [password, file] {
        let output = print_config(&[address, username, secret], &[]);
        let output_text = text(&output.stdout) + &text(&output.stderr);
        assert!(output.status.success(), "{output_text}");
        assert!(!output_text.contains("swordfish"), "{output_text}");
    }
    let resolved = resolved_config(&[address, username, password], &[]);
    assert_eq!(resolved["mqtt"]["password"].as_str(), Some("***"));
    let both = print_config(&[address, username, password, file], &[]);
    let output_text = text(&both.stderr);
    assert!(
        output_text.contains("password_file is also set"),
        "{output_text}"
    );
}

#[test]
fn the_help_of_each_command_lists_only_its_own_options() {
    let import = help(&["import", "bars"]);
    assert!(
        import.contains("--symbol") && import.contains("--market"),
        "{import}"
    );
    let backup = help(&["backup"]);
    assert!(backup.contains("--data-dir"), "{backup}");
    for text in [import, backup, help(&["healthcheck"])] {
        for other in ["--seed", "--live-window-ms", "--read-only", "--log"] {
            assert!(!text.contains(other), "{other} in {text}");
        }
    }
    assert!(help(&["serve"]).contains("--live-window-ms"));
}

#[test]
fn a_usage_error_points_to_the_help_of_its_command() {
    let output_text = rejection(&["import", "bars", "--kimd", "etf", "x.csv"]);
    assert!(
        output_text.contains("'marketdeck import bars --help'"),
        "{output_text}"
    );
    assert!(rejection(&["--lissten"]).contains("'marketdeck --help'"));
}

#[test]
fn with_databases_of_two_markets_backup_and_import_require_the_market() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().display().to_string();
    let backup = |to: &str, market: &[&str]| {
        let mut command = marketdeck();
        command.args(["backup", "--data-dir", &folder]).args(market);
        command
            .arg(data.path().join(to))
            .output()
            .expect("the program runs")
    };
    let file = data.path().join("bars.csv");
    fs::write(&file, "Date,Close\n2026-01-02,10\n").unwrap();
    let import = |market: &[&str]| {
        let mut command = marketdeck();
        command.args(["import", "bars", "--symbol", "GOOG", "--data-dir", &folder]);
        command
            .args(market)
            .arg(&file)
            .output()
            .expect("the program runs")
    };
    let live = ["--market", "live"];
    let imported = import(&live);
    assert!(text(&imported.stdout).contains("live.redb"), "{imported:?}");

    let only = backup("only.redb", &[]);
    assert!(
        text(&only.stdout).contains("live.redb"),
        "the only existing database is used: {only:?}"
    );
    assert!(import(&["--market", "sample"]).status.success());
    for output in [backup("two.redb", &[]), import(&[])] {
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stderr).contains("--market live"), "{output:?}");
    }
    assert!(backup("chosen.redb", &live).status.success());
}

#[test]
fn a_redirected_log_has_no_colors_and_can_be_json() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Program::new(data.path()).serve();
    server.signal("TERM");
    server.wait();
    assert!(server.log().contains("stopping"));
    assert!(!server.log().contains('\u{1b}'), "{:?}", server.log());

    let mut program = Program::new(data.path());
    program.command.args(["--log-format", "json"]);
    let mut server = program.serve();
    server.signal("HUP");
    poll("a log line", || {
        server.log().contains("config: reloaded").then_some(())
    });
    server.signal("TERM");
    server.wait();
    for line in server.log().lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("the text is JSON");
        assert!(
            line["message"].is_string() && line["level"].is_string(),
            "{line}"
        );
    }
}

/// With Docker, the folder may belong to root while the server runs as another user.
#[test]
fn a_folder_without_write_permission_is_reported_with_its_path_and_the_user() {
    let data = tempfile::tempdir().unwrap();
    fs::set_permissions(data.path(), fs::Permissions::from_mode(0o555)).unwrap();
    let user = rustix::process::geteuid();
    let (mut command, user) = if user.is_root() {
        // Root can write to every folder.
        let mut command = std::process::Command::new("setpriv");
        command.args(["--reuid=10001", "--clear-groups", "--bounding-set=-all"]);
        command.arg(env!("CARGO_BIN_EXE_marketdeck"));
        (command, 10_001)
    } else {
        (marketdeck(), user.as_raw())
    };
    command.args(["--listen", "127.0.0.1:0", "--data-dir"]);
    let output = command.arg(data.path()).output().expect("the program runs");
    let output_text = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{output_text}");
    assert!(
        output_text.contains(&data.path().display().to_string()),
        "{output_text}"
    );
    assert!(
        output_text.contains(&format!("user {user}")),
        "{output_text}"
    );
}

const HARBOR: &str = "[[sources]]\nsymbol = \"HARBOR\"\nprice = \"/nav\"\n";

#[test]
fn an_unusable_custom_source_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("marketdeck.toml");
    let url = "url = \"https://example.com/nav\"\n";
    for (lines, message) in [
        (
            "url = \"ftp://example.com/nav\"\n".to_owned(),
            "expected http://",
        ),
        (
            "url = \"file:///etc/passwd\"\n".to_owned(),
            "expected http://",
        ),
        ("url = \"nowhere\"\n".to_owned(), "expected http://"),
        (
            format!("{url}currency = \"euro\"\n"),
            "invalid currency 'euro'",
        ),
        (format!("{url}every_seconds = 1\n"), "expected 10 to"),
        (
            format!("{url}headers = {{ \"a b\" = \"x\" }}\n"),
            "'a b' is not a valid HTTP header",
        ),
        (
            format!("{url}header_files = {{ \"A\" = \"/nowhere/key\" }}\n"),
            "/nowhere/key",
        ),
    ] {
        fs::write(&file, format!("{HARBOR}{lines}")).unwrap();
        let output_text = rejection(&["config", "print", "--config", &file.display().to_string()]);
        assert!(output_text.contains(message), "{lines}: {output_text}");
    }
}

#[test]
fn header_values_of_a_custom_source_are_never_printed() {
    let folder = tempfile::tempdir().unwrap();
    let (file, key) = (
        folder.path().join("marketdeck.toml"),
        folder.path().join("key"),
    );
    fs::write(&key, "swordfish\n").unwrap();
    let text = format!(
        "{HARBOR}url = \"https://example.com/nav\"\nheaders = {{ \"X-Key\" = \"marlin\" }}\nheader_files = {{ \"X-Other\" = \"{}\" }}\n",
        key.display()
    );
    fs::write(&file, text).unwrap();
    let output = print_config(&[], &["--config", &file.display().to_string()]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("HARBOR") && text.contains("X-Key"), "{text}");
    assert!(
        !text.contains("marlin") && !text.contains("swordfish"),
        "{text}"
    );
}

/// Writes a configuration file with one channel.
fn with_channel(folder: &tempfile::TempDir, channel: &str) -> String {
    let file = folder.path().join("marketdeck.toml");
    fs::write(&file, format!("[[channels]]\n{channel}")).unwrap();
    file.display().to_string()
}

/// ALRT-05: a channel that could never deliver an alert is rejected at startup.
#[test]
fn an_invalid_channel_is_rejected_with_a_readable_message() {
    let folder = tempfile::tempdir().unwrap();
    for (channel, message) in [
        (
            "name = 'a'\nkind = 'fax'",
            "channels.a.kind: invalid value 'fax'; expected one of: ntfy, webhook, smtp, command",
        ),
        (
            "name = 'a'\nkind = 'ntfy'",
            "channels.a.topic: a value is required",
        ),
        (
            "name = 'a'\nkind = 'ntfy'\ntopik = 'x'",
            "channels.a: unknown key 'topik'; did you mean 'topic'?",
        ),
        (
            "name = 'push'\nkind = 'ntfy'\ntopic = 'x'",
            "channels.push.name: 'push' is a delivery method",
        ),
        (
            "name = 'a'\nkind = 'ntfy'\ntopic = 'x'\npriority = 9",
            "channels.a.priority: invalid value 9",
        ),
        (
            "name = 'a'\nkind = 'ntfy'\ntopic = 'x'\nquiet_hours = 'night'",
            "expected two times such as 22:00-07:00",
        ),
        (
            "name = 'a'\nkind = 'ntfy'\ntopic = 'x'\ntime_zone = 'Mars'",
            "channels.a.time_zone: invalid value 'Mars'; expected a time zone",
        ),
        (
            "name = 'a'\nkind = 'ntfy'\ntopic = 'x'\ncarries = 'fax'",
            "channels.a.carries: invalid value 'fax'",
        ),
        (
            "name = 'a'\nkind = 'webhook'\nurl = 'ftp://x'",
            "channels.a.url: invalid URL; expected one that begins with http:// or https://",
        ),
        (
            "name = 'a'\nkind = 'webhook'\nurl = 'http://x'\npreset = 'irc'",
            "channels.a.preset: invalid value 'irc'",
        ),
        (
            "name = 'a'\nkind = 'webhook'\nurl = 'http://x'\nbody = '{{prize}}'",
            "channels.a.body: unknown variable '{{prize}}'",
        ),
        (
            "name = 'a'\nkind = 'webhook'\nurl = 'http://x'\nbody = '{\"a\": {{text}}}'",
            "channels.a.body: the result is not valid JSON",
        ),
        (
            "name = 'a'\nkind = 'webhook'\npreset = 'telegram'\nchat_id = '1'",
            "channels.a.token: a value is required",
        ),
        (
            "name = 'a'\nkind = 'command'\nprogram = 'notify'",
            "channels.a.program: expected an absolute path",
        ),
        (
            "name = 'a'\nkind = 'smtp'\nhost = 'x'\nfrom = 'me'\nto = ['me@x.net']",
            "channels.a.from: invalid email address 'me'",
        ),
        (
            "name = 'a'\nkind = 'smtp'\nhost = 'x'\nsecurity = 'none'\nto = ['me@x.net']",
            "channels.a.security: 'none' is allowed only for this machine",
        ),
        (
            "name = 'a'\nkind = 'ntfy'\ntopic = 'x'\n[[channels]]\nname = 'a'\nkind = 'ntfy'\ntopic = 'y'",
            "channels.a.name: two channels have this name",
        ),
    ] {
        let file = with_channel(&folder, channel);
        let output_text = rejection(&["config", "print", "--config", &file]);
        assert!(output_text.contains(message), "{channel}: {output_text}");
    }
}

/// ALRT-05: secrets can come from files and environment variables, and are never printed.
#[test]
fn secrets_of_a_channel_come_from_variables_and_files_and_are_not_printed() {
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret");
    let variable = [(
        "MARKETDECK_CHANNELS_MY_HOOK_SECRET_FILE",
        secret.display().to_string(),
    )];
    let variables = variable
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    let file = with_channel(
        &folder,
        "name = 'my-hook'\nkind = 'webhook'\nurl = 'http://x/swordfish'\nheaders = { a = 'swordfish' }",
    );
    let arguments = ["--config", file.as_str()];
    let missing = print_config(&variables, &arguments);
    assert_eq!(missing.status.code(), Some(2), "{missing:?}");
    fs::write(&secret, "swordfish\n").unwrap();
    let output = print_config(&variables, &arguments);
    let (output_text, printed) = (text(&output.stderr), text(&output.stdout));
    assert!(output.status.success(), "{output_text}");
    assert!(
        !output_text.contains("swordfish") && !printed.contains("swordfish"),
        "{output_text}{printed}"
    );
    assert!(printed.contains("my-hook"), "{printed}");
    let output = print_config(&[("MARKETDECK_CHANNELS_FAX_TOKEN", "x")], &arguments);
    assert!(
        text(&output.stderr)
            .contains("MARKETDECK_CHANNELS_FAX_TOKEN does not belong to a configured channel")
    );
}
