import { expect, test } from 'vitest';
import type { EconomicDate } from '~/api/types';
import { agenciesOf, ahead } from './dates';

const dated = (agency: string, date: string, source: string | null = null) =>
  ({ agency, date, source, name: 'Prices' }) as EconomicDate;
const dates = [
  dated('Bureau', '2026-11-19', 'https://example.org/a'),
  dated('Bank', '2026-12-09'),
  dated('Bureau', '2026-12-10'),
  dated('', '2027-02-01'),
];

test('upcoming releases are from today to the last day of the window', () => {
  expect(ahead(dates, '2026-12-09', 1).map(({ date }) => date)).toEqual(['2026-12-09', '2026-12-10']);
  expect(ahead(dates, '2026-12-10', 0)).toHaveLength(1);
});

test('an agency is listed with the date of its last release and its web address', () => {
  expect(agenciesOf(dates)).toEqual([
    { name: 'Bank', source: null, until: '2026-12-09' },
    { name: 'Bureau', source: 'https://example.org/a', until: '2026-12-10' },
  ]);
});
