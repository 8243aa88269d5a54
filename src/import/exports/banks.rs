//! Files exported by banks, brokers and spreadsheets.

use encoding_rs::WINDOWS_1252;

use super::{Case, Expected};

fn windows_1252(text: &str) -> Vec<u8> {
    WINDOWS_1252.encode(text).0.into_owned()
}

/// Encodes a text in the format 'Unicode text' of Excel.
fn utf_16(text: &str) -> Vec<u8> {
    let marked = std::iter::once(0xfeff).chain(text.encode_utf16());
    marked.flat_map(u16::to_le_bytes).collect()
}

const SAP: Expected = Expected::Bars(
    &[
        "2025-11-24 207.1 209.85 206.4 208.55 1890234",
        "2025-11-25 208.6 211.2 207.95 210.9 2012345",
    ],
    "EUR",
);

fn sap(name: &'static str, text: &str) -> Case {
    Case::new(name, "SAP.DE", text, SAP)
}

pub(super) fn cases() -> Vec<Case> {
    let mut all = german();
    all.extend(directives());
    all.extend(ambiguous_dates());
    all
}

fn german() -> Vec<Case> {
    vec![
        sap(
            "boerse-frankfurt.csv",
            "Datum;Eröffnung;Schluss;Tageshoch;Tagestief;Umsatz in Euro;Umsatz in Stück\n25.11.2025;208,60;210,90;211,20;207,95;424.345.678,90;2.012.345\n24.11.2025;207,10;208,55;209,85;206,40;394.345.678,90;1.890.234\n",
        ),
        // The column 'Umsatz' may be an amount of money, so the volume is unknown.
        Case::new(
            "finanzen-net.csv",
            "SAP.DE",
            "Datum;Eröffnung;Schluss;Tageshoch;Tagestief;Umsatz\n25.11.2025;208,60;210,90;211,20;207,95;2.012.345 Stk.\n24.11.2025;207,10;208,55;209,85;206,40;1.890.234 Stk.\n",
            Expected::Bars(
                &["2025-11-24 207.1 209.85 206.4 208.55 ?", "2025-11-25 208.6 211.2 207.95 210.9 ?"],
                "EUR",
            ),
        ),
        sap(
            "onvista.csv",
            "\u{feff}Datum;Eröffnung;Hoch;Tief;Schluss;Volumen\n24.11.2025;207,10;209,85;206,40;208,55;1.890.234\n25.11.2025;208,60;211,20;207,95;210,90;2.012.345\n",
        ),
        sap(
            "consorsbank-1252.csv",
            "Kursdaten SAP SE\nWKN;716460\nWährung;EUR\n\nDatum;Erster;Hoch;Tief;Schlusskurs;Stücke\n24.11.2025;207,10;209,85;206,40;208,55;1.890.234\n25.11.2025;208,60;211,20;207,95;210,90;2.012.345\n",
        )
        .encoded(windows_1252),
        sap(
            "excel-unicode.txt",
            "Datum\tEröffnung\tHoch\tTief\tSchluss\tVolumen\r\n24.11.2025\t207,10\t209,85\t206,40\t208,55\t1.890.234\r\n25.11.2025\t208,60\t211,20\t207,95\t210,90\t2.012.345\r\n",
        )
        .encoded(utf_16),
        sap(
            "narrow-spaces.csv",
            "Date;Ouverture;Plus haut;Plus bas;Clôture;Volume\n24/11/2025;207,10;209,85;206,40;208,55;1\u{202f}890\u{202f}234\n25/11/2025;208,60;211,20;207,95;210,90;2\u{a0}012\u{a0}345\n",
        ),
        sap(
            "signs-after.csv",
            "Datum;Eröffnung;Hoch;Tief;Schluss;Volumen\n24.11.25;207,10 €;209,85 €;206,40 €;208,55 €;1890234\n25.11.25;208,60 €;211,20 €;207,95 €;210,90 €;2012345\n",
        )
        .directives("# date-order: dmy\n"),
        sap(
            "codes-before.csv",
            "Date,Open,High,Low,Close,Volume\n2025-11-24,EUR 207.10,EUR 209.85,EUR 206.40,EUR 208.55,1890234\n2025-11-25,EUR 208.60,EUR 211.20,EUR 207.95,EUR 210.90,2012345\n",
        ),
    ]
}

/// The format of the European Central Bank, with one column per currency and a trailing comma.
const RATES: &str = "Date,USD,JPY,GBP,CHF,\n2025-11-25,1.1536,180.45,0.8786,0.9318,\n2025-11-24,1.1529,180.91,0.8803,0.9316,\n2025-11-21,N/A,N/A,N/A,N/A,\n";

/// Returns lines of 245 characters in B3's format for the prices of all shares.
fn fixed_widths() -> String {
    let first = "00COTAHIST.2025BOVESPA 20251125";
    let share = "012025112502PETR4       010PETROBRAS   PN      N2   R$  000000000324500000000032900000000003221000000000325600000000032670";
    let last = "99COTAHIST.2025BOVESPA 2025112500000000003";
    [first, share, last]
        .iter()
        .fold(String::new(), |text, line| {
            text + &format!("{line:<245}\r\n")
        })
}

fn directives() -> Vec<Case> {
    vec![
        Case::new(
            "another-currency.csv",
            "NEW",
            "Date,Close,Currency\n2025-11-24,10.5,CHF\n2025-11-25,10.7,EUR\n",
            Expected::Rejected(&["EUR", "CHF"]),
        ),
        Case::new(
            "rupees.csv",
            "NEW.NS",
            "Date,Open,High,Low,Close\n24-11-2025,\"₹1,02,345.50\",\"₹1,03,000.00\",\"₹1,01,900.00\",\"₹1,02,800.25\"\n25-11-2025,\"₹1,02,800.25\",\"₹1,04,100.00\",\"₹1,02,500.00\",\"₹1,03,950.75\"\n",
            Expected::Bars(
                &[
                    "2025-11-24 102345.5 103000 101900 102800.25 ?",
                    "2025-11-25 102800.25 104100 102500 103950.75 ?",
                ],
                "INR",
            ),
        ),
        Case::new(
            "no-titles-decimal-comma.csv",
            "SAP.DE",
            "24.11.2025;207,10;209,85;206,40;208,55;1890234\n25.11.2025;208,60;211,20;207,95;210,90;2012345\n",
            SAP,
        ),
        Case::new(
            "no-titles-two-columns.csv",
            "SAP.DE",
            "24.11.2025;208,55\n25.11.2025;210,90\n",
            Expected::Rejected(&["--columns"]),
        ),
        Case::new(
            "no-titles-two-columns-directives.csv",
            "SAP.DE",
            "24.11.2025;208,55\n25.11.2025;210,90\n",
            Expected::Bars(&["2025-11-24 208.55 208.55 208.55 208.55 ?", "2025-11-25 210.9 210.9 210.9 210.9 ?"], "EUR"),
        )
        .directives("# columns: date,close\n"),
        Case::new(
            "metatrader-4.csv",
            "EURUSD=X",
            "2025.11.25,14:00,1.15400,1.15520,1.15380,1.15490,4123\n2025.11.25,15:00,1.15490,1.15610,1.15470,1.15600,5210\n",
            Expected::Rejected(&["--time-zone"]),
        )
        .hourly(),
        Case::new(
            "metatrader-4-directives.csv",
            "EURUSD=X",
            "2025.11.25,14:00,1.15400,1.15520,1.15380,1.15490,4123\n2025.11.25,15:00,1.15490,1.15610,1.15470,1.15600,5210\n",
            Expected::Bars(
                &["2025-11-25T12:00 1.154 1.1552 1.1538 1.1549 4123", "2025-11-25T13:00 1.1549 1.1561 1.1547 1.156 5210"],
                "USD",
            ),
        )
        .hourly()
        .directives("# time-zone: Europe/Athens\n"),
        Case::new(
            "day-or-month.csv",
            "SAP.DE",
            "Date;Close\n04/11/2025;208,55\n05/11/2025;210,90\n",
            Expected::Rejected(&["'04/11/2025'", "--date-order dmy"]),
        ),
        Case::new(
            "point-or-thousands.csv",
            "SAP.DE",
            "Date;Close\n2025-11-24;1.234\n2025-11-25;1.240\n",
            Expected::Rejected(&["'1.234'", "--decimal"]),
        ),
    ]
}

fn ambiguous_dates() -> Vec<Case> {
    vec![
        // Two rows alone would be ambiguous, but the order of three rows decides.
        Case::new(
            "short-years-with-names.csv",
            "SAP.DE",
            "Date;Close\n27-Nov-25;208,55\n28-Nov-25;210,90\n01-Dec-25;212,05\n",
            Expected::Bars(
                &[
                    "2025-11-27 208.55 208.55 208.55 208.55 ?",
                    "2025-11-28 210.9 210.9 210.9 210.9 ?",
                    "2025-12-01 212.05 212.05 212.05 212.05 ?",
                ],
                "EUR",
            ),
        ),
        Case::new(
            "short-years-first-with-names.csv",
            "SAP.DE",
            "Date;Close\n25-Nov-27;208,55\n25-Nov-28;210,90\n25-Dec-01;212,05\n",
            Expected::Bars(
                &[
                    "2025-11-27 208.55 208.55 208.55 208.55 ?",
                    "2025-11-28 210.9 210.9 210.9 210.9 ?",
                    "2025-12-01 212.05 212.05 212.05 212.05 ?",
                ],
                "EUR",
            ),
        ),
        Case::new(
            "short-years-of-two-rows.csv",
            "SAP.DE",
            "Date;Close\n24-Nov-25;208,55\n25-Nov-25;210,90\n",
            Expected::Rejected(&["'24-Nov-25'", "--date-order dmy or --date-order ymd"]),
        ),
        Case::new(
            "central-bank.csv",
            "EURJPY=X",
            RATES,
            Expected::Rejected(&[
                "the exchange rates of a currency",
                "--columns date,skip,close",
            ]),
        ),
        Case::new(
            "central-bank-directives.csv",
            "EURJPY=X",
            RATES,
            Expected::Bars(
                &[
                    "2025-11-24 180.91 180.91 180.91 180.91 ?",
                    "2025-11-25 180.45 180.45 180.45 180.45 ?",
                ],
                "JPY",
            ),
        )
        .directives("# columns: date,skip,close\n"),
        Case::new(
            "b3-cotahist.txt",
            "PETR4.SA",
            &fixed_widths(),
            Expected::Rejected(&["COTAHIST", "save", "CSV"]),
        ),
    ]
}
