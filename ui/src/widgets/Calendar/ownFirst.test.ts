import { expect, test } from 'vitest';
import { ownFirst } from './useOwnFilter';

test("days keep their order, and within each the user's tickers come first", () => {
  const events = ['1 A', '1 B', '2 C', '2 D', '2 E', '3 F'];
  const sorted = ownFirst(
    events,
    (event) => event.slice(0, 1),
    (event) => 'BEF'.includes(event.slice(2)),
  );
  expect(sorted).toEqual(['1 B', '1 A', '2 E', '2 C', '2 D', '3 F']);
});
