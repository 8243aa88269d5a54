use jiff::Timestamp;

use super::*;
use crate::domain::news::Sentiment;

fn article(feed: &str, key: &str, title: &str, url: &str) -> NewsUpdate {
    NewsUpdate {
        key: format!("{feed}|{key}"),
        symbols: Vec::new(),
        source: feed.to_owned(),
        title: title.to_owned(),
        content: String::new(),
        url: Some(url.to_owned()),
        sentiment: Sentiment::Neutral,
        published_at: Timestamp::from_second(1_000_000).unwrap(),
        is_undated: false,
    }
}

/// Merges the articles one by one and returns the titles of the list.
fn titles(articles: impl IntoIterator<Item = NewsUpdate>) -> Vec<String> {
    let mut list = NewsList::default();
    for article in articles {
        list.merge(vec![(article, None)], "rss");
    }
    list.iter().map(|item| item.update.title.clone()).collect()
}

#[test]
fn duplicate_page_of_another_feed_is_ignored() {
    let url = "https://www.site.example/story?id=3";
    let same_page = "http://site.example/story/?utm_source=b&id=3#top";
    let two_feeds = |title: &str| {
        [
            article("a", "1", "Story", url),
            article("b", "9", title, same_page),
        ]
    };
    assert_eq!(titles(two_feeds("Story")), ["Story"]);
    assert_eq!(titles(two_feeds("Story, with another headline")), ["Story"]);
    let different_pages = [
        article("a", "1", "Story", url),
        article("b", "9", "Other", "https://site.example/story?id=4"),
    ];
    assert_eq!(titles(different_pages).len(), 2);
}

#[test]
fn articles_that_link_to_a_home_page_stay_separate() {
    let home_page = "https://site.example/";
    let articles = [
        article("a", "1", "One", home_page),
        article("a", "2", "Two", home_page),
        article("b", "1", "Three", home_page),
        article("b", "2", "Two", home_page),
    ];
    assert_eq!(titles(articles), ["One", "Two", "Three"]);
}

#[test]
fn new_key_for_the_same_page_and_title_is_a_correction() {
    let url = "https://site.example/1";
    let articles = [
        article("a", "1|https://site.example/1", "Old", url),
        article("a", "1", "Old", url),
        article("a", "1", "New", url),
    ];
    assert_eq!(titles(articles), ["New"]);
}

#[test]
fn corrected_headline_changes_the_ticker() {
    let mut list = NewsList::default();
    let url = "https://site.example/1";
    let before = NewsUpdate {
        symbols: vec!["AAPL".into()],
        ..article("a", "1", "Apple falls", url)
    };
    let after = NewsUpdate {
        symbols: vec!["MSFT".into()],
        sentiment: Sentiment::Negative,
        ..article("a", "1", "Microsoft falls", url)
    };
    list.merge(vec![(before, Some(TickerId(1)))], "rss");
    let merged = list.merge(vec![(after.clone(), Some(TickerId(2)))], "rss");
    assert_eq!((merged.new.len(), merged.corrected.len()), (0, 1));
    assert_eq!(list[0].ticker_id, Some(TickerId(2)));
    assert_eq!(list[0].update.symbols, ["MSFT"]);
    assert_eq!((list.len(), list[0].id), (1, 1));
    let again = list.merge(vec![(after, Some(TickerId(2)))], "rss");
    assert_eq!((again.new.len(), again.corrected.len()), (0, 0));
}

#[test]
fn undated_article_keeps_the_time_of_its_first_merge_until_it_has_a_date() {
    let at = |second| Timestamp::from_second(second).unwrap();
    let story = |second, is_undated| NewsUpdate {
        published_at: at(second),
        is_undated,
        ..article("a", "1", "Story", "https://site.example/1")
    };
    let mut list = NewsList::default();
    for (update, expected) in [
        (story(5_000, true), (at(5_000), true)),
        (story(9_000, true), (at(5_000), true)),
        (story(2_000, false), (at(2_000), false)),
        (story(9_000, true), (at(2_000), false)),
    ] {
        list.merge(vec![(update, None)], "rss");
        let stored = &list[0].update;
        assert_eq!((stored.published_at, stored.is_undated), expected);
    }
}
