//! Compares the architecture in ARCHITECTURE.md with the imports of the code, and rejects upward imports and cycles.

mod documents;
mod graph;
mod orphans;
mod scan;
mod table;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use scan::Reference;
use table::Module;

/// Allowed cycles between two files, each with the reason.
const ALLOWED_CYCLES: [(&str, &str, &str); 0] = [];

/// Returns the top-level module of a file: `web` for `web/api/mod.rs`, `cli` for `cli.rs`.
fn top_level_module(file: &str) -> &str {
    let first = file.split('/').next().unwrap_or(file);
    first.strip_suffix(".rs").unwrap_or(first)
}

fn modules() -> Vec<Module> {
    let document = fs::read_to_string("ARCHITECTURE.md").expect("ARCHITECTURE.md is readable");
    table::modules(&document)
}

/// Returns the modules that each module imports: in its tests if `test` is true, otherwise in its other code.
fn used(references: &[Reference], test: bool) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut used: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for reference in references.iter().filter(|r| r.test == test) {
        let from = top_level_module(&reference.from);
        // A re-export counts as a use of both the re-exporting and the defining module.
        let modules = [&reference.to, &reference.through].map(|file| top_level_module(file));
        let others = modules.into_iter().filter(|to| *to != from && *to != "lib");
        used.entry(from).or_default().extend(others);
    }
    used
}

#[test]
fn architecture_md_lists_every_top_level_module() {
    let files = fs::read_dir("src").expect("src is readable").flatten();
    let found: BTreeSet<String> = files
        .map(|entry| top_level_module(&entry.file_name().to_string_lossy()).to_owned())
        .filter(|module| module != "lib")
        .collect();
    let listed: BTreeSet<String> = modules().into_iter().map(|module| module.name).collect();
    assert_eq!(found, listed);
}

#[test]
fn modules_use_exactly_the_modules_listed_in_architecture_md() {
    let references = scan::references();
    let used = used(&references, false);
    for module in modules() {
        let listed: BTreeSet<&str> = module.uses.iter().map(String::as_str).collect();
        let found = used.get(module.name.as_str()).cloned().unwrap_or_default();
        assert_eq!(
            found, listed,
            "the modules that `{}` uses in the code (left) and in the table of ARCHITECTURE.md (right)",
            module.name
        );
    }
}

#[test]
fn modules_use_only_modules_of_lower_layers() {
    let modules = modules();
    let layers: BTreeMap<&str, u32> = modules.iter().map(|r| (&*r.name, r.layer)).collect();
    let references = scan::references();
    let mut wrong = Vec::new();
    for test in [false, true] {
        for (module, uses) in used(&references, test) {
            for other in uses {
                let is_allowed = layers[other] < layers[module] || (test && other == "testing");
                if !is_allowed {
                    wrong.push(format!(
                        "{module} uses {other}, which is not in a lower layer"
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn only_tests_use_testing() {
    let references = scan::references();
    let uses = references
        .iter()
        .filter(|r| top_level_module(&r.to) == "testing");
    let wrong: Vec<_> = uses.filter(|r| !r.test).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn top_level_modules_have_no_cycles() {
    let references = scan::references();
    let edges: Vec<(&str, &str)> = used(&references, false)
        .into_iter()
        .flat_map(|(module, uses)| uses.into_iter().map(move |other| (module, other)))
        .collect();
    let cycles = graph::cycles(&edges);
    assert!(cycles.is_empty(), "{cycles:#?}");
}

#[test]
fn files_have_no_cycles() {
    let references = scan::references();
    // A module that re-exports its children does not depend on them.
    let code = || references.iter().filter(|r| !r.test && !r.reexported);
    let edges: Vec<(&str, &str)> = code().map(|r| (r.from.as_str(), r.to.as_str())).collect();
    let is_allowed = |from: &str, to: &str| {
        let is = |pair: (&str, &str)| pair == (from, to) || pair == (to, from);
        ALLOWED_CYCLES.iter().any(|(a, b, _)| is((a, b)))
    };
    let mut checked = edges.clone();
    checked.retain(|(from, to)| !is_allowed(from, to));
    let mut found = Vec::new();
    for cycle in graph::cycles(&checked) {
        for r in code().filter(|r| cycle.contains(&*r.from) && cycle.contains(&*r.to)) {
            found.push(format!("{} uses {} of {}", r.from, r.name, r.to));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
    for (a, b, reason) in ALLOWED_CYCLES {
        let names = |from, to| edges.contains(&(from, to));
        assert!(
            names(a, b) && names(b, a),
            "{a} and {b} no longer form a cycle"
        );
        assert!(!reason.is_empty(), "{a} and {b}");
    }
}

#[test]
fn only_store_uses_redb() {
    for file in scan::files_with("redb::") {
        assert_eq!(top_level_module(&file), "store", "{file} uses redb");
    }
}
