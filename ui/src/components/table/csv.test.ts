import { afterEach, expect, test } from 'vitest';
import { setDecimalSeparator } from '~/state/decimalSeparator';
import type { Column } from './column';
import { csvName, toCsv } from './csv';

interface Row {
  id: number;
  symbol: string;
  name: string;
  price: number | null;
}
const COLUMNS: Column<Row>[] = [
  { key: 'name', title: 'Name', value: (row) => row.name, render: () => null },
  { key: 'spark', title: '7 days', render: () => null },
  { key: 'price', title: 'Price', value: (row) => row.price, render: () => null },
  { key: 'card', title: 'Card', value: () => 1, cardOnly: true, render: () => null },
];

afterEach(() => setDecimalSeparator('.'));

test('a table is exported with the symbol first, unrounded values, and empty fields for unknown values', () => {
  const rows = [
    { id: 1, symbol: 'AMZN', name: 'Amazon.com, Inc.', price: 0.361512 },
    { id: 2, symbol: 'X', name: 'The "Y"', price: null },
  ];
  expect(toCsv(rows, COLUMNS)).toBe(
    'Symbol,Name,Price\r\nAMZN,"Amazon.com, Inc.",0.361512\r\nX,"The ""Y""",\r\n',
  );
});

test('columns are separated by semicolons if the decimal separator is a comma', () => {
  setDecimalSeparator(',');
  const rows = [{ id: 1, symbol: 'NESN.SW', name: 'Nestl\u00e9; Vevey, CH', price: -1.25 }];
  expect(toCsv(rows, COLUMNS)).toBe('Symbol;Name;Price\r\nNESN.SW;"Nestl\u00e9; Vevey, CH";-1,25\r\n');
});

test('a value with both a chart and a number column is exported once', () => {
  const rows = [{ id: 1, symbol: 'X', name: 'X', price: 2 }];
  const chartColumn: Column<Row> = {
    key: 'week',
    title: '7 days',
    value: (row) => row.price,
    figureIn: 'price',
    render: () => null,
  };
  expect(toCsv(rows, [chartColumn, ...COLUMNS])).toBe('Symbol,Name,Price\r\nX,X,2\r\n');
  expect(toCsv(rows, [chartColumn])).toBe('Symbol,7 days\r\nX,2\r\n');
});

test('a text that looks like a formula is exported as text', () => {
  const rows = [{ id: 1, symbol: '^GSPC', name: '=HYPERLINK(1)', price: -1.5 }];
  expect(toCsv(rows, COLUMNS)).toBe("Symbol,Name,Price\r\n^GSPC,'=HYPERLINK(1),-1.5\r\n");
});

test('the file name consists of the table name and the date', () => {
  expect(csvName('All ETFs', '2026-11-20')).toBe('all-etfs-2026-11-20.csv');
  expect(csvName('Gainers (24h)', '2026-11-20')).toBe('gainers-24h-2026-11-20.csv');
});
