//! Reads the bars of a range: stored bars, overlaid with bars not yet committed, preceded by computed ones.

use std::ops::Range;

use super::{
    downsample::{Downsampled, MAX_POINTS},
    params::Params,
    range::{Base, DAY, HistoryQuery},
};
use crate::{
    domain::{
        bar::{Bar, Interval, Timeframe},
        ticker::TickerId,
    },
    store::Store,
    web::{AppState, api::shapes::BasePrice, http::error::Result},
};

/// Number of bars read at a time: an imported file may contain millions.
const BATCH_BARS: i64 = 20_000;
/// No bars are looked for before this time: 1900-01-01.
const EARLIEST_START: i64 = -2_208_988_800;
/// Maximum number of bars before a timeframe: enough for the longest average and for slowly converging indicators.
const MAX_EARLIER_BARS: u16 = 400;
/// A market that closes has bars in at least every sixth interval.
const MAX_SPARSENESS: i64 = 6;

/// Reads the bars that a request asks for.
pub(super) async fn read(
    state: &AppState,
    query: &mut HistoryQuery,
    params: Params,
) -> Result<Downsampled> {
    let bars = match params.interval {
        Some(_) => {
            let downsampled = Downsampled::new(query.interval, params.most);
            gathered(
                state,
                query,
                query.interval,
                query.range.clone(),
                downsampled,
                Part::Newest,
            )
            .await?
        }
        None => with_enough(state, query, params).await?,
    };
    if params.earlier {
        return earlier(state, query, &bars).await;
    }
    Ok(bars)
}

/// Returns the price that a timeframe's change is relative to: the close before its first bar, whatever the interval. `None` if
/// unknown.
pub(super) async fn base(state: &AppState, query: &HistoryQuery) -> Result<Option<BasePrice>> {
    let (interval, range) = match &query.base {
        Base::Told(at, price) => return Ok(Some(BasePrice::new(*at, *price))),
        Base::Days(range) => (Interval::Day, range.clone()),
        Base::BarsBefore(range) => (query.interval, range.clone()),
        Base::Unknown => return Ok(None),
    };
    let bars = Downsampled::of_length(interval.seconds());
    let bars = gathered(state, query, interval, range, bars, Part::Past).await?;
    let last = bars.by_start().last().copied();
    Ok(last.map(|bar| BasePrice::new(bar.start, bar.close)))
}

/// Reads the bars before a timeframe, with the same length.
async fn earlier(
    state: &AppState,
    query: &HistoryQuery,
    bars: &Downsampled,
) -> Result<Downsampled> {
    let start = query.range.start.max(EARLIEST_START);
    let from = start.saturating_sub(i64::from(MAX_EARLIER_BARS) * MAX_SPARSENESS * bars.seconds());
    let downsampled = Downsampled::of_length(bars.seconds());
    let earlier = gathered(
        state,
        query,
        query.interval,
        from..start,
        downsampled,
        Part::Past,
    )
    .await?;
    Ok(earlier.newest(usize::from(MAX_EARLIER_BARS)))
}

/// Reads a timeframe whose interval the server chooses.
async fn with_enough(
    state: &AppState,
    query: &mut HistoryQuery,
    params: Params,
) -> Result<Downsampled> {
    let downsampled = |query: &HistoryQuery| Downsampled::new(query.interval, params.most);
    let newest = async |query: &HistoryQuery| {
        let range = query.range.clone();
        gathered(
            state,
            query,
            query.interval,
            range,
            downsampled(query),
            Part::Newest,
        )
        .await
    };
    if let Some(bars) = finer_week(state, query, params).await? {
        return Ok(bars);
    }
    let mut bars = newest(query).await?;
    // A ticker without bars of this interval is shown with coarser ones, but never with other days if the session has a
    // price.
    while bars.len() < 2 && query.interval != Interval::Day {
        let next = coarser(query.interval);
        if next == Interval::Day {
            if query.has_live_end() {
                break;
            }
            if params.timeframe == Timeframe::Day {
                query.range.start -= 5 * DAY;
            } else if let Some(start) = query.after_opening_day() {
                query.range.start = start;
            }
        }
        query.interval = next;
        bars = newest(query).await?;
    }
    if params.timeframe == Timeframe::YearToDate && bars.len() < 2 {
        // The first days of January are compared with the last close of the previous year.
        let before = query.range.start - 7 * DAY..query.range.start;
        let before = gathered(
            state,
            query,
            query.interval,
            before,
            downsampled(query),
            Part::Past,
        )
        .await?
        .by_start();
        let mut all = downsampled(query);
        let bars = bars.by_start();
        before
            .last()
            .into_iter()
            .chain(&bars)
            .for_each(|bar| all.push(*bar));
        return Ok(all);
    }
    Ok(bars)
}

/// Returns the five-minute bars of a week, downsampled to the number of points requested: a line of hourly bars has only 36 points for a
/// stock. `None` if the request names no number of points, or if five-minute bars are missing for more than the hour in progress, as for a
/// recently followed ticker.
async fn finer_week(
    state: &AppState,
    query: &mut HistoryQuery,
    params: Params,
) -> Result<Option<Downsampled>> {
    if query.interval != Interval::Hour || params.most == MAX_POINTS {
        return Ok(None);
    }
    let hours = every_bar(state, query).await?;
    query.interval = Interval::FiveMinutes;
    let bars = every_bar(state, query).await?;
    if !cover(&bars, &hours) {
        query.interval = Interval::Hour;
        return Ok(None);
    }
    let mut downsampled = Downsampled::new(query.interval, params.most);
    for bar in bars {
        downsampled.push(bar);
    }
    Ok(Some(downsampled))
}

async fn every_bar(state: &AppState, query: &HistoryQuery) -> Result<Vec<Bar>> {
    let all = Downsampled::of_length(query.interval.seconds());
    let bars = gathered(
        state,
        query,
        query.interval,
        query.range.clone(),
        all,
        Part::Newest,
    )
    .await?;
    Ok(bars.by_start())
}

/// Returns true if finer bars exist in all hours but one. Both slices ascend.
fn cover(fine: &[Bar], hours: &[Bar]) -> bool {
    let mut fine = fine.iter().map(|bar| bar.start).peekable();
    let mut empty = 0;
    for hour in hours {
        let end = hour.start + Interval::Hour.seconds();
        let mut is_empty = true;
        while fine.next_if(|start| *start < end).is_some() {
            is_empty = false;
        }
        empty += usize::from(is_empty);
    }
    !hours.is_empty() && empty <= 1
}

fn coarser(interval: Interval) -> Interval {
    match interval {
        Interval::FiveMinutes => Interval::Hour,
        Interval::Hour | Interval::Day => Interval::Day,
    }
}

/// Where a range ends relative to the ticker's history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// It ends with the newest bar.
    Newest,
    /// It ends earlier, perhaps before all stored bars.
    Past,
}

/// Reads the bars of a range, downsampled to the maximum number of points.
async fn gathered(
    state: &AppState,
    query: &HistoryQuery,
    interval: Interval,
    range: Range<i64>,
    mut downsampled: Downsampled,
    part: Part,
) -> Result<Downsampled> {
    let id = query.id;
    let range = range.start.max(EARLIEST_START)..range.end;
    // Memory first: a bar committed in between is then seen twice instead of never.
    let (unsaved, mut bar_filter) = {
        let market = state.market.read();
        let unsaved = market.unsaved_within(id, interval, &range);
        (unsaved, market.bar_filter(id, interval, state.now()))
    };
    let worked_out = state
        .earlier_days
        .clone()
        .filter(|_| interval == Interval::Day && !query.is_imported);
    let symbol = query.symbol.clone();
    let read = move |store: &Store| {
        let mut is_first = true;
        let days_before = |first: i64, downsampled: &mut Downsampled| {
            let since = range.start;
            let days = worked_out.as_ref();
            let days = days.map(|days| days.before(&symbol, since, first));
            let days = days.iter().flat_map(|days| days.iter());
            days.filter(|day| day.start >= range.start)
                .for_each(|day| downsampled.push(*day));
        };
        each_stored(store, id, interval, &range, unsaved, |bar| {
            if is_first {
                days_before(bar.start, &mut downsampled);
            }
            is_first = false;
            if bar_filter.accepts(&bar) {
                downsampled.push(bar);
            }
        })?;
        if is_first && part == Part::Past {
            days_before(range.end, &mut downsampled);
        }
        Ok(downsampled)
    };
    Ok(state.store.run(read).await?)
}

/// Reads the stored bars of a range in batches, each overlaid with bars not yet committed.
fn each_stored(
    store: &Store,
    id: TickerId,
    interval: Interval,
    range: &Range<i64>,
    unsaved: Vec<Bar>,
    mut take: impl FnMut(Bar),
) -> crate::store::Result<()> {
    let mut waiting = unsaved.into_iter().peekable();
    let mut start = range.start;
    while start < range.end {
        let end = (start + BATCH_BARS * interval.seconds()).min(range.end);
        for bar in store.bars(id, interval, start..end)? {
            while let Some(earlier) = waiting.next_if(|one| one.start < bar.start) {
                take(earlier);
            }
            let newer = waiting.next_if(|one| one.start == bar.start);
            take(newer.unwrap_or(bar));
        }
        while let Some(later) = waiting.next_if(|one| one.start < end) {
            take(later);
        }
        start = end;
    }
    Ok(())
}
