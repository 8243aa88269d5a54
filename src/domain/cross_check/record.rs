//! The stored result of the cross-checks of one ticker.

use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};

use super::payout_report::PayoutReport;
use crate::domain::bar::Bar;

/// Number of sessions that are compared: two weeks of trading and a few days more.
pub(crate) const MAX_SESSIONS: usize = 12;
/// Maximum number of sessions filled from other sources that a ticker keeps. The oldest are dropped first.
const MAX_FILLS: usize = 100;

/// The newest daily bars that one source sent for a ticker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CloseReport {
    /// Name of the source in the configuration.
    pub source: String,
    /// Time of the newest response.
    pub at: Timestamp,
    /// Bars of completed sessions, ascending by start, at most [`MAX_SESSIONS`].
    #[serde(with = "compact_bars")]
    pub bars: Vec<Bar>,
}

impl CloseReport {
    /// Returns the bar of the session that starts at `start` (Unix seconds).
    pub(crate) fn bar(&self, start: i64) -> Option<&Bar> {
        let at = self
            .bars
            .binary_search_by_key(&start, |bar| bar.start)
            .ok()?;
        Some(&self.bars[at])
    }
}

/// A session that the preferred source lacks or reports wrongly, so that its bar comes from another source.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fill {
    /// Start of the daily bar in Unix seconds.
    pub start: i64,
    /// Name of the source of the stored bar.
    pub source: String,
    /// The outvoted bar of the preferred source; `None` if that source lacks the session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rejected: Option<RejectedClose>,
}

/// A close that is set aside because two other sources agree on another one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RejectedClose {
    /// Name of the source.
    pub source: String,
    /// The close, in the ticker's currency.
    pub close: f64,
}

/// A difference between sources.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// The kind of difference.
    pub kind: FindingKind,
    /// Date of the session or payment; the newest one if several are affected.
    pub date: Date,
    /// The figures of the sources, the preferred source first.
    pub figures: Vec<Figure>,
    /// Name of the source of the figure that is used; `None` if no figure is used.
    pub used: Option<String>,
}

/// The kinds of differences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FindingKind {
    /// The closes of a session differ. Values are closes.
    Close,
    /// Two live prices of the same time differ. Values are prices.
    Price,
    /// The preferred source lacks a session that another source has. Values are closes.
    MissingSession,
    /// The preferred source's close is set aside, because two other sources agree on another close. Values are closes.
    OutvotedClose,
    /// All closes before the date differ by the ratio of a split that one source did not apply. Values are closes.
    Split,
    /// All closes differ by a factor of 100 or 1000: units and their parts. Values are closes.
    Units,
    /// All closes before the date differ by the same ratio, which is not the ratio of a split. An example is an adjustment for dividends.
    /// Values are closes.
    Adjustment,
    /// One source's closes equal the other's, but a session earlier or later. Values are closes.
    ShiftedDay,
    /// The amounts of a dividend differ. Values are amounts per unit.
    DividendAmount,
    /// The ex-dates of a dividend differ, or one source lacks it. Values are amounts per unit.
    DividendDate,
}

/// The figure that one source reports.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// Name of the source in the configuration.
    pub source: String,
    /// The value in the ticker's currency; `None` if the source lacks the session or payment.
    pub value: Option<f64>,
    /// Time of the source's response; for a live price, the time of the price.
    pub at: Timestamp,
    /// The date at this source, if it differs from the date of the finding.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<Date>,
}

/// The cross-checks of one ticker: the reports of all sources, and the differences between them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct CrossCheck {
    /// Name of the source whose daily bars are used; `None` before its first response.
    #[serde(default)]
    pub preferred: Option<String>,
    /// The newest closes by source, in the order of their first response.
    #[serde(default)]
    pub reports: Vec<CloseReport>,
    /// Sessions whose bars come from other sources, ascending by start.
    #[serde(default)]
    pub fills: Vec<Fill>,
    /// Name of the source whose dividends are used; `None` if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payout_source: Option<String>,
    /// The dividends of a second source, if they were requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payouts: Option<PayoutReport>,
    /// The current differences between closes, newest first.
    #[serde(default)]
    pub findings: Vec<Finding>,
    /// The current differences between dividends, newest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub payout_findings: Vec<Finding>,
}

impl CrossCheck {
    /// Returns the newest closes of a source.
    pub(crate) fn report(&self, source: &str) -> Option<&CloseReport> {
        self.reports.iter().find(|report| report.source == source)
    }

    /// Merges bars of completed sessions (ascending) into the report of a source.
    pub(crate) fn add_bars(&mut self, source: &str, at: Timestamp, bars: &[Bar]) {
        let position = self
            .reports
            .iter()
            .position(|report| report.source == source);
        let position = position.unwrap_or_else(|| {
            self.reports.push(CloseReport {
                source: source.to_owned(),
                at,
                bars: Vec::new(),
            });
            self.reports.len() - 1
        });
        let report = &mut self.reports[position];
        report.at = at;
        for bar in &bars[bars.len().saturating_sub(MAX_SESSIONS)..] {
            match report
                .bars
                .binary_search_by_key(&bar.start, |known| known.start)
            {
                Ok(at) => report.bars[at] = *bar,
                Err(at) => report.bars.insert(at, *bar),
            }
        }
        let excess = report.bars.len().saturating_sub(MAX_SESSIONS);
        report.bars.drain(..excess);
    }

    /// Returns the fill of the session that starts at `start` (Unix seconds).
    pub(crate) fn fill(&self, start: i64) -> Option<&Fill> {
        let at = self
            .fills
            .binary_search_by_key(&start, |fill| fill.start)
            .ok()?;
        Some(&self.fills[at])
    }

    /// Adds a fill, or replaces the one of the same session.
    pub(crate) fn put_fill(&mut self, fill: Fill) {
        match self
            .fills
            .binary_search_by_key(&fill.start, |known| known.start)
        {
            Ok(at) => self.fills[at] = fill,
            Err(at) => self.fills.insert(at, fill),
        }
        let excess = self.fills.len().saturating_sub(MAX_FILLS);
        self.fills.drain(..excess);
    }

    /// Returns true if the close of a bar from `source` was set aside.
    pub(crate) fn is_rejected(&self, source: &str, bar: &Bar) -> bool {
        let rejected = self.fill(bar.start).and_then(|fill| fill.rejected.as_ref());
        rejected.is_some_and(|rejected| {
            rejected.source == source && rejected.close.to_bits() == bar.close.to_bits()
        })
    }

    /// Returns all current findings: first differences in closes, then the others.
    pub(crate) fn all_findings(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().chain(&self.payout_findings)
    }

    /// Returns the time of the newest response of a source other than the preferred one.
    pub(crate) fn compared_at(&self) -> Option<Timestamp> {
        let is_other = |report: &&CloseReport| Some(&report.source) != self.preferred.as_ref();
        let others = self.reports.iter().filter(is_other);
        others.map(|report| report.at).max()
    }

    /// Returns true if the sources disagree about a close, so that a third source should be requested.
    pub(crate) fn is_disputed(&self) -> bool {
        let mut findings = self.findings.iter();
        findings.any(|finding| finding.kind == FindingKind::Close && finding.figures.len() < 3)
    }

    /// Returns the starts of the sessions that the preferred source lacks, in Unix seconds.
    pub(crate) fn missing_sessions(&self) -> impl Iterator<Item = i64> {
        let missing = self.fills.iter().filter(|fill| fill.rejected.is_none());
        missing.map(|fill| fill.start)
    }
}

/// Stores a daily bar as a list of numbers: start, open, high, low, close and volume, which is null if unknown.
mod compact_bars {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::domain::bar::Bar;

    type Row = (i64, f64, f64, f64, f64, Option<f64>);

    pub(super) fn serialize<S: Serializer>(bars: &[Bar], serializer: S) -> Result<S::Ok, S::Error> {
        let row = |bar: &Bar| -> Row {
            (
                bar.start,
                bar.open,
                bar.high,
                bar.low,
                bar.close,
                bar.known_volume(),
            )
        };
        bars.iter()
            .map(row)
            .collect::<Vec<_>>()
            .serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Bar>, D::Error> {
        let rows: Vec<Row> = Deserialize::deserialize(deserializer)?;
        let bar = |(start, open, high, low, close, volume): Row| Bar {
            start,
            open,
            high,
            low,
            close,
            volume: volume.unwrap_or(Bar::UNKNOWN_VOLUME),
        };
        Ok(rows.into_iter().map(bar).collect())
    }
}
