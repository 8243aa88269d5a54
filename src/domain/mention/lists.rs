//! Word lists. The first line of each file describes its words.

use crate::domain::word_list::word_lists;

word_lists! {
    WELL_KNOWN = "lists/well_known.txt";
    EVERYDAY_WORDS = "lists/everyday_words.txt";
    SURNAMES = "lists/surnames.txt";
    PRODUCTS = "lists/products.txt";
    GIVEN_NAMES = "lists/given_names.txt";
    NON_COMPANY_NOUNS = "lists/non_company_nouns.txt";
    BUSINESS_NOUNS = "lists/business_nouns.txt";
    COMPANY_VERBS = "lists/company_verbs.txt";
    COMPANY_ONLY_VERBS = "lists/company_only_verbs.txt";
    BUSINESS_OBJECTS = "lists/business_objects.txt";
    FINANCE_WORDS = "lists/finance_words.txt";
    CRYPTO_WORDS = "lists/crypto_words.txt";
    FUNCTION_WORDS = "lists/function_words.txt";
    WORDS_BEFORE_COMPANIES = "lists/words_before_companies.txt";
    PERSONAL_NOUNS = "lists/personal_nouns.txt";
    AMBIGUOUS_GIVEN_NAMES = "lists/ambiguous_given_names.txt";
    STATES_AND_COUNTRIES = "lists/states_and_countries.txt";
    PERSONAL_TITLES = "lists/personal_titles.txt";
    AMBIGUOUS_SYMBOLS = "lists/ambiguous_symbols.txt";
    MOVE_VERBS = "lists/move_verbs.txt";
    MACRO_WORDS = "lists/macro_words.txt";
}
