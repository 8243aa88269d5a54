import { expect, test } from 'vitest';
import { findCycles } from './importCycles';

const graph = (edges: Record<string, string[]>) => new Map(Object.entries(edges));

test('findCycles returns the nodes of a cycle, without those that only lead to it', () => {
  expect(findCycles(graph({ main: ['a'], a: ['b'], b: ['c', 'leaf'], c: ['a'] }))).toEqual([['a', 'b', 'c']]);
  expect(findCycles(graph({ a: ['b', 'c'], b: ['c'] }))).toEqual([]);
});

test('a cycle of several nodes and a node with an edge to itself are found', () => {
  expect(findCycles(graph({ a: ['b'], b: ['c'], c: ['b'] }))).toEqual([['b', 'c']]);
  expect(findCycles(graph({ a: ['a'] }))).toEqual([['a']]);
});

test('a node that several others lead to is not a cycle', () => {
  expect(findCycles(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: ['elsewhere'] }))).toEqual([]);
});
