//! The permissions of each role, with the NATS configuration of the documentation.

use std::time::Duration;

use futures_util::StreamExt as _;

use crate::{
    deck::Deck,
    nats::{Nats, client, connect, run},
};

/// The permissions of the documentation.
const ROLES: &str = include_str!("../../docs/cluster/roles.conf");

#[test]
fn everything_works_with_the_documented_permissions_and_an_edge_cannot_write_itself() {
    let nats = Nats::with(ROLES);
    let source = Deck::new("source", &nats.url_of("source")).once_source();
    let edge = Deck::new("edge", &nats.url_of("edge")).once_complete();
    edge.sees_prices_move();
    assert_eq!(edge.make_list("Allowed").0, 201);
    assert!(source.has_list("Allowed"));

    run(async {
        // NATS does not respond to a denied request.
        let edge = connect(&nats.url_of("edge"), Duration::from_secs(2)).await;
        let own = client(&nats.url_of("source")).await;
        let mut heard = own.subscribe("md.ticks").await.unwrap();
        own.flush().await.unwrap();
        edge.publish("md.ticks", "forged".into()).await.unwrap();
        edge.flush().await.unwrap();
        own.publish("md.ticks", "the end".into()).await.unwrap();
        loop {
            let message = heard.next().await.unwrap();
            assert_ne!(&message.payload[..], b"forged", "an edge published prices");
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
            let sent = jetstream.publish(subject, "forged".into()).await.unwrap();
            assert!(sent.await.is_err(), "an edge published at {subject}");
        }
        assert!(jetstream.get_stream("md_secrets").await.is_err());
        assert!(jetstream.delete_stream("md_records").await.is_err());
        let stream = jetstream.get_stream("md_records").await.unwrap();
        assert!(stream.purge().await.is_err());
    });
    assert!(edge.has_list("Allowed"));
    assert_eq!(edge.make_list("Still").0, 201);
}

#[test]
fn a_refusal_by_nats_is_explained_and_the_process_recovers_with_valid_credentials() {
    let nats = Nats::with(ROLES);
    let url = |login: &str| format!("nats://{login}@{}", nats.address());
    let stranger = Deck::new("edge", &url("edge:wrong"));
    stranger.says("NATS is not connected (authorization violation");
    stranger.says("check the user and password or the token in nats_url");
    stranger.logs("NATS: cannot connect: authorization violation");

    // A process that may only read cannot be the source.
    let _source = Deck::new("source", &url("source:source")).once_source();
    let pretender = Deck::new("source", &url("edge:edge"));
    pretender.says("NATS denied a permission this process needs (Permissions Violation");
    pretender.logs("docs/cluster/roles.conf");
}

#[test]
fn a_token_in_the_address_is_used_and_a_wrong_one_is_reported() {
    let nats = Nats::with("authorization { token: s3cret }");
    let url = |token: &str| format!("nats://{token}@{}", nats.address());
    let stranger = Deck::new("edge", &url("wrong"));
    stranger.says("NATS refuses the credentials of this process");
    Deck::new("source", &url("s3cret")).once_source();
}

#[test]
fn an_unreachable_address_is_not_reported_as_a_wrong_password() {
    let mut nats = Nats::start();
    let url = nats.url();
    nats.kill();
    let edge = Deck::new("edge", &url);
    edge.says("NATS is not connected (no response");
}
