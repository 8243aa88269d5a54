//! What a message's figures are worth: decimal numbers in whole units, with a date.

use jiff::Timestamp;

use super::wire::{Hours, Pricing};
use crate::{
    domain::{
        currency::PriceUnit,
        price::in_whole_units,
        quote::{Doubt, ExtendedUpdate, QuoteUpdate, RefusedPrice},
        session::{Calendar, Phase, exchange_date},
        ticker::TickerKind,
    },
    providers::core::stream::{Event, Target},
};

/// A price and the known one differ by less than this factor where both are in the same unit.
const SAME_UNIT: f64 = 5.0;

/// The last prices of a session are made in its closing auction, and reported within so many seconds.
const CLOSING_PRINTS: i64 = 30 * 60;
/// Clocks differ by so many seconds.
const CLOCKS_DIFFER: i64 = 5;

/// What `pricing` says of `target`, whose price in whole units is `known`: a price, or why it cannot be one; `None` where it
/// says none.
pub(super) fn event(pricing: &Pricing, target: &Target, known: Option<f64>) -> Option<Event> {
    let digits = pricing.price_hint;
    let exact = decimal(pricing.price?, None)?;
    let as_of = Timestamp::from_millisecond(pricing.time?).ok()?;
    let refused = |doubt| {
        let symbol = target.symbol.clone();
        Some(Event::Refused(RefusedPrice {
            symbol,
            as_of,
            doubt,
        }))
    };
    if !target.kind.can_cost(exact) {
        return refused(Doubt::Impossible(exact));
    }
    let raw = rounded(exact, digits);
    let Some(parts) = parts(pricing, target, raw, known) else {
        return refused(Doubt::OtherUnit(raw));
    };
    let whole = |value: f64| in_whole_units(value, parts);
    let price = whole(raw);
    let is_coin = target.kind == TickerKind::Crypto;
    let Some(made_in) = made_in(pricing.hours, target, as_of) else {
        return refused(Doubt::OutsideSession(as_of));
    };
    if let MadeIn::Extended(session) = made_in {
        let change = pricing
            .change_percent
            .and_then(|change| decimal(change, None));
        return Some(Event::Extended(ExtendedUpdate {
            symbol: target.symbol.clone(),
            price,
            change,
            session,
            as_of,
        }));
    }
    let told = |value: Option<f32>| {
        let value = decimal(value?, digits).filter(|value| target.kind.can_cost(*value))?;
        Some(whole(value))
    };
    let volume = if is_coin {
        pricing.volume_24h
    } else {
        pricing.day_volume
    };
    Some(Event::Quote(QuoteUpdate {
        symbol: target.symbol.clone(),
        price,
        as_of,
        // A coin has no sessions, and its change is none of 24 hours.
        previous_close: previous_close(pricing, target.kind, exact)
            .filter(|_| !is_coin)
            .map(whole),
        market_cap: pricing.market_cap.filter(|cap| *cap > 0.0 && parts <= 1.0),
        volume_24h: volume
            .filter(|volume| *volume > 0)
            .map(|volume| volume as f64),
        day_high: told(pricing.day_high),
        day_low: told(pricing.day_low),
        ..QuoteUpdate::default()
    }))
}

/// In which hours a price was made.
enum MadeIn {
    Regular,
    Extended(Phase),
}

/// In which hours a price of `as_of` was made, by the source's flag and by the exchange's hours; `None` for a regular price of
/// a time at which the exchange makes none. Whether there is trading outside of its session is judged with all other prices
/// of such hours.
fn made_in(flag: Hours, target: &Target, as_of: Timestamp) -> Option<MadeIn> {
    let phase = target.calendar.phase(as_of);
    match (flag, phase) {
        _ if target.kind == TickerKind::Crypto => Some(MadeIn::Regular),
        (Hours::Regular, _) => can_be_regular(target, as_of).then_some(MadeIn::Regular),
        (Hours::Pre, _) => Some(MadeIn::Extended(Phase::Pre)),
        (Hours::Post, _) => Some(MadeIn::Extended(Phase::Post)),
        (Hours::Extended, Phase::Pre | Phase::Post) => Some(MadeIn::Extended(phase)),
        (Hours::Extended, Phase::Regular | Phase::Always) => Some(MadeIn::Regular),
        (Hours::Overnight | Hours::Extended | Hours::Other, _) => {
            Some(MadeIn::Extended(Phase::Overnight))
        }
    }
}

/// Returns false for a moment at which the exchange makes no regular price. The hours of shares and funds in New York are
/// certain; of everything else, the day is.
fn can_be_regular(target: &Target, as_of: Timestamp) -> bool {
    let calendar = target.calendar;
    if calendar.phase(as_of) == Phase::Regular {
        return true;
    }
    let has_certain_hours =
        calendar == Calendar::NewYork && matches!(target.kind, TickerKind::Stock | TickerKind::Etf);
    if !has_certain_hours {
        return calendar
            .session_on(exchange_date(calendar, as_of))
            .is_some();
    }
    let second = as_of.as_second();
    let after = second - calendar.session_at_or_before(as_of).close;
    let before = calendar.next_session(as_of).open - second;
    (0..=CLOSING_PRINTS).contains(&after) || before <= CLOCKS_DIFFER
}

/// The close of the session before: told, or worked back from the change.
fn previous_close(pricing: &Pricing, kind: TickerKind, price: f64) -> Option<f64> {
    let digits = pricing.price_hint;
    let told = pricing
        .previous_close
        .and_then(|close| decimal(close, digits));
    let by_change = || {
        let change = decimal(pricing.change?, None)?;
        Some(rounded(price - change, digits))
    };
    let by_percent = || {
        let percent = decimal(pricing.change_percent?, None)?;
        (percent > -100.0).then(|| rounded(price / (1.0 + percent / 100.0), digits))
    };
    told.filter(|close| kind.can_cost(*close))
        .or_else(by_change)
        .or_else(by_percent)
        .filter(|close| kind.can_cost(*close))
}

/// Into how many parts the unit of `price` divides a whole one: most messages do not name their
/// currency, and London quotes pence, Chicago cents. `None` where that cannot be known, or where
/// the currency is not the ticker's.
fn parts(pricing: &Pricing, target: &Target, price: f64, known: Option<f64>) -> Option<f64> {
    if let Some(currency) = &pricing.currency {
        let quoted = PriceUnit::parse(currency)?;
        let is_its_own = quoted.currency == target.currency || target.kind == TickerKind::Index;
        return is_its_own.then_some(quoted.parts);
    }
    if matches!(target.kind, TickerKind::Crypto | TickerKind::Index) {
        return Some(1.0);
    }
    let is_in_whole_units = !target.name.contains(['.', '=']);
    let Some(known) = known.filter(|_| !is_in_whole_units) else {
        return is_in_whole_units.then_some(1.0);
    };
    let is_near = |factor: &f64| {
        let ratio = price / factor / known;
        (1.0 / SAME_UNIT..=SAME_UNIT).contains(&ratio)
    };
    [1.0, 100.0].into_iter().find(is_near)
}

/// The decimal number that was meant by one of single precision: 305.76 arrives as
/// 305.760009765625. No more digits after the point than the source says there are.
pub(super) fn decimal(value: f32, digits: Option<usize>) -> Option<f64> {
    // The shortest number that is read as the same one again.
    let shortest: f64 = value.to_string().parse().ok()?;
    Some(rounded(shortest, digits))
}

/// Rounding to the told digits may move a figure by this share of it; a digit too few would move it by more.
const ROUNDING: f64 = 1e-4;

/// Rounded to so many digits, unless that makes it another figure.
fn rounded(value: f64, digits: Option<usize>) -> f64 {
    let Some(digits) = digits else { return value };
    let rounded = format!("{value:.digits$}").parse().unwrap_or(value);
    if (rounded - value).abs() > value.abs() * ROUNDING {
        value
    } else {
        rounded
    }
}
