//! Bonds with prices in percent of their nominal value: the program with a live market in which only Deutsche Börse knows them.

use jiff::civil::date;
use serde_json::{Value, json};

use crate::{
    ecb, enabled,
    program::{Program, Running},
    server::{Reply, Request, Server},
    without_yahoo::{NOW, closes, wait_for_price},
};

/// A German government bond.
const BUND: &str = "DE0001102580";
/// A bond with a nominal value in dollars, which is settled in euros in Frankfurt.
const TREASURY: &str = "US912810SQ22";

/// `OpenFIGI`'s answer for a bond, which has no symbol; Yahoo's for an unknown symbol; and Deutsche Börse's.
fn respond(request: &Request) -> Reply {
    let (_, rest) = request.path.split_at(1);
    let (provider, path) = rest.split_once('/').unwrap_or((rest, ""));
    let body = match provider {
        "openfigi" => Some(
            json!([{ "data": [{ "name": "A bond", "ticker": "DBR 0 02/15/32", "exchCode": "FRANKFURT",
            "securityType": "GLOBAL", "marketSector": "Govt" }] }]),
        ),
        "yahoo" if path.contains("finance/search") => Some(json!({ "quotes": [] })),
        "ecb" if path.ends_with("-hist.zip") => {
            return Reply::ok(ecb::archive(
                "Date,USD,\n2026-11-19,1.25,\n1999-01-04,1.1789,\n",
            ));
        }
        "ecb" => return Reply::ok(ecb::day("2026-11-20", "1.25", "200")),
        "deutsche_boerse" => deutsche_boerse(path),
        _ => None,
    };
    body.map_or_else(
        || Reply::status(404, ""),
        |body| Reply::ok(body.to_string()),
    )
}

fn deutsche_boerse(path: &str) -> Option<Value> {
    let (isin, price, currency, smallest) = if path.contains(BUND) {
        (BUND, 98.45, "EUR", 0.01)
    } else if path.contains(TREASURY) {
        (TREASURY, 58.7, "USD", 100.0)
    } else {
        return None;
    };
    Some(match path.split('?').next()? {
        "v1/tradingview/search" => {
            json!([{ "symbol": format!("XFRA:{isin}"), "description": "A bond", "exchange": "XFRA", "type": "Anleihe" }])
        }
        "v1/tradingview/symbols" => {
            json!({ "name": "A bond's code", "description": format!("Bond {isin}"), "currency_code": "EUR" })
        }
        "v1/data/price_information/single" if path.ends_with("&mic=XFRA") => json!({
            "isin": isin, "mic": "XFRA", "lastPrice": price, "timestampLastPrice": "2026-11-20T16:29:40+01:00",
            "closingPricePrevTradingDay": price - 0.25, "turnoverInPieces": 250_000, "tradedInPercent": true,
            "nominal": true, "currency": { "originalValue": "EUR" },
        }),
        "v1/data/master_data_bond" if path.ends_with("&mic=XFRA") => json!({
            "isin": isin, "issuer": "A state", "issueCurrency": currency, "minimumInvestmentAmount": smallest,
            "maturity": "2032-02-15", "cupon": Value::Null,
        }),
        "v1/tradingview/history" if path.contains("symbol=XFRA%3A") => {
            let midnight = |day| date(2026, 11, day).at(0, 0, 0, 0).in_tz("Europe/Berlin");
            let times = [18, 19].map(|day| midnight(day).unwrap().timestamp().as_second());
            let closes = [price - 0.5, price - 0.25];
            json!({ "s": "ok", "t": times, "o": closes, "h": closes, "l": closes, "c": closes, "v": [0, 50_000] })
        }
        _ => return None,
    })
}

fn post(running: &Running, path: &str, body: &Value) -> Value {
    let (status, body) = running.request("POST", path, &body.to_string()).unwrap();
    assert!((200..300).contains(&status), "{path}: {status} {body}");
    serde_json::from_str(&body).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bond_is_followed_by_its_isin_and_held_by_its_nominal_value() {
    let server = Server::start(|request| Some(respond(request))).await;
    let data = tempfile::tempdir().unwrap();
    let mut program = Program::at(NOW, data.path());
    let command = &mut program.command;
    command
        .args(["--market", "live"])
        .env("MARKETDECK_SYMBOLS", "EURUSD=X")
        .env("MARKETDECK_PROVIDERS_YAHOO_FACTS", "false");
    let providers = ["yahoo", "ecb", "deutsche_boerse", "openfigi"];
    enabled::enable_only_in_environment(command, &server.base, &providers);
    let running = program.serve();
    let found = running.json(&format!("/api/symbols?query={BUND}"));
    assert_eq!(found[0]["symbol"], "DE0001102580.F", "{found}");
    assert_eq!(found[0]["type"], "bond", "{found}");
    let bund = post(&running, "/api/tickers", &json!({ "symbol": BUND }));
    // The symbol of a search result can be followed, too.
    let treasury = post(
        &running,
        "/api/tickers",
        &json!({ "symbol": "US912810SQ22.F" }),
    );
    for (ticker, symbol, price, currency, par) in [
        (&bund, "DE0001102580.F", 98.45, "EUR", 0.01),
        (&treasury, "US912810SQ22.F", 58.7, "USD", 100.0),
    ] {
        for (field, expected) in [
            ("symbol", json!(symbol)),
            ("type", json!("bond")),
            ("price", json!(price)),
            ("priceUnit", json!("percent")),
            ("parValue", json!(par)),
            ("currency", json!(currency)),
            ("marketCap", Value::Null),
            ("exchange", json!("Frankfurt")),
        ] {
            assert_eq!(ticker[field], expected, "{field}: {ticker}");
        }
        let listings = format!("/api/tickers/{}/listings", ticker["id"]);
        assert_eq!(running.json(&listings), json!([]));
        let ticker = wait_for_price(&running, symbol);
        assert_eq!(ticker["stale"], false, "{ticker}");
        assert_eq!(closes(&running, symbol)[..2], [price - 0.5, price - 0.25]);
    }
    let summary = running.json("/api/summary?symbols=DE0001102580.F");
    let row = &summary["tickers"][0];
    assert_eq!(
        (&row["price"], &row["priceUnit"], &row["currency"]),
        (&json!(98.45), &json!("percent"), &Value::Null)
    );
    holds_bonds(&running, [&bund, &treasury]);
    let requests = server.requests();
    let to_yahoo = requests
        .iter()
        .find(|request| request.path.starts_with("/yahoo/v8") && request.path.contains(".F"));
    assert!(
        to_yahoo.is_none(),
        "Yahoo has no bonds: {:?}",
        to_yahoo.map(|request| &request.path)
    );
    let (status, body) = running
        .request("POST", "/api/tickers", r#"{"symbol":"DE0001102598"}"#)
        .unwrap();
    assert_eq!(
        (status, body.trim()),
        (
            404,
            "No enabled source has prices of DE0001102598, a security of type 'GLOBAL'."
        )
    );
}

/// Holds 10,000 € nominal value bought at 96.50, and 5,000 $ bought at 60.00 (a dollar is 0.80 €).
fn holds_bonds(running: &Running, [bund, treasury]: [&Value; 2]) {
    let list = post(running, "/api/watchlists", &json!({ "name": "Bonds" }))["id"].clone();
    for (ticker, quantity, cost) in [(bund, 10_000.0, 96.5), (treasury, 5_000.0, 60.0)] {
        let path = format!("/api/watchlists/{list}/tickers");
        let entry = post(running, &path, &json!({ "tickerId": ticker["id"] }));
        let path = format!("/api/watchlist-items/{}", entry["watchlistItemId"]);
        let change = json!({ "quantity": quantity, "cost": cost }).to_string();
        let (status, body) = running.request("PATCH", &path, &change).unwrap();
        assert_eq!(status, 200, "{body}");
    }
    let is_close = |value: &Value, expected: f64| (value.as_f64().unwrap() - expected).abs() < 1e-6;
    let holdings = running.json("/api/holdings?currency=EUR");
    let amounts = [
        // value, gain, cost, display value
        (9_845.0, 195.0, 96.5, 9_845.0),
        (2_935.0, -65.0, 60.0, 2_348.0),
    ];
    for (position, (value, gain, cost, display)) in holdings["positions"]
        .as_array()
        .unwrap()
        .iter()
        .zip(amounts)
    {
        assert_eq!(position["priceUnit"], "percent");
        for (field, expected) in [
            ("value", value),
            ("gain", gain),
            ("cost", cost),
            ("displayValue", display),
        ] {
            assert!(is_close(&position[field], expected), "{field}: {position}");
        }
    }
    assert!(is_close(&holdings["value"], 12_193.0), "{holdings}");
    assert!(is_close(&holdings["gain"], 195.0 - 52.0), "{holdings}");
    // The file that Marketdeck exports contains the same holdings.
    let (_, csv) = running.get("/api/holdings?format=csv&currency=EUR");
    let row = csv.lines().nth(1).unwrap();
    assert!(
        row.contains(",bond,Bonds,EUR,EUR,10000,96.5,98.45,") && row.ends_with(",percent"),
        "{csv}"
    );
    let path = format!("/api/watchlists/{list}/holdings/import");
    let report = post(running, &path, &json!({ "text": csv }));
    assert_eq!(
        (&report["taken"], &report["refused"]),
        (&json!(2), &json!(0)),
        "{report}"
    );
    let imported = running.json("/api/holdings?currency=EUR");
    assert!(is_close(&imported["value"], 12_193.0), "{imported}");
    assert!(is_close(&imported["gain"], 143.0), "{imported}");
    // The price of a purchase is in percent, or follows from its amount.
    let trades = "Date,Type,ISIN,Quantity,Price,Amount\n\
        2026-11-16,Buy,DE0001102580,3000,97,2910\n2026-11-17,Buy,DE0001102580,1000,,980\n";
    let report = post(running, &path, &json!({ "text": trades }));
    assert_eq!(report["taken"], 2, "{report}");
    let held = running.json("/api/holdings?symbol=DE0001102580.F");
    let position = &held["positions"][0];
    assert!(is_close(&position["cost"], 97.25), "{position}");
    assert!(is_close(&position["gain"], 3_938.0 - 3_890.0), "{position}");
    let exported = running.json("/api/export").to_string();
    let plan = post(
        running,
        "/api/import/preview?mode=replace",
        &serde_json::from_str(&exported).unwrap(),
    );
    assert!(
        !plan.to_string().contains("DE0001102580"),
        "nothing changes: {plan}"
    );
}
