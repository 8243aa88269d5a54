//! Exports drawings on price charts, and plans their import.

use jiff::Timestamp;

use super::{
    draft::Draft,
    shapes::{ExportedDrawing, Mode},
};
use crate::{
    domain::drawing::{Drawing, DrawingTool, MAX_DRAWINGS, MAX_DRAWINGS_PER_TICKER, check_points},
    market::MarketState,
    web::http::error::{ApiError, Result},
};

impl ExportedDrawing {
    /// Exports a drawing; `None` if the market does not have its ticker.
    pub(super) fn of(drawing: Drawing, market: &MarketState) -> Option<Self> {
        let listing = market.get(drawing.ticker_id)?;
        Some(Self {
            symbol: listing.ticker.profile.symbol.clone(),
            tool: drawing.tool,
            points: drawing.points,
            created_at: Some(drawing.created_at),
            changed_at: Some(drawing.changed_at),
        })
    }
}

/// Plans the import of drawings, which are identified by ticker, tool and points. With 'replace', existing drawings that are not in the file
/// are removed.
pub(super) fn plan(
    draft: &mut Draft,
    in_file: Vec<ExportedDrawing>,
    existing: &[Drawing],
    market: &MarketState,
    now: Timestamp,
) -> Result<()> {
    let mut remaining = existing.to_vec();
    for file in in_file {
        check_points(file.tool, &file.points).map_err(|error| {
            ApiError::unprocessable(format!("A drawing on {}: {error}", file.symbol))
        })?;
        let Some(listing) = market.find_symbol(&file.symbol) else {
            draft.add_unknown_of("Drawings", &file.symbol);
            continue;
        };
        let created_at = file.created_at.unwrap_or(now);
        let drawing = Drawing {
            id: 0,
            ticker_id: listing.ticker.id,
            tool: file.tool,
            points: file.points,
            created_at,
            changed_at: file.changed_at.unwrap_or(created_at),
        };
        if let Some(index) = remaining.iter().position(|known| known.is_same(&drawing)) {
            remaining.swap_remove(index);
            draft.plan.drawings.same += 1;
        } else if draft
            .import
            .drawings
            .iter()
            .any(|known| known.is_same(&drawing))
        {
            draft.plan.drawings.same += 1;
        } else {
            draft.plan.drawings.added.push(describe(&drawing, market));
            draft.import.drawings.push(drawing);
        }
    }
    if draft.mode == Mode::Replace {
        remaining.sort_unstable_by_key(|drawing| drawing.id);
        for drawing in remaining {
            draft.plan.drawings.removed.push(describe(&drawing, market));
            draft.import.removed_drawings.push(drawing.id);
        }
    }
    check_limits(draft, existing, market)
}

/// Checks that the import results in no more drawings than are possible.
fn check_limits(draft: &Draft, existing: &[Drawing], market: &MarketState) -> Result<()> {
    let removed = &draft.import.removed_drawings;
    let kept = existing
        .iter()
        .filter(|drawing| !removed.contains(&drawing.id));
    let all: Vec<&Drawing> = kept.chain(&draft.import.drawings).collect();
    if all.len() > MAX_DRAWINGS {
        return Err(ApiError::conflict(format!(
            "The import would result in {} drawings; the maximum is {MAX_DRAWINGS}.",
            all.len()
        )));
    }
    for added in &draft.import.drawings {
        let on_ticker = all
            .iter()
            .filter(|other| other.ticker_id == added.ticker_id);
        let count = on_ticker.count();
        if count > MAX_DRAWINGS_PER_TICKER {
            return Err(ApiError::conflict(format!(
                "The import would result in {count} drawings on {}; the maximum is {MAX_DRAWINGS_PER_TICKER}.",
                symbol_of(added, market)
            )));
        }
    }
    Ok(())
}

fn symbol_of<'a>(drawing: &Drawing, market: &'a MarketState) -> &'a str {
    let listing = market.get(drawing.ticker_id);
    listing.map_or("an unknown ticker", |listing| {
        &listing.ticker.profile.symbol
    })
}

/// Describes a drawing: 'AAPL trend line from 271.5 to 280'.
fn describe(drawing: &Drawing, market: &MarketState) -> String {
    let kind = match drawing.tool {
        DrawingTool::Trend => "trend line",
        DrawingTool::Ray => "ray",
        DrawingTool::Level => "level",
        DrawingTool::Fibonacci => "Fibonacci retracement",
        DrawingTool::Measure => "measurement",
    };
    let prices = match drawing.points.as_slice() {
        [first, second] => format!("from {} to {}", first.price, second.price),
        [only] => format!("at {}", only.price),
        _ => String::new(),
    };
    format!("{} {kind} {prices}", symbol_of(drawing, market))
}
