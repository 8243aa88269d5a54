//! The release calendar of the Bureau of Labor Statistics, requested once a week: dates that are not
//! built in yet, moved dates and cancelled releases.

use std::time::Duration;

use hyper::StatusCode;
use jiff::Timestamp;

use super::{ical, schedule::Schedule};
use crate::{
    domain::{economy::EconomicEvent, figure::Figure, source_directory::SourceDescription},
    providers::{
        core::{
            capability::{Capability, Offer, Provider},
            client::{Client, Outcome, Validators},
            probe::{Probe, with_short_timeout},
            releases::RegularRequests,
        },
        settings,
    },
    source::{Context, Refresh, Source, SourceError, Update, health::HealthRecord},
};

const PATH: &str = "/schedule/news_release/bls.ics";
/// How often to check whether a request is due.
const CHECK_INTERVAL: Duration = Duration::from_secs(30);
/// The delay after a request that was denied.
const DENIED_PAUSE: Duration = Duration::from_secs(24 * 3_600);
/// The minimum of `calendar_every_seconds`.
const MIN_INTERVAL: u64 = 3_600;

/// Requests the release calendar.
pub struct BlsCalendar {
    client: Client,
    url: String,
    requests: RegularRequests,
    validators: Validators,
}

impl BlsCalendar {
    /// Creates a source.
    pub fn new(settings: &settings::Bls, health: HealthRecord) -> Self {
        Self {
            client: Client::new(settings.http_options(), health),
            url: url(settings),
            requests: RegularRequests::new(settings.calendar_every_seconds.max(MIN_INTERVAL)),
            validators: Validators::default(),
        }
    }

    async fn poll(&mut self, context: &Context) -> Result<Duration, SourceError> {
        while !self.requests.is_due(context.clock.now()) {
            tokio::time::sleep(CHECK_INTERVAL).await;
        }
        let now = context.clock.now();
        self.requests.sent(now);
        let fetched = self.client.fetch(&self.url, &[], &self.validators).await?;
        let response = match fetched {
            Outcome::Success(response) => response,
            Outcome::Refused(StatusCode::FORBIDDEN, _) => {
                // The agency denies access to some networks and programs. The built-in dates stay in use, so this is no failure.
                return Err(SourceError::AccessDenied {
                    reason: "The agency denies access to its release calendar (HTTP 403)."
                        .to_owned(),
                    delay: DENIED_PAUSE,
                });
            }
            Outcome::Refused(status, _) => return Err(SourceError::Status(status.as_u16())),
        };
        if !response.unchanged {
            let known = context.market.economic_events();
            let schedule = read(&response.body, &known, now)?;
            if !schedule.cancelled.is_empty() {
                let cancelled = Update::CancelledEvents(schedule.cancelled);
                context.sink.send(cancelled).await?;
            }
            context.sink.send(Update::Economy(schedule.events)).await?;
        }
        self.validators = response.validators;
        self.requests.succeeded();
        Ok(Duration::ZERO)
    }
}

/// Reads the publications after `now`. `known` are the known events. A calendar without entries is an error.
fn read(body: &[u8], known: &[EconomicEvent], now: Timestamp) -> Result<Schedule, SourceError> {
    let entries = ical::entries(body)?;
    if entries.is_empty() {
        return Err(SourceError::InvalidResponse(
            "no releases in the calendar".to_owned(),
        ));
    }
    Ok(Schedule::of(&entries, known, now))
}

fn url(settings: &settings::Bls) -> String {
    format!("{}{PATH}", settings.calendar_host())
}

/// Returns a probe of the calendar.
pub(crate) fn probe(settings: &settings::Bls) -> Probe {
    let url = url(settings);
    let options = with_short_timeout(settings.http_options());
    Probe::fetch(BlsCalendar::NAME, options, url, Vec::new(), None, |body| {
        Ok(format!("{} releases", ical::entries(body)?.len()))
    })
}

/// The description of this source on the page 'Where the numbers come from'.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: BlsCalendar::NAME,
    config_table: Some("bls"),
    title: "US Bureau of Labor Statistics (release calendar)",
    figures: &[Figure::EconomicDates],
    delay: "About a week",
    limit: BlsCalendar::LIMIT,
    terms: "Public domain.",
    terms_url: "https://www.bls.gov/bls/linksite.htm",
};

impl Provider for BlsCalendar {
    const NAME: &'static str = "bls_calendar";
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::Statistics, &[])];
}

impl Source for BlsCalendar {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.poll(context))
    }
}
