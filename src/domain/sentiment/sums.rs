//! What is good and what is bad of a text, in figures.

/// Sums this far from zero are no opinion.
pub(super) const UNDECIDED: f64 = 0.75;

/// What is good and what is bad of a text.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Sums {
    pub(super) good: f64,
    pub(super) bad: f64,
}

impl Sums {
    pub(super) fn add(&mut self, value: f64) {
        if value > 0.0 {
            self.good += value;
        } else {
            self.bad -= value;
        }
    }
}
