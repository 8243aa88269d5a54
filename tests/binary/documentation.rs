//! Tests what README.md and docs/ tell readers to type: commands, requests, configuration and links.

#![cfg(unix)]

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::program::{Program, Running, marketdeck};

/// Returns README.md and the pages in docs/, with their texts.
fn pages() -> Vec<(PathBuf, String)> {
    let files = fs::read_dir("docs").expect("docs/ is readable").flatten();
    let mut paths: Vec<_> = files
        .map(|file| file.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .chain([PathBuf::from("README.md")])
        .collect();
    paths.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("the page is UTF-8");
        (path, text)
    };
    paths.into_iter().map(read).collect()
}

/// Returns the contents of the code blocks in a language.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let start = format!("\n```{language}\n");
    let mut blocks = Vec::new();
    let mut rest = text;
    while let Some(position) = rest.find(&start) {
        rest = &rest[position + start.len()..];
        let end = rest.find("\n```").expect("the block ends");
        blocks.push(&rest[..end]);
        rest = &rest[end..];
    }
    blocks
}

/// Returns the commands in a block, without comments. A command continues in the next line after a backslash, and within quotes.
fn commands(block: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut command = String::new();
    for line in block.lines() {
        let code = line.split(" # ").next().unwrap_or_default().trim_end();
        if command.is_empty() && code.starts_with('#') {
            continue;
        }
        command.push_str(code);
        if code.ends_with('\\') || command.matches('\'').count() % 2 == 1 {
            command.push('\n');
        } else {
            commands.push(std::mem::take(&mut command));
        }
    }
    commands
}

/// Returns the code spans of a page.
fn spans(text: &str) -> Vec<&str> {
    let prose = text.split("\n```").step_by(2);
    prose
        .flat_map(|part| part.split('`').skip(1).step_by(2))
        .collect()
}

/// Returns the arguments of a command that runs Marketdeck, up to a pipe or redirection.
fn arguments(command: &str) -> Option<Vec<&str>> {
    let rest = ["marketdeck", "./marketdeck"]
        .iter()
        .find_map(|name| command.strip_prefix(name)?.strip_prefix(' '))?;
    let end = rest.find(['|', '>', '&', '#']).unwrap_or(rest.len());
    Some(rest[..end].split_whitespace().collect())
}

#[test]
fn commands_in_the_documentation_are_accepted() {
    let mut count = 0;
    for (path, text) in pages() {
        let typed = blocks(&text, "sh").into_iter().flat_map(commands);
        let named = spans(&text).into_iter().map(str::to_owned);
        for command in typed.chain(named) {
            let Some(arguments) = arguments(&command) else {
                continue;
            };
            // Placeholders.
            if command.contains('…') || command.contains("COMMAND") {
                continue;
            }
            // With --help, the program checks the arguments before it and does nothing.
            let output = marketdeck().args(arguments).arg("--help").output();
            let output = output.expect("the program runs");
            assert!(
                output.status.success(),
                "{}: {command}: {}",
                path.display(),
                String::from_utf8_lossy(&output.stderr)
            );
            count += 1;
        }
    }
    assert!(count >= 40, "only {count} commands");
}

#[test]
fn make_targets_in_the_documentation_exist() {
    let makefile = fs::read_to_string("Makefile").expect("the Makefile is readable");
    let mut count = 0;
    for (path, text) in pages() {
        let typed = blocks(&text, "sh").into_iter().flat_map(commands);
        let named = spans(&text).into_iter().map(str::to_owned);
        for command in typed.chain(named) {
            let words = command.split_whitespace();
            let mut words = words.skip_while(|word| word.starts_with("MARKETDECK_"));
            if words.next() != Some("make") {
                continue;
            }
            let target = words.next().unwrap_or_default();
            assert!(
                makefile.contains(&format!("\n{target}:")),
                "{}: {command}",
                path.display()
            );
            count += 1;
        }
    }
    assert!(count >= 10, "only {count} commands");
}

/// Creates what the examples refer to: a list with a position in AAPL, a screen, and a channel.
fn prepare(server: &Running) {
    let unreachable = r#"{"settings": {"name": "phone", "kind": "ntfy", "server": "http://127.0.0.1:9", "topic": "t"}}"#;
    for (method, path, body) in [
        (
            "POST",
            "/api/watchlists",
            r#"{"userId": 1, "name": "My list"}"#,
        ),
        ("POST", "/api/watchlists/1/tickers", r#"{"tickerId": 5}"#),
        (
            "PATCH",
            "/api/watchlist-items/1",
            r#"{"quantity": 5, "cost": 100}"#,
        ),
        (
            "POST",
            "/api/screens",
            r#"{"name": "Cheap", "query": "pe=5..15"}"#,
        ),
        ("POST", "/api/alert-channels", unreachable),
    ] {
        let (status, answer) = server.request(method, path, body).expect("a response");
        assert!(status < 300, "{method} {path}: {status} {answer}");
    }
}

#[test]
fn requests_in_the_documentation_succeed() {
    if Command::new("curl").arg("--version").output().is_err() {
        println!("skipped: curl is not installed");
        return;
    }
    let mut count = 0;
    for (path, text) in pages() {
        let commands: Vec<_> = blocks(&text, "sh")
            .into_iter()
            .flat_map(commands)
            .filter(|command| command.starts_with("curl ") && command.contains("127.0.0.1:8080"))
            // The live market would need the network.
            .filter(|command| !command.contains(r#""market": "live""#))
            .collect();
        if commands.is_empty() {
            continue;
        }
        let folder = tempfile::tempdir().expect("a temporary folder can be created");
        let server = Program::new(folder.path()).serve();
        server.wait_until_loaded();
        prepare(&server);
        for command in commands {
            let command = command.replace("127.0.0.1:8080", &server.address);
            let checked =
                command.replacen("curl ", "curl --silent --show-error --fail-with-body ", 1);
            let output = Command::new("sh")
                .args(["-c", &checked])
                .current_dir(folder.path())
                .output()
                .expect("sh runs");
            assert!(
                output.status.success(),
                "{}: {command}: {}{}",
                path.display(),
                String::from_utf8_lossy(&output.stdout),
                String::from_utf8_lossy(&output.stderr)
            );
            count += 1;
        }
    }
    assert!(count >= 40, "only {count} requests");
}

#[test]
fn configuration_examples_name_keys_that_exist() {
    let mut count = 0;
    for (path, text) in pages() {
        for block in blocks(&text, "toml") {
            if let Err(error) = toml::from_str::<marketdeck::config::Options>(block) {
                panic!("{}: {error}\n{block}", path.display());
            }
            count += 1;
        }
    }
    assert!(count >= 15, "only {count} examples");
}

#[test]
fn configuration_in_the_compose_recipe_is_valid() {
    let recipe = fs::read_to_string("docs/recipes/compose.yaml").expect("the recipe is readable");
    let start = "  marketdeck:\n    content: |\n";
    let (_, rest) = recipe.split_once(start).expect("the file is in the recipe");
    let lines = rest.lines();
    let lines = lines.take_while(|line| line.is_empty() || line.starts_with("      "));
    let text: String = lines.flat_map(|line| [line.trim(), "\n"]).collect();
    assert!(
        text.contains("[[channels]]") && text.contains("[mqtt]"),
        "{text}"
    );
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let file = folder.path().join("marketdeck.toml");
    fs::write(&file, text).expect("the file is written");
    let output = marketdeck()
        .args(["config", "check", "--config"])
        .arg(file)
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn messages_on_the_troubleshooting_page_exist_in_the_code() {
    let mut files = vec![PathBuf::from("src")];
    let mut code = String::new();
    while let Some(path) = files.pop() {
        if path.is_dir() {
            let inner = fs::read_dir(&path).expect("the folder is readable");
            files.extend(inner.flatten().map(|entry| entry.path()));
        } else {
            // A backslash at the end of a line joins the parts of a long message.
            let text = fs::read_to_string(&path).expect("the source is UTF-8");
            let mut parts = text.split("\\\n");
            code.push_str(parts.next().unwrap_or_default());
            parts.for_each(|part| code.push_str(part.trim_start()));
        }
    }
    let page = fs::read_to_string("docs/troubleshooting.md").expect("the page is readable");
    let mut count = 0;
    for row in page.lines().filter(|line| line.starts_with("| ")) {
        let cell = row.split(" | ").next().unwrap_or_default();
        let messages = cell.split('`').skip(1).step_by(2);
        // Values of a message are shown as an ellipsis. Short fragments occur anywhere.
        let fragments = messages.flat_map(|message| message.split('…'));
        for fragment in fragments.filter(|fragment| fragment.len() >= 10) {
            assert!(
                code.contains(fragment),
                "no message contains '{fragment}': {row}"
            );
            count += 1;
        }
    }
    assert!(count >= 20, "only {count} messages");
}

/// Runs scripts/check-links; `None` if Python is not installed.
fn check_links(site: Option<&Path>) -> Option<(bool, String)> {
    if Command::new("python3").arg("-V").output().is_err() {
        println!("skipped: python3 is not installed");
        return None;
    }
    let output = Command::new("scripts/check-links").args(site).output();
    let output = output.expect("the script runs");
    let text = [output.stdout, output.stderr].concat();
    Some((
        output.status.success(),
        String::from_utf8_lossy(&text).into_owned(),
    ))
}

#[test]
fn links_between_the_documents_lead_to_files_and_headings() {
    if let Some((is_ok, output)) = check_links(None) {
        assert!(is_ok, "{output}");
    }
}

#[test]
fn a_broken_link_of_the_site_is_found() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write(
        "index.html",
        "<a href='a.html#there'>a</a><a href='https://example.org/x'>b</a>",
    );
    write("a.html", "<h2 id='there'>There</h2>");
    let Some((is_ok, output)) = check_links(Some(folder.path())) else {
        return;
    };
    assert!(is_ok, "{output}");
    write("a.html", "<h2 id='here'>Here</h2><img src='missing.png'>");
    let (is_ok, output) = check_links(Some(folder.path())).expect("python3 is installed");
    assert!(!is_ok);
    for expected in ["a.html#there names no anchor", "missing.png does not exist"] {
        assert!(output.contains(expected), "{output}");
    }
}
