//! What the simulator has handed over so far.

use std::sync::Arc;

use jiff::civil::Date;

use super::{quotes::SessionFigures, ranges::PriceRange};
use crate::domain::{earnings::EarningsEvent, ico::Ico};

/// What was handed over so far. Forgetting it costs work, never data.
#[derive(Default)]
pub(super) struct Sent {
    /// Profiles and all that pages need at once.
    pub(super) warmed_up: bool,
    /// Every bar that was over by then (Unix seconds, on the grid).
    pub(super) bars_until: Option<i64>,
    /// When news, offerings, reports and fear and greed were last looked at.
    pub(super) reference_data_at: i64,
    /// The last millisecond for which every ticker, open or closed, was quoted.
    pub(super) quoted: i64,
    /// By ticker: its bars came from a file, and the simulation leaves it alone.
    pub(super) imported: Arc<Vec<bool>>,
    /// By ticker; as of `bars_until`.
    pub(super) session_figures: Arc<Vec<SessionFigures>>,
    /// By ticker; as of the sessions of the dates in `price_ranges_of`.
    pub(super) price_ranges: Arc<Vec<Option<PriceRange>>>,
    pub(super) price_ranges_of: Option<[Date; 3]>,
    pub(super) dividends_of: Option<Date>,
    pub(super) icos: Vec<Ico>,
    pub(super) earnings: Vec<EarningsEvent>,
}
