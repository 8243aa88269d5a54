//! JSON of Deutsche Börse's quotes, bars and search, as served in 2026. Bars have the format of `TradingView`'s data feed: a list for each
//! of time, open, high, low, close and volume.

use jiff::Timestamp;
use serde::Deserialize;

use crate::{
    domain::{
        bar::Bar,
        currency::Currency,
        identity::Isin,
        quotation::Quotation,
        quote::QuoteUpdate,
        session::{Calendar, exchange_date},
        ticker::TickerKind,
    },
    providers::core::{
        bars::{day_start, sorted},
        lenient::{self, Moment, Number, Text, or_default},
    },
    source::{SourceError, TickerInfo},
};

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct PriceInformation {
    isin: Text,
    last_price: Number,
    timestamp_last_price: Moment,
    day_high: Number,
    day_low: Number,
    closing_price_prev_trading_day: Number,
    turnover_in_pieces: Number,
    #[serde(deserialize_with = "or_default")]
    traded_in_percent: Option<bool>,
    #[serde(deserialize_with = "or_default")]
    currency: CurrencyInformation,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct CurrencyInformation {
    original_value: Text,
}

/// Reads the quote of `ticker`, which has an ISIN.
///
/// # Errors
/// If the response is about another instrument, is in another unit or currency, or has no price with a time.
pub(super) fn quote(ticker: &TickerInfo, body: &[u8]) -> Result<QuoteUpdate, SourceError> {
    let information: PriceInformation = lenient::json(body)?;
    let wrong = |text: String| {
        Err(SourceError::InvalidResponse(format!(
            "{}: {text}",
            ticker.symbol
        )))
    };
    let other_isin = information.isin.as_deref().filter(|isin| {
        let wanted = ticker.isin.as_ref();
        wanted.is_some_and(|wanted| wanted.as_str() != *isin)
    });
    if let Some(isin) = other_isin {
        return wrong(format!("got the price of {isin}"));
    }
    match (information.traded_in_percent, ticker.quotation) {
        (Some(true), Quotation::Currency) => {
            return wrong("the price is in percent, not in money".to_owned());
        }
        (Some(false), Quotation::Percent) => {
            return wrong("the price is in money, not in percent".to_owned());
        }
        _ => {}
    }
    // A price in percent is the same in all currencies: the bond may be settled in another one than that of its nominal value.
    let is_money = ticker.quotation.is_currency();
    let currency = information.currency.original_value.as_deref();
    if let Some(currency) = currency.filter(|code| is_money && *code != ticker.currency.as_str()) {
        return wrong(format!(
            "the price is in {currency}, not in {}",
            ticker.currency
        ));
    }
    let price = information.last_price.positive();
    let Some((price, as_of)) = price.zip(information.timestamp_last_price.0) else {
        return wrong("no price with a time".to_owned());
    };
    // After the close, the field may contain the close of the same day.
    let is_in_session = ticker
        .calendar
        .session_on_date_at(as_of.as_second())
        .is_some_and(|session| (session.open..=session.close).contains(&as_of.as_second()));
    let previous_close = information.closing_price_prev_trading_day.positive();
    Ok(QuoteUpdate {
        symbol: ticker.symbol.clone(),
        price,
        as_of,
        previous_close: previous_close.filter(|_| is_in_session),
        day_high: information.day_high.positive(),
        day_low: information.day_low.positive(),
        volume_24h: information.turnover_in_pieces.positive(),
        ..QuoteUpdate::default()
    })
}

/// Returns the currency of a quote.
pub(super) fn currency(body: &[u8]) -> Option<Currency> {
    let information: PriceInformation = lenient::json(body).ok()?;
    Currency::parse(information.currency.original_value.as_deref()?)
}

/// Returns the unit of a quote; `None` if it is not in the response.
pub(super) fn quotation(body: &[u8]) -> Option<Quotation> {
    let information: PriceInformation = lenient::json(body).ok()?;
    Some(if information.traded_in_percent? {
        Quotation::Percent
    } else {
        Quotation::Currency
    })
}

/// The nominal value of a bond.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct NominalValue {
    isin: Text,
    issue_currency: Text,
    minimum_investment_amount: Number,
}

impl NominalValue {
    /// Reads the master data of a bond.
    ///
    /// # Errors
    /// If the response is about another bond.
    pub(super) fn read(isin: Isin, body: &[u8]) -> Result<Self, SourceError> {
        let value: Self = lenient::json(body)?;
        match value.isin.as_deref() {
            Some(other) if other != isin.as_str() => Err(SourceError::InvalidResponse(format!(
                "{isin}: got the master data of {other}"
            ))),
            _ => Ok(value),
        }
    }

    /// Returns the currency.
    pub(super) fn currency(&self) -> Option<Currency> {
        Currency::parse(self.issue_currency.as_deref()?)
    }

    /// Returns the smallest nominal value that can be traded.
    pub(super) fn smallest(&self) -> Option<f64> {
        self.minimum_investment_amount.positive()
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct History {
    /// `ok` or `no_data`.
    s: Text,
    errmsg: Text,
    #[serde(deserialize_with = "or_default")]
    t: Vec<Number>,
    #[serde(deserialize_with = "or_default")]
    o: Vec<Number>,
    #[serde(deserialize_with = "or_default")]
    h: Vec<Number>,
    #[serde(deserialize_with = "or_default")]
    l: Vec<Number>,
    #[serde(deserialize_with = "or_default")]
    c: Vec<Number>,
    #[serde(deserialize_with = "or_default")]
    v: Vec<Number>,
}

/// Reads daily bars, ascending; `None` if there are none. A bar starts at midnight UTC of its date at the exchange.
pub(super) fn daily_bars(body: &[u8], calendar: Calendar) -> Result<Option<Vec<Bar>>, SourceError> {
    let history: History = lenient::json(body)?;
    match history.s.as_deref() {
        Some("ok") => {}
        Some("no_data") => return Ok(None),
        _ => {
            let reason = history.errmsg.as_deref().unwrap_or("bars without a status");
            return Err(SourceError::InvalidResponse(reason.to_owned()));
        }
    }
    let bar = |at: usize| {
        let number = |list: &[Number]| list.get(at).and_then(|number| number.positive());
        let time = Timestamp::from_second(history.t.get(at)?.seconds()?).ok()?;
        Some(Bar {
            start: day_start(exchange_date(calendar, time)),
            open: number(&history.o)?,
            high: number(&history.h)?,
            low: number(&history.l)?,
            close: number(&history.c)?,
            volume: number(&history.v).unwrap_or(Bar::UNKNOWN_VOLUME),
        })
    };
    let bars = sorted((0..history.t.len()).filter_map(bar));
    Ok((!bars.is_empty()).then_some(bars))
}

/// A result of the search.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Hit {
    /// `XETR:DE0007164600`.
    symbol: Text,
    #[serde(rename = "type")]
    kind: Text,
}

impl Hit {
    /// Returns the market identifier code and the ISIN.
    pub(super) fn instrument(&self) -> Option<(&str, &str)> {
        self.symbol.as_deref()?.split_once(':')
    }

    /// Returns the kind; `None` for indices, certificates and other instruments.
    pub(super) fn kind(&self) -> Option<TickerKind> {
        match self.kind.as_deref()? {
            "Aktie" => Some(TickerKind::Stock),
            "ETP" => Some(TickerKind::Etf),
            "Fonds" => Some(TickerKind::Fund),
            "Anleihe" => Some(TickerKind::Bond),
            _ => None,
        }
    }
}

/// Reads the results of the search.
pub(super) fn hits(body: &[u8]) -> Result<Vec<Hit>, SourceError> {
    #[derive(Deserialize)]
    struct Hits(#[serde(deserialize_with = "lenient::valid_items")] Vec<Hit>);
    lenient::json(body).map(|Hits(hits)| hits)
}

/// Details of an instrument.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Details {
    /// The code at the exchange, `SAP`.
    name: Text,
    description: Text,
    currency_code: Text,
}

impl Details {
    /// Returns true if this is the code at the exchange.
    pub(super) fn has_code(&self, code: &str) -> bool {
        self.name.as_deref() == Some(code)
    }

    /// Returns the code at the exchange.
    pub(super) fn code(&self) -> Option<&str> {
        let is_code_char = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit();
        let is_code = |code: &&str| !code.is_empty() && code.chars().all(is_code_char);
        self.name.as_deref().map(str::trim).filter(is_code)
    }

    /// Returns the name of the company or fund.
    pub(super) fn description(&self) -> Option<&str> {
        self.description.as_deref().map(str::trim)
    }

    /// Returns the currency.
    pub(super) fn currency(&self) -> Option<Currency> {
        Currency::parse(self.currency_code.as_deref()?)
    }
}

/// Reads the details of an instrument.
pub(super) fn details(body: &[u8]) -> Result<Details, SourceError> {
    lenient::json(body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        providers::deutsche_boerse::markets::{bond, sap},
        testing::fuzz::fuzz,
    };

    const QUOTE: &str = r#"{"isin":"DE0007164600","mic":"XETR","lastPrice":231.45,"timestampLastPrice":"2026-11-20T17:20:00+01:00",
        "dayHigh":233.1,"dayLow":229.95,"closingPricePrevTradingDay":230.05,"turnoverInPieces":1204567,"tradedInPercent":false,
        "currency":{"originalValue":"EUR","translations":{"en":"Euro"}}}"#;
    const HISTORY: &str = r#"{"s":"ok","t":[1795042800,1795129200,1795132800],"o":[229.1,231,1],"h":[231.2,233.1,1],
        "l":[228.7,229.95,1],"c":[230.05,231.45,1],"v":[1500000,1204567,1]}"#;

    #[test]
    fn a_quote_is_read_with_its_time_and_previous_close() {
        let quote = quote(&sap(), QUOTE.as_bytes()).unwrap();
        assert_eq!((&*quote.symbol, quote.price), ("SAP.DE", 231.45));
        assert_eq!(quote.as_of.to_string(), "2026-11-20T16:20:00Z");
        assert_eq!(quote.previous_close, Some(230.05));
        assert_eq!((quote.day_high, quote.day_low), (Some(233.1), Some(229.95)));
        assert_eq!(quote.volume_24h, Some(1_204_567.0));
    }

    #[test]
    fn after_the_close_the_previous_close_is_unknown() {
        let body = QUOTE.replace("T17:20", "T18:39");
        let quote = quote(&sap(), body.as_bytes()).unwrap();
        assert_eq!((quote.price, quote.previous_close), (231.45, None));
    }

    #[test]
    fn a_price_of_another_instrument_in_another_unit_or_without_a_time_is_an_error() {
        for (from, to, message) in [
            ("DE0007164600", "DE0007236101", "the price of DE0007236101"),
            ("Percent\":false", "Percent\":true", "in percent"),
            ("\"EUR\"", "\"USD\"", "in USD, not in EUR"),
            ("231.45", "null", "no price with a time"),
            ("2026-11-20T17:20:00+01:00", "soon", "no price with a time"),
        ] {
            let error = quote(&sap(), QUOTE.replace(from, to).as_bytes()).unwrap_err();
            assert!(error.to_string().contains(message), "{error}");
        }
    }

    const BOND_QUOTE: &str = r#"{"isin":"DE0001102580","mic":"XFRA","lastPrice":98.45,"timestampLastPrice":"2026-11-20T16:20:00+01:00",
        "dayHigh":98.6,"dayLow":98.31,"closingPricePrevTradingDay":98.2,"turnoverInPieces":250000,"tradedInPercent":true,"nominal":true,
        "currency":{"originalValue":"EUR","translations":{"others":"Euro"}}}"#;
    const MASTER_DATA: &str = r#"{"isin":"DE0001102580","issuer":"Bundesrepublik Deutschland","issueCurrency":"EUR",
        "minimumInvestmentAmount":0.01,"cupon":0,"maturity":"2032-02-15","flatNotation":false}"#;

    #[test]
    fn a_bonds_price_is_in_percent_whatever_currency_it_is_settled_in() {
        for body in [BOND_QUOTE.to_owned(), BOND_QUOTE.replace("EUR", "USD")] {
            assert_eq!(quotation(body.as_bytes()), Some(Quotation::Percent));
            let quote = quote(&bond(), body.as_bytes()).unwrap();
            assert_eq!((&*quote.symbol, quote.price), ("DE0001102580.F", 98.45));
            assert_eq!(quote.previous_close, Some(98.2));
            assert_eq!((quote.day_high, quote.day_low), (Some(98.6), Some(98.31)));
            assert_eq!(quote.volume_24h, Some(250_000.0));
            assert_eq!(quote.market_cap, None);
        }
        let in_money = BOND_QUOTE.replace("Percent\":true", "Percent\":false");
        let error = quote(&bond(), in_money.as_bytes()).unwrap_err();
        assert!(error.to_string().contains("not in percent"), "{error}");
        // The unit of a followed bond is known.
        let without_unit = BOND_QUOTE.replace("\"tradedInPercent\":true,", "");
        assert_eq!(quotation(without_unit.as_bytes()), None);
        assert!(quote(&bond(), without_unit.as_bytes()).is_ok());
    }

    #[test]
    fn the_nominal_value_of_a_bond_is_read() {
        let isin: Isin = "DE0001102580".parse().unwrap();
        let value = NominalValue::read(isin, MASTER_DATA.as_bytes()).unwrap();
        assert_eq!(value.currency(), Currency::parse("EUR"));
        assert_eq!(value.smallest(), Some(0.01));
        let body = MASTER_DATA.replace("0.01", "\"?\"").replace("EUR", "-");
        let unknown = NominalValue::read(isin, body.as_bytes()).unwrap();
        assert_eq!((unknown.currency(), unknown.smallest()), (None, None));
        let other = MASTER_DATA.replace("1102580", "1102598");
        assert!(NominalValue::read(isin, other.as_bytes()).is_err());
    }

    #[test]
    fn an_invalid_field_affects_no_other() {
        let body = QUOTE.replace("233.1", "[]").replace("1204567", "\"many\"");
        let quote = quote(&sap(), body.as_bytes()).unwrap();
        assert_eq!((quote.day_high, quote.volume_24h), (None, None));
        assert_eq!((quote.price, quote.day_low), (231.45, Some(229.95)));
    }

    #[test]
    fn a_daily_bar_is_dated_in_the_exchanges_time_zone() {
        let bars = daily_bars(HISTORY.as_bytes(), sap().calendar)
            .unwrap()
            .unwrap();
        let dates: Vec<String> = bars
            .iter()
            .map(|bar| Timestamp::from_second(bar.start).unwrap().to_string())
            .collect();
        // Midnight in Berlin is 23:00 UTC of the day before. The third bar is of the same day as the second one.
        assert_eq!(dates, ["2026-11-19T00:00:00Z", "2026-11-20T00:00:00Z"]);
        assert_eq!((bars[1].close, bars[1].volume), (231.45, 1_204_567.0));
    }

    #[test]
    fn an_incomplete_bar_is_omitted() {
        let body = HISTORY.replace("228.7", "null").replace("1204567", "null");
        let bars = daily_bars(body.as_bytes(), sap().calendar)
            .unwrap()
            .unwrap();
        assert_eq!(bars.len(), 1);
        assert!(bars[0].volume.is_nan());
        let none = daily_bars(br#"{"s":"no_data"}"#, sap().calendar).unwrap();
        assert_eq!(none, None);
        assert!(daily_bars(b"{}", sap().calendar).is_err());
    }

    #[test]
    fn stocks_funds_and_bonds_have_a_kind() {
        let body = br#"[{"symbol":"XETR:DE0007164600","description":"SAP SE","exchange":"XETR","type":"Aktie"},
            {"symbol":"XFRA:DE0001102580","type":"Anleihe"},{"symbol":"XETR:DE0008469008","type":"Index"},null,{"symbol":5}]"#;
        let hits = hits(body).unwrap();
        assert_eq!(hits[0].instrument(), Some(("XETR", "DE0007164600")));
        assert_eq!(
            [hits[0].kind(), hits[1].kind(), hits[2].kind()],
            [Some(TickerKind::Stock), Some(TickerKind::Bond), None]
        );
        assert_eq!(hits[3].instrument(), None);
    }

    #[test]
    fn broken_responses_cause_no_panic() {
        fuzz(
            "deutsche_boerse",
            &[
                QUOTE.as_bytes(),
                HISTORY.as_bytes(),
                BOND_QUOTE.as_bytes(),
                MASTER_DATA.as_bytes(),
            ],
            |body| {
                let _ = (quote(&sap(), body), quote(&bond(), body));
                let _ = (
                    quotation(body),
                    NominalValue::read(sap().isin.unwrap(), body),
                );
                let _ = daily_bars(body, sap().calendar);
                let _ = (hits(body), details(body));
            },
        );
    }
}
