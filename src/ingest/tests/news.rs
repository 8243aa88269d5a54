//! Tests of merging articles.

use super::*;

#[test]
fn articles_are_linked_to_mentioned_tickers_except_in_the_sample_market() {
    let fixture = Fixture::with(&["AAPL", "MSFT"]);
    let linked_symbols = |source| {
        let headline = NewsUpdate {
            symbols: Vec::new(),
            title: "Why $MSFT rose today".into(),
            ..article(1)
        };
        let mut envelope = Envelope {
            source,
            update: Update::News(vec![headline]),
        };
        if let Some(names) = prepare::names_for(&envelope, &fixture.market) {
            prepare::add_mentions(&mut envelope.update, &names);
        }
        let Update::News(articles) = envelope.update else {
            unreachable!("add_mentions does not change the kind of update")
        };
        articles.into_iter().flat_map(|article| article.symbols)
    };
    assert_eq!(linked_symbols("rss").collect::<Vec<_>>(), ["MSFT"]);
    assert_eq!(linked_symbols("sample").count(), 0);
}

#[test]
fn article_received_twice_is_stored_once() {
    let mut fixture = Fixture::with(&["AAPL"]);
    let article = NewsUpdate {
        key: "guid-1".into(),
        symbols: vec!["UNKNOWN".into(), "AAPL".into()],
        source: "Wire".into(),
        title: "A title".into(),
        content: String::new(),
        url: None,
        sentiment: Sentiment::Neutral,
        published_at: now(),
        is_undated: false,
    };
    fixture.merge(Update::News(vec![article.clone()]));
    fixture.merge(Update::News(vec![article]));
    assert_eq!(fixture.market.news.len(), 1);
    assert_eq!(
        fixture.market.news[0].ticker_id,
        Some(TickerId(1)),
        "the ticker of the first known symbol"
    );
}

/// ALRT-02: the oldest entry of a slow feed must not count as new at every poll.
#[test]
fn article_older_than_all_of_a_full_list_is_not_new() {
    let mut fixture = Fixture::with(&["AAPL"]);
    let merged = fixture.merge(Update::News((1..=2_000).map(article).collect()));
    assert_eq!(merged.articles.len(), 2_000);
    fixture.pending.take_batch();
    let merged = fixture.merge(Update::News(vec![article(0), article(2_001)]));
    let keys: Vec<_> = merged
        .articles
        .iter()
        .map(|item| item.update.key.as_str())
        .collect();
    assert_eq!(keys, ["2001"]);
    assert_eq!(
        fixture.pending.take_batch().news.len(),
        1,
        "the old article is not saved to disk"
    );
}

#[test]
fn an_article_lists_each_ticker_once() {
    let mut fixture = Fixture::with(&["AAPL"]);
    fixture.merge(Update::News(vec![article(0)]));
    assert_eq!(fixture.market.news[0].update.symbols, ["AAPL"]);
}

/// Requests wait for at most one piece of a huge feed.
#[test]
fn huge_batch_of_news_is_merged_in_pieces() {
    let batch = Envelope {
        source: "test",
        update: Update::News((0..150_000).map(article).collect()),
    };
    let pieces = split_large(batch);
    let sizes = pieces.iter().map(|piece| match &piece.update {
        Update::News(articles) => articles.len(),
        other => panic!("{other:?}"),
    });
    assert_eq!(sizes.clone().sum::<usize>(), 150_000);
    assert!(sizes.max().unwrap() <= 100);
    let mut fixture = Fixture::with(&["AAPL"]);
    for piece in pieces.into_iter().take(30) {
        fixture.merge(piece.update);
    }
    assert_eq!(fixture.market.news.len(), 2_000);
    assert_eq!(fixture.market.news[0].update.key, "2999");
}

#[test]
fn a_corrected_headline_replaces_the_article() {
    let mut fixture = Fixture::with(&["AAPL"]);
    fixture.merge(Update::News(vec![article(1)]));
    fixture.pending.take_batch();
    let corrected = NewsUpdate {
        title: "Another title".into(),
        published_at: now() + jiff::SignedDuration::from_secs(60),
        ..article(1)
    };
    let merged = fixture.merge(Update::News(vec![corrected]));
    assert!(
        merged.articles.is_empty(),
        "a correction is not a new article, so alerts don't fire again"
    );
    assert_eq!(fixture.market.news.len(), 1);
    assert_eq!(fixture.market.news[0].update.title, "Another title");
    assert_eq!(
        fixture.market.news[0].update.published_at,
        article(1).published_at
    );
    assert_eq!(
        fixture.pending.take_batch().news.len(),
        1,
        "the correction is saved to disk"
    );
}
