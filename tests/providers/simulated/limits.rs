//! Compares the number of requests on a day without faults with the limits of each provider. Also tests the monthly quota across a
//! restart.

use std::{collections::BTreeMap, sync::Mutex, time::Duration};

use marketdeck::{
    domain::{
        provider::ProviderHealth,
        ticker::{
            Profile,
            TickerKind::{self, Commodity, Crypto, Index, Stock},
        },
    },
    providers::settings,
};

use super::{
    CATALOGUE, Simulation,
    filings_and_exchanges::listings,
    run_simulation,
    source_groups::{PRICES_WITHOUT_KEY, REST_WITHOUT_KEY},
};
use crate::enabled::enable_only;

/// A Tuesday, half an hour after the open in New York, at the start of a month.
const MONTH_BEGINS: &str = "2026-12-01T15:00:00Z";
const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3_600);
/// The rest of the day and of the month, in UTC.
const DAY: Duration = Duration::from_secs(9 * 3_600);
const MONTH: Duration = Duration::from_secs(30 * 86_400 + 9 * 3_600);
/// The start has the most requests; the step is the shortest interval between two requests.
const FINE_STEP: Duration = Duration::from_millis(100);

/// Sources on a good day.
struct Plan {
    name: &'static str,
    adjust: fn(&mut settings::Providers),
    /// How many tickers of each kind.
    tickers: &'static [(TickerKind, usize)],
    /// The length of the start, which is simulated in steps of [`FINE_STEP`].
    startup: Duration,
    /// The length of the time after the start.
    after_startup: Duration,
    /// The simulation step after the start.
    step: Duration,
    limits: &'static [Limit],
}

/// Limits of a provider, or Marketdeck's own limits if the provider states none. For a stream, connections are counted.
struct Limit {
    source: &'static str,
    minute: Option<usize>,
    hour: Option<usize>,
    day: Option<usize>,
    month: Option<usize>,
}

impl Limit {
    const fn of(source: &'static str) -> Self {
        Self {
            source,
            minute: None,
            hour: None,
            day: None,
            month: None,
        }
    }

    const fn per_minute(self, max: usize) -> Self {
        Self {
            minute: Some(max),
            ..self
        }
    }

    const fn per_hour(self, max: usize) -> Self {
        Self {
            hour: Some(max),
            ..self
        }
    }

    const fn per_day(self, max: usize) -> Self {
        Self {
            day: Some(max),
            ..self
        }
    }

    const fn per_month(self, max: usize) -> Self {
        Self {
            month: Some(max),
            ..self
        }
    }
}

const PLANS: [Plan; 11] = [
    Plan {
        name: "prices without a key",
        adjust: |all| enable_only(all, &PRICES_WITHOUT_KEY),
        tickers: &[(Stock, 25), (Crypto, 15)],
        startup: Duration::from_secs(150),
        after_startup: Duration::from_secs(3_600),
        step: Duration::from_secs(10),
        limits: &[
            // Both are requested on one schedule with an interval of two seconds.
            Limit::of("yahoo").per_minute(30).per_hour(1_800),
            Limit::of("yahoo_facts").per_minute(30).per_hour(1_800),
            // The limit applies to all users with the same IP address.
            Limit::of("coingecko").per_minute(5).per_hour(60),
            Limit::of("yahoo_stream").per_minute(4).per_hour(4),
            Limit::of("coinbase").per_minute(1).per_hour(1),
            Limit::of("kraken").per_minute(1).per_hour(1),
        ],
    },
    Plan {
        name: "everything else without a key",
        adjust: |all| {
            enable_only(all, &REST_WITHOUT_KEY);
            all.nasdaq.history = false;
            all.nasdaq.quotes = false;
            all.nasdaq.screener = false;
        },
        tickers: &[(Stock, 25), (Crypto, 15)],
        startup: MINUTE,
        after_startup: Duration::from_secs(6 * 3_600),
        step: Duration::from_secs(60),
        limits: &[
            Limit::of("alternative_me").per_hour(1),
            Limit::of("cnn").per_hour(1),
            Limit::of("nasdaq").per_minute(12),
            Limit::of("defillama").per_hour(1),
            // Four feeds, each requested every 15 minutes.
            Limit::of("rss").per_hour(16),
            Limit::of("sources").per_hour(12),
        ],
    },
    Plan {
        name: "coingecko with a key",
        adjust: |all| {
            enable_only(all, &["coingecko"]);
            "key".clone_into(&mut all.coingecko.api_key);
        },
        tickers: &[(Crypto, 15)],
        startup: MINUTE,
        after_startup: Duration::from_secs(6 * 3_600),
        step: Duration::from_secs(30),
        limits: &[Limit::of("coingecko").per_minute(30).per_month(10_000)],
    },
    Plan {
        name: "finnhub alone",
        adjust: |all| enable_only(all, &["finnhub"]),
        tickers: &[(Stock, 80)],
        startup: Duration::from_secs(120),
        after_startup: Duration::ZERO,
        step: MINUTE,
        limits: &[
            Limit::of("finnhub").per_minute(60),
            Limit::of("finnhub_stream").per_minute(1),
        ],
    },
    Plan {
        name: "twelve data alone",
        adjust: |all| enable_only(all, &["twelve_data"]),
        tickers: &[(Stock, 25)],
        startup: Duration::from_secs(120),
        after_startup: Duration::from_secs(9 * 3_600 - 120),
        step: MINUTE,
        limits: &[Limit::of("twelve_data").per_minute(8).per_day(800)],
    },
    Plan {
        name: "cboe alone",
        adjust: |all| enable_only(all, &["cboe"]),
        tickers: &[(Stock, 25)],
        startup: Duration::from_secs(120),
        after_startup: Duration::from_secs(3_600),
        step: Duration::from_secs(10),
        // One request a second at most, 25 quotes every five minutes.
        limits: &[Limit::of("cboe").per_minute(60).per_hour(600)],
    },
    Plan {
        name: "fallbacks alone",
        adjust: |all| enable_only(all, &["cnbc", "binance", "nasdaq"]),
        tickers: &[(Stock, 10), (Commodity, 10), (Index, 4), (Crypto, 15)],
        startup: Duration::from_secs(180),
        after_startup: Duration::from_secs(3_600),
        step: Duration::from_secs(10),
        limits: &[
            // One request every two seconds: bars at first, then one request a minute for all quotes.
            Limit::of("cnbc").per_minute(30).per_hour(200),
            Limit::of("binance").per_minute(60).per_hour(400),
            // The earnings calendar shares this limit.
            Limit::of("nasdaq_history").per_minute(12).per_hour(60),
            Limit::of("nasdaq_quotes").per_minute(12).per_hour(150),
            Limit::of("nasdaq_screener").per_hour(1),
        ],
    },
    Plan {
        name: "reference rates and yields",
        adjust: |all| enable_only(all, &["ecb", "treasury"]),
        tickers: &[(Stock, 1)],
        startup: MINUTE,
        after_startup: Duration::from_secs(2 * 3_600),
        step: Duration::from_secs(60),
        // Every quarter of an hour and every hour while the newest figures are late, and the history once.
        limits: &[
            Limit::of("ecb").per_hour(6),
            Limit::of("treasury").per_hour(3),
        ],
    },
    Plan {
        name: "economic statistics",
        adjust: |all| enable_only(all, &["bls", "fed"]),
        tickers: &[(Stock, 1)],
        startup: MINUTE,
        after_startup: Duration::from_secs(24 * 3_600 - 60),
        step: Duration::from_secs(60),
        limits: &[
            Limit::of("bls").per_hour(2).per_day(25),
            Limit::of("bls_calendar").per_day(1),
            Limit::of("fed").per_hour(2).per_day(8),
        ],
    },
    Plan {
        name: "filings and reports",
        adjust: |all| enable_only(all, &["sec"]),
        tickers: &[(Stock, 25)],
        startup: MINUTE,
        after_startup: Duration::from_secs(3 * 3_600),
        step: Duration::from_secs(60),
        // The SEC allows ten requests a second: the list of filers, then filings and figures of each company.
        limits: &[Limit::of("sec").per_minute(120).per_hour(400)],
    },
    Plan {
        name: "european exchanges",
        adjust: |all| enable_only(all, &["deutsche_boerse", "euronext"]),
        tickers: &[],
        startup: Duration::from_secs(120),
        after_startup: Duration::from_secs(3_600),
        step: Duration::from_secs(30),
        limits: &[
            // Three prices every five minutes and their bars once.
            Limit::of("deutsche_boerse").per_minute(30).per_hour(60),
            // Closes are requested once a day, and again every few hours while today's is missing.
            Limit::of("euronext").per_minute(30).per_hour(20),
        ],
    },
];

/// Returns the first tickers of each kind in the catalogue.
fn tickers(counts: &[(TickerKind, usize)]) -> Vec<Profile> {
    let profiles = |(kind, count): &(TickerKind, usize)| {
        let all = CATALOGUE.instruments.iter();
        let all = all.map(|instrument| &instrument.profile);
        let of_kind = all.filter(|profile| profile.kind == *kind);
        of_kind.take(*count).cloned().collect::<Vec<_>>()
    };
    counts.iter().flat_map(profiles).collect()
}

/// The requests to a source on a good day.
struct Row {
    plan: &'static str,
    limit: &'static Limit,
    /// In the busiest minute and hour, and in the rest of the day and the month.
    requests: [usize; 4],
}

impl Row {
    fn limits(&self) -> [Option<usize>; 4] {
        let limit = self.limit;
        [limit.minute, limit.hour, limit.day, limit.month]
    }

    fn print(&self) {
        let cells = self.requests.iter().zip(self.limits()).enumerate();
        let cell = |(at, (requests, limit)): (usize, (&usize, Option<usize>))| match limit {
            Some(limit) => format!("{requests:>6} of {limit:<6}"),
            None if at < 2 => format!("{requests:>6}{:10}", ""),
            None => format!("{:16}", ""),
        };
        let cells: Vec<String> = cells.map(cell).collect();
        println!(
            "{:<15} {:<29} {}",
            self.limit.source,
            self.plan,
            cells.join(" ")
        );
    }

    fn is_within(&self) -> bool {
        let mut cells = self.requests.iter().zip(self.limits());
        cells.all(|(requests, limit)| limit.is_none_or(|limit| *requests <= limit))
    }
}

impl Simulation {
    /// Returns the number of requests in the busiest period of `span`, extrapolated if the run was shorter.
    fn busiest_span(&self, source: &str, span: Duration) -> usize {
        let passed = Duration::from_millis(self.milliseconds.unsigned_abs());
        let times = self.requests.get(source).map_or(&[][..], Vec::as_slice);
        match times {
            [first, .., last] if passed < span && last > first => {
                let pace = (times.len() - 1) as f64 / (last - first) as f64;
                (pace * span.as_millis() as f64) as usize + 1
            }
            _ => self.max_requests_within(source, span, 0),
        }
    }

    /// Returns the paths with `prefix` that were requested more than once, except those of prices.
    fn repeated(&self, prefix: &str) -> Vec<String> {
        let mut counts = BTreeMap::<String, usize>::new();
        for request in self.http_server.requests() {
            if request.path.starts_with(prefix) && !request.path.contains("/info?") {
                *counts.entry(request.path).or_default() += 1;
            }
        }
        counts.retain(|_, count| *count > 1);
        counts.into_keys().collect()
    }
}

/// Runs a day without faults. Returns the requests and the violated expectations.
async fn run_good_day(plan: &'static Plan) -> (Vec<Row>, Vec<String>) {
    let mut run = Simulation::start(MONTH_BEGINS, tickers(plan.tickers), |all| {
        let listed = tickers(plan.tickers).into_iter();
        // No other ticker of the catalogue is followed.
        all.yahoo.symbols = listed.map(|profile| profile.symbol).collect();
        (plan.adjust)(all);
    })
    .await;
    if plan.tickers.is_empty() {
        run.add_tickers(listings()).await;
    }
    run.advance(plan.startup, FINE_STEP).await;
    run.advance(plan.after_startup, plan.step).await;
    let health = plan.limits.iter().map(|limit| run.health(limit.source));
    let is_good = |health: &ProviderHealth| health.requests > 0 && health.failures == 0;
    let with_failures = health.filter(|health| !is_good(health));
    let mut violations: Vec<String> = with_failures.map(|health| format!("{health:?}")).collect();
    // The earnings of a date are requested once a day, as is all but prices.
    violations.extend(run.repeated("/nasdaq/"));
    let row = |limit| Row {
        plan: plan.name,
        limit,
        requests: [MINUTE, HOUR, DAY, MONTH].map(|span| run.busiest_span(limit.source, span)),
    };
    let rows: Vec<Row> = plan.limits.iter().map(row).collect();
    let over_limit = rows.iter().filter(|row| !row.is_within());
    violations.extend(over_limit.map(|row| format!("{}: {:?}", row.limit.source, row.requests)));
    (rows, violations)
}

#[test]
fn requests_on_a_good_day_stay_within_every_limit() {
    let plans = Mutex::new(PLANS.iter());
    let days = Mutex::new(Vec::new());
    let next = || plans.lock().unwrap().next();
    let work = || {
        while let Some(plan) = next() {
            let day = run_simulation(run_good_day(plan));
            days.lock().unwrap().push(day);
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    let days: (Vec<_>, Vec<_>) = days.into_inner().unwrap().into_iter().unzip();
    let mut rows: Vec<Row> = days.0.into_iter().flatten().collect();
    rows.sort_by_key(|row| (row.limit.source, row.plan));
    println!(
        "{:<15} {:<29} {:^16} {:^16} {:^16} {:^16}",
        "source", "plan", "per minute", "per hour", "rest of day", "rest of month"
    );
    rows.iter().for_each(Row::print);
    assert_eq!(days.1.concat(), [""; 0]);
    let keyed = rows.iter().filter(|row| row.limit.source == "coingecko");
    let hours: Vec<usize> = keyed.map(|row| row.requests[1]).collect();
    assert!(
        hours[0] < hours[1],
        "requests are spread over the month: {hours:?}"
    );
}

/// Returns the remaining monthly quota in `/api/status`.
async fn remaining_quota(run: &Simulation) -> u64 {
    let status = run.json("/api/status").await;
    let provider = &status["providers"][0];
    assert_eq!(provider["name"], "coingecko");
    assert_eq!(provider["quota"][0]["period"], "month", "{provider}");
    provider["quota"][0]["left"].as_u64().unwrap()
}

#[test]
fn a_monthly_quota_survives_a_restart_and_lasts_to_the_end_of_the_month() {
    const MONTHLY_QUOTA: usize = 20;
    let adjust = |all: &mut settings::Providers| {
        enable_only(all, &["coingecko"]);
        "key".clone_into(&mut all.coingecko.api_key);
        all.coingecko.requests_per_month = MONTHLY_QUOTA as u64;
    };
    let requests = |run: &Simulation| run.requests.get("coingecko").map_or(0, Vec::len);
    run_simulation(async {
        let coins = tickers(&[(Crypto, 3)]);
        let mut run = Simulation::start("2026-11-30T22:00:00Z", coins, adjust).await;
        let step = Duration::from_secs(20);
        run.advance(HOUR, step).await;
        let before = requests(&run);
        assert!((5..MONTHLY_QUOTA).contains(&before), "{before} in an hour");
        assert_eq!(remaining_quota(&run).await, (MONTHLY_QUOTA - before) as u64);
        let mut run = run.restart(adjust).await;
        run.advance(59 * MINUTE, step).await;
        let after = requests(&run);
        assert!(after > 0, "quota remains for requests");
        assert!(before + after <= MONTHLY_QUOTA, "{before} and {after}");
        assert_eq!(
            remaining_quota(&run).await,
            (MONTHLY_QUOTA - before - after) as u64
        );
        // The next month starts with the full quota.
        run.advance(Duration::from_secs(2 * 3_600), step).await;
        let next = requests(&run) - after;
        assert!((1..=2).contains(&next), "{next} requests in the next month");
        assert_eq!(remaining_quota(&run).await, (MONTHLY_QUOTA - next) as u64);
    });
}
