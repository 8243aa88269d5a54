import { readFileSync } from 'node:fs';
import { PAGES } from '~/pageList';
import { codeOfRoutes } from './pageFiles';

test('every route of the app has its files named in the first response', () => {
  const found = codeOfRoutes(readFileSync(new URL('../src/app/pages.ts', import.meta.url), 'utf8'));
  expect([...found.keys()].sort()).toEqual(PAGES.map(({ path }) => path).sort());
});
