//! Names of months and weekdays.

/// The beginnings of each month's names, without accents: English, German, French, Spanish, Italian, Portuguese,
/// Polish, Dutch, Norwegian and Turkish.
const MONTHS: [&[&str]; 12] = [
    &["jan", "ene", "gen", "sty", "oca"],
    &["feb", "fev", "lut", "sub"],
    &["mar", "mrz", "maa", "mae", "mrt"],
    &["apr", "avr", "abr", "kwi", "nis"],
    &["may", "mai", "mei", "mag", "maj"],
    &["juin", "jun", "giu", "cze", "haz"],
    &["juil", "jul", "lug", "lip", "tem"],
    &["aug", "aou", "ago", "sie", "agu"],
    &["sep", "set", "wrz", "eyl"],
    &["oct", "okt", "ott", "out", "paz", "eki"],
    &["nov", "lis", "kas"],
    &["dec", "dez", "dic", "des", "gru", "ara"],
];

/// The month of a name or its beginning, from 1.
pub(super) fn month_of(word: &str) -> Option<i8> {
    let word: String = super::super::title::plain(word);
    if word.len() < 3 || !word.chars().all(char::is_alphabetic) {
        return None;
    }
    let begins = |names: &&[&str]| names.iter().any(|name| word.starts_with(name));
    // 'Mars' and 'Mai' begin like no other; 'jui' alone may be June or July.
    let at = MONTHS.iter().position(begins)?;
    Some(at as i8 + 1)
}

/// The cell without the weekday that it begins with: `Tue, Nov 25, 2025`.
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
