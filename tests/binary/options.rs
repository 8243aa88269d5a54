//! Options as people write them: variables of compose files, addresses, secrets, and what is said
//! to values that cannot work.

use std::{fs, os::unix::fs::PermissionsExt as _, process::Output};

use crate::program::{Program, marketdeck, poll};

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The resolved configuration under these variables.
fn print(variables: &[(&str, &str)], arguments: &[&str]) -> Output {
    let mut command = marketdeck();
    command.args(["config", "print"]).args(arguments);
    command.envs(variables.iter().copied());
    command.output().expect("it runs")
}

fn printed(variables: &[(&str, &str)], arguments: &[&str]) -> toml::Table {
    let output = print(variables, arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout).parse().expect("TOML")
}

/// The one sentence with which these arguments are refused.
fn refused(arguments: &[&str]) -> String {
    let output = marketdeck().args(arguments).output().expect("it runs");
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
    assert_eq!(told.trim_end().lines().count(), 1, "{told}");
    told
}

fn help(arguments: &[&str]) -> String {
    let output = marketdeck().args(arguments).arg("--help").output();
    text(&output.expect("it runs").stdout)
}

#[test]
fn every_key_of_a_provider_is_a_variable_and_no_secret_is_printed() {
    let variables = [
        ("MARKETDECK_PROVIDERS_COINGECKO_API_KEY", "swordfish"),
        ("MARKETDECK_PROVIDERS_FINNHUB_API_KEY", "swordfish"),
        ("MARKETDECK_PROVIDERS_YAHOO_EVERY_SECONDS", "120"),
        ("MARKETDECK_PROVIDERS_RSS_ENABLED", "no"),
        ("MARKETDECK_READ_ONLY", "1"),
        ("MARKETDECK_LISTEN", ""),
        ("MARKETDECK_SEED", ""),
    ];
    let resolved = printed(&variables, &[]);
    let providers = &resolved["providers"];
    assert_eq!(providers["coingecko"]["api_key"].as_str(), Some("***"));
    assert_eq!(providers["finnhub"]["api_key"].as_str(), Some("***"));
    assert_eq!(providers["yahoo"]["every_seconds"].as_integer(), Some(120));
    assert_eq!(providers["rss"]["enabled"].as_bool(), Some(false));
    assert_eq!(resolved["read_only"].as_bool(), Some(true));
    assert_eq!(resolved["seed"].as_integer(), Some(1), "empty is not set");
}

#[test]
fn a_key_in_a_file_of_its_own_is_read_and_a_missing_file_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let key = folder.path().join("key");
    let name = key.display().to_string();
    let variable = [("MARKETDECK_PROVIDERS_COINGECKO_API_KEY_FILE", name.as_str())];
    let missing = print(&variable, &[]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).contains(&name));
    fs::write(&key, "swordfish\n").unwrap();
    let resolved = printed(&variable, &[]);
    let coingecko = &resolved["providers"]["coingecko"];
    assert_eq!(coingecko["api_key_file"].as_str(), Some(name.as_str()));
    assert_eq!(
        coingecko["api_key"].as_str(),
        Some(""),
        "the file stays its place"
    );
}

#[test]
fn a_variable_that_means_nothing_is_told() {
    let output = print(&[("MARKETDECK_LISTNE", "8080")], &[]);
    assert!(output.status.success());
    assert!(text(&output.stderr).contains("MARKETDECK_LISTNE"));
}

#[test]
fn a_port_alone_and_localhost_are_addresses() {
    let listen = |address| printed(&[], &["--listen", address])["listen"].to_string();
    assert_eq!(listen("8080"), "\"127.0.0.1:8080\"");
    assert_eq!(listen("localhost:81"), "\"127.0.0.1:81\"");
    assert_eq!(listen(":8080"), "\"0.0.0.0:8080\"");
    assert!(refused(&["--listen", "8080x"]).contains("127.0.0.1:8080"));
}

#[test]
fn values_that_cannot_work_are_refused_in_a_sentence() {
    for (flag, value, part) in [
        ("--flush-seconds", "0", "flush_seconds: 0 is not possible"),
        (
            "--max-connections",
            "0",
            "max_connections: 0 is not possible",
        ),
        ("--live-window-ms", "0", "live_window_ms: 0 is not possible"),
        ("--log", "verbose", "'verbose' is no level"),
        ("--allowed-hosts", "http://deck.lan", "leave out scheme"),
        ("--kiosk", "/watchlist", "kiosk: '/watchlist' is no board"),
        ("--kiosk", "/board/My board", "write its address"),
        (
            "--display-currency",
            "euro",
            "display_currency: 'euro' is no currency",
        ),
        (
            "--display-currency",
            "EUA",
            "display_currency: 'EUA' is no currency",
        ),
    ] {
        let told = refused(&["config", "print", flag, value]);
        assert!(told.contains(part), "{told}");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("marketdeck.toml");
    let name = file.display().to_string();
    for (text, part) in [
        (
            "trusted_proxies = [\"proxy.lan\"]",
            "trusted_proxies: 'proxy.lan' is not possible",
        ),
        (
            "frame_ancestors = [\"home.example; x\"]",
            "frame_ancestors: 'home.example; x' is not possible",
        ),
        (
            "[mqtt]\naddress = \"192.168.1.5\"",
            "mqtt.address: it is no address such as mqtt://192.168.1.5",
        ),
        (
            "[mqtt]\naddress = \"mqtt://localhost\"\ntopic = \"deck/#\"",
            "mqtt.topic: 'deck/#' is no topic",
        ),
        (
            "[mqtt]\naddress = \"mqtt://localhost\"\n[[channels]]\nname = \"mqtt\"\nkind = \"command\"\nprogram = \"/bin/true\"",
            "channels.mqtt.name: the MQTT broker is called so",
        ),
        (
            "[providers.yahoo]\nmin_gap_ms = 0\n",
            "providers.yahoo.min_gap_ms",
        ),
    ] {
        fs::write(&file, text).unwrap();
        let told = refused(&["config", "print", "--config", &name]);
        assert!(told.contains(part), "{told}");
    }
    fs::write(
        &file,
        "[providers.yahoo]\nmin_gap_ms = 0\nbase_url = \"http://127.0.0.1:9\"\n",
    )
    .unwrap();
    printed(&[], &["--config", &name]);
}

#[test]
fn the_display_currency_is_dollars_unless_another_is_chosen() {
    let chosen = |variables: &[_], arguments: &[_]| {
        printed(variables, arguments)["display_currency"].to_string()
    };
    assert_eq!(chosen(&[], &[]), "\"USD\"");
    let variable = [("MARKETDECK_DISPLAY_CURRENCY", "EUR")];
    assert_eq!(chosen(&variable, &[]), "\"EUR\"");
    assert_eq!(chosen(&variable, &["--display-currency", "JPY"]), "\"JPY\"");
    let sample = print(&variable, &[]);
    assert!(text(&sample.stderr).contains("the sample market follows no rates"));
    let live = print(&variable, &["--market", "live"]);
    assert_eq!(text(&live.stderr), "");
}

#[test]
fn a_printed_configuration_is_not_mistaken_for_one_with_secrets() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("marketdeck.toml");
    let output = print(
        &[("MARKETDECK_PROVIDERS_COINGECKO_API_KEY", "swordfish")],
        &[],
    );
    fs::write(&file, output.stdout).unwrap();
    let told = refused(&["config", "print", "--config", &file.display().to_string()]);
    assert!(told.contains("stands for a secret"), "{told}");
}

/// MQTT-01: the password of the broker comes from a variable or a file, and is printed nowhere.
#[test]
fn the_password_of_the_broker_is_not_printed() {
    let folder = tempfile::tempdir().unwrap();
    let key = folder.path().join("key");
    fs::write(&key, "swordfish\n").unwrap();
    let key = key.display().to_string();
    let address = ("MARKETDECK_MQTT_ADDRESS", "mqtt://localhost");
    let username = ("MARKETDECK_MQTT_USERNAME", "deck");
    let password = ("MARKETDECK_MQTT_PASSWORD", "swordfish");
    let file = ("MARKETDECK_MQTT_PASSWORD_FILE", key.as_str());
    for secret in [password, file] {
        let output = print(&[address, username, secret], &[]);
        let told = text(&output.stdout) + &text(&output.stderr);
        assert!(output.status.success(), "{told}");
        assert!(!told.contains("swordfish"), "{told}");
    }
    let resolved = printed(&[address, username, password], &[]);
    assert_eq!(resolved["mqtt"]["password"].as_str(), Some("***"));
    let both = print(&[address, username, password, file], &[]);
    let told = text(&both.stderr);
    assert!(told.contains("password_file is set as well"), "{told}");
}

#[test]
fn each_command_s_help_lists_only_what_it_takes() {
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
fn a_mistake_points_to_the_help_of_its_command() {
    let told = refused(&["import", "bars", "--kimd", "etf", "x.csv"]);
    assert!(told.contains("'marketdeck import bars --help'"), "{told}");
    assert!(refused(&["--lissten"]).contains("'marketdeck --help'"));
}

#[test]
fn a_backup_names_its_market_and_does_not_guess_between_two() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().display().to_string();
    let backup = |to: &str, market: &[&str]| {
        let mut command = marketdeck();
        command.args(["backup", "--data-dir", &folder]).args(market);
        command.arg(data.path().join(to)).output().expect("it runs")
    };
    let file = data.path().join("bars.csv");
    fs::write(&file, "Date,Close\n2026-01-02,10\n").unwrap();
    let import = |market: &[&str]| {
        let mut command = marketdeck();
        command.args(["import", "bars", "--symbol", "GOOG", "--data-dir", &folder]);
        command.args(market).arg(&file).output().expect("it runs")
    };
    let live = ["--market", "live"];
    let imported = import(&live);
    assert!(text(&imported.stdout).contains("live.redb"), "{imported:?}");

    let only = backup("only.redb", &[]);
    assert!(
        text(&only.stdout).contains("live.redb"),
        "the one there is: {only:?}"
    );
    assert!(import(&["--market", "sample"]).status.success());
    for output in [backup("two.redb", &[]), import(&[])] {
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stderr).contains("--market live"), "{output:?}");
    }
    assert!(backup("chosen.redb", &live).status.success());
}

#[test]
fn a_log_that_goes_to_a_file_has_no_colours_and_can_be_json() {
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
    poll("a line", || server.log().contains("SIGHUP").then_some(()));
    server.signal("TERM");
    server.wait();
    for line in server.log().lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert!(
            line["message"].is_string() && line["level"].is_string(),
            "{line}"
        );
    }
}

/// As Docker leaves it: the folder belongs to root, and the server runs as somebody else.
#[test]
fn a_folder_that_may_not_be_written_is_told_with_its_path_and_the_user() {
    let data = tempfile::tempdir().unwrap();
    fs::set_permissions(data.path(), fs::Permissions::from_mode(0o555)).unwrap();
    let user = rustix::process::geteuid();
    let (mut command, user) = if user.is_root() {
        // Root may write everywhere.
        let mut command = std::process::Command::new("setpriv");
        command.args(["--reuid=10001", "--clear-groups", "--bounding-set=-all"]);
        command.arg(env!("CARGO_BIN_EXE_marketdeck"));
        (command, 10_001)
    } else {
        (marketdeck(), user.as_raw())
    };
    command.args(["--listen", "127.0.0.1:0", "--data-dir"]);
    let output = command.arg(data.path()).output().expect("it runs");
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains(&data.path().display().to_string()), "{told}");
    assert!(told.contains(&format!("user {user}")), "{told}");
}

const HARBOR: &str = "[[sources]]\nsymbol = \"HARBOR\"\nprice = \"/nav\"\n";

#[test]
fn a_source_by_address_is_refused_where_nothing_could_come_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("marketdeck.toml");
    let url = "url = \"https://example.com/nav\"\n";
    for (lines, says) in [
        (
            "url = \"ftp://example.com/nav\"\n".to_owned(),
            "begins with http://",
        ),
        (
            "url = \"file:///etc/passwd\"\n".to_owned(),
            "begins with http://",
        ),
        ("url = \"nowhere\"\n".to_owned(), "begins with http://"),
        (
            format!("{url}currency = \"euro\"\n"),
            "'euro' is no currency",
        ),
        (format!("{url}every_seconds = 1\n"), "only 10 to"),
        (
            format!("{url}headers = {{ \"a b\" = \"x\" }}\n"),
            "'a b' cannot be sent",
        ),
        (
            format!("{url}header_files = {{ \"A\" = \"/nowhere/key\" }}\n"),
            "/nowhere/key",
        ),
    ] {
        fs::write(&file, format!("{HARBOR}{lines}")).unwrap();
        let told = refused(&["config", "print", "--config", &file.display().to_string()]);
        assert!(told.contains(says), "{lines}: {told}");
    }
}

#[test]
fn what_a_source_sends_along_is_never_printed() {
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
    let output = print(&[], &["--config", &file.display().to_string()]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("HARBOR") && text.contains("X-Key"), "{text}");
    assert!(
        !text.contains("marlin") && !text.contains("swordfish"),
        "{text}"
    );
}

/// A configuration file with one channel.
fn with_channel(folder: &tempfile::TempDir, channel: &str) -> String {
    let file = folder.path().join("marketdeck.toml");
    fs::write(&file, format!("[[channels]]\n{channel}")).unwrap();
    file.display().to_string()
}

/// ALRT-05: an alert that could never be delivered is told of before anybody waits for it.
#[test]
fn a_channel_that_cannot_work_is_refused_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    for (channel, told) in [
        (
            "name = 'a'\nkind = 'fax'",
            "channels.a.kind: 'fax' is not possible, only ntfy, webhook, smtp, command",
        ),
        (
            "name = 'a'\nkind = 'ntfy'",
            "channels.a.topic: it is missing",
        ),
        (
            "name = 'a'\nkind = 'ntfy'\ntopik = 'x'",
            "channels.a: unknown key 'topik'; did you mean 'topic'?",
        ),
        (
            "name = 'push'\nkind = 'ntfy'\ntopic = 'x'",
            "channels.push.name: 'push' is the name of a way of delivery",
        ),
        (
            "name = 'a'\nkind = 'ntfy'\ntopic = 'x'\npriority = 9",
            "channels.a.priority: 9 is not possible",
        ),
        (
            "name = 'a'\nkind = 'ntfy'\ntopic = 'x'\nquiet_hours = 'night'",
            "write two times of the day, as in 22:00-07:00",
        ),
        (
            "name = 'a'\nkind = 'ntfy'\ntopic = 'x'\ntime_zone = 'Mars'",
            "channels.a.time_zone: 'Mars' is no time zone",
        ),
        (
            "name = 'a'\nkind = 'ntfy'\ntopic = 'x'\ncarries = 'fax'",
            "channels.a.carries: 'fax' is not possible",
        ),
        (
            "name = 'a'\nkind = 'webhook'\nurl = 'ftp://x'",
            "channels.a.url: it is no address that begins with http:// or https://",
        ),
        (
            "name = 'a'\nkind = 'webhook'\nurl = 'http://x'\npreset = 'irc'",
            "channels.a.preset: 'irc' is not possible",
        ),
        (
            "name = 'a'\nkind = 'webhook'\nurl = 'http://x'\nbody = '{{prize}}'",
            "channels.a.body: '{{prize}}' is no variable",
        ),
        (
            "name = 'a'\nkind = 'webhook'\nurl = 'http://x'\nbody = '{\"a\": {{text}}}'",
            "channels.a.body: it makes no JSON",
        ),
        (
            "name = 'a'\nkind = 'webhook'\npreset = 'telegram'\nchat_id = '1'",
            "channels.a.token: it is missing",
        ),
        (
            "name = 'a'\nkind = 'command'\nprogram = 'notify'",
            "channels.a.program: write the whole path",
        ),
        (
            "name = 'a'\nkind = 'smtp'\nhost = 'x'\nfrom = 'me'\nto = ['me@x.net']",
            "channels.a.from: 'me' is no address of mail",
        ),
        (
            "name = 'a'\nkind = 'smtp'\nhost = 'x'\nsecurity = 'none'\nto = ['me@x.net']",
            "channels.a.security: 'none' is possible only to this machine",
        ),
        (
            "name = 'a'\nkind = 'ntfy'\ntopic = 'x'\n[[channels]]\nname = 'a'\nkind = 'ntfy'\ntopic = 'y'",
            "channels.a.name: two channels have it",
        ),
    ] {
        let file = with_channel(&folder, channel);
        let sentence = refused(&["config", "print", "--config", &file]);
        assert!(sentence.contains(told), "{channel}: {sentence}");
    }
}

/// ALRT-05: secrets come from files and variables as well, and nowhere out again.
#[test]
fn the_secrets_of_a_channel_stand_in_variables_and_files_and_are_not_printed() {
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
    let missing = print(&variables, &arguments);
    assert_eq!(missing.status.code(), Some(2), "{missing:?}");
    fs::write(&secret, "swordfish\n").unwrap();
    let output = print(&variables, &arguments);
    let (told, printed) = (text(&output.stderr), text(&output.stdout));
    assert!(output.status.success(), "{told}");
    assert!(
        !told.contains("swordfish") && !printed.contains("swordfish"),
        "{told}{printed}"
    );
    assert!(printed.contains("my-hook"), "{printed}");
    let output = print(&[("MARKETDECK_CHANNELS_FAX_TOKEN", "x")], &arguments);
    assert!(text(&output.stderr).contains("MARKETDECK_CHANNELS_FAX_TOKEN is for no channel"));
}
