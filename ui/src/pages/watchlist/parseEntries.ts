/** An entry of an exported list. */
export interface Entry {
  symbol: string;
  note: string;
}

/** What a file holds. */
export interface Entries {
  entries: Entry[];
  /** Rows without a symbol, counted from 1 as a spreadsheet does, the header among them. */
  skipped: number[];
}

/** Why a file is no list; the message is for a person. */
export class NoList extends Error {}

const UNREADABLE = 'This file is no watchlist: it should be JSON or CSV with a column named symbol.';
const SYMBOL_NAMES = ['symbol', 'ticker'];
const NOTE_NAMES = ['note', 'notes'];

/**
 * Reads a list that was exported, as JSON (`[{symbol, note}]`, or plain symbols) or CSV (a header with
 * `symbol`, perhaps `note`), or written by hand, a symbol a line. Throws `NoList`.
 */
export function parseEntries(text: string): Entries {
  const plain = text.replace(/^\uFEFF/, '').trim();
  const rows = /^[[{]/.test(plain) ? fromJson(plain) : fromLines(plain);
  const entries = rows.filter(({ symbol }) => symbol !== '').map(({ symbol, note }) => ({ symbol, note }));
  if (entries.length === 0) throw new NoList('There is no symbol in this file.');
  const skipped = rows.filter(({ symbol, blank }) => symbol === '' && !blank).map(({ row }) => row);
  return { entries, skipped };
}

interface Row extends Entry {
  row: number;
  /** Nothing stands in it: no row to speak of. */
  blank: boolean;
}

function fromJson(text: string): Row[] {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new NoList(UNREADABLE);
  }
  if (!Array.isArray(data)) throw new NoList(UNREADABLE);
  return data.map((item: unknown, index) => {
    const { symbol, note } =
      typeof item === 'string' ? { symbol: item, note: '' } : ((item ?? {}) as Record<string, unknown>);
    if (typeof symbol !== 'string') throw new NoList(UNREADABLE);
    const text = typeof note === 'string' ? note : '';
    return { symbol: symbol.trim(), note: text, row: index + 1, blank: false };
  });
}

function fromLines(text: string): Row[] {
  const [head = [], ...rest] = csvRows(text, delimiterOf(text));
  const names = head.map((name) => name.trim().toLowerCase());
  const symbol = names.findIndex((name) => SYMBOL_NAMES.includes(name));
  if (symbol < 0 && head.length > 1) throw new NoList(UNREADABLE);
  const named = names.findIndex((name) => NOTE_NAMES.includes(name));
  // Beside a symbol, a single other column is the note in whatever language its head is.
  const note = named < 0 && head.length === 2 ? 1 - symbol : named;
  const cells = symbol < 0 ? [head, ...rest] : rest;
  return cells.map((row, index) => ({
    symbol: (row[Math.max(symbol, 0)] ?? '').trim(),
    note: (symbol < 0 || note < 0 ? '' : row[note]) ?? '',
    row: index + (symbol < 0 ? 1 : 2),
    blank: row.every((cell) => cell.trim() === ''),
  }));
}

/** What parts the columns: a spreadsheet writes semicolons where the comma is the decimal sign. */
function delimiterOf(text: string): string {
  const [first = ''] = text.split(/\r?\n/, 1);
  return [',', ';', '\t'].find((sign) => first.includes(sign)) ?? ',';
}

/**
 * Rows of a CSV text (RFC 4180): quoted fields may hold delimiters, quotes twice, and line ends. A quote
 * inside of a field that does not begin with one is a plain character.
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
