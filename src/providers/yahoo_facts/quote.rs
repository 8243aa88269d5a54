//! Parses the JSON of `/v7/finance/quote`, as recorded in 2025: market caps of many symbols.

use serde::Deserialize;

use super::target::Target;
use crate::{
    domain::{
        currency::PriceUnit,
        facts::TickerFacts,
        fund::FundUpdate,
        price::in_whole_units,
        ticker::TickerKind::{Etf, Fund},
    },
    providers::core::lenient::{self, Number, Text, or_default},
    source::SourceError,
};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Envelope {
    #[serde(default, deserialize_with = "or_default")]
    quote_response: Option<Response>,
}

#[derive(Debug, Deserialize)]
struct Response {
    #[serde(default, deserialize_with = "or_default")]
    result: Option<Vec<serde_json::Value>>,
}

/// The row of a symbol. Malformed fields count as unknown.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Row {
    symbol: Text,
    currency: Text,
    regular_market_price: Number,
    market_cap: Number,
    shares_outstanding: Number,
    net_assets: Number,
    /// The expense ratio in percent.
    net_expense_ratio: Number,
    /// The dividend yield in percent.
    dividend_yield: Number,
}

/// Parses the data of those `targets` that are in the response.
pub(super) fn read(body: &[u8], targets: &[Target]) -> Result<Vec<TickerFacts>, SourceError> {
    let envelope: Envelope = lenient::json_with_nan(body)?;
    let rows = envelope
        .quote_response
        .and_then(|response| response.result)
        .ok_or_else(|| SourceError::InvalidResponse("no quotes in the response".to_owned()))?;
    let facts = |row| {
        let row = Row::deserialize(row).ok()?;
        let name = row.symbol.as_deref()?;
        let target = targets.iter().find(|target| target.yahoo == name)?;
        Some(facts(&row, target))
    };
    Ok(rows.iter().filter_map(facts).collect())
}

fn facts(row: &Row, target: &Target) -> TickerFacts {
    let value = MarketCapInputs {
        currency: row.currency.as_deref(),
        price: row.regular_market_price,
        market_cap: row.market_cap,
        shares: row.shares_outstanding,
    };
    let is_fund = matches!(target.kind, Etf | Fund);
    let fund = is_fund.then(|| FundUpdate {
        aum: row
            .net_assets
            .positive()
            .filter(|_| value.matches_listing_currency(target)),
        expense_ratio: row
            .net_expense_ratio
            .0
            // Yahoo sends 0 for unknown values.
            .filter(|ratio| *ratio > 0.0 && *ratio < 20.0),
        distribution_yield: row
            .dividend_yield
            .0
            .filter(|percent| *percent > 0.0 && *percent < 100.0),
        ..FundUpdate::default()
    });
    TickerFacts {
        symbol: target.symbol.clone(),
        units: value.units(target).filter(|_| !is_fund),
        fund: fund.filter(|fund| *fund != FundUpdate::default()),
        ..TickerFacts::default()
    }
}

/// The values from which the market cap is computed.
pub(super) struct MarketCapInputs<'a> {
    pub(super) currency: Option<&'a str>,
    pub(super) price: Number,
    pub(super) market_cap: Number,
    pub(super) shares: Number,
}

impl MarketCapInputs<'_> {
    /// Returns true if the price is quoted in the currency of the target or in a subunit of it.
    pub(super) fn matches_listing_currency(&self, target: &Target) -> bool {
        self.price_unit()
            .is_some_and(|unit| unit.currency == target.currency)
    }

    fn price_unit(&self) -> Option<PriceUnit> {
        self.currency.and_then(PriceUnit::parse)
    }

    /// Returns the number of units (such as shares) whose value is the market cap. If prices are in pence, the market cap is usually in
    /// pounds; the number of shares reveals a market cap in pence.
    pub(super) fn units(&self, target: &Target) -> Option<f64> {
        let unit = self
            .price_unit()
            .filter(|unit| unit.currency == target.currency)?;
        let price = in_whole_units(self.price.positive()?, unit.parts);
        let units = self.market_cap.positive()? / price;
        let is_in_parts = unit.parts > 1.0
            && self
                .shares
                .positive()
                .is_some_and(|shares| (units / shares / unit.parts - 1.0).abs() < 0.1);
        Some(if is_in_parts {
            in_whole_units(units, unit.parts)
        } else {
            units
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{
        currency::Currency,
        ticker::TickerKind::{self, Stock},
    };
    use crate::testing::fuzz::fuzz;

    fn target(yahoo: &str, kind: TickerKind, currency: &str) -> Target {
        Target {
            symbol: yahoo.to_owned(),
            yahoo: yahoo.to_owned(),
            kind,
            currency: Currency::parse(currency).unwrap(),
            calendar: kind.default_calendar(),
            fetched: None,
            is_watched: false,
        }
    }

    fn read_one(fields: &str, target: &Target) -> TickerFacts {
        let body = format!(
            r#"{{"quoteResponse":{{"result":[null,{{"symbol":"OTHER"}},{{"symbol":"{}",{fields}}}],"error":null}}}}"#,
            target.yahoo
        );
        read(body.as_bytes(), std::slice::from_ref(target))
            .unwrap()
            .remove(0)
    }

    #[test]
    fn a_market_cap_is_in_the_tickers_currency_unit() {
        let apple = r#""currency":"USD","regularMarketPrice":250,"marketCap":3750000000000,"sharesOutstanding":15000000000,"dividendYield":0.41"#;
        let facts = read_one(apple, &target("AAPL", Stock, "USD"));
        assert_eq!((facts.units, facts.fund), (Some(15_000_000_000.0), None));
    }

    #[test]
    fn in_london_the_price_is_in_pence_and_the_market_cap_in_pounds() {
        let vodafone = target("VOD.L", Stock, "GBP");
        let pounds = r#""currency":"GBp","regularMarketPrice":80,"marketCap":20000000000,"sharesOutstanding":25000000000"#;
        assert_eq!(read_one(pounds, &vodafone).units, Some(25_000_000_000.0));
        let pence = pounds.replace("20000000000,", "2000000000000,");
        assert_eq!(read_one(&pence, &vodafone).units, Some(25_000_000_000.0));
        let dollars = pounds.replace("GBp", "USD");
        assert_eq!(
            read_one(&dollars, &vodafone).units,
            None,
            "the price is in another currency than the ticker"
        );
    }

    #[test]
    fn the_size_and_the_percentages_of_a_fund_are_read() {
        let fund = r#""currency":"USD","regularMarketPrice":538,"marketCap":211546767360,"netAssets":328302690000,"netExpenseRatio":0.2,"dividendYield":0.54,"trailingAnnualDividendYield":0.0033"#;
        let facts = read_one(fund, &target("QQQ", Etf, "USD"));
        // The number of shares of a fund is updated late, so its market cap is not used.
        assert_eq!(facts.units, None);
        let fund = facts.fund.unwrap();
        assert_eq!(fund.aum, Some(328_302_690_000.0));
        assert_eq!(
            (fund.expense_ratio, fund.distribution_yield),
            (Some(0.2), Some(0.54))
        );
    }

    #[test]
    fn expense_ratios_and_yields_of_zero_are_unknown() {
        let fund = r#""currency":"USD","regularMarketPrice":538,"netAssets":1000000,"netExpenseRatio":0,"dividendYield":0.0"#;
        let fund = read_one(fund, &target("QQQ", Etf, "USD")).fund.unwrap();
        assert_eq!((fund.expense_ratio, fund.distribution_yield), (None, None));
    }

    #[test]
    fn an_invalid_field_affects_only_itself_and_an_invalid_response_is_an_error() {
        let invalid = r#""currency":"USD","regularMarketPrice":"n/a","marketCap":{},"netAssets":[],"netExpenseRatio":"0.2""#;
        let facts = read_one(invalid, &target("QQQ", Etf, "USD"));
        let fund = facts.fund.unwrap();
        assert_eq!(
            (facts.units, fund.aum, fund.expense_ratio),
            (None, None, Some(0.2))
        );
        assert!(
            read(br#"{"quoteResponse":{"result":[],"error":null}}"#, &[])
                .unwrap()
                .is_empty()
        );
        for body in ["", "<html>", "{}", r#"{"quoteResponse":null}"#] {
            assert!(read(body.as_bytes(), &[]).is_err(), "{body}");
        }
    }

    #[test]
    fn broken_responses_cause_no_panic() {
        let targets = [target("AAPL", Stock, "USD")];
        let samples = [&include_bytes!("../../../tests/fixtures/providers/yahoo_quote.json")[..]];
        fuzz("yahoo-quote", &samples, |body| {
            let _ = read(body, &targets);
        });
    }
}
