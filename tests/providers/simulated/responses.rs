//! Simulated HTTP responses of the providers, with and without faults.

use std::collections::BTreeMap;

use marketdeck::{
    domain::{Timestamp, ticker::TickerKind},
    providers::settings,
};
use serde_json::{Value, json};

use super::{Fault, World, fallbacks, filings_and_exchanges};
use crate::{
    ecb,
    server::{Reply, Request},
    spark::yahoo_response,
};

const CHART: &str = include_str!("../../fixtures/providers/chart.json");
const TVL: &str = include_str!("../../fixtures/providers/defillama.json");
const FEED: &str = include_str!("../../fixtures/providers/feed.xml");
const FACTS: &str = include_str!("../../fixtures/providers/yahoo_quote.json");
const SUMMARY: &str = include_str!("../../fixtures/providers/yahoo_summary.json");
const DAYS: &str = include_str!("../../fixtures/providers/twelve_data_days.json");

/// All providers with this base URL, enabled.
pub(super) fn settings(base: &str) -> settings::Providers {
    let at = |provider: &str| format!("{base}/{provider}");
    let mut all = settings::Providers::default();
    all.cross_check.enabled = false;
    all.yahoo.base_url = at("yahoo");
    all.coingecko.base_url = at("coingecko");
    all.alternative_me.base_url = at("alternative_me");
    all.cnn.base_url = at("cnn");
    all.nasdaq.base_url = at("nasdaq");
    all.defillama.base_url = at("defillama");
    all.rss.base_url = at("rss");
    all.finnhub.base_url = at("finnhub");
    "key".clone_into(&mut all.finnhub.api_key);
    all.cboe.base_url = at("cboe");
    all.cnbc.base_url = at("cnbc");
    all.binance.base_url = at("binance");
    all.ecb.base_url = at("ecb");
    all.treasury.base_url = at("treasury");
    all.bls.base_url = at("bls");
    all.fed.base_url = at("fed");
    // It has no source: only lookups ask it.
    all.openfigi.enabled = false;
    all.deutsche_boerse.base_url = at("deutsche_boerse");
    all.euronext.base_url = at("euronext");
    all.sec.base_url = at("sec");
    "operator@example.org".clone_into(&mut all.sec.contact);
    all.twelve_data.base_url = at("twelve_data");
    "key".clone_into(&mut all.twelve_data.api_key);
    all.sources = vec![settings::Custom {
        symbol: "HARBOR".to_owned(),
        name: None,
        kind: TickerKind::Stock,
        currency: "USD".to_owned(),
        url: at("sources"),
        price: "/nav".to_owned(),
        time: None,
        every_seconds: 300,
        headers: BTreeMap::new(),
        header_files: BTreeMap::new(),
    }];
    all
}

/// The provider whose API has this path.
fn source(request: &Request) -> &str {
    let mut parts = request.path.split(['/', '?']).skip(1);
    match (parts.next(), parts.next()) {
        (Some("yahoo"), Some("" | "v1" | "v10")) => "yahoo_facts",
        (Some("yahoo"), _) if request.path.starts_with("/yahoo/v7/finance/quote?") => "yahoo_facts",
        (Some("nasdaq"), _) if request.path.contains("/info?") => "nasdaq_quotes",
        (Some("nasdaq"), _) if request.path.contains("/screener/") => "nasdaq_screener",
        (Some("bls"), _) if request.path.contains("/schedule/") => "bls_calendar",
        (Some("nasdaq"), _) if !request.path.contains("/earnings?") => "nasdaq_history",
        (name, _) => name.unwrap_or_default(),
    }
}

/// The response at this time; `None` if it never responds.
pub(super) fn respond(world: &World, request: &Request) -> Option<Reply> {
    let source = source(request);
    if source == "yahoo"
        && let Some(bodies) = &*world.bodies.lock().unwrap()
    {
        return Some(bodies.respond(request));
    }
    let good_response = || good_response(world, source, request);
    Some(match world.fault(source) {
        None | Some(Fault::DayOld) => good_response(),
        Some(Fault::Throttled) => Reply::status(429, "Too Many Requests").with("Retry-After", "60"),
        Some(Fault::Broken) => Reply::status(500, "upstream error"),
        Some(Fault::Hangs) => return None,
        Some(Fault::Garbage) => Reply::ok(b"\x00\xff\x17 what is this".to_vec()),
        Some(Fault::WebPage) => Reply::ok("<html>Attention Required</html>"),
        Some(Fault::Truncated) => {
            let body = good_response().body;
            Reply::ok(body[..body.len() / 2].to_vec())
        }
        Some(Fault::OddField) => with_invalid_field(source, good_response()),
        Some(Fault::ChangedShape) => in_other_format(&good_response()),
        Some(fault) => panic!("{source} is no stream: {fault:?}"),
    })
}

fn good_response(world: &World, source: &str, request: &Request) -> Reply {
    let now = world.time_at(source);
    let second = now.as_second();
    Reply::ok(match source {
        "yahoo" => {
            let mut chart: Value = serde_json::from_str(CHART).unwrap();
            let meta = &mut chart["chart"]["result"][0]["meta"];
            meta["regularMarketTime"] = second.into();
            meta["regularMarketPrice"] = world.price(12.5).into();
            yahoo_response(request, &chart.to_string())
        }
        "yahoo_facts" => return facts(request),
        "coingecko" => {
            json!([{ "id": "solana", "current_price": world.price(140.5), "high_24h": 150, "last_updated": now.to_string() }])
                .to_string()
        }
        "alternative_me" => {
            let midnight = second - second % 86_400;
            json!({ "data": [{
                "value": "61", "value_classification": "Greed", "timestamp": midnight.to_string(),
            }] })
            .to_string()
        }
        "cnn" => {
            let at = Timestamp::from_second(second - 2 * 3_600).unwrap().to_string();
            json!({ "fear_and_greed": {
                "score": 41, "rating": "fear", "timestamp": at, "previous_close": 40,
            } })
            .to_string()
        }
        "nasdaq" => r#"{"data":{"rows":[{"symbol":"AAPL","epsForecast":"$2.01","eps":""}]}}"#.to_owned(),
        "defillama" => TVL.to_owned(),
        "finnhub" => {
            json!({ "c": 250.5, "h": 252, "l": 249, "o": 250, "pc": 248.5, "t": second }).to_string()
        }
        "cboe" => cboe_response(request, second),
        "cnbc" => fallbacks::cnbc(world, request),
        "binance" => fallbacks::binance(world, request),
        "nasdaq_history" => fallbacks::nasdaq(world, request),
        "nasdaq_quotes" => fallbacks::nasdaq_quote(world, request),
        "nasdaq_screener" => fallbacks::nasdaq_list(),
        "sec" => filings_and_exchanges::sec(world, request),
        "deutsche_boerse" => filings_and_exchanges::deutsche_boerse(world, request),
        "euronext" => filings_and_exchanges::euronext(world, request),
        "ecb" if request.path.ends_with("-hist.zip") => {
            return Reply::ok(ecb::archive("Date,USD,\n2026-11-18,1.2,\n1999-01-04,1.1789,\n"));
        }
        // The fixing of today is late.
        "ecb" => ecb::day(&date_before(now, 1), "1.25", "200"),
        "treasury" => {
            let date = if request.path.contains("/2026/") {
                date_before(now, 2)
            } else {
                "2025-12-31".to_owned()
            };
            format!("Date,\"1 Mo\",\"2 Yr\",\"10 Yr\"\n{date},3.9,3.6,4.1\n")
        }
        "bls" => json!({ "status": "REQUEST_SUCCEEDED", "Results": { "series": [{
            "seriesID": "LNS14000000",
            "data": [{ "year": "2026", "period": "M10", "value": "4.4", "footnotes": [{}] }],
        }] } })
        .to_string(),
        "bls_calendar" => "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;TZID=US-Eastern:20261210T083000\r\n\
            LOCATION:Washington\\, DC\r\nSUMMARY:Consumer Price Index\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
            .to_owned(),
        "fed" => json!({ "refRates": [{
            "effectiveDate": date_before(now, 1), "percentRate": 3.63, "targetRateFrom": 3.5, "targetRateTo": 3.75,
        }] })
        .to_string(),
        "twelve_data" if request.path.contains("/quote?") => json!({
            "symbol": symbol_of(request), "currency": "USD", "last_quote_at": second, "close": "148.85",
            "high": "148.97", "low": "147.22", "previous_close": "149.09",
        })
        .to_string(),
        "twelve_data" => DAYS.replacen("\"AAPL\"", &format!("{:?}", symbol_of(request)), 1),
        "sources" => r#"{"nav":10.5,"of":"today"}"#.to_owned(),
        _ => FEED.to_owned(),
    })
}

/// The date in UTC some days before a time.
fn date_before(now: Timestamp, days: i64) -> String {
    let time = now - jiff::SignedDuration::from_hours(24 * days);
    time.to_zoned(jiff::tz::TimeZone::UTC).date().to_string()
}

/// Cboe's quote of this second, yesterday's daily bar, or the bar of this minute.
fn cboe_response(request: &Request, second: i64) -> String {
    let file = request.path.rsplit('/').next().unwrap_or_default();
    let symbol = file.trim_end_matches(".json");
    let new_york = Timestamp::from_second(second)
        .unwrap()
        .in_tz("America/New_York")
        .unwrap()
        .datetime();
    let prices = json!({ "open": 249, "high": 252, "low": 248, "close": 250 });
    let data = if request.path.contains("/charts/historical/") {
        let yesterday = new_york.date().yesterday().unwrap();
        json!([{ "date": yesterday.to_string(), "open": 249, "high": 252, "low": 248, "close": 250, "volume": 7 }])
    } else if request.path.contains("/charts/intraday/") {
        json!([{ "datetime": new_york.to_string(), "price": prices, "volume": { "stock_volume": 7 } }])
    } else {
        json!({
            "symbol": symbol, "current_price": 250.5, "prev_day_close": 248.5, "high": 252, "low": 249,
            "last_trade_time": new_york.to_string(),
        })
    };
    json!({ "symbol": symbol, "data": data }).to_string()
}

/// The requested Twelve Data symbol, which the response must repeat.
fn symbol_of(request: &Request) -> &str {
    let (_, rest) = request.path.split_once("symbol=").unwrap_or_default();
    rest.split('&').next().unwrap_or_default()
}

/// Cookie, crumb, and the facts of the requested symbol.
fn facts(request: &Request) -> Reply {
    let path = request.path.strip_prefix("/yahoo").unwrap_or_default();
    match path.split('?').next().unwrap_or_default() {
        "/" => Reply::status(404, "").with("Set-Cookie", "A3=d=AQ"),
        "/v1/test/getcrumb" => Reply::ok("crumb"),
        "/v7/finance/quote" => {
            let mut facts: Value = serde_json::from_str(FACTS).unwrap();
            let (_, rest) = path.split_once("symbols=").unwrap_or_default();
            let symbols = rest.split('&').next().unwrap_or_default().split(',');
            let facts_of = |symbol: &str| {
                let mut one = facts["quoteResponse"]["result"][1].clone();
                one["symbol"] = symbol.into();
                one
            };
            let results: Vec<Value> = symbols.map(facts_of).collect();
            facts["quoteResponse"]["result"] = results.into();
            Reply::ok(facts.to_string())
        }
        _ => Reply::ok(SUMMARY),
    }
}

/// A good response in another format: JSON one level deeper, XML, CSV and archives with other names.
fn in_other_format(reply: &Reply) -> Reply {
    if let Ok(body) = serde_json::from_slice::<Value>(&reply.body) {
        return Reply::ok(json!({ "version": 2, "payload": body }).to_string());
    }
    if reply.body.starts_with(b"PK") {
        return Reply::ok(ecb::archive("Day;Dollar\n2026-11-18;1.2\n"));
    }
    let text = String::from_utf8_lossy(&reply.body);
    let names = [
        ("<rss", "<news"),
        ("currency=", "code="),
        ("Date;Open", "Day;First"),
        ("\"1 Mo\",\"2 Yr\",\"10 Yr\"", "month,years,decade"),
        ("BEGIN:VEVENT", "BEGIN:RELEASE"),
    ];
    let renamed = names.iter().fold(text.into_owned(), |text, (name, other)| {
        text.replace(name, other)
    });
    Reply::ok(renamed)
}

/// A good response in which one optional field has the wrong type.
fn with_invalid_field(source: &str, reply: Reply) -> Reply {
    if reply.body.starts_with(b"PK") {
        return Reply::ok(ecb::archive(
            "Date,USD,JPY,\n2026-11-18,1.2,odd,\n1999-01-04,1.1789,133.7,\n",
        ));
    }
    let Ok(mut body) = serde_json::from_slice::<Value>(&reply.body) else {
        let text = String::from_utf8_lossy(&reply.body).into_owned();
        let fields = [
            ("<pubDate>", "<pubDate>odd "),
            // The rate of the yen.
            ("rate='200'", "rate='odd'"),
            // A cell of Euronext's table, and one of the Treasury's.
            (";610;", ";odd;"),
            (",3.6,", ",odd,"),
            ("LOCATION:", "LOCATION;odd=\"odd:"),
        ];
        let odd = fields.iter().fold(text.clone(), |text, (field, odd)| {
            text.replacen(field, odd, 1)
        });
        assert_ne!(odd, text, "{source} has no odd field");
        return Reply {
            body: odd.into_bytes(),
            ..reply
        };
    };
    let field_paths: &[&str] = match source {
        "yahoo" => &[
            "/chart/result/0/meta/fiftyTwoWeekHigh",
            "/spark/result/0/response/0/meta/fiftyTwoWeekHigh",
        ],
        "yahoo_facts" => &[
            "/quoteResponse/result/0/sharesOutstanding",
            "/quoteSummary/result/0/summaryProfile/sector",
        ],
        "coingecko" => &["/0/high_24h"],
        "alternative_me" => &["/data/0/value_classification"],
        "cnn" => &["/fear_and_greed/previous_close"],
        "nasdaq" => &["/data/rows/0/epsForecast"],
        "defillama" => &["/0/tvl"],
        "finnhub" => &["/h"],
        "cboe" => &["/data/high", "/data/0/volume"],
        "cnbc" | "binance" | "nasdaq_history" | "nasdaq_quotes" | "nasdaq_screener" => {
            fallbacks::OPTIONAL_FIELDS
        }
        "sec" | "deutsche_boerse" => filings_and_exchanges::OPTIONAL_FIELDS,
        "bls" => &["/Results/series/0/data/0/footnotes"],
        "fed" => &["/refRates/0/percentRate"],
        "twelve_data" => &["/high", "/values/0/volume"],
        _ => &["/of"],
    };
    let field = field_paths.iter().find(|path| body.pointer(path).is_some());
    let field = field.unwrap_or_else(|| panic!("{source}: {body}"));
    if let Some(field) = body.pointer_mut(field) {
        *field = json!({ "odd": [null] });
    }
    Reply::ok(body.to_string())
}
