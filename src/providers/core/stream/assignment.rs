//! Assigns symbols to the connections of a stream.

use std::collections::HashMap;

use jiff::Timestamp;

use super::protocol::Target;

/// Seconds after which unwatched symbols rotate, if there are more than the connections can hold.
const ROTATION_SECONDS: i64 = 60;

/// The symbols of each connection.
#[derive(Debug)]
pub(super) struct SymbolAssignment {
    /// Maximum number of symbols per connection.
    each: usize,
    /// Symbols by connection. An assigned symbol stays on its connection while it is wanted.
    held: Vec<Vec<Target>>,
    /// Offset of the rotation among unwatched symbols.
    first: usize,
    /// When `first` was set.
    since: Timestamp,
}

impl SymbolAssignment {
    /// Creates an assignment for `connections` of `each` symbols.
    pub(super) fn new(connections: usize, each: usize) -> Self {
        Self {
            each,
            held: vec![Vec::new(); connections],
            first: 0,
            since: Timestamp::MIN,
        }
    }

    /// Returns the symbols of each connection.
    pub(super) fn held(&self) -> &[Vec<Target>] {
        &self.held
    }

    /// Assigns every symbol to a connection. If there is not enough room, `watched` symbols stay
    /// and `others` rotate.
    pub(super) fn assign(&mut self, watched: Vec<Target>, others: Vec<Target>, now: Timestamp) {
        let chosen = self.chosen(watched, others, now);
        let mut left: HashMap<&str, &Target> = chosen
            .iter()
            .map(|target| (target.symbol.as_str(), target))
            .collect();
        for held in &mut self.held {
            held.retain(|target| left.remove(target.symbol.as_str()) == Some(target));
        }
        let mut rooms = self.held.iter_mut().filter(|held| held.len() < self.each);
        let mut room = rooms.next();
        let new = chosen
            .iter()
            .filter(|target| left.contains_key(target.symbol.as_str()));
        for target in new {
            if room.as_ref().is_some_and(|held| held.len() >= self.each) {
                room = rooms.next();
            }
            let Some(held) = &mut room else { return };
            held.push(target.clone());
        }
    }

    fn chosen(
        &mut self,
        mut watched: Vec<Target>,
        others: Vec<Target>,
        now: Timestamp,
    ) -> Vec<Target> {
        watched.truncate(self.each * self.held.len());
        let free = self.each * self.held.len() - watched.len();
        if others.len() <= free {
            watched.extend(others);
            return watched;
        }
        // A clock that was set back also starts a new rotation.
        if !(0..ROTATION_SECONDS).contains(&now.duration_since(self.since).as_secs()) {
            self.first = self.first.wrapping_add(free);
            self.since = now;
        }
        let first = self.first % others.len();
        let (before, turn) = others.split_at(first);
        watched.extend(turn.iter().chain(before).take(free).cloned());
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
                is_guessed: false,
            })
            .collect()
    }

    fn held(slots: &SymbolAssignment) -> Vec<HashSet<String>> {
        let symbols = |held: &Vec<Target>| held.iter().map(|one| one.symbol.clone()).collect();
        slots.held().iter().map(symbols).collect()
    }

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_795_000_000 + second).unwrap()
    }

    #[test]
    fn a_hundred_and_fifty_symbols_fill_one_connection_and_half_of_the_next() {
        let mut slots = SymbolAssignment::new(4, 100);
        slots.assign(vec![], targets(0..150), at(0));
        let sizes: Vec<usize> = slots.held().iter().map(Vec::len).collect();
        assert_eq!(sizes, [100, 50, 0, 0]);
    }

    #[test]
    fn a_symbol_keeps_its_slot_and_a_removed_one_frees_it() {
        let mut slots = SymbolAssignment::new(2, 3);
        slots.assign(vec![], targets(0..5), at(0));
        let before = held(&slots);
        // Symbol 3 is gone, another one is new, and symbol 5 is watched now.
        let mut others = targets(0..2);
        others.extend(targets(3..4));
        others.extend(targets(9..10));
        slots.assign(targets(4..5), others, at(1));
        let after = held(&slots);
        assert!(before[0].contains("S002") && !after[0].contains("S002"));
        assert!(after[0].contains("S009"));
        assert_eq!(before[1], after[1]);
    }

    #[test]
    fn watched_symbols_always_have_a_slot_and_others_take_turns() {
        let mut slots = SymbolAssignment::new(2, 10);
        let mut seen = HashSet::new();
        for turn in 0..12 {
            slots.assign(targets(90..95), targets(0..90), at(turn * ROTATION_SECONDS));
            let now: HashSet<String> = held(&slots).into_iter().flatten().collect();
            assert_eq!(now.len(), 20);
            assert!((90..95).all(|number| now.contains(&format!("S{number:03}"))));
            // Within a rotation nothing moves.
            slots.assign(
                targets(90..95),
                targets(0..90),
                at(turn * ROTATION_SECONDS + ROTATION_SECONDS - 1),
            );
            let later: HashSet<String> = held(&slots).into_iter().flatten().collect();
            assert_eq!(now, later);
            seen.extend(now);
        }
        assert_eq!(seen.len(), 95);
    }

    #[test]
    fn more_watched_symbols_than_slots_work() {
        let mut slots = SymbolAssignment::new(1, 10);
        slots.assign(targets(0..30), targets(30..40), at(0));
        assert_eq!(slots.held()[0].len(), 10);
        slots.assign(vec![], vec![], at(1));
        assert!(slots.held()[0].is_empty());
    }
}
