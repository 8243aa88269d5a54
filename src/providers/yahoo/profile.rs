//! Reads the properties of a ticker from a response: kind, exchange, trading hours.

use jiff::Timestamp;

use super::wire;
use crate::{
    domain::{
        currency::PriceUnit,
        quote::MAX_DECIMALS,
        session::{TradingDay, TradingHours, TradingPeriod, Zone},
        ticker::{Profile, TickerKind, Venue},
    },
    providers::core::lenient::Text,
};

/// The delay of prices in minutes by Yahoo's exchange code, as published by Yahoo.
const DELAYS: [(&[&str], u16); 2] = [
    (&["NMS", "NGM", "NCM", "NYQ", "PCX", "ASE", "BTS", "CCC"], 0),
    (&["CMX", "NYM", "CBT", "CME"], 10),
];

/// The maximum number of trading days in a response that are used. The newest ones are used.
const MAX_TRADED_DAYS: usize = 12;

/// The names of exchanges for which some responses contain only the code.
const NAMES: [(&str, &str); 6] = [
    ("GER", "XETRA"),
    ("LSE", "LSE"),
    ("JPX", "Tokyo"),
    ("NMS", "NasdaqGS"),
    ("NYQ", "NYSE"),
    ("PCX", "NYSEArca"),
];

/// Converts Yahoo's kind of instrument; `None` for a kind that cannot be followed, such as options.
pub(super) fn kind(text: &str) -> Option<TickerKind> {
    Some(match text {
        "EQUITY" => TickerKind::Stock,
        "ETF" => TickerKind::Etf,
        "MUTUALFUND" => TickerKind::Fund,
        "CRYPTOCURRENCY" => TickerKind::Crypto,
        "FUTURE" => TickerKind::Commodity,
        "INDEX" => TickerKind::Index,
        "CURRENCY" => TickerKind::Currency,
        _ => return None,
    })
}

/// Returns the number of additional decimals that a price needs in currency units compared with the quoted subunit. It is smaller for high
/// prices: the price of a stock at a hundred pounds moves in whole pence, that of a stock at ten pounds in tenths of a penny (tick sizes
/// of Commission Delegated Regulation (EU) 2017/588, which London kept).
fn subunit_decimals(parts: f64, price: Option<f64>) -> f64 {
    let unused_decimals = match price {
        Some(price) if price >= 100.0 => 2.0,
        Some(price) if price >= 10.0 => 1.0,
        _ => 0.0,
    };
    (parts.log10() - unused_decimals).max(0.0)
}

/// Converts Yahoo's symbol. The symbol of a coin in dollars has no suffix in Marketdeck.
pub(super) fn symbol(yahoo: &str, kind: TickerKind) -> String {
    let plain = yahoo
        .strip_suffix("-USD")
        .filter(|_| kind == TickerKind::Crypto);
    plain.unwrap_or(yahoo).to_owned()
}

/// Returns the profile in a response, or a message for the user with the reason why the ticker cannot be followed.
pub(super) fn profile(requested_symbol: &str, meta: &wire::Meta) -> Result<Profile, String> {
    let yahoo = meta.symbol.as_deref().unwrap_or(requested_symbol);
    let yahoo_kind = meta.instrument_type.as_deref().unwrap_or_default();
    let kind = kind(yahoo_kind).ok_or_else(|| {
        let yahoo_kind = yahoo_kind.to_lowercase();
        format!("{yahoo} cannot be followed: Yahoo calls it '{yahoo_kind}'.")
    })?;
    let unit = meta.currency.as_deref().and_then(PriceUnit::parse);
    if unit.is_none() && kind != TickerKind::Index {
        return Err(format!(
            "{yahoo} cannot be followed: Yahoo does not state its currency."
        ));
    }
    let name = [&meta.long_name, &meta.short_name]
        .into_iter()
        .find_map(Text::as_deref)
        .unwrap_or(yahoo);
    // A negative hint is invalid.
    let hint = meta.price_hint.0.filter(|hint| *hint >= 0.0);
    // A price in pounds has two more decimals than in pence.
    let parts = unit
        .filter(|_| kind != TickerKind::Index)
        .map_or(1.0, |unit| unit.parts);
    let price = meta.regular_market_price.0.map(|price| price / parts);
    let decimals = hint.unwrap_or(2.0) + subunit_decimals(parts, price);
    let mut profile = Profile {
        decimals: decimals.round().min(f64::from(MAX_DECIMALS)) as u8,
        currency: unit.map(|unit| unit.currency).unwrap_or_default(),
        ..Profile::new(symbol(yahoo, kind), name, kind)
    };
    let venue = venue(meta);
    // The trading hours in the response are for one day, which may be shorter than usual.
    let day = venue
        .period
        .and_then(|period| Timestamp::from_second(period.open).ok());
    profile.update_venue(venue, day.unwrap_or_default());
    Ok(profile)
}

/// Returns the properties of the exchange that the response contains. Responses for many symbols contain few of them.
pub(super) fn venue(meta: &wire::Meta) -> Venue {
    let code = meta.exchange_name.as_deref();
    let name = code.and_then(|code| NAMES.iter().find(|(exchange, _)| *exchange == code));
    let delay = code.and_then(|code| DELAYS.iter().find(|(codes, _)| codes.contains(&code)));
    let zone = meta.exchange_timezone_name.as_deref();
    Venue {
        exchange: meta
            .full_exchange_name
            .as_deref()
            .or(name.map(|(_, name)| *name))
            .or(code)
            .map(str::to_owned),
        time_zone: zone
            .and_then(Zone::from_name)
            .map(|zone| zone.name().to_owned()),
        delay_minutes: delay.map(|(_, minutes)| *minutes),
        hours: hours(&meta.current_trading_period),
        period: period(meta),
        trading_days: trading_days(meta),
    }
}

/// Returns the trading period of the response, which is today's or the next trading day's.
fn period(meta: &wire::Meta) -> Option<TradingPeriod> {
    const HOUR: i64 = 3_600;
    let priced_at = meta.regular_market_time.seconds();
    Some(TradingPeriod {
        open: meta.current_trading_period.regular.start.seconds()?,
        priced_at: priced_at.map(|second| second - second.rem_euclid(HOUR)),
    })
}

/// Returns the trading days within the range of the response, ascending.
fn trading_days(meta: &wire::Meta) -> Vec<TradingDay> {
    let day = |period: &wire::Period| {
        let (open, close) = span(period)?;
        let hours = TradingHours {
            open,
            close,
            pre: None,
            post: None,
        };
        let open = period.start.seconds()?;
        hours.is_valid().then_some(TradingDay { open, hours })
    };
    let mut days: Vec<TradingDay> = meta.trading_periods.regular().filter_map(day).collect();
    days.sort_by_key(|day| day.open);
    // A day with a break may be listed in two parts.
    days.dedup_by(|next, day| {
        let is_same =
            next.open - i64::from(next.hours.open) == day.open - i64::from(day.hours.open);
        if is_same {
            day.hours.close = day.hours.close.max(next.hours.close);
        }
        is_same
    });
    // For older days, the calendar is used.
    let excess = days.len().saturating_sub(MAX_TRADED_DAYS);
    days.drain(..excess);
    days
}

/// Returns the open and close of a period in seconds since midnight at the exchange.
fn span(period: &wire::Period) -> Option<(u32, u32)> {
    const DAY: i64 = 86_400;
    // A larger offset is invalid and would overflow the sum below.
    let offset = period
        .gmtoffset
        .0
        .filter(|offset| offset.abs() < DAY as f64)? as i64;
    let (start, end) = (period.start.seconds()?, period.end.seconds()?);
    let open = (start + offset).rem_euclid(DAY);
    let length = (1..=DAY).contains(&(end - start)).then_some(end - start)?;
    Some((open as u32, (open + length) as u32))
}

/// Returns the trading hours of the response's day, in the time zone of the exchange.
fn hours(periods: &wire::TradingPeriods) -> Option<TradingHours> {
    let (open, close) = span(&periods.regular)?;
    let pre = span(&periods.pre).map(|(start, _)| start);
    let post = span(&periods.post).map(|(_, end)| end);
    let hours = TradingHours {
        open,
        close,
        pre: pre.filter(|pre| *pre < open),
        post: post.filter(|post| *post > close && *post <= 86_400),
    };
    hours.is_valid().then_some(hours)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::session::Phase;

    fn meta(fields: &str) -> wire::Meta {
        serde_json::from_str(&format!("{{{fields}}}")).unwrap()
    }

    #[test]
    fn a_frankfurt_stock_is_in_euros_and_berlin_time() {
        let stock = meta(
            r#""currency":"EUR","symbol":"SAP.DE","exchangeName":"GER","instrumentType":"EQUITY","longName":"SAP SE","exchangeTimezoneName":"Europe/Berlin","priceHint":2,"currentTradingPeriod":{"pre":{"start":1795157100,"end":1795161600,"gmtoffset":3600},"regular":{"start":1795161600,"end":1795192200,"gmtoffset":3600},"post":{"start":1795192200,"end":1795202100,"gmtoffset":3600}}"#,
        );
        let profile = profile("SAP.DE", &stock).unwrap();
        assert_eq!((&*profile.symbol, &*profile.name), ("SAP.DE", "SAP SE"));
        assert_eq!(profile.kind, TickerKind::Stock);
        assert_eq!(profile.currency.as_str(), "EUR");
        assert_eq!(profile.exchange.as_deref(), Some("XETRA"));
        assert_eq!(profile.time_zone.as_deref(), Some("Europe/Berlin"));
        let hours = profile.hours.unwrap();
        assert_eq!((hours.open, hours.close), (9 * 3_600, 17 * 3_600 + 1_800));
        assert_eq!(hours.pre, Some(7 * 3_600 + 2_700));
    }

    #[test]
    fn trading_periods_show_holidays_short_days_and_breaks() {
        // Toronto, 18 to 24 December 2026: no Tuesday, a short Thursday, and a break on Wednesday.
        let day = |date: &str, open: &str, close: &str| {
            let second = |time: &str| {
                let wall: jiff::civil::DateTime = format!("{date}T{time}").parse().unwrap();
                wall.in_tz("America/Toronto")
                    .unwrap()
                    .timestamp()
                    .as_second()
            };
            format!(
                r#"{{"start":{},"end":{},"gmtoffset":-18000}}"#,
                second(open),
                second(close)
            )
        };
        let days = [
            format!("[{}]", day("2026-12-18", "09:30", "16:00")),
            format!("[{}]", day("2026-12-21", "09:30", "16:00")),
            "[null, 7]".to_owned(),
            format!(
                "[{},{}]",
                day("2026-12-23", "09:30", "12:00"),
                day("2026-12-23", "13:00", "16:00")
            ),
            format!("[{}]", day("2026-12-24", "09:30", "13:00")),
        ];
        for list in [
            format!("[{}]", days.join(",")),
            format!(r#"{{"pre":[],"regular":[{}]}}"#, days.join(",")),
        ] {
            let stock = meta(&format!(
                r#""currency":"CAD","symbol":"RY.TO","instrumentType":"EQUITY","exchangeTimezoneName":"America/Toronto","tradingPeriods":{list}"#
            ));
            let mut profile = profile("RY.TO", &stock).unwrap();
            profile.update_venue(venue(&stock), "2026-12-24T20:00:00Z".parse().unwrap());
            let session = |date: &str| {
                let session = profile.calendar().session_on(date.parse().unwrap());
                session.map(|session| (session.close - session.open) / 60)
            };
            assert_eq!(session("2026-12-21"), Some(390), "{list}");
            assert_eq!(session("2026-12-22"), None);
            assert_eq!(session("2026-12-23"), Some(390));
            assert_eq!(session("2026-12-24"), Some(210));
        }
        let invalid = meta(r#""symbol":"X","tradingPeriods":"none""#);
        assert_eq!(venue(&invalid).trading_days, []);
    }

    #[test]
    fn a_short_day_does_not_become_the_regular_hours_of_a_new_ticker() {
        let stock = meta(
            r#""currency":"CAD","symbol":"RY.TO","instrumentType":"EQUITY","exchangeTimezoneName":"America/Toronto","currentTradingPeriod":{"regular":{"start":1795444200,"end":1795456800,"gmtoffset":-18000}}"#,
        );
        let profile = profile("RY.TO", &stock).unwrap();
        let phase = |at: &str| profile.calendar().phase(at.parse().unwrap());
        // Monday 23 November 2026 until 13:00, Tuesday until 16:00.
        assert_eq!(phase("2026-11-23T18:30:00Z"), Phase::Closed);
        assert_eq!(phase("2026-11-24T18:30:00Z"), Phase::Regular);
    }

    #[test]
    fn a_stock_in_pence_has_the_decimals_of_pounds_and_an_index_is_in_points() {
        let stock = meta(
            r#""currency":"GBp","symbol":"VOD.L","instrumentType":"EQUITY","shortName":"VODAFONE","priceHint":2"#,
        );
        let stock = profile("VOD.L", &stock).unwrap();
        assert_eq!((stock.currency.as_str(), stock.decimals), ("GBP", 4));
        for (pence, decimals) in [("80.54", 4), ("999.6", 4), ("1262.5", 3), ("380000", 2)] {
            let stock = meta(&format!(
                r#""currency":"ZAc","symbol":"NPN.JO","instrumentType":"EQUITY","priceHint":2,"regularMarketPrice":{pence}"#
            ));
            assert_eq!(
                profile("NPN.JO", &stock).unwrap().decimals,
                decimals,
                "{pence}"
            );
        }
        let index = meta(r#""symbol":"^FTSE","instrumentType":"INDEX","priceHint":2"#);
        let index = profile("^FTSE", &index).unwrap();
        assert_eq!((index.decimals, &*index.name), (2, "^FTSE"));
    }

    #[test]
    fn a_price_hint_is_limited_to_the_maximum_decimals() {
        let decimals = |hint: &str| {
            let coin = meta(&format!(
                r#""currency":"USD","symbol":"NANO1-USD","instrumentType":"CRYPTOCURRENCY","priceHint":{hint}"#
            ));
            profile("NANO1-USD", &coin).unwrap().decimals
        };
        assert_eq!(decimals("10"), 10);
        assert_eq!(decimals("40"), 12);
        assert_eq!(decimals("8"), 8);
        assert_eq!(decimals("-1"), 2);
        assert_eq!(decimals("null"), 2);
    }

    #[test]
    fn a_coin_in_dollars_has_its_plain_symbol_and_an_option_cannot_be_followed() {
        assert_eq!(symbol("SHIB-USD", TickerKind::Crypto), "SHIB");
        assert_eq!(symbol("BTC-EUR", TickerKind::Crypto), "BTC-EUR");
        let option =
            meta(r#""currency":"USD","symbol":"AAPL251219C00120000","instrumentType":"OPTION""#);
        let error = profile("AAPL251219C00120000", &option).unwrap_err();
        assert!(error.contains("Yahoo calls it 'option'"), "{error}");
    }
}
