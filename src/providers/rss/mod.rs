//! News feeds, RSS and Atom: each at its own pace, asked again only for what changed.

mod article;
mod dates;
mod encoding;
mod links;
mod salvage;
mod text;
mod wire;

use jiff::Timestamp;

use crate::{
    providers::{
        core::{
            addresses::{Address, Addresses},
            capability::{Capability, Offer, Provider, TRADED},
            client::{Client, Outcome, Tags},
        },
        settings::{self, Feed},
    },
    source::{Context, Refresh, Source, SourceError, Update, health::HealthRecord},
};

/// See the module.
pub struct Rss {
    feeds: Addresses<Subscription>,
}

/// A feed, and what of it is known.
struct Subscription {
    feed: Feed,
    every: i64,
    tags: Tags,
}

impl Rss {
    /// Reads the feeds of `settings`. A base URL, where one is set, stands for all their hosts;
    /// the path below it is the feed's name.
    pub fn new(settings: &settings::Rss, health: HealthRecord) -> Self {
        let access = settings.access();
        let every = i64::try_from(access.every_seconds.max(60)).unwrap_or(i64::MAX);
        let base = access.base_url.clone();
        health.parts(settings.feeds.iter().map(|feed| feed.name.as_str()));
        let feeds = settings.feeds.iter().cloned().map(|mut feed| {
            if !base.is_empty() {
                feed.url = format!("{base}/{}", feed.name);
            }
            Subscription {
                feed,
                every,
                tags: Tags::default(),
            }
        });
        Self {
            feeds: Addresses::new(Client::new(access, health), feeds),
        }
    }
}

impl Address for Subscription {
    fn named(&self, error: SourceError) -> SourceError {
        SourceError::Feed(self.feed.name.clone(), Box::new(error))
    }

    fn every(&self) -> i64 {
        self.every
    }

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

    fn answered(&self, _: &Context, failures: u32) {
        if failures > 0 {
            tracing::info!(provider = Rss::NAME, feed = self.feed.name, "answers again");
        }
    }

    fn failed(&self, context: &Context, error: &SourceError, failures: u32, _: Option<Timestamp>) {
        if failures == 0 {
            let error = context.health.sanitize(error);
            tracing::warn!(
                provider = Rss::NAME,
                feed = self.feed.name,
                error,
                "feed failed"
            );
        }
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
        Box::pin(self.feeds.read(context))
    }
}
