import {
  annualDistribution,
  annualizedYield,
  annualPayout,
  countedPayments,
  type DividendRow,
  frequencyName,
  maxYield,
  payoutCurrency,
  shownYield,
} from './dividends';

const row = (
  exDate: string,
  amount: number,
  percent: number | null,
  frequency = 'quarterly',
): DividendRow => ({
  exDate,
  amount,
  currency: 'USD',
  yield: percent,
  frequency,
  isProjected: false,
});
const rows = [
  row('2026-11-10', 0.26, 0.46),
  row('2026-08-11', 0.26, 0.48),
  row('2026-05-11', 0.26, 0.51),
  row('2026-02-09', 0.25, 0.44),
  row('2025-11-10', 0.99, 0.4),
];

test('TICK-04 the annual payout is the sum of at most four latest amounts', () => {
  expect(annualPayout(rows)).toBeCloseTo(1.03, 10);
  expect(annualPayout(rows.slice(0, 2))).toBeCloseTo(0.52, 10);
  expect(annualPayout([...rows].reverse())).toBeCloseTo(1.03, 10);
  expect(annualPayout([])).toBe(0);
});

test.each(['monthly', 'semi-annually', 'annually'])(
  'TICK-04 the annual payout counts four payments if they are made %s',
  (frequency) => {
    const paid = Array.from({ length: 15 }, (_, i) => row(`${2026 - i}-03-01`, 0.1, 1, frequency));
    expect(countedPayments(paid)).toBe(4);
    expect(annualPayout(paid)).toBeCloseTo(0.4, 10);
  },
);

test("TICK-04 the yield shown is the first row's", () => {
  expect(shownYield(rows)).toBe(0.46);
  expect(shownYield([])).toBeNull();
});

test.each([
  ['monthly', 12],
  ['quarterly', 4],
  ['semi-annually', 2],
  ['annually', 1],
  ['sometimes', 1],
])(
  'TICK-05 the distribution of a fund that pays %s is the average of four amounts times %i',
  (frequency, factor) => {
    const paid = rows.map((each) => ({ ...each, frequency }));
    expect(annualDistribution(paid)).toBeCloseTo((1.03 / 4) * factor, 10);
    expect(annualizedYield(paid, { price: 100, currency: 'USD' })).toBeCloseTo((1.03 / 4) * factor, 10);
  },
);

test('TICK-05 without a price or rows there is no yield', () => {
  expect(annualizedYield(rows, { price: null, currency: 'USD' })).toBeNull();
  expect(annualizedYield(rows, { price: 0, currency: 'USD' })).toBeNull();
  expect(annualizedYield([], { price: 100, currency: 'USD' })).toBeNull();
});

test('TICK-05 the highest yield is the maximum of all rows', () => {
  expect(maxYield([...rows, row('2024-01-01', 1, 3.2), row('2023-01-01', 1, null)])).toBe(3.2);
  expect(maxYield([])).toBeNull();
});

test('TICK-05 an unknown frequency counts as annual', () => {
  expect(frequencyName('semi-annually')).toBe('Semi-annually');
  expect(frequencyName('now and then')).toBe('Annually');
  expect(frequencyName(null)).toBe('Not announced yet');
});

test('payments in two currencies have no sum, and a yield needs the same currency as the price', () => {
  const tenge = rows.map((each) => ({ ...each, currency: 'KZT' }));
  expect(annualPayout(tenge)).toBeCloseTo(1.03, 10);
  expect(payoutCurrency(tenge)).toBe('KZT');
  expect(annualDistribution(tenge)).toBeCloseTo(1.03, 10);
  expect(annualizedYield(tenge, { price: 100, currency: 'USD' })).toBeNull();
  expect(annualizedYield(tenge, { price: 100, currency: 'KZT' })).toBeCloseTo(1.03, 10);
  const mixed = [...tenge.slice(0, 1), ...rows.slice(1)];
  expect(payoutCurrency(mixed)).toBeNull();
  expect(annualPayout(mixed)).toBeNull();
  expect(annualDistribution(mixed)).toBeNull();
});
