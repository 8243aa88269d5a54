//! The tool `calendar`.

use jiff::{Timestamp, ToSpan as _, civil::Date};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    lists::watchlists,
    numbers::{count, truncate},
    price::find_ticker,
};
use crate::{
    domain::{
        figure::Figure,
        session::{Calendar, exchange_date},
        ticker::TickerId,
    },
    web::{
        AppState,
        api::{
            feeds::{EventKind, When, collect_events, date_of},
            shapes::SAMPLE_PROVIDER,
        },
        http::{error::Result, request::ApiRequest},
    },
};

/// Maximum number of events in an answer.
const MAX_EVENTS: usize = 60;
/// Minimum, maximum and default number of days after today.
const DAYS: (u32, u32, u32) = (1, 90, 14);
/// Minimum, maximum and default number of days before today.
const PAST_DAYS: (u32, u32, u32) = (0, 90, 0);

/// Arguments of `calendar`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct CalendarArguments {
    /// Only this ticker.
    #[serde(default)]
    symbol: Option<String>,
    /// Name or id of a watchlist: only its tickers. Default: the tickers of all watchlists.
    #[serde(default)]
    list: Option<String>,
    /// Kinds of events; default: earnings, dividends and economy, or only earnings and dividends if a ticker or a list is given.
    #[serde(default)]
    #[schema(inline)]
    kinds: Option<Vec<EventKind>>,
    /// Number of days after today; default 14.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 90)]
    days: Option<u32>,
    /// Number of days before today; default 0.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 90)]
    past_days: Option<u32>,
}

/// Events of a range of days.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CalendarAnswer {
    /// First day, in New York.
    #[schema(value_type = String, format = Date)]
    from: Date,
    /// Last day.
    #[schema(value_type = String, format = Date)]
    to: Date,
    /// Events by date, ascending.
    #[schema(inline)]
    events: Vec<Event>,
    /// Number of further events that were left out.
    more: usize,
}

/// An event.
#[derive(Debug, Serialize, ToSchema)]
struct Event {
    /// Day of the event; the day in UTC if `time` is present.
    #[schema(value_type = String, format = Date)]
    date: Date,
    /// Time of the event; missing if only the day is known.
    #[schema(value_type = Option<String>, format = DateTime)]
    time: Option<Timestamp>,
    /// Kind: Earnings, Dividends, Economy or ICOs.
    kind: &'static str,
    /// Title.
    title: String,
    /// Details; missing if there are none.
    text: Option<String>,
    /// Whether the day may still change.
    tentative: bool,
    /// Names of the sources of such events.
    source: String,
}

/// Returns the events of a range of days.
pub(super) async fn calendar(
    state: &AppState,
    request: &ApiRequest,
    arguments: CalendarArguments,
) -> Result<CalendarAnswer> {
    let days = count(arguments.days, "days", DAYS)?;
    let past_days = count(arguments.past_days, "pastDays", PAST_DAYS)?;
    let tickers = tickers(state, request, &arguments).await?;
    let has_filter = arguments.symbol.is_some() || arguments.list.is_some();
    let kinds = arguments.kinds.unwrap_or_else(|| {
        let mut kinds = vec![EventKind::Earnings, EventKind::Dividends];
        if !has_filter {
            kinds.push(EventKind::Economy);
        }
        kinds
    });
    let now = state.now();
    let today = exchange_date(Calendar::NewYork, now);
    let from = today.saturating_sub(i64::from(past_days).days());
    let to = today.saturating_add(i64::from(days).days());
    let mut events = Vec::new();
    let market = state.market.read();
    for event in collect_events(&market, &tickers, &kinds, now) {
        let date = date_of(event.when);
        if (from..=to).contains(&date) {
            events.push(Event {
                date,
                time: match event.when {
                    When::Day(_) => None,
                    When::Time(at) => Some(at),
                },
                source: sources_of(state, figure(event.category)),
                kind: event.category,
                title: event.title,
                text: Some(event.text).filter(|text| !text.is_empty()),
                tentative: event.is_tentative,
            });
        }
    }
    let more = truncate(&mut events, MAX_EVENTS);
    Ok(CalendarAnswer {
        from,
        to,
        events,
        more,
    })
}

/// Returns the tickers whose events are requested.
async fn tickers(
    state: &AppState,
    request: &ApiRequest,
    arguments: &CalendarArguments,
) -> Result<Vec<TickerId>> {
    if let Some(symbol) = &arguments.symbol {
        return Ok(vec![find_ticker(&state.market.read(), symbol)?]);
    }
    let lists = watchlists(state, request, arguments.list.as_deref()).await?;
    let items = lists.iter().flat_map(|list| &list.items);
    let mut tickers: Vec<TickerId> = items.map(|item| item.ticker_id).collect();
    tickers.sort_unstable();
    tickers.dedup();
    Ok(tickers)
}

/// Returns the figure of a category of events.
fn figure(category: &str) -> Figure {
    match category {
        "Earnings" => Figure::Earnings,
        "Dividends" => Figure::Dividends,
        "Economy" => Figure::EconomicDates,
        _ => Figure::TokenOfferings,
    }
}

/// Returns the names of the sources that supply a figure, first choice first: `sample` in the sample market.
fn sources_of(state: &AppState, figure: Figure) -> String {
    if state.settings.market == SAMPLE_PROVIDER {
        return SAMPLE_PROVIDER.to_owned();
    }
    let directory = &state.settings.sources;
    let is_used = |name: &&&str| {
        let mut entries = directory.sources.iter();
        entries.any(|entry| entry.description.name == **name && entry.unused.is_none())
    };
    let of_figure = directory.figures.iter().find(|row| row.figure == figure);
    let names = of_figure.map_or(&[][..], |row| &row.sources);
    let used: Vec<&str> = names.iter().filter(is_used).copied().collect();
    used.join(", ")
}
