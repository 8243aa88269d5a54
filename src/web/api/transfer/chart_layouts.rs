//! Plans the import of chart layouts.

use super::{
    draft::Draft,
    shapes::{ItemChange, Mode},
};
use crate::{
    domain::chart_layout::{ChartLayout, MAX_LAYOUTS},
    market::MarketState,
    web::{
        api::{
            chart_layouts::{NOUN, normalize_symbols},
            watchlists::clean_name,
        },
        http::error::{ApiError, Result},
    },
};

/// Plans the import of layouts, which are identified by name. With 'merge', an existing layout stays. Tickers that this market does not have
/// stay in the layout, whose charts say so.
pub(super) fn plan(
    draft: &mut Draft,
    in_file: Vec<ChartLayout>,
    mut existing: Vec<ChartLayout>,
    market: &MarketState,
) -> Result<()> {
    let existing_count = existing.len();
    for file in in_file {
        let title = clean_name(&file.title, NOUN)?;
        let layout = ChartLayout {
            title: title.clone(),
            ..file
        };
        let mut layout = layout.checked().map_err(|error| {
            ApiError::unprocessable(format!("The chart layout '{title}': {error}"))
        })?;
        normalize_symbols(market, &mut layout);
        let planned = &draft.import.chart_layouts;
        if planned.iter().any(|other| other.name == layout.name) {
            return Err(ApiError::unprocessable(format!(
                "The file has two chart layouts named '{}'.",
                layout.name
            )));
        }
        for chart in &layout.charts {
            if market.find_symbol(&chart.symbol).is_none() {
                draft.add_unknown(&chart.symbol);
            }
        }
        let known = existing.iter().position(|known| known.name == layout.name);
        match known.map(|index| existing.swap_remove(index)) {
            Some(known) if draft.mode == Mode::Merge || known == layout => {
                draft.plan.chart_layouts.same += 1;
                continue;
            }
            Some(_) => draft.plan.chart_layouts.changed.push(ItemChange {
                name: title,
                what: String::new(),
            }),
            None => draft.plan.chart_layouts.added.push(title),
        }
        draft.import.chart_layouts.push(layout);
    }
    if draft.mode == Mode::Replace {
        existing.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        for layout in existing {
            draft.plan.chart_layouts.removed.push(layout.title);
            draft.import.removed_chart_layouts.push(layout.name);
        }
    }
    let changes = &draft.plan.chart_layouts;
    let count = existing_count + changes.added.len() - changes.removed.len();
    if count > MAX_LAYOUTS {
        return Err(ApiError::conflict(format!(
            "The import would result in {count} chart layouts; the maximum is {MAX_LAYOUTS}."
        )));
    }
    Ok(())
}
