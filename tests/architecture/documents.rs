//! Compares the documentation with the code: named paths and types exist, the diagram of ARCHITECTURE.md matches its table,
//! and each requirement id occurs in its test files.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::table;

fn document(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the texts between backticks outside code blocks.
fn code_spans(text: &str) -> Vec<&str> {
    let prose = text.split("\n```").step_by(2);
    prose
        .flat_map(|part| part.split('`').skip(1).step_by(2))
        .collect()
}

/// Returns true if a code span is a path in the repository, not a route, a command, a package or a placeholder.
fn is_path(span: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    let is_file = [".rs", ".ts", ".tsx"]
        .iter()
        .any(|ending| span.ends_with(ending));
    let is_package = span == "react-dom/static";
    span.chars().all(is_plain)
        && !span.starts_with('/')
        && !is_package
        && (span.contains('/') || is_file)
}

#[test]
fn documents_name_paths_that_exist() {
    const ROOTS: [&str; 4] = ["", "src", "ui", "ui/src"];
    let mut files = Vec::new();
    for root in ["src", "tests", "ui/src", "ui/e2e"] {
        list_files(Path::new(root), &mut files);
    }
    let mut missing = Vec::new();
    for name in ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/glossary.md"] {
        let text = document(name);
        for span in code_spans(&text).into_iter().filter(|span| is_path(span)) {
            let exists = if span.contains('/') {
                ROOTS.iter().any(|root| Path::new(root).join(span).exists())
            } else {
                files.iter().any(|file| file.ends_with(span))
            };
            if !exists {
                missing.push(format!("{name}: {span}"));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn diagram_of_architecture_md_shows_the_modules_of_its_table() {
    let text = document("ARCHITECTURE.md");
    let mut in_diagram: Vec<(u32, String)> = Vec::new();
    for line in text.lines().take_while(|line| !line.starts_with("| ")) {
        let mut words = line.split_whitespace();
        if let Some(layer) = words.next().and_then(|word| word.parse().ok()) {
            in_diagram.extend(words.map(|module| (layer, module.to_owned())));
        }
    }
    let modules = table::modules(&text).into_iter();
    let mut in_table: Vec<_> = modules.map(|module| (module.layer, module.name)).collect();
    in_diagram.sort();
    in_table.sort();
    assert_eq!(in_diagram, in_table);
}

#[test]
fn glossary_names_types_that_exist() {
    let mut files = Vec::new();
    list_files(Path::new("src"), &mut files);
    files.retain(|file| file.extension().is_some_and(|ending| ending == "rs"));
    let source: String = files
        .iter()
        .map(|file| fs::read_to_string(file).expect("source file is UTF-8"))
        .collect();
    let glossary = document("docs/glossary.md");
    let cells = glossary
        .lines()
        .filter_map(|line| line.strip_suffix(" |")?.rsplit("| ").next());
    for name in cells.flat_map(code_spans).filter(|span| !is_path(span)) {
        let is_defined = ["struct", "enum", "trait", "type"]
            .iter()
            .any(|kind| has_word(&source, &format!("{kind} {name}")));
        assert!(
            is_defined,
            "docs/glossary.md names the type {name}, which does not exist"
        );
    }
}

#[test]
fn each_requirement_id_occurs_in_its_test_files() {
    let text = document("docs/requirements.md");
    let mut count = 0;
    for line in text
        .lines()
        .filter(|line| line.contains("-0") && line.starts_with("| "))
    {
        let id = line.split_whitespace().nth(1).unwrap_or_default();
        let tests = line.rsplit("| ").next().unwrap_or_default();
        for path in code_spans(tests) {
            assert!(
                has_word(&document(path), id),
                "{path} does not contain {id}"
            );
            count += 1;
        }
    }
    assert!(count >= 83, "only {count} test files of requirements");
}

/// Returns true if `text` contains `word` without a letter, digit or `_` after it.
fn has_word(text: &str, word: &str) -> bool {
    let continues = |start: usize| {
        text[start + word.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
    };
    text.match_indices(word).any(|(start, _)| !continues(start))
}

/// Adds all files below a directory to `files`.
fn list_files(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).expect("directory is readable").flatten() {
            list_files(&entry.path(), files);
        }
    } else {
        files.push(path.to_owned());
    }
}
