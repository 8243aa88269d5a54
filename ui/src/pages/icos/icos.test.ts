import { expect, test } from 'vitest';
import type { Ico } from '~/api/types';
import { filterIcos, percentOf, progressOf } from '~/widgets/Ico/status';
import { dateLine } from './dateLine';

const NOW = Date.parse('2026-11-20T19:32:00Z');
const ico = (status: Ico['status']) =>
  ({ status, startDate: '2026-11-25T17:00:00Z', endDate: '2026-12-13T17:00:00Z' }) as Ico;

test('ICOS-01 progress is capped at 100 % and unknown without an amount', () => {
  expect(progressOf({ raisedAmount: 5, targetAmount: 20 })).toBe(25);
  expect(progressOf({ raisedAmount: 30, targetAmount: 20 })).toBe(100);
  expect(percentOf({ raisedAmount: 30, targetAmount: 20 })).toBe(150); // the words stay true
  expect(progressOf({ raisedAmount: null, targetAmount: 20 })).toBeNull();
  expect(progressOf({ raisedAmount: 1, targetAmount: 0 })).toBeNull();
});

test('ICOS-01 the date shown depends on the status; a running one ends relatively', () => {
  expect(dateLine(ico('upcoming'), NOW)).toEqual({ name: 'Starts', text: 'Nov 25, 2026' });
  expect(dateLine(ico('active'), NOW)).toEqual({ name: 'Ends', text: 'in 22 days' });
  expect(dateLine(ico('ended'), NOW)).toEqual({ name: 'Ended', text: 'Dec 13, 2026' });
});

test('ICOS-01 a filter keeps its status only', () => {
  const all = [ico('active'), ico('ended'), ico('active')];
  expect(filterIcos(all, 'active')).toHaveLength(2);
  expect(filterIcos(all, 'upcoming')).toHaveLength(0);
  expect(filterIcos(all, 'all')).toHaveLength(3);
});
