//! Differences between sources, which the status and the ticker page show.

use jiff::{Timestamp, civil::Date};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::cross_check::{Figure, Finding, FindingKind},
    market::{Listing, MarketState},
};

/// A difference between the figures of two or more sources.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Disagreement {
    /// Symbol of the ticker.
    pub(crate) symbol: String,
    /// What differs.
    #[schema(value_type = DisagreementKind)]
    pub(crate) kind: FindingKind,
    /// Date of the session or of the dividend, in the exchange's time zone; the newest one if several are affected.
    #[schema(value_type = String, format = Date)]
    pub(crate) date: Date,
    /// What each source reports, the preferred source first.
    pub(crate) figures: Vec<SourceFigure>,
    /// Name of the source of the figure that is used; null if no figure is used.
    pub(crate) used: Option<String>,
}

/// What one source reports.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SourceFigure {
    /// Name of the source.
    pub(crate) source: String,
    /// Close, price or amount in the ticker's currency; null if the source lacks the session or dividend.
    pub(crate) value: Option<f64>,
    /// Time of the response; for a live price, the time of the price.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) at: Timestamp,
    /// Date of the dividend at this source; null if it does not differ.
    #[schema(value_type = Option<String>, format = Date)]
    pub(crate) date: Option<Date>,
}

/// The kind of a difference between sources.
#[derive(ToSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(dead_code, reason = "schema-only copy of `FindingKind`")]
pub(crate) enum DisagreementKind {
    /// The closes of a session differ.
    Close,
    /// Two live prices of the same time differ.
    Price,
    /// The preferred source lacks a session, which is filled from another source.
    MissingSession,
    /// Two other sources agree on another close, so that the close of the preferred source is set aside.
    OutvotedClose,
    /// All closes before the date differ by the ratio of a split.
    Split,
    /// All closes differ by a factor of 100 or 1000, such as pounds and pence.
    Units,
    /// All closes before the date differ by the same ratio, such as an adjustment for dividends.
    Adjustment,
    /// One source's closes equal the other's, but a session earlier or later.
    ShiftedDay,
    /// The amounts of a dividend differ.
    DividendAmount,
    /// The ex-dates of a dividend differ, or one source lacks the dividend.
    DividendDate,
}

impl From<Figure> for SourceFigure {
    fn from(figure: Figure) -> Self {
        let Figure {
            source,
            value,
            at,
            date,
        } = figure;
        Self {
            source,
            value,
            at,
            date,
        }
    }
}

impl Disagreement {
    /// Returns the current disagreements about a ticker at `now`: live prices first, then closes and dividends, newest first.
    pub(crate) fn of_ticker(market: &MarketState, listing: &Listing, now: Timestamp) -> Vec<Self> {
        let symbol = &listing.ticker.profile.symbol;
        let of_finding = |finding: Finding| Self {
            symbol: symbol.clone(),
            kind: finding.kind,
            date: finding.date,
            figures: finding
                .figures
                .into_iter()
                .map(SourceFigure::from)
                .collect(),
            used: finding.used,
        };
        let live = listing.live_price_finding(now);
        let check = market.cross_check(listing.ticker.id);
        let stored = check
            .into_iter()
            .flat_map(|check| check.all_findings().cloned());
        live.into_iter().chain(stored).map(of_finding).collect()
    }
}
