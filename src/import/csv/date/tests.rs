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
fn dates_are_read_in_the_usual_forms() {
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
        "1/2/24",
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

/// Every day of four years, with a leap day, in every form: what is written is read.
#[test]
fn every_day_comes_back_from_every_form() {
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
fn moments_keep_the_wall_clock_they_were_written_in() {
    let moment =
        |utc: &str, local: &str| Some(When::Moment(utc.parse().unwrap(), local.parse().unwrap()));
    for (cell, utc, local) in [
        (
            "2022-06-06 00:00:00+01:00",
            "2022-06-05T23:00:00Z",
            "2022-06-06T00:00",
        ),
        (
            "2024-01-02T14:30:00Z",
            "2024-01-02T14:30:00Z",
            "2024-01-02T14:30",
        ),
        (
            "2024-01-02T09:30:00-0500",
            "2024-01-02T14:30:00Z",
            "2024-01-02T09:30",
        ),
        ("1704205800", "2024-01-02T14:30:00Z", "2024-01-02T14:30"),
        ("1704205800.0", "2024-01-02T14:30:00Z", "2024-01-02T14:30"),
    ] {
        assert_eq!(MDY.when(cell), moment(utc, local), "{cell}");
    }
    let local = Some(When::Local("2024-01-02T09:30".parse().unwrap()));
    for cell in [
        "2024-01-02 09:30",
        "2024-01-02T09:30:00",
        "1/2/2024 9:30",
        "1/2/2024 9:30 AM",
        "Jan 2, 2024 9:30",
    ] {
        assert_eq!(MDY.when(cell), local, "{cell}");
    }
    let evening = Some(When::Local("2024-01-02T16:05".parse().unwrap()));
    assert_eq!(MDY.when("1/2/2024 4:05 PM"), evening);
    assert_eq!(MDY.when_joined("1/2/2024", "160500"), evening);
    assert_eq!(MDY.when_joined("1/2/2024", "16:05"), evening);
}

fn decided(cells: &[&str]) -> Result<DateStyle, String> {
    let mut evidence = DateEvidence::default();
    for (line, cell) in (2..).zip(cells) {
        evidence.observe(line, cell);
    }
    let decided = evidence.decide(None, false);
    decided.map_err(|error| error.to_string())
}

#[test]
fn one_day_above_twelve_settles_the_order_of_the_file() {
    assert_eq!(decided(&["01/02/2024", "13/02/2024"]), Ok(DMY));
    assert_eq!(decided(&["01/02/2024", "02/13/2024"]), Ok(MDY));
    assert_eq!(
        decided(&["01.02.2024"]),
        Ok(DMY),
        "points stand behind days"
    );
    assert_eq!(
        decided(&["01/01/2024"]),
        Ok(DMY),
        "the same in either order"
    );
}

#[test]
fn dates_that_may_be_meant_in_two_orders_are_refused_with_both() {
    assert_eq!(
        decided(&["01/01/2025", "01/02/2025", "01/03/2025"]),
        Err(
            "line 3: '01/02/2025' may be February 1, 2025 or January 2, 2025, and no other line settles it; \
            say --date-order dmy or --date-order mdy"
                .into()
        )
    );
    assert_eq!(
        decided(&["13/02/2025", "02/14/2025"]),
        Err(
            "line 3: '13/02/2025' in line 2 has its day first and '02/14/2025' in line 3 its month"
                .into()
        )
    );
}

#[test]
fn seconds_and_milliseconds_are_told_apart_by_file_and_never_mixed() {
    let utc = |style: DateStyle, cell| match style.when(cell) {
        Some(When::Moment(moment, _)) => moment.to_string(),
        other => panic!("{other:?}"),
    };
    let milliseconds = decided(&["1704205800000"]).unwrap();
    assert_eq!(utc(milliseconds, "1704205800000"), "2024-01-02T14:30:00Z");
    assert_eq!(
        decided(&["1704205800", "1704292200000"]),
        Err(
            "line 3: '1704205800' in line 2 counts seconds since 1970 and '1704292200000' in line 3 milliseconds"
                .into()
        )
    );
}
