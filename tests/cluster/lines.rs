//! Connections between a process and NATS that are cut, blocked or slow.

use std::thread;

use marketdeck::{
    domain::{
        bar::{Bar, Interval},
        news::{NewsItem, NewsUpdate, Sentiment},
        ticker::TickerId,
    },
    store::{MarketBatch, Store},
};
use serde_json::{Value, json};

use crate::{
    deck::{Deck, count},
    nats::{Nats, client, jetstream, run},
    program::{ReservedPort, poll},
    proxy::Proxy,
};

fn traffic(deck: &Deck, what: &str) -> u64 {
    let status = deck.json("/api/status");
    status["cluster"]["traffic"][what].as_u64().expect(what)
}

/// Returns the number of consumers of the record stream: one for each process that reads it.
fn readers(nats: &Nats) -> usize {
    run(async {
        let jetstream = jetstream(&client(&nats.url()).await);
        let stream = jetstream.get_stream("md_records").await.unwrap();
        stream.get_info().await.unwrap().state.consumer_count
    })
}

/// Waits until `edge` shows the same bars and articles as the source, except for the newest bars, which still change.
fn shows_the_same(edge: &Deck, source: &Deck) {
    for path in [
        "/api/tickers/1/price-history?timeframe=1D",
        "/api/tickers/1/price-history?timeframe=1Y",
    ] {
        let finished = |bars: &Value| {
            let bars = bars.as_array().expect("bars");
            bars[..bars.len().saturating_sub(2)].to_vec()
        };
        // Both are asked each time, because the oldest bar leaves the range during the test.
        edge.shows(path, |shown| {
            let there = finished(&source.json(path));
            !there.is_empty() && finished(shown) == there
        });
    }
    edge.shows("/api/news", |shown| *shown == source.json("/api/news"));
}

/// Waits until it has all prices: until then it requests them at every message, without counting a gap.
fn has_all_prices(edge: &Deck) {
    poll("all prices", || {
        let before = traffic(edge, "priceRereads");
        edge.sees_prices_move();
        // This message shows the result of the previous one.
        edge.sees_prices_move();
        (traffic(edge, "priceRereads") == before).then_some(())
    });
}

/// A test cannot wait ten minutes, but no part of the program depends on that time. What would be exceeded then is exceeded
/// here: NATS forgets the edge's consumer, more records arrive than the edge applies in one transaction (2,000), and prices
/// pass that are stored nowhere. The second time another source is active when the edge returns, with a new article.
#[test]
fn an_edge_disconnected_for_long_gets_everything_it_missed() {
    let nats = Nats::start();
    let mut source = Deck::source(&nats).once_source();
    let line = Proxy::to(nats.address());
    let edge = Deck::new("edge", &line.url()).once_complete();
    has_all_prices(&edge);

    line.cut();
    edge.says("NATS is not connected");
    assert_eq!(source.make_list("Meanwhile").0, 201);
    assert!(!edge.has_list("Meanwhile"));
    let (status, sentence) = edge.make_list("Refused");
    assert_eq!(status, 503, "{sentence}");
    let before = traffic(&source, "records");
    // A slow machine gets time for each thousand records.
    for more in [1_000, 2_000, 3_000, 4_000] {
        poll("records that the edge misses", || {
            (traffic(&source, "records") > before + more).then_some(())
        });
    }
    poll("NATS to forget the edge", || {
        (readers(&nats) == 0).then_some(())
    });
    line.open();
    let edge = edge.once_complete();
    edge.sees_prices_move();
    edge.shows("/api/watchlists", |lists| count(lists, "Meanwhile") == 1);
    shows_the_same(&edge, &source);
    // The connection may come and go more than once while it is re-established.
    poll("the gap, and all prices", || {
        let counted = ["gaps", "priceRereads"].map(|what| traffic(&edge, what));
        counted.iter().all(|count| *count >= 1).then_some(())
    });
    assert_eq!(traffic(&edge, "recordRereads"), 0, "only what it missed");

    line.cut();
    edge.says("NATS is not connected");
    source.running.signal("TERM");
    source.running.wait();
    bring_article(&source, "Harbour dues fall");
    let source = source.start_again("source", &nats.url());
    let source = source.once_source();
    line.open();
    edge.shows("/api/news", |news| {
        let news = news.as_array().expect("articles").iter();
        news.filter(|one| one["title"] == "Harbour dues fall")
            .count()
            == 1
    });
    let edge = edge.once_complete();
    edge.sees_prices_move();
    shows_the_same(&edge, &source);
    assert!(!edge.has_list("Refused"));
}

/// Records published before the disconnection are not published again, because the source finds them in the stream.
#[test]
fn an_edge_gets_everything_from_a_source_that_was_disconnected_while_publishing() {
    let nats = Nats::start();
    let mut source = Deck::source(&nats).once_source();
    let edge = Deck::edge(&nats).once_complete();
    source.running.signal("TERM");
    source.running.wait();
    bring_old_bars(&source);
    let line = Proxy::to(nats.address());
    // Old bars are a record of their own, published before the record that refers to them.
    line.is_cut_before("PUB md.records.tails_1d.");
    let source = source.start_again("source", &line.url());
    let source = source.once_source();
    line.once_cut();
    line.open();
    let path = "/api/tickers/1/price-history?timeframe=MAX";
    let is_old = |bars: &Value| bars[0]["price"] == json!(7.5);
    source.shows(path, is_old);
    edge.shows(path, is_old);
    let edge = edge.once_complete();
    shows_the_same(&edge, &source);
}

/// The new source removes from the stream what it does not have.
#[test]
fn a_new_file_handles_records_of_an_interrupted_transaction_in_the_stream() {
    let nats = Nats::start();
    let line = Proxy::to(nats.address());
    let former = Deck::new("source", &line.url()).once_source();
    let edge = Deck::edge(&nats).once_complete();
    assert_eq!(former.make_list("Before").0, 201);
    edge.shows("/api/watchlists", |lists| count(lists, "Before") == 1);
    // The id counter is published before the list itself, and arrives.
    line.is_cut_before("PUB md.records.watchlists.");
    thread::scope(|scope| {
        scope.spawn(|| {
            let body = json!({ "name": "Cut off" }).to_string();
            former.running.request("POST", "/api/watchlists", &body)
        });
        line.once_cut();
        former.running.signal("KILL");
    });
    let source = Deck::source(&nats).once_source();
    assert_eq!(source.make_list("After").0, 201);
    for deck in [&source, &edge] {
        let lists = deck.shows("/api/watchlists", |lists| count(lists, "After") == 1);
        assert_eq!(count(&lists, "Before"), 1, "{lists}");
    }
}

/// Adds old bars, each with a close of 7.5, to the file of a stopped source.
fn bring_old_bars(source: &Deck) {
    let store = Store::open(&source.folder.path().join("sample.redb")).unwrap();
    let bar = |day: i64| Bar {
        start: day * 86_400,
        open: 7.0,
        high: 8.0,
        low: 6.0,
        close: 7.5,
        volume: 1.0,
    };
    // More than the tail holds, from 1990 on.
    let bars = (7_305..7_335).map(bar).collect();
    let batch = MarketBatch {
        bars: vec![(TickerId(1), Interval::Day, bars)],
        ..MarketBatch::default()
    };
    let news = store.snapshot().unwrap().news;
    let about_now = news.iter().map(|item| item.update.published_at).max();
    store.commit(&batch, about_now.expect("articles")).unwrap();
    store.close().unwrap();
}

/// Adds an article to the file of a stopped source; the sample market has one only every few hours.
fn bring_article(source: &Deck, title: &str) {
    let store = Store::open(&source.folder.path().join("sample.redb")).unwrap();
    let news = store.snapshot().unwrap().news;
    // Newer than all others, but not in the future.
    let newest = news.iter().map(|item| item.update.published_at).max();
    let later = newest.expect("articles") + jiff::SignedDuration::from_secs(1);
    let article = NewsItem {
        id: news.iter().map(|item| item.id).max().unwrap_or_default() + 1,
        ticker_id: None,
        update: NewsUpdate {
            key: "harbour".to_owned(),
            symbols: vec![],
            source: "Wire".to_owned(),
            title: title.to_owned(),
            content: String::new(),
            url: None,
            sentiment: Sentiment::Neutral,
            published_at: later,
            is_undated: false,
        },
        provider: "sample".to_owned(),
    };
    let batch = MarketBatch {
        news: vec![article],
        ..MarketBatch::default()
    };
    store.commit(&batch, later).unwrap();
    store.close().unwrap();
}

/// A minute exceeds every limit: the lease expires after ten seconds, silence is reported after ten, a call fails after three,
/// and the client reconnects every two.
#[test]
fn edges_serve_during_an_outage_of_nats_and_nothing_is_duplicated_afterwards() {
    let mut nats = Nats::start();
    let source = Deck::source(&nats).once_source();
    let edges = [
        Deck::edge(&nats).once_complete(),
        Deck::edge(&nats).once_complete(),
    ];
    let call = |deck: &Deck| {
        deck.running.request_with(
            "POST",
            "/api/watchlists",
            "idempotency-key: a-key\r\n",
            r#"{"name":"Once"}"#,
        )
    };
    edges.iter().for_each(Deck::sees_prices_move);
    nats.kill();
    for edge in &edges {
        edge.says("NATS is not connected");
        edge.says("No message from");
    }
    source.logs("lost leadership");
    let as_of = edges[0].json("/api/tickers/BTC")["updatedAt"].clone();
    assert!(as_of.is_string(), "its age is reported");
    for edge in &edges {
        assert!(!edge.json("/api/tickers").as_array().unwrap().is_empty());
        let (status, sentence) = call(edge).expect("an answer");
        assert_eq!(status, 503);
        assert!(sentence.contains("nothing was changed"), "{sentence}");
    }
    assert_eq!(edges[0].json("/api/tickers/BTC")["updatedAt"], as_of);
    nats.resume();
    let edges = edges.map(Deck::once_complete);
    // Both resend the rejected changes with the same key.
    for edge in &edges {
        poll("the list", || {
            (call(edge).is_some_and(|(status, _)| status == 201)).then_some(())
        });
    }
    for deck in edges.iter().chain([&source]) {
        let lists = deck.shows("/api/watchlists", |lists| count(lists, "Once") > 0);
        assert_eq!(count(&lists, "Once"), 1);
        deck.sees_prices_move();
        let bars = deck.json("/api/tickers/1/price-history?timeframe=1D");
        let times: Vec<&Value> = bars
            .as_array()
            .unwrap()
            .iter()
            .map(|bar| &bar["timestamp"])
            .collect();
        assert!(times.len() > 10 && times.iter().all(|time| time.is_string()));
        assert!(times.windows(2).all(|pair| pair[0] != pair[1]));
    }
    for edge in &edges {
        shows_the_same(edge, &source);
    }
}

/// The connection of the source is blocked in both directions. It is unblocked when another process is the source, and then
/// delivers what was sent meanwhile.
#[test]
fn a_disconnected_source_overwrites_nothing_of_its_successor() {
    let nats = Nats::start();
    let line = Proxy::to(nats.address());
    let first = Deck::new("source", &line.url()).once_source();
    let second = Deck::source(&nats).once_complete();
    let edge = Deck::edge(&nats).once_complete();
    assert_eq!(edge.make_list("Shared").0, 201);
    line.hold();
    // It considers itself the source until it gives up the lease. What it commits is on its way to NATS, and no client gets a
    // confirmation.
    assert_eq!(first.make_list("Lonely").0, 503);
    let second = second.once_source();
    let name = second.json("/api/status")["cluster"]["name"].clone();
    edge.shows("/api/status", |now| {
        now["cluster"]["source"]["name"] == name
    });
    edge.makes_list("Successor");
    first.logs("lost leadership");
    line.open();
    let first = first.once_complete();
    for deck in [&first, &second, &edge] {
        let lists = deck.shows("/api/watchlists", |lists| count(lists, "Successor") >= 1);
        assert_eq!(count(&lists, "Shared"), 1);
        assert_eq!(count(&lists, "Lonely"), 0, "no other process has it");
    }
    assert_eq!(first.json("/api/status")["cluster"]["role"], "standBy");
    edge.sees_prices_move();
}

/// A suspended source (on a sleeping machine, for example) does not know that its lease has expired. NATS rejects what it then
/// publishes.
#[test]
fn a_source_that_was_suspended_is_rejected_by_nats_and_becomes_a_standby() {
    let nats = Nats::start();
    let first = Deck::source(&nats).once_source();
    let second = Deck::source(&nats).once_complete();
    let edge = Deck::edge(&nats).once_complete();
    first.running.signal("STOP");
    let second = second.once_source();
    edge.makes_list("Successor");
    first.running.signal("CONT");
    // It does not know yet that another process is the source, only that its lease is too old to respond. If it does know, it
    // forwards the change, and what the other source acknowledges is kept.
    let late = first
        .running
        .request("POST", "/api/watchlists", r#"{"name":"Late"}"#);
    let is_acknowledged = late.is_some_and(|(status, sentence)| {
        assert!(matches!(status, 201 | 503), "{status} {sentence}");
        status == 201
    });
    first.logs("lost leadership");
    let first = first.once_complete();
    for deck in [&first, &second, &edge] {
        let lists = deck.shows("/api/watchlists", |lists| count(lists, "Successor") >= 1);
        assert_eq!(
            count(&lists, "Late"),
            count(&second.json("/api/watchlists"), "Late")
        );
        assert!(!is_acknowledged || count(&lists, "Late") == 1);
    }
    assert_eq!(second.json("/api/status")["cluster"]["role"], "source");
    edge.sees_prices_move();
}

/// Returns how many connections NATS closed because the client was too slow.
fn slow_consumers(monitor: &ReservedPort) -> u64 {
    use std::io::{Read as _, Write as _};
    let mut stream = std::net::TcpStream::connect(monitor.address).expect("it listens");
    let request = "GET /varz HTTP/1.0\r\n\r\n";
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
    let body: Value = serde_json::from_str(body).expect("JSON");
    body["slow_consumers"].as_u64().expect("a number")
}

#[test]
fn a_slow_edge_reloads_what_it_missed_and_affects_no_other() {
    let monitor = ReservedPort::new();
    // By default NATS waits ten seconds for a slow client.
    let config = format!("http: {}\nwrite_deadline: \"2s\"", monitor.address);
    let nats = Nats::with(&config);
    let source = Deck::source(&nats).once_source();
    let other = Deck::edge(&nats).once_complete();
    let line = Proxy::to(nats.address());
    let slow = Deck::new("edge", &line.url()).once_complete();
    has_all_prices(&slow);
    assert_eq!(slow_consumers(&monitor), 0);
    line.slow_down();
    poll("NATS to give up on the slow one", || {
        (slow_consumers(&monitor) > 0).then_some(())
    });
    assert_eq!(other.make_list("Undisturbed").0, 201);
    assert!(source.has_list("Undisturbed"));
    other.sees_prices_move();
    assert_eq!(traffic(&other, "gaps"), 0);
    for deck in [&source, &other] {
        let status = deck.json("/api/status");
        assert_eq!(status["reasons"], Value::Array(vec![]), "{status}");
    }
    line.open();
    let slow = slow.once_complete();
    poll("the gap", || (traffic(&slow, "gaps") > 0).then_some(()));
    poll("all prices", || {
        (traffic(&slow, "priceRereads") > 0).then_some(())
    });
    slow.sees_prices_move();
    slow.shows("/api/watchlists", |lists| count(lists, "Undisturbed") == 1);
    shows_the_same(&slow, &source);
}
