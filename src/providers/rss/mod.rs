//! News feeds (RSS and Atom). Each feed has its own schedule, and requests are conditional.

mod article;
mod dates;
mod encoding;
mod links;
mod salvage;
mod text;
mod wire;

use jiff::Timestamp;

use crate::{
    domain::{figure::Figure, source_directory::SourceDescription},
    providers::{
        core::{
            capability::{Capability, Offer, Provider, TRADED},
            client::{Client, Outcome, Validators},
            endpoints::{Endpoint, EndpointPoller},
            probe::Probe,
        },
        settings::{self, Feed},
    },
    source::{Context, Refresh, Source, SourceError, Update, health::HealthRecord},
};

/// The source of news feeds.
pub struct Rss {
    feeds: EndpointPoller<Subscription>,
}

/// A feed with the validators of its last response.
struct Subscription {
    feed: Feed,
    poll_interval: i64,
    validators: Validators,
}

impl Rss {
    /// Creates a source for the feeds of `settings`. If a base URL is set, every feed is requested from it, with the name of the
    /// feed as the path.
    pub fn new(settings: &settings::Rss, health: HealthRecord) -> Self {
        let options = settings.http_options();
        let poll_interval = i64::try_from(options.every_seconds.max(60)).unwrap_or(i64::MAX);
        health.set_parts(settings.feeds.iter().map(|feed| feed.name.as_str()));
        let feeds = feeds(settings).into_iter().map(|feed| Subscription {
            feed,
            poll_interval,
            validators: Validators::default(),
        });
        Self {
            feeds: EndpointPoller::new(Client::new(options, health), feeds),
        }
    }
}

/// Returns the feeds with the URLs that are requested.
fn feeds(settings: &settings::Rss) -> Vec<Feed> {
    let base = settings.base_url.trim_end_matches('/');
    let mut feeds = settings.feeds.clone();
    for feed in feeds.iter_mut().filter(|_| !base.is_empty()) {
        feed.url = format!("{base}/{}", feed.name);
    }
    feeds
}

impl Endpoint for Subscription {
    fn with_name(&self, error: SourceError) -> SourceError {
        SourceError::Feed(self.feed.name.clone(), Box::new(error))
    }

    fn interval_seconds(&self) -> i64 {
        self.poll_interval
    }

    async fn fetch(&mut self, client: &Client, context: &Context) -> Result<(), SourceError> {
        let response = match client.fetch(&self.feed.url, &[], &self.validators).await? {
            Outcome::Success(response) => response,
            Outcome::Refused(status, _) => return Err(SourceError::Status(status.as_u16())),
        };
        if !response.unchanged {
            let (body, feed, now) = (response.body, self.feed.clone(), context.clock.now());
            // Parsing a feed of megabytes would block an async thread for too long.
            let articles = tokio::task::spawn_blocking(move || article::read(&body, &feed, now))
                .await
                .map_err(|error| {
                    SourceError::InvalidResponse(format!(
                        "Marketdeck panicked while reading the response: {error}"
                    ))
                })??;
            context.sink.send(Update::News(articles)).await?;
            // Saved only after the response was processed. Otherwise the next request would return 304 without the data.
            self.validators = response.validators;
        }
        Ok(())
    }

    fn on_success(&self, _: &Context, failures: u32) {
        if failures > 0 {
            tracing::info!(
                provider = Rss::NAME,
                feed = self.feed.name,
                "news: feed recovered"
            );
        }
    }

    fn on_failure(
        &self,
        context: &Context,
        error: &SourceError,
        failures: u32,
        _: Option<Timestamp>,
    ) {
        if failures == 0 {
            let error = context.health.sanitize(error);
            tracing::warn!(
                provider = Rss::NAME,
                feed = self.feed.name,
                error,
                "news: feed failing, retrying with increasing delays"
            );
        }
    }
}

/// Returns a probe of each feed.
pub(crate) fn probes(settings: &settings::Rss) -> Vec<Probe> {
    let options = settings.http_options();
    let feeds = feeds(settings).into_iter();
    let probe = |feed: Feed| {
        let name = format!("{} {}", Rss::NAME, feed.name);
        Probe::fetch(name, options.clone(), feed.url, Vec::new(), None, |body| {
            Ok(format!("articles: {}", wire::read(body)?.items.len()))
        })
    };
    feeds.map(probe).collect()
}

/// The description of this source on the page 'Where the numbers come from'.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: Rss::NAME,
    config_table: Some("rss"),
    title: "News feeds",
    figures: &[Figure::News],
    delay: "Up to 15 minutes",
    limit: Rss::LIMIT,
    terms: "Headlines and summaries from the feeds of their publishers; each article links to its page.",
    terms_url: "",
};

impl Provider for Rss {
    const NAME: &'static str = "rss";
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::News, TRADED)];
}

impl Source for Rss {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.feeds.fetch(context))
    }
}
