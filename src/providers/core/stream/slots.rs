//! Which symbol is on which connection.

use std::collections::HashMap;

use jiff::Timestamp;

use super::protocol::Target;

/// How long symbols beyond what connections hold keep a place before others have it, in seconds.
const TURN: i64 = 60;

/// The places of all connections.
#[derive(Debug)]
pub(super) struct Slots {
    /// Places of a connection.
    each: usize,
    /// Who has one, by connection. Whoever has one keeps it while it is wanted.
    held: Vec<Vec<Target>>,
    /// Where the turn of those who take turns begins.
    first: usize,
    /// When that was reckoned.
    since: Timestamp,
}

impl Slots {
    /// `connections` with `each` so many places.
    pub(super) fn new(connections: usize, each: usize) -> Self {
        Self {
            each,
            held: vec![Vec::new(); connections],
            first: 0,
            since: Timestamp::MIN,
        }
    }

    /// Who is on a connection.
    pub(super) fn held(&self) -> &[Vec<Target>] {
        &self.held
    }

    /// Gives everybody a place; where there are too few, `watched` ones have them all the time and
    /// `others` take turns.
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
        // A clock that was set back begins a turn as well.
        if !(0..TURN).contains(&now.duration_since(self.since).as_secs()) {
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

    fn held(slots: &Slots) -> Vec<HashSet<String>> {
        let symbols = |held: &Vec<Target>| held.iter().map(|one| one.symbol.clone()).collect();
        slots.held().iter().map(symbols).collect()
    }

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_795_000_000 + second).unwrap()
    }

    #[test]
    fn a_hundred_and_fifty_symbols_fill_one_connection_and_half_of_the_next() {
        let mut slots = Slots::new(4, 100);
        slots.assign(vec![], targets(0..150), at(0));
        let sizes: Vec<usize> = slots.held().iter().map(Vec::len).collect();
        assert_eq!(sizes, [100, 50, 0, 0]);
    }

    #[test]
    fn who_has_a_place_keeps_it_and_who_is_gone_frees_one() {
        let mut slots = Slots::new(2, 3);
        slots.assign(vec![], targets(0..5), at(0));
        let before = held(&slots);
        // The third is gone, another one comes, and somebody begins to watch the fifth.
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
    fn who_is_watched_always_has_a_place_and_all_others_have_their_turns() {
        let mut slots = Slots::new(2, 10);
        let mut seen = HashSet::new();
        for turn in 0..12 {
            slots.assign(targets(90..95), targets(0..90), at(turn * TURN));
            let now: HashSet<String> = held(&slots).into_iter().flatten().collect();
            assert_eq!(now.len(), 20);
            assert!((90..95).all(|number| now.contains(&format!("S{number:03}"))));
            // Within a turn nothing moves.
            slots.assign(targets(90..95), targets(0..90), at(turn * TURN + TURN - 1));
            let later: HashSet<String> = held(&slots).into_iter().flatten().collect();
            assert_eq!(now, later);
            seen.extend(now);
        }
        assert_eq!(seen.len(), 95);
    }

    #[test]
    fn more_watched_ones_than_places_are_no_trouble() {
        let mut slots = Slots::new(1, 10);
        slots.assign(targets(0..30), targets(30..40), at(0));
        assert_eq!(slots.held()[0].len(), 10);
        slots.assign(vec![], vec![], at(1));
        assert!(slots.held()[0].is_empty());
    }
}
