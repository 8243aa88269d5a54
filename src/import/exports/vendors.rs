//! Files of data vendors and finance sites.

use super::{Case, Expected};

const APPLE: Expected = Expected::Bars(
    &[
        "2025-11-24 270.9 277 270.9 275.92 65585796",
        "2025-11-25 275.27 280.38 275.25 276.97 46914220",
    ],
    "USD",
);

fn apple(name: &'static str, text: &str) -> Case {
    Case::new(name, "AAPL", text, APPLE)
}

pub(super) fn cases() -> Vec<Case> {
    let mut all = json_cases();
    all.extend(csv_cases());
    all.extend(special_cases());
    all
}

fn json_cases() -> Vec<Case> {
    vec![
        apple(
            "polygon-aggregates.json",
            r#"{"ticker":"AAPL","queryCount":2,"resultsCount":2,"adjusted":true,"results":[{"v":65585796,"vw":274.5123,"o":270.9,"c":275.92,"h":277,"l":270.9,"t":1763960400000,"n":512345},{"v":46914220,"vw":277.9,"o":275.27,"c":276.97,"h":280.38,"l":275.25,"t":1764046800000,"n":412345}],"status":"OK","request_id":"a","count":2}"#,
        ),
        apple(
            "tiingo-prices.json",
            r#"[{"date":"2025-11-24T00:00:00.000Z","close":275.92,"high":277,"low":270.9,"open":270.9,"volume":65585796,"adjClose":275.66,"adjHigh":276.7,"adjLow":270.6,"adjOpen":270.6,"adjVolume":65585796,"divCash":0.0,"splitFactor":1.0},{"date":"2025-11-25T00:00:00.000Z","close":276.97,"high":280.38,"low":275.25,"open":275.27,"volume":46914220,"adjClose":276.7,"adjHigh":280.1,"adjLow":275,"adjOpen":275,"adjVolume":46914220,"divCash":0.0,"splitFactor":1.0}]"#,
        ),
        apple(
            "alphavantage-daily.json",
            r#"{"Meta Data":{"1. Information":"Daily Prices (open, high, low, close) and Volumes","2. Symbol":"AAPL","3. Last Refreshed":"2025-11-25","4. Output Size":"Compact","5. Time Zone":"US/Eastern"},"Time Series (Daily)":{"2025-11-25":{"1. open":"275.2700","2. high":"280.3800","3. low":"275.2500","4. close":"276.9700","5. volume":"46914220"},"2025-11-24":{"1. open":"270.9000","2. high":"277.0000","3. low":"270.9000","4. close":"275.9200","5. volume":"65585796"}}}"#,
        ),
        apple(
            "nasdaq-api.json",
            r#"{"data":{"symbol":"AAPL","totalRecords":2,"tradesTable":{"asOf":null,"headers":{"date":"Date","close":"Close/Last","volume":"Volume","open":"Open","high":"High","low":"Low"},"rows":[{"date":"11/25/2025","close":"$276.97","volume":"46,914,220","open":"$275.27","high":"$280.38","low":"$275.25"},{"date":"11/24/2025","close":"$275.92","volume":"65,585,796","open":"$270.90","high":"$277.00","low":"$270.90"}]}},"message":null,"status":{"rCode":200}}"#,
        ),
        apple(
            "alpaca-bars.json",
            r#"{"bars":{"AAPL":[{"c":275.92,"h":277,"l":270.9,"n":512345,"o":270.9,"t":"2025-11-24T05:00:00Z","v":65585796,"vw":274.5},{"c":276.97,"h":280.38,"l":275.25,"n":412345,"o":275.27,"t":"2025-11-25T05:00:00Z","v":46914220,"vw":277.9}]},"next_page_token":null}"#,
        ),
        apple(
            "twelve-data.json",
            r#"{"meta":{"symbol":"AAPL","interval":"1day","currency":"USD","exchange_timezone":"America/New_York","exchange":"NASDAQ","mic_code":"XNGS","type":"Common Stock"},"values":[{"datetime":"2025-11-25","open":"275.27","high":"280.38","low":"275.25","close":"276.97","volume":"46914220"},{"datetime":"2025-11-24","open":"270.9","high":"277","low":"270.9","close":"275.92","volume":"65585796"}],"status":"ok"}"#,
        ),
        apple(
            "marketstack-eod.json",
            r#"{"pagination":{"limit":2,"offset":0,"count":2,"total":2},"data":[{"open":275.27,"high":280.38,"low":275.25,"close":276.97,"volume":46914220.0,"adj_high":280.1,"adj_low":275,"adj_close":276.7,"adj_open":275,"adj_volume":46914220.0,"split_factor":1.0,"dividend":0.0,"symbol":"AAPL","exchange":"XNAS","date":"2025-11-25T00:00:00+0000"},{"open":270.9,"high":277,"low":270.9,"close":275.92,"volume":65585796.0,"adj_high":276.7,"adj_low":270.6,"adj_close":275.66,"adj_open":270.6,"adj_volume":65585796.0,"split_factor":1.0,"dividend":0.0,"symbol":"AAPL","exchange":"XNAS","date":"2025-11-24T00:00:00+0000"}]}"#,
        ),
        apple(
            "fmp-historical.json",
            r#"{"symbol":"AAPL","historical":[{"date":"2025-11-25","open":275.27,"high":280.38,"low":275.25,"close":276.97,"adjClose":276.7,"volume":46914220,"unadjustedVolume":46914220,"change":1.7,"changePercent":0.6175,"vwap":277.53,"label":"November 25, 25","changeOverTime":0.006175},{"date":"2025-11-24","open":270.9,"high":277,"low":270.9,"close":275.92,"adjClose":275.66,"volume":65585796,"unadjustedVolume":65585796,"change":5.02,"changePercent":1.85,"vwap":274.6,"label":"November 24, 25","changeOverTime":0.0185}]}"#,
        ),
        // The prices are of a fund, and the day comes first in the dates.
        Case::new(
            "mfapi-nav.json",
            "0P0000XVU0.BO",
            r#"{"meta":{"fund_house":"A Fund","scheme_code":119551},"data":[{"date":"25-11-2025","nav":"123.45670"},{"date":"24-11-2025","nav":"122.00000"}],"status":"SUCCESS"}"#,
            Expected::Bars(
                &[
                    "2025-11-24 122 122 122 122 ?",
                    "2025-11-25 123.4567 123.4567 123.4567 123.4567 ?",
                ],
                "INR",
            ),
        ),
    ]
}

fn csv_cases() -> Vec<Case> {
    vec![
        apple(
            "yahoo-download.csv",
            "Date,Open,High,Low,Close,Adj Close,Volume\n2025-11-24,270.90,277.000000,270.90,275.92,275.66,65585796\n2025-11-25,275.27,280.38,275.250000,276.97,276.70,46914220\n2025-11-26,null,null,null,null,null,null\n",
        ),
        apple(
            "marketwatch.csv",
            "Date,Open,High,Low,Close,Volume\n11/25/2025,\"275.27\",\"280.38\",\"275.25\",\"276.97\",\"46,914,220\"\n11/24/2025,\"270.90\",\"277.00\",\"270.90\",\"275.92\",\"65,585,796\"\n",
        ),
        apple(
            "wsj.csv",
            "Date, Open, High, Low, Close, Volume\n11/25/25, 275.27, 280.38, 275.25, 276.97, 46914220\n11/24/25, 270.90, 277.00, 270.90, 275.92, 65585796\n",
        ),
        apple(
            "ft-markets.csv",
            "Date,Open,High,Low,Close,Volume\n\"Tuesday, November 25, 2025\",275.27,280.38,275.25,276.97,\"46,914,220\"\n\"Monday, November 24, 2025\",270.90,277.00,270.90,275.92,\"65,585,796\"\n",
        ),
        apple(
            "barchart.csv",
            "Symbol,Time,Open,High,Low,Latest,Change,%Change,Volume\nAAPL,2025-11-25,275.27,280.38,275.25,276.97,1.05,+0.38%,46914220\nAAPL,2025-11-24,270.9,277,270.9,275.92,4.43,+1.63%,65585796\n\"Downloaded from Barchart.com as of 11-25-2025 04:31pm CST\"\n",
        ),
        apple(
            "refinitiv.csv",
            "Price History: AAPL.O\nInterval,Daily\n\nExchange Date,Close,Net,%Chg,Open,Low,High,Volume,Turnover - USD,Flow\n25-Nov-2025,276.97,1.05,0.38%,275.27,275.25,280.38,46914220,\"13,012,345,678\",1\n24-Nov-2025,275.92,4.43,1.63%,270.90,270.90,277.00,65585796,\"18,012,345,678\",1\n",
        ),
        apple(
            "stooq.csv",
            "Date,Open,High,Low,Close,Volume\r\n2025-11-24,270.9,277,270.9,275.92,65585796\r\n2025-11-25,275.27,280.38,275.25,276.97,46914220\r\n",
        ),
        // The separators are pipes.
        apple(
            "pipes.txt",
            "DATE|TICKER|OPEN|HIGH|LOW|CLOSE|VOL\n20251124|AAPL|270.9|277|270.9|275.92|65585796\n20251125|AAPL|275.27|280.38|275.25|276.97|46914220\n",
        ),
        apple(
            "quantmod.csv",
            "\"\",\"AAPL.Open\",\"AAPL.High\",\"AAPL.Low\",\"AAPL.Close\",\"AAPL.Volume\",\"AAPL.Adjusted\"\n\"2025-11-24\",270.9,277,270.9,275.92,65585796,275.66\n\"2025-11-25\",275.27,280.38,275.25,276.97,46914220,276.7\n",
        ),
        Case::new(
            "vanguard-fund.csv",
            "VTSAX",
            "Vanguard Total Stock Market Index Fund Admiral Shares\nHistorical prices\n\nDate,Price\n11/24/2025,$161.10\n11/25/2025,$162.55\n",
            Expected::Bars(
                &[
                    "2025-11-24 161.1 161.1 161.1 161.1 ?",
                    "2025-11-25 162.55 162.55 162.55 162.55 ?",
                ],
                "USD",
            ),
        ),
        Case::new(
            "fred-series.csv",
            "^TNX",
            "observation_date,DGS10\n2025-11-24,4.04\n2025-11-25,4.01\n2025-11-27,.\n",
            Expected::Bars(
                &[
                    "2025-11-24 4.04 4.04 4.04 4.04 ?",
                    "2025-11-25 4.01 4.01 4.01 4.01 ?",
                ],
                "USD",
            ),
        ),
    ]
}

fn special_cases() -> Vec<Case> {
    vec![
        // Hourly bars in New York time, without a header.
        Case::new(
            "firstrate-1h.txt",
            "AAPL",
            "2025-11-25 09:30:00,275.27,276.1,275.25,275.9,4123456\n2025-11-25 10:30:00,275.9,277.5,275.8,277.1,3123456\n",
            Expected::Bars(
                &[
                    "2025-11-25T14:30 275.27 276.1 275.25 275.9 4123456",
                    "2025-11-25T15:30 275.9 277.5 275.8 277.1 3123456",
                ],
                "USD",
            ),
        )
        .hourly(),
        Case::new(
            "futures-below-zero.csv",
            "CL=F",
            "Date,Open,High,Low,Settle\n04/17/20,19.90,20.20,17.30,18.27\n04/20/20,17.73,17.85,(40.32),(37.63)\n04/21/20,-14.00,13.86,\u{2212}16.74,10.01\n",
            Expected::Bars(
                &[
                    "2020-04-17 19.9 20.2 17.3 18.27 ?",
                    "2020-04-20 17.73 17.85 -40.32 -37.63 ?",
                    "2020-04-21 -14 13.86 -16.74 10.01 ?",
                ],
                "USD",
            ),
        ),
        Case::new(
            "short-years.csv",
            "AAPL",
            "Date,Close\n04-Nov-25,270.04\n05-Nov-25,270.14\n",
            Expected::Rejected(&["'04-Nov-25'", "--date-order"]),
        ),
        Case::new(
            "short-years-directives.csv",
            "AAPL",
            "Date,Close\n04-Nov-25,270.04\n05-Nov-25,270.14\n",
            Expected::Bars(
                &["2025-11-04 270.04 270.04 270.04 270.04 ?", "2025-11-05 270.14 270.14 270.14 270.14 ?"],
                "USD",
            ),
        )
        .directives("# date-order: dmy\n"),
        // Six digits are read as a day, month and year, and not as a Unix timestamp.
        Case::new(
            "finam-six-digits.csv",
            "GAZP.ME",
            "<TICKER>;<PER>;<DATE>;<TIME>;<OPEN>;<HIGH>;<LOW>;<CLOSE>;<VOL>\nGAZP;D;251124;000000;125.1;127.3;124.8;126.55;23456780\n",
            Expected::Rejected(&["'251124'", "--date-order"]),
        ),
        Case::new(
            "finam-six-digits-directives.csv",
            "GAZP.ME",
            "<TICKER>;<PER>;<DATE>;<TIME>;<OPEN>;<HIGH>;<LOW>;<CLOSE>;<VOL>\nGAZP;D;251124;000000;125.1;127.3;124.8;126.55;23456780\nGAZP;D;251125;000000;126.6;129.0;126.2;128.4;34567890\n",
            Expected::Bars(
                &["2025-11-24 125.1 127.3 124.8 126.55 23456780", "2025-11-25 126.6 129 126.2 128.4 34567890"],
                "RUB",
            ),
        )
        .directives("# date-order: ymd\n"),
        Case::new(
            "sunday-of-a-stock.csv",
            "MSFT",
            "Date,Close\n2025-11-23,472.12\n2025-11-24,474.00\n",
            Expected::Rejected(&["'2025-11-23' is Sunday", "--time-zone"]),
        ),
        Case::new(
            "day-numbers.csv",
            "AAPL",
            "Date,Close\n45985,275.92\n45986,276.97\n",
            Expected::Rejected(&["spreadsheet day number"]),
        ),
        Case::new(
            "two-currencies.csv",
            "NEW",
            "Date,Close\n2025-11-24,$10.50\n2025-11-25,€9.80\n",
            Expected::Rejected(&["EUR", "$"]),
        ),
        Case::new(
            "lbma-gold.csv",
            "XAUUSD=X",
            "Date,USD (AM),USD (PM),GBP (AM),GBP (PM),EURO (AM),EURO (PM)\n2025-11-24,4070.10,4085.55,3110.2,3120.4,3530.1,3540.2\n",
            Expected::Rejected(&["--columns"]),
        ),
    ]
}
