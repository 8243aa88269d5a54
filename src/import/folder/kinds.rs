//! What the files of the folder hold, and what becomes of each row.

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

/// Name of the source, and so of whom the data is from.
pub(crate) const NAME: &str = "import";

/// What a file holds, by the first word of its name: `dividends-2026.csv`.
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
    /// By the name of a file.
    pub(super) fn of(name: &str) -> Option<Self> {
        let word = name.split(|c: char| !c.is_alphanumeric()).next()?;
        let kind = KINDS
            .iter()
            .find(|(known, _)| word.eq_ignore_ascii_case(known));
        kind.map(|(_, kind)| *kind)
    }

    /// All the words, for a sentence.
    pub(super) fn words() -> String {
        KINDS.map(|(word, _)| word).join(", ")
    }
}

/// What was made of a file.
#[derive(Debug, Default)]
pub(in crate::import) struct Taken {
    pub(in crate::import) updates: Vec<Update>,
    /// Bars, which come after these.
    pub(in crate::import) series: Vec<(String, Interval, PackedBars)>,
    /// What the last bars are worth, which comes last.
    pub(in crate::import) quotes: Option<Update>,
    /// How many rows.
    pub(in crate::import) rows: usize,
    /// One sentence for each row that was left out, with its place.
    pub(in crate::import) problems: Vec<String>,
    /// How many more there are than those.
    pub(in crate::import) more_problems: usize,
    /// Sentences about what was assumed.
    pub(in crate::import) notes: Vec<String>,
}

/// Rows that are named as left out; of more there is only the count.
const MOST_PROBLEMS: usize = 1_000;

impl Taken {
    /// A row is left out for this reason.
    pub(super) fn problem(&mut self, sentence: String) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(sentence);
        } else {
            self.more_problems += 1;
        }
    }

    /// A file of which nothing can be taken, and why.
    pub(super) fn refused(sentence: String) -> Self {
        Self {
            problems: vec![sentence],
            ..Self::default()
        }
    }
}

/// Takes the rows that are right.
pub(super) fn take(
    kind: Kind,
    rows: impl Iterator<Item = Result<Row, String>>,
    market: &Market,
    now: Timestamp,
) -> Taken {
    let mut collected = Collected {
        market,
        now,
        taken: Taken::default(),
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
            Ok(()) => collected.taken.rows += 1,
            Err(error) => collected.taken.problem(error),
        }
    }
    collected.finish()
}

/// Refuses prices for a ticker that has them from elsewhere.
pub(super) fn own(market: &Market, symbol: &str) -> Result<(), String> {
    let market = market.read();
    let source = market.by_symbol(symbol).and_then(|listing| {
        let quote = listing.quote.as_ref();
        quote.map(|quote| quote.source.clone())
    });
    match source {
        Some(source) if source != NAME => Err(format!(
            "{symbol} has its prices from elsewhere ({source}); 'marketdeck import bars' gives it to a file"
        )),
        _ => Ok(()),
    }
}

struct Collected<'a> {
    market: &'a Market,
    now: Timestamp,
    taken: Taken,
    profiles: Vec<Profile>,
    icos: Vec<Ico>,
    funds: Vec<FundFacts>,
    earnings: Vec<EarningsEvent>,
    economy: Vec<EconomicEvent>,
    payments: BTreeMap<String, Vec<Payment>>,
    splits: BTreeMap<String, Vec<Split>>,
    quotes: Vec<QuoteUpdate>,
}

impl Collected<'_> {
    fn add(&mut self, kind: Kind, row: &Row) -> Result<(), String> {
        match kind {
            // Its own reader takes them.
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

    /// The symbol of a row, as the ticker that it means has it.
    fn symbol(&self, row: &Row) -> Result<String, String> {
        let symbol = symbol_of(row)?;
        let market = self.market.read();
        let known = market.by_spelling(&symbol);
        Ok(known.map_or(symbol, |known| known.ticker.profile.symbol.clone()))
    }

    /// The symbol of a ticker that is there.
    fn known(&self, row: &Row) -> Result<String, String> {
        let symbol = self.symbol(row)?;
        let market = self.market.read();
        let listing = market.by_symbol(&symbol);
        listing
            .map(|listing| listing.ticker.profile.symbol.clone())
            .ok_or_else(|| format!("there is no ticker {symbol}; a file 'tickers' can bring it"))
    }

    /// Makes a ticker that is not there yet.
    fn introduce(&mut self, symbol: &str, profile: impl FnOnce() -> Profile) {
        let is_new = self.market.read().by_symbol(symbol).is_none()
            && !self.profiles.iter().any(|known| known.symbol == symbol);
        if is_new {
            self.profiles.push(profile());
        }
    }

    fn add_ticker(&mut self, row: &Row) -> Result<(), String> {
        let symbol = self.symbol(row)?;
        own(self.market, &symbol)?;
        let word = row.text(&["type", "kind"]);
        let kind = match word {
            Some(word) => TickerKind::parse(&word.to_ascii_lowercase())
                .ok_or_else(|| format!("type '{word}' is none that is known"))?,
            None => symbol::guess(&symbol),
        };
        let currency = match row.text(&["currency"]) {
            Some(code) => Currency::parse(&code.to_ascii_uppercase())
                .ok_or_else(|| format!("currency '{code}' is no code such as EUR"))?,
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
            Currency::parse(&text.to_ascii_uppercase())
                .ok_or_else(|| format!("{} '{text}' is no code such as EUR", names[0]))
        };
        let (base, quoted) = (code(&["base", "from"])?, code(&["quote", "to"])?);
        let symbol = format!("{base}{quoted}=X");
        own(self.market, &symbol)?;
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

    fn finish(self) -> Taken {
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
        Taken {
            updates,
            ..self.taken
        }
    }
}
