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

test('a table is exported with unrounded values, the symbol first and empty fields for unknown values', () => {
  const rows = [
    { id: 1, symbol: 'AMZN', name: 'Amazon.com, Inc.', price: 0.361512 },
    { id: 2, symbol: 'X', name: 'The "Y"', price: null },
  ];
  expect(toCsv(rows, COLUMNS)).toBe(
    'Symbol,Name,Price\r\nAMZN,"Amazon.com, Inc.",0.361512\r\nX,"The ""Y""",\r\n',
  );
});

test('semicolons separate columns where the comma is the decimal mark', () => {
  setDecimalSeparator(',');
  const rows = [{ id: 1, symbol: 'NESN.SW', name: 'Nestl\u00e9; Vevey, CH', price: -1.25 }];
  expect(toCsv(rows, COLUMNS)).toBe('Symbol;Name;Price\r\nNESN.SW;"Nestl\u00e9; Vevey, CH";-1,25\r\n');
});

test('a value that is drawn and written is exported once', () => {
  const rows = [{ id: 1, symbol: 'X', name: 'X', price: 2 }];
  const drawing: Column<Row> = {
    key: 'week',
    title: '7 days',
    value: (row) => row.price,
    figureIn: 'price',
    render: () => null,
  };
  expect(toCsv(rows, [drawing, ...COLUMNS])).toBe('Symbol,Name,Price\r\nX,X,2\r\n');
  expect(toCsv(rows, [drawing])).toBe('Symbol,7 days\r\nX,2\r\n');
});

test('a text that a spreadsheet would run as a formula stays text', () => {
  const rows = [{ id: 1, symbol: '^GSPC', name: '=HYPERLINK(1)', price: -1.5 }];
  expect(toCsv(rows, COLUMNS)).toBe("Symbol,Name,Price\r\n^GSPC,'=HYPERLINK(1),-1.5\r\n");
});

test('the file is named after the table and the day', () => {
  expect(csvName('All ETFs', '2026-11-20')).toBe('all-etfs-2026-11-20.csv');
  expect(csvName('Gainers (24h)', '2026-11-20')).toBe('gainers-24h-2026-11-20.csv');
});
