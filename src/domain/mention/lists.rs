//! Word lists, grouped by what they indicate about a company name next to them.

use crate::domain::word_list::word_lists;

word_lists! {
    KNOWN = "lists/known.txt";
    WORDS = "lists/words.txt";
    SURNAMES = "lists/surnames.txt";
    GOODS = "lists/goods.txt";
    GIVEN = "lists/given.txt";
    THINGS = "lists/things.txt";
    NOUNS = "lists/nouns.txt";
    VERBS = "lists/verbs.txt";
    CORPORATE = "lists/corporate.txt";
    OBJECTS = "lists/objects.txt";
    FINANCE = "lists/finance.txt";
    CRYPTO = "lists/crypto.txt";
    FUNCTION = "lists/function.txt";
    BEFORE = "lists/before.txt";
    KIN = "lists/kin.txt";
    GIVEN_VERBS = "lists/given_verbs.txt";
    PLACES = "lists/places.txt";
    TITLES = "lists/titles.txt";
    NO_SYMBOLS = "lists/no_symbols.txt";
    MOVES = "lists/moves.txt";
    MACRO = "lists/macro.txt";
}
