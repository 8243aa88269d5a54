//! `/metrics`, read as Prometheus reads it.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Write as _,
    process::{Command, Stdio},
};

use marketdeck::{source::SourceError, web::Settings};

use crate::common::{Response, TestServer, now};

/// Parses the samples by name with labels, and checks the format: each sample belongs to a metric described before it, and occurs
/// only once.
fn samples(response: &Response) -> BTreeMap<String, f64> {
    assert_eq!(response.status, 200, "{}", response.text());
    let mut kinds = BTreeMap::new();
    let mut explained = BTreeSet::new();
    let mut samples = BTreeMap::new();
    for line in response.text().lines() {
        if let Some(rest) = line.strip_prefix("# HELP ") {
            let (name, help) = rest.split_once(' ').expect("a text");
            assert!(
                help.ends_with('.') && explained.insert(name.to_owned()),
                "{line}"
            );
        } else if let Some(rest) = line.strip_prefix("# TYPE ") {
            let (name, kind) = rest.split_once(' ').expect("a kind");
            assert!(explained.contains(name), "{line}");
            kinds.insert(name.to_owned(), kind.to_owned());
        } else {
            let (series, value) = line.rsplit_once(' ').expect("a value");
            let name = series.split('{').next().unwrap_or_default();
            let family = ["_bucket", "_sum", "_count"]
                .iter()
                .find_map(|ending| name.strip_suffix(ending))
                .filter(|family| kinds.get(*family).is_some_and(|kind| kind == "histogram"))
                .unwrap_or(name);
            let kind = kinds.get(family).map(String::as_str);
            assert!(kind.is_some(), "{line}");
            assert_eq!(name.ends_with("_total"), kind == Some("counter"), "{line}");
            let value = value.parse().unwrap_or_else(|_| panic!("{line}"));
            assert!(
                samples.insert(series.to_owned(), value).is_none(),
                "twice: {line}"
            );
        }
    }
    samples
}

#[tokio::test]
async fn metrics_count_requests_by_route_and_status() {
    let server = TestServer::open().await;
    for path in [
        "/api/tickers/AAPL",
        "/api/tickers/BTC",
        "/api/tickers/NONE",
        "/nowhere",
        "/",
    ] {
        server.get(path).await;
    }
    server.send("POST", "/api/watchlists", "{}").await;
    let response = server.get("/metrics").await;
    let kind = response.header("content-type");
    assert_eq!(kind, Some("text/plain; version=0.0.4; charset=utf-8"));
    let samples = samples(&response);
    let requests = |method: &str, route: &str, status: &str| {
        let labels = format!("method=\"{method}\",route=\"{route}\",status=\"{status}\"");
        samples
            .get(&format!("marketdeck_http_requests_total{{{labels}}}"))
            .copied()
    };
    assert_eq!(requests("GET", "/api/tickers/{symbol}", "2xx"), Some(2.0));
    assert_eq!(requests("GET", "/api/tickers/{symbol}", "4xx"), Some(1.0));
    assert_eq!(requests("POST", "/api/watchlists", "4xx"), Some(1.0));
    assert_eq!(requests("GET", "page", "2xx"), Some(1.0));
    assert_eq!(requests("GET", "page", "4xx"), Some(1.0));
    let took = |part: &str, more: &str| {
        let labels = format!("method=\"GET\",route=\"/api/tickers/{{symbol}}\"{more}");
        samples[&format!("marketdeck_http_request_duration_seconds_{part}{{{labels}}}")]
    };
    assert_eq!(took("count", "").total_cmp(&3.0), std::cmp::Ordering::Equal);
    assert_eq!(
        took("bucket", ",le=\"+Inf\"").total_cmp(&3.0),
        std::cmp::Ordering::Equal
    );
    assert!(took("sum", "") > 0.0);
}

#[tokio::test]
async fn metrics_cover_market_sources_store_and_process() {
    let server = TestServer::open().await;
    let record = server.board.record("yahoo");
    let throttled = SourceError::Throttled {
        status: 429,
        retry_after: None,
    };
    record.failed(now(), &throttled, std::time::Duration::from_secs(60));
    server
        .send("POST", "/api/watchlists", r#"{"name":"Mine","userId":1}"#)
        .await;
    let samples = samples(&server.get("/metrics").await);
    for (series, value) in [
        (
            concat!(
                "marketdeck_build_info{version=\"",
                env!("CARGO_PKG_VERSION"),
                "\",market=\"sample\"}"
            ),
            1.0,
        ),
        (
            "marketdeck_provider_failures_total{provider=\"yahoo\"}",
            1.0,
        ),
        (
            "marketdeck_provider_rate_limited_total{provider=\"yahoo\"}",
            1.0,
        ),
        (
            "marketdeck_provider_state{provider=\"yahoo\",state=\"failing\"}",
            1.0,
        ),
        (
            "marketdeck_provider_state{provider=\"yahoo\",state=\"ok\"}",
            0.0,
        ),
        (
            "marketdeck_provider_last_failure_timestamp_seconds{provider=\"yahoo\"}",
            1_795_203_120.0,
        ),
        ("marketdeck_health{status=\"degraded\"}", 1.0),
        ("marketdeck_live_connections", 0.0),
        ("marketdeck_store_writable", 1.0),
    ] {
        assert_eq!(samples.get(series), Some(&value), "{series}");
    }
    for series in [
        "marketdeck_ticks_total",
        "marketdeck_tickers",
        "marketdeck_store_size_bytes",
        "marketdeck_store_free_bytes",
        "marketdeck_store_commit_duration_seconds_count",
        "process_resident_memory_bytes",
        "process_start_time_seconds",
    ] {
        assert!(
            samples.get(series).is_some_and(|value| *value > 0.0),
            "{series}"
        );
    }
}

#[tokio::test]
async fn disabled_metrics_return_404() {
    let settings = Settings {
        metrics: false,
        ..Settings::default()
    };
    let response = TestServer::with(settings).await.get("/metrics").await;
    assert_eq!(response.status, 404);
    assert!(
        response.text().contains("'metrics' is false"),
        "{}",
        response.text()
    );
}

/// Metrics named by the rules and the dashboard in docs/ exist.
#[tokio::test]
async fn rules_dashboard_and_documentation_match_the_metrics() {
    let settings = Settings {
        metrics_holdings: true,
        ..Settings::default()
    };
    let server = TestServer::with(settings).await;
    server.fill().await;
    let text = server.get("/metrics").await.text();
    let explained: BTreeSet<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("# HELP ")?.split(' ').next())
        .collect();
    for file in [
        "prometheus/alerts.yml",
        "prometheus/dashboard.json",
        "prometheus.md",
    ] {
        let text = std::fs::read_to_string(format!("docs/{file}")).unwrap();
        let words = text.split(|letter: char| !letter.is_ascii_lowercase() && letter != '_');
        let mut named = 0;
        for word in words {
            if word.starts_with("marketdeck_") || word.starts_with("process_") {
                let family = word.strip_suffix("_bucket").unwrap_or(word);
                assert!(explained.contains(family), "{file} names {word}");
                named += 1;
            }
        }
        assert!(named > 5, "{file}");
    }
}

/// Prometheus' own linter accepts the metrics and the rules. Skipped with a note if it is not installed (`apt install
/// prometheus`).
#[tokio::test]
async fn promtool_does_not_report_problems() {
    let server = TestServer::open().await;
    server.board.record("yahoo");
    server.get("/api/tickers").await;
    let text = server.get("/metrics").await.text() + "\n";
    let program = std::env::var_os("PROMTOOL").unwrap_or_else(|| "promtool".into());
    let promtool = Command::new(&program)
        .args(["check", "metrics"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut promtool) = promtool else {
        println!("skipped: promtool is not installed (apt install prometheus)");
        return;
    };
    promtool
        .stdin
        .take()
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    let checked = promtool.wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&checked.stderr);
    assert!(checked.status.success() && stderr.is_empty(), "{stderr}");
    let checked = Command::new(&program)
        .args(["check", "rules", "docs/prometheus/alerts.yml"])
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&checked.stderr);
    assert!(checked.status.success(), "{stderr}");
}
