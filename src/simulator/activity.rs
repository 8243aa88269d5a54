//! Distribution of price movement and volume over a session, and the order in which a path through
//! it is refined.

use std::f64::consts::TAU;

use super::noise;
use crate::domain::session::Calendar;

/// One refinement: a level at a grid point between two computed ones.
#[derive(Debug, Clone, Copy, Default)]
struct Refinement {
    left: u16,
    right: u16,
    /// Relative position between the two, from 0 to 1.
    weight: f64,
    /// Standard deviation of the level, for a session with standard deviation 1.
    deviation: f64,
}

/// The activity profile of sessions of one length.
#[derive(Debug)]
pub(super) struct Activity {
    calendar: Calendar,
    /// Share of the session's variance in each cell; sums to 1.
    pub(super) variance: Vec<f64>,
    /// Share of the session's volume in each cell; sums to 1.
    pub(super) volume: Vec<f64>,
    /// Refinements by grid point; the first and last point have none.
    refinements: Vec<Refinement>,
    /// Grid points in the order of their refinement: each after the two that enclose it.
    order: Vec<u16>,
}

/// Number of five-minute cells of full and shortened sessions.
const LENGTHS: [(Calendar, usize); 6] = [
    (Calendar::NewYork, 78),
    (Calendar::NewYork, 42),
    (Calendar::Futures, 276),
    (Calendar::Futures, 246),
    (Calendar::Futures, 237),
    (Calendar::Always, 288),
];

impl Activity {
    /// Returns the profiles of every session length.
    pub(super) fn all() -> Vec<Self> {
        LENGTHS
            .into_iter()
            .map(|(calendar, cells)| Self::new(calendar, cells))
            .collect()
    }

    fn new(calendar: Calendar, cells: usize) -> Self {
        let shape = |power: f64| {
            let raw: Vec<f64> = (0..cells)
                .map(|cell| intensity(calendar, cell, cells).powf(power))
                .collect();
            let sum: f64 = raw.iter().sum();
            raw.into_iter().map(|value| value / sum).collect::<Vec<_>>()
        };
        let variance = shape(1.0);
        let mut refinements = vec![Refinement::default(); cells + 1];
        let mut order = vec![];
        plan_refinements(&elapsed(&variance), 0, cells, &mut refinements, &mut order);
        Self {
            calendar,
            // Volume varies more than variance at the open and close.
            volume: shape(1.25),
            variance,
            refinements,
            order,
        }
    }

    /// Returns true if this is the profile of a session with `cells` cells.
    pub(super) fn fits(&self, calendar: Calendar, cells: usize) -> bool {
        self.calendar == calendar && self.variance.len() == cells
    }

    /// Returns the number of cells.
    pub(super) fn cells(&self) -> usize {
        self.variance.len()
    }

    /// Fills `levels` with the path from open to close at every grid point.
    pub(super) fn path(&self, bridge: &Bridge, levels: &mut Vec<f64>) {
        let cells = self.cells();
        levels.clear();
        levels.resize(cells + 1, bridge.open);
        levels[cells] = bridge.close;
        for &point in &self.order {
            let refinement = self.refinements[usize::from(point)];
            let (left, right) = (usize::from(refinement.left), usize::from(refinement.right));
            levels[usize::from(point)] =
                refined_level(&refinement, point, levels[left], levels[right], bridge);
        }
    }

    /// Returns the level at one grid point, equal to the level in [`Activity::path`].
    pub(super) fn point(&self, bridge: &Bridge, target: usize) -> f64 {
        let (mut left, mut right) = ((0, bridge.open), (self.cells(), bridge.close));
        loop {
            if target == left.0 {
                return left.1;
            }
            if target == right.0 {
                return right.1;
            }
            let middle = left.0.midpoint(right.0);
            let refinement = self.refinements[middle];
            let level = refined_level(&refinement, middle as u16, left.1, right.1, bridge);
            if target < middle {
                right = (middle, level);
            } else {
                left = (middle, level);
            }
        }
    }
}

/// The path of a session, given by its ends: a Brownian bridge in the session's activity time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bridge {
    /// Stream of the bridge's random numbers.
    pub(super) stream: u64,
    /// Level at the open.
    pub(super) open: f64,
    /// Level at the close.
    pub(super) close: f64,
    /// Standard deviation of the session's movement.
    pub(super) deviation: f64,
}

fn refined_level(
    refinement: &Refinement,
    point: u16,
    left: f64,
    right: f64,
    bridge: &Bridge,
) -> f64 {
    let shock = noise::noise(noise::draw(bridge.stream, u64::from(point)));
    left + (right - left) * refinement.weight + bridge.deviation * refinement.deviation * shock
}

/// Returns the share of the session's variance before each grid point.
fn elapsed(variance: &[f64]) -> Vec<f64> {
    let mut sum = 0.0;
    let mut elapsed = vec![0.0];
    for share in variance {
        sum += share;
        elapsed.push(sum);
    }
    elapsed
}

/// Plans the refinement in the middle of `left..right`, and then of both halves.
fn plan_refinements(
    elapsed: &[f64],
    left: usize,
    right: usize,
    refinements: &mut [Refinement],
    order: &mut Vec<u16>,
) {
    if right - left < 2 {
        return;
    }
    let middle = left.midpoint(right);
    let (before, after) = (
        elapsed[middle] - elapsed[left],
        elapsed[right] - elapsed[middle],
    );
    refinements[middle] = Refinement {
        left: left as u16,
        right: right as u16,
        weight: before / (before + after),
        deviation: (before * after / (before + after)).sqrt(),
    };
    order.push(middle as u16);
    plan_refinements(elapsed, left, middle, refinements, order);
    plan_refinements(elapsed, middle, right, refinements, order);
}

/// Returns the relative activity of a cell.
fn intensity(calendar: Calendar, cell: usize, cells: usize) -> f64 {
    let part = (cell as f64 + 0.5) / cells as f64;
    match calendar {
        // U-shaped: volatile after the open, quiet at noon, busy before the close.
        Calendar::NewYork | Calendar::Exchange(_) => {
            0.55 + 2.6 * (-part * 14.0).exp() + 0.9 * (1.0 - part).powi(2) + 1.1 * part.powi(8)
        }
        // From 18:00 New York time: a quiet evening, London in the early hours, then New York.
        Calendar::Futures | Calendar::Currencies => {
            let hour = part * cells as f64 / 12.0;
            let peak = |center: f64, width: f64| (-((hour - center) / width).powi(2)).exp();
            0.25 + 0.7 * peak(9.5, 2.5) + 1.9 * peak(16.0, 2.2) + 0.3 * peak(20.0, 1.5)
        }
        // By hour in UTC: quietest in Europe's early morning, busiest while New York trades.
        Calendar::Always => 1.0 + 0.45 * (TAU * (part * 24.0 - 9.5) / 24.0).sin(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_of_a_path_does_not_depend_on_the_others() {
        for activity in Activity::all() {
            let bridge = Bridge {
                stream: 42,
                open: 1.0,
                close: 1.2,
                deviation: 0.02,
            };
            let mut levels = vec![];
            activity.path(&bridge, &mut levels);
            assert_eq!(levels.len(), activity.cells() + 1);
            for (point, level) in levels.iter().enumerate() {
                assert_eq!(activity.point(&bridge, point).to_bits(), level.to_bits());
            }
        }
    }

    #[test]
    fn a_path_has_the_expected_variance_and_moves_most_at_the_open() {
        let activity = Activity::new(Calendar::NewYork, 78);
        let (mut first, mut noon, mut total) = (0.0, 0.0, 0.0);
        for stream in 0..4_000 {
            let mut levels = vec![];
            let bridge = Bridge {
                stream,
                open: 0.0,
                close: 0.0,
                deviation: 1.0,
            };
            activity.path(&bridge, &mut levels);
            let squares: Vec<f64> = levels.windows(2).map(|w| (w[1] - w[0]).powi(2)).collect();
            first += squares[0];
            noon += squares[39];
            total += squares.iter().sum::<f64>();
        }
        assert!((total / 4_000.0 - 1.0).abs() < 0.05, "{}", total / 4_000.0);
        assert!(first > 3.0 * noon, "{first} {noon}");
    }
}
