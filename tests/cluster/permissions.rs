//! The permissions of each role, with the documented NATS configuration.

use std::time::Duration;

use futures_util::StreamExt as _;

use crate::{
    nats::{Nats, client, connect, run},
    process::ClusterProcess,
};

/// The documented permissions.
const ROLES: &str = include_str!("../../docs/cluster/roles.conf");

#[test]
fn the_documented_permissions_suffice_and_an_edge_cannot_publish_records() {
    let nats = Nats::with(ROLES);
    let source = ClusterProcess::new("source", &nats.url_of("source")).wait_until_source();
    let edge = ClusterProcess::new("edge", &nats.url_of("edge")).wait_until_complete();
    edge.wait_for_newer_price();
    assert_eq!(edge.create_list("Allowed").0, 201);
    assert!(source.has_list("Allowed"));

    run(async {
        // NATS does not respond to a denied request.
        let edge = connect(&nats.url_of("edge"), Duration::from_secs(2)).await;
        let source_client = client(&nats.url_of("source")).await;
        let mut ticks = source_client.subscribe("md.ticks").await.unwrap();
        source_client.flush().await.unwrap();
        edge.publish("md.ticks", "forged".into()).await.unwrap();
        edge.flush().await.unwrap();
        source_client
            .publish("md.ticks", "the end".into())
            .await
            .unwrap();
        loop {
            let message = ticks.next().await.unwrap();
            assert_ne!(
                &message.payload[..],
                b"forged",
                "an edge must not publish prices"
            );
            if &message.payload[..] == b"the end" {
                break;
            }
        }
        let jetstream = async_nats::jetstream::new(edge);
        for subject in [
            "md.records.boards.AAAA",
            "md.records.epoch",
            "md.secrets.channels.AAAA",
            "$KV.md_lease.source",
        ] {
            let ack = jetstream.publish(subject, "forged".into()).await.unwrap();
            assert!(ack.await.is_err(), "an edge must not publish to {subject}");
        }
        assert!(jetstream.get_stream("md_secrets").await.is_err());
        assert!(jetstream.delete_stream("md_records").await.is_err());
        let stream = jetstream.get_stream("md_records").await.unwrap();
        assert!(stream.purge().await.is_err());
    });
    assert!(edge.has_list("Allowed"));
    assert_eq!(edge.create_list("Still").0, 201);
}

#[test]
fn a_rejection_by_nats_is_explained_and_valid_credentials_work() {
    let nats = Nats::with(ROLES);
    let url = |login: &str| format!("nats://{login}@{}", nats.address());
    let process = ClusterProcess::new("edge", &url("edge:wrong"));
    process.wait_for_problem("NATS is not connected (authorization violation");
    process.wait_for_problem("check the user and password or the token in nats_url");
    process.wait_for_log("cluster: could not connect to NATS: authorization violation");

    // A process with the permissions of an edge cannot be the source.
    let _source = ClusterProcess::new("source", &url("source:source")).wait_until_source();
    let edge_as_source = ClusterProcess::new("source", &url("edge:edge"));
    edge_as_source
        .wait_for_problem("NATS denied a permission this process needs (Permissions Violation");
    edge_as_source.wait_for_log("docs/cluster/roles.conf");
}

#[test]
fn a_token_in_the_address_is_used_and_a_wrong_one_is_reported() {
    let nats = Nats::with("authorization { token: s3cret }");
    let url = |token: &str| format!("nats://{token}@{}", nats.address());
    let process = ClusterProcess::new("edge", &url("wrong"));
    process.wait_for_problem("NATS refuses the credentials of this process");
    ClusterProcess::new("source", &url("s3cret")).wait_until_source();
}

#[test]
fn an_unreachable_address_is_not_reported_as_a_wrong_password() {
    let mut nats = Nats::start();
    let url = nats.url();
    nats.kill();
    let edge = ClusterProcess::new("edge", &url);
    edge.wait_for_problem("NATS is not connected (no response");
}
