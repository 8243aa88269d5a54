//! Circles in a graph of names.

use std::collections::{BTreeMap, BTreeSet};

/// Every set of nodes that reach each other along `edges`, smallest names first.
pub(crate) fn circles<'a>(edges: &[(&'a str, &'a str)]) -> Vec<BTreeSet<&'a str>> {
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
        let circle: BTreeSet<&'a str> = to
            .iter()
            .copied()
            .filter(|node| reached.get(node).is_some_and(|back| back.contains(from)))
            .collect();
        if !circle.is_empty() {
            found.insert(circle);
        }
    }
    found.into_iter().collect()
}

fn reachable<'a>(from: &str, next: &BTreeMap<&str, BTreeSet<&'a str>>) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&str> = vec![from];
    while let Some(node) = open.pop() {
        for to in next.get(node).into_iter().flatten() {
            if found.insert(*to) {
                open.push(to);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_is_found_and_what_only_leads_to_it_is_left_out() {
        let edges = [
            ("main", "a"),
            ("a", "b"),
            ("b", "c"),
            ("c", "a"),
            ("c", "leaf"),
        ];
        assert_eq!(circles(&edges), [BTreeSet::from(["a", "b", "c"])]);
    }

    #[test]
    fn two_circles_are_told_apart_and_a_tree_has_none() {
        let two = [("a", "b"), ("b", "a"), ("b", "c"), ("c", "d"), ("d", "c")];
        assert_eq!(circles(&two).len(), 2);
        assert!(circles(&[("a", "b"), ("a", "c"), ("b", "c")]).is_empty());
    }
}
