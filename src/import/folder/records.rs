//! Conversion of the rows of record files (CSV or JSON) in the import folder to domain types.

use super::rows::Row;
use crate::{
    domain::{
        currency::PriceUnit,
        dividend::{DividendKind, Payment},
        earnings::{EarningsEvent, ReportTime, surprise_percent},
        economy::EconomicEvent,
        fund::FundFacts,
        ico::{Ico, IcoStatus},
        price::in_whole_units,
        session::{Calendar, exchange_date},
        split::Split,
        web_url::is_linkable,
    },
    import::symbol,
};

/// Names of the column with the symbol or an identifier.
pub(super) const SYMBOL_COLUMNS: &[&str] = &["symbol", "ticker", "isin"];

pub(super) fn ico(row: &Row) -> Result<Ico, String> {
    let text = |name: &str| row.text(&[name]).unwrap_or_default().to_owned();
    let status = match row
        .text(&["status"])
        .map(str::to_ascii_lowercase)
        .as_deref()
    {
        None => None,
        Some("upcoming") => Some(IcoStatus::Upcoming),
        Some("active") => Some(IcoStatus::Active),
        Some("ended") => Some(IcoStatus::Ended),
        Some(word) => {
            return Err(format!(
                "Invalid status '{word}'; expected upcoming, active or ended"
            ));
        }
    };
    let (start_date, end_date) = (
        row.moment(&["startDate", "start"])?,
        row.moment(&["endDate", "end"])?,
    );
    if end_date <= start_date {
        return Err("the end is not after the start".to_owned());
    }
    Ok(Ico {
        id: 0,
        name: row.need(&["name"])?.to_owned(),
        symbol: symbol::normalize(row.need(SYMBOL_COLUMNS)?).map_err(|error| error.to_string())?,
        category: text("category"),
        description: text("description"),
        logo: None,
        tags: text("tags")
            .split('|')
            .map(str::trim)
            .filter(|tag| !tag.is_empty())
            .map(str::to_owned)
            .collect(),
        pinned_status: status,
        target_amount: row.positive(&["targetAmount", "target"])?,
        raised_amount: row.number(&["raisedAmount", "raised"])?,
        start_date,
        end_date,
        provider: String::new(),
    })
}

pub(super) fn fund(row: &Row, symbol: String) -> Result<FundFacts, String> {
    Ok(FundFacts {
        symbol,
        issuer: row.text(&["issuer"]).map(str::to_owned),
        category: row.need(&["category"])?.to_owned(),
        aum: row.number(&["aum", "assets"])?,
        expense_ratio: row.number(&["expenseRatio"])?,
        distribution_yield: row.number(&["distributionYield", "yield"])?,
        inception: row.date(&["inception"])?,
        provider: String::new(),
    })
}

pub(super) fn report(row: &Row, symbol: String) -> Result<EarningsEvent, String> {
    let time = match row.text(&["time"]).map(str::to_ascii_lowercase).as_deref() {
        None => None,
        Some("before") => Some(ReportTime::Before),
        Some("after") => Some(ReportTime::After),
        Some("during") => Some(ReportTime::During),
        Some(word) => {
            return Err(format!(
                "Invalid time '{word}'; expected before, after or during"
            ));
        }
    };
    let parts = currency(row)?.map_or(1.0, |unit| unit.parts);
    let eps = |name| Ok::<_, String>(row.number(&[name])?.map(|eps| in_whole_units(eps, parts)));
    let (estimate, actual) = (eps("estimatedEps")?, eps("actualEps")?);
    Ok(EarningsEvent {
        symbol,
        date: row.need_date(&["date"])?,
        time,
        estimated_eps: estimate,
        actual_eps: actual,
        currency: currency(row)?.map(|unit| unit.currency),
        surprise: actual
            .zip(estimate)
            .and_then(|(actual, estimate)| surprise_percent(actual, estimate)),
        is_estimate: false,
        provider: String::new(),
    })
}

/// Returns the currency or subunit that a row names for its amounts, or `None` if the row does not
/// name one.
fn currency(row: &Row) -> Result<Option<PriceUnit>, String> {
    let Some(word) = row.text(&["currency"]) else {
        return Ok(None);
    };
    let code = word.to_ascii_uppercase();
    let unit = PriceUnit::parse(word).or_else(|| PriceUnit::parse(&code));
    unit.map(Some)
        .ok_or_else(|| format!("Invalid currency '{word}'; expected a code such as EUR"))
}

pub(super) fn payment(row: &Row) -> Result<Payment, String> {
    let kind = match row
        .text(&["kind", "type"])
        .map(str::to_ascii_lowercase)
        .as_deref()
    {
        None => None,
        Some("regular") => Some(DividendKind::Regular),
        Some("special") => Some(DividendKind::Special),
        Some("capital-gain") => Some(DividendKind::CapitalGain),
        Some(word) => {
            return Err(format!(
                "Invalid kind '{word}'; expected regular, special or capital-gain"
            ));
        }
    };
    let unit = currency(row)?;
    Ok(Payment {
        ex_date: row.need_date(&["exDate", "date"])?,
        amount: in_whole_units(
            row.positive(&["amount"])?,
            unit.map_or(1.0, |unit| unit.parts),
        ),
        currency: unit.map(|unit| unit.currency),
        price: None,
        kind,
        pay_date: row.date(&["payDate", "paymentDate"])?,
        is_from_file: true,
    })
}

/// Reads a split from a ratio such as `10:1` in one column, or from two columns.
pub(super) fn split(row: &Row) -> Result<Split, String> {
    let (numerator, denominator) = match row.text(&["ratio"]) {
        Some(text) => ratio(text).ok_or_else(|| {
            format!(
                "Invalid ratio '{text}'; expected the new and the old number of units, such as 10:1"
            )
        })?,
        None => (
            row.positive(&["numerator", "new"])?,
            row.positive(&["denominator", "old"])?,
        ),
    };
    let split = Split {
        date: row.need_date(&["date", "exDate"])?,
        numerator,
        denominator,
    };
    if split.is_valid() {
        Ok(split)
    } else {
        Err(format!("{numerator}:{denominator} is not a split"))
    }
}

fn ratio(text: &str) -> Option<(f64, f64)> {
    let (new, old) = text.split_once([':', '/'])?;
    Some((new.trim().parse().ok()?, old.trim().parse().ok()?))
}

/// Returns the URL of a linked page, or an error if it is not an http or https URL.
fn page_url(address: &str) -> Result<String, String> {
    if is_linkable(address) {
        return Ok(address.to_owned());
    }
    Err(format!(
        "Invalid source '{address}'; expected the address of a web page (http or https)"
    ))
}

pub(super) fn economic_event(row: &Row) -> Result<EconomicEvent, String> {
    let text = |name: &str| row.text(&[name]).unwrap_or_default().to_owned();
    let has_time = row
        .text(&["time", "date"])
        .is_some_and(|text| text.contains('T') || text.contains(':'));
    let time = if has_time {
        Some(row.moment(&["time", "date"])?)
    } else {
        None
    };
    Ok(EconomicEvent {
        name: row.need(&["name"])?.to_owned(),
        period: text("period"),
        agency: text("agency"),
        date: match time {
            Some(time) => exchange_date(Calendar::NewYork, time),
            None => row.need_date(&["date", "time"])?,
        },
        at: time,
        source: row.text(&["source"]).map(page_url).transpose()?,
        provider: String::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::{
        super::rows::{Format, decode_text, read},
        *,
    };

    #[test]
    fn a_javascript_url_is_rejected() {
        for (source, is_accepted) in [
            ("https://agency.example/calendar", true),
            ("HTTP://agency.example", true),
            ("", true),
            ("javascript:alert(1)", false),
            ("data:text/html;base64", false),
        ] {
            let file = format!("name,date,source\nJobs,2026-12-04,{source}\n");
            let text = decode_text(file.into_bytes().into()).unwrap();
            let row = read(Format::Csv, &text).unwrap().next().unwrap().unwrap();
            assert_eq!(economic_event(&row).is_ok(), is_accepted, "{source}");
        }
    }
}
