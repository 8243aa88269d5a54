//! Word lists. The first line of each file describes its words.

use crate::domain::word_list::word_lists;

word_lists! {
    RISE_WORDS = "lists/rise_words.txt";
    FALL_WORDS = "lists/fall_words.txt";
    RAISING_VERBS = "lists/raising_verbs.txt";
    REDUCING_VERBS = "lists/reducing_verbs.txt";
    GOOD_WHEN_RISING = "lists/good_when_rising.txt";
    BAD_WHEN_RISING = "lists/bad_when_rising.txt";
    BAD_THINGS = "lists/bad_things.txt";
    GOOD_THINGS = "lists/good_things.txt";
    ENDING_VERBS = "lists/ending_verbs.txt";
    STARTING_VERBS = "lists/starting_verbs.txt";
    REPAIRING_VERBS = "lists/repairing_verbs.txt";
    OFF_TOPIC_WORDS = "lists/off_topic_words.txt";
    MARKET_WORDS = "lists/market_words.txt";
    PRICED_NOUNS = "lists/priced_nouns.txt";
    NEGATIONS = "lists/negations.txt";
}

/// Returns true if a lower-case word is a verb of raising, reducing, ending or starting.
pub(super) fn is_change_verb(word: &str) -> bool {
    [
        &RAISING_VERBS,
        &REDUCING_VERBS,
        &ENDING_VERBS,
        &STARTING_VERBS,
    ]
    .iter()
    .any(|list| list.has(word))
}
