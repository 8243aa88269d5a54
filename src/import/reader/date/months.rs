//! Names of months and weekdays.

/// The beginnings of month names without accents, in English, German, French, Spanish, Italian,
/// Portuguese, Polish, Dutch, Norwegian, Turkish and Thai (without the dots of Thai abbreviations).
const MONTHS: [&[&str]; 12] = [
    &["jan", "ene", "gen", "sty", "oca", "มค", "มกร"],
    &["feb", "fev", "lut", "sub", "กพ", "กุมภ"],
    &["mar", "mrz", "maa", "mae", "mrt", "มีค", "มีน"],
    &["apr", "avr", "abr", "kwi", "nis", "เมย", "เมษ"],
    &["may", "mai", "mei", "mag", "maj", "พค", "พฤษ"],
    &["juin", "jun", "giu", "cze", "haz", "มิย", "มิถ"],
    &["juil", "jul", "lug", "lip", "tem", "กค", "กรก"],
    &["aug", "aou", "ago", "sie", "agu", "สค", "สิง"],
    &["sep", "set", "wrz", "eyl", "กย", "กัน"],
    &["oct", "okt", "ott", "out", "paz", "eki", "ตค", "ตุล"],
    &["nov", "lis", "kas", "พย", "พฤศ"],
    &["dec", "dez", "dic", "des", "gru", "ara", "ธค", "ธัน"],
];

/// Returns the month (1 to 12) of a month name or its abbreviation.
pub(super) fn month_of(word: &str) -> Option<i8> {
    let word: String = super::super::title::normalize_title(word);
    if word.len() < 3 || !word.chars().all(char::is_alphabetic) {
        return None;
    }
    let matches_word = |names: &&[&str]| names.iter().any(|name| word.starts_with(name));
    // 'jui' alone is not listed, because it may be June or July.
    let index = MONTHS.iter().position(matches_word)?;
    Some(index as i8 + 1)
}

/// Removes a leading weekday, as in `Tue, Nov 25, 2025`.
pub(super) fn without_weekday(cell: &str) -> &str {
    const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
    let Some((word, rest)) = cell.split_once([' ', ',']) else {
        return cell;
    };
    let word = word.trim_end_matches('.').to_ascii_lowercase();
    let is_day = DAYS
        .iter()
        .any(|day| word.starts_with(day) && (word.len() == 3 || word.ends_with("day")));
    if is_day {
        rest.trim_start_matches([',', ' '])
    } else {
        cell
    }
}
