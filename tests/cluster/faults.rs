//! Failures of parts of a cluster: what is lost, and what keeps working.

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
fn an_edge_without_a_source_serves_and_rejects_changes_with_a_sentence() {
    let mut nats = Nats::start();
    let source = Deck::source(&nats).once_source();
    let edge = Deck::edge(&nats).once_complete();
    assert_eq!(edge.make_list("Before").0, 201);
    drop(source);
    // By now NATS knows that the source is gone. A request sent earlier would get no response, and nobody would know whether it
    // arrived.
    edge.says("No message from");
    let (status, sentence) = edge.make_list("Meanwhile");
    assert_eq!(status, 503);
    assert!(sentence.contains("nothing was changed"), "{sentence}");
    nats.kill();
    edge.says("NATS is not connected");
    // The edge starts and serves from its file while NATS is unreachable.
    let edge = edge.restart("edge", &nats);
    assert!(edge.has_list("Before") && !edge.has_list("Meanwhile"));
    assert!(!edge.json("/api/tickers").as_array().unwrap().is_empty());
    edge.says("NATS is not connected");
    assert_eq!(edge.make_list("Still").0, 503);
}

#[test]
fn a_killed_source_is_replaced_by_the_standby() {
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
    // The former source returns as a standby and gets what it missed.
    let first = first.start_again("source", &nats.url());
    first.shows("/api/watchlists", |lists| count(lists, "After") >= 1);
    assert!(!first.running.log().contains("became the source"));
}

/// Creates lists at an edge, one after another, until stopped; returns the acknowledged names.
fn make_lists(edge: &Deck, stop: &AtomicBool, made: &AtomicUsize) -> Vec<String> {
    // Below the maximum number of lists of a user.
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
            // The edge says that nothing was changed: if that is true, a retry creates the list once.
            (503, sentence) if sentence.contains("nothing was changed") => {
                poll("another try", || Some(()));
            }
            // Another source took over in between: the list exists once.
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

/// `MARKETDECK_TEST_ROUNDS=20` sets the number of kills.
#[test]
fn no_acknowledged_change_is_lost_when_sources_are_killed_during_changes() {
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
        // The former source returns on its file as a standby.
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

/// Changes are made at the source itself while NATS is unreachable, and then it is killed: its successor has everything that
/// was acknowledged.
#[test]
fn changes_acknowledged_by_a_source_are_at_its_successor() {
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
fn a_stopped_source_hands_over_at_once() {
    let nats = Nats::start();
    let mut first = Deck::source(&nats).once_source();
    let second = Deck::source(&nats).once_complete();
    first.running.signal("TERM");
    assert!(first.running.wait().success(), "{}", first.running.log());
    second.once_source();
}

/// The others need not wait for the lease to expire, and the file is closed properly.
#[test]
fn a_source_stopped_while_it_starts_hands_over_at_once() {
    let nats = Nats::start();
    let mut deck = Deck::source(&nats);
    deck.logs("lease acquired");
    deck.running.signal("TERM");
    assert!(deck.running.wait().success(), "{}", deck.running.log());
    let log = deck.running.log();
    assert!(log.contains("lease released"), "{log}");
    let deck = deck.start_again("source", &nats.url()).once_source();
    let log = deck.running.log();
    assert!(!log.contains("not closed"), "{log}");
}

/// It had not published everything before it was killed, and only its own file has the rest.
#[test]
fn a_source_killed_before_its_first_message_is_acknowledged_can_become_the_source_again() {
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
fn any_one_of_three_nats_servers_may_fail() {
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
fn edges_recover_on_their_own_when_nats_returns() {
    let mut nats = Nats::start();
    let source = Deck::source(&nats).once_source();
    let edge = Deck::edge(&nats).once_complete();
    nats.kill();
    edge.says("NATS is not connected");
    // Longer than the lease: no process is the source meanwhile.
    source.logs("lost leadership");
    nats.resume();
    let edge = edge.once_complete();
    edge.sees_prices_move();
    edge.makes_list("After");
    assert!(source.has_some_list("After"));
}

#[test]
fn an_edge_ignores_a_newer_version_and_a_former_source_and_keeps_serving() {
    let nats = Nats::start();
    let mut source = Deck::source(&nats).once_source();
    let edge = Deck::edge(&nats).once_complete();
    source.running.signal("TERM");
    source.running.wait();
    edge.says("No message from");
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
        // Prices of earlier sources are ignored; otherwise one would count as the first message.
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
    edge.says("No message from");
    assert_eq!(edge.json("/api/tickers/BTC")["price"], price);
    // A source of this version fixes it.
    let source = source.start_again("source", &nats.url());
    let _source = source.once_source();
    let edge = edge.once_complete();
    assert_eq!(edge.make_list("After").0, 201);
}

#[test]
fn while_the_disk_of_nats_is_full_edges_serve_and_reject_changes_and_they_recover_afterwards() {
    // Slightly more than the records of a new market.
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
    // The lease is a record in NATS too: it cannot be renewed, and no process is the source.
    edge.says("No message from");
    assert!(!edge.json("/api/tickers").as_array().unwrap().is_empty());
    run(async {
        let jetstream = jetstream(&client(&nats.url()).await);
        jetstream.delete_stream("filler").await.unwrap();
    });
    edge.makes_list("Room");
    edge.sees_prices_move();
}
