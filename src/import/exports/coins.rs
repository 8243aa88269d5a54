//! Files of crypto exchanges and price aggregators: saved API responses with candles, and
//! downloads.

use super::{Case, Expected};

const DAYS: Expected = Expected::Bars(
    &[
        "2025-11-25 88270 88519.9 86129.9 87345.1 1180.02",
        "2025-11-26 87345.1 90555 86317 90484.2 1411.23",
    ],
    "USD",
);

fn days(name: &'static str, symbol: &'static str, text: &str) -> Case {
    Case::new(name, symbol, text, DAYS)
}

pub(super) fn cases() -> Vec<Case> {
    let mut all = arrays();
    all.extend(objects());
    all.extend(tables());
    all
}

fn arrays() -> Vec<Case> {
    vec![
        days(
            "binance-klines.json",
            "BTCUSDT",
            r#"[[1764028800000,"88270.00","88519.90","86129.90","87345.10","1180.02",1764115199999,"103071000.1",25123,"600.1","52400000.2","0"],[1764115200000,"87345.10","90555.00","86317.00","90484.20","1411.23",1764201599999,"125555555.1",26111,"700.2","62000000.3","0"]]"#,
        ),
        days(
            "bybit-kline.json",
            "BTCUSDT",
            r#"{"retCode":0,"retMsg":"OK","result":{"category":"spot","symbol":"BTCUSDT","list":[["1764115200000","87345.1","90555","86317","90484.2","1411.23","125555555.1"],["1764028800000","88270","88519.9","86129.9","87345.1","1180.02","103071000.1"]]},"retExtInfo":{},"time":1764160000000}"#,
        ),
        days(
            "okx-candles.json",
            "BTC-USDT",
            r#"{"code":"0","msg":"","data":[["1764115200000","87345.1","90555","86317","90484.2","1411.23","125555555.1","125555555.1","1"],["1764028800000","88270","88519.9","86129.9","87345.1","1180.02","103071000.1","103071000.1","1"]]}"#,
        ),
        days(
            "bitfinex-candles.json",
            "BTCUSD",
            "[[1764115200000,87345.1,90484.2,90555,86317,1411.23],[1764028800000,88270,87345.1,88519.9,86129.9,1180.02]]",
        ),
        days(
            "gemini-candles.json",
            "BTCUSD",
            "[[1764115200000,87345.1,90555,86317,90484.2,1411.23],[1764028800000,88270,88519.9,86129.9,87345.1,1180.02]]",
        ),
        days(
            "kucoin-candles.json",
            "BTC-USDT",
            r#"{"code":"200000","data":[["1764115200","87345.1","90484.2","90555","86317","1411.23","125555555.1"],["1764028800","88270","87345.1","88519.9","86129.9","1180.02","103071000.1"]]}"#,
        ),
        // The time comes after prices that look like Unix timestamps.
        Case::new(
            "bitbank-candlestick.json",
            "BTC-JPY",
            r#"{"success":1,"data":{"candlestick":[{"type":"1day","ohlcv":[["9827000","9851990","9612990","9734510","118.0201",1764028800000],["9734510","10055500","9631700","10048420","141.1230",1764115200000]]}],"timestamp":1764160000000}}"#,
            Expected::Bars(
                &[
                    "2025-11-25 9827000 9851990 9612990 9734510 118.0201",
                    "2025-11-26 9734510 10055500 9631700 10048420 141.123",
                ],
                "JPY",
            ),
        ),
        days(
            "kraken-ohlc.json",
            "XBTUSD",
            r#"{"error":[],"result":{"XXBTZUSD":[[1764028800,"88270.0","88519.9","86129.9","87345.1","87400.3","1180.02",25123],[1764115200,"87345.1","90555.0","86317.0","90484.2","88700.9","1411.23",26111]],"last":1764028800}}"#,
        ),
        days(
            "coinbase-exchange-candles.json",
            "BTC-USD",
            "[[1764115200,86317,90555,87345.1,90484.2,1411.23],[1764028800,86129.9,88519.9,88270,87345.1,1180.02]]",
        ),
    ]
}

fn objects() -> Vec<Case> {
    vec![
        days(
            "coinbase-advanced-candles.json",
            "BTC-USD",
            r#"{"candles":[{"start":"1764115200","low":"86317","high":"90555","open":"87345.1","close":"90484.2","volume":"1411.23"},{"start":"1764028800","low":"86129.9","high":"88519.9","open":"88270","close":"87345.1","volume":"1180.02"}]}"#,
        ),
        // The time is called 'id', the volume in coins 'amount' and the volume in money 'vol'. Days
        // start at midnight in Singapore.
        days(
            "htx-kline.json",
            "BTCUSDT",
            r#"{"ch":"market.btcusdt.kline.1day","status":"ok","ts":1764160000000,"data":[{"id":1764086400,"open":87345.1,"close":90484.2,"low":86317,"high":90555,"amount":1411.23,"vol":125555555.1,"count":26111},{"id":1764000000,"open":88270,"close":87345.1,"low":86129.9,"high":88519.9,"amount":1180.02,"vol":103071000.1,"count":25123}]}"#,
        ),
        days(
            "htx-kline-utc.csv",
            "BTCUSDT",
            ",id,open,close,low,high,amount,vol,count\n0,1764115200,87345.1,90484.2,86317,90555,1411.23,125555555.1,26111\n1,1764028800,88270,87345.1,86129.9,88519.9,1180.02,103071000.1,25123\n",
        ),
        Case::new(
            "htx-kline-hours.json",
            "BTCUSDT",
            r#"{"status":"ok","data":[{"id":1764032400,"open":87345.1,"close":87500,"low":87300.5,"high":87600,"amount":9.25,"vol":809000.5,"count":903},{"id":1764028800,"open":88270,"close":87345.1,"low":86129.9,"high":88519.9,"amount":11.5,"vol":1010000.5,"count":1203}]}"#,
            Expected::Bars(
                &[
                    "2025-11-25 88270 88519.9 86129.9 87345.1 11.5",
                    "2025-11-25T01:00 87345.1 87600 87300.5 87500 9.25",
                ],
                "USD",
            ),
        )
        .hourly(),
        days(
            "bitstamp-ohlc.json",
            "BTCUSD",
            r#"{"data":{"ohlc":[{"close":"87345.1","high":"88519.9","low":"86129.9","open":"88270","timestamp":"1764028800","volume":"1180.02"},{"close":"90484.2","high":"90555","low":"86317","open":"87345.1","timestamp":"1764115200","volume":"1411.23"}],"pair":"BTC/USD"}}"#,
        ),
        // The volume in coins is called 'volumefrom' and the volume in money 'volumeto'.
        days(
            "cryptocompare-histoday.json",
            "BTC-USD",
            r#"{"Response":"Success","Message":"","Data":{"Aggregated":false,"TimeFrom":1764028800,"TimeTo":1764115200,"Data":[{"time":1764028800,"high":88519.9,"low":86129.9,"open":88270,"volumefrom":1180.02,"volumeto":103071000.1,"close":87345.1,"conversionType":"direct","conversionSymbol":""},{"time":1764115200,"high":90555,"low":86317,"open":87345.1,"volumefrom":1411.23,"volumeto":125555555.1,"close":90484.2,"conversionType":"direct","conversionSymbol":""}]}}"#,
        ),
        days(
            "upbit-days.json",
            "BTC-USD",
            r#"[{"market":"USDT-BTC","candle_date_time_utc":"2025-11-26T00:00:00","candle_date_time_kst":"2025-11-26T09:00:00","opening_price":87345.1,"high_price":90555,"low_price":86317,"trade_price":90484.2,"timestamp":1764160123000,"candle_acc_trade_price":125555555.1,"candle_acc_trade_volume":1411.23,"prev_closing_price":87345.1,"change_price":3139.1,"change_rate":0.0359},{"market":"USDT-BTC","candle_date_time_utc":"2025-11-25T00:00:00","candle_date_time_kst":"2025-11-25T09:00:00","opening_price":88270,"high_price":88519.9,"low_price":86129.9,"trade_price":87345.1,"timestamp":1764115199999,"candle_acc_trade_price":103071000.1,"candle_acc_trade_volume":1180.02,"prev_closing_price":88270,"change_price":-924.9,"change_rate":-0.0104}]"#,
        ),
        days(
            "deribit-chart.json",
            "BTC-USD",
            r#"{"jsonrpc":"2.0","result":{"volume":[1180.02,1411.23],"ticks":[1764028800000,1764115200000],"status":"ok","open":[88270,87345.1],"low":[86129.9,86317],"high":[88519.9,90555],"cost":[103071000.1,125555555.1],"close":[87345.1,90484.2]},"usIn":1,"usOut":2}"#,
        ),
        days(
            "lines.json",
            "BTC-USD",
            "{\"time\":1764028800,\"open\":88270,\"high\":88519.9,\"low\":86129.9,\"close\":87345.1,\"volume\":1180.02}\n{\"time\":1764115200,\"open\":87345.1,\"high\":90555,\"low\":86317,\"close\":90484.2,\"volume\":1411.23}\n",
        ),
        // 't' is the open time of a candle and 'T' its close time.
        Case::new(
            "hyperliquid-candles.json",
            "BTC-USD",
            r#"[{"t":1764028800000,"T":1764032399999,"s":"BTC","i":"1h","o":"88270","c":"87345.1","h":"88519.9","l":"86129.9","v":"11.5","n":1203},{"t":1764032400000,"T":1764035999999,"s":"BTC","i":"1h","o":"87345.1","c":"87500","h":"87600","l":"87300.5","v":"9.25","n":903}]"#,
            Expected::Bars(
                &[
                    "2025-11-25 88270 88519.9 86129.9 87345.1 11.5",
                    "2025-11-25T01:00 87345.1 87600 87300.5 87500 9.25",
                ],
                "USD",
            ),
        )
        .hourly(),
        // The prices are those at midnight and the current one. Volumes and market caps are in
        // money.
        Case::new(
            "coingecko-market-chart.json",
            "PEPE-USD",
            r#"{"prices":[[1763942400000,4.71234e-06],[1764028800000,4.65021e-06],[1764115200000,4.81305e-06]],"market_caps":[[1763942400000,1982000000.1],[1764028800000,1955000000.2],[1764115200000,2024000000.3]],"total_volumes":[[1763942400000,512000000.1],[1764028800000,498000000.2],[1764115200000,601000000.3]]}"#,
            Expected::Bars(
                &[
                    "2025-11-24 0.00000471234 0.00000471234 0.00000471234 0.00000471234 ?",
                    "2025-11-25 0.00000465021 0.00000465021 0.00000465021 0.00000465021 ?",
                    "2025-11-26 0.00000481305 0.00000481305 0.00000481305 0.00000481305 ?",
                ],
                "USD",
            ),
        ),
        Case::new(
            "coingecko-market-chart-until-now.json",
            "BTC-USD",
            r#"{"prices":[[1764028800000,88270.5],[1764115200000,87345.25],[1764160123000,90484.125]],"market_caps":[],"total_volumes":[]}"#,
            Expected::Bars(
                &[
                    "2025-11-25 88270.5 88270.5 88270.5 88270.5 ?",
                    "2025-11-26 90484.125 90484.125 90484.125 90484.125 ?",
                ],
                "USD",
            ),
        ),
    ]
}

fn tables() -> Vec<Case> {
    vec![
        days(
            "binance-klines-with-titles.csv",
            "BTCUSDT",
            "open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore\n\
            1764028800000,88270,88519.9,86129.9,87345.1,1180.02,1764115199999,103071000.1,25123,600.1,52400000.2,0\n\
            1764115200000,87345.1,90555,86317,90484.2,1411.23,1764201599999,125555555.1,26111,700.2,62000000.3,0\n",
        ),
        days(
            "mixed-epochs.csv",
            "BTC-USD",
            "unix,open,high,low,close,volume\n1764028800,88270,88519.9,86129.9,87345.1,1180.02\n1764115200000000,87345.1,90555,86317,90484.2,1411.23\n",
        ),
        days(
            "coinmarketcap.csv",
            "BTC-USD",
            "timeOpen;timeClose;timeHigh;timeLow;name;open;high;low;close;volume;marketCap;circulatingSupply;timestamp\n\
            \"2025-11-26T00:00:00.000Z\";\"2025-11-26T23:59:59.999Z\";\"2025-11-26T18:01:00.000Z\";\"2025-11-26T03:12:00.000Z\";\"2781\";87345.1;90555;86317;90484.2;1411.23;1805000000000.5;19950000;\"2025-11-26T23:59:59.999Z\"\n\
            \"2025-11-25T00:00:00.000Z\";\"2025-11-25T23:59:59.999Z\";\"2025-11-25T10:01:00.000Z\";\"2025-11-25T20:12:00.000Z\";\"2781\";88270;88519.9;86129.9;87345.1;1180.02;1742000000000.5;19950000;\"2025-11-25T23:59:59.999Z\"\n",
        ),
        Case::new(
            "shib-scientific.csv",
            "SHIB-USD",
            "Date,Open,High,Low,Close,Volume\n2025-11-25,8.12E-06,8.30E-06,8.01E-06,8.25E-06,1.5E+12\n2025-11-26,8.25E-06,8.40E-06,8.20E-06,8.38E-06,1.7E+12\n",
            Expected::Bars(
                &[
                    "2025-11-25 0.00000812 0.0000083 0.00000801 0.00000825 1500000000000",
                    "2025-11-26 0.00000825 0.0000084 0.0000082 0.00000838 1700000000000",
                ],
                "USD",
            ),
        ),
        // Coins trade on Saturdays too.
        Case::new(
            "eur-coin-weekend.csv",
            "BTC-EUR",
            "Date;Close\n22.11.2025;72.345,50 €\n23.11.2025;73.001,00 €\n",
            Expected::Bars(
                &[
                    "2025-11-22 72345.5 72345.5 72345.5 72345.5 ?",
                    "2025-11-23 73001 73001 73001 73001 ?",
                ],
                "EUR",
            ),
        ),
    ]
}
