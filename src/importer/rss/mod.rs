//! News feeds, RSS and Atom.

mod article;
mod text;

use std::{collections::HashMap, time::Duration};

use super::{
    Context, ImportError, Importer, Round, Update,
    health::HealthRecord,
    http::{Client, Outcome, Tags},
    settings::{self, Feed},
};

/// The importer.
pub struct Rss {
    client: Client,
    every: Duration,
    feeds: Vec<Feed>,
    tags: HashMap<String, Tags>,
}

impl Rss {
    /// Reads the feeds of `settings`. A base URL, where one is set, stands for all their hosts.
    pub fn new(settings: &settings::Rss, health: HealthRecord) -> Self {
        let access = settings.access();
        let mut feeds = settings.feeds.clone();
        if !access.base_url.is_empty() {
            for feed in &mut feeds {
                feed.url = format!("{}/{}", access.base_url, feed.name);
            }
        }
        Self {
            client: Client::new(access, health),
            every: Duration::from_secs(settings.every_seconds.max(60)),
            feeds,
            tags: HashMap::new(),
        }
    }

    async fn read(&mut self, feed: &Feed, context: &Context) -> Result<(), ImportError> {
        let tags = self.tags.get(&feed.name).cloned().unwrap_or_default();
        let answer = match self.client.fetch(&feed.url, &[], &tags).await? {
            Outcome::Answer(answer) => answer,
            Outcome::Refused(status, _) => return Err(ImportError::Status(status.as_u16())),
        };
        if !answer.unchanged {
            let articles = article::read(&answer.body, feed, context.clock.now())?;
            context.sink.send(Update::News(articles)).await?;
        }
        self.tags.insert(feed.name.clone(), answer.tags);
        Ok(())
    }
}

impl Importer for Rss {
    fn name(&self) -> &'static str {
        "rss"
    }

    /// One ill feed does not keep the others from being read.
    fn round<'a>(&'a mut self, context: &'a Context) -> Round<'a> {
        Box::pin(async move {
            let mut failed = None;
            for feed in self.feeds.clone() {
                match self.read(&feed, context).await {
                    Ok(()) => {}
                    Err(ImportError::Stopping) => return Err(ImportError::Stopping),
                    Err(error) => failed = Some((feed.name, error)),
                }
            }
            match failed {
                None => Ok(self.every),
                Some((_, error @ ImportError::Throttled { .. })) => Err(error),
                Some((name, error)) => Err(ImportError::Feed(name, Box::new(error))),
            }
        })
    }
}
