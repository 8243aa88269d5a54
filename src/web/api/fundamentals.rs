//! Figures from the financial reports of companies, valuation ratios, and filings.

mod ratios;

use jiff::{Timestamp, civil::Date};
use serde::Serialize;
use utoipa::ToSchema;

use self::ratios::Ratios;
use crate::{
    domain::{
        currency::Currency,
        fundamentals::{
            Figure, FilerKind, FinancialPeriod, Fundamentals, SharesOutstanding,
            filing::{Filing, FilingGroup, document_url},
        },
        ticker::TickerId,
    },
    market::{MarketState, Topic},
    web::{
        AppState,
        api::{
            shapes::SAMPLE_PROVIDER,
            tickers::lookup::{find_listing, resolve_id},
        },
        http::{
            cache::CacheVersion,
            error::Result,
            reply::{CachedBody, Reply},
            request::ApiRequest,
        },
    },
};

/// Figures from a company's financial reports. Without reports, the lists are empty and all other fields are null.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CompanyFundamentals {
    /// The provider of the figures: `sec` for SEC EDGAR, `sample` for the sample market; null without figures.
    source: Option<String>,
    /// Whether the figures are simulated.
    is_sample: bool,
    /// Name of the filer, as in its reports.
    filer: Option<String>,
    /// The SEC's number for the filer (CIK).
    cik: Option<u32>,
    /// domestic (annual reports on form 10-K), canadian (40-F) or foreign (20-F).
    #[schema(value_type = Option<FilerType>)]
    filer_kind: Option<FilerKind>,
    /// Whether several listed securities of the filer may be classes of its shares, so that earnings per share and numbers of shares may
    /// be those of another class.
    has_share_classes: bool,
    /// ISO code of the currency of all amounts, which may differ from the currency of the price.
    #[schema(value_type = Option<String>)]
    currency: Option<Currency>,
    /// Fiscal quarters, newest first; 8 at most. A company that reports once a year has none.
    quarters: Vec<ReportedPeriod>,
    /// Fiscal years, newest first; 5 at most.
    years: Vec<ReportedPeriod>,
    /// The latest share count found in any report.
    shares_outstanding: Option<ReportedShares>,
    /// Valuation ratios at the current price; null if the reports don't cover the trailing twelve months.
    ratios: Option<Ratios>,
}

/// The kind of a filer, by the form of its annual report.
#[derive(ToSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(
    dead_code,
    reason = "schema-only copy of `FilerKind`, because the domain does not depend on utoipa"
)]
pub(crate) enum FilerType {
    /// A US filer.
    Domestic,
    /// A Canadian filer.
    Canadian,
    /// Another foreign filer, whose listed security may be a depositary receipt.
    Foreign,
}

/// The figures of a fiscal quarter or year, in the currency of the reports. Null means unknown.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReportedPeriod {
    /// Fiscal year, as the company numbers it.
    fiscal_year: i16,
    /// Fiscal quarter, 1 to 4; null for a year.
    quarter: Option<u8>,
    /// First day.
    #[schema(value_type = String, format = Date)]
    start: Date,
    /// Last day.
    #[schema(value_type = String, format = Date)]
    end: Date,
    /// Form of the newest report with figures for this period.
    form: String,
    /// Filing date of that report.
    #[schema(value_type = String, format = Date)]
    filed: Date,
    /// URL of that report.
    url: Option<String>,
    /// Whether a later report changed a figure for this period; the newest figures are shown.
    is_restated: bool,
    /// Total revenue.
    revenue: Option<f64>,
    /// Net income attributable to the shareholders.
    net_income: Option<f64>,
    /// Diluted earnings per share, adjusted for later splits.
    diluted_eps: Option<f64>,
    /// Net cash from operating activities.
    operating_cash_flow: Option<f64>,
    /// Payments for property, plant and equipment; positive.
    capital_expenditure: Option<f64>,
    /// Operating cash flow minus capital expenditure.
    free_cash_flow: Option<f64>,
    /// Shareholders' equity at the end of the period.
    equity: Option<f64>,
    /// Number of shares outstanding, adjusted for later splits.
    shares_outstanding: Option<f64>,
    /// Net income as a percentage of revenue.
    net_margin: Option<f64>,
    /// Names of figures not reported directly but calculated by subtraction, such as fourth-quarter revenue (full year minus the first
    /// three quarters).
    computed: Vec<&'static str>,
}

impl ReportedPeriod {
    fn of(period: &FinancialPeriod, cik: u32) -> Self {
        let figures = [
            ("revenue", period.revenue),
            ("netIncome", period.net_income),
            ("dilutedEps", period.diluted_eps),
            ("operatingCashFlow", period.operating_cash_flow),
            ("capitalExpenditure", period.capital_expenditure),
        ];
        let is_computed = |figure: &Option<Figure>| figure.is_some_and(|figure| figure.is_computed);
        let computed = figures.iter().filter(|(_, figure)| is_computed(figure));
        let value = |figure: Option<Figure>| figure.map(|figure| figure.value);
        Self {
            fiscal_year: period.fiscal_year,
            quarter: period.quarter,
            start: period.start,
            end: period.end,
            form: period.report.form.clone(),
            filed: period.report.filed,
            url: document_url(cik, &period.report.accession, ""),
            is_restated: period.is_restated,
            revenue: value(period.revenue),
            net_income: value(period.net_income),
            diluted_eps: value(period.diluted_eps),
            operating_cash_flow: value(period.operating_cash_flow),
            capital_expenditure: value(period.capital_expenditure),
            free_cash_flow: period.free_cash_flow(),
            equity: value(period.equity),
            shares_outstanding: value(period.shares),
            net_margin: period.net_margin(),
            computed: computed.map(|(name, _)| *name).collect(),
        }
    }
}

/// A number of shares outstanding, from a report.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReportedShares {
    /// Number of shares, adjusted for later splits.
    value: f64,
    /// Day of the count.
    #[schema(value_type = String, format = Date)]
    as_of: Date,
    /// Form of the report.
    form: String,
    /// Filing date of the report.
    #[schema(value_type = String, format = Date)]
    filed: Date,
    /// URL of the report.
    url: Option<String>,
}

impl ReportedShares {
    fn of(shares: &SharesOutstanding, cik: u32) -> Self {
        Self {
            value: shares.value,
            as_of: shares.as_of,
            form: shares.report.form.clone(),
            filed: shares.report.filed,
            url: document_url(cik, &shares.report.accession, ""),
        }
    }
}

impl CompanyFundamentals {
    fn of(fundamentals: &Fundamentals, id: TickerId, market: &MarketState, now: Timestamp) -> Self {
        let Some(listing) = market.get(id).filter(|_| !fundamentals.is_empty()) else {
            return Self::default();
        };
        let today = listing.date_at(now);
        let fundamentals = &fundamentals
            .clone()
            .adjusted_for(market.splits_of(id), today);
        let cik = fundamentals.cik;
        let periods = |periods: &[FinancialPeriod]| {
            let periods = periods.iter();
            periods
                .map(|period| ReportedPeriod::of(period, cik))
                .collect()
        };
        Self {
            source: Some(fundamentals.provider.clone()),
            is_sample: fundamentals.provider == SAMPLE_PROVIDER,
            filer: Some(fundamentals.filer.clone()).filter(|name| !name.is_empty()),
            cik: Some(cik).filter(|cik| *cik > 0),
            filer_kind: Some(fundamentals.filer_kind),
            has_share_classes: fundamentals.has_share_classes,
            currency: fundamentals.currency,
            quarters: periods(&fundamentals.quarters),
            years: periods(&fundamentals.years),
            shares_outstanding: fundamentals
                .shares
                .as_ref()
                .map(|shares| ReportedShares::of(shares, cik)),
            ratios: Ratios::of(fundamentals, listing, market),
        }
    }
}

/// Returns figures from the company's financial reports by fiscal quarter and year, and valuation ratios at the current price.
#[utoipa::path(get, path = "/api/tickers/{id}/fundamentals", params(("id" = u32, Path)),
    responses((status = 200, description = "The figures; empty for a ticker without financial reports.", body = CompanyFundamentals),
        (status = 404, description = "There is no such ticker.", body = String)))]
pub(crate) async fn fundamentals(
    state: &AppState,
    request: &ApiRequest,
    id: &str,
) -> Result<Reply> {
    let (id, version) = {
        let market = state.market.read();
        let id = resolve_id(&market, id)?;
        let listing = find_listing(&market, id)?;
        // Ratios also depend on exchange rates, which are the prices of other tickers. Their changes show a minute later at most, because
        // the version includes the minute.
        let version = CacheVersion::of(
            &state.market,
            &[Topic::Reports, Topic::Dividends],
            state.now(),
        )
        .with_version(listing.version);
        (id, version)
    };
    let build = async {
        let unsaved = state.market.read().reports.fundamentals(id);
        let found = match unsaved {
            Some(unsaved) => Some(unsaved),
            None => state.store.run(move |store| store.fundamentals(id)).await?,
        };
        let now = state.now();
        let response =
            found.map(|found| CompanyFundamentals::of(&found, id, &state.market.read(), now));
        CachedBody::build(move || CachedBody::json(&response.unwrap_or_default())).await
    };
    let key = format!("fundamentals/{id}");
    let body = state.cache.get(&key, &version, state.now(), build).await?;
    Ok(body.to_reply(&request.headers))
}

/// A document that the company filed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FilingRow {
    /// The SEC's accession number.
    accession: String,
    /// Form, such as 10-K.
    form: String,
    /// Group of the form: report, event, proxy, offering, insider, holder or other.
    #[schema(value_type = FilingType)]
    group: FilingGroup,
    /// Title: the events in a current report (8-K or 6-K), otherwise the description of the form.
    title: String,
    /// Filing date.
    #[schema(value_type = String, format = Date)]
    filed: Date,
    /// When the SEC accepted it; null if that is not certain, because the SEC writes New York's time as UTC for many companies.
    #[schema(value_type = Option<String>, format = DateTime)]
    accepted_at: Option<Timestamp>,
    /// Last day of the period covered.
    #[schema(value_type = Option<String>, format = Date)]
    period: Option<Date>,
    /// URL of the document; null in the sample market.
    url: Option<String>,
    /// Whether the filing is simulated.
    is_sample: bool,
}

/// The group of a filing, by its form.
#[derive(ToSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(
    dead_code,
    reason = "schema-only copy of `FilingGroup`, because the domain does not depend on utoipa"
)]
pub(crate) enum FilingType {
    /// Annual, quarterly and interim reports.
    Report,
    /// Current reports (8-K or 6-K), which announce events.
    Event,
    /// Documents for shareholders' meetings.
    Proxy,
    /// Offerings of securities.
    Offering,
    /// Trades and holdings of insiders.
    Insider,
    /// Holdings of large shareholders.
    Holder,
    /// Other documents.
    Other,
}

impl FilingRow {
    fn of(filing: &Filing) -> Self {
        Self {
            accession: filing.accession.clone(),
            form: filing.form.clone(),
            group: filing.group(),
            title: filing.title.clone(),
            filed: filing.filed,
            accepted_at: filing.accepted,
            period: filing.period,
            url: Some(filing.url.clone()).filter(|url| !url.is_empty()),
            is_sample: filing.url.is_empty(),
        }
    }
}

/// Lists the newest documents that the company filed with the SEC, newest first.
#[utoipa::path(get, path = "/api/tickers/{id}/filings", params(("id" = u32, Path)),
    responses((status = 200, description = "The filings, newest first; empty for a ticker without filings.", body = Vec<FilingRow>),
        (status = 404, description = "There is no such ticker.", body = String)))]
pub(crate) async fn filings(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let id = resolve_id(&state.market.read(), id)?;
    let version = CacheVersion::of(&state.market, &[Topic::Reports], state.now());
    let build = async {
        let unsaved = state.market.read().reports.filings(id);
        let found = match unsaved {
            Some(unsaved) => Some(unsaved),
            None => state.store.run(move |store| store.filings(id)).await?,
        };
        let rows: Vec<FilingRow> = found
            .iter()
            .flat_map(|all| all.iter())
            .map(FilingRow::of)
            .collect();
        CachedBody::build(move || CachedBody::json(&rows)).await
    };
    let key = format!("filings/{id}");
    let body = state.cache.get(&key, &version, state.now(), build).await?;
    Ok(body.to_reply(&request.headers))
}
