import { describe, expect, test } from 'vitest';
import * as format from './format';

const USD = { currency: 'USD' };

describe('API-04 formats', () => {
  test('API-04 dollars have two decimals, or more if the ticker is quoted in more', () => {
    expect(format.formatPrice(1234.5, 2, USD)).toBe('$1,234.50');
    expect(format.formatPrice(0.7412, 4, USD)).toBe('$0.7412');
    expect(format.formatPrice(68.9, 0, USD)).toBe('$68.90');
    expect(format.formatPrice(-3.5, 2, USD)).toBe('−$3.50');
  });

  test.each([
    [0.0000078, 7],
    [0.1412, 4],
    [0.1 + 0.2, 1],
    [90_001.12, 2],
    [-0.05, 2],
    [100, 0],
    [0, 0],
  ])('%s needs %s decimals', (value, decimals) => {
    expect(format.decimalsOf(value)).toBe(decimals);
  });

  test('API-04 market caps are compact with one decimal, N/A when unknown', () => {
    expect(format.formatMarketCap(3_450_000_000_000, USD)).toBe('$3.5T');
    expect(format.formatMarketCap(74_000_000_000, USD)).toBe('$74.0B');
    expect(format.formatMarketCap(null, USD)).toBe('N/A');
  });

  test.each([
    [1.5, '+1.50%'],
    [0, '+0.00%'],
    [0.004, '+0.00%'],
    [-0.001, '+0.00%'],
    [-3.416, '−3.42%'],
    [null, '—'],
    [Number.NaN, '—'],
  ])('API-04 %s percent is formatted as %s: two decimals, and a plus unless negative', (value, text) => {
    expect(format.formatPercent(value)).toBe(text);
  });

  test('HOME-04 bitcoin and ether have whole dollars, all other tickers two decimals', () => {
    const overview = (symbol: string, type: string, price: number | null) =>
      format.formatOverviewPrice({ symbol, type, ...USD }, price);
    expect(overview('BTC', 'crypto', 94318.4)).toBe('$94,318');
    expect(overview('ETH', 'crypto', 3184.75)).toBe('$3,185');
    expect(overview('GC=F', 'commodity', 2684.3)).toBe('$2,684.30');
    expect(overview('^GSPC', 'index', 5842.3)).toBe('5,842.30');
    expect(overview('BTC', 'crypto', null)).toBe('—');
  });

  test('an alert level has all of its decimals', () => {
    const formatLevel = (symbol: string, type: string, level: number | null) =>
      format.formatLevel({ symbol, type, ...USD }, level);
    expect(formatLevel('BTC', 'crypto', 95000)).toBe('$95,000');
    expect(formatLevel('BTC', 'crypto', 95000.5)).toBe('$95,000.50');
    expect(formatLevel('EURUSD=X', 'currency', 1.08235)).toBe('1.08235');
    expect(formatLevel('SHIB', 'crypto', 0.0000135)).toBe('$0.0000135');
    expect(formatLevel('AAPL', 'stock', 250)).toBe('$250.00');
    expect(formatLevel('AAPL', 'stock', null)).toBe('—');
  });

  test('COMM-01 volumes are in millions with two decimals, or N/A', () => {
    expect(format.formatMillions(1_254_000)).toBe('1.25M');
    expect(format.formatMillions(0)).toBe('0.00M');
    expect(format.formatMillions(null)).toBe('N/A');
  });

  test.each([
    [47_612_300, '47.6M', '$47.6M'],
    [1_254_000_000, '1.25B', '$1.3B'],
    [1_500_000_000_000, '1.50T', '$1.5T'],
    [999_960, '1.00M', '$1.0M'],
    [12_345, '12.3K', '$12.3K'],
    [812.4, '812', '$812.4'],
    [0, '0', '$0'],
    [null, 'N/A', 'N/A'],
  ])(
    'a volume of %s has three significant digits; one in dollars is a plain zero, like a market cap',
    (value, units, dollars) => {
      expect(format.formatVolume(value)).toBe(units);
      expect(format.formatVolumeOf({ type: 'crypto', ...USD }, value)).toBe(dollars);
    },
  );

  test('an unsigned percentage has more decimals only if requested', () => {
    expect(format.formatRate(2.889)).toBe('2.89%');
    expect(format.formatRate(58.04, 1)).toBe('58.0%');
    expect(format.formatRate(0.0945, 2, 4)).toBe('0.0945%');
    expect(format.formatRate(-0.001)).toBe('0.00%');
    expect(format.formatRate(null)).toBe('—');
  });

  test('a change that rounds to zero has no direction', () => {
    expect([0.004, -0.004, 0.006, -0.006, null].map((change) => format.directionOf(change))).toEqual([
      'flat',
      'flat',
      'up',
      'down',
      'flat',
    ]);
  });
});

test('a value that rounds to zero has no minus sign, and such a change has a plus sign', () => {
  expect(format.formatPrice(0, 2, USD)).toBe('$0.00');
  expect(format.formatNumber(-0.001)).toBe('0.00');
  expect(format.formatMove({ type: 'stock', ...USD }, -0.001)).toBe('+$0.00');
  expect(format.formatMove({ type: 'stock', ...USD }, -1.2)).toBe('\u2212$1.20');
});

describe('money is formatted in its currency', () => {
  const of = (currency: string, type = 'stock') => ({ type, currency });
  test.each([
    ['EUR', 238.65, '€238.65'],
    ['GBP', 1.305, '£1.31'],
    ['JPY', 2850, '¥2,850'],
    ['JPY', 2850.5, '¥2,850.5'],
    ['CHF', 91.2, 'CHF\u00a091.20'],
    ['INR', 1301.5, '₹1,301.50'],
    ['USD', -37.63, '−$37.63'],
  ])('%s %s reads %s', (currency, value, text) => {
    expect(format.formatQuote(of(currency), value)).toBe(text);
  });
  test('an exchange rate is formatted as a number, not as money', () => {
    expect(format.formatQuote(of('USD', 'currency'), 1.15854, 4)).toBe('1.1585');
    expect(format.formatQuote(of('JPY', 'currency'), 154.2, 3)).toBe('154.200');
  });
  test('market caps and moves have the same currency', () => {
    expect(format.formatMarketCap(278_400_000_000, of('EUR'))).toBe('€278.4B');
    expect(format.formatMove(of('EUR'), -1.2)).toBe('−€1.20');
  });
  test('an invalid currency code never becomes a symbol or an error', () => {
    expect(format.formatPrice(12, 2, of('GBp'))).toBe('12.00');
    expect(format.formatMarketCap(12_000_000, of(''))).toBe('12.0M');
  });
});

test('D18 yen have no decimals unless a price has some, and at most one from 1,000 on', () => {
  const stock = { currency: 'JPY', decimals: 2 };
  expect(format.shownDecimals(stock, [2871, 2890])).toBe(0);
  expect(format.shownDecimals(stock, [2871, 2890.5])).toBe(2);
  expect(format.shownDecimals({ currency: 'EUR', decimals: 2 }, [238, 239])).toBe(2);
  expect(format.formatPrice(2876.22, 2, stock)).toBe('¥2,876.2');
  expect(format.formatPrice(22.97, 2, stock)).toBe('¥22.97');
});

describe('a price above zero is never shown as zero', () => {
  test.each([
    [0.00000852, 2, '$0.00000852'],
    [0.00000041, 6, '$0.00000041'],
    [0.0000127, 8, '$0.00001270'],
    [0.0000000135, 2, '$0.0000000135'],
    [0.0000000135, 10, '$0.0000000135'],
    [0.0161, 2, '$0.0161'],
    [0.05, 2, '$0.05'],
    [-0.0032, 2, '\u2212$0.0032'],
    [0.3615, 2, '$0.36'],
    [0, 2, '$0.00'],
  ])('%s, quoted with %s decimals, is formatted as %s', (value, decimals, text) => {
    expect(format.formatPrice(value, decimals, USD)).toBe(text);
    expect(format.formatQuote({ type: 'crypto', ...USD }, value, decimals)).toBe(text);
    expect(format.formatPlainPrice(value, { decimals })).toBe(text.replace('$', ''));
  });

  test('in an overview, and in a currency without decimals', () => {
    const coin = { type: 'crypto', symbol: 'PEPE', currency: 'JPY' };
    expect(format.formatOverviewPrice(coin, 0.00000041)).toBe('¥0.00000041');
    expect(format.formatOverviewPrice({ ...coin, symbol: 'BTC' }, 14_200_000.4)).toBe('¥14,200,000');
    const stock = { type: 'stock', symbol: 'VOD.L', currency: 'GBP', decimals: 4 };
    expect(format.formatOverviewPrice(stock, 0.8054)).toBe('£0.8054');
    expect(format.formatPlainPrice(2680, { currency: 'JPY', decimals: 2 })).toBe('2,680');
    expect(format.formatPlainPrice(2680.5, { currency: 'JPY', decimals: 2 })).toBe('2,680.50');
  });
});

test('an amount in an unknown currency has no currency sign', () => {
  expect(format.formatPrice(12.70652, 2, { currency: null })).toBe('12.71');
  expect(format.formatPrice(12.70652, 2, { currency: 'CNY' })).toBe('CN¥12.71');
  expect(format.formatMarketCap(40e12, {})).toBe('40.0T');
  expect(format.formatQuote({ type: 'stock' }, 3.5)).toBe('3.50');
});

test('a volume is in units, for coins the traded value, for futures millions of contracts', () => {
  expect(format.formatVolumeOf({ type: 'stock', currency: 'JPY' }, 47_612_300)).toBe('47.6M');
  expect(format.formatVolumeOf({ type: 'crypto', currency: 'EUR' }, 1.3e9)).toBe('€1.3B');
  expect(format.formatVolumeOf({ type: 'commodity', ...USD }, 122_000)).toBe('122K');
  expect(format.formatVolumeOf({ type: 'commodity', ...USD }, 2_300)).toBe('2.30K');
  expect(format.formatVolumeOf({ type: 'commodity', ...USD }, null)).toBe('N/A');
  expect(format.formatDollars(2.5e7)).toBe('$25.0M');
  expect(format.formatDollars(0)).toBe('$0');
});

describe('the price of a bond is in percent of par', () => {
  const bond = { type: 'bond', symbol: 'DE0001102580.F', currency: 'EUR', priceUnit: 'percent' } as const;

  test('has a percent sign and no currency sign', () => {
    expect(format.formatQuote(bond, 98.45)).toBe('98.45\u00a0%');
    expect(format.formatQuote(bond, 1098.5, 3)).toBe('1,098.500\u00a0%');
    expect(format.formatOverviewPrice(bond, 100)).toBe('100.00\u00a0%');
    expect(format.formatLevel(bond, 99.125)).toBe('99.125\u00a0%');
  });

  test('a change of the price has no unit, because it is no change in percent', () => {
    expect(format.formatMove(bond, 0.25)).toBe('+0.25');
    expect(format.formatMove(bond, -0.25)).toBe('\u22120.25');
  });

  test('a bond may also be quoted in money', () => {
    expect(format.formatQuote({ ...bond, priceUnit: 'currency' }, 984.5)).toBe('€984.50');
    expect(format.isMoney({ ...bond, priceUnit: 'currency' })).toBe(true);
    expect(format.isMoney(bond)).toBe(false);
  });
});
