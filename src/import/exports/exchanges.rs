//! Files of stock exchanges and finance sites outside the US, with their time zones, languages and
//! number formats.

use encoding_rs::{BIG5, EUC_KR, SHIFT_JIS, WINDOWS_1252};

use super::{Case, Expected};

fn shift_jis(text: &str) -> Vec<u8> {
    SHIFT_JIS.encode(text).0.into_owned()
}

fn euc_kr(text: &str) -> Vec<u8> {
    EUC_KR.encode(text).0.into_owned()
}

fn big5(text: &str) -> Vec<u8> {
    BIG5.encode(text).0.into_owned()
}

fn windows_1252(text: &str) -> Vec<u8> {
    WINDOWS_1252.encode(text).0.into_owned()
}

pub(super) fn cases() -> Vec<Case> {
    let mut all = india();
    all.extend(asia());
    all.extend(other_digits());
    all.extend(europe());
    all.extend(europe_other());
    all
}

const RELIANCE: Expected = Expected::Bars(
    &[
        "2025-11-24 1546.6 1549.8 1531.5 1535.6 9876543",
        "2025-11-25 1536.2 1545.9 1532 1539.7 10234567",
    ],
    "INR",
);
const TOYOTA: Expected = Expected::Bars(
    &[
        "2025-11-21 3050 3098 3041 3087 21345600",
        "2025-11-25 3092 3120 3070 3105 18234500",
    ],
    "JPY",
);

fn india() -> Vec<Case> {
    vec![
        Case::new(
            "nse-series.csv",
            "RELIANCE.NS",
            "\u{feff}\"Symbol\",\"Series\",\"Date\",\"Prev Close\",\"Open Price\",\"High Price\",\"Low Price\",\"Last Price\",\"Close Price\",\"Average Price\",\"Total Traded Quantity\",\"Turnover ₹\",\"No. of Trades\"\n\
            \"RELIANCE\",\"EQ\",\"24-Nov-2025\",\"1,546.50\",\"1,546.60\",\"1,549.80\",\"1,531.50\",\"1,536.00\",\"1,535.60\",\"1,540.12\",\"98,76,543\",\"15,21,10,32,456.00\",\"2,12,345\"\n\
            \"RELIANCE\",\"EQ\",\"25-Nov-2025\",\"1,535.60\",\"1,536.20\",\"1,545.90\",\"1,532.00\",\"1,539.00\",\"1,539.70\",\"1,539.12\",\"1,02,34,567\",\"15,75,20,32,456.00\",\"2,32,345\"\n",
            RELIANCE,
        ),
        Case::new(
            "bse.csv",
            "RELIANCE.BO",
            "Date,Open Price,High Price,Low Price,Close Price,WAP,No.of Shares,No. of Trades,Total Turnover (Rs.),Deliverable Quantity,% Deli. Qty to Traded Qty,Spread High-Low,Spread Close-Open\n\
            25-November-2025,1536.20,1545.90,1532.00,1539.70,1539.12,10234567,12345,15752032456.00,5123456,50.06,13.90,3.50,\n\
            24-November-2025,1546.60,1549.80,1531.50,1535.60,1540.12,9876543,11345,15211032456.00,4123456,41.75,18.30,-11.00,\n",
            RELIANCE,
        ),
        Case::new(
            "nse-index.csv",
            "^NSEI",
            "\"Date \",\"Open \",\"High \",\"Low \",\"Close \",\"Shares Traded \",\"Turnover (₹ Cr)\"\n\"24-NOV-2025\",\"26122.8\",\"26142.8\",\"25912.35\",\"25959.5\",\"353298145\",\"38123.85\"\n\"25-NOV-2025\",\"25998.5\",\"26010.7\",\"25857.5\",\"25884.8\",\"287654321\",\"30123.12\"\n",
            Expected::Bars(
                &[
                    "2025-11-24 26122.8 26142.8 25912.35 25959.5 353298145",
                    "2025-11-25 25998.5 26010.7 25857.5 25884.8 287654321",
                ],
                "INR",
            ),
        ),
    ]
}

fn asia() -> Vec<Case> {
    vec![
        Case::new(
            "jpx-shift-jis.csv",
            "7203.T",
            "日付,始値,高値,安値,終値,出来高,売買代金\r\n2025/11/25,\"3,092\",\"3,120\",\"3,070\",\"3,105\",\"18,234,500\",\"56,512,345,000\"\r\n2025/11/21,\"3,050\",\"3,098\",\"3,041\",\"3,087\",\"21,345,600\",\"65,512,345,000\"\r\n",
            TOYOTA,
        )
        .encoded(shift_jis),
        Case::new(
            "investing-jp.csv",
            "7203.T",
            "\u{feff}\"日付け\",\"終値\",\"始値\",\"高値\",\"安値\",\"出来高\",\"変化率 %\"\n\"2025年11月25日\",\"3,105.0\",\"3,092.0\",\"3,120.0\",\"3,070.0\",\"18.2345M\",\"0.58%\"\n\"2025年11月21日\",\"3,087.0\",\"3,050.0\",\"3,098.0\",\"3,041.0\",\"21.3456M\",\"1.20%\"\n",
            TOYOTA,
        ),
        Case::new(
            "j-quants.json",
            "7203.T",
            r#"{"daily_quotes":[{"Date":"2025-11-21","Code":"72030","Open":3050.0,"High":3098.0,"Low":3041.0,"Close":3087.0,"UpperLimit":"0","LowerLimit":"0","Volume":21345600.0,"TurnoverValue":65512345000.0,"AdjustmentFactor":1.0,"AdjustmentOpen":3050.0,"AdjustmentHigh":3098.0,"AdjustmentLow":3041.0,"AdjustmentClose":3087.0,"AdjustmentVolume":21345600.0},{"Date":"2025-11-25","Code":"72030","Open":3092.0,"High":3120.0,"Low":3070.0,"Close":3105.0,"UpperLimit":"0","LowerLimit":"0","Volume":18234500.0,"TurnoverValue":56512345000.0,"AdjustmentFactor":1.0,"AdjustmentOpen":3092.0,"AdjustmentHigh":3120.0,"AdjustmentLow":3070.0,"AdjustmentClose":3105.0,"AdjustmentVolume":18234500.0}]}"#,
            TOYOTA,
        ),
        Case::new(
            "krx-euc-kr.csv",
            "005930.KS",
            "일자,종가,대비,등락률,시가,고가,저가,거래량,거래대금,시가총액,상장주식수\r\n2025/11/25,99300,2600,2.69,98000,99800,97600,16234567,1612345678900,587812345678900,5919637922\r\n2025/11/24,96700,1900,2.00,97800,99000,96100,20123456,1962345678900,572412345678900,5919637922\r\n",
            Expected::Bars(
                &["2025-11-24 97800 99000 96100 96700 20123456", "2025-11-25 98000 99800 97600 99300 16234567"],
                "KRW",
            ),
        )
        .encoded(euc_kr),
        // The years count from 1912, and a line with the share's name precedes the header.
        Case::new(
            "twse-big5.csv",
            "2330.TW",
            "\"114年11月 2330 台積電 各日成交資訊\"\r\n\"日期\",\"成交股數\",\"成交金額\",\"開盤價\",\"最高價\",\"最低價\",\"收盤價\",\"漲跌價差\",\"成交筆數\",\r\n\"114/11/24\",\"45,123,456\",\"62,012,345,678\",\"1,370.00\",\"1,385.00\",\"1,365.00\",\"1,375.00\",\"-10.00\",\"45,123\",\r\n\"114/11/25\",\"38,123,456\",\"53,012,345,678\",\"1,395.00\",\"1,420.00\",\"1,390.00\",\"1,415.00\",\"+40.00\",\"41,123\",\r\n",
            Expected::Bars(
                &["2025-11-24 1370 1385 1365 1375 45123456", "2025-11-25 1395 1420 1390 1415 38123456"],
                "TWD",
            ),
        )
        .encoded(big5),
        Case::new(
            "nse-api.json",
            "RELIANCE.NS",
            r#"{"data":[{"CH_SYMBOL":"RELIANCE","CH_SERIES":"EQ","CH_TRADE_HIGH_PRICE":1545.9,"CH_TRADE_LOW_PRICE":1532,"CH_OPENING_PRICE":1536.2,"CH_CLOSING_PRICE":1539.7,"CH_LAST_TRADED_PRICE":1539,"CH_PREVIOUS_CLS_PRICE":1535.6,"CH_TOT_TRADED_QTY":10234567,"CH_TOT_TRADED_VAL":15752032456,"TIMESTAMP":"2025-11-24T18:30:00.000Z"},{"CH_SYMBOL":"RELIANCE","CH_SERIES":"EQ","CH_TRADE_HIGH_PRICE":1549.8,"CH_TRADE_LOW_PRICE":1531.5,"CH_OPENING_PRICE":1546.6,"CH_CLOSING_PRICE":1535.6,"CH_LAST_TRADED_PRICE":1536,"CH_PREVIOUS_CLS_PRICE":1546.5,"CH_TOT_TRADED_QTY":9876543,"CH_TOT_TRADED_VAL":15211032456,"TIMESTAMP":"2025-11-23T18:30:00.000Z"}]}"#,
            RELIANCE,
        ),
        // The times are midnight in Sydney, as Unix timestamps.
        Case::new(
            "midnight-sydney.csv",
            "BHP.AX",
            "time,open,high,low,close,volume\n1763902800000,41.2,41.55,41.02,41.48,6123450\n1763989200000,41.6,41.92,41.33,41.77,5876120\n",
            Expected::Bars(
                &["2025-11-24 41.2 41.55 41.02 41.48 6123450", "2025-11-25 41.6 41.92 41.33 41.77 5876120"],
                "AUD",
            ),
        ),
        Case::new(
            "hours-of-hong-kong.csv",
            "0700.HK",
            "Datetime,Open,High,Low,Close,Volume\n2025-11-25 09:30:00,610.5,615,608,612,4123456\n2025-11-25 10:30:00,612,613.5,609.5,611,2123456\n",
            Expected::Bars(
                &["2025-11-25T01:30 610.5 615 608 612 4123456", "2025-11-25T02:30 612 613.5 609.5 611 2123456"],
                "HKD",
            ),
        )
        .hourly(),
        Case::new(
            "sunday-in-riyadh.csv",
            "2222.SR",
            "Date,Open,High,Low,Close,Volume\n2025-11-23,25.10,25.30,25.02,25.24,8123450\n2025-11-24,25.24,25.40,25.16,25.18,7123450\n",
            Expected::Bars(
                &["2025-11-23 25.1 25.3 25.02 25.24 8123450", "2025-11-24 25.24 25.4 25.16 25.18 7123450"],
                "SAR",
            ),
        ),
    ]
}

/// Files with the digits and years of Japan and Thailand.
fn other_digits() -> Vec<Case> {
    vec![
        // Digits, signs and commas are full-width characters.
        Case::new(
            "full-width.csv",
            "7203.T",
            "日付,始値（円）,高値（円）,安値（円）,終値（円）,出来高\r\n２０２５／１１／２５,３，０９２,３，１２０,３，０７０,３，１０５,１８，２３４，５００\r\n２０２５年１１月２１日,３，０５０．０,３，０９８．０,３，０４１．０,３，０８７．０,２１，３４５，６００\r\n２０２５／１１／２０,－,－,－,－,－\r\n",
            TOYOTA,
        )
        .encoded(shift_jis),
        Case::new(
            "full-width.json",
            "7203.T",
            r#"[{"日付":"２０２５－１１－２１","始値":"３０５０","高値":"３０９８","安値":"３０４１","終値":"３０８７円","出来高":"２１３４５６００"},{"日付":"２０２５－１１－２５","始値":"３０９２","高値":"３１２０","安値":"３０７０","終値":"３１０５円","出来高":"１８２３４５００"}]"#,
            TOYOTA,
        ),
        // The years are of the Buddhist calendar. The volume is in thousands, so the volume in
        // shares is unknown.
        Case::new(
            "thailand.csv",
            "PTT.BK",
            "วันที่,ราคาเปิด,ราคาสูงสุด,ราคาต่ำสุด,ราคาปิด,เปลี่ยนแปลง,ปริมาณ (พันหุ้น)\n25/11/2568,31.25,31.75,31.00,31.50,+0.25,\"45,123.40\"\n24/11/2568,31.00,31.50,30.75,31.25,-0.25,\"38,123.10\"\n",
            Expected::Bars(&["2025-11-24 31 31.5 30.75 31.25 ?", "2025-11-25 31.25 31.75 31 31.5 ?"], "THB"),
        ),
        Case::new(
            "thai-months.csv",
            "PTT.BK",
            "Date,Open,High,Low,Close,Volume\n29 ก.พ. 2567,33.25,33.75,33.00,33.50,45123400\n๑ มี.ค. ๒๕๖๗,33.50,34.00,33.25,33.75,38123100\n",
            Expected::Bars(&["2024-02-29 33.25 33.75 33 33.5 45123400", "2024-03-01 33.5 34 33.25 33.75 38123100"], "THB"),
        ),
        Case::new(
            "two-calendars.csv",
            "PTT.BK",
            "Date,Close\n24/11/2568,31.25\n25/11/2025,31.50\n",
            Expected::Rejected(&["'24/11/2568'", "Buddhist calendar", "'25/11/2025'"]),
        ),
    ]
}

const TOTAL: Expected = Expected::Bars(
    &[
        "2025-11-24 55.12 55.9 54.88 55.41 4012345",
        "2025-11-25 55.5 56.14 55.3 56 3890120",
    ],
    "EUR",
);
const INDEX: Expected = Expected::Bars(
    &[
        "2025-11-24 8012.5 8034.9 7959.67 7959.67 56120000",
        "2025-11-25 7959.67 8031.4 7940.2 8025.8 61300000",
    ],
    "EUR",
);

fn index(name: &'static str, symbol: &'static str, titles: &str, dates: [&str; 2]) -> Case {
    let text = format!(
        "{titles}\n\"{}\",\"8.025,80\",\"7.959,67\",\"8.031,40\",\"7.940,20\",\"61,30M\",\"0,83%\"\n\"{}\",\"7.959,67\",\"8.012,50\",\"8.034,90\",\"7.959,67\",\"56,12M\",\"-0,29%\"\n",
        dates[0], dates[1]
    );
    Case::new(name, symbol, &text, INDEX)
}

fn europe() -> Vec<Case> {
    let slashes = ["25/11/2025", "24/11/2025"];
    let dots = ["25.11.2025", "24.11.2025"];
    vec![
        Case::new(
            "boursorama.txt",
            "TTE.PA",
            "date\touv\thaut\tbas\tclot\tvol\tdevise\t\r\n25/11/2025 00:00\t55.50\t56.14\t55.30\t56.00\t3890120\tEUR\t\r\n24/11/2025 00:00\t55.12\t55.90\t54.88\t55.41\t4012345\tEUR\t\r\n",
            TOTAL,
        ),
        index(
            "investing-fr.csv",
            "STOXX.PA",
            "\"Date\",\"Dernier\",\"Ouv.\",\" Plus Haut\",\"Plus Bas\",\"Vol.\",\"Variation %\"",
            slashes,
        ),
        index(
            "investing-es.csv",
            "STOXX.MC",
            "\"Fecha\",\"Último\",\"Apertura\",\"Máximo\",\"Mínimo\",\"Vol.\",\"% var.\"",
            dots,
        ),
        index(
            "investing-it.csv",
            "STOXX.MI",
            "\"Data\",\"Ultimo\",\"Apertura\",\"Massimo\",\"Minimo\",\"Vol.\",\"Var. %\"",
            dots,
        ),
        index(
            "investing-pt.csv",
            "STOXX.LS",
            "\"Data\",\"Último\",\"Abertura\",\"Máxima\",\"Mínima\",\"Vol.\",\"Var%\"",
            dots,
        ),
        index(
            "investing-de.csv",
            "STOXX.DE",
            "\"Datum\",\"Zuletzt\",\"Eröffn.\",\"Hoch\",\"Tief\",\"Vol.\",\"+/- %\"",
            dots,
        ),
        index(
            "investing-nl.csv",
            "STOXX.AS",
            "\"Datum\",\"Laatste\",\"Open\",\"Hoog\",\"Laag\",\"Vol.\",\"Verschil %\"",
            ["25-11-2025", "24-11-2025"],
        ),
        index(
            "investing-pl.csv",
            "STOXX.F",
            "\"Data\",\"Ostatnio\",\"Otwarcie\",\"Max.\",\"Min.\",\"Wol.\",\"Zmiana%\"",
            dots,
        ),
        // The prices have three decimals and no thousands, so only the change in percent shows the
        // decimal mark.
        Case::new(
            "investing-fr-gbpjpy.csv",
            "GBPJPY=X",
            "\"Date\",\"Dernier\",\"Ouv.\",\" Plus Haut\",\"Plus Bas\",\"Vol.\",\"Variation %\"\n\"25/11/2025\",\"205,377\",\"204,538\",\"205,600\",\"204,301\",\"\",\"0,41%\"\n",
            Expected::Bars(&["2025-11-25 204.538 205.6 204.301 205.377 ?"], "JPY"),
        ),
        Case::new(
            "yahoo-page-fr.tsv",
            "TTE.PA",
            "Date\tOuvrir\tÉlevé\tFaible\tFermer\tClôture ajustée\tVolume\n25 nov. 2025\t55,50\t56,14\t55,30\t56,00\t56,00\t3 890 120\n24 nov. 2025\t55,12\t55,90\t54,88\t55,41\t55,41\t4 012 345\n",
            TOTAL,
        ),
    ]
}

fn europe_other() -> Vec<Case> {
    vec![
        // The dates have a Turkish month name.
        Case::new(
            "istanbul-named.csv",
            "THYAO.IS",
            "Tarih;Kapanış;Hacim\n24 Kas 2025;272,00;38.500.000\n25 Kas 2025;276,50;41.250.000\n",
            Expected::Bars(
                &["2025-11-24 272 272 272 272 38500000", "2025-11-25 276.5 276.5 276.5 276.5 41250000"],
                "TRY",
            ),
        ),
        Case::new(
            "index-before-the-titles.csv",
            "^GDAXI",
            "Index;DAX\nStand;25.11.2025\n\nDatum;Schlusskurs\n24.11.2025;23.239,18\n25.11.2025;23.464,63\n",
            Expected::Bars(
                &[
                    "2025-11-24 23239.18 23239.18 23239.18 23239.18 ?",
                    "2025-11-25 23464.63 23464.63 23464.63 23464.63 ?",
                ],
                "EUR",
            ),
        ),
        Case::new(
            "stooq-pl.csv",
            "PKO.WA",
            "Data,Otwarcie,Najwyzszy,Najnizszy,Zamkniecie,Wolumen\n2025-11-24,75.12,76.4,74.9,76.02,2123456\n2025-11-25,76.1,77,75.6,76.88,1923456\n",
            Expected::Bars(
                &["2025-11-24 75.12 76.4 74.9 76.02 2123456", "2025-11-25 76.1 77 75.6 76.88 1923456"],
                "PLN",
            ),
        ),
        Case::new(
            "gpw-archive.csv",
            "PKO.WA",
            "Data;Nazwa;ISIN;Waluta;Kurs otwarcia;Kurs max;Kurs min;Kurs zamknięcia;Zmiana;Wolumen;Liczba Transakcji;Obrót\n2025-11-24;PKOBP;PLPKO0000016;PLN;75,12;76,40;74,90;76,02;0,51;2123456;12345;161234,50\n2025-11-25;PKOBP;PLPKO0000016;PLN;76,10;77,00;75,60;76,88;1,13;1923456;11345;147234,50\n",
            Expected::Bars(
                &["2025-11-24 75.12 76.4 74.9 76.02 2123456", "2025-11-25 76.1 77 75.6 76.88 1923456"],
                "PLN",
            ),
        ),
        Case::new(
            "six.csv",
            "ROG.SW",
            "Date;Open;High;Low;Close;Volume\n24.11.2025;1’234.50;1’250.00;1’230.00;1’240.75;12’345\n25.11.2025;1’240.75;1’261.25;1’239.00;1’260.50;15’345\n",
            Expected::Bars(
                &["2025-11-24 1234.5 1250 1230 1240.75 12345", "2025-11-25 1240.75 1261.25 1239 1260.5 15345"],
                "CHF",
            ),
        ),
        Case::new(
            "lse-no-unit.csv",
            "VOD.L",
            "Date,Open,High,Low,Close,Volume\n24/11/2025,91.20,92.10,90.80,91.96,51234567\n25/11/2025,92.00,93.44,91.72,93.20,61234567\n",
            Expected::Rejected(&["--currency GBX or --currency GBP"]),
        ),
        Case::new(
            "lse-pence.csv",
            "VOD.L",
            "Date,Open,High,Low,Close (GBX),Volume\n24/11/2025,91.20,92.10,90.80,91.96,51234567\n25/11/2025,92.00,93.44,91.72,93.20,61234567\n",
            Expected::Bars(
                &["2025-11-24 0.912 0.921 0.908 0.9196 51234567", "2025-11-25 0.92 0.9344 0.9172 0.932 61234567"],
                "GBP",
            ),
        ),
        Case::new(
            "nordnet.csv",
            "VOLV-B.ST",
            "sep=;\nDatum;Öppningskurs;Högstakurs;Lägstakurs;Stängningskurs;Volym\n2025-11-24;275,10;278,40;274,20;277,90;3 123 456\n2025-11-25;278,00;280,60;276,50;280,10;2 923 456\n",
            Expected::Bars(
                &["2025-11-24 275.1 278.4 274.2 277.9 3123456", "2025-11-25 278 280.6 276.5 280.1 2923456"],
                "SEK",
            ),
        )
        .encoded(windows_1252),
        // The times are midnight in Paris, one in summer and one in winter.
        Case::new(
            "midnight-paris.csv",
            "TTE.PA",
            "timestamp,close\n1752530400,52.31\n1763938800,55.41\n",
            Expected::Bars(&["2025-07-15 52.31 52.31 52.31 52.31 ?", "2025-11-24 55.41 55.41 55.41 55.41 ?"], "EUR"),
        ),
        Case::new(
            "istanbul.csv",
            "THYAO.IS",
            "\"Tarih\",\"Şimdi\",\"Açılış\",\"Yüksek\",\"Düşük\",\"Hac.\",\"Fark %\"\n\"25.11.2025\",\"276,50\",\"272,25\",\"277,75\",\"271,50\",\"41,25M\",\"1,65%\"\n\"24.11.2025\",\"272,00\",\"270,00\",\"273,50\",\"268,75\",\"38,50M\",\"0,74%\"\n",
            Expected::Bars(
                &["2025-11-24 270 273.5 268.75 272 38500000", "2025-11-25 272.25 277.75 271.5 276.5 41250000"],
                "TRY",
            ),
        ),
    ]
}
