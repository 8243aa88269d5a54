//! The configuration reference in docs/configuration.md. Keys, defaults, variables and flags come from the code, descriptions and the
//! order from config.example.toml.
//!
//! `MARKETDECK_WRITE_CONFIGURATION=1 cargo test --lib -- cli::configuration_reference` regenerates the page.

use std::{collections::BTreeMap, fmt::Write as _, fs};

use clap::{Arg, CommandFactory as _};
use toml::{Table, Value};

use super::Cli;
use crate::config::keys_by_variable;

const FILE: &str = "docs/configuration.md";
const EXAMPLE: &str = "config.example.toml";

const INTRODUCTION: &str = "# Configuration reference

<!-- Generated from config.example.toml and the code; a test in src/cli/configuration_reference.rs compares this file with them. -->

You can set each key in a TOML file, which you pass with `--config FILE`, or as an environment variable; common keys also have a flag. A
flag overrides a variable, a variable overrides the file, and the file overrides the default. Only tables in double brackets
(`[[channels]]`) need the file.

```toml
# marketdeck.toml
market = \"live\"
symbols = [\"SAP.DE\", \"VOD.L\"]

[providers.coingecko]
api_key_file = \"/run/secrets/coingecko\"
```

The same as variables: `MARKETDECK_MARKET=live`, `MARKETDECK_SYMBOLS=SAP.DE,VOD.L` (a list is separated by commas), and
`MARKETDECK_PROVIDERS_COINGECKO_API_KEY_FILE=/run/secrets/coingecko`. An empty variable counts as not set. `true`, `1`, `yes` and `on` are
the same. `MARKETDECK_CONFIG` names the file.

- `marketdeck config check` lists every error with line and key, and exits with 0 if a server would start.
- `marketdeck config print` prints the configuration in effect. Secrets are shown as `***`.
- `systemctl reload marketdeck` (SIGHUP) reads the file again; see [install.md](install.md#reload-the-configuration).
- [config.example.toml](../config.example.toml) is the same reference as a file to copy from.

";

/// A table of the example file, with its keys.
#[derive(Default)]
struct Section {
    /// Name such as `providers.yahoo`; empty for the keys at the top.
    name: String,
    /// True for a table in double brackets.
    is_list: bool,
    description: String,
    keys: Vec<DocumentedKey>,
}

/// A key of the example file.
struct DocumentedKey {
    name: String,
    /// The value in the example file.
    value: Value,
    description: String,
}

/// Returns the sections of the example file. Of several tables of a list, the first one counts.
fn sections(example: &str) -> Vec<Section> {
    let mut sections = vec![Section::default()];
    let mut comment: Vec<&str> = Vec::new();
    for line in example.lines() {
        let text = line.strip_prefix("# ").unwrap_or(line);
        let last = sections.last_mut().expect("there is a first section");
        if line.is_empty() {
            comment.clear();
        } else if let Some(name) = text.strip_prefix('[').filter(|_| is_header(text)) {
            let name = name.trim_matches(['[', ']']);
            sections.push(Section {
                name: name.to_owned(),
                is_list: text.starts_with("[["),
                description: comment.join(" "),
                keys: Vec::new(),
            });
            comment.clear();
        } else if let Some((name, value)) = assignment(text) {
            last.keys.push(DocumentedKey {
                name: name.to_owned(),
                value,
                description: comment.join(" "),
            });
            comment.clear();
        } else {
            comment.push(text);
        }
    }
    let mut names = Vec::new();
    sections.retain(|section| {
        let is_new = !names.contains(&section.name);
        names.push(section.name.clone());
        is_new
    });
    sections
}

/// Returns true for `[name]` and `[[name]]`.
fn is_header(line: &str) -> bool {
    let inner = line.trim_start_matches('[').trim_end_matches(']');
    line.ends_with(']')
        && inner
            .chars()
            .all(|c| c.is_ascii_lowercase() || "_.".contains(c))
}

/// Returns name and value of a line `name = value`, which may be commented out; `None` for a comment.
fn assignment(line: &str) -> Option<(&str, Value)> {
    let (name, _) = line.split_once(" = ")?;
    let is_name = name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    let table: Table = is_name.then(|| line.parse().ok())??;
    Some((name, table.get(name)?.clone()))
}

/// Returns the flags that set a key, by the name of the key.
fn flags() -> BTreeMap<String, Arg> {
    let program = Cli::command();
    let arguments = program.get_arguments();
    arguments
        .filter_map(|argument| Some((argument.get_long()?.replace('-', "_"), argument.clone())))
        .collect()
}

/// Returns the type of a value as readers see it.
fn type_name(value: &Value, flag: Option<&Arg>) -> String {
    let is_boolean = matches!(value, Value::Boolean(_));
    let choices: Vec<_> = flag
        .filter(|_| !is_boolean)
        .into_iter()
        .flat_map(Arg::get_possible_values)
        .map(|choice| format!("`{}`", choice.get_name()))
        .collect();
    match value {
        _ if choices.len() > 1 => {
            let (last, others) = choices.split_last().expect("there are choices");
            format!("{} or {last}", others.join(", "))
        }
        Value::Boolean(_) => "true or false".to_owned(),
        Value::Integer(_) => "whole number".to_owned(),
        Value::Array(_) => "list of texts".to_owned(),
        Value::Table(_) => "table of texts".to_owned(),
        _ => "text".to_owned(),
    }
}

/// Returns a description as Markdown: names of pages become links, characters with a meaning in Markdown are escaped.
fn markdown(text: &str) -> String {
    let mut escaped = String::new();
    let mut is_code = false;
    for character in text.chars() {
        is_code ^= character == '`';
        match character {
            '*' if !is_code => escaped.push_str("\\*"),
            '<' if !is_code => escaped.push_str("&lt;"),
            '|' => escaped.push_str("\\|"),
            _ => escaped.push(character),
        }
    }
    let mut words = Vec::new();
    for word in escaped.split(' ') {
        let page = word.find("docs/").and_then(|start| {
            let end = start + word[start..].find(".md")? + 3;
            let name = &word[start + "docs/".len()..end];
            Some(format!(
                "{}[{name}]({name}){}",
                &word[..start],
                &word[end..]
            ))
        });
        words.push(page.unwrap_or_else(|| word.to_owned()));
    }
    words.join(" ")
}

/// Returns the text of the page.
fn page(example: &str) -> String {
    let by_variable = keys_by_variable();
    let mut undocumented: BTreeMap<String, (&str, &Value)> = by_variable
        .iter()
        .map(|(variable, (path, default))| (path.join("."), (variable.as_str(), default)))
        .collect();
    let flags = flags();
    let mut text = INTRODUCTION.to_owned();
    for section in sections(example) {
        if section.name.is_empty() {
            text.push_str("## Top-level keys\n\n");
            for key in &section.keys {
                let (variable, default) =
                    undocumented.remove(&key.name).expect("a key of the code");
                let flag = flags.get(&key.name);
                let flag_text = flag.map_or(String::new(), |_| {
                    format!(" · flag `--{}`", key.name.replace('_', "-"))
                });
                let default_text = match &key.name[..] {
                    "now" => "the current time".to_owned(),
                    _ => format!("`{default}`"),
                };
                let _ = writeln!(
                    text,
                    "### `{}`\n\n{} · default {default_text} · variable `{variable}`{flag_text}\n\n{}\n",
                    key.name,
                    type_name(default, flag),
                    markdown(&key.description),
                );
            }
            continue;
        }
        let name = &section.name;
        let description = markdown(&section.description);
        let heading = if section.is_list {
            // The keys of a table in a list have no variables.
            undocumented.remove(name);
            format!("[[{name}]]")
        } else {
            format!("[{name}]")
        };
        let _ = writeln!(text, "## `{heading}`\n\n{description}\n");
        let last_column = if section.is_list {
            "example"
        } else {
            "default"
        };
        let variable_column = if section.is_list { "" } else { " | variable" };
        let rule = if section.is_list { "" } else { "---|" };
        let _ = writeln!(
            text,
            "| key | meaning | type | {last_column}{variable_column} |\n|---|---|---|---|{rule}"
        );
        for key in &section.keys {
            let path = format!("{name}.{}", key.name);
            let variable = match undocumented.remove(&path) {
                Some((variable, default)) => {
                    assert_eq!(*default, key.value, "{path}");
                    format!(" | `{variable}`")
                }
                None => String::new(),
            };
            assert_eq!(variable.is_empty(), section.is_list, "{path}");
            let _ = writeln!(
                text,
                "| <a id=\"{path}\"></a>`{}` | {} | {} | `{}`{variable} |",
                key.name,
                markdown(&key.description),
                type_name(&key.value, None),
                key.value,
            );
        }
        text.push('\n');
    }
    assert!(undocumented.is_empty(), "{EXAMPLE} lacks {undocumented:?}");
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

#[test]
fn the_configuration_reference_matches_the_code_and_the_example() {
    let example = fs::read_to_string(EXAMPLE).expect("the example is readable");
    let text = page(&example);
    if std::env::var_os("MARKETDECK_WRITE_CONFIGURATION").is_some() {
        fs::write(FILE, &text).expect("the page is written");
    }
    let stored = fs::read_to_string(FILE).expect("the repository contains the page");
    assert!(
        stored == text,
        "{FILE} differs from the code or {EXAMPLE}; regenerate it with MARKETDECK_WRITE_CONFIGURATION=1 cargo test --lib -- cli::configuration_reference"
    );
}

#[test]
fn every_key_has_a_description() {
    let example = fs::read_to_string(EXAMPLE).expect("the example is readable");
    for section in sections(&example) {
        for key in section.keys {
            assert!(!key.description.is_empty(), "{}.{}", section.name, key.name);
        }
    }
}

#[test]
fn a_comment_becomes_markdown() {
    assert_eq!(
        markdown("Any (`*`): *, <b> (docs/proxy.md). See docs/scale.md:"),
        "Any (`*`): \\*, &lt;b> ([proxy.md](proxy.md)). See [scale.md](scale.md):"
    );
}
