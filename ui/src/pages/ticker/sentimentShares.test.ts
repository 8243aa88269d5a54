import { sentimentShares } from './sentimentShares';

test('TICK-08 the percentages of articles add up to 100', () => {
  expect(sentimentShares(['positive', 'neutral', 'negative'])).toEqual({
    positive: 34,
    neutral: 33,
    negative: 33,
  });
  expect(sentimentShares(['positive', 'positive', 'negative'])).toEqual({
    positive: 67,
    neutral: 0,
    negative: 33,
  });
  expect(sentimentShares(['neutral'])).toEqual({ positive: 0, neutral: 100, negative: 0 });
  expect(sentimentShares([])).toEqual({ positive: 0, neutral: 0, negative: 0 });
});
