//! The shapes on the wire: camelCase JSON, ISO 8601 times in UTC, percentages in percent, money in the
//! ticker's currency. `null` means unknown; it is never written as zero.

use std::cell::RefCell;

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{
        bar::Bar,
        currency::Currency,
        dividend::{Dividend, DividendKind, Frequency},
        fund,
        quote::ExtendedQuote,
        session::Phase,
        ticker::{Profile, TickerKind},
    },
    market::{Listing, MarketState, Rate},
};

/// Name of the offline market's provider, and what marks its data as a sample.
pub(crate) const SAMPLE: &str = "sample";

/// A ticker with its newest quote: what lists, the live feed and the detail page share.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Ticker {
    /// Number in this store; 1 is the S&P 500, or the first index.
    pub(crate) id: u32,
    /// As exchanges write it.
    pub(crate) symbol: String,
    /// Full name.
    pub(crate) name: String,
    /// stock, etf, crypto, commodity, index, ico, fund or currency.
    #[serde(rename = "type")]
    #[schema(value_type = TickerType)]
    pub(crate) kind: TickerKind,
    /// Sector, fund category, crypto category or commodity group.
    pub(crate) sector: Option<String>,
    /// Country of domicile (stocks).
    pub(crate) country: Option<String>,
    /// Address of a logo on this server, below its base path.
    pub(crate) logo: Option<String>,
    /// In the ticker's currency; points for an index.
    pub(crate) price: Option<f64>,
    /// Percent.
    pub(crate) change24h: Option<f64>,
    /// Percent.
    pub(crate) change7d: Option<f64>,
    /// What the price moved by since the previous close, where that has no percentage because one of them is not above
    /// zero; null elsewhere.
    pub(crate) move24h: Option<f64>,
    /// The same over seven days.
    pub(crate) move7d: Option<f64>,
    /// In the ticker's currency.
    pub(crate) market_cap: Option<f64>,
    /// Units traded; US dollars for crypto.
    pub(crate) volume24h: Option<f64>,
    /// When the source says the price was true.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) updated_at: Option<Timestamp>,
    /// The provider.
    pub(crate) source: Option<String>,
    /// From the simulated market.
    pub(crate) is_sample: bool,
    /// Digits after the point.
    pub(crate) decimals: u8,
    /// ISO code of what its prices, bars and dividends are in.
    #[schema(value_type = String)]
    pub(crate) currency: Currency,
    /// Name of the exchange where it is traded.
    pub(crate) exchange: Option<String>,
    /// IANA name of the exchange's time zone; null for what never closes.
    pub(crate) time_zone: Option<String>,
    /// How late its prices come by the exchange's rules, in minutes.
    pub(crate) delay_minutes: Option<u16>,
    /// A newer price from before or after the session, beside its close.
    pub(crate) extended: Option<Extended>,
    /// Phase of its market now.
    #[schema(value_type = SessionPhase)]
    pub(crate) session: Phase,
    /// When that phase ends; null for a market that never closes. A page that hears nothing more
    /// knows the session from it all the same.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) session_ends_at: Option<Timestamp>,
    /// The phase that follows.
    #[schema(value_type = SessionPhase)]
    pub(crate) next_session: Phase,
    /// Older than its source's usual pace allows.
    pub(crate) stale: bool,
    /// When the price becomes so old, unless a newer one comes.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) stale_at: Option<Timestamp>,
}

/// A price from before or after the regular session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Extended {
    /// In the ticker's currency.
    price: f64,
    /// Percent against the last regular close.
    change: f64,
    /// pre or post.
    #[schema(value_type = SessionPhase)]
    session: Phase,
    /// When the source says the price was true.
    #[schema(value_type = String, format = DateTime)]
    updated_at: Timestamp,
}

impl Extended {
    fn of(quote: &ExtendedQuote) -> Self {
        Self {
            price: quote.price,
            change: quote.change,
            session: quote.session,
            updated_at: quote.as_of,
        }
    }
}

/// The kinds of ticker, for the description.
#[derive(ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(dead_code, reason = "describes a type of a room without utoipa")]
pub(crate) enum TickerType {
    /// A share.
    Stock,
    /// An exchange-traded fund.
    Etf,
    /// A coin or token.
    Crypto,
    /// A future.
    Commodity,
    /// A market index.
    Index,
    /// A token offering.
    Ico,
    /// A mutual fund.
    Fund,
    /// A pair of currencies.
    Currency,
}

/// The phases of a market, for the description.
#[derive(ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(dead_code, reason = "describes a type of a room without utoipa")]
pub(crate) enum SessionPhase {
    /// Before the regular session.
    Pre,
    /// The regular session.
    Regular,
    /// After it.
    Post,
    /// Night, weekend or holiday.
    Closed,
    /// The market never closes.
    Always,
}

/// A ticker as a row of a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TickerRow {
    /// The ticker.
    #[serde(flatten)]
    pub(crate) ticker: Ticker,
    /// Prices of seven days, at most 42, oldest first.
    pub(crate) spark: Vec<f64>,
    /// What one unit of its currency is worth where amounts are added or compared; null where no rate is known.
    pub(crate) display_rate: Option<DisplayRate>,
    /// Facts, for a fund.
    pub(crate) fund: Option<FundFacts>,
    /// What is locked in its protocol, for a coin.
    pub(crate) tvl: Option<Tvl>,
}

/// What one unit of a ticker's currency is worth in the display currency, by the rates that are followed.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DisplayRate {
    /// The display currency (ISO 4217); USD where the configured one has no rate.
    #[schema(value_type = String)]
    currency: Currency,
    /// Units of it.
    value: f64,
    /// When the rate was true; null where the ticker is in this currency itself.
    #[schema(value_type = Option<String>, format = DateTime)]
    as_of: Option<Timestamp>,
}

impl DisplayRate {
    /// What amounts are converted to.
    pub(crate) fn currency(&self) -> Currency {
        self.currency
    }
}

/// The rates to one currency, each looked up once for all rows of a list.
pub(crate) struct DisplayRates<'a> {
    /// Where the rates are from.
    pub(crate) market: &'a MarketState,
    /// What the amounts of all rows are converted to.
    currency: Currency,
    known: RefCell<Vec<(Currency, Option<Rate>)>>,
}

impl<'a> DisplayRates<'a> {
    /// The rates to `display`, or to dollars where nobody knows the rate of `display`: all rows of a list
    /// are converted to the same currency.
    pub(crate) fn new(market: &'a MarketState, display: Currency) -> Self {
        let is_known = market.rate(Currency::USD, display).is_some();
        Self {
            market,
            currency: if is_known { display } else { Currency::USD },
            known: RefCell::default(),
        }
    }

    /// What one unit of `own` is worth; `None` where no rate is known.
    fn of(&self, own: Currency) -> Option<DisplayRate> {
        let mut known = self.known.borrow_mut();
        let of_own = known.iter().find(|(currency, _)| *currency == own);
        let found = of_own.map(|(_, rate)| *rate);
        let rate = found.unwrap_or_else(|| {
            let rate = self.market.rate(own, self.currency);
            known.push((own, rate));
            rate
        });
        let Rate { value, as_of } = rate?;
        Some(DisplayRate {
            currency: self.currency,
            value,
            as_of,
        })
    }
}

/// The value that is locked in a coin's protocol.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Tvl {
    /// US dollars.
    pub(crate) value: f64,
    /// Nobody told it: it is taken to be 40 % of the market cap.
    pub(crate) is_estimate: bool,
    /// When it was told; null for an estimate.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) as_of: Option<Timestamp>,
}

/// Facts about a fund.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FundFacts {
    /// The fund's symbol.
    pub(crate) symbol: String,
    /// Its number, when the ticker is known.
    pub(crate) ticker_id: Option<u32>,
    /// Fund company.
    pub(crate) issuer: Option<String>,
    /// Equity, Fixed Income, Commodity, Currency, Multi-Asset, Specialty, Sector or International.
    pub(crate) category: String,
    /// In the fund's currency.
    pub(crate) aum: Option<f64>,
    /// Percent a year.
    pub(crate) expense_ratio: Option<f64>,
    /// Percent a year.
    pub(crate) distribution_yield: Option<f64>,
    /// First day of trading.
    #[schema(value_type = Option<String>, format = Date)]
    pub(crate) inception: Option<jiff::civil::Date>,
    /// The provider.
    pub(crate) source: String,
    /// From the simulated market.
    pub(crate) is_sample: bool,
}

/// One point of a price history.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PricePoint {
    /// When the price was true: the end of its bar, or for a daily bar the exchange's date at 00:00 UTC.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) timestamp: Timestamp,
    /// In the ticker's currency.
    pub(crate) price: f64,
}

/// One point of a ticker's price history, with its bar where it is asked for and where there is one.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HistoryPoint {
    /// When the price was true: the end of its bar, or for a daily bar the exchange's date at 00:00 UTC.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) timestamp: Timestamp,
    /// In the ticker's currency: the last one of its bar.
    pub(crate) price: f64,
    /// First price of the bar.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) open: Option<f64>,
    /// Highest price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) high: Option<f64>,
    /// Lowest price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) low: Option<f64>,
    /// Units traded; US dollars for crypto.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) volume: Option<f64>,
}

impl HistoryPoint {
    /// A price that stands alone.
    pub(crate) fn price(timestamp: Timestamp, price: f64) -> Self {
        Self {
            timestamp,
            price,
            open: None,
            high: None,
            low: None,
            volume: None,
        }
    }

    /// The first price that is heard of a bar.
    pub(crate) fn of_new_bar(timestamp: Timestamp, price: f64) -> Self {
        Self {
            open: Some(price),
            high: Some(price),
            low: Some(price),
            ..Self::price(timestamp, price)
        }
    }

    /// A newer price of the same bar.
    pub(crate) fn renew(&mut self, price: f64) {
        self.price = price;
        self.high = self.high.map(|high| high.max(price));
        self.low = self.low.map(|low| low.min(price));
    }

    /// Takes the bar away.
    pub(crate) fn leave_price(&mut self) {
        *self = Self::price(self.timestamp, self.price);
    }
}

impl From<HistoryPoint> for PricePoint {
    fn from(point: HistoryPoint) -> Self {
        Self {
            timestamp: point.timestamp,
            price: point.price,
        }
    }
}

/// One bar.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BarPoint {
    /// Start of the bar.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) timestamp: Timestamp,
    /// First price.
    pub(crate) open: f64,
    /// Highest price.
    pub(crate) high: f64,
    /// Lowest price.
    pub(crate) low: f64,
    /// Last price.
    pub(crate) close: f64,
    /// Units traded; US dollars for crypto.
    pub(crate) volume: f64,
}

/// One dividend.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DividendRow {
    /// Position from the newest, from 1.
    pub(crate) id: u32,
    /// First day without it.
    #[schema(value_type = String, format = Date)]
    pub(crate) ex_date: jiff::civil::Date,
    /// Per unit, in the ticker's currency.
    pub(crate) amount: f64,
    /// Percent a year at the price of that day.
    #[serde(rename = "yield")]
    pub(crate) dividend_yield: Option<f64>,
    /// monthly, quarterly, semi-annually or annually; null while one payment alone says nothing about it.
    #[schema(value_type = Option<DividendFrequency>)]
    pub(crate) frequency: Option<Frequency>,
    /// regular, or special: paid once, beside the rhythm.
    #[schema(value_type = DividendType)]
    pub(crate) kind: DividendKind,
    /// Extrapolated by the source.
    pub(crate) is_projected: bool,
}

/// The kinds of a dividend, for the description.
#[derive(ToSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(dead_code, reason = "describes a type of a room without utoipa")]
pub(crate) enum DividendType {
    /// It comes again in the payer's rhythm.
    Regular,
    /// Paid once, beside the rhythm.
    Special,
    /// What a fund gained by selling.
    CapitalGain,
}

/// The frequencies, for the description.
#[derive(ToSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(dead_code, reason = "describes a type of a room without utoipa")]
pub(crate) enum DividendFrequency {
    /// Twelve a year.
    Monthly,
    /// Four a year.
    Quarterly,
    /// Two a year.
    SemiAnnually,
    /// One a year.
    Annually,
}

impl Ticker {
    /// The ticker of `listing` as it stands at `now`.
    pub(crate) fn of(listing: &Listing, now: Timestamp) -> Self {
        let profile = &listing.ticker.profile;
        let quote = listing.quote.as_ref();
        let calendar = profile.calendar();
        let (session_ends_at, next_session) = calendar.next_change(now);
        let is_imported = listing.ticker.imported.is_some();
        let moved_from = |then: Option<f64>| Some(quote?.price - then?);
        let stale_at = quote.map(|quote| stale_at(profile, is_imported, quote.as_of));
        Self {
            id: listing.ticker.id.0,
            symbol: profile.symbol.clone(),
            name: profile.name.clone(),
            kind: profile.kind,
            sector: profile.sector.clone(),
            country: profile.country.clone(),
            logo: logo(&listing.ticker),
            price: quote.map(|quote| quote.price),
            change24h: quote.and_then(|quote| quote.change_24h),
            change7d: quote.and_then(|quote| quote.change_7d),
            move24h: moved_from(listing.previous_close_below_zero()),
            move7d: moved_from(listing.price_week_ago_below_zero()),
            market_cap: quote.and_then(|quote| quote.market_cap),
            volume24h: quote.and_then(|quote| quote.volume_24h),
            updated_at: quote.map(|quote| quote.as_of),
            source: quote.map(|quote| quote.source.clone()),
            is_sample: quote.is_some_and(|quote| quote.source == SAMPLE),
            decimals: profile.decimals,
            currency: profile.currency,
            exchange: profile.exchange.clone(),
            time_zone: profile
                .time_zone
                .clone()
                .or_else(|| calendar.time_zone().map(str::to_owned)),
            delay_minutes: profile.delay_minutes,
            extended: quote
                .and_then(|quote| quote.extended_at(calendar, now))
                .map(Extended::of),
            session: calendar.phase(now),
            session_ends_at: Some(session_ends_at).filter(|end| *end < Timestamp::MAX),
            next_session,
            stale: stale_at.is_some_and(|at| at <= now),
            stale_at,
        }
    }
}

/// Where this server has the logo of a ticker; a commodity never has one. Addresses at providers are never
/// handed to browsers.
fn logo(ticker: &crate::domain::ticker::Ticker) -> Option<String> {
    let fetched_at = ticker.logo?.fetched_at?;
    (ticker.profile.kind != TickerKind::Commodity).then(|| {
        format!(
            "api/tickers/{}/logo?v={}",
            ticker.id,
            fetched_at.as_second()
        )
    })
}

/// How old a price may be while its market trades, in seconds: sources are asked every few minutes
/// at the slowest.
const FRESH_SECONDS: i64 = 20 * 60;
/// How old it may be while its market rests: the longest holiday week-end.
const FRESH_DAYS: i64 = 5 * 86_400;

/// When a price of `as_of` becomes older than its source's usual pace allows. A price from before the
/// opening has as long after it: no newer one can be there at the first second. An exchange whose prices
/// come late by its rules has so much longer, and a mutual fund is priced once a day.
fn stale_at(profile: &Profile, is_imported: bool, as_of: Timestamp) -> Timestamp {
    let (second, calendar) = (as_of.as_second(), profile.calendar());
    let fresh = FRESH_SECONDS + 60 * i64::from(profile.delay_minutes.unwrap_or_default());
    let (soon, late) = (second + fresh, seconds(second + FRESH_DAYS));
    if is_imported || profile.kind == TickerKind::Fund {
        return late;
    }
    let trades = matches!(
        calendar.phase(seconds(soon)),
        Phase::Regular | Phase::Always
    );
    let at = if trades {
        soon
    } else {
        calendar.next_session(seconds(soon)).open + fresh
    };
    seconds(at).min(late)
}

impl TickerRow {
    /// The row of `listing`, with fund facts from the market of `rates`.
    pub(crate) fn of(listing: &Listing, rates: &DisplayRates<'_>, now: Timestamp) -> Self {
        let quote = listing.quote.as_ref();
        let until = quote.map_or(now, |quote| quote.as_of);
        let calendar = listing.ticker.profile.calendar();
        let price = quote.map(|quote| quote.price);
        Self {
            ticker: Ticker::of(listing, now),
            spark: listing.recent.spark(calendar, until, price),
            display_rate: rates.of(listing.ticker.profile.currency),
            fund: FundFacts::of(listing, rates.market),
            tvl: Tvl::of(listing),
        }
    }
}

/// The part of a coin's market cap that counts as locked where nobody tells it.
const LOCKED_PART: f64 = 0.4;

impl Tvl {
    fn of(listing: &Listing) -> Option<Self> {
        let ticker = &listing.ticker;
        if let Some(locked) = ticker.locked {
            return Some(Self {
                value: locked.value,
                is_estimate: false,
                as_of: Some(locked.as_of),
            });
        }
        let market_cap = listing.quote.as_ref()?.market_cap?;
        (ticker.profile.kind == TickerKind::Crypto).then_some(Self {
            value: market_cap * LOCKED_PART,
            is_estimate: true,
            as_of: None,
        })
    }
}

impl FundFacts {
    /// The facts of a fund's listing, if there are any.
    pub(crate) fn of(listing: &Listing, market: &MarketState) -> Option<Self> {
        let facts: &fund::FundFacts = market.funds.get(&listing.ticker.profile.symbol)?;
        Some(Self {
            symbol: facts.symbol.clone(),
            ticker_id: Some(listing.ticker.id.0),
            issuer: facts.issuer.clone(),
            category: facts.category.clone(),
            aum: facts.aum,
            expense_ratio: facts.expense_ratio,
            distribution_yield: facts.distribution_yield,
            inception: facts.inception,
            source: facts.provider.clone(),
            is_sample: facts.provider == SAMPLE,
        })
    }
}

impl DividendRow {
    /// The rows of `dividends`, which are newest first; what a fund gained by selling is none.
    pub(crate) fn all(dividends: &[Dividend]) -> Vec<Self> {
        let row = |(at, dividend): (usize, &Dividend)| Self {
            id: at as u32 + 1,
            ex_date: dividend.ex_date,
            amount: dividend.amount,
            dividend_yield: dividend.dividend_yield,
            frequency: dividend.frequency,
            kind: dividend.kind,
            is_projected: dividend.is_projected,
        };
        let paid = |dividend: &&Dividend| dividend.kind != DividendKind::CapitalGain;
        dividends.iter().filter(paid).enumerate().map(row).collect()
    }
}

impl BarPoint {
    /// A bar as it is written.
    pub(crate) fn of(bar: &Bar) -> Self {
        let Bar {
            open,
            high,
            low,
            close,
            volume,
            ..
        } = *bar;
        Self {
            timestamp: seconds(bar.start),
            open,
            high,
            low,
            close,
            volume,
        }
    }
}

/// Unix seconds as a time; what no calendar holds becomes its nearest edge.
pub(crate) fn seconds(at: i64) -> Timestamp {
    Timestamp::from_second(at).unwrap_or(if at < 0 {
        Timestamp::MIN
    } else {
        Timestamp::MAX
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stale(kind: TickerKind, delay_minutes: Option<u16>, as_of: &str) -> String {
        let profile = Profile {
            delay_minutes,
            ..Profile::new("X", "X", kind)
        };
        stale_at(&profile, false, as_of.parse().unwrap()).to_string()
    }

    #[test]
    fn a_price_is_stale_twenty_minutes_after_it_was_true_while_its_market_trades() {
        let friday = "2026-11-20T15:00:00Z";
        for kind in [TickerKind::Stock, TickerKind::Crypto] {
            assert_eq!(stale(kind, None, friday), "2026-11-20T15:20:00Z");
        }
        let delayed = stale(TickerKind::Commodity, Some(10), friday);
        assert_eq!(delayed, "2026-11-20T15:30:00Z", "it comes so late by rule");
    }

    #[test]
    fn a_row_tells_what_its_currency_is_worth_in_the_display_currency_or_in_dollars() {
        use crate::domain::ticker;
        let currency = |code| Currency::parse(code).unwrap();
        let mut market = MarketState::default();
        let mut put = |id, symbol, kind, price: f64| {
            market.put(ticker::Ticker::new(
                ticker::TickerId(id),
                Profile::new(symbol, symbol, kind),
            ));
            let price = crate::testing::quote(price, Timestamp::UNIX_EPOCH);
            market.get_mut(ticker::TickerId(id)).unwrap().quote = Some(price);
        };
        put(1, "EURUSD=X", TickerKind::Currency, 1.25);
        put(2, "JPY=X", TickerKind::Currency, 160.0);
        let rate = |own, display| {
            let rates = DisplayRates::new(&market, currency(display));
            let rate = rates.of(currency(own));
            // A second row of the same list is told the same.
            assert_eq!(rate, rates.of(currency(own)));
            let rate = rate?;
            Some((rate.currency.to_string(), rate.value))
        };
        let some = |code: &str, value| Some((code.to_owned(), value));
        assert_eq!(rate("EUR", "USD"), some("USD", 1.25));
        assert_eq!(rate("USD", "EUR"), some("EUR", 0.8));
        assert_eq!(rate("JPY", "EUR"), some("EUR", 0.005));
        assert_eq!(rate("CHF", "EUR"), None, "no rate is followed");
        assert_eq!(rate("EUR", "CHF"), some("USD", 1.25), "nobody knows francs");
        assert_eq!(
            rate("CHF", "CHF"),
            None,
            "beside others they count in dollars"
        );
    }

    #[test]
    fn a_price_below_zero_moved_by_an_amount_and_one_above_by_percent_alone() {
        use crate::domain::{
            bar::{Bar, Interval},
            ticker,
        };
        let moved = |price, previous_close, week_ago| {
            let mut market = MarketState::default();
            let id = ticker::TickerId(1);
            let profile = Profile::new("CL=F", "Crude Oil", TickerKind::Commodity);
            market.put(ticker::Ticker::new(id, profile));
            let now: Timestamp = "2026-11-20T15:00:00Z".parse().unwrap();
            let listing = market.get_mut(id).unwrap();
            listing.quote = Some(crate::domain::quote::Quote {
                previous_close,
                ..crate::testing::quote(price, now)
            });
            let friday: Timestamp = "2026-11-13T00:00:00Z".parse().unwrap();
            let bar = Bar {
                start: friday.as_second(),
                close: week_ago,
                ..Bar::default()
            };
            listing.recent.merge(Interval::Day, &[bar]);
            let row = Ticker::of(listing, now);
            (row.move24h, row.move7d)
        };
        assert_eq!(moved(-12.5, Some(-10.0), 8.0), (Some(-2.5), Some(-20.5)));
        assert_eq!(moved(2.0, Some(-1.0), -3.0), (Some(3.0), Some(5.0)));
        assert_eq!(moved(12.0, Some(10.0), -8.0), (None, Some(20.0)));
        assert_eq!(moved(-12.0, None, 8.0).0, None, "nobody knows from where");
    }

    #[test]
    fn a_closing_price_is_stale_twenty_minutes_into_the_next_session() {
        assert_eq!(
            stale(TickerKind::Stock, None, "2026-11-20T21:00:00Z"),
            "2026-11-23T14:50:00Z"
        );
    }

    #[test]
    fn an_imported_price_and_that_of_a_fund_are_stale_after_five_days() {
        let as_of = "2026-11-20T15:00:00Z";
        let stock = Profile::new("X", "X", TickerKind::Stock);
        assert_eq!(
            stale_at(&stock, true, as_of.parse().unwrap()).to_string(),
            "2026-11-25T15:00:00Z"
        );
        assert_eq!(stale(TickerKind::Fund, None, as_of), "2026-11-25T15:00:00Z");
    }
}
