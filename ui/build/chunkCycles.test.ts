import { expect, test } from 'vitest';
import { circleOfChunks } from './chunkCycles';

const chunk = (fileName: string, ...imports: string[]) => ({ fileName, imports });

test('files that import each other are found, over others as well', () => {
  expect(circleOfChunks([chunk('a', 'b'), chunk('b', 'c'), chunk('c', 'b')])).toEqual(['b', 'c']);
  expect(circleOfChunks([chunk('a', 'a')])).toEqual(['a']);
});

test('files that several import are no circle', () => {
  expect(
    circleOfChunks([chunk('a', 'b', 'c'), chunk('b', 'd'), chunk('c', 'd'), chunk('d', 'elsewhere')]),
  ).toEqual([]);
});
