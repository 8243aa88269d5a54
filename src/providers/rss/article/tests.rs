use super::*;
use crate::{domain::news::Sentiment, testing::mangle::mangle};

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
fn a_web_page_is_no_feed() {
    assert!(matches!(
        read(b"<html>Attention</html>", &feed(), now()),
        Err(SourceError::Shape(_))
    ));
    assert!(matches!(
        read(b"nonsense", &feed(), now()),
        Err(SourceError::Shape(_))
    ));
}

fn one(item: &str) -> NewsUpdate {
    let mut articles = rss(&format!("<item>{item}</item>"));
    assert_eq!(articles.len(), 1, "{item}");
    articles.remove(0)
}

#[test]
fn an_item_in_a_comment_or_a_text_shifts_nobodys_tickers() {
    let articles = rss(
        "<!-- <item><title>Old</title><nasdaq:tickers>GONE</nasdaq:tickers></item> -->\
         <item><title>About Apple</title><guid>1</guid><nasdaq:tickers>AAPL</nasdaq:tickers></item>\
         <item><title>Nobody</title><guid>2</guid><description><![CDATA[<item> in a text]]></description></item>\
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
        "undated: the feed's own date"
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
        let article = one(&format!("<title>A</title><link>{link}</link>"));
        assert_eq!(article.url, None, "{link}");
    }
    let article = one("<title>A</title><guid>https://example.com/a</guid>");
    assert_eq!(article.url.as_deref(), Some("https://example.com/a"));
}

#[test]
fn letters_that_html_names_are_written_out() {
    let article = one("<title>&euro;5 or &amp;pound;4 for a caf&eacute; &#146;now&#146;</title>");
    assert_eq!(article.title, "€5 or £4 for a café ’now’");
}

#[test]
fn a_company_in_angle_brackets_is_no_markup() {
    let article = one("<title><![CDATA[A <company name> rises <b>fast</b>]]></title>");
    assert_eq!(article.title, "A <company name> rises fast");
}

#[test]
fn a_feed_from_windows_that_declares_nothing_is_read() {
    let mut body =
        b"<rss><channel><item><title>Caf\xe9 \x96 5 \x80</title></item></channel></rss>".to_vec();
    let article = read(&body, &feed(), now()).unwrap().remove(0);
    assert_eq!(article.title, "Café – 5 €");
    body.splice(0..0, *b"<?xml version='1.0' encoding='utf-8'?>");
    assert_eq!(read(&body, &feed(), now()).unwrap()[0].title, "Café – 5 €");
}

#[test]
fn entities_from_outside_and_entity_bombs_stay_text() {
    let body = r#"<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "&x;&x;&x;">]>
        <rss><channel><item><title>A &x; &y; B</title></item></channel></rss>"#;
    let article = read(body.as_bytes(), &feed(), now()).unwrap().remove(0);
    assert_eq!(article.title, "A &x; &y; B");
}

#[test]
fn of_a_feed_of_150_000_items_only_the_first_are_read() {
    let items = "<item><title>A</title></item>".repeat(150_000);
    assert_eq!(rss(&items).len(), 500);
    let long = one(&format!("<title>{}</title>", "x ".repeat(1_000_000)));
    assert!(long.title.len() <= 20_000);
}

#[test]
fn a_feed_that_was_cut_is_no_feed_with_fewer_articles() {
    let cut = b"<rss><channel><item><title>A</title></item><item><title>B";
    assert!(matches!(
        read(cut, &feed(), now()),
        Err(SourceError::Shape(text)) if text.contains("ends in the middle")
    ));
}

#[test]
fn broken_feeds_are_no_panic() {
    let samples = [
        &include_bytes!("../../../../tests/fixtures/recordings/rss/one.xml")[..],
        include_bytes!("../../../../tests/fixtures/providers/feed.xml"),
        b"<feed xmlns='http://www.w3.org/2005/Atom'><entry><title type='html'>A &amp;lt;b> &#x41;</title><link href='https://a.example/1'/>\
            <updated>2026-11-20T10:00:00Z</updated><summary><![CDATA[<p>One</p>]]></summary></entry></feed>",
    ];
    mangle("rss", &samples, |body| {
        let _ = read(body, &feed(), now());
    });
}
