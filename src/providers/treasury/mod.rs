//! The daily par yield curve of the US Treasury: one request per year of data, in the evening of each trading day.

mod wire;

use std::time::Duration;

use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};

use crate::{
    domain::{figure::Figure, fixing::Series, source_directory::SourceDescription},
    providers::{
        core::{
            capability::{Capability, Offer, Provider},
            client::{Client, Outcome, Validators},
            due_times::DueTimes,
            fixing_days::FixingDays,
            probe::Probe,
        },
        settings,
    },
    source::{Context, Refresh, Source, SourceError, Update, health::HealthRecord},
};

/// How often to check whether a request is due.
const CHECK_INTERVAL: Duration = Duration::from_secs(30);
/// The delay before the curves of the year before are requested again, if the response was an error.
const PREVIOUS_YEAR_RETRY: SignedDuration = SignedDuration::from_hours(6);

/// The number of days at the start of a year during which its file may be empty.
const MAX_EMPTY_DAYS: i16 = 7;

/// Requests the yield curves of this year and the year before.
pub struct Treasury {
    client: Client,
    poll_interval: SignedDuration,
    due_times: DueTimes<Year>,
    /// Validators of the file of this year, and its path.
    validators: (String, Validators),
    days: FixingDays,
}

/// The years that are requested, most important first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Year {
    This,
    Previous,
}

impl Treasury {
    /// Creates a source that sends at most one request an hour for this year's curves.
    pub fn new(settings: &settings::Treasury, health: HealthRecord) -> Self {
        let interval = i64::try_from(settings.every_seconds.max(900)).unwrap_or(i64::MAX);
        Self {
            client: Client::new(settings.http_options(), health),
            poll_interval: SignedDuration::from_secs(interval),
            due_times: DueTimes::default(),
            validators: Default::default(),
            days: FixingDays::new(Series::TreasuryYields),
        }
    }

    async fn poll(&mut self, context: &Context) -> Result<Duration, SourceError> {
        let year = loop {
            match self.next_request(context) {
                Some(year) => break year,
                None => tokio::time::sleep(CHECK_INTERVAL).await,
            }
        };
        let now = context.clock.now();
        let delay = match year {
            Year::This => self.poll_interval,
            Year::Previous => PREVIOUS_YEAR_RETRY,
        };
        let due = now.saturating_add(delay).unwrap_or(Timestamp::MAX);
        self.due_times.set(year, due, now);
        let number = match year {
            Year::This => new_york_date(now).year(),
            Year::Previous => new_york_date(now).year() - 1,
        };
        let path = path(number);
        let validators = match year {
            Year::This if self.validators.0 == path => self.validators.1.clone(),
            _ => Validators::default(),
        };
        let outcome = self.client.get_if_changed(&path, &[], &validators).await;
        let outcome = match year {
            // Requested at such a short interval that no earlier retry is necessary.
            Year::This => outcome,
            Year::Previous => self.due_times.retry_after_outage(year, outcome, now),
        };
        let response = match outcome? {
            Outcome::Success(response) => response,
            Outcome::Refused(status, _) => return Err(SourceError::Status(status.as_u16())),
        };
        if !response.unchanged {
            self.send(context, &response.body, now).await?;
        }
        if year == Year::This {
            self.validators = (path, response.validators);
            self.check_newest(context, now);
        }
        Ok(Duration::ZERO)
    }

    fn next_request(&self, context: &Context) -> Option<Year> {
        let now = context.clock.now();
        let is_due = |year| self.due_times.of(&year, now) <= now;
        if is_due(Year::This) {
            return Some(Year::This);
        }
        let first_day = new_york_date(now).first_of_year();
        let known = self.days.known(context);
        let lacks_previous = known.is_none_or(|(oldest, _)| oldest >= first_day);
        (is_due(Year::Previous) && lacks_previous).then_some(Year::Previous)
    }

    async fn send(
        &mut self,
        context: &Context,
        body: &[u8],
        now: Timestamp,
    ) -> Result<(), SourceError> {
        let mut curves = wire::curves(body)?;
        curves.retain(|curve| curve.date <= new_york_date(now));
        let Some((first, last)) = curves.first().zip(curves.last()) else {
            // The file of a year is empty until its first trading day.
            let today = new_york_date(now);
            if today.day_of_year() <= MAX_EMPTY_DAYS {
                return Ok(());
            }
            return Err(SourceError::InvalidResponse(
                "no yields in the response".to_owned(),
            ));
        };
        let days = (first.date, last.date);
        context.sink.send(Update::Fixings(curves)).await?;
        self.days.add_sent(days);
        Ok(())
    }

    /// Waits for the evening of the next trading day once the newest curve is known. Reports curves that are too old.
    fn check_newest(&mut self, context: &Context, now: Timestamp) {
        let Some((_, newest)) = self.days.known(context) else {
            return;
        };
        let next = Series::TreasuryYields.published_at(Series::TreasuryYields.next_day(newest));
        if next > now {
            self.due_times.set(Year::This, next, now);
        }
        // The bond market is closed on two days when the stock exchange is open, so a single missing day is not reported.
        let day_after = Series::TreasuryYields.next_day(newest);
        if Series::TreasuryYields.stale_at(day_after) <= now {
            let error = SourceError::OutOfDate(format!("the newest yield curve is of {newest}"));
            context.health.out_of_date(now, &error);
        }
    }
}

fn path(year: i16) -> String {
    format!(
        "/resource-center/data-chart-center/interest-rates/daily-treasury-rates.csv/{year}/all\
         ?type=daily_treasury_yield_curve&field_tdr_date_value={year}&page&_format=csv"
    )
}

fn new_york_date(time: Timestamp) -> Date {
    let zone = TimeZone::get("America/New_York").unwrap_or(TimeZone::UTC);
    time.to_zoned(zone).date()
}

/// Returns a probe of the Treasury: the curves of this year.
pub(crate) fn probe(settings: &settings::Treasury, now: Timestamp) -> Probe {
    let path = path(new_york_date(now).year());
    Probe::get(Treasury::NAME, settings.http_options(), &path, |body| {
        let newest = wire::curves(body)?
            .into_iter()
            .map(|curve| curve.date)
            .max();
        Ok(newest.map_or("no curve this year yet".to_owned(), |date| {
            format!("yield curve of {date}")
        }))
    })
}

/// The description of this source on the page 'Where the numbers come from'.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: Treasury::NAME,
    config_table: Some("treasury"),
    title: "US Treasury",
    figures: &[Figure::Yields],
    delay: "One curve per trading day, in the evening in New York",
    limit: Treasury::LIMIT,
    terms: "Public domain.",
    terms_url: "https://home.treasury.gov/utility/site-policies-and-notices",
};

impl Provider for Treasury {
    const NAME: &'static str = "treasury";
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::Yields, &[])];
}

impl Source for Treasury {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.poll(context))
    }
}
