import { expect, test } from 'vitest';
import type { PortfolioReport } from '~/api/types';
import { reportRows, reportSentence, takenSymbols, unknownTickers } from './report';

const FOLLOW = 'this market has no such ticker; follow it first';
const REPORT: PortfolioReport = {
  format: 'Trading 212',
  taken: 2,
  refused: 3,
  rows: [
    { line: 2, instrument: 'AAPL', symbol: 'AAPL', outcome: 'taken', reason: null },
    { line: 3, instrument: 'AAPL', symbol: 'AAPL', outcome: 'taken', reason: null },
    { line: 4, instrument: 'SAP.DE', symbol: null, outcome: 'refused', reason: FOLLOW },
    { line: 5, instrument: 'SAP.DE', symbol: null, outcome: 'refused', reason: FOLLOW },
    { line: 6, instrument: 'MSFT', symbol: 'MSFT', outcome: 'refused', reason: 'the date is missing' },
    { line: 7, instrument: 'Deposit', symbol: null, outcome: 'skipped', reason: 'a deposit' },
  ],
};

test('the sentence counts the rows that can be imported, are skipped and are refused', () => {
  expect(reportSentence(REPORT)).toBe('Trading 212: 2 rows can be imported, 1 is skipped, 3 are refused.');
  expect(reportSentence({ format: 'CSV', taken: 1, refused: 0, rows: REPORT.rows.slice(0, 1) })).toBe(
    'CSV: 1 row can be imported.',
  );
});

test('rows are listed with problems first and their reasons', () => {
  const { shown, hidden } = reportRows(REPORT);
  expect(hidden).toBe(0);
  expect(shown.map(({ name }) => name)).toEqual(['SAP.DE', 'SAP.DE', 'MSFT', 'Deposit', 'AAPL', 'AAPL']);
  expect(shown[2]).toEqual({ name: 'MSFT', ok: false, text: 'Row 6: refused, the date is missing' });
  expect(shown[4]).toEqual({ name: 'AAPL', ok: true, text: 'Row 2: will be imported' });
});

test('unknownTickers lists each symbol that can be followed once, and no names with spaces', () => {
  expect(unknownTickers(REPORT)).toEqual(['SAP.DE']);
  const named = { line: 8, instrument: 'Some Fund', symbol: null, outcome: 'refused', reason: FOLLOW };
  expect(unknownTickers({ ...REPORT, rows: [named] })).toEqual([]);
});

test('takenSymbols returns the symbols of imported rows only', () => {
  expect([...takenSymbols(REPORT)]).toEqual(['AAPL']);
});
