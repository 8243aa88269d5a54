//! Merging articles.

use super::*;

#[test]
fn articles_are_linked_to_mentioned_tickers_except_in_the_sample_market() {
    let fixture = Fixture::with(&["AAPL", "MSFT"]);
    let tied = |source| {
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
            unreachable!("an update of news stays one")
        };
        articles.into_iter().flat_map(|article| article.symbols)
    };
    assert_eq!(tied("rss").collect::<Vec<_>>(), ["MSFT"]);
    assert_eq!(tied("sample").count(), 0);
}

#[test]
fn the_same_article_read_twice_is_one_article() {
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
    fixture.take(Update::News(vec![article.clone()]));
    fixture.take(Update::News(vec![article]));
    assert_eq!(fixture.market.news.len(), 1);
    assert_eq!(
        fixture.market.news[0].ticker_id,
        Some(TickerId(1)),
        "the first symbol that is known"
    );
}

/// ALRT-02: the last entry of a slow feed is not new at every poll.
#[test]
fn an_article_older_than_all_stored_ones_is_never_new() {
    let mut fixture = Fixture::with(&["AAPL"]);
    let told = fixture.merge(Update::News((1..=2_000).map(article).collect()));
    assert_eq!(told.articles.len(), 2_000);
    fixture.pending.take();
    let told = fixture.merge(Update::News(vec![article(0), article(2_001)]));
    let keys: Vec<_> = told
        .articles
        .iter()
        .map(|item| item.update.key.as_str())
        .collect();
    assert_eq!(keys, ["2001"]);
    assert_eq!(
        fixture.pending.take().news.len(),
        1,
        "nor does it go to disk"
    );
}

#[test]
fn an_article_lists_each_ticker_once() {
    let mut fixture = Fixture::with(&["AAPL"]);
    fixture.take(Update::News(vec![article(0)]));
    assert_eq!(fixture.market.news[0].update.symbols, ["AAPL"]);
}

/// A feed of 150,000 items: requests wait for one piece at most.
#[test]
fn a_huge_batch_of_news_is_merged_in_pieces() {
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
    fixture.take(Update::News(vec![article(1)]));
    fixture.pending.take();
    let corrected = NewsUpdate {
        title: "Another title".into(),
        published_at: now() + jiff::SignedDuration::from_secs(60),
        ..article(1)
    };
    let merged = fixture.merge(Update::News(vec![corrected]));
    assert!(merged.articles.is_empty(), "no alert fires again");
    assert_eq!(fixture.market.news.len(), 1);
    assert_eq!(fixture.market.news[0].update.title, "Another title");
    assert_eq!(
        fixture.market.news[0].update.published_at,
        article(1).published_at
    );
    assert_eq!(fixture.pending.take().news.len(), 1, "it goes to disk");
}
