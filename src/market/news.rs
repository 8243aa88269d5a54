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
    by_key: HashMap<String, Arc<NewsItem>>,
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
        let items: Vec<_> = items.into_iter().map(Arc::new).collect();
        let mut list = Self {
            last_id: items.iter().map(|item| item.id).max().unwrap_or(0),
            by_key: items.iter().map(by_key).collect(),
            items,
        };
        list.sort();
        list
    }
}

impl NewsList {
    /// Adds articles that are new, and takes the words of those that were corrected. Articles older
    /// than all that are kept are left out: they would be new again with the next answer of their
    /// source.
    pub(crate) fn merge(
        &mut self,
        articles: Vec<(NewsUpdate, Option<TickerId>)>,
        provider: &str,
    ) -> MergedNews {
        let mut merged = MergedNews::default();
        for (update, ticker_id) in articles {
            match self.by_key.get(&update.key).map(Arc::clone) {
                Some(known) if is_corrected(&known.update, &update) => {
                    merged.corrected.push(self.correct(&known, update));
                }
                Some(_) => {}
                None => {
                    self.last_id += 1;
                    let item = Arc::new(NewsItem {
                        id: self.last_id,
                        ticker_id,
                        provider: provider.to_owned(),
                        update,
                    });
                    merged.new.push(Arc::clone(&item));
                    self.by_key.extend([by_key(&item)]);
                    self.items.push(item);
                }
            }
        }
        self.sort();
        let kept = |item: &Arc<NewsItem>| self.by_key.contains_key(&item.update.key);
        merged.new.retain(kept);
        merged.corrected.retain(kept);
        merged
    }

    /// Replaces `known` by its new words, under its number and at its time.
    fn correct(&mut self, known: &NewsItem, update: NewsUpdate) -> Arc<NewsItem> {
        let item = Arc::new(NewsItem {
            update: NewsUpdate {
                published_at: known.update.published_at,
                ..update
            },
            ..known.clone()
        });
        for place in self.items.iter_mut().filter(|place| place.id == item.id) {
            *place = Arc::clone(&item);
        }
        self.by_key.extend([by_key(&item)]);
        item
    }

    /// Newest first, and no more than are kept.
    fn sort(&mut self) {
        self.items
            .sort_by_key(|item| Reverse(item.update.published_at));
        for cut in self.items.drain(self.items.len().min(KEPT)..) {
            self.by_key.remove(&cut.update.key);
        }
    }
}

fn by_key(item: &Arc<NewsItem>) -> (String, Arc<NewsItem>) {
    (item.update.key.clone(), Arc::clone(item))
}

/// Whether the source changed its words; an undated article's time says nothing.
fn is_corrected(known: &NewsUpdate, update: &NewsUpdate) -> bool {
    (&known.title, &known.content, &known.url) != (&update.title, &update.content, &update.url)
}
