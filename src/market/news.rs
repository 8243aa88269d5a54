//! The newest articles, with an index of their keys.

use std::{cmp::Reverse, collections::HashMap, ops::Deref, sync::Arc};

use crate::domain::{
    news::{NewsItem, NewsUpdate},
    ticker::TickerId,
};

/// Articles kept in memory.
const KEPT: usize = 2_000;

/// Articles, newest first.
#[derive(Debug, Default)]
pub struct NewsList {
    items: Vec<Arc<NewsItem>>,
    by_id: HashMap<u32, Arc<NewsItem>>,
    /// An article that came under several keys has them all.
    by_key: HashMap<String, u32>,
    /// By address, without what only tracks readers.
    by_page: HashMap<String, Vec<u32>>,
    /// The highest number that was given.
    last_id: u32,
}

/// What merging a batch changed.
#[derive(Debug, Default)]
pub(crate) struct MergedNews {
    /// Articles that were not known.
    pub new: Vec<Arc<NewsItem>>,
    /// Articles that were known with other words.
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

/// How an article of a batch is known.
enum Known {
    /// Under its key: what differs is a correction.
    Itself(Arc<NewsItem>),
    /// The same story under another key of the same outlet, which may correct it.
    Renamed(Arc<NewsItem>),
    /// The same page, from another outlet.
    Elsewhere,
}

impl NewsList {
    /// Adds articles that are new, and takes the words of those that were corrected, with the tickers that these
    /// are about. A story that is known from another feed is left out. So are articles older than all that
    /// are kept: they would be new again with the next answer of their source.
    pub(crate) fn merge(
        &mut self,
        articles: Vec<(NewsUpdate, Option<TickerId>)>,
        provider: &str,
    ) -> MergedNews {
        let mut merged = MergedNews::default();
        for (update, ticker_id) in articles {
            match self.known(&update) {
                Some(Known::Elsewhere) => {}
                Some(Known::Itself(known) | Known::Renamed(known)) => {
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

    /// Takes articles that another process merged in the place of those of their numbers; `None` for one that is gone.
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

    /// The article that an update is, if it is known: by its key, else by its page. Pages that several articles of
    /// a feed link to tell nothing: then the title must be the same.
    fn known(&self, update: &NewsUpdate) -> Option<Known> {
        let item = |id: &u32| self.by_id.get(id).map(Arc::clone);
        if let Some(known) = self.by_key.get(&update.key).and_then(item) {
            return Some(Known::Itself(known));
        }
        let page = page(update)?;
        let on_page: Vec<_> = self.by_page.get(&page)?.iter().filter_map(item).collect();
        let same_words = on_page.iter().find(|one| one.update.title == update.title);
        if let Some(known) = same_words {
            let is_own = known.update.source == update.source;
            let known = Arc::clone(known);
            return Some(if is_own {
                Known::Renamed(known)
            } else {
                Known::Elsewhere
            });
        }
        let is_elsewhere = on_page.len() == 1
            && on_page[0].update.source != update.source
            && !is_front_page(&page);
        is_elsewhere.then_some(Known::Elsewhere)
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

    /// Replaces `known` by its new words, under its number and at its time.
    fn correct(
        &mut self,
        known: &NewsItem,
        update: NewsUpdate,
        ticker_id: Option<TickerId>,
    ) -> Arc<NewsItem> {
        // A date that was missing may have come.
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

    /// Newest first, and no more than are kept.
    fn sort(&mut self) {
        self.items
            .sort_by_key(|item| Reverse(item.update.published_at));
        if self.items.len() <= KEPT {
            return;
        }
        for cut in self.items.drain(KEPT..) {
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

/// Whether the source changed its words, or what they are about; a time that changes says nothing, nor does an
/// address that only tracks readers.
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

/// Parameters of addresses that only say where a reader comes from.
const TRACKING: &[&str] = &[
    "utm", "fbclid", "gclid", "mc_cid", "mc_eid", "cmpid", "ocid",
];

/// The page that an article is on: its address without scheme, fragment, and what only tracks readers.
fn page(update: &NewsUpdate) -> Option<String> {
    let (_, address) = update.url.as_deref()?.split_once("://")?;
    let address = address.split('#').next()?;
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let (host, path) = path.split_once('/').unwrap_or((path, ""));
    let is_content = |part: &&str| {
        let name = part.split('=').next().unwrap_or_default();
        let name = name.to_ascii_lowercase();
        !part.is_empty() && !name.starts_with("utm_") && !TRACKING.contains(&name.as_str())
    };
    let query: Vec<&str> = query.split('&').filter(is_content).collect();
    let host = host.to_ascii_lowercase();
    let host = host.strip_prefix("www.").unwrap_or(&host);
    let path = path.trim_end_matches('/');
    Some(format!("{host}/{path}?{}", query.join("&")))
}

/// Returns true for the first page of a site.
fn is_front_page(page: &str) -> bool {
    page.ends_with("/?")
}

#[cfg(test)]
mod tests;
