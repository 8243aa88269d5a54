import { predictionOf, summarize, verdictOf } from './summary';

test.each([
  [2.01, 4.01, 'BUY'],
  [2, 4.01, 'HOLD'],
  [2.01, 4, 'HOLD'],
  [-3, 0, 'HOLD'],
  [-3.01, 0, 'SELL'],
  [0, -5, 'HOLD'],
  [0, -5.01, 'SELL'],
  [9, -6, 'SELL'],
  [null, 9, 'HOLD'],
  [null, -6, 'SELL'],
  [null, null, 'HOLD'],
] as const)('TICK-03 changes of %s%% in a day and %s%% in a week give %s', (day, week, verdict) => {
  expect(verdictOf(day, week)).toBe(verdict);
});

test('TICK-03 the prediction depends only on the sign of the 24-hour change', () => {
  expect(predictionOf(0.01)).toBe('80% chance of 10% upside');
  expect(predictionOf(0)).toBe('65% chance of 5% downside');
  expect(predictionOf(-1)).toBe('65% chance of 5% downside');
  expect(predictionOf(null)).toBe('65% chance of 5% downside');
});

test('TICK-03 three reasons state the two changes', () => {
  const { reasons } = summarize(2.31, 4.86, 'on Friday');
  expect(reasons).toHaveLength(3);
  expect(reasons[0]).toBe('Strong momentum: up 2.31% on Friday');
  expect(reasons[1]).toBe('Weekly trend is rising: up 4.86% in 7 days');
  expect(summarize(null, -6, 'today').reasons[0]).toBe('No percent change of the day available');
});

test('a small fall is described as a fall: no reason calls it steady or momentum', () => {
  expect(summarize(-0.56, -4.64, 'today').reasons).toEqual([
    'Down 0.56% today: within the hold range (−3% to 2%)',
    'Down 4.64% in 7 days: within the hold range (−5% to 4%)',
    'Neither the buy nor the sell rule is met',
  ]);
});
