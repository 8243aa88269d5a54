//! The days with known fixings of an authority.

use jiff::civil::Date;

use crate::{domain::fixing::Series, source::Context};

/// The days of the fixings that a provider has stored or sent. `ingest` may not have stored all that were sent.
pub(crate) struct FixingDays {
    series: Series,
    sent: Option<(Date, Date)>,
}

impl FixingDays {
    /// Starts without sent fixings.
    pub(crate) fn new(series: Series) -> Self {
        Self { series, sent: None }
    }

    /// Returns the days of the oldest and the newest known fixing.
    pub(crate) fn known(&self, context: &Context) -> Option<(Date, Date)> {
        let stored = context.market.fixing_days(self.series);
        stored.into_iter().chain(self.sent).reduce(span)
    }

    /// Adds the days of the oldest and the newest fixing that were sent.
    pub(crate) fn add_sent(&mut self, days: (Date, Date)) {
        self.sent = self.sent.into_iter().chain([days]).reduce(span);
    }
}

/// Returns the first and the last day of two spans.
fn span((a, b): (Date, Date), (c, d): (Date, Date)) -> (Date, Date) {
    (a.min(c), b.max(d))
}
