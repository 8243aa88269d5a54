use super::*;

#[test]
fn messages_are_one_short_line_without_secrets() {
    let board = HealthBoard::default();
    let (coins, stocks) = (board.record("coingecko"), board.record("twelve_data"));
    let key = "FAKEKEYd0n0tl34k9876";
    stocks.requested(
        "https://api.example/quote",
        &[("authorization", &format!("apikey {key}"))],
    );
    let long = format!("no\nsuch key: {key}\r\n{}", "x".repeat(2_000_000));
    let now = Timestamp::UNIX_EPOCH;
    let pause = Duration::from_secs(60);
    for record in [coins, stocks] {
        let error = SourceError::Refused(long.clone());
        record.failed(now, &error, pause);
        record.symbol_failed("BTC", now, &error, None);
        record.out_of_date(now, &SourceError::OutOfDate(long.clone()));
    }
    let errors = board
        .list()
        .into_iter()
        .filter_map(|health| health.last_error);
    let symbols = board
        .symbol_failures()
        .into_iter()
        .map(|failure| failure.error);
    let errors: Vec<String> = errors.chain(symbols).collect();
    assert_eq!(errors.len(), 4);
    for error in errors {
        assert!(error.contains("o such key: (key) xxx"), "{error}");
        assert!(
            error.chars().count() <= 300 && !error.contains(key),
            "{error}"
        );
    }
}

#[test]
fn a_source_with_old_data_is_outdated_until_new_data_arrives() {
    let record = HealthBoard::default().record("cnn");
    let at = |hour: i64| Timestamp::from_second(3_600 * hour).unwrap();
    let old = SourceError::OutOfDate("its newest reading is of 2022-04-25".to_owned());
    let refresh = |hour, is_old: bool| {
        if is_old {
            record.out_of_date(at(hour), &old);
        }
        record.succeeded(at(hour), Duration::from_secs(3_600));
        let health = record.read();
        (health.state, health.unhealthy_since)
    };
    assert_eq!(refresh(1, false), (ProviderState::Ok, None));
    let outdated = (ProviderState::Outdated, Some(at(2)));
    assert_eq!(refresh(2, true), outdated);
    assert_eq!(refresh(3, true), outdated);
    let health = record.read();
    let error = health.last_error.as_deref();
    assert_eq!(error, Some("Its newest reading is of 2022-04-25."));
    assert_eq!(health.next_attempt, Some(at(4)));
    assert_eq!(refresh(4, false), (ProviderState::Ok, None));
}
