import { decimalSeparator } from '~/state/decimalSeparator';

/** A column of a CSV file: its title and its value per row. A column without `value` is omitted. */
export interface CsvColumn<Row extends object> {
  key: string;
  title: string;
  value?: (row: Row) => number | string | null | undefined;
  cardOnly?: boolean;
  /**
   * For a column with a chart: the key of the column that has the same value as a number. If that column is present, this one is
   * omitted.
   */
  figureIn?: string;
}

/** The spreadsheet format of the user's language. If the decimal separator is a comma, semicolons separate columns. */
interface CsvFormat {
  delimiter: ',' | ';';
  decimal: '.' | ',';
}

const csvFormat = (): CsvFormat =>
  decimalSeparator() === ',' ? { delimiter: ';', decimal: ',' } : { delimiter: ',', decimal: '.' };

/** Quotes a field according to RFC 4180 and prevents text from being interpreted as a formula. */
function field(value: number | string | null | undefined, { decimal }: CsvFormat): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value).replace('.', decimal) : '';
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns the symbol of a row, which is exported in the first column; null if the row has none. */
const symbolOf = (row: object) => ('symbol' in row ? String(row.symbol) : null);

/** Returns a table as CSV: each column that has a value, unrounded, with its title. */
export function toCsv<Row extends object>(rows: readonly Row[], columns: readonly CsvColumn<Row>[]): string {
  const format = csvFormat();
  const hasColumn = (searchedKey?: string) => columns.some(({ key }) => key === searchedKey);
  const exported = columns.filter(
    ({ value, cardOnly, figureIn }) => value && !cardOnly && !hasColumn(figureIn),
  );
  const hasSymbol =
    rows.some((row) => symbolOf(row) !== null) && !exported.some(({ key }) => key === 'symbol');
  const header = [...(hasSymbol ? ['Symbol'] : []), ...exported.map(({ title }) => title)];
  const lines = rows.map((row) => [
    ...(hasSymbol ? [symbolOf(row)] : []),
    ...exported.map(({ value }) => value?.(row)),
  ]);
  return [header, ...lines]
    .map((line) => line.map((value) => field(value, format)).join(format.delimiter))
    .join('\r\n')
    .concat('\r\n');
}

/** Returns a file name: 'all-etfs-2026-11-20.csv'. */
export const csvName = (label: string, day: string): string =>
  `${label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')}-${day}.csv`;

/** Without a byte order mark, Excel assumes a legacy encoding. */
const BYTE_ORDER_MARK = '\uFEFF';
/** Delay before the object URL is revoked, because some browsers start reading only after the click. */
const REVOKE_DELAY_MS = 60_000;

/** Saves a table as a file. */
export const saveText = (name: string, text: string): void =>
  saveFile(name, new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv;charset=utf-8' }));

/** Saves a file through the browser's download. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS);
}
