//! Connections between a process and NATS that are closed, blocked or slow.

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
    nats::{Nats, client, jetstream, run},
    process::{ClusterProcess, count},
    program::{ReservedPort, poll, poll_or},
    proxy::Proxy,
};

fn traffic(process: &ClusterProcess, counter: &str) -> u64 {
    let status = process.json("/api/status");
    status["cluster"]["traffic"][counter]
        .as_u64()
        .expect(counter)
}

/// Returns the number of consumers of the record stream; each edge and standby has one.
fn consumer_count(nats: &Nats) -> usize {
    run(async {
        let jetstream = jetstream(&client(&nats.url()).await);
        let stream = jetstream.get_stream("md_records").await.unwrap();
        stream.get_info().await.unwrap().state.consumer_count
    })
}

/// Waits until `edge` has the same bars and articles as the source, except for the newest bars, which still change.
fn wait_for_same_data(edge: &ClusterProcess, source: &ClusterProcess) {
    for path in [
        "/api/tickers/1/price-history?timeframe=1D",
        "/api/tickers/1/price-history?timeframe=1Y",
    ] {
        let finished = |bars: &Value| {
            let bars = bars.as_array().expect("the value is a list of bars");
            bars[..bars.len().saturating_sub(2)].to_vec()
        };
        // Requests both each time, because the oldest bar may leave the range during the test.
        edge.wait_for_response(path, |body| {
            let expected = finished(&source.json(path));
            !expected.is_empty() && finished(body) == expected
        });
    }
    edge.wait_for_response("/api/news", |body| *body == source.json("/api/news"));
}

/// Waits until the edge has all prices. Until then, it requests them at every message, which does not count as a gap.
fn wait_for_all_prices(edge: &ClusterProcess) {
    poll("a request of all prices", || {
        let before = traffic(edge, "priceRereads");
        edge.wait_for_newer_price();
        // The counter is up to date only after one more message.
        edge.wait_for_newer_price();
        (traffic(edge, "priceRereads") == before).then_some(())
    });
}

/// Simulates a long disconnection by exceeding every limit that depends on its length: NATS deletes the edge's consumer, more records are
/// published than the edge applies in one transaction (2,000), and prices are published that no process stores. After the second
/// disconnection, the edge finds a new source with a new article.
#[test]
fn an_edge_disconnected_for_long_gets_everything_it_missed() {
    let nats = Nats::start();
    let mut source = ClusterProcess::source(&nats).wait_until_source();
    let proxy = Proxy::to(nats.address());
    let edge = ClusterProcess::new("edge", &proxy.url()).wait_until_complete();
    wait_for_all_prices(&edge);

    proxy.close();
    edge.wait_for_problem("NATS is not connected");
    assert_eq!(source.create_list("Meanwhile").0, 201);
    assert!(!edge.has_list("Meanwhile"));
    let (status, sentence) = edge.create_list("Refused");
    assert_eq!(status, 503, "{sentence}");
    let before = traffic(&source, "records");
    // Each thousand records has its own timeout, for slow machines.
    for more in [1_000, 2_000, 3_000, 4_000] {
        poll("records that the disconnected edge misses", || {
            (traffic(&source, "records") > before + more).then_some(())
        });
    }
    poll("NATS to delete the edge's consumer", || {
        (consumer_count(&nats) == 0).then_some(())
    });
    proxy.open();
    let edge = edge.wait_until_complete();
    edge.wait_for_newer_price();
    edge.wait_for_response("/api/watchlists", |lists| count(lists, "Meanwhile") == 1);
    wait_for_same_data(&edge, &source);
    // The edge may connect and disconnect several times while it reconnects.
    poll("a gap and a request of all prices", || {
        let counts = ["gaps", "priceRereads"].map(|counter| traffic(&edge, counter));
        counts.iter().all(|count| *count >= 1).then_some(())
    });
    assert_eq!(
        traffic(&edge, "recordRereads"),
        0,
        "the edge gets only the records that it missed"
    );

    proxy.close();
    edge.wait_for_problem("NATS is not connected");
    source.running.signal("TERM");
    source.running.wait();
    add_article(&source, "Harbour dues fall");
    let source = source.restart_after_exit("source", &nats.url());
    let source = source.wait_until_source();
    proxy.open();
    edge.wait_for_response("/api/news", |news| {
        let news = news.as_array().expect("the market has articles").iter();
        news.filter(|one| one["title"] == "Harbour dues fall")
            .count()
            == 1
    });
    let edge = edge.wait_until_complete();
    edge.wait_for_newer_price();
    wait_for_same_data(&edge, &source);
    assert!(!edge.has_list("Refused"));
}

/// After reconnecting, the source publishes only the records that are not in the stream yet.
#[test]
fn an_edge_gets_everything_from_a_source_that_was_disconnected_while_publishing() {
    let nats = Nats::start();
    let mut source = ClusterProcess::source(&nats).wait_until_source();
    let edge = ClusterProcess::edge(&nats).wait_until_complete();
    source.running.signal("TERM");
    source.running.wait();
    add_old_bars(&source);
    let proxy = Proxy::to(nats.address());
    // Old bars have a record of their own, which is published before the record that refers to them.
    proxy.close_before("PUB md.records.tails_1d.");
    let source = source.restart_after_exit("source", &proxy.url());
    let source = source.wait_until_source();
    proxy.wait_until_closed();
    proxy.open();
    let path = "/api/tickers/1/price-history?timeframe=MAX";
    let is_old = |bars: &Value| bars[0]["price"] == json!(7.5);
    source.wait_for_response(path, is_old);
    edge.wait_for_response(path, is_old);
    let edge = edge.wait_until_complete();
    wait_for_same_data(&edge, &source);
}

/// A new source deletes records from the stream that are not in its database.
#[test]
fn a_new_file_handles_records_of_an_interrupted_transaction_in_the_stream() {
    let nats = Nats::start();
    let proxy = Proxy::to(nats.address());
    let former = ClusterProcess::new("source", &proxy.url()).wait_until_source();
    let edge = ClusterProcess::edge(&nats).wait_until_complete();
    assert_eq!(former.create_list("Before").0, 201);
    edge.wait_for_response("/api/watchlists", |lists| count(lists, "Before") == 1);
    // The id counter is published before the list, and still arrives.
    proxy.close_before("PUB md.records.watchlists.");
    thread::scope(|scope| {
        scope.spawn(|| {
            let body = json!({ "name": "Cut off" }).to_string();
            former
                .running
                .request_with("POST", "/api/watchlists", "", &body)
        });
        proxy.wait_until_closed();
        former.running.signal("KILL");
    });
    let source = ClusterProcess::source(&nats).wait_until_source();
    assert_eq!(source.create_list("After").0, 201);
    for process in [&source, &edge] {
        let lists =
            process.wait_for_response("/api/watchlists", |lists| count(lists, "After") == 1);
        assert_eq!(count(&lists, "Before"), 1, "{lists}");
    }
}

/// Adds old bars, each with a close of 7.5, to the file of a stopped source.
fn add_old_bars(source: &ClusterProcess) {
    let store = Store::open(&source.folder.path().join("sample.redb")).unwrap();
    let bar = |day: i64| Bar {
        start: day * 86_400,
        open: 7.0,
        high: 8.0,
        low: 6.0,
        close: 7.5,
        volume: 1.0,
    };
    // Bars from 1990 on, more than a record of recent bars contains.
    let bars = (7_305..7_335).map(bar).collect();
    let batch = MarketBatch {
        bars: vec![(TickerId(1), Interval::Day, bars)],
        ..MarketBatch::default()
    };
    let news = store.snapshot().unwrap().news;
    let newest = news.iter().map(|item| item.update.published_at).max();
    store
        .commit(&batch, newest.expect("the market has articles"))
        .unwrap();
    store.close().unwrap();
}

/// Adds an article to the file of a stopped source; the sample market has one only every few hours.
fn add_article(source: &ClusterProcess, title: &str) {
    let store = Store::open(&source.folder.path().join("sample.redb")).unwrap();
    let news = store.snapshot().unwrap().news;
    // Newer than all others, but not in the future.
    let newest = news.iter().map(|item| item.update.published_at).max();
    let published_at =
        newest.expect("the market has articles") + jiff::SignedDuration::from_secs(1);
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
            published_at,
            is_undated: false,
        },
        provider: "sample".to_owned(),
    };
    let batch = MarketBatch {
        news: vec![article],
        ..MarketBatch::default()
    };
    store.commit(&batch, published_at).unwrap();
    store.close().unwrap();
}

/// The outage lasts longer than every timeout: the lease expires after ten seconds, silence is reported after ten, a forwarded request
/// fails after three, and the client reconnects every two.
#[test]
fn edges_serve_during_an_outage_of_nats_and_nothing_is_duplicated_afterwards() {
    let mut nats = Nats::start();
    let source = ClusterProcess::source(&nats).wait_until_source();
    let edges = [
        ClusterProcess::edge(&nats).wait_until_complete(),
        ClusterProcess::edge(&nats).wait_until_complete(),
    ];
    let call = |process: &ClusterProcess| {
        process.running.request_with(
            "POST",
            "/api/watchlists",
            "idempotency-key: a-key\r\n",
            r#"{"name":"Once"}"#,
        )
    };
    edges.iter().for_each(ClusterProcess::wait_for_newer_price);
    nats.kill();
    for edge in &edges {
        edge.wait_for_problem("NATS is not connected");
        edge.wait_for_problem("No message from");
    }
    source.wait_for_log("no longer the source");
    let as_of = edges[0].json("/api/tickers/BTC")["updatedAt"].clone();
    assert!(as_of.is_string(), "the time of the price is reported");
    for edge in &edges {
        assert!(!edge.json("/api/tickers").as_array().unwrap().is_empty());
        let (status, sentence) = call(edge).expect("the server responds");
        assert_eq!(status, 503);
        assert!(sentence.contains("nothing was changed"), "{sentence}");
    }
    assert_eq!(edges[0].json("/api/tickers/BTC")["updatedAt"], as_of);
    nats.resume();
    let edges = edges.map(ClusterProcess::wait_until_complete);
    // Sends the rejected change to both edges again, with the same key.
    for edge in &edges {
        poll_or("the change to be acknowledged", || match call(edge) {
            Some((201, _)) => Ok(()),
            other => Err(format!("{other:?}")),
        });
    }
    for process in edges.iter().chain([&source]) {
        let lists = process.wait_for_response("/api/watchlists", |lists| count(lists, "Once") > 0);
        assert_eq!(count(&lists, "Once"), 1);
        process.wait_for_newer_price();
        let bars = process.json("/api/tickers/1/price-history?timeframe=1D");
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
        wait_for_same_data(edge, &source);
    }
}

/// The connection of the source is blocked in both directions until another process is the source. Then the blocked data arrives.
#[test]
fn a_disconnected_source_overwrites_nothing_of_its_successor() {
    let nats = Nats::start();
    let proxy = Proxy::to(nats.address());
    let first = ClusterProcess::new("source", &proxy.url()).wait_until_source();
    let second = ClusterProcess::source(&nats).wait_until_complete();
    let edge = ClusterProcess::edge(&nats).wait_until_complete();
    assert_eq!(edge.create_list("Shared").0, 201);
    proxy.block();
    // The process considers itself the source until it gives up the lease. Its commits are on their way to NATS, and no client gets an
    // acknowledgment.
    assert_eq!(first.create_list("Lonely").0, 503);
    let second = second.wait_until_source();
    let name = second.json("/api/status")["cluster"]["name"].clone();
    edge.wait_for_response("/api/status", |now| {
        now["cluster"]["source"]["name"] == name
    });
    edge.create_list_with_retries("Successor");
    first.wait_for_log("no longer the source");
    proxy.open();
    let first = first.wait_until_complete();
    for process in [&first, &second, &edge] {
        let lists =
            process.wait_for_response("/api/watchlists", |lists| count(lists, "Successor") >= 1);
        assert_eq!(count(&lists, "Shared"), 1);
        assert_eq!(
            count(&lists, "Lonely"),
            0,
            "an unacknowledged change is dropped"
        );
    }
    assert_eq!(first.json("/api/status")["cluster"]["role"], "standBy");
    edge.wait_for_newer_price();
}

/// A suspended source, for example on a sleeping machine, does not know that its lease has expired. NATS rejects the messages that it
/// publishes afterwards.
#[test]
fn a_source_that_was_suspended_is_rejected_by_nats_and_becomes_a_standby() {
    let nats = Nats::start();
    let first = ClusterProcess::source(&nats).wait_until_source();
    let second = ClusterProcess::source(&nats).wait_until_complete();
    let edge = ClusterProcess::edge(&nats).wait_until_complete();
    first.running.signal("STOP");
    let second = second.wait_until_source();
    edge.create_list_with_retries("Successor");
    first.running.signal("CONT");
    // The process rejects the change if its lease is too old. If it already knows the other source, it forwards the change, and an
    // acknowledged change is kept.
    let late = first
        .running
        .request_with("POST", "/api/watchlists", "", r#"{"name":"Late"}"#);
    let is_acknowledged = late.is_some_and(|(status, sentence)| {
        assert!(matches!(status, 201 | 503), "{status} {sentence}");
        status == 201
    });
    first.wait_for_log("no longer the source");
    let first = first.wait_until_complete();
    for process in [&first, &second, &edge] {
        let lists =
            process.wait_for_response("/api/watchlists", |lists| count(lists, "Successor") >= 1);
        assert_eq!(
            count(&lists, "Late"),
            count(&second.json("/api/watchlists"), "Late")
        );
        assert!(!is_acknowledged || count(&lists, "Late") == 1);
    }
    assert_eq!(second.json("/api/status")["cluster"]["role"], "source");
    edge.wait_for_newer_price();
}

/// Returns how many connections NATS closed because the client was too slow.
fn slow_consumers(monitor: &ReservedPort) -> u64 {
    use std::io::{Read as _, Write as _};
    let mut stream =
        std::net::TcpStream::connect(monitor.address).expect("the server accepts connections");
    let request = "GET /varz HTTP/1.0\r\n\r\n";
    stream
        .write_all(request.as_bytes())
        .expect("the process reads its input");
    let mut response = String::new();
    stream
        .read_to_string(&mut response)
        .expect("the server responds");
    let (_, body) = response
        .split_once("\r\n\r\n")
        .expect("the response has a body");
    let body: Value = serde_json::from_str(body).expect("the text is JSON");
    body["slow_consumers"]
        .as_u64()
        .expect("the field is a number")
}

#[test]
fn a_slow_edge_reloads_what_it_missed_and_affects_no_other() {
    let monitor = ReservedPort::new();
    // Shorter than the default of ten seconds.
    let config = format!("http: {}\nwrite_deadline: \"2s\"", monitor.address);
    let nats = Nats::with(&config);
    let source = ClusterProcess::source(&nats).wait_until_source();
    let other = ClusterProcess::edge(&nats).wait_until_complete();
    let proxy = Proxy::to(nats.address());
    let slow = ClusterProcess::new("edge", &proxy.url()).wait_until_complete();
    wait_for_all_prices(&slow);
    assert_eq!(slow_consumers(&monitor), 0);
    proxy.slow_down();
    poll("NATS to disconnect the slow edge", || {
        (slow_consumers(&monitor) > 0).then_some(())
    });
    assert_eq!(other.create_list("Undisturbed").0, 201);
    assert!(source.has_list("Undisturbed"));
    other.wait_for_newer_price();
    assert_eq!(traffic(&other, "gaps"), 0);
    for process in [&source, &other] {
        let status = process.json("/api/status");
        assert_eq!(status["reasons"], Value::Array(vec![]), "{status}");
    }
    proxy.open();
    let slow = slow.wait_until_complete();
    poll("a gap", || (traffic(&slow, "gaps") > 0).then_some(()));
    poll("a request of all prices", || {
        (traffic(&slow, "priceRereads") > 0).then_some(())
    });
    slow.wait_for_newer_price();
    slow.wait_for_response("/api/watchlists", |lists| count(lists, "Undisturbed") == 1);
    wait_for_same_data(&slow, &source);
}
