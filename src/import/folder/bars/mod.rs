//! Files of bars in the folder: of one ticker or of many, read like those of the command `import bars`.

use std::collections::{BTreeMap, HashMap};

use super::kinds::{Taken, own};
use crate::{
    domain::{
        Timestamp, bar::Interval, packed_bars::PackedBars, quote::QuoteUpdate, ticker::Profile,
    },
    import::{
        Money, ReadOptions, Series,
        bars::{decimals, divided, parts_of},
        input::Input,
        reader::{Outcome, PriceFile, Row, Table},
        symbol,
        venue::{self, Exchange},
    },
    market::Market,
    source::Update,
};

/// Takes the rows that are right.
pub(in crate::import) fn take(input: Input, market: &Market, now: Timestamp) -> Taken {
    let file = match PriceFile::open(input, &ReadOptions::default(), &|_, _| ()) {
        Ok(file) => file,
        Err(error) => return Taken::refused(error.to_string()),
    };
    if !file.has_symbols() && file.options().symbol.is_none() {
        return Taken::refused(
            "no column is called symbol; a first line '# symbol: SAP.DE' names the ticker of the whole file".to_owned(),
        );
    }
    let mut reading = Reading {
        file: &file,
        market,
        now,
        targets: HashMap::new(),
        tables: BTreeMap::new(),
        left_out: 0,
        waiting: 0,
    };
    let mut taken = Taken::default();
    for row in file.rows() {
        let result = match row {
            Ok((line, cells)) => reading
                .add(line, &cells)
                .map_err(|reason| file.wrong(line, reason)),
            Err(error) => Err(error),
        };
        match result {
            Ok(bars) => taken.rows += bars,
            Err(error) => taken.problem(error.to_string()),
        }
    }
    taken.notes.clone_from(&file.notes);
    if reading.left_out > 0 {
        taken.notes.push(format!(
            "{} lines without prices, of dividends, splits or other series were left out",
            reading.left_out
        ));
    }
    reading.finish(taken)
}

/// A ticker that rows are read for.
struct Target {
    series: Series,
    /// The ticker is not there yet: this is what is known of it.
    profile: Option<Profile>,
    /// What it costs now, where that is known.
    price: Option<f64>,
}

struct Reading<'a> {
    file: &'a PriceFile,
    market: &'a Market,
    now: Timestamp,
    /// By symbol, as it is stored.
    targets: HashMap<String, Target>,
    tables: BTreeMap<(String, Interval), Table>,
    left_out: usize,
    /// Rows of all tables that wait to be packed.
    waiting: usize,
}

/// Rows of all tickers that wait to be packed at most.
const MOST_WAITING: usize = 65_536;

impl Reading<'_> {
    /// Adds a row; how many bars it was.
    fn add(&mut self, line: u64, cells: &csv::StringRecord) -> Result<usize, String> {
        let row = Row::new(self.file, cells);
        let options = self.file.options();
        let word = match (self.file.named_symbol(), row.symbol()) {
            (Some(named), _) => named,
            (None, "") => options.symbol.as_deref().ok_or("it has no symbol")?,
            (None, word) => word,
        };
        let symbol = self.symbol(word)?;
        let interval = match row.interval() {
            "" => options.interval.unwrap_or(Interval::Day),
            word => interval_of(word)
                .ok_or_else(|| format!("interval '{word}' is none of 5m, 1h and 1d"))?,
        };
        if !self.targets.contains_key(&symbol) {
            own(self.market, &symbol)?;
            let target = self.target(&symbol);
            self.targets.insert(symbol.clone(), target);
        }
        let target = &self.targets[&symbol];
        let series = Series {
            interval,
            ..target.series
        };
        let outcome = row.read(&series)?;
        if let Outcome::Bar(bar, _) = &outcome {
            if !bar.is_sound(|price| series.kind.can_cost(price)) {
                return Err("its high and low do not enclose its other prices".to_owned());
            }
            if bar.is_from_the_future(interval, self.now) {
                return Err("it is of the future".to_owned());
            }
        }
        let is_bar = matches!(outcome, Outcome::Bar(..));
        self.left_out += usize::from(!is_bar);
        let table = self.tables.entry((symbol, interval));
        let table = table.or_insert_with(|| Table::new(interval));
        let before = table.waiting();
        table.add(line, outcome)?;
        self.waiting = (self.waiting + table.waiting()).saturating_sub(before);
        if self.waiting >= MOST_WAITING {
            self.tables.values_mut().for_each(Table::pack);
            self.waiting = 0;
        }
        Ok(usize::from(is_bar))
    }

    /// The symbol of a row, as the ticker that it means has it.
    fn symbol(&self, word: &str) -> Result<String, String> {
        let symbol = symbol::normalize(word).map_err(|error| error.to_string())?;
        let market = self.market.read();
        let known = market.by_spelling(&symbol);
        Ok(known.map_or(symbol, |known| known.ticker.profile.symbol.clone()))
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
            ..Profile::new(symbol, symbol, kind)
        };
        Target {
            series: Series::of(&profile, Interval::Day),
            profile: Some(profile),
            price: None,
        }
    }

    fn finish(self, mut taken: Taken) -> Taken {
        let said = self.file.options().currency;
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
            taken.rows = taken.rows.saturating_sub(conflicts.len());
            for (line, reason) in conflicts {
                taken.problem(self.file.wrong(line, reason).to_string());
            }
            let Some(target) = self.targets.get(&symbol) else {
                continue;
            };
            if bars.is_empty() {
                continue;
            }
            let found = money.get(&symbol).copied();
            let known = match &target.profile {
                Some(profile) => venue::currency_of(&symbol, said, found).map(|currency| {
                    let profile = Profile {
                        currency: currency.unwrap_or_default(),
                        decimals: decimals(&bars),
                        ..profile.clone()
                    };
                    profiles.entry(symbol.clone()).or_insert(profile);
                    None
                }),
                None => parts(&symbol, &bars, target, said.or(found)),
            };
            let parts = match known {
                Ok(parts) => parts,
                Err(reason) => {
                    taken.rows = taken.rows.saturating_sub(bars.len());
                    taken.problem(format!("{symbol}: {reason}"));
                    continue;
                }
            };
            let bars = match parts {
                Some(parts) => bars.iter().map(|bar| divided(bar, parts)).collect(),
                None => bars,
            };
            if interval == Interval::Day {
                quotes.extend(last_quote(&symbol, &bars, self.now));
            }
            taken.series.push((symbol, interval, bars));
        }
        let profiles: Vec<Profile> = profiles.into_values().collect();
        if !profiles.is_empty() {
            taken.updates.push(Update::Profiles(profiles));
        }
        if !quotes.is_empty() {
            taken.quotes = Some(Update::Quotes(quotes));
        }
        taken
    }
}

/// How many parts of its currency the prices of a known ticker are in, where its exchange quotes hundredths and they are.
fn parts(
    symbol: &str,
    bars: &PackedBars,
    target: &Target,
    money: Option<Money>,
) -> Result<Option<f64>, String> {
    let part = Exchange::of(symbol).and_then(|exchange| exchange.part);
    match (money, part, target.series.currency) {
        (None, Some(part), Some(currency)) => {
            let last = bars.last().map_or(0.0, |bar| bar.close);
            parts_of(last, target.price, part, currency)
        }
        _ => Ok(None),
    }
}

/// The length of a bar, as Marketdeck and Stooq write it.
fn interval_of(word: &str) -> Option<Interval> {
    Interval::parse(word).or(match word.to_ascii_lowercase().as_str() {
        "d" | "day" | "daily" | "1440" => Some(Interval::Day),
        "60" | "60m" | "h1" | "hour" | "hourly" => Some(Interval::Hour),
        "5" | "m5" => Some(Interval::FiveMinutes),
        _ => None,
    })
}

/// What the last daily bar says the ticker is worth.
fn last_quote(symbol: &str, bars: &PackedBars, now: Timestamp) -> Option<QuoteUpdate> {
    let last = bars.last()?;
    let before = bars.len().checked_sub(2).and_then(|at| bars.iter().nth(at));
    let end = Timestamp::from_second(last.start + Interval::Day.seconds()).ok()?;
    Some(QuoteUpdate {
        symbol: symbol.to_owned(),
        price: last.close,
        as_of: end.min(now),
        previous_close: before.map(|bar| bar.close),
        volume_24h: (last.volume > 0.0).then_some(last.volume),
        day_high: Some(last.high),
        day_low: Some(last.low),
        ..QuoteUpdate::default()
    })
}

#[cfg(test)]
mod tests;
