//! Decisions of the Federal Open Market Committee. The range is read from the statement, minutes after the time that the economic
//! calendar announces. Earlier ranges, and the effective federal funds rate, come from the New York Fed, which publishes the rate of
//! a day on the next business day.

mod wire;

use std::{collections::BTreeSet, time::Duration};

use jiff::{Timestamp, ToSpan as _, civil::Date};

use crate::{
    domain::{
        economy::results::FOMC_DECISION,
        figure::Figure,
        fixing::{Fixing, Series},
        session::{Calendar, exchange_date},
        source_directory::SourceDescription,
    },
    providers::{
        core::{
            capability::{Capability, Offer, Provider},
            client::{Client, Outcome, Validators},
            fixing_days::FixingDays,
            probe::Probe,
            releases::{RegularRequests, is_attempt_due, is_overdue, recent_events},
        },
        settings,
    },
    source::{Context, Refresh, Source, SourceError, Update, health::HealthRecord},
};

/// How often to check whether a request is due.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);
/// The minimum of `every_seconds`.
const MIN_INTERVAL: u64 = 900;
/// The number of days in the first request: as far back as the economic calendar keeps events.
const INITIAL_DAYS: i32 = 400;
/// Days that are requested again, because rates are revised.
const OVERLAP_DAYS: i32 = 3;

/// Requests decisions and rates.
pub struct Fed {
    client: Client,
    rates_host: String,
    days: FixingDays,
    rate_requests: RegularRequests,
    /// When a statement was requested last.
    last_statement: Option<Timestamp>,
    /// The days of decisions whose statements were read.
    read_statements: BTreeSet<Date>,
}

/// What to request next.
enum FedRequest {
    /// The statement of this day.
    Statement(Date, Timestamp),
    /// The rates since the newest known day.
    Rates,
}

impl Fed {
    /// Creates a source.
    pub fn new(settings: &settings::Fed, health: HealthRecord) -> Self {
        Self {
            client: Client::new(settings.http_options(), health),
            rates_host: settings.rates_host(),
            days: FixingDays::new(Series::FederalFunds),
            rate_requests: RegularRequests::new(settings.every_seconds.max(MIN_INTERVAL)),
            last_statement: None,
            read_statements: BTreeSet::new(),
        }
    }

    async fn poll(&mut self, context: &Context) -> Result<Duration, SourceError> {
        let request = loop {
            match self.next_request(context) {
                Some(request) => break request,
                None => tokio::time::sleep(CHECK_INTERVAL).await,
            }
        };
        let now = context.clock.now();
        match request {
            FedRequest::Statement(date, at) => {
                self.last_statement = Some(now);
                self.request_statement(context, date, (at, now)).await?;
            }
            FedRequest::Rates => {
                self.rate_requests.sent(now);
                let today = exchange_date(Calendar::NewYork, now);
                let known = self.days.known(context);
                let first = today.saturating_sub(INITIAL_DAYS.days());
                // If only a statement is stored, the rates before it are still missing.
                let since = match known {
                    Some((oldest, newest))
                        if oldest <= first.saturating_add(OVERLAP_DAYS.days()) =>
                    {
                        newest.saturating_sub(OVERLAP_DAYS.days())
                    }
                    _ => first,
                };
                let url = format!("{}{}", self.rates_host, rates_path((since, today)));
                let validators = Validators::default();
                let fetched = self.client.fetch(&url, &[], &validators).await?;
                let mut days = wire::rates(&success(fetched)?)?;
                days.retain(|day| day.date <= today);
                self.send(context, days).await?;
                self.rate_requests.succeeded();
            }
        }
        Ok(Duration::ZERO)
    }

    fn next_request(&self, context: &Context) -> Option<FedRequest> {
        let now = context.clock.now();
        // A time from the future was set before the clock was set back.
        let last_statement = self.last_statement.filter(|last| *last <= now);
        let mut events = recent_events(context, now).into_iter();
        let decision = events.find(|(at, event)| {
            event.name == FOMC_DECISION
                && !self.read_statements.contains(&event.date)
                && is_attempt_due(*at, last_statement, now)
        });
        if let Some((at, event)) = decision {
            return Some(FedRequest::Statement(event.date, at));
        }
        self.rate_requests.is_due(now).then_some(FedRequest::Rates)
    }

    /// Requests the statement. It does not exist until it is published.
    async fn request_statement(
        &mut self,
        context: &Context,
        date: Date,
        (at, now): (Timestamp, Timestamp),
    ) -> Result<(), SourceError> {
        let page = match self.client.get_outcome(&statement_path(date), &[]).await? {
            Outcome::Success(response) => response.body,
            Outcome::Refused(status, _) if status.as_u16() == 404 => {
                if is_overdue(at, now) {
                    let reason = format!("the statement of {date} is not published yet");
                    let error = SourceError::OutOfDate(reason);
                    context.health.out_of_date(now, &error);
                }
                return Ok(());
            }
            Outcome::Refused(status, _) => return Err(SourceError::Status(status.as_u16())),
        };
        let range = wire::statement(&page, date)?;
        self.read_statements.insert(date);
        context.sink.send(Update::Fixings(vec![range])).await
    }

    async fn send(&mut self, context: &Context, days: Vec<Fixing>) -> Result<(), SourceError> {
        let Some((first, last)) = days.first().zip(days.last()) else {
            return Err(SourceError::InvalidResponse(
                "no rates in the response".to_owned(),
            ));
        };
        let span = (first.date, last.date);
        context.sink.send(Update::Fixings(days)).await?;
        self.days.add_sent(span);
        Ok(())
    }
}

fn success(outcome: Outcome) -> Result<bytes::Bytes, SourceError> {
    match outcome {
        Outcome::Success(response) => Ok(response.body),
        Outcome::Refused(status, _) => Err(SourceError::Status(status.as_u16())),
    }
}

fn rates_path((from, to): (Date, Date)) -> String {
    format!("/api/rates/unsecured/effr/search.json?startDate={from}&endDate={to}&type=rate")
}

/// Returns the path of a statement, which contains the day of the decision.
fn statement_path(date: Date) -> String {
    format!(
        "/newsevents/pressreleases/monetary{}a.htm",
        date.strftime("%Y%m%d")
    )
}

/// Returns a probe of the New York Fed: the rates of two weeks.
pub(crate) fn probe(settings: &settings::Fed, now: Timestamp) -> Probe {
    let today = exchange_date(Calendar::NewYork, now);
    let path = rates_path((today.saturating_sub(14.days()), today));
    let url = format!("{}{path}", settings.rates_host());
    Probe::fetch(
        Fed::NAME,
        settings.http_options(),
        url,
        Vec::new(),
        None,
        |body| {
            let days = wire::rates(body)?;
            let newest = days.last();
            let newest =
                newest.ok_or_else(|| SourceError::InvalidResponse("no rates".to_owned()))?;
            Ok(format!("federal funds rate of {}", newest.date))
        },
    )
}

/// The description of this source on the page 'Where the numbers come from'.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: Fed::NAME,
    config_table: Some("fed"),
    title: "Federal Reserve",
    figures: &[Figure::EconomicDates],
    delay: "Decisions minutes after the announced time, rates one business day",
    limit: Fed::LIMIT,
    terms: "Public information, free to use with a citation of the Federal Reserve.",
    terms_url: "https://www.federalreserve.gov/disclaimer.htm",
};

impl Provider for Fed {
    const NAME: &'static str = "fed";
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::Statistics, &[])];
}

impl Source for Fed {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.poll(context))
    }
}
