//! News feeds, RSS and Atom: each at its own pace, asked again only for what changed.

mod article;
mod text;
mod wire;

use std::time::Duration;

use crate::{
    providers::{
        core::{
            capability::{Capability, Offer, Provider, TRADED},
            client::{Client, Outcome, Tags},
            pace::Pace,
        },
        settings::{self, Feed},
    },
    source::{Context, Refresh, Source, SourceError, Update, health::HealthRecord},
};

/// See the module.
pub struct Rss {
    client: Client,
    every: i64,
    feeds: Vec<Subscription>,
}

/// A feed, and how it has been doing.
struct Subscription {
    feed: Feed,
    tags: Tags,
    pace: Pace,
}

impl Rss {
    /// Reads the feeds of `settings`. A base URL, where one is set, stands for all their hosts;
    /// the path below it is the feed's name.
    pub fn new(settings: &settings::Rss, health: HealthRecord) -> Self {
        let access = settings.access();
        let feeds = settings.feeds.iter().cloned().map(|mut feed| {
            if !access.base_url.is_empty() {
                feed.url = format!("{}/{}", access.base_url, feed.name);
            }
            Subscription {
                feed,
                tags: Tags::default(),
                pace: Pace::default(),
            }
        });
        Self {
            feeds: feeds.collect(),
            every: i64::try_from(access.every_seconds.max(60)).unwrap_or(i64::MAX),
            client: Client::new(access, health),
        }
    }

    /// Reads every feed that is due. The refresh fails only when every feed is failing: one dead
    /// feed neither stops the others nor has them asked more often. It succeeds when one has answered.
    async fn read(&mut self, context: &Context) -> Result<Duration, SourceError> {
        self.wait_for_work(context).await;
        while !self.read_due(context).await? {
            self.wait_for_work(context).await;
        }
        let now = context.clock.now().as_second();
        let rest = self.next_due(now) - now;
        Ok(Duration::from_secs(rest.max(1).unsigned_abs()))
    }

    /// Reads the feeds that are due; whether any of them answered.
    async fn read_due(&mut self, context: &Context) -> Result<bool, SourceError> {
        let started = context.clock.now().as_second();
        let (mut answered, mut failures) = (false, Vec::new());
        for subscription in self
            .feeds
            .iter_mut()
            .filter(|feed| feed.pace.due(started) <= started)
        {
            let outcome = subscription.read(&self.client, context).await;
            let now = context.clock.now().as_second();
            match outcome {
                Ok(()) => {
                    subscription.succeeded(now, self.every);
                    answered = true;
                }
                Err(SourceError::Stopping) => return Err(SourceError::Stopping),
                Err(error) => {
                    subscription.failed(now, self.every, &error);
                    failures.push((subscription.feed.name.clone(), error));
                }
            }
        }
        self.conclude(context, failures)?;
        Ok(answered)
    }

    /// A refresh that asks nobody must not count as a success. The clock is read again and again,
    /// for it may jump.
    async fn wait_for_work(&self, context: &Context) {
        loop {
            let now = context.clock.now().as_second();
            if self.next_due(now) <= now {
                return;
            }
            tokio::time::sleep(Duration::from_secs(10)).await;
        }
    }

    fn next_due(&self, now: i64) -> i64 {
        let due = self.feeds.iter().map(|feed| feed.pace.due(now));
        due.min().unwrap_or(i64::MAX)
    }

    /// The refresh's outcome: an error when every feed is failing, notes when only some are.
    fn conclude(
        &mut self,
        context: &Context,
        failures: Vec<(String, SourceError)>,
    ) -> Result<(), SourceError> {
        let all = self.feeds.iter().all(|feed| feed.pace.failures() > 0);
        for (name, error) in failures {
            let throttled = matches!(error, SourceError::Throttled { .. });
            let error = SourceError::Feed(name, Box::new(error));
            if all && !throttled {
                // No network, say: the schedule's pauses are then the better ones.
                self.feeds
                    .iter_mut()
                    .for_each(|feed| feed.pace.due_at_once());
            }
            if all {
                return Err(error);
            }
            context.health.failed_in_part(context.clock.now(), &error);
        }
        Ok(())
    }
}

impl Subscription {
    async fn read(&mut self, client: &Client, context: &Context) -> Result<(), SourceError> {
        let answer = match client.fetch(&self.feed.url, &[], &self.tags).await? {
            Outcome::Answer(answer) => answer,
            Outcome::Refused(status, _) => return Err(SourceError::Status(status.as_u16())),
        };
        if !answer.unchanged {
            let (body, feed, now) = (answer.body, self.feed.clone(), context.clock.now());
            // A feed may be megabytes: pages do not wait until it is read.
            let articles = tokio::task::spawn_blocking(move || article::read(&body, &feed, now))
                .await
                .map_err(|error| {
                    SourceError::Shape(format!("the program failed on it: {error}"))
                })??;
            context.sink.send(Update::News(articles)).await?;
            // Only now: an answer that was not understood is asked for again in full.
            self.tags = answer.tags;
        }
        Ok(())
    }

    fn succeeded(&mut self, now: i64, every: i64) {
        if self.pace.failures() > 0 {
            tracing::info!(provider = "rss", feed = self.feed.name, "answers again");
        }
        self.pace.succeeded(now, every);
    }

    fn failed(&mut self, now: i64, every: i64, error: &SourceError) {
        if self.pace.failures() == 0 {
            tracing::warn!(provider = "rss", feed = self.feed.name, %error, "feed failed");
        }
        self.pace.failed(now, every, error);
    }
}

impl Provider for Rss {
    const NAME: &'static str = "rss";
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::News, TRADED)];
}

impl Source for Rss {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.read(context))
    }
}
