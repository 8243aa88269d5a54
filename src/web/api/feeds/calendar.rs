//! The iCalendar feed of earnings, dividends, economic events and ICOs.

use std::collections::HashMap;

use bytes::Bytes;
use hyper::header::{CONTENT_TYPE, HeaderValue};
use jiff::{Timestamp, ToSpan as _, civil::Date, tz::TimeZone};

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

/// How far back the calendar reaches, in months.
const MONTHS_BACK: i32 = 3;

/// A kind of event in the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Earnings,
    Dividends,
    Economy,
    Icos,
}

impl Kind {
    const ALL: [(&str, Self); 4] = [
        ("earnings", Self::Earnings),
        ("dividends", Self::Dividends),
        ("economy", Self::Economy),
        ("icos", Self::Icos),
    ];

    /// The market topic that the events depend on.
    fn topic(self) -> Topic {
        match self {
            Self::Earnings => Topic::Earnings,
            Self::Dividends => Topic::Dividends,
            Self::Economy => Topic::Economy,
            Self::Icos => Topic::Icos,
        }
    }

    /// Parses the requested kinds. Default: all but ICOs, which belong to no ticker.
    fn asked(request: &ApiRequest) -> Result<Vec<Self>> {
        let Some(words) = request.query("kinds") else {
            return Ok(vec![Self::Earnings, Self::Dividends, Self::Economy]);
        };
        let one = |word: &str| {
            let known = Self::ALL.iter().find(|(name, _)| *name == word);
            known.map(|(_, kind)| *kind).ok_or_else(|| {
                ApiError::bad_request(format!(
                    "Invalid kind '{word}'; expected one of: earnings, dividends, economy, icos."
                ))
            })
        };
        words.split(',').map(str::trim).map(one).collect()
    }
}

/// Returns an iCalendar feed that other programs subscribe to: earnings and dividends since three months ago, and economic events. For
/// the tickers of all lists, or for the selected ones.
#[utoipa::path(get, path = "/calendar.ics", params(
        ("symbols" = Option<String>, Query, pattern = "<symbols>", example = "AAPL,KO",
            description = "Only these tickers, separated by commas; 50 at most"),
        ("list" = Option<u32>, Query, description = "Number of a list: only its tickers"),
        ("kinds" = Option<String>, Query,
            pattern = "^(earnings|dividends|economy|icos)(,(earnings|dividends|economy|icos))*$", example = "earnings,dividends",
            description = "Kinds of events: earnings, dividends, economy, icos; default: all but icos")),
    responses((status = 200, description = "The calendar (RFC 5545).", body = String, content_type = "text/calendar"),
        (status = 404, description = "There is no such watchlist, or none of the symbols is known.", body = String)))]
pub(crate) async fn calendar(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let kinds = Kind::asked(request)?;
    let chosen = Selection::read(state, request).await?;
    let tickers = chosen.tickers();
    let topics: Vec<Topic> = kinds.iter().map(|kind| kind.topic()).collect();
    let version = CacheVersion::of(&state.market, &topics, state.now()).exactly();
    // URLs in a calendar must be absolute.
    let base = state.settings.absolute_base_url(&request.server_url);
    let key = format!("calendar/{base:?}/{kinds:?}/{:?}/{tickers:?}", chosen.list);
    let collect = |market: &MarketState, now| {
        let mut events = events(market, &tickers, &kinds, now);
        for event in &mut events {
            let page = event.link.take();
            event.link = base
                .as_ref()
                .zip(page)
                .map(|(base, page)| format!("{base}{page}"));
        }
        (events, now)
    };
    let name = match &chosen.list {
        Some(list) => format!("Marketdeck: {list}"),
        None => "Marketdeck".to_owned(),
    };
    let write = move |(events, now): (Vec<Event>, Timestamp)| {
        let text = ics::calendar(&name, &events, now);
        let kind = HeaderValue::from_static("text/calendar; charset=utf-8");
        Ok(CachedBody::new(Bytes::from(text)).with(CONTENT_TYPE, kind))
    };
    let body = state.cached_as(&key, &version, collect, write).await?;
    Ok(body.to(&request.headers))
}

/// The events of these kinds and tickers, by date.
fn events(
    market: &MarketState,
    tickers: &[TickerId],
    kinds: &[Kind],
    now: Timestamp,
) -> Vec<Event> {
    let listings: Vec<&Listing> = tickers.iter().filter_map(|id| market.get(*id)).collect();
    let mut events = Vec::new();
    for kind in kinds {
        match kind {
            Kind::Earnings => events.extend(earnings(market, &listings)),
            Kind::Dividends => events.extend(dividends(market, &listings)),
            Kind::Economy => events.extend(market.economy.iter().map(of_economy)),
            Kind::Icos => events.extend(market.icos.iter().flat_map(of_ico)),
        }
    }
    let since = exchange_date(Calendar::NewYork, now).saturating_sub(MONTHS_BACK.months());
    events.retain(|event| day(event.when) >= since);
    events.sort_by_cached_key(|event| (day(event.when), event.title.clone()));
    events
}

/// The date of an event; in UTC if it has a time.
fn day(when: When) -> Date {
    match when {
        When::Day(day) => day,
        When::Moment(at) => at.to_zoned(TimeZone::UTC).date(),
    }
}

/// Path of a ticker's page, relative to the base path.
fn page(listing: &Listing) -> String {
    format!("ticker-by-id/{}", listing.ticker.id)
}

/// `Apple Inc. (AAPL)`.
fn called(profile: &Profile) -> String {
    format!("{} ({})", profile.name, profile.symbol)
}

fn earnings<'a>(
    market: &'a MarketState,
    listings: &'a [&Listing],
) -> impl Iterator<Item = Event> + 'a {
    let by_symbol: HashMap<&str, &Listing> = listings
        .iter()
        .map(|listing| (&*listing.ticker.profile.symbol, *listing))
        .collect();
    let reports = market.earnings.iter();
    reports.filter_map(move |event| {
        let listing = by_symbol.get(&*event.symbol)?;
        Some(report(event, listing))
    })
}

fn report(event: &EarningsEvent, listing: &Listing) -> Event {
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
        title: format!("{} reports earnings", called(profile)),
        text: sentences([time, expected, actual, unconfirmed]),
        category: "Earnings",
        link: Some(page(listing)),
        is_tentative: event.is_estimate,
    }
}

fn dividends<'a>(
    market: &'a MarketState,
    listings: &'a [&Listing],
) -> impl Iterator<Item = Event> + 'a {
    listings.iter().flat_map(|listing| {
        let of = market.dividends.get(&listing.ticker.id);
        of.into_iter()
            .flat_map(|dividends| dividends.iter())
            .map(|dividend| ex_date(dividend, listing))
    })
}

fn ex_date(dividend: &Dividend, listing: &Listing) -> Event {
    let profile = &listing.ticker.profile;
    let (word, id) = match dividend.kind {
        DividendKind::Regular => ("dividend", "dividend"),
        DividendKind::Special => ("special dividend", "special"),
        DividendKind::CapitalGain => ("capital gain", "gain"),
    };
    let projected = dividend.is_projected;
    let projected =
        projected.then(|| "Projected from earlier payments; not announced yet.".to_owned());
    let amount = format!(
        "{} {} per share. Buyers on or after this date do not receive it.",
        dividend.amount,
        dividend.currency.unwrap_or(profile.currency)
    );
    Event {
        uid: format!(
            "{id}-{}-{}@marketdeck.internal",
            profile.symbol, dividend.ex_date
        ),
        when: When::Day(dividend.ex_date),
        title: format!("{}: ex-date of a {word}", called(profile)),
        text: sentences([Some(amount), projected]),
        category: "Dividends",
        link: Some(page(listing)),
        is_tentative: dividend.is_projected,
    }
}

fn of_economy(event: &EconomicEvent) -> Event {
    let period = (!event.period.is_empty()).then(|| format!(", {}", event.period));
    let agency = (!event.agency.is_empty()).then(|| format!("{}.", event.agency));
    // The uid does not contain the date, so that a rescheduled event keeps its uid (see `domain::economy`).
    let name = format!("{} {}", event.name, event.period).to_lowercase();
    let name: String = name
        .chars()
        .map(|letter| {
            if letter.is_ascii_alphanumeric() {
                letter
            } else {
                '-'
            }
        })
        .collect();
    let day = if event.period.is_empty() {
        event.date.to_string()
    } else {
        String::new()
    };
    Event {
        uid: format!("economy-{name}{day}@marketdeck.internal"),
        when: event.at.map_or(When::Day(event.date), When::Moment),
        title: format!("{}{}", event.name, period.unwrap_or_default()),
        text: sentences([agency]),
        category: "Economy",
        link: Some("economic-calendar".to_owned()),
        is_tentative: false,
    }
}

fn of_ico(ico: &Ico) -> impl Iterator<Item = Event> + '_ {
    [("opens", ico.start_date), ("closes", ico.end_date)]
        .into_iter()
        .map(|(word, at)| Event {
            uid: format!("ico-{}-{word}@marketdeck.internal", ico.symbol),
            when: When::Moment(at),
            title: format!("{} ({}) {word}", ico.name, ico.symbol),
            text: ico.description.clone(),
            category: "ICOs",
            link: Some("ico-calendar".to_owned()),
            is_tentative: false,
        })
}

fn sentences<const N: usize>(all: [Option<String>; N]) -> String {
    all.into_iter().flatten().collect::<Vec<_>>().join(" ")
}
