import { predictionOf, summarise, verdictOf } from './summary';

test.each([
  [2.01, 4.01, 'BUY'],
  [2, 4.01, 'HOLD'],
  [2.01, 4, 'HOLD'],
  [-3, 0, 'HOLD'],
  [-3.01, 0, 'SELL'],
  [0, -5, 'HOLD'],
  [0, -5.01, 'SELL'],
  [9, -6, 'SELL'],
  [null, 9, null],
  [null, -6, 'SELL'],
  [9, null, null],
  [null, null, null],
] as const)('TICK-03 a day of %s %% and a week of %s %% is a %s', (day, week, verdict) => {
  expect(verdictOf(day, week)).toBe(verdict);
});

test('TICK-03 the prediction depends on the sign of the day alone', () => {
  expect(predictionOf(0.01)).toBe('80% chance of 10% upside');
  expect(predictionOf(0)).toBe('65% chance of 5% downside');
  expect(predictionOf(-1)).toBe('65% chance of 5% downside');
});

test('TICK-03 three reasons tell the two changes as they are', () => {
  const { reasons } = summarise(2.31, 4.86);
  expect(reasons).toHaveLength(3);
  expect(reasons[0]?.text).toBe('Strong momentum: up 2.31% in 24 hours');
  expect(reasons[1]?.text).toBe('Weekly trend is rising: up 4.86% in 7 days');
  expect(summarise(null, -6).reasons[0]?.text).toBe('The 24-hour change is not known');
});

test('a change that nobody knows is no ground for a verdict or a prediction', () => {
  expect(predictionOf(null)).toBeNull();
  expect(summarise(null, null)).toMatchObject({ verdict: null, prediction: null });
});

test('a price below zero has no percentages, which is another thing than changes that are not known', () => {
  const reasons = summarise(null, null, true).reasons.map(({ text }) => text);
  expect(reasons).toEqual(['Percent not meaningful below zero', 'Without it the rule has no verdict']);
});
