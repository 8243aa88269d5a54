//! A ticker: in full, and as a row of a list.
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::{DisplayRate, DisplayRates, FundFacts, SAMPLE, Tvl};
use crate::{
    domain::{
        currency::Currency,
        quote::{ExtendedQuote, stale_at},
        session::Phase,
        ticker::TickerKind,
    },
    market::Listing,
};

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
    /// Units traded; for crypto the value traded, in the ticker's currency.
    pub(crate) volume24h: Option<f64>,
    /// When the source says the price was true.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) updated_at: Option<Timestamp>,
    /// The provider.
    pub(crate) source: Option<String>,
    /// From the simulated market.
    pub(crate) is_sample: bool,
    /// Digits after the point: as it is quoted, and more where a small price needs them.
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
    /// When that phase ends; null for a market that never closes, and where its hours are unknown. A page that hears nothing more
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

/// A price from before or after the regular session, or of the night.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Extended {
    /// In the ticker's currency.
    price: f64,
    /// Percent against the last regular close.
    change: f64,
    /// pre, post, or overnight: at other venues, in the night before a session of the exchange.
    #[schema(value_type = ExtendedPhase)]
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
    /// Nobody tells when the market trades.
    Unknown,
}

/// The hours outside of a regular session, for the description.
#[derive(ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(dead_code, reason = "describes a type of a room without utoipa")]
pub(crate) enum ExtendedPhase {
    /// Before it.
    Pre,
    /// After it.
    Post,
    /// In the night, at other venues.
    Overnight,
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
            decimals: listing.decimals(),
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
            tvl: Tvl::of(listing, rates.market),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{domain::ticker::Profile, market::MarketState};

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
}
