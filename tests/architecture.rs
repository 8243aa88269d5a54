//! The house leans on its foundations: an import that points upwards fails here.

use std::{fs, path::Path};

/// Rooms by floor; a room may use the rooms that are listed.
const FLOORS: [(&str, &[&str]); 13] = [
    ("domain", &[]),
    ("catalogue", &["domain"]),
    ("runtime", &["domain"]),
    ("store", &["domain"]),
    ("live", &["domain", "runtime"]),
    ("market", &["domain"]),
    ("alerts", &["domain", "runtime", "store", "live", "market"]),
    ("source", &["domain", "runtime"]),
    ("providers", &["domain", "catalogue", "source"]),
    ("simulator", &["domain", "catalogue", "source"]),
    // A command of the program: it hands its bars to the store itself, while nothing is served.
    ("import", &["domain", "store"]),
    (
        "ingest",
        &[
            "domain",
            "alerts",
            "catalogue",
            "runtime",
            "store",
            "live",
            "market",
            "source",
        ],
    ),
    (
        "web",
        &[
            "domain",
            "alerts",
            "catalogue",
            "runtime",
            "store",
            "live",
            "market",
        ],
    ),
];

fn sources(path: &Path, found: &mut Vec<(String, String)>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).expect("src is readable").flatten() {
            sources(&entry.path(), found);
        }
    } else if path.extension().is_some_and(|ext| ext == "rs") {
        found.push((
            path.display().to_string(),
            fs::read_to_string(path).expect("source is text"),
        ));
    }
}

fn without_comments(text: &str) -> String {
    let code = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    code.collect::<Vec<_>>().join("\n")
}

/// The rooms that `text` names as `crate::room` or within `use crate::{…}`.
fn rooms_used(text: &str) -> Vec<String> {
    let mut rooms = Vec::new();
    for (at, _) in text.match_indices("crate::") {
        let rest = &text[at + 7..];
        if let Some(group) = rest.strip_prefix('{') {
            let mut depth = 0;
            let mut word = String::new();
            for c in group.chars() {
                match c {
                    '{' => depth += 1,
                    '}' if depth == 0 => break,
                    '}' => depth -= 1,
                    ',' if depth == 0 => rooms.push(std::mem::take(&mut word)),
                    c if depth == 0 => word.push(c),
                    _ => {}
                }
            }
            rooms.push(word);
        } else {
            rooms.push(
                rest.chars()
                    .take_while(|c| c.is_alphanumeric() || *c == '_')
                    .collect(),
            );
        }
    }
    rooms
        .iter()
        .map(|room| {
            room.trim()
                .split("::")
                .next()
                .unwrap_or_default()
                .to_owned()
        })
        .filter(|r| !r.is_empty())
        .collect()
}

#[test]
fn no_room_imports_upwards() {
    let mut wrong = Vec::new();
    for (room, allowed) in FLOORS {
        let mut files = Vec::new();
        let folder = format!("src/{room}");
        let path = if Path::new(&folder).is_dir() {
            folder
        } else {
            format!("src/{room}.rs")
        };
        sources(Path::new(&path), &mut files);
        assert!(!files.is_empty(), "{path} exists");
        for (file, text) in files {
            for used in rooms_used(&without_comments(&text)) {
                if used != room
                    && !allowed.contains(&used.as_str())
                    && !(file.contains("/tests/") && used == "testing")
                {
                    wrong.push(format!("{file} uses {used}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn only_the_store_knows_redb() {
    let mut files = Vec::new();
    sources(Path::new("src"), &mut files);
    for (file, text) in files {
        assert!(
            file.starts_with("src/store") || !text.contains("redb::"),
            "{file} uses redb"
        );
    }
}

#[test]
fn the_scan_sees_grouped_and_nested_imports() {
    let text = "use crate::{\n    domain::{bar::Bar, ticker},\n    store::Store,\n};\nlet x = crate::web::y();";
    assert_eq!(rooms_used(text), ["domain", "store", "web"]);
}
