/** An entry of an exported list. */
export interface Entry {
  symbol: string;
  note: string;
}

/** The parsed content of a file. */
export interface Entries {
  entries: Entry[];
  /** Rows without a symbol, numbered as in a spreadsheet: from 1, including the header. */
  skipped: number[];
  /** The headers of columns that a list can't store, such as holdings. */
  unused: string[];
}

/** Thrown if a file is not a list; the message is shown to the user. */
export class NotAListError extends Error {}

const UNREADABLE = "This isn't a watchlist file: expected JSON, or CSV with a column named symbol.";
/** Possible headers of the symbol column, in order of preference. */
const SYMBOL_NAMES = [
  'symbol',
  'ticker',
  'symbols',
  'tickers',
  'ticker symbol',
  'symbol/ticker',
  'trading symbol',
  'tradingsymbol',
  'yahoo symbol',
  'instrument',
  'symbole',
  'símbolo',
  'simbolo',
  'kürzel',
  'code',
];
const NOTE_NAMES = ['note', 'notes', 'comment', 'comments', 'notiz', 'kommentar', 'bemerkung'];
/** Number of lines in which a header is searched. */
const PREAMBLE = 20;
const POSITION_COLUMNS =
  /shares|quantity|\bqty\b|\bunits\b|cost|price paid|purchase|average price|avg|trade date|anzahl|stück|menge|einstand|kaufkurs/i;

/**
 * Parses a list exported as JSON (`[{symbol, note}]`, or plain symbols) or CSV (a header with `symbol` and optionally
 * `note`), or a plain list with one symbol per line. Throws `NotAListError`.
 */
export function parseEntries(text: string): Entries {
  const plain = text.replace(/^\uFEFF/, '').trim();
  const { rows, unused } = /^[[{]/.test(plain) ? fromJson(plain) : fromLines(plain);
  const entries = rows.filter(({ symbol }) => symbol !== '').map(({ symbol, note }) => ({ symbol, note }));
  if (entries.length === 0) throw new NotAListError('There are no symbols in this file.');
  const skipped = rows.filter(({ symbol, blank }) => symbol === '' && !blank).map(({ row }) => row);
  return { entries, skipped, unused };
}

interface Read {
  rows: Row[];
  unused: string[];
}

interface Row extends Entry {
  row: number;
  /** Returns true if the row is empty. */
  blank: boolean;
}

function fromJson(text: string): Read {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new NotAListError(UNREADABLE);
  }
  if (!Array.isArray(data)) throw new NotAListError(UNREADABLE);
  const unused = new Set<string>();
  const rows = data.map((item: unknown, index) => {
    const fields = typeof item === 'string' ? { symbol: item } : ((item ?? {}) as Record<string, unknown>);
    const { symbol, note } = fields as Record<string, unknown>;
    if (typeof symbol !== 'string') throw new NotAListError(UNREADABLE);
    for (const name of Object.keys(fields)) if (POSITION_COLUMNS.test(name)) unused.add(name);
    return {
      symbol: symbol.trim(),
      note: typeof note === 'string' ? note : '',
      row: index + 1,
      blank: false,
    };
  });
  return { rows, unused: [...unused] };
}

function fromLines(text: string): Read {
  const delimiter = delimiterOf(text);
  const all = csvRows(text, delimiter);
  const headerIndex = all.slice(0, PREAMBLE).findIndex((row) => symbolColumn(row) >= 0);
  if (headerIndex < 0) return { rows: withoutHead(all), unused: [] };
  const header = (all[headerIndex] ?? []).map((name) => name.trim());
  const symbol = symbolColumn(header);
  const noteIndex = header.findIndex((name) => NOTE_NAMES.includes(name.toLowerCase()));
  const isOtherColumnNote = header.length === 2 && !POSITION_COLUMNS.test(header[1 - symbol] ?? '');
  // With two columns, the one that is not the symbol is the note, whatever its header.
  const note = noteIndex < 0 && isOtherColumnNote ? 1 - symbol : noteIndex;
  const rows = all.slice(headerIndex + 1).map((row, index) => ({
    symbol: (row[symbol] ?? '').trim(),
    note: (note < 0 ? '' : row[note]) ?? '',
    row: headerIndex + index + 2,
    blank: row.every((cell) => cell.trim() === ''),
  }));
  const unused = header.filter((name, at) => at !== symbol && at !== note && POSITION_COLUMNS.test(name));
  return { rows, unused };
}

function symbolColumn(row: readonly string[]): number {
  const names = row.map((name) => name.trim().toLowerCase());
  return SYMBOL_NAMES.map((name) => names.indexOf(name)).find((at) => at >= 0) ?? -1;
}

/** One symbol per line or comma-separated symbols, as in TradingView exports, which also contain section names. */
function withoutHead(rows: readonly (readonly string[])[]): Row[] {
  const isOneColumn = rows.every((row) => row.length === 1);
  const read = rows.flatMap((row, index) =>
    row
      .map((cell) => cell.trim())
      .filter((cell) => !cell.startsWith('###'))
      .map((symbol) => ({ symbol, note: '', row: index + 1, blank: symbol === '' })),
  );
  const areSymbols = read.every(
    ({ symbol, blank }) => blank || (SYMBOL.test(symbol) && /\p{L}/u.test(symbol)),
  );
  if (!isOneColumn && !areSymbols) throw new NotAListError(UNREADABLE);
  return read;
}

const SYMBOL = /^[^\p{Ll}\s]{1,30}$/u;

/** The column delimiter: spreadsheets use semicolons where the comma is the decimal mark. */
function delimiterOf(text: string): string {
  const [first = ''] = text.split(/\r?\n/, 1);
  return [',', ';', '\t'].find((sign) => first.includes(sign)) ?? ',';
}

/**
 * Parses CSV rows (RFC 4180): quoted fields may contain delimiters, doubled quotes and line breaks. A quote inside an
 * unquoted field is a plain character.
 */
function csvRows(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const field = new RegExp(`("(?:[^"]|"")*"|[^${delimiter}\r\n]*)(${delimiter}|\r?\n|$)`, 'g');
  for (const [, value = '', end] of text.matchAll(field)) {
    row.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end === delimiter) continue;
    rows.push(row);
    row = [];
    if (end === '') break;
  }
  return rows;
}
