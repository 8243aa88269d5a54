import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { prependRecent, recordRecent, useRecent } from './recent';

test('the ticker opened last is first, in whatever case it was written, and eight are kept', () => {
  expect(prependRecent(['BTC', 'AAPL'], 'aapl')).toEqual(['aapl', 'BTC']);
  expect(prependRecent(['1', '2', '3', '4', '5', '6', '7', '8'], '9')).toHaveLength(8);
});

test('the palette hears of a page that is opened while it is there', () => {
  const { result } = renderHook(useRecent);
  expect(result.current).toEqual([]);
  act(() => recordRecent('MSFT'));
  expect(result.current).toEqual(['MSFT']);
});
