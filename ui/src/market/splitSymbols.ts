/** A share class after a space: 'BRK B'. */
const CLASS = /^[AB]$/i;
/** Symbol separators other than a space. */
const SEPARATORS = /[,;\t\r\n|]+/;
const SYMBOL = /^[\^$.]?[\p{L}\p{N}][\p{L}\p{N}.\-=&:^]{0,19}$/u;

/**
 * Splits a pasted list: 'AAPL, NVDA AMZN', one symbol per line, or separated by spaces. Removes duplicates; keeps the
 * spelling.
 */
export function splitSymbols(text: string): string[] {
  const symbols: string[] = [];
  for (const part of text.split(SEPARATORS)) {
    // 'NYSE: BRK.B' is a single symbol.
    for (const word of part.replace(/:\s+/g, ':').trim().split(/\s+/)) {
      const last = symbols.at(-1);
      if (CLASS.test(word) && last && /^[\p{L}]{2,4}$/u.test(last) && part.includes(`${last} ${word}`))
        symbols[symbols.length - 1] = `${last} ${word}`;
      else if (/[\p{L}\p{N}]/u.test(word)) symbols.push(word);
    }
  }
  const seen = new Set<string>();
  return symbols.filter((symbol) => {
    const key = symbol.toUpperCase();
    return !seen.has(key) && seen.add(key);
  });
}

/** A word that looks like a symbol: in capitals or with a special character. */
const IN_CAPITALS = /^[^\p{Ll}]+$|[.^=]/u;

/**
 * Returns whether a text is a list of symbols: 'yes' with separators, 'perhaps' for several words in capitals, which
 * may also be a name.
 */
export function listLikelihoodOf(text: string): 'yes' | 'perhaps' | 'no' {
  const symbols = splitSymbols(text);
  if (symbols.length < 2 || /\s&\s/.test(text)) return 'no';
  const areSymbols = symbols.every((symbol) => SYMBOL.test(symbol.replace(/ [AB]$/i, '')));
  if (!areSymbols) return 'no';
  const isWritten =
    /[;\t\r\n|]/.test(text) || (text.includes(',') && !/,\s*(inc|ltd|corp|co|llc)\.?$/i.test(text));
  if (isWritten) return 'yes';
  return symbols.every((symbol) => IN_CAPITALS.test(symbol)) ? 'perhaps' : 'no';
}

/**
 * Splits a pasted list of symbols, names and identifiers: one per line, or separated by commas. Words in capitals between separators are
 * symbols, other words belong to a name: 'AAPL MSFT' is two texts, 'Deutsche Telekom' is one. Removes duplicates.
 */
export function splitTexts(text: string): string[] {
  const parts = text.split(SEPARATORS).map((part) => part.trim());
  const texts = parts.flatMap((part) => (listLikelihoodOf(part) === 'perhaps' ? splitSymbols(part) : [part]));
  const seen = new Set<string>();
  return texts.filter((one) => {
    const key = one.toUpperCase();
    return /[\p{L}\p{N}]/u.test(one) && !seen.has(key) && seen.add(key);
  });
}
