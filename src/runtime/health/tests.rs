use super::*;

fn task(kind: TaskKind, state: TaskState) -> TaskStatus {
    TaskStatus {
        name: "ingest".into(),
        kind,
        state,
        restarts: 0,
        last_error: None,
    }
}

fn source(error: Option<&str>, overdue: u64) -> SourceFacts {
    SourceFacts {
        is_outdated: false,
        is_partial: false,
        name: "yahoo".into(),
        error: error.map(Into::into),
        overdue: Duration::from_secs(overdue),
    }
}

#[test]
fn a_server_without_problems_is_ok() {
    let facts = Facts {
        tasks: vec![task(TaskKind::Essential, TaskState::Running)],
        sources: vec![source(None, 1)],
        merged_ago: Duration::from_secs(86_400),
        ..Facts::default()
    };
    assert_eq!(
        facts.verdict().level,
        Level::Ok,
        "a weekend without updates is not a problem"
    );
}

#[test]
fn an_ended_essential_task_makes_the_server_failing_and_a_restarting_task_degraded() {
    let verdict = |kind, state| {
        Facts {
            tasks: vec![task(kind, state)],
            ..Facts::default()
        }
        .verdict()
    };
    let failed = verdict(TaskKind::Essential, TaskState::Failed);
    assert_eq!(failed.level, Level::Failing);
    assert_eq!(failed.reasons, ["The task 'ingest' has ended."]);
    let waiting = verdict(TaskKind::Restartable, TaskState::Waiting);
    assert_eq!(waiting.level, Level::Degraded);
    let done = verdict(TaskKind::Restartable, TaskState::Ended);
    assert_eq!(done.level, Level::Ok);
}

#[test]
fn a_database_that_cannot_save_makes_the_server_failing_and_a_damaged_page_degraded() {
    let mut facts = Facts {
        store_problem: Some("The disk is full.".into()),
        store_fails: true,
        ..Facts::default()
    };
    let failing = facts.verdict();
    assert_eq!(failing.level, Level::Failing);
    assert_eq!(failing.reasons, ["Nothing can be saved: The disk is full."]);
    facts.store_fails = false;
    assert_eq!(facts.verdict().level, Level::Degraded);
}

#[test]
fn market_data_unsaved_for_too_long_makes_the_server_failing() {
    let mut facts = Facts {
        flush_every: Duration::from_secs(60),
        unsaved_for: Some(Duration::from_secs(299)),
        ..Facts::default()
    };
    assert_eq!(facts.verdict().level, Level::Ok);
    facts.unsaved_for = Some(Duration::from_secs(301));
    assert_eq!(
        facts.verdict().reasons,
        ["Nothing was saved for 5 minutes."]
    );
}

#[test]
fn stalled_merging_makes_the_server_failing() {
    let mut facts = Facts {
        queued: 1,
        merged_ago: Duration::from_secs(61),
        ..Facts::default()
    };
    assert_eq!(facts.verdict().level, Level::Failing);
    facts.queued = 0;
    assert_eq!(facts.verdict().level, Level::Ok);
}

#[test]
fn a_failing_or_silent_source_makes_the_server_degraded() {
    let verdict = |source| {
        Facts {
            sources: vec![source],
            merged_ago: Duration::from_secs(900),
            ..Facts::default()
        }
        .verdict()
    };
    let failing = verdict(source(Some("HTTP 500."), 0));
    assert_eq!(failing.level, Level::Degraded);
    assert_eq!(
        failing.reasons,
        ["The source 'yahoo' is failing: HTTP 500."]
    );
    let outdated = SourceFacts {
        is_outdated: true,
        ..source(Some("Its newest reading is from March."), 0)
    };
    assert_eq!(
        verdict(outdated).reasons,
        ["The source 'yahoo' returns outdated data: Its newest reading is from March."]
    );
    let partial = SourceFacts {
        is_partial: true,
        ..source(Some("11 of 34 feeds fail."), 0)
    };
    assert_eq!(
        verdict(partial).reasons,
        ["The source 'yahoo' partly fails: 11 of 34 feeds fail."]
    );
    let silent = verdict(source(None, 600));
    assert_eq!(
        silent.reasons,
        ["The source 'yahoo' has been silent for 10 minutes."]
    );
}

#[test]
fn the_worst_reason_comes_first() {
    let facts = Facts {
        store_problem: Some("The file was removed.".into()),
        store_fails: true,
        sources: vec![source(Some("HTTP 500."), 0)],
        tasks: vec![task(TaskKind::Restartable, TaskState::Waiting)],
        ..Facts::default()
    };
    let verdict = facts.verdict();
    assert_eq!(verdict.level, Level::Failing);
    assert!(
        verdict.reasons[0].contains("The file was removed"),
        "{verdict:?}"
    );
    assert_eq!(verdict.reasons.len(), 3);
}
