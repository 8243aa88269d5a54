//! What is lost and what goes on when parts of a cluster fail.

use std::{
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread,
};

use async_nats::HeaderMap;

use crate::{
    deck::{Deck, count, program},
    nats::{Nats, Three, client, jetstream, run},
    program::poll,
    proxy::Proxy,
};

#[test]
fn an_edge_without_a_source_serves_and_refuses_changes_in_a_sentence() {
    let mut nats = Nats::start();
    let source = Deck::source(&nats).once_source();
    let edge = Deck::edge(&nats).once_complete();
    assert_eq!(edge.make_list("Before").0, 201);
    drop(source);
    // NATS knows by then that it is gone. What is sent to it sooner is sent in vain, and nobody knows whether it arrived.
    edge.says("The source is silent");
    let (status, sentence) = edge.make_list("Meanwhile");
    assert_eq!(status, 503);
    assert!(sentence.contains("nothing was changed"), "{sentence}");
    nats.kill();
    edge.says("NATS is not connected");
    // It starts and serves from its file while NATS is away.
    let edge = edge.restart("edge", &nats);
    assert!(edge.has_list("Before") && !edge.has_list("Meanwhile"));
    assert!(!edge.json("/api/tickers").as_array().unwrap().is_empty());
    edge.says("NATS is not connected");
    assert_eq!(edge.make_list("Still").0, 503);
}

#[test]
fn a_source_that_is_killed_is_replaced_by_the_one_that_stands_by() {
    let nats = Nats::start();
    let mut first = Deck::source(&nats).once_source();
    let second = Deck::source(&nats).once_complete();
    let edge = Deck::edge(&nats).once_complete();
    assert_eq!(edge.make_list("Acknowledged").0, 201);
    first.running.signal("KILL");
    first.running.wait();
    let second = second.once_source();
    assert!(second.has_list("Acknowledged"));
    edge.sees_prices_move();
    edge.makes_list("After");
    assert!(second.has_some_list("After"));
    // The former one comes back, and stands by with what happened meanwhile.
    let first = first.start_again("source", &nats.url());
    first.shows("/api/watchlists", |lists| count(lists, "After") >= 1);
    assert!(!first.running.log().contains("this process is the source "));
}

/// Whoever makes lists at an edge, one after another, until it is told to stop: the names of those that were acknowledged.
fn make_lists(edge: &Deck, stop: &AtomicBool, made: &AtomicUsize) -> Vec<String> {
    // Fewer than one person may have.
    const MOST: usize = 180;
    let mut acknowledged = Vec::new();
    let mut number = 0;
    while !stop.load(Ordering::Relaxed) && number < MOST {
        let name = format!("List {number}");
        match edge.make_list(&name) {
            (201, _) => {
                acknowledged.push(name);
                made.fetch_add(1, Ordering::Relaxed);
                number += 1;
            }
            // It says that it was not done, so the same name is made once if that is true.
            (503, sentence) if sentence.contains("nothing was changed") => {
                poll("another try", || Some(()));
            }
            // Another source took over in between: it is there, and once.
            (409, sentence) if sentence.contains("done already") => {
                acknowledged.push(name);
                number += 1;
            }
            (503, _) => number += 1,
            other => panic!("{other:?}"),
        }
    }
    acknowledged
}

/// `MARKETDECK_TEST_ROUNDS=20` for so many kills.
#[test]
fn nothing_acknowledged_is_lost_when_sources_are_killed_among_changes() {
    let rounds = std::env::var("MARKETDECK_TEST_ROUNDS").map_or(2, |text| text.parse().unwrap());
    for round in 0..rounds {
        let nats = Nats::start();
        let mut first = Deck::source(&nats).once_source();
        let second = Deck::source(&nats).once_complete();
        let edge = Deck::edge(&nats).once_complete();
        let (stop, made) = (AtomicBool::new(false), AtomicUsize::new(0));
        let acknowledged = thread::scope(|scope| {
            let lists = scope.spawn(|| make_lists(&edge, &stop, &made));
            let made_by_now = |least: usize| {
                poll("lists", || {
                    let is_over = lists.is_finished();
                    (is_over || made.load(Ordering::Relaxed) >= least).then_some(())
                });
            };
            made_by_now(10 + round * 7 % 40);
            first.running.signal("KILL");
            first.running.wait();
            let before = made.load(Ordering::Relaxed);
            made_by_now(before + 20);
            stop.store(true, Ordering::Relaxed);
            lists.join().unwrap()
        });
        // The former one comes back on its file, and stands by.
        let first = first.start_again("source", &nats.url()).once_complete();
        for (place, deck) in [("new source", &second), ("edge", &edge), ("former", &first)] {
            let last = acknowledged.last().expect("some were made");
            let lists = deck.shows("/api/watchlists", |lists| count(lists, last) == 1);
            let missing: Vec<(&String, usize)> = acknowledged
                .iter()
                .map(|name| (name, count(&lists, name)))
                .filter(|(_, times)| *times != 1)
                .collect();
            assert!(
                missing.is_empty(),
                "round {round}: of {} the {place} has some not once: {missing:?}",
                acknowledged.len()
            );
        }
        println!(
            "round {round}: {} acknowledged, none lost",
            acknowledged.len()
        );
    }
}

/// Somebody changes things at the source itself while NATS is away, and then the source is killed: what was acknowledged is at
/// its successor.
#[test]
fn what_a_source_acknowledges_itself_is_at_its_successor() {
    let mut nats = Nats::start();
    let mut first = Deck::source(&nats).once_source();
    let second = Deck::source(&nats).once_complete();
    first.makes_list("Known");
    nats.kill();
    let answers: Vec<_> = (0..3)
        .map(|n| (n, first.make_list(&format!("Unknown {n}")).0))
        .collect();
    first.running.signal("KILL");
    first.running.wait();
    nats.resume();
    let second = second.once_source();
    assert!(second.has_some_list("Known"));
    for (n, status) in answers {
        assert_eq!(status, 503);
        assert_eq!(
            count(&second.json("/api/watchlists"), &format!("Unknown {n}")),
            0
        );
    }
}

#[test]
fn a_source_that_is_stopped_gives_its_place_away_at_once() {
    let nats = Nats::start();
    let mut first = Deck::source(&nats).once_source();
    let second = Deck::source(&nats).once_complete();
    first.running.signal("TERM");
    assert!(first.running.wait().success(), "{}", first.running.log());
    second.once_source();
}

/// Nobody waits until the lease is lost, and the file is closed in order.
#[test]
fn a_source_that_is_stopped_while_it_begins_gives_its_place_away_at_once() {
    let nats = Nats::start();
    let mut deck = Deck::source(&nats);
    deck.logs("this process is to be the source");
    deck.running.signal("TERM");
    assert!(deck.running.wait().success(), "{}", deck.running.log());
    let log = deck.running.log();
    assert!(log.contains("gave the lease back"), "{log}");
    let deck = deck.start_again("source", &nats.url()).once_source();
    let log = deck.running.log();
    assert!(!log.contains("was not closed"), "{log}");
}

/// What it published before it fell is not all it has, and only its own file knows the rest.
#[test]
fn a_source_that_is_killed_before_it_hears_that_its_first_message_arrived_can_be_the_source_again()
{
    let nats = Nats::start();
    let proxy = Proxy::to(nats.address());
    proxy.loses_answers_from("PUB md.secrets.epoch");
    let mut first = Deck::new("source", &proxy.url()).once_source();
    poll("the first message", || {
        run(async {
            let jetstream = jetstream(&client(&nats.url()).await);
            let stream = jetstream.get_stream("md_secrets").await.ok()?;
            (stream.cached_info().state.last_sequence > 0).then_some(())
        })
    });
    first.running.signal("KILL");
    first.running.wait();
    let again = first.start_again("source", &nats.url()).once_source();
    let edge = Deck::edge(&nats).once_complete();
    assert_eq!(edge.make_list("After").0, 201);
    assert!(again.has_list("After"));
}

#[test]
fn of_three_nats_servers_any_may_be_lost() {
    for lost in 0..3 {
        let mut nats = Three::start();
        let deck = |role: &str| {
            let folder = tempfile::tempdir().unwrap();
            let mut program = program(role, &nats.url_of(role), folder.path());
            program.command.env("MARKETDECK_NATS_REPLICAS", "3");
            let running = program.serve();
            Deck { running, folder }
        };
        let source = deck("source").once_source();
        let edges = [deck("edge").once_complete(), deck("edge").once_complete()];
        assert_eq!(edges[0].make_list("Before").0, 201);
        nats.kill(lost);
        edges[0].makes_list("After");
        for edge in &edges {
            edge.shows("/api/watchlists", |lists| count(lists, "After") >= 1);
            edge.sees_prices_move();
        }
        assert!(source.has_list("Before"));
    }
}

#[test]
fn edges_go_on_by_themselves_when_nats_is_back() {
    let mut nats = Nats::start();
    let source = Deck::source(&nats).once_source();
    let edge = Deck::edge(&nats).once_complete();
    nats.kill();
    edge.says("NATS is not connected");
    // Longer than the lease: nobody is the source meanwhile.
    source.logs("the source no more");
    nats.resume();
    let edge = edge.once_complete();
    edge.sees_prices_move();
    edge.makes_list("After");
    assert!(source.has_some_list("After"));
}

#[test]
fn an_edge_takes_nothing_of_a_newer_version_or_of_a_former_source_and_serves_on() {
    let nats = Nats::start();
    let mut source = Deck::source(&nats).once_source();
    let edge = Deck::edge(&nats).once_complete();
    source.running.signal("TERM");
    source.running.wait();
    edge.says("The source is silent");
    let price = edge.json("/api/tickers/BTC")["price"].clone();
    run(async {
        let client = client(&nats.url()).await;
        let headers = |format: &str, epoch: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("Md-Format", format);
            headers.insert("Md-Epoch", epoch);
            headers.insert("Md-Sequence", "1");
            headers
        };
        // No price of a source before this one is heard; it would be the first sign of life for long.
        let ticks = client.publish_with_headers("md.ticks", headers("1.3", "0"), vec![0; 8].into());
        ticks.await.unwrap();
        let record = jetstream(&client);
        let record = record.publish_with_headers(
            "md.records.boards.AAAA",
            headers("2.9", "9999"),
            "from the future".into(),
        );
        record.await.unwrap().await.unwrap();
        client.flush().await.unwrap();
    });
    edge.says("the source writes format 2.9");
    edge.says("The source is silent");
    assert_eq!(edge.json("/api/tickers/BTC")["price"], price);
    // A source of this version puts it right.
    let source = source.start_again("source", &nats.url());
    let _source = source.once_source();
    let edge = edge.once_complete();
    assert_eq!(edge.make_list("After").0, 201);
}

#[test]
fn while_the_disk_of_nats_is_full_edges_serve_what_they_have_and_refuse_changes_and_go_on_when_there_is_room()
 {
    // Little more than the records of a new market.
    let nats = Nats::with("[max_file_store: 40MB]");
    let _source = Deck::source(&nats).once_source();
    let edge = Deck::edge(&nats).once_complete();
    run(async {
        let jetstream = jetstream(&client(&nats.url()).await);
        let filler = async_nats::jetstream::stream::Config {
            name: "filler".to_owned(),
            subjects: vec!["filler".to_owned()],
            ..Default::default()
        };
        jetstream.create_stream(filler).await.unwrap();
        loop {
            let sent = jetstream
                .publish("filler", vec![0; 200_000].into())
                .await
                .unwrap();
            if sent.await.is_err() {
                break;
            }
        }
    });
    let (status, sentence) = poll("a refusal", || {
        let answer = edge.make_list("Full");
        (answer.0 == 503).then_some(answer)
    });
    assert_eq!(status, 503);
    assert!(sentence.contains("source"), "{sentence}");
    // The lease is a record of NATS as well: it cannot be renewed, and nobody is the source.
    edge.says("The source is silent");
    assert!(!edge.json("/api/tickers").as_array().unwrap().is_empty());
    run(async {
        let jetstream = jetstream(&client(&nats.url()).await);
        jetstream.delete_stream("filler").await.unwrap();
    });
    edge.makes_list("Room");
    edge.sees_prices_move();
}
