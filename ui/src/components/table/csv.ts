import { decimalSign } from '~/state/decimalSign';

/** What a column is in a file: its title, and the figure or text of a row. A column without `value` is left out. */
export interface CsvColumn<Row extends object> {
  key: string;
  title: string;
  value?: (row: Row) => number | string | null | undefined;
  cardOnly?: boolean;
  /** Of a drawing, the key of the column that shows its value as a figure: beside that one it is left out. */
  figureIn?: string;
}

/** How a spreadsheet of the reader's language writes: a semicolon parts the columns where the comma is the decimal sign. */
interface CsvFormat {
  delimiter: ',' | ';';
  decimal: '.' | ',';
}

const csvFormat = (): CsvFormat =>
  decimalSign() === ',' ? { delimiter: ';', decimal: ',' } : { delimiter: ',', decimal: '.' };

/** A field as RFC 4180 writes it; a text that a spreadsheet would take for a formula is kept from being one. */
function field(value: number | string | null | undefined, { decimal }: CsvFormat): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value).replace('.', decimal) : '';
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows with a symbol of their own name it first. */
const symbolOf = (row: object) => ('symbol' in row ? String(row.symbol) : null);

/** A table as CSV: each column that has a value, unrounded, under its title. */
export function toCsv<Row extends object>(rows: readonly Row[], columns: readonly CsvColumn<Row>[]): string {
  const format = csvFormat();
  const hasColumn = (wanted?: string) => columns.some(({ key }) => key === wanted);
  const figures = columns.filter(
    ({ value, cardOnly, figureIn }) => value && !cardOnly && !hasColumn(figureIn),
  );
  const hasSymbol =
    rows.some((row) => symbolOf(row) !== null) && !figures.some(({ key }) => key === 'symbol');
  const head = [...(hasSymbol ? ['Symbol'] : []), ...figures.map(({ title }) => title)];
  const lines = rows.map((row) => [
    ...(hasSymbol ? [symbolOf(row)] : []),
    ...figures.map(({ value }) => value?.(row)),
  ]);
  return [head, ...lines]
    .map((line) => line.map((value) => field(value, format)).join(format.delimiter))
    .join('\r\n')
    .concat('\r\n');
}

/** 'all-etfs-2026-11-20.csv'. */
export const csvName = (label: string, day: string): string =>
  `${label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')}-${day}.csv`;

/** Without it Excel takes a file for one in the language's old encoding. */
const BYTE_ORDER_MARK = '\uFEFF';
/** When a file is let go: some browsers begin to read it after the click. */
const REVOKE_DELAY_MS = 60_000;

/** Hands a table to the browser to keep. */
export const saveText = (name: string, text: string): void =>
  saveFile(name, new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv;charset=utf-8' }));

/** Hands a file to the browser to keep. */
export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_DELAY_MS);
}
