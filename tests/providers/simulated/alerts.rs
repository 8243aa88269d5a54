//! Alerts across splits, absurd prices, prices from the future and restated bars, while the program runs or is stopped. No false alert
//! fires, and no alert on a real price is lost.

use serde_json::{Value, json};

use super::{
    Simulation, run_simulation,
    story::{FRIDAY, MINUTE, STEP, Story, THURSDAY},
};

fn below(value: f64) -> Value {
    json!({"type": "price", "symbol": "KO", "condition": "below", "value": value, "frequency": "always"})
}

fn above(value: f64) -> Value {
    json!({"type": "price", "symbol": "KO", "condition": "above", "value": value, "frequency": "always"})
}

fn change(percent: f64) -> Value {
    json!({"type": "price", "symbol": "KO", "condition": "percent_change", "value": percent, "windowHours": 24, "frequency": "always"})
}

/// Splits on Friday: new units, old units, and the price after the split.
const SPLITS: [(f64, f64, f64); 4] = [
    (4.0, 1.0, 61.7),
    (11.0, 10.0, 223.9),
    (1.0, 1.1, 270.3),
    (1.0, 20.0, 4_925.0),
];

#[test]
fn a_split_while_running_fires_no_alert_and_later_moves_do() {
    for (new, old, price) in SPLITS {
        for in_old_units in [false, true] {
            for alert in [change(5.0), below(240.0), above(252.0)] {
                run_simulation(async {
                    let thursday = Story::of(246.0, THURSDAY);
                    let mut run = Simulation::start_with_alert(THURSDAY, &thursday, &alert).await;
                    run.respond_with(&thursday);
                    run.advance_to("2026-11-20T14:30:00Z").await;
                    let mut story = Story::split(price, FRIDAY, (new, old));
                    if in_old_units {
                        (story.restated, story.stated) = (1.0, 1.0);
                    }
                    run.advance_with(&story, 5 * MINUTE).await;
                    let fired = run.fired().await;
                    assert!(
                        fired.is_empty(),
                        "{new}:{old} {in_old_units} {alert}: {fired:?}"
                    );
                    // Six percent down or up, in new units.
                    let factor = if alert["condition"] == "above" {
                        1.06
                    } else {
                        0.94
                    };
                    run.advance_with(
                        &Story {
                            price: price * factor,
                            ..story
                        },
                        3 * MINUTE,
                    )
                    .await;
                    let fired = run.fired().await;
                    assert_eq!(
                        fired.len(),
                        1,
                        "{new}:{old} {in_old_units} {alert}: {fired:?}"
                    );
                });
            }
        }
    }
}

#[test]
fn a_split_while_stopped_fires_no_alert_and_later_moves_do() {
    for (new, old, price) in SPLITS {
        for alert in [change(5.0), below(240.0), above(252.0)] {
            run_simulation(async {
                let thursday = Story::of(246.0, THURSDAY);
                let run = Simulation::start_with_alert(THURSDAY, &thursday, &alert).await;
                let story = Story::split(price, FRIDAY, (new, old));
                let mut run = run.restart_at(FRIDAY, &story).await;
                run.advance_with(&story, 15 * MINUTE).await;
                let fired = run.fired().await;
                assert!(fired.is_empty(), "{new}:{old} {alert}: {fired:?}");
                let factor = if alert["condition"] == "above" {
                    1.06
                } else {
                    0.94
                };
                run.advance_with(
                    &Story {
                        price: price * factor,
                        ..story
                    },
                    3 * MINUTE,
                )
                .await;
                let fired = run.fired().await;
                assert_eq!(fired.len(), 1, "{new}:{old} {alert}: {fired:?}");
            });
        }
    }
}

#[test]
fn an_alert_target_is_adjusted_for_a_split_and_its_history_shows_it() {
    run_simulation(async {
        let thursday = Story::of(246.0, THURSDAY);
        let run = Simulation::start_with_alert(THURSDAY, &thursday, &below(200.0)).await;
        let story = Story::split(61.7, FRIDAY, (4.0, 1.0));
        let mut run = run.restart_at(FRIDAY, &story).await;
        run.advance_with(&story, 2 * MINUTE).await;
        let alerts = run.json("/api/alerts").await;
        assert_eq!(alerts[0]["value"], 50.0, "{alerts}");
        let reports = run.reports().await;
        assert!(
            reports.iter().any(|sentence| sentence.contains("split")),
            "{reports:?}"
        );
    });
}

/// A tenth of the price, or ten times the price: in one response only, and in several.
#[test]
fn an_absurd_price_fires_no_alert_until_it_is_confirmed() {
    for (absurd, alert) in [
        (24.6, below(200.0)),
        (2_460.0, above(300.0)),
        (24.6, change(20.0)),
    ] {
        run_simulation(async {
            let story = Story::of(246.0, FRIDAY);
            let mut run = Simulation::start_with_alert(FRIDAY, &story, &alert).await;
            // In one response only.
            let odd = Story {
                price: absurd,
                ..story.clone()
            };
            run.respond_with(&odd);
            run.advance_until_quotes_request().await;
            run.advance_with(&story, 3 * MINUTE).await;
            assert_eq!(run.price().await, 246.0);
            assert_eq!(run.fired().await, [""; 0], "{alert}");
            // Several responses repeat the price with the same time, which confirms it.
            run.respond_with(&odd);
            run.advance_until_quotes_request().await;
            run.advance(MINUTE, STEP).await;
            assert_eq!(run.price().await, absurd, "shown within a minute");
            run.advance(MINUTE, STEP).await;
            assert_eq!(run.fired().await.len(), 1, "{alert}");
        });
    }
}

#[test]
fn an_absurd_price_after_a_restart_fires_no_alert_and_a_real_fall_does() {
    run_simulation(async {
        let story = Story::of(246.0, THURSDAY);
        let run = Simulation::start_with_alert(THURSDAY, &story, &below(200.0)).await;
        let mut odd = Story::of(24.6, FRIDAY);
        odd.price = 24.6;
        let mut run = run.restart_at(FRIDAY, &odd).await;
        run.step(STEP).await;
        run.advance_with(&Story::of(246.5, FRIDAY), 15 * MINUTE)
            .await;
        assert_eq!(run.price().await, 246.5);
        assert_eq!(run.fired().await, [""; 0]);
        run.advance_with(&Story::of(150.0, FRIDAY), 3 * MINUTE)
            .await;
        assert_eq!(run.fired().await.len(), 1);
    });
}

/// A price dated five minutes ahead of the clock.
#[test]
fn a_price_from_the_future_fires_an_alert_only_when_confirmed() {
    // The price arrives while the program runs, or at its restart.
    for is_stopped in [false, true] {
        run_simulation(async {
            let thursday = Story::of(246.0, THURSDAY);
            let early = Story::of(190.0, "2026-11-20T15:05:00Z");
            let mut run;
            if is_stopped {
                run = Simulation::start_with_alert(THURSDAY, &thursday, &below(200.0)).await;
                run = run.restart_at(FRIDAY, &early).await;
            } else {
                let story = Story::of(246.0, "2026-11-20T14:55:00Z");
                run = Simulation::start_with_alert("2026-11-20T14:55:00Z", &story, &below(200.0))
                    .await;
                *run.world.bodies.lock().unwrap() = Some(early.bodies());
            }
            run.step(STEP).await;
            run.step(STEP).await;
            run.advance_with(&Story::of(246.5, FRIDAY), 4 * MINUTE)
                .await;
            assert_eq!(run.fired().await, [""; 0], "{is_stopped}");
            run.advance_with(&Story::of(190.0, FRIDAY), 4 * MINUTE)
                .await;
            assert_eq!(run.fired().await.len(), 1, "{is_stopped}");
        });
    }
}

/// The previous session's close is restated after the alert was evaluated.
#[test]
fn a_restated_bar_fires_no_alert() {
    for is_stopped in [false, true] {
        for alert in [below(200.0), change(20.0)] {
            run_simulation(async {
                let mut story = Story::of(246.0, THURSDAY);
                let mut run = Simulation::start_with_alert(THURSDAY, &story, &alert).await;
                run.respond_with(&story);
                story.corrected = Some((6, 180.0));
                story.as_of = FRIDAY.parse().unwrap();
                if is_stopped {
                    run = run.restart_at(FRIDAY, &story).await;
                } else {
                    run.advance_to("2026-11-20T14:30:00Z").await;
                }
                run.advance_with(&story, 15 * MINUTE).await;
                assert_eq!(run.fired().await, [""; 0], "{is_stopped} {alert}");
            });
        }
    }
}

#[test]
fn a_dip_while_stopped_is_reported_late_and_once() {
    run_simulation(async {
        let story = Story::of(246.0, "2026-11-20T14:40:00Z");
        let run = Simulation::start_with_alert("2026-11-20T14:40:00Z", &story, &below(200.0)).await;
        let later = Story {
            dip: Some(190.0),
            ..Story::of(246.0, "2026-11-20T17:00:00Z")
        };
        let mut run = run.restart_at("2026-11-20T17:00:00Z", &later).await;
        run.advance_with(&later, 15 * MINUTE).await;
        assert_eq!(run.fired().await.len(), 1, "{:?}", run.fired().await);
    });
}
