//! Whether dates follow each other as those of bars do.

use jiff::civil::Date;

/// Different dates, one after another, in one way to read them.
#[derive(Debug, Default)]
pub(super) struct Sequence {
    first: Option<Date>,
    last: Option<Date>,
    steps: i32,
    has_risen: bool,
    has_fallen: bool,
}

/// Steps that show how dates follow each other.
const FEWEST_STEPS: i32 = 2;
/// Days from one bar to the next, in the mean: of the longest bars that files hold, a quarter.
const LONGEST_STEP: i32 = 100;

impl Sequence {
    pub(super) fn observe(&mut self, date: Date) {
        self.first.get_or_insert(date);
        if let Some(last) = self.last.replace(date)
            && last != date
        {
            self.steps += 1;
            self.has_risen |= date > last;
            self.has_fallen |= date < last;
        }
    }

    /// Whether the dates rise or fall all the way, in steps that bars have: read in a wrong order they go forth and back, or by
    /// whole years. False for fewer than three dates.
    pub(super) fn is_of_bars(&self) -> bool {
        let (Some(first), Some(last)) = (self.first, self.last) else {
            return false;
        };
        let days = (last - first).get_days().abs();
        self.steps >= FEWEST_STEPS
            && !(self.has_risen && self.has_fallen)
            && days / self.steps <= LONGEST_STEP
    }
}
