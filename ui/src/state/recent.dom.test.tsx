import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { prependRecent, recordRecent, useRecent } from './recent';

test('the last opened ticker is first, whatever its case, and the list is limited to eight', () => {
  expect(prependRecent(['BTC', 'AAPL'], 'aapl')).toEqual(['aapl', 'BTC']);
  expect(prependRecent(['1', '2', '3', '4', '5', '6', '7', '8'], '9')).toHaveLength(8);
});

test('a mounted hook is updated when a ticker is recorded', () => {
  const { result } = renderHook(useRecent);
  expect(result.current).toEqual([]);
  act(() => recordRecent('MSFT'));
  expect(result.current).toEqual(['MSFT']);
});
