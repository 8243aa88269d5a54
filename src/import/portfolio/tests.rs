use jiff::civil::date;

use super::*;

const TODAY: Date = date(2026, 11, 20);

fn read(text: &str) -> PortfolioFile {
    parse_portfolio(text, TODAY).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn lots(file: &PortfolioFile) -> Vec<&ImportedLot> {
    file.rows
        .iter()
        .filter_map(|row| match &row.content {
            RowContent::Lot(lot) => Some(lot),
            _ => None,
        })
        .collect()
}

/// Writes a lot as `symbol or identifier, date, quantity, price, fee, currency`; `-` is unknown.
fn text(lot: &ImportedLot) -> String {
    let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.4}"));
    format!(
        "{} {} {} {} {} {}",
        lot.symbol
            .as_deref()
            .or(lot.identifier.as_deref())
            .unwrap_or("-"),
        lot.date.map_or("-".to_owned(), |date| date.to_string()),
        lot.quantity,
        number(lot.price),
        number(lot.fee),
        lot.currency
            .map_or("-".to_owned(), |currency| currency.to_string()),
    )
}

fn other(file: &PortfolioFile) -> Vec<(u64, &str)> {
    file.rows
        .iter()
        .filter_map(|row| match &row.content {
            RowContent::Lot(_) => None,
            RowContent::Other(text) | RowContent::Invalid(text) => Some((row.line, text.as_str())),
        })
        .collect()
}

fn check(file: &str, format: &str, expected_lots: &[&str], expected_other: &[(u64, &str)]) {
    let file = read(file);
    assert_eq!(file.format, format);
    let lots: Vec<String> = lots(&file).into_iter().map(text).collect();
    assert_eq!(lots, expected_lots);
    assert_eq!(other(&file), expected_other);
}

#[test]
fn ghostfolio_csv_and_json_are_read() {
    let csv = "Date,Code,DataSource,Currency,Price,Quantity,Action,Fee,Note\n\
        2024-03-04,AAPL,YAHOO,USD,175.1,10,buy,1,first\n\
        2024-05-16,AAPL,YAHOO,USD,0.25,10,dividend,0,\n\
        2025-01-07,AAPL,YAHOO,USD,243.5,4,sell,1.5,\n";
    check(
        csv,
        "ghostfolio",
        &[
            "AAPL 2024-03-04 10 175.1000 1.0000 USD",
            "AAPL 2025-01-07 -4 243.5000 1.5000 USD",
        ],
        &[(3, "dividend")],
    );
    let json = r#"{"meta": {"version": "3.1.0"}, "activities": [
        {"date": "2024-03-04T00:00:00.000Z", "symbol": "VWCE.DE", "type": "BUY", "quantity": 2.5, "unitPrice": 112.34,
         "fee": 0, "currency": "EUR", "dataSource": "YAHOO"},
        {"date": "2024-04-01T00:00:00.000Z", "type": "INTEREST", "quantity": 1, "unitPrice": 3.1, "fee": 0,
         "currency": "EUR", "SymbolProfile": {"symbol": "0c7e"}}]}"#;
    check(
        json,
        "ghostfolio",
        &["VWCE.DE 2024-03-04 2.5 112.3400 0.0000 EUR"],
        &[(2, "INTEREST")],
    );
}

#[test]
fn wealthfolio_is_read() {
    let csv = "date,symbol,quantity,activityType,unitPrice,currency,fee,amount\n\
        2024-01-15T00:00:00.000Z,MSFT,3,BUY,388.47,USD,4.95,\n\
        2024-01-16T00:00:00.000Z,$CASH-USD,1,DEPOSIT,1000,USD,0,1000\n\
        2024-02-01T00:00:00.000Z,MSFT,1,TRANSFER_IN,400,USD,0,\n\
        2024-06-01T00:00:00.000Z,MSFT,abc,SELL,410,USD,0,\n";
    check(
        csv,
        "wealthfolio",
        &[
            "MSFT 2024-01-15 3 388.4700 4.9500 USD",
            "MSFT 2024-02-01 1 400.0000 0.0000 USD",
        ],
        &[(3, "DEPOSIT"), (5, "the quantity 'abc' is not a number")],
    );
}

#[test]
fn portfolio_performance_is_read_in_english_and_german() {
    let english = "Date,Type,Value,Transaction Currency,Gross Amount,Currency Gross Amount,Exchange Rate,Fees,Taxes,Shares,ISIN,WKN,Ticker Symbol,Security Name,Note\n\
        2024-03-15T00:00,Buy,\"1,010.00\",EUR,\"1,085.00\",USD,0.9217,10.00,0.00,5,US0378331005,865985,AAPL,Apple Inc.,\n\
        2024-05-15T00:00,Dividend,4.00,EUR,4.50,USD,0.92,0.00,0.00,5,US0378331005,865985,AAPL,Apple Inc.,\n";
    check(
        english,
        "Portfolio Performance",
        &["AAPL 2024-03-15 5 217.0000 - USD"],
        &[(3, "Dividend")],
    );
    let german = "Datum;Typ;Wert;Buchungswährung;Bruttobetrag;Währung Bruttobetrag;Wechselkurs;Gebühren;Steuern;Stück;ISIN;WKN;Ticker-Symbol;Wertpapiername;Notiz\n\
        2024-03-15T00:00;Kauf;1.509,90;EUR;;;;9,90;0,00;12,5;DE0007164600;716460;;SAP SE;\n\
        2025-03-15T00:00;Verkauf;1.190,00;EUR;;;;10,00;0,00;5;DE0007164600;716460;;SAP SE;\n\
        2025-04-15T00:00;Auslieferung;0,00;EUR;;;;0,00;0,00;1;DE0007164600;716460;;SAP SE;\n";
    check(
        german,
        "Portfolio Performance",
        &[
            "DE0007164600 2024-03-15 12.5 120.0000 9.9000 EUR",
            "DE0007164600 2025-03-15 -5 240.0000 10.0000 EUR",
            "DE0007164600 2025-04-15 -1 0.0000 0.0000 EUR",
        ],
        &[],
    );
}

#[test]
fn yahoo_portfolios_are_read() {
    let csv = "Symbol,Current Price,Date,Time,Change,Open,High,Low,Volume,Trade Date,Purchase Price,Quantity,Commission,High Limit,Low Limit,Comment\n\
        AAPL,265.1,2026/11/19,16:00 EST,1.2,264,266,263,31000000,20240304,175.1,10,1.0,,,\n\
        NVDA,180.2,2026/11/19,16:00 EST,1.2,180,181,179,31000000,,,,,,,\n\
        ^GSPC,6700,2026/11/19,16:00 EST,1.2,,,,,20270101,1,1,,,,\n";
    check(
        csv,
        "Yahoo",
        &["AAPL 2024-03-04 10 175.1000 1.0000 -"],
        &[
            (3, "no quantity"),
            (4, "the date 2027-01-01 is after today"),
        ],
    );
}

#[test]
fn statements_and_flex_queries_of_interactive_brokers_are_read() {
    let statement = "Statement,Header,Field Name,Field Value\n\
        Statement,Data,BrokerName,Interactive Brokers\n\
        Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code\n\
        Trades,Data,Order,Stocks,USD,NVDA,\"2024-06-11, 10:15:30\",\"1,200\",121.5,120.9,-145800,-6,145806,0,-720,O\n\
        Trades,Data,Order,Stocks,USD,NVDA,\"2025-02-03, 11:00:00\",-200,118,117,23600,-1,-24301,-702,200,C\n\
        Trades,SubTotal,,Stocks,USD,NVDA,,1000,,,-122200,-7,,,,\n\
        Trades,Data,Order,Forex,USD,EUR.USD,\"2024-06-10, 09:00:00\",500,1.08,,-540,-2,,,,\n\
        Trades,Total,,Stocks,USD,,,,,,-122200,-7,,,,\n";
    check(
        statement,
        "Interactive Brokers",
        &[
            "NVDA 2024-06-11 1200 121.5000 6.0000 USD",
            "NVDA 2025-02-03 -200 118.0000 1.0000 USD",
        ],
        &[(7, "not a stock or fund: Forex")],
    );
    let flex = "\"CurrencyPrimary\",\"AssetClass\",\"Symbol\",\"ISIN\",\"DateTime\",\"Quantity\",\"TradePrice\",\"IBCommission\",\"Buy/Sell\"\n\
        \"EUR\",\"STK\",\"SAP\",\"DE0007164600\",\"20240304;101500\",\"10\",\"176.2\",\"-3\",\"BUY\"\n";
    check(
        flex,
        "Interactive Brokers",
        &["SAP 2024-03-04 10 176.2000 3.0000 EUR"],
        &[],
    );
}

#[test]
fn trading_212_is_read_and_pence_become_pounds() {
    let csv = "Action,Time,ISIN,Ticker,Name,Notes,ID,No. of shares,Price / share,Currency (Price / share),Exchange rate,Result,Currency (Result),Total,Currency (Total)\n\
        Deposit,2024-01-02 09:00:00,,,,,A1,,,,,,,500.00,GBP\n\
        Market buy,2024-01-03 10:11:12.345,GB00B10RZP78,ULVR,Unilever,,A2,12.5,3810.5000000000,GBX,1,,,476.31,GBP\n\
        Dividend (Ordinary),2024-03-22 12:00:00,GB00B10RZP78,ULVR,Unilever,,,12.5,0.364,GBX,,,,4.55,GBP\n\
        Limit sell,2024-06-03 10:00:00,GB00B10RZP78,ULVR,Unilever,,A3,2.5,4300,GBX,1,12.2,GBP,107.5,GBP\n";
    check(
        csv,
        "Trading 212",
        &[
            "ULVR 2024-01-03 12.5 38.1050 - GBP",
            "ULVR 2024-06-03 -2.5 43.0000 - GBP",
        ],
        &[(2, "Deposit"), (4, "Dividend (Ordinary)")],
    );
}

#[test]
fn degiro_is_read_with_its_untitled_currencies() {
    let csv = "Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value,,Exchange rate,Transaction and/or third party fees,,Total,,Order ID\n\
        03-04-2024,09:04,ASML HOLDING,NL0010273215,EAM,XAMS,2,891.3000,EUR,-1782.60,EUR,-1782.60,EUR,,-3.00,EUR,-1785.60,EUR,x1\n\
        05-04-2024,15:31,APPLE INC,US0378331005,NDQ,XNAS,-1,169.5000,USD,169.50,USD,156.30,EUR,1.0845,-2.00,EUR,154.30,EUR,x2\n";
    check(
        csv,
        "Degiro",
        &[
            "NL0010273215 2024-04-03 2 891.3000 3.0000 EUR",
            "US0378331005 2024-04-05 -1 169.5000 - USD",
        ],
        &[],
    );
}

#[test]
fn positions_of_schwab_and_fidelity_are_read_with_their_cost() {
    let schwab = "\"Positions for account Individual ...123 as of 04:00 PM ET, 2026/11/19\"\n\
        \n\
        \"Symbol\",\"Description\",\"Qty (Quantity)\",\"Price\",\"Mkt Val (Market Value)\",\"Cost Basis\",\"Gain % (Gain/Loss %)\",\"Security Type\"\n\
        \"AAPL\",\"APPLE INC\",\"1,000\",\"$265.10\",\"$265,100.00\",\"$151,250.00\",\"75.27%\",\"Equity\"\n\
        \"Cash & Cash Investments\",\"--\",\"--\",\"--\",\"$1,000.00\",\"--\",\"--\",\"Cash and Money Market\"\n\
        \"Account Total\",\"--\",\"--\",\"--\",\"$266,100.00\",\"$151,250.00\",\"--\",\"--\"\n";
    check(
        schwab,
        "Schwab",
        &["AAPL - 1000 151.2500 - USD"],
        &[
            (5, "not a stock or fund: Cash and Money Market"),
            (6, "a sum"),
        ],
    );
    let fidelity = "Account Number,Account Name,Symbol,Description,Quantity,Last Price,Current Value,Cost Basis Total,Average Cost Basis,Type\n\
        Z1,Individual,VTI,VANGUARD TOTAL STOCK MARKET,25.5,$330.10,$8417.55,$5100.00,$200.00,Cash,\n\
        Z1,Individual,SPAXX**,HELD IN MONEY MARKET,,,$120.55,,,Cash,\n\
        \n\
        \"The data and information in this spreadsheet is provided to you solely for your use.\"\n";
    check(
        fidelity,
        "Fidelity",
        &["VTI - 25.5 200.0000 - USD"],
        &[(3, "no quantity"), (5, "no quantity")],
    );
}

#[test]
fn a_file_of_an_unknown_program_needs_a_symbol_and_a_quantity() {
    let own = "ISIN;Stück;Kaufkurs;Kaufdatum\nDE0007164600;10;120,50;31.01.2024\nDE0007164600;0;1,00;31.01.2024\n";
    check(
        own,
        "CSV",
        &["DE0007164600 2024-01-31 10 120.5000 - -"],
        &[(3, "the quantity is 0")],
    );
    check(
        "symbol,quantity,cost\nAAPL,10,150\n",
        "CSV",
        &["AAPL - 10 150.0000 - -"],
        &[],
    );
    check(
        "symbol,quantity\nAAPL,10\n",
        "CSV",
        &["AAPL - 10 - - -"],
        &[],
    );
}

#[test]
fn unreadable_files_return_one_sentence() {
    for (text, expected) in [
        ("", "The file is empty."),
        (
            "{\"activities\": 1}",
            "The JSON file has no list of 'activities', which ghostfolio's export has.",
        ),
        (
            "Account,Balance\nA,1\n",
            "No line has the column headers of a portfolio (found: Account, Balance); it needs at least a symbol or ISIN and a quantity.",
        ),
        (
            "symbol;quantity\nAAPL;1.234\n",
            "Line 2: '1.234' could be 1234 or 1.234, and no other line decides. Write dates as 2026-01-31 and numbers without thousands separators.",
        ),
    ] {
        assert_eq!(parse_portfolio(text, TODAY).unwrap_err(), expected);
    }
    let many = format!("symbol,quantity\n{}", "A,1\n".repeat(MAX_ROWS + 1));
    let error = parse_portfolio(&many, TODAY).unwrap_err();
    assert_eq!(
        error,
        "The file has 50001 rows; at most 50000 can be imported at once."
    );
}

#[test]
fn arbitrary_cells_below_known_headers_cause_no_panic() {
    let mut random = fastrand::Rng::with_seed(22);
    let characters: Vec<char> = "0123456789.,;:-/ab\"$€() \n\r\t{}[]".chars().collect();
    for _ in 0..3_000 {
        let length = random.usize(..200);
        let cells: String = (0..length)
            .map(|_| characters[random.usize(..characters.len())])
            .collect();
        for header in [
            "",
            "Date,Code,DataSource,Currency,Price,Quantity,Action,Fee\n",
            "Trades,Header,",
        ] {
            let _ = parse_portfolio(&format!("{header}{cells}"), TODAY);
        }
    }
}

/// Whether a file has decimal points or decimal commas does not change its numbers.
#[test]
fn quantities_and_prices_are_read_exactly() {
    let mut random = fastrand::Rng::with_seed(11);
    for _ in 0..500 {
        let (quantity, cents, price) = (
            random.u32(1..1_000_000),
            random.u32(..100),
            random.u32(1..1_000_000),
        );
        let expected: f64 = format!("{quantity}.{cents:02}").parse().unwrap();
        let point = format!("symbol,quantity,price\nAAPL,{quantity}.{cents:02},{price}.50\n");
        let comma = format!("symbol;quantity;price\nAAPL;{quantity},{cents:02};{price},50\n");
        for text in [point, comma] {
            let file = read(&text);
            let [lot] = lots(&file)[..] else {
                panic!("{file:?}")
            };
            assert!((lot.quantity - expected).abs() < 1e-9, "{text}");
            assert_eq!(lot.price, Some(f64::from(price) + 0.5), "{text}");
        }
    }
}
