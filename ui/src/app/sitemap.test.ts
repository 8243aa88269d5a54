import { expect, test } from 'vitest';
import { GROUPS } from '~/pages/sitemap/groups';
import { ROUTES } from '~/routes';

test('NAV-05 the sitemap names every page that has an address of its own', () => {
  const listed = GROUPS.flatMap(({ links }) => links.map(({ to }) => to));
  const own = ROUTES.map(({ path }) => path).filter((path) => !/[:*]|not-found/.test(path));
  expect(own.length).toBeGreaterThan(10);
  expect(listed.toSorted()).toEqual(own.toSorted());
});
