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
    /// Ids by key of the source. An article that was received under several keys has several entries.
    by_key: HashMap<String, u32>,
    /// Ids by page URL without tracking parameters, as [`normalized_url`] returns it.
    by_page: HashMap<String, Vec<u32>>,
    /// Highest id assigned so far.
    last_id: u32,
}

/// The articles that a merge added or corrected.
#[derive(Debug, Default)]
pub(crate) struct MergedNews {
    /// New articles.
    pub new: Vec<Arc<NewsItem>>,
    /// Known articles whose texts, tickers, page or date changed.
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
        list.sort_and_truncate();
        list
    }
}

/// The way in which a received article matches a known one.
enum Match {
    /// The key is the same. Differences are corrections.
    SameKey(Arc<NewsItem>),
    /// The page, title and feed are the same, and the key is new. Differences are corrections.
    NewKey(Arc<NewsItem>),
    /// The page is the same, but from another feed: a duplicate.
    Duplicate,
}

impl NewsList {
    /// Adds new articles and applies corrections to known articles, including changes of their tickers.
    ///
    /// Ignores duplicates from other feeds. Also ignores articles older than the oldest stored article of a full list: they would
    /// count as new with each response of their source.
    pub(crate) fn merge(
        &mut self,
        articles: Vec<(NewsUpdate, Option<TickerId>)>,
        provider: &str,
    ) -> MergedNews {
        let mut merged = MergedNews::default();
        for (update, ticker_id) in articles {
            match self.find_match(&update) {
                Some(Match::Duplicate) => {}
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
        self.sort_and_truncate();
        let is_stored = |item: &Arc<NewsItem>| self.by_id.contains_key(&item.id);
        merged.new.retain(is_stored);
        merged.corrected.retain(is_stored);
        merged
    }

    /// Replaces articles by id with the versions that another process merged; `None` removes an article.
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
        self.sort_and_truncate();
    }

    /// Finds the known article that an update repeats: by key, or else by page. Several articles may link to the same page, for
    /// example a live blog or a home page; then the titles must match too.
    fn find_match(&self, update: &NewsUpdate) -> Option<Match> {
        let item = |id: &u32| self.by_id.get(id).map(Arc::clone);
        if let Some(known) = self.by_key.get(&update.key).and_then(item) {
            return Some(Match::SameKey(known));
        }
        let page = normalized_url(update)?;
        let on_page: Vec<_> = self.by_page.get(&page)?.iter().filter_map(item).collect();
        let same_title = on_page
            .iter()
            .find(|known| known.update.title == update.title);
        if let Some(known) = same_title {
            return Some(if known.update.source == update.source {
                Match::NewKey(Arc::clone(known))
            } else {
                Match::Duplicate
            });
        }
        let is_duplicate =
            on_page.len() == 1 && on_page[0].update.source != update.source && !is_home_page(&page);
        is_duplicate.then_some(Match::Duplicate)
    }

    fn add(&mut self, item: Arc<NewsItem>) {
        self.by_key.insert(item.update.key.clone(), item.id);
        self.index_page(&item);
        self.by_id.insert(item.id, Arc::clone(&item));
        self.items.push(item);
    }

    fn index_page(&mut self, item: &NewsItem) {
        if let Some(page) = normalized_url(&item.update) {
            let on_page = self.by_page.entry(page).or_default();
            if !on_page.contains(&item.id) {
                on_page.push(item.id);
            }
        }
    }

    /// Replaces the texts and tickers of `known`. The id stays; the time stays unless the known article had no date.
    fn correct(
        &mut self,
        known: &NewsItem,
        update: NewsUpdate,
        ticker_id: Option<TickerId>,
    ) -> Arc<NewsItem> {
        let gets_date = known.update.is_undated && !update.is_undated;
        let (published_at, is_undated) = if gets_date {
            (update.published_at, false)
        } else {
            (known.update.published_at, known.update.is_undated)
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
        for stored in &mut self.items {
            if stored.id == item.id {
                *stored = Arc::clone(&item);
            }
        }
        self.index_page(&item);
        self.by_id.insert(item.id, Arc::clone(&item));
        item
    }

    /// Sorts the articles newest first and drops the oldest ones beyond [`MAX_ARTICLES`].
    fn sort_and_truncate(&mut self) {
        self.items
            .sort_by_key(|item| Reverse(item.update.published_at));
        if self.items.len() <= MAX_ARTICLES {
            return;
        }
        for dropped in self.items.drain(MAX_ARTICLES..) {
            self.by_id.remove(&dropped.id);
        }
        let by_id = &self.by_id;
        self.by_key.retain(|_, id| by_id.contains_key(id));
        self.by_page.retain(|_, ids| {
            ids.retain(|id| by_id.contains_key(id));
            !ids.is_empty()
        });
    }
}

/// Returns true if texts, tickers or page changed, or if an undated article got a date. Any other change of the time, and a change of
/// tracking parameters, is not a correction.
fn is_corrected(known: &NewsItem, update: &NewsUpdate, ticker_id: Option<TickerId>) -> bool {
    let NewsItem { update: old, .. } = known;
    let gets_date = old.is_undated && !update.is_undated;
    old.title != update.title
        || old.content != update.content
        || old.sentiment != update.sentiment
        || old.symbols != update.symbols
        || known.ticker_id != ticker_id
        || normalized_url(old) != normalized_url(update)
        || gets_date
}

/// URL parameters used for tracking.
const TRACKING_PARAMETERS: &[&str] = &[
    "utm", "fbclid", "gclid", "mc_cid", "mc_eid", "cmpid", "ocid",
];

/// Returns the URL of an article without scheme, `www.`, fragment and tracking parameters. URLs of the same page are equal in this form.
fn normalized_url(update: &NewsUpdate) -> Option<String> {
    let (_, url) = update.url.as_deref()?.split_once("://")?;
    let url = url.split('#').next()?;
    let (path, query) = url.split_once('?').unwrap_or((url, ""));
    let (host, path) = path.split_once('/').unwrap_or((path, ""));
    let is_content_parameter = |parameter: &&str| {
        let name = parameter.split('=').next().unwrap_or_default();
        let name = name.to_ascii_lowercase();
        !parameter.is_empty()
            && !name.starts_with("utm_")
            && !TRACKING_PARAMETERS.contains(&name.as_str())
    };
    let query: Vec<&str> = query.split('&').filter(is_content_parameter).collect();
    let host = host.to_ascii_lowercase();
    let host = host.strip_prefix("www.").unwrap_or(&host);
    let path = path.trim_end_matches('/');
    Some(format!("{host}/{path}?{}", query.join("&")))
}

/// Returns true for the normalized URL of a site's home page.
fn is_home_page(page: &str) -> bool {
    page.ends_with("/?")
}

#[cfg(test)]
mod tests;
