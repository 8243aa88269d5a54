//! The kinds of files in the import folder, and the conversion of record rows (tickers, dividends,
//! …) to updates.

use std::collections::BTreeMap;

use super::{
    records::{SYMBOL_COLUMNS, economic_event, fund, ico, payment, report, split},
    rows::Row,
};
use crate::{
    domain::{
        Timestamp,
        bar::Interval,
        currency::Currency,
        dividend::Payment,
        earnings::EarningsEvent,
        economy::EconomicEvent,
        fund::FundFacts,
        ico::Ico,
        identity::{Figi, Isin},
        packed_bars::PackedBars,
        quote::{MAX_DECIMALS, QuoteUpdate},
        split::Split,
        ticker::{Profile, TickerKind},
    },
    import::symbol,
    market::Market,
    source::Update,
};

/// Name of the source. It is also stored with the data from the folder.
pub(crate) const NAME: &str = "import";

/// Kind of a file. The first word of the file name decides, as in `dividends-2026.csv`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Bars,
    Tickers,
    Icos,
    Funds,
    Earnings,
    Dividends,
    Splits,
    Rates,
    Economy,
}

const KINDS: [(&str, Kind); 9] = [
    ("bars", Kind::Bars),
    ("tickers", Kind::Tickers),
    ("icos", Kind::Icos),
    ("funds", Kind::Funds),
    ("earnings", Kind::Earnings),
    ("dividends", Kind::Dividends),
    ("splits", Kind::Splits),
    ("rates", Kind::Rates),
    ("economy", Kind::Economy),
];

impl Kind {
    /// Returns the kind of the file with this name.
    pub(super) fn of(name: &str) -> Option<Self> {
        let word = name.split(|c: char| !c.is_alphanumeric()).next()?;
        let kind = KINDS
            .iter()
            .find(|(kind_word, _)| word.eq_ignore_ascii_case(kind_word));
        kind.map(|(_, kind)| *kind)
    }

    /// Returns the words of all kinds for an error message.
    pub(super) fn words() -> String {
        KINDS.map(|(word, _)| word).join(", ")
    }
}

/// The updates from the valid rows of a file, and the errors of the other rows.
#[derive(Debug, Default)]
pub(in crate::import) struct ParsedRows {
    pub(in crate::import) updates: Vec<Update>,
    /// Bars by symbol and interval, which are sent after `updates`.
    pub(in crate::import) series: Vec<(String, Interval, PackedBars)>,
    /// Quotes of the last bars, which are sent last.
    pub(in crate::import) quotes: Option<Update>,
    /// Number of valid rows.
    pub(in crate::import) rows: usize,
    /// An error message with the line number for each skipped row.
    pub(in crate::import) problems: Vec<String>,
    /// Number of skipped rows that are not in `problems`.
    pub(in crate::import) more_problems: usize,
    /// Notes about assumptions that were made.
    pub(in crate::import) notes: Vec<String>,
}

/// Maximum number of skipped rows that are listed. Further ones are only counted.
const MAX_PROBLEMS: usize = 1_000;

impl ParsedRows {
    /// Records that a row was skipped because of the error `message`.
    pub(super) fn skip(&mut self, message: String) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(message);
        } else {
            self.more_problems += 1;
        }
    }

    /// Creates the result for a file that is rejected as a whole because of the error `message`.
    pub(super) fn rejected(message: String) -> Self {
        Self {
            problems: vec![message],
            ..Self::default()
        }
    }
}

/// Converts the rows of a file to updates. Skips invalid rows.
pub(super) fn parse_record_rows(
    kind: Kind,
    rows: impl Iterator<Item = Result<Row, String>>,
    market: &Market,
    now: Timestamp,
) -> ParsedRows {
    let mut collector = RowCollector {
        market,
        now,
        parsed: ParsedRows::default(),
        icos: Vec::new(),
        profiles: Vec::new(),
        funds: Vec::new(),
        earnings: Vec::new(),
        economy: Vec::new(),
        payments: BTreeMap::new(),
        splits: BTreeMap::new(),
        quotes: Vec::new(),
    };
    for row in rows {
        let result = match &row {
            Ok(row) => collector
                .add(kind, row)
                .map_err(|error| format!("{}: {error}", row.position)),
            Err(error) => Err(error.clone()),
        };
        match result {
            Ok(()) => collector.parsed.rows += 1,
            Err(error) => collector.parsed.skip(error),
        }
    }
    collector.finish()
}

/// Returns an error if the ticker gets its prices from another source.
pub(super) fn check_no_other_source(market: &Market, symbol: &str) -> Result<(), String> {
    let market = market.read();
    let source = market.by_symbol(symbol).and_then(|listing| {
        let quote = listing.quote.as_ref();
        quote.map(|quote| quote.source.clone())
    });
    match source {
        Some(source) if source != NAME => Err(format!(
            "{symbol} gets its prices from another source ({source}); use 'marketdeck import bars' to replace them with a file"
        )),
        _ => Ok(()),
    }
}

struct RowCollector<'a> {
    market: &'a Market,
    now: Timestamp,
    parsed: ParsedRows,
    profiles: Vec<Profile>,
    icos: Vec<Ico>,
    funds: Vec<FundFacts>,
    earnings: Vec<EarningsEvent>,
    economy: Vec<EconomicEvent>,
    payments: BTreeMap<String, Vec<Payment>>,
    splits: BTreeMap<String, Vec<Split>>,
    quotes: Vec<QuoteUpdate>,
}

impl RowCollector<'_> {
    fn add(&mut self, kind: Kind, row: &Row) -> Result<(), String> {
        match kind {
            // Files of bars are read by `parse_bar_rows`.
            Kind::Bars => return Err("this is a file of bars".to_owned()),
            Kind::Tickers => self.add_ticker(row)?,
            Kind::Icos => self.icos.push(ico(row)?),
            Kind::Funds => self.funds.push(fund(row, self.existing_symbol(row)?)?),
            Kind::Earnings => self.earnings.push(report(row, self.existing_symbol(row)?)?),
            Kind::Dividends => {
                let (symbol, payment) = (self.existing_symbol(row)?, payment(row)?);
                self.payments.entry(symbol).or_default().push(payment);
            }
            Kind::Splits => {
                let (symbol, split) = (self.existing_symbol(row)?, split(row)?);
                self.splits.entry(symbol).or_default().push(split);
            }
            Kind::Rates => self.add_rate(row)?,
            Kind::Economy => self.economy.push(economic_event(row)?),
        }
        Ok(())
    }

    /// Returns the stored spelling of a row's symbol, or the normalized symbol if no such ticker
    /// exists.
    fn symbol(&self, row: &Row) -> Result<String, String> {
        let word = row.need(SYMBOL_COLUMNS)?;
        symbol::stored_or_normalized(self.market, word).map_err(|error| error.to_string())
    }

    /// Returns the stored symbol of a row's ticker, or an error if the ticker does not exist.
    fn existing_symbol(&self, row: &Row) -> Result<String, String> {
        let symbol = self.symbol(row)?;
        let market = self.market.read();
        let listing = market.by_symbol(&symbol);
        listing
            .map(|listing| listing.ticker.profile.symbol.clone())
            .ok_or_else(|| format!("unknown ticker {symbol}; add it with a file 'tickers'"))
    }

    /// Adds the profile of a ticker if the ticker does not exist yet.
    fn add_profile_if_new(&mut self, symbol: &str, profile: impl FnOnce() -> Profile) {
        let is_new = self.market.read().by_symbol(symbol).is_none()
            && !self.profiles.iter().any(|added| added.symbol == symbol);
        if is_new {
            self.profiles.push(profile());
        }
    }

    fn add_ticker(&mut self, row: &Row) -> Result<(), String> {
        let symbol = self.symbol(row)?;
        check_no_other_source(self.market, &symbol)?;
        let type_word = row.text(&["type", "kind"]);
        let kind = match type_word {
            Some(word) => TickerKind::parse(&word.to_ascii_lowercase())
                .ok_or_else(|| format!("Invalid type '{word}'; unknown kind of ticker"))?,
            None => symbol::guess(&symbol),
        };
        let currency = match row.text(&["currency"]) {
            Some(code) => Currency::parse(&code.to_ascii_uppercase())
                .ok_or_else(|| format!("Invalid currency '{code}'; expected a code such as EUR"))?,
            None => Currency::USD,
        };
        let isin = row.text(&["isin"]).map(str::parse::<Isin>).transpose();
        let figi = row.text(&["figi"]).map(str::parse::<Figi>).transpose();
        let decimals = row.number(&["decimals"])?.unwrap_or(2.0);
        let text = |name: &str| row.text(&[name]).map(str::to_owned);
        let profile = Profile {
            sector: text("sector"),
            country: text("country"),
            exchange: text("exchange"),
            isin: isin.map_err(|error| error.to_string())?,
            figi: figi.map_err(|error| error.to_string())?,
            units: row.number(&["units", "shares"])?,
            decimals: decimals.clamp(0.0, f64::from(MAX_DECIMALS)) as u8,
            currency,
            ..Profile::new(symbol, row.need(&["name"])?, kind)
        };
        self.profiles.push(profile);
        Ok(())
    }

    fn add_rate(&mut self, row: &Row) -> Result<(), String> {
        let code = |names: &[&str]| {
            let text = row.need(names)?;
            Currency::parse(&text.to_ascii_uppercase()).ok_or_else(|| {
                format!("Invalid {} '{text}'; expected a code such as EUR", names[0])
            })
        };
        let (base, quote) = (code(&["base", "from"])?, code(&["quote", "to"])?);
        let symbol = format!("{base}{quote}=X");
        check_no_other_source(self.market, &symbol)?;
        let as_of = match row.text(&["date", "time"]) {
            Some(_) => row.moment(&["date", "time"])?,
            None => self.now,
        };
        let price = row.positive(&["rate", "price"])?;
        self.add_profile_if_new(&symbol, || Profile {
            currency: quote,
            decimals: 4,
            ..Profile::new(
                symbol.clone(),
                format!("{base}/{quote}"),
                TickerKind::Currency,
            )
        });
        self.quotes.push(QuoteUpdate {
            symbol,
            price,
            as_of,
            ..QuoteUpdate::default()
        });
        Ok(())
    }

    fn finish(self) -> ParsedRows {
        let mut updates = Vec::new();
        let mut add = |is_empty: bool, update: Update| {
            if !is_empty {
                updates.push(update);
            }
        };
        add(self.profiles.is_empty(), Update::Profiles(self.profiles));
        add(self.icos.is_empty(), Update::Icos(self.icos));
        add(self.funds.is_empty(), Update::Funds(self.funds));
        add(self.earnings.is_empty(), Update::Earnings(self.earnings));
        add(self.economy.is_empty(), Update::Economy(self.economy));
        add(self.quotes.is_empty(), Update::Quotes(self.quotes));
        for (symbol, payments) in self.payments {
            add(false, Update::Payments { symbol, payments });
        }
        for (symbol, splits) in self.splits {
            add(false, Update::Splits { symbol, splits });
        }
        ParsedRows {
            updates,
            ..self.parsed
        }
    }
}
