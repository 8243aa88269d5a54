//! Converts a message to a price in currency units, with its time.

use jiff::Timestamp;

use super::wire::{Hours, Pricing};
use crate::{
    domain::{
        currency::PriceUnit,
        price::in_whole_units,
        quote::{Doubt, ExtendedUpdate, QuoteUpdate, RejectedPrice},
        session::{Calendar, Phase, exchange_date},
        ticker::TickerKind,
    },
    providers::core::stream::{Event, Target},
};

/// Maximum ratio of a price to the stored price for the two to count as the same unit.
const MAX_SAME_UNIT_RATIO: f64 = 5.0;

/// Seconds after the close within which prices of the closing auction are reported.
const CLOSING_AUCTION_SECONDS: i64 = 30 * 60;
/// Tolerance for clock differences, in seconds.
const MAX_CLOCK_DIFFERENCE: i64 = 5;

/// Converts a message about `target` to a price, or to a rejected price with the reason; `None` if the message has no price.
/// `stored_price` is the known price of the ticker, which shows the unit.
pub(super) fn event(
    pricing: &Pricing,
    target: &Target,
    stored_price: Option<f64>,
) -> Option<Event> {
    let digits = pricing.price_hint;
    let exact = decimal(pricing.price?, None)?;
    let as_of = Timestamp::from_millisecond(pricing.time?).ok()?;
    let reject = |doubt| {
        let symbol = target.symbol.clone();
        Some(Event::RejectedPrice(RejectedPrice {
            symbol,
            as_of,
            doubt,
        }))
    };
    if !target.kind.allows_price(exact) {
        return reject(Doubt::Impossible(exact));
    }
    let raw = rounded(exact, digits);
    let Some(parts) = parts(pricing, target, raw, stored_price) else {
        return reject(Doubt::OtherUnit(raw));
    };
    let whole = |value: f64| in_whole_units(value, parts);
    let price = whole(raw);
    let is_coin = target.kind == TickerKind::Crypto;
    let Some(price_session) = price_session(pricing.hours, target, as_of) else {
        return reject(Doubt::OutsideSession(as_of));
    };
    if let PriceSession::Extended(session) = price_session {
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
    let stated = |value: Option<f32>| {
        let value = decimal(value?, digits).filter(|value| target.kind.allows_price(*value))?;
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
        // A coin has no sessions, and its change is not over 24 hours.
        previous_close: previous_close(pricing, target.kind, exact)
            .filter(|_| !is_coin)
            .map(whole),
        market_cap: pricing.market_cap.filter(|cap| *cap > 0.0 && parts <= 1.0),
        volume_24h: volume
            .filter(|volume| *volume > 0)
            .map(|volume| volume as f64),
        day_high: stated(pricing.day_high),
        day_low: stated(pricing.day_low),
        ..QuoteUpdate::default()
    }))
}

/// The session of a price.
enum PriceSession {
    Regular,
    Extended(Phase),
}

/// Returns the session of a price at `as_of`, from the source's flag and the exchange's hours; `None` for a regular
/// price at a time without regular trading. Does not check whether there is extended-hours trading at `as_of`; see
/// `quote::check_extended_price`.
fn price_session(flag: Hours, target: &Target, as_of: Timestamp) -> Option<PriceSession> {
    let phase = target.calendar.phase(as_of);
    match (flag, phase) {
        _ if target.kind == TickerKind::Crypto => Some(PriceSession::Regular),
        (Hours::Regular, _) => can_be_regular(target, as_of).then_some(PriceSession::Regular),
        (Hours::Pre, _) => Some(PriceSession::Extended(Phase::Pre)),
        (Hours::Post, _) => Some(PriceSession::Extended(Phase::Post)),
        (Hours::Extended, Phase::Pre | Phase::Post) => Some(PriceSession::Extended(phase)),
        (Hours::Extended, Phase::Regular | Phase::Always) => Some(PriceSession::Regular),
        (Hours::Overnight | Hours::Extended | Hours::Other, _) => {
            Some(PriceSession::Extended(Phase::Overnight))
        }
    }
}

/// Returns true if a price at `as_of` can be from regular trading. For US stocks and ETFs, `as_of` must be within the trading
/// hours. For all other tickers, whose hours vary, it only has to be on a trading day.
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
    (0..=CLOSING_AUCTION_SECONDS).contains(&after) || before <= MAX_CLOCK_DIFFERENCE
}

/// Returns the previous close: as stated, or computed from the change.
fn previous_close(pricing: &Pricing, kind: TickerKind, price: f64) -> Option<f64> {
    let digits = pricing.price_hint;
    let stated = pricing
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
    stated
        .filter(|close| kind.allows_price(*close))
        .or_else(by_change)
        .or_else(by_percent)
        .filter(|close| kind.allows_price(*close))
}

/// Returns the number of quoted units per currency unit: 100 for pence in London and cents in Chicago. Most messages do not
/// contain the currency; the stored price then shows the unit. `None` if the unit is unknown, or the currency is not the ticker's.
fn parts(pricing: &Pricing, target: &Target, price: f64, stored_price: Option<f64>) -> Option<f64> {
    if let Some(currency) = &pricing.currency {
        let quoted = PriceUnit::parse(currency)?;
        let is_same_currency =
            quoted.currency == target.currency || target.kind == TickerKind::Index;
        return is_same_currency.then_some(quoted.parts);
    }
    if matches!(target.kind, TickerKind::Crypto | TickerKind::Index) {
        return Some(1.0);
    }
    let is_in_whole_units = !target.name.contains(['.', '=']);
    let Some(stored_price) = stored_price.filter(|_| !is_in_whole_units) else {
        return is_in_whole_units.then_some(1.0);
    };
    let is_near = |factor: &f64| {
        let ratio = price / factor / stored_price;
        (1.0 / MAX_SAME_UNIT_RATIO..=MAX_SAME_UNIT_RATIO).contains(&ratio)
    };
    [1.0, 100.0].into_iter().find(is_near)
}

/// Converts a single-precision number to the decimal that the source meant: 305.76 arrives as
/// 305.760009765625. Rounds to `digits`, if given.
pub(super) fn decimal(value: f32, digits: Option<usize>) -> Option<f64> {
    // The shortest decimal with the same f32 value.
    let shortest: f64 = value.to_string().parse().ok()?;
    Some(rounded(shortest, digits))
}

/// Maximum relative change by rounding; too few digits would change the number more.
const MAX_ROUNDING_CHANGE: f64 = 1e-4;

/// Rounds to `digits`, unless that changes the number too much.
fn rounded(value: f64, digits: Option<usize>) -> f64 {
    let Some(digits) = digits else { return value };
    let rounded = format!("{value:.digits$}").parse().unwrap_or(value);
    if (rounded - value).abs() > value.abs() * MAX_ROUNDING_CHANGE {
        value
    } else {
        rounded
    }
}
