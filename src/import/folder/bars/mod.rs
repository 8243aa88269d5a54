//! Reads files of bars in the import folder, in the same formats as the command `import bars`. A
//! file may contain bars of several tickers.

use std::collections::{BTreeMap, HashMap};

use super::kinds::{ParsedRows, check_no_other_source};
use crate::{
    domain::{
        Timestamp, bar::Interval, packed_bars::PackedBars, quote::QuoteUpdate, ticker::Profile,
    },
    import::{
        Money, ReadOptions, Series,
        bars::{decimals, subunits_of_prices, to_whole_units},
        input::Input,
        reader::{LineContent, PriceFile, Row, Table},
        symbol,
        venue::{self, Exchange},
    },
    market::Market,
    source::Update,
};

/// Reads the bars of a file. Skips invalid rows.
pub(in crate::import) fn parse_bar_rows(
    input: Input,
    market: &Market,
    now: Timestamp,
) -> ParsedRows {
    let file = match PriceFile::open(input, &ReadOptions::default(), &|_, _| ()) {
        Ok(file) => file,
        Err(error) => return ParsedRows::rejected(error.to_string()),
    };
    if !file.has_symbols() && file.options().symbol.is_none() {
        return ParsedRows::rejected(
            "no column is called symbol; add one, or a first line such as '# symbol: SAP.DE'"
                .to_owned(),
        );
    }
    let mut collector = BarCollector {
        file: &file,
        market,
        now,
        targets: HashMap::new(),
        tables: BTreeMap::new(),
        skipped: 0,
        unpacked: 0,
    };
    let mut parsed = ParsedRows::default();
    for row in file.rows() {
        let result = match row {
            Ok((line, cells)) => collector
                .add(line, &cells)
                .map_err(|reason| file.error_at(line, reason)),
            Err(error) => Err(error),
        };
        match result {
            Ok(bars) => parsed.rows += bars,
            Err(error) => parsed.skip(error.to_string()),
        }
    }
    parsed.notes.clone_from(&file.notes);
    if collector.skipped > 0 {
        parsed.notes.push(format!(
            "skipped {} lines without prices, with dividends or splits, or of other share series",
            collector.skipped
        ));
    }
    collector.finish(parsed)
}

/// A ticker in the file.
struct Target {
    series: Series,
    /// Profile of a new ticker; `None` if the ticker exists.
    profile: Option<Profile>,
    /// Current price, if known.
    price: Option<f64>,
}

/// Collects the bars of a file by ticker and interval.
struct BarCollector<'a> {
    file: &'a PriceFile,
    market: &'a Market,
    now: Timestamp,
    /// The tickers in the file, by stored symbol.
    targets: HashMap<String, Target>,
    tables: BTreeMap<(String, Interval), Table>,
    skipped: usize,
    /// Number of rows in all tables that are not packed yet.
    unpacked: usize,
}

/// Maximum number of unpacked rows of all tickers together.
const MAX_UNPACKED_ROWS: usize = 65_536;

impl BarCollector<'_> {
    /// Adds a row. Returns the number of bars in the row (0 or 1).
    fn add(&mut self, line: u64, cells: &csv::StringRecord) -> Result<usize, String> {
        let row = Row::new(self.file, cells);
        let options = self.file.options();
        let symbol_cell = match (self.file.specified_symbol(), row.symbol()) {
            (Some(specified), _) => specified,
            (None, "") => options.symbol.as_deref().ok_or("missing symbol")?,
            (None, cell) => cell,
        };
        let symbol = symbol::stored_or_normalized(self.market, symbol_cell)
            .map_err(|error| error.to_string())?;
        let interval = match row.interval() {
            "" => options.interval.unwrap_or(Interval::Day),
            word => interval_of(word)
                .ok_or_else(|| format!("Invalid interval '{word}'; expected 5m, 1h or 1d"))?,
        };
        if !self.targets.contains_key(&symbol) {
            check_no_other_source(self.market, &symbol)?;
            let target = self.target(&symbol);
            self.targets.insert(symbol.clone(), target);
        }
        let target = &self.targets[&symbol];
        let series = Series {
            interval,
            ..target.series
        };
        let content = row.read(&series)?;
        if let LineContent::Bar(bar, _) = &content {
            if !bar.is_valid(|price| series.kind.allows_price(price)) {
                return Err("open or close is not between low and high".to_owned());
            }
            if bar.is_from_the_future(interval, self.now) {
                return Err("the bar is in the future".to_owned());
            }
        }
        let is_bar = matches!(content, LineContent::Bar(..));
        self.skipped += usize::from(!is_bar);
        let table = self.tables.entry((symbol, interval));
        let table = table.or_insert_with(|| Table::new(interval));
        let previously_unpacked = table.unpacked();
        table.add(line, content)?;
        self.unpacked = (self.unpacked + table.unpacked()).saturating_sub(previously_unpacked);
        if self.unpacked >= MAX_UNPACKED_ROWS {
            self.tables.values_mut().for_each(Table::pack);
            self.unpacked = 0;
        }
        Ok(usize::from(is_bar))
    }

    fn target(&self, symbol: &str) -> Target {
        let market = self.market.read();
        if let Some(listing) = market.by_symbol(symbol) {
            let profile = &listing.ticker.profile;
            return Target {
                series: Series {
                    currency: Some(profile.currency),
                    ..Series::of(profile, Interval::Day)
                },
                profile: None,
                price: listing.quote.as_ref().map(|quote| quote.price),
            };
        }
        let exchange = Exchange::of(symbol).map(|exchange| exchange.zone);
        let kind = symbol::guess(symbol);
        let profile = Profile {
            time_zone: exchange
                .map(str::to_owned)
                .or_else(|| self.file.exchange_zone.clone()),
            ..symbol::new_profile(symbol, symbol, kind)
        };
        Target {
            series: Series::of(&profile, Interval::Day),
            profile: Some(profile),
            price: None,
        }
    }

    fn finish(self, mut parsed: ParsedRows) -> ParsedRows {
        let specified = self.file.options().currency;
        let mut money: HashMap<&str, Money> = HashMap::new();
        for ((symbol, _), table) in &self.tables {
            if let Some(found) = table.money() {
                money.entry(symbol).or_insert(found);
            }
        }
        let money: HashMap<String, Money> = money
            .into_iter()
            .map(|(symbol, money)| (symbol.to_owned(), money))
            .collect();
        let mut profiles: BTreeMap<String, Profile> = BTreeMap::new();
        let mut quotes = Vec::new();
        for ((symbol, interval), table) in self.tables {
            let (bars, conflicts) = table.into_bars();
            parsed.rows = parsed.rows.saturating_sub(conflicts.len());
            for (line, reason) in conflicts {
                parsed.skip(self.file.error_at(line, reason).to_string());
            }
            let Some(target) = self.targets.get(&symbol) else {
                continue;
            };
            if bars.is_empty() {
                continue;
            }
            let found = money.get(&symbol).copied();
            let parts = match &target.profile {
                Some(profile) => venue::currency_of(&symbol, specified, found).map(|currency| {
                    let profile = Profile {
                        currency: currency.unwrap_or_default(),
                        decimals: decimals(&bars),
                        ..profile.clone()
                    };
                    profiles.entry(symbol.clone()).or_insert(profile);
                    None
                }),
                None => subunits(&symbol, &bars, target, specified.or(found)),
            };
            let parts = match parts {
                Ok(parts) => parts,
                Err(reason) => {
                    parsed.rows = parsed.rows.saturating_sub(bars.len());
                    parsed.skip(format!("{symbol}: {reason}"));
                    continue;
                }
            };
            let bars = match parts {
                Some(parts) => bars.iter().map(|bar| to_whole_units(bar, parts)).collect(),
                None => bars,
            };
            if interval == Interval::Day {
                quotes.extend(last_quote(&symbol, &bars, self.now));
            }
            parsed.series.push((symbol, interval, bars));
        }
        let profiles: Vec<Profile> = profiles.into_values().collect();
        if !profiles.is_empty() {
            parsed.updates.push(Update::Profiles(profiles));
        }
        if !quotes.is_empty() {
            parsed.quotes = Some(Update::Quotes(quotes));
        }
        parsed
    }
}

/// Returns the number of subunits per currency unit if the prices in the file are in subunits. This
/// is only possible for an existing ticker on an exchange that quotes prices in subunits, if
/// neither the file nor the user names a currency.
fn subunits(
    symbol: &str,
    bars: &PackedBars,
    target: &Target,
    money: Option<Money>,
) -> Result<Option<f64>, String> {
    let part = Exchange::of(symbol).and_then(|exchange| exchange.part);
    match (money, part, target.series.currency) {
        (None, Some(part), Some(currency)) => {
            let last = bars.last().map_or(0.0, |bar| bar.close);
            subunits_of_prices(last, target.price, part, currency)
        }
        _ => Ok(None),
    }
}

/// Parses an interval in the notation of Marketdeck, Stooq or `MetaTrader`.
fn interval_of(word: &str) -> Option<Interval> {
    Interval::parse(word).or(match word.to_ascii_lowercase().as_str() {
        "d" | "day" | "daily" | "1440" => Some(Interval::Day),
        "60" | "60m" | "h1" | "hour" | "hourly" => Some(Interval::Hour),
        "5" | "m5" => Some(Interval::FiveMinutes),
        _ => None,
    })
}

/// Returns the quote of the last daily bar.
fn last_quote(symbol: &str, bars: &PackedBars, now: Timestamp) -> Option<QuoteUpdate> {
    let last = bars.last()?;
    let previous = bars
        .len()
        .checked_sub(2)
        .and_then(|index| bars.iter().nth(index));
    let end = Timestamp::from_second(last.start + Interval::Day.seconds()).ok()?;
    Some(QuoteUpdate {
        symbol: symbol.to_owned(),
        price: last.close,
        as_of: end.min(now),
        previous_close: previous.map(|bar| bar.close),
        volume_24h: (last.volume > 0.0).then_some(last.volume),
        day_high: Some(last.high),
        day_low: Some(last.low),
        ..QuoteUpdate::default()
    })
}

#[cfg(test)]
mod tests;
