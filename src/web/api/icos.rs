//! Endpoint for initial coin offerings.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::ico::{Ico, IcoStatus},
    market::Topic,
    web::{
        AppState,
        api::shapes::SAMPLE_PROVIDER,
        http::{error::Result, reply::Reply, request::ApiRequest},
    },
};

/// An initial coin offering.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Offering {
    /// Id of the offering in this database.
    id: u32,
    /// Full name.
    name: String,
    /// Token symbol.
    symbol: String,
    /// Purpose of the token.
    category: String,
    /// URL of a logo on this server; currently always null.
    logo: Option<String>,
    /// Description in plain text.
    description: String,
    /// Short labels.
    tags: Vec<String>,
    /// upcoming, active or ended: as set by the source, or computed from the dates.
    #[schema(value_type = OfferingStatus)]
    status: IcoStatus,
    /// Amount to raise, in US dollars.
    target_amount: f64,
    /// Amount raised so far, in US dollars.
    raised_amount: Option<f64>,
    /// Start of the offering.
    #[schema(value_type = String, format = DateTime)]
    start_date: Timestamp,
    /// End of the offering.
    #[schema(value_type = String, format = DateTime)]
    end_date: Timestamp,
    /// Whether the offering is part of the sample market.
    is_sample: bool,
}

/// The status of an offering.
#[derive(ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(
    dead_code,
    reason = "schema-only copy of `IcoStatus`, because the domain does not depend on utoipa"
)]
pub(crate) enum OfferingStatus {
    /// The offering starts in the future.
    Upcoming,
    /// The offering is open.
    Active,
    /// The offering has ended.
    Ended,
}

/// Lists all offerings by start date, latest first.
#[utoipa::path(get, path = "/api/icos", responses((status = 200, description = "All offerings.", body = Vec<Offering>)))]
pub(crate) async fn list(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let body = state
        .cached(request.person(), "icos", &[Topic::Icos], |market, now| {
            let mut offerings: Vec<_> = market
                .icos
                .iter()
                .map(|ico| Offering::of(ico, now))
                .collect();
            offerings.sort_by_key(|offering| std::cmp::Reverse(offering.start_date));
            offerings
        })
        .await?;
    Ok(body.to_reply(&request.headers))
}

impl Offering {
    fn of(ico: &Ico, now: Timestamp) -> Self {
        Self {
            id: ico.id,
            name: ico.name.clone(),
            symbol: ico.symbol.clone(),
            category: ico.category.clone(),
            logo: None,
            description: ico.description.clone(),
            tags: ico.tags.clone(),
            status: ico.status(now),
            target_amount: ico.target_amount,
            raised_amount: ico.raised_amount,
            start_date: ico.start_date,
            end_date: ico.end_date,
            is_sample: ico.provider == SAMPLE_PROVIDER,
        }
    }
}
