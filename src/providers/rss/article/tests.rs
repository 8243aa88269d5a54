use super::*;
use crate::{domain::news::Sentiment, testing::fuzz::fuzz};

fn feed() -> Feed {
    Feed {
        name: "wire".into(),
        title: "The Wire".into(),
        url: String::new(),
    }
}

fn now() -> Timestamp {
    "2026-11-20T12:00:00Z".parse().unwrap()
}

fn rss(items: &str) -> Vec<NewsUpdate> {
    let body = format!(
        r#"<rss version="2.0" xmlns:nasdaq="https://feeds.example/"><channel><title>T</title>{items}</channel></rss>"#
    );
    read(body.as_bytes(), &feed(), now()).unwrap()
}

#[test]
fn ticker_lists_link_articles_to_tickers() {
    let articles = rss("<item><title>A</title><guid>1</guid></item>\
         <item><title>Shares of both makers jump</title><guid>2</guid><nasdaq:tickers>AMAT, AAPL</nasdaq:tickers></item>");
    assert!(articles[0].symbols.is_empty());
    assert_eq!(articles[1].symbols, ["AMAT", "AAPL"]);
    assert_eq!(articles[1].sentiment, Sentiment::Positive);
}

#[test]
fn markup_and_doubly_escaped_entities_become_plain_text() {
    let articles = rss(
        "<item><title>Minutes of the Board&amp;#39;s meeting</title><guid>1</guid>\
         <description><![CDATA[Readers focused on <b>price</b>.<br/>And &amp; more<script>x</script>]]></description></item>",
    );
    assert_eq!(articles[0].title, "Minutes of the Board's meeting");
    assert_eq!(articles[0].content, "Readers focused on price. And & more");
}

#[test]
fn two_entries_with_one_id_are_two_articles() {
    let articles = rss(
        "<item><title>A</title><guid>1</guid><link>https://x.example/a</link></item>\
         <item><title>B</title><guid>1</guid><link>https://x.example/b</link></item>",
    );
    assert_ne!(articles[0].key, articles[1].key);
}

#[test]
fn an_article_from_the_future_is_dated_now() {
    let articles = rss(
        "<item><title>A</title><guid>1</guid><pubDate>Fri, 20 Nov 2099 10:00:00 GMT</pubDate></item>",
    );
    assert_eq!(articles[0].published_at, now());
}

#[test]
fn a_web_page_is_not_a_feed() {
    assert!(matches!(
        read(b"<html>Attention</html>", &feed(), now()),
        Err(SourceError::InvalidResponse(_))
    ));
    assert!(matches!(
        read(b"nonsense", &feed(), now()),
        Err(SourceError::InvalidResponse(_))
    ));
}

fn read_one(item: &str) -> NewsUpdate {
    let mut articles = rss(&format!("<item>{item}</item>"));
    assert_eq!(articles.len(), 1, "{item}");
    articles.remove(0)
}

#[test]
fn item_tags_in_comments_or_texts_do_not_shift_tickers_to_other_articles() {
    let articles = rss(
        "<!-- <item><title>Old</title><nasdaq:tickers>GONE</nasdaq:tickers></item> -->\
         <item><title>About Apple</title><guid>1</guid><nasdaq:tickers>AAPL</nasdaq:tickers></item>\
         <item><title>No ticker</title><guid>2</guid><description><![CDATA[<item> in a text]]></description></item>\
         <item><title>About Microsoft</title><guid>3</guid><nasdaq:tickers>MSFT</nasdaq:tickers></item>",
    );
    let symbols: Vec<_> = articles.iter().map(|one| one.symbols.join(",")).collect();
    assert_eq!(symbols, ["AAPL", "", "MSFT"]);
}

#[test]
fn an_atom_entry_links_to_its_page_and_not_to_the_feed() {
    let body = r#"<feed xmlns="http://www.w3.org/2005/Atom"><updated>2026-11-20T09:00:00Z</updated>
        <entry><title type="html">A &amp;amp; B</title><id>urn:1</id>
        <link rel="self" href="https://example.com/feed"/>
        <link rel="alternate" href="https://example.com/a?x=1&amp;y=2"/>
        <content type="xhtml"><div>One<p>two</p></div></content></entry></feed>"#;
    let articles = read(body.as_bytes(), &feed(), now()).unwrap();
    assert_eq!(
        articles[0].url.as_deref(),
        Some("https://example.com/a?x=1&y=2")
    );
    assert_eq!(articles[0].title, "A & B");
    assert_eq!(articles[0].content, "One two");
    assert_eq!(
        articles[0].published_at.to_string(),
        "2026-11-20T09:00:00Z",
        "an undated article gets the date of the feed"
    );
}

#[test]
fn only_pages_without_credentials_are_linked_to() {
    for link in [
        "httpx:alert(1)",
        "javascript:alert(1)",
        "data:text/html,x",
        "/relative",
        "https://user:pw@example.com/",
        "https://user@example.com",
        "https:///nowhere",
        "https://exa mple.com/",
    ] {
        let article = read_one(&format!("<title>A</title><link>{link}</link>"));
        assert_eq!(article.url, None, "{link}");
    }
    let article = read_one("<title>A</title><guid>https://example.com/a</guid>");
    assert_eq!(article.url.as_deref(), Some("https://example.com/a"));
}

#[test]
fn named_html_entities_are_decoded() {
    let article =
        read_one("<title>&euro;5 or &amp;pound;4 for a caf&eacute; &#146;now&#146;</title>");
    assert_eq!(article.title, "€5 or £4 for a café ’now’");
}

#[test]
fn a_company_name_in_angle_brackets_is_not_markup() {
    let article = read_one("<title><![CDATA[A <company name> rises <b>fast</b>]]></title>");
    assert_eq!(article.title, "A <company name> rises fast");
}

#[test]
fn a_windows_1252_feed_without_declaration_is_read() {
    let mut body =
        b"<rss><channel><item><title>Caf\xe9 \x96 5 \x80</title></item></channel></rss>".to_vec();
    let article = read(&body, &feed(), now()).unwrap().remove(0);
    assert_eq!(article.title, "Café – 5 €");
    body.splice(0..0, *b"<?xml version='1.0' encoding='utf-8'?>");
    assert_eq!(read(&body, &feed(), now()).unwrap()[0].title, "Café – 5 €");
}

#[test]
fn external_entities_and_entity_bombs_stay_text() {
    let body = r#"<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "&x;&x;&x;">]>
        <rss><channel><item><title>A &x; &y; B</title></item></channel></rss>"#;
    let article = read(body.as_bytes(), &feed(), now()).unwrap().remove(0);
    assert_eq!(article.title, "A &x; &y; B");
}

#[test]
fn only_the_first_items_of_a_feed_of_150_000_are_read() {
    let items = "<item><title>A</title></item>".repeat(150_000);
    assert_eq!(rss(&items).len(), 500);
    let long = read_one(&format!("<title>{}</title>", "x ".repeat(1_000_000)));
    assert!(long.title.len() <= 20_000);
}

#[test]
fn a_truncated_feed_is_an_error() {
    let cut = b"<rss><channel><item><title>A</title></item><item><title>B";
    assert!(matches!(
        read(cut, &feed(), now()),
        Err(SourceError::InvalidResponse(text)) if text.contains("is truncated")
    ));
}

#[test]
fn broken_feeds_cause_no_panic() {
    let samples = [
        &include_bytes!("../../../../tests/fixtures/recordings/rss/one.xml")[..],
        include_bytes!("../../../../tests/fixtures/providers/feed.xml"),
        b"<feed xmlns='http://www.w3.org/2005/Atom'><entry><title type='html'>A &amp;lt;b> &#x41;</title><link href='https://a.example/1'/>\
            <updated>2026-11-20T10:00:00Z</updated><summary><![CDATA[<p>One</p>]]></summary></entry></feed>",
    ];
    fuzz("rss", &samples, |body| {
        let _ = read(body, &feed(), now());
    });
}

#[test]
fn a_malformed_item_affects_only_itself() {
    for malformed in [
        "<item><title>Broken <b>tag</title><guid>2</guid></item>",
        "<item><title>Shares < Bonds</title><guid>2</guid></item>",
        "<item><title><![CDATA[Unclosed</title><guid>2</guid></item>",
        "<item><title>Never closed<guid>2</guid>",
        "<item><title>Odd</titel><guid>2</guid></item>",
    ] {
        let items = format!(
            "<item><title>One</title><guid>1</guid></item>{malformed}<item><title>Three</title><guid>3</guid></item>"
        );
        let titles: Vec<String> = rss(&items).into_iter().map(|one| one.title).collect();
        let others: Vec<&str> = titles
            .iter()
            .map(String::as_str)
            .filter(|title| matches!(*title, "One" | "Three"))
            .collect();
        assert_eq!(others, ["One", "Three"], "{malformed}");
    }
}

#[test]
fn relative_links_are_resolved() {
    let url = |body: &str, feed: &Feed| read(body.as_bytes(), feed, now()).unwrap().remove(0).url;
    let site_feed = "<rss><channel><link>https://site.example/</link><item><title>A</title><link>LINK</link></item></channel></rss>";
    for (link, expected) in [
        ("/story/1", "https://site.example/story/1"),
        ("story/1", "https://site.example/story/1"),
        ("//other.example/1", "https://other.example/1"),
    ] {
        let body = site_feed.replace("LINK", link);
        assert_eq!(url(&body, &feed()).as_deref(), Some(expected));
    }
    let feed_with_base = r#"<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://base.example/a/">
        <entry xml:base="b/"><title>A</title><link href="c"/></entry></feed>"#;
    assert_eq!(
        url(feed_with_base, &feed()).as_deref(),
        Some("https://base.example/a/b/c")
    );
    let feed_with_url = Feed {
        url: "https://feeds.example/news/rss.xml".into(),
        ..feed()
    };
    let plain = "<rss><channel><item><title>A</title><link>1</link></item></channel></rss>";
    assert_eq!(
        url(plain, &feed_with_url).as_deref(),
        Some("https://feeds.example/news/1")
    );
}

#[test]
fn the_newest_500_of_1_900_items_are_read_in_any_order() {
    let item = |minute: i64| {
        let at = Timestamp::from_second(1_790_000_000 + 60 * minute).unwrap();
        format!("<item><title>{minute}</title><guid>{minute}</guid><pubDate>{at}</pubDate></item>")
    };
    let rising: String = (0..1_900).map(item).collect();
    let falling: String = (0..1_900).rev().map(item).collect();
    for items in [rising, falling] {
        let titles: Vec<i64> = rss(&items)
            .iter()
            .map(|one| one.title.parse().unwrap())
            .collect();
        assert_eq!(titles.len(), 500);
        assert!(titles.iter().all(|title| (1_400..1_900).contains(title)));
    }
}

#[test]
fn an_article_with_an_invalid_date_is_undated() {
    let dated = |date: &str| {
        let article = read_one(&format!("<title>A</title><pubDate>{date}</pubDate>"));
        (article.published_at.to_string(), article.is_undated)
    };
    let read = dated("Wed, 18 Nov 2026 15:00:00 CEST");
    assert_eq!(read, ("2026-11-18T13:00:00Z".to_owned(), false));
    for date in [
        "garbage",
        "",
        "Wed, 18 Nov 2026 15:00:00 XYZT",
        "Fri, 20 Nov 2099 10:00:00 GMT",
    ] {
        assert_eq!(dated(date), (now().to_string(), true), "{date}");
    }
    let ahead = dated("Fri, 20 Nov 2026 12:03:00 GMT");
    assert_eq!(
        ahead,
        (now().to_string(), false),
        "the clock of the feed is slightly ahead"
    );
}

#[test]
fn a_unique_id_is_the_key_of_an_item() {
    let key = |url: &str| {
        read_one(&format!(
            "<title>A</title><guid>g1</guid><link>{url}</link>"
        ))
        .key
    };
    assert_eq!(
        key("https://n.example/s?utm=1"),
        key("https://n.example/s?utm=2")
    );
}

#[test]
fn tickers_among_the_categories_are_assigned_to_the_article() {
    let article = read_one(
        "<title>A</title><category>NASDAQ:AAPL</category><category>Markets: Europe</category>\
         <category>Earnings</category><category>NYSE: BRK.B</category>",
    );
    assert_eq!(article.symbols, ["NASDAQ:AAPL", "NYSE: BRK.B"]);
}

/// Returns a response from the collection of provider cases, which is not part of the repository. Prints a message and returns `None` if
/// the collection is missing.
fn case(name: &str) -> Option<Vec<u8>> {
    let path = std::path::Path::new("../shared/cases/other").join(name);
    let body = std::fs::read(&path).ok();
    if body.is_none() {
        println!("skipped: {} is missing", path.display());
    }
    body
}

fn read_case(body: &[u8]) -> Vec<NewsUpdate> {
    read(body, &feed(), "2026-10-14T15:00:00Z".parse().unwrap()).unwrap()
}

#[test]
fn the_example_dates_are_the_same_time_and_an_article_with_an_invalid_date_is_undated() {
    let Some(body) = case("news-zone-names-and-odd-dates/feed.xml") else {
        return;
    };
    let articles = read_case(&body);
    let (invalid, dated): (Vec<_>, Vec<_>) =
        articles.iter().partition(|one| one.title == "garbage");
    let hour: Timestamp = "2026-10-14T13:00:00Z".parse().unwrap();
    assert!(dated.len() >= 7 && invalid.len() == 1);
    for article in dated {
        let is_expected = article.is_undated || article.published_at == hour;
        assert!(is_expected, "{}: {}", article.title, article.published_at);
    }
    assert!(invalid[0].is_undated);
}

#[test]
fn an_invalid_byte_in_the_example_affects_one_letter() {
    let bodies = [
        case("news-one-broken-byte/answer-1.xml"),
        case("news-one-broken-byte/answer-2.xml"),
    ];
    let [Some(first), Some(second)] = bodies else {
        return;
    };
    for body in [first, second] {
        let articles = read_case(&body);
        let titles: Vec<&str> = articles.iter().map(|one| one.title.as_str()).collect();
        assert!(titles.contains(&"Zürich Café – erste"), "{titles:?}");
        assert!(
            titles.iter().all(|title| !title.contains('Ã')),
            "{titles:?}"
        );
    }
}

#[test]
fn the_example_article_has_one_key_and_one_url_in_two_feeds() {
    let bodies = ["a", "b", "c-first", "c-later"]
        .map(|name| case(&format!("news-the-same-story-twice/feed-{name}.xml")));
    let [Some(a), Some(b), Some(first), Some(later)] = bodies else {
        return;
    };
    let [a, b, first, later] = [a, b, first, later].map(|body| read_case(&body).remove(0));
    assert_eq!(a.url, b.url);
    assert_eq!(first.key, later.key);
    assert_ne!(first.url, later.url);
}
