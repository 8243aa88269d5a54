//! JSON of Nasdaq's price history, dividends and calendar of splits, as served in 2026. Dates are `11/20/2026`, prices `$231.42`
//! (funds without the dollar sign), and unknown values `N/A`. Errors have the HTTP status 200 and a `status.rCode`. Prices are
//! adjusted for splits, amounts of dividends are not.

use jiff::{ToSpan as _, civil::Date, fmt::strtime};
use serde::{Deserialize, de::DeserializeOwned};

use crate::{
    domain::{bar::Bar, currency::Currency, dividend::Payment, split::Split},
    providers::{
        core::{
            bars::{day_start, sorted},
            lenient::{Text, or_default, valid_items},
        },
        nasdaq::{
            amount::{parse_count, parse_price},
            wire::data,
        },
    },
    source::SourceError,
};

/// The maximum number of days between the ex-date and the payment.
const MAX_DAYS_TO_PAYMENT: i32 = 366;

#[derive(Debug, Deserialize)]
#[serde(bound = "T: DeserializeOwned")]
struct Rows<T> {
    #[serde(default, deserialize_with = "valid_items")]
    rows: Vec<T>,
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Self { rows: Vec::new() }
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct History {
    #[serde(deserialize_with = "or_default")]
    trades_table: Rows<Day>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Day {
    date: Text,
    open: Text,
    high: Text,
    low: Text,
    close: Text,
    volume: Text,
}

/// Reads daily bars, ascending; `None` if Nasdaq does not know the symbol. A bar starts at midnight UTC of its date.
pub(super) fn daily_bars(body: &[u8]) -> Result<Option<Vec<Bar>>, SourceError> {
    let Some(history) = data::<History>(body)? else {
        return Ok(None);
    };
    let price = |text: &Text| parse_price(text.as_deref()?);
    let bar = |day: &Day| {
        Some(Bar {
            start: day_start(date(&day.date)?),
            open: price(&day.open)?,
            high: price(&day.high)?,
            low: price(&day.low)?,
            close: price(&day.close)?,
            volume: volume(&day.volume).unwrap_or(Bar::UNKNOWN_VOLUME),
        })
    };
    Ok(Some(sorted(
        history.trades_table.rows.iter().filter_map(bar),
    )))
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct DividendsData {
    #[serde(deserialize_with = "or_default")]
    dividends: Rows<DividendRow>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct DividendRow {
    ex_or_eff_date: Text,
    payment_date: Text,
    #[serde(rename = "type")]
    kind: Text,
    amount: Text,
    currency: Text,
}

/// Reads the dividends, newest first, in units after `splits`, which are the known ones that are in effect. Empty if Nasdaq has none.
///
/// Amounts never show a split: some funds pay twice as much in some quarters, and companies cut their dividends by half or more.
pub(super) fn dividends(body: &[u8], splits: &[Split]) -> Result<Vec<Payment>, SourceError> {
    let data = data::<DividendsData>(body)?.unwrap_or_default();
    let payment = |row: &DividendRow| {
        let is_cash = row.kind.as_deref().is_none_or(|kind| {
            let kind = kind.trim();
            kind.is_empty() || kind.eq_ignore_ascii_case("cash")
        });
        let currency = row.currency.as_deref().map(str::trim);
        let is_in_dollars = currency.is_none_or(|code| code.is_empty() || code == "USD");
        (is_cash && is_in_dollars).then_some(())?;
        let ex_date = date(&row.ex_or_eff_date)?;
        let later = splits.iter().filter(|split| ex_date < split.date);
        let new_units: f64 = later.map(Split::ratio).product();
        let latest = ex_date.saturating_add(MAX_DAYS_TO_PAYMENT.days());
        Some(Payment {
            ex_date,
            amount: row.amount.as_deref().and_then(parse_price)? / new_units,
            currency: Some(Currency::USD),
            price: None,
            kind: None,
            pay_date: date(&row.payment_date).filter(|day| (ex_date..=latest).contains(day)),
            is_from_file: false,
        })
    };
    let mut payments: Vec<Payment> = data.dividends.rows.iter().filter_map(payment).collect();
    payments.sort_by_key(|payment| std::cmp::Reverse(payment.ex_date));
    Ok(payments)
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct SplitRow {
    symbol: Text,
    /// `10 : 1`: new units and old units.
    ratio: Text,
    execution_date: Text,
}

/// Reads the calendar of splits: the symbol as Nasdaq writes it, and the split. Stock dividends in percent are skipped.
pub(super) fn splits(body: &[u8]) -> Result<Vec<(String, Split)>, SourceError> {
    let calendar = data::<Rows<SplitRow>>(body)?.unwrap_or_default();
    let split = |row: &SplitRow| {
        let (new, old) = row.ratio.as_deref()?.split_once(':')?;
        let units = |text: &str| text.trim().replace(',', "").parse::<f64>().ok();
        let split = Split {
            date: date(&row.execution_date)?,
            numerator: units(new)?,
            denominator: units(old)?,
        };
        let symbol = row.symbol.as_deref()?.trim().to_uppercase();
        split.is_valid().then_some((symbol, split))
    };
    Ok(calendar.rows.iter().filter_map(split).collect())
}

fn date(text: &Text) -> Option<Date> {
    let parsed = strtime::parse("%m/%d/%Y", text.as_deref()?.trim()).ok()?;
    parsed.to_date().ok()
}

fn volume(text: &Text) -> Option<f64> {
    parse_count(text.as_deref()?).filter(|volume| *volume > 0.0)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::float_cmp, reason = "values that pass through unchanged")]

    use super::*;

    fn response(data: &str) -> Vec<u8> {
        format!(
            r#"{{"data":{data},"message":null,"status":{{"rCode":200,"bCodeMessage":null,"developerMessage":null}}}}"#
        )
        .into_bytes()
    }

    #[test]
    fn daily_bars_are_read_from_prices_with_dollar_signs_and_commas() {
        let body = response(
            r#"{"symbol":"AAPL","totalRecords":3,"tradesTable":{"asOf":null,"headers":{"date":"Date"},"rows":[
            {"date":"11/19/2026","close":"$231.42","volume":"58,414,460","open":"$230.10","high":"$232.50","low":"$229.80"},
            {"date":"11/18/2026","close":"230.05","volume":"N/A","open":"229","high":"231","low":"228.5"},
            {"date":"11/17/2026","close":"N/A","volume":"1","open":"229","high":"231","low":"228.5"}, null]}}"#,
        );
        let bars = daily_bars(&body).unwrap().unwrap();
        assert_eq!(bars.len(), 2);
        assert_eq!((bars[0].close, bars[1].close), (230.05, 231.42));
        assert!(bars[0].volume.is_nan());
        assert_eq!(bars[1].volume, 58_414_460.0);
        assert_eq!(bars[1].start, day_start(Date::constant(2026, 11, 19)));
        let berkshire = response(
            r#"{"tradesTable":{"rows":[{"date":"11/19/2026","close":"$742,000.00","open":"$740,100","high":"$745,000","low":"$739,900"}]}}"#,
        );
        assert_eq!(daily_bars(&berkshire).unwrap().unwrap()[0].close, 742_000.0);
    }

    #[test]
    fn an_unknown_symbol_has_no_history_and_other_errors_are_reported() {
        let status = |code: i32| {
            format!(
                r#"{{"data":null,"message":null,"status":{{"rCode":{code},"bCodeMessage":[{{"code":1001,"errorMessage":"Symbol not exists."}}]}}}}"#
            )
        };
        assert_eq!(daily_bars(status(400).as_bytes()).unwrap(), None);
        let error = daily_bars(status(500).as_bytes()).unwrap_err().to_string();
        assert!(error.contains("Symbol not exists."), "{error}");
        assert!(daily_bars(b"{}").is_err());
        assert!(daily_bars(&response("[]")).is_err());
        assert!(daily_bars(&response("{}")).unwrap().unwrap().is_empty());
    }

    /// Payments of the given amounts, newest first, in November, August, May and February.
    fn dividends_of(amounts: &[&str], splits: &[Split]) -> Vec<f64> {
        let row = |(at, amount): (usize, &&str)| {
            format!(
                r#"{{"exOrEffDate":"{:02}/10/{}","type":"Cash","amount":"{amount}","declarationDate":"N/A","recordDate":"N/A","paymentDate":"N/A","currency":"USD"}}"#,
                11 - 3 * (at % 4),
                2026 - at / 4
            )
        };
        let rows: Vec<String> = amounts.iter().enumerate().map(row).collect();
        let body = response(&format!(
            r#"{{"dividends":{{"rows":[{}]}}}}"#,
            rows.join(",")
        ));
        let payments = dividends(&body, splits).unwrap();
        payments.iter().map(|payment| payment.amount).collect()
    }

    #[test]
    fn dividends_before_a_known_split_are_converted_to_new_units() {
        assert_eq!(
            dividends_of(&["$0.26", "$0.26", "N/A", "$0.25"], &[]).len(),
            3
        );
        let split = Split {
            date: Date::constant(2026, 3, 2),
            numerator: 4.0,
            denominator: 1.0,
        };
        let amounts = ["0.22", "0.205", "0.205", "0.82", "0.82", "0.78"];
        assert_eq!(
            dividends_of(&amounts, &[split]),
            [0.22, 0.205, 0.205, 0.205, 0.205, 0.195]
        );
    }

    #[test]
    fn seasonal_payments_and_cuts_are_no_splits() {
        for amounts in [
            // An international fund, which pays more in June and December.
            &[
                "0.21", "0.57", "0.09", "0.63", "0.24", "0.59", "0.11", "0.71",
            ][..],
            // A company that cut its dividend to a third, and one that spun off a part of its business.
            &["0.125", "0.125", "0.125", "0.365", "0.365", "0.365"],
            &["0.2775", "0.2775", "0.2775", "0.52", "0.52", "0.52"],
            &["1.3", "1.16", "1.16", "15", "1.02", "1.02", "1.02"],
        ] {
            let expected: Vec<f64> = amounts.iter().map(|text| text.parse().unwrap()).collect();
            assert_eq!(dividends_of(amounts, &[]), expected);
        }
    }

    #[test]
    fn a_pay_date_is_read_unless_it_is_unknown_or_implausible() {
        let row = |ex_date, pay_date| {
            format!(
                r#"{{"exOrEffDate":"{ex_date}","type":"Cash","amount":"$0.26","declarationDate":"10/30/2026","recordDate":"11/09/2026","paymentDate":"{pay_date}","currency":"USD"}}"#
            )
        };
        let rows = [
            row("11/09/2026", "11/12/2026"),
            row("08/10/2026", "N/A"),
            row("05/11/2026", "05/14/2016"),
        ];
        let body = response(&format!(
            r#"{{"dividends":{{"rows":[{}]}}}}"#,
            rows.join(",")
        ));
        let payments = dividends(&body, &[]).unwrap();
        let dates: Vec<_> = payments.iter().map(|payment| payment.pay_date).collect();
        assert_eq!(dates, [Some(Date::constant(2026, 11, 12)), None, None]);
    }

    #[test]
    fn no_dividends_are_an_empty_list() {
        let none = response(r#"{"dividends":{"asOf":null,"headers":null,"rows":null}}"#);
        assert!(dividends(&none, &[]).unwrap().is_empty());
        let other = response(
            r#"{"dividends":{"rows":[{"exOrEffDate":"11/10/2026","type":"Stock","amount":"$1","currency":"USD"},
                {"exOrEffDate":"11/10/2026","type":"Cash","amount":"$1","currency":"CAD"}]}}"#,
        );
        assert!(dividends(&other, &[]).unwrap().is_empty());
    }

    #[test]
    fn splits_are_read_as_new_and_old_units() {
        let body = response(
            r#"{"headers":null,"rows":[
            {"symbol":"NOW","name":"ServiceNow","ratio":"5 : 1","payableDate":"11/19/2026","executionDate":"11/20/2026","announcedDate":"10/01/2026"},
            {"symbol":"tiny","ratio":"1 : 20","executionDate":"11/23/2026"},
            {"symbol":"FUND","ratio":"5.000%","executionDate":"11/23/2026"},
            {"symbol":"SAME","ratio":"1 : 1","executionDate":"11/23/2026"}]}"#,
        );
        let splits = splits(&body).unwrap();
        let symbols: Vec<&str> = splits.iter().map(|(symbol, _)| symbol.as_str()).collect();
        assert_eq!(symbols, ["NOW", "TINY"]);
        assert_eq!(splits[0].1.ratio(), 5.0);
        assert_eq!(splits[1].1.ratio(), 0.05);
        assert_eq!(splits[0].1.date.to_string(), "2026-11-20");
    }

    #[test]
    fn broken_responses_cause_no_panic() {
        let days = response(
            r#"{"tradesTable":{"rows":[{"date":"11/19/2026","close":"$1,231.42","volume":"58,414","open":"1","high":"2","low":"1"}]}}"#,
        );
        let splits =
            response(r#"{"rows":[{"symbol":"NOW","ratio":"5 : 1","executionDate":"11/20/2026"}]}"#);
        crate::testing::fuzz::fuzz("nasdaq_history", &[&days, &splits], |body| {
            let _ = (daily_bars(body), dividends(body, &[]), super::splits(body));
        });
    }
}
