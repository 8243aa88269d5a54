/** An entry of an exported list. */
export interface Entry {
  symbol: string;
  note: string;
}

/** Why a file is no list; the message is for a person. */
export class NoList extends Error {}

const UNREADABLE = 'This file is no watchlist: it should be JSON or CSV with a column named symbol.';

/**
 * Reads a list that was exported, as JSON (`[{symbol, note}]`, or plain symbols) or CSV (a header with
 * `symbol`, perhaps `note`), or written by hand, a symbol a line. Throws `NoList`.
 */
export function parseEntries(text: string): Entry[] {
  const plain = text.replace(/^\uFEFF/, '').trim();
  const entries = /^[[{]/.test(plain) ? fromJson(plain) : fromLines(plain);
  const useful = entries.filter(({ symbol }) => symbol !== '');
  if (useful.length === 0) throw new NoList('There is no symbol in this file.');
  return useful;
}

function fromJson(text: string): Entry[] {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new NoList(UNREADABLE);
  }
  if (!Array.isArray(data)) throw new NoList(UNREADABLE);
  return data.map((item: unknown) => {
    if (typeof item === 'string') return { symbol: item.trim(), note: '' };
    const { symbol, note } = (item ?? {}) as Partial<Record<string, unknown>>;
    if (typeof symbol !== 'string') throw new NoList(UNREADABLE);
    return { symbol: symbol.trim(), note: typeof note === 'string' ? note : '' };
  });
}

function fromLines(text: string): Entry[] {
  const [head = [], ...rest] = csvRows(text);
  const names = head.map((name) => name.trim().toLowerCase());
  const symbol = names.indexOf('symbol');
  if (symbol < 0) {
    if (head.length > 1) throw new NoList(UNREADABLE);
    return [head, ...rest].map(([only = '']) => ({ symbol: only.trim(), note: '' }));
  }
  const note = names.indexOf('note');
  return rest.map((row) => ({ symbol: (row[symbol] ?? '').trim(), note: (note < 0 ? '' : row[note]) ?? '' }));
}

/** Rows of a CSV text (RFC 4180): quoted fields may hold commas, quotes twice, and line ends. */
function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const field = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/g;
  for (const match of text.matchAll(field)) {
    const [whole, value = '', end] = match;
    if (whole === '' && row.length === 0) break;
    row.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end === ',') continue;
    rows.push(row);
    row = [];
    if (end === '') break;
  }
  return rows;
}
