//! Failures of the source, of NATS and of its disk: no acknowledged change is lost, and the rest keeps working.

use std::{
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread,
};

use async_nats::HeaderMap;

use crate::{
    nats::{Nats, NatsCluster, client, jetstream, run},
    process::{ClusterProcess, count, program},
    program::poll,
    proxy::Proxy,
};

#[test]
fn an_edge_without_a_source_serves_and_rejects_changes_with_a_readable_message() {
    let mut nats = Nats::start();
    let source = ClusterProcess::source(&nats).wait_until_source();
    let edge = ClusterProcess::edge(&nats).wait_until_complete();
    assert_eq!(edge.create_list("Before").0, 201);
    drop(source);
    // From now on, NATS knows that the source is disconnected. An earlier request would get no response, so its outcome would be unknown.
    edge.wait_for_problem("No message from");
    let (status, sentence) = edge.create_list("Meanwhile");
    assert_eq!(status, 503);
    assert!(sentence.contains("nothing was changed"), "{sentence}");
    nats.kill();
    edge.wait_for_problem("NATS is not connected");
    // The edge starts and serves from its file while NATS is unreachable.
    let edge = edge.restart("edge", &nats);
    assert!(edge.has_list("Before") && !edge.has_list("Meanwhile"));
    assert!(!edge.json("/api/tickers").as_array().unwrap().is_empty());
    edge.wait_for_problem("NATS is not connected");
    assert_eq!(edge.create_list("Still").0, 503);
}

#[test]
fn a_killed_source_is_replaced_by_the_standby() {
    let nats = Nats::start();
    let mut first = ClusterProcess::source(&nats).wait_until_source();
    let second = ClusterProcess::source(&nats).wait_until_complete();
    let edge = ClusterProcess::edge(&nats).wait_until_complete();
    assert_eq!(edge.create_list("Acknowledged").0, 201);
    first.running.signal("KILL");
    first.running.wait();
    let second = second.wait_until_source();
    assert!(second.has_list("Acknowledged"));
    edge.wait_for_newer_price();
    edge.create_list_with_retries("After");
    assert!(second.has_list_at_least_once("After"));
    // The former source returns as a standby and gets the changes that it missed.
    let first = first.restart_after_exit("source", &nats.url());
    first.wait_for_response("/api/watchlists", |lists| count(lists, "After") >= 1);
    assert!(!first.running.log().contains("became the source"));
}

/// Creates watchlists at an edge, one after another, until stopped. Returns the acknowledged names.
fn create_lists(edge: &ClusterProcess, stop: &AtomicBool, created: &AtomicUsize) -> Vec<String> {
    // Less than the maximum number of watchlists of a user.
    const MAX_LISTS: usize = 180;
    let mut acknowledged = Vec::new();
    let mut number = 0;
    while !stop.load(Ordering::Relaxed) && number < MAX_LISTS {
        let name = format!("List {number}");
        match edge.create_list(&name) {
            (201, _) => {
                acknowledged.push(name);
                created.fetch_add(1, Ordering::Relaxed);
                number += 1;
            }
            // The edge reports that nothing was changed, so a retry must create the list exactly once.
            (503, sentence) if sentence.contains("nothing was changed") => {
                poll("a retry", || Some(()));
            }
            // Another source has taken over and has the list already.
            (409, sentence) if sentence.contains("already made") => {
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
        let mut first = ClusterProcess::source(&nats).wait_until_source();
        let second = ClusterProcess::source(&nats).wait_until_complete();
        let edge = ClusterProcess::edge(&nats).wait_until_complete();
        let (stop, created) = (AtomicBool::new(false), AtomicUsize::new(0));
        let acknowledged = thread::scope(|scope| {
            let lists = scope.spawn(|| create_lists(&edge, &stop, &created));
            let wait_for_lists = |min_count: usize| {
                poll("created lists", || {
                    let is_over = lists.is_finished();
                    (is_over || created.load(Ordering::Relaxed) >= min_count).then_some(())
                });
            };
            wait_for_lists(10 + round * 7 % 40);
            first.running.signal("KILL");
            first.running.wait();
            let before = created.load(Ordering::Relaxed);
            wait_for_lists(before + 20);
            stop.store(true, Ordering::Relaxed);
            lists.join().unwrap()
        });
        // The former source returns with its database as a standby.
        let first = first
            .restart_after_exit("source", &nats.url())
            .wait_until_complete();
        for (process_name, process) in
            [("new source", &second), ("edge", &edge), ("former", &first)]
        {
            let last = acknowledged.last().expect("some lists were acknowledged");
            let lists =
                process.wait_for_response("/api/watchlists", |lists| count(lists, last) == 1);
            let missing: Vec<(&String, usize)> = acknowledged
                .iter()
                .map(|name| (name, count(&lists, name)))
                .filter(|(_, count)| *count != 1)
                .collect();
            assert!(
                missing.is_empty(),
                "round {round}: of {} acknowledged lists, the {process_name} has some not exactly once: {missing:?}",
                acknowledged.len()
            );
        }
        println!(
            "round {round}: {} acknowledged, none lost",
            acknowledged.len()
        );
    }
}

/// Changes at the source while NATS is unreachable are not acknowledged. After the source is killed, its successor has every acknowledged
/// change and none of the others.
#[test]
fn a_successor_has_exactly_the_acknowledged_changes_of_a_killed_source() {
    let mut nats = Nats::start();
    let mut first = ClusterProcess::source(&nats).wait_until_source();
    let second = ClusterProcess::source(&nats).wait_until_complete();
    first.create_list_with_retries("Known");
    nats.kill();
    let statuses: Vec<_> = (0..3)
        .map(|n| (n, first.create_list(&format!("Unknown {n}")).0))
        .collect();
    first.running.signal("KILL");
    first.running.wait();
    nats.resume();
    let second = second.wait_until_source();
    assert!(second.has_list_at_least_once("Known"));
    for (n, status) in statuses {
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
    let mut first = ClusterProcess::source(&nats).wait_until_source();
    let second = ClusterProcess::source(&nats).wait_until_complete();
    first.running.signal("TERM");
    assert!(first.running.wait().success(), "{}", first.running.log());
    second.wait_until_source();
}

/// A source that is stopped during its start releases the lease, and the database is closed properly.
#[test]
fn a_source_stopped_while_it_starts_hands_over_at_once() {
    let nats = Nats::start();
    let mut process = ClusterProcess::source(&nats);
    process.wait_for_log("lease acquired");
    process.running.signal("TERM");
    assert!(
        process.running.wait().success(),
        "{}",
        process.running.log()
    );
    let log = process.running.log();
    assert!(log.contains("lease released"), "{log}");
    let process = process
        .restart_after_exit("source", &nats.url())
        .wait_until_source();
    let log = process.running.log();
    assert!(!log.contains("not closed"), "{log}");
}

/// The source was killed before it had published everything, and only its own database has the rest.
#[test]
fn a_source_killed_before_its_first_message_is_acknowledged_can_become_the_source_again() {
    let nats = Nats::start();
    let proxy = Proxy::to(nats.address());
    proxy.block_responses_after("PUB md.secrets.epoch");
    let mut first = ClusterProcess::new("source", &proxy.url()).wait_until_source();
    poll("the first published message", || {
        run(async {
            let jetstream = jetstream(&client(&nats.url()).await);
            let stream = jetstream.get_stream("md_secrets").await.ok()?;
            (stream.cached_info().state.last_sequence > 0).then_some(())
        })
    });
    first.running.signal("KILL");
    first.running.wait();
    let restarted = first
        .restart_after_exit("source", &nats.url())
        .wait_until_source();
    let edge = ClusterProcess::edge(&nats).wait_until_complete();
    assert_eq!(edge.create_list("After").0, 201);
    assert!(restarted.has_list("After"));
}

#[test]
fn any_one_of_three_nats_servers_may_fail() {
    for failing in 0..3 {
        let mut nats = NatsCluster::start();
        let process = |role: &str| {
            let folder = tempfile::tempdir().unwrap();
            let mut program = program(role, &nats.url_of(role), folder.path());
            program.command.env("MARKETDECK_NATS_REPLICAS", "3");
            let running = program.serve();
            ClusterProcess { running, folder }
        };
        let source = process("source").wait_until_source();
        let edges = [
            process("edge").wait_until_complete(),
            process("edge").wait_until_complete(),
        ];
        assert_eq!(edges[0].create_list("Before").0, 201);
        nats.kill(failing);
        edges[0].create_list_with_retries("After");
        for edge in &edges {
            edge.wait_for_response("/api/watchlists", |lists| count(lists, "After") >= 1);
            edge.wait_for_newer_price();
        }
        assert!(source.has_list("Before"));
    }
}

#[test]
fn edges_recover_on_their_own_when_nats_returns() {
    let mut nats = Nats::start();
    let source = ClusterProcess::source(&nats).wait_until_source();
    let edge = ClusterProcess::edge(&nats).wait_until_complete();
    nats.kill();
    edge.wait_for_problem("NATS is not connected");
    // The outage lasts longer than the lease, so no process is the source during it.
    source.wait_for_log("no longer the source");
    nats.resume();
    let edge = edge.wait_until_complete();
    edge.wait_for_newer_price();
    edge.create_list_with_retries("After");
    assert!(source.has_list_at_least_once("After"));
}

#[test]
fn an_edge_ignores_a_newer_version_and_a_former_source_and_keeps_serving() {
    let nats = Nats::start();
    let mut source = ClusterProcess::source(&nats).wait_until_source();
    let edge = ClusterProcess::edge(&nats).wait_until_complete();
    source.running.signal("TERM");
    source.running.wait();
    edge.wait_for_problem("No message from");
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
        // A tick with an old epoch and a record with a newer format version; the edge must ignore both.
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
    edge.wait_for_problem("the source writes format 2.9");
    edge.wait_for_problem("No message from");
    assert_eq!(edge.json("/api/tickers/BTC")["price"], price);
    // The edge recovers when a source of its version publishes.
    let source = source.restart_after_exit("source", &nats.url());
    let _source = source.wait_until_source();
    let edge = edge.wait_until_complete();
    assert_eq!(edge.create_list("After").0, 201);
}

#[test]
fn while_the_disk_of_nats_is_full_edges_serve_and_reject_changes_and_they_recover_afterwards() {
    // Slightly more than the records of a new market need.
    let nats = Nats::with("[max_file_store: 40MB]");
    let _source = ClusterProcess::source(&nats).wait_until_source();
    let edge = ClusterProcess::edge(&nats).wait_until_complete();
    run(async {
        let jetstream = jetstream(&client(&nats.url()).await);
        let filler = async_nats::jetstream::stream::Config {
            name: "filler".to_owned(),
            subjects: vec!["filler".to_owned()],
            ..Default::default()
        };
        jetstream.create_stream(filler).await.unwrap();
        loop {
            let ack = jetstream
                .publish("filler", vec![0; 200_000].into())
                .await
                .unwrap();
            if ack.await.is_err() {
                break;
            }
        }
    });
    let (status, sentence) = poll("a rejected change", || {
        let response = edge.create_list("Full");
        (response.0 == 503).then_some(response)
    });
    assert_eq!(status, 503);
    assert!(sentence.contains("source"), "{sentence}");
    // The lease is a record in NATS, too. It cannot be renewed, so no process is the source.
    edge.wait_for_problem("No message from");
    assert!(!edge.json("/api/tickers").as_array().unwrap().is_empty());
    run(async {
        let jetstream = jetstream(&client(&nats.url()).await);
        jetstream.delete_stream("filler").await.unwrap();
    });
    edge.create_list_with_retries("After");
    edge.wait_for_newer_price();
}
