//! The iCalendar feed of earnings, dividends, economic events and ICOs.

use std::collections::HashMap;

use bytes::Bytes;
use hyper::header::{CONTENT_TYPE, HeaderValue};
use jiff::{Timestamp, ToSpan as _, civil::Date, tz::TimeZone};
use serde::Deserialize;
use utoipa::ToSchema;

use super::ics::{self, Event, When};
use crate::{
    domain::{
        dividend::{Dividend, DividendKind},
        earnings::{EarningsEvent, ReportTime},
        economy::EconomicEvent,
        ico::Ico,
        session::{Calendar, exchange_date},
        ticker::{Profile, TickerId},
    },
    market::{Listing, MarketState, Topic},
    web::{
        AppState,
        api::selection::Selection,
        http::{
            cache::CacheVersion,
            error::{ApiError, Result},
            reply::{CachedBody, Reply},
            request::ApiRequest,
        },
    },
};

/// Age in months of the oldest events in the calendar.
const MONTHS_BACK: i32 = 3;

/// The kinds of events in the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum EventKind {
    /// Earnings reports of companies.
    Earnings,
    /// Ex-dates of dividends.
    Dividends,
    /// Economic statistics and rate decisions.
    Economy,
    /// Token offerings.
    Icos,
}

impl EventKind {
    /// All kinds, with their names in the query parameter `kinds`.
    const ALL: [(&str, Self); 4] = [
        ("earnings", Self::Earnings),
        ("dividends", Self::Dividends),
        ("economy", Self::Economy),
        ("icos", Self::Icos),
    ];

    /// Returns the market topic whose changes invalidate cached events of this kind.
    fn topic(self) -> Topic {
        match self {
            Self::Earnings => Topic::Earnings,
            Self::Dividends => Topic::Dividends,
            Self::Economy => Topic::Economy,
            Self::Icos => Topic::Icos,
        }
    }

    /// Parses the query parameter `kinds`. Default: all kinds except ICOs, which do not belong to a ticker.
    fn parse_list(request: &ApiRequest) -> Result<Vec<Self>> {
        let Some(words) = request.query("kinds") else {
            return Ok(vec![Self::Earnings, Self::Dividends, Self::Economy]);
        };
        let parse = |word: &str| {
            let found = Self::ALL.iter().find(|(name, _)| *name == word);
            found.map(|(_, kind)| *kind).ok_or_else(|| {
                ApiError::bad_request(format!(
                    "Invalid kind '{word}'; expected one of: earnings, dividends, economy, icos."
                ))
            })
        };
        words.split(',').map(str::trim).map(parse).collect()
    }
}

/// Returns an iCalendar feed that calendar programs subscribe to: earnings and dividends of the selected tickers (default: the tickers of
/// all lists), and economic events, from three months ago on.
#[utoipa::path(get, path = "/calendar.ics", params(
        ("symbols" = Option<String>, Query, pattern = "<symbols>", example = "AAPL,KO",
            description = "Comma-separated symbols: only these tickers, at most 50"),
        ("list" = Option<u32>, Query, description = "Id of a list: only its tickers"),
        ("kinds" = Option<String>, Query,
            pattern = "^(earnings|dividends|economy|icos)(,(earnings|dividends|economy|icos))*$", example = "earnings,dividends",
            description = "Kinds of events: earnings, dividends, economy, icos; default: all but icos")),
    responses((status = 200, description = "The calendar (RFC 5545).", body = String, content_type = "text/calendar"),
        (status = 404, description = "There is no such watchlist, or none of the symbols is known.", body = String)))]
pub(crate) async fn calendar(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let kinds = EventKind::parse_list(request)?;
    let selection = Selection::read(state, request).await?;
    let tickers = selection.tickers();
    let topics: Vec<Topic> = kinds.iter().map(|kind| kind.topic()).collect();
    let version = CacheVersion::of(&state.market, &topics, state.now()).without_coalescing();
    // URLs in a calendar must be absolute.
    let base = state.settings.absolute_base_url(&request.server_url);
    let key = format!(
        "calendar/{base:?}/{kinds:?}/{:?}/{tickers:?}",
        selection.list
    );
    let collect = |market: &MarketState, now| {
        let mut events = collect_events(market, &tickers, &kinds, now);
        for event in &mut events {
            let path = event.url.take();
            event.url = base
                .as_ref()
                .zip(path)
                .map(|(base, path)| format!("{base}{path}"));
        }
        (events, now)
    };
    let name = match &selection.list {
        Some(list) => format!("Marketdeck: {list}"),
        None => "Marketdeck".to_owned(),
    };
    let write = move |(events, now): (Vec<Event>, Timestamp)| {
        let text = ics::format_calendar(&name, &events, now);
        let media_type = HeaderValue::from_static("text/calendar; charset=utf-8");
        Ok(CachedBody::new(Bytes::from(text)).with_header(CONTENT_TYPE, media_type))
    };
    let body = state
        .cached_with(request.person(), &key, &version, collect, write)
        .await?;
    Ok(body.to_reply(&request.headers))
}

/// Returns the events of these kinds and tickers, sorted by date.
pub(crate) fn collect_events(
    market: &MarketState,
    tickers: &[TickerId],
    kinds: &[EventKind],
    now: Timestamp,
) -> Vec<Event> {
    let listings: Vec<&Listing> = tickers.iter().filter_map(|id| market.get(*id)).collect();
    let mut events = Vec::new();
    for kind in kinds {
        match kind {
            EventKind::Earnings => events.extend(earnings(market, &listings)),
            EventKind::Dividends => events.extend(dividends(market, &listings)),
            EventKind::Economy => events.extend(market.economy.iter().map(economic_event)),
            EventKind::Icos => events.extend(market.icos.iter().flat_map(ico_events)),
        }
    }
    let since = exchange_date(Calendar::NewYork, now).saturating_sub(MONTHS_BACK.months());
    events.retain(|event| date_of(event.when) >= since);
    events.sort_by_cached_key(|event| (date_of(event.when), event.title.clone()));
    events
}

/// Returns the date of an event; the date in UTC for an event with a time.
pub(crate) fn date_of(when: When) -> Date {
    match when {
        When::Day(day) => day,
        When::Time(at) => at.to_zoned(TimeZone::UTC).date(),
    }
}

/// Returns the path of a ticker's page, relative to the base path.
fn page_path(listing: &Listing) -> String {
    format!("ticker-by-id/{}", listing.ticker.id)
}

/// Formats name and symbol of a ticker, as in `Apple Inc. (AAPL)`.
fn display_name(profile: &Profile) -> String {
    format!("{} ({})", profile.name, profile.symbol)
}

/// Returns the earnings events of the listings.
fn earnings<'a>(
    market: &'a MarketState,
    listings: &'a [&Listing],
) -> impl Iterator<Item = Event> + 'a {
    let by_symbol: HashMap<&str, &Listing> = listings
        .iter()
        .map(|listing| (&*listing.ticker.profile.symbol, *listing))
        .collect();
    market.earnings.iter().filter_map(move |event| {
        let listing = by_symbol.get(&*event.symbol)?;
        Some(earnings_event(event, listing))
    })
}

/// Converts an earnings date to a calendar event.
fn earnings_event(event: &EarningsEvent, listing: &Listing) -> Event {
    let profile = &listing.ticker.profile;
    let time = event.time.map(|time| match time {
        ReportTime::Before => "Before the market opens.".to_owned(),
        ReportTime::After => "After the market closes.".to_owned(),
        ReportTime::During => "While the market is open.".to_owned(),
    });
    let per_share = |word: &str, eps: Option<f64>| {
        let eps = eps?;
        Some(match event.currency {
            Some(currency) => format!("{word} earnings per share: {eps} {currency}."),
            None => format!("{word} earnings per share: {eps} (currency unknown)."),
        })
    };
    let expected = per_share("Estimated", event.estimated_eps);
    let actual = per_share("Reported", event.actual_eps);
    let unconfirmed = event
        .is_estimate
        .then(|| "The date is not confirmed yet.".to_owned());
    Event {
        uid: format!(
            "earnings-{}-{}@marketdeck.internal",
            profile.symbol, event.date
        ),
        when: When::Day(event.date),
        title: format!("{} reports earnings", display_name(profile)),
        text: join_sentences([time, expected, actual, unconfirmed]),
        category: "Earnings",
        url: Some(page_path(listing)),
        is_tentative: event.is_estimate,
    }
}

/// Returns the ex-dates of the listings' dividends.
fn dividends<'a>(
    market: &'a MarketState,
    listings: &'a [&Listing],
) -> impl Iterator<Item = Event> + 'a {
    listings.iter().flat_map(|listing| {
        let dividends = market.dividends.get(&listing.ticker.id);
        dividends
            .into_iter()
            .flat_map(|dividends| dividends.iter())
            .map(|dividend| ex_date_event(dividend, listing))
    })
}

/// Converts the ex-date of a dividend to a calendar event.
fn ex_date_event(dividend: &Dividend, listing: &Listing) -> Event {
    let profile = &listing.ticker.profile;
    let (word, uid_prefix) = match dividend.kind {
        DividendKind::Regular => ("dividend", "dividend"),
        DividendKind::Special => ("special dividend", "special"),
        DividendKind::CapitalGain => ("capital gain", "gain"),
    };
    let projected = dividend
        .is_projected
        .then(|| "Projected from earlier payments; not announced yet.".to_owned());
    let paid = dividend
        .pay_date
        .map(|date| format!("Paid on {}.", date.strftime("%B %-d, %Y")));
    let amount = format!(
        "{} {} per share. Buyers on or after this date do not receive it.",
        dividend.amount,
        dividend.currency.unwrap_or(profile.currency)
    );
    Event {
        uid: format!(
            "{uid_prefix}-{}-{}@marketdeck.internal",
            profile.symbol, dividend.ex_date
        ),
        when: When::Day(dividend.ex_date),
        title: format!("{}: ex-date of a {word}", display_name(profile)),
        text: join_sentences([Some(amount), paid, projected]),
        category: "Dividends",
        url: Some(page_path(listing)),
        is_tentative: dividend.is_projected,
    }
}

/// Converts an economic event to a calendar event.
fn economic_event(event: &EconomicEvent) -> Event {
    let period = (!event.period.is_empty()).then(|| format!(", {}", event.period));
    let agency = (!event.agency.is_empty()).then(|| format!("{}.", event.agency));
    // The uid contains the date only if there is no period, so that a rescheduled event keeps its uid (see `domain::economy`).
    let name = format!("{} {}", event.name, event.period).to_lowercase();
    let name: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    let date_suffix = if event.period.is_empty() {
        event.date.to_string()
    } else {
        String::new()
    };
    Event {
        uid: format!("economy-{name}{date_suffix}@marketdeck.internal"),
        when: event.at.map_or(When::Day(event.date), When::Time),
        title: format!("{}{}", event.name, period.unwrap_or_default()),
        text: join_sentences([agency]),
        category: "Economy",
        url: Some("economic-calendar".to_owned()),
        is_tentative: false,
    }
}

/// Converts the start and end of an ICO to calendar events.
fn ico_events(ico: &Ico) -> impl Iterator<Item = Event> + '_ {
    [("opens", ico.start_date), ("closes", ico.end_date)]
        .into_iter()
        .map(|(word, at)| Event {
            uid: format!("ico-{}-{word}@marketdeck.internal", ico.symbol),
            when: When::Time(at),
            title: format!("{} ({}) {word}", ico.name, ico.symbol),
            text: ico.description.clone(),
            category: "ICOs",
            url: Some("ico-calendar".to_owned()),
            is_tentative: false,
        })
}

/// Joins the sentences that are present with spaces.
fn join_sentences<const N: usize>(sentences: [Option<String>; N]) -> String {
    sentences
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ")
}
