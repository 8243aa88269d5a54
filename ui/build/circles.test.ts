import { expect, test } from 'vitest';
import { circles } from './circles';

const graph = (edges: Record<string, string[]>) => new Map(Object.entries(edges));

test('a circle is found, and what only leads to it is left out', () => {
  expect(circles(graph({ main: ['a'], a: ['b'], b: ['c', 'leaf'], c: ['a'] }))).toEqual([['a', 'b', 'c']]);
  expect(circles(graph({ a: ['b', 'c'], b: ['c'] }))).toEqual([]);
});

test('a circle over several nodes and one of a node alone are found', () => {
  expect(circles(graph({ a: ['b'], b: ['c'], c: ['b'] }))).toEqual([['b', 'c']]);
  expect(circles(graph({ a: ['a'] }))).toEqual([['a']]);
});

test('what several lead to is no circle', () => {
  expect(circles(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: ['elsewhere'] }))).toEqual([]);
});
