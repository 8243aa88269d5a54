//! Compares the architecture in ARCHITECTURE.md with the imports of the code, and rejects upward imports and cycles.

mod documents;
mod graph;
mod scan;
mod table;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use scan::Reference;
use table::Room;

/// Allowed cycles: two files, and the reason.
const ALLOWED_CYCLES: [(&str, &str, &str); 0] = [];

/// Returns the room of a file: `web` for `web/api/mod.rs`, `cli` for `cli.rs`.
fn room_of(file: &str) -> &str {
    let first = file.split('/').next().unwrap_or(file);
    first.strip_suffix(".rs").unwrap_or(first)
}

fn rooms() -> Vec<Room> {
    let document = fs::read_to_string("ARCHITECTURE.md").expect("ARCHITECTURE.md is there");
    table::rooms(&document)
}

/// Returns the rooms that each room imports, in tests or in other code.
fn used(references: &[Reference], test: bool) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut used: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for reference in references.iter().filter(|r| r.test == test) {
        let from = room_of(&reference.from);
        // A re-export counts as a use of both the re-exporting and the defining room.
        let named = [&reference.to, &reference.through].map(|file| room_of(file));
        let others = named.into_iter().filter(|to| *to != from && *to != "lib");
        used.entry(from).or_default().extend(others);
    }
    used
}

#[test]
fn architecture_md_lists_every_room() {
    let files = fs::read_dir("src").expect("src is readable").flatten();
    let found: BTreeSet<String> = files
        .map(|entry| room_of(&entry.file_name().to_string_lossy()).to_owned())
        .filter(|room| room != "lib")
        .collect();
    let listed: BTreeSet<String> = rooms().into_iter().map(|room| room.name).collect();
    assert_eq!(found, listed);
}

#[test]
fn rooms_use_exactly_the_rooms_listed_in_architecture_md() {
    let references = scan::references();
    let used = used(&references, false);
    for room in rooms() {
        let drawn: BTreeSet<&str> = room.uses.iter().map(String::as_str).collect();
        let found = used.get(room.name.as_str()).cloned().unwrap_or_default();
        assert_eq!(
            found, drawn,
            "the rooms that `{}` uses in the code (left) and in the table of ARCHITECTURE.md (right)",
            room.name
        );
    }
}

#[test]
fn rooms_use_only_rooms_on_lower_floors() {
    let rooms = rooms();
    let floors: BTreeMap<&str, u32> = rooms.iter().map(|r| (&*r.name, r.floor)).collect();
    let references = scan::references();
    let mut wrong = Vec::new();
    for test in [false, true] {
        for (room, uses) in used(&references, test) {
            for other in uses {
                let is_allowed = floors[other] < floors[room] || (test && other == "testing");
                if !is_allowed {
                    wrong.push(format!(
                        "{room} uses {other}, which is not on a lower floor"
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
    let users = references.iter().filter(|r| room_of(&r.to) == "testing");
    let wrong: Vec<_> = users.filter(|r| !r.test).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn rooms_have_no_cycles() {
    let references = scan::references();
    let edges: Vec<(&str, &str)> = used(&references, false)
        .into_iter()
        .flat_map(|(room, uses)| uses.into_iter().map(move |other| (room, other)))
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
    let mut kept = edges.clone();
    kept.retain(|(from, to)| !is_allowed(from, to));
    let mut found = Vec::new();
    for cycle in graph::cycles(&kept) {
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
        assert_eq!(room_of(&file), "store", "{file} uses redb");
    }
}
