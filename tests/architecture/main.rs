//! The house as ARCHITECTURE.md draws it, and as the code has it: they are the same, nothing names
//! what lies above it, and nothing goes round in a circle.

mod graph;
mod scan;
mod table;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use scan::Reference;
use table::Room;

/// Circles between files that stay: two files, and why they name each other.
const CIRCLES: [(&str, &str, &str); 0] = [];

/// `web/api/mod.rs` lies in the room `web`, `cli.rs` is one.
fn room_of(file: &str) -> &str {
    let first = file.split('/').next().unwrap_or(file);
    first.strip_suffix(".rs").unwrap_or(first)
}

fn rooms() -> Vec<Room> {
    let document = fs::read_to_string("ARCHITECTURE.md").expect("ARCHITECTURE.md is there");
    table::rooms(&document)
}

/// The rooms that each room names, in its tests or elsewhere.
fn used(references: &[Reference], test: bool) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut used: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for reference in references.iter().filter(|r| r.test == test) {
        let from = room_of(&reference.from);
        // What a room passes on it is named for, wherever it comes from.
        let named = [&reference.to, &reference.through].map(|file| room_of(file));
        let others = named.into_iter().filter(|to| *to != from && *to != "lib");
        used.entry(from).or_default().extend(others);
    }
    used
}

#[test]
fn architecture_md_lists_every_room_there_is() {
    let files = fs::read_dir("src").expect("src is readable").flatten();
    let found: BTreeSet<String> = files
        .map(|entry| room_of(&entry.file_name().to_string_lossy()).to_owned())
        .filter(|room| room != "lib")
        .collect();
    let listed: BTreeSet<String> = rooms().into_iter().map(|room| room.name).collect();
    assert_eq!(found, listed);
}

#[test]
fn every_room_uses_the_rooms_that_architecture_md_says() {
    let references = scan::references();
    let used = used(&references, false);
    for room in rooms() {
        let drawn: BTreeSet<&str> = room.uses.iter().map(String::as_str).collect();
        let found = used.get(room.name.as_str()).cloned().unwrap_or_default();
        assert_eq!(
            found, drawn,
            "the rooms that `{}` uses (left), and ARCHITECTURE.md, 'The floors', says so (right)",
            room.name
        );
    }
}

#[test]
fn every_room_uses_only_rooms_on_floors_below_its_own() {
    let rooms = rooms();
    let floors: BTreeMap<&str, u32> = rooms.iter().map(|r| (&*r.name, r.floor)).collect();
    let references = scan::references();
    let mut wrong = Vec::new();
    for test in [false, true] {
        for (room, uses) in used(&references, test) {
            for other in uses {
                let is_allowed = floors[other] < floors[room] || (test && other == "testing");
                if !is_allowed {
                    wrong.push(format!("{room} uses {other}, which is not below it"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn only_tests_use_what_is_made_for_tests() {
    let references = scan::references();
    let users = references.iter().filter(|r| room_of(&r.to) == "testing");
    let wrong: Vec<_> = users.filter(|r| !r.test).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn no_rooms_name_each_other_in_a_circle() {
    let references = scan::references();
    let edges: Vec<(&str, &str)> = used(&references, false)
        .into_iter()
        .flat_map(|(room, uses)| uses.into_iter().map(move |other| (room, other)))
        .collect();
    let circles = graph::circles(&edges);
    assert!(circles.is_empty(), "{circles:#?}");
}

#[test]
fn no_files_name_each_other_in_a_circle() {
    let references = scan::references();
    // A module that passes on what is below it need not know it.
    let code = || references.iter().filter(|r| !r.test && !r.passed_on);
    let edges: Vec<(&str, &str)> = code().map(|r| (r.from.as_str(), r.to.as_str())).collect();
    let is_allowed = |from: &str, to: &str| {
        let is = |pair: (&str, &str)| pair == (from, to) || pair == (to, from);
        CIRCLES.iter().any(|(a, b, _)| is((a, b)))
    };
    let mut kept = edges.clone();
    kept.retain(|(from, to)| !is_allowed(from, to));
    let mut told = Vec::new();
    for circle in graph::circles(&kept) {
        for r in code().filter(|r| circle.contains(&*r.from) && circle.contains(&*r.to)) {
            told.push(format!("{} names {} of {}", r.from, r.name, r.to));
        }
    }
    assert!(told.is_empty(), "{told:#?}");
    for (a, b, reason) in CIRCLES {
        let names = |from, to| edges.contains(&(from, to));
        assert!(names(a, b) && names(b, a), "{a} and {b}: no circle now");
        assert!(!reason.is_empty(), "{a} and {b}");
    }
}

#[test]
fn only_the_store_knows_redb() {
    for file in scan::files_with("redb::") {
        assert_eq!(room_of(&file), "store", "{file} uses redb");
    }
}
