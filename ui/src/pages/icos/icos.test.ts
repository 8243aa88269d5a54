import { expect, test } from 'vitest';
import type { Ico } from '~/api/types';
import { endsSoon, filterIcos, percentOf, progressOf } from '~/widgets/Ico/status';
import { dateLine } from './dateLine';

const NOW = Date.parse('2026-11-20T19:32:00Z');
const ico = (status: Ico['status']) =>
  ({ status, startDate: '2026-11-25T17:00:00Z', endDate: '2026-12-13T17:00:00Z' }) as Ico;

test('ICOS-01 progress is capped at 100 % and unknown without an amount', () => {
  expect(progressOf({ raisedAmount: 5, targetAmount: 20 })).toBe(25);
  expect(progressOf({ raisedAmount: 30, targetAmount: 20 })).toBe(100);
  expect(percentOf({ raisedAmount: 30, targetAmount: 20 })).toBe(150); // texts are not capped
  expect(progressOf({ raisedAmount: null, targetAmount: 20 })).toBeNull();
  expect(progressOf({ raisedAmount: 1, targetAmount: 0 })).toBeNull();
});

test('ICOS-01 the date shown depends on the status, and is relative for an active ICO', () => {
  expect(dateLine(ico('upcoming'), NOW)).toEqual({ name: 'Starts', text: 'Nov 25, 2026' });
  expect(dateLine(ico('active'), NOW)).toEqual({ name: 'Ends', text: 'in 23 days' });
  expect(dateLine(ico('ended'), NOW)).toEqual({ name: 'Ended', text: 'Dec 13, 2026' });
});

test('ICOS-01 a status filter keeps only ICOs with that status', () => {
  const all = [ico('active'), ico('ended'), ico('active')];
  expect(filterIcos(all, 'active')).toHaveLength(2);
  expect(filterIcos(all, 'upcoming')).toHaveLength(0);
  expect(filterIcos(all, 'all')).toHaveLength(3);
});

test('ICOS-01 active ICOs are sorted by end, upcoming ones by start, and ended ones latest first', () => {
  const at = (symbol: string, status: Ico['status'], startDate: string, endDate: string) =>
    ({ symbol, status, startDate, endDate }) as Ico;
  const all = [
    at('OLD', 'ended', '2026-09-01T17:00:00Z', '2026-10-01T17:00:00Z'),
    at('LATER', 'upcoming', '2026-12-20T17:00:00Z', '2026-12-24T17:00:00Z'),
    at('LONG', 'active', '2026-11-01T17:00:00Z', '2026-12-30T17:00:00Z'),
    at('PAST', 'ended', '2026-08-01T17:00:00Z', '2026-11-01T17:00:00Z'),
    at('NEXT', 'upcoming', '2026-12-01T17:00:00Z', '2027-01-24T17:00:00Z'),
    at('SHORT', 'active', '2026-11-15T17:00:00Z', '2026-11-22T17:00:00Z'),
  ];
  const symbols = filterIcos(all, 'all').map((each) => each.symbol);
  expect(symbols).toEqual(['SHORT', 'LONG', 'NEXT', 'LATER', 'PAST', 'OLD']);
});

test('ICOS-01 only an active ICO ends soon, within two days', () => {
  const ending = (endDate: string, status: Ico['status'] = 'active') => endsSoon({ status, endDate }, NOW);
  expect(ending('2026-11-22T19:32:00Z')).toBe(true);
  expect(ending('2026-11-22T19:32:01Z')).toBe(false);
  expect(ending('2026-11-21T19:32:00Z', 'upcoming')).toBe(false);
});
