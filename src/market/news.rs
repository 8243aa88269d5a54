//! The newest articles, with an index by key.

use std::{cmp::Reverse, collections::HashMap, ops::Deref, sync::Arc};

use crate::domain::{
    news::{NewsItem, NewsUpdate},
    ticker::TickerId,
};

/// Maximum number of articles in memory.
const MAX_ARTICLES: usize = 2_000;

/// Articles, newest first.
#[derive(Debug, Default)]
pub struct NewsList {
    items: Vec<Arc<NewsItem>>,
    by_id: HashMap<u32, Arc<NewsItem>>,
    /// Ids by key; an article received under several keys has several entries.
    by_key: HashMap<String, u32>,
    /// Ids by page URL without tracking parameters.
    by_page: HashMap<String, Vec<u32>>,
    /// Highest id assigned so far.
    last_id: u32,
}

/// Result of merging a batch.
#[derive(Debug, Default)]
pub(crate) struct MergedNews {
    /// New articles.
    pub new: Vec<Arc<NewsItem>>,
    /// Match articles with changed texts.
    pub corrected: Vec<Arc<NewsItem>>,
}

impl Deref for NewsList {
    type Target = [Arc<NewsItem>];

    fn deref(&self) -> &Self::Target {
        &self.items
    }
}

impl FromIterator<NewsItem> for NewsList {
    fn from_iter<I: IntoIterator<Item = NewsItem>>(items: I) -> Self {
        let mut list = Self::default();
        for item in items {
            list.last_id = list.last_id.max(item.id);
            list.add(Arc::new(item));
        }
        list.sort();
        list
    }
}

/// How an article of a batch matches a known one.
enum Match {
    /// Same key: differences are corrections.
    SameKey(Arc<NewsItem>),
    /// Same story of the same publisher under another key, which may correct it.
    NewKey(Arc<NewsItem>),
    /// Same page from another feed.
    OtherFeed,
}

impl NewsList {
    /// Adds new articles and applies corrections to known ones, including the tickers they are about.
    ///
    /// A story known from another feed is ignored. So are articles older than all stored ones: they would be new
    /// again with each response of their source.
    pub(crate) fn merge(
        &mut self,
        articles: Vec<(NewsUpdate, Option<TickerId>)>,
        provider: &str,
    ) -> MergedNews {
        let mut merged = MergedNews::default();
        for (update, ticker_id) in articles {
            match self.find_match(&update) {
                Some(Match::OtherFeed) => {}
                Some(Match::SameKey(known) | Match::NewKey(known)) => {
                    self.by_key.insert(update.key.clone(), known.id);
                    if is_corrected(&known, &update, ticker_id) {
                        let item = self.correct(&known, update, ticker_id);
                        merged.corrected.push(item);
                    }
                }
                None => {
                    self.last_id += 1;
                    let item = Arc::new(NewsItem {
                        id: self.last_id,
                        ticker_id,
                        provider: provider.to_owned(),
                        update,
                    });
                    merged.new.push(Arc::clone(&item));
                    self.add(item);
                }
            }
        }
        self.sort();
        let kept = |item: &Arc<NewsItem>| self.by_id.contains_key(&item.id);
        merged.new.retain(kept);
        merged.corrected.retain(kept);
        merged
    }

    /// Replaces articles by id, as merged by another process; `None` removes one.
    pub(crate) fn replace(&mut self, changed: HashMap<u32, Option<NewsItem>>) {
        self.items.retain(|item| !changed.contains_key(&item.id));
        self.by_key.retain(|_, id| !changed.contains_key(id));
        self.by_page.retain(|_, ids| {
            ids.retain(|id| !changed.contains_key(id));
            !ids.is_empty()
        });
        for (id, item) in changed {
            self.by_id.remove(&id);
            self.last_id = self.last_id.max(id);
            if let Some(item) = item {
                self.add(Arc::new(item));
            }
        }
        self.items
            .sort_by_key(|item| Reverse((item.update.published_at, item.id)));
        self.sort();
    }

    /// Finds the known article of an update: by key, else by page. If several articles of a feed link to one page,
    /// the title must match too.
    fn find_match(&self, update: &NewsUpdate) -> Option<Match> {
        let item = |id: &u32| self.by_id.get(id).map(Arc::clone);
        if let Some(known) = self.by_key.get(&update.key).and_then(item) {
            return Some(Match::SameKey(known));
        }
        let page = page(update)?;
        let on_page: Vec<_> = self.by_page.get(&page)?.iter().filter_map(item).collect();
        let same_words = on_page.iter().find(|one| one.update.title == update.title);
        if let Some(known) = same_words {
            let is_own = known.update.source == update.source;
            let known = Arc::clone(known);
            return Some(if is_own {
                Match::NewKey(known)
            } else {
                Match::OtherFeed
            });
        }
        let is_of_other_feed = on_page.len() == 1
            && on_page[0].update.source != update.source
            && !is_front_page(&page);
        is_of_other_feed.then_some(Match::OtherFeed)
    }

    fn add(&mut self, item: Arc<NewsItem>) {
        self.by_key.insert(item.update.key.clone(), item.id);
        self.index_page(&item);
        self.by_id.insert(item.id, Arc::clone(&item));
        self.items.push(item);
    }

    fn index_page(&mut self, item: &NewsItem) {
        if let Some(page) = page(&item.update) {
            let on_page = self.by_page.entry(page).or_default();
            if !on_page.contains(&item.id) {
                on_page.push(item.id);
            }
        }
    }

    /// Replaces the texts of `known`; id and time stay.
    fn correct(
        &mut self,
        known: &NewsItem,
        update: NewsUpdate,
        ticker_id: Option<TickerId>,
    ) -> Arc<NewsItem> {
        // A missing date may have arrived.
        let dated = if known.update.is_undated {
            &update
        } else {
            &known.update
        };
        let (published_at, is_undated) = if dated.is_undated {
            (known.update.published_at, true)
        } else {
            (dated.published_at, false)
        };
        let item = Arc::new(NewsItem {
            update: NewsUpdate {
                published_at,
                is_undated,
                ..update
            },
            ticker_id,
            ..known.clone()
        });
        for place in self.items.iter_mut().filter(|place| place.id == item.id) {
            *place = Arc::clone(&item);
        }
        self.index_page(&item);
        self.by_id.insert(item.id, Arc::clone(&item));
        item
    }

    /// Sorts newest first and drops articles beyond the limit.
    fn sort(&mut self) {
        self.items
            .sort_by_key(|item| Reverse(item.update.published_at));
        if self.items.len() <= MAX_ARTICLES {
            return;
        }
        for cut in self.items.drain(MAX_ARTICLES..) {
            self.by_id.remove(&cut.id);
        }
        let by_id = &self.by_id;
        self.by_key.retain(|_, id| by_id.contains_key(id));
        self.by_page.retain(|_, ids| {
            ids.retain(|id| by_id.contains_key(id));
            !ids.is_empty()
        });
    }
}

/// Returns true if texts, tickers or page changed. A changed time is not a correction, nor is a change of tracking
/// parameters.
fn is_corrected(known: &NewsItem, update: &NewsUpdate, ticker_id: Option<TickerId>) -> bool {
    let NewsItem { update: old, .. } = known;
    let words = |one: &NewsUpdate| (one.title.clone(), one.content.clone(), one.sentiment);
    let is_dated = old.is_undated && !update.is_undated;
    words(old) != words(update)
        || old.symbols != update.symbols
        || known.ticker_id != ticker_id
        || page(old) != page(update)
        || is_dated
}

/// URL parameters used for tracking.
const TRACKING_PARAMETERS: &[&str] = &[
    "utm", "fbclid", "gclid", "mc_cid", "mc_eid", "cmpid", "ocid",
];

/// Returns the URL of the article without scheme, fragment and tracking parameters.
fn page(update: &NewsUpdate) -> Option<String> {
    let (_, address) = update.url.as_deref()?.split_once("://")?;
    let address = address.split('#').next()?;
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let (host, path) = path.split_once('/').unwrap_or((path, ""));
    let is_content = |part: &&str| {
        let name = part.split('=').next().unwrap_or_default();
        let name = name.to_ascii_lowercase();
        !part.is_empty()
            && !name.starts_with("utm_")
            && !TRACKING_PARAMETERS.contains(&name.as_str())
    };
    let query: Vec<&str> = query.split('&').filter(is_content).collect();
    let host = host.to_ascii_lowercase();
    let host = host.strip_prefix("www.").unwrap_or(&host);
    let path = path.trim_end_matches('/');
    Some(format!("{host}/{path}?{}", query.join("&")))
}

/// Returns true for the home page of a site.
fn is_front_page(page: &str) -> bool {
    page.ends_with("/?")
}

#[cfg(test)]
mod tests;
