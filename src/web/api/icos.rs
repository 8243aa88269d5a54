//! Token offerings.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::ico::{Ico, IcoStatus},
    market::Topic,
    web::{
        AppState,
        api::shapes::SAMPLE,
        http::{error::Result, reply::Reply, request::ApiRequest},
    },
};

/// One offering.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Offering {
    /// Number in this store.
    id: u32,
    /// Full name.
    name: String,
    /// Token symbol.
    symbol: String,
    /// What the token is for.
    category: String,
    /// Address of a logo on this server.
    logo: Option<String>,
    /// Plain text.
    description: String,
    /// Short labels.
    tags: Vec<String>,
    /// upcoming, active or ended: what its dates say now, unless its source pins it.
    #[schema(value_type = OfferingStatus)]
    status: IcoStatus,
    /// US dollars.
    target_amount: f64,
    /// US dollars.
    raised_amount: Option<f64>,
    /// When it opens.
    #[schema(value_type = String, format = DateTime)]
    start_date: Timestamp,
    /// When it closes.
    #[schema(value_type = String, format = DateTime)]
    end_date: Timestamp,
    /// From the simulated market.
    is_sample: bool,
}

/// The statuses, for the description.
#[derive(ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(
    dead_code,
    reason = "describes `IcoStatus`, which belongs to a floor without utoipa"
)]
pub(crate) enum OfferingStatus {
    /// Starts in the future.
    Upcoming,
    /// Takes money now.
    Active,
    /// Over.
    Ended,
}

/// All offerings, the latest start first.
#[utoipa::path(get, path = "/api/icos", responses((status = 200, description = "All offerings.", body = Vec<Offering>)))]
pub(crate) async fn list(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let body = state
        .cached("icos", &[Topic::Icos], |market, now| {
            let mut offerings: Vec<_> = market
                .icos
                .iter()
                .map(|ico| Offering::of(ico, now))
                .collect();
            offerings.sort_by_key(|offering| std::cmp::Reverse(offering.start_date));
            offerings
        })
        .await?;
    Ok(body.to(&request.headers))
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
            is_sample: ico.provider == SAMPLE,
        }
    }
}
