//! Finds cycles in a directed graph.

use std::collections::{BTreeMap, BTreeSet};

/// Returns every set of nodes that can reach each other, in order of their smallest names.
pub(crate) fn cycles<'a>(edges: &[(&'a str, &'a str)]) -> Vec<BTreeSet<&'a str>> {
    let mut next: BTreeMap<&str, BTreeSet<&'a str>> = BTreeMap::new();
    for (from, to) in edges {
        next.entry(from).or_default().insert(to);
    }
    let reached: BTreeMap<&'a str, BTreeSet<&'a str>> = edges
        .iter()
        .map(|(from, _)| (*from, reachable(from, &next)))
        .collect();
    let mut found: BTreeSet<BTreeSet<&'a str>> = BTreeSet::new();
    for (from, to) in &reached {
        let cycle: BTreeSet<&'a str> = to
            .iter()
            .copied()
            .filter(|node| reached.get(node).is_some_and(|back| back.contains(from)))
            .collect();
        if !cycle.is_empty() {
            found.insert(cycle);
        }
    }
    found.into_iter().collect()
}

fn reachable<'a>(from: &str, next: &BTreeMap<&str, BTreeSet<&'a str>>) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut pending: Vec<&str> = vec![from];
    while let Some(node) = pending.pop() {
        for to in next.get(node).into_iter().flatten() {
            if found.insert(*to) {
                pending.push(to);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_cycle_without_the_nodes_that_lead_to_it() {
        let edges = [
            ("main", "a"),
            ("a", "b"),
            ("b", "c"),
            ("c", "a"),
            ("c", "leaf"),
        ];
        assert_eq!(cycles(&edges), [BTreeSet::from(["a", "b", "c"])]);
    }

    #[test]
    fn finds_two_cycles_and_none_in_a_tree() {
        let two = [("a", "b"), ("b", "a"), ("b", "c"), ("c", "d"), ("d", "c")];
        assert_eq!(cycles(&two).len(), 2);
        assert!(cycles(&[("a", "b"), ("a", "c"), ("b", "c")]).is_empty());
    }
}
