import { expect, test } from 'vitest';
import type { EconomicDate } from '~/api/types';
import { agenciesOf, ahead, past, type ReleaseDay } from './dates';

const dated = (agency: string, date: string, source: string | null = null) =>
  ({ agency, date, source, name: 'Prices' }) as EconomicDate;
const dates = [
  dated('Bureau', '2026-11-19', 'https://example.org/a'),
  dated('Bank', '2026-12-09'),
  dated('Bureau', '2026-12-10'),
  dated('', '2027-02-01'),
];

test('the agenda has the days from the chosen one on, and earlier days newest first', () => {
  const days = (groups: readonly ReleaseDay[]) => groups.map(({ day, releases }) => [day, releases.length]);
  expect(days(ahead([...dates, dated('', '2026-12-09')], '2026-12-09'))).toEqual([
    ['2026-12-09', 2],
    ['2026-12-10', 1],
    ['2027-02-01', 1],
  ]);
  expect(days(ahead(dates, '2027-02-02'))).toEqual([]);
  expect(days(past(dates, '2026-12-10'))).toEqual([
    ['2026-12-09', 1],
    ['2026-11-19', 1],
  ]);
});

test('an agency is listed with the date of its last release and its web address', () => {
  expect(agenciesOf(dates)).toEqual([
    { name: 'Bank', source: null, until: '2026-12-09' },
    { name: 'Bureau', source: 'https://example.org/a', until: '2026-12-10' },
  ]);
});
