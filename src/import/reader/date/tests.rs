use super::*;

const DMY: DateStyle = DateStyle {
    order: DateOrder::DayMonthYear,
    milliseconds: false,
};
const MDY: DateStyle = DateStyle {
    order: DateOrder::MonthDayYear,
    milliseconds: false,
};

fn day(text: &str) -> When {
    When::Day(text.parse().unwrap())
}

#[test]
fn dates_are_parsed_in_common_forms() {
    for cell in [
        "2024-01-02",
        "20240102",
        "1/2/2024",
        "01/02/2024",
        "2024/01/02",
        "2024.1.2",
        "Jan 2, 2024",
        "January 2, 2024",
        "2 Jan 2024",
        "02-Jan-2024",
        "02-JAN-2024",
        "2. Januar 2024",
        "1/2/24",
        "2-Jan-24",
        "2024-Jan-02",
        "Tue Jan 2 2024",
        "2 janv. 2024",
        "2 gennaio 2024",
        "2 ene 2024",
        "2 stycznia 2024",
        "2024年1月2日",
        "2024. 1. 2.",
    ] {
        assert_eq!(MDY.when(cell), Some(day("2024-01-02")), "{cell}");
    }
    for cell in ["2/1/2024", "02.01.2024", "02-01-2024"] {
        assert_eq!(DMY.when(cell), Some(day("2024-01-02")), "{cell}");
    }
    for cell in [
        "",
        "2024",
        "13/1/2024",
        "20241301",
        "2024-02-30",
        "yesterday",
        "17",
        "Foo 2, 2024",
        "Jan Feb 2024",
        "1/2/2024 noon",
        "1/2/2024 13:00 PM",
    ] {
        assert_eq!(MDY.when(cell), None, "{cell}");
    }
}

/// Parses every day of four years, including a leap day, in every format.
#[test]
fn every_date_is_parsed_back_from_every_form() {
    let first: Date = "2023-01-01".parse().unwrap();
    for date in first.series(jiff::Span::new().days(1)).take(4 * 366) {
        for (style, form) in [
            (DMY, "%d/%m/%Y"),
            (DMY, "%d.%m.%Y"),
            (DMY, "%-d-%-m-%Y"),
            (MDY, "%m/%d/%Y"),
            (MDY, "%-m/%-d/%Y"),
            (DMY, "%Y-%m-%d"),
            (MDY, "%Y%m%d"),
            (DMY, "%Y/%m/%d"),
            (DMY, "%b %-d, %Y"),
            (MDY, "%d-%b-%Y"),
            (MDY, "%-d %B %Y"),
        ] {
            let cell = date.strftime(form).to_string();
            assert_eq!(style.when(&cell), Some(When::Day(date)), "{cell}");
        }
    }
}

#[test]
fn times_keep_their_local_time_and_offset() {
    let moment = |utc: &str, local: &str, hours| {
        Some(When::Moment(
            utc.parse().unwrap(),
            local.parse().unwrap(),
            Offset::constant(hours),
        ))
    };
    for (cell, utc, local, hours) in [
        (
            "2022-06-06 00:00:00+01:00",
            "2022-06-05T23:00:00Z",
            "2022-06-06T00:00",
            1,
        ),
        (
            "2024-01-02T14:30:00Z",
            "2024-01-02T14:30:00Z",
            "2024-01-02T14:30",
            0,
        ),
        (
            "2024-01-02 14:30:00 UTC",
            "2024-01-02T14:30:00Z",
            "2024-01-02T14:30",
            0,
        ),
        (
            "01/02/2024 15:30:00.000 GMT+0100",
            "2024-01-02T14:30:00Z",
            "2024-01-02T15:30",
            1,
        ),
        (
            "2024-01-02 09:30:00 EST",
            "2024-01-02T14:30:00Z",
            "2024-01-02T09:30",
            -5,
        ),
        (
            "2024-01-02T09:30:00-0500",
            "2024-01-02T14:30:00Z",
            "2024-01-02T09:30",
            -5,
        ),
    ] {
        assert_eq!(MDY.when(cell), moment(utc, local, hours), "{cell}");
    }
    for cell in [
        "1704205800",
        "1704205800.0",
        "1704205800000",
        "1704205800000000",
        "1704205800000000000",
    ] {
        let epoch = When::Epoch("2024-01-02T14:30:00Z".parse().unwrap());
        assert_eq!(MDY.when(cell), Some(epoch), "{cell}");
    }
    let local = Some(When::Local("2024-01-02T09:30".parse().unwrap()));
    for cell in [
        "2024-01-02 09:30",
        "2024-01-02T09:30:00",
        "1/2/2024 9:30",
        "1/2/2024 9:30 AM",
        "Jan 2, 2024 9:30",
        "20240102 09:30",
        "20240102 093000",
        "20240102T0930",
        "20240102093000",
        "202401020930",
        "Tue, Jan 2, 2024 9:30",
    ] {
        assert_eq!(MDY.when(cell), local, "{cell}");
    }
    let evening = Some(When::Local("2024-01-02T16:05".parse().unwrap()));
    assert_eq!(MDY.when("1/2/2024 4:05 PM"), evening);
    assert_eq!(MDY.when_joined("1/2/2024", "160500"), evening);
    assert_eq!(MDY.when_joined("1/2/2024", "16:05"), evening);
}

fn decide(cells: &[&str]) -> Result<DateStyle, String> {
    let mut evidence = DateEvidence::default();
    for (line, cell) in (2..).zip(cells) {
        evidence.observe(line, cell);
    }
    let result = evidence.decide(None, false, true);
    result.map_err(|error| error.to_string())
}

#[test]
fn one_day_above_twelve_determines_the_order_of_the_file() {
    assert_eq!(decide(&["01/02/2024", "13/02/2024"]), Ok(DMY));
    assert_eq!(decide(&["01/02/2024", "02/13/2024"]), Ok(MDY));
    assert_eq!(decide(&["01.02.2024"]), Ok(DMY), "a dot comes after a day");
    assert_eq!(
        decide(&["01/01/2024"]),
        Ok(DMY),
        "the date is the same in either order"
    );
}

#[test]
fn an_ambiguous_date_is_rejected_with_both_meanings() {
    assert_eq!(
        decide(&["01/01/2025", "01/02/2025", "01/03/2025"]),
        Err(
            "line 3: '01/02/2025' could be February 1, 2025 or January 2, 2025, and no other line decides; \
            specify --date-order dmy or --date-order mdy"
                .into()
        )
    );
    assert_eq!(
        decide(&["13/02/2025", "02/14/2025"]),
        Err(
            "line 3: '13/02/2025' in line 2 starts with the day, but '02/14/2025' in line 3 with the month"
                .into()
        )
    );
}

#[test]
fn each_unix_timestamp_has_its_own_unit() {
    for (cell, utc) in [
        ("1704205800", "2024-01-02T14:30:00Z"),
        ("-3099600000", "1871-10-12T00:00:00Z"),
        ("1704292200000", "2024-01-03T14:30:00Z"),
        ("-63072000000", "1968-01-02T00:00:00Z"),
        ("1739145600000000", "2025-02-10T00:00:00Z"),
        ("1763942400000000000", "2025-11-24T00:00:00Z"),
    ] {
        assert_eq!(
            MDY.when(cell),
            Some(When::Epoch(utc.parse().unwrap())),
            "{cell}"
        );
    }
    assert_eq!(
        MDY.when("45985"),
        None,
        "a spreadsheet day number is not a date"
    );
    assert!(is_spreadsheet_day("45985"));
}

#[test]
fn a_two_digit_year_is_rejected_if_the_order_is_ambiguous() {
    assert_eq!(decide(&["11/25/25"]), Ok(MDY));
    assert_eq!(
        decide(&["1/2/25", "13/2/25", "14/2/25", "31/1/25"])
            .unwrap_err()
            .matches("--date-order")
            .count(),
        2
    );
    assert_eq!(
        decide(&["24/11/69", "30/12/70"]),
        Ok(DMY),
        "69 and 70 are not days"
    );
    let named = decide(&["24-Nov-25"]).unwrap_err();
    assert!(
        named.contains("could be November 24, 2025 or November 25, 2024")
            && named.contains("--date-order dmy or --date-order ymd"),
        "{named}"
    );
    let read_with = |order| {
        let mut evidence = DateEvidence::default();
        evidence.observe(2, "24-Nov-25");
        evidence
            .decide(Some(order), false, true)
            .unwrap()
            .when("24-Nov-25")
    };
    assert_eq!(read_with(DateOrder::DayMonthYear), Some(day("2025-11-24")));
    assert_eq!(read_with(DateOrder::MonthDayYear), Some(day("2025-11-24")));
    assert_eq!(read_with(DateOrder::YearMonthDay), Some(day("2024-11-25")));
}

#[test]
fn rows_that_are_sorted_in_only_one_order_determine_it() {
    const YMD: DateStyle = DateStyle {
        order: DateOrder::YearMonthDay,
        milliseconds: false,
    };
    for (cells, style) in [
        // Dates across the end of a month, ascending and descending.
        (&["27-Nov-25", "28-Nov-25", "01-Dec-25"][..], DMY),
        (&["01-Dec-25", "28-Nov-25", "27-Nov-25"], DMY),
        (&["25-Nov-27", "25-Nov-28", "25-Dec-01"], YMD),
        // In the other order, these dates would be a year apart.
        (&["24-Nov-25", "25-Nov-25", "26-Nov-25"], DMY),
        (&["24/11/25", "25/11/25", "26/11/25"], DMY),
        // In the other order, these dates would be a month apart and then fall back to January.
        (
            &["10/11/2025", "11/11/2025", "12/11/2025", "01/12/2025"],
            DMY,
        ),
        (
            &["11/10/2025", "11/11/2025", "11/12/2025", "12/01/2025"],
            MDY,
        ),
    ] {
        assert_eq!(decide(cells), Ok(style), "{cells:?}");
    }
    for cells in [
        // A single step decides nothing.
        &["24-Nov-25", "25-Nov-25"][..],
        // The dates may be days of November or the same day of several months.
        &["04/11/2025", "05/11/2025", "06/11/2025"],
        // The dates are sorted in neither order.
        &["24-Nov-25", "26-Nov-25", "25-Nov-25"],
        // The dates are about a year apart in either order.
        &["11-Dec-21", "12-Dec-22", "13-Dec-23"],
    ] {
        let error = decide(cells).unwrap_err();
        assert!(error.contains("--date-order"), "{cells:?}: {error}");
    }
    // In a file of several tickers, the dates start over with each ticker.
    let mut evidence = DateEvidence::default();
    for cell in ["27-Nov-25", "28-Nov-25", "01-Dec-25"] {
        evidence.observe(2, cell);
    }
    assert!(evidence.decide(None, false, false).is_err());
}

#[test]
fn buddhist_years_are_read_if_all_years_are_buddhist() {
    for (cell, iso) in [
        ("25/11/2568", "2025-11-25"),
        // 2567 is not a leap year in the Gregorian calendar.
        ("29/02/2567", "2024-02-29"),
        ("2568-11-25", "2025-11-25"),
        ("25681125", "2025-11-25"),
        ("25 พ.ย. 2568", "2025-11-25"),
        ("25 พฤศจิกายน 2568", "2025-11-25"),
        ("5 มิ.ย. 2568", "2025-06-05"),
        ("1-พ.ค.-2568", "2025-05-01"),
    ] {
        assert_eq!(DMY.when(cell), Some(day(iso)), "{cell}");
    }
    assert_eq!(decide(&["24/11/2568", "25/11/2568"]), Ok(DMY));
    assert_eq!(
        decide(&["24/11/2568", "25/11/2025"]),
        Err("line 3: '24/11/2568' in line 2 has a year of the Buddhist calendar (543 ahead), but '25/11/2025' in line 3 does not".into())
    );
}
