//! The kinds of files in the import folder, and how their rows become updates.

use std::collections::BTreeMap;

use super::{
    records::{economic_event, fund, ico, payment, report, split, symbol_of},
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
        packed_bars::PackedBars,
        quote::{MAX_DECIMALS, QuoteUpdate},
        split::Split,
        ticker::{Profile, TickerKind},
    },
    import::symbol,
    market::Market,
    source::Update,
};

/// Name of the source, also stored with its data.
pub(crate) const NAME: &str = "import";

/// Kind of a file, by the first word of its name: `dividends-2026.csv`.
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
    /// Returns the kind of a file name.
    pub(super) fn of(name: &str) -> Option<Self> {
        let word = name.split(|c: char| !c.is_alphanumeric()).next()?;
        let kind = KINDS
            .iter()
            .find(|(known, _)| word.eq_ignore_ascii_case(known));
        kind.map(|(_, kind)| *kind)
    }

    /// Returns all kinds, for an error message.
    pub(super) fn words() -> String {
        KINDS.map(|(word, _)| word).join(", ")
    }
}

/// The valid rows of a file, and its errors.
#[derive(Debug, Default)]
pub(in crate::import) struct ParsedRows {
    pub(in crate::import) updates: Vec<Update>,
    /// Bars, sent after `updates`.
    pub(in crate::import) series: Vec<(String, Interval, PackedBars)>,
    /// Quotes of the last bars, sent last.
    pub(in crate::import) quotes: Option<Update>,
    /// Number of valid rows.
    pub(in crate::import) rows: usize,
    /// An error message with its line for each skipped row.
    pub(in crate::import) problems: Vec<String>,
    /// Number of skipped rows beyond `problems`.
    pub(in crate::import) more_problems: usize,
    /// Notes about assumptions.
    pub(in crate::import) notes: Vec<String>,
}

/// Maximum number of skipped rows that are listed; the others are counted.
const MAX_PROBLEMS: usize = 1_000;

impl ParsedRows {
    /// Skips a row for this reason.
    pub(super) fn skip(&mut self, sentence: String) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(sentence);
        } else {
            self.more_problems += 1;
        }
    }

    /// A file that is rejected as a whole.
    pub(super) fn rejected(sentence: String) -> Self {
        Self {
            problems: vec![sentence],
            ..Self::default()
        }
    }
}

/// Reads the valid rows of a file.
pub(super) fn parse_rows(
    kind: Kind,
    rows: impl Iterator<Item = Result<Row, String>>,
    market: &Market,
    now: Timestamp,
) -> ParsedRows {
    let mut collected = RowCollector {
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
            Ok(row) => collected
                .add(kind, row)
                .map_err(|error| format!("{}: {error}", row.place)),
            Err(error) => Err(error.clone()),
        };
        match result {
            Ok(()) => collected.parsed.rows += 1,
            Err(error) => collected.parsed.skip(error),
        }
    }
    collected.finish()
}

/// Rejects prices for a ticker that gets them from another source.
pub(super) fn check_no_other_source(market: &Market, symbol: &str) -> Result<(), String> {
    let market = market.read();
    let source = market.by_symbol(symbol).and_then(|listing| {
        let quote = listing.quote.as_ref();
        quote.map(|quote| quote.source.clone())
    });
    match source {
        Some(source) if source != NAME => Err(format!(
            "{symbol} gets its prices from another source ({source}); use 'marketdeck import bars' to replace it by a file"
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
            // Bars have a reader of their own.
            Kind::Bars => return Err("it is a file of bars".to_owned()),
            Kind::Tickers => self.add_ticker(row)?,
            Kind::Icos => self.icos.push(ico(row)?),
            Kind::Funds => self.funds.push(fund(row, self.known(row)?)?),
            Kind::Earnings => self.earnings.push(report(row, self.known(row)?)?),
            Kind::Dividends => {
                let (symbol, payment) = (self.known(row)?, payment(row)?);
                self.payments.entry(symbol).or_default().push(payment);
            }
            Kind::Splits => {
                let (symbol, split) = (self.known(row)?, split(row)?);
                self.splits.entry(symbol).or_default().push(split);
            }
            Kind::Rates => self.add_rate(row)?,
            Kind::Economy => self.economy.push(economic_event(row)?),
        }
        Ok(())
    }

    /// Returns the stored symbol of the ticker that a row means.
    fn symbol(&self, row: &Row) -> Result<String, String> {
        let symbol = symbol_of(row)?;
        let market = self.market.read();
        let known = market.by_spelling(&symbol);
        Ok(known.map_or(symbol, |known| known.ticker.profile.symbol.clone()))
    }

    /// Returns the stored symbol of an existing ticker.
    fn known(&self, row: &Row) -> Result<String, String> {
        let symbol = self.symbol(row)?;
        let market = self.market.read();
        let listing = market.by_symbol(&symbol);
        listing
            .map(|listing| listing.ticker.profile.symbol.clone())
            .ok_or_else(|| format!("unknown ticker {symbol}; add it with a file 'tickers'"))
    }

    /// Creates a ticker if it does not exist yet.
    fn introduce(&mut self, symbol: &str, profile: impl FnOnce() -> Profile) {
        let is_new = self.market.read().by_symbol(symbol).is_none()
            && !self.profiles.iter().any(|known| known.symbol == symbol);
        if is_new {
            self.profiles.push(profile());
        }
    }

    fn add_ticker(&mut self, row: &Row) -> Result<(), String> {
        let symbol = self.symbol(row)?;
        check_no_other_source(self.market, &symbol)?;
        let word = row.text(&["type", "kind"]);
        let kind = match word {
            Some(word) => TickerKind::parse(&word.to_ascii_lowercase())
                .ok_or_else(|| format!("Invalid type '{word}'; unknown kind of ticker"))?,
            None => symbol::guess(&symbol),
        };
        let currency = match row.text(&["currency"]) {
            Some(code) => Currency::parse(&code.to_ascii_uppercase())
                .ok_or_else(|| format!("Invalid currency '{code}'; expected a code such as EUR"))?,
            None => Currency::USD,
        };
        let decimals = row.number(&["decimals"])?.unwrap_or(2.0);
        let text = |name: &str| row.text(&[name]).map(str::to_owned);
        let profile = Profile {
            sector: text("sector"),
            country: text("country"),
            exchange: text("exchange"),
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
        let (base, quoted) = (code(&["base", "from"])?, code(&["quote", "to"])?);
        let symbol = format!("{base}{quoted}=X");
        check_no_other_source(self.market, &symbol)?;
        let as_of = match row.text(&["date", "time"]) {
            Some(_) => row.moment(&["date", "time"])?,
            None => self.now,
        };
        let price = row.positive(&["rate", "price"])?;
        self.introduce(&symbol, || Profile {
            currency: quoted,
            decimals: 4,
            ..Profile::new(
                symbol.clone(),
                format!("{base}/{quoted}"),
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
