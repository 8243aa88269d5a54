//! The euro foreign exchange reference rates of the European Central Bank: all currencies in one file, one fixing per working day
//! at about 16:00 in Frankfurt, since 1999. They price currency pairs while no preferred provider does, and convert amounts and
//! histories into other currencies.

mod archive;
mod lookup;
mod pairs;
mod wire;

use std::time::Duration;

use jiff::{SignedDuration, Timestamp, ToSpan as _, civil::Date, tz::TimeZone};

pub(crate) use self::lookup::EcbLookup;
use self::pairs::PairPrices;
use crate::{
    domain::{
        figure::Figure,
        fixing::{Fixing, Series},
        provider::ECB,
        source_directory::SourceDescription,
        ticker::TickerKind,
    },
    providers::{
        core::{
            capability::{Capability, Offer, Provider, Registry},
            client::{Client, Outcome, Validators},
            due_times::DueTimes,
            fixing_days::FixingDays,
            probe::Probe,
        },
        settings,
    },
    source::{Context, Refresh, Source, SourceError, Update, health::HealthRecord},
};

/// How often to check whether a request or a price is due.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);
/// How long after the usual time of publication the first request for a fixing is sent.
const PUBLICATION_DELAY: SignedDuration = SignedDuration::from_mins(5);
/// The delay before a failed request for the whole history is repeated.
const HISTORY_RETRY: SignedDuration = SignedDuration::from_hours(6);
/// The number of days that the file of recent fixings covers, with a margin.
const RECENT_DAYS: i32 = 80;
/// A stored history that starts later than this lacks its beginning: the first fixing is of 4 January 1999.
const HISTORY_STARTS_BY: Date = Date::constant(1999, 2, 1);
/// The number of fixings per update.
const FIXINGS_PER_UPDATE: usize = 500;

const DAILY_PATH: &str = "/stats/eurofxref/eurofxref-daily.xml";
const RECENT_PATH: &str = "/stats/eurofxref/eurofxref-hist-90d.xml";
const HISTORY_PATH: &str = "/stats/eurofxref/eurofxref-hist.zip";

/// Requests the reference rates and prices currency pairs with them.
pub struct Ecb {
    client: Client,
    poll_interval: SignedDuration,
    due_times: DueTimes<FileKind>,
    /// Validators of the daily file.
    validators: Validators,
    days: FixingDays,
    /// True if fixings from before the recent file are missing.
    has_gap: bool,
    pairs: PairPrices,
}

/// The files that are requested, most important first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum FileKind {
    /// The newest fixing, or the fixings of 90 days if more than one is missing.
    Newest,
    /// All fixings.
    History,
}

impl Ecb {
    /// Creates a source. `registry` decides which provider is active.
    pub fn new(settings: &settings::Ecb, registry: Registry, health: HealthRecord) -> Self {
        let interval = i64::try_from(settings.every_seconds.max(300)).unwrap_or(i64::MAX);
        Self {
            client: Client::new(settings.http_options(), health),
            poll_interval: SignedDuration::from_secs(interval),
            due_times: DueTimes::default(),
            validators: Validators::default(),
            days: FixingDays::new(Series::EuroRates),
            has_gap: false,
            pairs: PairPrices::new(registry),
        }
    }

    /// Sends the next request, waiting until one is due. Updates the prices of currency pairs while it waits.
    async fn poll(&mut self, context: &Context) -> Result<Duration, SourceError> {
        let kind = loop {
            self.pairs.send(context).await?;
            match self.next_request(context) {
                Some(kind) => break kind,
                None => tokio::time::sleep(CHECK_INTERVAL).await,
            }
        };
        match kind {
            FileKind::Newest => self.request_newest(context).await?,
            FileKind::History => self.request_history(context).await?,
        }
        Ok(Duration::ZERO)
    }

    fn next_request(&self, context: &Context) -> Option<FileKind> {
        let now = context.clock.now();
        let is_due = |kind| self.due_times.of(&kind, now) <= now;
        if is_due(FileKind::Newest) {
            return Some(FileKind::Newest);
        }
        (is_due(FileKind::History) && self.lacks_history(context)).then_some(FileKind::History)
    }

    fn lacks_history(&self, context: &Context) -> bool {
        let known = self.days.known(context);
        self.has_gap || known.is_none_or(|(oldest, _)| oldest > HISTORY_STARTS_BY)
    }

    async fn request_newest(&mut self, context: &Context) -> Result<(), SourceError> {
        let now = context.clock.now();
        let path = self.newest_path(context, now);
        let oldest_recent = date_of(now).saturating_sub(RECENT_DAYS.days());
        let known = self.days.known(context);
        self.has_gap |= known.is_some_and(|(_, newest)| newest < oldest_recent);
        self.set_due(FileKind::Newest, now, self.poll_interval);
        let validators = match path {
            DAILY_PATH => self.validators.clone(),
            _ => Validators::default(),
        };
        let response = match self.client.get_if_changed(path, &[], &validators).await? {
            Outcome::Success(response) => response,
            Outcome::Refused(status, _) => return Err(SourceError::Status(status.as_u16())),
        };
        if !response.unchanged {
            self.send(context, wire::recent(&response.body)?).await?;
        }
        if path == DAILY_PATH {
            self.validators = response.validators;
        }
        self.check_newest(context, now);
        Ok(())
    }

    /// Returns the path of the daily file, or that of the file of 90 days if more than one fixing is missing. If fixings from before these
    /// 90 days are missing too, the history is requested later.
    fn newest_path(&self, context: &Context, now: Timestamp) -> &'static str {
        let newest_day = Series::EuroRates.newest_day(now);
        let Some(((_, newest), expected)) = self.days.known(context).zip(newest_day) else {
            return DAILY_PATH;
        };
        if Series::EuroRates.next_day(newest) >= expected {
            DAILY_PATH
        } else {
            RECENT_PATH
        }
    }

    /// Schedules the next request for the newest fixing. Reports that the newest known fixing is too old if a newer one should have been
    /// published.
    fn check_newest(&mut self, context: &Context, now: Timestamp) {
        let Some((_, newest)) = self.days.known(context) else {
            return;
        };
        let next = Series::EuroRates.published_at(Series::EuroRates.next_day(newest));
        let next = next.saturating_add(PUBLICATION_DELAY).unwrap_or(next);
        if next > now {
            self.due_times.set(FileKind::Newest, next, now);
        }
        if Series::EuroRates.stale_at(newest) <= now {
            let error = SourceError::OutOfDate(format!("the newest rates are of {newest}"));
            context.health.out_of_date(now, &error);
        }
    }

    async fn request_history(&mut self, context: &Context) -> Result<(), SourceError> {
        let now = context.clock.now();
        self.set_due(FileKind::History, now, HISTORY_RETRY);
        let archive = self.client.get(HISTORY_PATH, &[]).await;
        let archive = self
            .due_times
            .retry_after_outage(FileKind::History, archive, now)?;
        // Parsing thousands of days would block an async thread for too long.
        let fixings = tokio::task::spawn_blocking(move || wire::history(&archive))
            .await
            .map_err(|error| {
                SourceError::InvalidResponse(format!(
                    "Marketdeck panicked while reading the response: {error}"
                ))
            })??;
        self.send(context, fixings).await?;
        self.has_gap = false;
        Ok(())
    }

    fn set_due(&mut self, kind: FileKind, now: Timestamp, delay: SignedDuration) {
        let due = now.saturating_add(delay).unwrap_or(Timestamp::MAX);
        self.due_times.set(kind, due, now);
    }

    /// Sends fixings, except for future days.
    async fn send(
        &mut self,
        context: &Context,
        mut fixings: Vec<Fixing>,
    ) -> Result<(), SourceError> {
        let now = context.clock.now();
        // The rates of a day are published in the afternoon, so the date is the same in UTC and in Frankfurt.
        fixings.retain(|fixing| fixing.date <= date_of(now));
        fixings.sort_by_key(|fixing| fixing.date);
        let Some((first, last)) = fixings.first().zip(fixings.last()) else {
            return Err(SourceError::InvalidResponse(
                "all rates are of the future".to_owned(),
            ));
        };
        let days = (first.date, last.date);
        while !fixings.is_empty() {
            let rest = fixings.split_off(fixings.len().min(FIXINGS_PER_UPDATE));
            context.sink.send(Update::Fixings(fixings)).await?;
            fixings = rest;
        }
        self.days.add_sent(days);
        Ok(())
    }
}

/// Returns the date of a time in UTC.
fn date_of(time: Timestamp) -> Date {
    time.to_zoned(TimeZone::UTC).date()
}

/// Returns a probe of the ECB: the newest fixing.
pub(crate) fn probe(settings: &settings::Ecb) -> Probe {
    Probe::get(Ecb::NAME, settings.http_options(), DAILY_PATH, |body| {
        let newest = wire::recent(body)?
            .into_iter()
            .map(|fixing| fixing.date)
            .max();
        let newest = newest.ok_or_else(|| SourceError::InvalidResponse("no rates".to_owned()))?;
        Ok(format!("rates of {newest}"))
    })
}

/// The description of this source on the page 'Where the numbers come from'.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: Ecb::NAME,
    config_table: Some("ecb"),
    title: "European Central Bank",
    figures: &[
        Figure::CurrencyPrices,
        Figure::CurrencyHistory,
        Figure::DisplayRates,
        Figure::Symbols,
    ],
    delay: "One fixing per working day, at about 16:00 in Frankfurt",
    limit: Ecb::LIMIT,
    terms: "Free with attribution. The rates are for information only.",
    terms_url: "https://www.ecb.europa.eu/services/disclaimer/html/index.en.html",
};

impl Provider for Ecb {
    const NAME: &'static str = ECB;
    const OFFERS: &'static [Offer] = &[
        Offer::new(Capability::Quotes, &[TickerKind::Currency]),
        Offer::new(Capability::Bars, &[TickerKind::Currency]),
    ];
}

impl Source for Ecb {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.poll(context))
    }
}
