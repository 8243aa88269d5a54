//! Reads the bars of a price history: stored bars, overlaid with bars not yet committed, and generated daily bars before them.

use std::ops::Range;

use jiff::civil::Date;

use super::{
    downsample::{Downsampler, MAX_POINTS},
    params::Params,
    range::{BaseSource, DAY, HistoryQuery, HistoryTicker},
};
use crate::{
    domain::{
        bar::{Bar, Interval, Timeframe},
        session::{Calendar, exchange_date},
        ticker::TickerId,
    },
    store::Store,
    web::{
        AppState,
        api::shapes::{BasePrice, timestamp},
        http::error::Result,
    },
};

/// Maximum number of bars in a batch: an imported file may contain millions of bars.
const BATCH_BARS: i64 = 20_000;
/// Earliest start of a bar: 1900-01-01, in Unix seconds.
const EARLIEST_START: i64 = -2_208_988_800;
/// Maximum number of bars returned for `earlier`: enough for the longest moving average and for indicators that converge slowly.
const MAX_EARLIER_BARS: u16 = 400;
/// Number of intervals to search for each bar. A stock exchange is open for at least a sixth of the week (in New York 32.5 of 168 hours),
/// so at least every sixth interval has a bar.
const INTERVALS_PER_BAR: i64 = 6;

/// Reads the bars that a request asks for.
pub(super) async fn read(
    state: &AppState,
    query: &mut HistoryQuery,
    params: Params,
) -> Result<Downsampler> {
    let bars = match params.interval {
        Some(_) => {
            let downsampler = Downsampler::new(query.interval, params.max_points);
            read_range(
                state,
                &query.ticker(),
                query.interval,
                query.range.clone(),
                downsampler,
                RangeEnd::NewestBar,
            )
            .await?
        }
        None => read_at_chosen_interval(state, query, params).await?,
    };
    if params.earlier {
        return read_earlier(state, query, &bars).await;
    }
    Ok(bars)
}

/// Reads the closes of the daily bars whose start (Unix seconds) is in `range`, ascending, with the days of their sessions.
pub(crate) async fn read_daily_closes(
    state: &AppState,
    ticker: &HistoryTicker,
    range: Range<i64>,
) -> Result<Vec<(Date, f64)>> {
    let (interval, end) = (Interval::Day, RangeEnd::NewestBar);
    let bars = Downsampler::with_bar_seconds(interval.seconds());
    let bars = read_range(state, ticker, interval, range, bars, end).await?;
    let close = |bar: Bar| {
        (
            exchange_date(Calendar::Always, timestamp(bar.start)),
            bar.close,
        )
    };
    Ok(bars.into_bars().into_iter().map(close).collect())
}

/// Returns the price that a timeframe's change is relative to; `None` if unknown. It does not depend on the requested interval.
pub(super) async fn read_base_price(
    state: &AppState,
    query: &HistoryQuery,
) -> Result<Option<BasePrice>> {
    let (interval, range) = match &query.base {
        BaseSource::Quote(start, price) => return Ok(Some(BasePrice::new(*start, *price))),
        BaseSource::DailyBars(range) => (Interval::Day, range.clone()),
        BaseSource::EarlierBars(range) => (query.interval, range.clone()),
        BaseSource::Unknown => return Ok(None),
    };
    let downsampler = Downsampler::with_bar_seconds(interval.seconds());
    let bars = read_range(
        state,
        &query.ticker(),
        interval,
        range,
        downsampler,
        RangeEnd::Past,
    )
    .await?;
    let last = bars.into_bars().last().copied();
    Ok(last.map(|bar| BasePrice::new(bar.start, bar.close)))
}

/// Reads the bars before a timeframe, with the length of `bars`.
async fn read_earlier(
    state: &AppState,
    query: &HistoryQuery,
    bars: &Downsampler,
) -> Result<Downsampler> {
    let start = query.range.start.max(EARLIEST_START);
    let search_start =
        start.saturating_sub(i64::from(MAX_EARLIER_BARS) * INTERVALS_PER_BAR * bars.bar_seconds());
    let downsampler = Downsampler::with_bar_seconds(bars.bar_seconds());
    let earlier = read_range(
        state,
        &query.ticker(),
        query.interval,
        search_start..start,
        downsampler,
        RangeEnd::Past,
    )
    .await?;
    Ok(earlier.keep_newest(usize::from(MAX_EARLIER_BARS)))
}

/// Reads a timeframe for a request without an interval. Uses a longer interval if there are fewer than two bars.
async fn read_at_chosen_interval(
    state: &AppState,
    query: &mut HistoryQuery,
    params: Params,
) -> Result<Downsampler> {
    let downsampler = |query: &HistoryQuery| Downsampler::new(query.interval, params.max_points);
    let read_newest = async |query: &HistoryQuery| {
        let range = query.range.clone();
        read_range(
            state,
            &query.ticker(),
            query.interval,
            range,
            downsampler(query),
            RangeEnd::NewestBar,
        )
        .await
    };
    if let Some(bars) = read_finer_week(state, query, params).await? {
        return Ok(bars);
    }
    let mut bars = read_newest(query).await?;
    // Falls back to longer bars. A session with a live price never falls back to daily bars, which would show other days.
    while bars.len() < 2 && query.interval != Interval::Day {
        let longer = longer_interval(query.interval);
        if longer == Interval::Day {
            if query.has_live_price() {
                break;
            }
            if params.timeframe == Timeframe::Day {
                query.range.start -= 5 * DAY;
            } else if let Some(start) = query.start_after_opening_day() {
                query.range.start = start;
            }
        }
        query.interval = longer;
        bars = read_newest(query).await?;
    }
    if params.timeframe == Timeframe::YearToDate && bars.len() < 2 {
        // In the first days of January, the chart starts with the last close of the previous year.
        let last_week = query.range.start - 7 * DAY..query.range.start;
        let last_week = read_range(
            state,
            &query.ticker(),
            query.interval,
            last_week,
            downsampler(query),
            RangeEnd::Past,
        )
        .await?
        .into_bars();
        let mut extended = downsampler(query);
        for bar in last_week.last().into_iter().chain(&bars.into_bars()) {
            extended.push(*bar);
        }
        return Ok(extended);
    }
    Ok(bars)
}

/// Reads the five-minute bars of a week, downsampled to the requested number of points: hourly bars would give only 36 points for a stock
/// (seven for each of five sessions, and the opening price). Returns `None` if the request has no number of points, or if five-minute bars are missing in more than one hour, as for a recently
/// followed ticker.
async fn read_finer_week(
    state: &AppState,
    query: &mut HistoryQuery,
    params: Params,
) -> Result<Option<Downsampler>> {
    if query.interval != Interval::Hour || params.max_points == MAX_POINTS {
        return Ok(None);
    }
    let hours = read_all_bars(state, query).await?;
    query.interval = Interval::FiveMinutes;
    let bars = read_all_bars(state, query).await?;
    if !covers_hours(&bars, &hours) {
        query.interval = Interval::Hour;
        return Ok(None);
    }
    let mut downsampler = Downsampler::new(query.interval, params.max_points);
    for bar in bars {
        downsampler.push(bar);
    }
    Ok(Some(downsampler))
}

/// Reads the bars of a query without downsampling.
async fn read_all_bars(state: &AppState, query: &HistoryQuery) -> Result<Vec<Bar>> {
    let downsampler = Downsampler::with_bar_seconds(query.interval.seconds());
    let bars = read_range(
        state,
        &query.ticker(),
        query.interval,
        query.range.clone(),
        downsampler,
        RangeEnd::NewestBar,
    )
    .await?;
    Ok(bars.into_bars())
}

/// Returns true if `bars` has a bar in every hour of `hours`, except at most one: the hour in progress. Both slices are ascending.
fn covers_hours(bars: &[Bar], hours: &[Bar]) -> bool {
    let mut starts = bars.iter().map(|bar| bar.start).peekable();
    let mut empty_hours = 0;
    for hour in hours {
        let end = hour.start + Interval::Hour.seconds();
        let mut is_empty = true;
        while starts.next_if(|start| *start < end).is_some() {
            is_empty = false;
        }
        empty_hours += usize::from(is_empty);
    }
    !hours.is_empty() && empty_hours <= 1
}

/// Returns the next longer interval; a day stays a day.
fn longer_interval(interval: Interval) -> Interval {
    match interval {
        Interval::FiveMinutes => Interval::Hour,
        Interval::Hour | Interval::Day => Interval::Day,
    }
}

/// The end of a range relative to the stored bars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RangeEnd {
    /// The range ends with the newest bar.
    NewestBar,
    /// The range ends earlier, perhaps before all stored bars.
    Past,
}

/// Reads the bars whose start (Unix seconds) is in `range` into `downsampler`. Leaves out implausible bars. Daily bars of the sample
/// market that precede the stored ones are generated.
async fn read_range(
    state: &AppState,
    ticker: &HistoryTicker,
    interval: Interval,
    range: Range<i64>,
    mut downsampler: Downsampler,
    range_end: RangeEnd,
) -> Result<Downsampler> {
    let id = ticker.id;
    let range = range.start.max(EARLIEST_START)..range.end;
    // Reads memory before the database: a bar that is committed in between is read twice. In the other order, it would be missed.
    let (unsaved, mut bar_filter) = {
        let market = state.market.read();
        let unsaved = market.unsaved_bars_within(id, interval, &range);
        (unsaved, market.bar_filter(id, interval, state.now()))
    };
    let generated_history = state
        .generated_history
        .clone()
        .filter(|_| interval == Interval::Day && !ticker.is_imported);
    let symbol = ticker.symbol.clone();
    let read = move |store: &Store| {
        let mut is_first = true;
        let push_generated_days = |before: i64, downsampler: &mut Downsampler| {
            let Some(history) = &generated_history else {
                return;
            };
            for day in history.before(&symbol, range.start, before).iter() {
                if day.start >= range.start {
                    downsampler.push(*day);
                }
            }
        };
        for_each_bar(store, id, interval, &range, unsaved, |bar| {
            if is_first {
                push_generated_days(bar.start, &mut downsampler);
            }
            is_first = false;
            if bar_filter.accepts(&bar) {
                downsampler.push(bar);
            }
        })?;
        if is_first && range_end == RangeEnd::Past {
            push_generated_days(range.end, &mut downsampler);
        }
        Ok(downsampler)
    };
    Ok(state.store.run(read).await?)
}

/// Reads the stored bars of a range in batches, merges them with bars not yet committed, and passes each bar to `handle`, in ascending
/// order. An uncommitted bar replaces a stored bar with the same start.
fn for_each_bar(
    store: &Store,
    id: TickerId,
    interval: Interval,
    range: &Range<i64>,
    unsaved: Vec<Bar>,
    mut handle: impl FnMut(Bar),
) -> crate::store::Result<()> {
    let mut unsaved = unsaved.into_iter().peekable();
    let mut start = range.start;
    while start < range.end {
        let end = (start + BATCH_BARS * interval.seconds()).min(range.end);
        for bar in store.bars(id, interval, start..end)? {
            while let Some(earlier) = unsaved.next_if(|unsaved| unsaved.start < bar.start) {
                handle(earlier);
            }
            let newer = unsaved.next_if(|unsaved| unsaved.start == bar.start);
            handle(newer.unwrap_or(bar));
        }
        while let Some(later) = unsaved.next_if(|unsaved| unsaved.start < end) {
            handle(later);
        }
        start = end;
    }
    Ok(())
}
