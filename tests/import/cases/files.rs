//! The downloaded files and their expected results.

use super::{Case, Row, expect_bars, expect_error, hourly, ordered, scaled};

/// Bars of Apple with volumes rounded to hundreds of shares.
const APPLE: &[Row] = &[
    "2025-11-24 270.90 277.00 270.90 275.92 65585800",
    "2025-11-25 275.27 280.38 275.25 276.97 46914200",
];
/// The same bars with exact volumes.
const APPLE_EXACT_VOLUME: &[Row] = &[
    "2025-11-24 270.90 277.00 270.90 275.92 65585796",
    "2025-11-25 275.27 280.38 275.25 276.97 46914220",
];
const KO: &[Row] = &[
    "2025-11-24 72.61 73.02 72.15 72.79 19560000",
    "2025-11-25 72.90 73.31 72.40 73.05 15230000",
];
const BHP: &[Row] = &[
    "2025-11-24 41.20 41.55 41.02 41.48 6123450",
    "2025-11-25 41.60 41.92 41.33 41.77 5876120",
];

pub(super) fn coins() -> Vec<Case> {
    vec![
        expect_bars(
            "binance-klines-2025-us.csv",
            "BTCUSDT",
            &[
                "2025-11-25 87345.10 88120.55 86900 87990.01 11234.5678",
                "2025-11-26 87990.01 90500 87800.2 90310.4 15002.1111",
            ],
            "USD",
        ),
        expect_bars(
            "binance-klines-2024-ms.csv",
            "BTCUSDT",
            &[
                "2024-11-25 97900.05 98871.8 92600.19 93010.01 50847.45096",
                "2024-11-26 93010.01 94973.37 90791.1 91965.16 57858.73138",
            ],
            "USD",
        ),
        expect_bars(
            "kraken-ohlcvt-1440.csv",
            "XBTUSD",
            &[
                "2025-11-24 86830.1 89228 85272 88270 2514.84901234",
                "2025-11-25 88270 88519.9 86129.9 87345 1803.11112222",
            ],
            "USD",
        ),
        expect_bars(
            "cryptodatadownload-btcusd-d.csv",
            "BTC-USD",
            &[
                "2025-11-25 88270 88519 86129 87345 1180.02",
                "2025-11-26 87345 90555 86317 90484 1411.23",
            ],
            "USD",
        ),
        expect_bars(
            "coinbase-candles.json",
            "BTC-USD",
            &[
                "2025-11-25 88270 88519.9 86129.9 87345 1180.02",
                "2025-11-26 87345 90555 86317 90484 1411.23",
            ],
            "USD",
        ),
        expect_bars(
            "epoch-us-header-date.csv",
            "BTC-USD",
            &[
                "2025-02-10 96410.1 98300 95200.5 97400.25 21345.1234",
                "2025-02-11 97400.25 98450 94800 95780 19876.5",
            ],
            "USD",
        ),
    ]
}

pub(super) fn us_vendors() -> Vec<Case> {
    vec![
        expect_bars("tradingview-daily-unix.csv", "AAPL", APPLE, "USD"),
        expect_bars("tradingview-daily-iso-indicators.csv", "AAPL", APPLE, "USD"),
        expect_bars("tiingo-daily.csv", "AAPL", APPLE, "USD"),
        expect_bars("nasdaq-historical.csv", "AAPL", APPLE, "USD"),
        expect_bars("googlefinance-sheet.csv", "AAPL", APPLE_EXACT_VOLUME, "USD"),
        expect_bars("databento-ohlcv-1d-pretty.csv", "AAPL", APPLE, "USD"),
        expect_bars("bloomberg-px.csv", "AAPL", APPLE_EXACT_VOLUME, "USD"),
        expect_error("lean-daily-noheader.csv", "AAPL", "--price-scale"),
        scaled(
            expect_bars("lean-daily-noheader.csv", "AAPL", APPLE, "USD"),
            10_000.0,
        ),
        expect_bars("stooq-bulk-daily.txt", "KO.US", KO, "USD"),
        expect_bars("yahoo-v8-chart.json", "KO", KO, "USD"),
        expect_bars(
            "alphavantage-daily.csv",
            "IBM",
            &[
                "2025-11-24 303 306.8 300.9 304.12 4510200",
                "2025-11-25 304.1 305.4 301.2 304.48 3712000",
            ],
            "USD",
        ),
        expect_bars(
            "yahoo-web-paste.tsv",
            "AAPL",
            &[
                "2025-11-07 269.8 272.29 266.77 268.47 48227400",
                "2025-11-24 270.9 277 270.9 275.92 65585800",
                "2025-11-25 275.27 280.38 275.25 276.97 46914200",
            ],
            "USD",
        ),
        expect_bars(
            "investing-en.csv",
            "^GSPC",
            &[
                "2025-11-24 6636.54 6715.75 6633.98 6705.12 ?",
                "2025-11-25 6697.03 6776.4 6660.09 6765.88 3130000000",
            ],
            "USD",
        ),
        hourly(
            expect_bars(
                "yfinance-tz-index.csv",
                "US",
                &[
                    "2025-11-02T04:30 100 101 99.5 100.5 1200",
                    "2025-11-02T05:30 100.5 101.2 100.1 101 900",
                    "2025-11-02T06:30 101 101.4 100.7 100.9 880",
                ],
                "USD",
            ),
            None,
        ),
        expect_bars(
            "negative-oil.csv",
            "CL=F",
            &[
                "2020-04-17 19.9 20.2 17.3 18.27 119752",
                "2020-04-20 17.73 17.85 -40.32 -37.63 247947",
                "2020-04-21 -14 13.86 -16.74 10.01 85217",
            ],
            "USD",
        ),
        expect_error(
            "negative-oil.csv",
            "OIL",
            "line 3: the close -37.63 is not above zero",
        ),
    ]
}

pub(super) fn other_countries() -> Vec<Case> {
    vec![
        expect_bars("tradingview-sydney-daily.csv", "BHP.AX", BHP, "AUD"),
        expect_error("tradingview-sydney-daily.csv", "BHP", "--time-zone ZONE"),
        expect_bars("asx-eod-noheader.txt", "BHP.AX", BHP, "AUD"),
        expect_bars(
            "mt5-daily.csv",
            "EURUSD",
            &[
                "2025-11-24 1.1513 1.155 1.1502 1.1519 61234",
                "2025-11-25 1.1519 1.1586 1.1511 1.1569 70321",
            ],
            "USD",
        ),
        hourly(
            expect_error("mt5-h1.csv", "EURUSD", "the broker's time zone"),
            None,
        ),
        hourly(expect_error("mt5-h1.csv", "GOLD", "--time-zone ZONE"), None),
        hourly(
            expect_bars(
                "mt5-h1.csv",
                "EURUSD",
                &[
                    "2025-11-25T12:00 1.154 1.1552 1.1538 1.1549 4123",
                    "2025-11-25T13:00 1.1549 1.1561 1.1547 1.156 5210",
                ],
                "USD",
            ),
            Some("+02:00"),
        ),
        expect_bars(
            "euronext-live.csv",
            "AI.PA",
            &[
                "2025-11-24 55.12 55.9 54.88 55.41 4012345",
                "2025-11-25 55.5 56.14 55.3 56 3890120",
            ],
            "EUR",
        ),
    ]
}

pub(super) fn banks_and_authorities() -> Vec<Case> {
    vec![
        expect_bars(
            "ariva.csv",
            "X.DE",
            &[
                "2025-11-24 13.287 13.31 13.2 13.275 ?",
                "2025-11-25 13.279 13.2835 13.247 13.248 41230",
            ],
            "EUR",
        ),
        expect_bars(
            "comdirect-latin1.csv",
            "SAP.DE",
            &[
                "2025-11-24 207.1 209.85 206.4 208.55 1890234",
                "2025-11-25 208.6 211.2 207.95 210.9 2012345",
            ],
            "EUR",
        ),
        expect_bars(
            "nse-quote-equity.csv",
            "RELIANCE.NS",
            &[
                "2025-11-24 1546.6 1549.8 1531.5 1535.6 9876543",
                "2025-11-25 1536.2 1545.9 1532 1539.7 10234567",
            ],
            "INR",
        ),
        expect_error(
            "nse-bhavcopy-udiff.csv",
            "RELIANCE.NS",
            "put it into the import folder",
        ),
        expect_error(
            "ecb-eurofxref-hist.csv",
            "EURUSD=X",
            "import them through the import folder",
        ),
        ordered(
            expect_bars(
                "ecb-eurofxref-hist.csv",
                "EURUSD=X",
                &[
                    "2025-11-24 1.1529 1.1529 1.1529 1.1529 ?",
                    "2025-11-25 1.1536 1.1536 1.1536 1.1536 ?",
                ],
                "USD",
            ),
            "date,close",
        ),
        expect_bars(
            "portfolio-performance-prices-de.csv",
            "SAP.DE",
            &[
                "2025-11-24 208.55 208.55 208.55 208.55 ?",
                "2025-11-25 210.9 210.9 210.9 210.9 ?",
            ],
            "EUR",
        ),
        expect_bars(
            "euro-sign-one-decimal.csv",
            "NEW",
            &[
                "2026-09-14 110.7 110.7 110.7 110.7 ?",
                "2026-09-15 116.62 116.62 116.62 116.62 ?",
                "2026-09-16 109.78 109.78 109.78 109.78 ?",
            ],
            "EUR",
        ),
        expect_bars(
            "thousands-narrow-nbsp.csv",
            "X.PA",
            &[
                "2026-09-14 1234.5 1234.5 1234.5 1234.5 ?",
                "2026-09-15 1240.75 1240.75 1240.75 1240.75 ?",
            ],
            "EUR",
        ),
    ]
}
