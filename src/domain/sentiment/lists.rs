//! Word lists, grouped by their role in a headline.

use crate::domain::word_list::word_lists;

word_lists! {
    UP = "lists/up.txt";
    DOWN = "lists/down.txt";
    RAISE = "lists/raise.txt";
    REDUCE = "lists/reduce.txt";
    GOOD = "lists/good.txt";
    BAD = "lists/bad.txt";
    WRONGS = "lists/wrongs.txt";
    GOODS = "lists/goods.txt";
    ENDS = "lists/ends.txt";
    STARTS = "lists/starts.txt";
    MENDS = "lists/mends.txt";
    NOISE = "lists/noise.txt";
    MARKETS = "lists/markets.txt";
    PRICES = "lists/prices.txt";
    NEGATIONS = "lists/negations.txt";
}
