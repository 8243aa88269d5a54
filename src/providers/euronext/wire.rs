//! CSV of Euronext's daily bars and JSON of its search, as served in 2026.
//!
//! The CSV has a title, the period and the ISIN in the first lines, then a row of column headers and a row per day, newest first. Rows
//! have one cell more than there are headers. `Close` is the official close; `Last` is the last trade, which may be of an earlier day.

use jiff::{Timestamp, civil::Date};
use serde::Deserialize;

use super::markets::VENUES;
use crate::{
    domain::{
        bar::Bar,
        identity::Isin,
        quote::QuoteUpdate,
        session::{Calendar, exchange_date},
        ticker::TickerKind,
    },
    providers::core::{
        bars::day_start,
        lenient::{self, Text, check_is_data, valid_items},
    },
    source::{SourceError, TickerInfo, lookup::SymbolHit},
};

/// A day of an instrument. Prices are in the currency of the listing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Day {
    date: Date,
    close: f64,
    open: Option<f64>,
    high: Option<f64>,
    low: Option<f64>,
    volume: Option<f64>,
}

impl Day {
    /// Returns the bar of a day whose prices are all known. The official close may be outside of the range of the day's trades.
    pub(super) fn bar(&self) -> Option<Bar> {
        Some(Bar {
            start: day_start(self.date),
            open: self.open?,
            high: self.high?.max(self.close),
            low: self.low?.min(self.close),
            close: self.close,
            volume: self.volume.unwrap_or(Bar::UNKNOWN_VOLUME),
        })
    }
}

/// The positions of the columns.
struct Columns {
    /// The number of headers.
    count: usize,
    date: usize,
    close: usize,
    open: Option<usize>,
    high: Option<usize>,
    low: Option<usize>,
    volume: Option<usize>,
}

impl Columns {
    /// Reads column headers; `None` if the line contains none.
    fn read(line: &str) -> Option<Self> {
        let headers: Vec<&str> = cells(line).collect();
        let position = |name: &str| headers.iter().position(|header| *header == name);
        Some(Self {
            count: headers.len(),
            date: position("Date")?,
            close: position("Close")?,
            open: position("Open"),
            high: position("High"),
            low: position("Low"),
            volume: position("Number of Shares"),
        })
    }

    fn day(&self, line: &str) -> Option<Day> {
        let cells: Vec<&str> = cells(line).collect();
        let number = |column: Option<usize>| {
            let number: f64 = cells.get(column?)?.parse().ok()?;
            (number.is_finite() && number >= 0.0).then_some(number)
        };
        let price = |column| number(column).filter(|price| *price > 0.0);
        Some(Day {
            date: read_date(cells.get(self.date)?)?,
            close: price(Some(self.close))?,
            open: price(self.open),
            high: price(self.high),
            low: price(self.low),
            volume: number(self.volume),
        })
    }
}

/// Returns the cells of a line without quotation marks.
fn cells(line: &str) -> impl Iterator<Item = &str> {
    line.split(';').map(|cell| cell.trim().trim_matches('"'))
}

/// Reads `20/11/2026`.
fn read_date(text: &str) -> Option<Date> {
    let mut parts = text.split('/');
    let (day, month, year) = (parts.next()?, parts.next()?, parts.next()?);
    Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).ok()
}

/// Reads the days of `ticker`, which has an ISIN, ascending. A row without a date or an official close is omitted.
///
/// # Errors
/// If the response is not a table of closes, or is about another instrument.
pub(super) fn days(ticker: &TickerInfo, body: &[u8]) -> Result<Vec<Day>, SourceError> {
    let text = String::from_utf8_lossy(body);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    check_is_data(text.as_bytes())?;
    let mut lines = text.lines();
    let mut stated_isin = None;
    let columns = lines.by_ref().find_map(|line| {
        stated_isin = stated_isin.or_else(|| line.trim().trim_matches('"').parse::<Isin>().ok());
        Columns::read(line)
    });
    let columns = columns
        .ok_or_else(|| SourceError::InvalidResponse("no columns 'Date' and 'Close'".to_owned()))?;
    match stated_isin {
        Some(isin) if Some(isin) == ticker.isin => {}
        Some(other) => {
            return Err(SourceError::InvalidResponse(format!(
                "got the closes of {other}"
            )));
        }
        None => {
            return Err(SourceError::InvalidResponse(
                "closes without an ISIN".to_owned(),
            ));
        }
    }
    let rows: Vec<&str> = lines.filter(|line| !line.trim().is_empty()).collect();
    // The last cell of a truncated row may contain only part of a price. If there are no rows, the table is truncated if its headers are
    // incomplete.
    let is_truncated = rows.last().map_or(columns.volume.is_none(), |row| {
        cells(row).count() < columns.count
    });
    if is_truncated {
        return Err(SourceError::InvalidResponse(
            "the response is truncated".to_owned(),
        ));
    }
    let mut days: Vec<Day> = rows.iter().filter_map(|row| columns.day(row)).collect();
    days.sort_by_key(|day| day.date);
    days.dedup_by_key(|day| day.date);
    Ok(days)
}

/// Returns the days whose session is over, because the close of an open session is not final.
pub(super) fn completed(days: Vec<Day>, calendar: Calendar, now: Timestamp) -> Vec<Day> {
    let is_complete = |day: &Day| {
        close_time(day.date, calendar).map_or_else(
            // The calendar may not know a session of the past.
            || day.date < exchange_date(calendar, now),
            |close| close <= now,
        )
    };
    days.into_iter().filter(is_complete).collect()
}

fn close_time(date: Date, calendar: Calendar) -> Option<Timestamp> {
    Timestamp::from_second(calendar.session_on(date)?.close).ok()
}

/// Returns the last official close of `ticker` on a trading day; `None` if there is none. Euronext has rows of days that the calendar
/// calls closed.
pub(super) fn quote(ticker: &TickerInfo, days: &[Day]) -> Option<QuoteUpdate> {
    let mut traded = days
        .iter()
        .rev()
        .filter_map(|day| Some((day, close_time(day.date, ticker.calendar)?)));
    let (last, as_of) = traded.next()?;
    Some(QuoteUpdate {
        symbol: ticker.symbol.clone(),
        price: last.close,
        as_of,
        previous_close: traded.next().map(|(day, _)| day.close),
        day_high: last.high,
        day_low: last.low,
        volume_24h: last.volume,
        ..QuoteUpdate::default()
    })
}

/// A result of the search.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Hit {
    isin: Text,
    mic: Text,
    name: Text,
    /// HTML that contains `<span class="instrument-symbol">MC</span>`.
    label: Text,
    /// `/en/product/equities/FR0000121014-XPAR`.
    link: Text,
}

/// A listing in the results of the search.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FoundListing {
    pub(super) hit: SymbolHit,
    pub(super) isin: Isin,
}

impl Hit {
    fn listing(&self) -> Option<FoundListing> {
        let mic = self.mic.as_deref()?;
        let venue = VENUES.iter().find(|venue| venue.mics.contains(&mic))?;
        let (_, rest) = self.label.as_deref()?.split_once("instrument-symbol")?;
        let (_, rest) = rest.split_once('>')?;
        let code = rest.split('<').next()?.trim();
        let is_code = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-';
        if code.is_empty() || !code.chars().all(is_code) {
            return None;
        }
        let symbol = format!("{code}{}", venue.suffix);
        Some(FoundListing {
            isin: self.isin.as_deref()?.parse().ok()?,
            hit: SymbolHit {
                name: self.name.as_deref().unwrap_or(&symbol).trim().to_owned(),
                kind: self.kind()?,
                exchange: Some(venue.name.to_owned()),
                symbol,
            },
        })
    }

    /// Returns the kind; `None` for bonds, indices and other instruments.
    fn kind(&self) -> Option<TickerKind> {
        match self
            .link
            .as_deref()?
            .split("/product/")
            .nth(1)?
            .split('/')
            .next()?
        {
            "equities" => Some(TickerKind::Stock),
            "etfs" | "etvs" => Some(TickerKind::Etf),
            "funds" => Some(TickerKind::Fund),
            _ => None,
        }
    }
}

/// Reads the results of the search that are stocks or funds at one of the exchanges, best match first.
pub(super) fn listings(body: &[u8]) -> Result<Vec<FoundListing>, SourceError> {
    #[derive(Deserialize)]
    struct Hits(#[serde(deserialize_with = "valid_items")] Vec<Hit>);
    let Hits(hits) = lenient::json(body)?;
    Ok(hits.iter().filter_map(Hit::listing).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{providers::euronext::markets::lvmh, testing::fuzz::fuzz};

    const CSV: &str = "\u{feff}\"Historical Data\"\n\"From 2026-11-18 to 2026-11-20\"\nFR0000121014\n\
        Date;Open;High;Low;Last;Close;\"Number of Shares\";\"Number of Trades\";Turnover;vwap\n\
        20/11/2026;601.2;608;600.5;607.1;607.3;412345;21000;249000000;604.9\n\
        19/11/2026;598;602.9;597.1;600.4;600.4;398000;19000;238000000;600.1\n\
        18/11/2026;598;598;598;598;597.5;0;0;0;\n";
    const SEARCH: &str = r#"[{"value":"FR0000121014","isin":"FR0000121014","mic":"XPAR","name":"LVMH",
        "label":"<span class='instrument-name'>LVMH</span><span class='instrument-symbol'>MC</span>",
        "link":"/en/product/equities/FR0000121014-XPAR"},
        {"isin":"NL0010273215","mic":"XAMS","name":"ASML HOLDING","label":"<span class=\"instrument-symbol\">ASML</span>",
        "link":"/en/product/equities/NL0010273215-XAMS"},
        {"isin":"XS2093705064","mic":"XAMS","label":"<span class=\"instrument-symbol\">B1</span>","link":"/en/product/bonds/X"},
        {"value":"","isin":"","mic":"","label":"See all results"}]"#;

    fn read(csv: &str) -> Result<Vec<Day>, SourceError> {
        days(&lvmh(), csv.as_bytes())
    }

    #[test]
    fn the_close_of_a_bar_is_the_official_close() {
        let days = read(CSV).unwrap();
        let bars: Vec<Bar> = days.iter().filter_map(Day::bar).collect();
        assert_eq!(bars.len(), 3);
        assert_eq!((bars[2].close, bars[2].volume), (607.3, 412_345.0));
        assert_eq!(
            (bars[0].close, bars[0].low),
            (597.5, 597.5),
            "the range is extended to the official close of a day without trades"
        );
    }

    #[test]
    fn the_price_is_the_close_of_the_last_finished_session() {
        let ticker = lvmh();
        let at = |now: &str| {
            let days = completed(read(CSV).unwrap(), ticker.calendar, now.parse().unwrap());
            quote(&ticker, &days).unwrap()
        };
        let open = at("2026-11-20T12:00:00Z");
        assert_eq!((open.price, open.previous_close), (600.4, Some(597.5)));
        assert_eq!(open.as_of.to_string(), "2026-11-19T16:30:00Z");
        let closed = at("2026-11-20T17:30:00Z");
        assert_eq!((closed.price, closed.previous_close), (607.3, Some(600.4)));
    }

    #[test]
    fn a_row_of_a_day_without_a_session_is_no_price() {
        let ticker = lvmh();
        // Christmas 2025, a Thursday, repeats the close of the day before.
        let csv = CSV
            .replace("20/11/2026;601.2", "25/12/2025;601.2")
            .replace("19/11/2026", "24/12/2025")
            .replace("18/11/2026", "23/12/2025");
        let now = "2025-12-25T20:00:00Z".parse().unwrap();
        let quote = quote(
            &ticker,
            &completed(read(&csv).unwrap(), ticker.calendar, now),
        );
        let quote = quote.unwrap();
        assert_eq!((quote.price, quote.previous_close), (600.4, Some(597.5)));
        assert_eq!(quote.as_of.to_string(), "2025-12-24T13:05:00Z");
    }

    #[test]
    fn columns_are_found_by_their_headers() {
        let csv = "\"Historical Data\"\n\"x\"\n\"FR0000121014\"\nDate;Close;Open\n20/11/2026;607.3;601.2\n";
        let days = read(csv).unwrap();
        assert_eq!((days[0].close, days[0].high), (607.3, None));
        assert_eq!(days[0].bar(), None, "the high and the low are missing");
    }

    #[test]
    fn an_incomplete_row_affects_no_other() {
        let csv = CSV
            .replace("19/11/2026;598;602.9", "19/11/2026;;odd")
            .replace("20/11/2026;601.2", "31/11/2026;601.2");
        let days = read(&csv).unwrap();
        assert_eq!(days.len(), 2);
        assert_eq!((days[1].close, days[1].open), (600.4, None));
        let decimal_comma = CSV.replace("607.3", "607,3");
        assert_eq!(read(&decimal_comma).unwrap().len(), 2);
    }

    #[test]
    fn a_truncated_table_is_an_error() {
        let headers = CSV.find(";\"Number of Shares").unwrap();
        let price = CSV.find("7.5;0;0;0;").unwrap();
        for length in [headers, price, price + 3] {
            let error = read(&CSV[..length]).unwrap_err().to_string();
            assert!(error.contains("truncated"), "{length}: {error}");
        }
        let without_rows = &CSV[..CSV.find("20/11/2026").unwrap()];
        assert_eq!(read(without_rows).unwrap(), []);
    }

    #[test]
    fn a_response_about_another_instrument_is_an_error() {
        for (csv, message) in [
            (
                CSV.replace("FR0000121014", "NL0010273215"),
                "of NL0010273215",
            ),
            (CSV.replace("FR0000121014\n", ""), "without an ISIN"),
            (CSV.replace(";Close;", ";Settlement;"), "no columns"),
            ("<html>Attention</html>".to_owned(), "web page"),
            (String::new(), "empty"),
        ] {
            let error = read(&csv).unwrap_err().to_string();
            assert!(error.contains(message), "{message}: {error}");
        }
    }

    #[test]
    fn the_search_finds_stocks_and_funds_with_a_symbol() {
        let found = listings(SEARCH.as_bytes()).unwrap();
        let symbols: Vec<&str> = found.iter().map(|one| &*one.hit.symbol).collect();
        assert_eq!(symbols, ["MC.PA", "ASML.AS"]);
        assert_eq!(Some(found[0].isin), lvmh().isin);
        assert_eq!(found[0].hit.exchange.as_deref(), Some("Euronext Paris"));
    }

    #[test]
    fn broken_responses_cause_no_panic() {
        fuzz("euronext", &[CSV.as_bytes(), SEARCH.as_bytes()], |body| {
            let _ = days(&lvmh(), body);
            let _ = listings(body);
        });
    }
}
