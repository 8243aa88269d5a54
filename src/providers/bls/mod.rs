//! US statistics of the Bureau of Labor Statistics: consumer and producer prices, jobs, unemployment, earnings and job openings.
//! One request returns all of them. A request is sent a few times a day, and several times after a release that the economic
//! calendar announces, until its figures are published. Without a key, the agency allows 25 requests a day.

mod calendar;
mod ical;
mod schedule;
mod wire;

pub use self::calendar::BlsCalendar;
pub(crate) use self::calendar::{DESCRIPTION as CALENDAR_DESCRIPTION, probe as calendar_probe};

use std::{collections::BTreeMap, time::Duration};

use jiff::{Timestamp, civil::Date};

use crate::{
    domain::{
        figure::Figure,
        fixing::{Fixing, FixingCode},
        session::{Calendar, exchange_date},
        source_directory::SourceDescription,
    },
    providers::{
        core::{
            capability::{Capability, Offer, Provider},
            client::{Client, Outcome},
            probe::{Probe, with_short_timeout},
            quota::{Allowance, Quota},
            releases::{RegularRequests, is_attempt_due, is_overdue, recent_events},
        },
        settings,
    },
    source::{Context, Refresh, Source, SourceError, Update, health::HealthRecord},
};

/// How often to check whether a request is due.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);
/// The minimum of `every_seconds`, so that the requests after releases fit into the quota.
const MIN_INTERVAL: u64 = 7_200;
/// The number of past years that are requested. The change over 12 months needs the year before, and its previous value the year before
/// that.
const PAST_YEARS: i16 = 2;

/// Requests US statistics.
pub struct Bls {
    client: Client,
    api_key: String,
    regular: RegularRequests,
    quota: Quota,
    /// The newest month of each code that was received.
    newest: BTreeMap<FixingCode, Date>,
}

impl Bls {
    /// Creates a source.
    pub fn new(settings: &settings::Bls, health: HealthRecord) -> Self {
        let per_day = Some(settings.requests_per_day).filter(|max| *max > 0);
        let allowance = Allowance {
            per_day,
            per_month: None,
        };
        Self {
            client: Client::new(settings.http_options(), health),
            api_key: settings.api_key.clone(),
            regular: RegularRequests::new(settings.every_seconds.max(MIN_INTERVAL)),
            quota: Quota::new(Self::NAME, allowance),
            newest: BTreeMap::new(),
        }
    }

    async fn poll(&mut self, context: &Context) -> Result<Duration, SourceError> {
        self.quota.report(context);
        while !self.is_due(context, context.clock.now()) {
            tokio::time::sleep(CHECK_INTERVAL).await;
        }
        let now = context.clock.now();
        self.quota.consume(context).await?;
        self.regular.sent(now);
        let body = request(&self.client, &self.api_key, now).await?;
        let mut statistics = wire::statistics(&body)?;
        statistics.retain(|fixing| fixing.date <= exchange_date(Calendar::NewYork, now));
        self.record_newest(&statistics);
        self.regular.succeeded();
        context.sink.send(Update::Fixings(statistics)).await?;
        self.report_overdue(context, now);
        Ok(Duration::ZERO)
    }

    fn is_due(&self, context: &Context, now: Timestamp) -> bool {
        let mut missing = self.missing(context, now).into_iter();
        self.regular.is_due(now)
            || missing.any(|(at, _)| is_attempt_due(at, self.regular.last(now), now))
    }

    /// Returns the times and names of the releases of the last day whose figures were not received yet.
    fn missing(&self, context: &Context, now: Timestamp) -> Vec<(Timestamp, String)> {
        let is_missing = |month: Date, code: &str| {
            let newest = FixingCode::parse(code).and_then(|code| self.newest.get(&code));
            newest.is_none_or(|newest| *newest < month)
        };
        let recent = recent_events(context, now).into_iter();
        let missing = recent.filter_map(|(at, event)| {
            let month = event.month()?;
            let mut codes = event.level_codes();
            let is_missing = codes.any(|code| is_missing(month, code));
            is_missing.then(|| (at, format!("{} of {}", event.name, event.period)))
        });
        missing.collect()
    }

    fn record_newest(&mut self, statistics: &[Fixing]) {
        for fixing in statistics {
            for (code, _) in &fixing.values {
                let newest = self.newest.entry(*code).or_insert(fixing.date);
                *newest = (*newest).max(fixing.date);
            }
        }
    }

    /// Reports a release whose figures are overdue.
    fn report_overdue(&self, context: &Context, now: Timestamp) {
        let mut missing = self.missing(context, now).into_iter();
        if let Some((_, release)) = missing.find(|(at, _)| is_overdue(*at, now)) {
            let error = SourceError::OutOfDate(format!("'{release}' is not published yet"));
            context.health.out_of_date(now, &error);
        }
    }
}

/// Requests all series. Version 2 of the API requires a key, version 1 accepts none.
async fn request(client: &Client, key: &str, now: Timestamp) -> Result<Vec<u8>, SourceError> {
    let year = exchange_date(Calendar::NewYork, now).year();
    let key = Some(key).filter(|key| !key.is_empty());
    let version = if key.is_some() { 2 } else { 1 };
    let path = format!("/publicAPI/v{version}/timeseries/data/");
    let query = wire::query((year - PAST_YEARS, year), key);
    match client.post_json(&path, &[], query).await? {
        Outcome::Success(response) => Ok(response.body.to_vec()),
        Outcome::Refused(status, _) => Err(SourceError::Status(status.as_u16())),
    }
}

/// Returns a probe: the newest unemployment rate, which costs one request of the daily quota.
pub(crate) fn probe(settings: &settings::Bls, now: Timestamp) -> Probe {
    let (options, key) = (settings.http_options(), settings.api_key.clone());
    let url = options.base_url.clone();
    Probe::new(Bls::NAME, &url, move |health| async move {
        let client = Client::new(with_short_timeout(options), health);
        let statistics = wire::statistics(&request(&client, &key, now).await?)?;
        let mut months = statistics.iter().rev();
        let newest = months.find_map(|month| Some((month.date, month.value("UNEM")?)));
        let (month, rate) = newest
            .ok_or_else(|| SourceError::InvalidResponse("no unemployment rate".to_owned()))?;
        Ok(format!(
            "unemployment rate of {}: {rate} %",
            month.strftime("%B %Y")
        ))
    })
}

/// The description of this source on the page 'Where the numbers come from'.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: Bls::NAME,
    config_table: Some("bls"),
    title: "US Bureau of Labor Statistics",
    figures: &[Figure::EconomicDates],
    delay: "Results of its releases, minutes after the announced time",
    limit: Bls::LIMIT,
    terms: "Public domain. BLS.gov cannot vouch for the data or analyses derived from these data after the data have been retrieved from BLS.gov.",
    terms_url: "https://www.bls.gov/developers/termsOfService.htm",
};

impl Provider for Bls {
    const NAME: &'static str = "bls";
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::Statistics, &[])];
    const LIMIT: Option<&'static str> = Some("25 requests a day without a key, 500 with one");
}

impl Source for Bls {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.poll(context))
    }
}
