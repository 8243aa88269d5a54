import { alertAddress } from './alertAddress';

test('TICK-10 the alert form opens filled in for the ticker', () => {
  expect(alertAddress({ symbol: 'GC=F', decimals: 1 }, 'above', 2684.3)).toBe(
    '/premium-alerts?symbol=GC%3DF&condition=above&value=2684.30',
  );
  expect(alertAddress({ symbol: 'ADA', decimals: 4 }, 'above', 0.7412)).toContain('value=0.7412');
  expect(alertAddress({ symbol: 'AAPL', decimals: 2 }, 'percent_change', 5)).toContain(
    'condition=percent_change&value=5',
  );
  expect(alertAddress({ symbol: 'AAPL', decimals: 2 }, 'above', null)).not.toContain('value');
});
