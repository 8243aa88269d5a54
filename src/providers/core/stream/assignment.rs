//! Assigns symbols to the connections of a stream.

use std::collections::HashMap;

use jiff::Timestamp;

use super::protocol::Target;

/// The interval in seconds at which unwatched symbols rotate if there are more than the connections allow.
const ROTATION_SECONDS: i64 = 60;

/// The symbols of each connection.
#[derive(Debug)]
pub(super) struct SymbolAssignment {
    /// The maximum number of symbols per connection.
    max_symbols: usize,
    /// The symbols of each connection. A symbol stays on its connection as long as it is needed.
    connections: Vec<Vec<Target>>,
    /// The offset of the rotation among unwatched symbols.
    offset: usize,
    /// When `offset` was set.
    rotated_at: Timestamp,
}

impl SymbolAssignment {
    /// Creates an assignment for `connections` with at most `max_symbols` symbols each.
    pub(super) fn new(connections: usize, max_symbols: usize) -> Self {
        Self {
            max_symbols,
            connections: vec![Vec::new(); connections],
            offset: 0,
            rotated_at: Timestamp::MIN,
        }
    }

    /// Returns the symbols of each connection.
    pub(super) fn connections(&self) -> &[Vec<Target>] {
        &self.connections
    }

    /// Assigns every symbol to a connection. If there are more symbols than the connections allow, `watched` symbols stay assigned
    /// and `others` rotate.
    pub(super) fn assign(&mut self, watched: Vec<Target>, others: Vec<Target>, now: Timestamp) {
        let selected = self.select(watched, others, now);
        let mut unassigned: HashMap<&str, &Target> = selected
            .iter()
            .map(|target| (target.symbol.as_str(), target))
            .collect();
        for assigned in &mut self.connections {
            assigned.retain(|target| unassigned.remove(target.symbol.as_str()) == Some(target));
        }
        let mut with_room = self
            .connections
            .iter_mut()
            .filter(|assigned| assigned.len() < self.max_symbols);
        let mut connection = with_room.next();
        let new = selected
            .iter()
            .filter(|target| unassigned.contains_key(target.symbol.as_str()));
        for target in new {
            let is_full = |assigned: &&mut Vec<Target>| assigned.len() >= self.max_symbols;
            if connection.as_ref().is_some_and(is_full) {
                connection = with_room.next();
            }
            let Some(assigned) = &mut connection else {
                return;
            };
            assigned.push(target.clone());
        }
    }

    /// Selects the symbols to assign now.
    fn select(
        &mut self,
        mut watched: Vec<Target>,
        others: Vec<Target>,
        now: Timestamp,
    ) -> Vec<Target> {
        watched.truncate(self.max_symbols * self.connections.len());
        let free = self.max_symbols * self.connections.len() - watched.len();
        if others.len() <= free {
            watched.extend(others);
            return watched;
        }
        // The rotation also advances if the clock was set back.
        if !(0..ROTATION_SECONDS).contains(&now.duration_since(self.rotated_at).as_secs()) {
            self.offset = self.offset.wrapping_add(free);
            self.rotated_at = now;
        }
        let (before, after) = others.split_at(self.offset % others.len());
        watched.extend(after.iter().chain(before).take(free).cloned());
        watched
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::domain::{currency::Currency, session::Calendar, ticker::TickerKind};

    fn targets(numbers: std::ops::Range<usize>) -> Vec<Target> {
        numbers
            .map(|number| Target {
                symbol: format!("S{number:03}"),
                name: format!("S{number:03}"),
                kind: TickerKind::Stock,
                currency: Currency::USD,
                calendar: Calendar::NewYork,
                is_derived: false,
            })
            .collect()
    }

    /// The symbols of each connection.
    fn symbols(assignment: &SymbolAssignment) -> Vec<HashSet<String>> {
        let symbols =
            |targets: &Vec<Target>| targets.iter().map(|one| one.symbol.clone()).collect();
        assignment.connections().iter().map(symbols).collect()
    }

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_795_000_000 + second).unwrap()
    }

    #[test]
    fn a_hundred_and_fifty_symbols_fill_one_connection_and_half_of_the_next() {
        let mut assignment = SymbolAssignment::new(4, 100);
        assignment.assign(vec![], targets(0..150), at(0));
        let sizes: Vec<usize> = assignment.connections().iter().map(Vec::len).collect();
        assert_eq!(sizes, [100, 50, 0, 0]);
    }

    #[test]
    fn symbols_stay_on_their_connection_and_a_new_one_replaces_a_removed_one() {
        let mut assignment = SymbolAssignment::new(2, 3);
        assignment.assign(vec![], targets(0..5), at(0));
        let before = symbols(&assignment);
        // Symbol 2 is removed, symbol 9 is new, and symbol 4 is now watched.
        let mut others = targets(0..2);
        others.extend(targets(3..4));
        others.extend(targets(9..10));
        assignment.assign(targets(4..5), others, at(1));
        let after = symbols(&assignment);
        assert!(before[0].contains("S002") && !after[0].contains("S002"));
        assert!(after[0].contains("S009"));
        assert_eq!(before[1], after[1]);
    }

    #[test]
    fn watched_symbols_are_always_assigned_and_others_rotate() {
        let mut assignment = SymbolAssignment::new(2, 10);
        let mut seen = HashSet::new();
        for turn in 0..12 {
            assignment.assign(targets(90..95), targets(0..90), at(turn * ROTATION_SECONDS));
            let now: HashSet<String> = symbols(&assignment).into_iter().flatten().collect();
            assert_eq!(now.len(), 20);
            assert!((90..95).all(|number| now.contains(&format!("S{number:03}"))));
            // The assignment does not change until the next rotation.
            assignment.assign(
                targets(90..95),
                targets(0..90),
                at(turn * ROTATION_SECONDS + ROTATION_SECONDS - 1),
            );
            let later: HashSet<String> = symbols(&assignment).into_iter().flatten().collect();
            assert_eq!(now, later);
            seen.extend(now);
        }
        assert_eq!(seen.len(), 95);
    }

    #[test]
    fn surplus_watched_symbols_are_left_out() {
        let mut assignment = SymbolAssignment::new(1, 10);
        assignment.assign(targets(0..30), targets(30..40), at(0));
        assert_eq!(assignment.connections()[0].len(), 10);
        assignment.assign(vec![], vec![], at(1));
        assert!(assignment.connections()[0].is_empty());
    }
}
