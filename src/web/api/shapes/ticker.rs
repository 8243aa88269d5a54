//! Tickers in responses: [`Ticker`], and [`TickerRow`] for lists.
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::{DisplayRate, DisplayRates, FundFacts, SAMPLE_PROVIDER, Tvl};
use crate::{
    domain::{
        currency::Currency,
        identity::{Figi, Isin},
        quotation::Quotation,
        quote::{ExtendedQuote, delay_minutes, is_stale, stale_at},
        session::Phase,
        ticker::TickerKind,
    },
    market::Listing,
};

/// A ticker with its newest quote, as sent in lists, in live messages and for the ticker page.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Ticker {
    /// Id of the ticker in this database; 1 is the S&P 500, or the first index.
    pub(crate) id: u32,
    /// Symbol as exchanges write it.
    pub(crate) symbol: String,
    /// Full name.
    pub(crate) name: String,
    /// stock, etf, crypto, commodity, index, ico, fund, currency or bond.
    #[serde(rename = "type")]
    #[schema(value_type = TickerType)]
    pub(crate) kind: TickerKind,
    /// Sector, fund category, crypto category or commodity group.
    pub(crate) sector: Option<String>,
    /// Industry of the company, which is a part of its sector (stocks).
    pub(crate) industry: Option<String>,
    /// Country of domicile (stocks).
    pub(crate) country: Option<String>,
    /// URL of a logo on this server, relative to its base path.
    pub(crate) logo: Option<String>,
    /// Last price, in the ticker's currency; points for an index; percent if `priceUnit` is percent.
    pub(crate) price: Option<f64>,
    /// Change in percent since the previous close, or in 24 hours for a market that never closes.
    pub(crate) change24h: Option<f64>,
    /// Change in percent in seven days.
    pub(crate) change7d: Option<f64>,
    /// Change since the previous close as an amount, if the price or the previous close is zero or negative, so that there is no
    /// change in percent; otherwise null.
    pub(crate) move24h: Option<f64>,
    /// The same for the change in seven days.
    pub(crate) move7d: Option<f64>,
    /// Market capitalization, in the ticker's currency.
    pub(crate) market_cap: Option<f64>,
    /// Whether the market cap is price × shares outstanding, by the company's last report or a list of stocks, because no source
    /// sends one.
    pub(crate) is_market_cap_computed: bool,
    /// Units traded; for crypto the value traded, in the ticker's currency.
    pub(crate) volume24h: Option<f64>,
    /// Time of the price, according to the source.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) updated_at: Option<Timestamp>,
    /// Name of the provider of the price.
    pub(crate) source: Option<String>,
    /// Whether the ticker is part of the sample market.
    pub(crate) is_sample: bool,
    /// Decimal places of the displayed price, as on the exchange; more for a small price.
    pub(crate) decimals: u8,
    /// ISO code of the currency of the prices, bars and dividends, or of the nominal value if `priceUnit` is percent.
    #[schema(value_type = String)]
    pub(crate) currency: Currency,
    /// The unit of the price, and of bars.
    #[schema(value_type = PriceUnit)]
    pub(crate) price_unit: Quotation,
    /// Nominal value of one bond: the smallest amount that can be traded, in the ticker's currency; null for other tickers and if it is
    /// unknown.
    pub(crate) par_value: Option<f64>,
    /// Name of the exchange.
    pub(crate) exchange: Option<String>,
    /// IANA time zone of the exchange; null for a market that never closes.
    pub(crate) time_zone: Option<String>,
    /// Delay of the prices in minutes, by the rules of the exchange or of the provider.
    pub(crate) delay_minutes: Option<u16>,
    /// A newer price from before or after the regular session.
    pub(crate) extended: Option<ExtendedPrice>,
    /// Current phase of the ticker's market.
    #[schema(value_type = SessionPhase)]
    pub(crate) session: Phase,
    /// End of the current phase; null for a market that never closes, and if its hours are unknown. A page without live updates
    /// computes the phase from this time and `nextSession`.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) session_ends_at: Option<Timestamp>,
    /// The phase after the current one.
    #[schema(value_type = SessionPhase)]
    pub(crate) next_session: Phase,
    /// Whether the price is older than is usual for its source.
    pub(crate) stale: bool,
    /// Time at which the price becomes stale unless a newer one arrives.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) stale_at: Option<Timestamp>,
}

/// A price from outside the regular session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExtendedPrice {
    /// The price, in the ticker's currency.
    price: f64,
    /// Change from the last regular close, in percent.
    change: f64,
    /// pre, post, or overnight (traded at other venues in the night before a session).
    #[schema(value_type = ExtendedPhase)]
    session: Phase,
    /// Time of the price, according to the source.
    #[schema(value_type = String, format = DateTime)]
    updated_at: Timestamp,
}

impl ExtendedPrice {
    fn of(quote: &ExtendedQuote) -> Self {
        Self {
            price: quote.price,
            change: quote.change,
            session: quote.session,
            updated_at: quote.as_of,
        }
    }
}

/// The type of a ticker.
#[derive(ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(
    dead_code,
    reason = "schema-only copy of `TickerKind`, because the domain does not depend on utoipa"
)]
pub(crate) enum TickerType {
    /// A stock.
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
    /// A currency pair.
    Currency,
    /// A bond.
    Bond,
}

/// The unit of a price.
#[derive(ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(
    dead_code,
    reason = "schema-only copy of `Quotation`, because the domain does not depend on utoipa"
)]
pub(crate) enum PriceUnit {
    /// An amount of the ticker's currency per unit; points for an index.
    Currency,
    /// Percent of the nominal value, as for most bonds. A nominal value of 1,000 at a price of 98.45 is worth 984.50.
    Percent,
}

/// The phase of a market.
#[derive(ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(
    dead_code,
    reason = "schema-only copy of `Phase`, because the domain does not depend on utoipa"
)]
pub(crate) enum SessionPhase {
    /// Before the regular session.
    Pre,
    /// The regular session.
    Regular,
    /// After the regular session.
    Post,
    /// Night, weekend or holiday.
    Closed,
    /// The market never closes.
    Always,
    /// The market's hours are unknown.
    Unknown,
}

/// A phase outside the regular session.
#[derive(ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(
    dead_code,
    reason = "schema-only copy of `Phase`, because the domain does not depend on utoipa"
)]
pub(crate) enum ExtendedPhase {
    /// Before the regular session.
    Pre,
    /// After the regular session.
    Post,
    /// At night, at other venues.
    Overnight,
}

/// A row of a ticker list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TickerRow {
    /// The ticker.
    #[serde(flatten)]
    pub(crate) ticker: Ticker,
    /// Prices of the last seven days for a sparkline: at most 42, oldest first.
    pub(crate) spark: Vec<f64>,
    /// Exchange rate from the ticker's currency to the display currency; null if unknown.
    pub(crate) display_rate: Option<DisplayRate>,
    /// ISIN of the instrument; null if unknown.
    #[schema(value_type = Option<String>)]
    pub(crate) isin: Option<Isin>,
    /// FIGI of the listing; null if unknown.
    #[schema(value_type = Option<String>)]
    pub(crate) figi: Option<Figi>,
    /// Facts about a fund; null for other tickers.
    pub(crate) fund: Option<FundFacts>,
    /// Total value locked in the protocol of a coin; null for other tickers.
    pub(crate) tvl: Option<Tvl>,
}

impl Ticker {
    /// Converts `listing` to the ticker of a response; `now` determines the session and whether the price is stale.
    pub(crate) fn of(listing: &Listing, now: Timestamp) -> Self {
        let profile = &listing.ticker.profile;
        let quote = listing.quote.as_ref();
        let calendar = profile.calendar();
        let (session_ends_at, next_session) = calendar.next_change(now);
        let is_imported = listing.ticker.imported.is_some();
        let change_since = |earlier_price: Option<f64>| Some(quote?.price - earlier_price?);
        let stale_at =
            quote.map(|quote| stale_at(profile, is_imported, &quote.source, quote.as_of));
        Self {
            id: listing.ticker.id.0,
            symbol: profile.symbol.clone(),
            name: profile.name.clone(),
            kind: profile.kind,
            sector: profile.sector.clone(),
            industry: profile.industry.clone(),
            country: profile.country.clone(),
            logo: logo_url(&listing.ticker),
            price: quote.map(|quote| quote.price),
            change24h: quote.and_then(|quote| quote.change_24h),
            change7d: quote.and_then(|quote| quote.change_7d),
            move24h: change_since(listing.previous_close_below_zero()),
            move7d: change_since(listing.price_week_ago_below_zero()),
            market_cap: quote.and_then(|quote| quote.market_cap),
            is_market_cap_computed: listing.is_market_cap_computed(),
            volume24h: quote.and_then(|quote| quote.volume_24h),
            updated_at: quote.map(|quote| quote.as_of),
            source: quote.map(|quote| quote.source.clone()),
            is_sample: quote.is_some_and(|quote| quote.source == SAMPLE_PROVIDER),
            decimals: listing.decimals(),
            currency: profile.currency,
            price_unit: profile.quotation,
            par_value: profile.par_value,
            exchange: profile.exchange.clone(),
            time_zone: profile
                .time_zone
                .clone()
                .or_else(|| calendar.time_zone().map(str::to_owned)),
            delay_minutes: delay_minutes(profile, quote.map_or("", |quote| &quote.source)),
            extended: quote
                .and_then(|quote| quote.extended_at(calendar, now))
                .map(ExtendedPrice::of),
            session: calendar.phase(now),
            session_ends_at: Some(session_ends_at).filter(|end| *end < Timestamp::MAX),
            next_session,
            stale: stale_at.is_some_and(|stale_at| is_stale(stale_at, now)),
            stale_at,
        }
    }
}

/// Returns the URL of a ticker's logo on this server; `None` for a commodity, and without a logo. Browsers never load logos from
/// providers.
fn logo_url(ticker: &crate::domain::ticker::Ticker) -> Option<String> {
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
    /// Converts `listing` to a row of a list. Fund facts come from the market of `rates`.
    pub(crate) fn of(listing: &Listing, rates: &DisplayRates<'_>, now: Timestamp) -> Self {
        let quote = listing.quote.as_ref();
        let spark_end = quote.map_or(now, |quote| quote.as_of);
        let calendar = listing.ticker.profile.calendar();
        let price = quote.map(|quote| quote.price);
        Self {
            ticker: Ticker::of(listing, now),
            spark: listing.recent.sparkline(calendar, spark_end, price),
            display_rate: rates.rate_from(listing.ticker.profile.currency),
            isin: listing.ticker.profile.isin,
            figi: listing.ticker.profile.figi,
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
    fn change_amounts_are_returned_only_if_a_price_is_negative() {
        use crate::domain::{
            bar::{Bar, Interval},
            ticker,
        };
        let changes = |price, previous_close, price_week_ago| {
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
                close: price_week_ago,
                ..Bar::default()
            };
            listing.recent.merge(Interval::Day, &[bar]);
            let ticker = Ticker::of(listing, now);
            (ticker.move24h, ticker.move7d)
        };
        assert_eq!(changes(-12.5, Some(-10.0), 8.0), (Some(-2.5), Some(-20.5)));
        assert_eq!(changes(2.0, Some(-1.0), -3.0), (Some(3.0), Some(5.0)));
        assert_eq!(changes(12.0, Some(10.0), -8.0), (None, Some(20.0)));
        assert_eq!(
            changes(-12.0, None, 8.0).0,
            None,
            "the previous close is unknown"
        );
    }
}
