/** A class of a share behind a space: 'BRK B'. */
const CLASS = /^[AB]$/i;
/** What parts symbols, but for a space. */
const SEPARATORS = /[,;\t\r\n|]+/;
const SYMBOL = /^[\^$.]?[\p{L}\p{N}][\p{L}\p{N}.\-=&:^]{0,19}$/u;

/**
 * The symbols of a pasted list: 'AAPL, NVDA AMZN', a symbol a line, or with spaces between. Each once, as it was written.
 */
export function splitSymbols(text: string): string[] {
  const symbols: string[] = [];
  for (const part of text.split(SEPARATORS)) {
    // 'NYSE: BRK.B' is one symbol.
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

/** A word that is no part of a name: in capitals, or with a sign. */
const IN_CAPITALS = /^[^\p{Ll}]+$|[.^=]/u;

/** Whether a text names several symbols: it has separators, or words in capitals, which may be a name all the same. */
export function isList(text: string): 'yes' | 'perhaps' | 'no' {
  const symbols = splitSymbols(text);
  if (symbols.length < 2 || /\s&\s/.test(text)) return 'no';
  const areSymbols = symbols.every((symbol) => SYMBOL.test(symbol.replace(/ [AB]$/i, '')));
  if (!areSymbols) return 'no';
  const isWritten =
    /[;\t\r\n|]/.test(text) || (text.includes(',') && !/,\s*(inc|ltd|corp|co|llc)\.?$/i.test(text));
  if (isWritten) return 'yes';
  return symbols.every((symbol) => IN_CAPITALS.test(symbol)) ? 'perhaps' : 'no';
}
