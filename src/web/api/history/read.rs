//! Bars of a range: what is stored, overlaid with what waits to be, and what is worked out before both.

use std::ops::Range;

use super::{
    params::Params,
    range::{Base, DAY, HistoryQuery},
    thinned::{MOST, Thinned},
};
use crate::{
    domain::{
        bar::{Bar, Interval, Timeframe},
        ticker::TickerId,
    },
    store::Store,
    web::{AppState, api::shapes::BasePrice, http::error::Result},
};

/// Bars that are read at once: what an imported file brings may be millions.
const WINDOW: i64 = 20_000;
/// Before this no bar is looked for: 1900-01-01.
const EARLIEST: i64 = -2_208_988_800;
/// Bars from before a timeframe at most: the longest average and what settles slowly need no more.
const EARLIER: u16 = 400;
/// A market that closes has a bar in no less than every sixth interval.
const SPARSEST: i64 = 6;

/// The bars that a request asks for.
pub(super) async fn read(
    state: &AppState,
    query: &mut HistoryQuery,
    params: Params,
) -> Result<Thinned> {
    let bars = match params.interval {
        Some(_) => {
            let thinned = Thinned::new(query.interval, params.most);
            gathered(
                state,
                query,
                query.interval,
                query.range.clone(),
                thinned,
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

/// The price that the change of a timeframe is counted from: the close before its first bar, whatever the bars are.
/// `None` where it is unknown.
pub(super) async fn base(state: &AppState, query: &HistoryQuery) -> Result<Option<BasePrice>> {
    let (interval, range) = match &query.base {
        Base::Told(at, price) => return Ok(Some(BasePrice::new(*at, *price))),
        Base::Days(range) => (Interval::Day, range.clone()),
        Base::BarsBefore(range) => (query.interval, range.clone()),
        Base::Unknown => return Ok(None),
    };
    let bars = Thinned::of_length(interval.seconds());
    let bars = gathered(state, query, interval, range, bars, Part::Past).await?;
    let last = bars.by_start().last().copied();
    Ok(last.map(|bar| BasePrice::new(bar.start, bar.close)))
}

/// The bars before those of a timeframe, as long as they are.
async fn earlier(state: &AppState, query: &HistoryQuery, bars: &Thinned) -> Result<Thinned> {
    let start = query.range.start.max(EARLIEST);
    let from = start.saturating_sub(i64::from(EARLIER) * SPARSEST * bars.seconds());
    let thinned = Thinned::of_length(bars.seconds());
    let earlier = gathered(
        state,
        query,
        query.interval,
        from..start,
        thinned,
        Part::Past,
    )
    .await?;
    Ok(earlier.newest(usize::from(EARLIER)))
}

/// The bars of a timeframe whose interval is ours to choose.
async fn with_enough(
    state: &AppState,
    query: &mut HistoryQuery,
    params: Params,
) -> Result<Thinned> {
    let thinned = |query: &HistoryQuery| Thinned::new(query.interval, params.most);
    let newest = async |query: &HistoryQuery| {
        let range = query.range.clone();
        gathered(
            state,
            query,
            query.interval,
            range,
            thinned(query),
            Part::Newest,
        )
        .await
    };
    if let Some(bars) = finer_week(state, query, params).await? {
        return Ok(bars);
    }
    let mut bars = newest(query).await?;
    // A ticker that has no bars this fine is shown with coarser ones, but no other days for a
    // session that has a price.
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
        // The first days of January are measured against the last close of the year before.
        let before = query.range.start - 7 * DAY..query.range.start;
        let before = gathered(
            state,
            query,
            query.interval,
            before,
            thinned(query),
            Part::Past,
        )
        .await?
        .by_start();
        let mut all = thinned(query);
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

/// The five-minute bars of a week of hours, thinned to as many points as the request has room for: a line of hours has 36
/// points for a share. `None` where the request names no number of points, and where five-minute bars are missing for more
/// hours than the one under way: a ticker that came lately has hours of days of which it has nothing finer.
async fn finer_week(
    state: &AppState,
    query: &mut HistoryQuery,
    params: Params,
) -> Result<Option<Thinned>> {
    if query.interval != Interval::Hour || params.most == MOST {
        return Ok(None);
    }
    let hours = every_bar(state, query).await?;
    query.interval = Interval::FiveMinutes;
    let bars = every_bar(state, query).await?;
    if !cover(&bars, &hours) {
        query.interval = Interval::Hour;
        return Ok(None);
    }
    let mut thinned = Thinned::new(query.interval, params.most);
    for bar in bars {
        thinned.push(bar);
    }
    Ok(Some(thinned))
}

async fn every_bar(state: &AppState, query: &HistoryQuery) -> Result<Vec<Bar>> {
    let all = Thinned::of_length(query.interval.seconds());
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

/// Whether finer bars lie in every hour but one. Both ascend.
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

/// Which part of a ticker's history a range lies in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// It ends with the newest bar.
    Newest,
    /// It ends before, perhaps before all that is stored.
    Past,
}

/// The bars of a range, with no more kept than an answer may hold.
async fn gathered(
    state: &AppState,
    query: &HistoryQuery,
    interval: Interval,
    range: Range<i64>,
    mut thinned: Thinned,
    part: Part,
) -> Result<Thinned> {
    let id = query.id;
    let range = range.start.max(EARLIEST)..range.end;
    // Memory first: a bar that is committed in between is then seen twice, never not at all.
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
        let days_before = |first: i64, thinned: &mut Thinned| {
            let since = range.start;
            let days = worked_out.as_ref();
            let days = days.map(|days| days.before(&symbol, since, first));
            let days = days.iter().flat_map(|days| days.iter());
            days.filter(|day| day.start >= range.start)
                .for_each(|day| thinned.push(*day));
        };
        each_stored(store, id, interval, &range, unsaved, |bar| {
            if is_first {
                days_before(bar.start, &mut thinned);
            }
            is_first = false;
            if bar_filter.accepts(&bar) {
                thinned.push(bar);
            }
        })?;
        if is_first && part == Part::Past {
            days_before(range.end, &mut thinned);
        }
        Ok(thinned)
    };
    Ok(state.store.run(read).await?)
}

/// The bars of a range window by window, each overlaid with what waits to be stored.
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
        let end = (start + WINDOW * interval.seconds()).min(range.end);
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
